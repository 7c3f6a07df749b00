"""Figures: what they show is told apart in grey, nothing overlaps, the same bytes twice."""

import itertools

import matplotlib
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from dwarfsim import figures


@pytest.fixture(autouse=True)
def _theme():
    with figures.theme():
        yield


def frame(names=("casual", "careful"), count=7, step=0.1):
    return pd.DataFrame(
        {"level": level, "who": name, "mean": mean, "low": mean - 0.02, "high": mean + 0.02}
        for number, name in enumerate(names)
        for level in range(1, count + 1)
        for mean in [0.9 - step * level + 0.02 * number]
    )


def texts(figure):
    """The visible texts with their extents, drawn."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    renderer = canvas.get_renderer()
    hidden = {  # ticks beyond the ends of an axis are not drawn
        label
        for axes in figure.axes
        for axis in (axes.xaxis, axes.yaxis)
        for tick in axis.get_major_ticks()
        for low, high in [sorted(axis.get_view_interval())]
        if not low <= tick.get_loc() <= high
        for label in (tick.label1, tick.label2)
    }
    found = [
        text
        for text in figure.findobj(matplotlib.text.Text)
        if text.get_text().strip() and text.get_visible() and text not in hidden
    ]
    return [(text.get_text(), text.get_window_extent(renderer)) for text in found]


def overlaps(boxes):
    """Pairs of texts of which one covers a part of the other."""
    shrunk = [(text, box.padded(-0.5)) for text, box in boxes]
    return [(a, b) for (a, x), (b, y) in itertools.combinations(shrunk, 2) if x.overlaps(y)]


def assert_clear(figure):
    boxes = texts(figure)
    assert not overlaps(boxes)
    page = figure.bbox
    for text, box in boxes:
        assert page.x0 <= box.x0 + 1 and box.x1 <= page.x1 + 1, f"{text!r} is cut"
        assert page.y0 <= box.y0 + 1 and box.y1 <= page.y1 + 1, f"{text!r} is cut"


def test_interval_plot_direct_labels_do_not_overlap():
    figure = figures.new_figure(7)
    axes = figure.subplots()
    names = ("random", "rush", "casual", "careful", "champion")
    assert figures.interval_plot(axes, frame(names), "level", "who") is axes
    figures.percent_axis(axes.yaxis)
    axes.set_ylim(-0.5, 2)  # the labels follow
    assert_clear(figure)


def test_interval_plot_puts_names_in_their_order():
    figure = figures.new_figure(7)
    data = pd.DataFrame({"path": ["tiles", "random"], "mean": [0.2, 0.3]})
    data["low"], data["high"] = data["mean"] - 0.1, data["mean"] + 0.1
    axes = figures.interval_plot(figure.subplots(), data, "path")
    assert [label.get_text() for label in axes.get_xticklabels()] == ["tiles", "random"]
    assert_clear(figure)


def test_dot_plot_and_tornado_are_clear():
    figure = figures.new_figure(12)
    above, below = figure.subplots(2, 1)
    rows = pd.DataFrame({"label": [f"a long name of a row {i}" for i in range(6)]})
    rows["mean"] = [0.05, -0.02, 0.0, 0.01, 0.2, -0.3]
    rows["low"], rows["high"] = rows["mean"] - 0.01, rows["mean"] + 0.01
    figures.dot_plot(above, rows, "label")
    figures.tornado(below, rows, "label")
    for axes in (above, below):
        figures.percent_axis(axes.xaxis, points=True)
    assert above.get_ylim()[0] > above.get_ylim()[1]  # the first row on top
    assert_clear(figure)


def test_distribution_marks_the_median():
    figure = figures.new_figure(5)
    data = pd.DataFrame({"turns": [1, 2, 3, 4], "share": [0.1, 0.2, 0.4, 0.3]})
    axes = figures.distribution(figure.subplots(), data, "turns", "share")
    assert [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"] == [3]


def test_series_differ_without_colour():
    looks = [figures.look(number) for number in range(5)]
    assert len({look["marker"] for look in looks}) == len(looks)
    assert len({look["linestyle"] for look in looks}) == len(looks)


def test_an_interval_without_width_or_ends_is_drawn():
    data = pd.DataFrame({"x": [1, 2], "mean": [0.0, 0.5], "low": [0.0, float("nan")]})
    data["high"] = [0.0, float("nan")]
    figure = figures.new_figure(5)
    figures.interval_plot(figure.subplots(), data, "x")
    FigureCanvasAgg(figure).draw()


@pytest.mark.parametrize(
    "wanted", [[0.1, 0.1, 0.1], [0.0, 0.5, 1.0], [0.1, 0.12, 0.9, 0.91], [0.5], []]
)
def test_spread_keeps_order_and_distance(wanted):
    found = figures.spread(wanted, 0.1)
    assert len(found) == len(wanted)
    assert all(b - a >= 0.1 - 1e-9 for a, b in itertools.pairwise(found))
    if all(b - a >= 0.1 for a, b in itertools.pairwise(wanted)):
        assert found == pytest.approx(wanted)
    if wanted:
        assert sum(found) == pytest.approx(sum(wanted))


@pytest.mark.parametrize("kind", ["pdf", "svg", "png"])
def test_same_bytes_twice(tmp_path, kind):
    made = []
    for number in range(2):
        figure = figures.new_figure(6)
        figures.interval_plot(figure.subplots(), frame(), "level", "who", labels="legend")
        path = tmp_path / f"{number}.{kind}"
        figures.save(figure, path)
        made.append(path.read_bytes())
    assert made[0] == made[1]


def test_theme_leaves_the_users_settings_alone():
    with matplotlib.rc_context({"font.size": 33}):
        with figures.theme():
            assert matplotlib.rcParams["font.size"] == 7.5
        assert matplotlib.rcParams["font.size"] == 33


def test_percent_axis_has_one_number_of_decimals_and_a_true_minus():
    figure = figures.new_figure(5)
    odds, change = figure.subplots(2, 1)
    for axes, points in ((odds, False), (change, True)):
        axes.set_ylim(-0.0025, 0.006)
        figures.percent_axis(axes.yaxis, points)
    shown = dict(texts(figure))
    assert {"0.0 %", "0.2 %", "0.0", "+0.2", "−0.2"} <= set(shown)
