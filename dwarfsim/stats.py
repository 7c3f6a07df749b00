"""
Intervals, quantiles, comparisons and looks, on exact totals or a histogram.

The engine reduces games to exact integers per outcome: the number of games `n`, the `total` of the
integer outcomes, the total of their `squares`, and a `scale` (the outcome's value is its integer
over the scale). Variances are formed from these integers: nothing cancels. Or it gives a histogram:
`values` (the value of each bin) and `counts`, both of shape (k,).

Two kinds of interval are not interchangeable. `wilson`, `share_interval`, `mean_interval` and the
differences are for a number of games fixed beforehand, with a confidence `level`. The confidence
sequences `binomial_sequence` and `bounded_sequence`, of error `alpha`, hold at all looks at once:
with these a run may stop when it likes.

SciPy and statsmodels are imported where they are used: importing them is slow.
"""

import math
from fractions import Fraction
from operator import index
from typing import NamedTuple

import numpy as np


class Interval(NamedTuple):
    """The ends of an interval, in the outcome's unit."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A mean, its standard error, the sample standard deviation (n - 1), the mean's interval."""

    mean: float
    se: float
    sd: float
    interval: Interval


def _checked(n, total, squares, scale, level):
    """The sums as Python integers (they do not overflow); ValueError if no games have them."""
    n, total, squares, scale = map(index, (n, total, squares, scale))
    if n < 0 or scale < 1 or n * squares < total**2 or (n == 0 and squares):
        raise ValueError(f"no games have these sums: {n=}, {total=}, {squares=}, {scale=}")
    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, not {level}")
    return n, total, squares, scale


# Intervals for a fixed number of games


def wilson(successes, n, level=0.95):
    """
    The score interval of a probability (Wilson, J. Am. Stat. Assoc. 22 (1927) 209); (0, 1) for n=0.

    ValueError unless ``0 <= successes <= n`` and ``0 < level < 1``.
    """
    return share_interval(n, successes, successes, 1, level)  # 0 and 1 are their own squares


def share_interval(n, total, squares, scale, level=0.95):
    """
    The interval of a mean share: of an outcome in [0, 1], as 1 for a win and 1/2 for a tie of two.

    A share of mean m has at most the variance m (1 - m) of a 0/1 outcome, say r times as much. Then
    n games tell as much as n / r of a 0/1 outcome do, for which this is Wilson's interval (the
    "effective sample size" of Dean & Pagano, J. Surv. Stat. Methodol. 3 (2015) 484). The ratio r is
    estimated with z^2 / 2 more games of share 0 and as many of share 1 (the pseudo-games of Agresti
    & Coull, Am. Stat. 52 (1998) 119). It is 1 for 0/1 outcomes, about 1 while too few outcomes tell
    it, and never 0: nor is the width, even if all games gave the same share.

    (0, 1) without games; ValueError if no shares have these sums.
    """
    from scipy.special import ndtri

    n, total, squares, scale = _checked(n, total, squares, scale, level)
    if not 0 <= total <= n * scale or squares > total * scale:
        raise ValueError("a share lies between 0 and 1")
    if n == 0:
        return Interval(0.0, 1.0)
    z2 = float(ndtri((1 + level) / 2)) ** 2
    mean = (total / scale + z2 / 2) / (n + z2)
    square = (squares / scale**2 + z2 / 2) / (n + z2)
    ratio = min(1.0, (square - mean * mean) / (mean * (1 - mean)))
    # All m with (share - m)^2 <= z^2 m (1 - m) / (n / ratio):
    share, spread = total / (n * scale), z2 * ratio / n
    centre = (share + spread / 2) / (1 + spread)
    half = math.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    # The ends 0 and 1 are exact, where rounding would leave a residue.
    low = max(0.0, centre - half) if total else 0.0
    return Interval(low, min(1.0, centre + half) if total < n * scale else 1.0)


def mean_interval(n, total, squares, scale=1, level=0.95):
    """
    The mean with Student's t interval: an `Estimate`.

    What the games cannot tell is nan: with one game all but the mean, without games all. ValueError
    if no games have these sums.
    """
    from scipy.special import stdtrit

    n, total, squares, scale = _checked(n, total, squares, scale, level)
    mean = total / (n * scale) if n else math.nan
    if n < 2:
        return Estimate(mean, math.nan, math.nan, Interval(math.nan, math.nan))
    # A quotient of two integers is correctly rounded, however large they are.
    sd = math.sqrt((n * squares - total**2) / (n * (n - 1) * scale**2))
    se = sd / math.sqrt(n)
    half = float(stdtrit(n - 1, (1 + level) / 2)) * se
    return Estimate(mean, se, sd, Interval(mean - half, mean + half))


def quantiles(values, counts, probs):
    """
    The smallest values with a cumulative share of at least each of `probs`: list of float.

    Definition 1 of Hyndman & Fan, Am. Stat. 50 (1996) 361 (NumPy's "inverted_cdf"), decided in
    integers: 0.1 is one tenth, not the float above it. nan for an empty histogram; ValueError for
    a probability (float or Fraction) outside [0, 1].
    """
    order = np.argsort(values)
    cumulative = np.cumsum(np.asarray(counts, dtype=np.int64)[order])
    n = int(cumulative[-1]) if cumulative.size else 0
    probs = [Fraction(str(p)) for p in probs]
    if not all(0 <= p <= 1 for p in probs):
        raise ValueError("probabilities lie between 0 and 1")
    if n == 0:
        return [math.nan] * len(probs)
    ranks = [max(1, math.ceil(p * n)) for p in probs]
    return np.asarray(values, dtype=float)[order][np.searchsorted(cumulative, ranks)].tolist()


# Confidence sequences


def binomial_sequence(successes, n, alpha=0.05, prior=0.5):
    """
    The confidence sequence of a probability: the beta-binomial mixture.

    If p is true, the likelihood of a Beta(`prior`, `prior`) mixture over that of p,
    ``B(a + s, a + n - s) / B(a, a) / (p^s (1 - p)^(n - s))``, is a nonnegative martingale. With
    probability 1 - `alpha` it never reaches 1 / `alpha` (Ville 1939), so the p at which it has not
    are an interval that holds at all n at once (Robbins, Ann. Math. Stat. 41 (1970) 1397; Howard
    et al., Ann. Stat. 49 (2021) 1055). `bounded_sequence` is narrower from a thousand games on.

    (0, 1) without games; ValueError for impossible arguments.
    """
    s, n = index(successes), index(n)
    if not (0 <= s <= n and 0 < alpha < 1 and prior > 0):
        raise ValueError(f"no sequence for {s} of {n} at {alpha=}, {prior=}")
    return Interval(_least_p(s, n, alpha, prior), 1 - _least_p(n - s, n, alpha, prior))


def _least_p(s, n, alpha, a):
    from scipy.special import betaln

    if s == 0:
        return 0.0
    log_mixture = betaln(a + s, a + n - s) - betaln(a, a) + math.log(alpha)
    if s == n:
        return math.exp(log_mixture / n)
    return _root(lambda p: log_mixture - s * math.log(p) - (n - s) * math.log1p(-p), 1e-300, s / n)


def _root(function, low, high):
    from scipy.optimize import brentq

    # An end may be as small as alpha / n: the tolerance is relative, not absolute.
    return float(brentq(function, low, high, xtol=1e-300, rtol=1e-13, maxiter=1000))


# What `bounded_sequence` bets: that the odds of a larger outcome are 1 + bet times those of the
# mean. Ten log odds ratios a decade, from 1e-4 (1e9 games tell as little) to 10 (one game's worth).
_BETS = np.expm1(np.logspace(-4, 1, 51))
_LOG_WEIGHTS = np.full(_BETS.size, -math.log(_BETS.size))


def bounded_sequence(values, counts, low, high, alpha=0.05):
    """
    The confidence sequence of the mean of an outcome in [`low`, `high`], from its histogram.

    Map the outcome to x in [0, 1], and let m be the mean of x. For each g > -1 the product over the
    games of (1 + g x) / (1 + g m) is a nonnegative martingale: the wealth of one who bets that x is
    larger (g > 0) or smaller (g < 0) than m (Waudby-Smith & Ramdas, J. R. Stat. Soc. B 86 (2024)
    1). So is an average over fixed bets g, which for either sign never reaches 2 / `alpha` with
    probability 1 - `alpha` / 2 (Ville 1939). The average is a finite sum: no quadrature, no error.
    It is monotone in m and at most 1 at the observed mean: each end is a simple root.

    The bets are evenly spread over the orders of magnitude of log(1 + g), so the width is about
    1.8 times that for a fixed number of games, from 1e3 to 1e9 games (`alpha` 0.05). A smaller
    variance than that of 0/1 outcomes makes it narrower.

    The games' means may differ (seats that rotate): as log(1 + g m) is concave in m, the interval
    holds, at all looks, for the average of the means of the games so far.

    Parameters
    ----------
    values, counts : array_like, shape (k,)
    low, high : float
        Bounds that hold whatever happens, never taken from the games. ValueError if a counted value
        is beyond them.
    alpha : float
        The probability, at most, that the mean is ever outside.

    Returns
    -------
    Interval
        (`low`, `high`) without games.
    """
    counts = np.asarray(counts, dtype=float)  # exact up to 2^53 games
    x = (np.asarray(values, dtype=float)[counts > 0] - low) / (high - low)
    counts = counts[counts > 0]
    if not (low < high and 0 < alpha < 1 and np.all((x >= 0) & (x <= 1))):
        raise ValueError(f"outcomes must be in [{low}, {high}] and {alpha=} in (0, 1)")
    below, above = _least_mean(x, counts, alpha / 2), _least_mean(1 - x, counts, alpha / 2)
    return Interval(low + (high - low) * below, high - (high - low) * above)


def _least_mean(x, counts, alpha):
    """The smallest mean against which bets on larger outcomes have not won 1 / `alpha`."""
    n = counts.sum()
    growth = counts @ np.log1p(np.outer(x, _BETS))

    def excess(m):
        return _log_wealth(growth, n, m, _BETS, _LOG_WEIGHTS) + math.log(alpha)

    if excess(0.0) <= 0:
        return 0.0
    return _root(excess, 0.0, min(1.0, float(counts @ x) / n))


def _log_wealth(growth, n, m, bets, log_weights):
    """The logarithm of the average wealth against mean m; `growth` is that of each bet for m=0."""
    logs = growth - n * np.log1p(bets * m) + log_weights
    top = logs.max()
    return float(top + math.log(np.exp(logs - top).sum()))


def looks(max_games):
    """
    The numbers of games after which a precision run looks: list of int, ascending.

    From 1000 by steps of a tenth, rounded up to multiples of 1000, and at last `max_games`. But for
    this last they depend on nothing: neither chunks nor processes can change where a run stops.
    ValueError if `max_games` is below 1.
    """
    if max_games < 1:
        raise ValueError(f"a run has at least one game, not {max_games}")
    games, result = 1000, []
    while games < max_games:
        result.append(games)
        games += -(-games // 10_000) * 1000
    return [*result, max_games]


# Comparisons


def sidak(level, m):
    """The level of each of `m` intervals that are all to hold with `level` (Sidak 1967)."""
    return level ** (1 / max(1, m))


def holm(pvalues):
    """Holm's (1979) adjusted p-values, in the order given: list of float; ValueError for nan."""
    from statsmodels.stats.multitest import multipletests

    pvalues = np.asarray(pvalues, dtype=float)
    if not np.all((pvalues >= 0) & (pvalues <= 1)):
        raise ValueError("p-values lie between 0 and 1")
    return multipletests(pvalues, method="holm")[1].tolist() if pvalues.size else []


def difference_paired(n, total_d, squares_d, scale=1, level=0.95):
    """
    The mean difference of two outcomes of the same `n` games, from the sums of their differences.

    An `Estimate`, as of `mean_interval`: of zero width if all the differences are the same.
    """
    return mean_interval(n, total_d, squares_d, scale, level)


def difference_independent(successes1, n1, successes2, n2, level=0.95):
    """
    The interval of p1 - p2 of independent games (Newcombe, Stat. Med. 17 (1998) 873, method 10).

    (-1, 1) if a side has no games; ValueError as `wilson`.
    """
    low1, high1 = wilson(successes1, n1, level)
    low2, high2 = wilson(successes2, n2, level)
    if not (n1 and n2):
        return Interval(-1.0, 1.0)
    p1, p2 = successes1 / n1, successes2 / n2
    return Interval(
        p1 - p2 - math.hypot(p1 - low1, high2 - p2),
        p1 - p2 + math.hypot(high1 - p1, p2 - low2),
    )


# Numbers for people


def digits(low, high):
    """The decimals (0 to 15) that show an interval's width by two digits; 4 if it has no width."""
    if not 0 < high - low < math.inf:
        return 4
    # The exponent after rounding: a width of 0.0996 is 0.10.
    exponent = int(f"{high - low:.1e}".partition("e")[2])
    return min(max(1 - exponent, 0), 15)


def show(mean, low, high):
    """
    A mean and the ends of its interval as three strings, with the decimals of `digits`.

    Without a width the trailing zeros go: an exact 3 is "3".
    """
    texts = [f"{x:z.{digits(low, high)}f}" for x in (mean, low, high)]  # z: no "-0.00"
    if not high > low:
        texts = [text.rstrip("0").rstrip(".") for text in texts]
    return tuple(texts)
