"""
Which path card where: placements by what they do to D.

Whatever is compared, ties fall to the first in hand order, then to the smallest column, the
smallest row, the unturned card.
"""

import numpy as np

from ...bits import lowest
from ...jit import kernel
from .grid import (
    FRONTIER,
    LEFT,
    RIGHT,
    WIDTH,
    at_bit,
    downwards,
    edges_of,
    fits,
)
from .view import CARD_DEAD, card_at, distance, is_path, lay, lying, ways_to_lay
from .ways import (
    DISTANCE,
    FROM,
    INFINITE,
    SOLE,
    TO,
    begins_at,
    distance_with,
    is_first,
    nearer_sides,
)

NONE = -1  # no answer: something else decides


@kernel
def with_card(view, goals, cell, openings, dead):
    """D towards a set of goals with a card that is laid."""
    least = INFINITE
    for goal in range(3):
        if goals >> goal & 1:
            least = min(least, distance_with(view, goal, cell, openings, dead))
    return least


@kernel
def nearest_of(view, goals):
    """Of a set of goals those that no other is nearer than."""
    now, found = distance(view, goals), 0
    for goal in range(3):
        if goals >> goal & 1 and view.goals[goal, DISTANCE] == now:
            found |= 1 << goal
    return found


@kernel
def can_go_on(view, goals, cell):
    """By which sides a shortest way to one of these goals, equally far, goes on from a cell."""
    sides = 0
    for goal in range(3):
        if goals >> goal & 1 and is_first(view, goal, cell):
            sides |= nearer_sides(view, goal, cell)
    return sides


@kernel
def lowering(view, goals):
    """The first placement that lowers D towards these goals; none: NONE."""
    goals = nearest_of(view, goals)
    low, high = WIDTH, 0
    for goal in range(3):
        if goals >> goal & 1:
            low, high = min(low, view.goals[goal, FROM]), max(high, view.goals[goal, TO])
    for place in range(view.held):
        card = card_at(view.hand, place)
        if is_path(card) and not CARD_DEAD[card]:
            for column in range(low, high + 1):
                word = first_cells(view, goals, column)
                while word:
                    cell = at_bit(view, column, lowest(word))
                    word &= word - 1
                    edges, sides = edges_of(view, cell), can_go_on(view, goals, cell)
                    for way in range(2):
                        openings = lying(card, way)
                        if openings & sides and fits(edges, openings):
                            return lay(place, cell, way)
    return np.int64(NONE)


@kernel
def first_cells(view, goals, column):
    """The cells of a column where shortest ways to goals begin, as `downwards` has them."""
    word = np.int64(0)
    for goal in range(3):
        inside = view.goals[goal, FROM] <= column <= view.goals[goal, TO]
        if goals >> goal & 1 and inside:
            word |= begins_at(view, goal, column)
    return downwards(view, word)


@kernel
def raising(view, goals):
    """The first of the placements that most raise D towards these goals; none: NONE."""
    cell = NONE
    for goal in range(3):
        if nearest_of(view, goals) >> goal & 1:
            sole = view.goals[goal, SOLE]
            if sole < 0 or (cell >= 0 and cell != sole):
                return np.int64(NONE)
            cell = sole
    if cell < 0:
        return np.int64(NONE)
    best, answer = distance(view, goals), np.int64(NONE)
    edges = edges_of(view, cell)
    for place in range(view.held):
        card = card_at(view.hand, place)
        if is_path(card):
            for way in range(ways_to_lay(card)):
                openings = lying(card, way)
                if fits(edges, openings):
                    after = with_card(view, goals, cell, openings, CARD_DEAD[card])
                    if after > best:
                        best, answer = after, lay(place, cell, way)
    return answer


@kernel
def first_placement(view, goals, low, high):
    """The first placement that leaves D between these bounds; none: NONE."""
    facts = view.facts
    for place in range(view.held):
        card = card_at(view.hand, place)
        if is_path(card):
            for column in range(facts[LEFT] - 1, facts[RIGHT] + 2):
                word = downwards(view, view.columns[FRONTIER, column])
                while word:
                    cell = at_bit(view, column, lowest(word))
                    word &= word - 1
                    edges = edges_of(view, cell)
                    for way in range(2):
                        openings = lying(card, way)
                        if fits(edges, openings):
                            after = with_card(view, goals, cell, openings, CARD_DEAD[card])
                            if low <= after <= high:
                                return lay(place, cell, way)
    return np.int64(NONE)


@kernel
def count_placements(view, card):
    """In how many ways a path card may be laid."""
    return placement(view, 0, card, 1 << 40) >> 32


@kernel
def placement(view, place, card, number):
    """
    The placement of this number (from 0) of a card: the answer.

    If there is none, how many there are, times 2**32.
    """
    facts, count = view.facts, 0
    for column in range(facts[LEFT] - 1, facts[RIGHT] + 2):
        word = downwards(view, view.columns[FRONTIER, column])
        while word:
            cell = at_bit(view, column, lowest(word))
            word &= word - 1
            edges = edges_of(view, cell)
            for way in range(ways_to_lay(card)):
                if fits(edges, lying(card, way)):
                    if count == number:
                        return lay(place, cell, way)
                    count += 1
    return count << 32
