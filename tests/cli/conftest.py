"""The command line as tests call it: in this process where that is enough."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from with_pig import add_games, remove_games  # noqa: E402


@dataclass
class Ran:
    """What a command left: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> list[dict]:
        """What ``--json`` printed; numbers as JSON knows them, so no NaN."""

        def refuse(constant):
            raise ValueError(f"{constant} is no JSON")

        assert self.code == 0, self.err
        return json.loads(self.out, parse_constant=refuse)

    def row(self, outcome: str, seat=None, index=None) -> dict:
        """The one row of this outcome."""
        key = (outcome, seat, index)
        [row] = [r for r in self.json if (r["outcome"], r["seat"], r["index"]) == key]
        return row


@pytest.fixture(autouse=True)
def pig():
    """The game ``pig``, beside those of the program."""
    add_games()
    yield
    remove_games()


@pytest.fixture
def run(capfd, monkeypatch):
    """Call the command line in this process, as for a pipe of 80 columns."""
    from dwarfsim.cli import main

    monkeypatch.setenv("COLUMNS", "80")

    def call(*args) -> Ran:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(arg) for arg in args])
        out, err = capfd.readouterr()
        return Ran(ended.value.code, out, err)

    return call


@pytest.fixture
def refused(run, tmp_path, monkeypatch):
    """Call the command line, see it refuse the input and write nothing; the sentence."""

    def call(*args) -> str:
        before = sorted(tmp_path.rglob("*"))
        ran = run(*args)
        assert (ran.code, ran.out) == (2, ""), ran
        assert sorted(tmp_path.rglob("*")) == before
        assert ran.err.startswith("dwarfsim: ") and ran.err.count("\n") == 1, ran.err
        assert not ran.err.endswith(".\n")
        return ran.err.removeprefix("dwarfsim: ").strip()

    monkeypatch.chdir(tmp_path)
    return call


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
