"""
A store for the cells of a study, whatever its sweeps: totals, and the wins of every game.
"""

import sqlite3
import zlib

import numpy as np

from .store import Store

_WINS = """
CREATE TABLE IF NOT EXISTS wins (
    key TEXT NOT NULL, slot INTEGER NOT NULL, first INTEGER NOT NULL, games INTEGER NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (key, slot, first)
) STRICT
"""


class StudyStore(Store):
    """A store that also keeps every game's win outcomes: a flag in a bit, a share in two bytes."""

    def __init__(self, folder):
        super().__init__(folder, {"store": "cells of a study"})
        self._db.execute(_WINS)

    def keep_wins(self, key: str, slot: int, flag: bool, first: int, values: np.ndarray) -> None:
        """Add the wins of the games from `first` on."""
        packed = np.packbits(values.astype(bool)) if flag else values.astype("<i2")
        data = zlib.compress(packed.tobytes(), 1)
        row = (key, slot, first, len(values), data)
        self._execute("INSERT OR REPLACE INTO wins VALUES (?, ?, ?, ?, ?)", row)

    def wins(self, key: str, slot: int, flag: bool, games: int) -> np.ndarray:
        """The wins of the games 0 to ``games - 1``."""
        found = np.zeros(games, np.int16)
        parts = self._db.execute(
            "SELECT first, games, data FROM wins WHERE key = ? AND slot = ? AND first < ?",
            (key, slot, games),
        )
        for first, count, data in parts:
            raw = zlib.decompress(data)
            if flag:
                values = np.unpackbits(np.frombuffer(raw, np.uint8), count=count)
            else:
                values = np.frombuffer(raw, "<i2")
            found[first : first + count] = values[: games - first]
        return found

    def forget(self, key: str) -> None:
        """Drop a cell."""
        self._execute("DELETE FROM cells WHERE key = ?", (key,))
        self._execute("DELETE FROM wins WHERE key = ?", (key,))

    def _execute(self, command: str, row: tuple) -> None:
        try:
            self._db.execute(command, row)
        except sqlite3.Error as error:
            raise OSError(f"{self.folder / 'store.sqlite'}: {error}") from None
