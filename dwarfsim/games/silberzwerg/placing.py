"""
Where a planner places its dwarves: every way to share out the diggers, and for each the best use of
the leaders, by what the round is expected to bring.
"""

from typing import NamedTuple

from ...jit import kernel
from .planning import (
    CHANCE,
    NOISE,
    best_later,
    best_now,
    gain_of_order,
    gems_for,
    upside,
)
from .view import (
    COLOURS,
    DIGGER,
    GEMS,
    GOAL,
    MOST_GEMS,
    NONE,
    ORDERS,
    SHADOW,
    SILVER,
    count,
    dwarf,
    fewer,
    is_for,
    missing,
    need,
    one,
    slots,
    standing,
    step,
    talers_of,
    total,
    value_at,
)

ROUND_WORTH = 30.0  # talers from which on reaching the goal is as good as sure, or hopeless
SPARE_MONEY = 1.2  # prices may turn out higher than expected
NEEDED = 0.15  # a gem that the next order lacks is worth so much more


class Outlook(NamedTuple):
    """What a planner expects of a round."""

    hold: float  # what a gem is worth after it
    shady: float  # what a draw from a bag is worth, in gems drawn; 0: no shadow dwarves
    race: float  # what reaching the goal is worth, in talers
    blue: float  # diggers of the others
    red: float
    yellow: float
    green: float


@kernel
def _price(view, outlook, colour, own):
    others = outlook.blue
    if colour == 1:
        others = outlook.red
    elif colour == 2:
        others = outlook.yellow
    elif colour == 3:
        others = outlook.green
    return max(float(view.price_floor), 10.0 - own - others)


@kernel
def _finish(view, me, outlook, cash):
    """The worth of having so many talers at the end of the round, for who may reach the goal."""
    reached = 0.5 + (talers_of(view, me.seat) + cash - GOAL) / ROUND_WORTH
    return outlook.race * min(1.0, max(0.0, reached))


@kernel(inline=False)
def use_leaders(view, me, outlook, dug, bag, left, placed, keep, cash):
    """
    Give each leader that is left the deed that is worth most: sell, buy, draw, take.

    Parameters
    ----------
    dug : int
        One's own diggers by tunnel, packed as gems are.
    bag : int
        What the bag holds then.
    left, placed : int
        Leaders to place, and those that are placed.
    keep : int
        Gems that are not for sale.
    cash : float
        Talers that come in anyhow.

    Returns
    -------
    (float, int)
        What all is worth, and the leaders' word.
    """
    gain, hold, noise = 0.0, outlook.hold, me.knobs[NOISE]
    money, room = talers_of(view, me.seat), max(0, MOST_GEMS - total(bag))
    selling, sale = max(0, total(bag) - MOST_GEMS) * hold, 0.0
    loose = missing(bag, keep)
    for colour in range(COLOURS):
        price = _price(view, outlook, colour, count(dug, colour))
        selling += count(loose, colour) * upside(price - hold, noise)
        sale += count(bag, colour) * price
    for _ in range(left):
        best, place = -1.0, 0
        if standing(placed, SILVER, GEMS) == 0:
            best, place = selling, dwarf(SILVER, GEMS)
            best += _finish(view, me, outlook, cash + sale) - _finish(view, me, outlook, cash)
        for colour in range(COLOURS):
            price = _price(view, outlook, colour, count(dug, colour))
            if standing(placed, SILVER, colour) == 0:
                number = room + (4 if standing(placed, SILVER, GEMS) else 0)
                number = min(number, min(count(view.supply, colour), int(money / max(1.0, price))))
                if number * upside(hold - price, noise) > best:
                    best, place = number * upside(hold - price, noise), dwarf(SILVER, colour)
            if outlook.shady > 0 and standing(placed, SHADOW, colour) == 0:
                worth = hold * (1.0 + NEEDED * (count(missing(keep, bag), colour) > 0))
                if worth > best:
                    best, place = worth, dwarf(SHADOW, colour)
        others = total(view.sizes) - count(view.sizes, me.seat)
        if outlook.shady > 0 and standing(placed, SHADOW, GEMS) == 0 and others > 2:
            worth = 2 * outlook.shady * hold
            if worth > best:
                best, place = worth, dwarf(SHADOW, GEMS)
        placed += place
        gain += best
    return gain, placed


@kernel(inline=False)
def plan(view, me, outlook, dug, bag, leaders):
    """
    The best use of the leaders, with these diggers and the bag that they fill.

    Without an order; with the best one that the bag holds (turned up by a shadow dwarf, too); or
    with one whose last gems a silver dwarf buys. Returns as `use_leaders` does.
    """
    hold = outlook.hold
    later, aim = best_later(view, me, bag, hold, NONE)
    gain, placed = use_leaders(view, me, outlook, dug, bag, leaders, 0, gems_for(view, aim), 0.0)
    best, chosen = gain + later, placed
    now, slot = best_now(view, me, bag, hold, NONE)
    if slot != NONE:
        order, left = view.orders[slot], leaders - 1
        value = 1.0 * value_at(order, step(order), view.order_step)
        rest, placed, cash = bag - need(order), dwarf(SILVER, ORDERS), value
        second, other = best_now(view, me, rest, hold, slot) if view.players == 2 else (0.0, NONE)
        if other != NONE:
            now += second
            rest -= need(view.orders[other])
            placed += dwarf(SILVER, ORDERS)
            left -= 1
        later, aim = best_later(view, me, rest, hold, slot) if other == NONE else (0.0, NONE)
        now += later + _finish(view, me, outlook, cash)
        keep = gems_for(view, aim)
        gain, silver = use_leaders(view, me, outlook, dug, rest, left, placed, keep, cash)
        if now + gain > best:
            best, chosen = now + gain, silver
        if outlook.shady > 0 and step(order) > 0 and left > 0:
            up = value_at(order, step(order) - 1, view.order_step) - value
            placed += dwarf(SHADOW, ORDERS)
            gain, shady = use_leaders(
                view, me, outlook, dug, rest, left - 1, placed, keep, cash + up
            )
            if now + gain + up > best:
                best, chosen = now + gain + up, shady
    for slot in range(slots(view)):
        lack = missing(need(view.orders[slot]), bag)
        if lack != 0 and is_for(view, me.seat, slot):
            for colour in range(COLOURS):
                if lack == count(lack, colour) * one(colour):
                    gain, placed = _buy_the_rest(
                        view, me, outlook, dug, bag, leaders, slot, colour, count(lack, colour)
                    )
                    if gain > best:
                        best, chosen = gain, placed
    return best, chosen


@kernel(inline=False)
def _buy_the_rest(view, me, outlook, dug, bag, leaders, slot, colour, number):
    """As `plan`, for an order of which the bag lacks some gems of one colour."""
    order, hold = view.orders[slot], outlook.hold
    price = _price(view, outlook, colour, count(dug, colour))
    cost = number * price
    if number > count(view.supply, colour) or cost * SPARE_MONEY > talers_of(view, me.seat):
        return -1e9, 0
    gain = gain_of_order(view, me, slot, hold, step(order)) + number * hold - cost
    cash = value_at(order, step(order), view.order_step) - cost
    rest = bag + number * one(colour) - need(order)
    later, _ = best_later(view, me, rest, hold, slot)
    placed = dwarf(SILVER, ORDERS) + dwarf(SILVER, colour)
    more, placed = use_leaders(view, me, outlook, dug, rest, leaders - 2, placed, 0, cash)
    more += later + _finish(view, me, outlook, cash)
    return me.knobs[CHANCE] * gain + more, placed


@kernel(inline=False)
def best_placement(view, me, outlook):
    """The placement that promises most."""
    two = view.players == 2
    number, best, answer = 8 if two else 4, -1e9, 0
    for code in range(125):
        blue, red, yellow = code % 5, code // 5 % 5, code // 25
        green = number - blue - red - yellow
        if green < 0 or green > 4:
            continue
        dug = blue * one(0) + red * one(1) + yellow * one(2) + green * one(3)
        found = fewer(dug, view.supply)
        worth, placed = plan(view, me, outlook, dug, view.bag + found, 4 if two else 2)
        worth += total(found) * outlook.hold
        if worth > best:
            best, answer = worth, placed
            for colour in range(COLOURS):
                answer += count(dug, colour) * dwarf(DIGGER, colour)
    return answer
