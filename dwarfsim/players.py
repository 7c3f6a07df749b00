"""
Strategies made ready to play: knobs as numbers, tables prepared, functions compiled and checked.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numba.core import types
from numba.core.errors import NumbaError

from . import jit
from .errors import BadInput, CellFailed
from .game import Game, Strategy
from .jit import COMPILED, kernel
from .table import Me

if COMPILED:
    from .table import me_of


@dataclass(frozen=True)
class Player:
    """A strategy with its knobs set, as it was written."""

    strategy: Strategy
    knobs: tuple[tuple[str, float], ...] = ()
    text: str = ""

    @property
    def name(self) -> str:
        """What it was called."""
        return self.text or self.strategy.name


_NOTHING = np.zeros(0)


@dataclass
class Hand:
    """A player made ready: arrays that must live as long as the match, and its functions."""

    knobs: np.ndarray
    tables: np.ndarray
    memory: int
    functions: tuple  # for each kind of decision a compiled function, or None


def ready(game: Game, player: Player, values: Mapping) -> Hand:
    """
    The player's numbers, tables and functions.

    Raises
    ------
    BadInput
        If the strategy does not fit the game, or does not compile.
    CellFailed
        If its `prepare` fails.
    """
    strategy = player.strategy
    knobs = strategy.knob_values(dict(player.knobs))
    tables = _NOTHING
    if strategy.prepare:
        tables = _prepared(strategy, dict(values), dict(knobs))
    functions = []
    decisions = game.kernels.DECISIONS
    for kind in strategy.decide:
        if kind not in {d.name for d in decisions}:
            raise BadInput(f"{strategy.name}: {game.name} has no decision {kind!r}")
    for decision in decisions:
        function = strategy.decide.get(decision.name, decision.default)
        if function is None and decision.name != "observe":
            raise BadInput(f"{strategy.name}: no function for the decision {decision.name!r}")
        functions.append(function and answering(function, decision.view, bool(strategy.file)))
    numbers = np.array(list(knobs.values()), np.float64)
    numbers.flags.writeable = False
    return Hand(numbers, tables, strategy.memory, functions)


def _prepared(strategy: Strategy, values: dict, knobs: dict) -> np.ndarray:
    try:
        tables = strategy.prepare(values, knobs)
        tables = np.ascontiguousarray(tables, dtype=np.float64).ravel()
    except (BadInput, MemoryError):
        raise
    except Exception as error:
        at = f" ({jit.where(strategy.prepare)})" if strategy.file else ""
        what = f"{type(error).__name__}: {error}"
        raise CellFailed(f"strategy {strategy.name}{at}: prepare fails: {what}") from error
    tables.flags.writeable = False
    return tables


@cache
def answering(function, view: type, checked: bool):
    """
    A strategy's function compiled for its view, sure to return a whole number.

    Raises
    ------
    BadInput
        With file and line, if it does not compile or returns something else.
    """
    if not COMPILED:
        return function
    plain = getattr(function, "py_func", function)
    arguments = (jit.record_type(view), jit.me_type(Me))
    compiled = kernel(plain, checked=checked) if checked or plain is function else function
    try:
        compiled.compile(arguments)
    except NumbaError as error:
        raise BadInput(_explain(plain, error)) from None
    returned = compiled.overloads[arguments].signature.return_type
    if not isinstance(returned, types.Integer | types.Boolean):
        raise BadInput(
            f"{jit.where(plain)}: {plain.__name__} returns {returned}; "
            "a decision is a whole number on every path"
        )

    @kernel
    def entry(view, row, luck, index):
        return np.int64(compiled(view, me_of(row, luck, index)))

    return entry


def _explain(function, error: NumbaError) -> str:
    """One sentence of a compiler's page: file, line, and what it minds."""
    file = function.__code__.co_filename
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = re.findall(r'File "([^"]+)", line (\d+)', text)
    line = next((n for f, n in lines if os.path.basename(f) == os.path.basename(file)), None)
    line = line or function.__code__.co_firstlineno
    parts = [p.strip() for p in text.splitlines() if p.strip()]
    parts = [p for p in parts if not p.startswith(("Failed in", "During", "File", ">>>"))]
    return f"{file}:{line}: {function.__name__} does not compile: {parts[0] if parts else text}"
