"""Ctrl-C: what is complete is printed and kept."""

import json
import signal
import sqlite3
import time
from contextlib import closing

import pyarrow.parquet as pq
import pytest

MANY = ("--games", "1e12", "--threads", "2")


def wait_until(condition) -> None:
    """Give a busy machine its time."""
    limit = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.02)


def press(process) -> float:
    """Ctrl-C; the seconds until the process ends."""
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    process.wait(timeout=60)
    return time.monotonic() - begun


@pytest.fixture
def playing(start, tmp_path):
    """A simulation of which some games are complete, and all its games' rows."""

    def begin(*options):
        rows = tmp_path / "games.parquet"
        process = start("simulate", "pig", *MANY, "--rows", rows, *options)
        wait_until(lambda: list(tmp_path.glob(f".{rows.name}.*")) or process.poll() is not None)
        return process, rows

    return begin


def test_simulate_prints_what_is_complete(playing):
    process, rows = playing()
    assert press(process) < 20  # one, on an idle machine
    out, err = process.communicate()
    assert process.returncode == 130
    assert err == "dwarfsim: interrupted\n"
    first, second, *rest = out.splitlines()
    assert first == "Pig: seats=solved"
    assert second == f"{pq.read_metadata(rows).num_rows:,} games, seed 1; interrupted"
    assert any(line.startswith("unfinished ") for line in rest)


def test_the_games_of_an_interrupted_run_are_the_first_ones(playing, run):
    process, _ = playing("--json")
    press(process)
    rows = json.loads(process.communicate()[0])
    [games] = {row["games"] for row in rows if row["index"] is None}
    assert games > 0
    assert run("simulate", "pig", "--games", games, "--json").json == rows


def test_sweep_keeps_and_prints_what_is_complete(start, run, tmp_path):
    path = tmp_path / "out" / "store.sqlite"

    def kept() -> list[int]:
        if not path.exists():
            return []
        with closing(sqlite3.connect(path)) as store:
            return [games for (games,) in store.execute("SELECT games FROM cells")]

    process = start("sweep", "pig", *MANY, "--set", "rounds=1..3", "--out", "out")
    wait_until(kept)
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    printed = [process.stdout.readline() for _ in range(5)]
    assert time.monotonic() - begun < 20  # three on an idle machine; then it draws the figure
    out, err = process.stdout.read(), process.stderr.read()
    assert process.wait(timeout=60) == 130
    assert err == "dwarfsim: interrupted\n"
    assert printed[1] == "0 of 3 cells, seed 1\n"
    [games] = kept()
    assert out.count(f" {games:,}*\n") == 2  # a line for each seat
    assert "* interrupted\n" in out
    again = run("sweep", "pig", "--games", games, "--set", "rounds=1", "--csv").out
    assert (tmp_path / "out" / "cells.csv").read_text() == again


def test_while_it_starts(start):
    """Nothing is complete, but the end is the same."""
    process = start("simulate", "pig", *MANY)
    time.sleep(1)
    press(process)
    assert process.returncode == 130
    assert "Traceback" not in process.communicate()[1]


ENDLESS = """
def mine(view, me):
    n = 1
    while n:
        n |= 1
    return n
"""


def test_an_endless_loop_ends_at_the_second(start, strategies, tmp_path):
    path, cache = strategies(text=ENDLESS), tmp_path / "cache"
    env = {"DWARFSIM_CACHE": str(cache)}
    process = start("simulate", "coin", "--seats", f"{path}::mine", env=env)
    wait_until(lambda: list(cache.glob("block-*")) or process.poll() is not None)
    time.sleep(1)  # all is compiled: it plays
    process.send_signal(signal.SIGINT)
    time.sleep(1)
    assert process.poll() is None
    assert press(process) < 20
    assert process.returncode == 130
    assert "stopped" in process.communicate()[1]
