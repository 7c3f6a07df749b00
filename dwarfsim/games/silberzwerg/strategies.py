"""
Strategies for Silberzwerg.

A strategy is asked where to place its dwarves ("place"), which of its leaders acts next ("lead"),
what a shadow dwarf does ("shadow") and whether to cancel another's ("cancel"), how many gems to
buy ("buy"), which order to fulfil ("fulfil"), what to sell ("sell"), which cards to use ("use"),
and what to give up beyond twelve gems ("discard"). The game has a default for all but "place".
"""

from ...game import Strategy
from ...jit import kernel
from ...rng import below
from .defaults import cheapest, excess, hand_in_sets, leaders_to_act, use_at_once
from .ladder import champion, schemer, smith
from .shadow import can_trade, can_turn_back, can_turn_up
from .view import (
    COLOURS,
    COLUMNS,
    DIGGER,
    GEMS,
    MOST_GEMS,
    NONE,
    ORDERS,
    PASS,
    SILVER,
    can_fulfil,
    count,
    draw,
    dwarf,
    is_for,
    kind_of,
    missing,
    need,
    one,
    owner,
    placed_of,
    remove,
    slots,
    standing,
    take,
    talers_of,
    total,
    trade,
    turn_back,
    turn_up,
    value,
)

# ------------------------------------------------------------------------------ random


@kernel
def is_free(view, placed, row, column):
    """Whether another leader of the same player may stand on a space (R4, R11)."""
    two_may = view.players == 2 and row == SILVER and column == ORDERS
    return standing(placed, row, column) < 1 + two_may


@kernel
def random_place(view, me):
    """Uniform placement, options, targets and numbers; it fulfils an order whenever it can."""
    two = view.players == 2
    placed, draw_number = 0, 0
    for _ in range(8 if two else 4):
        colour = below(me.luck, draw_number, COLOURS)
        draw_number += 1
        while standing(placed, DIGGER, colour) == 4:  # again: uniform among the others
            colour = below(me.luck, draw_number, COLOURS)
            draw_number += 1
        placed += dwarf(DIGGER, colour)
    for _ in range(4 if two else 2):
        place = below(me.luck, draw_number, 2 * COLUMNS)
        draw_number += 1
        while not is_free(view, placed, SILVER + place // COLUMNS, place % COLUMNS):
            place = below(me.luck, draw_number, 2 * COLUMNS)
            draw_number += 1
        placed += dwarf(SILVER + place // COLUMNS, place % COLUMNS)
    return placed


@kernel
def random_lead(view, me):
    """Any of its leaders."""
    idle = leaders_to_act(view, me.seat)
    number = 0
    for column in range(COLUMNS):
        number += idle >> 4 * column & 15
    pick, column = below(me.luck, 0, number), 0
    while pick >= idle >> 4 * column & 15:
        pick -= idle >> 4 * column & 15
        column += 1
    return column


@kernel
def random_shadow(view, me):
    """One of the two printed options if it is possible, and any of its targets."""
    if view.column < COLOURS:
        return _random_in_tunnel(view, me)
    return _random_turn(view, me) if view.column == ORDERS else _random_gems(view, me)


@kernel
def there_of(view, seat, row, column, removed):
    """How many dwarves stand on a space, without one that is removed (an action)."""
    return standing(placed_of(view, seat), row, column) - (removed == remove(seat, row))


@kernel
def others_in(view, seat, column, removed):
    """How many dwarves of the others stand in a column, without one that is removed."""
    number = 0
    for other in range(view.players):
        for row in range(3):
            if other != seat:
                number += there_of(view, other, row, column, removed)
    return number


@kernel
def nth_in(view, seat, column, removed, nth):
    """The removal of the nth of these dwarves."""
    for other in range(view.players):
        for row in range(3):
            if other != seat:
                there = there_of(view, other, row, column, removed)
                if nth < there:
                    return remove(other, row)
                nth -= there
    return PASS


@kernel
def _random_in_tunnel(view, me):
    others = others_in(view, me.seat, view.column, PASS)
    can_take = count(view.supply, view.column) > 0
    if others == 0:
        return take() if can_take else PASS
    if can_take and below(me.luck, 0, 2) == 0:
        return take()
    first = nth_in(view, me.seat, view.column, PASS, below(me.luck, 1, others))
    if others == 1 or below(me.luck, 2, 2) == 0:
        return first
    second = nth_in(view, me.seat, view.column, first, below(me.luck, 3, others - 1))
    # the second victim stands four bits behind the first
    return first | (second - kind_of(second)) << 4


@kernel
def _random_turn(view, me):
    up = back = 0
    for slot in range(slots(view)):
        up += can_turn_up(view.orders[slot], owner(view, slot), me.seat)
        back += can_turn_back(view.orders[slot], owner(view, slot), me.seat)
    if up + back == 0:
        return PASS
    turns_up = back == 0 or (up > 0 and below(me.luck, 0, 2) == 0)
    pick = below(me.luck, 1, up if turns_up else back)
    for slot in range(slots(view)):
        order, whose = view.orders[slot], owner(view, slot)
        if turns_up:
            fits = can_turn_up(order, whose, me.seat)
        else:
            fits = can_turn_back(order, whose, me.seat)
        if fits and pick == 0:
            return turn_up(slot) if turns_up else turn_back(slot)
        pick -= fits
    return PASS


@kernel
def random_gem(gems, luck, draw_number):
    """The colour of a uniformly random gem."""
    pick, colour = below(luck, draw_number, total(gems)), 0
    while pick >= count(gems, colour):
        pick -= count(gems, colour)
        colour += 1
    return colour


@kernel
def random_colour(gems, luck, draw_number):
    """A uniformly random colour of those that are there."""
    number = 0
    for colour in range(COLOURS):
        number += count(gems, colour) > 0
    pick, colour = below(luck, draw_number, number), 0
    while pick > 0 or count(gems, colour) == 0:
        pick -= count(gems, colour) > 0
        colour += 1
    return colour


@kernel
def _random_gems(view, me):
    single = double = 0  # opponents with a gem, with two
    for other in range(view.players):
        if other != me.seat:
            single += count(view.sizes, other) >= 1
            double += count(view.sizes, other) >= 2
    draws, trades = double > 0 or single > 1, can_trade(view.bag, view.supply)
    if trades and (not draws or below(me.luck, 0, 2) == 0):
        given = random_gem(view.bag, me.luck, 1)
        other_given = random_gem(view.bag - one(given), me.luck, 2)
        taken = random_colour(view.supply, me.luck, 3)
        other_taken = random_colour(view.supply - one(taken), me.luck, 4)
        return trade(given, other_given, taken, other_taken)
    if not draws:
        return PASS
    if single < 2 or (double > 0 and below(me.luck, 5, 2) == 0):
        victim = _nth_with(view, me.seat, 2, below(me.luck, 6, double), NONE)
        return draw(victim, victim)
    victim = _nth_with(view, me.seat, 1, below(me.luck, 6, single), NONE)
    return draw(victim, _nth_with(view, me.seat, 1, below(me.luck, 7, single - 1), victim))


@kernel
def _nth_with(view, seat, gems, nth, without):
    """The nth opponent with so many gems."""
    for other in range(view.players):
        if other != seat and other != without and count(view.sizes, other) >= gems:
            if nth == 0:
                return other
            nth -= 1
    return NONE


@kernel
def most_to_buy(view, seat):
    """How many gems of the column's colour the supply has and the seat can pay."""
    price, most = count(view.prices, view.column), count(view.supply, view.column)
    return min(most, talers_of(view, seat) // price) if price > 0 else most


@kernel
def random_buy(view, me):
    """Any number that it can pay."""
    return below(me.luck, 0, most_to_buy(view, me.seat) + 1)


@kernel
def random_fulfil(view, me):
    """Any order that it can pay for."""
    number = 0
    for slot in range(slots(view)):
        number += can_fulfil(view, me.seat, slot)
    pick = below(me.luck, 0, number)
    for slot in range(slots(view)):
        if can_fulfil(view, me.seat, slot):
            if pick == 0:
                return slot
            pick -= 1
    return NONE


@kernel
def random_sell(view, me):
    """Each gem by the fall of a coin."""
    sold, draw_number = 0, 0
    for colour in range(COLOURS):
        for _ in range(count(view.bag, colour)):
            sold += below(me.luck, draw_number, 2) * one(colour)
            draw_number += 1
    return sold


@kernel
def random_discard(view, me):
    """Any gems."""
    gone = 0
    for i in range(excess(view)):
        gone += one(random_gem(view.bag - gone, me.luck, i))
    return gone


# ------------------------------------------------------------------------------ miner


@kernel
def target_of(view, seat):
    """
    The order that a miner works for: a slot, or NONE.

    Of its own and the public orders the one with the fewest missing gems (tie: the higher present
    value, then own before public, then the lower space).
    """
    best, chosen = -1, NONE
    for slot in range(slots(view)):
        if is_for(view, seat, slot):
            order = view.orders[slot]
            lacking = total(missing(need(order), view.bag))
            rank = (8 - lacking) << 12 | value(view, order) << 1 | (owner(view, slot) == seat)
            if rank > best:
                best, chosen = rank, slot
    return chosen


@kernel
def wanted(view, seat):
    """The gems of the target, by colour; none if there is no target."""
    slot = target_of(view, seat)
    return need(view.orders[slot]) if slot != NONE else 0


@kernel
def most_of(gems, without):
    """The colour with the most gems (tie: the lowest), not one of a set of colours."""
    best, chosen = -1, 0
    for colour in range(COLOURS):
        if count(gems, colour) > best and without >> colour & 1 == 0:
            best, chosen = count(gems, colour), colour
    return chosen


@kernel
def dig_for(view, gems):
    """Diggers, one by one: to what is missed most, then to what the bag has least of."""
    two = view.players == 2
    placed, lacking, full = 0, missing(gems, view.bag), 0
    scarce = most_of(0x7F7F7F7F - view.bag, 0)
    for _ in range(8 if two else 4):
        colour = most_of(lacking, full) if lacking != 0 else scarce
        if count(lacking, colour) > 0:
            lacking -= one(colour)
        else:
            colour = scarce
        placed += dwarf(DIGGER, colour)
        if two and standing(placed, DIGGER, colour) == 4:
            full |= 1 << colour
            scarce = most_of(0x7F7F7F7F - view.bag, full)
    return placed, lacking


@kernel
def miner_place(view, me):
    """Digs and buys what its nearest order lacks, sells the rest; never a shadow dwarf."""
    seat = me.seat
    gems = wanted(view, seat)
    left = 4 if view.players == 2 else 2
    placed, lacking = dig_for(view, gems)
    if gems != 0 and lacking == 0:
        placed += dwarf(SILVER, ORDERS)
        left -= 1
    tunnels = 0
    if lacking != 0:
        colour = most_of(lacking, 0)
        tunnels |= 1 << colour
        placed += dwarf(SILVER, colour)
        left -= 1
    if left > 0:
        placed += dwarf(SILVER, GEMS)
        left -= 1
    while left > 0:
        colour = most_of(lacking, tunnels)
        tunnels |= 1 << colour
        placed += dwarf(SILVER, colour)
        left -= 1
    return placed


@kernel
def miner_fulfil(view, me):
    """Its target, if it can pay for it."""
    slot = target_of(view, me.seat)
    return slot if slot != NONE and can_fulfil(view, me.seat, slot) else NONE


@kernel
def miner_sell(view, me):
    """All that its target does not need."""
    return missing(view.bag, wanted(view, me.seat))


@kernel
def miner_buy(view, me):
    """What its target still lacks of the colour, as far as money and supply go."""
    lacking = count(missing(wanted(view, me.seat), view.bag), view.column)
    return min(lacking, most_to_buy(view, me.seat))


@kernel
def miner_discard(view, me):
    """The cheapest of what its target does not need."""
    return cheapest(view, missing(view.bag, wanted(view, me.seat)), excess(view))


# ------------------------------------------------------------------------------ trader

SELLS_FROM, BUYS_TO = 6, 4  # prices


@kernel
def trader_place(view, me):
    """Digs what the others neither have nor need, sells at 6 and more, buys at 4 and less."""
    two = view.players == 2
    placed, wished = 0, 0
    for slot in range(slots(view)):
        wished += need(view.orders[slot])  # at most 48 of a colour
    spare = 0x6F6F6F6F - (0x14141414 - view.supply) - wished
    colour = most_of(spare, 0)
    placed = 4 * dwarf(DIGGER, colour)
    if two:
        placed += 4 * dwarf(DIGGER, most_of(spare, 1 << colour))
    placed += dwarf(SILVER, GEMS)
    tunnels = 0
    for _ in range(3 if two else 1):
        colour = most_of(view.supply, tunnels)
        tunnels |= 1 << colour
        placed += dwarf(SILVER, colour)
    return placed


@kernel
def trader_sell(view, me):
    """Every gem whose price is at least 6."""
    sold = 0
    for colour in range(COLOURS):
        if count(view.prices, colour) >= SELLS_FROM:
            sold += count(view.bag, colour) * one(colour)
    return sold


@kernel
def trader_buy(view, me):
    """While the price is at most 4, up to a bag of twelve."""
    if count(view.prices, view.column) > BUYS_TO:
        return 0
    return min(most_to_buy(view, me.seat), max(0, MOST_GEMS - total(view.bag)))


@kernel
def fulfil_none(view, me):
    """No order."""
    return NONE


STRATEGIES = (
    Strategy(
        "random",
        {
            "place": random_place,
            "lead": random_lead,
            "shadow": random_shadow,
            "buy": random_buy,
            "fulfil": random_fulfil,
            "sell": random_sell,
            "use": hand_in_sets,
            "discard": random_discard,
        },
    ),
    Strategy(
        "miner",
        {
            "place": miner_place,
            "buy": miner_buy,
            "fulfil": miner_fulfil,
            "sell": miner_sell,
            "use": use_at_once,
            "discard": miner_discard,
        },
    ),
    Strategy(
        "trader",
        {
            "place": trader_place,
            "buy": trader_buy,
            "fulfil": fulfil_none,
            "sell": trader_sell,
        },
    ),
    smith,
    schemer,
    champion,
)
