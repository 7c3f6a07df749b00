"""
From exact totals to tidy rows: one for each cell, outcome, seat and index.

These rows are what ``--json``, CSV, parquet, tables, figures and studies are made of.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

from . import stats
from .totals import Slot, Totals

QUANTILES = {"p10": 0.1, "p50": 0.5, "p90": 0.9}


def estimate(slot: Slot, number: int, totals: Totals, level: float = 0.95) -> dict:
    """
    Mean, standard error, standard deviation, interval and quantiles of one slot.

    Win rates have a Wilson interval, shares its generalisation, the others Student's t. What
    the games cannot tell is None.

    Returns
    -------
    dict
        ``games, mean, se, low, high, sd, p10, p50, p90``, in the outcome's unit.
    """
    n, total = totals.counts[number], totals.sums[number]
    squares, scale = totals.squares[number], slot.outcome.scale
    mean, se, sd, interval = stats.mean_interval(n, total, squares, scale, level)
    if slot.outcome.kind == "flag":
        interval = stats.wilson(total, n, level)
    elif slot.outcome.kind == "share":
        interval = stats.share_interval(n, total, squares, scale, level)
    values, counts = totals.of(number, slot)
    quantiles = stats.quantiles(values, counts, QUANTILES.values())
    if slot.open:
        quantiles = [math.nan if q == values[-1] else q for q in quantiles]
    found = {"games": n, "mean": mean, "se": se, "low": interval.low, "high": interval.high}
    found |= {"sd": sd, **dict(zip(QUANTILES, quantiles, strict=True))}
    return {key: _plain(value) for key, value in found.items()}


def sequence(slot: Slot, number: int, totals: Totals, alpha: float = 0.05) -> stats.Interval:
    """The interval of a win outcome or another bounded one that holds at every look."""
    n, total = totals.counts[number], totals.sums[number]
    if slot.outcome.kind == "flag":
        return stats.binomial_sequence(total, n, alpha)
    values, counts = totals.of(number, slot)
    low, bin_width = slot.low / slot.outcome.scale, (slot.width - 1) / slot.outcome.scale
    high = values[-1] + bin_width
    below = stats.bounded_sequence(values, counts, low, high, alpha)
    if not bin_width:
        return below
    # a real value lies between the ends of its bin
    above = stats.bounded_sequence(values + bin_width, counts, low, high, alpha)
    return stats.Interval(below.low, above.high)


def _plain(value):
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def rows(
    cell: Mapping,
    slots: Sequence[Slot],
    totals: Totals,
    sequential: Iterable[int] = (),
    alpha: float = 0.05,
) -> list[dict]:
    """
    The tidy rows of a cell.

    Parameters
    ----------
    cell : mapping
        ``game``, ``set``, ``seats`` and ``roles``, as the user gave them.
    slots, totals
        Of its games.
    sequential : iterable of int
        Slots whose interval is the confidence sequence: those that decided when to stop.
    alpha : float
        The error of these sequences.
    """
    sequential, made = set(sequential), []
    for number, slot in enumerate(slots):
        found = estimate(slot, number, totals)
        if number in sequential:
            low, high = sequence(slot, number, totals, alpha)
            found |= {"low": low, "high": high}
        made.append(
            {
                "game": cell["game"],
                "set": cell["set"],
                "seats": cell["seats"],
                "outcome": slot.outcome.name,
                "seat": slot.seat,
                "roles": cell["roles"],
                "index": slot.index,
                **found,
                "unfinished": totals.sums[-1],
            }
        )
    return made


def flat(row: Mapping, game) -> dict:
    """A row without nesting: parameters as ``set.NAME``, roles as ``role.NAME``."""
    made = {}
    for key, value in row.items():
        if key == "set":
            for name, setting in value.items():
                text = isinstance(setting, tuple | list)
                made[f"set.{name}"] = game.parameter(name).show(setting) if text else setting
        elif key == "roles":
            made |= {f"role.{name}": who for name, who in value.items()}
        else:
            made[key] = value
    return made
