"""Ctrl-C: what is complete is printed and kept."""

import json
import signal
import sqlite3
import time
from contextlib import closing

import pytest

MANY = ("--games", "1e12", "--threads", "2")


def press(process, after: float) -> float:
    """Ctrl-C after so many seconds; the seconds until the process ends."""
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    process.wait(timeout=30)
    return time.monotonic() - begun


@pytest.fixture
def warm(run):
    """So that nothing is compiled in what is timed."""
    for seats in ("hold", "solved"):
        assert run("simulate", "pig", "--games", 10, "--seats", seats).code == 0


def test_simulate_prints_what_is_complete(start, warm):
    process = start("simulate", "pig", *MANY)
    assert press(process, after=4) < 2
    out, err = process.communicate()
    assert process.returncode == 130
    assert err == "dwarfsim: interrupted\n"
    assert "; interrupted\n" in out
    assert "unfinished" in out


def test_the_games_of_an_interrupted_run_are_the_first_ones(start, run, warm):
    process = start("simulate", "pig", *MANY, "--json")
    press(process, after=4)
    rows = json.loads(process.communicate()[0])
    games = rows[0]["games"]
    assert games > 0
    assert {row["games"] for row in rows if row["index"] is None} == {games}
    if games < 2_000_000:
        assert run("simulate", "pig", "--games", games, "--json").json == rows


def test_sweep_keeps_and_prints_what_is_complete(start, run, warm, tmp_path):
    options = ("--set", "rounds=1..3", "--out", tmp_path / "out")
    run("sweep", "pig", "--games", 100, *options)
    process = start("sweep", "pig", *MANY, *options)
    assert press(process, after=5) < 3  # a figure is drawn, too
    out, err = process.communicate()
    assert process.returncode == 130
    assert err == "dwarfsim: interrupted\n"
    assert "* interrupted" in out and "0 of 3 cells" in out
    with closing(sqlite3.connect(tmp_path / "out" / "store.sqlite")) as store:
        most = max(games for (games,) in store.execute("SELECT games FROM cells"))
    assert most > 100
    assert f"{most:,}*" in out


def test_between_and_before_games(start, warm, tmp_path):
    """While modules are still imported: nothing is complete, but the code is the same."""
    process = start("simulate", "pig", *MANY)
    press(process, after=0.6)
    assert process.returncode == 130
    assert "Traceback" not in process.communicate()[1]


def test_an_endless_loop_ends_at_the_second(start, strategies):
    path = strategies(
        text="def mine(view, me):\n    n = 1\n    while n:\n        n |= 1\n    return n\n"
    )
    process = start("simulate", "magic-dwarf", "--seats", f"{path}::mine")
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    time.sleep(1)
    assert process.poll() is None
    assert press(process, after=0) < 1
    assert process.returncode == 130
    assert "stopped" in process.communicate()[1]
