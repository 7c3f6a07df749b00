"""Facts about `dwarfsim.stats`: oracles, exact coverage, invariances."""

import math
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import pairwise

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from scipy import integrate, special
from scipy import stats as scipy_stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from dwarfsim import stats

SHARES = np.array([0, 1 / 3, 1 / 2, 1])


def given(*strategies, examples=100):
    """`hypothesis.given` without a deadline: a busy machine is no error."""
    settings = hypothesis.settings(deadline=None, max_examples=examples)
    return lambda test: settings(hypothesis.given(*strategies)(test))


levels = st.floats(0.5, 0.999)
proportions = st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
share_counts = st.lists(st.integers(0, 10**6), min_size=4, max_size=4).filter(any)
outcomes = st.lists(st.integers(-1000, 1000), min_size=2, max_size=50)


def sums(integers, scale=1):
    return len(integers), sum(integers), sum(x * x for x in integers), scale


def share_sums(counts):
    """Exact sums of shares 0, 1/3, 1/2 and 1 with these counts."""
    sixths = (0, 2, 3, 6)
    return (
        sum(counts),
        sum(c * x for c, x in zip(counts, sixths, strict=True)),
        sum(c * x * x for c, x in zip(counts, sixths, strict=True)),
        6,
    )


def width(interval):
    return interval[1] - interval[0]


def mirrored(interval):
    return pytest.approx((1 - interval.high, 1 - interval.low), rel=1e-9, abs=1e-12)


def sequence_of_bits(s, n, alpha):
    return stats.bounded_sequence([0.0, 1.0], [n - s, s], 0, 1, alpha)


def test_import_is_light():
    code = "import sys, dwarfsim.stats; print({'scipy', 'statsmodels', 'pandas'} & {*sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


# Intervals for a fixed number of games


@given(proportions, levels)
def test_wilson_agrees_with_statsmodels(sn, level):
    expected = proportion_confint(*sn, alpha=1 - level, method="wilson")
    assert stats.wilson(*sn, level) == pytest.approx(expected, rel=1e-7, abs=1e-15)


def test_wilson_is_exact_at_the_ends():
    z2 = scipy_stats.norm.ppf(0.975) ** 2
    assert stats.wilson(0, 0) == (0, 1)
    assert stats.wilson(0, 50) == (0, pytest.approx(z2 / (50 + z2)))
    assert stats.wilson(50, 50) == (pytest.approx(50 / (50 + z2)), 1)


@given(share_counts, levels)
def test_share_interval_is_a_wilson_interval_of_more_games(counts, level):
    n, total, squares, scale = share_sums(counts)
    interval = stats.share_interval(n, total, squares, scale, level)
    mean = total / (n * scale)
    assert 0 <= interval.low <= mean <= interval.high <= 1
    assert width(interval) > 0
    # The same mean of 0/1 outcomes has the largest variance: that interval is the widest.
    assert width(interval) <= width(stats.share_interval(n, total, total * scale, scale, level))
    _, thirds, halves, ones = counts
    if thirds == halves == 0:
        assert interval == pytest.approx(stats.wilson(ones, n, level), rel=1e-9)


@given(share_counts)
def test_share_interval_is_symmetric(counts):
    n, total, squares, scale = share_sums(counts)
    mirror = n * scale - total, n * scale**2 - 2 * scale * total + squares
    interval = stats.share_interval(n, total, squares, scale)
    assert stats.share_interval(n, *mirror, scale) == mirrored(interval)


@pytest.mark.parametrize("ties", [0, 0.3, 0.8, 1])
def test_share_interval_covers_as_wilson_does(ties):
    """Exact coverage: all results of 60 games, each tied (1/2) with probability `ties`."""
    n, ps = 60, np.linspace(0.02, 0.98, 25)
    coverage = np.zeros(len(ps))
    tied, wins = np.mgrid[: n + 1, : n + 1]
    for t, w in zip(tied[tied + wins <= n], wins[tied + wins <= n], strict=True):
        # The mean is p: half of the ties are taken from the wins, half from the losses.
        half_tied = ties * np.minimum(ps, 1 - ps)
        table = np.stack([2 * half_tied, ps - half_tied, 1 - ps - half_tied], axis=-1)
        mass = np.exp(
            special.gammaln(n + 1)
            - special.gammaln(np.array([t, w, n - t - w]) + 1).sum()
            + special.xlogy([t, w, n - t - w], table).sum(-1)
        )
        low, high = stats.share_interval(n, t + 2 * w, t + 4 * w, 2)
        coverage += mass * ((low <= ps) & (ps <= high))
    # With ties = 1 and p = 1/2 all games are the same and the interval always covers.
    assert coverage.min() > 0.91
    assert coverage.mean() > 0.945


def test_share_interval_with_equal_shares_has_the_width_of_no_event():
    """n ties: what else may happen is a rare event not seen, of a rate below z^2 / n or so."""
    for n in (100, 10_000, 10**6):
        half = width(stats.share_interval(n, n, n, 2)) / 2
        assert half == pytest.approx(stats.wilson(0, n).high / 2, rel=0.05)


@given(outcomes, st.integers(1, 60), levels)
def test_mean_interval_agrees_with_scipy(integers, scale, level):
    values = np.array(integers) / scale
    estimate = stats.mean_interval(*sums(integers, scale), level)
    assert estimate.mean == pytest.approx(values.mean(), abs=1e-9)
    assert estimate.sd == pytest.approx(values.std(ddof=1), abs=1e-9)
    assert estimate.se == pytest.approx(scipy_stats.sem(values), abs=1e-9)
    if estimate.se:
        expected = scipy_stats.t.interval(level, len(values) - 1, values.mean(), estimate.se)
        assert estimate.interval == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_mean_interval_does_not_cancel():
    """A variance of 1/4 on a mean of 1e15 would be lost in floating-point sums of squares."""
    n, big = 10**6, 10**15
    total = n * big + n // 2
    squares = n // 2 * (big**2 + (big + 1) ** 2)
    assert stats.mean_interval(n, total, squares, 1).sd == pytest.approx(0.5, rel=1e-6)
    # Neither do sums of fixed-width integers overflow.
    many = np.int64(10**9)
    assert stats.mean_interval(many, many * 1000, many * 10**6 + many, 1).sd == pytest.approx(1)


def test_mean_interval_of_few_games():
    assert stats.mean_interval(1, 35, 35**2, 2)[0] == 17.5
    assert np.isnan(
        [stats.mean_interval(1, 35, 35**2, 2).se, *stats.mean_interval(0, 0, 0)[:3]]
    ).all()


@pytest.mark.parametrize("bad", [(-1, 0, 0), (2, 3, 1), (0, 0, 1), (5, 1, 1, 0), (2, 3, 5, 1, 1.0)])
def test_impossible_sums_are_refused(bad):
    with pytest.raises(ValueError):
        stats.mean_interval(*bad)


def test_impossible_shares_are_refused():
    for successes, n in [(-1, 5), (6, 5)]:
        with pytest.raises(ValueError):
            stats.wilson(successes, n)
    with pytest.raises(ValueError):
        stats.share_interval(2, 2, 4, 1)  # 0 and 2


@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=40), st.lists(st.integers(0, 20), max_size=5)
)
def test_quantiles_follow_their_definition(values, twentieths):
    bins = np.arange(9, -1, -1)  # the order of the bins does not matter
    counts = [values.count(b) for b in bins]
    expected = [
        min(v for v in values if 20 * sum(w <= v for w in values) >= k * len(values))
        for k in twentieths
    ]
    assert stats.quantiles(bins, counts, [Fraction(k, 20) for k in twentieths]) == expected
    assert stats.quantiles(bins, counts, [k / 20 for k in twentieths]) == expected


def test_quantiles_are_exact():
    # One game more or less of 1e18 decides; a tenth is a tenth, not the float above it.
    half = 5 * 10**17
    assert stats.quantiles([1, 2], [half, half], [0.5]) == [1]
    assert stats.quantiles([1, 2], [half - 1, half + 1], [0.5]) == [2]
    assert stats.quantiles(range(1, 11), [1] * 10, np.array([0.1, 0.3, 0.7])) == [1, 3, 7]
    assert np.isnan(stats.quantiles([1.0], [0], [0.5])).all()
    with pytest.raises(ValueError):
        stats.quantiles([1.0], [1], [1.5])


# Confidence sequences


@pytest.mark.parametrize(("s", "n", "prior"), [(0, 7, 0.5), (3, 20, 0.5), (40, 60, 1), (50, 50, 1)])
@pytest.mark.parametrize("alpha", [0.05, 0.3])
def test_binomial_sequence_ends_where_the_integrated_likelihood_ratio_does(s, n, prior, alpha):
    for end in stats.binomial_sequence(s, n, alpha, prior):
        if not 0 < end < 1:
            assert end == (0 if s == 0 else 1)
            continue
        ratio, _ = integrate.quad(
            lambda q, p=end: (q / p) ** s * ((1 - q) / (1 - p)) ** (n - s),
            0,
            1,
            weight="alg",  # times q^a (1 - q)^b
            wvar=(prior - 1, prior - 1),
        )
        assert ratio / special.beta(prior, prior) == pytest.approx(1 / alpha, rel=1e-6)


@given(
    proportions, st.floats(0.001, 0.5), st.sampled_from([stats.binomial_sequence, sequence_of_bits])
)
def test_sequences_are_symmetric_monotone_and_wider_than_exact_intervals(sn, alpha, sequence):
    s, n = sn
    interval = sequence(s, n, alpha)
    assert 0 <= interval.low <= s / n <= interval.high <= 1
    assert (interval.low == 0 or s > 0) and (interval.high == 1 or s < n)
    assert sequence(n - s, n, alpha) == mirrored(interval)
    assert width(sequence(s, n, alpha / 2)) >= width(interval) > 0
    if s < n:
        more = sequence(s + 1, n, alpha)
        assert more.low >= interval.low and more.high >= interval.high
    # What a sequence excludes, the tail at this n alone excludes at `alpha`: Clopper-Pearson.
    exact = proportion_confint(s, n, alpha=min(2 * alpha, 0.999), method="beta")
    assert interval.low <= exact[0] * (1 + 1e-9) and interval.high >= exact[1] * (1 - 1e-9)


def crossing_probability(sequence, means, alpha):
    """Exact probability that the sequence ever excludes the mean of `means`[:n], at every n."""
    mass, inside = np.ones(1), 1.0
    low = high = 0
    for n, (p, average) in enumerate(
        zip(means, np.cumsum(means) / np.arange(1, len(means) + 1), strict=True), start=1
    ):
        mass = np.append(mass * (1 - p), 0) + np.append(0, mass * p)
        # The successes whose interval holds the mean run from `low` to `high`.
        high += 1
        while low <= n and sequence(low, n, alpha).high < average:
            low += 1
        while high >= 0 and sequence(high, n, alpha).low > average:
            high -= 1
        mass[:low] = mass[high + 1 :] = 0
        inside = mass.sum()
    return 1 - inside


@pytest.mark.parametrize("sequence", [stats.binomial_sequence, sequence_of_bits])
@pytest.mark.parametrize("p", [0, 0.01, 0.5, 0.97, 1])
def test_sequences_hold_at_all_looks(sequence, p):
    """No simulation: the exact probability, with a look after every one of 300 games."""
    crossing = crossing_probability(sequence, [p] * 300, 0.2)
    assert crossing <= 0.2
    if p == 0.5:
        assert crossing > 0.02  # and not by being useless


def test_bounded_sequence_holds_for_games_of_different_means():
    assert 0 < crossing_probability(sequence_of_bits, [0.1, 0.9, 0.5] * 100, 0.2) <= 0.2


@pytest.mark.parametrize(
    "chances", [(0.6, 0.1, 0.1, 0.2), (0.97, 0.02, 0.01, 0), (0, 0.1, 0.8, 0.1), (0, 0, 1, 0)]
)
def test_bounded_sequence_holds_for_shares(chances):
    runs, alpha, mean = 400, 0.1, float(SHARES @ chances)
    rng = np.random.default_rng(1)
    counts, failed = np.zeros((runs, 4), dtype=int), np.zeros(runs, dtype=bool)
    sequence = cache(lambda *bins: stats.bounded_sequence(SHARES, bins, 0, 1, alpha))
    for games in (5, 5, 10, 20, 40, 80, 160, 320, 640, 1280, 10_000):
        counts += rng.multinomial(games, chances, size=runs)
        for run in np.flatnonzero(~failed):
            low, high = sequence(*counts[run].tolist())
            failed[run] = not low <= mean <= high
    assert failed.mean() <= alpha + 4 * math.sqrt(alpha * (1 - alpha) / runs)


@pytest.mark.parametrize("sequence", [stats.binomial_sequence, sequence_of_bits])
def test_a_lucky_start_is_not_believed(sequence):
    """100 games without a win: at least the rule of three, and no narrower than fixed n."""
    low, high = sequence(0, 100, 0.05)
    assert low == 0 and high > stats.wilson(0, 100).high > 3 / 100


@given(share_counts, st.floats(0.01, 0.99), st.integers(-100, 100), st.sampled_from([1, 4, 1024]))
def test_bounded_sequence_does_not_depend_on_the_unit(counts, alpha, low, size):
    unit = stats.bounded_sequence(SHARES, counts, 0, 1, alpha)
    low, values = low * size, (low + SHARES) * size
    expected = [low + size * end for end in unit]
    assert stats.bounded_sequence(values, counts, low, low + size, alpha) == pytest.approx(expected)
    assert stats.bounded_sequence(1 - SHARES, counts, 0, 1, alpha) == mirrored(unit)
    mean = SHARES @ counts / sum(counts)
    assert 0 <= unit.low <= mean * (1 + 1e-12) and mean * (1 - 1e-12) <= unit.high <= 1


@given(st.integers(0, 30), st.integers(0, 30), st.floats(0.05, 0.95))
def test_wealth_with_beta_weighted_bets_is_the_beta_binomial(s, f, m):
    """The same wealth, bet on the nodes of a Gauss rule: exact up to 2 * 40 - 1 games."""
    prior = 0.5
    nodes, weights = special.roots_jacobi(40, prior - 1, prior - 1)
    q = (1 + nodes) / 2
    bets = q / (1 - q) * (1 - m) / m - 1
    growth = s * np.log1p(bets)
    log_wealth = stats._log_wealth(growth, s + f, m, bets, np.log(weights / weights.sum()))
    closed = special.betaln(prior + s, prior + f) - special.betaln(prior, prior)
    closed -= s * math.log(m) + f * math.log1p(-m)
    assert log_wealth == pytest.approx(closed, abs=1e-8)


@pytest.mark.parametrize("p", [0.5, 0.2, 0.01])
def test_bounded_sequence_keeps_up_with_the_beta_binomial(p):
    for n, bound in [(10, 1.2), (100, 1.1), (1000, 1), (10**4, 0.92), (10**6, 0.82), (10**9, 0.71)]:
        s = round(p * n)
        bounded, binomial = sequence_of_bits(s, n, 0.05), stats.binomial_sequence(s, n, 0.05)
        assert width(bounded) < bound * width(binomial)
        if n >= 1000:
            assert 1.7 < width(bounded) / width(stats.wilson(s, n)) < 1.9


def test_bounded_sequence_profits_from_a_small_variance():
    counts = [100, 0, 9800, 100]  # a variance of 1/200, of 1/4 at most
    shares = stats.bounded_sequence(SHARES, counts, 0, 1, 0.05)
    assert width(shares) < 0.17 * width(sequence_of_bits(5000, 10_000, 0.05))
    assert width(shares) < 2 * width(stats.share_interval(*share_sums(counts)))


def test_bounded_sequence_at_the_bounds():
    assert stats.bounded_sequence([], [], -3, 5, 0.05) == (-3, 5)
    # An empty bin beyond the bounds is none of its business; a counted one is.
    low, high = stats.bounded_sequence([-3, 9], [1000, 0], -3, 5, 0.05)
    assert low == -3 and -3 < high < -2.9
    low, high = stats.bounded_sequence([5], [10**9], -3, 5, 0.05)
    assert 0 < 5 - low < 1e-6 and high == 5
    with pytest.raises(ValueError):
        stats.bounded_sequence([9], [1], -3, 5, 0.05)


def test_looks_are_absolute():
    for games in (1, 999, 1000, 1001, 123_456, 10**9):
        looks = stats.looks(games)
        assert looks[-1] == games and looks[:-1] == [k for k in stats.looks(10**10) if k < games]
    early = stats.looks(10**9)[:-1]
    assert early[0] == 1000 and not any(k % 1000 for k in early)
    for a, b in pairwise(early):
        assert 11 * a <= 10 * b < 11 * a + 10_000
    with pytest.raises(ValueError):
        stats.looks(0)


# Comparisons


def test_sidak_levels_multiply():
    assert stats.sidak(0.95, 7) ** 7 == pytest.approx(0.95)
    assert stats.sidak(0.95, 1) == stats.sidak(0.95, 0) == 0.95


@given(st.lists(st.floats(0, 1), max_size=8), examples=20)  # multipletests takes its time
def test_holm(pvalues):
    """Against its definition: the k-th smallest of m is multiplied by m - k + 1, then monotone."""
    adjusted = stats.holm(pvalues)
    largest = 0.0
    for rank, i in enumerate(np.argsort(pvalues, kind="stable")):
        largest = max(largest, min(1, (len(pvalues) - rank) * pvalues[i]))
        assert adjusted[i] == pytest.approx(largest)
    if pvalues:
        assert adjusted == multipletests(pvalues, method="holm")[1].tolist()


def test_holm_refuses_what_is_no_p_value():
    for bad in (math.nan, -0.1, 1.1):
        with pytest.raises(ValueError):
            stats.holm([0.5, bad])


@given(proportions, proportions, levels)
def test_difference_independent_agrees_with_statsmodels(first, second, level):
    expected = confint_proportions_2indep(*first, *second, method="newcomb", alpha=1 - level)
    interval = stats.difference_independent(*first, *second, level)
    assert interval == pytest.approx(expected, rel=1e-6, abs=1e-9)
    low, high = stats.difference_independent(*second, *first, level)
    assert interval == (-high, -low)


def test_difference_without_games_is_open():
    assert stats.difference_independent(0, 0, 3, 5) == (-1, 1)


@given(outcomes)
def test_difference_paired_is_about_the_differences(differences):
    expected = scipy_stats.ttest_1samp(differences, 0) if len(set(differences)) > 1 else None
    estimate = stats.difference_paired(*sums(differences), level=0.9)
    if expected:
        assert estimate.interval == pytest.approx(tuple(expected.confidence_interval(0.9)))
    assert stats.difference_paired(*sums([-d for d in differences]), level=0.9).interval == (
        -estimate.interval.high,
        -estimate.interval.low,
    )


# Numbers for people


@given(st.floats(-1e6, 1e6), st.floats(1e-9, 1e9))
def test_digits_show_two_digits_of_the_width(low, size):
    high = low + size
    if high - low < 1e-12:
        return
    shown = f"{high - low:.{stats.digits(low, high)}f}"
    significant = shown.replace(".", "").lstrip("0")
    assert len(significant) == 2 or (stats.digits(low, high) == 0 and len(significant) >= 2)


@pytest.mark.parametrize(
    ("numbers", "texts"),
    [
        ((0.22312, 0.22231, 0.22394), ("0.2231", "0.2223", "0.2239")),
        ((123456.7, 123000.2, 124000.3), ("123457", "123000", "124000")),
        ((0, -0.0001, 0.11), ("0.00", "0.00", "0.11")),
        ((0.5, 0.4502, 0.5498), ("0.50", "0.45", "0.55")),
        ((3, 3, 3), ("3", "3", "3")),
        ((100, 100, 100), ("100", "100", "100")),
        ((1 / 3, 1 / 3, 1 / 3), ("0.3333", "0.3333", "0.3333")),
        ((17.5, math.nan, math.nan), ("17.5", "nan", "nan")),
        ((1e20, 1e20, 1e20), ("1" + 20 * "0",) * 3),
        ((2, -math.inf, math.inf), ("2.0000", "-inf", "inf")),
    ],
)
def test_show(numbers, texts):
    assert stats.show(*numbers) == texts
