"""
What of Silberzwerg can be computed exactly, with fractions.

Nothing here uses the compiled rules: it is what the simulator is tested against.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb

COLOURS = 4
Counts = tuple[int, ...]  # by colour


@cache
def random_diggers(players: int) -> dict[Counts, Fraction]:
    """Where one `random` player's diggers stand: of each way to spread them its probability."""
    number = 8 if players == 2 else 4
    ways = {(0,) * COLOURS: Fraction(1)}
    for _ in range(number):
        ways = _one_more(ways)
    return ways


def _one_more(ways: Mapping[Counts, Fraction]) -> dict[Counts, Fraction]:
    """One digger more, uniformly to a colour that has fewer than four (R11)."""
    found = {}
    for counts, chance in ways.items():
        free = [colour for colour in range(COLOURS) if counts[colour] < 4]
        for colour in free:
            more = tuple(n + (c == colour) for c, n in enumerate(counts))
            found[more] = found.get(more, 0) + chance / len(free)
    return found


@cache
def diggers_of_all(players: int) -> dict[Counts, Fraction]:
    """How many diggers of `random` players stand in each tunnel."""
    together = {(0,) * COLOURS: Fraction(1)}
    for _ in range(players):
        found = {}
        for counts, chance in together.items():
            for more, of_these in random_diggers(players).items():
                both = tuple(map(sum, zip(counts, more, strict=True)))
                found[both] = found.get(both, 0) + chance * of_these
        together = found
    return together


def price(diggers: int, floor: int = 1) -> int:
    """R3, A4: the price of a colour that so many dig for."""
    return max(10 - diggers, floor)


def prices(players: int, floor: int = 1) -> dict[Counts, Fraction]:
    """The probability of all four prices of a round among `random` players."""
    found = {}
    for counts, chance in diggers_of_all(players).items():
        shown = tuple(price(n, floor) for n in counts)
        found[shown] = found.get(shown, 0) + chance
    return found


def mean_price(players: int, floor: int = 1) -> Fraction:
    """The mean price of a colour in a round among `random` players."""
    return sum(Fraction(sum(p), COLOURS) * c for p, c in prices(players, floor).items())


def price_spread(players: int, floor: int = 1) -> dict[int, Fraction]:
    """How far the dearest colour is above the cheapest, among `random` players."""
    found = {}
    for shown, chance in prices(players, floor).items():
        spread = max(shown) - min(shown)
        found[spread] = found.get(spread, 0) + chance
    return found


def drawn(bag: Sequence[int], number: int = 2) -> dict[Counts, Fraction]:
    """R5: what is drawn unseen from a bag, of each combination its probability."""
    found = {}
    for counts in _combinations(number, COLOURS):
        ways = 1
        for there, taken in zip(bag, counts, strict=True):
            ways *= comb(there, taken)
        if ways:
            found[counts] = Fraction(ways, comb(sum(bag), number))
    return found


def _combinations(number: int, colours: int) -> list[Counts]:
    if colours == 1:
        return [(number,)]
    firsts = range(number + 1)
    return [(n, *rest) for n in firsts for rest in _combinations(number - n, colours - 1)]
