"""
The order cards: which there are (A1), which are in play (R11), and what they are worth (A2, A3).

Plain Python without the compiler: it is needed to check parameters and to list the game.
"""

from collections.abc import Mapping
from functools import cache
from itertools import permutations

from ...errors import BadInput

COLOURS = 4
GEMS = 8  # on every card
BLUE = 0
MOST = 200  # cards of a category


@cache
def patterns(text: str) -> tuple[tuple[tuple[int, ...], int], ...]:
    """
    The categories that a list such as ``8:4+62:12+44:6+422:12`` stands for.

    Returns
    -------
    tuple of (pattern, number of cards)
        A pattern has the gems of each of its colours, most first.

    Raises
    ------
    BadInput
        If the list cannot be read, or a card would not hold eight gems of up to four colours.
    """
    found = {}
    for part in text.split("+"):
        pattern, colon, number = part.partition(":")
        pattern, number = pattern.strip(), number.strip()
        if not (colon and _is_number(pattern) and _is_number(number)):
            raise BadInput(
                f"orders={text}: {part!r} is not a pattern and a number of cards, as 62:12 is"
            )
        gems = tuple(sorted(map(int, pattern), reverse=True))
        if sum(gems) != GEMS or len(gems) > COLOURS or 0 in gems:
            raise BadInput(
                f"orders={text}: {pattern} has {sum(gems)} gems of {len(gems)} colours; a card "
                f"has {GEMS}, of up to {COLOURS}, as 62 and 422 have"
            )
        if not 1 <= int(number) <= MOST:
            raise BadInput(f"orders={text}: {part}: must be from 1 to {MOST} cards")
        if gems in found:
            raise BadInput(f"orders={text}: {pattern} is there twice")
        found[gems] = int(number)
    return tuple(found.items())


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def choices(pattern: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every choice of colours for a pattern: the gems by colour."""
    gems = (*pattern, *[0] * (COLOURS - len(pattern)))
    return sorted(set(permutations(gems)), reverse=True)


def arrangements(pattern: tuple[int, ...], number: int) -> list[tuple[int, ...]]:
    """A1: as many cards, every choice of colours equally often; what is left over, spread out."""
    every = choices(pattern)
    whole, rest = divmod(number, len(every))
    return every * whole + [every[i * len(every) // rest] for i in range(rest)]


def is_set_aside(gems: tuple[int, ...]) -> bool:
    """R11: whether a card is not in the short deck: two blue gems, or four and four with blue."""
    return gems[BLUE] == 2 or (gems[BLUE] == 4 and max(gems[1:]) == 4)


def is_short(values: Mapping) -> bool:
    """Whether the short deck is played with."""
    deck = values["deck"]
    return values["players"] == 3 if deck == "auto" else deck == "short"


def card_counts(values: Mapping) -> list[int]:
    """Cards of each category, before any is set aside."""
    return [number for _, number in patterns(values["orders"])]


def cards_in_play(values: Mapping) -> list[tuple[int, tuple[int, ...]]]:
    """The cards of the deck: category, and gems by colour."""
    short = is_short(values)
    return [
        (category, gems)
        for category, (pattern, number) in enumerate(patterns(values["orders"]))
        for gems in arrangements(pattern, number)
        if not (short and is_set_aside(gems))
    ]


def spaces(players: int) -> int:
    """Order spaces: one of each player's own, two of each with two players, and two public ones."""
    return players * (2 if players == 2 else 1) + 2
