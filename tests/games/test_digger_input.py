"""What Digger refuses: in one sentence on stderr, with exit code 2, and no traceback."""

import pytest

SETTINGS = [
    # values that are not four, sums that are not 15
    ("white_values=3+3+4", "3 values; a box has four"),
    ("white_values=3+3+4+5+1", "5 values; a box has four"),
    ("white_values=none", "0 values; a box has four"),
    ("white_values=3+3+4+100", "from 0 to 99"),
    ("white_values=3+3+4+-1", "from 0 to 99"),
    ("white_values=3,3,4,5", "white_values"),
    ("black_values=2+3+10", "3 values; a box has four"),
    ("black_values=2+3+4+5", "the sum is 14", "15"),
    ("black_values=2+3+4+7", "the sum is 16", "15"),
    ("black_values=16+0+0+-1", "from 0 to 15"),
    # times
    *((f"{a}_time=-1", f"{a}_time=-1: ") for a in ("throw", "take", "steal", "stack")),
    *((f"{a}_sd=-0.1", f"{a}_sd=-0.1: ") for a in ("throw", "take", "steal", "stack")),
    ("throw_time=0", "throw_time=0: ", "0.05"),
    ("throw_sd=auto", "throw_sd=auto: "),
    ("throw_time=inf", "throw_time=inf: "),
    ("take_time=nan", "take_time=nan: "),
    ("hourglass=-0.5", "hourglass=-0.5: ", "the nearest is 0"),
    ("hourglass_sd=-1", "hourglass_sd=-1: ", "the nearest is 0"),
    ("take_sd=wide", "take_sd=wide: ", "auto"),
    ("stack_sd=quarter", "stack_sd=quarter: ", "auto"),
    # probabilities and clocks
    ("slip=-0.01", "slip=-0.01: ", "from 0 to 1"),
    ("slip=1.01", "slip=1.01: ", "from 0 to 1"),
    ("slip=4%", "slip=4%: "),
    ("clock_bias=0", "clock_bias=0: "),
    ("clock_bias=-1", "clock_bias=-1: "),
    ("clock_noise=-0.1", "clock_noise=-0.1: "),
    # seats
    ("players=1", "players=1: ", "from 2 to 5", "the nearest is 2"),
    ("players=6", "players=6: ", "from 2 to 5", "the nearest is 5"),
    ("players=2.5", "players=2.5: ", "whole number"),
    ("start=4", "start=4: ", "0 to 3", "the nearest is 3"),
    ("start=-1", "start=-1: ", "the nearest is 0"),
    ("start=5", "start=5: "),
    ("start=youngest", "start=youngest: ", "random"),
    # the rest
    ("box=blakc", "box=blakc: ", "did you mean 'black'?"),
    ("equal_turns=maybe", "equal_turns=maybe: ", "true or false"),
    ("water_at_once=1", "water_at_once=1: ", "true or false"),
    ("stones_per_colour=0", "the nearest is 1"),
    ("stones_per_colour=51", "the nearest is 50"),
    ("water_stones=0", "the nearest is 1"),
    ("water_stones=51", "the nearest is 50"),
    ("water_stones=much", "must be 'auto' or a whole number from 1 to 50"),
    ("max_turns=0", "the nearest is 1"),
    ("hourglas=30", "did you mean 'hourglass'?"),
]


@pytest.mark.parametrize("command", ["simulate", "play"])
@pytest.mark.parametrize(("setting", "parts"), [(s, p) for s, *p in SETTINGS], ids=str)
def test_settings(refused, command, setting, parts):
    refused(command, "digger", "--set", setting, says=[setting.split("=")[0], *parts])


@pytest.mark.parametrize(
    ("settings", "parts"),
    [
        (["players=3", "start=3"], ["start=3", "0 to 2", "the nearest is 2"]),
        (["players=2", "start=2"], ["start=2", "0 to 1", "the nearest is 1"]),
        (["take_time=0", "take_sd=0.1"], ["take_sd=0.1", "no spread about take_time=0"]),
        (["steal_time=0", "steal_sd=1"], ["steal_sd=1", "no spread about steal_time=0"]),
        (["stack_time=0", "stack_sd=2"], ["stack_sd=2", "no spread about stack_time=0"]),
        (
            ["box=black", "black_distinct=true", "black_values=0+0+0+15", "players=5"],
            ["4 different orders", "5 players", "black_distinct"],
        ),
    ],
)
def test_settings_that_do_not_fit_together(refused, settings, parts):
    options = [word for setting in settings for word in ("--set", setting)]
    refused("simulate", "digger", *options, says=parts)


@pytest.mark.parametrize(
    "settings",
    [
        ["take_time=0", "take_sd=0"],
        ["stack_time=0"],
        ["box=black", "black_distinct=true", "black_values=0+0+0+15"],
        ["players=3", "start=2"],
        ["slip=1", "hourglass=0"],
    ],
)
def test_what_is_just_allowed(settings, run):
    options = [word for setting in settings for word in ("--set", setting)]
    ran = run("simulate", "digger", "--games", "20", "--set", "max_turns=9", *options)
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--seats", "throw"], ["no strategy 'throw'; did you mean 'throws'?"]),
        (["--seats", "throws:0"], ["from 1 to 1000", "the nearest is 1"]),
        (["--seats", "throws:2.5"], ["--seats throws:2.5: ", "whole number"]),
        (["--seats", "robber:j=5"], ["no knob 'j'", "k"]),
        (["--seats", "throws," * 5 + "dry"], ["6"]),
        (["--seats", "throws,dry", "--set", "players=4"], ["2 seats", "the table has 4"]),
        (["--seats", "throws,dry", "--set", "players=5"], ["2 seats", "the table has 5"]),
        (["--by", "turn"], ["digger has no such index"]),
        (["--role", "thief=robber"], ["digger has no roles"]),
    ],
)
def test_seats(refused, options, parts):
    refused("simulate", "digger", *options, says=parts)
