"""The ladder of Magic Dwarf: what each strategy does on hand-worked positions, and how it plays."""

import csv
import itertools
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from dwarfsim import stats
from dwarfsim.engine import Match, Player, play_range
from dwarfsim.games.magic_dwarf import judgement, strategies
from dwarfsim.games.magic_dwarf import rules as md
from dwarfsim.jit import kernel
from dwarfsim.table import Me

from .magic_dwarf_record import GAME, move_of, position

PATH = [int(c) for c in "01234401233401223401"]
S, W, D = "student", "witch", "dwarf"
ROOT = Path(__file__).parents[2]


@cache
def wins(seats: str, games: int, seed: int = 11, **values) -> tuple[int, int]:
    """Games won by the students' side, and games."""
    players = [Player(GAME.strategies[name], (), name) for name in seats.split(",")]
    match = Match(GAME, GAME.values(values), players, seed)
    return play_range(match, 0, games).totals.sums[0], games


def surely_more(more: tuple[int, int], fewer: tuple[int, int]) -> bool:
    """Whether the difference of two win rates is above 0 at four standard errors."""
    return stats.difference_independent(*more, *fewer, level=0.99994).low > 0


def answer(name: str, view: md.View) -> tuple:
    """What a strategy answers to a view, as ``(choice, side, origin)``."""
    strategy = GAME.strategies[name]
    knobs = np.array(list(strategy.knob_values({}).values()))
    tables = np.zeros(0)
    if strategy.prepare:
        tables = strategy.prepare(GAME.values({}), {})
    me = Me(0, np.uint64(1), knobs, tables, np.zeros(max(1, strategy.memory)))
    return move_of(view, _asked(strategy.decide["move"])(view, me))


@cache
def _asked(function):
    return kernel(getattr(function, "py_func", function))


# ------------------------------------------------------------------------------ positions

THINKERS = ["casual", "careful", "champion"]


@pytest.mark.parametrize("name", THINKERS)
def test_nobody_moves_a_witch_home_who_can_help_it(name):
    # witch 0: from 20 home, from 3 to 7; witch 4: from 20 home, from 3 to 5
    view = position([0, 0, 0, 0], [3, 20], ((W, 0), (W, 4)), PATH)
    assert answer(name, view)[2] == 3


@pytest.mark.parametrize("name", ["careful", "champion"])
def test_the_last_student_goes_home_at_once(name):
    view = position([21, 21, 21, 20], [3, 8], ((D, 3), (S, 2)), PATH)
    assert answer(name, view) == (1, S, 20)


def test_casual_sends_back_a_witch_who_is_near_and_else_lets_the_students_leap():
    near = position([0, 0, 0, 0], [3, 16], ((S, 1), (D, 1)), PATH)
    assert answer("casual", near) == (1, W, 16)
    far = position([0, 0, 0, 0], [3, 15], ((S, 1), (D, 1)), PATH)
    assert answer("casual", far) == (0, S, 0)


def test_casual_takes_the_shortest_witch_move():
    # colours from 3 on: witch 3 to 4; witch 2 from 3 to 9
    view = position([0, 0, 0, 0], [0, 3], ((W, 2), (W, 3)), PATH)
    assert answer("casual", view) == (1, W, 3)


# ------------------------------------------------------------------------------ tables


def test_tables_of_one_colour_are_counted_by_hand():
    """With one colour every card moves one space, home from space 20."""
    found = judgement.tables(GAME.values({"colours": 1}), {})
    need, bear = found[: md.FINISH + 1], found[md.FINISH + 1 :].reshape(22, 22)
    assert need.tolist() == [21 - p for p in range(22)]
    for a in range(21):
        for b in range(21):
            assert bear[a, b] == (20 - a) + (20 - b)


def test_tables_of_a_fixed_path_are_those_of_plain_recursion():
    """On a path that is known the means are exact; here in fractions, word by word."""

    def landing(colour, place):
        ahead = (p for p in range(place + 1, 21) if PATH[p - 1] == colour)
        return next(ahead, 21)

    @cache
    def need(place):
        if place == 21:
            return Fraction(0)
        return 1 + sum(need(landing(c, place)) for c in range(5)) / 5

    @cache
    def bear(a, b):
        total = Fraction(0)
        for colour in range(5):
            first, second = landing(colour, a), landing(colour, b)
            total += max(
                0 if first == 21 else 1 + bear(first, b), 0 if second == 21 else 1 + bear(a, second)
            )
        return total / 5

    found = judgement.tables(GAME.values({"path": "".join(map(str, PATH))}), {})
    for a in range(21):
        assert found[a] == pytest.approx(float(need(a)), rel=1e-12)
        for b in range(21):
            assert found[22 + 22 * a + b] == pytest.approx(float(bear(a, b)), rel=1e-12)


# ------------------------------------------------------------------------------ the ladder


@pytest.mark.parametrize("level", [1, 4, 7])
def test_each_step_of_the_ladder_wins_more_than_the_one_below(level):
    games = {"random": 20_000, "rush": 20_000, "casual": 20_000, "careful": 10_000}
    rates = [wins(name, n, level=level) for name, n in games.items()]
    for below, above in itertools.pairwise(rates):
        assert surely_more(above, below)


def test_champion_wins_more_than_careful():
    assert surely_more(wins("champion", 4_000, level=4), wins("careful", 20_000, level=4))


@pytest.mark.parametrize(("level", "aim"), [(1, 0.87), (4, 0.40)])
def test_careful_reaches_its_aims(level, aim):
    assert stats.wilson(*wins("careful", 10_000, level=level)).low > aim


# where one start of the witches is ahead of another, witch by witch
@pytest.mark.parametrize("pair", [(1, 2), (2, 3), (3, 4), (4, 5), (4, 6), (6, 7), (5, 7)])
def test_good_play_finds_a_start_further_ahead_no_easier(pair):
    easier, harder = (wins("careful", 10_000, level=level) for level in pair)
    assert not surely_more(harder, easier)


@pytest.mark.parametrize("level", [4, 7])
def test_fewer_students_are_an_easier_goal(level):
    goals = [wins("careful", 10_000, level=level, students_needed=n) for n in (4, 3, 2)]
    assert surely_more(goals[1], goals[0])
    assert surely_more(goals[2], goals[1])


@pytest.mark.parametrize("pair", [("rush", "random"), ("casual", "rush"), ("careful", "casual")])
def test_in_the_duel_the_stronger_team_wins_more_from_either_side(pair):
    stronger, weaker = pair
    assert stats.wilson(*wins(f"{stronger},{weaker}", 4_000, mode="duel"), 0.999).low > 0.5
    assert stats.wilson(*wins(f"{weaker},{stronger}", 4_000, mode="duel"), 0.999).high < 0.5


@pytest.mark.parametrize("name", ["casual", "careful"])
def test_the_duel_of_equals_is_even(name):
    low, high = stats.wilson(*wins(f"{name},{name}", 10_000, mode="duel"), 0.9999)
    assert low < 0.5 < high


# ------------------------------------------------------------------------------ the search


def test_the_knobs_of_careful_are_those_that_the_search_found():
    """Its last mean, rounded to 0.05; and on the same games they win as much as before rounding."""
    folder = ROOT / "analyses" / "search"
    *_, last = csv.DictReader((folder / "magic_dwarf_careful.csv").open(encoding="utf-8"))
    for name, knob in strategies.careful.knobs.items():
        assert abs(knob.default - float(last[name])) <= 0.0251, name
    check = list(csv.DictReader((folder / "magic_dwarf_check.csv").open(encoding="utf-8")))
    by = {row["knobs"]: (float(row["objective"]), float(row["se_at_most"])) for row in check}
    assert by["in use"][0] > by["found"][0] - 2 * by["found"][1]
    assert by["in use"][0] > by["start"][0]
