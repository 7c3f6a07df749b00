"""What the benchmarks measure with: interleaved times, processes, and C programs compiled here."""

import math
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SEED = 1
ROUNDS = 25  # of an interleaved comparison; the least of them counts


def cpu(function, *arguments) -> float:
    """Processor seconds of this thread for one call."""
    begun = time.thread_time()
    function(*arguments)
    return time.thread_time() - begun


def wall(function, *arguments) -> float:
    """Seconds on the clock for one call."""
    begun = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - begun


def least(rounds: int, *takes) -> list[float]:
    """The least of each of several measurements, taken in turn: A B A B ..."""
    best = [math.inf] * len(takes)
    for _ in range(rounds):
        best = [min(b, take()) for b, take in zip(best, takes)]
    return best


def games_a_second(worker, most: int, benchmark) -> float:
    """How fast a thread plays; pytest-benchmark gets at most so many games a round."""
    count = 20
    worker.play(0, count)
    while count < most and cpu(worker.play, 0, count) < 0.05:
        count *= 2
    benchmark.extra_info["games"] = count
    benchmark.pedantic(worker.play, args=(0, count), rounds=5)
    return count / min(cpu(worker.play, 0, count) for _ in range(3))


def environment(**extra) -> dict:
    """The environment of a process that shall find the package."""
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": paths, **extra}


def run(command: list[str], **extra) -> str:
    """What a command prints."""
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment(**extra), check=False
    )
    assert done.returncode == 0, f"{command} fails: {(done.stderr or done.stdout)[-500:]}"
    return done.stdout


def compiled(name: str, folder: Path):
    """
    A C program of this folder, compiled: a function of (setting, games) that returns its lines.

    Each line is the name of an outcome with its games, mean and standard deviation; the last are
    the processor "seconds".
    """
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        pytest.skip("no C compiler here")
    program, source = folder / name, HERE / f"{name}.c"
    options = ["-std=c11", "-O3", "-march=native", "-o", str(program), str(source), "-lm"]
    done = subprocess.run([compiler, *options], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"{compiler} cannot compile {source.name}: {done.stderr[-300:]}")

    def play(setting: int, games: int) -> dict[str, list[float]]:
        lines = run([str(program), str(setting), str(games), str(SEED)]).splitlines()
        return {name: [float(x) for x in rest] for name, *rest in map(str.split, lines)}

    return play


def same_means(match, totals, theirs: dict[str, list[float]]) -> None:
    """Every mean agrees with a C program's within five standard errors."""
    for i, slot in enumerate(match.slots):
        name = slot.outcome.name if slot.seat is None else f"{slot.outcome.name}_{slot.seat}"
        count, mean, sd = theirs[name]
        ours = totals.sums[i] / totals.counts[i] / slot.outcome.scale
        assert count == totals.counts[i]
        noise = 5 * sd * math.sqrt(2 / count) + 5e-5  # what is rare is not quite normal
        assert abs(ours - mean) < noise, name
