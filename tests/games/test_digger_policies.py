"""What Digger's strategies decide in positions made by hand; the solved turn, solved once more."""

from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from dwarfsim.games.digger import rules as dg
from dwarfsim.games.digger import stopping
from dwarfsim.jit import kernel

from .digger_record import (
    EXACT,
    FACES,
    GAME,
    GEMS,
    STONES,
    answer,
    events,
    legal_picks,
    means,
    pick,
    tables,
    view,
)

ALL = "blue yellow red green white"


def picks(strategy, dice, boxes=({}, {}, {}, {}), seat=0, **more):
    """What is picked from a throw, one stone after the other, each view as the kernel makes it."""
    boxes, left, found = [dict(box) for box in boxes], dice.split(), []
    while set(left) - {"black"}:
        seen = view(" ".join(left), boxes, **more)
        chosen = pick(strategy, seen, seat)
        assert chosen in legal_picks(seen, seat)
        if not chosen:
            break
        found.append(chosen)
        left.remove(chosen[1])
        if chosen[0] == "steal":
            boxes[chosen[2]][chosen[1]] -= 1
    return found


def take(colours):
    return [("take", colour) for colour in colours.split()]


# -------------------------------------------------------------------------------- benchmarks

HOLDERS = ({}, dict(yellow=1, white=1), dict(green=1, red=1), {})


def test_throws_takes_all_that_the_middle_has_and_never_steals():
    assert picks("throws:5", ALL) == take("white green red yellow blue")
    assert picks("throws:5", "blue white black", HOLDERS) == take("white blue")
    assert picks("throws:5", ALL, middle=dict(white=0, blue=0)) == take("green red yellow")
    assert picks("throws:5", "black") == picks("throws:5", "") == []


def test_dry_takes_all_but_water():
    assert picks("dry:5", ALL) == take("white green red yellow")
    assert picks("dry:5", "blue black") == []
    assert picks("dry:5", "white black", HOLDERS) == take("white")


def test_robber_steals_in_order_before_it_takes():
    assert picks("robber:5", "blue yellow red white black", HOLDERS) == [
        ("steal", "white", 1),
        ("steal", "red", 2),
        ("steal", "yellow", 1),
        *take("blue"),
    ]
    # white is only in the middle: the stolen yellow still comes first
    boxes = ({}, dict(yellow=1), {}, {})
    dice = "blue yellow red white black"
    assert picks("robber:5", dice, boxes)[0] == ("steal", "yellow", 1)
    assert picks("robber:5", dice, boxes)[1:] == take("white red blue")


def test_robber_without_exactly_one_black_die_is_throws():
    assert picks("robber:5", "blue yellow red white", HOLDERS) == take("white red yellow blue")


def test_robber_does_not_rob_itself():
    boxes = ({}, {}, {}, dict(white=5))
    assert picks("robber:5", "white black", boxes, seat=3) == take("white")
    assert picks("robber:5", "white black", boxes, seat=2) == [("steal", "white", 3)]


def test_robber_robs_the_richest_of_those_who_have_the_colour():
    boxes = (dict(white=1), dict(red=9), dict(white=1, yellow=2), dict(white=2))
    # seat 2 has 11 points, seat 3 has 10; seat 1 is richest and has no white
    assert picks("robber:5", "white black", boxes, seat=0) == [("steal", "white", 2)]
    assert picks("robber:5", "white black", boxes, seat=2) == [("steal", "white", 3)]


@pytest.mark.parametrize("thief, victim", [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_robber_takes_from_the_next_clockwise_on_a_tie(thief, victim):
    boxes = (dict(white=2),) * 4
    assert picks("robber:5", "white black", boxes, seat=thief) == [("steal", "white", victim)]


def test_robber_counts_points_by_the_victims_own_values():
    cheap, dear = dict(yellow=2, red=3, green=4, white=6), dict(yellow=6, red=2, green=3, white=4)
    boxes = ({}, dict(white=1, yellow=1), dict(white=1, yellow=1), {})
    values = [cheap, cheap, dear, cheap]
    assert picks("robber:5", "white black", boxes, values=values) == [("steal", "white", 2)]
    values = [dear, cheap, cheap, dear]  # level, by their own: the next
    assert picks("robber:5", "white black", boxes, values=values) == [("steal", "white", 1)]


def test_robber_counts_points_anew_before_each_theft():
    """Seat 1 leads by 3; without its white it is behind, and seat 2 loses its green."""
    boxes = ({}, dict(white=1, green=1, red=1), dict(white=1, green=1), {})
    assert picks("robber:5", "green white black", boxes) == [
        ("steal", "white", 1),
        ("steal", "green", 2),
    ]


@pytest.mark.parametrize("strategy", ["throws", "robber", "dry"])
def test_the_felt_time_rule(strategy):
    """Felt time and 0.8 s for each stone in the hand, water too, against 30 s: at 30 it stops."""

    def again(k=10, **more):
        return answer(f"{strategy}:{k}", "again", view(**more))

    hand = dict(blue=2, yellow=1, white=2)  # 4 s
    assert again(felt=25.9, hand=hand) == 1
    assert again(felt=25.99999, hand=hand) == 1
    assert again(felt=26.0, hand=hand) == 0
    assert again(felt=27.0, hand=hand) == 0
    assert again(felt=27.0, hand=dict(blue=1)) == 1
    assert again(felt=27.0) == 1 and again(felt=30.0) == 0
    assert again(felt=25.9, hand=hand, hourglass=29.0) == 0
    assert again(felt=25.9, hand=hand, stack_time=0.9) == 0
    assert again(k=3, throws=2) == 1 and again(k=3, throws=3) == 0
    assert again(k=1) == 0


@pytest.mark.parametrize("strategy", ["throws:5", "robber:5", "dry:5"])
def test_stacking_white_green_red_yellow_then_blue(strategy):
    hand, order = dict.fromkeys(STONES, 2), []
    while any(hand.values()):
        order.append(FACES[answer(strategy, "stack", view(hand=hand))])
        hand[order[-1]] -= 1
    assert order == [c for c in ("white", "green", "red", "yellow", "blue") for _ in range(2)]


def test_all_thefts_come_before_all_takings_in_whole_games():
    seen = 0
    for k in range(30):
        for turn in events("robber:6", k)[1]:
            before = "throw"
            for action in turn["actions"]:
                if action["action"] == "steal":
                    assert before in ("throw", "steal")
                    seen += 1
                before = action["action"]
    assert seen > 100


# ------------------------------------------------------------------- the others: legal answers


def random_views(count):
    """Positions of every kind, likely ones and odd ones."""
    luck = Random(5)
    for _ in range(count):
        players = luck.randint(2, 5)
        most = luck.choice((1, 3, 10))

        def stones(colours, most=most):
            return {c: luck.choice((0, 0, luck.randint(0, most))) for c in colours}

        order = luck.sample((2, 3, 4, 6), 4)
        dice = [luck.choice(FACES) for _ in range(5)]
        once = {f for f in dice if dice.count(f) == 1}
        seen = view(
            " ".join(once),
            [stones(GEMS) for _ in range(players)],
            [dict(zip(GEMS, order, strict=True))] * players,
            hand=stones(STONES),
            middle=stones(STONES),
            felt=luck.choice((0.1, luck.uniform(0, 40))),
            throws=luck.randint(1, 12),
            equal_turns=luck.randint(0, 1),
            water_at_once=luck.randint(0, 1),
        )
        yield seen, luck.randrange(players), luck.getrandbits(60)


@pytest.mark.parametrize("strategy", list(GAME.strategies))
def test_every_answer_is_legal(strategy):
    kinds = set()
    for seen, seat, luck in random_views(400):
        chosen = pick(strategy, seen, seat, luck=luck)
        assert chosen in legal_picks(seen, seat)
        kinds.add(chosen[:1])
        assert answer(strategy, "again", seen, seat, luck) in (0, 1)
        if seen.hand:
            colour = answer(strategy, "stack", seen, seat, luck)
            assert 0 <= colour < 5 and seen.hand >> 8 * colour & 255 > 0
    thieves = {"random", "robber", "casual", "stopper", "champion"}
    assert kinds == {(), ("take",)} | ({("steal",)} if strategy in thieves else set())


def test_casual_stops_with_enough_in_hand_or_when_night_is_near():
    assert answer("casual:6", "again", view(hand=dict(white=5))) == 1
    assert answer("casual:6", "again", view(hand=dict(white=5, blue=1))) == 0
    assert answer("casual:6", "again", view(felt=24.9)) == 1
    assert answer("casual:6", "again", view(felt=25.1)) == 0  # a margin of 5 s
    assert picks("casual", "white black", HOLDERS) == [("steal", "white", 1)]


@pytest.mark.parametrize("strategy", ["stopper", "champion"])
def test_the_solvers_know_when_to_stop(strategy):
    assert answer(strategy, "again", view(felt=2.5)) == 1
    assert answer(strategy, "again", view(felt=27.0, hand=dict(white=3))) == 0
    assert answer(strategy, "again", view(felt=20.0, hand=dict(white=9))) == 0
    assert answer(strategy, "again", view(felt=20.0, hand=dict(yellow=1))) == 1


def test_the_solvers_end_the_game_from_in_front():
    last = dict(blue=1)
    ahead, behind = (dict(white=6), {}), ({}, dict(white=6))
    for strategy in ("stopper", "champion"):
        assert picks(strategy, "blue", ahead, middle=last) == take("blue")
    assert picks("stopper", "blue", behind, middle=last) == []


@pytest.mark.parametrize("strategy", ["stopper", "champion"])
def test_the_solvers_stack_the_dearest_first(strategy):
    values = [dict(yellow=6, red=2, green=4, white=3)] * 2
    hand = dict(blue=1, yellow=1, red=1, green=1, white=1)
    order = []
    while any(hand.values()):
        seen = view(boxes=({}, {}), values=values, hand=hand)
        order.append(FACES[answer(strategy, "stack", seen)])
        hand[order[-1]] -= 1
    assert order == ["yellow", "green", "white", "red", "blue"]


def test_champion_stacks_the_last_water_first_if_it_wins_by_that():
    ahead, hand = (dict(white=3), {}), dict(blue=1, white=1)
    dry = {"hand": hand, "middle": dict(blue=0)}
    assert FACES[answer("champion", "stack", view(boxes=ahead, **dry))] == "blue"
    assert FACES[answer("champion", "stack", view(boxes=ahead[::-1], **dry))] == "white"
    assert FACES[answer("champion", "stack", view(boxes=ahead, **dry, equal_turns=1))] == "white"
    assert FACES[answer("champion", "stack", view(boxes=ahead, hand=hand))] == "white"


# ------------------------------------------------------------------------- the turn, solved again

# Without spread, all times whole quarters of a second, so that no grid stands between.
TICKS = {"throw_time": 2.5, "take_time": 0.5, "stack_time": 0.75, "hourglass": 30}
THROW, TAKE, STACK, SAND = 10, 2, 3, 120
ONE_TURN = {**EXACT, **TICKS, "stones_per_colour": 50, "players": 2, "max_turns": 1}
VALUES = (3, 3, 4, 5)


@cache
def throws_of(water, values):
    """The throws by what they bring, ``{(stones, worth): probability}``, straight from the dice."""
    worths = (water, *values, 0)
    found = {}
    for dice in product(range(6), repeat=5):
        brought = [worths[f] for f in dice if dice.count(f) == 1 and worths[f] > 0]
        key = len(brought), sum(brought)
        found[key] = found.get(key, 0) + 1 / 7776
    return tuple(found.items())


def stopping_now(time, stones, worth):
    """The points of what can still be stacked, each stone taken for the hand's mean."""
    return worth * min(stones, (SAND - time) // STACK) / stones if stones else 0.0


@cache
def throwing(time, stones, worth, water, values=VALUES):
    """The points of one more throw, played on at best."""
    points = 0.0
    for (more, richer), chance in throws_of(water, values):
        after = time + THROW + more * TAKE
        if after <= SAND:
            hand = stones + more, worth + richer
            on = throwing(after, *hand, water, values) if after + THROW <= SAND else 0.0
            points += chance * max(stopping_now(after, *hand), on)
    return points


@kernel
def _worths(table, felt, stones, worth, found):
    for i in range(len(felt)):
        found[i, 0] = stopping.worth_of_stopping(table, felt[i], stones[i], worth[i])
        found[i, 1] = stopping.worth_of_throwing(table, felt[i], stones[i], worth[i])


@pytest.mark.parametrize("water", [0, 1])
def test_the_table_is_what_plain_recursion_finds(water):
    table = tables(f"stopper:{water}", **ONE_TURN)
    states = [
        (time, stones, worth)
        for time in (0, 10, 12, 38, 61, 80, 99, 105, 110, 112)
        for stones in (0, 1, 4, 9, 13)
        for worth in (3 * stones, 4 * stones)
        if time >= -(-stones // 5) * THROW + stones * TAKE  # else it cannot be
    ]
    times, stones, worth = (np.array(column, np.float64) for column in zip(*states, strict=True))
    found = np.zeros((len(states), 2))
    _worths(table, times / 4, stones.astype(np.int64), worth, found)
    for state, (stop, on) in zip(states, found, strict=True):
        assert stop == pytest.approx(stopping_now(*state), abs=1e-9), state
        assert on == pytest.approx(throwing(*state, water), abs=1e-9), state


@pytest.mark.parametrize("values, above", [((4, 4, 4, 4), 1.01), (VALUES, 1.03)])
def test_a_lone_stopper_gets_what_its_table_promises(values, above):
    """
    Its first turn, from a middle that lacks nothing.

    It may leave a stone, and stacks the dearest first, which the table does not know: it may have a
    little more than promised. Of stones of 4 points the table's steps are no whole number.
    """
    promised = throwing(0, 0, 0, 0, values)
    mean, error = means("stopper:0", 60_000, white_values=values, **ONE_TURN)["score_0"]
    assert promised * 0.99 - 4.5 * error < mean < promised * above + 4.5 * error
    fixed = [f"throws:{k}" for k in range(1, 11)]
    best = max(means(f, 20_000, white_values=values, **ONE_TURN)["score_0"][0] for f in fixed)
    assert mean > best + 0.5


@pytest.mark.parametrize("values, above", [((4, 4, 4, 4), 1.04), (VALUES, 1.05)])
def test_a_lone_stopper_gets_what_its_table_promises_with_spread(values, above):
    more = {"stones_per_colour": 50, "players": 2, "max_turns": 1, "white_values": values}
    found, table = np.zeros((1, 2)), tables("stopper:0", **more)
    _worths(table, np.zeros(1), np.zeros(1, np.int64), np.zeros(1), found)
    promised = found[0, 1]
    mean, error = means("stopper:0", 60_000, **more)["score_0"]
    assert promised * 0.98 - 4.5 * error < mean < promised * above + 4.5 * error


def test_the_default_picks_of_a_strategy_of_ones_own():
    """What is not decided: everything from the middle, the dearest first; so stacked, too."""
    seen = view("blue yellow green", values=[dict(yellow=6, red=2, green=4, white=3)] * 4)
    assert dg.DECISIONS[0].default is dg.pick_all and dg.DECISIONS[2].default is dg.stack_dearest
    assert picks("stopper", "white") == take("white")
    assert ("take", "yellow") in legal_picks(seen)
