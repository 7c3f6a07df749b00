"""
Differences between two cells whose games had the same luck.

Game k depends on (seed, k) alone, so that two cells of one seed can be compared game by game. Each
cell keeps its win outcomes for every game, a flag in one bit; any two can then be compared, and
nothing is played twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from . import stats
from .engine import play_range
from .errors import BadInput


@dataclass(frozen=True)
class Difference:
    """
    The mean of (first - second) over the games that both played.

    Attributes
    ----------
    mean, se, low, high : float
    p : float
        Of no difference, two-sided.
    games : int
    gain : float
        How many times as many games unpaired runs would have needed for the same error; nan where
        the games cannot tell.
    """

    mean: float
    se: float
    low: float
    high: float
    p: float
    games: int
    gain: float

    @property
    def sign(self) -> int:
        """1 or -1 where the interval has zero outside, else 0."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0

    def __neg__(self) -> "Difference":
        ends = -self.high, -self.low
        return Difference(-self.mean, self.se, *ends, self.p, self.games, self.gain)


def difference(first, second, scale: int = 1, flag: bool = True, level: float = 0.95) -> Difference:
    """
    Compare two outcomes game by game.

    A flag's interval is that of Bonett & Price (Stat. Med. 31 (2012) 2999), which has a width also
    where no game differs, and its p-value the exact one of McNemar's test; others have Student's t.

    Parameters
    ----------
    first, second : array_like of int
        Values of the same games, in units of 1 / `scale`; the longer one is cut.
    scale : int
    flag : bool
        Whether the values are 0 or 1.
    level : float
    """
    games = min(len(first), len(second))
    if games < 2:
        raise BadInput(f"a paired comparison needs at least 2 games of both, not {games}")
    a, b = np.asarray(first[:games], np.int64), np.asarray(second[:games], np.int64)
    d = a - b
    total, squares = int(d.sum()), int((d * d).sum())
    mean, se, _, (low, high) = stats.difference_paired(games, total, squares, scale, level)
    alone = [games * int((x * x).sum()) - int(x.sum()) ** 2 for x in (a, b)]
    both = games * squares - total**2
    gain = sum(alone) / both if both else float("nan")
    if flag:
        more, less = (squares + total) // 2, (squares - total) // 2
        low, high = _bonett_price(more, less, games, level)
        p = _mcnemar(more, less)
    else:
        from scipy.special import stdtr

        p = 2 * float(stdtr(games - 1, -abs(mean / se))) if se else float(total == 0)
    return Difference(mean, se, low, high, p, games, gain)


def _bonett_price(more: int, less: int, games: int, level: float) -> tuple[float, float]:
    from scipy.special import ndtri

    up, down = (more + 1) / (games + 2), (less + 1) / (games + 2)
    centre = up - down
    half = float(ndtri((1 + level) / 2)) * ((up + down - centre**2) / (games + 2)) ** 0.5
    return max(-1.0, centre - half), min(1.0, centre + half)


def _mcnemar(more: int, less: int) -> float:
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(more, less), more + less, 0.5))) if more + less else 1.0


def holm_signs(differences: Sequence[Difference], alpha: float = 0.05) -> list[int]:
    """The sign of each difference that survives Holm's correction, else 0."""
    adjusted = stats.holm([d.p for d in differences])
    return [
        (d.mean > 0) - (d.mean < 0) if p <= alpha else 0
        for d, p in zip(differences, adjusted, strict=True)
    ]


def paired(match_a, match_b, games: int, outcome: str = "", threads: int | None = None):
    """
    Play two matches over the games 0 to ``games - 1`` and compare an outcome, `a` minus `b`.

    Parameters
    ----------
    match_a, match_b : Match
        Of the same seed.
    games : int
    outcome : str
        By default the first win outcome, of the first seat.
    threads : int, optional

    Returns
    -------
    Difference
    """
    if match_a.seed != match_b.seed:
        raise BadInput(f"paired games have one seed, not {match_a.seed} and {match_b.seed}")
    columns = []
    for match in (match_a, match_b):
        number = next(
            i
            for i, slot in enumerate(match.slots)
            if (slot.outcome.name == outcome if outcome else slot.outcome.win)
        )
        column = np.empty(games, np.int64)

        def keep(first, values, column=column, number=number):
            column[first : first + len(values)] = values[:, number]

        play_range(match, 0, games, threads, keep_rows=keep)
        columns.append(column)
    slot = match_a.slots[number]
    return difference(*columns, slot.outcome.scale, slot.outcome.kind == "flag")
