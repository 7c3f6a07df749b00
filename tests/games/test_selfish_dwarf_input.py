"""What Selfish Dwarf refuses: in one sentence on stderr, with exit code 2, and no traceback."""

import pytest

SETTINGS = [
    # players and seats
    ("players=4", "from 5 to 10", "the nearest is 5"),
    ("players=11", "from 5 to 10", "the nearest is 10"),
    ("players=6.5", "whole number"),
    ("start=7", "0 to 6", "the nearest is 6"),
    ("start=-1", "random"),
    ("start=youngest", "random"),
    ("selfish=maybe", "true or false"),
    # path cards
    ("path_cards=NESX:3", "no shape 'NESX'", "did you mean 'NES'?"),
    ("path_cards=dead-NESW:1+deadNES:2", "no shape 'deadNES'", "did you mean 'dead-NES'?"),
    ("path_cards=N:3", "no shape 'N'"),
    ("path_cards=NSW:3", "no shape 'NSW'", "did you mean 'NES'?"),
    ("path_cards=dead-WES:3", "no shape 'dead-WES'", "did you mean 'dead-NEW'?"),
    ("path_cards=WN:3", "no shape 'WN'", "did you mean 'SE'?"),
    ("path_cards=nesw:3", "no shape 'nesw'"),
    ("path_cards=NES", "'NES' must be a shape and a number, as in NS:4"),
    ("path_cards=NS:", "'NS:' must be a shape and a number"),
    ("path_cards=NS:-1", "'NS:-1' must be a shape and a number"),
    ("path_cards=NS:1.5", "'NS:1.5' must be a shape and a number"),
    ("path_cards=NES:3+NES:2", "NES is there twice"),
    ("path_cards=NESW:60", "60 cards", "room for 55"),
    ("path_cards=", "path_cards"),
    # goals
    ("goal_distance=0", "from 1 to 20", "the nearest is 1"),
    ("goal_distance=-3", "from 1 to 20", "the nearest is 1"),
    ("goal_distance=21", "from 1 to 20", "the nearest is 20"),
    ("goal_distance=far", "whole number"),
    ("stone_goals=NE", "goals named: 1", "two of stone"),
    ("stone_goals=NE+NW+NS", "goals named: 3", "two of stone"),
    ("stone_goals=NE+WN", "'WN' must be openings in the order NESW, as in NW"),
    ("stone_goals=NE+nw", "'nw' must be openings in the order NESW, as in NW"),
    ("stone_goals=NE+dead-N", "'dead-N' must be openings"),
    ("stone_goals=none", "'none' must be openings", "as in NE or NSW"),
    # the other cards
    *((f"{name}=-1", "from 0 to 50", "the nearest is 0") for name in ("sabotage", "repair")),
    *((f"{name}=51", "from 0 to 50", "the nearest is 50") for name in ("joker", "secret")),
    ("cave_in=3.5", "whole number"),
    ("cave_in=few", "whole number"),
    # gold, and the rest
    ("saboteur_gold=4+3", "2 values; there are three"),
    ("saboteur_gold=4,3,3", "holds 3 twice", "joined by +, as in 4+3+3"),
    ("saboteur_gold=4,3,2", "3 values", "joined by +, as in 4+3+2"),
    ("saboteur_gold=4+3+3+3", "4 values; there are three"),
    ("saboteur_gold=none", "none: 0 values; there are three"),
    ("saboteur_gold=4+3+-1", "from 0 to 99"),
    ("max_turns=0", "the nearest is 1"),
    ("goal_distanc=5", "did you mean 'goal_distance'?"),
]


@pytest.mark.parametrize("command", ["simulate", "play"])
@pytest.mark.parametrize(("setting", "parts"), [(s, p) for s, *p in SETTINGS], ids=str)
def test_settings(refused, command, setting, parts):
    refused(command, "selfish-dwarf", "--set", setting, says=[setting.split("=")[0], *parts])


@pytest.mark.parametrize(
    ("settings", "parts"),
    [
        (["players=5", "start=5"], ["start=5", "0 to 4", "the nearest is 4"]),
        (
            ["path_cards=none"],
            ["path_cards, sabotage", "27 cards are too few", "7 players are dealt 35"],
        ),
        (
            ["players=10", "path_cards=NESW:12"],
            ["39 cards are too few", "10 players are dealt 40"],
        ),
    ],
)
def test_settings_that_do_not_fit_together(refused, settings, parts):
    options = [word for setting in settings for word in ("--set", setting)]
    refused("simulate", "selfish-dwarf", *options, says=parts)


@pytest.mark.parametrize(
    "settings",
    [
        ["path_cards=none", "sabotage=9", "secret=20"],
        ["players=10", "path_cards=NESW:13"],
        ["path_cards=NESW:55", "cave_in=50"],
        ["goal_distance=20"],
        ["saboteur_gold=0+0+0"],
        ["selfish=false", "players=5", "start=4"],
        ["stone_goals=N+NESW"],
    ],
)
def test_what_is_just_allowed(settings, run):
    options = [word for setting in settings for word in ("--set", setting)]
    ran = run("simulate", "selfish-dwarf", "--games", "20", *options)
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--role", "sabotour=reader"], ["no role 'sabotour'; did you mean 'saboteur'?"]),
        (["--role", "gold-digger=plain"], ["no role 'gold-digger'; did you mean 'digger'?"]),
        (["--role", "saboteur"], ["must be ROLE=STRATEGY"]),
        (["--role", "saboteur="], ["must be ROLE=STRATEGY"]),
        (["--role", "saboteur=redaer"], ["no strategy 'redaer'; did you mean 'reader'?"]),
        (["--role", "saboteur=reader,plain"], ["2 strategies are named; name one"]),
        (["--role", "digger=plain", "--role", "digger=reader"], ["named twice"]),
        (["--role", "digger=reader:foe=9"], ["from 0 to 5", "the nearest is 5"]),
        (["--seats", "reader:fo=1"], ["no knob 'fo'; did you mean 'foe'?"]),
        (["--seats", "plane"], ["no strategy 'plane'; did you mean 'plain'?"]),
        (["--seats", "plain,reader"], ["--seats plain,reader: players=2", "the nearest is 5"]),
        (["--seats", ",".join(["plain"] * 5), "--set", "players=6"], ["5 seats", "table has 6"]),
    ],
    ids=str,
)
def test_seats_and_roles(refused, options, parts):
    refused("simulate", "selfish-dwarf", *options, says=parts)
