"""What a newcomer reads: help, ``games``, ``show``, completion."""

import json
import os
import re
import shlex
import subprocess
import sys

import pytest

from dwarfsim.cli import COMMANDS
from dwarfsim.game import game_names, load_game


def examples(text: str) -> list[str]:
    """The commands in a help text."""
    return re.findall(r"^ +dwarfsim ((?:games|show|play|simulate|sweep|report)\b.*)$", text, re.M)


def test_without_a_command_the_help(run):
    assert run().code == 0
    assert run().out == run("--help").out == run("-h").out
    for name in COMMANDS:
        assert f"\n  {name} " in run().out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example(run, command):
    ran = run(command, "--help")
    assert ran.code == 0
    assert any(line.startswith(command) for line in examples(ran.out))


@pytest.mark.parametrize("command", [None, *(name for name in COMMANDS if name != "report")])
def test_examples_run(run, command, tmp_path, monkeypatch):
    """With fewer games than they ask for."""
    monkeypatch.chdir(tmp_path)
    text = run(*[command] if command else [], "--help").out
    for example in examples(text):
        words = shlex.split(example)
        if words[0] in ("simulate", "sweep"):
            few = "--max-games" if "--precision" in words else "--games"
            if "--games" in words:
                del words[words.index("--games") : words.index("--games") + 2]
            words += [few, "20"]
        ran = run(*words)
        assert ran.code == 0, (example, ran.err)
        assert ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_help(command):
    from dwarfsim.cli import group

    for parameter in group.get_command(None, command).params:
        assert parameter.param_type_name == "argument" or parameter.help


def test_version(run):
    from dwarfsim import __version__

    assert run("--version").out == f"dwarfsim, version {__version__}\n"


def test_games(run):
    out = run("games").out
    for name in game_names():
        assert f"\n{name} " in out
    told = json.loads(run("games", "--json").out)
    assert [game["game"] for game in told] == list(game_names())


@pytest.mark.parametrize("name", ["magic-dwarf", "pig"])
def test_show_tells_all_there_is(run, name):
    ran, game = run("show", name), load_game(name)
    text = " ".join(ran.out.split())
    for parameter in game.parameters:
        assert f"{parameter.name}={parameter.show(parameter.default)} " in text
        assert " ".join(parameter.help.split()) in text
        assert f"from: {parameter.source}" in text
        assert not parameter.id or f"{parameter.id}, from: {parameter.source}" in text
        assert not parameter.sweep or f"try {parameter.sweep}" in text
    for strategy in game.strategies.values():
        assert strategy.doc in text
        for knob, value in strategy.knobs.items():
            assert f"{knob}={value.default:g}" in text
    for outcome in game.outcomes:
        assert f"{outcome.name}: {outcome.help}" in text
    assert all(role in text for role in game.roles)
    assert max(map(len, ran.out.splitlines())) <= 80


def test_what_show_says_to_try_can_be_swept(run):
    for parameter in load_game("magic-dwarf").parameters:
        if parameter.sweep:
            option = f"{parameter.name}={parameter.sweep}"
            ran = run("sweep", "magic-dwarf", "--games", 2, "--set", option)
            assert ran.code == 0, ran.err


def test_show_as_json(run):
    told = json.loads(run("show", "magic-dwarf", "--json").out)
    game = load_game("magic-dwarf")
    assert [p["name"] for p in told["parameters"]] == [p.name for p in game.parameters]
    assert [s["name"] for s in told["strategies"]] == list(game.strategies)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("sim", {"simulate"}),
        ("s", {"show", "simulate", "sweep"}),
        ("simulate magic", {"magic-dwarf"}),
        ("simulate magic-dwarf --set stu", {"students_needed=", "student_cards="}),
        ("simulate magic-dwarf --seats ru", {"rush"}),
        ("simulate magic-dwarf --seats random,ru", {"random,rush"}),
        ("simulate pig --role k", {"keeper="}),
        ("simulate pig --by r", {"round"}),
        ("simulate magic-dwarf --outcome wi", {"witch_gap", "witches_home"}),
        ("simulate magic-dwarf --max", {"--max-games"}),
        ("simulate nothing --set stu", set()),
    ],
)
def test_completion(execute, typed, offered):
    words = f"dwarfsim {typed}"
    env = {"_DWARFSIM_COMPLETE": "bash_complete", "COMP_WORDS": words}
    ran = execute(env=env | {"COMP_CWORD": str(words.count(" "))})
    assert ran.err == ""
    assert {line.partition(",")[2] for line in ran.out.split()} == offered


def test_the_completion_scripts(execute):
    for shell in ("bash", "zsh", "fish"):
        ran = execute(env={"_DWARFSIM_COMPLETE": f"{shell}_source"})
        assert "dwarfsim" in ran.out


def test_python_m_dwarfsim():
    command = [sys.executable, "-m", "dwarfsim", "games"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    assert "magic-dwarf" in ran.stdout


def test_help_imports_nothing_heavy():
    code = (
        "import sys\nfrom dwarfsim.cli import main\n"
        "try:\n    main(['games'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'numba', 'scipy', 'pandas', 'matplotlib', 'pyarrow', 'pydantic'}\n"
        "assert not heavy & {*sys.modules}, heavy & {*sys.modules}\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
