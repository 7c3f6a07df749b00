"""
What a player sees, what it may answer, and what it is told.

An answer is one number: the place of a card in the hand, and what is done with it (`discard`,
`lay`, `sabotage`, `repair`, `look_at`, `bring_down`). A hand is one number, too, five bits a card,
the oldest lowest (`card_at`).
"""

from typing import NamedTuple

import numpy as np

from ...jit import IntGrid, Ints, kernel
from .cards import CAVE_IN, DEAD, JOKER, OPENINGS, PAIRS, PATHS, REPAIR, SABOTAGE, SECRET
from .grid import CARD, FIRST_PATH, HIDDEN, STATE, WIDTH, edges_of, fits, is_free, turned
from .ways import DISTANCE, INFINITE

SABOTEUR, DIGGER, SELFISH = range(3)  # roles
TOOL_COUNT = 3
# columns of `seats`: the set of broken tools, cards in the hand, placements that raised and that
# lowered the public D, cave-ins on connected cards, the turn of the last placement that lowered it
BROKEN, HELD, RAISED, LOWERED, CAVED, LAST_LOWERED = range(6)
SEAT_FACTS = 6
UNKNOWN, SEEN_STONE, SEEN_GOLD = range(3)  # what a player knows of a goal that it looked at

# kinds of events
LAID, SABOTAGED, REPAIRED, LOOKED, CAVED_IN, DISCARDED = range(6)

CARD_OPENINGS = np.array(OPENINGS, np.int64)
CARD_DEAD = np.array(DEAD, np.int64)
JOKER_TOOLS = np.array([1 << a | 1 << b for a, b in PAIRS], np.int64)


class View(NamedTuple):
    """What the player whose turn it is sees."""

    players: int
    turn: int  # from 1
    role: int
    hand: int  # see `card_at`
    held: int  # cards in it
    deck: int  # cards left to draw
    seen: int  # what it knows of the goals that it looked at, two bits each
    start: int  # the seat that began
    saboteurs: int  # how many of each role were dealt
    diggers: int
    selfish: int
    seats: IntGrid  # of every player, what all know
    cells: Ints  # the grid: see `grid`
    cards: IntGrid
    columns: IntGrid
    goals: IntGrid
    facts: Ints
    waves: IntGrid  # see `ways`


class Event(NamedTuple):
    """What a player sees somebody do, itself included; the grid is as it is afterwards."""

    players: int
    turn: int
    role: int  # its own
    seen: int
    what: int
    by: int  # the seat that did it
    card: int  # its type; -1 if it was put away face down
    cell: int  # where a card was laid or taken away; else -1
    openings: int  # of the card that was laid, as it lies
    target: int  # the seat that was hit or helped, or the goal that was looked at; else -1
    tool: int  # that was broken or repaired; else -1
    turned: int  # the set of goals turned over
    before_0: int  # D towards each goal before
    before_1: int
    before_2: int
    with_0: int  # and with the card that was laid, goals that it reaches not yet turned over
    with_1: int
    with_2: int
    saboteurs: int
    diggers: int
    selfish: int
    seats: IntGrid
    cells: Ints
    cards: IntGrid
    columns: IntGrid
    goals: IntGrid
    facts: Ints
    waves: IntGrid


# ------------------------------------------------------------------------------ cards in a hand


@kernel
def card_at(hand, place):
    """The type of a card in a hand."""
    return hand >> 5 * place & 31


@kernel
def is_path(card):
    """Whether a type is that of a path card."""
    return card < PATHS


@kernel
def is_sabotage(card):
    """Whether a card breaks a tool."""
    return SABOTAGE <= card < REPAIR


@kernel
def is_repair(card):
    """Whether a card repairs a tool, or one of two."""
    return REPAIR <= card < SECRET


@kernel
def tools_of(card):
    """The set of tools that a sabotage or repair card shows."""
    if card >= JOKER:
        return JOKER_TOOLS[card - JOKER]
    return np.int64(1) << (card - (REPAIR if card >= REPAIR else SABOTAGE))


@kernel
def lying(card, way):
    """The openings of a path card, unturned (0) or turned (1)."""
    return turned(CARD_OPENINGS[card]) if way else CARD_OPENINGS[card]


@kernel
def ways_to_lay(card):
    """1 if a path card looks the same when turned, else 2."""
    return 1 if turned(CARD_OPENINGS[card]) == CARD_OPENINGS[card] else 2


@kernel
def is_repeated(hand, place):
    """Whether a card before it in the hand is of the same type."""
    found = False
    for other in range(place):
        found |= card_at(hand, other) == card_at(hand, place)
    return found


# ------------------------------------------------------------------------------ answers


@kernel
def discard(place):
    """The answer that puts a card away face down."""
    return np.int64(place)


@kernel
def lay(place, cell, way):
    """The answer that lays a path card, unturned (way 0) or turned (1)."""
    return place + 8 * (1 + 2 * cell + way)


@kernel
def sabotage(place, seat):
    """The answer that breaks another player's tool."""
    return place + 8 * (1 + seat)


@kernel
def repair(place, seat, tool):
    """The answer that repairs a player's tool."""
    return place + 8 * (1 + 3 * seat + tool)


@kernel
def look_at(place, goal):
    """The answer that looks at a goal."""
    return place + 8 * (1 + goal)


@kernel
def bring_down(place, cell):
    """The answer that lets a path card cave in."""
    return place + 8 * (1 + cell)


@kernel
def place_of(answer):
    """Which card of the hand an answer plays."""
    return answer & 7


@kernel
def use_of(answer):
    """What an answer does with the card; -1: discards it."""
    return (answer >> 3) - 1


# ------------------------------------------------------------------------------ what is legal


@kernel
def is_broken(view, seat):
    """Whether a player has a broken tool."""
    return view.seats[seat, BROKEN] != 0


@kernel
def can_lay(view, seat, card, cell, way):
    """R2, R4: whether a player may lay a path card at a cell."""
    inside = WIDTH <= cell < view.cells.shape[0] - WIDTH
    if is_broken(view, seat) or not inside or not is_free(view, cell):
        return False
    return way < ways_to_lay(card) and fits(edges_of(view, cell), lying(card, way))


@kernel
def can_sabotage(view, seat, card, other):
    """R4: another player who does not yet have the card's tool broken."""
    if other < 0 or other >= view.players or other == seat:
        return False
    return view.seats[other, BROKEN] & tools_of(card) == 0


@kernel
def can_repair(view, card, other, tool):
    """R4: any player who has a tool broken that the card shows."""
    if other < 0 or other >= view.players:
        return False
    return view.seats[other, BROKEN] & tools_of(card) & (np.int64(1) << tool) != 0


@kernel
def can_look(view, goal):
    """R5: a goal that lies face down."""
    return 0 <= goal < 3 and view.goals[goal, STATE] == HIDDEN


@kernel
def path_card_at(view, cell):
    """The number of the path card at a cell; -1 where none lies."""
    if cell < 0 or cell >= view.cells.shape[0] or is_free(view, cell):
        return -1
    card = view.cells[cell] >> CARD
    return card if card >= FIRST_PATH else -1


@kernel
def is_legal(view, seat, answer):
    """Whether an answer says something that the rules allow."""
    place, use = place_of(answer), use_of(answer)
    if answer < 0 or place >= view.held:
        return False
    card = card_at(view.hand, place)
    if use == -1:
        return True
    if is_path(card):
        return can_lay(view, seat, card, use >> 1, use & 1)
    if is_sabotage(card):
        return can_sabotage(view, seat, card, use)
    if is_repair(card):
        return can_repair(view, card, use // 3, use % 3)
    if card == SECRET:
        return can_look(view, use)
    return card == CAVE_IN and path_card_at(view, use) >= 0


# ------------------------------------------------------------------------------ beliefs


@kernel
def face_down(view):
    """The set of goals that lie face down."""
    found = 0
    for goal in range(3):
        found |= np.int64(view.goals[goal, STATE] == HIDDEN) << goal
    return found


@kernel
def knowledge(view, goal):
    """What the player knows of a goal from a secret card."""
    return view.seen >> 2 * goal & 3


@kernel
def believed(view):
    """The set of goals that may be the gold, as the player knows from secret cards alone."""
    found = 0
    for goal in range(3):
        if knowledge(view, goal) == SEEN_GOLD:
            return 1 << goal
        maybe = knowledge(view, goal) == UNKNOWN and view.goals[goal, STATE] == HIDDEN
        found |= np.int64(maybe) << goal
    return found


@kernel
def distance(view, goals):
    """D towards a set of goals."""
    least = INFINITE
    for goal in range(3):
        if goals >> goal & 1:
            least = min(least, view.goals[goal, DISTANCE])
    return least


@kernel
def suspicion(view, seat):
    """How suspicious a player's cards have been, as all know."""
    seats = view.seats
    return max(0, seats[seat, RAISED] + 2 * seats[seat, CAVED] - seats[seat, LOWERED])
