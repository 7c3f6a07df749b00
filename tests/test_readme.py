"""README's commands and files do what it says, as it stands there."""

import re
import shlex
from pathlib import Path

import pytest

from dwarfsim.cli import main
from dwarfsim.studyfile import load_study

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.M | re.S)
FILES = re.findall(r"`(\w+\.(?:py|toml))`[^\n]*:\n\n```\w+\n(.*?)^```$", README, re.M | re.S)
COMMANDS = [
    line.partition("  #")[0]
    for language, text in BLOCKS
    if not language
    for line in text.splitlines()
    if line.startswith("dwarfsim ")
]
INLINE = [code for code in re.findall(r"`(dwarfsim [^`]+)`", README) if "my_study" not in code]


def run(capsys, command: str, few: bool) -> str:
    words = shlex.split(command)[1:]
    if few and words[0] in ("simulate", "sweep"):
        words += ["--games", "20"]
    with pytest.raises(SystemExit) as ended:
        main(words)
    said = capsys.readouterr()
    assert ended.value.code == 0, (command, said.err)
    return said.out


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with the files that README tells to write."""
    for name, text in FILES:
        (tmp_path / name).write_text(text.replace("games=20_000", "games=40"), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def test_readme_has_what_is_tried_here():
    assert [name for name, _ in FILES] == ["easier.toml", "mine.py", "fifth_dwarf.py"]
    assert {command.split()[1] for command in COMMANDS} == {"simulate", "sweep", "report"}
    assert {command.split()[1] for command in INLINE} == {"games", "show", "play"}
    assert max(map(len, README.splitlines())) <= 100


@pytest.mark.parametrize("command", dict.fromkeys(COMMANDS + INLINE))
def test_every_command_runs(capsys, folder, command):
    assert run(capsys, command, few=True)
    if " report " in command:
        made = folder / "reports" / "fifth_dwarf"
        assert load_study(folder / "fifth_dwarf.py").place == "fifth_dwarf.py"
        assert {"report.pdf", "odds.png", "cells.csv"} <= {path.name for path in made.iterdir()}
    if " --out levels" in command:
        assert (folder / "levels" / "figure.png").exists()


def test_what_is_printed(capsys):
    [text] = [text for language, text in BLOCKS if language == "console"]
    command, _, wanted = text.partition("\n")
    assert run(capsys, command.removeprefix("$ "), few=False) == wanted


def test_the_strategy_plays_better_than_casual(capsys):
    def won(seats):
        command = f"dwarfsim simulate magic-dwarf --set level=4 --seats {seats} --csv"
        header, *rows = (line.split(",") for line in run(capsys, command, few=False).splitlines())
        row = next(dict(zip(header, row)) for row in rows if "won" in row)
        return float(row["low"]), float(row["high"])

    low, _ = won("mine.py::homesick:nerve=3")
    _, high = won("casual")
    assert low > high


def test_a_study_is_named_by_the_command_that_makes_it(folder):
    project = folder / "analyses" / "fifth_dwarf.py"
    project.parent.mkdir()
    (folder / "fifth_dwarf.py").rename(project)
    assert load_study(project).place == "analyses/fifth_dwarf.py"


def test_what_it_points_at_is_there():
    for place in re.findall(
        r"\]\(([^)]+)\)|`((?:docs|tests|dwarfsim)/[\w/]+(?:\.\w+)?)/?`", README
    ):
        assert (ROOT / (place[0] or place[1])).exists(), place
    targets = re.findall(r"^(\w[\w-]*):", (ROOT / "Makefile").read_text(), re.M)
    for target in re.findall(r"(?:^|`)make ([a-z-]+)", README, re.M):
        assert target in targets
