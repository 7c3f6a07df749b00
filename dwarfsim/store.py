"""
A folder that keeps the cells of a sweep: whole after any interruption, resumable, never mixed.

``store.sqlite`` (WAL mode) holds for each cell the exact totals of its first n games; ``lock`` is
held while a process uses the folder. Exports are written beside and renamed.
"""

import json
import os
import sqlite3
import uuid
import zlib
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np

from .errors import BadInput
from .totals import Totals

_PAGE = 4096
_SCHEMA = f"""
PRAGMA page_size = {_PAGE};
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS cells (
    key TEXT PRIMARY KEY, label TEXT NOT NULL,
    games INTEGER NOT NULL, sums TEXT NOT NULL, histogram BLOB NOT NULL
) STRICT;
"""


class Store:
    """
    The totals of a sweep's cells.

    Parameters
    ----------
    folder : path
        Made if it is not there.
    about : mapping of str to str
        What the store belongs to: game, seed, versions and so on. A store with another is refused.

    Raises
    ------
    BadInput
        If the folder cannot be used: a file, not writable, in use, damaged, or another sweep's.
    """

    def __init__(self, folder: Path, about: Mapping[str, str]):
        self.folder = Path(folder)
        writable(self.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._db = None
        self._lock = _locked(self.folder / "lock")
        try:
            with self._faults():
                self._open(about)
        except BaseException:
            self.close()
            raise

    def _open(self, about: Mapping[str, str]) -> None:
        path = self.folder / "store.sqlite"
        for stray in self.folder.glob(f".{path.name}.*"):  # of a process killed at the start
            stray.unlink()
        if not path.exists():
            _create(path, about)
        wal = path.with_name(f"{path.name}-wal")  # after a kill it may hold what the file lacks
        size = path.stat().st_size
        if size == 0 or (size % _PAGE and not wal.exists()):
            raise sqlite3.DatabaseError("the file is cut short")
        self._db = sqlite3.connect(path, isolation_level=None)
        if self._db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("its pages do not fit")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._agree(about)

    @contextmanager
    def _faults(self):
        """Say what is wrong with the file: a full disk is an OSError, a damaged store BadInput."""
        try:
            yield
        except (sqlite3.Error, zlib.error, json.JSONDecodeError) as error:
            path = self.folder / "store.sqlite"
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY):
                raise OSError(f"{path}: {error}") from None
            if isinstance(error, sqlite3.OperationalError):
                raise BadInput(f"--out {self.folder}: the store cannot be used: {error}") from None
            raise BadInput(
                f"--out {self.folder}: the store is damaged ({error}); move it away, or name "
                "another"
            ) from None

    def _agree(self, about: Mapping[str, str]) -> None:
        have = dict(self._db.execute("SELECT name, value FROM about"))
        for name, value in about.items():
            if have.get(name) != value:
                raise BadInput(
                    f"--out {self.folder}: the store there was made with another {name} "
                    f"({have.get(name)}, not {value}); name another folder"
                )

    def narrow(self, half_width: float) -> None:
        """Note the precision asked for; BadInput if the cells may already be more precise."""
        with self._faults():
            found = self._db.execute("SELECT value FROM about WHERE name = 'half width'").fetchone()
            if found and float(found[0]) < half_width:
                raise BadInput(
                    f"--out {self.folder}: the store was made with --precision {found[0]}, tighter "
                    f"than {half_width!r}; ask for as much, or name another folder"
                )
            row = ("half width", repr(half_width))
            self._db.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", row)

    def cells(self) -> dict[str, tuple[str, int]]:
        """The cells there are: by key their label and number of games."""
        with self._faults():
            found = self._db.execute("SELECT key, label, games FROM cells ORDER BY rowid")
            return {key: (label, games) for key, label, games in found}

    def load(self, key: str, empty: Totals) -> Totals:
        """The totals of a cell; `empty` itself if it has none yet."""
        query = "SELECT games, sums, histogram FROM cells WHERE key = ?"
        with self._faults():
            found = self._db.execute(query, (key,)).fetchone()
            if found is None:
                return empty
            counts, sums, squares = (np.array(x, dtype=object) for x in json.loads(found[1]))
            histogram = np.frombuffer(zlib.decompress(found[2]), dtype="<i8").astype(np.int64)
        if len(counts) != len(empty.counts) or len(histogram) != len(empty.histogram):
            raise BadInput(f"--out {self.folder}: the store holds other outcomes; name another")
        return Totals(found[0], counts, sums, squares, histogram)

    def save(self, key: str, label: str, totals: Totals) -> None:
        """Keep the totals of a cell, in place of what there was; OSError if the disk is full."""
        sums = [[int(x) for x in row] for row in (totals.counts, totals.sums, totals.squares)]
        row = (
            key,
            label,
            totals.games,
            json.dumps(sums),
            zlib.compress(totals.histogram.astype("<i8").tobytes(), 1),
        )
        with self._faults():
            self._db.execute("INSERT OR REPLACE INTO cells VALUES (?, ?, ?, ?, ?)", row)

    def close(self) -> None:
        """Leave the folder to others."""
        if self._db:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


def _create(path: Path, about: Mapping[str, str]) -> None:
    """A new store appears whole: one that was killed at birth leaves nothing behind."""
    with beside(path) as other:
        db = sqlite3.connect(other)
        db.executescript(_SCHEMA)
        with db:
            db.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        db.close()


def writable(folder: Path) -> None:
    """BadInput unless `folder` is, or could be made, a folder that this process may write."""
    folder = Path(folder)
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"--out {folder}: is a file; name a folder")
    nearest = folder
    while not nearest.exists():
        nearest = nearest.parent
    if not nearest.is_dir():
        raise BadInput(f"--out {folder}: {nearest} is a file; name a folder")
    probe = nearest / f".dwarfsim-{uuid.uuid4().hex}"
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise BadInput(f"--out {folder}: {nearest} cannot be written ({error.strerror})") from None


def _locked(path: Path) -> int:
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # no such locks on this system
        pass
    except OSError:
        os.close(handle)
        raise BadInput(
            f"--out {path.parent}: the store is in use by another process; wait, or name another"
        ) from None
    return handle


@contextmanager
def beside(path: Path):
    """A path to write to; it takes the place of `path` when all is written, and only then."""
    path = Path(path)
    other = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}{path.suffix}")
    try:
        yield other
        os.replace(other, path)
    finally:
        other.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file, whole or not at all."""
    with beside(path) as other:
        other.write_text(text, encoding="utf-8", newline="\n")
