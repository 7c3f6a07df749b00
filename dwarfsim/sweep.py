"""
A sweep: which rules, seats and knobs, and how many games or how precise.

`Sweep.cells` lists its points; `run` plays them, into a store where there is one, and goes on
where an earlier run stopped. A cell's result depends on what the cell is and on its number of
games alone, so that a resumed sweep equals an uninterrupted one to the byte.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from . import __version__, grammar, jit, stats
from .engine import Interrupt, Match, Worker, play_range
from .errors import BadInput, CellFailed
from .game import Game, load_strategy
from .match import block_of
from .players import Player
from .results import rows, sequence
from .store import Store
from .totals import Totals, slots_of

SAVE_SECONDS = 2.0
MAX_GAMES = 100_000_000


@dataclass(frozen=True)
class Precision:
    """
    Play until the interval of every watched outcome is within plus or minus `half_width`.

    Attributes
    ----------
    half_width : float
        In the outcome's unit; of a 0/1 outcome a probability.
    points : bool
        Whether it was asked for in percentage points.
    outcome : str
        The outcome to watch; "" for every win outcome of every seat.
    max_games : int
        Where to stop all the same.
    """

    half_width: float
    points: bool = False
    outcome: str = ""
    max_games: int = MAX_GAMES


@dataclass(frozen=True)
class Cell:
    """One point of a sweep: all parameters, those that were set, and who plays."""

    game: Game
    values: Mapping[str, Any]
    set: Mapping[str, Any]
    players: tuple[Player, ...]
    roles: Mapping[str, Player]

    @property
    def seats(self) -> str:
        """The table as it was given."""
        return ",".join(player.name for player in self.players)

    @property
    def label(self) -> str:
        """What a person calls the cell."""
        parts = [f"{k}={self.game.parameter(k).show(v)}" for k, v in self.set.items()]
        parts += [f"seats={self.seats}", *(f"{r}={p.name}" for r, p in self.roles.items())]
        return " ".join(parts)

    @property
    def about(self) -> dict:
        """The part of its rows that says which cell they are of."""
        return {
            "game": self.game.name,
            "set": dict(self.set),
            "seats": self.seats,
            "roles": {role: player.name for role, player in self.roles.items()},
        }

    @property
    def played(self) -> tuple:
        """What is really played: equal for one cell written in two ways."""
        seats = self.players * (self.game.seats(self.values) if len(self.players) == 1 else 1)
        who = [(p.strategy.file, p.strategy.name, p.knobs) for p in (*seats, *self.roles.values())]
        return (*self.values.values(), *who)

    @cached_property
    def key(self) -> str:
        """What the store knows it by: rules, players and all their code."""
        players = [_code_of(self.game, p) for p in (*self.players, *self.roles.values())]
        return json.dumps([self.values, players, list(self.roles)], default=list)


def _code_of(game: Game, player: Player) -> list:
    strategy = player.strategy
    found = [player.name, sorted(dict(player.knobs).items())]
    for decision in game.kernels.DECISIONS:
        function = strategy.decide.get(decision.name, decision.default)
        found.append(function and jit.fingerprint(function))
    found.append(strategy.prepare and jit.fingerprint(strategy.prepare))
    return found


@dataclass(frozen=True)
class Sweep:
    """
    A command, read and checked.

    Attributes
    ----------
    game : Game
    settings : mapping of str to list
        The values of each parameter that was set; one value is set, several are swept.
    tables : sequence of tuple of `grammar.Seat`
    roles : mapping of str to `grammar.Seat`
    games : int
        Of every cell, unless `precision` is given.
    """

    game: Game
    settings: Mapping[str, list] = field(default_factory=dict)
    tables: Sequence[tuple] = ()
    roles: Mapping[str, Any] = field(default_factory=dict)
    rotate: bool = False
    games: int = 100_000
    seed: int = 1
    precision: Precision | None = None

    @cached_property
    def cells(self) -> list[Cell]:
        """
        All cells, the last setting fastest, tables before settings.

        Raises
        ------
        BadInput
            If a cell's rules or seats do not fit, or a strategy is unknown.
        """
        game = self.game
        tables = self.tables or grammar.tables([game.default_seats], single=True)
        count = len(tables) * prod(map(len, self.settings.values()))
        if count > grammar.MOST:
            raise BadInput(
                f"the values and tables make {count:,} cells; the most is {grammar.MOST:,}"
            )
        seated = [tuple(self._player("--seats ", seat) for seat in table) for table in tables]
        roles = {name: self._player(f"--role {name}=", s) for name, s in self.roles.items()}
        has_players = any(p.name == "players" for p in game.parameters)
        cells, seen = [], {}
        for players in seated:
            for chosen in product(*self.settings.values()):
                given = dict(zip(self.settings, chosen, strict=True))
                if has_players and "players" not in given and len(players) > 1:
                    with grammar.at("--seats ", ",".join(p.name for p in players)):
                        given["players"] = game.parameter("players").check(len(players))
                values = game.values(given)
                if len(players) not in (1, game.seats(values)):
                    text, seats = ",".join(p.name for p in players), game.seats(values)
                    right = f"{seats}, or one for all" if seats > 1 else "one"
                    under = ", ".join(f"{k}={game.parameter(k).show(v)}" for k, v in given.items())
                    under = under and f" ({under})"
                    raise BadInput(
                        f"--seats {text}: {len(players)} seats are named, but the table has "
                        f"{seats}{under}; name {right}"
                    )
                cell = Cell(game, values, given, players, roles)
                twin = seen.setdefault(cell.played, cell)
                if twin is not cell:
                    raise BadInput(
                        f"--seats {cell.seats}: is the same table as {twin.seats}; give it once"
                    )
                cells.append(cell)
        self._check_watched(cells)
        return cells

    def _player(self, option: str, seat) -> Player:
        with grammar.at(option, seat.text):
            strategy = load_strategy(self.game, seat.strategy)
            return Player(strategy, tuple(grammar.resolve(seat, strategy).items()), seat.text)

    def _check_watched(self, cells: list[Cell]) -> None:
        """BadInput if the outcomes that decide when to stop cannot."""
        asked, known = self.precision, self.game.outcomes
        if asked is None:
            return
        where = f"--outcome {asked.outcome}: " if asked.outcome else "--precision: "
        if asked.outcome:
            with grammar.at("--outcome ", asked.outcome):
                self.game.outcome(asked.outcome)
        watched = [o for o in known if (o.name == asked.outcome if asked.outcome else o.win)]
        slots = (slot for cell in cells for slot in slots_of(self.game, cell.values))
        unbounded = {slot.outcome.name for slot in slots if slot.open}
        able = [o.name for o in known if o.name not in unbounded]
        if not watched:
            first = f", as in --outcome {able[0]}" if able else ""
            raise BadInput(f"--precision: {self.game.name} has no win outcome; name one{first}")
        for outcome in watched:
            if outcome.name not in able:
                raise BadInput(
                    f"{where}{outcome.name} has no known bound, and without one no interval "
                    f"holds at every look; take {', '.join(able) or '--games'}"
                )
            if asked.points and outcome.kind not in ("flag", "share"):
                raise BadInput(
                    f"{where}% is for outcomes from 0 to 1; write how many "
                    f"{outcome.unit or outcome.name}, as in --precision 0.5"
                )

    def watched(self, slots) -> list[int]:
        """The slots whose intervals decide when to stop."""
        if self.precision is None:
            return []
        name = self.precision.outcome
        return [
            i
            for i, slot in enumerate(slots)
            if (slot.outcome.name == name if name else slot.outcome.win)
        ]

    @property
    def swept(self) -> list[str]:
        """The parameters with several values."""
        return [name for name, values in self.settings.items() if len(values) > 1]

    def about(self) -> dict[str, str]:
        """What a store belongs to."""
        kernels = self.game.kernels
        code = (kernels.play, kernels.rules, kernels.workspace, self.game.outcomes)
        code += (block_of, Worker.play, slots_of)  # how games are numbered, seeded and added up
        return {
            "game": self.game.name,
            "seed": str(self.seed),
            "version": __version__,
            "rules code": jit.fingerprint(*code)[:12],
            "set of parameters": " ".join(sorted(self.settings)) or "none",
            "roles": " ".join(f"{r}={s.text}" for r, s in self.roles.items()) or "none",
            "rotation": str(self.rotate).lower(),
            "goal": "games" if self.precision is None else f"precision {self.precision.outcome}",
        }

    def match(self, cell: Cell) -> Match:
        """The cell made ready to be played."""
        return Match(self.game, cell.values, cell.players, self.seed, cell.roles, self.rotate)

    def goal(self, cell: Cell) -> int:
        """The number of games of a cell, or the most: a multiple of the seats if they rotate."""
        games = self.games if self.precision is None else self.precision.max_games
        n = self.game.seats(cell.values) if self.rotate else 1
        return -(-games // n) * n


@dataclass
class CellResult:
    """
    A cell and its games so far.

    Attributes
    ----------
    reached : bool or None
        Whether the precision asked for was reached; None if none was.
    interrupted : bool
    failure : CellFailed or None
    """

    cell: Cell
    slots: tuple
    totals: Totals
    watched: list[int]
    reached: bool | None = None
    interrupted: bool = False
    failure: CellFailed | None = None

    @property
    def rows(self) -> list[dict]:
        """The tidy rows (see `results.rows`); none without games, or after a failure."""
        if self.failure or not self.totals.games:
            return []
        return rows(self.cell.about, self.slots, self.totals, self.watched)


def check_store(sweep: Sweep, store: Store) -> None:
    """BadInput if the store holds what this sweep would not: other cells, or more games."""
    wanted = {cell.key: cell for cell in sweep.cells}
    labels = {cell.label for cell in sweep.cells}
    for key, (label, games) in store.cells().items():
        if key not in wanted:
            why = "made by other code" if label in labels else "which is not part of this command"
            raise BadInput(
                f"--out {store.folder}: the store holds the cell '{label}', {why}; "
                "name another folder"
            )
        most = sweep.goal(wanted[key])
        if games > most:
            raise BadInput(
                f"--out {store.folder}: the store holds {games:,} games of '{label}', more than "
                f"the {most:,} asked for; ask for as many, or name another folder"
            )
    if sweep.precision:
        store.narrow(sweep.precision.half_width)


def run(
    sweep: Sweep,
    store: Store | None = None,
    threads: int | None = None,
    progress: Callable[[Cell, int, int], None] | None = None,
    keep_rows: Callable | None = None,
) -> Iterator[CellResult]:
    """
    Play the cells of a sweep one after the other; each is yielded when it is done.

    Parameters
    ----------
    progress : function of (cell, games just played, games at most), optional
    keep_rows : function of (cell, match, first game, values), optional
        Gets the games' own values (see `play_range`).

    Yields
    ------
    CellResult
        After an interruption the cell at hand with what is complete, then no more.
    """
    if store:
        check_store(sweep, store)
    interrupt = Interrupt()
    for cell in sweep.cells:
        result = _play_cell(sweep, cell, store, threads, progress, keep_rows, interrupt)
        yield result
        if result.interrupted:
            return


def _play_cell(sweep, cell, store, threads, progress, keep_rows, interrupt) -> CellResult:
    slots = slots_of(sweep.game, cell.values)
    totals = Totals.empty(slots)
    if store:
        totals = store.load(cell.key, totals)
    result = CellResult(cell, slots, totals, sweep.watched(slots))
    try:
        if interrupt.pressed:  # at the very end of the cell before
            raise KeyboardInterrupt
        match = sweep.match(cell)
        with interrupt:
            _play_on(sweep, match, result, store, threads, progress, keep_rows, interrupt)
    except CellFailed as failure:
        result.failure = failure
    except KeyboardInterrupt:  # while the cell was made ready
        result.interrupted = True
    return result


def _play_on(sweep, match, result, store, threads, progress, keep_rows, interrupt) -> None:
    """Add the games that the result lacks."""
    cell, totals, goal = result.cell, result.totals, sweep.goal(result.cell)

    def save():
        if store:
            store.save(cell.key, cell.label, totals)

    def told(games):
        if progress:
            progress(cell, games, goal)

    keep = keep_rows and (lambda first, values: keep_rows(cell, match, first, values))
    told(totals.games)
    seconds = SAVE_SECONDS if store else None
    for stop in _stops(sweep, match, goal):
        if stop < totals.games:
            continue
        while totals.games < stop:
            if interrupt.pressed:
                result.interrupted = True
                return
            played = play_range(match, totals.games, stop, threads, told, keep, seconds, interrupt)
            totals.add(played.totals)
            save()
        if sweep.precision:
            result.reached = _precise(sweep.precision, result)
            if result.reached:
                return


def _stops(sweep: Sweep, match: Match, goal: int) -> Iterator[int]:
    """Where to save or to look: fixed numbers of games, whatever the threads and blocks."""
    if sweep.precision is None:
        yield goal
        return
    n = len(match.players) if match.rotate else 1
    for look in stats.looks(goal):
        yield min(-(-look // n) * n, goal)


def _precise(precision: Precision, result: CellResult) -> bool:
    intervals = (sequence(result.slots[number], number, result.totals) for number in result.watched)
    return all((high - low) / 2 <= precision.half_width for low, high in intervals)
