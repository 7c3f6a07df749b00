"""
The rules of Silberzwerg: setup, rounds (`phases`), the end, and what a game writes down.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ...game import SHARE, Decision
from ...jit import IntGrid, Ints, kernel
from ...rng import SETUP, below, shuffle, stream
from ...table import CAPPED, FINISHED, ILLEGAL
from . import cards, defaults
from . import view as vw
from .phases import (
    act_in_turn,
    deal_orders,
    discard_gems,
    distribute_gems,
    pass_start_figure,
    pay_penalties,
    place_dwarves,
    remove_screens,
    rotate_orders,
    set_prices,
)
from .state import (
    CHANGES,
    FILLED,
    FORGIVEN,
    FULFILLED_ORDERS,
    GOING,
    INCOME,
    LAPSED,
    LEADING,
    MEAN_PRICE,
    NOW,
    OVER_600,
    OWN,
    PAID,
    PENALTIES,
    PHASE,
    PILE,
    PRICE_SQUARES,
    PRICE_SUM,
    PURCHASES,
    ROUND,
    SALES,
    SPREAD,
    START,
    SUPPLY,
    SYMBOL_TALERS,
    WATCHED,
    WRONG,
    Rules,
    State,
    is_watched,
    publish,
    to_bag,
    whisper,
)
from .view import (
    OVER,
    SEAT_TALERS,
    SHADOW,
    SILVER,
    START_GEM,
    STARTS,
    YELLOW,
    Event,
    View,
    count,
    one,
    total,
)

START_TALERS = 50
GEMS_OF_A_COLOUR = 21  # one of which marks the price
LOG = Event._fields
_SCALE = 1 << 20  # of real outcomes
_ENDED = 3  # how a round ends besides `GOING`, `OVER_600` and `WRONG`: no order is left


class Outcomes(NamedTuple):
    """What a game writes down."""

    talers: Ints
    win: Ints
    orders: Ints
    income_orders: Ints
    gems_sold: Ints
    gems_bought: Ints
    penalties: Ints
    symbols: Ints
    forgiven: Ints
    lapsed: Ints
    rounds: Ints
    ending_600: Ints
    ending_orders: Ints
    lead_changes: Ints
    price_mean_blue: Ints
    price_mean_red: Ints
    price_mean_yellow: Ints
    price_mean_green: Ints
    price_sd_blue: Ints
    price_sd_red: Ints
    price_sd_yellow: Ints
    price_sd_green: Ints
    round_talers: IntGrid
    round_price: Ints
    round_spread: Ints
    round_penalties: Ints
    round_orders: Ints


# ------------------------------------------------------------------------------ setup


@kernel(inline=False)
def set_up(rules, state, table, luck):
    """Talers, the first gems, the start player, and an order for every space."""
    now = state.now
    for i in range(NOW):
        now[i] = 0
    for slot in range(rules.spaces):
        state.orders[slot] = 0
    for seat in range(rules.players):
        for i in range(state.seats.shape[1]):
            state.seats[seat, i] = 0
        for i in range(OWN):
            state.own[seat, i] = 0
        state.seats[seat, SEAT_TALERS] = START_TALERS
    now[SUPPLY] = (GEMS_OF_A_COLOUR - 1) * 0x01010101
    now[LEADING] = -1
    now[WATCHED] = is_watched(rules, state, table)
    shuffle_deck(rules, state, luck)
    draw_start_gems(rules, state, table, luck)
    deal_orders(rules, state, table, luck)


@kernel
def shuffle_deck(rules, state, luck):
    """A5, R11: deal the symbols to the cards, then shuffle those that are in play."""
    deck, in_play = state.deck, rules.in_play
    symbols = deck.shape[0] - in_play
    for i in range(deck.shape[0]):
        deck[i] = rules.cards[i]
    key = stream(luck, SETUP, 0)
    for i in range(in_play - rules.unmarked):
        j = i + below(key, i, symbols - i)
        deck[rules.unmarked + i] |= deck[in_play + j] << 35
        deck[in_play + j] = deck[in_play + i]
    shuffle(deck, in_play, stream(luck, SETUP, 1))
    state.now[PILE] = in_play


@kernel
def draw_start_gems(rules, state, table, luck):
    """R10, A6: everyone gets a gem of another colour; yellow begins."""
    key = stream(luck, SETUP, 2)
    start = below(key, 0, rules.players) if rules.start < 0 else rules.start
    state.now[START] = start
    publish(rules, state, table, luck, STARTS, start, 0, 0, 0)
    left = one(0) + one(1) + one(3)  # colours that nobody has yet, as gems
    for seat in range(rules.players):
        colour = YELLOW
        if seat != start:
            pick = below(key, 1 + seat, total(left))
            colour = 0
            while pick >= count(left, colour):
                pick -= count(left, colour)
                colour += 1
            left -= one(colour)
        if rules.start_gems:
            to_bag(state, seat, one(colour))
            whisper(rules, state, table, luck, START_GEM, seat, 0, colour, seat, seat)


# ------------------------------------------------------------------------------ a game


@kernel(inline=False)
def play_round(rules, state, table, luck):
    """One round: GOING, OVER_600, WRONG, or that the last order has left the board."""
    now = state.now
    now[PHASE] = 1
    if place_dwarves(rules, state, table, luck) == WRONG:
        return WRONG
    now[PHASE] = 2
    remove_screens(rules, state, table, luck)
    now[PHASE] = 3
    if set_prices(rules, state, table, luck) == WRONG:
        return WRONG
    now[PHASE] = 4
    status = act_in_turn(rules, state, table, luck, SHADOW)
    if status != GOING:
        return status
    now[PHASE] = 5
    distribute_gems(rules, state, table, luck)
    now[PHASE] = 6
    status = act_in_turn(rules, state, table, luck, SILVER)
    if status != GOING:
        return status
    now[PHASE] = 7
    rotate_orders(rules, state, table, luck)
    now[PHASE] = 8
    pay_penalties(rules, state, table, luck)
    now[PHASE] = 9
    deal_orders(rules, state, table, luck)
    now[PHASE] = 10
    if discard_gems(rules, state, table, luck) == WRONG:
        return WRONG
    now[PHASE] = 11
    pass_start_figure(rules, state, table, luck)
    left = 0
    for slot in range(rules.spaces):
        left |= state.orders[slot]
    return GOING if left else _ENDED


@kernel
def play(rules, state, table, luck, out):
    """One game of Silberzwerg."""
    set_up(rules, state, table, luck)
    now, status = state.now, GOING
    while status == GOING and now[ROUND] < rules.max_rounds:
        now[ROUND] += 1
        status = play_round(rules, state, table, luck)
        if status == WRONG:
            return ILLEGAL
        look_who_leads(rules, state)
        note_round(rules, state, out)
    winner = richest(rules, state) if status == OVER_600 else -1
    publish(rules, state, table, luck, OVER, winner, 0, 0, 0)
    write_down(rules, state, out, status)
    return CAPPED if status == GOING else FINISHED


@kernel
def richest(rules, state):
    """The player with the most talers; -1 if they are several."""
    best, leader = -1, -1
    for seat in range(rules.players):
        if state.seats[seat, SEAT_TALERS] == best:
            leader = -1
        elif state.seats[seat, SEAT_TALERS] > best:
            best, leader = state.seats[seat, SEAT_TALERS], seat
    return leader


@kernel
def look_who_leads(rules, state):
    """Count a change where another player than the last one is alone in the lead."""
    leader = richest(rules, state)
    if leader >= 0:
        before = state.now[LEADING]
        state.now[CHANGES] += np.int64(before >= 0 and before != leader)
        state.now[LEADING] = leader


@kernel
def note_round(rules, state, out):
    """The outcomes by round; prices are those of step 3."""
    i = state.now[ROUND] - 1
    if i < out.round_price.shape[0]:
        for seat in range(rules.players):
            out.round_talers[seat, i] = state.seats[seat, SEAT_TALERS]
        out.round_price[i] = state.now[MEAN_PRICE]
        out.round_spread[i] = state.now[SPREAD]
        out.round_penalties[i] = state.now[PAID]
        out.round_orders[i] = state.now[FILLED]


@kernel(inline=False)
def write_down(rules, state, out, status):
    """R8: who has won, and the books."""
    now, best, ties = state.now, -1, 0
    for seat in range(rules.players):
        talers = state.seats[seat, SEAT_TALERS]
        ties = 1 if talers > best else ties + (talers == best)
        best = max(best, talers)
        out.talers[seat] = talers
        out.orders[seat] = state.own[seat, FULFILLED_ORDERS]
        out.income_orders[seat] = state.own[seat, INCOME]
        out.gems_sold[seat] = state.own[seat, SALES]
        out.gems_bought[seat] = state.own[seat, PURCHASES]
        out.penalties[seat] = state.own[seat, PENALTIES]
        out.symbols[seat] = state.own[seat, SYMBOL_TALERS]
        out.forgiven[seat] = state.own[seat, FORGIVEN]
        out.lapsed[seat] = state.own[seat, LAPSED]
    for seat in range(rules.players):
        out.win[seat] = SHARE // ties if out.talers[seat] == best else 0
    out.rounds[0] = now[ROUND]
    out.ending_600[0] = np.int64(status == OVER_600)
    out.ending_orders[0] = np.int64(status == _ENDED)
    out.lead_changes[0] = now[CHANGES]
    out.price_mean_blue[0], out.price_sd_blue[0] = price_moments(now, 0)
    out.price_mean_red[0], out.price_sd_red[0] = price_moments(now, 1)
    out.price_mean_yellow[0], out.price_sd_yellow[0] = price_moments(now, 2)
    out.price_mean_green[0], out.price_sd_green[0] = price_moments(now, 3)


@kernel
def price_moments(now, colour):
    """Mean and standard deviation of a colour's prices over the rounds, in units of outcomes."""
    n, first, second = now[ROUND], now[PRICE_SUM + colour], now[PRICE_SQUARES + colour]
    sd = math.sqrt(n * second - first * first) / n
    return np.int64(_SCALE * (first / n) + 0.5), np.int64(_SCALE * sd + 0.5)


# ------------------------------------------------------------------------------ from parameters


def order_word(gems, value: int, penalty: int) -> int:
    """An order that has just been dealt, without a symbol (`view.need` and so on read it)."""
    return sum(n << 8 * c for c, n in enumerate(gems)) | value << 38 | penalty << 48


def rules(values: Mapping) -> Rules:
    """The kernel's rules from the parameters' values (`Game.values`)."""
    worth, due = values["order_values"], values["penalties"]
    deck = [(c, order_word(gems, worth[c], due[c])) for c, gems in cards.cards_in_play(values)]
    symbols = [s for s, number in enumerate(values["symbols"], 1) for _ in range(number)]
    marked = sum(cards.card_counts(values)[1:])
    symbols += [vw.NO_SYMBOL] * (marked - len(symbols))
    return Rules(
        players=values["players"],
        start=-1 if values["start"] == "random" else values["start"],
        order_step=0 if values["order_step"] == "quarter" else int(values["order_step"]),
        price_floor=values["price_floor"],
        start_gems=int(values["start_gems"]),
        max_rounds=values["max_rounds"],
        spaces=cards.spaces(values["players"]),
        in_play=len(deck),
        unmarked=sum(category == 0 for category, _ in deck),
        cards=np.array([word for _, word in deck] + symbols, np.int64),
    )


def workspace(rules: Rules, log: int = 0) -> State:
    """The arrays of one thread; up to `log` events are kept for a transcript."""
    return State(
        deck=np.zeros(len(rules.cards), np.int64),
        orders=np.zeros(rules.spaces, np.int64),
        seats=np.zeros((rules.players, 4), np.int64),
        own=np.zeros((rules.players, OWN), np.int64),
        now=np.zeros(NOW, np.int64),
        log=np.zeros((log, len(LOG)), np.int64),
    )


DECISIONS = (  # in the order of the kinds in `view`
    Decision("place", View),
    Decision("lead", View, defaults.by_column),
    Decision("shadow", View, defaults.do_nothing),
    Decision("cancel", View, defaults.let_it_be),
    Decision("buy", View, defaults.buy_none),
    Decision("fulfil", View, defaults.fulfil_dearest),
    Decision("sell", View, defaults.sell_none),
    Decision("use", View, defaults.use_at_once),
    Decision("discard", View, defaults.discard_cheapest),
    Decision("observe", Event),
)
