"""Gold of a head of each role, from how the rounds of a cell ended; what gold would be fair."""

import math
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri, stdtr

from dwarfsim.games.selfish_dwarf import DEALT
from dwarfsim.games.selfish_dwarf.rules import TO_DIGGER, TO_HERO, TO_SELFISH
from dwarfsim.pairs import Difference

SABOTEURS, HERO, SHARED, SELFISH = range(4)  # endings: who wins; a digger may lay the last card
READINGS = {"table": (4, 3, 3), "sentence": (4, 4, 4)}  # of the saboteurs' gold (R9)


class Numbers(NamedTuple):
    """The gold of a saboteur and of the Selfish Dwarf; gold-diggers have theirs as printed."""

    saboteur: float
    selfish: float = TO_SELFISH


class Rounds:
    """
    How the rounds of a cell ended: four ways, of which each round has one.

    Whatever gold a role is given, its mean is a sum over these shares, so that errors and
    correlations are exact, and no round is played again for other numbers.

    Parameters
    ----------
    played : study.Played
        With the Selfish Dwarf.
    """

    def __init__(self, played):
        self.players = played.cell.values["players"]
        self.saboteurs, self.diggers, _ = DEALT[self.players]
        self.games = n = played.totals.games
        wins = {
            name: round(n * played.estimate(f"winner_{name}")["mean"])
            for name in ("saboteurs", "diggers", "selfish")
        }
        gold = n * played.estimate("gold_digger")["mean"]
        extra = (TO_HERO - TO_DIGGER) / self.diggers  # of a head, if a gold-digger was the last
        heroes = round((gold - TO_DIGGER * wins["diggers"]) / extra)
        ends = [wins["saboteurs"], heroes, wins["diggers"] - heroes, wins["selfish"]]
        self.shares = np.array(ends, float) / n

    @staticmethod
    def differs(players: int) -> bool:
        """Whether the readings differ at a table."""
        return len({gold[DEALT[players][0] - 1] for gold in READINGS.values()}) > 1

    def printed(self, reading: str) -> Numbers:
        """The gold that a reading of the rules gives at this table."""
        return Numbers(READINGS[reading][self.saboteurs - 1])

    def payoffs(self, numbers: Numbers) -> dict[str, np.ndarray]:
        """Gold of a head of each role by ending."""
        hero = TO_DIGGER + (TO_HERO - TO_DIGGER) / self.diggers
        return {
            "saboteur": np.array([numbers.saboteur, 0.0, 0.0, 0.0]),
            "digger": np.array([0.0, hero, TO_DIGGER, 0.0]),
            "selfish": np.array([0.0, 0.0, 0.0, numbers.selfish]),
        }

    def mean(self, values: np.ndarray, level: float = 0.95) -> Difference:
        """The mean of a number that hangs on the ending alone, with its interval."""
        mean = float(self.shares @ values)
        spread = max(0.0, float(self.shares @ values**2) - mean**2)
        se = max(math.sqrt(spread / (self.games - 1)), 1e-12)
        return self._normal(mean, se, level)

    def gold(self, role: str, numbers: Numbers, level: float = 0.95) -> Difference:
        """The mean gold of a head of a role."""
        return self.mean(self.payoffs(numbers)[role], level)

    def order(self, numbers: Numbers) -> list[str]:
        """The roles from the one whose head expects most."""
        pay = self.payoffs(numbers)
        return sorted(pay, key=lambda role: -float(self.shares @ pay[role]))

    def _gap(self, numbers: Numbers) -> np.ndarray:
        pay, order = self.payoffs(numbers), self.order(numbers)
        return pay[order[0]] - pay[order[-1]]

    def gap(self, numbers: Numbers, level: float = 0.95) -> Difference:
        """How much more gold the best role expects than the worst."""
        return self.mean(self._gap(numbers), level)

    def widening(self, first: Numbers, second: Numbers, level: float = 0.95) -> Difference:
        """By how much the gap is wider with the first numbers than with the second."""
        return self.mean(self._gap(first) - self._gap(second), level)

    def fair(self, role: str, level: float = 0.95) -> Difference:
        """
        The logarithm of the gold with which a role expects what a gold-digger expects.

        Gold-diggers never win together with the role, so that the covariance of both means is
        minus their product; the error is that of first order.
        """
        digger = self.payoffs(Numbers(0))["digger"]
        share = float(self.shares[SABOTEURS if role == "saboteur" else SELFISH])
        share = max(share, 0.5 / self.games)
        mean = max(float(self.shares @ digger), 0.5 / self.games)
        square = float(self.shares @ digger**2)
        variance = square / mean**2 - 1 + (1 - share) / share + 2
        return self._normal(math.log(mean / share), math.sqrt(variance / self.games), level)

    @cached_property
    def even(self) -> Numbers:
        """The numbers with which all roles expect the same."""
        return Numbers(*(math.exp(self.fair(role).mean) for role in ("saboteur", "selfish")))

    @cached_property
    def whole(self) -> Numbers:
        """The whole numbers next to them."""
        return Numbers(*(max(1, round(number)) for number in self.even))

    def _normal(self, mean: float, se: float, level: float) -> Difference:
        half = float(ndtri((1 + level) / 2)) * se
        p = 2 * float(stdtr(self.games - 1, -abs(mean) / se))
        return Difference(mean, se, mean - half, mean + half, p, self.games, float("nan"))
