"""
The grid: what lies where, what fits, what is joined with the entrance.

A place is one number, its `cell`. Each card on the grid has a number, too: 0 is the entrance, 1 to
3 are the goals, then come path cards as they are laid; so a set of cards is one word, and which
cards are joined with which is a word for each. Sets of cells are one word a column: bit r modulo 64
stands for row r. Cards never span as many rows, so the words may be read as rings.

What depends on the whole grid is kept up to date with every card: the set of cards joined with the
entrance, and the frontier, the free cells to which an opening of theirs leads. A card that joins
nothing but the network changes both by a few bits; otherwise they are found afresh (`connect`).

Everything here takes a record with the fields `cells`, `cards`, `columns`, `goals`, `facts`: the
kernel's workspace, or a strategy's view.
"""

import numpy as np

from ...bits import lowest
from ...jit import kernel
from .cards import MOST_PATHS

NORTH, EAST, SOUTH, WEST = range(4)  # the opposite of a side is side ^ 2
OFFSET = 64  # of columns and of rows
WIDTH = 128  # columns, and cells of a column
MARGIN = 2  # rows and columns beyond all cards in which ways are looked for: see `ways`
STEP = np.array([-1, WIDTH, 1, -WIDTH], np.int64)  # from a cell to the one at a side
ENTRANCE, GOALS, FIRST_PATH = 0, 1, 4  # numbers of cards
GOAL_COUNT = 3
MOST_CARDS = FIRST_PATH + MOST_PATHS  # below 63: sets of cards are positive numbers

# what `cells` holds: openings, flags, and the card's number; 0 where nothing lies
DEAD, FACE_DOWN, THERE, CARD = 16, 32, 64, 7
# columns of `cards`, a row a card; COST + g: see `ways`
CELL, OPENINGS, IS_DEAD, TYPE, JOINED, COST = range(6)
CARD_FACTS = COST + GOAL_COUNT
# rows of `columns`
OCCUPIED, FRONTIER = range(2)
# what `facts` holds; edges are those of all that ever lay on the grid, BAND its rows and a margin
NETWORK, CUT, THROUGH, CARDS, LEFT, RIGHT, TOP, BOTTOM, BAND, GOAL_COLUMN, SHOWN = range(11)
FACTS = 11
STATE = 0  # column of `goals`; the others: see `ways`
HIDDEN, STONE, GOLD = range(3)  # states of a goal

_ALL_BUT_HIGHEST = np.int64((1 << 63) - 1)


# ------------------------------------------------------------------------------ cells and words


@kernel
def cell_of(column, row):
    """The number of a place."""
    return (column + OFFSET) * WIDTH + row + OFFSET


@kernel
def column_of(cell):
    """The column of a cell."""
    return cell // WIDTH - OFFSET


@kernel
def row_of(cell):
    """The row of a cell."""
    return cell % WIDTH - OFFSET


@kernel
def bit_of(cell):
    """The bit that stands for a cell in its column's word."""
    return np.int64(1) << (cell & 63)


@kernel
def south_of(word):
    """A column's cells moved on by one row."""
    return (word << 1) | ((word >> 63) & 1)


@kernel
def north_of(word):
    """A column's cells moved back by one row."""
    return ((word >> 1) & _ALL_BUT_HIGHEST) | (word << 63)


@kernel
def ring(word, places):
    """A word turned by 0 to 63 places towards its high end."""
    if places == 0:
        return word
    return (word << places) | ((word >> (64 - places)) & ((np.int64(1) << places) - 1))


@kernel
def downwards(board, word):
    """A column's word with the row above the topmost card as bit 0: its bits run down the grid."""
    return ring(word, (1 - board.facts[TOP]) & 63)


@kernel
def at_bit(board, column, bit):
    """The cell of a bit of such a word; the column is an index of `columns`."""
    return column * WIDTH + OFFSET + board.facts[TOP] - 1 + bit


@kernel
def has(word, cell):
    """Whether a column's word holds a cell."""
    return word >> (cell & 63) & 1 == 1


@kernel
def is_free(board, cell):
    """Whether nothing lies there."""
    return board.cells[cell] == 0


@kernel
def turned(openings):
    """A set of openings after a turn by 180 degrees."""
    return (openings << 2 | openings >> 2) & 15


# ------------------------------------------------------------------------------ what fits


@kernel
def opens_to(value, side):
    """Whether a card that lies at a cell's `side` has an opening towards the cell."""
    return value >> (side ^ 2) & 1 == 1


@kernel
def is_through(value):
    """Whether there is a card that joins its openings with each other."""
    return value & (THERE | DEAD | FACE_DOWN) == THERE


@kernel
def in_network(board, value):
    """Whether the through card of a cell's value is joined with the entrance."""
    return board.facts[NETWORK] >> (value >> CARD) & 1 == 1


@kernel
def edges_of(board, cell):
    """
    What a free cell's neighbours ask of a card: three sets of sides, four bits each.

    Sides that must be open, sides that must be walls, and open sides that lead to the entrance.
    """
    must = never = leads = 0
    for side in range(4):
        value = board.cells[cell + STEP[side]]
        if value & (THERE | FACE_DOWN) == THERE:
            if opens_to(value, side):
                must |= 1 << side
                leads |= np.int64(is_through(value) and in_network(board, value)) << side
            else:
                never |= 1 << side
    return must | never << 4 | leads << 8


@kernel
def fits(edges, openings):
    """R2: whether a card with these openings may lie where the neighbours ask for `edges`."""
    must, never, leads = edges & 15, edges >> 4 & 15, edges >> 8
    return openings & must == must and openings & never == 0 and openings & leads != 0


# ------------------------------------------------------------------------------ what is joined


@kernel
def joined_with(board, cards, without):
    """All cards joined with a set of cards through unbroken openings, over none of `without`."""
    reached = coming = cards & ~without
    while coming:
        card = lowest(coming)
        more = board.cards[card, JOINED] & ~(reached | without)
        reached |= more
        coming = (coming & (coming - 1)) | more
    return reached


@kernel
def leads_to_network(board, cell, openings, cards):
    """Whether one of these openings, at a cell, meets one of a through card of this set."""
    for side in range(4):
        value = board.cells[cell + STEP[side]]
        meets = openings >> side & 1 and is_through(value) and opens_to(value, side)
        if meets and cards >> (value >> CARD) & 1:
            return True
    return False


@kernel
def connect(board):
    """Find the network, the through cards cut off from it, and the frontier."""
    facts, columns = board.facts, board.columns
    facts[NETWORK] = joined_with(board, np.int64(1) << ENTRANCE, 0)
    facts[CUT] = facts[THROUGH] & ~facts[NETWORK]
    for column in range(facts[LEFT] - 1, facts[RIGHT] + 2):
        columns[FRONTIER, column] = 0
    cards = facts[NETWORK]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        open_frontier(board, card)


@kernel
def open_frontier(board, card):
    """Add the free cells to which a card's openings lead."""
    cell, openings = board.cards[card, CELL], board.cards[card, OPENINGS]
    for side in range(4):
        there = cell + STEP[side]
        if openings >> side & 1 and is_free(board, there):
            board.columns[FRONTIER, there // WIDTH] |= bit_of(there)


@kernel
def link(board, card):
    """Join a through card with those whose openings meet its own; their set."""
    cell, openings = board.cards[card, CELL], board.cards[card, OPENINGS]
    found = 0
    for side in range(4):
        value = board.cells[cell + STEP[side]]
        if openings >> side & 1 and is_through(value) and opens_to(value, side):
            other = value >> CARD
            board.cards[other, JOINED] |= np.int64(1) << card
            found |= np.int64(1) << other
    board.cards[card, JOINED] = found
    board.facts[THROUGH] |= np.int64(1) << card
    return found


# ------------------------------------------------------------------------------ laying


@kernel
def put_down(board, card, cell, openings, flags, kind):
    """A card on the grid, not joined with anything yet."""
    facts = board.facts
    board.cards[card, CELL] = cell
    board.cards[card, OPENINGS] = openings
    board.cards[card, IS_DEAD] = np.int64(flags & DEAD != 0)
    board.cards[card, TYPE] = kind
    board.cards[card, JOINED] = 0
    board.cells[cell] = openings | flags | THERE | card << CARD
    column, row = cell // WIDTH, row_of(cell)
    board.columns[OCCUPIED, column] |= bit_of(cell)
    board.columns[FRONTIER, column] &= ~bit_of(cell)
    if column < facts[LEFT] or column > facts[RIGHT] or row < facts[TOP] or row > facts[BOTTOM]:
        facts[LEFT], facts[RIGHT] = min(facts[LEFT], column), max(facts[RIGHT], column)
        facts[TOP], facts[BOTTOM] = min(facts[TOP], row), max(facts[BOTTOM], row)
        rows = facts[BOTTOM] - facts[TOP] + 1 + 2 * MARGIN
        facts[BAND] = ring((np.int64(1) << rows) - 1, (facts[TOP] - MARGIN) & 63)


@kernel
def clear(board):
    """Take everything off the grid."""
    facts = board.facts
    for card in range(facts[CARDS]):
        board.cells[board.cards[card, CELL]] = 0
    for column in range(facts[LEFT] - 1, facts[RIGHT] + 2):
        board.columns[OCCUPIED, column] = 0
        board.columns[FRONTIER, column] = 0


@kernel(inline=False)
def set_up(board, goal_column):
    """R1: the entrance and three goals, face down."""
    clear(board)
    facts = board.facts
    facts[CARDS] = FIRST_PATH
    facts[LEFT] = facts[RIGHT] = OFFSET
    facts[TOP] = facts[BOTTOM] = 0
    facts[GOAL_COLUMN] = goal_column + OFFSET
    facts[SHOWN] = 0
    put_down(board, ENTRANCE, cell_of(0, 0), 15, 0, -1)
    facts[THROUGH] = np.int64(1) << ENTRANCE
    for goal in range(GOAL_COUNT):
        put_down(board, GOALS + goal, cell_of(goal_column, 2 * goal - 2), 0, FACE_DOWN, -1)
        board.goals[goal, STATE] = HIDDEN
    connect(board)


@kernel
def lay(board, cell, openings, dead, kind):
    """R2: a path card where it fits; the network grows."""
    facts = board.facts
    card = facts[CARDS]
    facts[CARDS] += 1
    put_down(board, card, cell, openings, DEAD if dead else 0, kind)
    if dead:
        return
    if link(board, card) & facts[CUT]:
        connect(board)
    else:
        facts[NETWORK] |= np.int64(1) << card
        open_frontier(board, card)


@kernel
def goals_reached(board):
    """The set of goals, face down, to which an opening of the network leads."""
    found = 0
    for goal in range(GOAL_COUNT):
        if board.goals[goal, STATE] == HIDDEN:
            cell = board.cards[GOALS + goal, CELL]
            found |= np.int64(leads_to_network(board, cell, 15, board.facts[NETWORK])) << goal
    return found


@kernel
def turn_to_stone(board, goal, openings):
    """R3, A3: a stone goal is turned over, so that it connects, unturned if it can."""
    card = GOALS + goal
    cell = board.cards[card, CELL]
    if not leads_to_network(board, cell, openings, board.facts[NETWORK]):
        openings = turned(openings)
    board.goals[goal, STATE] = STONE
    put_down(board, card, cell, openings, 0, -1)
    link(board, card)
    connect(board)


# ------------------------------------------------------------------------------ caving in


@kernel
def is_connected(board, card):
    """Whether a path card is part of the network, a dead end joined by one opening included."""
    if board.cards[card, IS_DEAD]:
        cell, openings = board.cards[card, CELL], board.cards[card, OPENINGS]
        return leads_to_network(board, cell, openings, board.facts[NETWORK])
    return board.facts[NETWORK] >> card & 1 == 1


@kernel
def cave_in(board, card):
    """R5: a path card is taken away."""
    cell = board.cards[card, CELL]
    gone = np.int64(1) << card
    others = board.cards[card, JOINED]
    while others:
        other = lowest(others)
        others &= others - 1
        board.cards[other, JOINED] &= ~gone
    board.cells[cell] = 0
    board.columns[OCCUPIED, cell // WIDTH] &= ~bit_of(cell)
    board.facts[THROUGH] &= ~gone
    connect(board)
