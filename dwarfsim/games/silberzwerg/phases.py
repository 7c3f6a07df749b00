"""The eleven steps of a round, in the rulebook's order; what a shadow dwarf does is in `shadow`."""

import numpy as np

from ...bits import lowest, size
from ...jit import kernel
from .shadow import drop_order, shadow_action
from .state import (
    ACTOR,
    ASKED,
    BAG,
    FILLED,
    FULFILLED_ORDERS,
    GOING,
    HIDDEN,
    INCOME,
    MEAN_PRICE,
    OPEN,
    OVER_600,
    PAID,
    PHASE,
    PILE,
    PRICE_SQUARES,
    PRICE_SUM,
    PRICES_NOW,
    PURCHASES,
    SALES,
    SIZES,
    SPREAD,
    START,
    SUPPLY,
    SYMBOL_TALERS,
    WRONG,
    after,
    ask_seat,
    charge,
    earn,
    owner_now,
    publish,
    to_bag,
    to_supply,
)
from .view import (
    BOUGHT,
    BUY,
    COINS,
    COLOURS,
    DEALT,
    DISCARD,
    DISCARDED,
    DUG,
    FULFIL,
    FULFILLED,
    HAMMER,
    LEAD,
    LEADER,
    MOST_GEMS,
    NO_SYMBOL,
    NONE,
    OPENED,
    ORDERS,
    PART,
    PLACE,
    PLACED,
    PRICES,
    PUBLIC,
    ROTATED,
    SEAT_CARDS,
    SEAT_IDLE,
    SEAT_PLACED,
    SEAT_TALERS,
    SELL,
    SHADOW,
    SILVER,
    SOLD,
    STARTS,
    STEPS,
    TARGET,
    USE,
    USED,
    count,
    diggers,
    dwarf,
    fewer,
    holds,
    is_usable,
    leaders,
    need,
    one,
    standing,
    step,
    symbol,
    symbol_for,
    symbol_used,
    total,
    turned,
    value_at,
)

BOUNTY = 40  # talers for three alike tools
COIN_STACK = 5
TARGET_CUT = 3
PRICE_OF_NONE = 10  # of a colour that nobody digs
_IDLE = 0x7777777777770000  # the leaders' rows
_EACH = 0x111111111111  # one leader on each of the twelve spaces
_TWELVES = MOST_GEMS * 0x01010101  # in every bag


# ------------------------------------------------------------------------------ 1 to 3


@kernel
def is_placement(players, answer):
    """
    1.1 to 1.3, R4, R11: whether an answer places all dwarves as the rules allow.

    Four diggers and two leaders, no two leaders on one space; with two players twice as many, at
    most four diggers on a space, and two silver dwarves may share the orders space.
    """
    if answer < 0:
        return False
    two = np.int64(players == 2)
    by_tunnel, lead = diggers(answer), answer >> 16
    if by_tunnel + 0x7B7B7B7B & 0x80808080 != 0:  # one of them is more than four
        return False
    shared = np.int64(two == 1 and standing(answer, SILVER, ORDERS) == 2)
    lead -= shared << 4 * ORDERS
    if lead & ~_EACH != 0:
        return False
    return total(by_tunnel) == 4 << two and size(lead) + shared == 2 << two


@kernel
def place_dwarves(rules, state, table, luck):
    """1. All place their dwarves behind their screens."""
    state.now[PAID] = state.now[FILLED] = 0
    for seat in range(rules.players):
        state.own[seat, ASKED] = 0
        state.seats[seat, SEAT_PLACED] = state.seats[seat, SEAT_IDLE] = 0
    seat = state.now[START]
    for _ in range(rules.players):
        state.now[ACTOR] = seat
        answer = ask_seat(rules, state, table, luck, PLACE, seat, NONE, 0)
        if not is_placement(rules.players, answer):
            return WRONG
        state.own[seat, HIDDEN] = answer
        seat = after(rules, seat)
    return GOING


@kernel
def remove_screens(rules, state, table, luck):
    """2. Everyone sees where the others placed their dwarves."""
    for seat in range(rules.players):
        state.seats[seat, SEAT_PLACED] = state.own[seat, HIDDEN]
        state.seats[seat, SEAT_IDLE] = state.own[seat, HIDDEN] & _IDLE
        publish(rules, state, table, luck, PLACED, seat, state.seats[seat, SEAT_PLACED], 0, 0)


@kernel
def set_prices(rules, state, table, luck):
    """3, R3, A4: the more diggers in a tunnel, the cheaper its gems; then targets (R9)."""
    now = state.now
    number, prices, lowest_price, highest_price = 0, 0, PRICE_OF_NONE, 0
    for seat in range(rules.players):
        number += diggers(state.seats[seat, SEAT_PLACED])
    for colour in range(COLOURS):
        price = max(PRICE_OF_NONE - count(number, colour), rules.price_floor)
        prices += price * one(colour)
        now[PRICE_SUM + colour] += price
        now[PRICE_SQUARES + colour] += price * price
        lowest_price, highest_price = min(lowest_price, price), max(highest_price, price)
    now[PRICES_NOW] = prices
    now[MEAN_PRICE], now[SPREAD] = total(prices), highest_price - lowest_price
    publish(rules, state, table, luck, PRICES, -1, prices, 0, 0)
    status, seat = GOING, now[START]
    for _ in range(rules.players):
        if status == GOING and count(state.seats[seat, SEAT_CARDS], TARGET) > 0:
            now[ACTOR] = seat
            status = _use_cards(rules, state, table, luck, seat)
        seat = after(rules, seat)
    return status


# ------------------------------------------------------------------------------ 4 and 6


@kernel
def act_in_turn(rules, state, table, luck, row):
    """
    4, 6, R4: from the start player on, everyone acts with all leaders of this row.

    Two players act with one leader at a time, alternating (R11).
    """
    two = rules.players == 2
    status = GOING
    for _ in range(4 if two else 1):
        seat = state.now[START]
        for _ in range(rules.players):
            if status == GOING and leaders(state.seats[seat, SEAT_IDLE], row) != 0:
                status = _act(rules, state, table, luck, row, seat, 1 if two else 2)
            seat = after(rules, seat)
    return status


@kernel
def _act(rules, state, table, luck, row, seat, most):
    """A seat acts with up to `most` leaders; before each action and after it, it may use cards."""
    state.now[ACTOR] = seat
    status = use_cards(rules, state, table, luck, seat)
    while status == GOING and most > 0 and leaders(state.seats[seat, SEAT_IDLE], row) != 0:
        most -= 1
        column = _next_leader(rules, state, table, luck, row, seat)
        if column < 0:
            return WRONG
        state.seats[seat, SEAT_IDLE] -= dwarf(row, column)
        publish(rules, state, table, luck, LEADER, seat, row, column, 0)
        if row == SHADOW:
            status = shadow_action(rules, state, table, luck, seat, column)
        elif column < ORDERS:
            status = buy_gems(rules, state, table, luck, seat, column)
        elif column == ORDERS:
            status = fulfil_order(rules, state, table, luck, seat)
        else:
            status = sell_gems(rules, state, table, luck, seat)
        if status == GOING:
            status = use_cards(rules, state, table, luck, seat)
    return status


@kernel
def _next_leader(rules, state, table, luck, row, seat):
    """R4: the column of the leader that acts next, which its player chooses; -1: a bad answer."""
    idle = leaders(state.seats[seat, SEAT_IDLE], row)
    if idle & (idle - 1) == 0:  # there is no choice
        return lowest(idle) >> 2
    column = ask_seat(rules, state, table, luck, LEAD, seat, NONE, 0)
    if column < 0 or column > 5 or idle >> 4 * column & 15 == 0:
        return -1
    return column


@kernel
def use_cards(rules, state, table, luck, seat):
    """R9: let a player use the symbols of its cards, if there is anything that it can use."""
    if is_usable(state.seats[seat, SEAT_CARDS]):
        return _use_cards(rules, state, table, luck, seat)
    return GOING


@kernel(inline=False)
def _use_cards(rules, state, table, luck, seat):
    status = GOING
    while status == GOING and is_usable(state.seats[seat, SEAT_CARDS]):
        answer = ask_seat(rules, state, table, luck, USE, seat, NONE, 0)
        if answer == NO_SYMBOL:
            break
        if not _can_use(rules, state, seat, answer):
            return WRONG
        status = _use(rules, state, table, luck, seat, symbol_used(answer), symbol_for(answer))
    return status


@kernel
def _can_use(rules, state, seat, answer):
    what, other = symbol_used(answer), symbol_for(answer)
    if answer < 0 or (state.now[PHASE] == 3 and what != TARGET):
        return False
    if what <= HAMMER:
        return other == 0 and count(state.seats[seat, SEAT_CARDS], what) >= PART
    if what == COINS:
        fits = other < rules.players and other != seat
        return fits and count(state.seats[seat, SEAT_CARDS], COINS) > 0
    return what == TARGET and other < COLOURS and count(state.seats[seat, SEAT_CARDS], TARGET) > 0


@kernel
def _use(rules, state, table, luck, seat, what, other):
    state.seats[seat, SEAT_CARDS] -= one(what) * (PART if what <= HAMMER else 1)
    publish(rules, state, table, luck, USED, seat, what, other, 0)
    if what <= HAMMER:
        return earn(state, seat, BOUNTY, SYMBOL_TALERS)
    if what == COINS:  # who reaches 600 by it takes the opponent's five all the same
        charge(state, other, COIN_STACK)
        state.own[other, SYMBOL_TALERS] -= COIN_STACK
        return earn(state, seat, COIN_STACK, SYMBOL_TALERS)
    price = count(state.now[PRICES_NOW], other)
    # a price that a target has lowered goes on from where it is
    state.now[PRICES_NOW] -= min(TARGET_CUT, price - rules.price_floor) * one(other)
    return GOING


# ------------------------------------------------------------------------------ 5 and 6


@kernel
def distribute_gems(rules, state, table, luck):
    """5. A gem for each digger, in turn order, as far as the supply goes."""
    seat = state.now[START]
    for _ in range(rules.players):
        gems = fewer(diggers(state.seats[seat, SEAT_PLACED]), state.now[SUPPLY])
        to_bag(state, seat, gems)
        publish(rules, state, table, luck, DUG, seat, gems, 0, 0)
        seat = after(rules, seat)


@kernel
def buy_gems(rules, state, table, luck, seat, colour):
    """6.1. As many gems of the colour as the player wants, can pay, and the supply has."""
    price = count(state.now[PRICES_NOW], colour)
    most = count(state.now[SUPPLY], colour)
    if price * most > state.seats[seat, SEAT_TALERS]:
        most = state.seats[seat, SEAT_TALERS] // price
    number = 0
    if most > 0:
        number = ask_seat(rules, state, table, luck, BUY, seat, colour, 0)
        if number < 0 or number > most:
            return WRONG
        to_bag(state, seat, number * one(colour))
        state.seats[seat, SEAT_TALERS] -= number * price
        state.own[seat, PURCHASES] += number * price
    publish(rules, state, table, luck, BOUGHT, seat, colour, number, price)
    return GOING


@kernel
def can_fulfil_now(rules, state, seat, slot):
    """6.2. Whether a player may fulfil this order, and has its eight gems."""
    order, owner = state.orders[slot], owner_now(rules, state, slot)
    return order != 0 and owner in (seat, PUBLIC) and holds(state.own[seat, BAG], need(order))


@kernel
def fulfil_order(rules, state, table, luck, seat):
    """6.2. One order, one's own or a public one; its card is kept if it has a symbol."""
    fulfillable = False
    for slot in range(rules.spaces):
        fulfillable |= can_fulfil_now(rules, state, seat, slot)
    slot = NONE
    if fulfillable:
        slot = ask_seat(rules, state, table, luck, FULFIL, seat, ORDERS, 0)
        if slot < NONE or slot >= rules.spaces:
            return WRONG
        if slot != NONE and not can_fulfil_now(rules, state, seat, slot):
            return WRONG
    if slot == NONE:
        publish(rules, state, table, luck, FULFILLED, seat, NONE, 0, 0)
        return GOING
    order = state.orders[slot]
    talers = value_at(order, step(order), rules.order_step)
    to_supply(state, seat, need(order))
    state.orders[slot] = 0
    state.own[seat, FULFILLED_ORDERS] += 1
    state.now[FILLED] += 1
    if symbol(order) != NO_SYMBOL:
        state.seats[seat, SEAT_CARDS] += one(symbol(order))
    publish(rules, state, table, luck, FULFILLED, seat, slot, talers, 0)
    return earn(state, seat, talers, INCOME)


@kernel
def sell_gems(rules, state, table, luck, seat):
    """6.3, R8: any gems of the bag; they are paid colour by colour."""
    if state.own[seat, BAG] == 0:
        return GOING
    gems = ask_seat(rules, state, table, luck, SELL, seat, 5, 0)
    if gems & ~0x7F7F7F7F != 0 or not holds(state.own[seat, BAG], gems):
        return WRONG
    for colour in range(COLOURS):
        number = count(gems, colour)
        if number > 0:
            price = count(state.now[PRICES_NOW], colour)
            to_supply(state, seat, number * one(colour))
            publish(rules, state, table, luck, SOLD, seat, colour, number, price)
            if earn(state, seat, number * price, SALES) == OVER_600:
                return OVER_600
    return GOING


# ------------------------------------------------------------------------------ 7 to 11


@kernel
def rotate_orders(rules, state, table, luck):
    """7. The orders still on the board are worth less from now on."""
    for slot in range(rules.spaces):
        if state.orders[slot] != 0:
            state.orders[slot] = turned(state.orders[slot], 1)
    publish(rules, state, table, luck, ROTATED, -1, 0, 0, 0)


@kernel
def pay_penalties(rules, state, table, luck):
    """8, R6: what fell below its last value is out of the game, and its owner pays."""
    for slot in range(rules.spaces):
        if step(state.orders[slot]) == STEPS:
            drop_order(rules, state, table, luck, slot)


@kernel
def deal_orders(rules, state, table, luck):
    """9, R7: fill empty order spaces from the start player on, then the public ones."""
    per_seat = 2 if rules.players == 2 else 1
    seat = state.now[START]
    for _ in range(rules.players):
        for slot in range(seat * per_seat, (seat + 1) * per_seat):
            deal_order(rules, state, table, luck, slot)
        seat = after(rules, seat)
    for slot in range(rules.spaces - 2, rules.spaces):
        deal_order(rules, state, table, luck, slot)


@kernel
def deal_order(rules, state, table, luck, slot):
    """R7: an order for an empty space; if there is none left, all become public."""
    if state.orders[slot] == 0:
        _deal_order(rules, state, table, luck, slot)


@kernel(inline=False)
def _deal_order(rules, state, table, luck, slot):
    now = state.now
    if now[PILE] > 0:
        now[PILE] -= 1
        state.orders[slot] = state.deck[now[PILE]]
        owner = owner_now(rules, state, slot)
        publish(rules, state, table, luck, DEALT, owner, slot, state.orders[slot], 0)
    elif now[OPEN] == 0:
        now[OPEN] = 1
        publish(rules, state, table, luck, OPENED, -1, 0, 0, 0)


@kernel
def discard_gems(rules, state, table, luck):
    """10. Whoever has more than twelve gems returns the rest."""
    now = state.now
    seat = now[START]
    for _ in range(rules.players):
        excess = count(now[SIZES], seat) - MOST_GEMS
        if excess > 0:
            now[ACTOR] = seat
            gems = ask_seat(rules, state, table, luck, DISCARD, seat, NONE, 0)
            if gems & ~0x7F7F7F7F != 0 or not holds(state.own[seat, BAG], gems):
                return WRONG
            if total(gems) != excess:
                return WRONG
            to_supply(state, seat, gems)
            publish(rules, state, table, luck, DISCARDED, seat, gems, 0, 0)
        seat = after(rules, seat)
    return GOING


@kernel
def pass_start_figure(rules, state, table, luck):
    """11. The player on the left begins the next round."""
    state.now[START] = after(rules, state.now[START])
    publish(rules, state, table, luck, STARTS, state.now[START], 0, 0, 0)
