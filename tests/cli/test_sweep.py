"""``dwarfsim sweep``: the cells it makes of a command, its tables, and its folder."""

import csv
import json

import pytest

from dwarfsim.cli.output import table
from dwarfsim.cli.sweep import _fold

DWARF = ("sweep", "magic-dwarf", "--games", "200")
PIG = ("sweep", "pig", "--games", "60")


def cells(ran) -> list[tuple]:
    """The cells in their order, as (set, seats)."""
    found = [(json.dumps(row["set"]), row["seats"]) for row in ran.json]
    return [(json.loads(have), seats) for have, seats in dict.fromkeys(found)]


# ------------------------------------------------------------------------------------- grammar


def test_every_combination_of_values(run):
    ran = run(*DWARF, "--set", "level=1..3", "--set", "dwarf_cards=1+3,none", "--json")
    cards = ([1, 3], [])
    assert [c for c, _ in cells(ran)] == [
        {"level": level, "dwarf_cards": c} for level in (1, 2, 3) for c in cards
    ]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("shift=-1..1", [-1, 0, 1]),
        ("shift=3..3", [3]),
        ("shift=5,-5", [5, -5]),
        ("mood=0.1..0.5:0.1", [0.1, 0.2, 0.3, 0.4, 0.5]),
        ("mood=0,0.05..0.15:0.05", [0.0, 0.05, 0.1, 0.15]),
        ("cards=1+2,none,9", [[1, 2], [], [9]]),
        ("keeper=true,false", [True, False]),
        ("weather=foul,fair", ["foul", "fair"]),
    ],
)
def test_values_and_ranges(run, text, values):
    name = text.partition("=")[0]
    assert [have[name] for have, _ in cells(run(*PIG, "--set", text, "--json"))] == values


def test_repeated_seats_are_tables(run):
    ran = run(*PIG, "--seats", "hold", "--seats", "flip,hold", "--seats", "hold:5,hold,hold")
    ran = run(*PIG, "--seats", "hold", "--seats", "flip,hold", "--json")
    assert [seats for _, seats in cells(ran)] == ["hold", "flip,hold"]


@pytest.mark.parametrize(
    ("seats", "tables"),
    [
        ("hold:5..7", ["hold:5", "hold:6", "hold:7"]),
        ("hold:at=5..9:2,flip", ["hold:at=5,flip", "hold:at=7,flip", "hold:at=9,flip"]),
        ("flip:0.1..0.3:0.1", ["flip:0.1", "flip:0.2", "flip:0.3"]),
        (
            "hold:1..2,hold:3..4",
            ["hold:1,hold:3", "hold:1,hold:4", "hold:2,hold:3", "hold:2,hold:4"],
        ),
    ],
)
def test_a_range_of_a_knob_makes_tables(run, seats, tables):
    assert [have for _, have in cells(run(*PIG, "--seats", seats, "--json"))] == tables


def test_tables_of_different_size_set_the_players(run):
    ran = run(*PIG, "--seats", "hold,flip", "--seats", "hold,flip,flip", "--json")
    assert cells(ran) == [({"players": 2}, "hold,flip"), ({"players": 3}, "hold,flip,flip")]


def test_a_cell_is_the_same_as_its_own_simulation(run):
    rows = run(*DWARF, "--set", "level=3,4", "--seats", "random", "--seats", "rush", "--json").json
    alone = run("simulate", *DWARF[1:], "--set", "level=4", "--seats", "rush", "--json").json
    assert [r for r in rows if r["set"] == {"level": 4} and r["seats"] == "rush"] == alone


def test_threads_change_no_byte(run):
    options = (*PIG, "--set", "rounds=1,2", "--seats", "hold", "--seats", "flip")
    for form in ("--json", "--csv"):
        assert run(*options, form, "--threads", 1).out == run(*options, form, "--threads", 3).out


# --------------------------------------------------------------------------------------- table


def test_the_table_has_the_axes_seats_and_outcome(run):
    ran = run(*PIG, "--set", "rounds=1,2", "--set", "shift=3", "--seats", "hold", "--seats", "flip")
    lines = ran.out.splitlines()
    assert lines[:2] == ["Pig: shift=3", "4 of 4 cells, seed 1"]
    header = lines[3].split()
    assert header == ["rounds", "seats", "outcome", "seat", "mean", "95", "%", "interval", "games"]
    body = [line.split()[:4] for line in lines[5:13]]
    want = [[r, s, "win", i] for s in ("hold", "flip") for r in "12" for i in "01"]
    assert body == want
    assert max(map(len, lines)) <= 80


def test_the_title_names_what_all_cells_share(run):
    out = run(*PIG, "--set", "rounds=1,2", "--seats", "hold,flip", "--rotate").out
    assert out.splitlines()[0] == "Pig: seats=hold,flip"
    assert out.splitlines()[1] == "2 of 2 cells, seed 1, seats rotated"


def test_by_an_index(run):
    out = run(*PIG, "--set", "rounds=2,3", "--by", "round").out
    header = next(line for line in out.splitlines() if "95 % interval" in line).split()
    assert header[:4] == ["rounds", "outcome", "seat", "round"]
    assert sum(line.split()[1:2] == ["banked"] for line in out.splitlines()) == 5


def test_unfinished_games_have_a_column(run):
    out = run(*DWARF, "--set", "max_turns=10,1000").out
    header = next(line for line in out.splitlines() if "95 % interval" in line)
    assert header.endswith("unfinished")
    lines = [line.split() for line in out.splitlines() if line.startswith(("10 ", "1000 "))]
    assert [int(line[-1]) for line in lines] == [200, 0]
    assert "UNFINISHED: 200 games" in out
    assert "unfinished" not in run(*DWARF, "--set", "level=1,2").out.lower()


def test_long_texts_are_numbered_so_that_the_table_fits(run):
    tables = ["hold:at=11,hold:at=12,hold:at=13,hold:at=14", "flip,flip,flip,flip"]
    options = [word for t in tables for word in ("--seats", t)]
    out = run(*PIG, "--set", "cards=1+2+3+4+5+6+7,none", *options).out
    assert max(map(len, out.splitlines())) <= 80
    assert f"\nseats #1: {tables[0]}\nseats #2: {tables[1]}\n" in out
    assert "cards #" not in out  # there is room


def test_folding_keeps_each_text_apart():
    header, lines = ["seats", "mean"], [["x" * 90, "1"], ["y" * 90, "2"], ["x" * 90, "3"]]
    legend = _fold(header, lines, 1)
    assert lines == [["#1", "1"], ["#2", "2"], ["#1", "3"]]
    assert legend == ["seats #1: " + "x" * 90, "seats #2: " + "y" * 90]


def test_columns_are_set_apart_by_two_spaces():
    assert table(("a", "b"), [("x", "10"), ("long", "5")], {1}) == (
        "a      b\n----  --\nx     10\nlong   5\n"
    )


# ---------------------------------------------------------------------------------- its folder


def test_the_folder_holds_the_same_rows(run, tmp_path):
    options = (*PIG, "--set", "rounds=1,2", "--out", tmp_path / "out")
    ran = run(*options, "--csv")
    assert ran.code == 0, ran.err
    assert (tmp_path / "out" / "cells.csv").read_text() == ran.out
    for name in ("cells.parquet", "run.json", "store.sqlite", "figure.pdf", "figure.png"):
        assert (tmp_path / "out" / name).stat().st_size > 0
    told = json.loads((tmp_path / "out" / "run.json").read_text())
    assert told["seed"] == 1
    assert told["command"].startswith("dwarfsim sweep pig")


def exports(folder) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if not path.name.startswith("store.sqlite") and path.name != "lock"
    }


def test_more_games_and_cells_equal_one_run(run, tmp_path):
    few, all_ = (tmp_path / name for name in ("few", "all"))
    run("sweep", "pig", "--games", 60, "--set", "rounds=1,2", "--out", few)
    run("sweep", "pig", "--games", 100, "--set", "rounds=1..3", "--out", few)
    run("sweep", "pig", "--games", 100, "--set", "rounds=1..3", "--out", all_)
    assert exports(few) == exports(all_)


def test_the_same_command_again_plays_nothing_and_prints_the_same(run, tmp_path, monkeypatch):
    options = (*PIG, "--set", "rounds=1,2", "--out", tmp_path / "out")
    first = run(*options)
    before = exports(tmp_path / "out")
    monkeypatch.setattr("dwarfsim.sweep.play_range", None)  # would fail if called
    assert run(*options) == first
    assert exports(tmp_path / "out") == before


def test_folders_of_any_name(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("None", "[b]a folder/and one below"):
        assert run(*PIG, "--out", name).code == 0
        assert (tmp_path / name / "cells.csv").exists()


# ------------------------------------------------------------------------------------- failure

RISKY = """
from dwarfsim.games.magic_dwarf.strategies import rush_move


def risky(view, me):
    return -1 if view.needed == 2 else rush_move(view, me)
"""


def test_a_cell_that_fails_is_named_and_the_others_kept(run, strategies, tmp_path):
    path = strategies(text=RISKY)
    options = ("--set", "students_needed=1..3", "--seats", f"{path}::risky")
    ran = run(*DWARF, *options, "--out", tmp_path / "out")
    assert ran.code == 1
    assert "2 of 3 cells" in ran.out
    assert "students_needed=2" in ran.err and "seed 1, game 0, turn 1" in ran.err
    assert str(path) in ran.err
    kept = list(csv.DictReader((tmp_path / "out" / "cells.csv").read_text().splitlines()))
    assert {row["set.students_needed"] for row in kept} == {"1", "3"}
    again = run(*DWARF, *options, "--csv", "--out", tmp_path / "out")
    assert again.code == 1
    assert {row["set.students_needed"] for row in csv.DictReader(again.out.splitlines())} == {
        "1",
        "3",
    }


def test_an_illegal_move_of_simulate(run, strategies):
    path = strategies(text=RISKY)
    ran = run("simulate", *DWARF[1:], "--set", "students_needed=2", "--seats", f"{path}::risky")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("\n") == 1
    for part in ("risky", str(path), "illegal move", "seed 1, game 0, turn 1"):
        assert part in ran.err
