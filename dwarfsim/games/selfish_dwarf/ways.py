"""
How far it is to a goal: D of the rules page, goal by goal, after every change of the grid.

Waves of free cells run from a goal, face down, towards the network, a column of the grid to a word;
the wave that first meets the frontier gives D, and the cells where they meet are where a shortest
way begins. D towards several goals is the least of theirs.

A card that is laid where no shortest way begins leaves D as it is; one that is laid where one
begins lowers D by one if it opens towards the wave before. D can only rise if shortest ways begin
at one cell alone. For this case the waves run on around the cell, until they meet the frontier
again: then the new D is known for every card without another search (`distance_with`).

A way that leaves the smallest rectangle around all cards by more than a cell could run along its
edge instead, and be no longer; the card that is laid may widen it, so waves run two cells far.
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
    FACE_DOWN,
    FRONTIER,
    GOAL_COLUMN,
    GOAL_COUNT,
    GOALS,
    HIDDEN,
    LEFT,
    MARGIN,
    OCCUPIED,
    OPENINGS,
    RIGHT,
    STATE,
    STEP,
    WIDTH,
    at_bit,
    bit_of,
    downwards,
    has,
    is_free,
    is_through,
    joined_with,
    north_of,
    opens_to,
    south_of,
)

INFINITE = 1 << 20
# columns of `goals`: D, the number of waves kept, the columns between which shortest ways begin,
# the one cell where they begin (-1: several, or none), D if that cell were blocked, and what is
# left to go from each of its sides without passing through it again
DISTANCE, KEPT, FROM, TO, SOLE, DETOUR, BESIDE = range(1, 8)
GOAL_FACTS = BESIDE + 4
WAVES = 512  # of each goal; no way around so few cards is as long


@kernel
def spread(space, old, new, low, high):
    """
    The next wave: free cells beside the last one that no wave has reached.

    Returns
    -------
    int, int
        Not 0 if there are any; not 0 if one of them is at the frontier.
    """
    waves, columns, seen = space.waves, space.columns, space.seen
    band = space.facts[BAND]
    some = met = np.int64(0)
    for c in range(low, high + 1):
        word = waves[old, c]
        word = south_of(word) | north_of(word) | waves[old, c - 1] | waves[old, c + 1]
        word &= band & ~(columns[OCCUPIED, c] | seen[c])
        waves[new, c] = word
        seen[c] |= word
        some |= word
        met |= word & columns[FRONTIER, c]
    close(space, new, low, high)
    return some, met


@kernel
def close(space, wave, low, high):
    """Nothing is reached beside a wave's columns: the two that the next wave reads are emptied."""
    for c in (low - 2, low - 1, high + 1, high + 2):
        space.waves[wave, c] = 0


@kernel
def enter(space, goal, wave, cost, entered):
    """Cards cut off from the network that a wave of this cost enters; all that are entered."""
    cards = space.facts[CUT] & ~entered
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        cell, openings = space.cards[card, CELL], space.cards[card, OPENINGS]
        for side in range(4):
            there = cell + STEP[side]
            if openings >> side & 1 and has(space.waves[wave, there // WIDTH], there):
                piece = joined_with(space, np.int64(1) << card, 0)
                entered |= piece
                cards &= ~piece
                while piece:
                    space.cards[lowest(piece), COST + goal] = cost
                    piece &= piece - 1
    return entered


@kernel
def leave(space, wave, cards):
    """Add the cells to which these cards lead to a wave; as `spread`."""
    some = met = np.int64(0)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        cell, openings = space.cards[card, CELL], space.cards[card, OPENINGS]
        for side in range(4):
            there = cell + STEP[side]
            column = there // WIDTH
            new = is_free(space, there) and not has(space.seen[column], there)
            if openings >> side & 1 and new:
                space.waves[wave, column] |= bit_of(there)
                space.seen[column] |= bit_of(there)
                some |= bit_of(there)
                met |= bit_of(there) & space.columns[FRONTIER, column]
    return some, met


@kernel
def run_on(space, goal, wave, cost, low, high):
    """
    Waves from the one at row `wave` on, until one meets the frontier or none is left.

    Returns
    -------
    int, int, int, int, int
        The row of the last wave, its cost, whether it meets the frontier, its outermost columns.
    """
    left, right = space.facts[LEFT] - MARGIN, space.facts[RIGHT] + MARGIN
    cut = space.facts[CUT]
    entered = inside = 0
    if cut and cost > 0:
        for card in range(GOALS, 63):
            if cut >> card & 1 and space.cards[card, COST + goal] < INFINITE:
                inside |= np.int64(1) << card
    end = (goal + 1) * WAVES - 2
    while True:
        if cut and cost > 0:
            entered = enter(space, goal, wave, cost, inside)
        low, high = max(left, low - 1), min(right, high + 1)
        some, met = spread(space, wave, wave + 1, low, high)
        if entered & ~inside:
            more, meets = leave(space, wave + 1, entered & ~inside)
            some, met = some | more, met | meets
            inside = entered
        wave, cost = wave + 1, cost + 1
        if met or not some or wave >= end:
            return wave, cost, np.int64(met != 0), low, high


@kernel
def survey_goal(space, goal):
    """Find D towards one goal, and what `distance_with` needs."""
    goals, waves, facts = space.goals, space.waves, space.facts
    cell, base = space.cards[GOALS + goal, CELL], goal * WAVES
    column = cell // WIDTH
    low, high = facts[LEFT] - MARGIN, facts[RIGHT] + MARGIN
    for c in range(low, high + 1):
        space.seen[c] = 0
    if facts[CUT]:
        cards = facts[CUT]
        while cards:
            space.cards[lowest(cards), COST + goal] = INFINITE
            cards &= cards - 1
        for c in range(low, high + 1):
            waves[base, c] = 0
    else:
        low = high = column
    waves[base, column] = bit_of(cell)
    close(space, base, low, high)
    wave, cost, met, low, high = run_on(space, goal, base, 0, low, high)
    goals[goal, SOLE] = -1
    goals[goal, DISTANCE] = cost if met else INFINITE
    goals[goal, KEPT] = cost
    goals[goal, FROM], goals[goal, TO] = high + 1, low - 1
    if met:
        sole = find_first(space, goal, wave, low, high)
        if sole >= 0:
            go_around(space, goal, sole, wave, cost, low, high)


@kernel
def find_first(space, goal, wave, low, high):
    """Note the columns in which a wave meets the frontier; the cell, if it is only one; else -1."""
    goals, count, sole = space.goals, 0, -1
    for c in range(low, high + 1):
        word = space.waves[wave, c] & space.columns[FRONTIER, c]
        if word:
            goals[goal, FROM] = min(goals[goal, FROM], c)
            goals[goal, TO] = c
            count += 1 if word & (word - 1) == 0 else 2
            sole = at_bit(space, c, lowest(downwards(space, word)))
    return sole if count == 1 else -1


@kernel
def go_around(space, goal, sole, wave, cost, low, high):
    """Let the waves run on as if the one cell where shortest ways begin were blocked."""
    goals, waves = space.goals, space.waves
    for c in range(low - 2, high + 3):
        waves[wave + 1, c] = waves[wave, c]
    waves[wave + 1, sole // WIDTH] &= ~bit_of(sole)
    _, detour, met, _, _ = run_on(space, goal, wave + 1, cost, low, high)
    goals[goal, SOLE] = sole
    goals[goal, DETOUR] = detour if met else INFINITE
    for side in range(4):
        there = sole + STEP[side]
        goals[goal, BESIDE + side] = around(space, goal, there, side, cost, detour)


@kernel
def around(space, goal, cell, side, cost, detour):
    """What is left to go from beside the one cell, if the way does not come back to it."""
    value = space.cells[cell]
    if value & FACE_DOWN:
        return 0 if value >> CARD == GOALS + goal else INFINITE
    if value:
        cut = is_through(value) and opens_to(value, side)
        cut = cut and space.facts[CUT] >> (value >> CARD) & 1
        return space.cards[value >> CARD, COST + goal] if cut else INFINITE
    near = steps_from(space, goal, cell, cost - 1)
    if near < INFINITE:
        return near
    for k in range(max(cost, least_steps(space, cell)), detour + 1):
        if has(space.waves[goal * WAVES + k + 1, cell // WIDTH], cell):
            return k
    return INFINITE


@kernel
def survey(space):
    """D towards every goal that is face down."""
    for goal in range(GOAL_COUNT):
        if space.goals[goal, STATE] == HIDDEN:
            survey_goal(space, goal)


# ------------------------------------------------------------------------------ what it tells


@kernel
def least_steps(board, cell):
    """Waves that come before any that could hold a cell are not kept for its column."""
    return 1 if board.facts[CUT] else max(1, abs(cell // WIDTH - board.facts[GOAL_COLUMN]))


@kernel
def steps_from(board, goal, cell, most):
    """Free cells on the shortest way from a free cell, itself included, if at most `most`."""
    for k in range(least_steps(board, cell), min(most, board.goals[goal, KEPT]) + 1):
        if has(board.waves[goal * WAVES + k, cell // WIDTH], cell):
            return k
    return INFINITE


@kernel
def begins_at(board, goal, column):
    """The cells of a column where shortest ways to a goal begin."""
    row = goal * WAVES + board.goals[goal, DISTANCE]
    return board.waves[row, column] & board.columns[FRONTIER, column]


@kernel
def is_first(board, goal, cell):
    """Whether a shortest way to a goal begins at a cell."""
    column = cell // WIDTH
    if column < board.goals[goal, FROM] or column > board.goals[goal, TO]:
        return False
    return has(begins_at(board, goal, column), cell)


@kernel
def nearer_sides(board, goal, cell):
    """Of a cell where a shortest way begins, the sides by which it can go on."""
    left, found = board.goals[goal, DISTANCE] - 1, 0
    for side in range(4):
        there = cell + STEP[side]
        value = board.cells[there]
        if value & FACE_DOWN:
            nearer = left == 0 and value >> CARD == GOALS + goal
        elif value:
            cut = is_through(value) and opens_to(value, side)
            nearer = cut and board.facts[CUT] >> (value >> CARD) & 1
            nearer = nearer and board.cards[value >> CARD, COST + goal] <= left
        else:
            nearer = left > 0 and has(board.waves[goal * WAVES + left, there // WIDTH], there)
        found |= np.int64(nearer) << side
    return found


@kernel
def distance_with(board, goal, cell, openings, dead):
    """D towards a goal if a card that fits were laid at a cell, the goal not yet turned over."""
    now = board.goals[goal, DISTANCE]
    if not is_first(board, goal, cell):
        return now
    if not dead and openings & nearer_sides(board, goal, cell):
        return now - 1
    if board.goals[goal, SOLE] < 0:
        return now
    best = board.goals[goal, DETOUR]
    if not dead:
        for side in range(4):
            if openings >> side & 1:
                best = min(best, board.goals[goal, BESIDE + side])
    return best
