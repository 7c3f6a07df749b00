"""
Plays games: in blocks, in parallel, to sums that no order of adding can change.

A `Match` is one cell made ready: rules as numbers, strategies compiled, tables prepared. Its games
are numbered from 0; game k depends on (seed, k) alone. Every outcome of a game is a whole number
(shares in 2520ths, reals in units of 1 / scale), so that counts, sums, sums of squares and
histograms are exact and equal for any threads and blocks.
"""

import os
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cache

import numpy as np
from numba.core import types
from numba.core.errors import NumbaError

from . import jit
from .errors import BadInput, CellFailed
from .game import NOT_REACHED, Game, Outcome, Strategy
from .jit import COMPILED, kernel
from .rng import game_key
from .table import CAPPED, ILLEGAL, WORDS, Me, Table

UNFINISHED = Outcome("unfinished", "the game reached its cap on turns", kind="flag")
BLOCK_SECONDS = 0.05
FIRST_BLOCK = 32
MOST_BINS = 1 << 14


# ---------------------------------------------------------------------------- outcomes as slots


@dataclass(frozen=True)
class Slot:
    """One number that every game yields: an outcome, of a seat, at an index."""

    outcome: Outcome
    seat: int | None
    index: int | None
    low: int  # in units of 1 / scale, the lowest value of the first bin
    width: int  # of a bin, in these units
    bins: int
    offset: int  # of its first bin in the histogram


def slots_of(game: Game, values: Mapping) -> tuple[Slot, ...]:
    """All slots, in the order of the outcomes; seats before indices."""
    slots, offset = [], 0
    for outcome in (*game.outcomes, UNFINISHED):
        low, high, size = outcome.extent(values)
        low, high = low * outcome.scale, high * outcome.scale
        width = 1 if outcome.kind != "real" else -(-(high - low + 1) // MOST_BINS)
        bins = min(-(-(high - low + 1) // width), MOST_BINS)
        for seat in range(game.seats(values)) if outcome.seat else (None,):
            for index in range(size) if outcome.index else (None,):
                slots.append(Slot(outcome, seat, index, low, width, bins, offset))
                offset += bins
    return tuple(slots)


class Totals:
    """
    Exact sums over games.

    Attributes
    ----------
    games : int
    counts, sums, squares : ndarray of object (Python ints), shape (slots,)
        Games that reached the slot, sum of its values, sum of their squares, in its units.
    histogram : ndarray of int64
        Games by value, all slots one behind the other.
    """

    def __init__(self, games, counts, sums, squares, histogram):
        self.games = games
        self.counts, self.sums, self.squares = counts, sums, squares
        self.histogram = histogram

    @classmethod
    def empty(cls, slots: Sequence[Slot]) -> "Totals":
        """No games yet."""
        size = slots[-1].offset + slots[-1].bins
        nothing = [np.array([0] * len(slots), dtype=object) for _ in range(3)]
        return cls(0, *nothing, np.zeros(size, np.int64))

    def add(self, other: "Totals") -> None:
        """Add the games of another in place."""
        self.games += other.games
        self.counts = self.counts + other.counts
        self.sums = self.sums + other.sums
        self.squares = self.squares + other.squares
        self.histogram += other.histogram

    def of(self, number: int, slot: Slot) -> tuple[np.ndarray, np.ndarray]:
        """Values (floats) and counts of the bins of slot `number`."""
        counts = self.histogram[slot.offset : slot.offset + slot.bins]
        units = slot.low + slot.width * np.arange(slot.bins)
        return units / slot.outcome.scale, counts


# ------------------------------------------------------------------------------ the block kernel


@kernel
def _start_afresh(memory, values, blank):
    for seat in range(memory.shape[0]):
        for i in range(memory.shape[1]):
            memory[seat, i] = 0.0
    for i in range(values.shape[0]):
        values[i] = blank[i]


@kernel
def _tally(values, turned, turn, limits, totals, histogram):
    """Add one game's values; ``turned[turn]`` says which slot each belongs to."""
    for i in range(values.shape[0]):
        value = values[i]
        if value != NOT_REACHED:
            slot = turned[turn, i]
            square = value * value
            totals[0, slot] += 1
            totals[1, slot] += value
            totals[2, slot] += square & 0xFFFFFFFF
            totals[3, slot] += square >> 32
            place = value - limits[slot, 0]
            if limits[slot, 1] != 1:
                place = place // limits[slot, 1]
            place = min(max(place, 0), limits[slot, 2] - 1)
            histogram[limits[slot, 3] + place] += 1


@cache
def _block_of(play):
    """The kernel that plays a block of one game."""

    @kernel
    def block(
        rules,
        workspace,
        table,
        line_up,
        memory,
        outcomes,
        values,
        blank,
        turned,
        limits,
        seed,
        first,
        count,
        totals,
        histogram,
        rows,
    ):
        turns = turned.shape[0]
        for k in range(first, first + count):
            table.fault[0] = k
            turn = k % turns
            if turns > 1 or table.roles.shape[0] > 0:
                _sit(table, line_up, turn)
            _start_afresh(memory, values, blank)
            status = play(rules, workspace, table, game_key(seed, np.uint64(k)), outcomes)
            if status == ILLEGAL:
                return k - first
            values[values.shape[0] - 1] = np.int64(status == CAPPED)
            _tally(values, turned, turn, limits, totals, histogram)
            if rows.shape[0] > 0:
                for i in range(values.shape[0]):
                    rows[k - first, turned[turn, i]] = values[i]
        return count

    return block


if COMPILED:

    @kernel
    def _sit(table, line_up, turn):
        """Seat s gets the strategy of place (s - turn) mod n; its memory stays its own."""
        seats = line_up.shape[0]
        for seat in range(seats):
            place = (seat - turn) % seats
            for i in range(line_up.shape[1]):
                if i != 4 and i != 5:
                    table.seats[seat, i] = line_up[place, i]

else:

    def _sit(table, line_up, turn):
        for seat in range(len(line_up)):
            knobs, tables, _memory, functions = line_up[(seat - turn) % len(line_up)]
            table.seats[seat] = [knobs, tables, table.seats[seat][2], functions]


# --------------------------------------------------------------------------------- strategies


@dataclass(frozen=True)
class Player:
    """A strategy with its knobs set, as it was written."""

    strategy: Strategy
    knobs: tuple[tuple[str, float], ...] = ()
    text: str = ""

    @property
    def name(self) -> str:
        """What it was called."""
        return self.text or self.strategy.name


_NOTHING = np.zeros(0)


@dataclass
class _Hand:
    """A player made ready: arrays that must live as long as the match, and its functions."""

    knobs: np.ndarray
    tables: np.ndarray
    memory: int
    functions: tuple  # for each kind of decision a compiled function, or None


def _ready(game: Game, player: Player, values: Mapping) -> _Hand:
    strategy = player.strategy
    knobs = strategy.knob_values(dict(player.knobs))
    tables = _NOTHING
    if strategy.prepare:
        tables = strategy.prepare(dict(values), dict(knobs))
        tables = np.ascontiguousarray(tables, dtype=np.float64).ravel()
        tables.flags.writeable = False
    functions = []
    decisions = game.kernels.DECISIONS
    for kind in strategy.decide:
        if kind not in {d.name for d in decisions}:
            raise BadInput(f"{strategy.name}: {game.name} has no decision {kind!r}")
    for decision in decisions:
        function = strategy.decide.get(decision.name, decision.default)
        if function is None and decision.name != "observe":
            raise BadInput(f"{strategy.name}: no function for the decision {decision.name!r}")
        functions.append(function and answering(function, decision.view, bool(strategy.file)))
    return _Hand(np.array(list(knobs.values()), np.float64), tables, strategy.memory, functions)


@cache
def answering(function, view: type, checked: bool):
    """
    A strategy's function compiled for its view, sure to return a whole number.

    Raises
    ------
    BadInput
        With file and line, if it does not compile or returns something else.
    """
    if not COMPILED:
        return function
    plain = getattr(function, "py_func", function)
    arguments = (jit.record_type(view), jit.me_type(Me))
    compiled = kernel(plain, checked=checked) if checked or plain is function else function
    try:
        compiled.compile(arguments)
    except NumbaError as error:
        raise BadInput(_explain(plain, error)) from None
    returned = compiled.overloads[arguments].signature.return_type
    if returned == types.int64:
        return compiled
    if not isinstance(returned, types.Integer | types.Boolean):
        raise BadInput(
            f"{jit.where(plain)}: {plain.__name__} returns {returned}; "
            "a decision is a whole number on every path"
        )

    @kernel
    def whole(view, me):
        return np.int64(compiled(view, me))

    whole.compile(arguments)
    return whole


def _explain(function, error: NumbaError) -> str:
    """One sentence of a compiler's page: file, line, and what it minds."""
    file = function.__code__.co_filename
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = re.findall(r'File "([^"]+)", line (\d+)', text)
    line = next((n for f, n in lines if os.path.basename(f) == os.path.basename(file)), None)
    line = line or function.__code__.co_firstlineno
    parts = [p.strip() for p in text.splitlines() if p.strip()]
    parts = [p for p in parts if not p.startswith(("Failed in", "During", "File", ">>>"))]
    return f"{file}:{line}: {function.__name__} does not compile: {parts[0] if parts else text}"


# --------------------------------------------------------------------------------------- match


class Match:
    """
    One cell, ready to be played.

    Parameters
    ----------
    game : Game
    values : mapping
        All parameters (`Game.values`).
    players : sequence of Player
        One for each seat, or one for all.
    seed : int
        0 to 2**64 - 1.
    roles : mapping of str to Player
        Who plays for whoever holds the role.
    rotate : bool
        Game k is played with the list of players turned by k mod n seats.

    Raises
    ------
    BadInput
        If players and seats do not fit, or a strategy cannot be used.
    """

    def __init__(self, game, values, players, seed=1, roles=None, rotate=False):
        self.game, self.values, self.seed = game, dict(values), seed
        seats = game.seats(values)
        if len(players) not in (1, seats):
            raise BadInput(
                f"{game.name}: {len(players)} seats are named, but the table has {seats}; "
                f"name {seats}, or one for all"
            )
        self.players = tuple(players) * seats if len(players) == 1 else tuple(players)
        self.roles = dict(roles or {})
        self.rotate = rotate and seats > 1
        self.slots = slots_of(game, values)
        self.rules = game.kernels.rules(values)
        self.kinds = len(game.kernels.DECISIONS)
        ready = {p: _ready(game, p, values) for p in {*self.players, *self.roles.values()}}
        self._hands = [ready[player] for player in self.players]
        self._cast = [ready[player] for player in self.roles.values()]
        self._notes = max([1, *(h.memory for h in ready.values())])
        self._seats = seats
        self._limits = np.array([(s.low, s.width, s.bins, s.offset) for s in self.slots], np.int64)
        self._turned = self._turn_slots()
        blanks = [NOT_REACHED if s.outcome.index else 0 for s in self.slots]
        self._blank = np.array(blanks, np.int64)
        self._block = _block_of(game.kernels.play)

    def _turn_slots(self) -> np.ndarray:
        turns = self._seats if self.rotate else 1
        where = {(s.outcome.name, s.seat, s.index): i for i, s in enumerate(self.slots)}
        turned = np.empty((turns, len(self.slots)), np.int64)
        for turn in range(turns):
            for i, s in enumerate(self.slots):
                place = None if s.seat is None else (s.seat - turn) % self._seats
                turned[turn, i] = where[s.outcome.name, place, s.index]
        return turned

    def worker(self) -> "Worker":
        """A set of arrays for one thread."""
        return Worker(self)


class Worker:
    """The arrays in which one thread plays the games of a match."""

    def __init__(self, match: Match):
        self.match = match
        slots = match.slots
        self.workspace = match.game.kernels.workspace(match.rules)
        self.values = np.zeros(len(slots), np.int64)
        self.outcomes = self._views()
        self.memory = np.zeros((match._seats, match._notes))
        seats = [self._row(hand, seat) for seat, hand in enumerate(match._hands)]
        cast = [self._row(hand, None) for hand in match._cast]
        roles = [
            list(match.roles).index(role) if role in match.roles else -1
            for role in match.game.roles
        ]
        fault = np.zeros(5, np.int64)
        if COMPILED:
            width = WORDS + match.kinds
            seats = np.array(seats, np.int64)
            cast = np.array(cast, np.int64).reshape(-1, width)
            self.line_up = seats.copy()
        else:
            self.line_up = list(seats)
        self.table = Table(seats, cast, np.array(roles, np.int64), fault)

    def _views(self):
        """The game's outcomes as named views of the flat values: [seat, index], [seat], [index]."""
        at, views = 0, {}
        for outcome in self.match.game.outcomes:
            size = outcome.extent(self.match.values)[2] if outcome.index else 1
            seats = self.match._seats if outcome.seat else 1
            view = self.values[at : at + size * seats]
            both = outcome.seat and outcome.index
            views[outcome.name] = view.reshape(seats, size) if both else view
            at += size * seats
        return self.match.game.kernels.Outcomes(**views)

    def _row(self, hand: _Hand, seat: int | None) -> list:
        memory = self.memory[seat or 0]
        if not COMPILED:
            return [hand.knobs, hand.tables, memory, hand.functions]
        row = [hand.knobs.ctypes.data, hand.knobs.size, hand.tables.ctypes.data, hand.tables.size]
        row += [memory.ctypes.data, self.match._notes]
        for function, decision in zip(
            hand.functions, self.match.game.kernels.DECISIONS, strict=True
        ):
            arguments = (jit.record_type(decision.view), jit.me_type(Me))
            row.append(jit.entry_point(function, arguments) if function else 0)
        return row

    def play(self, first: int, count: int, rows: np.ndarray | None = None) -> Totals:
        """
        Play the games `first` to ``first + count - 1``.

        Parameters
        ----------
        rows : ndarray of int64, shape (count, slots), optional
            Filled with every game's values, in units.

        Raises
        ------
        CellFailed
            If a strategy makes an illegal move or its code fails, with seed, game and turn.
        """
        match = self.match
        sums = np.zeros((4, len(match.slots)), np.int64)
        histogram = np.zeros(match.slots[-1].offset + match.slots[-1].bins, np.int64)
        nowhere = np.zeros((0, len(match.slots)), np.int64)
        cause = None
        try:
            done = match._block(
                match.rules,
                self.workspace,
                self.table,
                self.line_up,
                self.memory,
                self.outcomes,
                self.values,
                match._blank,
                match._turned,
                match._limits,
                np.uint64(match.seed),
                first,
                count,
                sums,
                histogram,
                nowhere if rows is None else rows,
            )
        except (BadInput, KeyboardInterrupt, MemoryError):
            raise
        except Exception as error:
            done, cause = -1, error
        if done != count:
            raise self._failure(cause)
        whole = sums.astype(object)
        return Totals(count, whole[0], whole[1], whole[2] + (whole[3] << 32), histogram)

    def _failure(self, cause: Exception | None) -> CellFailed:
        match = self.match
        game, turn, seat, kind, answer = (int(x) for x in self.table.fault)
        place = (seat - game % match._seats) % match._seats if match.rotate else seat
        player, decision = match.players[place], match.game.kernels.DECISIONS[kind]
        function = player.strategy.decide.get(decision.name, decision.default)
        at = f" ({jit.where(function)})" if player.strategy.file and function else ""
        what = f"fails: {type(cause).__name__}: {cause}" if cause else f"made {answer}, not a legal"
        if not cause:
            describe = getattr(match.game.kernels, "describe_answer", lambda kind, answer: answer)
            what = f"makes an illegal {decision.name}: {describe(decision.name, answer)}"
        failure = CellFailed(
            f"{match.game.name}: strategy {player.name}{at} {what} "
            f"(seed {match.seed}, game {game}, turn {turn})"
        )
        failure.game = game
        return failure


# ------------------------------------------------------------------------------------- playing


def default_threads() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass
class Played:
    """
    What became of a call of `play_range`.

    Attributes
    ----------
    totals : Totals
        Of the games from `first` on without a gap.
    interrupted : bool
        The user stopped it; the totals hold the games that were complete.
    """

    totals: Totals
    interrupted: bool = False


def play_range(
    match: Match,
    first: int,
    last: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    keep_rows: Callable[[int, np.ndarray], None] | None = None,
    seconds: float | None = None,
) -> Played:
    """
    Play the games `first` to ``last - 1`` of a match.

    Parameters
    ----------
    match : Match
    first, last : int
    threads : int, optional
        By default as many as there are processors.
    progress : function of int, optional
        Called with the number of games just completed.
    keep_rows : function of (int, ndarray), optional
        Gets the first game's number and the values (games, slots) of blocks, in order.
    seconds : float, optional
        Stop after about this time with the games that are complete.

    Raises
    ------
    CellFailed
        See `Worker.play`; of several failures the one in the earliest game.
    """
    threads = threads or default_threads()
    totals = Totals.empty(match.slots)
    workers = [match.worker() for _ in range(threads)]
    run = _Run(match, first, last, workers, keep_rows)
    interrupted = False
    begun = time.monotonic()
    pool = ThreadPoolExecutor(threads)
    try:
        while True:
            try:
                late = seconds is not None and time.monotonic() - begun > seconds
                run.fill(pool, stop=interrupted or late)
                if not run.busy:
                    break
                done, _ = wait(run.busy, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in done:
                    part = run.take(future)
                    if part:
                        totals.add(part)
                        if progress:
                            progress(part.games)
            except KeyboardInterrupt:
                if interrupted:  # a strategy that never answers cannot be stopped otherwise
                    sys.stderr.write("\nstopped\n")
                    sys.stderr.flush()
                    os._exit(130)
                interrupted = True
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    if run.failures:
        raise min(run.failures, key=lambda failure: failure.game)
    return Played(totals, interrupted)


class _Run:
    """Which blocks are out, how large the next one is, and the rows that wait for their turn."""

    def __init__(self, match, first, last, workers, keep_rows):
        self.match, self.next, self.last = match, first, last
        self.idle = list(workers)
        self.most = len(workers)
        self.size = FIRST_BLOCK
        self.busy = {}
        self.failures = []
        self.keep_rows = keep_rows
        self.waiting, self.written = {}, first

    def fill(self, pool, stop: bool) -> None:
        """Give every idle worker a block, unless all is given or a failure or the user says stop."""
        while self.idle and self.next < self.last and not stop and not self.failures:
            share = -(-(self.last - self.next) // self.most)
            count = min(self.size, max(share, FIRST_BLOCK), self.last - self.next)
            worker = self.idle.pop()
            rows = np.empty((count, len(self.match.slots)), np.int64) if self.keep_rows else None
            future = pool.submit(_timed, worker, self.next, count, rows)
            self.busy[future] = (worker, self.next, rows)
            self.next += count

    def take(self, future) -> Totals | None:
        """The sums of a finished block, or None where it failed."""
        worker, start, rows = self.busy.pop(future)
        self.idle.append(worker)
        try:
            seconds, part = future.result()
        except CellFailed as failure:
            self.failures.append(failure)
            return None
        rate = part.games / max(seconds, 1e-6)
        self.size = max(1, min(int(rate * BLOCK_SECONDS), 16 * self.size))
        if self.keep_rows:
            self.waiting[start] = rows
            while self.written in self.waiting:
                ready = self.waiting.pop(self.written)
                self.keep_rows(self.written, ready)
                self.written += len(ready)
        return part


def _timed(worker: Worker, first: int, count: int, rows) -> tuple[float, Totals]:
    begun = time.perf_counter()
    part = worker.play(first, count, rows)
    return time.perf_counter() - begun, part
