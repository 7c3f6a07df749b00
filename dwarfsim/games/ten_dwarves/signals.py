"""
The convention of `signal`: which pair of cards a player names tells what it has seen.

All know which cards a player has looked at, and so of which pairs it can speak: those that it has
looked at, and those whose order all know. They number these pairs in the same way, silence being
the last number. What the player has seen is turned into such a number by a fixed *code*, and the
pair of that number is named. Who hears it goes through all that the cards may be, and keeps what
would have made the speaker say what it said.
"""

import numpy as np

from ...bits import lowest, size
from ...jit import kernel
from ...rng import mix
from .beliefs import BELOW, FIRST, SCRATCH, add_lower, members
from .view import (
    ALL,
    ANY,
    CARDS,
    FLIPPED,
    LOOKED,
    OPTIONAL,
    SAID,
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

# the memory beyond the beliefs' scratch
_STATE = SCRATCH  # what has been looked at (hand), what is face up, what the guardian showed
_CLUES = SCRATCH + 8  # CLUE numbers each
CLUE = 7  # see `add_clue` and `add_code`
MOST_CLUES = 160
_LEVELS = _CLUES + CLUE * MOST_CLUES  # for each level of the search: its first clue in the order
_ORDER = _LEVELS + CARDS + 2  # clues by level
_PLACES = _ORDER + MOST_CLUES  # the cards in the order in which the search goes
_TRIED = _PLACES + CARDS  # numbers not yet tried, by level
SIGNALS = _TRIED + CARDS + 1

ORDERED, CODED, TAKEN = range(3)  # kinds of clue
_AGAIN = 1 << 12  # added to the number of the turn: the key of the herald's second code


@kernel
def low_ones(row, cards, limit):
    """Of a row the numbers of some cards, as far as they are below a limit."""
    found = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        number = number_of(row, card)
        found |= (number if number < limit else 15) << 4 * card
    return found


@kernel
def code(row, key, many):
    """The number, below `many`, that stands for a row of numbers that somebody has seen."""
    bits = mix(np.uint64(row) ^ (np.uint64(key) << np.uint64(48)))
    return np.int64((bits >> np.uint64(32)) * np.uint64(many) >> np.uint64(32))


# ------------------------------------------------------------------------------ the codebook


@kernel
def partners(memory, dwarves, able, up, named, x):
    """The cards of a higher place with which a player who has seen `able` can name x."""
    if named >> x & 1 == 0:
        return 0
    found = able if able >> x & 1 else 0
    for y in range(x + 1, dwarves):
        if in_order(memory, up, x, y) or in_order(memory, up, y, x):
            found |= 1 << y
    return found & named & ~((2 << x) - 1)


@kernel
def in_order(memory, up, x, y):
    """Whether all know that x is lower than y: it is face up, or statements have told."""
    return (up >> x & 1 and not up >> y & 1) or members(memory, BELOW, y) >> x & 1 == 1


@kernel
def symbols(memory, view, able, up, named):
    """How many different things a player can say: name a pair, or, if it may, nothing."""
    found = np.int64(view.statements == OPTIONAL)
    for x in range(view.dwarves):
        found += size(partners(memory, view.dwarves, able, up, named, x))
    return found


@kernel
def pair_number(memory, dwarves, able, up, named, x, y):
    """The number of a pair, or -1 if it cannot be named."""
    x, y = min(x, y), max(x, y)
    found = 0
    for other in range(x):
        found += size(partners(memory, dwarves, able, up, named, other))
    mine = partners(memory, dwarves, able, up, named, x)
    return found + size(mine & ((1 << y) - 1)) if mine >> y & 1 else -1


@kernel
def pair_of(memory, view, able, up, named, which):
    """The statement about the pair of this number, or SILENT beyond the last."""
    for x in range(view.dwarves):
        mine = partners(memory, view.dwarves, able, up, named, x)
        if which < size(mine):
            y = nth_of(mine, which)
            first = in_order(memory, up, x, y)
            if able >> x & able >> y & 1:
                first = number_of(view.numbers, x) < number_of(view.numbers, y)
            return lower(x, y) if first else lower(y, x)
        which -= size(mine)
    return SILENT


# ------------------------------------------------------------------------------ what happened


@kernel
def add_clue(memory, clues, kind, cards, x, y, limit):
    """One more clue about some cards."""
    at = _CLUES + CLUE * clues
    memory[at], memory[at + 1], memory[at + 2], memory[at + 3] = kind, cards, x, y
    memory[at + 4] = limit
    return clues + 1


@kernel
def add_code(memory, clues, cards, limit, which, many, key):
    """One more clue: the code of some cards' numbers below a limit is `which` of `many`."""
    at = _CLUES + CLUE * clues
    memory[at + 5], memory[at + 6] = many, key
    return add_clue(memory, clues, CODED, cards, which, 0, limit)


@kernel(inline=False)
def follow(memory, view, seat, near, focus):
    """Go through all events; the number of clues that they hold for `seat`."""
    events, dwarves = view.events, view.dwarves
    for card in range(dwarves):
        memory[BELOW + card] = 0
    looked = up = shown = following = x = y = clues = 0
    turn, spoke, speaker, named = 0, True, seat, 0
    for line in range(view.lines + 1):
        number = events[line, 0] if line < view.lines else view.turn
        if number != turn:
            if not spoke and view.statements == OPTIONAL and speaker != seat:
                cards = hand_of(looked, speaker)
                last = symbols(memory, view, cards | up | shown, up, named) - 1
                clues = add_code(memory, clues, cards, following + focus, last, last + 1, turn)
            turn, spoke = number, False
            named = (1 << dwarves) - 1 if view.about == ANY else 0
        if line == view.lines:
            break
        speaker, event, a, b = events[line, 1], events[line, 2], events[line, 3], events[line, 4]
        if is_seen(event):
            looked |= 1 << CARDS * speaker + a
        if event == LOOKED:
            looked |= 1 << CARDS * speaker + b
            x, y = a, b
            named |= 1 << a | 1 << b
        elif event == TOOK and x != y and speaker != seat:
            clues = add_clue(memory, clues, TAKEN, 1 << x | 1 << y, a, x + y - a, following + near)
        elif event == SWAPPED:
            looked |= 1 << CARDS * speaker + b
        elif event == FLIPPED:
            up |= 1 << a
            following = b + 1
        elif event == TURNED_BACK:
            shown |= 1 << a
        elif event == SAID:
            if speaker != seat:
                clues = add_clue(memory, clues, ORDERED, 1 << a | 1 << b, a, b, 0)
                cards = hand_of(looked, speaker)
                which = pair_number(memory, dwarves, cards | up | shown, up, named, a, b)
                many = symbols(memory, view, cards | up | shown, up, named)
                if spoke:  # the herald, who names a pair for certain
                    many -= np.int64(view.statements == OPTIONAL)
                if which >= 0:
                    key = turn + _AGAIN * np.int64(spoke)
                    clues = add_code(memory, clues, cards, following + focus, which, many, key)
            spoke = True
            add_lower(memory, dwarves, a, b)
    memory[_STATE], memory[_STATE + 1], memory[_STATE + 2] = looked, up, shown
    return clues


@kernel(inline=False)
def say_code(memory, view, seat, focus, again):
    """The pair whose number stands for what the player has seen; `again`: for the herald."""
    follow(memory, view, seat, 0, 0)
    looked, up = members(memory, _STATE, 0), members(memory, _STATE, 1)
    cards = hand_of(looked, seat)
    able = cards | up | members(memory, _STATE, 2)
    row, named = low_ones(view.numbers, cards, view.next + focus), view.sayable
    many = symbols(memory, view, able, up, named) - again * np.int64(view.statements == OPTIONAL)
    which = code(row, view.turn + _AGAIN * again, many)
    return pair_of(memory, view, able, up, named, which)


# ------------------------------------------------------------------------------ the search


@kernel(inline=False)
def arrange_clues(memory, view, clues):
    """The cards to go through, and at which level each clue can be tried; the number of cards."""
    involved = 0
    for clue in range(clues):
        involved |= members(memory, _CLUES + CLUE * clue, 1)
    looked = members(memory, _STATE, 0)
    involved |= (looked | looked >> CARDS | looked >> 2 * CARDS | looked >> 3 * CARDS) & ALL
    involved &= ~view.known
    many, left = 0, involved
    for clue in range(clues):  # cards of early clues first
        cards = members(memory, _CLUES + CLUE * clue, 1) & left
        left &= ~cards
        while cards:
            memory[_PLACES + many] = lowest(cards)
            cards &= cards - 1
            many += 1
    while left:
        memory[_PLACES + many] = lowest(left)
        left &= left - 1
        many += 1
    placed, written = view.known, 0
    for level in range(many + 1):
        memory[_LEVELS + level] = written
        before = placed
        if level > 0:
            placed |= 1 << members(memory, _PLACES, level - 1)
            for clue in range(clues):
                cards = members(memory, _CLUES + CLUE * clue, 1)
                if cards & ~placed == 0 and cards & ~before != 0:
                    memory[_ORDER + written] = clue
                    written += 1
    memory[_LEVELS + many + 1] = written
    return many


@kernel
def passes(memory, row, level):
    """Whether all clues of a level fit."""
    at = members(memory, _LEVELS, level)
    end = members(memory, _LEVELS, level + 1)
    while at < end:
        clue = _CLUES + CLUE * members(memory, _ORDER, at)
        x, y = members(memory, clue, 2), members(memory, clue, 3)
        if memory[clue] == CODED:
            seen = low_ones(row, members(memory, clue, 1), memory[clue + 4])
            if code(seen, members(memory, clue, 6), members(memory, clue, 5)) != x:
                return False
        else:
            a, b = number_of(row, x), number_of(row, y)
            if memory[clue] == ORDERED and a > b:
                return False
            if memory[clue] == TAKEN and (a < b) != (min(a, b) <= memory[clue + 4]):
                return False
        at += 1
    return True


@kernel(inline=False)
def count_worlds(memory, view, clues):
    """As `beliefs.count_first`, with the clues in place of the statements."""
    dwarves, following = view.dwarves, view.next
    for card in range(dwarves):
        memory[FIRST + card] = 0
    many = arrange_clues(memory, view, clues)
    numbers = (1 << dwarves) - 1
    cards = view.known
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        number = number_of(view.numbers, card)
        numbers &= ~(1 << number)
        if number == following:
            memory[FIRST + card] = 1
            return 1.0
    row, whole, level, there = view.numbers, 0.0, 0, -1
    if many == 0:
        return 1.0
    memory[_TRIED] = numbers
    while level >= 0:
        left = members(memory, _TRIED, level)
        card = members(memory, _PLACES, level)
        if left == 0:
            level -= 1
            if level >= 0:
                card = members(memory, _PLACES, level)
                numbers |= 1 << number_of(row, card)
                row &= ~(15 << 4 * card)
            continue
        number = lowest(left)
        memory[_TRIED + level] = left & (left - 1)
        row = row & ~(15 << 4 * card) | number << 4 * card
        if not passes(memory, row, level + 1):
            row &= ~(15 << 4 * card)
            continue
        numbers &= ~(1 << number)
        if level + 1 == many:
            whole += 1
            if numbers >> following & 1 == 0:
                for i in range(many):
                    there = members(memory, _PLACES, i)
                    if number_of(row, there) == following:
                        memory[FIRST + there] += 1
            numbers |= 1 << number
            row &= ~(15 << 4 * card)
        else:
            level += 1
            memory[_TRIED + level] = numbers
    return whole
