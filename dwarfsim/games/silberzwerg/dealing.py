"""What a planner does with its silver dwarves, its cards and a bag that is too full."""

from ...jit import kernel
from .defaults import by_column, cheapest, excess, leaders_to_act, use_at_once
from .planning import best_later, best_now, gems_for
from .view import (
    COLOURS,
    GEMS,
    GOAL,
    MOST_GEMS,
    NO_SYMBOL,
    NONE,
    ORDERS,
    TARGET,
    can_fulfil,
    cards_of,
    count,
    is_for,
    missing,
    need,
    one,
    slots,
    talers_of,
    total,
    use_target,
    value,
)

WORTH_A_TARGET = 3  # gems to buy
DEAR = 3  # a price that a target lowers by all it can


@kernel
def lead_well(view, me):
    """Fulfil what can be fulfilled, else buy first where an order waits; sell, then buy."""
    idle = leaders_to_act(view, me.seat)
    if view.phase == 4:
        return by_column(view, me)
    waits = idle >> 4 * ORDERS & 15 != 0
    if waits:
        for slot in range(slots(view)):
            if can_fulfil(view, me.seat, slot):
                return ORDERS
    if idle >> 4 * GEMS & 15 != 0 and not waits:
        return GEMS
    for colour in range(COLOURS):
        if idle >> 4 * colour & 15 != 0:
            return colour
    return GEMS if idle >> 4 * GEMS & 15 != 0 else ORDERS


@kernel(inline=False)
def buy_well(view, me, hold):
    """As many gems as are worth more than they cost: for an order now or later, or to hold."""
    price, colour = count(view.prices, view.column), view.column
    most = count(view.supply, colour)
    if price > 0:
        most = min(most, talers_of(view, me.seat) // price)
    waits = leaders_to_act(view, me.seat) >> 4 * ORDERS & 15 != 0
    best, answer = -1e9, 0
    for number in range(most + 1):
        bag = view.bag + number * one(colour)
        worth = hold * min(total(bag), MOST_GEMS) - 1.0 * number * price
        now, slot = best_now(view, me, bag, hold, NONE) if waits else (0.0, NONE)
        if slot != NONE:
            rest = total(bag) - total(need(view.orders[slot]))
            worth += now + hold * (
                total(bag) - rest + min(rest, MOST_GEMS) - min(total(bag), MOST_GEMS)
            )
        else:
            later, _ = best_later(view, me, bag, hold, NONE)
            worth += later
        if worth > best + 1e-9:
            best, answer = worth, number
    return answer


@kernel
def fulfil_well(view, me, hold):
    """The order that reaches 600, or gains most over its gems."""
    for slot in range(slots(view)):
        richer = talers_of(view, me.seat) + value(view, view.orders[slot])
        if can_fulfil(view, me.seat, slot) and richer >= GOAL:
            return slot
    _, slot = best_now(view, me, view.bag, hold, NONE)
    return slot


@kernel
def proceeds(view, gems):
    """The talers that gems bring at this round's prices."""
    talers = 0
    for colour in range(COLOURS):
        talers += count(gems, colour) * count(view.prices, colour)
    return talers


@kernel(inline=False)
def sell_well(view, me, hold):
    """All if that reaches 600; else what brings more now, but for the gems of one order to come."""
    if talers_of(view, me.seat) + proceeds(view, view.bag) >= GOAL:
        return view.bag
    best, answer = -1e9, 0
    for aim in range(NONE, slots(view)):
        if aim != NONE and not is_for(view, me.seat, aim):
            continue
        loose, sold = missing(view.bag, gems_for(view, aim)), 0
        for colour in range(COLOURS):
            if count(view.prices, colour) > hold:
                sold += count(loose, colour) * one(colour)
        while total(view.bag - sold) > MOST_GEMS:  # these would be lost
            sold += one(_dearest(view, view.bag - sold))
        later, _ = best_later(view, me, view.bag - sold, hold, NONE)
        worth = proceeds(view, sold) + hold * min(MOST_GEMS, total(view.bag - sold)) + later
        if worth > best + 1e-9:
            best, answer = worth, sold
    return answer


@kernel
def _dearest(view, gems):
    best, chosen = -1, 0
    for colour in range(COLOURS):
        if count(gems, colour) > 0 and count(view.prices, colour) > best:
            best, chosen = count(view.prices, colour), colour
    return chosen


@kernel
def discard_well(view, me, hold):
    """The cheapest gems that the best order to come does not need."""
    _, aim = best_later(view, me, view.bag, hold, NONE)
    loose = missing(view.bag, gems_for(view, aim))
    return cheapest(view, loose if total(loose) >= excess(view) else view.bag, excess(view))


@kernel
def use_well(view, me):
    """Sets and coin stacks at once; a target where several gems are about to be bought dear."""
    answer = use_at_once(view, me)
    if answer != NO_SYMBOL or view.phase != 6 or count(cards_of(view, me.seat), TARGET) == 0:
        return answer
    idle = leaders_to_act(view, me.seat)
    if idle >> 4 * GEMS & 15 != 0:
        return answer
    for colour in range(COLOURS):
        price = count(view.prices, colour)
        if idle >> 4 * colour & 15 != 0 and price > DEAR:
            number = min(MOST_GEMS - total(view.bag), count(view.supply, colour))
            if min(number, talers_of(view, me.seat) // price) >= WORTH_A_TARGET:
                return use_target(colour)
    return NO_SYMBOL
