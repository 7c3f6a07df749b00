"""What 10 Dwarves refuses: in one sentence on stderr, with exit code 2, and no traceback."""

import pytest

SETTINGS = [
    (["players=1"], "players=1: ", "from 2 to 4", "the nearest is 2"),
    (["players=5"], "players=5: ", "from 2 to 4", "the nearest is 4"),
    (["players=2.5"], "players=2.5: ", "whole number"),
    (["dwarves=1"], "dwarves=1: ", "from 2 to 10", "the nearest is 2"),
    (["dwarves=11"], "dwarves=11: ", "from 2 to 10", "the nearest is 10"),
    (["dwarves=3", "dealt=1"], "dwarves=3: ", "4 players", "the nearest is 4"),
    (["dwarves=2", "dealt=1", "players=3"], "dwarves=2: ", "3 players", "the nearest is 3"),
    (["dealt=2"], "dealt=2: ", "from 0 to 1", "the nearest is 1"),
    (["dealt=-1"], "dealt=-1: ", "the nearest is 0"),
    (["start=4"], "start=4: ", "0 to 3", "the nearest is 3"),
    (["start=3", "players=3"], "start=3: ", "0 to 2", "the nearest is 2"),
    (["start=youngest"], "start=youngest: ", "random"),
    (["statements=optonal"], "statements=optonal: ", "did you mean 'optional'?"),
    (["statements=true"], "statements=true: "),
    (["sight=all"], "sight=all: not a choice"),
    (["max_turns=0"], "the nearest is 1"),
    (["max_turns=1001"], "the nearest is 1000"),
    (["dwarfs=7"], "no parameter 'dwarfs'; did you mean 'dwarves'?"),
    # characters
    (["characters=guardian"], "1 named for 4 players", "guardian+none+none+none"),
    (["characters=seer+herald+swapper+guardian+none"], "5 named for 4 players"),
    (["characters=seer+herald+swapper", "players=2"], "3 named for 2 players", "guardian+none"),
    (["characters=none+none", "players=3"], "2 named for 3 players"),
    (["characters=guard+none+none+none"], "no character 'guard'; did you mean 'guardian'?"),
    (["characters=seer+none+none+seer"], "one card of each; seer is named twice"),
    (["characters=seer++none+none"], "no character ''"),
    # the line
    (["line=0+1+2"], "line=0+1+2: ", "each of 0 to 9 once"),
    (["line=0+1+1", "dwarves=3"], "line=0+1+1: ", "each of 0 to 2 once"),
    (["line=0+1+3", "dwarves=3"], "each of 0 to 2 once"),
    (["line=0+1+10", "dwarves=3"], "from 0 to 9"),
]


@pytest.mark.parametrize("command", ["simulate", "play", "sweep"])
@pytest.mark.parametrize(("settings", "parts"), [(s, p) for s, *p in SETTINGS], ids=str)
def test_settings(refused, command, settings, parts):
    options = [word for setting in settings for word in ("--set", setting)]
    refused(command, "ten-dwarves", *options, says=parts)


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--seats", "chains"], ["no strategy 'chains'; did you mean 'chain'?"]),
        (["--seats", "chain:1.01"], ["from 0 to 1", "the nearest is 1"]),
        (["--seats", "chain:-0.1"], ["from 0 to 1", "the nearest is 0"]),
        (["--seats", "silent:p=2"], ["from 0 to 1", "the nearest is 1"]),
        (["--seats", "silent:often"], ["--seats silent:often: "]),
        (["--seats", "chain:q=0.5"], ["no knob 'q'", "p"]),
        (["--seats", "chain,silent", "--set", "players=4"], ["2 seats", "the table has 4"]),
        (["--seats", "chain," * 4 + "silent"], ["players=5", "the nearest is 4"]),
        (["--seats", "random,random,random", "--set", "players=2"], ["3 seats", "table has 2"]),
        (["--by", "turn"], ["ten-dwarves has no such index"]),
        (["--role", "guardian=chain"], ["ten-dwarves has no roles"]),
    ],
)
def test_seats(refused, options, parts):
    refused("simulate", "ten-dwarves", *options, says=parts)


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ('characters = ["guardian", "none"]\n', ["2 named for 4 players"]),
        ('characters = ["guardian", 1]\n', ["characters = ['guardian', 1]: must be a text"]),
        ("characters = 4\n", ["characters = 4: must be a text"]),
        ('statements = ["none"]\n', ["must be a text"]),
        ("line = [0, 1]\n", ["line=0+1: must name each of 0 to 9 once"]),
    ],
)
def test_rules_files(refused, tmp_path, content, parts):
    path = tmp_path / "mine.toml"
    path.write_text('game = "ten-dwarves"\n' + content)
    refused("simulate", "ten-dwarves", "--rules", path, says=parts)


@pytest.mark.parametrize(
    "settings",
    [
        ["dwarves=4", "dealt=1"],
        ["dwarves=2", "dealt=1", "players=2"],
        ["characters=seer+herald+swapper+guardian"],
        ["characters=none+none+none+none"],
        ["players=3", "start=2"],
        ["dwarves=3", "line=2+0+1"],
    ],
)
def test_what_is_just_allowed(settings, run):
    options = [word for setting in settings for word in ("--set", setting)]
    ran = run("simulate", "ten-dwarves", "--games", "20", *options)
    assert ran.code == 0, ran.err
