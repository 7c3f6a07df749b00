"""The compile cache: kept between runs, never stale, and no trouble when it cannot be kept."""

import importlib
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numba.core.registry import cpu_target

from dwarfsim import jit
from dwarfsim.jit import COMPILED, fingerprint, kernel
from dwarfsim.jit.unbroken import unbroken

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(not COMPILED, reason="the compiler is off")

USER = {
    "mine.py": """
        import shelf.numbers
        import shelf.numbers as numbers
        from dwarfsim.jit import kernel
        from helper import halve
        from weights import WEIGHTS

        @kernel
        def answer(x):
            return halve(x) + 10 * numbers.TEN + 1000 * shelf.numbers.deep.DEEP + WEIGHTS[1] * 10**6
    """,
    "helper.py": """
        from dwarfsim.jit import kernel

        @kernel
        def halve(x):
            return x // 2
    """,
    "weights.py": "import numpy as np\nWEIGHTS = np.array([1, 2, 3])\n",
    "shelf/__init__.py": "",
    "shelf/numbers.py": "from . import deep\nTEN = 1\n",
    "shelf/deep.py": "DEEP = 1\n",
}


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(textwrap.dedent(text))


@pytest.fixture
def home(tmp_path):
    """A folder with a small program, and one for the cache."""
    for name, text in USER.items():
        write(tmp_path, name, text)
    return tmp_path


COUNTING = """
import dwarfsim.jit as jit
compiled = []
save = jit.cache.KernelCache.save_overload
def counting(self, *args):
    compiled.append(self._function.__name__)
    save(self, *args)
jit.cache.KernelCache.save_overload = counting
"""
MISSES = COUNTING + "import mine; print(mine.answer(9), 'answer' in compiled)"


def start(home, code=MISSES, *args, **env):
    """Runs a line of Python in `home` with its own cache."""
    env = {**os.environ, "DWARFSIM_CACHE": str(home / "cache"), **env}
    env["PYTHONPATH"] = f"{home}{os.pathsep}{ROOT}"
    env["PYTHONDONTWRITEBYTECODE"] = "1"
    return subprocess.Popen(
        [sys.executable, "-c", code, *args], env=env, cwd=home, text=True, stdout=-1, stderr=-1
    )


def run(home, *args, **env):
    """What the program printed."""
    out, err = start(home, *args, **env).communicate(timeout=120)
    assert not err, err
    return out.split()


# ------------------------------------------------------------------------------------ kept


def test_the_second_run_compiles_nothing(tmp_path):
    """Nothing at all, of a whole game with a user's strategy from a file."""
    write(
        tmp_path,
        "mine.py",
        """
        from dwarfsim.games.magic_dwarf.strategies import rush_move
        from dwarfsim.jit import kernel

        @kernel
        def first(view, me):
            return rush_move(view, me)
        """,
    )
    code = COUNTING + textwrap.dedent(
        """
        from dwarfsim.engine import Match, Player
        from dwarfsim.game import load_game, load_strategy
        game = load_game("magic-dwarf")
        player = Player(load_strategy(game, "mine.py::first"))
        totals = Match(game, game.values({}), [player]).worker().play(0, 2000)
        print(totals.sums.tolist(), totals.squares.tolist())
        print(len(compiled))
        """
    )
    *first, compiled = run(tmp_path, code)
    files = {f.name: f.stat().st_ino for f in (tmp_path / "cache").iterdir()}
    assert int(compiled) > 2 and files and all(name.endswith(".nbc") for name in files)
    *second, compiled = run(tmp_path, code)
    assert int(compiled) == 0 and first == second
    assert {f.name: f.stat().st_ino for f in (tmp_path / "cache").iterdir()} == files


CLOSURES = """
import sys
from numba.core import types
from dwarfsim.jit import entry_point, kernel

def make(n):
    @kernel
    def f(x):
        return x + n
    return f

made = [make(int(n)) for n in sys.argv[1:]]
addresses = [entry_point(f, (types.int64,)) for f in made]
again = [entry_point(f, (types.int64,)) for f in made]
print(*[f(0) for f in made], addresses == again, len(set(again)) == len(again))
"""


def test_closures_cached_by_two_processes_are_not_mixed_up(home):
    """They have one name, and numba counts functions from 1 in each process."""
    for numbers in (["7"], ["8"], ["8", "7"]):
        assert run(home, CLOSURES, *numbers) == [*numbers, "True", "True"]


# -------------------------------------------------------------------------------- never stale


def test_an_edit_anywhere_gives_new_numbers(home, monkeypatch):
    """The function itself, what it calls, constants in other modules, a global array."""
    cache, compiled = home / "cache", []
    save = jit.cache.KernelCache.save_overload
    cache.mkdir()
    monkeypatch.syspath_prepend(home)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(jit.cache, "cache_folder", lambda: cache)
    monkeypatch.setattr(
        jit.cache.KernelCache,
        "save_overload",
        lambda self, *args: (compiled.append(self._function.__name__), save(self, *args)),
    )

    def answer():
        """The answer of freshly imported modules, and whether it was compiled for it."""
        for name in ("mine", "helper", "weights", "shelf", "shelf.numbers", "shelf.deep"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        importlib.invalidate_caches()
        compiled.clear()
        return importlib.import_module("mine").answer(9), "answer" in compiled

    assert answer() == (2001014, True)
    assert answer() == (2001014, False)
    write(home, "helper.py", USER["helper.py"].replace("// 2", "// 3"))
    assert answer() == (2001013, True)
    write(home, "shelf/numbers.py", "from . import deep\nTEN = 2\n")
    assert answer() == (2001023, True)
    write(home, "shelf/deep.py", "DEEP = 4\n")
    assert answer() == (2004023, True)
    write(home, "weights.py", "import numpy as np\nWEIGHTS = np.array([1, 5, 3])\n")
    assert answer() == (5004023, True)
    write(home, "mine.py", USER["mine.py"].replace("halve(x)", "7"))
    assert answer() == (5004027, True)
    for name, text in USER.items():
        write(home, name, text)
    assert answer() == (2001014, False)  # as it was: found again


def record(*fields):
    return NamedTuple("Seen", [(name, int) for name in fields])


def prints(source, **names):
    """The fingerprint of the function f in a source, with these globals."""
    space = {"__name__": "somebodys", "kernel": kernel, **names}
    exec(textwrap.dedent(source), space)
    return fingerprint(space["f"])


@pytest.mark.parametrize(
    "source",
    [
        "def f(x): return x + @",
        "def f(x, y=@): return x + y",
        "def f(x, *, y=@): return x + y",
        "def f(x): return g(x)\ndef g(x): return @",
        "def h(y):\n  def f(x): return y\n  return f\nf = h(@)",
        "from enum import IntEnum\nclass E(IntEnum): A = @\ndef f(x): return E.A",
        "class K:\n  A = @\ndef f(x): return K.A",
        "class K:\n  def m(self): return @\ndef f(x): return K().m()",
        "from functools import cache\n#cache\ndef g(): return @\ndef f(x): return g()",
        "from functools import partial as p\ndef g(y): return y\nh = p(g, @)\ndef f(x): return h()",
        "from numba.extending import intrinsic as i\n#i\ndef g(c): return @\ndef f(x): return g()",
        "D = {'a': @}\ndef f(x): return D['a']",
        "S = {@}\ndef f(x): return x in S",
        "def f(x): return x in {@, 3}",
    ],
)
def test_what_a_fingerprint_sees(source):
    one, other = (source.replace("@", number).replace("#", "@") for number in "12")
    assert prints(one) == prints(one)
    assert prints(one) != prints(other)


@pytest.mark.parametrize(
    "one, other",
    [
        (1, 2),
        (1, 1.0),
        (np.arange(1000), np.arange(1000) + (np.arange(1000) == 500)),
        (np.zeros(4), np.zeros((2, 2))),
        (np.zeros(4), np.zeros(4, np.int64)),
        (record("a", "b"), record("b", "a")),
        (record("a", "b")(1, 2), record("b", "a")(1, 2)),
        ((1, (2, 3)), (1, (2, 4))),
    ],
)
def test_which_globals_a_fingerprint_tells_apart(one, other):
    source = "def f(x): return A"
    assert prints(source, A=one) == prints(source, A=one)
    assert prints(source, A=one) != prints(source, A=other)


def test_a_fingerprint_is_the_same_in_another_process(home):
    """Also with sets of texts, whose order changes, and objects, whose addresses do."""
    write(
        home,
        "other.py",
        """
        from dataclasses import dataclass, field
        from dwarfsim.jit import fingerprint

        class Thing:
            def __init__(self):
                self.size = 1

        @dataclass
        class Holder:
            call: object = field(default=lambda: 1)

        NAMES, THING, HOLDER = {"a", "b", "c", "d"}, Thing(), Holder()
        TABLE = {"a": THING}

        def f(x):
            return x in {"p", "q", "r", "s"} and (NAMES, THING, HOLDER, TABLE)
        """,
    )
    code = "import other; print(other.fingerprint(other.f))"
    assert len({run(home, code, PYTHONHASHSEED=str(s))[0] for s in (1, 2)}) == 1


class Before(NamedTuple):
    """A view."""

    one: int
    other: int


class After(NamedTuple):
    """The same, edited."""

    other: int
    one: int


def test_a_view_whose_fields_change_places_is_compiled_anew():
    """Same types, same function, other order: the cached code would read the wrong field."""

    def reads(view):
        return view.one

    after = type("Before", (After,), {})
    cache, codegen = kernel(reads)._cache, cpu_target.target_context.codegen()
    one, other = ((jit.record_type(cls),) for cls in (Before, after))
    assert str(one) == str(other)
    assert cache._path(one, codegen) != cache._path(other, codegen)


# ------------------------------------------------------------------------- where none can be kept


def test_a_damaged_file_is_rebuilt(home):
    """Truncated, or with zeros inside, as after a power cut."""
    run(home)
    (file,) = (home / "cache").glob("answer-*.nbc")
    whole = file.read_bytes()
    third = len(whole) // 3
    hole = whole[:third] + bytes(third) + whole[2 * third :]
    for damaged in (b"", whole[:third], whole[:-1], hole):
        file.write_bytes(damaged)
        assert run(home) == ["2001014", "True"]
        assert file.stat().st_size > third
    assert run(home) == ["2001014", "False"]


FOLDER = "; from dwarfsim.jit import cache_folder; print(cache_folder())"
ANSWER = "import mine; print(mine.answer(9))"


def test_folders_that_cannot_be_written(home):
    """Root writes anywhere, so a file and /proc stand in the way: temporary folder, then none."""
    blocked = home / "a-file"
    blocked.write_text("no folder")
    barred = {"DWARFSIM_CACHE": str(blocked), "XDG_CACHE_HOME": "/proc/nowhere"}
    temporary = home / "tmp"
    temporary.mkdir()
    answer, folder = run(home, ANSWER + FOLDER, **barred, TMPDIR=str(temporary))
    assert answer == "2001014" and Path(folder).parent == temporary
    assert list(Path(folder).glob("*.nbc"))
    none = "import tempfile; tempfile.tempdir = '/proc/nowhere'; " + ANSWER + FOLDER
    assert run(home, none, **barred) == ["2001014", "None"]
    nothing = (
        "import tempfile\ndef gone(): raise FileNotFoundError('no usable temporary folder')\n"
        "tempfile.gettempdir = gone\n"
    )
    assert run(home, nothing + ANSWER + FOLDER, **barred) == ["2001014", "None"]


def test_no_home(home):
    env = {"HOME": "/proc/nowhere", "XDG_CACHE_HOME": "", "DWARFSIM_CACHE": ""}
    answer, folder = run(home, ANSWER + FOLDER, **env, TMPDIR=str(home))
    assert answer == "2001014" and Path(folder).parent == home


FULL = """
import pathlib
def full(self, content):
    with open(self, "wb") as file:
        file.write(content[:100])
    raise OSError(28, "No space left on device")
import dwarfsim.jit as jit
jit.cache_folder()
pathlib.Path.write_bytes = full
"""


def test_a_full_disk_costs_the_cache_not_the_work(home):
    assert run(home, FULL + ANSWER) == ["2001014"]
    assert not list((home / "cache").iterdir())


def test_two_first_starts_at_once(home):
    both = [start(home) for _ in range(2)]
    for one in both:
        out, err = one.communicate(timeout=120)
        assert out.split()[0] == "2001014" and not err
    assert run(home) == ["2001014", "False"]
    assert all(file.suffix == ".nbc" for file in (home / "cache").iterdir())


def test_what_was_not_used_for_a_month_is_dropped(tmp_path):
    old, new = tmp_path / "a-1.nbc", tmp_path / "b-2.nbc"
    other = tmp_path / "mine.txt"
    for file in (old, new, other):
        file.write_bytes(b"x")
    for file in (old, other):
        os.utime(file, (0, 0))
    jit.cache._forget_old(tmp_path)
    assert not old.exists() and new.exists() and other.exists()


# -------------------------------------------------------------------------------------- views


class Good(NamedTuple):
    """All that a view may hold."""

    a: int
    b: float
    c: bool
    d: np.uint64
    e: jit.Ints
    f: jit.RealGrid


class Bad(NamedTuple):
    """One field too many."""

    good: int
    words: str


def test_record_types():
    kind = jit.record_type(Good)
    assert kind.fields == Good._fields and len(kind.types) == 6
    assert not kind.types[4].mutable
    assert jit.record_type(Before).count == 2
    with pytest.raises(TypeError, match=r"Bad\.words.*str"):
        jit.record_type(Bad)
    with pytest.raises(TypeError, match=r"cannot be .*ndarray"):
        jit.record_type(NamedTuple("Raw", [("x", np.ndarray)]))


def test_where():
    assert jit.where(test_where).startswith(f"{__file__}:")


# ---------------------------------------------------------------------------------- Ctrl-C


@pytest.fixture
def heeded():
    """Ctrl-C raises here, as in a terminal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_waits_for_the_end(heeded):
    reached = []
    with pytest.raises(KeyboardInterrupt), unbroken():
        signal.raise_signal(signal.SIGINT)
        reached.append(1)
    assert reached and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with unbroken():  # it is forgotten
        pass


def test_ctrl_c_comes_before_the_next_kernel_inside(heeded):
    reached = []
    with pytest.raises(KeyboardInterrupt), unbroken():
        with unbroken():
            signal.raise_signal(signal.SIGINT)
            reached.append(1)
        with unbroken():
            reached.append(2)
    assert reached == [1] and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_is_left_alone_where_it_only_sets_a_flag():
    noted = []
    before = signal.signal(signal.SIGINT, lambda *_: noted.append(1))
    try:
        with unbroken():
            signal.raise_signal(signal.SIGINT)
            assert noted
    finally:
        signal.signal(signal.SIGINT, before)
