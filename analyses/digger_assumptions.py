"""
Digger: which answers hang on a number that the rulebook does not print?

What each assumption, and the reading of when water leaves the hand, moves: the edge of the seat
that begins, what a strong player makes of three casual ones, and the length of a game and the turns
that the sand spoils. Every sentence that states a finding is chosen by the numbers.
"""

import math
from itertools import pairwise
from typing import NamedTuple

import _digger_words as say
import numpy as np
import pandas as pd

from dwarfsim import figures, stats, words
from dwarfsim.game import SHARE, load_game
from dwarfsim.pairs import difference, holm_signs

QUICK = 25
SOLVER, STRONG, PLAIN, WEAK = "stopper", "champion", "throws", "casual"
ALIKE = {PLAIN: 30_000, SOLVER: 30_000}  # games of four alike
AMONG = {STRONG: 24_000, SOLVER: 24_000}  # games of one among casual ones
READINGS = ("water_at_once",)
WHAT = {
    "A1": "the number of players",
    "A2": "the number of stones",
    "A3": "the values of a white box",
    "A4": "the values of a black box",
    "A5": "the hourglass's scatter",
    "A6": "the time of a throw",
    "A7": "the times of the hands",
    "A8": "the slips",
    "A9": "the sense of time",
    "R3": "when water leaves the hand",
}
BLACK = ("box=black",)
LEAST = 0.05  # the least multiple that a figure shows in its place
STEPS = (  # of an axis of multiples, the finest that fit
    (0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6, 2),
    (0.2, 0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 3, 4, 6),
    (0.1, 0.2, 0.5, 1, 2, 5, 10, 20),
    (0.1, 0.3, 1, 3, 10, 30, 100),
)


class Variant(NamedTuple):
    """One number changed: its assumption, what it is called, what is set, against what."""

    id: str
    label: str
    set: tuple[str, ...]
    base: tuple[str, ...] = ()


VARIANTS = (
    Variant("A1", "3 players", ("players=3",)),
    Variant("A1", "5 players", ("players=5",)),
    Variant("A2", "8 stones a colour", ("stones_per_colour=8",)),
    Variant("A2", "12 stones a colour", ("stones_per_colour=12",)),
    Variant("A2", "20 stones a colour", ("stones_per_colour=20",)),
    Variant("A3", "white box 3 2 1 1", ("white_values=3+2+1+1",)),
    Variant("A3", "white box 2 3 4 6", ("white_values=2+3+4+6",)),
    Variant("A3", "white box 4 4 4 4", ("white_values=4+4+4+4",)),
    Variant("A4", "black box 1 2 4 8", (*BLACK, "black_values=1+2+4+8"), BLACK),
    Variant("A4", "black box 3 3 4 5", (*BLACK, "black_values=3+3+4+5"), BLACK),
    Variant("A4", "black boxes all different", (*BLACK, "black_distinct=true"), BLACK),
    Variant("A5", "hourglass ± 1 s", ("hourglass_sd=1",)),
    Variant("A6", "throw 1.5 s", ("throw_time=1.5",)),
    Variant("A6", "throw 4 s", ("throw_time=4",)),
    Variant("A6", "throws without scatter", ("throw_sd=0",)),
    Variant("A7", "hands ×0.5", ("take_time=0.3", "steal_time=0.75", "stack_time=0.4")),
    Variant("A7", "hands ×2", ("take_time=1.2", "steal_time=3", "stack_time=1.6")),
    Variant("A7", "hands without scatter", ("take_sd=0", "steal_sd=0", "stack_sd=0")),
    Variant("A8", "no slips", ("slip=0",)),
    Variant("A8", "slips 15 %", ("slip=0.15",)),
    Variant("A9", "clock error 0 %", ("clock_noise=0",)),
    Variant("A9", "clock error 40 %", ("clock_noise=0.4",)),
    Variant("A9", "time felt ×0.8", ("clock_bias=0.8",)),
    Variant("A9", "time felt ×1.2", ("clock_bias=1.2",)),
    Variant("R3", "water leaves at once", ("water_at_once=true",)),
)
START, SKILL, TURNS, BUSTS = "start", "skill", "turns", "busts"
MEASURES = {  # of each: who plays, the bars first, and what it is
    START: ((SOLVER, PLAIN), "the first seat's edge"),
    SKILL: ((SOLVER, STRONG), "the edge of skill"),
    TURNS: ((SOLVER, PLAIN), "the length of a game"),
    BUSTS: ((SOLVER, PLAIN), "the number of spoiled turns"),
}


def make(study, report):
    """Play, and tell."""
    cells, sweeps = play(study)
    frame = changes(cells)
    tops = {measure: ranking(frame, measure) for measure in MEASURES}
    looks = figures.looks_of((PLAIN, SOLVER, STRONG))
    level = f"95 % intervals, simultaneous for the {len(frame) // 2} changes (Šidák)"
    report.title = say.unbroken(title(tops))
    report.abstract = [base_sentence(cells), win_sentence(tops), length_sentence(tops)]
    report.figure(
        "wins",
        draw(frame, (START, SKILL), looks),
        "Change in win shares when one number is changed. Left: the seat that begins, "
        f"`{SOLVER}` or `{PLAIN}` at all seats. Right: one `{SOLVER}` or `{STRONG}` among three "
        f"`{WEAK}`, seats rotated. An edge is what exceeds an equal share; black boxes are "
        f"compared with black boxes. Paired; {level}.",
        f"Two tornado charts. {win_sentence(tops)}",
        sweeps,
        frame,
    )
    report.heading(length_title(tops))
    report.text(
        "The strategies know all these numbers but the sand's true time; they were not tuned anew. "
        f"{silent_sentence(tops)} [variants] has all changes that are seen, [assumed] what was "
        "assumed."
    )
    report.figure(
        "length",
        draw(frame, (TURNS, BUSTS), looks),
        "Turns of a game, and turns in which the sand costs a stone, as multiples of those before "
        f"the change; `{SOLVER}` or `{PLAIN}` at all seats. {level}, from the sum of the standard "
        f"errors of both means. Arrow: below ×{LEAST:g}.",
        f"Two tornado charts with logarithmic axes. {length_sentence(tops)}",
        sweeps,
    )
    table(report, frame, sweeps)
    report.assumptions(load_game(say.GAME), READINGS)


# --------------------------------------------------------------------------------------- play


def tables(players: int) -> tuple[dict, dict]:
    """Tables of players alike, and of one among casual ones, with their games."""
    among = {say.alone(name, WEAK, players): games for name, games in AMONG.items()}
    return dict(ALIKE), among


def play(study):
    """The cells of each set of numbers: by table's first player, alike or among others."""
    cells, sweeps = {}, []
    for groups in grouped():
        names = [setting.partition("=")[0] for setting in groups[0]]
        joined = {name: [] for name in names}
        for settings in groups:
            for setting in settings:
                name, _, value = setting.partition("=")
                joined[name] += [value] if value not in joined[name] else []
        options = [f"{name}={','.join(values)}" for name, values in joined.items()]
        players = int(joined["players"][0]) if "players" in joined else 4
        alike, among = tables(players)
        label = names[-1] if names else "default"
        label += f"-{players}" if "players" in joined else ""
        label += f"-{joined[names[0]][0]}" if label == "stack_time" else ""
        both = [
            study.sweep(f"{label}-alike", say.GAME, options, list(alike), alike),
            study.sweep(f"{label}-among", say.GAME, options, list(among), among, True),
        ]
        sweeps += both
        for settings in groups:
            values = dict(setting.split("=") for setting in settings)
            for name in ALIKE:
                cells[settings, name, False] = both[0](name, **values)
            for name in AMONG:
                cells[settings, name, True] = both[1](say.alone(name, WEAK, players), **values)
    return cells, sweeps


def grouped() -> list[list[tuple[str, ...]]]:
    """All sets of numbers, those together that one sweep of one parameter can play."""
    groups = {}
    for settings in dict.fromkeys(s for v in VARIANTS for s in (v.base, v.set)):
        names = tuple(setting.partition("=")[0] for setting in settings)
        alone = names == ("players",) or (len(names) > 1 and settings[:1] != BLACK)
        groups.setdefault((names, settings if alone else ()), []).append(settings)
    return list(groups.values())


def changes(cells):
    """A row for each measure, strategy and variant: the change, and its sign after Holm."""
    lines, found = [], []
    level = stats.sidak(0.95, 2 * 2 * len(VARIANTS))
    for measure, (names, _) in MEASURES.items():
        for name in names:
            for variant in VARIANTS:
                among = measure == SKILL
                pair = [cells[s, name, among] for s in (variant.set, variant.base)]
                if measure in (START, SKILL):
                    edges = [one.wins("win", 0).astype(np.int64) - say.fair(one) for one in pair]
                    one = difference(*edges, SHARE, False, level)
                else:
                    one = say.factor(*pair, measure, level)
                found.append(one)
                line = {"measure": measure, "seats": name, "id": variant.id}
                ends = {"mean": one.mean, "low": one.low, "high": one.high}
                lines.append(line | {"variant": variant.label, **ends})
    for line, sign in zip(lines, holm_signs(found)):
        line["sign"] = sign
    return pd.DataFrame(lines)


# --------------------------------------------------------------------------------- the figures


def draw(frame, measures, looks):
    """Two tornadoes that share their rows, in the order of the assumptions."""
    figure = figures.new_figure(10.2)
    grid = figure.subplots(1, 2, sharey=True)
    frame = frame.assign(row=frame["id"] + "  " + frame["variant"])
    for axes, measure in zip(grid, measures):
        names, what = MEASURES[measure]
        part = frame[frame["measure"] == measure]
        if measure in (TURNS, BUSTS):
            part = cut(axes, part, names)
        figures.tornado(axes, part, "row", "seats", {name: looks[name] for name in names})
        axes.set_title(what)
        if measure in (START, SKILL):
            figures.percent_axis(axes.xaxis, points=True)
            axes.set_xlabel("change in games won (points)")
        else:
            times_axis(axes, part)
            axes.set_xlabel("multiple")
        for above in id_borders(part):
            axes.axhline(above, color="#cccccc", linewidth=0.5, zorder=0)
    shown = dict.fromkeys(name for measure in measures for name in MEASURES[measure][0])
    styles = {
        name: looks[name] | ({"bar": True} if name == SOLVER else {"linestyle": "none"})
        for name in shown
    }
    figures.legend(figure, list(styles), styles, loc="outside upper right", ncols=len(styles))
    return figure


def id_borders(part) -> list[float]:
    """Where one assumption's rows end and the next one's begin."""
    ids = part.drop_duplicates("row")["id"].tolist()
    return [n - 0.5 for n in range(1, len(ids)) if ids[n] != ids[n - 1]]


def cut(axes, part, names):
    """Without the changes that are far below the others: an arrow shows where they would be."""
    far = part["mean"] < math.log(LEAST)
    rows = part["row"].drop_duplicates().tolist()
    for _, one in part[far].iterrows():
        at = rows.index(one["row"]) + (0.3 if one["seats"] != names[0] else -0.12)
        axes.plot([math.log(LEAST)], [at], "<", markersize=4, color=figures.INK, zorder=5)
    part = part.copy()
    part.loc[far, ["mean", "low", "high"]] = float("nan")
    part["low"] = part["low"].clip(lower=math.log(LEAST))
    return part


def times_axis(axes, part) -> None:
    """Label an axis of logarithms as multiples."""
    low, high = min(0.0, float(part["low"].min())), max(0.0, float(part["high"].max()))
    for steps in STEPS:
        ticks = [step for step in steps if low - 0.1 <= math.log(step) <= high + 0.1]
        if min((math.log(b / a) for a, b in pairwise(ticks)), default=1) >= 0.09 * (high - low):
            break
    axes.set_xticks([math.log(tick) for tick in ticks], [f"×{tick:g}" for tick in ticks])


# ------------------------------------------------------------------------------------ the table


def table(report, frame, sweeps) -> None:
    """All changes of win shares and lengths that are seen."""
    shown = [(m, name) for m in (START, SKILL, TURNS) for name in MEASURES[m][0]]
    rows, none = [], []
    for variant in VARIANTS:
        row = [variant.id, variant.label]
        for measure, name in shown:
            mine = frame[(frame["measure"] == measure) & (frame["seats"] == name)]
            one = mine[mine["variant"] == variant.label].iloc[0]
            ends = [one["mean"], one["low"], one["high"]]
            if not one["sign"]:
                row.append("–")
            elif measure == TURNS:
                row.append(say.plus_minus(*map(math.exp, ends), scale=1, digits=2))
            else:
                row.append(say.plus_minus(*ends, sign=True))
        if set(row[2:]) == {"–"}:
            none.append(variant.label)
        else:
            rows.append(row)
    called = {START: "seat", SKILL: "skill", TURNS: "turns"}
    report.table(
        "variants",
        ["", "changed to", *(f"{called[m]} {name[0].upper()}" for m, name in shown)],
        rows,
        "What one changed number does to the first seat's edge and to that of skill, in points, "
        "and to the turns of a game, as a multiple: "
        + words.listed(f"{name[0].upper()}, {name}" for name in (PLAIN, SOLVER, STRONG))
        + "; ± half of the intervals of [wins] and [length]. –: not seen, after Holm's correction "
        f"for all {len(frame)} comparisons at 5 %"
        + (f"; left out, as nothing is seen: {words.listed(none)}." if none else "."),
        sweeps,
        2,
    )


# ------------------------------------------------------------------------------------ in words


class Ranking(NamedTuple):
    """The largest change of each assumption, largest first, and those without any that is seen."""

    seen: list
    silent: list


def ranking(frame, measure: str) -> Ranking:
    """The assumptions in the order of how far they move this measure."""
    mine, seen, silent = frame[frame["measure"] == measure], [], []
    for key in WHAT:
        some = mine[(mine["id"] == key) & (mine["sign"] != 0)]
        if some.empty:
            silent.append(key)
        else:
            seen.append(some.loc[some["mean"].abs().idxmax()])
    return Ranking(sorted(seen, key=lambda row: -abs(row["mean"])), silent)


def first(top: Ranking) -> list:
    """The assumption that moves a measure most, and those whose intervals meet its interval."""
    reach = [sorted((abs(row["low"]), abs(row["high"]))) for row in top.seen]
    return [row for row, (_, far) in zip(top.seen, reach) if not far < reach[0][0]]


def title(tops) -> str:
    """The finding: the assumption that moves each measure most."""
    groups = {}
    for measure in (START, SKILL, TURNS):
        top = words.listed(WHAT[row["id"]] for row in first(tops[measure]))
        groups.setdefault(top, []).append(MEASURES[measure][1])
    if set(groups) == {""}:
        return "What the rulebook does not print is not seen to matter"
    parts, still = [], groups.pop("", [])
    for key, measures in groups.items():
        verb = "" if parts else " hang most" if len(measures) > 1 else " hangs most"
        parts.append(f"{words.listed(measures)}{verb} on {key}")
    text = words.capital(words.listed(parts))
    return text + (f"; nothing is seen to move {words.listed(still)}" if still else "")


def base_sentence(cells) -> str:
    """The measures before anything is changed."""

    def share(name, among):
        return say.interval(cells[(), name, among].estimate("win", 0))

    first = " and ".join(f"{share(name, False)} if all play `{name}`" for name in ALIKE)
    skill = " and ".join(f"{say.WHO[name]} {share(name, True)}" for name in AMONG)
    turns = {name: cells[(), name, False].estimate("turns")["mean"] for name in ALIKE}
    length = " and ".join(f"{mean:.1f} turns if all play `{name}`" for name, mean in turns.items())
    return (
        f"As assumed, the first of four wins {first}; among three {say.MANY[WEAK]} {skill}; "
        f"and a game takes {length}."
    )


def win_sentence(tops) -> str:
    """What moves the win shares most."""
    return " ".join(measure_sentence(tops, measure) for measure in (START, SKILL))


def length_sentence(tops) -> str:
    """What moves the length of a game and the spoiled turns most."""
    return " ".join(measure_sentence(tops, measure) for measure in (TURNS, BUSTS))


def size(row, measure: str) -> str:
    """A change with its interval: in points, or as a multiple."""
    if measure in (TURNS, BUSTS):
        return say.times(row)
    mean, _, rest = words.points(row["mean"], row["low"], row["high"]).partition(" ")
    return f"{mean} points {rest}"


def measure_sentence(tops, measure: str, most: int = 2) -> str:
    """The assumptions that move a measure most."""
    top, what = tops[measure], words.capital(MEASURES[measure][1])
    if not top.seen:
        return f"{what} hangs on nothing that is seen."
    parts = [
        f"{WHAT[row['id']]} ({row['id']}; {row['variant']}: {size(row, measure)}, {row['seats']})"
        for row in top.seen[:most]
    ]
    alike = min(len(first(top)), most)
    text = f"{what} hangs most on {words.listed(parts[:alike])}"
    text += f", then on {words.listed(parts[alike:])}" if parts[alike:] else ""
    return f"{text}."


def silent_sentence(tops) -> str:
    """The assumptions that are not seen to move anything."""
    silent = [key for key in WHAT if all(key in top.silent for top in tops.values())]
    if not silent:
        return "Each of the assumptions moves at least one of the four."
    listed = words.listed((f"{WHAT[key]} ({key})" for key in silent), "or")
    return f"For {listed} no change of any of the four is seen."


def length_title(tops) -> str:
    """What stretches a game, and what spoils turns, as a heading."""
    turns, busts = (tops[measure].seen[:1] for measure in (TURNS, BUSTS))
    if not turns and not busts:
        return "Nothing that is not printed is seen to change length or spoiled turns"
    if not turns or not busts:
        measure, row = (TURNS, turns) if turns else (BUSTS, busts)
        return f"Only {MEASURES[measure][1]} depends on what is not printed: {row[0]['variant']}"
    return (
        f"“{words.capital(turns[0]['variant'])}” makes {far(turns[0])} the turns "
        f"({turns[0]['seats']}), “{busts[0]['variant']}” {far(busts[0])} the spoiled turns "
        f"({busts[0]['seats']})"
    )


def far(row) -> str:
    """A multiple, as a heading has it."""
    multiple = math.exp(row["mean"])
    return f"{multiple:.2g} times" if multiple >= 0.01 else "less than a hundredth of"
