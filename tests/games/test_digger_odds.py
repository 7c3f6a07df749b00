"""Digger by numbers: the odds of throws, exact lengths of games, symmetry, times as they fall."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import exp, log1p, sqrt

import numpy as np
import pytest
from scipy import stats

from dwarfsim.game import Strategy
from dwarfsim.games.digger import exact
from dwarfsim.games.digger import rules as dg
from dwarfsim.games.digger.strategies import take_dry, until_late
from dwarfsim.jit import kernel
from dwarfsim.match import Match
from dwarfsim.players import Player

from .digger_record import GAME, events, log, match, means, rows

THROWS = list(product(range(6), repeat=5))
LONG = {"hourglass": 1e5}


def singles(dice):
    """The faces that show exactly once."""
    return frozenset(face for face in dice if sum(other == face for other in dice) == 1)


def fits(found, expected) -> bool:
    """Chi-square, wrong once in a million; neighbouring cells of less than ten are joined."""
    cells, have, want = [], 0, 0.0
    for one, other in zip(found, expected, strict=True):
        have, want = have + one, want + other
        if want >= 10:
            cells.append((have, want))
            have, want = 0, 0.0
    if cells and want:
        cells[-1] = (cells[-1][0] + have, cells[-1][1] + want)
    statistic = sum((h - w) ** 2 / w for h, w in cells)
    assert len(cells) > 1
    return statistic <= stats.chi2.isf(1e-6, len(cells) - 1)


# ------------------------------------------------------------------------------ exact, enumerated


def test_throws_by_faces_and_by_singles():
    found = Counter(map(singles, THROWS))
    assert exact.throws_by_faces() == dict(found)
    by_number = Counter(map(len, map(singles, THROWS)))
    assert exact.throws_by_singles() == tuple(by_number[n] for n in range(7))
    five, four_one, full_house = 6, 5 * 6 * 5, 10 * 6 * 5
    triple, two_pairs, pair, different = 10 * 6 * 5 * 4, 15 * 6 * 5 * 4, 10 * 6 * 5 * 4 * 3, 720
    none, one = five + full_house, four_one + two_pairs
    assert exact.throws_by_singles() == (none, one, triple, pair, 0, different, 0)


@pytest.mark.parametrize("face", range(6))
def test_usable(face):
    found = sum(face in singles(dice) for dice in THROWS)
    assert exact.usable(face) == Fraction(found, 7776) == Fraction(3125, 7776)


@pytest.mark.parametrize("steal", [False, True])
@pytest.mark.parametrize("water", [False, True])
def test_stones_a_throw(steal, water):
    found = Counter()
    for dice in THROWS:
        once = singles(dice)
        stones = [c for c in once if c != 5 and (c != 0 or (water and not steal))]
        found[len(stones) if 5 in once or not steal else 0] += 1
    assert exact.stones_a_throw(steal, water) == {
        n: Fraction(count, 7776) for n, count in found.items()
    }


@pytest.mark.parametrize("values", [(3, 3, 4, 5), (2, 3, 4, 6), (0, 0, 0, 1)])
def test_worth_of_a_throw(values):
    found = sum(sum(values[c - 1] for c in singles(dice) if 0 < c < 5) for dice in THROWS)
    assert exact.worth_of_throw(values) == Fraction(found, 7776)
    assert exact.worth_of_throw(values) == sum(values) * Fraction(3125, 7776)


def test_mean_turns_by_hand():
    p = Fraction(3125, 7776)
    assert exact.mean_turns(1) == 10 / p == Fraction("24.8832")
    assert exact.mean_turns(3, water=1) == 1 / (1 - (1 - p) ** 3)
    # two throws, two stones: none, one (then one more is wanted), or both in a turn
    none, one = (1 - p) ** 2, 2 * p * (1 - p)
    assert exact.mean_turns(2, water=2) == (1 + one * exact.mean_turns(2, water=1)) / (1 - none)


@pytest.mark.parametrize("throws", [1, 3, 6])
def test_turns_of_game_add_up(throws):
    chances = exact.turns_of_game(throws, most=20 + 180 // throws)
    assert abs(1 - float(sum(chances))) < 1e-12
    mean = sum(n * p for n, p in enumerate(chances))
    assert float(mean) == pytest.approx(float(exact.mean_turns(throws)), rel=1e-9)
    assert not any(chances[: -(-10 // throws)])


# ---------------------------------------------------------------------- the kernel's usable faces


def test_the_kernel_knows_every_throw():
    rules = dg.rules(GAME.values({}))
    for number in range(7776):
        dice = [number // 6**place % 6 for place in range(5)]
        assert int(dg.usable(rules, number)) == sum(1 << face for face in singles(dice))


# ------------------------------------------------------------------------------ lengths of games


def check_turns(throws, games, seed=1):
    settings = LONG if throws > 1 else {}
    found = rows(f"throws:{throws}", games, seed, **settings)
    turns = found["turns"]
    error = turns.std() / games**0.5
    assert abs(turns.mean() - float(exact.mean_turns(throws))) < 4.5 * error
    assert (found["throws"] == throws * turns).all()
    assert (found["unfinished"] == 0).all() and (found["busts"] == 0).all()
    most = 10 + 100 // throws
    chances = [float(p) for p in exact.turns_of_game(throws, most=most)]
    counts = np.bincount(np.minimum(turns, most + 1).astype(int), minlength=most + 2)
    assert fits(counts, [games * p for p in (*chances, 1 - sum(chances))])


@pytest.mark.parametrize("throws", [1, 2, 3, 5, 8])
def test_games_last_as_long_as_they_should(throws):
    check_turns(throws, 20_000)


@pytest.mark.heavy
@pytest.mark.parametrize("throws", [1, 2, 3, 5, 8])
def test_a_million_games_last_as_long_as_they_should(throws):
    check_turns(throws, 1_000_000, seed=2)


@pytest.mark.parametrize("stones", [1, 4, 20])
def test_games_with_other_stones_last_as_long_as_they_should(stones):
    mean, error = means("throws:2", 10_000, stones_per_colour=stones, **LONG)["turns"]
    assert abs(mean - float(exact.mean_turns(2, water=stones))) < 4.5 * error


@pytest.mark.parametrize("water", [1, 4, 20])
def test_games_with_other_water_last_as_long_as_they_should(water):
    mean, error = means("throws:2", 10_000, water_stones=water, **LONG)["turns"]
    assert abs(mean - float(exact.mean_turns(2, water=water))) < 4.5 * error


def test_as_much_water_as_of_the_other_colours_is_the_default():
    default = means("robber:5", 500, stones_per_colour=12)
    assert means("robber:5", 500, stones_per_colour=12, water_stones=12) == default
    assert means("robber:5", 500, stones_per_colour=12, water_stones=13) != default


@pytest.mark.parametrize("throws", [1, 5, 9])
def test_turns_throws_and_busts_do_not_depend_on_the_number_of_players(throws):
    tables = [rows(f"throws:{throws}", 2_000, players=n) for n in (2, 3, 4, 5)]
    for other in tables[1:]:
        for outcome in ("turns", "throws", "busts"):
            assert (other[outcome] == tables[0][outcome]).all()
    assert throws == 1 or tables[0]["busts"].sum() > 0


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("strategy", ["throws:5", "robber:6"])
def test_against_itself_each_place_wins_its_share_when_seats_rotate(strategy, players):
    games = 6_000
    found = match(strategy, 5, rotate=True, players=players)
    wins = np.zeros((games, len(found.slots)), np.int64)
    found.worker().play(0, games, wins)
    for seat, slot in enumerate(s for s in found.slots if s.outcome.name == "win"):
        shares = wins[:, found.slots.index(slot)] / slot.outcome.scale
        assert slot.seat == seat
        error = shares.std() / games**0.5
        assert abs(shares.mean() - 1 / players) < 4.5 * error
    first = rows(strategy, games, 5, players=players)["win_0"]
    assert strategy != "throws:5" or first.mean() > 1 / players + 0.1  # without rotation it is not


# ------------------------------------------------------------------------------ dice and times


def long_turn(games, **settings):
    """Turns of a thousand throws; the first throws come from `games` games."""
    for k in range(games):
        yield log("dry:1000", k, max_turns=1, **(LONG | settings))


def test_all_throws_are_equally_likely_and_independent():
    dice, pairs = Counter(), Counter()
    for told in long_turn(250):
        thrown = told["dice"][told["event"] == dg.THROWN].astype(int)
        assert len(thrown) == 1000
        dice.update(thrown)
        pairs.update(zip(thrown[:-1] % 36, thrown[1:] // 216, strict=True))
        pairs_of_turn = len(thrown) - 1
    assert fits([dice[n] for n in range(7776)], [250_000 / 7776] * 7776)
    cells = [pairs[p] for p in product(range(36), repeat=2)]
    assert fits(cells, [250 * pairs_of_turn / 1296] * 1296)


def test_first_throws_of_turns_and_games_are_uniform():
    """Each die of the first throw of turns 1 to 10 of many games, and against the turn before."""
    faces, after = Counter(), Counter()
    for k in range(400):
        told = log("dry:1", k, max_turns=10)
        thrown = told["dice"][told["event"] == dg.THROWN].astype(int)
        for number in thrown:
            faces.update((place, number // 6**place % 6) for place in range(5))
        after.update(zip(thrown[:-1] % 6, thrown[1:] % 6, strict=True))
    for place in range(5):
        assert fits([faces[place, face] for face in range(6)], [4_000 / 6] * 6)
    assert fits([after[p] for p in product(range(6), repeat=2)], [3_600 / 36] * 36)


def spans(seats, games, event, **settings):
    """Seconds that each action of a kind took."""
    found = []
    for k in range(games):
        told = log(seats, k, **settings)
        time, kind, turn = told["time"], told["event"], told["turn"]
        before = np.where(turn[1:] == turn[:-1], time[:-1], 0.0)
        found.append((time[1:] - before)[kind[1:] == event])
    return np.concatenate(found)


def falls_as(spans, law):
    """Kolmogorov-Smirnov, and the mean."""
    assert stats.kstest(spans, law.cdf).pvalue > 1e-6
    assert abs(spans.mean() - law.mean()) < 4.5 * law.std() / len(spans) ** 0.5
    assert abs(spans.std() / law.std() - 1) < 0.1


def gamma_law(mean, sd):
    return stats.gamma((mean / sd) ** 2, scale=sd**2 / mean)


@pytest.mark.parametrize("mean, sd", [(2.5, 0.6), (1.0, 2.0)])
def test_a6_throwing_times(mean, sd):
    times = {"throw_time": mean, "throw_sd": sd}
    found = spans("dry:1000", 8, dg.THROWN, max_turns=1, **times, **LONG)
    falls_as(found, gamma_law(mean, sd))


SLOW_SAND = {"hourglass": 1e4, "max_turns": 12}  # so that no long time is cut off


@pytest.mark.parametrize("sd, true", [("auto", 0.25), (1.5, 1.5)])
@pytest.mark.parametrize(
    "event, action, seats",
    [
        (dg.TAKEN, "take", "throws:4"),
        (dg.STACKED, "stack", "throws:4"),
        (dg.STOLEN, "steal", "robber:4"),
    ],
)
def test_a7_times_of_other_actions(event, action, seats, sd, true):
    settings = {f"{action}_time": 2.0, f"{action}_sd": sd, "stones_per_colour": 50}
    found = spans(seats, 60, event, **settings, **SLOW_SAND, slip=0)
    falls_as(found, gamma_law(2.0, 2 * true if sd == "auto" else true))


def test_a7_no_spread_means_the_mean_and_throw_sd_stays():
    settings = {"take_time": 2.0, "take_sd": 0, **SLOW_SAND}
    assert np.allclose(spans("throws:4", 3, dg.TAKEN, **settings), 2.0)
    values = dg.rules(GAME.values({"throw_time": 9, "take_time": 4}))
    assert (values.throw_sd, values.take_sd, values.steal_sd) == (0.6, 1.0, 0.375)


@pytest.mark.parametrize("mean, sd", [(12, 2), (1, 2)])
def test_a5_the_hourglass_is_normal_and_not_below_zero(mean, sd):
    """Throws of exactly 0.05 s, nothing taken: the first that is too late tells when."""
    settings = {"throw_time": 0.05, "throw_sd": 0, "take_time": 0, "stack_time": 0}
    settings |= {
        "max_turns": 1,
        "hourglass": mean,
        "hourglass_sd": sd,
        "clock_bias": 0.01,
        "clock_noise": 0,
    }
    found = Counter()
    games = 1_500
    for k in range(games):
        told = log("dry:1000", k, **settings)
        assert told["event"][-1] == dg.OVER and told["colour"][-1] in (dg.NIGHT, dg.BUST)
        found[round(told["time"][-1] / 0.05)] += 1
    most = max(found) + 200
    edges = stats.norm(mean, sd).cdf(0.05 * np.arange(1, most + 1))
    assert found[0] == 0
    chances = np.diff(edges, prepend=0.0)
    assert fits([found[n] for n in range(1, most + 1)], games * chances)


@kernel
def _felt(view, me):
    at = int(me.memory[0])
    me.memory[1 + at] = view.felt
    me.memory[0] += 1
    return until_late(view, me)


@pytest.mark.parametrize("bias, noise", [(1.0, 0.15), (1.5, 0.6), (0.8, 0.0)])
def test_a9_felt_time(bias, noise):
    """True time times one lognormal factor a turn, of the mean and spread that are given."""
    knobs = GAME.strategies["throws"].knobs
    again = {"again": _felt, "pick": take_dry}
    strategy = Strategy("felt", again, knobs=knobs, memory=40)
    settings = {"clock_bias": bias, "clock_noise": noise, "max_turns": 6, "players": 2}
    values = GAME.values({**settings, "throw_sd": 0, "take_time": 0, **LONG, "stack_time": 0})
    cell = Match(GAME, values, [Player(strategy, (("k", 3.0),))], 7)
    worker = cell.worker()
    factors = []
    for k in range(1_000):
        worker.play(k, 1)
        for seat in (0, 1):
            noted = worker.memory[seat]
            assert noted[0] == 9  # three turns of three throws
            turns = noted[1:10].reshape(3, 3) / (2.5 * np.arange(1, 4))
            assert np.allclose(turns, turns[:, :1])
            factors.extend(turns[:, 0])
    factors = np.array(factors)
    if noise == 0:
        assert np.allclose(factors, bias)
        return
    sigma = sqrt(log1p(noise**2))
    law = stats.lognorm(sigma, scale=bias * exp(-(sigma**2) / 2))
    assert law.mean() == pytest.approx(bias) and law.std() == pytest.approx(noise * bias)
    falls_as(factors, law)


PAIRS = {
    "throwing, throwing": ("dry:50", dg.THROWN, dg.THROWN),
    "throwing, taking": ("throws:4", dg.THROWN, dg.TAKEN),
    "taking, taking": ("throws:4", dg.TAKEN, dg.TAKEN),
    "stealing, stealing": ("robber:4", dg.STOLEN, dg.STOLEN),
    "taking, stacking": ("throws:4", dg.TAKEN, dg.STACKED),
    "stacking, stacking": ("throws:4", dg.STACKED, dg.STACKED),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_time_of_one_action_does_not_tell_the_next(pair):
    seats, first, second = PAIRS[pair]
    pairs = []
    for k in range(40):
        told = log(seats, k, stones_per_colour=50, **SLOW_SAND)
        kind, span = told["event"], np.diff(told["time"], prepend=0.0)
        span[1:] += np.where(told["turn"][1:] != told["turn"][:-1], told["time"][:-1], 0.0)
        follows = (kind[:-1] == first) & (kind[1:] == second)
        pairs.append(np.array([span[:-1][follows], span[1:][follows]]))
    found = np.concatenate(pairs, axis=1)
    assert found.shape[1] > 300 and found.min() > 0
    assert abs(np.corrcoef(found)[0, 1]) < 4.5 / found.shape[1] ** 0.5


def test_a_game_of_events_has_the_throws_of_the_page():
    """Of all dice, in games as they are told, black is shown once in 3125 of 7776 throws."""
    once = throws = 0
    for k in range(150):
        for turn in events("throws:5", k)[1]:
            for action in turn["actions"]:
                if action["action"] == "throw":
                    throws += 1
                    once += action["dice"].count("black") == 1
    p = 3125 / 7776
    assert abs(once - p * throws) < 4.5 * (throws * p * (1 - p)) ** 0.5
