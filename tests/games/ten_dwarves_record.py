"""Games of 10 Dwarves written down, positions made by hand, and means of many games, for tests."""

from functools import cache
from itertools import permutations

import numpy as np

from dwarfsim.bits import lowest, size
from dwarfsim.game import Strategy, load_game
from dwarfsim.games.ten_dwarves import beliefs, transcript
from dwarfsim.games.ten_dwarves.strategies import random_act, random_take
from dwarfsim.games.ten_dwarves.view import (
    KEEP,
    SEER,
    SILENT,
    hand_of,
    lower,
    number_of,
    others_cards,
    peek,
    swap,
)
from dwarfsim.jit import kernel
from dwarfsim.match import Match
from dwarfsim.players import Player
from dwarfsim.rng import below

GAME = load_game("ten-dwarves")

# ------------------------------------------------------------------------------- a meddler


@kernel
def any_card(cards, luck, draw):
    """A uniform card of a set."""
    for _ in range(below(luck, draw, size(cards))):
        cards &= cards - 1
    return lowest(cards)


@kernel
def any_relation(view, me):
    """Now and then a relation that is certain, any."""
    if below(me.luck, 0, 4) == 0:
        return SILENT
    beliefs.take_statements(me.memory, view.below, view.dwarves)
    beliefs.relate(me.memory, view.dwarves, view.known, view.numbers, beliefs.MINE)
    y = below(me.luck, 1, view.dwarves)
    under = beliefs.members(me.memory, beliefs.MINE, y)
    return lower(any_card(under, me.luck, 2), y) if under else SILENT


@kernel
def any_use(view, me):
    """Now and then the seer's or the swapper's effect."""
    if below(me.luck, 0, 2) == 0:
        return KEEP
    if number_of(view.characters, me.seat) == SEER:
        return peek(any_card(others_cards(view, me.seat), me.luck, 1))
    own = any_card(hand_of(view.fronts, me.seat), me.luck, 2)
    return swap(own, any_card(view.centre, me.luck, 3))


meddler = Strategy(
    "meddler",
    {
        "act": random_act,
        "take": random_take,
        "state": any_relation,
        "herald": any_relation,
        "character": any_use,
    },
    memory=beliefs.SCRATCH,
    doc="Does everything that there is to do, at random.",
)


# ------------------------------------------------------------------------------------- games


def player(text: str) -> Player:
    """``chain:0.5``: a strategy with its first knob, or ``silent``."""
    name, _, value = text.partition(":")
    strategy = meddler if name == "meddler" else GAME.strategies[name]
    knobs = ((next(iter(strategy.knobs)), float(value)),) if value else ()
    return Player(strategy, knobs, text)


@cache
def match(seats: str, seed: int = 1, **settings) -> Match:
    """A cell made ready: ``"chain"`` at all seats or ``"chain:0.5,random"``."""
    players = [player(text) for text in seats.split(",")]
    return Match(GAME, GAME.values(settings), players, seed)


def events(seats: str, k: int, seed: int = 1, **settings) -> tuple[dict, list[dict], dict]:
    """Game `k` as the transcript has it: what is set up, the turns, the outcomes."""
    setup, *turns, end = transcript.events(match(seats, seed, **settings), k)
    return setup, turns, end["outcomes"]


def rows(seats: str, games: int, seed: int = 1, **settings) -> dict[str, np.ndarray]:
    """Every game's outcomes."""
    cell = match(seats, seed, **settings)
    found = np.zeros((games, len(cell.slots)), np.int64)
    cell.worker().play(0, games, found)
    return {s.outcome.name: found[:, i] for i, s in enumerate(cell.slots)}


def wins_of_all_deals(seats: str, **settings) -> tuple[int, int]:
    """How many of all deals a table without chance wins, and how many deals there are."""
    dwarves = settings["dwarves"]
    cell = match(seats, line=tuple(range(dwarves)), **settings)
    worker = cell.worker()
    won = deals = 0
    for line in permutations(range(dwarves)):
        cell.rules.line[:] = line
        worker.play(0, 1)
        won += int(worker.outcomes.won[0])
        deals += 1
    cell.rules.line[:] = range(dwarves)
    return won, deals
