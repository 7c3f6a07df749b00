"""
What a cave-in would do to D.

A card of the network that is taken away leaves a free cell, and what hung on it costs nothing to
pass through: D rises by one, or not at all. It rises if no shortest way begins beside what stays
joined with the entrance, and none leads through the cell. Only for a card that is cut off from the
network already it takes another search (`reaches_without`), wave by wave in the player's notes.
"""

import numpy as np

from ...bits import lowest
from ...jit import kernel
from .grid import (
    BAND,
    CARD,
    CELL,
    COST,
    CUT,
    FRONTIER,
    GOALS,
    IS_DEAD,
    LEFT,
    NETWORK,
    OCCUPIED,
    OPENINGS,
    RIGHT,
    STEP,
    WIDTH,
    at_bit,
    bit_of,
    downwards,
    has,
    is_free,
    is_through,
    joined_with,
    leads_to_network,
    north_of,
    opens_to,
    south_of,
)
from .ways import (
    DISTANCE,
    FROM,
    INFINITE,
    TO,
    begins_at,
    steps_from,
)


@kernel
def still_begins(view, goal, cards):
    """Whether a shortest way to a goal begins beside one of these cards of the network."""
    for column in range(view.goals[goal, FROM], view.goals[goal, TO] + 1):
        word = downwards(view, begins_at(view, goal, column))
        while word:
            cell = at_bit(view, column, lowest(word))
            word &= word - 1
            if leads_to_network(view, cell, 15, cards):
                return True
    return False


@kernel
def is_within(view, goal, cell, most):
    """Whether a way to a goal through a cell, were it free, is no longer than `most`."""
    for side in range(4):
        there = cell + STEP[side]
        value = view.cells[there]
        if value == 0:
            near = steps_from(view, goal, there, most - 1) < INFINITE
        elif is_through(value):
            near = opens_to(value, side) and view.facts[CUT] >> (value >> CARD) & 1 == 1
            near = near and view.cards[value >> CARD, COST + goal] < most
        else:
            near = value >> CARD == 1 + goal
        if near:
            return True
    return False


@kernel
def raises_without(view, me, goals, now, card):
    """Whether D towards goals rises if a path card of the grid is taken away."""
    if view.cards[card, IS_DEAD]:
        return False  # what is in no way can only be in the way
    if view.facts[CUT] >> card & 1:
        return not reaches_without(view, me, goals, now, card)
    rest = joined_with(view, np.int64(1), np.int64(1) << card)
    for goal in range(3):
        if goals >> goal & 1:
            begins = view.goals[goal, DISTANCE] == now and still_begins(view, goal, rest)
            if begins or is_within(view, goal, view.cards[card, CELL], now):
                return False
    return True


# ------------------------------------------------------------------------------ cut off cards

SPAN = 96  # columns for which there are notes
NOTES = 3 * SPAN  # of the last wave, the next one, and all cells reached
_WAVE, _NEXT, _REACHED = 0, SPAN, 2 * SPAN


@kernel
def noted(me, kind, place):
    """A word of the notes."""
    return np.float64(me.memory[kind + place]).view(np.int64)


@kernel
def note(me, kind, place, word):
    """Write a word into the notes."""
    me.memory[kind + place] = np.int64(word).view(np.float64)


@kernel
def add(me, kind, place, cell):
    """Add a cell to a word of the notes."""
    note(me, kind, place, noted(me, kind, place) | bit_of(cell))


@kernel
def reaches_without(view, me, goals, most, card):
    """Whether a way to these goals is no longer than `most` without a card that is cut off."""
    left, right = view.facts[LEFT] - 1, view.facts[RIGHT] + 1
    gone, first = view.cards[card, CELL], left - 1
    for column in range(left - 1, right + 2):
        word = view.columns[FRONTIER, column] if left <= column <= right else np.int64(0)
        note(me, _WAVE, column - first, word)
        note(me, _REACHED, column - first, word)
        note(me, _NEXT, column - first, 0)
    if leads_to_network(view, gone, 15, view.facts[NETWORK]):
        add(me, _WAVE, gone // WIDTH - first, gone)
        add(me, _REACHED, gone // WIDTH - first, gone)
    inside = np.int64(0)
    for _ in range(most):
        if wave_meets(view, me, goals, first):
            return True
        next_wave(view, me, gone, first)
        inside = pass_through(view, me, card, gone, inside, first)
        for column in range(left, right + 1):
            word = noted(me, _NEXT, column - first)
            note(me, _WAVE, column - first, word)
            note(me, _REACHED, column - first, noted(me, _REACHED, column - first) | word)
    return False


@kernel
def wave_meets(view, me, goals, first):
    """Whether the wave lies beside one of these goals."""
    for goal in range(3):
        if goals >> goal & 1:
            for side in range(4):
                there = view.cards[GOALS + goal, CELL] + STEP[side]
                if has(noted(me, _WAVE, there // WIDTH - first), there):
                    return True
    return False


@kernel
def next_wave(view, me, gone, first):
    """Free cells beside the wave that none has reached, `gone` among them."""
    for column in range(view.facts[LEFT] - 1, view.facts[RIGHT] + 2):
        place = column - first
        word = noted(me, _WAVE, place)
        word = south_of(word) | north_of(word)
        word |= noted(me, _WAVE, place - 1) | noted(me, _WAVE, place + 1)
        lying = view.columns[OCCUPIED, column]
        if column == gone // WIDTH:
            lying &= ~bit_of(gone)
        word &= view.facts[BAND] & ~(lying | noted(me, _REACHED, place))
        note(me, _NEXT, place, word)


@kernel
def pass_through(view, me, card, gone, inside, first):
    """Add cells behind other cut off cards that the wave enters; all that were entered."""
    without = np.int64(1) << card
    cards = view.facts[CUT] & ~(inside | without)
    while cards:
        other = lowest(cards)
        cards &= cards - 1
        if is_entered(view, me, other, first):
            piece = joined_with(view, np.int64(1) << other, without)
            inside |= piece
            cards &= ~piece
            while piece:
                leave_behind(view, me, lowest(piece), gone, first)
                piece &= piece - 1
    return inside


@kernel
def is_entered(view, me, card, first):
    """Whether an opening of a card leads to the wave."""
    for side in range(4):
        there = view.cards[card, CELL] + STEP[side]
        opens = view.cards[card, OPENINGS] >> side & 1 == 1
        if opens and has(noted(me, _WAVE, there // WIDTH - first), there):
            return True
    return False


@kernel
def leave_behind(view, me, card, gone, first):
    """Add the free cells to which a card's openings lead to the next wave."""
    for side in range(4):
        there = view.cards[card, CELL] + STEP[side]
        place = there // WIDTH - first
        opens = view.cards[card, OPENINGS] >> side & 1 == 1
        new = not has(noted(me, _REACHED, place), there)
        if opens and new and (is_free(view, there) or there == gone):
            add(me, _NEXT, place, there)
