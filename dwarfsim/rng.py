"""
Random streams from (seed, game, purpose, index), each by itself.

The generator is SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014): word i of a stream is a hash of ``key + (i + 1) * GOLDEN``. So a stream is one number,
passed by value, and any word of it can be had without those before it. The key of a stream is again
a hash, of the seed, the game's index, the purpose and an index within the purpose: nothing that one
seat draws can move a card or a die of another.

All constants are uint64: an int64 beside a uint64 would turn into a float in compiled code. What a
kernel returns to Python is an int: make it a np.uint64 again before another kernel gets it.
"""

import math

import numpy as np

from .jit import kernel

SETUP = 0  # purpose: what is laid out before the first turn
CHANCE = 1  # purpose: later chance, indexed by turn and throw, or by reshuffle
SEATS = 2  # purpose SEATS + s: the own choices of seat s, indexed by decision

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_GAME = np.uint64(0xD1342543DE82EF95)
_STREAM = np.uint64(0xDA942042E4DD58B5)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32, _S11 = (np.uint64(s) for s in (30, 27, 31, 32, 11))
_LOW = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)
_TWO32 = np.uint64(1 << 32)
_TO_UNIT = 2.0**-53


@kernel
def mix(x):
    """SplitMix64's output function, a bijection of the 64-bit words."""
    x = (x ^ (x >> _S30)) * _MIX1
    x = (x ^ (x >> _S27)) * _MIX2
    return x ^ (x >> _S31)


@kernel
def game_key(seed, k):
    """The key of game `k` under `seed` (both uint64); different for all games of a seed."""
    return mix(mix(seed + GOLDEN) + k * _GAME)


@kernel
def stream(game, purpose, index):
    """
    The key of one stream of a game.

    Parameters
    ----------
    game : uint64
        From `game_key`.
    purpose : int
        `SETUP`, `CHANCE`, or ``SEATS + seat``.
    index : int
        Which of the purpose's streams: a reshuffle, a turn, a decision (below 2**32).
    """
    return mix(np.uint64(game) + ((np.uint64(purpose) << _S32) + np.uint64(index) + _ONE) * _STREAM)


@kernel
def word(key, draw):
    """The 64 random bits number `draw` (0, 1, ...) of a stream."""
    return mix(np.uint64(key) + (np.uint64(draw) + _ONE) * GOLDEN)


@kernel
def below(key, draw, n):
    """
    A whole number from 0 to n - 1, each equally likely (Lemire 2019: multiply and reject).

    Parameters
    ----------
    key : uint64
        A stream, such as a strategy's ``me.luck``.
    draw : int
        Which draw of the stream; give every draw of a decision its own number.
    n : int
        From 1 to 2**31.
    """
    n = np.uint64(n)
    bits = word(key, draw)
    product = (bits >> _S32) * n
    if product & _LOW < n:
        threshold = (_TWO32 - n) % n
        while product & _LOW < threshold:
            bits = mix(bits + GOLDEN)
            product = (bits >> _S32) * n
    return np.int64(product >> _S32)


@kernel
def _unit(bits):
    """The real number from [0, 1) that a word stands for, a multiple of 2**-53."""
    return np.float64(bits >> _S11) * _TO_UNIT


@kernel
def uniform(key, draw):
    """A real number from [0, 1), a multiple of 2**-53."""
    return _unit(word(key, draw))


@kernel
def shuffle(items, n, key):
    """Put the first `n` of `items` into a uniformly random order, in place (Fisher-Yates)."""
    for i in range(n - 1):
        j = i + below(key, i, n - i)
        items[i], items[j] = items[j], items[i]


def _layers(count: int = 256, tail: float = 3.6541528853610088, area: float = 0.00492867323399):
    """
    Right edges of the layers of equal area under exp(-x²/2), and its values there.

    The lowest layer has the tail beside it, so that its edge stands further out than `tail`.
    """
    edges = np.zeros(count + 1)
    edges[:2] = area / math.exp(-0.5 * tail * tail), tail
    for i in range(2, count):
        height = area / edges[i - 1] + math.exp(-0.5 * edges[i - 1] ** 2)
        edges[i] = math.sqrt(-2.0 * math.log(height))
    return edges, np.exp(-0.5 * edges * edges)


_EDGES, _HEIGHTS = _layers()


@kernel
def normal(key, draw):
    """
    A standard normal number (Marsaglia & Tsang 2000, the ziggurat with 256 layers).

    The layer comes from bits that the number does not use, as in Doornik's form of 2005.
    """
    bits = word(key, draw)
    while True:
        layer = np.int64(bits & np.uint64(255))
        x = np.float64(np.int64(bits) >> 11) * 2.0**-52 * _EDGES[layer]
        if abs(x) < _EDGES[layer + 1]:  # in the layer's part that lies wholly under the curve
            return x
        if layer == 0:
            return math.copysign(_beyond(bits), x)
        bits = mix(bits + GOLDEN)
        height = _HEIGHTS[layer] + _unit(bits) * (_HEIGHTS[layer + 1] - _HEIGHTS[layer])
        if height < math.exp(-0.5 * x * x):
            return x
        bits = mix(bits + GOLDEN)


@kernel
def _beyond(bits):
    """A normal number of the tail, beyond the lowest layer (Marsaglia 1964)."""
    while True:
        bits = mix(bits + GOLDEN)
        more = -math.log(1.0 - _unit(bits)) / _EDGES[1]
        bits = mix(bits + GOLDEN)
        if -2.0 * math.log(1.0 - _unit(bits)) > more * more:
            return _EDGES[1] + more


@kernel
def gamma(key, draw, mean, sd):
    """
    A gamma number of this mean and standard deviation (Marsaglia & Tsang 2000).

    Parameters
    ----------
    key : uint64
    draw : int
        The first of the numbers it uses; leave 64 free.
    mean, sd : float
        The mean above 0. An `sd` of no more than 1e-12 of it gives the mean itself.
    """
    if sd <= 1e-12 * mean:
        return mean
    shape = (mean / sd) ** 2
    scale = sd * sd / mean
    if shape < 1.0:  # a gamma of one more, times a power of a uniform number (their section 6)
        scale *= (1.0 - uniform(key, draw)) ** (1.0 / shape)
        shape += 1.0
        draw += 1
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = normal(key, draw)
        u = 1.0 - uniform(key, draw + 1)
        draw += 2
        v = (1.0 + c * x) ** 3
        if u < 1.0 - 0.0331 * (x * x) * (x * x):  # what the next test accepts, too, and cheaper
            return d * v * scale
        if v > 0.0 and math.log(u) < 0.5 * x * x + d * (1.0 - v + math.log(v)):
            return d * v * scale
