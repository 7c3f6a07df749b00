"""A sweep that was stopped, killed or extended equals one that ran through, to the byte."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from dwarfsim import engine, grammar, jit, sweep
from dwarfsim.engine import play_range
from dwarfsim.errors import BadInput
from dwarfsim.store import Store
from dwarfsim.sweep import Precision, Sweep, run

from .toy import GAME
from .toy.strategies import CULPRITS

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="many games")


def toy(tables=("hold", "flip,solved"), games=3000, game=GAME, **given):
    """A sweep of the toy; lists are swept."""
    options = {k: given.pop(k) for k in ("seed", "precision", "rotate", "roles") if k in given}
    settings = {k: v if isinstance(v, list) else [v] for k, v in given.items()}
    seats = grammar.tables(list(tables), single=False)
    return Sweep(game, settings, seats, games=games, **options)


def played(a_sweep, folder=None, threads=2, **options):
    """The rows of all cells, as text."""
    store = Store(folder, a_sweep.about()) if folder else None
    try:
        results = list(run(a_sweep, store, threads, **options))
    finally:
        if store:
            store.close()
    assert not any(result.interrupted for result in results)
    return [json.dumps(result.rows) for result in results]


def held(folder, a_sweep):
    """All that a store holds, by cell: to the byte."""
    with Store(folder, a_sweep.about()) as store:
        found = store._db.execute("SELECT * FROM cells ORDER BY key").fetchall()
    assert len(found) == len(a_sweep.cells)
    return found


@pytest.fixture
def counted(monkeypatch):
    """The numbers of games played so far, by first game."""
    calls = []

    def counting(match, first, *args, **options):
        done = play_range(match, first, *args, **options)
        calls.append((first, done.totals.games))
        return done

    monkeypatch.setattr(sweep, "play_range", counting)
    return calls


# ------------------------------------------------------------------------- resumed, extended


def test_with_or_without_a_store_and_for_any_threads(tmp_path):
    a_sweep = toy(rounds=[1, 3])
    wanted = played(a_sweep, threads=1)
    assert len(wanted) == 4 and len(set(wanted)) == 4
    assert played(a_sweep, threads=3) == wanted
    assert played(a_sweep, tmp_path / "out") == wanted


def test_the_same_command_again_plays_nothing(tmp_path, counted):
    a_sweep = toy(rounds=[1, 3])
    first = played(a_sweep, tmp_path)
    before = held(tmp_path, a_sweep)
    counted.clear()
    assert played(a_sweep, tmp_path) == first and counted == []
    assert held(tmp_path, a_sweep) == before


def test_more_games_play_only_what_is_new(tmp_path, counted):
    few, many = toy(games=1000), toy(games=2500)
    played(few, tmp_path / "grown")
    counted.clear()
    grown = played(many, tmp_path / "grown")
    assert [first for first, _ in counted] == [1000, 1000]
    assert sum(games for _, games in counted) == 3000
    assert grown == played(many, tmp_path / "at once")
    assert held(tmp_path / "grown", many) == held(tmp_path / "at once", many)


def test_more_cells_play_only_what_is_new(tmp_path, counted):
    few = toy(tables=("hold",), rounds=[2])
    many = toy(tables=("hold", "hold:at=5..7"), rounds=[1, 2])
    played(few, tmp_path / "grown")
    counted.clear()
    grown = played(many, tmp_path / "grown")
    assert len(counted) == len(many.cells) - 1
    assert grown == played(many, tmp_path / "at once")
    assert held(tmp_path / "grown", many) == held(tmp_path / "at once", many)


def test_stopped_after_any_block(tmp_path, monkeypatch):
    """Saved after every block and stopped each time: as if nothing had been."""
    a_sweep = toy(games=500, rotate=True, tables=("flip,solved,hold",), players=3)
    wanted = played(a_sweep, tmp_path / "at once")
    monkeypatch.setattr(sweep, "SAVE_SECONDS", 1e-9)
    monkeypatch.setattr(engine, "BLOCK_SECONDS", 1e-6)
    stops = 0
    while True:
        with Store(tmp_path / "often", a_sweep.about()) as store:
            interrupt, told = engine.Interrupt(), []

            def press(cell, games, goal, interrupt=interrupt, told=told):
                told.append(games)  # first what the store has
                interrupt.pressed = len(told) > 1

            monkeypatch.setattr(sweep, "Interrupt", lambda interrupt=interrupt: interrupt)
            (last,) = run(a_sweep, store, 2, progress=press)
        if not last.interrupted:
            break
        stops += 1
        assert stops < 500
    assert stops > 3
    assert held(tmp_path / "often", a_sweep) == held(tmp_path / "at once", a_sweep)
    assert [json.dumps(last.rows)] == wanted


CHILD = """
import sys
from dwarfsim import sweep
from dwarfsim.store import Store
from tests.test_sweep import big
sweep.SAVE_SECONDS = 0.02
with Store(sys.argv[1], big().about()) as store:
    print("ready", flush=True)
    for result in sweep.run(big(), store, 2):
        pass
print("done", flush=True)
"""


def big():
    return toy(tables=("hold", "flip,solved"), rounds=[1, 6], games=150_000)


def test_killed_at_random_moments(tmp_path):
    """kill -9, again and again, then run to the end: what one run through would have."""
    wanted = played(big(), tmp_path / "at once")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    partial, dice = 0, random.Random()
    for attempt in range(20):
        process = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(tmp_path / "killed")],
            env=env, cwd=ROOT, text=True, stdout=-1, stderr=-1,
        )  # fmt: skip
        assert process.stdout.readline() == "ready\n", process.stderr.read()
        if attempt < 4:
            time.sleep(dice.uniform(0.0, 0.4))
            process.kill()
        out, err = process.communicate(timeout=120)
        assert not err
        partial += process.returncode == -signal.SIGKILL
        if "done" in out:
            break
    assert "done" in out and partial
    assert held(tmp_path / "killed", big()) == held(tmp_path / "at once", big())
    assert played(big(), tmp_path / "killed") == wanted


def test_the_rest_is_kept_when_a_cell_fails(tmp_path, counted):
    a_sweep = toy(tables=("hold", "cheat", "solved"), game=with_culprits())
    results = list(run(a_sweep, None, 2))
    assert [bool(result.failure) for result in results] == [False, True, False]
    assert "strategy cheat makes an illegal throw" in str(results[1].failure)
    assert results[0].rows and results[2].rows and not results[1].rows


def with_culprits():
    game = replace(GAME)
    game.strategies.update(CULPRITS)
    return game


def test_ctrl_c_in_the_last_block_of_a_cell_is_not_forgotten(monkeypatch):
    """The cell is complete; the next one is not begun."""

    def pressing(match, first, last, *args):
        done = play_range(match, first, last, *args)
        args[-1].pressed = True
        return done

    monkeypatch.setattr(sweep, "play_range", pressing)
    results = list(run(toy(), None, 2))
    assert [result.interrupted for result in results] == [False, True]
    assert [result.totals.games for result in results] == [3000, 0]


def test_ctrl_c_while_a_cell_is_made_ready_keeps_the_others(monkeypatch):
    ready, calls = Sweep.match, []

    def impatient(self, cell):
        calls.append(cell)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return ready(self, cell)

    monkeypatch.setattr(Sweep, "match", impatient)
    results = list(run(toy(), None, 2))
    assert [result.interrupted for result in results] == [False, True]
    assert results[0].rows and not results[1].rows


# ---------------------------------------------------------------------------------- precision


def precise(half_width, most=30_000, **given):
    return toy(precision=Precision(half_width, max_games=most), **given)


def games_of(a_sweep, **options):
    return [result.totals.games for result in run(a_sweep, None, **options)]


def test_precision_stops_at_fixed_looks_for_any_threads(monkeypatch):
    from dwarfsim.stats import looks

    a_sweep = precise(0.03, rounds=[1, 3])
    wanted = games_of(a_sweep, threads=1)
    assert set(wanted) <= set(looks(30_000)) and max(wanted) < 30_000
    monkeypatch.setattr(engine, "FIRST_BLOCK", 7)
    assert games_of(a_sweep, threads=3) == wanted
    for result in run(a_sweep, None, 2):
        assert result.reached
        for row in result.rows:
            if row["outcome"] == "win":
                assert row["high"] - row["low"] <= 0.06


def test_the_cap_on_games_is_kept_and_said():
    (result,) = run(precise(1e-4, most=2500, tables=("hold",)), None, 2)
    assert result.totals.games == 2500 and result.reached is False


def test_a_tighter_precision_goes_on(tmp_path, counted):
    loose, tight = precise(0.05), precise(0.03)
    played(loose, tmp_path / "grown")
    counted.clear()
    grown = played(tight, tmp_path / "grown")
    assert min(first for first, _ in counted) >= 1000
    assert grown == played(tight, tmp_path / "at once")
    assert held(tmp_path / "grown", tight) == held(tmp_path / "at once", tight)
    with pytest.raises(BadInput, match=r"made with --precision 0\.03, tighter than 0\.05"):
        played(loose, tmp_path / "grown")


def test_a_precision_run_stopped_between_looks(tmp_path, monkeypatch):
    a_sweep = precise(0.03, tables=("flip,solved",))
    wanted = played(a_sweep, tmp_path / "at once")
    monkeypatch.setattr(sweep, "SAVE_SECONDS", 1e-9)
    monkeypatch.setattr(engine, "BLOCK_SECONDS", 1e-4)
    with Store(tmp_path / "often", a_sweep.about()) as store:
        interrupt = engine.Interrupt()
        monkeypatch.setattr(sweep, "Interrupt", lambda: interrupt)

        def press(cell, games, goal):
            interrupt.pressed = True

        (result,) = run(a_sweep, store, 2, progress=press)
        assert result.interrupted
    monkeypatch.undo()
    assert played(a_sweep, tmp_path / "often") == wanted
    assert held(tmp_path / "often", a_sweep) == held(tmp_path / "at once", a_sweep)


def test_with_rotation_games_and_looks_are_multiples_of_the_seats():
    three = {"tables": ("flip,solved,hold",), "players": 3, "rotate": True}
    assert games_of(toy(games=1000, **three)) == [1002]
    (games,) = games_of(precise(0.04, **three))
    assert games % 3 == 0


# ---------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    "change, words",
    [
        ({"seed": 2}, r"another seed \(1, not 2\)"),
        ({"rotate": True}, "another rotation"),
        ({"precision": Precision(0.1)}, "another goal"),
        ({"rounds": 2}, "another set of parameters"),
        ({"players": 3, "tables": ("hold",)}, "not part of this command"),
        ({"tables": ("hold",)}, "not part of this command"),
        ({"games": 2999}, "3,000 games .* more than the 2,999 asked for"),
        ({"game": replace(GAME, name="other")}, "another game"),
    ],
)
def test_what_a_store_refuses(tmp_path, change, words):
    base = {"players": 2}
    made = toy(**base)
    played(made, tmp_path)
    before = held(tmp_path, made)
    with pytest.raises(BadInput, match=words):
        played(toy(**{**base, **change}), tmp_path)
    assert held(tmp_path, made) == before


def test_other_code_is_refused(tmp_path, monkeypatch):
    """Of a strategy in a user's file, of the rules' numbers, and of the kernels."""
    file = tmp_path / "mine.py"
    file.write_text("from dwarfsim.game import Strategy\ndef m(v, me):\n    return v.pot < 9\n"
                    "mine = Strategy('mine', {'throw': m})\n")  # fmt: skip
    code = (
        "import sys, json; from tests.test_sweep import *\n"
        "print(len(played(toy(tables=(sys.argv[1],)), sys.argv[2])))"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", code, f"{file}::mine", str(tmp_path / "out")]

    def again():
        return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)

    assert again().returncode == 0
    assert again().returncode == 0  # the same code has the same fingerprint in another process
    file.write_text(file.read_text().replace("9", "8"))
    assert "made by other code" in again().stderr
    a_sweep = toy()
    played(a_sweep, tmp_path / "rules")
    monkeypatch.setattr("tests.toy.rules.SIDES", {0: 7, 1: 10})  # only `rules` reads it
    with pytest.raises(BadInput, match="another rules code"):
        played(a_sweep, tmp_path / "rules")
