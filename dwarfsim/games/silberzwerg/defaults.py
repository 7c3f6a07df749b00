"""What a strategy does where it says nothing of its own; and the parts of which others are made."""

from ...jit import kernel
from .view import (
    COINS,
    COLOURS,
    GEMS,
    MOST_GEMS,
    NO_SYMBOL,
    NONE,
    ORDERS,
    PASS,
    SHADOW,
    SILVER,
    can_fulfil,
    cards_of,
    count,
    full_set,
    hand_in,
    idle_of,
    leaders,
    one,
    slots,
    talers_of,
    total,
    use_coins,
    value,
)


@kernel
def leaders_to_act(view, seat):
    """The seat's leaders that have not yet acted in this phase, four bits a column."""
    return leaders(idle_of(view, seat), SHADOW if view.phase == 4 else SILVER)


@kernel
def by_column(view, me):
    """The default for "lead": orders, gems, then tunnels by colour."""
    idle = leaders_to_act(view, me.seat)
    for column in (ORDERS, GEMS):
        if idle >> 4 * column & 15:
            return column
    column = 0
    while idle >> 4 * column & 15 == 0:
        column += 1
    return column


@kernel
def do_nothing(view, me):
    """The default for "shadow"."""
    return PASS


@kernel
def let_it_be(view, me):
    """The default for "cancel"."""
    return 0


@kernel
def buy_none(view, me):
    """The default for "buy"."""
    return 0


@kernel
def fulfil_dearest(view, me):
    """The default for "fulfil": the order of the highest value that can be paid for."""
    best, chosen = -1, NONE
    for slot in range(slots(view)):
        if can_fulfil(view, me.seat, slot) and value(view, view.orders[slot]) > best:
            best, chosen = value(view, view.orders[slot]), slot
    return chosen


@kernel
def sell_none(view, me):
    """The default for "sell"."""
    return 0


@kernel
def richest_opponent(view, seat):
    """The opponent with the most talers (tie: the next clockwise)."""
    best, rival, other = -1, -1, seat
    for _ in range(view.players - 1):
        other = other + 1 if other + 1 < view.players else 0
        if talers_of(view, other) > best:
            best, rival = talers_of(view, other), other
    return rival


@kernel
def hand_in_sets(view, me):
    """Answer to "use": three alike tools as soon as they are there, nothing else."""
    return hand_in(full_set(cards_of(view, me.seat))) if view.phase != 3 else NO_SYMBOL


@kernel
def use_at_once(view, me):
    """The default for "use": sets of three at once, coin stacks at once against the richest."""
    if view.phase == 3:
        return NO_SYMBOL
    tools = full_set(cards_of(view, me.seat))
    if tools == NO_SYMBOL and count(cards_of(view, me.seat), COINS) > 0:
        return use_coins(richest_opponent(view, me.seat))
    return hand_in(tools)


@kernel
def excess(view):
    """How many gems are to be discarded."""
    return total(view.bag) - MOST_GEMS


@kernel
def cheapest(view, gems, number):
    """Of some gems so many, the cheapest at this round's price first (tie: the lowest colour)."""
    chosen = 0
    while number > 0:
        best, colour = 256, 0
        for other in range(COLOURS):
            if count(gems, other) > count(chosen, other) and count(view.prices, other) < best:
                best, colour = count(view.prices, other), other
        some = min(number, count(gems, colour))
        chosen += some * one(colour)
        number -= some
    return chosen


@kernel
def discard_cheapest(view, me):
    """The default for "discard": the cheapest at this round's price."""
    return cheapest(view, view.bag, excess(view))
