"""
The figure of a sweep: what was swept on the axes, what was won on the other.
"""

import json
import textwrap
from collections.abc import Mapping, Sequence

import numpy as np

from . import export, figures, grammar, stats
from .game import SHARE

PANELS = 12  # the most small multiples of a figure
SERIES = 6  # the most series of a panel
TITLE = {1: 90, 2: 44, 3: 28}  # letters of a line of a panel's title, by panels across
LINES = 3  # of the command, at most


def knob_axis(cells: Sequence) -> tuple[int, str] | None:
    """Seat and name of the knob that is swept, if the tables differ in one knob alone."""
    if len({tuple(p.strategy.name for p in cell.players) for cell in cells}) > 1:
        return None
    found = {}
    for cell in cells:
        for seat, player in enumerate(cell.players):
            for name, value in player.knobs:
                found.setdefault((seat, name), set()).add(value)
    swept = [key for key, values in found.items() if len(values) > 1]
    return swept[0] if len(swept) == 1 else None


def sweep_frame(sweep, rows: Sequence[Mapping]):
    """
    What the figure shows: a row a cell and seat, a column an axis.

    Returns
    -------
    DataFrame
        With the axes' columns, ``seat``, ``games``, ``mean``, ``low`` and ``high``.
    list of str
        The axes, that for x first.
    Outcome
    bool
        Whether the intervals are simultaneous.
    """
    import pandas as pd

    game = sweep.game
    name = sweep.precision.outcome if sweep.precision else ""
    outcome = game.outcome(name) if name else _first_win(game)
    knob = knob_axis(sweep.cells)
    about_cell = {_identity(cell.about): cell for cell in sweep.cells}
    made, wanted = [], [r for r in rows if r["outcome"] == outcome.name and r["index"] is None]
    level = stats.sidak(0.95, len(wanted))
    for row in wanted:
        cell = about_cell[_identity(row)]
        line = {"seats": row["seats"]}
        for axis in sweep.swept:
            value, kind = cell.values[axis], game.parameter(axis).type
            line[axis] = value if kind in (int, float) else game.parameter(axis).show(value)
        if knob:
            line[knob[1]] = dict(cell.players[knob[0]].knobs)[knob[1]]
        line |= {"seat": row["seat"], "games": row["games"], "mean": row["mean"]}
        line["low"], line["high"] = _interval(row, outcome, level, sweep.precision is not None)
        made.append(line)
    frame = pd.DataFrame(made)
    axes = [*sweep.swept, *([knob[1]] if knob else [])]
    if len({cell.seats for cell in sweep.cells}) > 1 and not knob:
        axes.append("seats")
    if len({row["seat"] for row in wanted}) > 1:
        axes.append("seat")
    axes.sort(key=lambda axis: (axis != (knob and knob[1]), not _numeric(frame, axis)))
    simultaneous = len(wanted) > 1 and (sweep.precision is None or outcome.kind == "flag")
    return frame, axes or ["seats"], outcome, simultaneous


def _identity(row: Mapping) -> str:
    return json.dumps([row["set"], row["seats"]], default=list)


def _first_win(game):
    return next((o for o in game.outcomes if o.win and not o.index), game.outcomes[0])


def _numeric(frame, axis: str) -> bool:
    return axis not in ("seats", "seat") and frame[axis].dtype.kind in "if"


def _interval(row: Mapping, outcome, level: float, sequential: bool) -> tuple[float, float]:
    """The row's interval at another confidence level, from what the row tells."""
    n, mean, sd = row["games"], row["mean"], row["sd"]
    if outcome.kind == "flag":
        wins = round(mean * n)
        if sequential:
            return stats.binomial_sequence(wins, n, 1 - level)
        return stats.wilson(wins, n, level)
    if sequential or sd is None:
        return row["low"], row["high"]
    if outcome.kind == "share":
        total = round(mean * n * SHARE)
        squares = round((sd**2 * (n - 1) + n * mean**2) * SHARE**2)
        return stats.share_interval(n, total, min(squares, total * SHARE), SHARE, level)
    from scipy.special import stdtrit

    half = float(stdtrit(n - 1, (1 + level) / 2)) * row["se"]
    return mean - half, mean + half


def sweep_figure(sweep, rows: Sequence[Mapping]):
    """The figure of the swept parameters; call it inside `figures.theme`."""
    frame, axes, outcome, simultaneous = sweep_frame(sweep, rows)
    x, series, rest = _roles_of(frame, axes)
    groups = [((), frame)] if not rest else list(frame.groupby(rest, sort=False))
    left_out = max(0, len(groups) - PANELS)
    groups = groups[:PANELS]
    across = min(len(groups), 3)
    down = -(-len(groups) // across)
    numeric = _numeric(frame, x)
    names = [_name(series, value) for value in dict.fromkeys(frame[series])] if series else []
    looks = figures.looks_of(names)
    titles = [_title(rest, key, TITLE[across]) for key, _ in groups]
    tall = 7.0 if numeric else max(3.0, 0.55 * frame[x].nunique() * max(1, len(names) * 0.6) + 1.5)
    tall = (tall if down == 1 else 0.8 * tall) + 0.35 * max(t.count("\n") for t in titles)
    figure = figures.new_figure(min(down * tall + 2.2, 24))
    grid = figure.subplots(down, across, squeeze=False, sharex=True, sharey=True)
    probability = outcome.kind in ("flag", "share")
    for place, axis in enumerate(grid.flat):
        if place >= len(groups):
            axis.set_visible(False)
            continue
        part = groups[place][1]
        if series:
            part = part.assign(**{series: [_name(series, value) for value in part[series]]})
        if numeric:
            figures.interval_plot(axis, part, x, series, looks=looks or None, labels="")
        else:
            figures.dot_plot(axis, part, x, series, looks=looks or None, labels="")
        if probability:
            figures.percent_axis(axis.yaxis if numeric else axis.xaxis)
        axis.set_title(titles[place])
    what = outcome.help + (f" ({outcome.unit})" if outcome.unit else "")
    what = f"how often {what}" if outcome.kind == "flag" else what
    for axis in grid[-1]:
        axis.set_xlabel(_axis_name(sweep, x) if numeric else what)
    for axis in grid[:, 0] if numeric else ():
        axis.set_ylabel(what)
    if len(names) > 1:
        columns = min(len(names), 4)
        figures.legend(figure, names, looks, loc="outside upper left", ncols=columns)
    _caption(figure, sweep, frame, simultaneous, left_out)
    return figure


def _roles_of(frame, axes: Sequence[str]) -> tuple[str, str | None, list[str]]:
    """Which axis is x, which makes the series, and which the panels."""
    x, others = axes[0], list(axes[1:])
    small = [axis for axis in others if frame[axis].nunique() <= SERIES]
    series = "seats" if "seats" in small else small[0] if small else None
    return x, series, [axis for axis in others if axis != series]


def _name(axis: str, value) -> str:
    text = grammar.format_value(value) if isinstance(value, int | float | np.number) else str(value)
    return text if axis == "seats" else f"{axis} {text}" if axis == "seat" else f"{axis} = {text}"


def _title(axes: Sequence[str], values: Sequence, width: int) -> str:
    """The title of a panel: a line or more for each axis."""
    lines = [textwrap.wrap(_name(*pair), width) for pair in zip(axes, values, strict=True)]
    return "\n".join(line for wrapped in lines for line in wrapped)


def _axis_name(sweep, x: str) -> str:
    """A parameter's name, or a knob's behind that of its strategy."""
    knob = knob_axis(sweep.cells)
    if knob and knob[1] == x:
        return f"{x} (a knob of {sweep.cells[0].players[knob[0]].strategy.name})"
    return x


def _caption(figure, sweep, frame, simultaneous: bool, left_out: int) -> None:
    """What the bars mean and what reproduces the figure, below it."""
    low, high = int(frame["games"].min()), int(frame["games"].max())
    games = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    looked = ", valid at every look" if sweep.precision else ""
    cells = len(frame)
    if simultaneous:
        level = 100 * stats.sidak(0.95, cells)
        kind = (
            f"95 % intervals{looked}, simultaneous for the {cells} estimates shown (Šidák: each "
            f"at {level:.2f} %); those in cells.csv are single 95 % intervals"
        )
    else:
        kind = f"single 95 % intervals{looked}" + (
            f": of {cells} shown, about {max(1, round(cells / 20))} may miss" if cells > 1 else ""
        )
    text = f"Points: means of {games} games; bars: {kind}."
    text += f" {left_out} more panels are not shown: see cells.csv." if left_out else ""
    lines = textwrap.wrap(text, 138)
    command = export.folded(export.command_line(sweep), 134).splitlines()
    lines += command[:LINES]
    lines += ["  (and so on: the whole command is in run.json)"] if command[LINES:] else []
    low_end = 0.008
    figure.text(0.01, low_end, "\n".join(lines), fontsize=6, va="bottom", color=figures.INK)
    room = (len(lines) * 6 * 1.25 + 6) / 72 / figure.get_figheight()
    figure.get_layout_engine().set(rect=(0, room, 1, 1 - room))
