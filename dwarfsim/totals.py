"""
What games add up to: exact whole numbers, equal for any order of adding.

Every number that a game yields (an outcome, of a seat, at an index) has a *slot*. Outcomes are
whole numbers (shares in 2520ths, reals in units of 1 / scale), so that counts, sums, sums of
squares and histograms are exact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .game import Game, Outcome

UNFINISHED = Outcome("unfinished", "the game reached its cap on turns", kind="flag")
MOST_BINS = 1 << 14
HALF = 21  # bits: values below 2**(2 * HALF) have squares that a block adds up exactly


@dataclass(frozen=True)
class Slot:
    """One number that every game yields: an outcome, of a seat, at an index."""

    outcome: Outcome
    seat: int | None
    index: int | None
    low: int  # in units of 1 / scale, the lowest value of the first bin
    width: int  # of a bin, in these units
    bins: int
    offset: int  # of its first bin in the histogram
    open: bool  # whether its last bin also holds whatever lies beyond


def slots_of(game: Game, values: Mapping) -> tuple[Slot, ...]:
    """All slots, in the order of the outcomes; seats before indices."""
    slots, offset = [], 0
    for outcome in (*game.outcomes, UNFINISHED):
        low, high, size = outcome.extent(values)
        low, high = low * outcome.scale, high * outcome.scale
        if max(-low, high) >= 1 << 2 * HALF:
            raise ValueError(f"{outcome.name}: values of 2**{2 * HALF} units and more; scale less")
        width = 1 if outcome.kind != "real" else -(-(high - low + 1) // MOST_BINS)
        bins = min(-(-(high - low + 1) // width), MOST_BINS)
        beyond = not outcome.bounded or low + bins * width <= high
        for seat in range(game.seats(values)) if outcome.seat else (None,):
            for index in range(size) if outcome.index else (None,):
                slots.append(Slot(outcome, seat, index, low, width, bins, offset, beyond))
                offset += bins
    return tuple(slots)


class Totals:
    """
    Exact sums over games.

    Attributes
    ----------
    games : int
    counts, sums, squares : ndarray of object (Python ints), shape (slots,)
        Games that reached the slot, sum of its values, sum of their squares, in its units.
    histogram : ndarray of int64
        Games by value, all slots one behind the other.
    """

    def __init__(self, games, counts, sums, squares, histogram):
        self.games = games
        self.counts, self.sums, self.squares = counts, sums, squares
        self.histogram = histogram

    @classmethod
    def empty(cls, slots: Sequence[Slot]) -> "Totals":
        """No games yet."""
        size = slots[-1].offset + slots[-1].bins
        nothing = [np.array([0] * len(slots), dtype=object) for _ in range(3)]
        return cls(0, *nothing, np.zeros(size, np.int64))

    def add(self, other: "Totals") -> None:
        """Add the games of another in place."""
        self.games += other.games
        self.counts = self.counts + other.counts
        self.sums = self.sums + other.sums
        self.squares = self.squares + other.squares
        self.histogram += other.histogram

    def of(self, number: int, slot: Slot) -> tuple[np.ndarray, np.ndarray]:
        """Values (floats) and counts of the bins of slot `number`."""
        counts = self.histogram[slot.offset : slot.offset + slot.bins]
        units = slot.low + slot.width * np.arange(slot.bins)
        return units / slot.outcome.scale, counts
