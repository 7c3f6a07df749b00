"""How fast is Selfish Dwarf? As in ``bench_speed.py``: ratios reported, equal numbers asserted."""

import numpy as np
import pytest

from dwarfsim.engine import Match, Player, play_range
from dwarfsim.game import load_game, load_strategy
from dwarfsim.games.selfish_dwarf import grid, rules, view, ways
from dwarfsim.jit import kernel

from .timing import SEED, compiled, cpu, games_a_second, least, run, same_means

GAME = load_game("selfish-dwarf")
BLOCK = 1000  # games in a round
ROUNDS = 9

pytestmark = pytest.mark.filterwarnings("ignore")


def match_of(strategy: str = "plain", **given) -> Match:
    player = Player(load_strategy(GAME, strategy))
    return Match(GAME, GAME.values(given), [player], seed=SEED)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Where the C program is."""
    return tmp_path_factory.mktemp("c")


@pytest.fixture(scope="session")
def c_program(folder):
    """The C program: a function of (players, games)."""
    return compiled("tunnels", folder)


@pytest.mark.parametrize("players", [5, 7, 10])
def test_c_and_dwarfsim_play_the_same_game(c_program, players):
    """Two programs written apart from the same texts: every mean agrees within its noise."""
    games = 40_000
    match = match_of(players=players)
    same_means(match, play_range(match, 0, games).totals, c_program(players, games))


@pytest.mark.parametrize("players", [5, 7, 10])
def test_against_c(c_program, figure, players):
    worker = match_of(players=players).worker()
    worker.play(0, BLOCK)
    ours, theirs = least(
        ROUNDS,
        lambda: cpu(worker.play, 0, BLOCK),
        lambda: c_program(players, BLOCK)["seconds"][0],
    )
    what = f"plain, {players} players, one thread, C that searches afresh over numba"
    figure(what, theirs / ours, "x", ">= 5")
    figure("  numba", BLOCK / ours, "games/s")
    figure("  C (cc -O3 -march=native)", BLOCK / theirs, "games/s")


# ------------------------------------------------------------------------- what D costs


def test_what_searches_cost_in_c(c_program, folder, figure):
    """Every search twice: what that adds is what the searches take."""
    command = [str(folder / "tunnels"), "7", str(BLOCK), str(SEED)]

    def seconds(*more) -> float:
        return float(run([*command, *more]).split()[-1])

    once, twice = least(ROUNDS, seconds, lambda: seconds("2"))
    figure("plain, 7 players, C: share of the time that D takes", twice / once - 1, "")
    figure("  searches a game", c_program(7, 500)["searches"][0], "")


@kernel
def _repeat(board, dealt, logs, turns, hidden, goal_column, surveys):
    """The grids of rounds once more, by their logs; D so many times after every change."""
    for k in range(turns.shape[0]):
        for goal in range(3):
            board.hidden[goal] = hidden[k, goal]
        grid.set_up(board, goal_column)
        for _ in range(surveys):
            ways.survey(board)
        for turn in range(turns[k] - 1):
            card, use = logs[k, turn, 2], logs[k, turn, 3]
            if use >= 0 and view.is_path(card):
                grid.lay(board, use >> 1, view.lying(card, use & 1), view.CARD_DEAD[card], card)
                rules.turn_over_goals(dealt, board)
            elif use >= 0 and card == view.CAVE_IN:
                grid.cave_in(board, view.path_card_at(board, use))
            else:
                continue
            for _ in range(surveys):
                ways.survey(board)


def test_what_the_grid_and_d_cost(figure):
    """Rounds played, and only their grids: with D after every change, and without."""
    match = match_of()
    worker, games = match.worker(), 300
    space = worker.workspace
    at = next(i for i, slot in enumerate(match.slots) if slot.outcome.name == "turns")
    rounds = []
    for k in range(games):
        worker.play(k, 1)
        rounds.append((space.log.copy(), int(worker.values[at]), space.hidden.copy()))
    logs, turns, hidden = map(np.array, zip(*rounds, strict=True))

    def again(surveys: int) -> None:
        _repeat(space, match.rules, logs, turns, hidden, match.rules.goal_column, surveys)

    again(1)
    whole, without, with_ = least(
        ROUNDS,
        lambda: cpu(worker.play, 0, games),
        lambda: cpu(again, 0),
        lambda: cpu(again, 1),
    )
    figure("plain, 7 players: share of the time that the grid takes", without / whole, "")
    figure("  waves for D", (with_ - without) / whole, "")
    figure("  policies, which look D up, and the rest", 1 - with_ / whole, "")


@pytest.mark.parametrize("players", [5, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("strategy", list(GAME.strategies))
def test_by_strategy_and_players(strategy, players, benchmark, figure):
    speed = games_a_second(match_of(strategy, players=players).worker(), BLOCK, benchmark)
    figure(f"selfish-dwarf, {players} x {strategy}", speed, "games/s")
