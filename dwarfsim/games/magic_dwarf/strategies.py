"""
Strategies for Magic Dwarf, weakest first.

A strategy is asked for a move: one of the two cards, and the character that it moves.
"""

import numpy as np

from ...bits import highest, lowest, size
from ...game import Strategy
from ...jit import kernel
from ...rng import below
from .rules import (
    AT_FINISH,
    DWARF,
    FINISH,
    PASS,
    SPACES,
    START,
    STUDENT,
    ahead,
    can_pass,
    card_of,
    destination,
    kind_of,
    move_of,
    number_of,
    occupied,
    origins,
)


@kernel
def random_move(view, me):
    """Either card with equal chance, then any of its legal moves (passing is one of a dwarf's)."""
    choice = below(me.luck, 0, 2)
    card = card_of(view, choice)
    movable = origins(view, card)
    pick = below(me.luck, 1, size(movable) + can_pass(view, card))
    for _ in range(pick):
        movable &= movable - 1
    return move_of(choice, lowest(movable) if movable else PASS)


@kernel
def longest_student_move(view, colour):
    """Positions covered and origin of the student move that covers most (tie: from further on)."""
    taken = occupied(view)
    movable = view.students & ~AT_FINISH
    best, origin = -1, START
    while movable:
        student = lowest(movable)
        movable &= movable - 1
        covered = ahead(colour, taken, student) - student
        if covered >= best:
            best, origin = covered, student
    return best, origin


@kernel
def rush_student(view):
    """Of the student cards the one that advances a student most (tie: the older card)."""
    older, newer = kind_of(view.older) == STUDENT, kind_of(view.newer) == STUDENT
    best, origin = -1, START
    choice = 0
    if older:
        best, origin = longest_student_move(view, view.older_spaces)
    if newer:
        covered, other = longest_student_move(view, view.newer_spaces)
        if covered > best:
            choice, origin = 1, other
    return move_of(choice, origin)


@kernel
def rush_dwarf(view):
    """The higher dwarf (tie: the older) sends back the foremost witch on a coloured space."""
    older, newer = kind_of(view.older) == DWARF, kind_of(view.newer) == DWARF
    choice = 0
    if newer and (not older or number_of(view.newer) > number_of(view.older)):
        choice = 1
    card = card_of(view, choice)
    witches = view.witches & SPACES
    if witches:
        return move_of(choice, highest(witches))
    if can_pass(view, card):
        return move_of(choice, PASS)
    movable = origins(view, card)
    least, origin = FINISH + 1, START
    while movable:  # the student who loses the fewest positions, of two the further on
        student = lowest(movable)
        movable &= movable - 1
        lost = min(student, FINISH) - destination(view, card, student)
        if lost <= least:
            least, origin = lost, student
    return move_of(choice, origin)


@kernel
def rush_witch(view):
    """
    The witch move that ends lowest (tie: the older card, then the witch further back).

    With either card no witch ends lower than the one furthest back: she passes all spaces that
    another would come to.
    """
    taken = occupied(view)
    witch = lowest(view.witches)
    older = ahead(view.older_spaces, taken, witch)
    newer = ahead(view.newer_spaces, taken, witch)
    return move_of(np.int64(newer < older), witch)


@kernel
def rush_move(view, me):
    """Students first and as far as they go, then dwarves on the foremost witch, witches last."""
    if kind_of(view.older) == STUDENT or kind_of(view.newer) == STUDENT:
        return rush_student(view)
    if kind_of(view.older) == DWARF or kind_of(view.newer) == DWARF:
        return rush_dwarf(view)
    return rush_witch(view)


STRATEGIES = (
    Strategy("random", {"move": random_move}),
    Strategy("rush", {"move": rush_move}),
)
