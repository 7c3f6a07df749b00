"""Games of Magic Dwarf written down: every view, move and card, for tests to read."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from dwarfsim.game import Strategy, load_game
from dwarfsim.games.magic_dwarf import rules as md
from dwarfsim.games.magic_dwarf.strategies import random_move, rush_move
from dwarfsim.jit import kernel
from dwarfsim.match import Match
from dwarfsim.players import Player

GAME = load_game("magic-dwarf")
KINDS = ("student", "witch", "dwarf")
FIELDS = len(md.View._fields)
MOST_TURNS = 600
_LOW = (1 << 32) - 1


@kernel
def _note(view, me):
    at = 1 + 2 * FIELDS * int(me.memory[0])
    for i in range(FIELDS):  # a float holds half a word exactly
        me.memory[at + 2 * i] = view[i] & _LOW
        me.memory[at + 2 * i + 1] = view[i] >> 32
    me.memory[0] += 1


@kernel
def _recorded_random(view, me):
    _note(view, me)
    return random_move(view, me)


@kernel
def _recorded_rush(view, me):
    _note(view, me)
    return rush_move(view, me)


MEMORY = 1 + 2 * FIELDS * MOST_TURNS
RECORDED = {
    "random": Strategy("random", {"move": _recorded_random}, memory=MEMORY),
    "rush": Strategy("rush", {"move": _recorded_rush}, memory=MEMORY),
}


@kernel
def _all_moves(view, found):
    for answer in range(-1, 65):
        found[answer + 1] = -1
        if md.is_legal(view, answer):
            choice, origin = answer >> 5, answer & 31
            place = md.PASS if origin == md.PASS else md.destination(view, choice, origin)
            found[answer + 1] = place


def card(number: int) -> tuple[str, int]:
    """The kernel's card as a pair."""
    return KINDS[number // 16], number % 16


def number(card: tuple[str, int]) -> int:
    """A pair as the kernel's card."""
    return KINDS.index(card[0]) * 16 + card[1]


def members(bits: int) -> list[int]:
    """The positions in a set."""
    return [p for p in range(64) if bits >> p & 1]


def colours_along(words) -> list[int]:
    """The 20 colours of a path; every space has exactly one."""
    path = md.Path(*(int(word) for word in words))
    sets = [members(int(md.spaces_on(path, colour))) for colour in range(10)]
    assert sorted(p for spaces in sets for p in spaces) == list(range(1, 21))
    return [next(c for c, spaces in enumerate(sets) if p in spaces) for p in range(1, 21)]


def counts(word: int) -> list[int]:
    """The ten counts of a packed word."""
    return [int(md.count_of(int(word), n)) for n in range(10)]


def legal_moves(view: md.View) -> dict[tuple, int | None]:
    """All legal moves ``(choice, side, origin)`` with their destinations (None: a pass)."""
    found = np.zeros(66, np.int64)
    _all_moves(view, found)
    moves = {}
    for answer in range(-1, 65):
        if found[answer + 1] >= 0:
            move = move_of(view, answer)
            moves[move] = int(found[answer + 1]) if move[1] else None
    return moves


def move_of(view: md.View, answer: int) -> tuple:
    """An answer to `view` as ``(choice, side, origin)``."""
    choice, origin = divmod(int(answer), 32)
    if origin == md.PASS:
        return (choice, None, None)
    kind, _ = card((view.older, view.newer)[choice])
    if kind == "dwarf":
        kind = "witch" if origin == 22 or view.students >> origin & 1 == 0 else "student"
    return (choice, kind, min(origin, 21))


def position(students, witches, cards, path, may_pass=True, from_finish=False) -> md.View:
    """A view of a hand-worked position: where everybody stands, and the two cards."""
    duel = len(students) == 3
    words = md.path_words(path)
    return md.View(
        team=0,
        duel=int(duel),
        needed=len(students),
        older=number(cards[0]),
        newer=number(cards[1]),
        older_spaces=int(md.spaces_on(words, cards[0][1])),
        newer_spaces=int(md.spaces_on(words, cards[1][1])),
        students=sum(1 << p for p in set(students)),
        witches=sum(1 << p for p in set(witches)),
        students_at_start=students.count(0),
        witches_at_start=witches.count(0),
        students_home=students.count(21),
        witches_home=witches.count(21),
        path_a=words.a,
        path_b=words.b,
        path_c=words.c,
        path_d=words.d,
        colours=max(path) + 1,
        may_pass=int(may_pass),
        from_finish=int(from_finish),
        unseen_students=0,
        unseen_witches=0,
        unseen_dwarves=0,
    )


@dataclass
class Record:
    """One game: its path, and for each turn the view and the log's line."""

    setup: dict
    path: list[int]
    views: list[md.View]
    lines: list[dict]
    outcomes: dict[str, int]

    @property
    def flips(self) -> list[tuple[str, int]]:
        """The cards in the order in which they were flipped or drawn, as far as they were seen."""
        hands = 2 if self.setup["mode"] == "duel" else 1
        seen = []
        for turn, line in enumerate(self.lines):
            seen += [card(line["older"])] if turn < hands else []
            seen += [card(line["newer"])]
        return seen


@cache
def match(seats: str, seed: int = 1, recorded: bool = False, **settings) -> Match:
    """A cell made ready: ``"rush"`` or ``"random,rush"`` at the table."""
    strategies = RECORDED if recorded else GAME.strategies
    players = [Player(strategies[name]) for name in seats.split(",")]
    return Match(GAME, GAME.values(settings), players, seed)


def record(seats: str, k: int, seed: int = 1, **settings) -> Record:
    """Game `k` written down."""
    settings.setdefault("max_turns", MOST_TURNS)
    cell = match(seats, seed, True, **settings)
    worker = cell.worker()
    worker.workspace = md.workspace(cell.rules, log=cell.rules.max_turns)
    values = np.zeros((1, len(cell.slots)), np.int64)
    worker.play(k, 1, values)
    outcomes = {s.outcome.name: int(v) for s, v in zip(cell.slots, values[0], strict=True)}
    lines = [
        dict(zip(md.LOG, map(int, line), strict=True))
        for line in worker.workspace.log[: outcomes["turns"]]
    ]
    asked = [0, 0]
    views = []
    for line in lines:
        seat = line["seat"]
        at = 1 + 2 * FIELDS * asked[seat]
        words = worker.memory[seat, at : at + 2 * FIELDS].astype(np.int64)
        views.append(md.View(*(int(lo) + (int(hi) << 32) for lo, hi in words.reshape(-1, 2))))
        asked[seat] += 1
    return Record(cell.values, colours_along(worker.workspace.path), views, lines, outcomes)


def means(seats: str, games: int, seed: int = 1, **settings) -> dict[str, tuple[float, float]]:
    """Mean and standard error of every outcome."""
    cell = match(seats, seed, **settings)
    totals = cell.worker().play(0, games)
    found = {}
    for i, slot in enumerate(cell.slots):
        mean = totals.sums[i] / games
        variance = max(totals.squares[i] / games - mean**2, 0)
        found[slot.outcome.name] = (mean, (variance / games) ** 0.5)
    return found
