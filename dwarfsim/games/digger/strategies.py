"""
Strategies for Digger, weakest first (each against those before it, at the usual table of four).

A strategy is asked three things: which stone to take or steal next from this throw ("pick"),
whether to throw again ("again"), and which stone to stack next ("stack"). For "pick" and "stack"
the game has defaults: everything from the middle, and the dearest first.
"""

import numpy as np

from ...bits import lowest, size
from ...game import Knob, Strategy
from ...jit import kernel
from ...rng import below, uniform
from .rules import (
    BLUE,
    COLOURS,
    GREEN,
    IN_TIME,
    NOTHING,
    RED,
    STONES,
    WHITE,
    YELLOW,
    can_steal,
    can_take,
    count,
    in_hand,
    points,
    stack_dearest,
    steal,
    take,
    total,
)
from .rules import worth as worth_of
from .stopping import tables, worth_of_hand, worth_of_stopping, worth_of_throwing


@kernel
def in_the_middle(view):
    """The usable colours that the middle has."""
    found = 0
    for colour in range(COLOURS):
        found |= np.int64(can_take(view, colour)) << colour
    return found


# ------------------------------------------------------------------------------ random


@kernel
def random_pick(view, me):
    """Any stone that can be had, from the middle or from a box, or nothing more."""
    options = size(in_the_middle(view))
    for colour in range(YELLOW, COLOURS):
        for victim in range(view.players):
            options += np.int64(can_steal(view, me.seat, colour, victim))
    pick = below(me.luck, 0, options + 1)
    for colour in range(COLOURS):
        if can_take(view, colour):
            if pick == 0:
                return take(colour)
            pick -= 1
        for victim in range(view.players):
            if can_steal(view, me.seat, colour, victim):
                if pick == 0:
                    return steal(colour, victim)
                pick -= 1
    return NOTHING


@kernel
def random_again(view, me):
    """Throws again by the fall of a coin."""
    return np.int64(uniform(me.luck, 0) < me.knobs[0])


@kernel
def random_stack(view, me):
    """Any colour in the hand."""
    colours = in_hand(view)
    for _ in range(below(me.luck, 0, size(colours))):
        colours &= colours - 1
    return lowest(colours)


# ------------------------------------------------------------------------------ benchmarks


@kernel
def by_the_page(colours):
    """Of a set of colours the first of white, green, red, yellow and blue."""
    for colour in (WHITE, GREEN, RED, YELLOW):
        if colours >> colour & 1:
            return colour
    return BLUE


@kernel
def take_all(view, me):
    """Every usable stone from the middle."""
    found = in_the_middle(view)
    return take(by_the_page(found)) if found else NOTHING


@kernel
def time_left(view):
    """Felt seconds that are left when all that is in the hand has been stacked, on average."""
    return view.hourglass - view.felt - view.stack_time * total(view.hand)


@kernel
def until_late(view, me):
    """Throws K times at most, and not when stacking would take until the sand has run out."""
    return np.int64(view.throws < me.knobs[0] and time_left(view) > IN_TIME)


@kernel
def stack_by_the_page(view, me):
    """White, green, red, yellow, then blue."""
    return by_the_page(in_hand(view))


@kernel
def richest(view, seat, colour):
    """The opponent with the most points of those who hold this colour (tie: next clockwise)."""
    best, victim = -1, -1
    for step in range(1, view.players):
        other = (seat + step) % view.players
        if can_steal(view, seat, colour, other) and points(view, other) > best:
            best, victim = points(view, other), other
    return victim


@kernel
def rob_all(view, me):
    """Steals what it can from the richest, then takes the rest from the middle."""
    for colour in (WHITE, GREEN, RED, YELLOW):
        victim = richest(view, me.seat, colour)
        if victim >= 0:
            return steal(colour, victim)
    return take_all(view, me)


@kernel
def take_dry(view, me):
    """Every usable stone from the middle, but never water."""
    found = in_the_middle(view) & STONES
    return take(by_the_page(found)) if found else NOTHING


# ------------------------------------------------------------------------------ casual


@kernel
def enough_in_hand(view, me):
    """Stops on a feeling: enough stones in the hand, or the night near."""
    enough = total(view.hand) >= me.knobs[0]
    return np.int64(not enough and time_left(view) > me.knobs[1])


# ------------------------------------------------------------------------------ stopper

_WATER, _END, _SPITE, _LEAD, _BEHIND = range(5)  # knobs of stopper and champion


@kernel
def worth_in_hand(view, seat, water):
    """The points of the stones in the hand, water at its opportunity value."""
    worth = water * count(view.hand, BLUE)
    for colour in range(YELLOW, COLOURS):
        worth += count(view.hand, colour) * worth_of(view, seat, colour)
    return worth


@kernel
def best_other(view, seat):
    """The opponent with the most points (tie: the next clockwise)."""
    best, rival = -1, -1
    for step in range(1, view.players):
        other = (seat + step) % view.players
        if points(view, other) > best:
            best, rival = points(view, other), other
    return rival


@kernel
def last_water(view):
    """Whether the one more water would be the last of the middle."""
    return count(view.middle, BLUE) == 1


@kernel
def best_pick(view, me, water, worth, spite):
    """
    The stone after which the turn is worth most; none if it is worth most as it is.

    `water` is what the next water is worth, `worth` what is in the hand, and `spite` what a point
    is worth that the richest opponent loses.
    """
    stones, rival = total(view.hand), best_other(view, me.seat)
    best, answer = worth_of_hand(me.tables, view.felt, stones, worth), NOTHING
    colours = view.usable
    while colours:
        colour = lowest(colours)
        colours &= colours - 1
        more = water if colour == BLUE else 1.0 * worth_of(view, me.seat, colour)
        if can_take(view, colour):
            later = view.felt + view.take_time
            value = worth_of_hand(me.tables, later, stones + 1, worth + more)
            if value > best:
                best, answer = value, take(colour)
        victim = richest(view, me.seat, colour) if colour != BLUE else -1
        if victim >= 0:
            later = view.felt + view.steal_time
            hurt = spite * worth_of(view, victim, colour) if victim == rival else 0.0
            value = worth_of_hand(me.tables, later, stones + 1, worth + more)
            value = (1.0 - view.slip) * (value + hurt)
            if value > best:
                best, answer = value, steal(colour, victim)
    return answer


@kernel
def stopper_pick(view, me):
    """What is worth more than the time that it takes; the last water only from in front."""
    water = me.knobs[_WATER]
    worth = worth_in_hand(view, me.seat, water)
    if last_water(view):
        ahead = points(view, me.seat) + worth > points(view, best_other(view, me.seat))
        water += me.knobs[_END] if ahead else -me.knobs[_END]
    return best_pick(view, me, water, worth, 0.0)


@kernel
def stopper_again(view, me):
    """Throws again as long as that is worth more than stacking what is in the hand."""
    stones, worth = total(view.hand), worth_in_hand(view, me.seat, me.knobs[_WATER])
    stopping = worth_of_stopping(me.tables, view.felt, stones, worth)
    return np.int64(worth_of_throwing(me.tables, view.felt, stones, worth) > stopping)


# ------------------------------------------------------------------------------ champion


@kernel
def lead(view, seat, worth):
    """Points ahead of the best opponent, what is in the hand included."""
    return points(view, seat) + worth - points(view, best_other(view, seat))


@kernel
def champion_pick(view, me):
    """As `stopper`, but what water is worth hangs on the lead, the more the less there is left."""
    worth = worth_in_hand(view, me.seat, me.knobs[_WATER])
    ahead = lead(view, me.seat, worth)
    left = count(view.middle, BLUE)
    slope = me.knobs[_LEAD if ahead > 0 else _BEHIND]
    water = me.knobs[_WATER] + abs(ahead) * slope / max(1, left)
    if left == 1:
        water += me.knobs[_END] if ahead > 0 else -me.knobs[_END]
    return best_pick(view, me, water, worth, me.knobs[_SPITE])


@kernel
def champion_stack(view, me):
    """The dearest first; but the last water before all, if it ends the game with a win."""
    water = count(view.hand, BLUE)
    dry = water > 0 and count(view.middle, BLUE) == 0
    if dry and view.equal_turns == 0 and lead(view, me.seat, 0.0) > 0:
        return BLUE
    return stack_dearest(view, me)


# ------------------------------------------------------------------------------ the ladder

_THROWS = {"k": Knob(5, "throws in a turn at most", 1, 1000, whole=True)}

random = Strategy(
    "random",
    {"pick": random_pick, "again": random_again, "stack": random_stack},
    knobs={"again": Knob(0.7, "probability of one more throw", 0, 1)},
)
throws = Strategy(
    "throws",
    {"again": until_late, "pick": take_all, "stack": stack_by_the_page},
    knobs=_THROWS,
    doc="Takes all it can from the middle, never steals; stops after K throws, or late.",
)
robber = Strategy(
    "robber",
    {"pick": rob_all},
    doc="As `throws`, but steals whenever it can, from the richest who has the colour.",
    inherits=throws,
)
dry = Strategy(
    "dry", {"pick": take_dry}, doc="As `throws`, but never takes water.", inherits=throws
)
casual = Strategy(
    "casual",
    {"again": enough_in_hand, "pick": rob_all},
    knobs={
        "stones": Knob(6, "stones in the hand that are enough", 1, 100, whole=True),
        "margin": Knob(5, "felt seconds to spare, when all is stacked"),
    },
    doc="Takes all, steals from the richest, stops on a feeling: enough stones, or the night near.",
)

stopper = Strategy(
    "stopper",
    {"again": stopper_again, "pick": stopper_pick},
    knobs={
        "water": Knob(1.5, "points that a water is worth", -20, 20),
        "end": Knob(5, "points that ending the game is worth when ahead, or costs", 0, 100),
    },
    prepare=tables,
    doc="Solves the turn: throws again as long as that is worth more than stacking.",
)
champion = Strategy(
    "champion",
    {"pick": champion_pick, "stack": champion_stack},
    knobs={
        "water": Knob(-0.5, "points that a water is worth when all are level", -20, 20),
        "end": Knob(0, "points that ending the game is worth when ahead, or costs", 0, 100),
        "spite": Knob(0.5, "points that a point is worth which the leader loses", 0, 10),
        "lead": Knob(3, "points that the last water is worth for each point ahead", -20, 20),
        "behind": Knob(1, "points that the last water is worth for each point behind", -20, 20),
    },
    inherits=stopper,
    doc="As `stopper`, but takes water by how far it leads or trails, robs the leader, and ends "
    "the game when it is ahead.",
)

STRATEGIES = (random, dry, casual, throws, robber, stopper, champion)
