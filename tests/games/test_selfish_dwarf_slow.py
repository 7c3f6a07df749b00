"""The compiled rules against the slow game: move for move, cell for cell, and in distribution."""

import zlib
from random import Random

import numpy as np
import pytest

from dwarfsim.games.selfish_dwarf import caving, grid, view, ways
from dwarfsim.jit import kernel

from . import slow_selfish_dwarf as slow
from .selfish_dwarf_record import (
    GAME,
    SLOW_NAMES,
    cell_at,
    deal_of,
    events,
    flat,
    match,
    move_of,
    position,
    rows,
)

VARIANTS = {
    "as it is": {},
    "five": {"players": 5},
    "six": {"players": 6, "start": 5},
    "eight": {"players": 8},
    "nine": {"players": 9, "saboteur_gold": (4, 4, 4)},
    "ten": {"players": 10, "goal_distance": 6},
    "base game": {"selfish": False, "players": 6},
    "near": {"players": 5, "goal_distance": 1},
    "close": {"goal_distance": 3, "secret": 4},
    "far": {"players": 5, "goal_distance": 12},
    "caves": {"players": 5, "cave_in": 20, "goal_distance": 4},
    "more caves": {"players": 8, "cave_in": 30, "sabotage": 0, "goal_distance": 5},
    "sabotage": {"sabotage": 6, "repair": 0, "joker": 4, "goal_distance": 5},
    "no secrets": {"secret": 0, "players": 6, "goal_distance": 5},
    "crossings": {"stone_goals": "NESW+NESW", "goal_distance": 2, "players": 5},
    "straights": {"stone_goals": "NS+EW", "goal_distance": 2, "players": 5, "cave_in": 6},
    "other listing": {
        "path_cards": slow.DEFAULTS["path_cards"].replace("NS:4+EW:3", "NS:3+EW:4"),
    },
    "few shapes": {"path_cards": "NESW:20+dead-NESW:10+NS:9+EW:9", "players": 5, "cave_in": 9},
    "dead": {"path_cards": "NES:10+NEW:10+dead-N:9+dead-E:9+dead-NS:9", "goal_distance": 3},
    "capped": {"max_turns": 9},
}


# ------------------------------------------------------------------------------ move for move


def follow(policy, k, **settings):
    """Play a game again, slowly, comparing every turn."""
    setup, turns, outcomes = events(match(policy, **settings), k)
    game = slow.SlowGame(settings, deal_of(setup), policy)
    for turn in turns:
        seat = game.seat
        assert (turn["seat"], turn["turn"]) == (seat, game.turns + 1)
        move = move_of(turn)
        hand = game.players[seat].hand
        assert hand.index(move[1]) == turn["place"]
        if policy == "plain":
            assert move == game.decide(seat)
        assert move in game.moves(seat)
        before = slow.distance(game.grid, game.face_down())
        assert turn["before"] == (None if before == slow.inf else before)
        turned, pile = len(game.turned_goals), list(game.deck)
        game.play_move(move)
        assert turn["drawn"] is None or not game.winner or not game.deck
        drawn = pile[0] if len(game.deck) < len(pile) else None
        assert (turn["drawn"] and turn["drawn"].replace(" ", "-").replace("/", "-")) == drawn
        assert list(turn["turned over"]) == sorted(game.turned_goals[turned:])
        for goal, shown in turn["turned over"].items():
            assert shown["is"] == game.goals[goal].split()[0]
            assert set(shown["openings"]) == game.grid[game.goal_cells[goal]].openings
        assert game.cards() == game.everything
    assert game.outcomes() == flat(outcomes)
    return game


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("policy", ["plain", "random"])
def test_every_move_is_as_in_the_slow_game(policy, variant):
    for k in range(2):
        follow(policy, k, **VARIANTS[variant])


@pytest.mark.heavy
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("policy", ["plain", "random"])
def test_every_move_of_many_games_is_as_in_the_slow_game(policy, variant):
    for k in range(150):
        follow(policy, k, **VARIANTS[variant])


# ------------------------------------------------------------------------------ cell for cell


@kernel
def _with_cards(space, goal, cells, shapes, dead, found):
    for i in range(cells.shape[0]):
        found[i] = ways.distance_with(space, goal, cells[i], shapes[i], dead[i])


@kernel
def _rises(space, me, goals, now, cards, found):
    for i in range(cards.shape[0]):
        found[i] = caving.raises_without(space, me, goals, now, cards[i])


@kernel
def _steps(space, goal, cells, most, found):
    for i in range(cells.shape[0]):
        found[i] = ways.steps_from(space, goal, cells[i], most)


def in_columns(here, row) -> set:
    """The set of cells that a row of column words stands for."""
    top = int(here.space.facts[grid.TOP]) - 1
    found = set()
    for column in range(grid.WIDTH):
        word = int(here.space.columns[row, column])
        found |= {
            (column - grid.OFFSET, top + i) for i in range(64) if word >> ((top + i) & 63) & 1
        }
    return found


def compare_grid(here, board):
    """What is kept up to date, against the plain definition of it."""
    space = here.space
    assert here.grid() == board
    numbers = {place: number for number, place in here.numbers().items()}
    network = slow.joined(board, slow.ENTRANCE)
    through = {c for c, card in board.items() if not card.dead and not card.face_down}
    through -= {c for c, card in board.items() if card.goal is not None and not card.openings}

    def members(fact):
        word = int(space.facts[fact])
        return {place for place, number in numbers.items() if word >> number & 1}

    assert members(grid.NETWORK) == network
    assert members(grid.CUT) == through - network
    assert in_columns(here, grid.OCCUPIED) == set(board)
    exits = {slow.beside(cell, side) for cell in network for side in board[cell].openings}
    assert in_columns(here, grid.FRONTIER) == exits - set(board)
    for cell in through:
        beside = {
            there
            for there in (slow.beside(cell, side) for side in board[cell].openings)
            if there in through and cell in {slow.beside(there, s) for s in board[there].openings}
        }
        joined = int(space.cards[numbers[cell], grid.JOINED])
        assert {place for place, number in numbers.items() if joined >> number & 1} == beside
    for number, place in here.numbers().items():
        if number >= grid.FIRST_PATH:
            card = board[place]
            connected = place in network
            if card.dead:
                sides = [s for s in card.openings if slow.beside(place, s) in network]
                connected = any(
                    slow.ACROSS[s] in board[slow.beside(place, s)].openings for s in sides
                )
            assert grid.is_connected(space, number) == connected


def finite(number):
    return slow.inf if number >= ways.INFINITE else number


def compare_ways(here, board, luck, cards):
    """D towards every goal, and with and without some cards."""
    space = here.space
    hidden = [c.goal for c in board.values() if c.face_down]
    for goal in hidden:
        assert finite(int(space.goals[goal, ways.DISTANCE])) == slow.distance(board, {goal})
    frontier = sorted(in_columns(here, grid.FRONTIER))
    fitting = [
        (cell, card, way)
        for cell in frontier
        for card in slow.SHAPES
        for way in slow.ways_to_lay(card)
        if slow.fits(board, cell, slow.laid(card, way))
    ]
    for cell, card, way in luck.sample(fitting, min(cards, len(fitting))):
        laid = slow.laid(card, way)
        openings = sum(1 << "NESW".index(side) for side in laid.openings)
        for goal in hidden:
            found = np.zeros(1, np.int64)
            places = np.array([[cell_at(*cell)], [openings], [laid.dead]], np.int64)
            _with_cards(space, goal, *places, found)
            with_card = slow.distance({**board, cell: laid}, {goal})
            assert finite(int(found[0])) == with_card, (goal, cell, card, way)


def compare_caving(here, board, luck, cards):
    """Whether D rises without some cards."""
    hidden = [c.goal for c in board.values() if c.face_down]
    goals = set(luck.sample(hidden, luck.randint(1, len(hidden))))
    now = slow.distance(board, goals)
    paths = [n for n in here.numbers() if n >= grid.FIRST_PATH]
    if now == slow.inf or not paths:
        return
    paths = luck.sample(paths, min(cards, len(paths)))
    found = np.zeros(len(paths), np.int64)
    me = caving_me()
    _rises(here.view(), me, sum(1 << g for g in goals), now, np.array(paths), found)
    for number, rises in zip(paths, found, strict=True):
        place = here.numbers()[number]
        without = slow.distance({c: x for c, x in board.items() if c != place}, goals)
        assert bool(rises) == (without > now), (place, goals, now, without)


def caving_me():
    from dwarfsim.table import Me

    nothing = np.zeros(0)
    return Me(0, np.uint64(0), nothing, nothing, np.zeros(caving.NOTES))


def compare_positions(policy, k, every=1, cards=4, **settings):
    """The grid after every move of a game, D at each `every`-th."""
    a_match = match(policy, **settings)
    setup, turns, _ = events(a_match, k)
    game = slow.SlowGame(settings, deal_of(setup), policy)
    worker, luck = a_match.worker(), Random(k)
    for number, turn in enumerate(turns):
        game.play_move(move_of(turn))
        here = position(a_match, k, number + 1, worker)
        compare_grid(here, game.grid)
        for seat, player in enumerate(game.players):
            assert here.hand(seat) == player.hand
            facts = here.space.seats[seat]
            broken = {t for i, t in enumerate(slow.TOOLS) if facts[view.BROKEN] >> i & 1}
            assert broken == player.broken
            assert facts[view.RAISED] == player.raised
            assert facts[view.LOWERED] == player.lowered
            assert facts[view.CAVED] == player.caved
            assert facts[view.LAST_LOWERED] == player.last_lowered
            assert view.suspicion(here.view(), seat) == player.suspicion
            known = {g: int(here.space.known[seat]) >> 2 * g & 3 for g in range(3)}
            assert {g: what == view.SEEN_GOLD for g, what in known.items() if what} == player.seen
            if not game.winner:
                believed = view.believed(here.view(seat))
                assert {g for g in range(3) if believed >> g & 1} == game.believed(seat)
        assert here.pile() == game.deck
        everything = here.pile() + here.paths() + here.away()
        everything += [card for seat in range(len(game.players)) for card in here.hand(seat)]
        caved = [c for c in game.away if slow.is_path(c)]
        put_away = [c for c in here.away() if slow.is_path(c)]
        for card in put_away:
            caved.remove(card)
        assert sorted(everything + caved) == game.everything
        if not game.winner and number % every == 0:
            assert here.legal() == set(game.moves(game.seat))
            compare_ways(here, game.grid, luck, cards)
            compare_caving(here, game.grid, luck, cards)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("policy", ["plain", "random"])
def test_every_grid_is_as_the_plain_definition_says(policy, variant):
    compare_positions(policy, 100, 4, 3, **VARIANTS[variant])


@pytest.mark.heavy
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("policy", ["plain", "random"])
def test_every_grid_of_many_games_is_as_the_plain_definition_says(policy, variant):
    for k in range(200, 230):
        compare_positions(policy, k, 1, 8, **VARIANTS[variant])


# --------------------------------------------------------------------------- in distribution


def agree(policy, games, slow_games, variant, sigmas=4.5):
    """Every outcome's mean."""
    settings = VARIANTS[variant]
    table = rows(match(policy, **settings), games)
    first = zlib.crc32(f"{policy} {variant}".encode()) << 32
    results = [slow.play(settings, policy, first + k).outcomes() for k in range(slow_games)]
    assert set(table) == set(results[0])
    for name, values in table.items():
        ours = np.array([r[name] for r in results], float)
        spread = max(values.std(), ours.std())
        noise = spread * (1 / games + 1 / slow_games) ** 0.5
        assert abs(ours.mean() - values.mean()) <= sigmas * noise + 1e-9, name


@pytest.mark.parametrize(
    ("policy", "variant", "count"),
    [
        ("plain", "as it is", 40),
        ("plain", "ten", 30),
        ("plain", "close", 60),
        ("random", "near", 100),
        ("random", "crossings", 60),
    ],
)
def test_outcomes_are_distributed_as_in_the_slow_game(policy, variant, count):
    agree(policy, 20_000, count, variant)


@pytest.mark.heavy
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("policy", ["plain", "random"])
def test_many_outcomes_are_distributed_as_in_the_slow_game(policy, variant):
    agree(policy, 100_000, 1_000, variant, sigmas=5)


def test_the_names_of_cards_agree():
    everything = set(slow.whole_deck(slow.DEFAULTS))
    assert everything == set(SLOW_NAMES) and GAME.values({})["path_cards"] == "+".join(
        slow.DEFAULTS["path_cards"].split("+")
    )
