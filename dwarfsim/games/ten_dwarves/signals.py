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
    number_of,
)

# the memory beyond the beliefs' scratch
_STATE = SCRATCH  # looked, common, row of common numbers, next
_CLUES = SCRATCH + 8  # CLUE numbers each
CLUE = 7  # kind, cards, x, y, which, of how many, key
MOST_CLUES = 160
_LEVELS = _CLUES + CLUE * MOST_CLUES  # for each level of the search: its first clue in the order
_ORDER = _LEVELS + CARDS + 2  # clues by level
_PLACES = _ORDER + MOST_CLUES  # the cards in the order in which the search goes
_TRIED = _PLACES + CARDS  # numbers not yet tried, by level
SIGNALS = _TRIED + CARDS + 1

ORDERED, CODED, TAKEN = range(3)  # kinds of clue


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
def partners(memory, dwarves, able, common, x):
    """The cards of a higher place with which a player can name x."""
    found = able if able >> x & 1 else 0
    for y in range(x + 1, dwarves):
        known = members(memory, BELOW, x) >> y & 1 or members(memory, BELOW, y) >> x & 1
        if known or (common >> x | common >> y) & 1:
            found |= 1 << y
    return found & ~((2 << x) - 1)


@kernel
def pairs_of(memory, dwarves, able, common):
    """How many pairs there are to name."""
    found = 0
    for x in range(dwarves):
        found += size(partners(memory, dwarves, able, common, x))
    return found


@kernel
def pair_number(memory, dwarves, able, common, x, y):
    """The number of a pair, or -1."""
    x, y = min(x, y), max(x, y)
    found = 0
    for other in range(x):
        found += size(partners(memory, dwarves, able, common, other))
    mine = partners(memory, dwarves, able, common, x)
    if mine >> y & 1 == 0:
        return -1
    return found + size(mine & ((1 << y) - 1))


# ------------------------------------------------------------------------------ what happened


@kernel
def add_clue(memory, clues, kind, cards, x, y, which, many, key):
    """One more clue."""
    at = _CLUES + CLUE * clues
    memory[at], memory[at + 1], memory[at + 2], memory[at + 3] = kind, cards, x, y
    memory[at + 4], memory[at + 5], memory[at + 6] = which, many, key
    return clues + 1


@kernel(inline=False)
def follow(memory, view, seat, near, focus):
    """Go through all events; the clues that they hold for `seat`."""
    events, dwarves = view.events, view.dwarves
    for card in range(dwarves):
        memory[BELOW + card] = 0
    looked = common = following = x = y = clues = 0
    turn, spoke, speaker = 0, True, 0
    for line in range(view.lines + 1):
        done = line == view.lines
        number = view.turn if done else events[line, 0]
        if number != turn:
            if not spoke and view.statements == OPTIONAL and speaker != seat:
                able = hand_of(looked, speaker) | common
                many = pairs_of(memory, dwarves, able, common) + 1
                cards = able & ~common
                clues = add_clue(
                    memory, clues, CODED, cards, following + focus, 0, many - 1, many, turn
                )
            turn, spoke = number, False
        if done:
            break
        who, event, a, b = events[line, 1], events[line, 2], events[line, 3], events[line, 4]
        speaker = who
        if is_seen(event):
            looked |= 1 << CARDS * who + a
        if event == LOOKED:
            looked |= 1 << CARDS * who + b
            x, y = a, b
        elif event == TOOK:
            other = x + y - a
            if other != a and who != seat:
                pair = 1 << a | 1 << other
                limit = following + near
                clues = add_clue(memory, clues, TAKEN, pair, a, other, limit, 0, 0)
        elif event == SWAPPED:
            looked |= 1 << CARDS * who + b
        elif event in (FLIPPED, TURNED_BACK):
            common |= 1 << a
            following += np.int64(event == FLIPPED)
        elif event == SAID:
            if who != seat:
                clues = add_clue(memory, clues, ORDERED, 1 << a | 1 << b, a, b, 0, 0, 0)
                if not spoke:
                    able = hand_of(looked, who) | common
                    which = pair_number(memory, dwarves, able, common, a, b)
                    many = pairs_of(memory, dwarves, able, common) + 1
                    cards = able & ~common
                    if which >= 0 and many > 1:
                        clues = add_clue(
                            memory, clues, CODED, cards, following + focus, 0, which, many, turn
                        )
            spoke = True
            add_lower(memory, dwarves, a, b)
    memory[_STATE], memory[_STATE + 1] = looked, common
    return clues


@kernel(inline=False)
def say_code(memory, view, seat, focus):
    """The pair whose number stands for what the player has seen."""
    follow(memory, view, seat, 0, 0)
    dwarves = view.dwarves
    looked, common = members(memory, _STATE, 0), members(memory, _STATE, 1)
    able = hand_of(looked, seat) | common
    many = pairs_of(memory, dwarves, able, common) + 1
    cards = able & ~common
    which = code(low_ones(view.numbers, cards, view.next + focus), view.turn, many)
    if which == many - 1:
        return SILENT
    for x in range(dwarves):
        mine = partners(memory, dwarves, able, common, x)
        if which < size(mine):
            for _ in range(which):
                mine &= mine - 1
            y = lowest(mine)
            if able >> x & 1 and able >> y & 1:
                first = number_of(view.numbers, x) < number_of(view.numbers, y)
            else:
                first = common >> x & 1 == 1 or members(memory, BELOW, y) >> x & 1 == 1
                if common >> y & 1:
                    first = False
            return lower(x, y) if first else lower(y, x)
        which -= size(mine)
    return SILENT


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
        if memory[clue] == ORDERED:
            x, y = members(memory, clue, 2), members(memory, clue, 3)
            if number_of(row, x) > number_of(row, y):
                return False
        elif memory[clue] == TAKEN:
            x, y = members(memory, clue, 2), members(memory, clue, 3)
            a, b = number_of(row, x), number_of(row, y)
            if (a < b) != (min(a, b) <= memory[clue + 4]):
                return False
        else:
            seen = low_ones(row, members(memory, clue, 1), members(memory, clue, 2))
            many = members(memory, clue, 5)
            if code(seen, members(memory, clue, 6), many) != members(memory, clue, 4):
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
