"""
Where a game stands, and the few ways in which it changes.

Gems lie in the supply or in a bag, and only `to_bag`, `to_supply` and `across` move them; talers
come and go through `earn`, `spend` and `charge`.
"""

from typing import NamedTuple

import numpy as np

from ...jit import IntGrid, Ints, kernel
from ...table import ask, observes, tell
from .view import (
    GOAL,
    OBSERVE,
    SEAT_TALERS,
    Event,
    View,
    one,
    owner_of,
    total,
)

# places of `State.now`
ROUND, PHASE, START, ACTOR, OPEN, PILE, SUPPLY, PRICES_NOW, SIZES, WATCHED, LINES = range(11)
PAID, FILLED = 11, 12  # penalties and orders of this round
LEADING, CHANGES = 13, 14  # the last player alone in the lead, and how often that was another
MEAN_PRICE, SPREAD = 15, 16  # of this round's prices in step 3: four times the mean, the range
PRICE_SUM, PRICE_SQUARES = 17, 21  # over the rounds, by colour
NOW = 25

# columns of `State.own`: the bag, the placement behind the screen, decisions of this round, and
# the books that become outcomes
BAG, HIDDEN, ASKED = range(3)
FULFILLED_ORDERS, INCOME, SALES, PURCHASES, PENALTIES, SYMBOL_TALERS, FORGIVEN, LAPSED = range(
    3, 11
)
OWN = 11

GOING, OVER_600, WRONG = range(3)  # how a phase ends: it goes on, 600 are reached, a bad answer


class Rules(NamedTuple):
    """The parameters as the kernel wants them."""

    players: int
    start: int  # -1: random
    order_step: int
    price_floor: int
    start_gems: int
    max_rounds: int
    spaces: int
    in_play: int  # orders
    unmarked: int  # of these the ones of the first category, which bear no symbol
    cards: Ints  # the orders in play, and after them the symbols of all that may bear one


class State(NamedTuple):
    """Arrays of one thread."""

    deck: Ints  # orders in the order in which they are dealt; `now[PILE]` of them are left
    orders: Ints  # on the board, by slot
    seats: IntGrid  # what all see of each seat: see `view`
    own: IntGrid  # and what they do not see
    now: Ints
    log: IntGrid  # of length 0 but for a transcript


@kernel
def after(rules, seat):
    """The next seat, clockwise."""
    return seat + 1 if seat + 1 < rules.players else 0


@kernel
def owner_now(rules, state, slot):
    """The seat that owns an order space now, or PUBLIC."""
    return owner_of(rules.players, state.now[OPEN], slot)


# ------------------------------------------------------------------------------ gems and talers


@kernel
def to_bag(state, seat, gems):
    """Gems from the supply into a bag."""
    state.own[seat, BAG] += gems
    state.now[SIZES] += total(gems) << 8 * seat
    state.now[SUPPLY] -= gems


@kernel
def to_supply(state, seat, gems):
    """Gems from a bag back to the supply."""
    state.own[seat, BAG] -= gems
    state.now[SIZES] -= total(gems) << 8 * seat
    state.now[SUPPLY] += gems


@kernel
def across(state, victim, seat, colour):
    """A gem from one bag into another."""
    state.own[victim, BAG] -= one(colour)
    state.own[seat, BAG] += one(colour)
    state.now[SIZES] += one(seat) - one(victim)


@kernel
def earn(state, seat, amount, book):
    """R8: a payment to a player; OVER_600 if it reaches the goal."""
    state.seats[seat, SEAT_TALERS] += amount
    state.own[seat, book] += amount
    return OVER_600 if state.seats[seat, SEAT_TALERS] >= GOAL else GOING


@kernel
def charge(state, seat, amount):
    """R6: take talers from a player; debt below 0 is forgiven."""
    left = state.seats[seat, SEAT_TALERS] - amount
    state.seats[seat, SEAT_TALERS] = max(left, 0)
    state.own[seat, FORGIVEN] += max(-left, 0)


# ------------------------------------------------------------------------------ asking and telling


@kernel
def ask_seat(rules, state, table, luck, kind, seat, column, action):
    """Ask a seat for a decision."""
    now = state.now
    index = now[ROUND] << 12 | state.own[seat, ASKED]
    state.own[seat, ASKED] += 1
    view = View(
        rules.players,
        now[ROUND],
        now[PHASE],
        now[START],
        now[ACTOR],
        column,
        action,
        now[OPEN],
        now[PILE],
        now[SUPPLY],
        now[PRICES_NOW],
        state.own[seat, BAG],
        now[SIZES],
        rules.price_floor,
        rules.order_step,
        rules.max_rounds,
        state.seats,
        state.orders,
    )
    return ask(table, kind, now[ROUND], seat, luck, index, view)


@kernel
def is_watched(rules, state, table):
    """Whether anybody is to be told what happens: an observing strategy, or a transcript."""
    watched = state.log.shape[0] > 0
    for seat in range(rules.players):
        watched |= observes(table, OBSERVE, seat)
    return np.int64(watched)


@kernel
def publish(rules, state, table, luck, what, seat, a, b, c):
    """Everybody is told of an event."""
    if state.now[WATCHED]:
        _publish(rules, state, table, luck, what, seat, a, b, c)


@kernel(inline=False)
def _publish(rules, state, table, luck, what, seat, a, b, c):
    event = Event(state.now[ROUND], state.now[PHASE], what, seat, a, b, c)
    _note(state, event)
    for other in range(rules.players):
        _tell(state, table, luck, other, event)


@kernel
def whisper(rules, state, table, luck, what, seat, a, secret, first, second):
    """Two seats are told all of an event, the others do not see its `b` (they see -1)."""
    if state.now[WATCHED]:
        _whisper(rules, state, table, luck, what, seat, a, secret, first, second)


@kernel(inline=False)
def _whisper(rules, state, table, luck, what, seat, a, secret, first, second):
    event = Event(state.now[ROUND], state.now[PHASE], what, seat, a, secret, 0)
    veiled = Event(event.round, event.phase, what, seat, a, -1, 0)
    _note(state, event)
    for other in range(rules.players):
        _tell(state, table, luck, other, event if other in (first, second) else veiled)


@kernel
def _tell(state, table, luck, seat, event):
    index = event.round << 12 | 4095
    tell(table, OBSERVE, event.round, seat, luck, index, event)


@kernel
def _note(state, event):
    """Write an event into the log, for a transcript."""
    line = state.now[LINES]
    if line < state.log.shape[0]:
        for i in range(7):
            state.log[line, i] = event[i]
    state.now[LINES] = line + 1
