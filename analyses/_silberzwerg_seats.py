"""A schemer on a leash, for the study of shadow dwarves: so many of them, or some deeds alone."""

import math
import os
from pathlib import Path

import numpy as np

from dwarfsim.game import Knob, Strategy
from dwarfsim.games.silberzwerg import view as sz
from dwarfsim.games.silberzwerg.ladder import SHADY, SPITE, schemer, schemer_shadow
from dwarfsim.games.silberzwerg.placing import Outlook, plan, use_leaders
from dwarfsim.games.silberzwerg.planning import (
    best_later,
    best_now,
    expected_diggers,
    gems_for,
    worth_of_gem,
)
from dwarfsim.games.silberzwerg.shadow import can_turn_back
from dwarfsim.jit import kernel

LEADERS, DIGGERS = 2, 4  # of a player at a table of three or four
TAKES, REMOVES, TURNS, DRAWS = 1, 2, 4, 8  # deeds of a shadow dwarf, as a set
ALL = TAKES | REMOVES | TURNS | DRAWS
COLOURS = sz.COLOURS
SHARE, DEEDS = len(schemer.knobs), len(schemer.knobs) + 1  # knobs of `leashed`
SUPPLY = sz.View._fields.index("supply")
AFTER = SUPPLY + 1
SLACK = 8.0  # leaders: four times those by which it may be ahead or behind with a share of half
TINY = 1e-9
UNSURE = 0.3  # that an order turned back would have been fulfilled in this round


@kernel
def seen(view, me):
    """What a schemer expects of a round; its silver dwarves do not count on shadow dwarves."""
    return Outlook(
        worth_of_gem(view, me),
        0.0,
        0.0,
        expected_diggers(view, me, 0),
        expected_diggers(view, me, 1),
        expected_diggers(view, me, 2),
        expected_diggers(view, me, 3),
    )


@kernel
def worth_in_tunnel(me, outlook, deeds, needed, others):
    """What a shadow dwarf promises in a tunnel: a gem taken, or two dwarves removed."""
    worth = 0.0
    if deeds & TAKES:
        worth = outlook.hold * (1.0 + 0.15 * needed)
    if deeds & REMOVES:
        worth = max(worth, me.knobs[SPITE] * outlook.hold * min(2.0, others))
    return worth


@kernel(inline=False)
def worth_of_turn(view, me, now):
    """What a shadow dwarf promises on the orders: one's own turned up now, another's back."""
    best = 0.0
    if now != sz.NONE and sz.step(view.orders[now]) > 0:
        best = fall_to(view, view.orders[now], sz.step(view.orders[now]))
    for slot in range(sz.slots(view)):
        order = view.orders[slot]
        if can_turn_back(order, sz.owner(view, slot), me.seat) and slot != now:
            if sz.step(order) + 1 < sz.STEPS:
                loss = fall_to(view, order, sz.step(order) + 1)
            else:
                loss = 1.0 * sz.value(view, order) + sz.penalty(order)
            best = max(best, me.knobs[SPITE] * UNSURE * loss)
    return best


@kernel
def fall_to(view, order, at):
    """The talers that an order loses when it comes to this step."""
    above = sz.value_at(order, at - 1, view.order_step)
    return 1.0 * above - sz.value_at(order, at, view.order_step)


@kernel(inline=False)
def with_shadows(view, me, outlook, deeds, placed, number, keep, bag, now):
    """Place so many shadow dwarves where they promise most: the gain, and all leaders."""
    gain = 0.0
    for _ in range(number):
        best, place = -1.0, 0
        for colour in range(COLOURS):
            if deeds & (TAKES | REMOVES) and sz.standing(placed, sz.SHADOW, colour) == 0:
                needed = sz.count(sz.missing(keep, bag), colour) > 0
                others = outlook[3 + colour]
                worth = worth_in_tunnel(me, outlook, deeds, needed, others)
                if worth > best:
                    best, place = worth, sz.dwarf(sz.SHADOW, colour)
        if deeds & TURNS and sz.standing(placed, sz.SHADOW, sz.ORDERS) == 0:
            worth = worth_of_turn(view, me, now)
            if worth > best:
                best, place = worth, sz.dwarf(sz.SHADOW, sz.ORDERS)
        if deeds & DRAWS and sz.standing(placed, sz.SHADOW, sz.GEMS) == 0:
            there = sz.total(view.sizes) - sz.count(view.sizes, me.seat) > 2
            worth = 2.0 * me.knobs[SHADY] * outlook.hold if there else 0.0
            if worth > best:
                best, place = worth, sz.dwarf(sz.SHADOW, sz.GEMS)
        gain += best
        placed += place
    return gain, placed


@kernel(inline=False)
def plan_with(view, me, outlook, dug, bag, number, deeds):
    """The best use of the leaders if so many of them are shadow dwarves."""
    if number == 0:
        return plan(view, me, outlook, dug, bag, LEADERS)
    hold, silver = outlook.hold, LEADERS - number
    later, aim = best_later(view, me, bag, hold, sz.NONE)
    keep = gems_for(view, aim)
    gain, placed = use_leaders(view, me, outlook, dug, bag, silver, 0, keep, 0.0)
    more, placed = with_shadows(
        view, me, outlook, deeds, placed, number, keep, bag, np.int64(sz.NONE)
    )
    best, chosen = later + gain + more, placed
    now, slot = best_now(view, me, bag, hold, sz.NONE)
    if silver > 0 and slot != sz.NONE:
        rest = bag - sz.need(view.orders[slot])
        later, aim = best_later(view, me, rest, hold, slot)
        keep, cash = gems_for(view, aim), 1.0 * sz.value(view, view.orders[slot])
        placed = sz.dwarf(sz.SILVER, sz.ORDERS)
        gain, placed = use_leaders(view, me, outlook, dug, rest, silver - 1, placed, keep, cash)
        more, placed = with_shadows(view, me, outlook, deeds, placed, number, keep, rest, slot)
        if now + later + gain + more > best:
            best, chosen = now + later + gain + more, placed
    return best, chosen


@kernel(inline=False)
def place_with(view, me, least, most, deeds):
    """The placement that promises most with so many shadow dwarves."""
    outlook = seen(view, me)
    best, answer = -1e9, 0
    for code in range(125):
        blue, red, yellow = code % 5, code // 5 % 5, code // 25
        green = DIGGERS - blue - red - yellow
        if green < 0:
            continue
        dug = blue * sz.one(0) + red * sz.one(1) + yellow * sz.one(2) + green * sz.one(3)
        found = sz.fewer(dug, view.supply)
        for number in range(least, most + 1):
            worth, placed = plan_with(view, me, outlook, dug, view.bag + found, number, deeds)
            worth += sz.total(found) * outlook.hold
            if worth > best:
                best, answer = worth, placed
                for colour in range(COLOURS):
                    answer += sz.count(dug, colour) * sz.dwarf(sz.DIGGER, colour)
    return answer


@kernel
def leashed_place(view, me):
    """
    So many shadow dwarves that their share of all leaders stays near the one wanted.

    When they come is free within some leaders; where, too. Memory: how many there were so far.
    """
    share, deeds = me.knobs[SHARE], np.int64(me.knobs[DEEDS])
    wanted, slack = share * LEADERS * view.round, SLACK * share * (1.0 - share)
    spaces = COLOURS * np.int64(deeds & (TAKES | REMOVES) != 0)
    spaces += np.int64(deeds & TURNS != 0) + np.int64(deeds & DRAWS != 0)
    most = math.floor(wanted + slack - me.memory[0] + TINY)
    most = min(most, min(LEADERS, spaces))
    least = min(most, max(0, math.ceil(wanted - slack - me.memory[0] - TINY)))
    placed = place_with(view, me, least, most, deeds)
    for column in range(sz.COLUMNS):
        me.memory[0] += sz.standing(placed, sz.SHADOW, column)
    return placed


@kernel
def leashed_shadow(view, me):
    """The best of the deeds that it may do."""
    deeds = np.int64(me.knobs[DEEDS])
    if view.column < COLOURS and deeds & TAKES == 0:
        return schemer_shadow(sz.View(*view[:SUPPLY], 0, *view[AFTER:]), me)
    if view.column < COLOURS and deeds & REMOVES == 0:
        return sz.take() if sz.count(view.supply, view.column) > 0 else sz.PASS
    return schemer_shadow(view, me)


leashed = Strategy(
    "leashed",
    {"place": leashed_place, "shadow": leashed_shadow},
    knobs={
        "share": Knob(0.5, "share of the leaders that are shadow dwarves", 0, 1),
        "deeds": Knob(ALL, "1 take, 2 remove, 4 turn, 8 draw; their sum", 1, ALL, True),
    },
    memory=1,
    inherits=schemer,
    doc="As `schemer`, but with a fixed share of shadow dwarves among its leaders.",
)


def seat(share: float, deeds: int = ALL) -> str:
    """How such a schemer is named at a table, from the folder one is in."""
    some = "" if deeds == ALL else f":deeds={deeds}"
    return f"{os.path.relpath(Path(__file__).resolve())}::leashed:share={share:g}{some}"
