"""
Figures: a DataFrame in, the Axes out.

One theme (``templates/dwarfsim.mplstyle``): Okabe-Ito colours, and with each colour its own marker
and line style, so that series can be told apart in grey. Estimates always have their interval.
Make and save figures inside `theme`. Nothing here knows a game.
"""

import warnings
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import Formatter, MaxNLocator

CM = 1 / 2.54
WIDTH = 16.5  # cm, of a figure as wide as the text of an A4 page
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
FILLED = (True, False, True, False, True, False, True)
LINES = ("-", (0, (4, 1.5)), (0, (1, 1.2)), (0, (5, 1.2, 1, 1.2)), (0, (8, 2)))
INK = "#333333"
PALE = 0.45  # how strong the colour of a bar is
_STYLE = Path(__file__).parent / "templates" / "dwarfsim.mplstyle"


@contextmanager
def theme():
    """The theme, whatever the user's own settings are."""
    with matplotlib.rc_context():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            matplotlib.rcdefaults()
        matplotlib.rc_file(_STYLE, use_default_template=False)
        yield


def new_figure(height: float, width: float = WIDTH) -> Figure:
    """An empty figure; its size in centimetres."""
    return Figure(figsize=(width * CM, height * CM))


def save(figure: Figure, path, kind: str = "") -> None:
    """Write a figure as ``pdf``, ``svg`` or ``png`` (by default the path's), without the time."""
    kind = kind or Path(path).suffix[1:]
    metadata = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {"Software": None}}
    figure.savefig(path, format=kind, metadata=metadata[kind])


def look(number: int) -> dict:
    """Colour, marker and line style of the series of this number."""
    colours = matplotlib.rcParams["axes.prop_cycle"].by_key()["color"]
    colour = colours[number % len(colours)]
    if not colour.startswith("#"):
        colour = f"#{colour}"
    return {
        "color": colour,
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": LINES[number % len(LINES)],
        "markerfacecolor": colour if FILLED[number % len(FILLED)] else "white",
    }


def looks_of(names: Sequence) -> dict:
    """A look for each name, in their order; give it to several figures to keep them alike."""
    return {name: look(number) for number, name in enumerate(dict.fromkeys(names))}


# --------------------------------------------------------------------------------------- axes


class _Percent(Formatter):
    """Probabilities in percent, or differences in points, with the same decimals at all ticks."""

    def __init__(self, points: bool):
        self.points = points

    def __call__(self, value, pos=None):
        return self.format_ticks([value])[0]

    def format_ticks(self, values):
        ticks = [100 * value for value in values]
        digits = next((d for d in range(9) if all(abs(x - round(x, d)) < 1e-7 for x in ticks)), 9)
        texts = [f"{tick:z.{digits}f}".replace("-", "−") for tick in ticks]
        if self.points:
            return [
                "+" + text if tick > 0 else text for tick, text in zip(ticks, texts, strict=True)
            ]
        return [f"{text} %" for text in texts]


def percent_axis(axis, points: bool = False, most: int = 6) -> None:
    """Label an axis of probabilities in percent, or of differences in points, `most` intervals."""
    axis.set_major_formatter(_Percent(points))
    axis.set_major_locator(MaxNLocator(nbins=most, steps=[1, 2, 2.5, 5, 10]))


def zero_line(axes, axis: str = "x") -> None:
    """A line where there is no difference."""
    (axes.axvline if axis == "x" else axes.axhline)(0, color=INK, linewidth=0.7, zorder=1)


def _bars(low, mean, high) -> np.ndarray:
    """How far the ends of the intervals are from the mean; 0 where there is none."""
    mean = np.asarray(mean, float)
    below, above = mean - np.asarray(low, float), np.asarray(high, float) - mean
    return np.clip(np.nan_to_num(np.vstack([below, above])), 0, None)


def interval_plot(
    axes,
    frame,
    x: str,
    series: str | None = None,
    mean: str = "mean",
    looks: Mapping | None = None,
    labels: str = "direct",
    dodge: float = 0.0,
    join: bool = True,
):
    """
    Points with interval bars, joined by a line for each series.

    Parameters
    ----------
    axes : Axes
    frame : DataFrame
        With the columns `x`, `mean`, ``low``, ``high`` and, if given, `series`.
    x : str
        Numbers, or else names, which are put in the order in which they come.
    series : str, optional
    looks : mapping, optional
        Of series to `look`, to keep several figures alike; also the order of the series.
    labels : str
        "direct" (at the lines' ends), "legend", or "" for none.
    dodge : float
        How far apart the series stand, in units of x, so that bars do not hide each other.
    join : bool
        Whether to draw the lines.

    Returns
    -------
    Axes
    """
    names = list(dict.fromkeys(frame[series])) if series else [None]
    looks = looks or looks_of(names)
    names = [name for name in looks if name in names]
    kinds = list(dict.fromkeys(frame[x]))
    numeric = all(isinstance(k, int | float | np.number) and not isinstance(k, bool) for k in kinds)
    place = {kind: kind if numeric else number for number, kind in enumerate(kinds)}
    ends = []
    for number, name in enumerate(names):
        part = frame[frame[series] == name] if series else frame
        if numeric:
            part = part.sort_values(x)
        at = np.array([place[kind] for kind in part[x]], float)
        at = at + dodge * (number - (len(names) - 1) / 2)
        style = dict(looks[name])
        if not join:
            style["linestyle"] = "none"
        middle = np.asarray(part[mean], float)
        axes.errorbar(
            at,
            middle,
            _bars(part["low"], middle, part["high"]),
            elinewidth=0.9,
            capthick=0.9,
            markeredgewidth=0.9,
            label=name,
            **style,
        )
        if len(at):
            ends.append((middle[-1], name))
    if not numeric:
        axes.set_xticks(range(len(kinds)), [str(kind) for kind in kinds])
        axes.set_xlim(-0.5, len(kinds) - 0.5)
    elif all(float(kind).is_integer() for kind in kinds):
        if len(kinds) <= 12:
            axes.set_xticks(sorted(kinds))
        else:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if series and labels == "legend":
        legend(axes, names, looks)
    elif series and labels == "direct":
        _label_ends(axes, ends, looks)
    return axes


def _label_ends(axes, ends, looks) -> None:
    """Names to the right of the axes, each behind a piece of its line, at the lines' ends."""
    size = matplotlib.rcParams["legend.fontsize"]
    ends = sorted(ends, key=lambda end: end[0])
    lines, texts = [], []
    for _, name in ends:
        style = {"transform": axes.transAxes, "clip_on": False, "markeredgewidth": 0.9}
        lines.append(Line2D([], [], markevery=[1], **style, **looks[name]))
        axes.add_artist(lines[-1])
        texts.append(
            axes.text(0, 0, str(name), transform=axes.transAxes, va="center", fontsize=size)
        )

    def place(axes):
        low, high = axes.get_ylim()
        box, inches = axes.get_position(), axes.figure.get_size_inches() * 72
        step = 1.35 * size / (0.8 * box.height * inches[1])  # a line of text, at the least height
        piece = 9 / (box.width * inches[0])
        wanted = [(mean - low) / (high - low) for mean, _ in ends]
        for line, text, at in zip(lines, texts, spread(wanted, step), strict=True):
            line.set_data([1 + piece * k for k in (0.8, 1.8, 2.8)], [at] * 3)
            text.set_position((1 + 3.4 * piece, at))

    axes.callbacks.connect("ylim_changed", place)
    axes.set_ylim(axes.get_ylim())


def spread(wanted: Sequence[float], step: float) -> list[float]:
    """Ascending places as near as can be to the ascending ones wanted, at least `step` apart."""
    groups = []  # of [mean place, members]: a group is as compact as it may be
    for place in wanted:
        groups.append([place, 1])
        while len(groups) > 1:
            (first, n), (second, m) = groups[-2:]
            if second - first >= step * (n + m) / 2 - 1e-12:
                break
            groups[-2:] = [[(first * n + second * m) / (n + m), n + m]]
    return [at + step * (i - (n - 1) / 2) for at, n in groups for i in range(n)]


def legend(target, names: Sequence, looks: Mapping, **options):
    """
    A legend of series, on an Axes or a Figure, with the markers and lines of their looks.

    A series whose look has ``bar`` is shown as a bar.
    """
    kept = ("color", "marker", "linestyle", "markerfacecolor")
    handles = [
        Patch(color=looks[name]["color"], alpha=PALE, linewidth=0, label=str(name))
        if looks[name].get("bar")
        else Line2D(
            [], [], label=str(name), markeredgewidth=0.9, **{k: looks[name][k] for k in kept}
        )
        for name in names
    ]
    return target.legend(handles=handles, **options)


def dot_plot(
    axes,
    frame,
    label: str,
    series: str | None = None,
    mean: str = "mean",
    looks: Mapping | None = None,
    labels: str = "legend",
):
    """
    A row for each label, a dot with its interval for each series; the first label on top.

    Parameters
    ----------
    axes : Axes
    frame : DataFrame
        With the columns `label`, `mean`, ``low``, ``high`` and, if given, `series`.
    label : str
    series, mean, looks, labels
        As in `interval_plot`; labels are "legend" or "".

    Returns
    -------
    Axes
    """
    rows = [str(row) for row in dict.fromkeys(frame[label])]
    names = list(dict.fromkeys(frame[series])) if series else [None]
    looks = looks or looks_of(names)
    names = [name for name in looks if name in names]
    room = 0.6 / max(len(names), 1)
    for number, name in enumerate(names):
        part = frame[frame[series] == name] if series else frame
        at = np.array([rows.index(str(row)) for row in part[label]], float)
        at = at + room * (number - (len(names) - 1) / 2)
        middle = np.asarray(part[mean], float)
        style = {**looks[name], "linestyle": "none"}
        axes.errorbar(
            middle,
            at,
            xerr=_bars(part["low"], middle, part["high"]),
            elinewidth=0.9,
            capthick=0.9,
            markeredgewidth=0.9,
            label=name,
            **style,
        )
    _rows(axes, rows)
    if series and labels == "legend" and len(names) > 1:
        legend(axes, names, {n: {**looks[n], "linestyle": "none"} for n in names})
    return axes


def _rows(axes, rows: Sequence[str]) -> None:
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(False, axis="y")
    axes.grid(True, axis="x")
    axes.spines["left"].set_visible(False)


def tornado(axes, frame, label: str, series: str | None = None, looks: Mapping | None = None):
    """
    Changes from a base, a row for each label: bars from zero, with intervals.

    Parameters
    ----------
    axes : Axes
    frame : DataFrame
        With the columns `label`, ``mean`` (the change), ``low``, ``high`` and, if given, `series`:
        the first series is drawn as bars, others as points.
    label : str
    series, looks
        As in `interval_plot`.

    Returns
    -------
    Axes
    """
    rows = [str(row) for row in dict.fromkeys(frame[label])]
    names = list(dict.fromkeys(frame[series])) if series else [None]
    looks = looks or looks_of(names)
    names = [name for name in looks if name in names]
    for number, name in enumerate(names):
        part = frame[frame[series] == name] if series else frame
        at = np.array([rows.index(str(row)) for row in part[label]], float)
        middle = np.asarray(part["mean"], float)
        bars = _bars(part["low"], middle, part["high"])
        colour = looks[name]["color"]
        shift = 0.0 if len(names) == 1 else (-0.12 if number == 0 else 0.3)
        if number == 0:
            height = 0.62 if len(names) == 1 else 0.46
            axes.barh(at + shift, middle, height, color=colour, alpha=PALE, linewidth=0)
            axes.errorbar(middle, at + shift, xerr=bars, fmt="none", ecolor=INK, elinewidth=0.9)
        else:
            style = {**looks[name], "linestyle": "none", "markersize": 3}
            axes.errorbar(middle, at + shift, xerr=bars, elinewidth=0.8, capsize=1.5, **style)
    _rows(axes, rows)
    zero_line(axes)
    return axes


def distribution(
    axes,
    frame,
    value: str,
    share: str,
    series: str | None = None,
    looks: Mapping | None = None,
    labels: str = "",
    medians: bool = True,
):
    """
    The distribution of a whole number as steps; a marker below the axis shows each median.

    A series whose look has ``fill`` is drawn as an area.

    Parameters
    ----------
    axes : Axes
    frame : DataFrame
        With the columns `value`, `share` (of games) and, if given, `series`.
    value, share : str
    series, looks, labels
        As in `interval_plot`; labels are "legend" or "".
    medians : bool

    Returns
    -------
    Axes
    """
    names = list(dict.fromkeys(frame[series])) if series else [None]
    looks = looks or looks_of(names)
    names = [name for name in looks if name in names]
    top = float(frame[share].max()) if len(frame) else 1.0
    for name in names:
        part = (frame[frame[series] == name] if series else frame).sort_values(value)
        at, height = np.asarray(part[value], float), np.asarray(part[share], float)
        style = {k: v for k, v in looks[name].items() if k in ("color", "linestyle")}
        if looks[name].get("fill"):
            axes.fill_between(at, height, step="mid", color=style["color"], alpha=0.3, linewidth=0)
        axes.step(at, height, where="mid", label=name, **style)
        if medians and len(at):
            middle = at[np.searchsorted(np.cumsum(height), 0.5 * height.sum())]
            mark = {k: v for k, v in looks[name].items() if k != "fill"} | {"linestyle": "none"}
            axes.plot([middle], [-0.16 * top], zorder=5, **mark)
    axes.set_ylim(-0.32 * top if medians else 0, 1.05 * top)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    if series and labels == "legend":
        legend(axes, names, looks)
    return axes
