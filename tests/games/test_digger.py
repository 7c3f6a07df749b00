"""Digger, reading by reading (R1-R9): hand-worked positions and turns; what every game shows."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chi2

from dwarfsim.games.digger import rules as dg

from .digger_record import (
    EXACT,
    FACES,
    GAME,
    GEMS,
    STONES,
    audit,
    dice_number,
    events,
    faces,
    legal_picks,
    log,
    match,
    name,
    rows,
    view,
)

RULES = dg.rules(GAME.values({}))


def once(dice):
    """The faces that the kernel says may be used."""
    found = int(dg.usable(RULES, dice_number(dice)))
    return {face for place, face in enumerate(FACES) if found >> place & 1}


def offered(dice, boxes=({}, {}, {}, {}), seat=0, middle=None):
    """What a throw lets `seat` take and steal."""
    return legal_picks(view(" ".join(once(dice)), boxes, middle=middle), seat) - {()}


def evenly(found: Counter, cells: int) -> bool:
    """Whether counts fit equal chances: chi-square, wrong once in a million."""
    expected = sum(found.values()) / cells
    statistic = sum((n - expected) ** 2 for n in found.values()) / expected
    statistic += (cells - len(found)) * expected
    return len(found) <= cells and statistic <= chi2.isf(1e-6, cells - 1)


# ------------------------------------------------------------------ the rulebook's own examples

RICH = ({}, dict(yellow=1, red=2), dict(green=1, white=3), {})


def test_example_throw_1_two_red_two_green_one_blue_gives_water_only():
    dice = "red red green green blue"
    assert once(dice) == {"blue"}
    assert offered(dice) == offered(dice, RICH) == {("take", "blue")}


def test_example_throw_2_one_black_die_lets_steal_the_yellow_and_never_the_water():
    dice = "red red yellow blue black"
    assert once(dice) == {"yellow", "blue", "black"}
    assert offered(dice) == {("take", "yellow"), ("take", "blue")}
    assert offered(dice, RICH) == {("take", "yellow"), ("take", "blue"), ("steal", "yellow", 1)}


def test_example_throw_3_two_black_dice_give_one_yellow_one_blue_one_red():
    dice = "black black yellow blue red"
    assert once(dice) == {"yellow", "blue", "red"}
    assert offered(dice, RICH) == {("take", "yellow"), ("take", "blue"), ("take", "red")}


# ------------------------------------------------------------------------------ R1, R2: a throw


@pytest.mark.parametrize(
    ("dice", "faces"),
    [
        ("blue yellow red green white", "blue yellow red green white"),
        ("black yellow red green white", "black yellow red green white"),
        ("white white white white white", ""),
        ("white white white white black", "black"),
        ("green white white white green", ""),
        ("green white black white green", "black"),
        ("blue blue blue yellow white", "yellow white"),
    ],
)
def test_r1_a_face_is_usable_if_exactly_one_die_shows_it(dice, faces):
    words = dice.split()
    for order in set(permutations(words)):
        assert once(" ".join(order)) == set(faces.split())


def test_r2_black_and_white_alone():
    dice, boxes = "black white green green green", ({}, {}, dict(white=1), dict(white=2, green=1))
    assert offered(dice, boxes) == {
        ("take", "white"),
        ("steal", "white", 2),
        ("steal", "white", 3),
    }
    assert offered(dice, boxes, seat=3) == {("take", "white"), ("steal", "white", 2)}


def test_r2_what_the_middle_lacks_can_only_be_stolen():
    dice, empty = "black white green yellow blue", dict(white=0, green=0, blue=0)
    assert offered(dice, RICH, middle=empty) == {
        ("take", "yellow"),
        ("steal", "yellow", 1),
        ("steal", "green", 2),
        ("steal", "white", 2),
    }
    assert offered(dice, RICH, seat=2, middle=empty) == {("take", "yellow"), ("steal", "yellow", 1)}


def test_r2_nothing_obliges_a_player():
    assert () in legal_picks(view("white black", RICH))


# ------------------------------------------------------------------------- R3: a turn in seconds

# Game 20 without spread. A throw takes 2 s, a taking 0.5, a stacking 1, a steal 1.5.
# Seat 0 throws blue yellow yellow white black:   2.0; white 2.5, blue 3.0
#      then  blue yellow yellow green white:      5.0; white 5.5, green 6.0, blue 6.5
#      and stacks white 7.5, white 8.5, green 9.5, blue 10.5, blue 11.5.
TIMES = {"throw_time": 2, "take_time": 0.5, "stack_time": 1, "steal_time": 1.5}
TWO = {**EXACT, **TIMES, "players": 2}


def turn_of(seats, number, k=20, **settings):
    """A turn of a game without spread; what it did as ``"2.0 throw"``, ``"2.5 take white"``."""
    settings = {**TWO, "max_turns": number, **settings}
    setup, turns, outcomes = events(seats, k, **settings)
    audit(setup, turns, outcomes, **settings)
    turn = turns[number - 1]
    words = [
        " ".join(str(a[x]) for x in ("time", "action", "colour", "from") if x in a)
        for a in turn["actions"]
    ]
    return turn, words, outcomes


FIRST = ["2.0 throw", "2.5 take white", "3.0 take blue"]
SECOND = ["5.0 throw", "5.5 take white", "6.0 take green", "6.5 take blue"]
STACKED = ["7.5 stack white", "8.5 stack white", "9.5 stack green"]
WATER = ["10.5 stack blue", "11.5 stack blue"]
TEN = dict.fromkeys(STONES, 10)
NONE = dict.fromkeys(GEMS, 0)


def test_r3_the_dice_of_the_hand_worked_turns():
    turn, _, _ = turn_of("throws:2", 1)
    assert [a["dice"] for a in turn["actions"] if a["action"] == "throw"] == [
        ["blue", "yellow", "yellow", "white", "black"],
        ["blue", "yellow", "yellow", "green", "white"],
    ]


@pytest.mark.parametrize("hourglass", [11.5, 12, 30])
def test_r3_what_ends_exactly_with_the_sand_counts(hourglass):
    turn, words, outcomes = turn_of("throws:2", 1, hourglass=hourglass)
    assert words == [*FIRST, *SECOND, *STACKED, *WATER]
    assert (turn["end"], turn["time"]) == ("stop", 11.5)
    assert turn["boxes"] == [NONE | dict(white=2, green=1), NONE]
    assert turn["middle"] == TEN | dict(white=8, green=9, blue=8)
    assert (outcomes["busts"], outcomes["throws"], outcomes["score"]) == (0, 2, [14, 0])


@pytest.mark.parametrize(
    ("hourglass", "stacked", "box", "middle"),
    [
        (11.49, 4, dict(white=2, green=1), dict(white=8, green=9, blue=9)),
        (10.5, 4, dict(white=2, green=1), dict(white=8, green=9, blue=9)),
        (10.49, 3, dict(white=2, green=1), dict(white=8, green=9)),
        (9.4, 2, dict(white=2), dict(white=8)),
        (7.5, 1, dict(white=1), dict(white=9)),
        (7.4, 0, {}, {}),
        (6.5, 0, {}, {}),
    ],
)
def test_r3_what_is_not_stacked_goes_back_and_the_water_too(hourglass, stacked, box, middle):
    turn, words, outcomes = turn_of("throws:2", 1, hourglass=hourglass)
    assert words == [*FIRST, *SECOND, *[*STACKED, *WATER][:stacked]]
    assert turn["end"] == "night" and turn["time"] == 7.5 + stacked
    assert turn["boxes"] == [NONE | box, NONE]
    assert turn["middle"] == TEN | middle
    assert outcomes["busts"] == 1


@pytest.mark.parametrize(
    ("hourglass", "done", "late", "throws", "busts"),
    [
        (6.4, 6, 6.5, 2, 1),  # in the taking
        (5.3, 4, 5.5, 2, 1),
        (5.01, 4, 5.5, 2, 1),
        (2.7, 2, 3.0, 1, 1),
        (2.5, 2, 3.0, 1, 1),  # the white was in the hand
        (2.4, 1, 2.5, 1, 0),  # what is just being taken is not
        (2.0, 1, 2.5, 1, 0),
        (1.99, 0, 2.0, 1, 0),  # in the throw
        (0, 0, 2.0, 1, 0),
    ],
)
def test_r3_who_still_throws_or_takes_loses_all(hourglass, done, late, throws, busts):
    turn, words, outcomes = turn_of("throws:2", 1, hourglass=hourglass)
    assert words == [*FIRST, *SECOND][:done]
    assert (turn["end"], turn["time"]) == ("night", late)
    assert (turn["middle"], turn["boxes"]) == (TEN, [NONE, NONE])
    assert (outcomes["throws"], outcomes["busts"]) == (throws, busts)


def test_throws_stops_when_felt_time_and_stacking_reach_the_hourglass():
    """After the first throw 3 s are gone and two stones take 2 s to stack: 5."""
    turn, words, _ = turn_of("throws:2", 1, hourglass=5)
    assert words == [*FIRST, "4.0 stack white", "5.0 stack blue"]
    assert (turn["end"], turn["boxes"][0]["white"], turn["middle"]["blue"]) == ("stop", 1, 9)
    for bias, throws in ((1.2, 2), (1.34, 1)):  # felt 3.6 and 4.02 of 6
        turn, _, outcomes = turn_of("throws:2", 1, hourglass=6, clock_bias=bias)
        assert outcomes["throws"] == throws


def test_throws_of_one_throw():
    _, words, outcomes = turn_of("throws:1", 1)
    assert words == [*FIRST, "4.0 stack white", "5.0 stack blue"]
    assert outcomes["throws"] == 1


# Seat 1, a robber, then throws blue red green white black: 2.0; white stolen 3.5, green stolen 5.0,
# red 5.5, blue 6.0; felt 6 and 4 to stack. Then blue blue blue white black: 8.0; white stolen 9.5.
ROBBERY = [
    "2.0 throw",
    "3.5 steal white 0",
    "5.0 steal green 0",
    "5.5 take red",
    "6.0 take blue",
    "8.0 throw",
    "9.5 steal white 0",
]


def test_r3_r5_stolen_stones_that_night_takes_go_to_the_middle_not_to_the_victim():
    turn, words, outcomes = turn_of("throws:2,robber:2", 2, hourglass=11.5)
    assert words == [*ROBBERY, "10.5 stack white", "11.5 stack white"]
    assert turn["end"] == "night"
    assert turn["boxes"] == [NONE, NONE | dict(white=2)]
    assert turn["middle"] == TEN | dict(white=8, blue=8)  # the green too, red and water back
    assert (outcomes["steals"], outcomes["busts"], outcomes["slips"]) == (3, 1, 0)


def test_r4_a_slip_ends_the_turn_and_the_stone_goes_to_the_middle():
    turn, words, outcomes = turn_of("throws:2,robber:2", 2, hourglass=11.5, slip=1)
    assert words == ["2.0 throw", "3.5 slip white 0"]
    assert turn["end"] == "slip"
    assert turn["boxes"] == [NONE | dict(white=1, green=1), NONE]
    assert turn["middle"] == TEN | dict(white=9, green=9, blue=8)
    assert (outcomes["steals"], outcomes["busts"], outcomes["slips"]) == (0, 0, 1)


@pytest.mark.parametrize("slip", [0, 1])
def test_r4_a_steal_that_the_sand_interrupts_did_not_happen(slip):
    """In 9.4 s seat 0 keeps two whites; a steal from 2 to 9.5 comes too late, slip or not."""
    more = {"hourglass": 9.4, "steal_time": 7.5, "slip": slip}
    turn, words, outcomes = turn_of("throws:2,robber:2", 2, **more)
    assert words == ["2.0 throw"] and turn["end"] == "night"
    assert turn["boxes"] == [NONE | dict(white=2), NONE]
    assert (outcomes["steals"], outcomes["slips"], outcomes["busts"]) == (0, 0, 1)  # seat 0's


def test_r4_a_slip_that_ends_exactly_with_the_sand_is_a_slip():
    more = {"hourglass": 9.5, "steal_time": 7.5, "slip": 1}
    assert turn_of("throws:2,robber:2", 2, **more)[1] == ["2.0 throw", "9.5 slip white 0"]


# ---------------------------------------------------------------------------- water at once (R3)


def test_water_at_once_is_not_stacked():
    turn, words, _ = turn_of("throws:2", 1, hourglass=9.5, water_at_once=True)
    assert words == [*FIRST, *SECOND, *STACKED]
    assert (turn["end"], turn["middle"]["blue"]) == ("stop", 8)


def test_water_at_once_night_does_not_bring_it_back():
    turn, _, outcomes = turn_of("throws:2", 1, hourglass=6.4, water_at_once=True)
    assert turn["end"] == "night"
    assert turn["middle"] == TEN | dict(blue=9)  # the first is away, the second was being taken
    assert outcomes["busts"] == 1


def test_water_at_once_is_no_stone_that_the_sand_costs():
    """Game 12's first throw is blue green green black black."""
    more = {"k": 12, "hourglass": 4.4, "water_at_once": True}
    turn, words, outcomes = turn_of("throws:2", 1, **more)
    assert words == ["2.0 throw", "2.5 take blue"] and turn["end"] == "night"
    assert (turn["middle"]["blue"], outcomes["busts"]) == (9, 0)
    assert turn_of("throws:2", 1, **(more | {"water_at_once": False}))[2]["busts"] == 1


@pytest.mark.parametrize("at_once", [True, False])
def test_water_comes_back_when_a_theft_slips(at_once):
    """Game 2: seat 1 takes blue, then red and yellow, then slips; seat 0 had taken no blue."""
    more = {"k": 2, "slip": 1, "water_at_once": at_once}
    turn, words, _ = turn_of("throws:2,robber:3", 2, **more)
    assert words == [
        *("2.0 throw", "2.5 take blue"),
        *("4.5 throw", "5.0 take red", "5.5 take yellow"),
        *("7.5 throw", "9.0 slip red 0"),
    ]
    assert turn["middle"] == TEN | dict(white=8, yellow=9)  # seat 0's whites and yellow
    assert turn["boxes"] == [NONE | dict(white=2, yellow=1), NONE]


# ------------------------------------------------------------------- every turn of random games

MANY = {
    "as it is": {},
    "slips": {"slip": 0.3},
    "always slips": {"slip": 1},
    "short": {"hourglass": 12, "water_at_once": True, "slip": 0.1},
    "long": {"hourglass": 200, "max_turns": 12},
    "five": {"players": 5, "equal_turns": True, "stones_per_colour": 4},
    "two": {"players": 2, "equal_turns": True, "water_at_once": True, "slip": 0.3},
    "black": {"box": "black", "black_distinct": True, "start": "random", "hourglass_sd": 4},
    "little water": {"water_stones": 3, "equal_turns": True},
    "much water": {"water_stones": 50, "stones_per_colour": 2},
    "many": {"stones_per_colour": 50, "players": 3, "take_time": 0, "stack_time": 0},
}


@pytest.mark.parametrize("variant", MANY)
def test_no_stone_is_lost_or_made_and_only_what_r2_allows_happens(variant):
    settings = {"max_turns": 60, **MANY[variant]}
    seen = Counter()
    for strategy in GAME.strategies:
        for k in range(6):
            seen += audit(*events(strategy, k, **settings), **settings)
    assert seen["take"] > 0 and seen["stack"] > 0
    if "hourglass" not in settings:
        assert seen["bust"] > 0 and (settings.get("slip") == 1 or seen["steal"] > 0)
    if settings.get("slip") == 1:
        assert seen["slip"] > 0 and seen["steal"] == 0
    if settings.get("water_at_once"):
        assert seen["water away at night"] > 0
        assert seen["water back"] > 0 or variant == "short"


def test_a_theft_never_slips_with_slip_0_and_always_with_slip_1():
    sure, never = rows("robber:6", 300, slip=0), rows("robber:6", 300, slip=1)
    assert sure["slips"].sum() == 0 and sure["steals"].sum() > 300
    assert never["slips"].sum() > 300 and never["steals"].sum() == 0


@pytest.mark.parametrize("slip", [0.04, 0.5])
def test_a8_a_theft_slips_as_often_as_it_should(slip):
    found = rows("robber:6", 4_000, slip=slip)
    slips, thefts = found["slips"].sum(), found["slips"].sum() + found["steals"].sum()
    assert abs(slips - slip * thefts) < 4.5 * (thefts * slip * (1 - slip)) ** 0.5


# ------------------------------------------------------------------------- R6 - R9: how it ends


@pytest.mark.parametrize("strategy", ["throws:5", "robber:6", "random"])
def test_r6_a_finished_game_has_no_water_left_and_not_before(strategy):
    for k in range(30):
        _, turns, outcomes = events(strategy, k)
        assert outcomes["unfinished"] == 0
        assert [t["middle"]["blue"] == 0 for t in turns] == [False] * (len(turns) - 1) + [True]


def test_r6_water_that_comes_back_does_not_end_the_game():
    """In some turn the last water was in the hand, and night brought it back."""
    seen = 0
    for k in range(200):
        _, turns, _ = events("throws:6", k, stones_per_colour=2)
        left = 2
        for turn in turns:
            taken = sum(a["action"] == "take" and a["colour"] == "blue" for a in turn["actions"])
            assert (turn["middle"]["blue"] == 0) == (turn is turns[-1])
            seen += taken == left and turn["middle"]["blue"] > 0
            left = turn["middle"]["blue"]
    assert seen > 5


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("start", [0, 1])
def test_r9_equal_turns_plays_the_lap_out(players, start):
    longer = 0
    for k in range(20):
        more = {"players": players, "start": start}
        _, turns, plain = events("throws:5", k, **more)
        _, equal, outcomes = events("throws:5", k, equal_turns=True, **more)
        assert equal[: len(turns)] == turns
        assert len(equal) == -(-plain["turns"] // players) * players
        assert equal[0]["seat"] == start and outcomes["unfinished"] == 0
        longer += len(equal) > len(turns)
    assert longer > 3


def test_an_hourglass_without_sand():
    found = rows("throws:5", 20, hourglass=0, max_turns=9)
    assert (found["turns"] == 9).all() and (found["throws"] == 9).all()
    assert (found["unfinished"] == 1).all() and (found["busts"] == 0).all()
    assert all((found[f"win_{s}"] == 1 / 4).all() for s in range(4))
    assert all((found[f"score_{s}"] == 0).all() for s in range(4))


def test_an_hourglass_without_end():
    found = rows("robber:40", 200, hourglass=1e5)
    assert (found["busts"] == 0).all() and (found["unfinished"] == 0).all()
    assert found["throws"].mean() > 20


@pytest.mark.parametrize("cap", [1, 2, 7])
def test_r8_the_cap_on_turns(cap):
    found = rows("dry:5", 50, max_turns=cap)
    assert (found["turns"] == cap).all() and (found["unfinished"] == 1).all()
    whole, cut = rows("throws:5", 200), rows("throws:5", 200, max_turns=cap)
    short = whole["turns"] <= cap
    for key, values in cut.items():
        assert (values[short] == whole[key][short]).all(), key
    assert (cut["turns"][~short] == cap).all() and (cut["unfinished"] == ~short).all()


def test_r8_a_game_that_ends_with_the_last_turn_that_it_has_is_finished():
    turns = int(rows("throws:5", 1)["turns"][0])
    assert rows("throws:5", 1, max_turns=turns)["unfinished"][0] == 0
    assert rows("throws:5", 1, max_turns=turns - 1)["unfinished"][0] == 1


def test_r6_ties_share_the_win():
    """Boxes in which all is worth nothing; and two of three who are level."""
    found = rows("throws:5", 50, white_values=(0, 0, 0, 0), players=3)
    assert all((found[f"win_{s}"] == 1 / 3).all() for s in range(3))
    found = rows("throws:1", 3_000, players=3, stones_per_colour=2)
    scores = np.array([found[f"score_{s}"] for s in range(3)])
    best = scores == scores.max(axis=0)
    for seat in range(3):
        assert (found[f"win_{seat}"] == best[seat] / best.sum(axis=0)).all()
    assert {1, 2} <= set(best.sum(axis=0))


@pytest.mark.parametrize("players", [2, 4, 5])
def test_r7_a_random_start_is_uniform(players):
    found = Counter(
        int(log("throws:1", k, players=players, start="random", max_turns=1)["seat"][0])
        for k in range(2_000)
    )
    assert evenly(found, players)


@pytest.mark.parametrize("start", [0, 1, 3])
def test_r7_play_goes_clockwise_from_the_start(start):
    _, turns, _ = events("throws:2", 0, start=start)
    assert [t["seat"] for t in turns] == [(start + i) % 4 for i in range(len(turns))]


# ------------------------------------------------------------------------------ A2 - A4: boxes


def dealt(games, players=4, **settings):
    """Everybody's values in many games, by seat."""
    cell = match("dry:1", players=players, max_turns=1, **settings)
    worker = cell.worker()
    for k in range(games):
        worker.play(k, 1)
        words = worker.workspace.values[1:]
        yield [tuple(int(w) >> 8 * s & 255 for w in words) for s in range(players)]


def test_a3_a_white_box_is_the_same_for_all():
    assert set(map(tuple, dealt(5))) == {((3, 3, 4, 5),) * 4}
    assert set(map(tuple, dealt(5, white_values=(0, 99, 7, 1)))) == {((0, 99, 7, 1),) * 4}


def test_a4_black_boxes_are_independent_uniform_orders():
    orders, pairs = [Counter() for _ in range(4)], Counter()
    for boxes in dealt(12_000, box="black"):
        for seat, box in enumerate(boxes):
            orders[seat][box] += 1
        pairs[boxes[0], boxes[3]] += 1
    assert all(set(o) == set(permutations((2, 3, 4, 6))) and evenly(o, 24) for o in orders)
    assert evenly(pairs, 24 * 24)


def test_a4_distinct_black_boxes_are_uniform_among_those():
    pairs, lasts = Counter(), Counter()
    for boxes in dealt(12_000, players=5, box="black", black_distinct=True):
        assert len(set(boxes)) == 5
        pairs[boxes[0], boxes[1]] += 1
        lasts[boxes[4]] += 1
    assert evenly(pairs, 24 * 23) and evenly(lasts, 24)


def test_a4_orders_of_values_that_come_twice():
    """Twelve different orders, each of which two permutations give."""
    boxes = Counter(
        b for deal in dealt(3_000, box="black", black_values=(3, 3, 4, 5)) for b in deal
    )
    assert evenly(boxes, 12) and len(boxes) == 12
    for deal in dealt(50, box="black", black_values=(4, 4, 4, 3), black_distinct=True):
        assert len(set(deal)) == 4


@pytest.mark.parametrize("stones", [1, 12, 50])
def test_a2_as_many_stones_of_each_colour(stones):
    settings = {"stones_per_colour": stones, "hourglass": 0, "max_turns": 1}
    assert events("throws:5", 0, **settings)[1][0]["middle"] == dict.fromkeys(STONES, stones)


# ------------------------------------------------------------------------------------ the games


def test_games_of_a_match_do_not_depend_on_their_neighbours():
    cell = match("robber:6", 4, box="black", start="random")
    found = np.zeros((20, len(cell.slots)), np.int64)
    cell.worker().play(0, 20, found)
    alone = np.zeros((1, len(cell.slots)), np.int64)
    for k in (7, 0, 19):
        cell.worker().play(k, 1, alone)
        assert (alone[0] == found[k]).all()


def test_a_strategy_moves_no_die_of_another():
    """Whoever plays, throw n of turn n is the same in the same game."""

    def dice(strategy):
        _, turns, _ = events(strategy, 3, hourglass=1e5, max_turns=6)
        return [[a["dice"] for a in t["actions"] if a["action"] == "throw"] for t in turns]

    for one, other in zip(dice("throws:5"), dice("robber:9"), strict=False):
        assert one == other[: len(one)] and len(one) == 5


def test_the_outcomes_are_named_as_the_page_has_them():
    seats = [f"{o}_{s}" for o in ("score", "win", *GEMS) for s in range(4)]
    game = ["turns", "throws", "busts", "slips", "steals", "unfinished"]
    assert [name(slot) for slot in match("throws:5").slots] == seats + game


def test_faces_are_numbered_as_stones_are():
    assert faces("blue") == 1 << dg.BLUE and faces("white") == 1 << dg.WHITE
    assert faces("black") == 1 << dg.BLACK
