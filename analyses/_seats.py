"""What studies of seats share: tables, shares of the wins, and where a curve crosses a level."""

from typing import NamedTuple

import numpy as np
from scipy.special import ndtri, stdtr

from dwarfsim import figures
from dwarfsim.game import SHARE
from dwarfsim.pairs import Difference, difference


def alone(one: str, crowd: str, players: int = 4) -> str:
    """A table of one player among others of another kind."""
    return ",".join([one, *[crowd] * (players - 1)])


# ------------------------------------------------------------------------- shares of the wins


def fair(played) -> int:
    """An equal share of the win, in its units."""
    return SHARE // played.cell.values["players"]


def over_fair(played, seat: int = 0, level: float = 0.95) -> Difference:
    """How far a seat's mean share of the win is above an equal one."""
    won = played.wins("win", seat)
    return difference(won, np.full(len(won), fair(played)), SHARE, False, level)


def between(played, seat: int, other: int, level: float = 0.95) -> Difference:
    """The difference between two seats of one table, game by game."""
    return difference(played.wins("win", seat), played.wins("win", other), SHARE, False, level)


def tied(played) -> np.ndarray:
    """Of each game 1 if several won, else 0."""
    first = [played.wins("win", seat) for seat in range(played.cell.values["players"])]
    return np.any([(won > 0) & (won < SHARE) for won in first], axis=0).astype(np.int64)


class Ratio(NamedTuple):
    """A mean over some seats of some games, its interval, and the p-value of a fair share."""

    mean: float
    low: float
    high: float
    p: float
    games: int


def ratio(wins, chosen, fair: float, level: float = 0.95) -> Ratio:
    """
    The mean win share of the chosen seats: both arrays are of shape (games, seats).

    The seats of one game are not independent: the error is that of a ratio of sums over games.
    """
    shares = (wins * chosen).sum(1) / SHARE
    counts = chosen.sum(1)
    games, total = len(counts), counts.sum()
    if total == 0:
        return Ratio(np.nan, np.nan, np.nan, 1.0, 0)
    mean = shares.sum() / total
    se = float(np.sqrt(((shares - mean * counts) ** 2).sum() * games / (games - 1)) / total)
    half = float(ndtri((1 + level) / 2)) * se
    p = 2 * float(stdtr(games - 1, -abs(mean - fair) / se)) if se else 1.0
    low, high = max(0.0, mean - half), min(1.0, mean + half)
    return Ratio(float(mean), low, high, p, int((counts > 0).sum()))


# ---------------------------------------------------------------------------------- crossings


class Crossing(NamedTuple):
    """Where a curve crosses a level, and the ends of the interval; nan where it does not."""

    at: float
    low: float
    high: float
    begins: int  # above (1) or below (-1) the level at the left end, as far as is sure; else 0
    ends: int  # and at the right end


def crossing(x, low, mean, high, level: float) -> Crossing:
    """
    Where a curve with a confidence band crosses a level for the first time.

    Between its points the curve is taken to be straight. The interval holds all places where the
    band has the level in it, from the first to the last.
    """
    x = np.asarray(x, float)
    order = np.argsort(x)
    x = x[order]
    low, mean, high = (np.asarray(y, float)[order] - level for y in (low, mean, high))
    at = _roots(x, mean)
    inside = [*_roots(x, low), *_roots(x, high)]
    inside += [place for place, a, b in zip(x, low, high) if a <= 0 <= b]
    begins, ends = (int(low[k] > 0) - int(high[k] < 0) for k in (0, -1))
    if not at:
        return Crossing(np.nan, np.nan, np.nan, begins, ends)
    return Crossing(at[0], min(inside), max(inside), begins, ends)


def _roots(x, y) -> list[float]:
    found = []
    for k in range(len(x) - 1):
        a, b = y[k], y[k + 1]
        if a * b < 0:
            found.append(float(x[k] - a * (x[k + 1] - x[k]) / (b - a)))
        elif b == 0 or (k == 0 and a == 0):
            found.append(float(x[k + 1] if b == 0 else x[k]))
    return found


# -------------------------------------------------------------------------------- in pictures


def fair_line(axes, share: float, text: str = "", side: str = "right") -> None:
    """A line at the share of each if all win alike."""
    axes.axhline(share, color=figures.INK, linewidth=0.7, zorder=1)
    axes.annotate(
        text,
        (1 if side == "right" else 0.01, share),
        xycoords=("axes fraction", "data"),
        xytext=(0, 2),
        textcoords="offset points",
        ha=side,
        va="bottom",
        fontsize=6.5,
    )
