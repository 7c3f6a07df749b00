"""The command line with a game of its own, in this process and as a process of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ..ran import Ran

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from with_pig import add_games, remove_games  # noqa: E402


@pytest.fixture(autouse=True)
def pig():
    """The game ``pig``, beside those of the program."""
    add_games()
    yield
    remove_games()


@pytest.fixture
def start(tmp_path):
    """Start the program as a process of its own, with changes to its environment."""
    running = []

    def call(*args, env=None, **more) -> subprocess.Popen:
        environment = {**os.environ, **(env or {})}
        environment = {k: v for k, v in environment.items() if v is not None}
        command = [sys.executable, str(HERE / "with_pig.py"), *map(str, args)]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | more
        # where the tests run in the background, Ctrl-C is ignored: not so by what they start
        heed = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
        process = subprocess.Popen(command, env=environment, cwd=tmp_path, **streams, **heed)
        running.append(process)
        return process

    yield call
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture
def execute(start):
    """Run the program as a process of its own to its end."""

    def call(*args, **more) -> Ran:
        process = start(*args, **more)
        out, err = process.communicate(timeout=120)
        return Ran(process.returncode, out, err)

    return call


MINE = """
from dwarfsim.games.magic_dwarf.strategies import rush_move


def mine(view, me):
    return rush_move(view, me)
"""


@pytest.fixture
def strategies(tmp_path):
    """A file of strategies for Magic Dwarf, such as a user writes."""

    def write(name: str = "mine.py", text: str = "") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text or MINE, encoding="utf-8")
        return path

    return write
