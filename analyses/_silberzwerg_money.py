"""What the studies of money, prices and assumptions in Silberzwerg share."""

from collections.abc import Mapping, Sequence

import numpy as np

from dwarfsim import stats, words
from dwarfsim.game import SHARE

PLAYERS = 4
RUNGS = ("random", "miner", "trader", "smith", "schemer", "champion")
STRONG = ("smith", "schemer", "champion")  # they plan: a game takes them longer
REPORTED = (450, 600)  # talers with which four competent players end, as they tell


def share(won: np.ndarray, seats: int = 1, level: float = 0.95) -> dict:
    """Mean and interval of the wins of so many seats together, given as the sum of a game."""
    won = np.asarray(won, np.int64)
    whole = SHARE  # the most that several seats can win together
    total, squares = int(won.sum()), int((won * won).sum())
    ends = stats.share_interval(len(won), total, squares, whole, level)
    mean = total / len(won) / whole
    return {"mean": mean, "low": ends.low, "high": ends.high, "games": len(won), "seats": seats}


def ends(found) -> tuple[float, float, float]:
    """Mean and interval, of a mapping, a row of a DataFrame or a record."""
    if hasattr(found, "keys"):
        return found["mean"], found["low"], found["high"]
    return found.mean, found.low, found.high


def talers(found) -> str:
    """An amount with its interval: ``255 (253 to 257)``."""
    mean, low, high = ends(found)
    digits = words.decimals((high - low) / 2) if high > low else 0
    texts = [f"{x:z.{digits}f}".replace("-", "−") for x in (mean, low, high)]
    return f"{texts[0]} ({texts[1]} to {texts[2]})" if high > low else texts[0]


def negative(found: Mapping) -> dict:
    """A mean with its interval, with the other sign."""
    return {"mean": -found["mean"], "low": -found["high"], "high": -found["low"]}


def cell(found, digits: int = 0) -> str:
    """``255 ± 2``, for a table."""
    mean, low, high = ends(found)
    text = f"{mean:z.{digits}f}".replace("-", "−")
    return f"{text} ± {(high - low) / 2:.{digits}f}" if high > low else text


def apart(first, second) -> int:
    """1 or -1 where the intervals do not meet, else 0: the sign of first less second."""
    (_, low, high), (_, other, most) = ends(first), ends(second)
    return int(low > most) - int(high < other)


def fresh(won: np.ndarray, used: int) -> np.ndarray:
    """The games after those by which a choice was made; all where few are left (a quick look)."""
    return won[used:] if len(won) >= 2 * used else won


def ranked(found: Mapping, key=lambda one: one["mean"]) -> list:
    """The names, the largest mean first."""
    return sorted(found, key=lambda name: -key(found[name]))


def joined(names: Sequence[str]) -> str:
    """Names in code."""
    return words.listed(f"`{name}`" for name in names)
