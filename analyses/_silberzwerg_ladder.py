"""Part of the study of money: each strategy against three of the one below, and against all."""

from itertools import combinations, pairwise

import _silberzwerg_money as money
import _silberzwerg_words as say
import pandas as pd

from dwarfsim import figures, stats, words
from dwarfsim.pairs import holm_signs

STEPS = {True: 12_000, False: 24_000}  # games of a step; of planners, who take longer, or not
PAIRS = {True: 5_000, False: 10_000}


def tell(study, report, names):
    """The steps of the ladder in a figure, all pairs in a table."""
    steps = list(pairwise(names))
    tables = {(x, y): say.alone(x, y) for y in names for x in names if x != y}
    games = {
        table: (STEPS if (y, x) in steps else PAIRS)[y in money.STRONG]
        for (x, y), table in tables.items()
    }
    cells = study.sweep("pairs", say.GAME, [], list(tables.values()), games, rotate=True)
    over = {pair: say.over_fair(cells(table)) for pair, table in tables.items()}
    signs = dict(zip(over, holm_signs(list(over.values()))))
    report.heading(title(names, signs))
    report.text(f"{pair_sentence(names, signs)} [among] shows the steps up, [pairs] all pairs.")
    sentence = step_sentence(cells, tables, steps)
    level = stats.sidak(0.95, 2 * len(steps))
    lines = []
    for low, high in steps:
        for one, three in ((high, low), (low, high)):
            found = cells(tables[one, three]).estimate("win", 0, level)
            row = f"{low}, {high}"
            what = "the higher among three lower" if one == high else "the lower among three higher"
            mean, least, most = money.ends(found)
            lines.append({"step": row, "who": what, "mean": mean, "low": least, "high": most})
    frame = pd.DataFrame(lines)
    figure = figures.new_figure(5.6)
    axes = figure.subplots()
    looks = figures.looks_of(dict.fromkeys(frame["who"]))
    figures.dot_plot(axes, frame, "step", "who", looks=looks, labels="")
    styles = {name: {**style, "linestyle": "none"} for name, style in looks.items()}
    figures.legend(figure, list(styles), styles, loc="outside upper right", ncols=len(styles))
    axes.axvline(1 / money.PLAYERS, color=figures.INK, linewidth=0.7, zorder=1)
    axes.set_xlim(0, None)
    axes.set_xlabel("games won by the one")
    figures.percent_axis(axes.xaxis)
    report.figure(
        "among",
        figure,
        "Games won by one player of a step of the ladder among three of the step below, and by "
        "one among three of the step above; seats rotate. Line: an equal share. Bars: 95 % "
        f"intervals, simultaneous for the {len(frame)} points (Šidák); those that are not seen "
        "are shorter than their markers.",
        f"Dot plot: games won for each step of the ladder. {sentence}",
        [cells],
        frame,
    )
    rows = []
    for x in names:
        row = [x]
        for y in names:
            if x == y:
                row.append("25")
                continue
            found = cells(tables[x, y]).estimate("win", 0)
            mark = "" if signs[x, y] else " ?"
            row.append(in_percent(found) + mark)
        rows.append(row)
    marked = "" if all(signs.values()) else " but those marked ?"
    report.table(
        "pairs",
        ["one", *(f"3 {name}" for name in names)],
        rows,
        "Games won by one (rows) among three others (columns), seats rotated, in percent, ± half "
        f"of a single 95 % interval (none: below 0.05). All{marked} differ from 25 % after Holm's "
        f"correction for {len(tables)} comparisons at 5 %.",
        [cells],
    )
    return sentence


def in_percent(found) -> str:
    """A share in percent, with half of its interval where a decimal shows it."""
    half = 50 * (found["high"] - found["low"])
    return f"{100 * found['mean']:.1f}" + (f" ± {half:.1f}" if half >= 0.05 else "")


def step_sentence(cells, tables, steps) -> str:
    """What each step wins among three of the step below."""
    parts = []
    for low, high in steps:
        found = cells(tables[high, low]).estimate("win", 0)
        verb = "" if parts else "wins "
        parts.append(f"{say.WHO[high]} {verb}{say.interval(found)} among {say.MANY[low]}")
    return (
        "One player among three of the step below, where an equal share is 25 %: "
        f"{words.listed(parts)}."
    )


def kinds(names, signs) -> dict[str, list]:
    """The pairs (low, high) by what they do to each other."""
    found = {"clear": [], "turned": [], "rare": [], "common": [], "open": []}
    for low, high in combinations(names, 2):
        seen = signs[high, low], signs[low, high]
        kind = {(1, -1): "clear", (-1, 1): "turned", (1, 1): "rare", (-1, -1): "common"}
        found[kind.get(seen, "open")].append((low, high))
    return found


def title(names, signs) -> str:
    """In how many pairs the order of the ladder holds, as a heading."""
    found = kinds(names, signs)
    pairs, clear = sum(map(len, found.values())), len(found["clear"])
    if clear == pairs:
        return "The order of the ladder holds in every pair"
    return f"The order of the ladder holds in {clear} of {pairs} pairs"


def pair_sentence(names, signs) -> str:
    """In which pairs the later one is stronger, and in which not."""
    found = kinds(names, signs)
    pairs, clear = sum(map(len, found.values())), len(found["clear"])
    text = "In every pair" if clear == pairs else f"In {clear} of the {pairs} pairs"
    text += " of strategies the later one in [players] wins more than an equal share among three "
    text += "of the other, and the other less among three of it."
    for kind, says in (
        ("turned", "It is the other way round for"),
        ("rare", "Either wins more than an equal share as the only one among three others:"),
        ("common", "Either wins less than an equal share as the only one among three others:"),
        ("open", "One of the two is not seen to differ from an equal share:"),
    ):
        if found[kind]:
            each = (f"{say.WHO[low]} and {say.WHO[high]}" for low, high in found[kind])
            text += f" {says} {'; '.join(each)}."
    return text
