"""
The grammar of the command line: numbers, ranges, ``--set`` and ``--seats``.

Text in, plain values out. Only the standard library is imported, so that a command which refuses
its input does so at once. All arithmetic on what the user wrote is decimal: ``0.1..0.5:0.1`` means
the numbers that stand there.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from itertools import product
from math import inf, isfinite, prod
from numbers import Integral
from typing import Any

from .errors import BadInput

MOST = 100_000  # values of a list, or tables of one --seats

_EXACT = Context(prec=10**6)  # more digits than a command line can hold

# Three digits of exponent are all that floats need; with more, a short text would be a huge number.
_DIGITS = r"[0-9]+(?:_[0-9]+)*"
_NUMBER = rf"[+-]?(?:{_DIGITS}(?:\.{_DIGITS})?|\.{_DIGITS})(?:[eE][+-]?0*[0-9]{{1,3}})?"
_ONE = re.compile(_NUMBER)
_ENDS = rf"({_NUMBER})\.\.(?!\.)({_NUMBER})(?::({_NUMBER}))?"  # 1...7 is a slip, not 1 to 0.7
_RANGE = re.compile(_ENDS)

# A quoted path ends at the quote before "::", so that it may hold quotes itself.
_QUOTED = re.compile(r"""(['"])(.+?)\1::""", re.DOTALL)
_SEAT = re.compile(r"""(?:^|,)((?:(['"]).+?\2::)?[^,]*)""", re.DOTALL)
# The number straight after a range is its step: here a range is tried before a plain value.
_KNOB = re.compile(rf":(?:(?P<name>[^:=]*)=)?(?P<value>{_ENDS}(?![^:])|[^:]*)")


def whole(text: str) -> int:
    """The whole number that ``1000000``, ``1_000_000`` or ``1e6`` stands for, else ValueError."""
    if not _ONE.fullmatch(text):
        raise ValueError(f"{text!r} is no number")
    value = Decimal(text)
    # beyond the floats an int could not be compared with a bound, nor shown
    if value.adjusted() >= 300 or value != value.to_integral_value():
        raise ValueError(f"{text!r} is no whole number below 1e300")
    return int(value)


def number(text: str) -> float:
    """The finite number that a text stands for, else ValueError."""
    if not _ONE.fullmatch(text) or not isfinite(float(text)):
        raise ValueError(f"{text!r} is no finite number")
    return float(text) + 0.0  # -0.0 becomes 0.0


def format_value(value: float) -> str:
    """The shortest plain text that reads back to the same number: ``5``, ``0.1``, ``1e22``."""
    if isinstance(value, Integral):
        return str(int(value))
    return repr(float(value)).removesuffix(".0").replace("e+", "e")


def games(text: str, option: str = "--games") -> int:
    """The number of ``--games`` or ``--max-games``: 1 to 10**15, else BadInput."""
    return _bounded(option, text, 1, 10**15)


def game_number(text: str) -> int:
    """The number of ``--game``: 0 to 10**15 - 1, else BadInput."""
    return _bounded("--game", text, 0, 10**15 - 1)


def threads(text: str) -> int:
    """The number of ``--threads``: 1 to 1024, else BadInput."""
    return _bounded("--threads", text, 1, 1024)


def seed(text: str) -> int:
    """The number of ``--seed``: 0 to 2**64 - 1, else BadInput."""
    return _bounded("--seed", text, 0, 2**64 - 1)


def precision(text: str) -> tuple[float, bool]:
    """
    The half width that ``--precision`` asks for, and whether it was in percentage points.

    ``0.2%`` is (0.002, True), ``0.001`` is (0.001, False).
    """
    plain = text.removesuffix("%")
    points = plain != text
    if _ONE.fullmatch(plain):
        # in decimals, as a float divided by 100 may be off by a digit
        value = float(Decimal(plain).scaleb(-2 if points else 0))
        if 0 < value < inf:
            return value, points
    raise BadInput(f"--precision {text}: must be a number above 0, as in 0.001 or 0.2%")


def _bounded(option: str, text: str, low: int, high: int) -> int:
    wanted = f"{option} {text}: must be a whole number from {low} to {high:_}"
    try:
        value = whole(text)
    except ValueError:
        forms = ", as in 1000000, 1_000_000 or 1e6" if high > 1e6 else ""
        raise BadInput(f"{wanted}{forms}") from None
    if not low <= value <= high:
        raise BadInput(f"{wanted}; the nearest is {min(max(value, low), high):_}")
    return value


def span(text: str, read: Callable[[str], Any]) -> list:
    """
    The values of a list such as ``1,4..6,0.1..0.5:0.1``, in the order written.

    A range ``a..b`` or ``a..b:step`` includes its ends; its step is 1 unless given. Where the
    steps miss the end, the last value below it is the last one: ``1..6:2`` is 1, 3, 5. What does
    not have the form of a range is left to `read` as it is.

    Parameters
    ----------
    text : str
    read : function of str
        Turns the text of one value into the value, or raises BadInput.
    """
    values = {}
    items = text.split(",")
    for item in items:
        if not item:
            kept = ",".join(filter(None, items)) or "one, as in 1 or 1..7"
            raise BadInput(f"{text!r} lacks a value; write {kept}")
        for one in _expand(item):
            try:
                value = read(one)
            except BadInput as error:
                failed = one == item and ".." in item  # it was no range, but meant to be
                hint = "; a range is written as in 1..7 or 0.1..0.5:0.1" if failed else ""
                raise BadInput(f"{error}{hint}") from None
            if value in values:
                raise BadInput(f"{text!r} holds {one} twice; write it once")
            values[value] = None
        if len(values) > MOST:
            raise BadInput(f"{text!r} holds more than {MOST} values; take wider steps")
    return list(values)


def _expand(item: str) -> list[str]:
    """The texts of a range's values; of anything else the text itself."""
    match = _RANGE.fullmatch(item)
    if not match:
        return [item]
    first, last, by = match.groups()
    with localcontext(_EXACT):
        low, high, step = Decimal(first), Decimal(last), Decimal(by or 1)
        if low > high or step <= 0:
            right = f"{last}..{first}" if low > high else f"{first}..{last}"
            if by and step:
                right += ":" + by.lstrip("-")
            raise BadInput(f"{item!r} does not run upwards by a step above 0; write {right}")
        steps = (high - low) // step
        if steps >= MOST:
            wider = step.scaleb((steps // MOST).adjusted() + 1)
            right = f"{first}..{last}:{_plain(wider)}"
            raise BadInput(f"{item!r} holds more than {MOST} values; write {right}")
        return [_plain(low + k * step) for k in range(int(steps) + 1)]


def _plain(value: Decimal) -> str:
    return f"{value.normalize():f}"


@contextmanager
def at(option: str, text: str):
    """Say where a BadInput stands, unless its message starts with just that."""
    try:
        yield
    except BadInput as error:
        where = "" if str(error).startswith(f"{text}: ") else f"{text}: "
        raise BadInput(f"{option}{where}{error}") from None


def settings(options: Sequence[str], game, single: bool) -> dict[str, list]:
    """
    The values that the ``--set name=value`` options give each parameter, in the order written.

    Parameters
    ----------
    options : sequence of str
    game : Game
    single : bool
        Whether the command takes one value of each (all but ``sweep``).
    """
    found = {}
    for option in options:
        with at("--set ", option):
            name, _, text = option.partition("=")
            if not (name and text):
                # the parameter that was probably meant makes the best example
                near = sorted(game.parameters, key=lambda p: p.name not in name.replace("-", "_"))
                example = "".join(f", as in {p.name}={p.show(p.default)}" for p in near[:1])
                raise BadInput(f"must be NAME=VALUE{example}")
            parameter = game.parameter(name)
            if parameter.name in found:
                raise BadInput(f"{parameter.name} is set twice; join its values by commas")
            hint = ""
            if parameter.type is tuple and "," in text and "+" not in text:
                hint = f"; one list is joined by +, as in {text.replace(',', '+')}"
            try:
                values = found[parameter.name] = span(text, parameter.read)
            except BadInput as error:
                raise BadInput(f"{error}{hint}") from None
            if single and len(values) > 1:
                what = f"{len(values)} values for {parameter.name}, but one is played here"
                raise BadInput(f"{what}; 'dwarfsim sweep' takes them all{hint}")
    return found


@dataclass(frozen=True)
class Seat:
    """
    Who plays at a seat: a strategy's name or ``path.py::name``, and its knobs as written.

    A bare value stands under the name "" until `resolve` gives it to the first knob.
    """

    strategy: str
    knobs: tuple[tuple[str, float], ...] = ()

    @property
    def text(self) -> str:
        """How ``--seats`` would be given this seat."""
        path, separator, name = self.strategy.rpartition("::")
        if path and (set(path) & set(",:") or path[0] in "'\""):
            quote = '"' if "'" in path and '"::' not in path else "'"
            path = f"{quote}{path}{quote}"
        knobs = [f":{k}={format_value(v)}" if k else f":{format_value(v)}" for k, v in self.knobs]
        return path + separator + name + "".join(knobs)


def resolve(seat: Seat, strategy) -> dict[str, float]:
    """All knobs of the seat's `Strategy` in their order; a bare value is the first one's."""
    given = {}
    with at("", seat.text):
        if seat.knobs and not strategy.knobs:
            raise BadInput(f"{strategy.name} has no knobs; write {Seat(seat.strategy).text}")
        for name, value in seat.knobs:
            name = name or next(iter(strategy.knobs))
            if name in given:
                raise BadInput(f"knob {name!r} is given twice; write it once, as {name}=VALUE")
            given[name] = value
        return strategy.knob_values(given)


def tables(
    options: Sequence[str], single: bool, option: str = "--seats "
) -> list[tuple[Seat, ...]]:
    """
    The tables of the ``--seats`` options, ranges expanded, the last one fastest.

    Parameters
    ----------
    options : sequence of str
    single : bool
        Whether the command takes one table (all but ``sweep``).
    option : str
        How messages begin, before the text.
    """
    found = {}
    for text in options:
        with at(option, text):
            pieces = [piece for piece, _ in _SEAT.findall(text)]
            if not all(pieces):
                kept = ",".join(filter(None, pieces)) or "a strategy's name"
                raise BadInput(f"a seat is empty; write {kept}")
            for table in _product([_seat(piece) for piece in pieces]):
                # the order of a seat's knobs makes no other table
                key = tuple((seat.strategy, frozenset(seat.knobs)) for seat in table)
                if key in found:
                    again = ",".join(seat.text for seat in table)
                    raise BadInput(f"the table {again} is there twice; give it once")
                found[key] = table
    if single and len(found) > 1:
        given = " ".join(f"{option}{text}" for text in options)
        what = f"{given}: {len(found)} tables"
        raise BadInput(f"{what}, but one is played here; 'dwarfsim sweep' takes them all")
    return list(found.values())


def _seat(piece: str) -> list[Seat]:
    """The seats that one piece of a table stands for: one, or one for each value of its ranges."""
    quoted = _QUOTED.match(piece)
    if quoted:
        path, separator, rest = quoted[2], "::", piece[quoted.end() :]
    elif piece[0] in "'\"":
        raise BadInput(f"{piece!r} has no closing quote before '::'; write 'my,file.py'::name")
    else:
        path, separator, rest = piece.rpartition("::")
    name = rest.partition(":")[0]
    if not name or "=" in name or (separator and not path):
        right = "name:knob=value or my.py::name:knob=value"
        raise BadInput(f"{piece!r} names no strategy; write {right}")
    knobs = {}
    for match in _KNOB.finditer(rest, len(name)):
        knob, value, written = match["name"] or "", match["value"], f"{match[0][1:]!r} in {piece!r}"
        if match["name"] == "":
            raise BadInput(f"{written} names no knob; write knob={value}")
        if knob in knobs:
            bare = f"is a second bare value; write it as knob={value}"
            raise BadInput(f"{written} {f'gives {knob} again; write it once' if knob else bare}")
        texts = _expand(value)
        try:
            knobs[knob] = [(knob, number(text)) for text in texts]
        except ValueError:
            form = f"{knob}=" if knob else ""
            right = f"{form}0.5, or a range as {form}0.1..0.5:0.1"
            raise BadInput(f"{written} gives no number; write {right}") from None
    strategy = path + separator + name
    return [Seat(strategy, chosen) for chosen in _product(knobs.values())]


def _product(lists) -> product:
    if prod(map(len, lists)) > MOST:
        raise BadInput(f"the ranges make more than {MOST} tables; take wider steps")
    return product(*lists)
