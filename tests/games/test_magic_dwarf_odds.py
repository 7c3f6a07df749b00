"""Magic Dwarf by numbers: the assumptions (A1-A5), exact odds, symmetry."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from scipy.stats import chi2

from dwarfsim.games.magic_dwarf import exact
from dwarfsim.games.magic_dwarf import rules as md
from dwarfsim.rng import SETUP, game_key, stream

from .magic_dwarf_record import GAME, card, colours_along, counts, match, means, record


def within(mean, p, games, sigmas=4.0):
    """Whether a rate over so many games is what it should be; sure things must be sure."""
    return abs(mean - p) <= sigmas * (p * (1 - p) / games) ** 0.5


def evenly(found: Counter, cells: int) -> bool:
    """Whether counts fit equal chances: chi-square, wrong once in a million."""
    expected = sum(found.values()) / cells
    statistic = sum((n - expected) ** 2 for n in found.values()) / expected
    statistic += (cells - len(found)) * expected
    return cells == 1 or statistic <= chi2.isf(1e-6, cells - 1)


# ---------------------------------------------------------------------------- A1, A3, A4: cards


def first_cards(**settings):
    """The whole deck as the first turn shows it: two cards open, the rest unseen."""
    view = record("random", 0, **settings).views[0]
    deck = Counter([card(view.older), card(view.newer)])
    words = (view.unseen_students, view.unseen_witches, view.unseen_dwarves)
    for kind, word in zip(("student", "witch", "dwarf"), words, strict=True):
        deck.update({(kind, n): c for n, c in enumerate(counts(word)) if c})
    return [[deck[kind, n] for n in range(10)] for kind in ("student", "witch", "dwarf")]


@pytest.mark.parametrize("mode", ["coop", "duel"])
def test_a1_a3_a4_the_deck_is_the_printed_one(mode):
    fours = [4] * 5 + [0] * 5
    assert first_cards(mode=mode) == [fours, fours, [0, 1, 2, 1, 0, 0, 0, 0, 0, 0]]


def test_a1_a3_cards_are_spread_evenly_the_first_colours_one_more():
    assert first_cards(colours=6)[:2] == [[4, 4, 3, 3, 3, 3, 0, 0, 0, 0]] * 2
    assert first_cards(colours=4)[1] == [5, 5, 5, 5, 0, 0, 0, 0, 0, 0]
    for colours in range(1, 11):
        spread = first_cards(colours=colours)[0][:colours]
        assert sum(spread) == 20 and spread == sorted(spread, reverse=True)
        assert spread[0] - spread[-1] <= 1


def test_a3_a4_cards_as_given():
    given = first_cards(
        student_cards=(5, 4, 4, 4, 3), witch_cards=(60, 0, 1, 2, 60), dwarf_cards=(9,) * 60 + (1,)
    )
    assert given == [
        [5, 4, 4, 4, 3, 0, 0, 0, 0, 0],
        [60, 0, 1, 2, 60, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 0, 0, 0, 0, 60],
    ]


# --------------------------------------------------------------------------------- A2: the path


def paths(games, **settings):
    rules = md.rules(GAME.values(settings))
    workspace = md.workspace(rules)
    for k in range(games):
        game = np.uint64(game_key(np.uint64(5), np.uint64(k)))
        key = np.uint64(stream(game, SETUP, 0))
        yield colours_along(md.lay_path(rules, workspace, key))


def tiles(path):
    return [tuple(path[i : i + 5]) for i in (0, 5, 10, 15)]


def possible_tiles(colours):
    """How many different tiles A2 allows: each equally likely, by symmetry."""
    even = list(range(colours)) * (5 // colours)
    rests = combinations(range(colours), 5 % colours)
    return {tile for rest in rests for tile in permutations([*even, *rest])}


@pytest.mark.parametrize("colours", range(1, 11))
def test_a2_a_tile_holds_every_colour_evenly_in_random_order(colours):
    places, words = Counter(), Counter()
    for path in paths(2000, colours=colours):
        for tile in tiles(path):
            have = Counter(tile)
            assert {have[c] - 5 // colours for c in range(colours)} <= {0, 1}
            assert set(tile) <= set(range(colours)) and len(tile) == 5
            words[tile] += 1
            places.update(enumerate(tile))
    for place in range(5):
        assert evenly(Counter({k: n for k, n in places.items() if k[0] == place}), colours)
    if colours <= 6:
        assert evenly(words, len(possible_tiles(colours)))


def test_a2_tiles_are_laid_anew_for_each_game_and_independent_of_each_other():
    """With two colours: whether neighbouring tiles, and games, start alike is a fair coin."""
    laid = list(paths(4000, colours=2))
    alike = Counter(path[0] == path[5] for path in laid)
    again = Counter(a[0] == b[0] for a, b in pairwise(laid))
    assert evenly(alike, 2) and evenly(again, 2)


def test_a2_random_paths_have_independent_colours():
    pairs = Counter()
    for path in paths(3000, colours=3, path="random"):
        pairs.update(zip(path[::2], path[1::2], strict=True))
    assert evenly(pairs, 9)


@pytest.mark.parametrize("text", ["01234+43210+01234+43210", "90817263549876543210"])
def test_a2_fixed_paths(text):
    wanted = [int(c) for c in text.replace("+", "")]
    settings = {"colours": max(wanted) + 1, "path": text}
    assert next(paths(1, **settings)) == wanted
    assert record("random", 3, **settings).path == wanted


# --------------------------------------------------------------------- A5 and the duel's symmetry


def first_teams(games, **settings):
    cell = match("random", mode="duel", **settings)
    worker = cell.worker()
    worker.workspace = md.workspace(cell.rules, log=cell.rules.max_turns)
    for k in range(games):
        worker.play(k, 1)
        yield int(worker.workspace.log[0, 0])


def test_a5_the_first_team_is_a_fair_coins_or_as_set():
    assert evenly(Counter(first_teams(4000)), 2)
    assert set(first_teams(50, duel_starts="students")) == {0}
    assert set(first_teams(50, duel_starts="witches")) == {1}


@pytest.fixture(params=["random", "rush"])
def policy(request):
    return request.param


def check_symmetry(policy, games):
    """Swapping the teams changes nothing: each wins half, and whoever starts wins as often."""
    for extra in ({}, {"dwarf_from_finish": True, "dwarf_may_pass": False}):
        end = means(policy, games, mode="duel", **extra)
        assert within(end["won"][0], 0.5, games)
        (students, error_a), (witches, error_b) = end["students_home"], end["witches_home"]
        # one game's two counts are opposed; their errors added are a bound
        assert abs(students - witches) <= 4 * (error_a + error_b)
    first, error_a = means(policy, games, mode="duel", duel_starts="students")["won"]
    second, error_b = means(policy, games, 2, mode="duel", duel_starts="witches")["won"]
    assert abs(first - (1 - second)) <= 4 * (error_a**2 + error_b**2) ** 0.5


def test_a_duel_is_symmetric_when_the_teams_are_swapped(policy):
    check_symmetry(policy, 40_000)


@pytest.mark.heavy
def test_a_duel_is_symmetric_in_a_million_games(policy):
    check_symmetry(policy, 1_000_000)


def test_a_duel_of_unequal_decks_is_mirrored_by_swapping_them():
    """Students with the better cards win as often as witches with the same cards."""
    few, many = (1, 1, 2, 2, 2), (6, 5, 5, 5, 5)
    a, error_a = means("random", 50_000, mode="duel", student_cards=many, witch_cards=few)["won"]
    b, error_b = means("random", 50_000, 2, mode="duel", student_cards=few, witch_cards=many)["won"]
    assert abs(a - (1 - b)) <= 4 * (error_a**2 + error_b**2) ** 0.5
    assert a > 0.6


# ------------------------------------------------------------------------------------ exact odds

POLICIES = {"random": exact.uniform, "rush": exact.rush}
SPARSE = "22222+02221+22222+22222"  # few spaces of the colours that the cards have
WIDER = "22202+22122+20222+21222"

# path, level, students needed, cards (colours 0 and 1 of each kind, dwarves), cap on turns
RACES = {
    "no dwarves, 1 of 4": (WIDER, 1, 1, (2, 1), (1, 1), (), None),
    "no dwarves, 2 of 4": (WIDER, 2, 2, (2, 1), (1, 1), (), None),
    "two each": (SPARSE, 4, 2, (2, 2), (1, 2), (), None),
    "a dwarf": (SPARSE, 1, 1, (2, 1), (1, 1), (2,), 8),
    "a great dwarf": (SPARSE, 3, 2, (1, 1), (1, 1), (9,), 10),
    "two dwarves": (SPARSE, 6, 1, (2, 1), (1, 1), (1, 3), 6),
}
LARGER = {
    "three students": (WIDER, 1, 3, (3, 3), (2, 2), (), None),
    "a whole race with dwarves": (WIDER, 1, 2, (3, 3), (2, 2), (1, 3), None),
    "a whole race with dwarves, level 5": (WIDER, 5, 2, (4, 3), (2, 1), (1, 3), 100),
}


def exact_odds(policy, path, level, needed, students, witches, dwarves, cap, **readings):
    cards = [f"s{c}" for c in (0, 1) for _ in range(students[c])]
    cards += [f"w{c}" for c in (0, 1) for _ in range(witches[c])]
    cards += [f"d{n}" for n in dwarves]
    colours = tuple(int(c) for c in path.replace("+", ""))
    starts = {1: (0, 3), 2: (0, 8), 3: (0, 13), 4: (3, 13), 5: (8, 13), 6: (3, 18)}[level]
    race = exact.Race(colours, (0,) * 4, starts, tuple(cards), needed, **readings)
    return exact.odds(race, POLICIES[policy], cap)


def check_race(policy, race, games, sigmas, **readings):
    path, level, needed, students, witches, dwarves, cap = race
    odds = exact_odds(policy, *race, **readings)
    found = means(
        policy,
        games,
        path=path,
        colours=3,
        level=level,
        students_needed=needed,
        student_cards=(*students, 0),
        witch_cards=(*witches, 0),
        dwarf_cards=dwarves,
        max_turns=cap or 1000,
        **{f"dwarf_{name}": value for name, value in readings.items()},
    )
    assert odds.won + odds.lost == 1 or cap
    assert within(found["won"][0], float(odds.won), games, sigmas)
    assert within(found["witches_home"][0], float(odds.lost), games, sigmas)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("race", RACES)
def test_exact_odds_of_tiny_races_are_met(policy, race):
    check_race(policy, RACES[race], 60_000, 4)


@pytest.mark.parametrize("race", LARGER)
def test_exact_odds_of_larger_races_are_met_by_rush(race):
    check_race("rush", LARGER[race], 60_000, 4)


@pytest.mark.parametrize("reading", [{"may_pass": False}, {"from_finish": True}])
def test_exact_odds_under_other_readings_are_met(reading):
    race = (SPARSE, 3, 2, (2, 1), (1, 1), (3,), 7)
    assert exact_odds("random", *race) != exact_odds("random", *race, **reading)
    check_race("random", race, 60_000, 4, **reading)


@pytest.mark.heavy
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("race", RACES)
def test_exact_odds_are_met_in_a_million_games(policy, race):
    check_race(policy, RACES[race], 1_000_000, 5)


@pytest.mark.heavy
@pytest.mark.parametrize("race", LARGER)
def test_exact_odds_of_larger_races_are_met_in_a_million_games(race):
    check_race("rush", LARGER[race], 1_000_000, 5)


def test_exact_odds_by_hand():
    """One space, a student card and a witch card: whoever moves twice first is home."""
    race = exact.Race((0,), (0,), (0,), ("s0", "w0"), 1)
    # The two cards are all there is: the used one comes back at once. With `rush` the student
    # moves each turn. With `uniform` the first to move takes the space; then either that one
    # goes home, or the other jumps over it, home: always decided in the second turn, by a coin.
    assert exact.odds(race, exact.rush) == (1, 0)
    assert exact.odds(race, exact.uniform) == (Fraction(1, 2), Fraction(1, 2))
    assert exact.odds(race, exact.uniform, turns=1) == (0, 0)


def test_exact_odds_of_a_race_in_circles_ask_for_a_cap():
    race = exact.Race((0,), (0,), (0,), ("d1", "d1"), 1)
    with pytest.raises(ValueError, match="cap on turns"):
        exact.odds(race, exact.uniform)
    assert exact.odds(race, exact.uniform, turns=9) == (0, 0)
