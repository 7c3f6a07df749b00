"""How fast is Digger? As in ``bench_speed.py``: ratios are reported, equal numbers asserted."""

import pytest

from dwarfsim.engine import Match, Player, play_range
from dwarfsim.game import load_game, load_strategy

from .timing import ROUNDS, SEED, compiled, cpu, games_a_second, least, same_means

GAME = load_game("digger")
BLOCK = 20_000  # games in a round

pytestmark = pytest.mark.filterwarnings("ignore")


def match_of(strategy: str = "throws", throws: int = 5, **given) -> Match:
    knobs = (("k", float(throws)),) if strategy in ("throws", "robber", "dry") else ()
    player = Player(load_strategy(GAME, strategy), knobs)
    return Match(GAME, GAME.values(given), [player], seed=SEED)


@pytest.fixture(scope="session")
def c_program(tmp_path_factory):
    """The C program: a function of (throws, games)."""
    return compiled("throws", tmp_path_factory.mktemp("c"))


@pytest.mark.parametrize("throws", [1, 5, 9])
def test_c_and_dwarfsim_play_the_same_game(c_program, throws):
    """Two programs written apart from the same rules page: every mean agrees within its noise."""
    games = 1_000_000
    match = match_of(throws=throws, max_turns=1000)
    same_means(match, play_range(match, 0, games).totals, c_program(throws, games))


def test_against_c(c_program, figure):
    worker = match_of().worker()
    worker.play(0, 1000)
    ours, theirs = least(
        ROUNDS,
        lambda: cpu(worker.play, 0, BLOCK),
        lambda: c_program(5, BLOCK)["seconds"][0],
    )
    what = "throws:5, four players, one thread, numba over C (cc -O3 -march=native)"
    figure(what, ours / theirs, "x", "<= 1.5")
    figure("  numba", BLOCK / ours, "games/s")
    figure("  C", BLOCK / theirs, "games/s")


def test_what_the_times_cost(figure):
    """The same without spread: nearly as many actions, no gamma and no normal numbers."""
    spreads = {f"{action}_sd": 0 for action in ("throw", "take", "steal", "stack")}
    workers = [match_of(**given).worker() for given in ({}, {**spreads, "clock_noise": 0})]
    for worker in workers:
        worker.play(0, 1000)
    whole, exact = least(ROUNDS, *(lambda w=w: cpu(w.play, 0, BLOCK) for w in workers))
    figure("throws:5, share of the time that random times cost", 1 - exact / whole, "")


@pytest.mark.parametrize("strategy", list(GAME.strategies))
def test_by_strategy(strategy, benchmark, figure):
    speed = games_a_second(match_of(strategy, max_turns=100).worker(), BLOCK, benchmark)
    figure(f"digger, {strategy} (at most 100 turns)", speed, "games/s")
