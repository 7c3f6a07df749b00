"""How fast is Silberzwerg? As in ``bench_speed.py``: ratios reported, equal numbers asserted."""

import math

import pytest

from dwarfsim.engine import Match, Player, play_range
from dwarfsim.game import load_game, load_strategy

from .timing import ROUNDS, SEED, compiled, cpu, games_a_second, least

GAME = load_game("silberzwerg")
BLOCK = 10_000  # games in a round
RARE = 1000  # games that must have come to a round for its mean to be compared

pytestmark = pytest.mark.filterwarnings("ignore")


def match_of(strategy: str = "miner", **given) -> Match:
    player = Player(load_strategy(GAME, strategy))
    return Match(GAME, GAME.values(given), [player], seed=SEED)


@pytest.fixture(scope="session")
def c_program(tmp_path_factory):
    """The C program: a function of (players, games)."""
    return compiled("miners", tmp_path_factory.mktemp("c"))


def name_of(slot) -> str:
    """What the C program calls an outcome."""
    seat = "" if slot.seat is None else f"_{slot.seat}"
    return f"{slot.outcome.name}{seat}" + ("" if slot.index is None else f"@{slot.index}")


def test_c_and_dwarfsim_play_the_same_game(c_program):
    """Two programs written apart from the same texts: every mean agrees within its noise."""
    games = 1_000_000
    match = match_of()
    totals = play_range(match, 0, games).totals
    theirs, compared = c_program(4, games), 0
    for i, slot in enumerate(match.slots):
        count, mean, sd = theirs[name_of(slot)]
        ours = totals.counts[i]
        if slot.index is None:
            assert count == ours == games
        if min(count, ours) < RARE:  # a round that hardly a game comes to
            assert max(count, ours) < 2 * RARE
            continue
        compared += 1
        noise = 5 * sd * math.sqrt(1 / count + 1 / ours) + 5e-5  # what is rare is not quite normal
        assert abs(totals.sums[i] / ours / slot.outcome.scale - mean) < noise, name_of(slot)
    assert compared > 150


def test_against_c(c_program, figure):
    worker = match_of().worker()
    worker.play(0, 1000)
    ours, theirs = least(
        ROUNDS,
        lambda: cpu(worker.play, 0, BLOCK),
        lambda: c_program(4, BLOCK)["seconds"][0],
    )
    what = "miner, four players, one thread, numba over C (cc -O3 -march=native)"
    figure(what, ours / theirs, "x", "<= 2")
    figure("  numba", BLOCK / ours, "games/s")
    figure("  C", BLOCK / theirs, "games/s")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("strategy", list(GAME.strategies))
def test_by_strategy_and_players(strategy, players, benchmark, figure):
    speed = games_a_second(match_of(strategy, players=players).worker(), BLOCK, benchmark)
    figure(f"silberzwerg, {players} x {strategy}", speed, "games/s")
