"""The store: whole after a fault, and refused with the reason where it is not the right one."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from dwarfsim.errors import BadInput
from dwarfsim.store import Store, beside, write_text
from dwarfsim.totals import Totals

ROOT = Path(__file__).parent.parent
ABOUT = {"game": "toy", "seed": "1"}


def totals(games, bins=50):
    """Some totals, with numbers that no float holds."""
    rng = np.random.default_rng(games)
    numbers = [np.array([games * 10**20 + i for i in range(3)], dtype=object) for _ in range(3)]
    return Totals(games, *numbers, rng.integers(0, 10**6, bins))


EMPTY = Totals(0, *(np.array([0] * 3, dtype=object) for _ in range(3)), np.zeros(50, np.int64))


def same(one, other):
    lists = (
        [t.games, t.counts.tolist(), t.sums.tolist(), t.squares.tolist(), t.histogram.tolist()]
        for t in (one, other)
    )
    return next(lists) == next(lists)


def test_what_is_saved_is_loaded(tmp_path):
    folder = tmp_path / "a" / "b"
    with Store(folder, ABOUT) as store:
        assert store.load("x", EMPTY) is EMPTY and store.cells() == {}
        store.save("x", "first", totals(5))
        store.save("y", "second", totals(6))
        store.save("x", "first", totals(7))
        assert same(store.load("x", EMPTY), totals(7))
    with Store(folder, ABOUT) as store:
        assert store.cells() == {"x": ("first", 7), "y": ("second", 6)}
        assert same(store.load("x", EMPTY), totals(7)) and same(store.load("y", EMPTY), totals(6))
        loaded = store.load("x", EMPTY)
        loaded.add(loaded)  # not read-only
        with pytest.raises(BadInput, match="other outcomes"):
            store.load("x", totals(1, bins=51))


@pytest.mark.parametrize("name, value", [("game", "digger"), ("seed", "2"), ("new", "fact")])
def test_another_sweeps_store_is_refused(tmp_path, name, value):
    with Store(tmp_path, ABOUT) as store:
        store.save("x", "first", totals(5))
    with pytest.raises(BadInput, match=f"made with another {name} "):
        Store(tmp_path, {**ABOUT, name: value})
    with Store(tmp_path, ABOUT) as store:  # and nothing was changed, nor is it still in use
        assert store.cells() == {"x": ("first", 5)}


def test_a_looser_precision_is_refused(tmp_path):
    with Store(tmp_path, ABOUT) as store:
        store.narrow(0.01)
        store.narrow(0.01)
        store.narrow(0.002)
        with pytest.raises(BadInput, match=r"made with --precision 0\.002, tighter than 0\.01"):
            store.narrow(0.01)


def test_a_file_is_refused(tmp_path):
    file = tmp_path / "file"
    file.write_text("mine")
    for path in (file, file / "inside"):
        with pytest.raises(BadInput, match="is a file"):
            Store(path, ABOUT)
    assert file.read_text() == "mine"


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(BadInput, match="cannot be written"):
        Store(Path("/proc/nowhere"), ABOUT)
    if os.getuid():
        tmp_path.chmod(0o500)
        with pytest.raises(BadInput, match="cannot be written"):
            Store(tmp_path / "out", ABOUT)


def test_a_store_in_use_is_refused(tmp_path):
    with Store(tmp_path, ABOUT) as store:
        code = f"from dwarfsim.store import Store; Store({str(tmp_path)!r}, {ABOUT!r})"
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True
        )
        assert done.returncode and "in use by another process" in done.stderr
        store.save("x", "first", totals(5))
    Store(tmp_path, ABOUT).close()


# ----------------------------------------------------------------------------------- damage


@pytest.fixture
def full_store(tmp_path):
    """A closed store of many cells."""
    folder = tmp_path / "store"
    with Store(folder, ABOUT) as store:
        for i in range(40):
            store.save(f"cell {i}", f"label {i}", totals(i, bins=1000))
    return folder


def read_all(folder):
    with Store(folder, ABOUT) as store:
        empty = Totals(0, *([0] * 3 for _ in range(3)), np.zeros(1000))
        return [store.load(key, empty) for key in store.cells()]


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_store_is_refused(full_store, share):
    file = full_store / "store.sqlite"
    kept = file.read_bytes()[: int(file.stat().st_size * share)]
    file.write_bytes(kept)
    with pytest.raises(BadInput, match=r"--out .*store is damaged .*; move it away"):
        Store(full_store, ABOUT)
    assert file.read_bytes() == kept  # nothing erased
    with pytest.raises(BadInput, match="damaged"):  # not "in use"
        Store(full_store, ABOUT)


def test_a_store_cut_at_a_page_is_refused(full_store):
    file = full_store / "store.sqlite"
    file.write_bytes(file.read_bytes()[: 4096 * 5])
    with pytest.raises(BadInput, match="damaged"):
        Store(full_store, ABOUT)


@pytest.mark.parametrize("place", [0.02, 0.3, 0.6, 0.95])
def test_a_damaged_page_is_never_believed(full_store, place):
    """Refused, or by chance in a place that nobody reads."""
    wanted = read_all(full_store)
    file = full_store / "store.sqlite"
    content = bytearray(file.read_bytes())
    at = int(len(content) * place)
    content[at : at + 512] = os.urandom(512)
    file.write_bytes(content)
    try:
        found = read_all(full_store)
    except BadInput as error:
        assert "damaged" in str(error)
    else:
        assert all(map(same, found, wanted)) and len(found) == len(wanted)


def test_another_file_is_refused(tmp_path):
    (tmp_path / "store.sqlite").write_text("This is not a database, but a text. " * 100)
    with pytest.raises(BadInput, match="damaged"):
        Store(tmp_path, ABOUT)
    (tmp_path / "store.sqlite").unlink()
    db = sqlite3.connect(tmp_path / "store.sqlite")
    db.execute("CREATE TABLE somebodys (x)")
    db.close()
    with pytest.raises(BadInput, match="cannot be used"):
        Store(tmp_path, ABOUT)


def test_what_a_process_killed_at_birth_left_goes(tmp_path):
    stray = tmp_path / ".store.sqlite.0123abcd.sqlite"
    stray.write_text("half")
    Store(tmp_path, ABOUT).close()
    assert {f.name for f in tmp_path.iterdir()} == {"lock", "store.sqlite"}


# ----------------------------------------------------------------------------------- full disk


@contextmanager
def small_disk(folder, size="400k"):
    """A disk of this size, where the system allows to make one."""
    folder.mkdir()
    mount = shutil.which("mount")
    command = [mount, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if not mount or os.getuid() or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("no disk of its own can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=False)


def fill_up(store):
    """Saves cells until there is an error; how many were saved."""
    for i in range(10_000):
        store.save(f"cell {i}", f"label {i}", totals(i, bins=1000))
    pytest.fail("the disk is never full")


def check_whole(store, raised):
    saved = [key for key in store.cells()]
    assert saved == [f"cell {i}" for i in range(len(saved))] and saved
    empty = Totals(0, *([0] * 3 for _ in range(3)), np.zeros(1000))
    for i, key in enumerate(saved):
        assert same(store.load(key, empty), totals(i, bins=1000))
    assert "store.sqlite" in str(raised.value)


def test_a_full_disk(tmp_path):
    """An OSError; what was saved before is there."""
    folder = tmp_path / "disk"
    with small_disk(folder):
        with Store(folder, ABOUT) as store:
            with pytest.raises(OSError) as raised:
                fill_up(store)
            check_whole(store, raised)
        shutil.copytree(folder, tmp_path / "copy")
    with Store(tmp_path / "copy", ABOUT) as store:
        check_whole(store, raised)
        store.save("more", "more", totals(1))  # with room again it goes on


def test_a_database_that_may_grow_no_more(tmp_path):
    """The same where no disk can be mounted."""
    with Store(tmp_path, ABOUT) as store:
        store._db.execute("PRAGMA max_page_count = 60")
        with pytest.raises(OSError) as raised:
            fill_up(store)
        check_whole(store, raised)
    with Store(tmp_path, ABOUT) as store:
        check_whole(store, raised)


def test_a_file_appears_whole_or_not_at_all(tmp_path):
    file = tmp_path / "run.json"
    write_text(file, "old")
    with pytest.raises(OSError), beside(file) as other:
        other.write_text("ne")
        raise OSError(28, "No space left on device")
    assert file.read_text() == "old" and list(tmp_path.iterdir()) == [file]
    write_text(file, "new\n")
    assert file.read_bytes() == b"new\n"
