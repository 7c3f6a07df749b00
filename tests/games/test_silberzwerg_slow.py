"""The compiled rules against the slow game: event for event, state for state, in distribution."""

import zlib
from itertools import product

import numpy as np
import pytest

from .silberzwerg_record import (
    STRATEGIES,
    Record,
    choices,
    follow,
    follow_plain,
    match,
    rows,
    told_slowly,
)
from .slow_silberzwerg_players import play

OTHER_ORDERS = {"orders": "8:4+44:6+422:12+332:12", "order_values": (120, 100, 80, 60)}
VARIANTS = {
    "as it is": {},
    "three": {"players": 3},
    "two": {"players": 2},
    "short game": {"deck": "short", "start": 3},
    "longer game": {"players": 3, "deck": "full", "start": 2},
    "two, short": {"players": 2, "deck": "short", "start": 1},
    "no start gems": {"start_gems": False},
    "no start gems for three": {"start_gems": False, "players": 3},
    "floor": {"price_floor": 0},
    "high floor": {"price_floor": 5, "players": 2},
    "tools": {"symbols": (12, 9, 9, 0, 0, 0)},
    "coins": {"symbols": (0, 0, 0, 30, 0, 0), "players": 3},
    "crossed axes": {"symbols": (0, 0, 0, 0, 30, 0), "players": 2},
    "targets": {"symbols": (0, 0, 0, 0, 0, 28), "price_floor": 0},
    "few symbols": {"symbols": (3, 0, 0, 1, 2, 1), "players": 2},
    "steps of 20": {"order_step": "20", "order_values": (120, 90, 70, 50)},
    "steps of 10": {"order_step": "10", "order_values": (121, 103, 35, 15), "players": 3},
    "other orders": {**OTHER_ORDERS, "symbols": (6, 6, 6, 4, 4, 4)},
    "other orders, short": {**OTHER_ORDERS, "deck": "short", "players": 2},
    "dear orders": {"order_values": (900, 560, 333, 201), "penalties": (0, 0, 0, 0)},
    "high penalties": {"penalties": (90, 61, 37, 23), "players": 3},
    "easy orders": {"orders": "62:12+44:6", "order_values": (99, 98), "penalties": (9, 8)}
    | {"symbols": (3, 0, 0, 3, 0, 0), "players": 2},
    "capped": {"max_rounds": 7, "penalties": (60, 45, 30, 15)},
}
TABLES = {  # by players
    4: ("champion,wild,smith,trader", "cunning,schemer,miner,random"),
    3: ("trader,champion,wild", "schemer,cunning,miner", "random,smith,miner"),
    2: ("smith,wild", "cunning,champion", "schemer,trader"),
}


# ---------------------------------------------------------------------------- event for event


def tables(settings) -> list[str]:
    """One strategy at all seats, and several strategies at a table."""
    return [*STRATEGIES, *TABLES[settings.get("players", 4)]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_event_is_as_in_the_slow_game(variant):
    for seats in tables(VARIANTS[variant]):
        follow(seats, 0, **VARIANTS[variant])


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_decision_finds_the_state_of_the_slow_game(variant):
    for seats in ("random", "miner"):
        follow_plain(seats, 1, **VARIANTS[variant])


def test_everything_happens():
    seen = follow("wild", 12)
    for variant, seats, k in product(("two", "as it is"), ("wild", "cunning"), range(6)):
        seen += follow(seats, k, **VARIANTS[variant])
    seen += follow("cunning", 12, **VARIANTS["tools"]) + follow("miner", 12, **VARIANTS["tools"])
    kinds = "remove take up back trade draw set coins target gone cancelled opened discarded sold"
    assert set(kinds.split()) <= set(seen)


@pytest.mark.heavy
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_event_of_many_games_is_as_in_the_slow_game(players, variant):
    settings = VARIANTS[variant] | {"players": players}
    settings["start"] = min(settings.get("start", 0), players - 1) if players == 3 else "random"
    for seats in tables(settings):
        for k in range(1, 9):
            follow(seats, k, **settings)


@pytest.mark.heavy
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_decision_of_many_games_finds_the_state_of_the_slow_game(variant):
    for seats in ("random", "miner", "trader"):
        for k in range(2, 20):
            follow_plain(seats, k, **VARIANTS[variant])


# --------------------------------------------------------------------------- in distribution


def agree(policy, games, slow_games, variant, sigmas=4.5, rounds=12):
    """Every outcome's mean, of each seat, and of each of the first rounds."""
    settings = VARIANTS[variant]
    fast = rows(policy, games, **settings)
    first = zlib.crc32(f"{policy} {variant}".encode()) << 32
    results = [play(settings, policy, first + k).outcomes() for k in range(slow_games)]
    for outcome, values in fast.items():
        if "@" in outcome and int(outcome.split("@")[1].split("_")[0]) >= rounds:
            continue
        ours = np.array([r[outcome] for r in results if outcome in r], float)
        if min(len(ours), len(values)) < 20:
            continue
        # a rare outcome that the slow games did not meet has the fast ones' spread
        spread = max(values.std(), ours.std())
        noise = spread * (1 / len(values) + 1 / len(ours)) ** 0.5
        assert abs(ours.mean() - values.mean()) <= sigmas * noise + 1e-6, outcome
    return fast, results


@pytest.mark.parametrize(
    ("policy", "variant", "count"),
    [
        ("miner", "as it is", 80),
        ("random", "as it is", 80),
        ("trader", "as it is", 80),
        ("trader,miner,random,miner", "as it is", 80),
        ("random", "three", 60),
        ("miner", "longer game", 60),
        ("random", "two", 60),
        ("miner,trader", "two", 80),
        ("miner", "coins", 60),
        ("random,miner", "easy orders", 80),
        ("miner", "other orders", 60),
        ("random", "capped", 100),
    ],
)
def test_outcomes_are_distributed_as_in_the_slow_game(policy, variant, count):
    fast, results = agree(policy, 10_000, count, variant)
    assert set().union(*results) <= set(fast)


@pytest.mark.heavy
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("policy", ["random", "miner", "trader", "mixed"])
def test_many_outcomes_are_distributed_as_in_the_slow_game(policy, variant):
    if policy == "mixed":
        seats = ("random", "miner", "trader", "miner")
        policy = ",".join(seats[: VARIANTS[variant].get("players", 4)])
    agree(policy, 100_000, 1_000, variant, sigmas=5, rounds=20)


def choose_alike(policy, games, slow_games, settings, sigmas=4.5):
    """How often a game has each choice and each chance."""
    cell = match(policy, **settings)
    fast = [choices(Record(cell, k).log) for k in range(games)]
    first = zlib.crc32(f"choices {policy} {settings}".encode()) << 32
    slow = [choices(told_slowly(policy, first + k, **settings)) for k in range(slow_games)]
    for choice in set().union(*fast, *slow):
        theirs, ours = (np.array([c[choice] for c in found], float) for found in (fast, slow))
        # the two together, and one more: a rare choice may be missing from either
        both = np.concatenate([theirs, ours, [theirs.max() + 1]])
        noise = both.std() * (1 / games + 1 / slow_games) ** 0.5
        assert abs(ours.mean() - theirs.mean()) <= sigmas * noise, choice


@pytest.mark.parametrize(("variant", "count"), [("as it is", 100), ("three", 80), ("two", 80)])
def test_random_players_choose_as_in_the_slow_game(variant, count):
    choose_alike("random", 3 * count, count, VARIANTS[variant])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_and_first_gems_are_dealt_as_in_the_slow_game(players):
    settings = {"players": players, "max_rounds": 1, "symbols": (5, 4, 3, 2, 1, 6)}
    choose_alike("trader", 900, 500, settings)


@pytest.mark.heavy
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_players_choose_as_in_the_slow_game_in_many_games(variant):
    choose_alike("random", 3_000, 1_000, VARIANTS[variant], sigmas=5)


@pytest.mark.heavy
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deck", ["short", "full"])
def test_many_cards_and_first_gems_are_dealt_as_in_the_slow_game(players, deck):
    settings = {"players": players, "deck": deck, "max_rounds": 1, "symbols": (5, 4, 3, 2, 1, 6)}
    choose_alike("trader", 20_000, 15_000, settings, sigmas=5)
