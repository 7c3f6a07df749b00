"""How fast is 10 Dwarves? As in ``bench_speed.py``: ratios reported, equal numbers asserted."""

import pytest

from dwarfsim.engine import Match, Player, play_range
from dwarfsim.game import load_game, load_strategy

from .timing import SEED, compiled, cpu, games_a_second, least, same_means

GAME = load_game("ten-dwarves")
BLOCK = 4_000  # games in a round
ROUNDS = 9

pytestmark = pytest.mark.filterwarnings("ignore")


def match_of(strategy: str = "chain", **given) -> Match:
    player = Player(load_strategy(GAME, strategy))
    return Match(GAME, GAME.values(given), [player], seed=SEED)


@pytest.fixture(scope="session")
def c_program(tmp_path_factory):
    """The C program: a function of (players, games)."""
    return compiled("chain", tmp_path_factory.mktemp("c"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c_and_dwarfsim_play_the_same_game(c_program, players):
    """Two programs written apart from the same rules page: every mean agrees within its noise."""
    games = 200_000
    match = match_of(players=players)
    same_means(match, play_range(match, 0, games).totals, c_program(players, games))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_against_c(c_program, figure, players):
    worker = match_of(players=players).worker()
    worker.play(0, 200)
    ours, theirs = least(
        ROUNDS,
        lambda: cpu(worker.play, 0, BLOCK),
        lambda: c_program(players, BLOCK)["seconds"][0],
    )
    what = f"ten-dwarves, {players} x chain, numba over C that rebuilds its tables (cc -O3)"
    figure(what, ours / theirs, "x", "<= 1")
    figure("  numba", BLOCK / ours, "games/s", ">= 10,000")
    figure("  C", BLOCK / theirs, "games/s")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("strategy", list(GAME.strategies))
def test_by_strategy_and_players(strategy, players, benchmark, figure):
    speed = games_a_second(match_of(strategy, players=players).worker(), BLOCK, benchmark)
    figure(f"ten-dwarves, {players} x {strategy}", speed, "games/s")
