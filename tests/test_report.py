"""Studies and their reports: words that fit any numbers, bad input, the same bytes twice."""

import json
import math
import os
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from dwarfsim import words
from dwarfsim.cli import main
from dwarfsim.errors import BadInput
from dwarfsim.game import load_game
from dwarfsim.pairs import Difference, difference, holm_signs, paired
from dwarfsim.report import Report
from dwarfsim.study import Study
from dwarfsim.studyfile import find_studies, load_study
from dwarfsim.studystore import StudyStore

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def say():
    """The words of the Magic Dwarf study."""
    return magic_dwarf().say


def magic_dwarf():
    load_study(PROJECT / "analyses" / "magic_dwarf_levels.py")
    return sys.modules["dwarfsim_study_magic_dwarf_levels"]


def won(mean, half=0.01, games=1000):
    return {"mean": mean, "low": max(0, mean - half), "high": mean + half, "games": games}


def gap(mean, half=0.01):
    return Difference(mean, half / 2, mean - half, mean + half, 0.5, 1000, 2.0)


# --------------------------------------------------------------------------------------- words


@pytest.mark.parametrize(
    "numbers, text",
    [
        ([1], "level 1"),
        ([1, 2], "levels 1 and 2"),
        ([3, 1, 2], "levels 1 to 3"),
        ([1, 2, 3, 6], "levels 1 to 3 and 6"),
        ([1, 3, 5, 6], "levels 1, 3, 5 and 6"),
    ],
)
def test_spans(numbers, text):
    assert words.spans(numbers, "level") == text


@pytest.mark.parametrize(
    "p, text",
    [
        (0, "no game"),
        (1, "almost every game"),
        (0.98, "about 98 games in 100"),
        (0.9, "about nine games in ten"),
        (0.52, "about half of the games"),
        (0.2, "about two games in ten"),
        (0.1, "about one game in ten"),
        (0.022, "about one game in 45"),
        (0.00123, "about one game in 810"),
    ],
)
def test_odds(p, text):
    assert words.odds(p) == text


def test_numbers_have_the_digits_of_their_interval():
    assert words.percent_interval(0.2224, 0.2216, 0.2232) == "22.24 % (22.16 to 22.32)"
    assert words.percent_interval(0.0466, 0.0462, 0.0470) == "4.66 % (4.62 to 4.70)"
    assert words.percent_interval(0.0, 0.0, 0.0002) == "0.000 % (0.000 to 0.020)"
    assert words.percent_interval(0.0, 0.0, 0.000005) == "0.0000 % (0.0000 to 0.0005)"
    assert words.points(0.031, 0.028, 0.034) == "+3.10 (2.80 to 3.40)"
    assert words.points(-0.031, -0.034, -0.028) == "−3.10 (−3.40 to −2.80)"
    assert words.points(0.0, -0.01, 0.01) == "0.0 (−1.0 to 1.0)"


@pytest.mark.parametrize(
    "p, text",
    [
        (0, "0 %"),
        (1, "100 %"),
        (0.1762, "18 %"),
        (0.0466, "4.7 %"),
        (0.0044, "0.4 %"),
        (0.9829, "98.3 %"),
        (0.99953, "99.95 %"),
        (0.00003, "0.003 %"),
    ],
)
def test_percent_without_an_interval_never_rounds_to_an_end(p, text):
    assert words.percent(p) == text


def test_title_names_the_ends_where_they_are(say):
    odds = {
        "careful": {k: won(0.9 - 0.1 * k) for k in range(1, 8)},
        "casual": {k: won(0.5 - 0.06 * k) for k in (2, 1, 3, 4, 6, 5, 7)},
    }
    assert say.title(odds, ["casual", "careful"]) == (
        "A careful family wins 80 % of its games at level 1 and 20 % at level 7; "
        "a casual family 44 % and 8 %"
    )
    odds["casual"][5] = won(0.01)
    assert say.title(odds, ["casual", "careful"]).endswith("and 1 % at level 5")


def test_skill_goes_both_ways_and_nowhere(say):
    up = {k: gap(0.02 * k) for k in range(1, 8)}
    down = {k: gap(-0.02 * k) for k in range(1, 8)}
    none = {k: gap(0.001) for k in range(1, 8)}
    mixed = {**up, 6: gap(0.0), 7: gap(-0.1)}
    names = ("casual", "careful")
    assert say.skill_title(*names, up) == "Careful instead of casual play is worth 2 to 14 points"
    assert "wins less often" in say.skill_title(*names, down)
    assert "no difference is seen" in say.skill_title(*names, none)
    assert "depends on the level" in say.skill_title(*names, mixed)
    assert "adds 14.0 points (13.0 to 15.0) at level 7" in say.skill_sentence(*names, up)
    assert "costs 14.0 points (13.0 to 15.0) at level 7" in say.skill_sentence(*names, down)
    assert "no difference at levels 1 to 7" in say.skill_sentence(*names, none)
    text = say.skill_sentence(*names, mixed)
    assert "adds" in text and "costs" in text and "no difference at level 6" in text


@pytest.mark.parametrize(
    "signs, sentence, title",
    [
        ([1] * 6, "each level is harder", "is right for careful play"),
        ([1, 1, 1, 1, -1, 1], "level 6 is easier than level 5", "Levels 5 and 6 are in the wrong"),
        ([1, 1, 0, 1, 1, 1], "no difference is seen between levels 3 and 4", "For careful play no"),
        ([0] * 6, "between any level and the next", "For careful play no difference"),
    ],
)
def test_order(say, signs, sentence, title):
    assert sentence in say.order_sentences({"careful": signs, "casual": signs})
    assert title in say.order_title({"careful": signs}, ["careful"])


def test_order_for_one_family_and_not_for_the_other(say):
    signs = {"casual": [1, 1, 1, 1, 0, 1], "careful": [1] * 6}
    assert say.order_title(signs, ["casual", "careful"]) == (
        "The printed order is right for careful play; "
        "for casual play no difference is seen between levels 5 and 6"
    )


def test_steps_and_gaps(say):
    found = {k: gap(0.02 * k) for k in range(1, 7)}
    assert say.steps_sentence("casual", found) == (
        "For a casual family the largest step is from level 6 to 7, 12.0 points (11.0 to 13.0), "
        "and the smallest from level 1 to 2, 2.0 points (1.0 to 3.0)."
    )
    assert say.gaps({1: gap(0.02), 2: gap(-0.03)}) == (
        "From level 1 to level 2 the differences are 2.0 and −3.0 points."
    )


def test_goals_length_dwarves_and_duel(say):
    def by_level(found):
        return dict.fromkeys(say.LEVELS, found)

    up, down, none = gap(0.05), gap(-0.05), gap(0.0)
    assert say.goals_title({("casual", 2): by_level(up)}) == (
        "The easier goals help at every level, by up to 5 points"
    )
    assert "not seen" in say.goals_title({("casual", 2): by_level(none)})
    assert "not at every" in say.goals_title({("casual", 2): {**by_level(up), 3: none}})
    assert say.dwarf_title({"casual": by_level(up), "careful": by_level(gap(0.2))}) == (
        "The four dwarf cards help at every level: casual play by up to 5 and careful play by up "
        "to 20 points"
    )
    assert "hurt at every level" in say.dwarf_title({"casual": by_level(down)})
    assert "not seen" in say.dwarf_title({"casual": by_level(none)})
    assert "at others" in say.dwarf_title({"casual": {**by_level(up), 2: down}})
    assert "no difference that is seen" in say.dwarf_sentence("casual", by_level(none))
    assert "cost 5.0 points" in say.dwarf_sentence("casual", by_level(down))
    assert say.duel_title({"casual": up, "careful": up}) == "In the duel it pays to start"
    assert "not to start" in say.duel_title({"casual": down})
    assert "no edge" in say.duel_title({"casual": none})
    assert "wins more often under casual and less often under careful" in say.duel_title(
        {"casual": up, "careful": down}
    )
    assert say.duel_sentences({"casual": up}) == (
        "In a duel of two casual teams the one that starts wins 52.5 % (52.0 to 53.0)."
    )
    assert say.duel_sentences({"casual": none, "careful": none}) == (
        "In a duel of two casual or careful teams no edge of the team that starts is seen."
    )
    turns = {
        k: {"mean": 20.0 + k, "low": 19.97 + k, "high": 20.03 + k, "p10": 15.0, "p90": 30.0}
        for k in say.LEVELS
    }
    assert say.length_sentence("casual", turns) == (
        "A casual family plays 27.0 turns on average at level 7 (15 to 30) and 21.0 turns on "
        "average at level 1 (15 to 30)."
    )
    assert "known to ±0.030" in say.length_intervals({"casual": turns})
    assert say.length_title({"casual": turns}) == "A game takes 21 to 27 turns on average"


def test_assumptions_are_ranked_by_what_is_seen():
    unprinted = magic_dwarf().unprinted

    def line(key, what, mean, sign, level=1):
        named = {"id": key, "what": what, "variant": f"{what}!", "seats": "careful"}
        return named | {"level": level, "mean": mean, "sign": sign}

    frame = pd.DataFrame(
        [
            line("A1", "colours", 0.02, 1),
            line("A2", "path", -0.06, -1),
            line("A2", "path", 0.01, 1, 3),
            line("A4", "dwarves", 0.5, 0),
        ]
    )
    assert unprinted.assumption_title(frame) == (
        "The answer rests most on path (A2): up to 6 points, for careful play at level 1"
    )
    assert unprinted.assumption_sentence(frame) == (
        "Of what the rulebook does not print or leaves open, the odds rest most on path (A2, up "
        "to 6 points: careful play at level 1), then on colours (A1, up to 2 points); dwarves "
        "(A4): no difference seen."
    )
    assert [unprinted.effect(frame, label, "careful") for _, label in unprinted.rows(frame)] == [
        "easier at level 1 (up to 2)",
        "easier at level 3 (up to 1); harder at level 1 (up to 6)",
        "no difference seen",
    ]
    none = frame.assign(sign=0)
    assert "not seen to matter" in unprinted.assumption_title(none)
    assert "no difference seen" in unprinted.assumption_sentence(none)


# --------------------------------------------------------------------------------------- pairs


def test_paired_difference_of_flags():
    first = np.array([1, 1, 1, 0, 0, 1, 0, 1] * 50)
    second = np.array([1, 0, 1, 0, 0, 1, 0, 0] * 50)
    found = difference(first, second)
    assert found.mean == 0.25 and found.games == 400 and found.sign == 1
    assert found.low < 0.25 < found.high and found.p < 1e-20
    assert found.gain > 1.5
    turned = -found
    assert (turned.mean, turned.low, turned.high) == (-0.25, -found.high, -found.low)
    assert difference(second, first).mean == -0.25


def test_equal_games_have_an_interval_all_the_same():
    found = difference([0, 1] * 50, [0, 1] * 50)
    assert found.mean == 0 and found.low < 0 < found.high
    assert found.p == 1 and found.sign == 0 and math.isnan(found.gain)


def test_pairing_gain_is_what_it_says():
    rng = np.random.default_rng(5)
    luck = rng.random(100_000)
    found = difference(luck < 0.30, luck < 0.31)
    alone = 0.3 * 0.7 + 0.31 * 0.69
    assert found.gain == pytest.approx(alone / (0.01 - 0.01**2), rel=0.1)


def test_bonett_price_interval_covers():
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(1000):
        luck = rng.random(60)
        found = difference(luck < 0.3, luck < 0.4)
        hits += found.low <= -0.1 <= found.high
    assert 0.92 <= hits / 1000 <= 0.99


def test_shares_are_compared_in_their_unit():
    found = difference([2520, 1260, 0], [1260, 1260, 0], scale=2520, flag=False)
    assert found.mean == pytest.approx(1 / 6)


def test_holm_signs():
    sure = Difference(-0.1, 0.01, -0.12, -0.08, 1e-9, 100, 1.0)
    vague = Difference(0.1, 0.05, 0.0, 0.2, 0.03, 100, 1.0)
    assert holm_signs([sure, vague, vague]) == [-1, 0, 0]
    assert holm_signs([vague]) == [1]


# -------------------------------------------------------------------------------------- studies

SMALL = '''"""
Who wins *#small* [games]?
"""

from dwarfsim import figures


def make(study, report):
    cells = study.sweep("small", "magic-dwarf", ["level=1,2"], ["rush", "random"], 600)
    report.title = "Nobody [small] #evil *bold* `code` $x$ <a>"
    report.abstract.append("As [chart] and [numbers] show; see [nothing], `a b`.")
    figure = figures.new_figure(6)
    frame = cells.frame("won")
    figures.interval_plot(figure.subplots(), frame, "level", "seats")
    report.heading("Heading #1")
    report.figure("chart", figure, "Caption $.", "Alternative text", [cells], frame)
    report.table("numbers", ["a", "b"], [["#x", "1"]], "Table @b.", [cells])
    report.items(["one", "two"])
'''


@pytest.fixture
def study_file(tmp_path):
    path = tmp_path / "analyses" / "small.py"
    path.parent.mkdir()
    path.write_text(SMALL)
    return path


def call(*arguments):
    with pytest.raises(SystemExit) as stopped:
        main(["report", *map(str, arguments)])
    return stopped.value.code


def files_in(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}


def test_report_is_the_same_twice_on_any_threads(study_file, tmp_path, capsys):
    assert call(study_file, "--threads", 1) == 0
    first = files_in(tmp_path / "reports" / "small")
    names = {"report.pdf", "chart.png", "chart.csv", "cells.csv", "run.json"}
    assert set(first) == names and first["report.pdf"].startswith(b"%PDF")
    assert "2,400 games played" in capsys.readouterr().out
    assert call(study_file, "--redraw") == 0  # from the store alone
    assert "0 games played" in capsys.readouterr().out
    assert files_in(tmp_path / "reports" / "small") == first
    assert call(study_file, "--threads", 2, "--out", tmp_path / "other") == 0
    assert files_in(tmp_path / "other" / "small") == first
    assert sorted(p.name for p in tmp_path.iterdir()) == ["analyses", "other", "reports"]


def test_run_json_has_the_commands(study_file, tmp_path):
    assert call(study_file) == 0
    facts = json.loads((tmp_path / "reports/small/run.json").read_text())
    command = "dwarfsim sweep magic-dwarf --set level=1,2 --seats rush --seats random"
    assert facts["sweeps"][0]["command"] == f"{command} --games 600 --seed 1"
    cells = pd.read_csv(tmp_path / "reports/small/cells.csv")
    assert set(cells["sweep"]) == {"small"} and set(cells["set.level"]) == {1, 2}


def test_quick_plays_fewer_and_keeps_its_own_store(study_file, tmp_path, capsys):
    assert call(study_file, "--quick") == 0
    assert "800 games played" in capsys.readouterr().out  # no fewer than 200 a cell
    assert call(study_file) == 0
    assert "2,400 games played" in capsys.readouterr().out
    stores = sorted(p.name for p in (tmp_path / "reports" / ".stores").iterdir())
    assert stores == ["small", "small-quick"]


def test_from_any_folder_all_studies(study_file, tmp_path, monkeypatch):
    (tmp_path / "analyses" / "_helper.py").write_text("VALUE = 1\n")
    inner = tmp_path / "deep" / "down"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    assert [path.name for path in find_studies(inner)] == ["small.py"]
    assert call() == 0
    assert (tmp_path / "reports" / "small" / "report.pdf").exists()


def test_a_users_own_file_reports_beside_it(tmp_path):
    (tmp_path / "mine.py").write_text(SMALL)
    assert load_study(tmp_path / "mine.py").reports == tmp_path / "reports"


@pytest.mark.parametrize(
    "source, message",
    [
        (None, "No such file"),
        ('"""Q?"""\ndef make(:\n', "mine.py:2: "),
        ("def make(study, report): pass\n", "first line must be the question"),
        ('"""Q?"""\n', "lacks the function make"),
        ('"""Q?"""\n1 / 0\n', "mine.py:2: ZeroDivisionError"),
        ('"""Q?"""\ndef make(study, report):\n    report.nothing()\n', "mine.py:3: AttributeError"),
        (
            '"""Q?"""\ndef make(study, report):\n    study.sweep("a", "magic-dwarv")\n',
            "did you mean 'magic-dwarf'?",
        ),
    ],
)
def test_bad_studies_are_refused_in_a_sentence(tmp_path, capsys, source, message):
    path = tmp_path / "mine.py"
    if source is not None:
        path.write_text(source)
    assert call(path) == 2
    error = capsys.readouterr().err
    assert message in error and error.startswith("dwarfsim: ") and error.count("\n") == 1
    assert not (tmp_path / "reports" / "mine").exists()


def test_redraw_without_games_is_refused(study_file, tmp_path, capsys):
    assert call(study_file, "--redraw") == 2
    assert "has not been played yet" in capsys.readouterr().err
    assert not (tmp_path / "reports").exists()


def test_two_studies_of_one_name_are_refused(study_file, tmp_path, capsys):
    (tmp_path / "small.py").write_text(SMALL)
    assert call(study_file, tmp_path / "small.py") == 2
    assert "two studies of one name" in capsys.readouterr().err


def test_no_studies_here(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert call() == 2
    assert "no analyses/*.py" in capsys.readouterr().err


# ---------------------------------------------------------------------------- what a study plays


def test_cells_are_shared_resumed_and_compared(tmp_path):
    with StudyStore(tmp_path / "store") as store:
        study = Study(store, threads=1)
        many = study.sweep("many", "magic-dwarf", ["level=1,2"], ["rush"], 900)
        few = study.sweep("few", "magic-dwarf", ["level=1"], ["rush"], 300)
        assert study.fresh == 1800 and few("rush", level=1).totals.games == 900
        one, two = many("rush", level=1), many("rush", level="2")
        assert one.wins("won").sum() == one.totals.sums[0]
        found = one.minus(two)
        assert found.mean == pytest.approx(
            one.estimate("won")["mean"] - two.estimate("won")["mean"]
        )
        again = Study(store, threads=2)
        longer = again.sweep("many", "magic-dwarf", ["level=1,2"], ["rush"], 1300)
        assert again.fresh == 800
        matches = [again.made[0].sweeps[0].match(p.cell) for p in longer.played]
        direct = paired(*matches, 1300, threads=1)
        assert longer("rush", level=1).minus(longer("rush", level=2)) == direct
        again.tidy()
        assert len(store.cells()) == 2


def test_games_by_strategy(tmp_path):
    with StudyStore(tmp_path / "store") as store:
        study = Study(store)
        games = {"random": 100, "rush": 200}
        cells = study.sweep("s", "magic-dwarf", ["level=1,2"], ["random", "rush"], games)
        assert [p.totals.games for p in cells.played] == [100, 100, 200, 200]
        assert [p.cell.seats for p in cells.played] == ["random", "random", "rush", "rush"]
        assert len(cells.sweeps) == 2


def test_other_outcomes_can_be_kept_of_every_game(tmp_path):
    with StudyStore(tmp_path / "store") as store:
        study = Study(store, threads=1)
        options = "magic-dwarf", ["level=1,2"], ["rush"], 300
        plain, kept = study.sweep("plain", *options), study.sweep("kept", *options, keep=["turns"])
        one, two = (kept("rush", level=level) for level in (1, 2))
        turns = one.wins("turns")
        assert turns.mean() == pytest.approx(one.estimate("turns")["mean"])
        assert one.minus(two, "turns").mean == pytest.approx(
            turns.mean() - two.estimate("turns")["mean"]
        )
        assert (one.wins("won") == plain("rush", level=1).wins("won")).all()
        with pytest.raises(BadInput, match="turns was not kept"):
            plain("rush", level=1).wins("turns")


def test_texts_are_never_markup():
    report = Report("q")
    report.table("known", ["#a"], [["*b*"]], "c")
    data = report.data()
    assert data["blocks"][0]["head"] == [["#a"]] and data["blocks"][0]["rows"] == [[["*b*"]]]
    report.text("see [known], [unknown] and `x`")
    assert report.data()["blocks"][1]["text"] == [
        "see ",
        {"ref": "known"},
        ", [unknown] and ",
        {"code": "x"},
    ]
    with pytest.raises(BadInput, match="two figures or tables"):
        report.table("known", ["a"], [], "c")
    game = load_game("magic-dwarf")
    report.players(game, ["rush"], {"rush": "a hasty family"})
    row = report.data()["blocks"][-1]["rows"][0]
    assert row[:2] == [["rush"], ["a hasty family"]] and game.strategies["rush"].doc in row[2]
    report.assumptions(game, ["level"])
    ids = [row[0][0] for row in report.data()["blocks"][-1]["rows"]]
    assert {"A1", "A2", "R2"} <= set(ids) and "R6" not in ids
    assert os.linesep not in str(report.data()["blocks"][-1]["rows"])


def test_long_values_of_assumptions_may_break():
    report = Report("q")
    for name in ("selfish-dwarf", "digger"):
        report.assumptions(load_game(name))
        report.sources.clear()  # two tables of one name
    long, short = (block for block in report.data()["blocks"] if block["kind"] == "table")
    values = [row[2][0] for row in long["rows"]]
    assert any("+\u200b" in value and "-" not in value for value in values)
    assert long["wide"] == [2, 3] and short["wide"] == [3]
