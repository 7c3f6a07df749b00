"""What is refused: in one sentence that names the thing and the right one, and nothing written."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dwarfsim.cli import main
from dwarfsim.store import Store

DWARF = ("simulate", "magic-dwarf")
SWEEP = ("sweep", "magic-dwarf", "--games", "50")
PIG = ("sweep", "pig", "--games", "50")


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (["simulat"], ["no command 'simulat'; did you mean 'simulate'?"]),
        (["simulate"], ["GAME is missing; see dwarfsim simulate --help"]),
        (["simulate", "magic"], ["no game 'magic'; did you mean 'magic-dwarf'?"]),
        (["show", "Magic-Dwarfs"], ["did you mean 'magic-dwarf'?"]),
        (["simulate", "go"], ["no game 'go'; there are: ", "magic-dwarf"]),
        ([*DWARF, "--jsn"], ["no option '--jsn'; did you mean '--json'?"]),
        ([*DWARF, "more"], ["unexpected extra argument (more)"]),
        ([*DWARF, "--games"], ["'--games' requires an argument"]),
        ([*DWARF, "--games", ""], ["--games: is empty"]),
        ([*DWARF, "--json", "--csv"], ["--json and --csv: give one"]),
    ],
)
def test_what_is_no_command(refused, args, parts):
    has(refused(*args), *parts)


def has(sentence, *parts):
    assert [part for part in parts if part not in sentence] == [], sentence


@pytest.mark.parametrize("command", ["simulate", "sweep"])
@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--set", "levl=4"], ["--set levl=4: ", "no parameter 'levl'; did you mean 'level'?"]),
        (["--set", "level=0"], ["--set level=0: ", "from 1 to 7; the nearest is 1"]),
        (["--set", "level=8"], ["--set level=8: ", "from 1 to 7; the nearest is 7"]),
        (["--set", "level=four"], ["--set level=four: must be a whole number from 1 to 7"]),
        (["--set", "level"], ["--set level: must be NAME=VALUE, as in level=1"]),
        (["--set", "level="], ["--set level=: must be NAME=VALUE"]),
        (["--set", "level=1", "--set", "level=2"], ["--set level=2: level is set twice"]),
        (["--set", "level=1", "--set", "Level=2"], ["--set Level=2: ", "did you mean 'level'?"]),
        (["--set", "level=1,1"], ["--set level=1,1: ", "holds 1 twice"]),
        (["--set", "level=7..1"], ["--set level=7..1: ", "write 1..7"]),
        (["--set", "level=1.."], ["--set level=1..: ", "a range is written as in 1..7"]),
        (["--set", "mode=dule"], ["--set mode=dule: ", "did you mean 'duel'?"]),
        (["--set", "dwarf_may_pass=yes"], ["must be true or false"]),
        (["--set", "dwarf_cards=1,2+0"], ["whole numbers joined by +", "from 1 to 9"]),
        (["--set", "student_cards=4+4"], ["2 colours are named, but there are 5"]),
        (["--seats", "ruhs"], ["--seats ruhs: ", "no strategy 'ruhs'; did you mean 'rush'?"]),
        (["--seats", "rush:k=3"], ["--seats rush:k=3: rush has no knobs; write rush"]),
        (["--seats", "rush,"], ["--seats rush,: a seat is empty; write rush"]),
        (["--seats", "rush,rush"], ["--seats rush,rush: 2 seats", "the table has 1; name one"]),
        (["--seats", "rush", "--set", "mode=duel", "--seats", "rush"], ["rush is there twice"]),
        (
            ["--set", "mode=duel", "--seats", "rush,rush,rush"],
            ["3 seats", "has 2 (mode=duel); name 2, or one"],
        ),
        (["--games", "0"], ["--games 0: ", "the nearest is 1"]),
        (["--games", "-5"], ["--games -5: ", "the nearest is 1"]),
        (["--games", "1.5"], ["--games 1.5: must be a whole number"]),
        (["--games", "1e30"], ["--games 1e30: ", "the nearest is 1_000_000_000_000_000"]),
        (["--games", "many"], ["--games many: must be a whole number", "as in 1000000"]),
        (["--games", "5", "--games", "6"], ["--games is given 2 times; give it once"]),
        (["--seed", "-1"], ["--seed -1: ", "the nearest is 0"]),
        (["--seed", str(2**64)], ["the nearest is 18_446_744_073_709_551_615"]),
        (["--threads", "0"], ["--threads 0: must be a whole number from 1 to 1_024"]),
        (["--threads", "x"], ["--threads x: must be a whole number from 1 to 1_024"]),
        (["--by", "round"], ["--by round: magic-dwarf has no such index"]),
        (["--role", "witch=rush"], ["--role witch=rush: magic-dwarf has no roles"]),
        (["--precision", "0"], ["--precision 0: must be a number above 0, as in 0.001 or 0.2%"]),
        (["--precision", "1%", "--games", "9"], ["--games and --precision", "--max-games"]),
        (["--precision", "1%", "--outcome", "wn"], ["--outcome wn: ", "did you mean 'won'?"]),
        (["--outcome", "won"], ["--outcome: takes effect with --precision only"]),
        (["--max-games", "9"], ["--max-games: takes effect with --precision only"]),
        (["--precision", "1%", "--max-games", "0"], ["--max-games 0: ", "the nearest is 1"]),
    ],
)
def test_options(refused, command, options, parts):
    has(refused(command, "magic-dwarf", *options), *parts)


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--seats", "hold:att=5"], ["--seats hold:att=5: ", "no knob 'att'; did you mean 'at'?"]),
        (["--seats", "hold:200"], ["--seats hold:200: ", "from 1 to 120; the nearest is 120"]),
        (["--seats", "hold:x"], ["--seats hold:x: 'x' in 'hold:x' gives no number"]),
        (["--seats", "hold:5:at=6"], ["knob 'at' is given twice"]),
        (
            ["--seats", "hold,hold,hold", "--set", "players=2"],
            ["3 seats", "the table has 2 (players=2)"],
        ),
        (["--set", "shift=-6"], ["--set shift=-6: ", "the nearest is -5"]),
        (["--set", "mood=1.01"], ["--set mood=1.01: must be a number from 0 to 1"]),
        (["--set", "cards=10"], ["--set cards=10: ", "from 1 to 9"]),
        (["--by", "rounds"], ["--by rounds: ", "did you mean 'round'?"]),
        (["--role", "keper=hold"], ["--role keper=hold: no role 'keper'; did you mean 'keeper'?"]),
        (["--role", "keeper"], ["--role keeper: must be ROLE=STRATEGY, as in keeper=NAME"]),
        (["--role", "keeper=holt"], ["--role keeper=holt: ", "did you mean 'hold'?"]),
        (["--role", "keeper=hold:200"], ["--role keeper=hold:200: ", "the nearest is 120"]),
        (["--role", "keeper=hold:x"], ["--role keeper=hold:x: ", "gives no number"]),
        (["--role", "keeper=hold,hold"], ["--role keeper=hold,hold: 2 strategies", "name one"]),
        (["--role", "keeper=hold:1..2"], ["--role keeper=hold:1..2: 2 tables"]),
        (
            ["--role", "keeper=hold", "--role", "keeper=flip"],
            ["--role keeper=flip: the role is named twice"],
        ),
    ],
)
def test_options_of_a_game_with_seats_knobs_and_roles(refused, options, parts):
    has(refused("simulate", "pig", *options), *parts)


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--set", "level=1..7"], ["--set level=1..7: 7 values", "'dwarfsim sweep'"]),
        (["--set", "level=1,2"], ["--set level=1,2: 2 values", "'dwarfsim sweep'"]),
        (["--seats", "rush", "--seats", "random"], ["2 tables", "'dwarfsim sweep'"]),
    ],
)
def test_simulate_refuses_what_sweep_would_expand(refused, options, parts):
    has(refused(*DWARF, *options), *parts)


@pytest.mark.parametrize(
    ("tables", "right"),
    [
        (["hold:5", "hold:at=5"], "hold:at=5: is the same table as hold:5"),
        (["hold", "hold:20"], "hold:20: is the same table as hold"),
        (["hold", "hold,hold"], "hold,hold: is the same table as hold"),
        (["hold:19..21", "hold"], "hold: is the same table as hold:20"),
        (["flip:0.5,hold", "flip:chance=0.5,hold:20"], "is the same table as flip:0.5,hold"),
    ],
)
def test_the_same_table_written_in_two_ways(refused, tables, right):
    options = [word for table in tables for word in ("--seats", table)]
    has(refused(*PIG, *options), right, "give it once")


def test_a_value_written_in_two_ways(refused):
    has(refused(*PIG, "--set", "mood=0.5,.5"), "holds .5 twice")
    has(refused(*PIG, "--set", "shift=-1..1,0"), "holds 0 twice")


def test_too_many_cells(refused):
    ranges = [word for n in ("max_turns", "target") for word in ("--set", f"{n}=1..1000")]
    has(refused(*PIG, *ranges), "1,000,000 cells; the most is 100,000")


# ------------------------------------------------------------------------- strategies in files


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("def mine(view, me)\n    return 0\n", [":1: ", "expected ':'"]),
        ("\n\nimport nowhere_at_all\n", [":3: ModuleNotFoundError: ", "nowhere_at_all"]),
        ("def mien(view, me):\n    return 0\n", ["no strategy 'mine'; did you mean 'mien'?"]),
        ("mine = 3\n", ["no strategy 'mine'"]),
        ("def mine(view, me):\n    return view.nothing\n", [":2: ", "does not compile"]),
        ("def mine(view, me):\n    return 0.5\n", [":1: ", "returns float64", "whole number"]),
        ("\ufeff\x00", [":1: "]),
    ],
)
def test_strategy_files(refused, strategies, text, parts):
    path = strategies(text=text)
    has(refused(*DWARF, "--games", 10, "--seats", f"{path}::mine"), str(path), *parts)


@pytest.mark.parametrize(
    ("seats", "parts"),
    [
        ("none.py::mine", ["none.py", "No such file"]),
        ("mine.py", ["no strategy 'mine.py'; name the strategy in the file, as in my.py::name"]),
        (".::mine", ["'.'", "Is a directory"]),
        ("mine.txt::mine", ["mine.txt", "must end in .py"]),
        ("mine.py::", ["names no strategy"]),
        ("::mine", ["names no strategy"]),
    ],
)
def test_strategies_that_are_not_there(refused, strategies, seats, parts):
    strategies("mine.py"), strategies("mine.txt")
    has(refused(*DWARF, "--seats", seats), f"--seats {seats}: ", *parts)


# ---------------------------------------------------------------------------------------- --out


def test_out_on_a_file(refused, tmp_path):
    (tmp_path / "taken").write_text("mine")
    has(refused(*SWEEP, "--out", "taken"), "--out taken: ", "is a file; name a folder")
    has(refused(*SWEEP, "--out", "taken/below"), "--out taken/below: ", "taken is a file")
    assert (tmp_path / "taken").read_text() == "mine"


def test_out_in_a_folder_that_cannot_be_written(refused):
    has(refused(*SWEEP, "--out", "/proc/levels"), "--out /proc/levels: ", "cannot be written")
    has(refused(*SWEEP, "--out", "/proc"), "--out /proc: ", "cannot be written")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_out_in_a_read_only_folder(refused, tmp_path):
    (tmp_path / "closed").mkdir(mode=0o555)
    has(refused(*SWEEP, "--out", "closed/levels"), "cannot be written")


def test_out_is_not_written_when_something_else_is_wrong(refused):
    refused(*SWEEP, "--set", "level=8", "--out", "levels")
    refused(*SWEEP, "--seats", "ruhs", "--out", "levels")
    refused(*SWEEP, "--threads", "0", "--out", "levels")
    refused(*SWEEP, "--out", "")
    refused(*SWEEP, "--out", "levels", "--out", "other")


@pytest.fixture(scope="module")
def two_levels(tmp_path_factory):
    """A folder with the store of a sweep over two levels."""
    folder = tmp_path_factory.mktemp("stored") / "levels"
    with pytest.raises(SystemExit) as ended:
        main([*SWEEP, "--set", "level=1,2", "--out", str(folder)])
    assert not ended.value.code
    return folder


@pytest.fixture
def stored(two_levels, tmp_path):
    """The path of a copy of this store."""
    return Path(shutil.copytree(two_levels, tmp_path / "levels")) / "store.sqlite"


def contents(path):
    with closing(sqlite3.connect(path)) as db:
        return list(db.execute("SELECT * FROM cells")), list(db.execute("SELECT * FROM about"))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--set", "level=1,2", "--seed", "2"], "seed"),
        (["--set", "level=1"], "level=2"),
        (["--set", "colours=5"], "parameters"),
        (["--set", "level=1,2", "--seats", "random"], "seats=rush"),
        (["--set", "level=1,2", "--games", "20"], "50 games"),
    ],
)
def test_out_with_the_store_of_another_command(refused, stored, options, reason):
    before = contents(stored)
    options = [*(SWEEP[:2] if "--games" in options else SWEEP), *options]
    has(refused(*options, "--out", "levels"), "--out levels: ", reason, "another folder")
    assert contents(stored) == before


def test_out_with_the_store_of_another_game(refused, stored):
    has(refused(*PIG, "--out", "levels"), "--out levels: ", "another game", "magic-dwarf")


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_out_with_a_truncated_store(refused, stored, size):
    stored.write_bytes(stored.read_bytes()[:size])
    for rest in stored.parent.glob("store.sqlite-*"):
        rest.unlink()
    said = refused(*SWEEP, "--set", "level=1,2", "--out", "levels")
    has(said, "--out levels: the store is damaged", "move it away")
    assert stored.stat().st_size == size


def test_out_in_use_by_another_process(refused, stored):
    before = contents(stored)
    with Store(stored.parent, dict(before[1])):
        said = refused(*SWEEP, "--set", "level=1,2", "--out", "levels")
    has(said, "--out levels: the store is in use by another process")
    assert contents(stored) == before


# --------------------------------------------------------------------------------------- --rows


def test_rows_that_cannot_be_written(refused, tmp_path):
    has(refused(*DWARF, "--rows", "."), "--rows .: is a folder; name a file")
    has(refused(*DWARF, "--rows", "no/games.parquet"), "there is no folder")
    refused(*DWARF, "--rows", "games.parquet", "--set", "level=8")
