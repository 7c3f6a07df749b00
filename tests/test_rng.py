"""The generator against published numbers and a second implementation; independent streams."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats

from dwarfsim import rng
from dwarfsim.jit import kernel
from dwarfsim.rng import CHANCE, SEATS, SETUP

ALL = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
WORDS = st.integers(0, ALL)
slowly = settings(deadline=None)  # the first call compiles
SEEDS = (0, 1, 2, 1 << 32, 1 << 63, ALL)


# ------------------------------------------------------- a second implementation, in whole numbers


def mix(x):
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & ALL
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & ALL
    return x ^ x >> 31


def unmix(x):
    """The word that `mix` turns into x."""
    x ^= x >> 31 ^ x >> 62
    x = x * pow(0x94D049BB133111EB, -1, 1 << 64) & ALL
    x ^= x >> 27 ^ x >> 54
    x = x * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & ALL
    return x ^ x >> 30 ^ x >> 60


def key_of(bits):
    """The stream whose first word is `bits`."""
    return np.uint64((unmix(bits) - GOLDEN) & ALL)


def below(bits, n, half=32, following=lambda bits: mix((bits + GOLDEN) & ALL)):
    """Lemire's bounded draw from the upper half of `bits`; None for "draw again" without more."""
    size = 1 << half
    while True:
        product = (bits >> half) * n
        if product % size >= size % n:
            return product // size
        bits = following(bits)
        if bits is None:
            return None


def test_published_vectors():
    # the first outputs for the seed 1234567 (Vigna's splitmix64.c; Rosetta Code prints them)
    wanted = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [int(rng.word(np.uint64(1234567), i)) for i in range(5)] == wanted


@slowly
@given(WORDS)
@example(0)
@example(ALL)
def test_mix(x):
    assert int(rng.mix(np.uint64(x))) == mix(x)
    assert unmix(mix(x)) == x  # so mix is a bijection


@slowly
@given(WORDS, WORDS, st.integers(0, 1000), st.integers(0, (1 << 32) - 2))
def test_keys_and_words(seed, k, purpose, index):
    game = mix((mix((seed + GOLDEN) & ALL) + k * 0xD1342543DE82EF95) & ALL)
    assert int(rng.game_key(np.uint64(seed), np.uint64(k))) == game
    key = mix((game + ((purpose << 32) + index + 1) * 0xDA942042E4DD58B5) & ALL)
    assert int(rng.stream(np.uint64(game), purpose, index)) == key
    word = mix((key + (index + 1) * GOLDEN) & ALL)
    assert int(rng.word(np.uint64(key), index)) == word
    assert int(rng.word(np.uint64(key), np.uint64(index))) == word
    assert rng.uniform(np.uint64(key), index) == (word >> 11) / (1 << 53)


def game_key(seed, k):
    """As `rng.game_key`, as a word that other kernels take."""
    return np.uint64(rng.game_key(np.uint64(seed), np.uint64(k)))


def test_a_small_key_is_taken_as_it_is():
    """An int that stands for a word must not turn the sums into floats."""
    assert rng.word(12345, 0) == rng.word(np.uint64(12345), 0)
    assert rng.stream(12345, 1, 2) == rng.stream(np.uint64(12345), 1, 2)


# --------------------------------------------------------------------------------- bounded draws


@pytest.mark.parametrize("n", range(1, 129))
def test_the_bounded_draw_is_exact_in_eight_bits(n):
    """All 256 words: each answer comes equally often, and as few words as can be are rejected."""
    answers = [below(bits << 8, n, 8, lambda bits: None) for bits in range(256)]
    assert [answers.count(value) for value in range(n)] == [256 // n] * n
    assert answers.count(None) == 256 % n


@slowly
@given(WORDS, st.integers(1, 1 << 31))
def test_below(bits, n):
    assert rng.below(key_of(bits), 0, n) == below(bits, n)


@pytest.mark.parametrize("n", [3 << 29, (1 << 31) - 1, 0x55555556, 1000003, 6])
def test_below_at_the_border_of_rejection(n):
    """Words on both sides of every kind of border: accepted or rejected as they should be."""
    borders = {-(-(value << 32) // n) for value in (0, 1, 2, n // 2, n - 2, n - 1)}
    highs = {(b + d) % (1 << 32) for b in borders for d in range(-3, 4)}
    rejected = 0
    for high in highs:
        for low in (0, 12345):
            bits = high << 32 | low
            rejected += below(bits, n, following=lambda bits: None) is None
            assert rng.below(key_of(bits), 0, n) == below(bits, n)
    assert rejected


@kernel
def bounded(key, n, bins, counts):
    """Counts the answers of many draws, in equal bins."""
    width = n // bins
    for draw in range(400_000):
        counts[rng.below(key, draw, n) // width] += 1


@pytest.mark.parametrize("n", [1, 2, 3, 6, 10, 52, 3 << 29])  # the last rejects every fourth word
def test_below_is_uniform(n):
    counts = np.zeros(n if n < 100 else 48, np.int64)
    bounded(game_key(3, n), n, len(counts), counts)
    assert counts.sum() == 400_000
    assert len(counts) == 1 or stats.chisquare(counts).pvalue > 1e-5


@kernel
def shuffled(key, n, items):
    """Shuffles many times; a line each."""
    for row in range(items.shape[0]):
        for i in range(n):
            items[row, i] = i
        rng.shuffle(items[row], n, rng.stream(key, CHANCE, row))


def test_all_orders_are_equally_likely():
    items = np.full((48_000, 6), 9, np.int64)
    shuffled(game_key(4, 0), 4, items)
    assert (items[:, 4:] == 9).all()  # beyond the first n nothing moves
    orders = list(map(tuple, items[:, :4].tolist()))
    counts = [orders.count(order) for order in permutations(range(4))]
    assert sum(counts) == len(orders)
    assert stats.chisquare(counts).pvalue > 1e-5


# ---------------------------------------------------------------------------------- real numbers


@kernel
def reals(key, kind, mean, sd, out):
    """Many uniform, normal or gamma numbers."""
    for i in range(out.shape[0]):
        own = rng.stream(key, CHANCE, i)
        if kind == 0:
            out[i] = rng.uniform(own, i % 7)
        elif kind == 1:
            out[i] = rng.normal(own, i % 7)
        else:
            out[i] = rng.gamma(own, i % 7, mean, sd)


def sample(kind, mean=0.0, sd=1.0, size=100_000):
    out = np.empty(size)
    reals(game_key(5, kind), kind, mean, sd, out)
    return out


def agrees(numbers, law):
    """Kolmogorov-Smirnov, mean, and variance against a law of scipy."""
    n = len(numbers)
    assert stats.kstest(numbers, law.cdf).pvalue > 1e-5
    assert abs(numbers.mean() - law.mean()) < 4.5 * law.std() / math.sqrt(n)
    kurtosis = float(law.stats("k")) + 2
    assert abs(numbers.var() / law.var() - 1) < 4.5 * math.sqrt(kurtosis / n)


def test_uniform():
    numbers = sample(0)
    assert numbers.min() >= 0 and numbers.max() < 1
    assert (numbers * 2**53 % 1 == 0).all()
    agrees(numbers, stats.uniform())
    assert rng.uniform(key_of(0), 0) == 0 and rng.uniform(key_of(ALL), 0) == 1 - 2**-53


def test_normal():
    agrees(sample(1), stats.norm())


def test_normal_far_out():
    """The two tails beyond the ziggurat's lowest layer, and the shape of each."""
    edge = float(rng._EDGES[1])
    numbers = sample(1, size=4_000_000)
    beyond = np.abs(numbers[np.abs(numbers) > edge])
    expected = 2 * stats.norm.sf(edge) * len(numbers)
    assert abs(len(beyond) - expected) < 4.5 * math.sqrt(expected)
    assert stats.kstest(stats.norm.sf(beyond) / stats.norm.sf(edge), "uniform").pvalue > 1e-5
    assert stats.binomtest(int((numbers > edge).sum()), len(beyond)).pvalue > 1e-5


@pytest.mark.parametrize("layer", [0, 1, 100, 255])
def test_normal_at_the_ends_of_a_layer(layer):
    """Words whose number is 0, the largest and the smallest of a layer."""
    for bits in (layer, (1 << 63) - 256 + layer, (1 << 63) + layer, (1 << 64) - 256 + layer):
        assert math.isfinite(rng.normal(key_of(bits), 0))


def test_layers_of_the_ziggurat_have_the_same_area():
    edges, heights = rng._EDGES, rng._HEIGHTS
    areas = edges[1:-1] * (heights[2:] - heights[1:-1])  # above the lowest
    tail = math.sqrt(2 * math.pi) * stats.norm.sf(edges[1])
    assert np.allclose(areas, edges[1] * heights[1] + tail, rtol=1e-9)
    assert edges[0] * heights[1] == pytest.approx(edges[1] * heights[1] + tail, rel=1e-9)


@pytest.mark.parametrize("mean, sd", [(5.0, 1.0), (2.0, 2.0), (10.0, 9.0), (1.0, 2.0), (3.0, 7.0)])
def test_gamma(mean, sd):
    """Shapes (mean / sd)**2 from 25 to 0.18: above and below 1."""
    numbers = sample(2, mean, sd)
    assert (numbers >= 0).all()
    agrees(numbers, stats.gamma((mean / sd) ** 2, scale=sd**2 / mean))


def test_gamma_of_almost_no_spread():
    assert (sample(2, 7.0, 0.0, 100) == 7).all()
    assert (sample(2, 7.0, 1e-200, 100) == 7).all()
    narrow = sample(2, 7.0, 1e-6)
    assert abs(narrow.std() / 1e-6 - 1) < 0.02 and abs(narrow.mean() - 7) < 1e-7


# ------------------------------------------------------------------------------- many streams


@kernel
def keys_of_games(seed, out):
    """The keys of the first games."""
    for k in range(out.shape[0]):
        out[k] = rng.game_key(seed, np.uint64(k))


@kernel
def all_words(seed, games, purposes, indices, draws, out):
    """Words of all streams, draws fastest."""
    i = 0
    for k in range(games):
        game = rng.game_key(seed, np.uint64(k))
        for purpose in range(purposes):
            for index in range(indices):
                key = rng.stream(game, purpose, index)
                for draw in range(draws):
                    out[i] = rng.word(key, draw)
                    i += 1


@pytest.mark.parametrize("seed", SEEDS)
def test_games_of_a_seed_have_their_own_keys(seed):
    keys = np.empty(200_000, np.uint64)
    keys_of_games(np.uint64(seed), keys)
    assert len(np.unique(keys)) == len(keys)


def test_the_first_and_last_seed_and_game():
    corners = [(s, k) for s in SEEDS for k in (0, 1, ALL)]
    keys = {int(game_key(s, k)) for s, k in corners}
    assert len(keys) == len(corners) and 0 not in keys


def test_no_word_twice():
    words = np.empty(1_000_000, np.uint64)
    all_words(np.uint64(6), 125, 10, 20, 20, words[:500_000])
    all_words(np.uint64(7), 125, 10, 20, 20, words[500_000:])
    assert len(np.unique(words)) == len(words)


def flips(one, other):
    """How often each of the 64 bits differs."""
    bits = np.unpackbits((one ^ other).view(np.uint8)).reshape(-1, 64)
    return bits.mean(axis=0)


@pytest.fixture(scope="module")
def words():
    """Words by (seed, game, purpose, index, draw)."""
    out = np.empty((2, 50, 5, 20, 5), np.uint64)
    for seed in range(2):
        all_words(np.uint64(seed), 50, 5, 20, 5, out[seed].reshape(-1))
    return out


@pytest.mark.parametrize("axis", range(5))
def test_neighbours_differ_in_half_of_their_bits(words, axis):
    """Next seed, game, purpose, index, draw: each bit flips with probability a half."""
    steps = np.moveaxis(words, axis, 0)
    shares = flips(steps[:-1].reshape(-1), steps[1:].reshape(-1))
    n = steps[1:].size
    assert np.abs(shares - 0.5).max() < 5 * 0.5 / math.sqrt(n)


@pytest.mark.parametrize("axis", range(5))
def test_neighbours_are_uncorrelated(words, axis):
    """Every bit of a word against every bit of its neighbour."""
    steps = np.moveaxis(words, axis, 0)
    one, other = (
        2.0 * np.unpackbits(part.reshape(-1).view(np.uint8)).reshape(-1, 64) - 1
        for part in (steps[:-1], steps[1:])
    )
    assert np.abs(one.T @ other).max() < 5.5 * math.sqrt(len(one))


@pytest.mark.parametrize("bit", [0, 1, 31, 32, 62, 63])
@pytest.mark.parametrize("what", ["seed", "game", "key"])
def test_avalanche(what, bit):
    """One bit of the input changes each bit of the output with probability a half."""
    change = np.uint64(1 << bit)
    shares = []
    for i in range(4000):
        x = np.uint64(mix(i))
        if what == "seed":
            pair = game_key(x, i), game_key(x ^ change, i)
        elif what == "game":
            pair = game_key(9, x), game_key(9, x ^ change)
        else:
            pair = rng.word(x, 3), rng.word(x ^ change, 3)
        shares.append(int(pair[0]) ^ int(pair[1]))
    shares = flips(np.array(shares, np.uint64), np.zeros(len(shares), np.uint64))
    assert np.abs(shares - 0.5).max() < 5 * 0.5 / math.sqrt(4000)


def test_purposes_are_apart():
    """Neither a seat's number nor a large index leads into another purpose's streams."""
    game = game_key(1, 1)
    last = (1 << 32) - 2
    keys = [
        int(rng.stream(game, purpose, index))
        for purpose in (SETUP, CHANCE, *range(SEATS, SEATS + 10))
        for index in (0, 1, 1000, last)
    ]
    assert len(set(keys)) == len(keys)
