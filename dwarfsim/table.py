"""
What a game's kernel has before it: the seats, and how they are asked and told.

A game asks a seat for each of its kinds of decision (`ask`) and may tell it what it can observe
(`tell`). The seat's function is called with a *view* (what the seat may see, a NamedTuple of the
game's own) and with `Me`.
"""

from typing import NamedTuple

import numpy as np

from . import jit
from .jit import COMPILED, FUNCTIONS, KNOBS, IntGrid, Ints, kernel
from .rng import SEATS, stream

FINISHED = 0  # statuses that a game's `play` returns
CAPPED = 1  # it reached its cap on turns
ILLEGAL = 2  # a strategy answered with a move that the rules forbid


class Me(NamedTuple):
    """What a strategy has of its own when it is asked."""

    seat: int  # its position at the table
    luck: np.uint64  # its random stream for this decision: below(me.luck, draw, n)
    knobs: np.ndarray  # its numbers, in the order in which it declares them (float64, read-only)
    tables: np.ndarray  # what its `prepare` returned (float64, flat, read-only)
    memory: np.ndarray  # its notes, zero at the start of a game (float64, writable)


class Table(NamedTuple):
    """
    The seats of one game.

    Attributes
    ----------
    seats : ndarray of int64, shape (seats, FUNCTIONS + kinds)
        A row a seat: address and length of its memory, its number, addresses and lengths of its
        knobs and tables, then the addresses of its functions (`jit.FUNCTIONS`). In plain Python
        a list of rows ``[knobs, tables, memory, functions]``.
    cast : like `seats`
        The rows of the strategies that roles may be given.
    roles : ndarray of int64
        For each role the row of `cast` that plays it, or -1: the seat's own strategy.
    fault : ndarray of int64, shape (5,)
        Where a game stands: game, turn, seat, kind of decision, answer.
    """

    seats: IntGrid
    cast: IntGrid
    roles: Ints
    fault: Ints


if COMPILED:
    _call = jit.ask
    _lend = jit.lender(Me)

    @kernel
    def me_of(row, luck, index):
        """What the strategy at a row (its address) has of its own for one decision."""
        me = _lend(row, luck)
        own = stream(luck, SEATS + me.seat, index)
        return Me(me.seat, own, me.knobs, me.tables, me.memory)

else:

    def _call(seats, kind, seat, luck, index, view):
        knobs, tables, memory, functions = seats[seat]
        own = stream(luck, SEATS + seat, index)
        return int(functions[kind](view, Me(seat, own, knobs, tables, memory)))


@kernel
def ask(table, kind, turn, seat, luck, index, view):
    """
    The answer of a seat to one decision, an int64.

    Parameters
    ----------
    table : Table
    kind : int
        The decision's place in the game's ``DECISIONS``.
    turn : int
        For the message, should the answer be a bad one.
    seat : int
    luck : uint64
        The game's key, from which the seat's own stream is made, if it draws at all.
    index : int
        The number of that stream: another for each decision of the seat (below 2**32).
    view : NamedTuple
    """
    table.fault[1] = turn
    table.fault[2] = seat
    table.fault[3] = kind
    answer = _call(table.seats, kind, seat, luck, index, view)
    table.fault[4] = answer
    return answer


@kernel
def tell(table, kind, turn, seat, luck, index, view):
    """Let `seat` observe something, if its strategy does observe; as `ask`."""
    if observes(table, kind, seat):
        ask(table, kind, turn, seat, luck, index, view)


if COMPILED:

    @kernel
    def observes(table, kind, seat):
        """Whether the strategy at `seat` is told anything of this kind."""
        return table.seats[seat, FUNCTIONS + kind] != 0

    @kernel
    def give_role(table, seat, role):
        """Let the strategy that was named for `role` play at `seat`, where one was named."""
        row = table.roles[role]
        if row >= 0:
            for i in range(KNOBS, table.seats.shape[1]):  # what is before stays with the seat
                table.seats[seat, i] = table.cast[row, i]

else:

    def observes(table, kind, seat):
        """As above, in plain Python."""
        return table.seats[seat][3][kind] is not None

    def give_role(table, seat, role):
        """As above, in plain Python."""
        row = table.roles[role]
        if row >= 0:
            knobs, tables, _, functions = table.cast[row]
            table.seats[seat] = [knobs, tables, table.seats[seat][2], functions]
