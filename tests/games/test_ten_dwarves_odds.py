"""10 Dwarves against what can be computed exactly."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import factorial

import numpy as np
import pytest

from dwarfsim.games.ten_dwarves import exact

from .ten_dwarves_record import rows, wins_of_all_deals


def test_blind_play_by_enumeration():
    """Whatever order the cards are turned in, right flips come as in a random permutation."""
    for dwarves in (2, 5, 7):
        runs = Counter()
        for order in permutations(range(dwarves)):
            runs[next((k for k in range(dwarves) if order[k] != k), dwarves)] += 1
        deals = factorial(dwarves)
        flips = exact.blind_flips(dwarves)
        assert flips == [Fraction(runs[k], deals) for k in range(dwarves + 1)]
        assert sum(flips) == 1 and flips[-1] == Fraction(1, deals)
        assert exact.blind_mean(dwarves) == sum(k * flips[k] for k in range(dwarves + 1))


def test_the_means_of_blind_play_are_those_of_the_rules_page():
    """Its sum of (n - k)! / n!; of 7 dwarves it is 874 / 5040, which rounds to 0.1734."""
    for dwarves in range(2, 11):
        terms = [
            Fraction(factorial(dwarves - k), factorial(dwarves)) for k in range(1, dwarves + 1)
        ]
        assert exact.blind_mean(dwarves) == sum(terms)
    assert exact.blind_mean(7) == Fraction(874, 5040)
    assert round(float(exact.blind_mean(10)), 4) == 0.1127


@pytest.mark.parametrize("dealt", [0, 1])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_play_flips_as_blind_play_does(players, dealt):
    for dwarves in (4, 5, 10):
        games = 100_000
        found = rows("random", games, players=players, dwarves=dwarves, dealt=dealt)
        for k, chance in enumerate(exact.blind_flips(dwarves)):
            seen, mean = int((found["flipped"] == k).sum()), games * float(chance)
            assert abs(seen - mean) <= 5 * (mean + 1) ** 0.5
        assert ((found["won"] == 1) == (found["flipped"] == dwarves)).all()
        assert not found["forced"].any() and not found["statements"].any()


# ------------------------------------------------------------------- all knowledge shared


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_all_knowledge_shared_a_table_always_wins(players):
    for dwarves in range(2, 8):
        assert exact.shared_win(players, dwarves) == 1 and exact.open_win(players, dwarves)
        if dwarves > players:
            assert exact.shared_win(players, dwarves, dealt=1) == 1
            assert exact.open_win(players, dwarves, dealt=1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_if_all_cards_are_dealt_the_first_player_may_hold_the_first_card(players):
    """Then all is lost, and else all can win: each turns over what the others hold."""
    assert exact.shared_win(players, players, dealt=1) == 1 - Fraction(1, players)
    assert not exact.open_win(players, players, dealt=1)


@pytest.mark.parametrize("sight", ["shared", "open"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_compiled_game_wins_all_that_shared_knowledge_can_win(players, sight):
    """With the lower card taken, too; with the higher one, nobody need be told anything."""
    for dwarves in (5, 6):
        settings = {"players": players, "dwarves": dwarves, "sight": sight}
        won, deals = wins_of_all_deals("higher", **settings)
        assert won == deals
    found = rows("higher", 5000, players=players, sight=sight)
    assert found["won"].all() and not found["forced"].any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_convention_beats_shared_knowledge_where_that_can_lose(players):
    bound = float(exact.shared_win(players, players, dealt=1))
    for strategy in ("chain", "higher", "lowest", "signal", "best"):
        settings = {"players": players, "dwarves": players, "dealt": 1}
        won, deals = wins_of_all_deals(strategy, **settings)
        assert won / deals <= bound + 1e-12


def test_every_game_is_over_in_fewer_turns_than_the_cap():
    """Action 1 removes a card from the centre, Action 2 turns one over, and passes are rare."""
    for strategy in ("random", "chain", "best"):
        for dealt in (0, 1):
            found = rows(strategy, 3000, players=4, dealt=dealt, max_turns=1000)
            assert found["turns"].max() < 40 and not found["unfinished"].any()
    assert np.all(rows("random", 2000, players=2, dwarves=2)["turns"] <= 6)
