"""
Silberzwerg: two, three, four players and the short game

What a seat is worth, how long a game is and what ends it, how often the lead changes, and whether
who leads early runs away with it: by the number of players, the deck and the strategy. Every
sentence that states a finding is chosen by the numbers.
"""

import _silberzwerg_lead as lead
import _silberzwerg_words as say
import pandas as pd
from matplotlib.ticker import MaxNLocator

from dwarfsim import figures, stats, words
from dwarfsim.game import load_game
from dwarfsim.pairs import holm_signs
from dwarfsim.study import ladder

QUICK = 15
COUNTS = (2, 3, 4)
DECKS = ("full", "short")
PRINTED = {2: "full", 3: "short", 4: "full"}  # the deck that the rulebook gives each table
GAMES = 4_800
ORDINALS = ("first", "second", "third", "fourth")
MOSTLY = 0.99  # of the games: as good as all
SURE = 0.999  # level of intervals where many lengths are compared
FEW = 3  # tables that a heading names
MARK = {1: " ↑", -1: " ↓", 0: ""}


def make(study, report):
    """Play, and tell."""
    game = load_game(say.GAME)
    names = [name for name in ladder(game, tuple(say.WHO)) if name != "random"]
    looks = figures.looks_of(names)
    settings = [f"players={','.join(map(str, COUNTS))}", f"deck={','.join(DECKS)}", "start=0"]
    cells = study.sweep("tables", say.GAME, settings, names, GAMES)
    seats = tell_seats(report, cells, names, looks)
    length = tell_length(report, cells, names, looks)
    short = tell_short(report, cells, names)
    runs = lead.tell(study, report, cells, names, looks, PRINTED)
    report.title = title(cells, names)
    report.abstract = [seats, f"{length} {short}", runs]
    report.heading("Who plays")
    report.players(game, names, say.MANY)


def printed(cells, name, players):
    """The cell of a table with the deck that the rulebook gives it."""
    return cells(name, players=players, deck=PRINTED[players])


def decks_of(players: int) -> list[str]:
    """Both decks, the printed one first."""
    return sorted(DECKS, key=lambda deck: deck != PRINTED[players])


def called(players: int, deck: str) -> str:
    """What a table is called."""
    text = f"{players} players"
    return text if deck == PRINTED[players] else f"{text}, {deck} deck"


def spread(values, digits: int = 0, unit: str = "") -> str:
    """The ends of some numbers: ``24 to 33 %``."""
    low, high = (f"{end:.{digits}f}" for end in (min(values), max(values)))
    return f"{low}{unit}" if low == high else f"{low} to {high}{unit}"


def mean(played, outcome, seat=None) -> float:
    """Of an outcome."""
    return played.estimate(outcome, seat)["mean"]


def title(cells, names) -> str:
    """What the first and the last seat win at a table of four, and how long it sits there."""
    ends = {
        seat: spread([100 * mean(printed(cells, n, 4), "win", seat) for n in names], unit=" %")
        for seat in (0, 3)
    }
    rounds = {k: spread([mean(printed(cells, n, k), "rounds") for n in names]) for k in (2, 4)}
    return say.unbroken(
        f"Of four players the first wins {ends[0]} of the games and the last {ends[3]}, in "
        f"{rounds[4]} rounds; two need {rounds[2]}"
    )


# ------------------------------------------------------------------------------------- seats


def tell_seats(report, cells, names, looks):
    """First figure and table: games won by seat, from the start player on."""
    level = stats.sidak(0.95, len(names) * sum(COUNTS))
    lines = [
        {
            "players": k,
            "who": n,
            "seat": seat + 1,
            **_ends(printed(cells, n, k).estimate("win", seat, level)),
        }
        for k in COUNTS
        for n in names
        for seat in range(k)
    ]
    frame = pd.DataFrame(lines)
    figure = figures.new_figure(6.0)
    grid = figure.subplots(1, len(COUNTS), sharey=True, width_ratios=COUNTS)
    for axes, k in zip(grid, COUNTS):
        part = frame[frame["players"] == k]
        figures.interval_plot(axes, part, "seat", "who", looks=looks, labels="", dodge=0.1)
        say.fair_line(axes, 1 / k)
        axes.set_title(f"{words.count(k)} players")
        axes.set_xlabel("seat, from the start player")
        axes.set_xlim(0.5, k + 0.5)
    grid[0].set_ylim(0, None)
    grid[0].set_ylabel("games won")
    figures.percent_axis(grid[0].yaxis)
    figures.legend(figure, looks, looks, loc="outside upper right", ncols=len(looks))
    tests = {
        (k, d, n): say.over_fair(cells(n, players=k, deck=d))
        for k in COUNTS
        for d in DECKS
        for n in names
    }
    last = {
        (k, d, n): say.over_fair(cells(n, players=k, deck=d), k - 1)
        for k in COUNTS[1:]  # of two the last seat wins what the first does not
        for d in DECKS
        for n in names
    }
    found = holm_signs([*tests.values(), *last.values()])
    signs = dict(zip(tests, found)), dict(zip(last, found[len(tests) :]))
    sentence = seats_sentence(cells, names, signs)
    report.heading(seats_title(signs))
    report.text(
        f"{seats_text(tests, last, signs)} [seats] shows all seats, [first] the first and the "
        "last of them with either deck."
    )
    report.figure(
        "seats",
        figure,
        "Games won by seat, counted from the start player, tables of one kind of player with the "
        "deck that the rulebook gives them. Thin line: an equal share. Bars: 95 % intervals, "
        f"simultaneous for the {len(frame)} points (Šidák).",
        f"Three line charts: games won by seat with two, three and four players. {sentence}",
        [cells],
        frame,
    )
    halves, rows = [], []
    for k in COUNTS:
        for d in decks_of(k):
            for seat in (0, k - 1) if k > 2 else (0,):
                row = [called(k, d), ORDINALS[seat], f"{100 / k:.1f}"]
                for n in names:
                    one = cells(n, players=k, deck=d).estimate("win", seat)
                    halves.append((one["high"] - one["low"]) / 2)
                    sign = signs[seat > 0][k, d, n]
                    row.append(f"{100 * one['mean']:.1f}{MARK[sign]}")
                rows.append(row)
    report.table(
        "first",
        ["table", "seat", "equal", *(say.MANY[n] for n in names)],
        rows,
        "Games won by the first and by the last seat, in percent (95 % intervals: at most "
        f"±{100 * max(halves):.1f}); equal: an equal share; ↑, ↓: more or less than that, after "
        f"Holm's correction for {len(found)} comparisons at 5 %.",
        [cells],
        left=2,
    )
    return sentence


def _ends(found) -> dict:
    return {key: found[key] for key in ("mean", "low", "high")}


def seats_title(signs) -> str:
    """Where the seat matters, as a heading."""
    first, last = (
        {key: sign for key, sign in found.items() if PRINTED[key[0]] == key[1]} for found in signs
    )
    ahead, behind = ([key for key, sign in first.items() if sign == s] for s in (1, -1))
    late = [key for key, sign in last.items() if sign < 0]
    if len(ahead) == len(first):
        return "It pays to begin, whoever plays and however many"
    parts = [
        f"{text} {where(keys, len(all_of))}"
        for text, keys, all_of in (
            ("it pays to begin", ahead, first),
            ("it costs to begin", behind, first),
            ("the last seat is a bad one", late, last),
        )
        if keys
    ]
    return words.capital("; ".join(parts)) or "No seat is seen to be better than another"


def where(keys, number: int) -> str:
    """At which tables: named if they are few."""
    if len(keys) <= FEW:
        return f"among {words.listed(f'{words.count(k)} {say.MANY[n]}' for k, _, n in keys)}"
    return f"at {len(keys)} of {number} tables"


def seats_sentence(cells, names, signs) -> str:
    """What the first and the last seat win at tables of four and of two."""
    first, last = signs
    parts = []
    for k in reversed(COUNTS):
        shown = {n: printed(cells, n, k).estimate("win", 0) for n in names}
        top = max(names, key=lambda n: shown[n]["mean"])
        if first[k, PRINTED[k], top] > 0:
            text = f"of {words.count(k)} {say.MANY[top]} the first wins {say.interval(shown[top])}"
            if k > 2 and last[k, PRINTED[k], top]:
                end = printed(cells, top, k).estimate("win", k - 1)
                text += f" and the last {say.interval(end)}"
            parts.append(f"{text} of the games (an equal share is {words.percent(1 / k)})")
        else:
            parts.append(f"of {words.count(k)} no first seat is seen to be ahead")
    return words.capital("; ".join(parts)) + "."


def seats_text(tests, last, signs) -> str:
    """How many tables have a good first or a bad last seat, and where the gap is widest."""
    first_signs, last_signs = signs
    texts = []
    for name, found in (("first", first_signs), ("last", last_signs)):
        up, down = (sum(sign == s for sign in found.values()) for s in (1, -1))
        texts.append(
            f"the {name} seat wins more than an equal share at {up or 'none'} and less at "
            f"{down or 'none'} of the {len(found)} tables"
        )
    text = words.capital(f"{'; '.join(texts)} of more than two.")
    every = {(*key, "first"): one for key, one in tests.items()}
    every |= {(*key, "last"): one for key, one in last.items()}
    most = max(every, key=lambda key: abs(every[key].mean))
    k, d, n, which = most
    side = "above" if every[most].mean > 0 else "below"
    return text + (
        f" Furthest from it is the {which} seat of {words.count(k)} {say.MANY[n]} ({d} deck), "
        f"{say.points(every[most])} {side}."
    )


# ------------------------------------------------------------------------------------ length


def tell_length(report, cells, names, looks):
    """How long the games are, and what ends them."""
    figure = figures.new_figure(9.5)
    tables = [(k, d) for k in COUNTS for d in decks_of(k)]
    grid = figure.subplots(len(COUNTS), 2, sharex=True)
    most = 0
    for axes, (k, d) in zip(grid.flat, tables):
        lines = []
        for n in names:
            values, shares = cells(n, players=k, deck=d).distribution("rounds")
            lines += [{"who": n, "rounds": v, "share": s} for v, s in zip(values, shares)]
            most = max(most, float(values[(shares.cumsum() < 0.999).sum()]))
        figures.distribution(axes, pd.DataFrame(lines), "rounds", "share", "who", looks)
        axes.set_title(called(k, d))
        axes.grid(False, axis="y")
    for axes in grid[-1]:
        axes.set_xlim(0, most + 1)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
        axes.set_xlabel("rounds")
    figures.legend(figure, looks, looks, loc="outside upper right", ncols=len(looks))
    sentence = length_sentence(cells, names)
    report.heading(length_title(cells, names))
    report.text(f"{sentence} {ending_sentence(cells, names)} [length] shows the rounds, [ends] "
                "has the means.")  # fmt: skip
    report.figure(
        "length",
        figure,
        "Length of a game in rounds: share of games of each length, and the median (markers); "
        "left with the deck that the rulebook gives the table, right with the other one. One "
        "scale for each chart; at most one game in a thousand is beyond the right edge.",
        f"Six charts: distribution of the number of rounds. {sentence}",
        [cells],
    )
    rows = []
    for k, d in tables:
        row = [called(k, d)]
        for n in names:
            played = cells(n, players=k, deck=d)
            row.append(f"{mean(played, 'rounds'):.1f} ({100 * mean(played, 'ending_600'):.0f})")
        rows.append(row)
    half = [p.estimate("rounds") for p in cells.played]
    widest = max((one["high"] - one["low"]) / 2 for one in half)
    report.table(
        "ends",
        ["table", *(say.MANY[n] for n in names)],
        rows,
        "Mean rounds of a game (95 % intervals: at most "
        f"±{widest:.2f}), and in brackets the games that end because a player reaches 600 talers, "
        "in percent; the others end with the last order.",
        [cells],
    )
    return sentence


def apart(one, other) -> bool:
    """Whether the games of one cell are shorter than those of another, for sure."""
    ends = [played.estimate("rounds", level=SURE) for played in (one, other)]
    return ends[0]["high"] < ends[1]["low"]


def length_title(cells, names) -> str:
    """Which of the tables sit longest, as a heading."""
    rising = [
        apart(printed(cells, n, k), printed(cells, n, k + 1)) for n in names for k in COUNTS[:-1]
    ]
    if all(rising):
        return "Every player more makes the game longer"
    return "A player more makes the game longer at some tables, not at all"


def length_sentence(cells, names) -> str:
    """The rounds at each number of players."""
    parts = [
        f"{spread([mean(printed(cells, n, k), 'rounds') for n in names])} rounds with "
        f"{words.count(k)} players"
        for k in COUNTS
    ]
    four = {n: printed(cells, n, 4) for n in names}
    fast = [n for n in names if not any(apart(four[m], four[n]) for m in names)]
    slow = [n for n in names if not any(apart(four[n], four[m]) for m in names)]
    fast, slow = (words.listed(say.MANY[n] for n in some) for some in (fast, slow))
    return (
        f"With the deck of the rulebook a game takes {words.listed(parts)}; of four, {fast} need "
        f"the fewest and {slow} the most."
    )


def ending_sentence(cells, names) -> str:
    """Who ends games by 600, and who by the last order."""
    shares = {
        (k, d, n): mean(cells(n, players=k, deck=d), "ending_600")
        for k in COUNTS
        for d in DECKS
        for n in names
    }
    sure = [n for n in names if all(shares[k, PRINTED[k], n] >= MOSTLY for k in COUNTS)]
    parts = []
    if sure:
        text = f"with these decks {words.listed(say.MANY[n] for n in sure)} end at least "
        text += f"{words.percent(MOSTLY)} of their games by 600 talers, before the orders run out"
        less = {(k, d, n): s for (k, d, n), s in shares.items() if n in sure and s < MOSTLY}
        if less:
            key = min(less, key=less.get)
            text += f" (with the other deck {words.percent(less[key])} or more)"
        parts.append(text)
    for n in names:
        if n not in sure:
            each = [
                f"{words.percent(shares[k, PRINTED[k], n])} of the games of {words.count(k)}"
                for k in COUNTS
            ]
            parts.append(f"{say.MANY[n]} reach 600 in {words.listed(each)}")
    return words.capital("; ".join(parts)) + "."


# -------------------------------------------------------------------------------- short game


def tell_short(report, cells, names):
    """What the short deck changes at each table."""
    rounds = {
        (k, n): say.apart(*(cells(n, players=k, deck=d) for d in ("short", "full")), "rounds")
        for k in COUNTS
        for n in names
    }
    wins = {
        (k, n): cells(n, players=k, deck="short").minus(cells(n, players=k, deck="full"), "win", 0)
        for k in COUNTS
        for n in names
    }
    signs = dict(zip(rounds, holm_signs(list(rounds.values()))))
    moved = dict(zip(wins, holm_signs(list(wins.values()))))
    sentence = short_sentence(rounds, signs, names)
    report.heading(short_title(signs, names))
    report.text(f"{sentence} {moved_sentence(wins, moved)} [short] has the differences.")
    rows = []
    for k in COUNTS:
        for what, found, marks in (("rounds", rounds, signs), ("first seat (points)", wins, moved)):
            scale, digits = (1, 2) if what == "rounds" else (100, 1)
            row = [f"{k} players", what]
            for n in names:
                one = found[k, n]
                text = say.plus_minus(one.mean, one.low, one.high, scale, digits, sign=True)
                row.append(text + MARK[marks[k, n]])
            rows.append(row)
    report.table(
        "short",
        ["table", "of", *(say.MANY[n] for n in names)],
        rows,
        "What the short deck changes, short minus full: mean rounds, and games won by the first "
        f"seat; 95 % intervals; ↑, ↓: after Holm's correction for {len(rounds)} comparisons of "
        "each at 5 %.",
        [cells],
        left=2,
    )
    return sentence


def short_title(signs, names) -> str:
    """Whether the short game is shorter, as a heading."""
    kinds = {k: [signs[k, n] for n in names] for k in COUNTS}
    if all(s < 0 for found in kinds.values() for s in found):
        return "The short game is shorter at every table"
    if not any(s < 0 for found in kinds.values() for s in found):
        return "The short game is nowhere seen to be shorter"
    shorter = [n for n in names if all(signs[k, n] < 0 for k in COUNTS)]
    if shorter:
        crowd = words.listed(say.MANY[n] for n in shorter)
        return f"The short game is shorter for {crowd}, not for all"
    return "The short game is shorter only at some tables"


def short_sentence(rounds, signs, names) -> str:
    """How many rounds the short deck saves at the table of four."""
    cut = [n for n in names if signs[4, n] < 0]
    longer = [n for n in names if signs[4, n] > 0]
    none = [n for n in names if not signs[4, n]]
    parts = [
        f"{verb} {words.listed(f'{size(rounds[4, n])} for {say.MANY[n]}' for n in some)}"
        for verb, some in (("saves", cut), ("adds", longer))
        if some
    ]
    text = "With four players the short deck "
    text += f"{'; it '.join(parts)}" if parts else "changes nothing that is seen"
    if parts and none:
        text += f"; for {words.listed(say.MANY[n] for n in none)} {words.NONE}"
    return f"{text}."


def size(found) -> str:
    """A difference of rounds, without its sign."""
    low, high = sorted((abs(found.low), abs(found.high)))
    digits = words.decimals((high - low) / 2)
    return f"{abs(found.mean):.{digits}f} rounds ({low:.{digits}f} to {high:.{digits}f})"


def moved_sentence(wins, moved) -> str:
    """Whether the deck moves the first seat's share."""
    seen = [key for key, sign in moved.items() if sign]
    if not seen:
        return "It is nowhere seen to change what the first seat wins."
    parts = [f"{words.count(k)} {say.MANY[n]} by {points(wins[k, n])}" for k, n in seen]
    return f"What the first seat wins changes among {words.listed(parts)} points."


def points(found) -> str:
    """A signed difference in points."""
    return words.points(found.mean, found.low, found.high)
