"""What the studies of skill, of throws and of assumptions in Digger share: names and numbers."""

from collections.abc import Sequence

import numpy as np
from _seats import alone, fair, over_fair
from _words import apart, factor, interval, key, plus_minus, points, times, unbroken

from dwarfsim.game import SHARE
from dwarfsim.pairs import Difference, difference

__all__ = [
    "GAME",
    "MANY",
    "ORDINALS",
    "WHO",
    "alone",
    "apart",
    "factor",
    "fair",
    "interval",
    "key",
    "over_fair",
    "plus_minus",
    "points",
    "pooled",
    "sum_wins",
    "times",
    "unbroken",
]

GAME = "digger"
WHO = {
    "random": "a random player",
    "throws": "a thrower",
    "robber": "a robber",
    "casual": "a casual player",
    "stopper": "a stopper",
    "champion": "a champion",
}
MANY = {  # more than one of them
    "random": "random players",
    "throws": "throwers",
    "robber": "robbers",
    "casual": "casual players",
    "stopper": "stoppers",
    "champion": "champions",
}
ORDINALS = ("first", "second", "third", "fourth", "fifth")


def sum_wins(cells: Sequence, seats: Sequence[int]) -> np.ndarray:
    """For each game number the win share of one player summed over cells, in units."""
    return np.sum(
        [one.wins("win", seat).astype(np.int64) for one, seat in zip(cells, seats, strict=True)],
        axis=0,
    )


def pooled(first: np.ndarray, second, cells: int, level: float) -> Difference:
    """A difference of two sums over so many cells that played the same game numbers."""
    return difference(first, second, SHARE * cells, False, level)
