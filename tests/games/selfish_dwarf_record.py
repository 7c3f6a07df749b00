"""Rounds of Selfish Dwarf written down, rounds that follow a script, and positions, for tests."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from dwarfsim.game import Strategy, load_game
from dwarfsim.games.selfish_dwarf import beliefs, grid, transcript, view
from dwarfsim.games.selfish_dwarf import cards as sdc
from dwarfsim.games.selfish_dwarf import rules as sd
from dwarfsim.games.selfish_dwarf.knobs import KNOBS
from dwarfsim.jit import kernel
from dwarfsim.match import Match
from dwarfsim.players import Player
from dwarfsim.rng import SETUP, game_key, shuffle, stream

from . import slow_selfish_dwarf as slow

GAME = load_game("selfish-dwarf")
GOAL_NAMES = ("gold", "stone 0", "stone 1")


def slow_name(card: str) -> str:
    """A card's name in the slow game."""
    return card.replace(" ", "-").replace("/", "-")


SLOW_NAMES = tuple(map(slow_name, sdc.NAMES))


# ------------------------------------------------------------------------------------- rounds


def match(seats: str, seed: int = 1, roles=None, rotate: bool = False, **settings) -> Match:
    """A cell made ready: ``"plain"`` at all seats or one name a seat."""
    players = [Player(GAME.strategies[name], (), name) for name in seats.split(",")]
    cast = {role: Player(GAME.strategies[name], (), name) for role, name in (roles or {}).items()}
    return Match(GAME, GAME.values(settings), players, seed, cast, rotate)


def events(a_match: Match, k: int) -> tuple[dict, list[dict], dict]:
    """Game `k` as the transcript has it: what is set up, the turns, the outcomes."""
    setup, *turns, end = transcript.events(a_match, k)
    return setup, turns, end["outcomes"]


def flat(outcomes: dict) -> dict:
    """Outcomes with one name a seat, as the slow game has them."""
    told = {}
    for name, value in outcomes.items():
        many = isinstance(value, list)
        told |= {f"{name}_{i}": v for i, v in enumerate(value)} if many else {name: value}
    return told


def deal_of(setup: dict) -> slow.Deal:
    """What was dealt, for the slow game."""
    deck = [card for hand in setup["hands"] for card in hand] + setup["draw pile"]
    goals = ["gold" if s is None else f"stone {s}" for s in setup["stones"]]
    return slow.Deal(setup["roles"], list(map(slow_name, deck)), goals, setup["start"])


def move_of(turn: dict) -> tuple:
    """A turn's move as the slow game writes it."""
    kind, card = turn["action"], slow_name(turn["card"])
    if kind == "lay":
        return kind, card, turn["column"], turn["row"], bool(turn["way"])
    rest = {
        "sabotage": ("target",),
        "repair": ("target", "tool"),
        "look": ("goal",),
        "cave in": ("column", "row"),
        "discard": (),
    }[kind]
    return kind, card, *(turn[key] for key in rest)


def rows(a_match: Match, games: int, first: int = 0) -> dict[str, np.ndarray]:
    """Every game's outcomes; those of seats are named as in ``gold_0``."""
    found = np.zeros((games, len(a_match.slots)), np.int64)
    a_match.worker().play(first, games, found)
    table = {}
    for i, slot in enumerate(a_match.slots):
        name = slot.outcome.name if slot.seat is None else f"{slot.outcome.name}_{slot.seat}"
        table[name] = found[:, i] / slot.outcome.scale
    return table


# ------------------------------------------------------------------------------------ positions


@dataclass
class Position:
    """A round after so many turns, as the kernel has it."""

    rules: sd.Rules
    space: sd.Workspace
    turns: int
    start: int

    @property
    def seat(self) -> int:
        return (self.start + self.turns) % self.rules.players

    def hand(self, seat: int) -> list[str]:
        """Cards by the slow game's names, the oldest first."""
        held = int(self.space.seats[seat, view.HELD])
        packed = int(self.space.hands[seat])
        return [SLOW_NAMES[packed >> 5 * place & 31] for place in range(held)]

    def pile(self) -> list[str]:
        """What is left to draw."""
        drawn = sum(int(self.space.log[t, 4]) >= 0 for t in range(self.turns))
        dealt = self.rules.hand * self.rules.players
        return [SLOW_NAMES[card] for card in self.space.deck[dealt + drawn :]]

    def away(self) -> list[str]:
        """Cards that are out of the round, but for those that caved in."""
        kinds = [(int(self.space.log[t, 2]), int(self.space.log[t, 3])) for t in range(self.turns)]
        return [SLOW_NAMES[card] for card, use in kinds if card >= sdc.PATHS or use < 0]

    def numbers(self) -> dict[int, tuple]:
        """Where each card of the grid lies."""
        found = {}
        for cell in map(int, np.flatnonzero(self.space.cells)):
            place = cell // grid.WIDTH - grid.OFFSET, cell % grid.WIDTH - grid.OFFSET
            found[int(self.space.cells[cell]) >> grid.CARD] = place
        return found

    def paths(self) -> list[str]:
        """The path cards on the grid."""
        types = [int(self.space.cards[n, grid.TYPE]) for n in self.numbers()]
        return [SLOW_NAMES[card] for card in types if card >= 0]

    def grid(self) -> dict[tuple, slow.Laid]:
        """The grid as the slow game has it."""
        found = {}
        for number, place in self.numbers().items():
            value = int(self.space.cells[cell_at(*place)])
            sides = frozenset(s for bit, s in enumerate("NESW") if value >> bit & 1)
            goal = number - grid.GOALS if grid.GOALS <= number < grid.FIRST_PATH else None
            hidden = bool(value & grid.FACE_DOWN)
            found[place] = slow.Laid(sides, bool(value & grid.DEAD), goal, hidden)
        return found

    def view(self, seat: int | None = None) -> view.View:
        """What the player whose turn it is sees, or would see."""
        seat = self.seat if seat is None else seat
        space, rules = self.space, self.rules
        return view.View(
            players=rules.players,
            turn=self.turns + 1,
            role=int(space.roles[seat]),
            hand=int(space.hands[seat]),
            held=int(space.seats[seat, view.HELD]),
            deck=len(self.pile()),
            seen=int(space.known[seat]),
            start=self.start,
            saboteurs=rules.saboteurs,
            diggers=rules.diggers,
            selfish=rules.selfish,
            **{
                name: getattr(space, name)
                for name in ("seats", "cells", "cards", "columns", "goals", "facts", "waves")
            },
        )

    def legal(self) -> set[tuple]:
        """Every move that is allowed."""
        found = np.zeros((8, 2 * grid.WIDTH**2 + 2), np.int64)
        _legal(self.view(), self.seat, found)
        return {self.in_words(place, use - 1) for place, use in np.argwhere(found).tolist()}

    def in_words(self, place: int, use: int) -> tuple:
        """An answer as the slow game's move."""
        card = int(self.space.hands[self.seat]) >> 5 * place & 31
        action = transcript._action(card, use)
        return move_of({"card": sdc.NAMES[card], **action})


@kernel
def _legal(seen, seat, found):
    for place in range(found.shape[0]):
        for use in range(found.shape[1]):
            found[place, use] = view.is_legal(seen, seat, place + 8 * use)


def cell_at(column: int, row: int) -> int:
    return (column + grid.OFFSET) * grid.WIDTH + row + grid.OFFSET


def position(a_match: Match, k: int, turns: int, worker=None) -> Position:
    """Game `k` of a match after so many turns (or at its end, if that comes before)."""
    worker = worker or a_match.worker()
    before = a_match.rules
    a_match.rules = before._replace(max_turns=turns)
    try:
        worker.play(k, 1)
    finally:
        a_match.rules = before
    outcomes = transcript._outcomes(a_match, worker)
    return Position(before, worker.workspace, outcomes["turns"], outcomes["start"])


# --------------------------------------------------------------------------------- scripts


@kernel
def _scripted_turn(seen, me):
    return int(me.tables[seen.turn - 1])


@cache
def _order(key: int, purpose: int, count: int) -> tuple[int, ...]:
    """Where each item of a list goes when it is shuffled: item order[i] comes to place i."""
    items = np.arange(count)
    shuffle(items, count, np.uint64(stream(np.uint64(key), SETUP, purpose)))
    return tuple(map(int, items))


def before_shuffle(wanted, key: int, purpose: int) -> np.ndarray:
    """The list that is `wanted` after its shuffle."""
    order = _order(key, purpose, len(wanted))
    found = np.zeros(len(wanted), np.int64)
    found[list(order)] = wanted
    return found


@dataclass
class Script:
    """A round that was played by a script."""

    position: Position
    setup: dict
    turns: list
    outcomes: dict
    text: str
    notes: list  # of every seat, if it hears


USUAL = "saboteur digger digger digger selfish"


def play_script(
    moves,
    roles: str = USUAL,
    goals: str = "gold,stone 0,stone 1",
    filler: str = "secret",
    pile=(),
    capped: bool = True,
    hears: bool = False,
    **settings,
) -> Script:
    """
    Play moves, as the slow game writes them, from seat 0 on.

    Every hand holds the cards that its seat will play, in their order, and `filler`; `pile` is what
    is drawn, and after it comes `filler`. Players who hear note what deeds tell, as `reader` does.
    """
    roles = roles.split()
    players = len(roles)
    settings = {"players": players, "start": 0, **settings}
    hand = slow.HANDS[players]
    hands = [[] for _ in roles]
    for turn, move in enumerate(moves):
        if len(hands[turn % players]) < hand:
            hands[turn % players].append(move[1])
    for cards in hands:
        cards += [filler] * (hand - len(cards))
    pile = [*pile, *[filler] * (12 - len(pile))]
    deck = [SLOW_NAMES.index(card) for cards in hands for card in cards]
    deck += [SLOW_NAMES.index(card) for card in pile]
    answers, drawn = [], iter(pile)
    for turn, (kind, card, *rest) in enumerate(moves):
        cards = hands[turn % players]
        place = cards.index(card)
        del cards[place]
        cards += [card for card in [next(drawn, None)] if card]
        answers.append(place + 8 * _use(kind, rest))
    player = Player(
        Strategy(
            "scripted",
            {"turn": _scripted_turn} | ({"observe": beliefs.hear} if hears else {}),
            knobs=KNOBS if hears else {},
            memory=beliefs.MEMORY if hears else 0,
            prepare=lambda rules, knobs: np.array(answers, float),
            doc="Plays a script.",
        )
    )
    values = GAME.values(settings)
    a_match = Match(GAME, values, [player])
    hidden = [GOAL_NAMES.index(goal) for goal in goals.split(",")]
    keys = (int(game_key(np.uint64(1), np.uint64(k))) for k in range(1000))
    k, key = next((k, key) for k, key in enumerate(keys) if list(_order(key, 1, 3)) == hidden)
    numbers = [GAME.roles.index(role) for role in roles]
    a_match.rules = a_match.rules._replace(
        deck=before_shuffle(deck, key, 0),
        roles=before_shuffle(numbers, key, 2),
        max_turns=len(moves) if capped else 1000,
    )
    setup, turns, outcomes = events(a_match, k)
    worker = a_match.worker()
    worker.play(k, 1)
    here = Position(a_match.rules, worker.workspace, outcomes["turns"], outcomes["start"])
    notes = [np.array(memory) for memory in worker.memory] if hears else []
    return Script(here, setup, turns, outcomes, transcript.tell(a_match, k), notes)


def _use(kind: str, rest: list) -> int:
    if kind == "discard":
        return 0
    if kind == "lay":
        column, row, way = rest
        return 1 + 2 * cell_at(column, row) + way
    if kind == "repair":
        return 1 + 3 * rest[0] + slow.TOOLS.index(rest[1])
    return 1 + (cell_at(*rest) if kind == "cave in" else rest[0])


def path(*cards: str, row: int = 0, first: int = 1) -> list[tuple]:
    """Cards laid from left to right, `'` for turned."""
    return [
        ("lay", card.removesuffix("'"), first + i, row, card.endswith("'"))
        for i, card in enumerate(cards)
    ]
