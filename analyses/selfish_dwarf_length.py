"""
Saboteur: Selfish Dwarf: how long is a round, and what is left of the deck?

Turns, cards left to draw, path cards laid and goals turned over, with five to ten players, when all
are plain players and when all are readers, and by who wins. Every sentence that states a finding
is chosen by the numbers.
"""

import _selfish_dwarf_words as say
import pandas as pd
from _selfish_dwarf_length import ALL, GOLD, KEPT, Lengths

from dwarfsim import figures, words
from dwarfsim.game import load_game
from dwarfsim.games.selfish_dwarf.cards import NUMBERS

QUICK = 20
GAMES = {"plain": 40_000, "reader": 24_000}
CALLED = {"plain": "all plain", "reader": "all readers"}
AMONG = {"plain": "among plain players", "reader": "among readers"}
PATHS = sum(NUMBERS)  # path cards
SHOWN = (5, 7, 10)  # tables whose distributions are drawn
CLAIMS = {  # what is compared: outcome, whose rounds, against whose
    "later": ("turns", "selfish", "digger"),
    "goals": ("goals_turned", "selfish", "digger"),
    "paths": ("paths_laid", GOLD, "saboteur"),
}


def make(study, report):
    """Play, and tell."""
    cells = study.sweep("tables", say.GAME, ["players=5..10"], list(GAMES), GAMES, keep=KEPT)
    found = {(w, n): Lengths(cells(w, players=n)) for w in GAMES for n in say.PLAYERS}
    level = say.simultaneous(len(CLAIMS) * len(found))
    claims = {(c, *key): one.apart(*CLAIMS[c], level) for c in CLAIMS for key, one in found.items()}
    signs = say.signs_of(claims)
    report.title = say.unbroken(title(found))
    turns = tell_turns(report, cells, found, claims, signs)
    tell_when(report, cells, found)
    goals = tell_goals(report, cells, found, claims, signs)
    left = tell_left(report, cells, found, claims, signs)
    report.abstract = [turns, goals, left]
    game = load_game(say.GAME)
    report.heading("Who plays")
    report.players(game, list(GAMES), say.WHO)
    report.assumptions(game)


def means(found, outcome: str, who: str, winner: str = ALL) -> dict[int, float]:
    """A mean at each table that had such rounds."""
    all_of = {n: found[who, n].mean(outcome, winner)["mean"] for n in say.PLAYERS}
    return {n: mean for n, mean in all_of.items() if mean == mean}


def ends(values, digits: int = 0) -> str:
    """``27 to 39``, or one number."""
    texts = [f"{end:.{digits}f}" for end in (min(values), max(values))]
    return " to ".join(dict.fromkeys(texts))


def title(found) -> str:
    """How long the rounds are."""
    parts = [f"{ends(means(found, 'turns', w).values())} turns {AMONG[w]}" for w in GAMES]
    return f"A round takes {words.listed(parts)}, by the number of players"


def full(found) -> list[int]:
    """The numbers of turns of all rounds that the saboteurs win: that of the cards, if the rules
    are right."""
    return sorted({int(t) for one in found.values() for t in one.of("turns", "saboteur")})


# --------------------------------------------------------------------------------------- turns

SERIES = {ALL: "all rounds", "digger": "won by gold-diggers", "selfish": "by the Selfish Dwarf"}


def curves(found, outcome: str, series: dict, looks, label: str):
    """A figure of means by players, a panel a strategy; and its frame."""
    level = say.simultaneous(len(found) * len(series))
    lines = [
        {"who": w, "players": n, "rounds": name, **found[w, n].mean(outcome, winner, level)}
        for w, n in found
        for winner, name in series.items()
    ]
    frame = pd.DataFrame(lines)
    figure = figures.new_figure(6.4)
    grid = figure.subplots(1, len(GAMES), sharey=True)
    for axes, who in zip(grid, GAMES, strict=True):
        part = frame[frame["who"] == who]
        figures.interval_plot(axes, part, "players", "rounds", looks=looks, labels="", dodge=0.06)
        axes.set_title(CALLED[who])
        axes.set_xlabel("players")
    grid[0].set_ylim(0, None)
    grid[0].set_ylabel(label)
    figures.legend(figure, list(looks), looks, loc="outside upper center", ncols=len(looks))
    return figure, frame


def tell_turns(report, cells, found, claims, signs) -> str:
    """First figure: turns by players and by who wins."""
    looks = figures.looks_of(SERIES.values())
    figure, frame = curves(found, "turns", SERIES, looks, "turns of all players")
    last = full(found)
    for axes in figure.axes:
        axes.set_ylim(0, 1.08 * max(last))
        if len(last) == 1:
            axes.axhline(last[0], color=figures.INK, linewidth=0.7, zorder=1)
    sentence = f"{turns_sentence(found)} {later_sentence(claims, signs)}"
    rule = f"Line: {last[0]} turns, whenever the saboteurs win. " if len(last) == 1 else ""
    report.figure(
        "turns",
        figure,
        f"Mean number of turns of a round, of all players together. {rule}95 % intervals, "
        f"simultaneous for the {len(frame)} points (Šidák).",
        f"Two line charts of turns, with five to ten players. {sentence}",
        [cells],
        frame,
    )
    return f"{sentence} [turns] shows it."


def turns_sentence(found) -> str:
    """How long rounds are, and those in which the gold is found."""
    last = full(found)
    text = ""
    if len(last) == 1:
        text = (
            f"Saboteurs win when all cards are played, after {last[0]} turns; only gold that is "
            "found ends a round sooner. "
        )
    parts = []
    for who in GAMES:
        whole, gold = (means(found, "turns", who, winner) for winner in (ALL, GOLD))
        short, long = min(whole, key=whole.get), max(whole, key=whole.get)
        parts.append(
            f"{AMONG[who]} a round takes from {whole[short]:.1f} turns on average "
            f"({words.count(short)} players) to {whole[long]:.1f} ({words.count(long)}), and the "
            f"gold, where it is found, {ends(gold.values())}"
        )
    return f"{text}{words.capital('; '.join(parts))}."


def later_sentence(claims, signs) -> str:
    """Whether the Selfish Dwarf wins later than the gold-diggers."""
    parts = []
    for who in GAMES:
        for sign, word in ((1, "later"), (-1, "earlier")):
            seen = [n for n in say.PLAYERS if signs["later", who, n] == sign]
            if seen:
                sizes = [abs(claims["later", who, n].mean) for n in seen]
                parts.append(f"{ends(sizes, 1)} turns {word} {AMONG[who]} {say.at_tables(seen)}")
    if not parts:
        return "The Selfish Dwarf is not seen to win earlier or later than gold-diggers do."
    return f"The Selfish Dwarf, where he wins, wins {words.listed(parts)} than gold-diggers do."


def tell_when(report, cells, found) -> None:
    """Second figure: in which turn the gold is found."""
    names = {"digger": "gold-diggers", "selfish": "Selfish Dwarf"}
    looks = {names[role]: look for role, look in say.looks().items() if role in names}
    lines = []
    for who in GAMES:
        for n in SHOWN:
            one = found[who, n]
            for role, name in names.items():
                turns = one.of("turns", role)
                lines += [
                    {"who": who, "players": n, "winner": name, "turn": t, "share": share}
                    for t, share in enumerate(
                        [float((turns == t).sum()) / one.games for t in range(max(full(found)) + 1)]
                    )
                ]
    frame = pd.DataFrame(lines)
    figure = figures.new_figure(6.2)
    grid = figure.subplots(len(GAMES), len(SHOWN), sharex=True)
    top = float(frame["share"].max())
    for row, who in zip(grid, GAMES, strict=True):
        for axes, n in zip(row, SHOWN, strict=True):
            part = frame[(frame["who"] == who) & (frame["players"] == n)]
            figures.distribution(axes, part, "turn", "share", "winner", looks, medians=False)
            axes.set_ylim(0, 1.4 * top)
            lost = words.percent(float(found[who, n].where["saboteur"].mean()))
            axes.text(0, 1.38 * top, f"saboteurs {lost}", va="top", fontsize=7)
        row[0].set_ylabel(CALLED[who])
    for axes, n in zip(grid[0], SHOWN, strict=True):
        axes.set_title(f"{n} players")
    for axes in grid[-1]:
        axes.set_xlabel("turn")
    figures.legend(
        figure,
        list(looks),
        {name: look | {"marker": ""} for name, look in looks.items()},
        loc="outside upper center",
        ncols=len(looks),
    )
    report.heading(when_title(found))
    report.text(f"{when_sentence(found)} [when] shows three tables, [length] has all of them.")
    report.figure(
        "when",
        figure,
        "Share of all rounds that end in each turn with the gold, by who gets it; one scale for "
        "all panels. Not drawn: the rounds that the saboteurs win, which end with the last card.",
        f"Six distributions of the turn in which the gold is found. {when_sentence(found)}",
        [cells],
        frame,
    )
    rows = []
    for (who, n), one in found.items():
        row = [CALLED[who], str(n)]
        for outcome, winner in (("turns", ALL), ("turns", GOLD)):
            row.append(pm(one.mean(outcome, winner)))
        row.append(" to ".join(map(str, one.quantiles("turns", GOLD))))
        row.append(f"{one.mean('turns')['mean'] / n:.1f}")
        row.append(pm(one.mean("deck_left")))
        empty = one.share("deck_left", 0)
        row.append(say.plus_minus(empty["mean"], empty["low"], empty["high"]))
        rows.append(row)
    report.table(
        "length",
        ["", "pl.", "turns", "gold found", "8 of 10", "each", "left", "none left, %"],
        rows,
        "Mean turns of a round, of a round in which the gold is found, and how many such rounds "
        "take at least eight times in ten (10 % and 90 % quantiles); turns of each player; cards "
        "left to draw, and how often there are none. ± half of a single 95 % interval.",
        [cells],
        left=1,
    )


def pm(found, digits: int = 1) -> str:
    """A mean for a table."""
    if found["mean"] != found["mean"]:
        return "–"
    return say.plus_minus(found["mean"], found["low"], found["high"], 1, digits)


def when_title(found) -> str:
    """Who finds the gold sooner, as a heading."""
    gold = {key: one.mean("turns", GOLD) for key, one in found.items()}
    gaps = [gold["reader", n]["low"] - gold["plain", n]["high"] for n in say.PLAYERS]
    if min(gaps) > 0:
        return "Readers take longer to find the gold than plain players, at every table"
    return "Gold is found over a wide range of turns"


def when_sentence(found) -> str:
    """How far the turns spread, and what a player has of the round."""
    spread = {key: one.quantiles("turns", GOLD) for key, one in found.items()}
    each = {w: [m / n for n, m in means(found, "turns", w).items()] for w in GAMES}
    wide = max(spread, key=lambda key: spread[key][1] - spread[key][0])
    low, high = spread[wide]
    return (
        f"The turn in which the gold is found varies: at the widest table ({wide[1]} players, "
        f"{CALLED[wide[0]]}) from {low} to {high} in at least eight of ten such rounds. A player "
        f"has {ends(each['plain'], 1)} turns of their own in a round of plain players and "
        f"{ends(each['reader'], 1)} in one of readers."
    )


# --------------------------------------------------------------------------------------- goals


def tell_goals(report, cells, found, claims, signs) -> str:
    """Third figure and the table of goals turned."""
    series = {role: f"won by {who}" for role, who in say.ROLES.items()}
    looks = {name: say.looks()[role] for role, name in series.items()}
    figure, frame = curves(found, "goals_turned", series, looks, "goals turned over")
    sentence = goals_sentence(found)
    report.heading(goals_title(found))
    report.text(f"{goals_claim(claims, signs)} [goals] shows the means, [turned] has the shares.")
    report.figure(
        "goals",
        figure,
        "Mean number of the three goals that are turned over in a round, the gold among them, by "
        f"who wins. 95 % intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Two line charts of goals turned, with five to ten players. {sentence}",
        [cells],
        frame,
    )
    rows = []
    for (who, n), one in found.items():
        row = [CALLED[who], str(n)]
        for winner in say.ROLES:
            numbers = (0, 1, 2) if winner == "saboteur" else (1, 2, 3)
            shares = [one.share("goals_turned", k, winner) for k in numbers]
            row += [f"{100 * share['mean']:.1f}" for share in shares]
        rows.append(row)
    widest = max(
        (share["high"] - share["low"]) / 2
        for one in found.values()
        for winner in say.ROLES
        for share in (one.share("goals_turned", k, winner) for k in range(4))
    )
    report.table(
        "turned",
        ["", "pl.", "sab.: 0", "1", "2", "dig.: 1", "2", "3", "self.: 1", "2", "3"],
        rows,
        "Goals turned over in rounds that the saboteurs, the gold-diggers and the Selfish Dwarf "
        f"win, in percent of these rounds; single 95 % intervals are at most ± {100 * widest:.1f}.",
        [cells],
        left=1,
    )
    return sentence


def only(found, who: str) -> list[float]:
    """How often the gold, where it is found, is the only goal turned, by table."""
    return [found[who, n].share("goals_turned", 1, GOLD)["mean"] for n in say.PLAYERS]


def goals_title(found) -> str:
    """How often the first goal is the right one, as a heading."""
    plain, reader = (only(found, who) for who in GAMES)
    if min(r - p for r, p in zip(reader, plain, strict=True)) > 0:
        return "Readers go to the right goal first more often than plain players"
    return "How often the first goal is the right one depends on the table"


def percents(values) -> str:
    """``50 to 64 %``."""
    return f"{ends([100 * value for value in values])} %"


def goals_sentence(found) -> str:
    """How many goals are turned."""
    none = {
        w: [found[w, n].share("goals_turned", 0, "saboteur")["mean"] for n in say.PLAYERS]
        for w in GAMES
    }
    parts = [f"{percents(only(found, w))} {AMONG[w]}" for w in GAMES]
    lost = [f"{percents(none[w])} {AMONG[w]}" for w in GAMES]
    return (
        "Where the gold is found, it is the only goal that was turned over in "
        f"{words.listed(parts)}, by the number of players: a goal taken at random would be the "
        "gold once in three times. Where the saboteurs win, no goal was turned over in "
        f"{words.listed(lost)}."
    )


def goals_claim(claims, signs) -> str:
    """Whose gold needs more goals."""
    parts = []
    for who in GAMES:
        for sign, word in ((-1, "fewer"), (1, "more")):
            seen = [n for n in say.PLAYERS if signs["goals", who, n] == sign]
            if seen:
                parts.append(f"{word} {AMONG[who]} {say.at_tables(seen)}")
    if not parts:
        return (
            "The Selfish Dwarf is not seen to turn over more or fewer goals than gold-diggers do."
        )
    return (
        "In rounds that the Selfish Dwarf wins, the goals turned over are, compared with those "
        f"that the gold-diggers win, {words.listed(parts)}."
    )


# ---------------------------------------------------------------------------------------- left


def tell_left(report, cells, found, claims, signs) -> str:
    """The table of path cards, and what is left of the deck."""
    rows = []
    for n in say.PLAYERS:
        row = [str(n)]
        for who in GAMES:
            one = found[who, n]
            row += [pm(one.mean("paths_laid", winner)) for winner in (GOLD, "saboteur")]
            sign = signs["paths", who, n]
            row.append(say.signed(claims["paths", who, n], 1, 1) + ("" if sign else " ?"))
        rows.append(row)
    heads = [f"{who}: {text}" for who in GAMES for text in ("gold", "none", "more")]
    report.heading(paths_title(claims, signs))
    report.text(f"{paths_sentence(found, claims, signs)} [paths] has the numbers.")
    report.table(
        "paths",
        ["players", *heads],
        rows,
        "Path cards laid in a round in which the gold is found and in one that the saboteurs win, "
        "with single 95 % intervals, and how many more in the first; ± half of an interval that is "
        f"simultaneous for all {len(claims)} comparisons of this report (Šidák). ?: no difference "
        "seen (Holm, the same comparisons, at 5 %).",
        [cells],
        left=1,
    )
    return left_sentence(found)


def paths_title(claims, signs) -> str:
    """Where more path cards are laid, as a heading."""
    keys = [key for key in claims if key[0] == "paths"]
    if all(signs[key] < 0 for key in keys):
        return "More path cards are laid where the saboteurs win"
    if all(signs[key] > 0 for key in keys):
        return "More path cards are laid where the gold is found"
    return "Long rounds are not always rounds of many path cards"


def paths_sentence(found, claims, signs) -> str:
    """How many path cards are laid."""
    parts = [f"{ends(means(found, 'paths_laid', w).values())} {AMONG[w]}" for w in GAMES]
    text = f"Of the {PATHS} path cards {words.listed(parts)} are laid in a round, on average."
    found_more = []
    for who in GAMES:
        for sign, word in ((-1, "fewer"), (1, "more")):
            seen = [n for n in say.PLAYERS if signs["paths", who, n] == sign]
            if seen:
                sizes = [abs(claims["paths", who, n].mean) for n in seen]
                found_more.append(f"{ends(sizes, 1)} {word} {AMONG[who]} {say.at_tables(seen)}")
    if found_more:
        text += (
            " Where the gold is found, compared with where it is not, they are "
            f"{words.listed(found_more)}."
        )
    return text


def left_sentence(found) -> str:
    """What is left of the deck."""
    parts = []
    for who in GAMES:
        left = means(found, "deck_left", who)
        most = max(left, key=left.get)
        empty = [found[who, n].share("deck_left", 0)["mean"] for n in say.PLAYERS]
        parts.append(
            f"{AMONG[who]} it is used up in {percents(empty)} of the rounds, and most is left "
            f"with {words.count(most)} players ({left[most]:.1f} cards on average)"
        )
    return f"The draw pile at the end of a round: {'; '.join(parts)}."
