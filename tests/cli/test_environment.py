"""What must simply work, whatever the machine is like, and what a full disk leaves behind."""

import csv
import errno
import json
import os
import pty
import shutil
import subprocess
import sys

import pytest

JSON = ("simulate", "coin", "--games", "200", "--json")
HERE = os.path.dirname(os.path.abspath(__file__))


@pytest.fixture
def wanted(run):
    """What the command prints in an environment without quirks."""
    return run(*JSON).out


def shell(tmp_path, pipeline: str, **env):
    """Run a pipeline of bash, in which ``$dwarfsim`` is the program."""
    program = f"{sys.executable} {HERE}/with_pig.py"
    env = {**os.environ, "dwarfsim": program, **env}
    command = ["bash", "-o", "pipefail", "-c", pipeline]
    return subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True)


# -------------------------------------------------------------------------------------- output


@pytest.mark.parametrize(
    "pipeline",
    ["--help | true", "games | true", "simulate coin --json | head -n 1", "sweep coin | true"],
)
def test_a_closed_pipe_is_no_fault(tmp_path, pipeline):
    ran = shell(tmp_path, f"$dwarfsim {pipeline}")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_closed_standard_output(tmp_path):
    ran = shell(tmp_path, "$dwarfsim games >&-")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_behind_standard_output(tmp_path):
    for command in ("games", "simulate coin --json"):
        ran = shell(tmp_path, f"$dwarfsim {command} >/dev/full")
        assert ran.returncode == 1
        assert ran.stderr == f"dwarfsim: {os.strerror(errno.ENOSPC)}: standard output\n"


def at_a_terminal(args, columns: int) -> str:
    """What the program shows at a terminal of this width."""
    import fcntl
    import struct
    import termios

    screen, keyboard = pty.openpty()
    fcntl.ioctl(keyboard, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    env |= {"TERM": "xterm", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, f"{HERE}/with_pig.py", *args]
    ends = {"stdin": keyboard, "stdout": keyboard, "stderr": keyboard}
    process = subprocess.Popen(command, env=env, **ends)
    os.close(keyboard)
    shown = b""
    while True:
        try:
            part = os.read(screen, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(screen)
    assert process.wait() == 0
    return shown.decode()


def test_progress_is_shown_at_a_terminal_alone(execute, wanted):
    shown = at_a_terminal(["simulate", "coin", "--games", "1e7"], 80)
    assert "left" in shown
    text = shown[shown.index("Coin: ") :]
    assert max(map(len, text.splitlines())) <= 80
    assert "10,000,000 games, seed 1" in text
    ran = execute(*JSON)
    assert (ran.out, ran.err) == (wanted, "")


# ---------------------------------------------------------------------------------- environment

QUIRKS = {
    "no home": {"HOME": None, "XDG_CACHE_HOME": None, "DWARFSIM_CACHE": None},
    "a home that is not there": {"HOME": "/nowhere", "DWARFSIM_CACHE": None},
    "nowhere to cache": {"HOME": "/proc", "XDG_CACHE_HOME": "/proc", "DWARFSIM_CACHE": "/proc/x"},
    "the C locale": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "an ASCII terminal": {"PYTHONIOENCODING": "ascii"},
    "a locale with a decimal comma": {"LC_ALL": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8"},
    "a dumb terminal": {"TERM": "dumb", "COLUMNS": "0"},
    "no display": {"DISPLAY": None, "WAYLAND_DISPLAY": None, "MPLBACKEND": None},
}


@pytest.mark.parametrize("quirk", QUIRKS)
def test_the_environment_changes_no_byte(execute, wanted, quirk):
    ran = execute(*JSON, env=QUIRKS[quirk])
    assert (ran.code, ran.out, ran.err) == (0, wanted, "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_text_that_the_terminal_does_not_know(execute, strategies, encoding):
    path = strategies("Zwerge im Wald ☃.py", "def mine(view, me):\n    return 0\n")
    options = ("--seats", f"{path}::mine", "--precision", "20%")
    ran = execute("simulate", "coin", *options, env={"PYTHONIOENCODING": encoding})
    assert ran.code == 0, ran.err
    assert ("±20" if encoding == "utf-8" else "+-20") in ran.out
    assert ("☃" if encoding == "utf-8" else r"\u2603") in ran.out


def test_a_figure_without_a_display_or_home(execute, tmp_path):
    env = QUIRKS["no display"] | {"HOME": "/nowhere", "MPLCONFIGDIR": None}
    ran = execute("sweep", "coin", "--games", "20", "--out", "out", env=env)
    assert ran.code == 0, ran.err
    assert (tmp_path / "out" / "figure.png").read_bytes().startswith(b"\x89PNG")


def test_two_first_starts_at_once(start, tmp_path, wanted):
    """Both compile into one empty cache; then a damaged cache is made good."""
    cache = tmp_path / "cache"
    env = {"DWARFSIM_CACHE": str(cache)}
    both = [start(*JSON, env=env) for _ in range(2)]
    for process in both:
        assert process.communicate(timeout=240) == (wanted, "")
        assert process.returncode == 0
    kept = sorted(cache.glob("*.nbc"))
    assert kept
    assert not [path for path in cache.iterdir() if path not in kept]
    for path, size in zip(kept, (0, 100, 1000), strict=False):
        path.write_bytes(path.read_bytes()[:size])
    process = start(*JSON, env=env)
    assert process.communicate(timeout=240) == (wanted, "")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_home(execute, tmp_path, wanted):
    home = tmp_path / "home"
    home.mkdir(mode=0o555)
    ran = execute(*JSON, env={"HOME": str(home), "XDG_CACHE_HOME": None, "DWARFSIM_CACHE": None})
    assert (ran.code, ran.out) == (0, wanted)


# ------------------------------------------------------------------------------------ full disk


@pytest.fixture
def small_disk(tmp_path):
    """A file system of its own, of a few hundred kilobytes."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    options = ["-t", "tmpfs", "-o", "size=1536k", "tmpfs", str(place)]
    if not mount or subprocess.run([mount, *options], capture_output=True).returncode:
        pytest.skip("takes the right to mount a file system")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_leaves_the_store_whole(run, small_disk):
    """First room for some cells alone, then for all."""
    out, ballast = small_disk / "out", small_disk / "ballast"
    options = ("sweep", "pig", "--games", 20, "--set", "charms=1..9", "--out", out, "--csv")
    ballast.write_bytes(b"x" * (1536 - 260) * 1024)
    ran = run(*options)
    assert ran.code == 1
    assert ran.err.startswith("dwarfsim: ") and ran.err.count("\n") == 1
    assert str(small_disk) in ran.err
    few = list(csv.DictReader(ran.out.splitlines()))
    ballast.unlink()
    again = run(*options)
    assert again.code == 0, again.err
    all_ = list(csv.DictReader(again.out.splitlines()))
    assert all_[: len(few)] == few
    assert len({row["set.charms"] for row in all_}) == 9
    assert json.loads((out / "run.json").read_text())["seed"] == 1
