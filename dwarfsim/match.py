"""
One cell made ready to be played: rules as numbers, strategies compiled, tables prepared.

The games of a `Match` are numbered from 0; game k depends on (seed, k) alone.
"""

from functools import cache

import numpy as np

from . import jit
from .errors import BadInput, CellFailed
from .game import NOT_REACHED
from .jit import COMPILED, kernel
from .players import Hand, ready
from .rng import game_key
from .table import CAPPED, ILLEGAL, Table
from .totals import HALF, Totals, slots_of


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
            high, low = value >> HALF, value & ((1 << HALF) - 1)
            totals[0, slot] += 1
            totals[1, slot] += value
            totals[2, slot] += low * low
            totals[3, slot] += low * high
            totals[4, slot] += high * high
            place = value - limits[slot, 0]
            if limits[slot, 1] != 1:
                place = place // limits[slot, 1]
            place = min(max(place, 0), limits[slot, 2] - 1)
            histogram[limits[slot, 3] + place] += 1


@cache
def block_of(play):
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
            turn = k % turns if turns > 1 else 0
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
            for i in range(jit.KNOBS, line_up.shape[1]):
                table.seats[seat, i] = line_up[place, i]

else:

    def _sit(table, line_up, turn):
        for seat in range(len(line_up)):
            knobs, tables, _memory, functions = line_up[(seat - turn) % len(line_up)]
            table.seats[seat] = [knobs, tables, table.seats[seat][2], functions]


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
        hands = {p: ready(game, p, values) for p in {*self.players, *self.roles.values()}}
        self._hands = [hands[player] for player in self.players]
        self._cast = [hands[player] for player in self.roles.values()]
        self._notes = max([1, *(h.memory for h in hands.values())])
        self._seats = seats
        self._limits = np.array([(s.low, s.width, s.bins, s.offset) for s in self.slots], np.int64)
        self._turned = self._turn_slots()
        blanks = [NOT_REACHED if s.outcome.index else 0 for s in self.slots]
        self._blank = np.array(blanks, np.int64)
        self._block = block_of(game.kernels.play)
        self.worker().play(0, 0)  # compiles all here, where Ctrl-C is heard, not in a thread

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
            width = jit.FUNCTIONS + match.kinds
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

    def _row(self, hand: Hand, seat: int | None) -> list:
        memory = self.memory[seat or 0]
        if not COMPILED:
            return [hand.knobs, hand.tables, memory, hand.functions]
        row = [memory.ctypes.data, self.match._notes, seat or 0]
        for array in (hand.knobs, hand.tables):
            row += [array.ctypes.data, array.size]
        for function, decision in zip(
            hand.functions, self.match.game.kernels.DECISIONS, strict=True
        ):
            arguments = jit.entry_arguments(decision.view)
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
        sums = np.zeros((5, len(match.slots)), np.int64)
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
        counts, values, low, cross, high = sums.astype(object)
        squares = low + (cross << (HALF + 1)) + (high << 2 * HALF)
        return Totals(count, counts, values, squares, histogram)

    def _player_at(self, seat: int, game: int):
        """Who sat at `seat` in `game`, the last one played: by the role it got, or by its place."""
        match, row = self.match, self.table.seats[seat]
        for player, hand in zip(match.roles.values(), match._cast, strict=True):
            if row[jit.KNOBS] == hand.knobs.ctypes.data if COMPILED else row[0] is hand.knobs:
                return player
        return match.players[(seat - game) % match._seats if match.rotate else seat]

    def _failure(self, cause: Exception | None) -> CellFailed:
        match = self.match
        game, turn, seat, kind, answer = (int(x) for x in self.table.fault)
        player, decision = self._player_at(seat, game), match.game.kernels.DECISIONS[kind]
        function = player.strategy.decide.get(decision.name, decision.default)
        at = f" ({jit.where(function)})" if player.strategy.file and function else ""
        what = f"makes an illegal {decision.name}: {answer}"
        if cause:
            what = f"fails: {type(cause).__name__}: {cause}"
        failure = CellFailed(
            f"{match.game.name}: strategy {player.name}{at} {what} "
            f"(seed {match.seed}, game {game}, turn {turn})"
        )
        failure.game = game
        return failure
