"""Selfish Dwarf's ladder: plain above random, reader above plain, role by role."""

from functools import cache

import numpy as np
import pytest
from scipy.stats import t as student

from .selfish_dwarf_record import GAME, match, rows

GAMES = 1_000
LEVEL = 0.9999


@cache
def gold(seats: str, role: str, better: str = "", **settings) -> np.ndarray:
    """Gold of a head of a role, round by round, if its players alone are better."""
    cell = match(seats, 21, {role: better} if better else None, **dict(settings))
    return rows(cell, GAMES)[f"gold_{role}"]


def least_gain(seats: str, role: str, better: str, **settings) -> float:
    """The lower end of what a role gains by its strategy, in the same rounds."""
    gains = gold(seats, role, better, **settings) - gold(seats, role, **settings)
    half = student.ppf((1 + LEVEL) / 2, GAMES - 1) * gains.std(ddof=1) / np.sqrt(GAMES)
    return gains.mean() - half


@pytest.mark.parametrize("role", GAME.roles)
@pytest.mark.parametrize("players", [5, 7, 10])
def test_each_role_gains_by_reading_among_plain_players(players, role):
    assert least_gain("plain", role, "reader", players=players) > 0.1


@pytest.mark.parametrize("role", GAME.roles)
@pytest.mark.parametrize("players", [5, 7, 10])
def test_each_role_gains_by_plain_play_among_random_players(players, role):
    """With near goals, which random players now and then reach."""
    assert least_gain("random", role, "plain", players=players, goal_distance=3) > 0.1


@pytest.mark.parametrize("role", GAME.roles)
def test_each_role_gains_by_reading_among_readers(role):
    """A role that is plain while all others read loses by it."""
    others = gold("reader", role, "plain", players=7)
    gains = gold("reader", role, players=7) - others
    half = student.ppf((1 + LEVEL) / 2, GAMES - 1) * gains.std(ddof=1) / np.sqrt(GAMES)
    assert gains.mean() - half > 0


@pytest.mark.parametrize("role", GAME.roles)
def test_reading_pays_in_the_base_game_too(role):
    if role == "selfish":
        assert not gold("reader", role, players=7, selfish=False).any()
        return
    assert least_gain("plain", role, "reader", players=7, selfish=False) > 0.1


@pytest.mark.parametrize(
    "settings",
    [
        dict(players=5, goal_distance=1),
        dict(players=10, goal_distance=20),
        dict(players=6, path_cards="NESW:5", secret=20, cave_in=20),
        dict(players=7, stone_goals="NESW+NESW", sabotage=10),
        dict(players=8, selfish=False, repair=0, joker=0),
        dict(players=9, path_cards="dead-EW:20+NESW:20"),
    ],
)
def test_readers_play_odd_games_to_the_end(settings):
    """An answer that the rules do not allow would end the game with an error."""
    cell = match("reader", 4, **settings)
    found = rows(cell, 100)
    winners = sum(found[f"winner_{who}"] for who in ("diggers", "selfish", "saboteurs"))
    assert (winners == 1).all() and not found["unfinished"].any()
