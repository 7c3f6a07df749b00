"""
What a reader thinks a card is worth: by D towards each goal, weighted by its belief in the gold.

What D is worth for each role stands in a table (`worths`), which is made once. A placement that
does not begin a shortest way to any goal that may be the gold changes nothing and is not looked at.
"""

from typing import NamedTuple

import numpy as np

from ...bits import lowest, size
from ...jit import kernel
from .beliefs import GOLD
from .caving import is_within, raises_without
from .grid import (
    CARDS,
    CELL,
    FIRST_PATH,
    IS_DEAD,
    LEFT,
    NETWORK,
    RIGHT,
    at_bit,
    downwards,
    edges_of,
    fits,
    joined_with,
    leads_to_network,
)
from .view import (
    CARD_DEAD,
    CARD_OPENINGS,
    SABOTEUR,
    bring_down,
    card_at,
    is_path,
    is_repair,
    is_repeated,
    is_sabotage,
    lay,
    lying,
    path_card_at,
    ways_to_lay,
)
from .ways import DISTANCE, FROM, INFINITE, TO, begins_at, distance_with, is_first

FARTHEST = 40  # D from which on a goal counts as out of reach


class Choice(NamedTuple):
    """The best answer so far, and what it is worth."""

    answer: int
    worth: float


def worths(values, knobs) -> np.ndarray:
    """What D is worth, a row a role."""
    table = np.zeros((3, FARTHEST + 1))
    steps = np.arange(FARTHEST)
    table[0, :-1] = -(knobs["sab_decay"] ** steps)
    table[1, :-1] = knobs["dig_decay"] ** steps
    table[2, :4] = 1.0, knobs["self_one"], knobs["self_two"], knobs["self_three"]
    table[2, 4:-1] = knobs["self_three"] * knobs["self_decay"] ** steps[1:-3]
    return table


@kernel
def worth_of(view, me, d):
    """What D towards the gold is worth."""
    return me.tables[view.role * (FARTHEST + 1) + min(d, FARTHEST)]


@kernel
def belief(me, goal):
    """How likely a goal is the gold."""
    return me.memory[GOLD + goal]


@kernel
def better(choice, answer, worth):
    """The better of two; the first, if they are equal."""
    return Choice(np.int64(answer), worth) if worth > choice.worth else choice


@kernel
def keeping(view, me, keep, card):
    """What a card is worth in the hand."""
    if is_path(card):
        if CARD_DEAD[card]:
            return me.knobs[keep + 1]
        return me.knobs[keep] * size(CARD_OPENINGS[card])
    if is_sabotage(card):
        return me.knobs[keep + 2]
    if is_repair(card):
        return me.knobs[keep + 3]
    return 0.0


# ------------------------------------------------------------------------------ path cards


@kernel
def first_cells(view, me, column):
    """The cells of a column where shortest ways begin to goals that may be the gold."""
    word = np.int64(0)
    for goal in range(3):
        # beside these columns a wave's row may hold what an older one left there
        begins = view.goals[goal, FROM] <= column <= view.goals[goal, TO]
        if begins and belief(me, goal) > 0.0:
            word |= begins_at(view, goal, column)
    return downwards(view, word)


@kernel
def gain_of(view, me, risk, cell, openings, dead):
    """
    By how much a placement changes what the ways to the gold are worth.

    `risk` is what a tunnel without its last card alone has lost of its worth.
    """
    gain = 0.0
    for goal in range(3):
        if belief(me, goal) > 0.0:
            now = view.goals[goal, DISTANCE]
            then = distance_with(view, goal, cell, openings, dead)
            if then != now:
                less = worth_of(view, me, now) * (1.0 - risk if now == 1 else 1.0)
                more = worth_of(view, me, then) * (1.0 - risk if then == 1 else 1.0)
                gain += belief(me, goal) * (more - less)
    return gain


@kernel
def clogs(view, me, cell):
    """How likely a shortest way to the gold begins at a cell."""
    found = 0.0
    for goal in range(3):
        if belief(me, goal) > 0.0 and is_first(view, goal, cell):
            found += belief(me, goal)
    return found


@kernel
def best_path(view, me, choice, keep, risk, clog, along):
    """
    The best placement, if it is better than a choice.

    Parameters
    ----------
    view, me, choice
    keep : int
        Where the knobs of the cards' worth begin.
    risk : float
        See `gain_of`.
    clog : float
        What it is worth to take the place of a shortest way without going on.
    along : float
        What it is worth to build, beside what that does to the way.
    """
    for place in range(view.held):
        card = card_at(view.hand, place)
        if is_path(card) and not is_repeated(view.hand, place):
            dead, kept = CARD_DEAD[card], keeping(view, me, keep, card)
            for column in range(view.facts[LEFT] - 1, view.facts[RIGHT] + 2):
                word = first_cells(view, me, column)
                while word:
                    cell = at_bit(view, column, lowest(word))
                    word &= word - 1
                    edges = edges_of(view, cell)
                    for way in range(ways_to_lay(card)):
                        openings = lying(card, way)
                        if fits(edges, openings):
                            gain = gain_of(view, me, risk, cell, openings, dead)
                            worth = gain - kept
                            if clog != 0.0 and gain >= 0.0:
                                worth += clog * clogs(view, me, cell) * (gain == 0.0)
                            if view.role == SABOTEUR and gain < 0.0:
                                worth += along
                            choice = better(choice, lay(place, cell, way), worth)
    return choice


# ------------------------------------------------------------------------------ cave-ins


@kernel
def distance_without(view, me, goal, card):
    """D towards a goal if a path card of the grid were taken away."""
    now, cell = view.goals[goal, DISTANCE], view.cards[card, CELL]
    rest = view.facts[NETWORK]
    inside = rest >> card & 1
    if inside:
        rest = joined_with(view, np.int64(1), np.int64(1) << card)
    if leads_to_network(view, cell, 15, rest):
        for k in range(1, min(now, FARTHEST)):
            if is_within(view, goal, cell, k):
                return k
    holds = inside and not view.cards[card, IS_DEAD] and now < INFINITE
    if holds and raises_without(view, me, 1 << goal, now, card):
        return now + 1
    return now


@kernel
def best_cave_in(view, me, choice, place, kept):
    """The best cave-in with the card at this place, if it is better than a choice."""
    for card in range(FIRST_PATH, view.facts[CARDS]):
        cell = view.cards[card, CELL]
        if path_card_at(view, cell) == card:
            gain = 0.0
            for goal in range(3):
                if belief(me, goal) > 0.0:
                    now = view.goals[goal, DISTANCE]
                    then = distance_without(view, me, goal, card)
                    if then != now:
                        more = worth_of(view, me, then) - worth_of(view, me, now)
                        gain += belief(me, goal) * more
            choice = better(choice, bring_down(place, cell), gain - kept)
    return choice
