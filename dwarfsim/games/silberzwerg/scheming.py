"""What a schemer does with its shadow dwarves, and which of the others' deeds it cancels."""

import numpy as np

from ...jit import kernel
from .defaults import richest_opponent
from .planning import best_later, best_now, gems_for
from .shadow import can_turn_back, can_turn_up
from .view import (
    COLOURS,
    DIGGER,
    DRAW,
    NONE,
    ORDERS,
    PASS,
    PUBLIC,
    REMOVE,
    SILVER,
    STEPS,
    TURN_BACK,
    argument,
    count,
    diggers,
    draw,
    kind_of,
    missing,
    owner,
    penalty,
    placed_of,
    remove,
    remove_two,
    slots,
    standing,
    step,
    take,
    talers_of,
    turn_back,
    turn_up,
    value_at,
    victim_seat,
)

LEADER_WORTH = 1.2  # of a silver dwarf in a tunnel, in gems
NEEDED = 0.2  # a gem that the next order lacks is worth so much more
IN_FRONT = 2.0  # harm to the richest opponent counts so much more
LIKELY, UNLIKELY = 1.0, 0.3  # that an order of somebody is fulfilled in this round
OTHERS_AIM = 0.2  # the worth of turning up an order at which one does not aim


@kernel
def act_shadily(view, me, hold, spite):
    """The deed that is worth most; `spite` is what an opponent's loss is worth."""
    if view.column < COLOURS:
        return _in_tunnel(view, me, hold, spite)
    return (
        _turn(view, me, hold, spite) if view.column == ORDERS else draw_from_richest(view, me, hold)
    )


@kernel
def _weight(view, seat, other, spite):
    return spite * (IN_FRONT if other == richest_opponent(view, seat) else 1.0)


@kernel(inline=False)
def _in_tunnel(view, me, hold, spite):
    """Take a gem, or remove the two dwarves whose loss is worth most."""
    best, answer = 0.0, PASS
    if count(view.supply, view.column) > 0:
        _, aim = best_later(view, me, view.bag, hold, NONE)
        lacks = count(missing(gems_for(view, aim), view.bag), view.column) > 0
        best, answer = hold * (1.0 + NEEDED * lacks), take()
    first = second = 0.0
    victim = other_victim = -1
    row = other_row = DIGGER
    for other in range(view.players):
        if other == me.seat:
            continue
        for kind in (DIGGER, SILVER):
            worth = _weight(view, me.seat, other, spite) * hold
            worth *= 1.0 if kind == DIGGER else LEADER_WORTH
            for _ in range(min(2, standing(placed_of(view, other), kind, view.column))):
                if worth > first:
                    second, other_victim, other_row = first, victim, row
                    first, victim, row = worth, other, kind
                elif worth > second:
                    second, other_victim, other_row = worth, other, kind
    if first + second > best:
        if other_victim < 0:
            return remove(victim, row)
        return remove_two(victim, row, other_victim, other_row)
    return answer


@kernel
def _fall(view, order, steps):
    """The talers that an order loses by so many turns back; leaving the board costs its penalty."""
    now = value_at(order, step(order), view.order_step)
    then = step(order) + steps
    if then >= STEPS:
        return 1.0 * now + penalty(order)
    return 1.0 * now - value_at(order, then, view.order_step)


@kernel
def _likely(view, seat, slot):
    """How likely one of the others is to fulfil an order in this round, as it seems."""
    whose = owner(view, slot)
    if whose != PUBLIC:
        return LIKELY if standing(placed_of(view, whose), SILVER, ORDERS) > 0 else UNLIKELY
    likely = 0.0
    for other in range(view.players):
        if other != seat and standing(placed_of(view, other), SILVER, ORDERS) > 0:
            likely += UNLIKELY
    return min(LIKELY, likely)


@kernel(inline=False)
def _turn(view, me, hold, spite):
    """Turn up the order at which one aims, or turn back one of the others'."""
    aim = NONE
    if standing(placed_of(view, me.seat), SILVER, ORDERS) > 0:
        _, aim = best_now(view, me, view.bag + diggers(placed_of(view, me.seat)), hold, NONE)
    if aim == NONE:
        _, aim = best_later(view, me, view.bag, hold, NONE)
    best, answer = 0.0, PASS
    for slot in range(slots(view)):
        order, whose = view.orders[slot], owner(view, slot)
        if can_turn_up(order, whose, me.seat):
            worth = -_fall(view, order, -1) * (1.0 if slot == aim else OTHERS_AIM)
            if worth > best:
                best, answer = worth, turn_up(slot)
        if slot != aim and can_turn_back(order, whose, me.seat):
            weight = spite if whose == PUBLIC else _weight(view, me.seat, whose, spite)
            worth = weight * _likely(view, me.seat, slot) * _fall(view, order, 1)
            if worth > best:
                best, answer = worth, turn_back(slot)
    return answer


@kernel(inline=False)
def draw_from_richest(view, me, hold):
    """Two gems of the opponent with most talers and gems; one each of two if nobody has two."""
    best, victim, one_with, other_with = -1.0, -1, -1, -1
    for other in range(view.players):
        gems = count(view.sizes, other)
        if other == me.seat or gems == 0:
            continue
        one_with, other_with = other, one_with
        if gems >= 2 and talers_of(view, other) + hold * gems > best:
            best, victim = talers_of(view, other) + hold * gems, other
    if victim >= 0:
        return draw(victim, victim)
    return draw(one_with, other_with) if other_with >= 0 else PASS


@kernel
def cancel_what_hurts(view, me):
    """Crossed axes against a draw, a turned order, or the removal of two of one's own."""
    kind = kind_of(view.action)
    if kind == DRAW:
        mine = argument(view.action, 0) == me.seat or argument(view.action, 1) == me.seat
        return np.int64(mine)
    if kind == TURN_BACK:
        return np.int64(owner(view, argument(view.action, 0)) == me.seat)
    both = victim_seat(view.action, 0) == me.seat and victim_seat(view.action, 1) == me.seat
    return np.int64(kind == REMOVE and both)
