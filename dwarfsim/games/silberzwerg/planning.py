"""
What a position is worth to a planner: gems, orders that can be fulfilled now or later, prices.

Everything is counted in talers beyond those in the purse. A gem in the bag is worth what it will
bring later (`worth_of_gem`); an order is worth its value less that of its eight gems.
"""

import math

from ...jit import kernel
from .view import (
    COLOURS,
    NONE,
    STEPS,
    count,
    holds,
    is_for,
    missing,
    need,
    owner,
    penalty,
    slots,
    step,
    total,
    value_at,
)

# knobs of smith; schemer and champion have more after them
HOLD, OWN, CHANCE, SHARED, NOISE, DEMAND, LAST = range(7)
ON_CARD = 8  # gems
END, ONE_MORE = 1, 2  # rounds that are left, at most, when the pile is out


@kernel
def rounds_left(view):
    """How many rounds the orders on the board last, this one included (R8)."""
    left = 0
    for slot in range(slots(view)):
        if view.orders[slot] != 0:
            left = max(left, STEPS - step(view.orders[slot]))
    return left


@kernel
def worth_of_gem(view, me):
    """What a gem is worth after this round; with the last orders it falls to nothing."""
    hold = me.knobs[HOLD]
    if view.pile == 0:
        left = rounds_left(view)
        if left <= END:
            return 0.0
        if left == ONE_MORE:
            hold *= me.knobs[LAST]
    return hold


@kernel
def gain_of_order(view, me, slot, hold, at):
    """What fulfilling an order at a step gains over keeping its gems, a penalty saved included."""
    order = view.orders[slot]
    gain = value_at(order, at, view.order_step) - ON_CARD * hold
    if owner(view, slot) == me.seat:
        gain += me.knobs[OWN] * penalty(order)
    return gain


@kernel(inline=False)
def best_now(view, me, bag, hold, without):
    """
    The order that gains most of those for which a bag holds the gems.

    Returns
    -------
    (float, int)
        The gain and the slot; 0 and NONE if no order gains anything.
    """
    best, chosen = 0.0, NONE
    for slot in range(slots(view)):
        order = view.orders[slot]
        if slot != without and is_for(view, me.seat, slot) and holds(bag, need(order)):
            gain = gain_of_order(view, me, slot, hold, step(order))
            if gain > best:
                best, chosen = gain, slot
    return best, chosen


@kernel(inline=False)
def best_later(view, me, bag, hold, without):
    """
    The order that promises most in the rounds to come: gain times the chance that it comes to it.

    A round brings as many gems as there are diggers; each round, and each gem that is missing,
    lowers the chance, of public orders more than of one's own. Returns as `best_now` does.
    """
    best, chosen = 0.0, NONE
    reach = 6 if view.players == 2 else 4
    for slot in range(slots(view)):
        if slot == without or not is_for(view, me.seat, slot):
            continue
        order = view.orders[slot]
        lacking = total(missing(need(order), bag))
        rounds = 1 + max(0, lacking - 1) // reach
        if step(order) + rounds >= STEPS:
            continue
        gain = gain_of_order(view, me, slot, hold, step(order) + rounds)
        if gain > best:
            chance = me.knobs[CHANCE if owner(view, slot) == me.seat else SHARED]
            gain *= chance ** (rounds + 0.25 * (lacking - 1))
            if gain > best:
                best, chosen = gain, slot
    return best, chosen


@kernel
def gems_for(view, slot):
    """The gems of the order in a slot; none for NONE."""
    return need(view.orders[slot]) if slot != NONE else 0


@kernel
def upside(difference, noise):
    """The mean of what an uncertain difference is above 0."""
    return 0.5 * (difference + math.sqrt(difference * difference + noise * noise))


@kernel
def expected_diggers(view, me, colour):
    """Diggers of the others in a tunnel: more where the orders on the board ask for its gems."""
    wished, whole = 0, 0
    for slot in range(slots(view)):
        wished += count(need(view.orders[slot]), colour)
        whole += total(need(view.orders[slot]))
    each = 2.0 if view.players == 2 else view.players - 1.0
    if whole > 0:
        each *= 1.0 + me.knobs[DEMAND] * (1.0 * COLOURS * wished / whole - 1.0)
    return each
