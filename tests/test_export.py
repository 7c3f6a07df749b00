"""What a sweep and a run leave on the disk."""

import io
import json
import os
import shlex

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from dwarfsim import export, grammar, rowfile, stats, sweepfigure
from dwarfsim.cli.output import csv_text
from dwarfsim.figures import theme
from dwarfsim.game import load_game
from dwarfsim.sweep import Precision, Sweep, run

from .toy import GAME as TOY

GAME = load_game("magic-dwarf")


def sweep_of(settings=(), tables=("rush",), **more):
    found = grammar.settings(settings, GAME, False)
    return Sweep(GAME, found, grammar.tables(tables, False), **{"games": 300, **more})


def rows_of(sweep):
    return [row for result in run(sweep, threads=1) for row in result.rows]


@pytest.fixture(scope="module")
def levels():
    sweep = sweep_of(["level=1..3"], ["rush", "random"])
    return sweep, rows_of(sweep)


def exported(folder, sweep, rows):
    folder.mkdir()
    export.export(folder, sweep, rows, csv_text(rows, GAME))
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_exports_are_whole_and_the_same_twice(tmp_path, levels):
    first = exported(tmp_path / "a", *levels)
    second = exported(tmp_path / "b", *levels)
    names = {"cells.csv", "cells.parquet", "run.json", "figure.pdf", "figure.png"}
    assert set(first) == names
    assert first == second


def test_tables_hold_the_rows(tmp_path, levels):
    sweep, rows = levels
    files = exported(tmp_path / "a", sweep, rows)
    flat = pd.read_parquet(io.BytesIO(files["cells.parquet"]))
    assert len(flat) == len(rows)
    assert list(flat["set.level"].unique()) == [1, 2, 3]
    assert flat["mean"].tolist() == [row["mean"] for row in rows]  # to the last bit
    text = pd.read_csv(io.BytesIO(files["cells.csv"]))
    assert text["mean"].tolist() == flat["mean"].tolist()


def test_run_json_reproduces_the_run(tmp_path, levels):
    facts = json.loads(exported(tmp_path / "a", *levels)["run.json"])
    command = "dwarfsim sweep magic-dwarf --set level=1..3 --seats rush --seats random"
    assert facts["command"] == f"{command} --games 300 --seed 1"
    assert facts["seed"] == 1 and facts["versions"]["numba"]
    assert len(facts["cells"]) == 6
    assert len({cell["rules"] for cell in facts["cells"]}) == 3


def test_command_line_reads_back():
    sweep = sweep_of(
        ["path=tiles,random", "dwarf_cards=none,1+2", "level=1,3", "dwarf_may_pass=false"],
        seed=7,
        precision=Precision(0.002, True, "won", 5000),
    )
    line = export.command_line(sweep)
    for part in (
        "--set path=tiles,random",
        "--set dwarf_cards=none,1+2",
        "--set level=1,3",
        "--set dwarf_may_pass=false",
        "--precision 0.2%",
        "--outcome won",
        "--max-games 5000",
        "--seed 7",
    ):
        assert part in line
    assert "--games" not in line and "thread" not in line


@pytest.mark.parametrize(
    "settings, tables, axes",
    [
        ((), ("rush",), ["seats"]),
        ((), ("rush", "random"), ["seats"]),
        (("level=1..3",), ("rush",), ["level"]),
        (("path=tiles,random",), ("rush", "random"), ["path", "seats"]),
        (("path=tiles,random", "level=1,2"), ("rush",), ["level", "path"]),
        (("path=tiles,random", "level=1,2", "dwarf_cards=1,2"), ("rush",), None),
    ],
)
def test_the_figure_takes_what_is_swept(settings, tables, axes):
    sweep = sweep_of(settings, tables, games=50)
    rows = rows_of(sweep)
    frame, found, outcome, simultaneous = sweepfigure.sweep_frame(sweep, rows)
    assert outcome.name == "won"
    assert simultaneous == (len(frame) > 1)
    assert axes is None or found == axes
    with theme():
        figure = sweepfigure.sweep_figure(sweep, rows)
        text = " ".join(t.get_text() for t in figure.texts).replace("\n", " ")
    assert ("simultaneous" in text) == simultaneous
    assert simultaneous or "single 95 % intervals" in text


def test_simultaneous_intervals_are_wilsons_at_sidaks_level(levels):
    sweep, rows = levels
    frame, *_ = sweepfigure.sweep_frame(sweep, rows)
    row = next(r for r in rows if r["outcome"] == "won")
    wins = round(row["mean"] * row["games"])
    low, high = stats.wilson(wins, row["games"], stats.sidak(0.95, 6))
    assert (frame["low"][0], frame["high"][0]) == (low, high)
    assert low < row["low"] and high > row["high"]


def test_a_knob_that_is_swept_is_the_axis(tmp_path):
    source = (
        "from dwarfsim.game import Strategy\n"
        "from dwarfsim.games.magic_dwarf.strategies import rush_move\n"
        "mine = Strategy('mine', {'move': rush_move}, {'nerve': 1.0, 'care': 2.0})\n"
    )
    path = tmp_path / "mine.py"
    path.write_text(source)
    sweep = sweep_of((), [f"{path}::mine:nerve=1..3"], games=20)
    assert sweepfigure.knob_axis(sweep.cells) == (0, "nerve")
    frame, axes, *_ = sweepfigure.sweep_frame(sweep, rows_of(sweep))
    assert axes == ["nerve"] and frame["nerve"].tolist() == [1, 2, 3]


def test_long_titles_and_commands_are_broken():
    sweep = sweep_of(["level=1..7", "colours=5..7", "path=tiles,01234+43210+01234+43210"], games=9)
    with theme():
        figure = sweepfigure.sweep_figure(sweep, rows_of(sweep))
    titles = [axes.get_title() for axes in figure.axes if axes.get_visible()]
    assert all(len(line) <= 90 for title in titles for line in title.splitlines())
    command = export.command_line(sweep)
    for width in (40, 25):  # in 25 letters a value must be cut, which is right behind a comma only
        text = export.folded(command, width)
        lines = text.splitlines()
        assert len(lines) > 2 and all(line.endswith((" \\", ",\\")) for line in lines[:-1])
        assert shlex.split(text.replace("\\\n", "")) == shlex.split(command)
    assert "path=tiles,\\\n01234+43210" in text
    command = "dwarfsim sweep x --set path=01234+43210+01234+43210"
    text = export.folded(command, 25)
    assert "path=01234+\\\n43210+01234+43210" in text
    assert shlex.split(text.replace("\\\n", "")) == shlex.split(command)


def test_titles_of_panels_have_a_line_or_more_for_each_axis():
    title = sweepfigure._title(["colours", "path"], [4, "01234+43210+01234+43210"], 28)
    lines = title.splitlines()
    assert lines[0] == "colours = 4" and all(len(line) <= 28 for line in lines)


# --------------------------------------------------------------------------------- games' rows


def written(path, blocks, games=1000):
    """A row file of `games` games that came in blocks of this size."""
    sweep = sweep_of(["level=2", "dwarf_cards=1+3"], games=games)
    cell = sweep.cells[0]
    match = sweep.match(cell)
    values = np.empty((games, len(match.slots)), np.int64)
    match.worker().play(0, games, values)
    keep = rowfile.RowFile(path, sweep)
    for first in range(0, games, blocks):
        keep(cell, match, first, values[first : first + blocks])
    keep.close()
    keep.abandon()
    return values


def test_rows_hold_every_game(tmp_path, monkeypatch):
    monkeypatch.setattr(rowfile, "GROUP", 256)
    values = written(tmp_path / "rows.parquet", 300)
    table = pd.read_parquet(tmp_path / "rows.parquet")
    assert table["k"].tolist() == list(range(1000))
    assert set(table["game"]) == {"magic-dwarf"}
    assert set(table["set.level"]) == {2} and set(table["set.dwarf_cards"]) == {"1+3"}
    names = [o.name for o in GAME.outcomes] + ["unfinished"]
    assert table[names].to_numpy().tolist() == values.tolist()
    assert [path.name for path in tmp_path.iterdir()] == ["rows.parquet"]


def test_rows_do_not_depend_on_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(rowfile, "GROUP", 256)
    made = []
    for blocks in (1000, 77, 256):
        path = tmp_path / f"{blocks}.parquet"
        written(path, blocks)
        made.append(path.read_bytes())
    assert made[0] == made[1] == made[2]
    meta = pq.ParquetFile(path).metadata
    assert [meta.row_group(i).num_rows for i in range(meta.num_row_groups)] == [256, 256, 256, 232]


def test_abandoned_rows_leave_nothing(tmp_path):
    sweep = sweep_of(games=10)
    cell = sweep.cells[0]
    match = sweep.match(cell)
    keep = rowfile.RowFile(tmp_path / "rows.parquet", sweep)
    keep(cell, match, 0, np.zeros((5, len(match.slots)), np.int64))
    keep.abandon()
    keep.abandon()
    assert list(tmp_path.iterdir()) == []


def test_no_games_make_an_empty_table(tmp_path):
    keep = rowfile.RowFile(tmp_path / "rows.parquet", sweep_of())
    keep.close()
    table = pd.read_parquet(tmp_path / "rows.parquet")
    assert len(table) == 0 and "won" in table


def test_a_full_disk_leaves_nothing(tmp_path, monkeypatch):
    sweep = sweep_of(games=10)
    cell = sweep.cells[0]
    match = sweep.match(cell)
    keep = rowfile.RowFile(tmp_path / "rows.parquet", sweep)
    keep(cell, match, 0, np.zeros((5, len(match.slots)), np.int64))

    def full(*args, **kwargs):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(keep._writer, "write_table", full)
    with pytest.raises(OSError, match="No space"):
        keep.close()
    keep.abandon()
    assert list(tmp_path.iterdir()) == []


# --------------------------------------------------- a game with seats, shares, indices and knobs


def toy_sweep(tables, settings=(), games=200):
    found = grammar.settings(settings, TOY, False)
    return Sweep(TOY, found, grammar.tables(tables, False), games=games)


def test_rows_of_seats_indices_shares_and_reals(tmp_path):
    sweep = toy_sweep(["hold"], ["players=2", "target=30", "rounds=4"])
    cell = sweep.cells[0]
    match = sweep.match(cell)
    values = np.empty((200, len(match.slots)), np.int64)
    match.worker().play(0, 200, values)
    keep = rowfile.RowFile(tmp_path / "toy.parquet", sweep)
    keep(cell, match, 0, values)
    keep.close()
    table = pd.read_parquet(tmp_path / "toy.parquet")
    assert {"win.0", "win.1", "score.0", "banked.0", "banked.3", "pots.1.2", "pace"} <= set(table)
    assert (table["win.0"] + table["win.1"]).tolist() == pytest.approx([1.0] * 200)
    assert table["pace"].dtype == float and table["score.0"].dtype == np.int64
    assert table["banked.3"].isna().any()  # where the target ended the game before
    number = next(i for i, slot in enumerate(match.slots) if rowfile.column_name(slot) == "pace")
    assert (
        table["pace"].tolist() == (values[:, number] / match.slots[number].outcome.scale).tolist()
    )


def test_figure_of_shares_by_seat_and_knob(tmp_path):
    sweep = toy_sweep(["hold:10..14:2,hold:20"], ["rounds=2,3"], 100)
    rows = [row for result in run(sweep, threads=1) for row in result.rows]
    frame, axes, outcome, simultaneous = sweepfigure.sweep_frame(sweep, rows)
    assert outcome.kind == "share" and simultaneous and len(frame) == 12
    assert axes[0] in frame.columns and set(axes[1:]) == {"rounds", "seat"}
    single = [row for row in rows if row["outcome"] == "win" and row["index"] is None]
    for (low, high), row in zip(frame[["low", "high"]].to_numpy(), single, strict=True):
        assert low <= row["low"] and row["high"] <= high
    with theme():
        sweepfigure.sweep_figure(sweep, rows)
