"""
What a player sees, what it can answer, and how both are written as numbers.

A card is known by its place in the line, 0 to 9, wherever it lies now. A set of cards is ten bits;
a *hand* of sets, one for each seat, has ten bits a seat; a *row* of small numbers, one for each
card, has four bits a card.
"""

from typing import NamedTuple

from ...bits import lowest
from ...jit import IntGrid, Ints, kernel

CARDS = 10  # places that a set or a row has room for
ALL = (1 << CARDS) - 1

NO_SPEECH, OPTIONAL, COMPULSORY = range(3)  # what `statements` says (R5)
ANY, SEEN = range(2)  # what `about` says (R5)
NONE, SEER, HERALD, SWAPPER, GUARDIAN = range(5)  # characters (A3)

# Events, in the order in which they happen: (turn, seat, event, x, y); all players see them all.
EVENTS = ("turn", "seat", "event", "x", "y")
DEALT = 0  # the card x to the seat (R7)
LOOKED = 1  # at the centre's cards x and y (the last one: x twice)
TOOK = 2  # the card x
FLIPPED = 3  # the card x, and its number y: the next
TURNED_BACK = 4  # the card x, and its number y, by the guardian
WRONG = 5  # the card x, and its number y: the game is lost
SAID = 6  # the card x is lower than the card y
PEEKED = 7  # the seer, at the card x of another player
SWAPPED = 8  # the swapper: its own card x for the centre's card y
PASSED = 9  # there was nothing to do (R4)


class View(NamedTuple):
    """What the player whose turn it is sees."""

    players: int
    dwarves: int
    turn: int  # of the game, from 1
    start: int  # the seat that began
    statements: int  # NO_SPEECH, OPTIONAL or COMPULSORY
    next: int  # the number that must be turned over next
    flips: int  # right ones in this turn so far
    centre: int  # the set of cards there
    fronts: int  # hand: the face-down cards before each player
    up: int  # the set of cards that are face up
    common: int  # the set of cards whose number all know
    known: int  # the set of cards whose number this player has seen, or all know
    numbers: int  # row: the numbers of the known cards
    looked: int  # hand: which cards each player has looked at
    since: int  # row: the face-down cards before players, by when they came there
    characters: int  # row by seat: those that are not used yet
    about: int  # what a statement may be about: ANY two cards, or the two just SEEN
    sayable: int  # the set of cards that it may name in this turn, so far
    first: int  # the two cards looked at, where one is to be taken
    second: int
    below: Ints  # for each card those that are lower by the statements made
    events: IntGrid  # what has happened, a line each
    lines: int  # how many of them are written


# ------------------------------------------------------------------------------ packed numbers


@kernel
def hand_of(hands, seat):
    """The set of one seat."""
    return hands >> CARDS * seat & ALL


@kernel
def number_of(row, card):
    """One number of a row."""
    return row >> 4 * card & 15


@kernel
def is_seen(event):
    """Whether an event shows the card x to the seat."""
    return event in (DEALT, LOOKED, PEEKED)


@kernel
def nth_of(cards, n):
    """The member number `n` of a set, the smallest first."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)


@kernel
def others_cards(view, seat):
    """The face-down cards in front of the other players."""
    everybody = 0
    for other in range(view.players):
        if other != seat:
            everybody |= hand_of(view.fronts, other)
    return everybody


# ------------------------------------------------------------------------------ answers

END = 0  # to "act": end the turn, after a right flip
SILENT = 0  # to "state" and "herald"
KEEP = 0  # to "character": not now
_FLIP, _GUESS, _SWAP = 1 << 10, 1 << 11, 1 << 10


@kernel
def look(x, y):
    """To "act": Action 1, looking at the centre's cards x and y (the last one: x twice)."""
    return 1 + x + 16 * y


@kernel
def flip(x):
    """To "act": Action 2, turning over the card x of another player."""
    return _FLIP + x


@kernel
def guess(x):
    """As `flip`, unsurely; it counts as forced where there is no Action 1 instead."""
    return _GUESS + x


@kernel
def lower(x, y):
    """To "state" and "herald": the card x is lower than the card y."""
    return 1 + x + 16 * y


@kernel
def peek(x):
    """To "character": the seer looks at the card x of another player."""
    return 1 + x


@kernel
def swap(own, other):
    """To "character": the swapper exchanges a card of its own for one of the centre."""
    return _SWAP + own + 16 * other


@kernel
def is_flip(answer):
    """Whether an answer to "act" is Action 2."""
    return answer & ~15 == _FLIP or answer & ~15 == _GUESS


@kernel
def is_guess(answer):
    """Whether it is Action 2, unsurely."""
    return answer & ~15 == _GUESS


@kernel
def is_swap(answer):
    """Whether an answer to "character" is the swapper's."""
    return answer >= _SWAP
