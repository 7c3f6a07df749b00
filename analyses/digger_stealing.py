"""
Digger: does stealing pay?

One player who steals among others who never do, and the reverse, against the probability that a
steal slips (A8), the time that a steal takes (A7) and the number of players; what stealing does to
the game; and whether the strongest strategies should steal, from whom, and for spite. Every
sentence that states a finding is chosen by the numbers.
"""

from math import isnan

import _digger_seats as at
import numpy as np
import pandas as pd

from dwarfsim import figures, stats, words
from dwarfsim.game import load_game
from dwarfsim.pairs import holm_signs

QUICK = 40
PLAYERS = 4
SLIPS = "0,0.02,0.04,0.06,0.08,0.1,0.12,0.15,0.2,0.25,0.3,0.4,0.6,1"
FEWER_SLIPS = "0,0.02,0.04,0.06,0.08,0.1,0.12,0.15,0.2,0.3"
TIMES = "0.75,1.5,3"
SOLVED_SLIPS = "0,0.02,0.04,0.06,0.08,0.1,0.15"
SPITES = (0.25, 0.5, 1, 2)
ROOTS = (lambda x: np.sign(x) * np.abs(x) ** 0.5, lambda y: np.sign(y) * y**2)
GAMES, FEWER, ALIKE, SOLVED = 30_000, 20_000, 100_000, 12_000
THIEF, SOLVER = "champion:spite=0", "champion"
WHO = {at.THROWS: "throwers", at.ROBBER: "robbers", SOLVER: "champions"}
KINDS = {"robber": "one robber among throwers", "thrower": "one thrower among robbers"}


def make(study, report):
    """Play, and tell."""
    game = load_game(at.GAME)
    given = game.values({})
    looks = figures.looks_of(KINDS.values())
    # before the slips, which ask for fewer games of two of these tables
    alike = study.sweep("tables", at.GAME, [], list(ALL), ALIKE, rotate=True)
    cells = play_slips(study)
    breaks = tell_slips(report, cells, given)
    more = tell_breaks(study, report, cells, breaks, given, looks)
    whole = tell_game(report, alike)
    solved = tell_solved(study, report, given)
    report.abstract = [more[0], f"{more[1]} {whole}", solved]
    at.tell_players(report, game, WHO)


# ------------------------------------------------------------------------------ against the slip


def tables(players: int = PLAYERS) -> dict[str, str]:
    """The two tables: who is alone."""
    return {
        "robber": at.alone(at.ROBBER, at.THROWS, players),
        "thrower": at.alone(at.THROWS, at.ROBBER, players),
    }


def play_slips(study):
    """Both tables over slips and steal times."""
    settings = [f"slip={SLIPS}", f"steal_time={TIMES}"]
    return study.sweep("slips", at.GAME, settings, list(tables().values()), GAMES, rotate=True)


def tell_slips(report, cells, given):
    """The first figure; where each line crosses the fair share."""
    count = len(cells.played)
    frame = cells.frame("win", stats.sidak(0.95, count))
    frame = frame[frame["seat"] == 0]
    frame = frame.assign(line=[f"{t:g} s" for t in frame["steal_time"]])
    looks = figures.looks_of(frame["line"])
    figure = figures.new_figure(6.5)
    grid = figure.subplots(1, 2)
    breaks = {}
    for axes, (kind, table) in zip(grid, tables().items()):
        part = frame[frame["seats"] == table]
        figures.interval_plot(axes, part, "slip", "line", looks=looks, labels="")
        axes.set_title(KINDS[kind])
        at.fair_line(axes, 1 / PLAYERS, "an equal share")
        assumed_line(axes, given)
        figures.percent_axis(axes.yaxis)
        axes.set_ylim(0, None)
        axes.set_xlabel("probability that a steal slips (%, root scale)")
        axes.set_xscale("function", functions=ROOTS)
        axes.set_xticks([0, 0.01, 0.04, 0.1, 0.2, 0.4, 0.6, 1])
        axes.xaxis.set_major_formatter(lambda x, _: f"{100 * x:.0f}")
        axes.set_xlim(-0.0005, 1.02)
        for time, rows in part.groupby("steal_time"):
            breaks[kind, PLAYERS, time] = crossing(rows, PLAYERS)
    grid[0].set_ylabel("games won by the one")
    grid[0].legend(
        handles=figures_handles(looks), title="a steal takes", loc="upper right", title_fontsize=7
    )
    report.figure(
        "slips",
        figure,
        f"How often one player wins at a table of {words.count(PLAYERS)} whose other players do "
        "the opposite: left one who steals, right one who does not, for three mean times of a "
        "steal. All throw five times a turn; seats rotate. Dashed: the slip that is assumed "
        f"({words.percent(given['slip'])}). Bars: 95 % intervals, simultaneous for the {count} "
        "points (Šidák).",
        "Two line charts: share of wins by the probability of a slip. "
        + " ".join(here(cells, kind, given) for kind in KINDS),
        [cells],
        frame,
    )
    return breaks


def assumed_line(axes, given) -> None:
    """A line at the slip that is assumed."""
    axes.axvline(given["slip"], color="#999999", linewidth=0.7, linestyle=(0, (2, 2)), zorder=1)


def figures_handles(looks):
    """Lines for a legend with a title."""
    from matplotlib.lines import Line2D

    return [Line2D([], [], label=k, markeredgewidth=0.9, **v) for k, v in looks.items()]


def crossing(rows, players: int):
    """Where the share of the wins in these rows is an equal share."""
    return at.crossing(rows["slip"], rows["low"], rows["mean"], rows["high"], 1 / players)


def here(cells, kind, given) -> str:
    """What the one wins at the slip and the steal time that are assumed."""
    played = cells(tables()[kind], slip=given["slip"], steal_time=given["steal_time"])
    found = at.over_fair(played)
    side = {1: "more than", -1: "less than", 0: "not seen to differ from"}[found.sign]
    one, many = ("robber", "throwers") if kind == "robber" else ("thrower", "robbers")
    return (
        f"At the assumed slip of {words.percent(given['slip'])} one {one} among "
        f"{words.count(PLAYERS - 1)} {many} wins {at.interval(played.estimate('win', 0))} of the "
        f"games, {side} an equal share."
    )


# ------------------------------------------------------------------------------- the break-even


def tell_breaks(study, report, cells, breaks, given, looks):
    """Break-even slips by steal time and number of players, in a figure; words for the title."""
    played = [cells]
    for players in (2, 3, 5):
        names = list(tables(players).values())
        settings = [f"slip={FEWER_SLIPS}", f"players={players}"]
        more = study.sweep(f"players {players}", at.GAME, settings, names, FEWER, rotate=True)
        played.append(more)
        frame = more.frame("win", stats.sidak(0.95, len(more.played)))
        for kind, table in tables(players).items():
            rows = frame[(frame["seat"] == 0) & (frame["seats"] == table)]
            breaks[kind, players, given["steal_time"]] = crossing(rows, players)
    lines = []
    times = sorted({t for _, n, t in breaks if n == PLAYERS})
    for label, n, t in [
        *((f"a steal takes {t:g} s", PLAYERS, t) for t in times),
        *((f"{n} players", n, given["steal_time"]) for n in range(2, 6)),
    ]:
        for kind in KINDS:
            found = breaks[kind, n, t]
            ends = {"mean": found.at, "low": found.low, "high": found.high}
            lines.append({"what": label, "who": KINDS[kind], **ends, "begins": found.begins})
    frame = pd.DataFrame(lines)
    both = [breaks[kind, PLAYERS, given["steal_time"]] for kind in KINDS]
    report.title = title(both, cells, given)
    report.heading(time_title(breaks, given))
    report.text(
        f"{time_sentence(breaks, given)} {players_sentence(breaks, given)} [breaks] shows all."
    )
    figure = figures.new_figure(5.6)
    axes = figure.subplots()
    figures.dot_plot(axes, frame, "what", "who", looks=looks, labels="")
    figures.legend(
        figure, looks, {k: v | {"linestyle": "none"} for k, v in looks.items()},
        loc="outside upper right", ncols=2,
    )  # fmt: skip
    axes.axhline(len(times) - 0.5, color=figures.INK, linewidth=0.5)
    assumed_line(axes, given)
    axes.set_xlim(0, None)
    figures.percent_axis(axes.xaxis)
    axes.set_xlabel("break-even slip: below it stealing pays")
    missing = [n for n, row in enumerate(lines) if isnan(row["mean"])]
    for n in missing:
        row = list(dict.fromkeys(frame["what"])).index(lines[n]["what"])
        number = list(KINDS.values()).index(lines[n]["who"])
        above = lines[n]["begins"] * (1 if number == 0 else -1)
        note = {1: "pays at every slip", -1: "pays at no slip", 0: "none seen"}[above]
        shift, colour = 0.44 * (number - 0.5), looks[lines[n]["who"]]["color"]
        axes.text(0.001, row + shift, note, va="center", fontsize=6.5, color=colour)
    report.figure(
        "breaks",
        figure,
        "The slip at which a player who does the opposite of all others wins an equal share, "
        f"above by the time of a steal ({PLAYERS} players), below by the number of players "
        f"({given['steal_time']:g} s). Bars: where the simultaneous 95 % band of its curve (as in "
        "[slips]) holds the equal share. Dashed: the slip that is assumed.",
        "Dot plot of break-even slips. "
        + " ".join(break_sentence(k, breaks[k, PLAYERS, given["steal_time"]]) for k in KINDS),
        played,
        frame.drop(columns="begins"),
    )
    first = " ".join(here(cells, kind, given) for kind in KINDS)
    second = " ".join(
        break_sentence(kind, breaks[kind, PLAYERS, given["steal_time"]]) for kind in KINDS
    )
    return f"{first} [slips] shows other slips.", second


def shown(found) -> str:
    """A break-even slip with its interval."""
    return words.percent_interval(found.at, found.low, found.high)


def title(both, cells, given) -> str:
    """Whether stealing pays as it is assumed, and up to which slip."""
    signs = [
        at.over_fair(cells(table, slip=given["slip"], steal_time=given["steal_time"])).sign
        for table in tables().values()
    ]
    pays = (signs[0] > 0, signs[1] < 0)
    ends = [found.at for found in both]
    if all(pays) and not any(map(isnan, ends)):
        less, more = (
            words.percent(found.at, found.low, found.high)
            for found in sorted(both, key=lambda found: found.at)
        )
        first = f"fewer than {less} of the steals slip"
        if both[0].low <= both[1].high and both[1].low <= both[0].high:
            return f"Stealing pays as long as {first}"
        few = "thieves" if ends[0] > ends[1] else "honest players"
        many = "honest players" if ends[0] > ends[1] else "thieves"
        return f"Among {few} stealing pays if {first}, among {many} if fewer than {more}"
    if all(pays):
        return "Stealing pays, whether the others steal or not"
    if pays[0] != pays[1]:
        return f"Stealing pays only where the others {'do not' if pays[0] else 'do, too'}"
    if signs[0] < 0 and signs[1] > 0:
        return "Stealing does not pay"
    return "Stealing is not seen to pay"


def break_sentence(kind, found) -> str:
    """Up to which slip stealing pays at one kind of table."""
    crowd = "throwers" if kind == "robber" else "robbers"
    if isnan(found.at):
        above = found.begins if kind == "robber" else -found.begins
        if above > 0:
            return f"Among {crowd} stealing pays at every slip that was played."
        if above < 0:
            return f"Among {crowd} stealing does not pay even if no steal slips."
        return f"Among {crowd} stealing is not seen to pay at any slip."
    return f"Among {crowd} stealing pays as long as fewer than {shown(found)} of the steals slip."


def _ends(breaks, kind, keys):
    return [breaks[kind, *key].at for key in keys]


def time_title(breaks, given) -> str:
    """Whether the time of a steal moves the break-even, as a heading."""
    keys = sorted((n, t) for k, n, t in breaks if k == "robber" and n == PLAYERS)
    fast, slow = (_ends(breaks, "robber", [key])[0] for key in (keys[0], keys[-1]))
    quick, long = keys[0][1], keys[-1][1]
    if isnan(slow) and not isnan(fast):
        sure = breaks["robber", PLAYERS, long].begins < 0
        verb = "does not pay" if sure else "is not seen to pay"
        return f"A steal that takes {long:g} seconds {verb}, however safe it is"
    if isnan(fast) or isnan(slow):
        return "The break-even by the time of a steal and by the number of players"
    if abs(slow - fast) < 0.1 * fast:
        return f"Whether a steal takes {quick:g} or {long:g} seconds hardly matters"
    word = "rarer" if slow < fast else "more frequent"
    may = "must" if slow < fast else "may"
    ends = f"{words.percent(fast)} at {quick:g} s, {words.percent(slow)} at {long:g} s"
    return f"The slower a steal, the {word} slips {may} be: {ends}"


def time_sentence(breaks, given) -> str:
    """The break-even of the fastest and of the slowest steal."""
    times = sorted(t for k, n, t in breaks if k == "robber" and n == PLAYERS)
    parts = []
    for kind, crowd in (("robber", "throwers"), ("thrower", "robbers")):
        texts = []
        for t in (times[0], times[-1]):
            found = breaks[kind, PLAYERS, t]
            above = found.begins if kind == "robber" else -found.begins
            none = {1: "beyond any slip (it always pays)", -1: "below zero (it never pays)"}
            none[0] = "not seen"
            text = none[above] if isnan(found.at) else shown(found)
            texts.append(f"{text} where {'a steal' if t == times[0] else 'it'} takes {t:g} s")
        parts.append(f"among {crowd} the break-even is {texts[0]}, and {texts[1]}")
    return words.capital("; ".join(parts)) + "."


def players_sentence(breaks, given) -> str:
    """How the break-even moves with the number of players."""
    texts = {}
    for kind, crowd in (("robber", "throwers"), ("thrower", "robbers")):
        found = {n: breaks[kind, n, given["steal_time"]] for n in range(2, 6)}
        have = [n for n in found if not isnan(found[n].at)]
        if len(have) > 1:
            few, many = min(have), max(have)
            a, b = found[few], found[many]
            same = a.low <= b.high and b.low <= a.high
            verb = (
                "does not change, as far as is seen"
                if same
                else "rises"
                if b.at > a.at
                else "falls"
            )
            text = f"among {crowd} from {shown(a)} with {few} to {shown(b)} with {many}"
            texts.setdefault(verb, []).append(text)
    parts = [f"with more players it {verb}, {words.listed(some)}" for verb, some in texts.items()]
    return words.capital("; ".join(parts)) + "." if parts else ""


# ------------------------------------------------------------------------------------- the game


ALL = {  # tables that are told
    at.THROWS: "throwers",
    at.alone(at.ROBBER, at.THROWS): "one robber among throwers",
    at.alone(at.THROWS, at.ROBBER): "one thrower among robbers",
    at.ROBBER: "robbers",
}


MEANS = ("turns", "throws", "slips", "steals")


def tell_game(report, cells):
    """What stealing does to length, busts and scores."""
    found = {table: facts(cells(table)) for table in ALL}
    report.heading(game_title(found))
    sentence = game_sentence(found)
    report.text(f"{sentence} {score_sentence(found)} [tables] has the numbers.")
    means = {n: at.column([found[t][n] for t in ALL]) for n in MEANS}
    rows = [
        [
            name,
            *(means[n][row] for n in ("turns", "throws")),
            f"{100 * found[table]['bust']:.1f}",
            *(means[n][row] for n in ("slips", "steals")),
            f"{found[table]['points']:.1f}",
            f"{found[table]['sd']:.1f}",
            f"{100 * found[table]['ties']:.1f}",
        ]
        for row, (table, name) in enumerate(ALL.items())
    ]
    heads = ["table of four", "turns", "throws", "busts (%)", "slips", "steals"]
    heads += ["points", "sd", "ties (%)"]
    report.table(
        "tables",
        heads,
        rows,
        "What a game is like: means of turns, throws, slips and stolen stones of a game, the "
        "share of turns in which the sand cost a stone, a player's final points (mean and "
        "standard deviation), and the share of games with several winners. "
        f"{cells.played[0].totals.games:,} games of each; the 95 % "
        f"intervals of the means are at most ±{widest(found)}.",
        [cells],
    )
    return sentence


def facts(played) -> dict:
    """The numbers of a table."""
    found = {name: played.estimate(name) for name in MEANS}
    scores = [played.estimate("score", seat) for seat in range(PLAYERS)]
    mean = sum(s["mean"] for s in scores) / PLAYERS
    square = sum(s["sd"] ** 2 + s["mean"] ** 2 for s in scores) / PLAYERS
    busts = played.estimate("busts")
    found["busts"] = busts
    found["bust"] = busts["mean"] / found["turns"]["mean"]
    found["bust error"] = (busts["high"] - busts["low"]) / 2 / found["turns"]["mean"]
    found |= {"points": mean, "sd": (square - mean**2) ** 0.5, "ties": at.tied(played).mean()}
    return found


def widest(found) -> str:
    """Half the widest interval of the table's means."""
    half = max((f[n]["high"] - f[n]["low"]) / 2 for f in found.values() for n in MEANS)
    return f"{half:.{words.decimals(half)}f}"


def _apart(a, b) -> int:
    """1 if b is surely above a, -1 if below."""
    return int(b["low"] > a["high"]) - int(b["high"] < a["low"])


def game_title(found) -> str:
    """What stealing by all does to a game, as a heading."""
    none, all_ = found[at.THROWS], found[at.ROBBER]
    longer = _apart(none["turns"], all_["turns"])
    share = all_["turns"]["mean"] / none["turns"]["mean"] - 1
    wide = all_["sd"] / none["sd"] - 1
    length = {1: "longer", -1: "shorter", 0: "no longer"}[longer]
    text = f"A game of thieves is {100 * abs(share):.0f} % {length}" if longer else ""
    spread = "scores spread no more"
    if abs(wide) >= 0.03:
        spread = f"a player's points spread {'more' if wide > 0 else 'less'}"
    return f"{text}, and {spread}" if text else f"A game of thieves is as long, and {spread}"


def game_sentence(found) -> str:
    """Length and busts without and with stealing by all."""
    none, all_ = found[at.THROWS], found[at.ROBBER]
    busts = all_["bust"] - none["bust"]
    seen = abs(busts) > none["bust error"] + all_["bust error"]
    verb = f"{'rise' if busts > 0 else 'fall'} from" if seen else "do not change:"
    longer = _apart(none["turns"], all_["turns"])
    length = {1: "lasts longer", -1: "is over sooner", 0: "lasts as long"}[longer]
    return (
        f"If all steal, a game {length}, {all_['turns']['mean']:.1f} turns instead of "
        f"{none['turns']['mean']:.1f}, with {all_['steals']['mean']:.0f} stones stolen; turns that "
        f"the sand spoils {verb} {words.percent(none['bust'])} to {words.percent(all_['bust'])}."
    )


def score_sentence(found) -> str:
    """The scores without and with stealing by all."""
    none, all_ = found[at.THROWS], found[at.ROBBER]
    return (
        f"A player ends with {all_['points']:.0f} points on average instead of "
        f"{none['points']:.0f}, with a standard deviation of {all_['sd']:.1f} instead of "
        f"{none['sd']:.1f}, seats and games together."
    )


# ------------------------------------------------------------------------- strongest strategies


def tell_solved(study, report, given):
    """Whether the champion should steal; and for spite."""
    honest = at.honest_seat()
    pair = {
        "one that steals among honest": at.alone(THIEF, honest),
        "one honest among thieves": at.alone(honest, THIEF),
    }
    settings = [f"slip={SOLVED_SLIPS}"]
    cells = study.sweep("champions", at.GAME, settings, list(pair.values()), SOLVED, rotate=True)
    spiteful = {s: at.alone(f"{SOLVER}:spite={s:g}", THIEF) for s in SPITES}
    spites = study.sweep("spite", at.GAME, [], list(spiteful.values()), SOLVED, rotate=True)
    count = len(cells.played) + len(SPITES)
    level = stats.sidak(0.95, count)
    frame = cells.frame("win", level)
    frame = frame[frame["seat"] == 0]
    names = {table: name for name, table in pair.items()}
    frame = frame.assign(line=[names[table] for table in frame["seats"]])
    more = [
        {"line": "spite", "spite": s, **spites(t).estimate("win", 0, level)}
        for s, t in spiteful.items()
    ]
    looks = figures.looks_of(pair)
    figure = figures.new_figure(6.6)
    left, right = figure.subplots(1, 2, width_ratios=[1.35, 1])
    figures.interval_plot(left, frame, "slip", "line", looks=looks, labels="legend")
    figures.interval_plot(right, pd.DataFrame(more), "spite")
    left.set_title("stealing for the stone's own worth")
    right.set_title("stealing for spite, too")
    left.set_ylabel("games won by the one")
    left.set_xlabel("probability that a steal slips")
    right.set_xlabel("worth of a point that the leader loses (points)")
    at.fair_line(left, 1 / PLAYERS, "an equal share", "left")
    at.fair_line(right, 1 / PLAYERS)
    for axes in (left, right):
        figures.percent_axis(axes.yaxis)
    figures.percent_axis(left.xaxis)
    left.set_ylim(0, 1)
    right.set_xlim(0, None)
    lone = {
        (kind, cell.cell.values["slip"]): at.over_fair(cell, 0, level)
        for kind, table in pair.items()
        for cell in cells.played
        if cell.cell.seats == table
    }
    tests = {s: at.over_fair(spites(t), 0, level) for s, t in spiteful.items()}
    signs = dict(zip(tests, holm_signs(list(tests.values()))))
    sentence = solved_sentence(cells, pair, lone, given)
    spite = spite_sentence(spites, spiteful, signs)
    report.heading(solved_title(lone, pair, given))
    report.text(
        f"{sentence} {rate_sentence(cells, pair, given)} {spite} [champions] shows both. The "
        "champion weighs each steal: what the stone is worth against the time that it takes and "
        "the turn that may be lost; it takes a stone from the middle where that is better. The "
        "honest one plays the same, but as if black never showed; neither was tuned anew."
    )
    report.figure(
        "champions",
        figure,
        "Left: how often one champion without spite wins among three that never steal, and one "
        "that never steals among three champions without spite. Right: one champion that also "
        "weighs what the richest opponent loses, among three that do not, at a slip of "
        f"{words.percent(given['slip'])}. Seats rotate. Bars: 95 % intervals, simultaneous for the "
        f"{count} points (Šidák).",
        f"Two line charts: wins of one among three others. {sentence} {spite}",
        [cells, spites],
        frame,
    )
    return f"{sentence} {spite}"


def _signs(lone, pair):
    """At which slips the thief gains among honest ones; and the honest one loses among thieves."""
    one, other = pair
    slips = sorted({slip for _, slip in lone})
    return (
        {slip: lone[one, slip].sign for slip in slips},
        {slip: -lone[other, slip].sign for slip in slips},
    )


def solved_title(lone, pair, given) -> str:
    """Whether a champion should steal, as a heading."""
    first, second = _signs(lone, pair)
    here = first[given["slip"]], second[given["slip"]]
    if here == (1, 1):
        last = [s for s in first if all(first[t] > 0 and second[t] > 0 for t in first if t <= s)]
        whole = last[-1] == max(first)
        return "A champion should steal" + (
            ", at every slip that was played" if whole else f", up to a slip of {last[-1]:.0%}"
        ).replace("%", " %")
    if here == (-1, -1):
        return "A champion should not steal"
    return "Whether a champion should steal depends on the others"


def solved_sentence(cells, pair, lone, given) -> str:
    """What stealing is worth to a champion at the assumed slip and at the worst."""
    one, other = pair.values()
    worst = max(slip for _, slip in lone)
    a, b = (cells(t, slip=given["slip"]).estimate("win", 0) for t in (one, other))
    c, d = (cells(t, slip=worst).estimate("win", 0) for t in (one, other))
    return (
        f"One champion that steals for a stone's own worth wins {at.interval(a)} of its games "
        "among three that never steal, and one that never steals "
        f"{at.interval(b)} among three that do; at a slip of {words.percent(worst)} the two win "
        f"{at.interval(c)} and {at.interval(d)}."
    )


def rate_sentence(cells, pair, given) -> str:
    """How many steals a thief makes among honest ones, by slip."""
    table = next(iter(pair.values()))
    worst = max(p.cell.values["slip"] for p in cells.played)
    low, high = (cells(table, slip=slip) for slip in (given["slip"], worst))
    found = [p.estimate("steals") for p in (low, high)]
    verb = {-1: "fewer", 1: "more", 0: "no fewer"}[_apart(*found)]
    texts = at.column(found)
    return (
        f"It steals {verb} stones where slips are frequent: {texts[0]} a game at "
        f"{words.percent(given['slip'])}, {texts[1]} at {words.percent(worst)}."
    )


def spite_sentence(spites, spiteful, signs) -> str:
    """Whether it pays to weigh what the leader loses."""
    up = [s for s, sign in signs.items() if sign > 0]
    down = [s for s, sign in signs.items() if sign < 0]
    best = max(spiteful, key=lambda s: spites(spiteful[s]).estimate("win", 0)["mean"])
    top = at.interval(spites(spiteful[best]).estimate("win", 0))
    if up:
        text = f"It pays to hurt the leader: one that counts a point the leader loses as {best:g}"
        text += f" of its own wins {top} among three that do not care"
        return text + (f"; at {words.listed(f'{s:g}' for s in down)} it costs." if down else ".")
    if down:
        shown_ = words.listed(f"{s:g}" for s in down)
        return f"Spite does not pay: it costs wins at a weight of {shown_}."
    return "No difference is seen between champions with spite and without."
