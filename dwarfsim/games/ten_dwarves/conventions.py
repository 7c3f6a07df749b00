"""
What choices tell those who know the convention behind them.

A convention is common knowledge: all read the same events in the same way. `higher` adds what is
certain under it to the statements' relations (`beliefs`); `lowest` makes hints (`weights`).
"""

import numpy as np

from ...bits import lowest, size
from ...jit import kernel
from .beliefs import add_lower
from .recall import remembers
from .view import (
    CARDS,
    FLIPPED,
    LOOKED,
    OPTIONAL,
    SAID,
    SEEN,
    SILENT,
    SWAPPED,
    TOOK,
    TURNED_BACK,
    hand_of,
    is_seen,
    lower,
    nth_of,
    number_of,
)
from .weights import WEIGHING, add_hint

SETTLED = WEIGHING  # in the memory: the cards whose number all can tell, and the row of these
LOWEST = SETTLED + 2  # how much memory `lowest` needs


@kernel
def hear_takings(scratch, view):
    """Of two cards the higher one was taken, wherever somebody looked at two."""
    x = y = 0
    for line in range(view.lines):
        event, card = view.events[line, 2], view.events[line, 3]
        if event == LOOKED:
            x, y = card, view.events[line, 4]
        elif event == TOOK and x != y:
            add_lower(scratch, view.dwarves, x + y - card, card)


# ------------------------------------------------------------------------------ the lowest card


@kernel
def lowest_of(view, cards):
    """The card of the lowest number among known ones."""
    best, number = -1, CARDS
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if number_of(view.numbers, card) < number:
            best, number = card, number_of(view.numbers, card)
    return best


@kernel
def unsettled(dwarves, settled, row):
    """The set of the numbers that are not settled."""
    found = (1 << dwarves) - 1
    while settled:
        found &= ~(1 << number_of(row, lowest(settled)))
        settled &= settled - 1
    return found


@kernel
def say_next(view, settled, row):
    """
    Where only the two cards just seen may be named: speaks if one of them is the first.

    Their order is all that can be said; that it is said, or not, tells whether one of those that
    are not settled is the lowest of all of these.
    """
    two = view.sayable
    if view.statements != OPTIONAL or size(two) < 2 or two & ~view.known or two & ~settled == 0:
        return SILENT
    x = lowest_of(view, two & ~settled)
    if number_of(view.numbers, x) != lowest(unsettled(view.dwarves, settled, row)):
        return SILENT
    y = lowest(two & ~(1 << x))
    return lower(x, y) if number_of(view.numbers, x) < number_of(view.numbers, y) else lower(y, x)


@kernel
def hear_next(memory, dwarves, hints, cards, a, b):
    """What `say_next` told of the two cards, by "a is lower than b", or by silence (a is -1)."""
    settled, row = int(memory[SETTLED]), int(memory[SETTLED + 1])
    cards &= ~settled
    if cards == 0:
        return hints
    first = lowest(unsettled(dwarves, settled, row))
    if a >= 0:
        x = a if cards >> a & 1 else b
        memory[SETTLED] = settled | 1 << x
        memory[SETTLED + 1] = row & ~(15 << 4 * x) | first << 4 * x
        return add_hint(memory, hints, x, 0, first, first, 0)
    while cards:
        hints = add_hint(memory, hints, lowest(cards), 0, first + 1, dwarves - 1, 0)
        cards &= cards - 1
    return hints


@kernel
def say_lowest(view, memory, seat):
    """
    The lowest of the unsettled cards that a player has looked at, and how far it is.

    Of the numbers that are not settled it may be the first, the second, and so on: it is named
    together with the first, the second ... of the other cards that the player has looked at or
    that all know, counted from the left; if there are too few of these, with the last one.
    """
    settled, row = int(memory[SETTLED]), int(memory[SETTLED + 1])
    if view.about == SEEN:
        return say_next(view, settled, row)
    able = hand_of(view.looked, seat) | view.common
    cards = able & ~settled & view.known
    if cards == 0 or size(able) < 2:
        return SILENT
    x = lowest_of(view, cards)
    number, rest = number_of(view.numbers, x), able & ~(1 << x)
    step = size(unsettled(view.dwarves, settled, row) & ((1 << number) - 1))
    y = nth_of(rest, min(step, size(rest) - 1))
    if view.known >> y & 1 == 0:  # it has forgotten that one
        return SILENT
    return lower(x, y) if number < number_of(view.numbers, y) else lower(y, x)


@kernel
def hear_lowest(memory, dwarves, hints, able, a, b):
    """What `say_lowest` told when "a is lower than b" was said by one who could name `able`."""
    settled, row = int(memory[SETTLED]), int(memory[SETTLED + 1])
    new = able & ~settled
    if able >> a & 1 == 0 or able >> b & 1 == 0 or (new >> a | new >> b) & 1 == 0:
        return hints  # not by this convention
    x = a if new >> a & 1 else b
    y = a + b - x
    numbers, rest = unsettled(dwarves, settled, row), able & ~(1 << x)
    step = size(rest & ((1 << y) - 1))
    if step >= size(numbers):
        return hints
    least = nth_of(numbers, step)
    most = dwarves - 1
    if step < size(rest) - 1:
        most = least
        memory[SETTLED] = settled | 1 << x
        memory[SETTLED + 1] = row & ~(15 << 4 * x) | least << 4 * x
    return add_hint(memory, hints, x, rest & new, least, most, 1)


@kernel
def hear_taking(memory, dwarves, hints, taken, other, limit):
    """The lower one was taken if its number was no higher than `limit`, else the higher one."""
    hints = add_hint(memory, hints, taken, 1 << other, 0, limit, 0)
    return add_hint(memory, hints, other, 1 << taken, limit + 1, dwarves - 1, 0)


@kernel(inline=False)
def hear_all(memory, view, near, forget):
    """All hints that takings and statements hold, and what is settled; the number of hints."""
    looked = common = following = x = y = hints = said = turn = two = 0
    memory[SETTLED] = memory[SETTLED + 1] = 0
    events = view.events
    telling = view.about == SEEN and view.statements == OPTIONAL and forget == 0
    for line in range(view.lines + 1):
        number = events[line, 0] if line < view.lines else view.turn
        if number != turn:
            if telling and size(two) == 2:  # and nothing was said
                hints = hear_next(memory, view.dwarves, hints, two, -1, -1)
            turn, two = number, 0
        if line == view.lines:
            break
        who, event, a, b = events[line, 1], events[line, 2], events[line, 3], events[line, 4]
        if is_seen(event):
            looked |= 1 << CARDS * who + a
        if event == LOOKED:
            looked |= 1 << CARDS * who + b
            x, y = a, b
            two = 1 << a | 1 << b
        elif event == TOOK and x != y:
            hints = hear_taking(memory, view.dwarves, hints, a, x + y - a, following + near)
        elif event == SWAPPED:
            looked |= 1 << CARDS * who + b
        elif event in (FLIPPED, TURNED_BACK):
            common |= 1 << a
            memory[SETTLED] = int(memory[SETTLED]) | 1 << a
            memory[SETTLED + 1] = int(memory[SETTLED + 1]) & ~(15 << 4 * a) | b << 4 * a
            following += np.int64(event == FLIPPED)
        elif event == SAID:
            if view.about == SEEN:
                if telling and size(two) == 2:
                    hints = hear_next(memory, view.dwarves, hints, two, a, b)
                two = 0
            elif remembers(memory, view, said, forget):
                able = hand_of(looked, who) | common
                hints = hear_lowest(memory, view.dwarves, hints, able, a, b)
            said += 1
    return hints
