"""
Every game's own values in a parquet file, written while the games are played.

The bytes depend on the games alone: row groups have a fixed size and start at fixed games,
however the games came in.
"""

import os
import re
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from .game import NOT_REACHED
from .totals import Slot

GROUP = 1 << 17  # games in a row group
_TYPES = {bool: pa.bool_(), int: pa.int64(), float: pa.float64()}


def column_name(slot: Slot) -> str:
    """What a slot's column is called: ``won``, ``score.0`` (a seat's), ``chips.0.3`` (by index)."""
    parts = (slot.outcome.name, slot.seat, slot.index)
    return ".".join(str(part) for part in parts if part is not None)


class RowFile:
    """
    A parquet file that appears when it is closed, whole or not at all.

    Parameters
    ----------
    path : path
    sweep : Sweep
        Its games get a row each: the game's name, its number ``k``, the parameters that were set
        as ``set.NAME``, and a column for every outcome slot.
    """

    def __init__(self, path, sweep):
        self.path = Path(path)
        self._other = self.path.with_name(f".{self.path.name}.{uuid.uuid4().hex[:8]}")
        self._sweep = sweep
        self._writer = None
        self._waiting: list[np.ndarray] = []
        self._held = 0
        self._cell = self._slots = None
        self._first = 0

    def __call__(self, cell, match, first: int, values: np.ndarray) -> None:
        """Take the values (games, slots) of the games from `first` on, in units of 1 / scale."""
        with _named(self.path):
            if cell is not self._cell:
                self._flush()
                self._cell, self._slots, self._first = cell, match.slots, first
            self._open()
            while len(values):
                room = GROUP - (self._first + self._held) % GROUP
                self._waiting.append(values[:room].copy())
                self._held += len(self._waiting[-1])
                values = values[room:]
                if (self._first + self._held) % GROUP == 0:
                    self._flush()

    def close(self) -> None:
        """Finish the file and put it in its place; OSError if the disk is full."""
        if self._other is None:
            return
        with _named(self.path):
            if self._cell is None:  # no game was complete
                self._cell = self._sweep.cells[0]
                self._slots = self._sweep.match(self._cell).slots
                self._open()
            self._flush()
            self._writer.close()
            os.replace(self._other, self.path)
        self._other = None

    def abandon(self) -> None:
        """Remove what is half written; does nothing after `close`, nor when called again."""
        other, self._other = self._other, None
        if other is None:
            return
        if self._writer is not None:
            with suppress(OSError, pa.ArrowException):
                self._writer.close()
        other.unlink(missing_ok=True)

    def _open(self) -> None:
        if self._writer is None:
            self._writer = pq.ParquetWriter(self._other, self._schema(), compression="zstd")

    def _schema(self) -> pa.Schema:
        game = self._cell.game
        fields = [("game", pa.string()), ("k", pa.int64())]
        for name in self._cell.set:
            fields.append((f"set.{name}", _TYPES.get(game.parameter(name).type, pa.string())))
        for slot in self._slots:
            whole = slot.outcome.kind in ("flag", "count")
            fields.append((column_name(slot), pa.int64() if whole else pa.float64()))
        facts = {"seats": self._cell.seats, "seed": str(self._sweep.seed)}
        return pa.schema(fields, metadata=facts)

    def _flush(self) -> None:
        """Write what waits as one row group."""
        if not self._held:
            return
        values = np.concatenate(self._waiting)
        count, schema = len(values), self._schema()
        game = self._cell.game
        columns = [
            _repeated(game.name, count, schema.field("game").type),
            pa.array(np.arange(self._first, self._first + count)),
        ]
        for name, value in self._cell.set.items():
            kind = schema.field(f"set.{name}").type
            if kind == pa.string():
                value = game.parameter(name).show(value)
            columns.append(_repeated(value, count, kind))
        for number, slot in enumerate(self._slots):
            column = values[:, number]
            missing = column == NOT_REACHED if slot.outcome.index else None
            if slot.outcome.kind not in ("flag", "count"):
                column = column / slot.outcome.scale
            columns.append(pa.array(column, mask=missing))
        table = pa.Table.from_arrays(columns, schema=schema)
        self._writer.write_table(table, row_group_size=GROUP)
        self._first += count
        self._waiting, self._held = [], 0


@contextmanager
def _named(path: Path):
    """The library's errors name no file, and give the system's number in their text alone."""
    try:
        yield
    except OSError as error:
        told = re.search(r"errno (\d+)", str(error))
        number = error.errno or (int(told[1]) if told else 0)
        raise OSError(number, os.strerror(number) if number else str(error), str(path)) from None


def _repeated(value, count: int, kind: pa.DataType) -> pa.Array:
    return pa.repeat(pa.scalar(value, kind), count)
