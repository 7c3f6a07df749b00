"""
The records that describe a game and a strategy; reading what a user wrote about them.

Light on purpose: nothing here imports the compiler, so that listing games takes no time. A game's
kernels are imported when `Game.kernels` is first used.
"""

import ast
import hashlib
import importlib
import importlib.util
import inspect
import json
import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any

from .errors import BadInput, nearest

NOT_REACHED = -(1 << 62)  # an indexed outcome's value where the game never came
SHARE = 2520  # win shares are counted in 2520ths: exact for a tie of up to ten


# --------------------------------------------------------------------------------- parameters


@dataclass(frozen=True)
class Parameter:
    """
    A number or choice that varies a game.

    Attributes
    ----------
    name, help : str
    type : type
        int, float, bool, str, or tuple (a list of whole numbers, joined by ``+`` in text).
    default : object
    low, high : float or None
        Bounds, included; of every member, where the parameter is a list.
    choices : tuple of str
        What a str may be, where it is a choice; empty where the game checks it.
    id : str
        The assumption or reading that it carries, such as "A1".
    source : str
        Where the default comes from.
    sweep : str
        Alternatives worth trying, in the grammar of ``--set``.
    """

    name: str
    type: type
    default: Any
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    id: str = ""
    source: str = ""
    sweep: str = ""

    def read(self, text: str) -> Any:
        """
        The value that a text stands for.

        Raises
        ------
        BadInput
            If it is not of the parameter's type or out of its bounds.
        """
        from .grammar import number, whole

        try:
            if self.type is bool:
                value = {"true": True, "false": False}[text.lower()]
            elif self.type is int:
                value = whole(text)
            elif self.type is float:
                value = number(text)
            elif self.type is tuple:
                value = () if text == "none" else tuple(whole(item) for item in text.split("+"))
            else:
                value = text
        except (ValueError, KeyError):
            raise BadInput(f"{self.name}={text}: {self._wanted()}") from None
        return self.check(value)

    def check(self, value: Any) -> Any:
        """The value itself, a list as a tuple, if the parameter may have it; else BadInput."""
        try:
            value = self._adapter.validate_python(value)
        except ValueError:
            raise BadInput(f"{self.name}={self.show(value)}: {self._wanted(value)}") from None
        if self.choices and value not in self.choices:
            raise BadInput(f"{self.name}={value}: not a choice{nearest(value, self.choices)}")
        return value

    def show(self, value: Any) -> str:
        """The text that `read` would take for this value."""
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, tuple | list):
            return "+".join(map(str, value)) or "none"
        if isinstance(value, float):
            from .grammar import format_value

            return format_value(value)
        return str(value)

    @cached_property
    def _adapter(self):
        from pydantic import ConfigDict, Field, TypeAdapter

        bounds = {"ge": self.low, "le": self.high}
        bounds = {k: v for k, v in bounds.items() if v is not None}
        strict = Field(strict=True, allow_inf_nan=False, **bounds)
        if self.type is tuple:
            member = Annotated[int, Field(strict=True, **bounds)]
            return TypeAdapter(tuple[member, ...])
        if self.type in (bool, str):
            return TypeAdapter(self.type, config=ConfigDict(strict=True))
        if self.type is int:
            strict = Field(strict=True, **bounds)
        return TypeAdapter(Annotated[self.type, strict])

    def _wanted(self, value: Any = None) -> str:
        kinds = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
        kind = kinds.get(self.type, "whole numbers joined by +, or none,")
        if self.low is None and self.high is None:
            return f"must be {kind}"
        if self.high is None:
            return f"must be {kind} of at least {self.low}"
        text = f"must be {kind} from {self.low} to {self.high}"
        if isinstance(value, int | float) and not isinstance(value, bool):
            close = min(max(value, self.low), self.high)
            if close != value and math.isfinite(value):
                text += f"; the nearest is {close}"
        return text


# ----------------------------------------------------------------------------------- outcomes


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


# --------------------------------------------------------------------------------- strategies


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


@dataclass(frozen=True)
class Decision:
    """A kind of decision: its name, the view's class, and a default function (or None)."""

    name: str
    view: type
    default: Callable | None = None


# --------------------------------------------------------------------------------------- games


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


def load_strategy(game: Game, name: str) -> Strategy:
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


def _strategy_in(module, path: str, name: str, game: Game) -> Strategy:
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


def rules_hash(game: Game, values: Mapping) -> str:
    """A short hash of a game's name and all its parameters."""
    text = json.dumps([game.name, values], sort_keys=True, default=list)
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
