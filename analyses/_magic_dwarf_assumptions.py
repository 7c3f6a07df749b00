"""What the rulebook does not print, or leaves open: how far each assumption moves each level."""

import _magic_dwarf_words as say
import pandas as pd

from dwarfsim import figures, words
from dwarfsim.pairs import holm_signs

GAME = "magic-dwarf"
READINGS = ("dwarf_may_pass",)
ASSUMPTIONS = {  # of each: what it is, and its sweep's settings; R5 is a reading
    "A1": ("the number of colours", ["colours=4,6"]),
    "A2": (
        "the path's colours",
        ["path=random,01234+01234+01234+01234,01234+43210+01234+43210"],
    ),
    "A3": (
        "the cards of each colour",
        ["student_cards=5+4+4+4+3", "witch_cards=5+4+4+4+3,3+4+4+4+5"],
    ),
    "A4": ("the dwarf cards' numbers", ["dwarf_cards=1+1+2+3,1+2+3+3"]),
    "R5": ("whether a dwarf may pass", ["dwarf_may_pass=false"]),
}
VARIANTS = {  # by id, the parameter and its value
    ("A1", "colours", 4): "4 colours",
    ("A1", "colours", 6): "6 colours",
    ("A2", "path", "random"): "path: independent colours",
    ("A2", "path", "01234+01234+01234+01234"): "path: 01234, four times",
    ("A2", "path", "01234+43210+01234+43210"): "path: 01234 43210, twice",
    ("A3", "witch_cards", "5+4+4+4+3"): "cards: 5 4 4 4 3, both kinds",
    ("A3", "witch_cards", "3+4+4+4+5"): "cards: 5 4 4 4 3 and 3 4 4 4 5",
    ("A4", "dwarf_cards", "1+1+2+3"): "dwarves: 1 1 2 3",
    ("A4", "dwarf_cards", "1+2+3+3"): "dwarves: 1 2 3 3",
    ("R5", "dwarf_may_pass", "false"): "dwarves: may not pass",
}


def tell(study, report, levels, families, looks, games) -> str:
    """Play the variants; add their section, and return its first sentence."""
    sweeps = {
        key: study.sweep(key.lower(), GAME, [*settings, "level=1..7"], families, games)
        for key, (_, settings) in ASSUMPTIONS.items()
    }
    frame = changes(sweeps, levels, families)
    sentence = assumption_sentence(frame)
    report.heading(assumption_title(frame))
    report.text(
        f"{sentence} [assumptions] and [variants] have what was varied, [assumed] what was assumed."
    )
    strong, weak = families[1], families[0]
    report.figure(
        "assumptions",
        draw(frame, strong, weak, looks),
        "Change in the win odds of each level when one assumption is changed, paired with the "
        f"default: {strong} play (bars) and {weak} play (points). Single 95 % intervals.",
        f"Seven tornado charts, one a level: changes in win odds for each variant. {sentence}",
        [*sweeps.values(), levels],
        frame,
    )
    report.table(
        "variants",
        ["", "variant", *(f"{n} play" for n in reversed(families))],
        [[*row, *(effect(frame, row[1], n) for n in reversed(families))] for row in rows(frame)],
        "What the odds do when one assumption is changed, and by how many points at most: "
        f"paired differences that survive Holm's correction for all {len(frame)} comparisons at "
        "5 %.",
        [*sweeps.values(), levels],
        4,
    )
    return sentence


def changes(sweeps, levels, families):
    """A row for each variant, strategy and level: the paired change and its sign after Holm."""
    lines, found = [], []
    for n in families:
        for (key, parameter, value), label in VARIANTS.items():
            for k in say.LEVELS:
                changed = sweeps[key](n, level=k, **{parameter: value})
                found.append(changed.minus(levels(n, level=k)))
                line = {"id": key, "what": ASSUMPTIONS[key][0], "variant": label}
                lines.append(line | {"seats": n, "level": k})
    for line, one, sign in zip(lines, found, holm_signs(found)):
        line |= {"sign": sign, "mean": one.mean, "low": one.low, "high": one.high}
    return pd.DataFrame(lines)


def draw(frame, strong, weak, looks):
    """A tornado for each level, the variants in the order of how far they reach."""
    frame = frame.assign(row=frame["id"] + "  " + frame["variant"])
    frame["reach"] = frame.groupby("row")["mean"].transform(lambda means: means.abs().max())
    frame = frame.sort_values(["reach", "row", "level"], ascending=[False, True, True])
    figure = figures.new_figure(10.8)
    grid = figure.subplots(2, 4, sharex=True, sharey=True)
    for axes, k in zip(grid.flat, say.LEVELS):
        order = {strong: looks[strong], weak: looks[weak]}
        figures.tornado(axes, frame[frame["level"] == k], "row", "seats", order)
        axes.set_title(f"level {k}")
        figures.percent_axis(axes.xaxis, points=True, most=4)
    for axes in (*grid[1, :3], grid[0, 3]):
        axes.set_xlabel("change (points)")
    grid[0, 3].tick_params(axis="x", labelbottom=True)
    grid[1, 3].set_visible(False)
    shown = {strong: looks[strong] | {"bar": True}, weak: looks[weak] | {"linestyle": "none"}}
    figures.legend(figure, [strong, weak], shown, loc=(0.83, 0.24))
    return figure


# ------------------------------------------------------------------------------------- in words


def rows(frame) -> list[list[str]]:
    """Id and name of each variant."""
    return frame[["id", "variant"]].drop_duplicates().to_numpy().tolist()


def _most(frame):
    return frame.loc[frame["mean"].abs().idxmax()]


def _whose(row) -> str:
    return f"{row['seats']} play at level {row['level']}"


def assumption_title(frame) -> str:
    """The assumption that matters most, as a heading."""
    seen = frame[frame["sign"] != 0]
    if seen.empty:
        return "What the rulebook does not print is not seen to matter"
    top = _most(seen)
    return (
        f"The answer rests most on {top['what']} ({top['id']}): "
        f"{say.up_to(top['mean'])} points, for {_whose(top)}"
    )


def assumption_sentence(frame) -> str:
    """The assumptions in the order of how far they move a level."""
    tops, silent = [], []
    for key in dict.fromkeys(frame["id"]):
        seen = frame[(frame["id"] == key) & (frame["sign"] != 0)]
        if seen.empty:
            what = frame.loc[frame["id"] == key, "what"].iloc[0]
            silent.append(f"{what} ({key})")
        else:
            tops.append(_most(seen))
    tops.sort(key=lambda top: -abs(top["mean"]))
    parts = [f"{top['what']} ({top['id']}, {say.up_to(top['mean'])} points" for top in tops]
    text = ""
    if parts:
        text = "Of what the rulebook does not print or leaves open, the odds rest most on "
        text += f"{parts[0]}: {_whose(tops[0])})"
        text += f", then on {words.listed(f'{part})' for part in parts[1:])}" if parts[1:] else ""
        text += "; " if silent else "."
    if silent:
        text += f"{words.listed(silent)}: {words.NONE}."
    return words.capital(text)


def effect(frame, variant, name) -> str:
    """What a variant does to one strategy."""
    mine = frame[(frame["seats"] == name) & (frame["variant"] == variant)]
    texts = []
    for sign, word in ((1, "easier"), (-1, "harder")):
        some = mine[mine["sign"] == sign]
        if len(some):
            at = words.spans(some["level"], "level")
            at = "every level" if len(some) == len(say.LEVELS) else at
            texts.append(f"{word} at {at} ({say.up_to(_most(some)['mean'])})")
    return "; ".join(texts) or words.NONE
