"""
How fast is it? Ratios within one run, so that they mean the same on any machine.

``make bench`` runs this; ``pytest`` alone does not collect it. No time is asserted, because a busy
machine would fail for no fault of the program; numbers that must be equal are.
"""

import json
import sys

import pytest

from dwarfsim.engine import Match, Player, default_threads, play_range
from dwarfsim.game import load_game, load_strategy

from .timing import ROUNDS, SEED, compiled, cpu, games_a_second, least, run, same_means, wall

GAME = load_game("magic-dwarf")
BLOCK = 50_000  # games in a round
PLAIN_GAMES = 60
COMMAND = [sys.executable, "-m", "dwarfsim"]
STARTED = [sys.executable, "-c", "pass"]

pytestmark = pytest.mark.filterwarnings("ignore")


def match_of(strategy: str = "rush", **given) -> Match:
    return Match(GAME, GAME.values(given), [Player(load_strategy(GAME, strategy))], seed=SEED)


@pytest.fixture(scope="session")
def c_program(tmp_path_factory):
    """The C program: a function of (level, games)."""
    return compiled("rush", tmp_path_factory.mktemp("c"))


@pytest.mark.parametrize("level", [1, 4])
def test_c_and_dwarfsim_play_the_same_game(c_program, level):
    """Two programs written apart from the same rules page: every mean agrees within its noise."""
    games = 1_000_000
    match = match_of(level=level)
    totals = play_range(match, 0, games).totals
    theirs = c_program(level, games)
    same_means(match, totals, theirs)


def test_against_c(c_program, figure):
    worker = match_of().worker()
    worker.play(0, 1000)
    ours, theirs = least(
        ROUNDS,
        lambda: cpu(worker.play, 0, BLOCK),
        lambda: c_program(1, BLOCK)["seconds"][0],
    )
    figure("rush, one thread, numba over C (cc -O3 -march=native)", ours / theirs, "x", "<= 1.3")
    figure("  numba", BLOCK / ours, "games/s")
    figure("  C", BLOCK / theirs, "games/s")


def test_two_threads(figure):
    if default_threads() < 2:
        pytest.skip("one processor only")
    match, games = match_of(), 1_000_000
    play_range(match, 0, games // 10, threads=2)
    one, two = least(
        6,
        lambda: wall(play_range, match, 0, games, 1),
        lambda: wall(play_range, match, 0, games, 2),
    )
    figure("two threads, speed over one (idle machine)", one / two, "x", ">= 1.8")


PLAIN = f"""
import json, time
from dwarfsim.engine import Match, Player
from dwarfsim.game import load_game, load_strategy
game = load_game("magic-dwarf")
match = Match(game, game.values({{}}), [Player(load_strategy(game, "rush"))], seed={SEED})
worker = match.worker()
worker.play(0, 2)
begun = time.thread_time()
totals = worker.play(0, {PLAIN_GAMES})
print(json.dumps([time.thread_time() - begun, [int(x) for x in totals.sums]]))
"""


def test_against_plain_python(figure):
    worker = match_of().worker()
    sums = [int(x) for x in worker.play(0, PLAIN_GAMES).sums]

    def plain() -> float:
        seconds, theirs = json.loads(run([sys.executable, "-c", PLAIN], NUMBA_DISABLE_JIT="1"))
        assert theirs == sums  # the same integers with the compiler off
        return seconds / PLAIN_GAMES

    ours, theirs = least(3, lambda: cpu(worker.play, 0, BLOCK) / BLOCK, plain)
    figure("rush, plain Python over numba", theirs / ours, "x", ">= 30")


@pytest.mark.parametrize("arguments", ["--help", "games"])
def test_time_to_start(arguments, figure):
    run([*COMMAND, arguments])
    ours, bare = least(7, lambda: wall(run, [*COMMAND, arguments]), lambda: wall(run, STARTED))
    figure(f"dwarfsim {arguments}, whole process", ours, "s", "< 0.3")
    figure("  over bare Python", ours / bare, "x")


def test_first_simulation(tmp_path, figure):
    command = [*COMMAND, "simulate", "magic-dwarf", "--seats", "rush", "--games", "1000"]
    cache = {"DWARFSIM_CACHE": str(tmp_path)}
    figure("first simulation with an empty cache", wall(lambda: run(command, **cache)), "s", "< 20")
    again = min(wall(lambda: run(command, **cache)) for _ in range(3))
    figure("the next one", again, "s", "< 1.5")


@pytest.mark.parametrize("mode", ["coop", "duel"])
@pytest.mark.parametrize("strategy", list(GAME.strategies))
def test_by_strategy(strategy, mode, benchmark, figure):
    speed = games_a_second(match_of(strategy, mode=mode).worker(), BLOCK, benchmark)
    figure(f"{strategy}, {mode}", speed, "games/s")
