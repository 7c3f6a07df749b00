"""
A number or choice that varies a game, and what a user may write for it.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from .errors import BadInput, nearest


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
    also : tuple of str
        Words that may stand in place of a number: "auto", "random".
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
    also: tuple[str, ...] = ()
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

        if text in self.also:
            return text
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
        if value in self.also:
            return value
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
        from .grammar import format_value as show

        kinds = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
        kind = kinds.get(self.type, "whole numbers joined by +, or none,")
        kind = " or ".join([*(repr(word) for word in self.also), kind])
        if self.low is None and self.high is None:
            return f"must be {kind}"
        if self.high is None:
            return f"must be {kind} of at least {show(self.low)}"
        text = f"must be {kind} from {show(self.low)} to {show(self.high)}"
        if isinstance(value, int | float) and not isinstance(value, bool):
            close = min(max(value, self.low), self.high)
            if close != value and math.isfinite(value):
                text += f"; the nearest is {show(close)}"
        return text
