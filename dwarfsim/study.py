"""
What a study plays: sweeps whose cells are kept, and can be compared game by game.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from . import grammar, results
from .engine import Match, play_range
from .errors import BadInput, nearest
from .game import Game, load_game
from .pairs import Difference, difference
from .studystore import StudyStore
from .sweep import SAVE_SECONDS, Cell, Sweep
from .totals import Totals, slots_of

FEWEST = 200  # games of a cell in a quick report, at least
MOST = 1 << 15  # units of an outcome that is kept of every game, in two bytes


@dataclass(frozen=True)
class Played:
    """A cell of a study with its games."""

    cell: Cell
    key: str
    slots: tuple
    totals: Totals
    store: StudyStore
    kept: tuple[str, ...] = ()  # outcomes kept of every game, beside the wins

    def _slot(self, outcome: str, seat: int | None) -> int:
        for number, slot in enumerate(self.slots):
            if slot.outcome.name == outcome and slot.seat == seat:
                return number
        names = dict.fromkeys(slot.outcome.name for slot in self.slots)
        raise BadInput(f"no outcome {outcome!r} of seat {seat}{nearest(outcome, names)}")

    def estimate(self, outcome: str, seat: int | None = None, level: float = 0.95) -> dict:
        """Mean, interval and so on (see `results.estimate`)."""
        number = self._slot(outcome, seat)
        return results.estimate(self.slots[number], number, self.totals, level)

    def distribution(self, outcome: str, seat: int | None = None):
        """Values and the share of games that had each."""
        number = self._slot(outcome, seat)
        values, counts = self.totals.of(number, self.slots[number])
        last = int(np.flatnonzero(counts)[-1]) + 1 if counts.any() else 0
        return values[:last], counts[:last] / max(1, counts.sum())

    def wins(self, outcome: str, seat: int | None = None) -> np.ndarray:
        """A win outcome of every game, or another that was kept, in units."""
        number = self._slot(outcome, seat)
        slot = self.slots[number]
        if not (slot.outcome.win or outcome in self.kept):
            raise BadInput(f"{outcome} was not kept game by game: name it in the sweep's keep")
        return self.store.wins(self.key, number, slot.outcome.kind == "flag", self.totals.games)

    def minus(
        self, other: "Played", outcome: str = "won", seat: int | None = None, level: float = 0.95
    ) -> Difference:
        """The paired difference to another cell of the study, this one minus the other."""
        slot = self.slots[self._slot(outcome, seat)]
        flag = slot.outcome.kind == "flag"
        values = self.wins(outcome, seat), other.wins(outcome, seat)
        return difference(*values, slot.outcome.scale, flag, level)


class Cells:
    """
    The cells of a study's sweep.

    Attributes
    ----------
    name : str
    sweeps : list of Sweep
        One, or one for each number of games.
    played : list of Played
    listed : bool
        Whether cells.csv has them.
    """

    def __init__(self, name: str, sweeps: list[Sweep], played: list[Played], listed: bool = True):
        self.name, self.sweeps, self.played, self.listed = name, sweeps, played, listed

    def __call__(self, seats: str | None = None, **values: Any) -> Played:
        """The cell with these seats and parameters (as values, or as text); KeyError if none."""
        for one in self.played:
            game, have = one.cell.game, one.cell.values
            same = all(v in (have[k], game.parameter(k).show(have[k])) for k, v in values.items())
            if same and seats in (None, one.cell.seats):
                return one
        raise KeyError(f"{self.name}: no cell {seats or ''} {values}")

    @cached_property
    def rows(self) -> list[dict]:
        """Tidy rows of all cells (see `results.rows`)."""
        made = (results.rows(p.cell.about, p.slots, p.totals) for p in self.played)
        return [row for rows in made for row in rows]

    def frame(self, outcome: str, level: float = 0.95):
        """
        A DataFrame of an outcome: a row a cell and seat.

        Its columns are the parameters that were set, ``seats``, ``seat``, and those of
        `results.estimate`.
        """
        import pandas as pd

        made = []
        for one in self.played:
            game = one.cell.game
            for number, slot in enumerate(one.slots):
                if slot.outcome.name == outcome and slot.index is None:
                    line = {
                        k: v if isinstance(v, int | float) else game.parameter(k).show(v)
                        for k, v in one.cell.set.items()
                    }
                    found = results.estimate(slot, number, one.totals, level)
                    made.append({**line, "seats": one.cell.seats, "seat": slot.seat, **found})
        return pd.DataFrame(made)

    @property
    def games(self) -> int:
        """All games of all cells."""
        return sum(one.totals.games for one in self.played)

    @property
    def unfinished(self) -> int:
        """Games that reached the cap on turns."""
        return sum(one.totals.sums[-1] for one in self.played)


class Study:
    """
    What a study plays; given to its function ``make``.

    Parameters
    ----------
    store : StudyStore
    quick : int
        What the numbers of games are divided by.
    redraw : bool
        Play nothing: BadInput where the store lacks games.
    threads : int, optional
    progress : function of (cell, games, goal), optional
    """

    def __init__(
        self,
        store: StudyStore,
        quick: int = 1,
        redraw: bool = False,
        threads: int | None = None,
        progress: Callable | None = None,
    ):
        self.store, self.quick, self.redraw = store, quick, redraw
        self.threads, self.progress = threads, progress
        self.seed = 1
        self.made: list[Cells] = []
        self._asked: dict[str, int] = {}
        self.fresh = 0  # games that were played now, not before

    def sweep(
        self,
        name: str,
        game: str,
        set: Sequence[str] = (),
        seats: Sequence[str] = (),
        games: float | Mapping[str, float] = 100_000,
        rotate: bool = False,
        listed: bool = True,
        roles: Mapping[str, str] | None = None,
        keep: Sequence[str] = (),
    ) -> Cells:
        """
        Play a sweep, but for what the store has already.

        Parameters
        ----------
        name : str
            What the report calls it.
        game : str
        set, seats : sequence of str
            As ``--set`` and ``--seats``.
        games : number or mapping
            Of each cell; or for each table (as given in `seats`) its own number.
        rotate : bool
        listed : bool
            False leaves its cells out of cells.csv: trials by which others are chosen.
        roles : mapping of str to str, optional
            As ``--role``: who plays for whoever holds a role.
        keep : sequence of str
            Outcomes to keep of every game, as wins are, for comparisons game by game.

        Raises
        ------
        BadInput, CellFailed
        KeyboardInterrupt
            When the user stops it; the store keeps what was complete.
        """
        it = load_game(game)
        seats = list(seats) or [it.default_seats]
        cast = {
            role: grammar.tables([who], True, f"--role {role}=")[0][0]
            for role, who in (roles or {}).items()
        }
        by_games: dict[int, list[str]] = {}
        for table in seats:
            number = games[table] if isinstance(games, Mapping) else games
            by_games.setdefault(self._games(number), []).append(table)
        sweeps, played = [], []
        for number, tables in by_games.items():
            settings = grammar.settings(list(set), it, False)
            sweep = Sweep(
                it, settings, grammar.tables(tables, False), cast, rotate, number, self.seed
            )
            sweeps.append(sweep)
            facts = sweep.about()
            code = facts["version"], facts["rules code"]
            played += [self._play(sweep, cell, code, tuple(keep)) for cell in sweep.cells]
        played.sort(key=lambda one: _place(one.cell, sweeps, seats))
        self.made.append(Cells(name, sweeps, played, listed))
        return self.made[-1]

    def _games(self, number: float) -> int:
        number = int(number)
        return number if self.quick == 1 else max(min(FEWEST, number), number // self.quick)

    def _play(self, sweep: Sweep, cell: Cell, code: tuple, kept: tuple[str, ...]) -> Played:
        slots = slots_of(cell.game, cell.values)
        goal = sweep.goal(sweep.match(cell)) if sweep.rotate else sweep.games
        key = [*code, self.seed, sweep.rotate, cell.key]
        key = json.dumps([*key, sorted(kept)] if kept else key)
        totals = self.store.load(key, Totals.empty(slots))
        asked = self._asked[key] = max(goal, self._asked.get(key, 0))
        if totals.games > asked:  # more than this study plays: the first ones cannot be told apart
            totals = Totals.empty(slots)
        if totals.games < goal:
            if self.redraw:
                raise BadInput(
                    f"--redraw: the store lacks {goal - totals.games:,} games of '{cell.label}'; "
                    "leave --redraw out to play them"
                )
            self._play_on(sweep.match(cell), cell, key, totals, goal, kept)
        return Played(cell, key, slots, totals, self.store, kept)

    def _play_on(
        self, match: Match, cell: Cell, key: str, totals: Totals, goal: int, kept_too: tuple
    ) -> None:
        """Add the games that the totals lack, and keep them."""
        wins = [
            i
            for i, s in enumerate(match.slots)
            if (s.outcome.win or s.outcome.name in kept_too) and s.index is None
        ]
        for slot in (match.slots[i] for i in wins):
            if slot.open or slot.low < -MOST or slot.low + slot.width * slot.bins > MOST:
                raise BadInput(f"{slot.outcome.name}: its values need more than two bytes")

        def told(games):
            if self.progress:
                self.progress(cell, games, goal)

        told(totals.games)
        while totals.games < goal:
            kept = [np.zeros((0, len(wins)), np.int16)]

            def keep(first, values, kept=kept):
                kept.append(values[:, wins].astype(np.int16))

            first = totals.games
            part = play_range(match, first, goal, self.threads, told, keep, SAVE_SECONDS)
            totals.add(part.totals)
            self.fresh += part.totals.games
            columns = np.concatenate(kept)[: part.totals.games]
            for values, number in zip(columns.T, wins, strict=True):
                flag = match.slots[number].outcome.kind == "flag"
                self.store.keep_wins(key, number, flag, first, values)
            self.store.save(key, cell.label, totals)
            if part.interrupted and totals.games < goal:
                raise KeyboardInterrupt

    def tidy(self) -> None:
        """Forget cells that no sweep asked for: those of older rules, strategies and studies."""
        used = {one.key for cells in self.made for one in cells.played}
        for key in self.store.cells():
            if key not in used:
                self.store.forget(key)


def _place(cell: Cell, sweeps: Sequence[Sweep], seats: Sequence[str]) -> tuple[int, int]:
    for sweep in sweeps:
        if cell in sweep.cells:
            table = cell.seats
            return (seats.index(table) if table in seats else len(seats), sweep.cells.index(cell))
    return len(seats), 0


def ladder(game: Game, wanted: Sequence[str] = ()) -> list[str]:
    """The game's strategies, weakest first; of the wanted ones those that there are."""
    return [name for name in game.strategies if not wanted or name in wanted]
