"""Schemers that leave something out, for the study of money: orders, sales, or purchases."""

import os
from pathlib import Path
from typing import NamedTuple

import numpy as np

from dwarfsim.game import Knob, Strategy
from dwarfsim.games.silberzwerg import view as sz
from dwarfsim.games.silberzwerg.dealing import buy_well, discard_well, fulfil_well, sell_well
from dwarfsim.games.silberzwerg.ladder import SHADY, schemer
from dwarfsim.games.silberzwerg.placing import Outlook, plan, use_leaders
from dwarfsim.games.silberzwerg.planning import (
    best_later,
    best_now,
    expected_diggers,
    gain_of_order,
    gems_for,
    worth_of_gem,
)
from dwarfsim.jit import kernel

FULFILS, SELLS, BUYS = 1, 2, 4  # what a player may do, as a set
ALL = FULFILS | SELLS | BUYS
MAY = len(schemer.knobs)  # knob of `partial`
COLOURS = sz.COLOURS
ORDERS = sz.View._fields.index("orders")
SEATS = sz.View._fields.index("seats")
LEADERS, DIGGERS = 2, 4  # of a player at a table of three or four
SOLD = sz.dwarf(sz.SILVER, sz.GEMS)


@kernel
def may(me, what):
    """Whether the player may do something."""
    return np.int64(me.knobs[MAY]) & what != 0


@kernel
def as_it_may(view, me):
    """The view of a player without orders, or without money, where it may not use them."""
    orders, seats = view.orders, view.seats
    if not may(me, FULFILS):
        orders = np.zeros_like(view.orders)
    if not may(me, BUYS):
        seats = view.seats.copy()
        seats[me.seat, sz.SEAT_TALERS] = 0
    return sz.View(*view[:SEATS], seats, orders)


@kernel
def outlook_of(view, me):
    """What a schemer expects of a round."""
    return Outlook(
        worth_of_gem(view, me),
        me.knobs[SHADY],
        0.0,
        expected_diggers(view, me, 0),
        expected_diggers(view, me, 1),
        expected_diggers(view, me, 2),
        expected_diggers(view, me, 3),
    )


@kernel(inline=False)
def plan_unsold(view, me, outlook, dug, bag):
    """As `plan`, without a dwarf that sells: as if the space for it were taken."""
    hold = outlook.hold
    later, aim = best_later(view, me, bag, hold, sz.NONE)
    keep = gems_for(view, aim)
    gain, placed = use_leaders(view, me, outlook, dug, bag, LEADERS, SOLD, keep, 0.0)
    best, chosen = gain + later, placed
    now, slot = best_now(view, me, bag, hold, sz.NONE)
    if slot != sz.NONE:
        rest, taken = bag - sz.need(view.orders[slot]), SOLD + sz.dwarf(sz.SILVER, sz.ORDERS)
        later, aim = best_later(view, me, rest, hold, slot)
        keep = gems_for(view, aim)
        gain, placed = use_leaders(view, me, outlook, dug, rest, LEADERS - 1, taken, keep, 0.0)
        if now + later + gain > best:
            best, chosen = now + later + gain, placed
        at = sz.step(view.orders[slot])
        if at > 0:
            up = 1.0 * sz.value_at(view.orders[slot], at - 1, view.order_step)
            up -= sz.value(view, view.orders[slot])
            if now + later + up > best:
                best, chosen = now + later + up, taken + sz.dwarf(sz.SHADOW, sz.ORDERS)
    for slot in range(sz.slots(view)):
        lack = sz.missing(sz.need(view.orders[slot]), bag)
        if lack == 0 or not sz.is_for(view, me.seat, slot):
            continue
        for colour in range(COLOURS):
            number = sz.count(lack, colour)
            price = max(1.0 * view.price_floor, 10.0 - sz.count(dug, colour) - outlook[3 + colour])
            rich = sz.talers_of(view, me.seat) >= 1.2 * price * number
            there = number <= sz.count(view.supply, colour)
            if lack == number * sz.one(colour) and rich and there:
                order = view.orders[slot]
                gain = gain_of_order(view, me, slot, hold, sz.step(order)) + number * (hold - price)
                rest = bag + number * sz.one(colour) - sz.need(order)
                later, _ = best_later(view, me, rest, hold, slot)
                if 0.8 * gain + later > best:
                    best = 0.8 * gain + later
                    chosen = SOLD + sz.dwarf(sz.SILVER, sz.ORDERS) + sz.dwarf(sz.SILVER, colour)
    return best, chosen - SOLD


@kernel(inline=False)
def partial_place(view, me):
    """The placement that promises most with what it may do."""
    seen = as_it_may(view, me)
    outlook = outlook_of(seen, me)
    best, answer = -1e9, 0
    for code in range(125):
        blue, red, yellow = code % 5, code // 5 % 5, code // 25
        green = DIGGERS - blue - red - yellow
        if green < 0:
            continue
        dug = blue * sz.one(0) + red * sz.one(1) + yellow * sz.one(2) + green * sz.one(3)
        found = sz.fewer(dug, view.supply)
        if may(me, SELLS):
            worth, placed = plan(seen, me, outlook, dug, view.bag + found, LEADERS)
        else:
            worth, placed = plan_unsold(seen, me, outlook, dug, view.bag + found)
        worth += sz.total(found) * outlook.hold
        if worth > best:
            best, answer = worth, placed
            for colour in range(COLOURS):
                answer += sz.count(dug, colour) * sz.dwarf(sz.DIGGER, colour)
    return answer


@kernel
def partial_buy(view, me):
    """As a schemer, if it may."""
    seen = as_it_may(view, me)
    return buy_well(seen, me, worth_of_gem(seen, me)) if may(me, BUYS) else 0


@kernel
def partial_fulfil(view, me):
    """As a schemer, if it may."""
    return fulfil_well(view, me, worth_of_gem(view, me)) if may(me, FULFILS) else sz.NONE


@kernel
def partial_sell(view, me):
    """As a schemer, if it may."""
    if not may(me, SELLS):
        return 0
    if not may(me, FULFILS):
        seen = sz.View(*view[:ORDERS], np.zeros_like(view.orders))
        return sell_well(seen, me, worth_of_gem(view, me))
    return sell_well(view, me, worth_of_gem(view, me))


@kernel
def partial_discard(view, me):
    """As a schemer; without orders nothing is kept for one."""
    seen = as_it_may(view, me)
    return discard_well(seen, me, worth_of_gem(view, me))


partial = Strategy(
    "partial",
    {
        "place": partial_place,
        "buy": partial_buy,
        "fulfil": partial_fulfil,
        "sell": partial_sell,
        "discard": partial_discard,
    },
    knobs={"may": Knob(ALL, "1 fulfil, 2 sell, 4 buy; their sum", 0, ALL, True)},
    inherits=schemer,
    doc="As `schemer`, but it may not do all: fulfil orders, sell gems, buy gems.",
)


class Style(NamedTuple):
    """How such a player judges."""

    hold: float  # talers that a gem in the bag is worth to it
    noise: float  # how uncertain of prices it is, in talers


def seat(what: int, style: Style) -> str:
    """How such a schemer is named at a table, from the folder one is in."""
    path = os.path.relpath(Path(__file__).resolve())
    return f"{path}::partial:may={what}:hold={style.hold:g}:noise={style.noise:g}"
