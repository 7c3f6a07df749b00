"""What all studies share: differences, figures' keys, and numbers in words."""

import math
from collections.abc import Mapping, Sequence

from dwarfsim import figures, stats, words
from dwarfsim.pairs import Difference, holm_signs

# ------------------------------------------------------------------------------------ numbers


def apart(first, second, outcome: str, seat: int | None = None, level: float = 0.95) -> Difference:
    """
    The difference of two means, first minus second.

    Only wins are kept game by game. That both cells had the same luck is not used: the standard
    errors are added, which is wide enough however the games hang together.
    """
    found = [one.estimate(outcome, seat) for one in (first, second)]
    se = max(found[0]["se"] + found[1]["se"], 1e-12)
    return _unpaired(found[0]["mean"] - found[1]["mean"], se, found, level)


def _unpaired(mean: float, se: float, found: Sequence, level: float) -> Difference:
    from scipy.special import ndtri, stdtr

    games = min(one["games"] for one in found)
    half = float(ndtri((1 + level) / 2)) * se
    p = 2 * float(stdtr(games - 1, -abs(mean) / se))
    return Difference(mean, se, mean - half, mean + half, p, games, float("nan"))


def factor(changed, base, outcome: str, level: float = 0.95) -> Difference:
    """
    The logarithm of the ratio of two means, first to second; as unpaired as `apart`.

    A mean of nothing seen counts as half of one in all games.
    """
    found = [one.estimate(outcome) for one in (changed, base)]
    means = [max(one["mean"], 0.5 / one["games"]) for one in found]
    errors = [max(one["se"], 0.5 / one["games"]) / m for one, m in zip(found, means, strict=True)]
    return _unpaired(math.log(means[0] / means[1]), sum(errors), found, level)


def signs_of(differences: dict) -> dict:
    """The sign of each difference that survives Holm's correction for all of them, else 0."""
    return dict(zip(differences, holm_signs(list(differences.values()))))


def simultaneous(points: int) -> float:
    """The level of each of so many intervals that shall hold together at 95 %."""
    return stats.sidak(0.95, points)


# ------------------------------------------------------------------------------------ figures


def key(figure, looks: Mapping) -> None:
    """A legend to the right of a figure, of markers without lines."""
    styles = {name: {**look, "linestyle": "none"} for name, look in looks.items()}
    figures.legend(figure, list(looks), styles, loc="outside right upper")


# -------------------------------------------------------------------------------------- words


def interval(found) -> str:
    """A share in percent with its interval, from an estimate or a difference."""
    get = found.get if isinstance(found, Mapping) else lambda key: getattr(found, key)
    return words.percent_interval(get("mean"), get("low"), get("high"))


def points(found: Difference) -> str:
    """The size of a difference in points, with its interval."""
    low, high = sorted((abs(found.low), abs(found.high)))
    if found.low < 0 < found.high:
        return words.points(found.mean, found.low, found.high)
    mean, _, rest = words.points(abs(found.mean), low, high).removeprefix("+").partition(" ")
    return f"{mean} points {rest}"


def plus_minus(mean: float, low: float, high: float, scale=100, digits=1, sign=False) -> str:
    """``49.0 ± 0.5``, for a column of so many decimals; with more where all of them would be 0."""
    half = scale * (high - low) / 2
    if 0 < half < 0.5 * 10**-digits:
        digits = words.decimals(half)
    text = f"{scale * mean:{'+' if sign else ''}z.{digits}f}".replace("-", "−")
    return f"{text} ± {half:.{digits}f}"


def times(found: Mapping) -> str:
    """A factor with its interval, from its logarithm: ``×1.46 (1.45 to 1.47)``."""
    mean, low, high = (math.exp(found[key]) for key in ("mean", "low", "high"))
    if high < 0.01:
        return "below ×0.01"
    digits = min(max(words.decimals((high - low) / 2), 1), 3)
    return f"×{mean:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def unbroken(title: str) -> str:
    """A title whose percent signs stay with their numbers."""
    return title.replace(" %", "\u00a0%")
