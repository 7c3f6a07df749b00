"""Lengths of rounds by who wins, from what was kept of every round of a cell."""

import math

import numpy as np
from scipy.special import stdtr, stdtrit

from dwarfsim import stats
from dwarfsim.pairs import Difference

KEPT = ("turns", "paths_laid", "goals_turned", "deck_left")
WINNERS = {"digger": "winner_diggers", "selfish": "winner_selfish", "saboteur": "winner_saboteurs"}
GOLD = "gold"  # rounds in which it is found, whoever gets it
ALL = "all"


class Lengths:
    """
    What was kept of the rounds of a cell, whole and by who won.

    Parameters
    ----------
    played : study.Played
    """

    def __init__(self, played):
        self.players = played.cell.values["players"]
        self.games = played.totals.games
        self.values = {name: played.wins(name).astype(np.int64) for name in KEPT}
        self.where = {role: played.wins(name) > 0 for role, name in WINNERS.items()}
        self.where[GOLD] = ~self.where["saboteur"]
        self.where[ALL] = np.ones(self.games, bool)

    def of(self, outcome: str, who: str = ALL) -> np.ndarray:
        """An outcome of the rounds that somebody won."""
        return self.values[outcome][self.where[who]]

    def mean(self, outcome: str, who: str = ALL, level: float = 0.95) -> dict:
        """Its mean with Student's interval; nan where there are no rounds."""
        values = self.of(outcome, who)
        if len(values) < 2:
            return dict.fromkeys(("mean", "low", "high"), math.nan) | {"games": len(values)}
        total, squares = int(values.sum()), int((values * values).sum())
        mean, _, _, (low, high) = stats.mean_interval(len(values), total, squares, 1, level)
        return {"mean": mean, "low": low, "high": high, "games": len(values)}

    def share(self, outcome: str, value: int, who: str = ALL, level: float = 0.95) -> dict:
        """How often it has a value, with Wilson's interval."""
        values = self.of(outcome, who)
        count = int((values == value).sum())
        low, high = stats.wilson(count, len(values), level)
        return {"mean": count / max(1, len(values)), "low": low, "high": high, "games": len(values)}

    def quantiles(self, outcome: str, who: str, probs=(0.1, 0.9)) -> list[int]:
        """Values that are not passed in so many of the rounds."""
        values = np.sort(self.of(outcome, who))
        if not len(values):
            return [0] * len(probs)
        return [int(values[max(1, math.ceil(p * len(values))) - 1]) for p in probs]

    def apart(self, outcome: str, first: str, second: str, level: float = 0.95) -> Difference:
        """How far the mean of one's rounds is above that of the other's (Welch's interval)."""
        return welch(self.of(outcome, first), self.of(outcome, second), level)


def welch(first, second, level: float = 0.95) -> Difference:
    """The difference of the means of two independent samples."""
    sizes = len(first), len(second)
    if min(sizes) < 2:
        return Difference(0.0, math.inf, -math.inf, math.inf, 1.0, min(sizes), math.nan)
    parts = [max(float(np.var(x, ddof=1)), 1e-12) / len(x) for x in (first, second)]
    se = math.sqrt(sum(parts))
    free = sum(parts) ** 2 / sum(p * p / (n - 1) for p, n in zip(parts, sizes, strict=True))
    mean = float(np.mean(first) - np.mean(second))
    half = float(stdtrit(free, (1 + level) / 2)) * se
    p = 2 * float(stdtr(free, -abs(mean) / se))
    return Difference(mean, se, mean - half, mean + half, p, min(sizes), math.nan)
