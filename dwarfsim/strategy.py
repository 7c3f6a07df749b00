"""
The record of a strategy, and reading one from a user's file.
"""

import ast
import hashlib
import importlib.util
import inspect
import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from .errors import BadInput, nearest


@dataclass(frozen=True)
class Knob:
    """A strategy's number: default, bounds (included) and what it does."""

    default: float
    help: str = ""
    low: float = -math.inf
    high: float = math.inf
    whole: bool = False


@dataclass(frozen=True, eq=False)
class Strategy:
    """
    How a seat decides.

    Attributes
    ----------
    name : str
    decide : mapping of str to function
        For each kind of decision a function of (view, me) that returns a whole number. Kinds
        that are missing come from `inherits`, then from the game's defaults. The kind "observe"
        is told what the seat can see happen.
    knobs : mapping of str to float or Knob
        Its numbers, in the order in which ``me.knobs`` holds them.
    prepare : function of (rules, knobs), optional
        Called once a cell in plain Python (`rules` and `knobs` as mappings); what it returns is
        an array that the functions find, flat and read-only, in ``me.tables``.
    memory : int
        How many numbers of its own a seat keeps in ``me.memory`` during a game.
    doc : str
        What it does, in a sentence or two.
    inherits : Strategy, optional
    file : str
        The user's file it comes from; "" for a strategy of the package.
    """

    name: str
    decide: Mapping[str, Callable] = field(default_factory=dict)
    knobs: Mapping[str, Any] = field(default_factory=dict)
    prepare: Callable | None = None
    memory: int = 0
    doc: str = ""
    inherits: "Strategy | None" = None
    file: str = ""

    def __post_init__(self):
        base = self.inherits
        if base:
            object.__setattr__(self, "decide", {**base.decide, **self.decide})
            object.__setattr__(self, "knobs", {**base.knobs, **self.knobs})
            object.__setattr__(self, "memory", max(self.memory, base.memory))
            object.__setattr__(self, "prepare", self.prepare or base.prepare)
        knobs = {k: v if isinstance(v, Knob) else Knob(float(v)) for k, v in self.knobs.items()}
        object.__setattr__(self, "knobs", knobs)
        doc = self.doc or next((inspect.getdoc(f) for f in self.decide.values()), "") or ""
        object.__setattr__(self, "doc", " ".join(inspect.cleandoc(doc).split()))

    def knob_values(self, given: Mapping[str, float]) -> dict[str, float]:
        """
        All knobs in their order, the given ones checked.

        Raises
        ------
        BadInput
            For an unknown knob or one out of its bounds.
        """
        for name, value in given.items():
            if name not in self.knobs:
                raise BadInput(f"{self.name}: no knob {name!r}{nearest(name, self.knobs)}")
            knob = self.knobs[name]
            if not knob.low <= value <= knob.high:
                close = min(max(value, knob.low), knob.high)
                raise BadInput(
                    f"{self.name}:{name}={value:g}: must be from {knob.low:g} to {knob.high:g}; "
                    f"the nearest is {close:g}"
                )
            if knob.whole and value != int(value):
                raise BadInput(f"{self.name}:{name}={value:g}: must be a whole number")
        return {name: float(given.get(name, knob.default)) for name, knob in self.knobs.items()}


def load_strategy(game, name: str) -> Strategy:
    """
    A strategy of the game, or one from a user's file (``path.py::name``).

    In the file `name` is a `Strategy`, or a function of (view, me) where the game has one kind
    of decision.

    Raises
    ------
    BadInput
        If there is no such strategy or file, or the file cannot be read as Python.
    """
    if "::" in name:
        path, _, inner = name.rpartition("::")
        return _strategy_in(_user_module(Path(path)), path, inner, game)
    if name not in game.strategies:
        hint = nearest(name, game.strategies)
        if name.endswith(".py"):
            hint = "; name the strategy in the file, as in my.py::name"
        raise BadInput(f"{game.name}: no strategy {name!r}{hint}")
    return game.strategies[name]


@cache
def _user_module(path: Path):
    try:
        source = path.read_bytes()
    except OSError as error:
        raise BadInput(f"strategy file {str(path)!r}: {error.strerror or error}") from None
    try:
        ast.parse(source, filename=str(path))
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        text = getattr(error, "msg", None) or str(error)
        raise BadInput(f"{path}:{line}: {text}") from None
    # registered under a lasting name: cached kernels refer to the module by it
    name = "dwarfsim_user_" + hashlib.blake2b(str(path.resolve()).encode()).hexdigest()[:16]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise BadInput(f"strategy file {str(path)!r}: not a Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        line = _line_in(error, path)
        raise BadInput(f"{path}:{line}: {type(error).__name__}: {error}") from None
    finally:
        sys.dont_write_bytecode = writes
    return module


def _line_in(error: BaseException, path: Path) -> int:
    line, trace = 1, error.__traceback__
    while trace:
        if Path(trace.tb_frame.f_code.co_filename) == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _strategy_in(module, path: str, name: str, game) -> Strategy:
    found = getattr(module, name, None)
    if isinstance(found, Strategy):
        return replace(found, name=name, file=path, inherits=None)
    kinds = [d.name for d in game.kernels.DECISIONS if d.name != "observe"]
    function = getattr(found, "py_func", found)
    if inspect.isfunction(function) and len(kinds) == 1:
        return Strategy(name, {kinds[0]: found}, file=path)
    own = [
        key
        for key, value in vars(module).items()
        if isinstance(value, Strategy)
        or (inspect.isfunction(value) and value.__module__ == module.__name__)
    ]
    raise BadInput(f"{path}: no strategy {name!r}{nearest(name, own)}")
