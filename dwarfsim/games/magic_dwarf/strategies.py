"""
Strategies for Magic Dwarf, weakest first.

A strategy is asked for a move: one of the two cards, and the character that it moves. In the duel
a team's *own* kind of card is that of its characters, and the other team's characters are to it
what the witches are in the cooperative game.
"""

import numpy as np

from ...bits import highest, lowest, size
from ...game import Knob, Strategy
from ...jit import kernel
from ...rng import below
from .judgement import LOST, MOVES, WON, best_worth, odds_after, tables, worth
from .rules import (
    AT_FINISH,
    DWARF,
    FINISH,
    PASS,
    SPACES,
    START,
    STUDENT,
    WITCH,
    WITCH_HOME,
    ahead,
    can_pass,
    card_of,
    destination,
    kind_of,
    move_of,
    number_of,
    occupied,
    origins,
    spaces_of,
)

# ------------------------------------------------------------------------------ whose is whose


@kernel
def own_kind(view):
    """The kind of card that moves one's own characters."""
    return WITCH if view.team == 1 else STUDENT


@kernel
def own_pawns(view):
    """Positions of one's own characters."""
    return view.witches if view.team == 1 else view.students


@kernel
def their_pawns(view):
    """Positions of those who must not come home first."""
    return view.students if view.team == 1 else view.witches


# ------------------------------------------------------------------------------ random


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


# ------------------------------------------------------------------------------ rush


@kernel
def longest_move(pawns, colour, taken):
    """Positions covered and origin of the move that covers most (tie: from further on)."""
    pawns &= ~AT_FINISH
    best, origin = -1, START
    while pawns:
        pawn = lowest(pawns)
        pawns &= pawns - 1
        covered = ahead(colour, taken, pawn) - pawn
        if covered >= best:
            best, origin = covered, pawn
    return best, origin


@kernel
def run(view):
    """Of one's own cards the one that advances a character most (tie: the older card)."""
    kind, pawns, taken = own_kind(view), own_pawns(view), occupied(view)
    best, origin = -1, START
    choice = 0
    if kind_of(view.older) == kind:
        best, origin = longest_move(pawns, view.older_spaces, taken)
    if kind_of(view.newer) == kind:
        covered, other = longest_move(pawns, view.newer_spaces, taken)
        if covered > best:
            choice, origin = 1, other
    return move_of(choice, origin)


@kernel
def higher_dwarf(view):
    """Which card is the dwarf with the higher number (tie: the older)."""
    older, newer = kind_of(view.older) == DWARF, kind_of(view.newer) == DWARF
    higher = newer and (not older or number_of(view.newer) > number_of(view.older))
    return np.int64(higher)


@kernel
def send_back(view):
    """The higher dwarf sends back the foremost of theirs on a coloured space."""
    choice = higher_dwarf(view)
    card = card_of(view, choice)
    theirs = their_pawns(view) & SPACES
    if theirs:
        return move_of(choice, highest(theirs))
    if can_pass(view, card):
        return move_of(choice, PASS)
    movable = origins(view, card)
    own = movable & ~(1 << (FINISH if view.team == 1 else WITCH_HOME))  # theirs stay at the finish
    movable = own if own else movable
    least, origin = FINISH + 1, START
    while movable:  # one's own who loses the fewest positions, of two the further on
        pawn = lowest(movable)
        movable &= movable - 1
        lost = min(pawn, FINISH) - destination(view, choice, pawn)
        if lost <= least:
            least, origin = lost, pawn
    return move_of(choice, origin)


@kernel
def lowest_end(view):
    """
    The move of theirs that ends lowest (tie: the older card, then the one further back).

    With either card none ends lower than the one furthest back: she passes all spaces that another
    would come to.
    """
    taken = occupied(view)
    pawn = lowest(their_pawns(view))
    older = ahead(view.older_spaces, taken, pawn)
    newer = ahead(view.newer_spaces, taken, pawn)
    return move_of(np.int64(newer < older), pawn)


@kernel
def rush_move(view, me):
    """Students first and as far as they go, then dwarves on the foremost witch, witches last."""
    kind = own_kind(view)
    if kind_of(view.older) == kind or kind_of(view.newer) == kind:
        return run(view)
    if kind_of(view.older) == DWARF or kind_of(view.newer) == DWARF:
        return send_back(view)
    return lowest_end(view)


# ------------------------------------------------------------------------------ casual


@kernel
def shortest_move(view):
    """The move of theirs over the fewest spaces; to the finish only if all moves lead there."""
    taken = occupied(view)
    least, answer = 2 * FINISH, 0
    for choice in range(2):
        pawns = their_pawns(view) & ~AT_FINISH
        while pawns:
            pawn = lowest(pawns)
            pawns &= pawns - 1
            place = ahead(spaces_of(view, choice), taken, pawn)
            cost = place - pawn + (FINISH if place == FINISH else 0)
            if cost < least:
                least, answer = cost, move_of(choice, pawn)
    return answer


@kernel
def casual_move(view, me):
    """
    What a family does: a dwarf when a witch is near the mine, else the longest student leap.

    Failing both, a dwarf on the foremost witch; else the witch who has the shortest way to go, and
    home only if there is no help.
    """
    kind = own_kind(view)
    dwarf = kind_of(view.older) == DWARF or kind_of(view.newer) == DWARF
    if dwarf and (their_pawns(view) & SPACES) >> np.int64(me.knobs[0]):
        return send_back(view)
    if kind_of(view.older) == kind or kind_of(view.newer) == kind:
        return run(view)
    if dwarf:
        return send_back(view)
    return shortest_move(view)


# ------------------------------------------------------------------------------ careful


@kernel
def careful_move(view, me):
    """
    Weighs every legal move of both cards by what it leaves.

    Witch cards that the witches can still take, against those that will come before the students
    are home; colours left in the forest, characters in the way and the kept card included.
    """
    _, answer = best_worth(view, me.knobs, me.tables)
    return answer


# ------------------------------------------------------------------------------ champion


SEEN = 10 * LOST  # a move that has been looked at


@kernel
def champion_move(view, me):
    """
    As careful, then looks one turn further: all cards that may be flipped, and the best reply.

    The moves that careful likes best are compared by their odds of a win. In the duel, where the
    other team's hand is hidden, it plays as careful.
    """
    if view.duel:
        return careful_move(view, me)
    found = _weigh_all(view, me)
    best, chosen = -1.0, np.int64(me.memory[0])
    for _ in range(min(found, np.int64(me.knobs[MOVES]))):
        liked = 0
        for i in range(1, found):
            if me.memory[2 * i + 1] > me.memory[2 * liked + 1]:
                liked = i
        answer, value = np.int64(me.memory[2 * liked]), me.memory[2 * liked + 1]
        me.memory[2 * liked + 1] = SEEN
        if value >= WON or found == 1:
            return answer
        odds = 0.0 if value <= LOST else odds_after(view, answer, me.knobs, me.tables)
        if odds > best:
            best, chosen = odds, answer
    return chosen


@kernel
def _weigh_all(view, me):
    """Note every legal move and its worth in the memory; how many there are."""
    found = 0
    for choice in range(2):
        card = card_of(view, choice)
        movable = origins(view, card)
        if can_pass(view, card):
            movable |= 1 << PASS
        while movable:
            answer = move_of(choice, lowest(movable))
            movable &= movable - 1
            me.memory[2 * found] = answer
            me.memory[2 * found + 1] = worth(view, answer, me.knobs, me.tables)
            found += 1
    return found


# ------------------------------------------------------------------------------ the ladder

random = Strategy("random", {"move": random_move})
rush = Strategy("rush", {"move": rush_move})
casual = Strategy(
    "casual",
    {"move": casual_move},
    knobs={"near": Knob(16, "a witch is near the mine from this position on", 1, 20, whole=True)},
)
careful = Strategy(
    "careful",
    {"move": careful_move},
    knobs={
        "next_witch": Knob(0.45, "how much the landing of the very next witch card counts"),
        "student": Knob(0.45, "witch cards that a kept student card is worth"),
        "dwarf": Knob(0.55, "witch cards that any kept dwarf is worth"),
        "step": Knob(0.50, "witch cards that each step of a kept dwarf gives back"),
        "witch": Knob(0.40, "share of a kept witch card's cost that is charged at once"),
        "leap": Knob(0.75, "share of the next student leap that counts as made"),
    },
    prepare=tables,
)
champion = Strategy(
    "champion",
    {"move": champion_move},
    knobs={
        "moves": Knob(4, "how many moves are looked at further", 1, 32, whole=True),
        "slope": Knob(3.0, "slope of the logistic curve from worth to odds"),
        "level": Knob(3.8, "its height at worth 0"),
    },
    memory=64,
    inherits=careful,
)

STRATEGIES = (random, rush, casual, careful, champion)
