"""
Plays games: in blocks, in parallel, to sums that no order of adding can change.
"""

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np

from .errors import CellFailed
from .match import Match, Worker
from .players import Player
from .totals import Totals

__all__ = [
    "Interrupt",
    "Match",
    "Played",
    "Player",
    "Totals",
    "Worker",
    "default_threads",
    "play_range",
]

BLOCK_SECONDS = 0.05
FIRST_BLOCK = 32
MOST_BLOCK = 1 << 18  # games: so many squares a block adds up exactly


def default_threads() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Interrupt:
    """
    Ctrl-C as a flag, while games are played: an exception amid a sum would lose or repeat games.

    The second Ctrl-C ends the process: a strategy that never answers cannot be stopped otherwise.
    """

    def __init__(self):
        self.pressed = False
        self._before = None

    def __enter__(self):
        main = threading.current_thread() is threading.main_thread()
        if main and callable(signal.getsignal(signal.SIGINT)):
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *exception):
        if self._before:
            signal.signal(signal.SIGINT, self._before)
            self._before = None

    def _press(self, number, frame):
        if self.pressed:
            os.write(2, b"\nstopped\n")
            os._exit(130)
        self.pressed = True


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
    interrupt: Interrupt | None = None,
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
    interrupt : Interrupt, optional
        The caller's, entered; by default one for this call.

    Raises
    ------
    CellFailed
        See `Worker.play`; of several failures the one in the earliest game.
    """
    threads = threads or default_threads()
    totals = Totals.empty(match.slots)
    workers = [match.worker() for _ in range(threads)]
    run = _Run(match, first, last, workers, keep_rows)
    begun = time.monotonic()
    pool = ThreadPoolExecutor(threads)
    try:
        with nullcontext(interrupt) if interrupt else Interrupt() as interrupt:
            while True:
                # at least one block is played, or a slow moment would be no step forward
                late = seconds is not None and time.monotonic() - begun > seconds
                run.fill(pool, stop=interrupt.pressed or (late and run.next > first))
                if not run.busy:
                    break
                done, _ = wait(run.busy, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in done:
                    part = run.take(future)
                    if part:
                        totals.add(part)
                        if progress:
                            progress(part.games)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    if run.failures:
        raise min(run.failures, key=lambda failure: failure.game)
    return Played(totals, interrupt.pressed)


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
        """Give every idle worker a block, unless all is given, one failed, or it is to stop."""
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
        self.size = max(1, min(int(rate * BLOCK_SECONDS), 16 * self.size, MOST_BLOCK))
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
