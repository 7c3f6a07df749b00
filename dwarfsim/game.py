"""
The records that describe a game, and finding the games that there are.

Light on purpose: nothing here imports the compiler, so that listing games takes no time. A game's
kernels are imported when `Game.kernels` is first used.
"""

import hashlib
import importlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from .errors import BadInput, nearest
from .parameter import Parameter
from .strategy import Knob, Strategy, load_strategy

__all__ = [
    "NOT_REACHED",
    "SHARE",
    "Decision",
    "Game",
    "Knob",
    "Outcome",
    "Parameter",
    "Strategy",
    "game_names",
    "load_game",
    "load_strategy",
    "rules_hash",
]

NOT_REACHED = -(1 << 62)  # an indexed outcome's value where the game never came
SHARE = 2520  # win shares are counted in 2520ths: exact for a tie of up to ten


@dataclass(frozen=True)
class Outcome:
    """
    What a game yields when it is over.

    Attributes
    ----------
    name, help : str
    kind : str
        "flag" (0 or 1), "share" (of a win, in 2520ths), "count" (a whole number) or "real".
    seat : bool
        One value for each seat.
    index : str
        What it is counted by ("round"), if it has one value for each; else "".
    high, size : int or callable
        The largest value (a histogram's end; larger ones are counted in its last bin), and the
        number of index values; a callable gets the rules' values.
    low : int
    scale : int
        Of a "real": units in 1; its values are rounded to 1 / scale before they are added, so
        that sums are exact and no order of adding can change them.
    bounded : bool
        Whether no value can lie outside [low, high].
    win : bool
        A win outcome: ``--precision`` looks at it unless told otherwise.
    unit : str
        For axes and tables: "turns", "positions".
    """

    name: str
    help: str
    kind: str = "count"
    seat: bool = False
    index: str = ""
    low: int = 0
    high: int | Callable[[Mapping], int] = 1
    size: int | Callable[[Mapping], int] = 1
    scale: int = 1
    bounded: bool = True
    win: bool = False
    unit: str = ""

    def __post_init__(self):
        if self.kind == "share":
            object.__setattr__(self, "scale", SHARE)
        elif self.kind == "real" and self.scale == 1:
            object.__setattr__(self, "scale", 1 << 20)

    def extent(self, values: Mapping) -> tuple[int, int, int]:
        """Lowest value, highest value and number of index values under these rules."""
        high = self.high(values) if callable(self.high) else self.high
        size = self.size(values) if callable(self.size) else self.size
        return self.low, high, size


@dataclass(frozen=True)
class Decision:
    """A kind of decision: its name, the view's class, and a default function (or None)."""

    name: str
    view: type
    default: Callable | None = None


@dataclass(frozen=True, eq=False)
class Game:
    """
    One folder in ``games/``.

    Attributes
    ----------
    name, title, summary : str
    module : str
        The package that holds it; its modules ``rules``, ``strategies`` and ``transcript`` are
        imported when they are needed. ``rules`` offers ``DECISIONS``, ``Outcomes``,
        ``rules(values)``, ``workspace(rules)`` and the kernel ``play``.
    parameters : tuple of Parameter
    outcomes : tuple of Outcome
    seats : function of values
        How many seats the table has.
    seat_names : function of values
        What to call them.
    check : function of values
        Raises BadInput where parameters do not fit each other.
    default_seats : str
        The strategy that plays when none is named.
    roles : tuple of str
    cap : str
        The parameter that caps a game's length.
    """

    name: str
    title: str
    summary: str
    module: str
    parameters: tuple[Parameter, ...]
    outcomes: tuple[Outcome, ...]
    seats: Callable[[Mapping], int]
    default_seats: str
    seat_names: Callable[[Mapping], list[str]] | None = None
    check: Callable[[Mapping], None] = lambda values: None
    roles: tuple[str, ...] = ()
    cap: str = "max_turns"

    @cached_property
    def kernels(self):
        """The module with the compiled rules."""
        return importlib.import_module(self.module + ".rules")

    @cached_property
    def strategies(self) -> dict[str, Strategy]:
        """The strategies that come with the game, weakest first."""
        module = importlib.import_module(self.module + ".strategies")
        return {strategy.name: strategy for strategy in module.STRATEGIES}

    def parameter(self, name: str) -> Parameter:
        """The parameter of this name (``-`` and ``_`` alike), else BadInput."""
        known = {p.name: p for p in self.parameters}
        found = known.get(name.replace("-", "_"))
        if found is None:
            raise BadInput(f"{self.name}: no parameter {name!r}{nearest(name, known)}")
        return found

    def outcome(self, name: str) -> Outcome:
        """The outcome of this name, else BadInput."""
        known = {o.name: o for o in self.outcomes}
        if name not in known:
            raise BadInput(f"{self.name}: no outcome {name!r}{nearest(name, known)}")
        return known[name]

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """
        All parameters, those given checked, the others at their defaults.

        Raises
        ------
        BadInput
            For an unknown parameter, a wrong value, or values that do not fit each other.
        """
        checked = {}
        for name, value in given.items():
            parameter = self.parameter(name)
            checked[parameter.name] = parameter.check(value)
        values = {p.name: checked.get(p.name, p.default) for p in self.parameters}
        self.check(values)
        return values

    def names_of_seats(self, values: Mapping) -> list[str]:
        """What to call each seat."""
        if self.seat_names:
            return self.seat_names(values)
        return [f"seat {seat}" for seat in range(self.seats(values))]


@cache
def game_names() -> tuple[str, ...]:
    """The games in ``games/``, by their command names."""
    from . import games

    files = (p for folder in games.__path__ for p in Path(folder).glob("*/__init__.py"))
    found = (p.parent.name for p in files)
    return tuple(sorted(name.replace("_", "-") for name in found))


def load_game(name: str) -> Game:
    """
    The game of this name (``-`` and ``_`` alike).

    Raises
    ------
    BadInput
        If there is none.
    """
    wanted = name.lower().replace("_", "-")
    if wanted not in game_names():
        raise BadInput(f"no game {name!r}{nearest(name, game_names())}")
    return importlib.import_module("dwarfsim.games." + wanted.replace("-", "_")).GAME


def rules_hash(game: Game, values: Mapping) -> str:
    """A short hash of a game's name and all its parameters."""
    text = json.dumps([game.name, values], sort_keys=True, default=list)
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
