"""The compiled rules against the slow game: card for card, move for move, and in distribution."""

from collections import Counter
from random import Random

import pytest

from .magic_dwarf_record import card, counts, legal_moves, means, members, move_of, record
from .slow_magic_dwarf import POLICIES, SlowGame, play, rush_move

VARIANTS = [
    {},
    {"level": 4, "students_needed": 2},
    {"level": 7, "dwarf_may_pass": False},
    {"level": 6, "students_needed": 1, "dwarf_from_finish": True, "dwarf_cards": (1, 9, 9)},
    {"colours": 4, "path": "random"},
    {"colours": 6, "student_cards": (5, 4, 4, 3, 2, 2), "dwarf_may_pass": False},
    {"colours": 10, "level": 2},
    {"colours": 1, "level": 3, "dwarf_cards": (1, 1, 2, 3, 3, 2, 1) * 4},
    {"colours": 3, "path": "01201201201201201201", "level": 5},
    {"colours": 2, "student_cards": (1, 1), "witch_cards": (0, 1), "dwarf_cards": (2, 3)},
    {"colours": 2, "student_cards": (1, 0), "witch_cards": (0, 0), "dwarf_cards": (1,)},
    {"dwarf_cards": (), "student_cards": (1, 1, 1, 0, 0), "witch_cards": (0, 0, 0, 1, 0)},
    {"dwarf_cards": (5,) * 60, "max_turns": 77},
    {"mode": "duel"},
    {"mode": "duel", "duel_starts": "witches", "dwarf_may_pass": False},
    {"mode": "duel", "duel_starts": "students", "dwarf_from_finish": True, "level": 7},
    {"mode": "duel", "dwarf_from_finish": True, "dwarf_may_pass": False, "dwarf_cards": (3,) * 30},
    {"mode": "duel", "colours": 7, "path": "random", "dwarf_from_finish": True},
    {
        "mode": "duel",
        "colours": 2,
        "student_cards": (1, 1),
        "witch_cards": (1, 1),
        "dwarf_cards": (),
    },
    {"mode": "duel", "student_cards": (1, 0, 0, 0, 1), "witch_cards": (0, 1, 0, 0, 0)},
    {"mode": "duel", "students_needed": 2, "dwarf_cards": (1,) * 50, "max_turns": 60},
]


def in_order(flips):
    """
    A shuffle that gives the cards as they were flipped.

    It is told the cards that ought to be in the forest, so a deck that is wrong from the start or
    after a reshuffle fails here.
    """
    left = list(flips)

    def shuffle(cards):
        known = left[: len(cards)]
        del left[: len(cards)]
        assert not Counter(known) - Counter(cards)
        return known + list((Counter(cards) - Counter(known)).elements())

    return shuffle


def follow(seats, k, **settings):
    """Play a recorded game again, slowly, comparing every turn."""
    told = record(seats, k, **settings)
    names = seats.split(",") * 2
    first = told.lines[0]["seat"]
    game = SlowGame(told.setup, told.path, in_order(told.flips), first)
    deck = game.all_cards()
    for view, line in zip(told.views, told.lines, strict=True):
        assert game.winner is None
        game.begin_turn()
        assert game.all_cards() == deck
        assert line["reshuffles"] == game.reshuffles
        assert line["seat"] == view.team == game.team
        assert [card(view.older), card(view.newer)] == game.choices
        for shown, spaces in zip(game.choices, (view.older_spaces, view.newer_spaces), strict=True):
            if shown[0] != "dwarf":
                assert members(spaces) == [p for p in range(1, 21) if told.path[p - 1] == shown[1]]
        assert members(view.students) == sorted(set(game.at["student"]))
        assert members(view.witches) == sorted(set(game.at["witch"]))
        assert (view.students_at_start, view.students_home) == ends(game.at["student"])
        assert (view.witches_at_start, view.witches_home) == ends(game.at["witch"])
        on_path = [p for side in game.at.values() for p in side if 0 < p < 21]
        assert len(on_path) == len(set(on_path))
        unseen = game.unseen()
        for kind in ("student", "witch", "dwarf"):
            word = {"student": "students", "witch": "witches", "dwarf": "dwarves"}[kind]
            have = counts(getattr(view, f"unseen_{word}"))
            assert have == [unseen[kind, n] for n in range(10)]
        assert legal_moves(view) == {
            move: game.destination(game.choices[move[0]], move[2]) if move[1] else None
            for choice in (0, 1)
            for move in game.moves_of(choice)
        }
        move = move_of(view, line["answer"])
        if names[game.team] == "rush":
            assert move == rush_move(game)
        place = game.carry_out(move)
        assert line["destination"] == (31 if place is None else place)
        assert members(line["students"]) == sorted(set(game.at["student"]))
        assert members(line["witches"]) == sorted(set(game.at["witch"]))
    assert told.outcomes == game.outcomes()
    return told


def ends(positions):
    return positions.count(0), positions.count(21)


def follow_many(variant, games):
    tables = ["random", "rush"]
    tables += ["rush,random"] if variant.get("mode") == "duel" else []
    for seats in tables:
        for k in range(games):
            follow(seats, k, **variant)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_turn_is_as_in_the_slow_game(variant):
    follow_many(variant, 8)


@pytest.mark.heavy
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_turn_of_many_games_is_as_in_the_slow_game(variant):
    follow_many(variant, 500)


def test_the_forest_runs_out_and_comes_back():
    """The comparison above does see reshuffles, in both modes, several in one game."""
    small = {"colours": 2, "student_cards": (1, 1), "witch_cards": (0, 1), "dwarf_cards": (2, 3)}
    assert follow("random", 0, **small).outcomes["reshuffles"] >= 3
    duel = {"mode": "duel", "student_cards": (1, 0, 0, 0, 1), "witch_cards": (0, 1, 0, 0, 0)}
    assert follow("random", 0, **duel).outcomes["reshuffles"] >= 3


def agree(policy, games, slow_games, variant):
    """Every outcome's mean within 4 standard errors."""
    fast = means(policy, games, **variant)
    luck = Random(f"slow {policy} {variant}")
    setup = record(policy, 0, **variant).setup
    results = [play(setup, [POLICIES[policy]] * 2, luck).outcomes() for _ in range(slow_games)]
    for name, (mean, error) in fast.items():
        values = [r[name] for r in results]
        slow = sum(values) / slow_games
        variance = sum((v - slow) ** 2 for v in values) / slow_games
        # a rare outcome that the slow games did not meet has the fast ones' variance
        noise = (max(variance / slow_games, error**2 * games / slow_games) + error**2) ** 0.5
        assert abs(slow - mean) <= 4 * noise, name


STATISTICAL = [VARIANTS[i] for i in (0, 1, 4, 9, 13, 16, 18)]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", STATISTICAL, ids=str)
def test_outcomes_are_distributed_as_in_the_slow_game(policy, variant):
    agree(policy, 50_000, 250, variant)


@pytest.mark.heavy
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_many_outcomes_are_distributed_as_in_the_slow_game(policy, variant):
    agree(policy, 200_000, 4_000, variant)
