"""
Counting orders that are not equally likely: what was likely, not certain, to be done.

A *hint* is what a player's choice tells of one card: if the card is lower than all of some others,
its number lies between two bounds; and perhaps that it is lower than them all. The weight of an
order is multiplied by `doubt` for each hint that it breaks: 0 where partners are trusted, 1 where
their choices tell nothing. As cards are placed from the highest number down, a hint is kept or
broken at the moment when its card is placed, whatever the order of those above: so weights are
added up exactly, as counts are.
"""

from ...bits import lowest, size
from ...jit import kernel
from .beliefs import (
    FIRST,
    frame,
    members,
    next_in,
    open_numbers,
    order_alike,
    share_alike,
)
from .recall import RECALLING
from .view import nth_of, number_of

# the memory beyond what `recall` needs
_HINTS = RECALLING  # HINT numbers each: card, others, least, most, whether it must be the lowest
_HINT = 6  # and at which level of the count a known card's hint is tried
MOST_HINTS = 140
WEIGHING = _HINTS + _HINT * MOST_HINTS


@kernel
def add_hint(memory, hints, card, others, least, most, must):
    """
    One more hint.

    Parameters
    ----------
    card : int
    others : int
        A set of cards.
    least, most : int
        Bounds of the card's number, if it is lower than all of `others`.
    must : int
        Whether it is a breach that it is not lower than all of them.
    """
    at = _HINTS + _HINT * hints
    memory[at], memory[at + 1], memory[at + 2] = card, others, least
    memory[at + 3], memory[at + 4] = most, must
    return hints + 1


@kernel
def is_broken(memory, at, number, under):
    """Whether a hint is broken if its card gets this number, and `under` are all lower cards."""
    if members(memory, at, 1) & under:
        return memory[at + 4] != 0
    return number < memory[at + 2] or number > memory[at + 3]


@kernel
def cards_above(dwarves, known, numbers, number):
    """The known cards of numbers from `number` on."""
    found = 0
    while known:
        if number_of(numbers, lowest(known)) >= number:
            found |= known & -known
        known &= known - 1
    return found


@kernel
def weight_of_state(memory, hints, dwarves, known, numbers, placed, level, doubt):
    """What the hints about known cards make of the orders that have `placed` above them."""
    weight = 1.0
    for hint in range(hints):
        at = _HINTS + _HINT * hint
        if memory[at + 5] == level:
            number = number_of(numbers, int(memory[at]))
            above = placed | cards_above(dwarves, known, numbers, number)
            if is_broken(memory, at, number, ((1 << dwarves) - 1) & ~above):
                weight *= doubt
    return weight


@kernel(inline=False)
def weigh_first(memory, dwarves, known, numbers, wanted, hints, doubt):
    """
    As `beliefs.count_first`, every order with its weight.

    Parameters
    ----------
    hints : int
        How many there are in the memory.
    doubt : float
        The factor of an order's weight for each hint that it breaks.

    Returns
    -------
    float
        The weight of all orders that the statements allow.
    """
    for card in range(dwarves):
        memory[FIRST + card] = 0
    everything = (1 << dwarves) - 1
    unknown, cards, hinted = everything & ~known, known, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if number_of(numbers, card) == wanted:
            memory[FIRST + card] = 1
            return 1.0
    free_numbers, many = open_numbers(dwarves, known, numbers), size(unknown)
    for hint in range(hints):
        at = _HINTS + _HINT * hint
        card = int(memory[at])
        memory[at + 5] = -1
        if known >> card & 1:
            memory[at + 5] = size(free_numbers >> number_of(numbers, card))
        hinted |= 1 << card | members(memory, at, 1)
    _, free = frame(memory, dwarves, known, numbers)
    free &= ~hinted
    order_alike(memory, free)
    alike = max(1, size(free))
    memory[0] = 1
    placed, whole = 0, 0.0
    for _ in range(1 << many):
        ways = memory[placed]
        if ways != 0:
            memory[placed] = 0
            level = size(placed)
            ways *= weight_of_state(memory, hints, dwarves, known, numbers, placed, level, doubt)
            if placed == unknown:
                whole = ways
                break
            number = nth_of(free_numbers, many - 1 - level)
            above = placed | cards_above(dwarves, known, numbers, number)
            cards = next_in(memory, placed, unknown, many) if ways != 0 else 0
            while cards:
                card = lowest(cards)
                cards &= cards - 1
                under = everything & ~above & ~(1 << card)
                weight = ways
                for hint in range(hints):
                    at = _HINTS + _HINT * hint
                    if memory[at] == card and is_broken(memory, at, number, under):
                        weight *= doubt
                memory[placed | 1 << card] += weight
                if level == many - 1:
                    memory[FIRST + card] = weight * alike
        placed = (placed - unknown) & unknown
    last = weight_of_state(memory, hints, dwarves, known, numbers, unknown, many, doubt)
    for card in range(dwarves):
        memory[FIRST + card] *= last
    share_alike(memory, free)
    return whole * alike
