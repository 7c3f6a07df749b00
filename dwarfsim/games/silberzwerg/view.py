"""
What a seat sees, what it answers, and what it is told.

Colours are blue 0, red 1, yellow 2, green 3. Gems are packed into one word, eight bits a colour
(`count`, `one`). An order is a word too (`need`, `step`, `value`, `penalty`, `symbol`). Order
spaces ("slots") are numbered: the private ones by seat, then the two public ones; an empty one
holds 0.

The action board has six columns, the four tunnels by colour, `ORDERS` and `GEMS`, and three rows,
`DIGGER`, `SILVER` and `SHADOW`. A placement is a word with four bits for each of its sixteen
spaces (`dwarf`, `standing`).

Events
------
A strategy that decides "observe" is told everything that it can see happen, in order. Each event
has the round (from 1; 0: setup), the phase (1 to 11; 0: setup), what it is, a seat (-1: nobody's)
and three arguments `a`, `b`, `c`, 0 where nothing is said of them:

=========== ========================= ==================================================
event       seat                      arguments
=========== ========================= ==================================================
STARTS      the new start player
START_GEM   who keeps it              b colour; -1 to all but its owner
DEALT       whose space it is, or -1  a slot, b the order
PLACED      who placed                a placement; told when the screens go
PRICES                                a prices, packed by colour
LEADER      whose                     a row, b column: this one acts next
ANNOUNCED   whose shadow dwarf        a shadow action; it happens unless it is cancelled
CANCELLED   who hands in the card     a whose action
REMOVED     who loses the dwarf       a row, b column
TURNED      who turned it             a slot, b the new step; 4: it leaves the board
GONE        who pays, or -1           a slot, b the penalty: the order left unfulfilled
DRAWN       who drew                  a from whom, b colour; -1 to all but these two
DUG         who                       a gems of all its diggers
BOUGHT      who                       a colour, b how many (also 0), c price of each
FULFILLED   who                       a slot, or -1 for none, b value
SOLD        who                       a colour, b how many, c price of each
USED        who                       a symbol; b opponent of a coin stack, colour of a target
ROTATED                               every order is a step further; then what is gone
OPENED                                all orders are public from now on
DISCARDED   who                       a gems
OVER        who reached 600, or -1
=========== ========================= ==================================================

What "takes", "trades" and "turns" do follows from the announcement; a sale has one event a colour.
So all choices and all chance of a game can be told from the events of all its seats: start gems,
orders as they are dealt, gems drawn unseen, and every answer (a seller, for one, that kept all its
gems has no SOLD after its LEADER).
"""

from typing import NamedTuple

import numpy as np

from ...jit import IntGrid, Ints, kernel

BLUE, RED, YELLOW, GREEN = range(4)
COLOURS = 4
ORDERS, GEMS = 4, 5  # columns after the tunnels
COLUMNS = 6
DIGGER, SILVER, SHADOW = range(3)  # rows
NO_SYMBOL, AXE, PICK, HAMMER, COINS, CROSSED, TARGET = range(7)
SYMBOLS = 6
PUBLIC = -1  # the owner of a public order
NONE = -1  # a column, where no leader acts; a slot, for no order
STEPS = 4  # an order that comes to this step leaves the board (R1)
MOST_GEMS = 12  # in a bag, at the end of a round
GOAL = 600  # talers that win at once (R8)
PART = 3  # alike tools that are handed in together

# columns of `View.seats`
SEAT_TALERS, SEAT_CARDS, SEAT_PLACED, SEAT_IDLE = range(4)

# kinds of decision
PLACE, LEAD, ACT, CANCEL, BUY, FULFIL, SELL, USE, DISCARD, OBSERVE = range(10)

# kinds of shadow action
PASS, REMOVE, TAKE, TURN_UP, TURN_BACK, TRADE, DRAW = range(7)

# events
STARTS, START_GEM, DEALT, PLACED, PRICES, LEADER, ANNOUNCED, CANCELLED, REMOVED = range(9)
TURNED, GONE, DRAWN, DUG, BOUGHT, FULFILLED, SOLD, USED = range(9, 17)
ROTATED, OPENED, DISCARDED, OVER = range(17, 21)

_TOPS = 0x80808080
_LOWS = 0x7F7F7F7F


class View(NamedTuple):
    """
    What a seat sees when it decides.

    Placements are 0 until the screens go. The other bags are known by their sizes alone.
    """

    players: int
    round: int  # from 1
    phase: int  # 1 to 11, the rulebook's steps
    start: int  # the seat with the start player figure
    actor: int  # whose action it is
    column: int  # of the leader that acts, or NONE
    action: int  # "cancel": the shadow action that is announced
    open: int  # whether all orders have become public
    pile: int  # orders not yet dealt
    supply: int  # gems by colour
    prices: int  # by colour, of this round
    bag: int  # the seat's own gems by colour
    sizes: int  # gems in each bag, by seat
    price_floor: int
    order_step: int  # talers that an order loses at a step; 0: a quarter of its first value
    max_rounds: int
    seats: IntGrid  # what is open of each seat: see `talers_of`, `cards_of`, `placed_of`, `idle_of`
    orders: Ints  # by slot


class Event(NamedTuple):
    """Something that happened; see the module's docstring."""

    round: int
    phase: int
    what: int
    seat: int
    a: int
    b: int
    c: int


# ------------------------------------------------------------------------------ packed numbers


@kernel
def count(word, place):
    """One number of a word: of a colour, a symbol, or a seat."""
    return word >> (8 * place) & 255


@kernel
def one(place):
    """The word that holds 1 at this place."""
    return 1 << (8 * place)


@kernel
def total(gems):
    """The sum over the four colours."""
    return gems * 0x01010101 >> 24 & 255


@kernel
def holds(gems, others):
    """Whether there are at least as many of every colour."""
    return (gems | _TOPS) - others & _TOPS == _TOPS


@kernel
def missing(wanted, gems):
    """Of each colour how many are wanted beyond `gems`; none where there are enough."""
    beyond = (wanted | _TOPS) - gems
    return beyond & ((beyond & _TOPS) >> 7) * 127


@kernel
def fewer(gems, others):
    """Of each colour the smaller number."""
    return gems - missing(gems, others)


# ------------------------------------------------------------------------------ seats


@kernel
def talers_of(view, seat):
    """The talers of a seat."""
    return view.seats[seat, SEAT_TALERS]


@kernel
def cards_of(view, seat):
    """Fulfilled orders that a seat has kept for their symbol: their numbers, packed by symbol."""
    return view.seats[seat, SEAT_CARDS]


@kernel
def placed_of(view, seat):
    """The dwarves of a seat that stand on the board."""
    return view.seats[seat, SEAT_PLACED]


@kernel
def idle_of(view, seat):
    """The leaders of a seat that have not yet acted."""
    return view.seats[seat, SEAT_IDLE]


# ------------------------------------------------------------------------------ orders


@kernel
def need(order):
    """The eight gems of an order, by colour."""
    return order & 0xFFFFFFFF


@kernel
def step(order):
    """R1: how often it has been turned on; 0 is the highest value."""
    return order >> 32 & 7


@kernel
def symbol(order):
    """The symbol beside its penalty, or NO_SYMBOL."""
    return order >> 35 & 7


@kernel
def first_value(order):
    """Its value when it is dealt."""
    return order >> 38 & 1023


@kernel
def penalty(order):
    """What its owner pays if it leaves the board unfulfilled."""
    return order >> 48 & 1023


@kernel
def turned(order, steps):
    """The same order some steps on (or back up, below 0)."""
    return order + (steps << 32)


@kernel
def value_at(order, at, order_step):
    """A2: the value of an order at a step."""
    if order_step == 0:
        return first_value(order) * (STEPS - at) >> 2
    return max(0, first_value(order) - order_step * at)


@kernel
def value(view, order):
    """What an order is worth now."""
    return value_at(order, step(order), view.order_step)


@kernel
def slots(view):
    """How many order spaces there are."""
    return 6 if view.players != 3 else 5


@kernel
def owner_of(players, opened, slot):
    """The seat that owns an order space, or PUBLIC."""
    two = np.int64(players == 2)
    if opened or slot >= players << two:
        return PUBLIC
    return slot >> two


@kernel
def owner(view, slot):
    """The seat that owns the order in a space, or PUBLIC."""
    return owner_of(view.players, view.open, slot)


@kernel
def is_for(view, seat, slot):
    """Whether a space holds an order that `seat` may fulfil: its own, or a public one."""
    return view.orders[slot] != 0 and owner(view, slot) in (seat, PUBLIC)


@kernel
def can_fulfil(view, seat, slot):
    """Whether `seat`, whose bag the view shows, may fulfil this order and can pay for it."""
    return is_for(view, seat, slot) and holds(view.bag, need(view.orders[slot]))


# ------------------------------------------------------------------------------ placements


@kernel
def _shift(row, column):
    return 4 * (6 * row - 2 * np.int64(row > 0) + column)


@kernel
def dwarf(row, column):
    """The word of one dwarf on this space; a placement is the sum of its dwarves."""
    return 1 << _shift(row, column)


@kernel
def standing(placed, row, column):
    """How many dwarves of a placement stand on this space."""
    return placed >> _shift(row, column) & 15


@kernel
def leaders(placed, row):
    """The leaders of one row, four bits a column."""
    return placed >> _shift(row, 0) & 0xFFFFFF


@kernel
def diggers(placed):
    """The diggers of a placement by tunnel, packed as gems are."""
    pairs = (placed & 0xFF) | (placed & 0xFF00) << 8
    return (pairs & 0x0F000F) | (pairs & 0xF000F0) << 4


# ------------------------------------------------------------------------------ shadow actions


@kernel
def _action(kind, a, b, c, d):
    return kind | (a | b << 4 | c << 8 | d << 12) << 3


@kernel
def kind_of(action):
    """PASS, REMOVE, TAKE, TURN_UP, TURN_BACK, TRADE or DRAW."""
    return action & 7


@kernel
def argument(action, place):
    """The first (0) to fourth (3) argument of a shadow action."""
    return action >> (3 + 4 * place) & 15


@kernel
def remove(seat, row):
    """Shadow action: remove a dwarf of `seat` from the tunnel; for two, see `remove_two`."""
    return _action(REMOVE, 1 + 3 * seat + row, 0, 0, 0)


@kernel
def remove_two(seat, row, other_seat, other_row):
    """Shadow action: remove two dwarves from the tunnel."""
    return _action(REMOVE, 1 + 3 * seat + row, 1 + 3 * other_seat + other_row, 0, 0)


@kernel
def take():
    """Shadow action: take a gem of the tunnel's colour from the supply."""
    return TAKE


@kernel
def turn_up(slot):
    """Shadow action: turn an order, one's own or a public one, to its next-higher value."""
    return _action(TURN_UP, slot, 0, 0, 0)


@kernel
def turn_back(slot):
    """Shadow action: turn an order, another player's or a public one, to its next-lower value."""
    return _action(TURN_BACK, slot, 0, 0, 0)


@kernel
def trade(given, other_given, taken, other_taken):
    """Shadow action: two gems of the bag, by colour, for two of the supply."""
    return _action(TRADE, given, other_given, taken, other_taken)


@kernel
def draw(seat, other_seat):
    """Shadow action: two gems unseen, one from each bag; twice the same seat: both from it."""
    return _action(DRAW, seat, other_seat, 0, 0)


@kernel
def given_of(action):
    """The gems that a trade gives."""
    return one(argument(action, 0)) + one(argument(action, 1))


@kernel
def taken_of(action):
    """The gems that a trade takes."""
    return one(argument(action, 2)) + one(argument(action, 3))


@kernel
def victim_seat(action, place):
    """Whose dwarf the first (0) or second (1) victim of a removal is; -1: there is none."""
    code = argument(action, place)
    return (code - 1) // 3 if code > 0 else -1


@kernel
def victim_row(action, place):
    """The row in which that dwarf stands."""
    return (argument(action, place) - 1) % 3


# ------------------------------------------------------------------------------ symbols


@kernel
def hand_in(symbol):
    """Answer to "use": three alike tools for 40 talers."""
    return symbol


@kernel
def use_coins(opponent):
    """Answer to "use": a coin stack, 5 talers for oneself and 5 less for an opponent."""
    return COINS | opponent << 3


@kernel
def use_target(colour):
    """Answer to "use": a target, which lowers a colour's price by 3 for the rest of the round."""
    return TARGET | colour << 3


@kernel
def symbol_used(answer):
    """The symbol of an answer to "use"; NO_SYMBOL for none."""
    return answer & 7


@kernel
def symbol_for(answer):
    """The opponent of a coin stack, the colour of a target."""
    return answer >> 3


@kernel
def full_set(cards):
    """A tool of which there are three, or NO_SYMBOL."""
    for tool in (AXE, PICK, HAMMER):
        if count(cards, tool) >= PART:
            return tool
    return NO_SYMBOL


@kernel
def is_usable(cards):
    """Whether there is a card, or a set of three, that may be handed in on one's own action."""
    coins_or_target = 255 << 8 * COINS | 255 << 8 * TARGET
    return cards & coins_or_target != 0 or full_set(cards) != NO_SYMBOL
