"""
When to stop: the turn's stopping problem, solved by dynamic programming.

The state is the felt time, the number of stones in the hand, and what they are worth. Stopping now
keeps what can still be stacked before the sand has run out; one more throw may add stones and loses
all if it ends too late. The player knows the hourglass and the scatter of its own clock, and that
the sand still runs. Left out: that the middle may lack a colour, thefts (a strategy weighs one at a
time, see `best_pick`), and that the dearest stones are stacked first: a stone is taken to be worth
the hand's mean. Felt time goes on at the clock's mean.
"""

from functools import cache
from math import comb

import numpy as np

from ...jit import kernel
from .exact import throws_by_singles

STONES = 24  # in the hand, at most
WORTHS = 96  # steps of what they are worth
MOST_TIMES = 320

# the head of the tables
_STEP, _UNIT, _TIMES, _HEAD = 0, 1, 2, 3


def tables(rules, knobs) -> np.ndarray:
    """
    The solved turn under these rules, for the value of water that `knobs` has.

    Returns
    -------
    ndarray of float, shape (3 + times * (STONES + 1) * (1 + WORTHS),)
        Seconds of a time step, points of a step of worth, number of time steps; for each time and
        number of stones the share of the hand that stopping keeps; then for each worth, too, what
        one more throw is worth. Both are multiplied by the probability that the sand still runs.
    """
    names = ("hourglass", "hourglass_sd", "throw_time", "throw_sd", "take_time", "take_sd")
    names += ("stack_time", "stack_sd", "clock_bias", "clock_noise")
    given = {name: rules[name] for name in names}
    for action in ("take", "stack"):
        if given[f"{action}_sd"] == "auto":
            given[f"{action}_sd"] = given[f"{action}_time"] / 4
    values = rules["white_values" if rules["box"] == "white" else "black_values"]
    return _solve(tuple(sorted(values)), float(knobs["water"]), **given)


@cache
def _solve(values, water, **given) -> np.ndarray:
    hourglass, throw = given["hourglass"], given["throw_time"] * given["clock_bias"]
    clock = _clock(given["clock_bias"], given["clock_noise"])
    last = float(clock[0][-1]) * (hourglass + 3 * given["hourglass_sd"])
    step = max(throw / 10, last / MOST_TIMES)
    times = int(last / step) + 1
    unit = max(1.0, sum(values)) / 15
    kept = _kept(step * np.arange(times), clock, given)
    going_on = np.zeros((times, STONES + 1, WORTHS))
    best = np.zeros_like(going_on)
    worths = unit * np.arange(WORTHS)
    gains = _gains(values, water, unit)
    taking = given["take_time"] * given["clock_bias"] / step
    throwing = _delays(step, throw, given["throw_sd"] * given["clock_bias"])
    delays = {stones: _delayed(throwing, stones * taking) for stones in gains}
    for now in range(times - 1, -1, -1):
        for stones, richer in gains.items():
            later = best[now + 1 : now + 1 + len(delays[stones])]
            after = np.tensordot(delays[stones][: len(later)], later, 1)
            more = np.minimum(np.arange(STONES + 1) + stones, STONES)
            going_on[now] += after[more] @ richer
        best[now] = np.maximum(going_on[now], kept[now][:, None] * worths)
    return np.concatenate([[step, unit, times], kept.ravel(), going_on.ravel()])


def _clock(bias: float, noise: float, points: int = 33) -> tuple[np.ndarray, np.ndarray]:
    """Felt over true time (A9): ascending values, each of the same probability."""
    from scipy.special import ndtri

    variance = np.log1p(noise**2)
    normal = ndtri((np.arange(points) + 0.5) / points)
    return bias * np.exp(np.sqrt(variance) * normal - variance / 2), np.full(points, 1 / points)


def _kept(times, clock, given) -> np.ndarray:
    """For each time and number of stones the mean share of them that stopping keeps (R3)."""
    from scipy.special import gammainc, ndtri

    factors, weights = clock
    spread = given["hourglass_sd"]
    sand = given["hourglass"] + spread * ndtri((np.arange(15) + 0.5) / 15) if spread else None
    sands = np.maximum(sand, 0.0) if spread else np.array([given["hourglass"]])
    mean, sd = given["stack_time"], given["stack_sd"]
    left = sands - times[:, None, None] / factors[None, :, None]
    stacked = np.zeros((len(times), STONES + 1))
    for number in range(1, STONES + 1):
        if sd > 0:
            shape, scale = number * (mean / sd) ** 2, sd**2 / mean
            in_time = np.where(left > 0, gammainc(shape, np.maximum(left, 0) / scale), 0.0)
        else:
            in_time = (left >= number * mean - 1e-9).astype(float)
        stacked[:, number] = (in_time.mean(axis=2) * weights).sum(axis=1)
    kept = np.zeros_like(stacked)
    kept[:, 1:] = np.cumsum(stacked[:, 1:], axis=1) / np.arange(1, STONES + 1)
    return kept


def _gains(values, water: float, unit: float) -> dict[int, np.ndarray]:
    """
    For each number of stones that one throw brings a matrix.

    It turns what hands are worth after the throw, by their worth then, into their share of the mean
    by their worth before. A stone of no worth stays where it is.
    """
    worths = [*values, water, None]  # None: the black face
    found = {}
    for faces in range(1 << 6):
        members = [worths[i] for i in range(6) if faces >> i & 1]
        taken = [w for w in members if w is not None and w > 0]
        probability = throws_by_singles()[len(members)] / (6**5 * comb(6, len(members)))
        matrix = found.setdefault(len(taken), np.zeros((WORTHS, WORTHS)))
        whole, part = divmod(sum(taken) / unit, 1.0)
        for steps, share in ((int(whole), 1 - part), (int(whole) + 1, part)):
            after = np.minimum(np.arange(WORTHS) + steps, WORTHS - 1)
            matrix[after, np.arange(WORTHS)] += probability * share
    return found


def _delays(step: float, mean: float, sd: float) -> np.ndarray:
    """The probabilities that a throw takes 1, 2, ... time steps."""
    from scipy.stats import gamma

    if sd <= 0:
        return _delayed(np.ones(1), mean / step - 1)
    shape, scale = (mean / sd) ** 2, sd**2 / mean
    edges = gamma.cdf((np.arange(int((mean + 6 * sd) / step) + 3) - 0.5) * step, shape, scale=scale)
    chances = np.diff(edges)
    chances[1] += chances[0]
    return chances[1:]


def _delayed(chances: np.ndarray, steps: float) -> np.ndarray:
    """The same some time steps later; a part of a step is shared between its neighbours."""
    whole, part = divmod(max(0.0, steps), 1.0)
    found = np.zeros(len(chances) + int(whole) + 1)
    found[int(whole) : -1] += (1 - part) * chances
    found[int(whole) + 1 :] += part * chances
    return found


# ------------------------------------------------------------------------------ in the kernel


@kernel
def _time(tables, felt):
    return min(np.int64(max(0.0, felt) / tables[_STEP] + 0.5), np.int64(tables[_TIMES]) - 1)


@kernel
def worth_of_stopping(tables, felt, stones, worth):
    """The points that a hand brings on average if it is stacked now."""
    number = min(stones, STONES)
    return tables[_HEAD + _time(tables, felt) * (STONES + 1) + number] * worth


@kernel
def worth_of_throwing(tables, felt, stones, worth):
    """The points that a hand brings on average after one more throw, played on at best."""
    times = np.int64(tables[_TIMES])
    number = min(stones, STONES)
    row = _HEAD + times * (STONES + 1)
    row += (_time(tables, felt) * (STONES + 1) + number) * WORTHS
    at = min(max(0.0, worth) / tables[_UNIT], WORTHS - 1.001)
    low = np.int64(at)
    return tables[row + low] + (at - low) * (tables[row + low + 1] - tables[row + low])


@kernel
def worth_of_hand(tables, felt, stones, worth):
    """The better of both."""
    stopping = worth_of_stopping(tables, felt, stones, worth)
    return max(stopping, worth_of_throwing(tables, felt, stones, worth))
