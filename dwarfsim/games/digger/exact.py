"""
What of Digger can be computed exactly, by enumeration and with fractions.

Nothing here uses the compiled rules: it is what the simulator is tested against.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

FACES = 6
DICE = 5
THROWS = FACES**DICE  # 7,776
BLUE, BLACK = 0, 5
STONES = range(1, 5)  # the faces of stones that fill a box


@cache
def throws_by_faces() -> dict[frozenset[int], int]:
    """Of the 7,776 ordered throws how many show exactly these faces exactly once."""
    found = {}
    for dice in product(range(FACES), repeat=DICE):
        once = frozenset(face for face in dice if dice.count(face) == 1)
        found[once] = found.get(once, 0) + 1
    return found


@cache
def throws_by_singles() -> tuple[int, ...]:
    """Of the 7,776 ordered throws how many have 0, 1, ... 6 faces that show exactly once."""
    counts = [0] * (FACES + 1)
    for once, number in throws_by_faces().items():
        counts[len(once)] += number
    return tuple(counts)


def usable(face: int = BLUE) -> Fraction:
    """The probability that a face shows exactly once: 3125 / 7776."""
    return Fraction(sum(n for once, n in throws_by_faces().items() if face in once), THROWS)


def stones_a_throw(steal: bool = False, water: bool = True) -> dict[int, Fraction]:
    """
    The distribution of the stones that one throw offers.

    Parameters
    ----------
    steal : bool
        Count only those that may be stolen: of a throw that shows black exactly once, and no water.
    water : bool
        Whether water counts.
    """
    found: dict[int, Fraction] = {}
    for once, number in throws_by_faces().items():
        colours = once - {BLACK} if water and not steal else once - {BLACK, BLUE}
        stones = len(colours) if not steal or BLACK in once else 0
        found[stones] = found.get(stones, Fraction()) + Fraction(number, THROWS)
    return dict(sorted(found.items()))


def worth_of_throw(values: Sequence[int]) -> Fraction:
    """The points that one throw offers on average to a box of these values."""
    total = sum(
        number * sum(values[colour - 1] for colour in once if colour in STONES)
        for once, number in throws_by_faces().items()
    )
    return Fraction(total, THROWS)


def _water_a_turn(throws: int) -> list[Fraction]:
    """The distribution of the water that a turn of so many throws can take."""
    p = usable(BLUE)
    return [comb(throws, blue) * p**blue * (1 - p) ** (throws - blue) for blue in range(throws + 1)]


@cache
def mean_turns(throws: int, water: int = 10) -> Fraction:
    """
    The turns that a game lasts on average without haste.

    All players take all water, every turn has so many throws, and the sand never runs out.
    """
    chances = _water_a_turn(throws)
    more = sum(
        (chances[blue] * mean_turns(throws, water - blue))
        for blue in range(1, min(throws, water - 1) + 1)
    )
    return (1 + more) / (1 - chances[0])


def turns_of_game(throws: int, water: int = 10, most: int = 1000) -> list[Fraction]:
    """The probability that such a game lasts exactly 0, 1, 2, ... `most` turns."""
    chances = _water_a_turn(throws)
    left = [Fraction()] * water + [Fraction(1)]
    found = [Fraction()]
    for _ in range(most):
        after = [Fraction()] * (water + 1)
        for have in range(1, water + 1):
            for blue, chance in enumerate(chances):
                after[max(0, have - blue)] += left[have] * chance
        found.append(after[0])
        after[0] = Fraction()
        left = after
    return found
