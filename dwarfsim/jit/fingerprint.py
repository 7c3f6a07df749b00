"""
A hash of a function and of all that it reaches: the name under which compiled code is kept.

A kernel's numbers may depend on its own source, on the functions that it calls, on the constants
and classes that these read, and on nothing else. All of them are fed to the hash, through every
name, so that an edit anywhere below a function can never give old numbers.
"""

import contextlib
import hashlib
import inspect
import sys
import types as pytypes
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numba.core import types

_HERE = sorted(Path(__file__).parent.glob("*.py"))
_SELF = hashlib.blake2b(b"".join(path.read_bytes() for path in _HERE)).digest()


def fingerprint(*things) -> str:
    """
    A hash of functions' code and of everything that they reach through names.

    Parameters
    ----------
    *things : function, compiled kernel, type or constant

    Returns
    -------
    str
        Equal only if the things, all functions that they call and all constants that they read
        are equal. Python's own library and the big numerical ones count by their names alone.
    """
    digest = hashlib.blake2b(_SELF, digest_size=20)
    _feed(digest, things, set())
    return digest.hexdigest()


_FOREIGN = {*sys.stdlib_module_names, "llvmlite", "numba", "numpy", "pandas", "scipy"}


def _foreign(module: str | None) -> bool:
    """Whether a module's code is fixed by a version: that of Python, or one in the cache's key."""
    return (module or "").partition(".")[0] in _FOREIGN


def _feed(digest, thing, seen: set) -> None:
    thing = inspect.unwrap(getattr(thing, "py_func", thing))
    if isinstance(thing, pytypes.FunctionType | type):
        digest.update(f"{thing.__module__}.{thing.__qualname__}".encode())
        if not _foreign(thing.__module__) and id(thing) not in seen:
            seen.add(id(thing))
            (_feed_class if isinstance(thing, type) else _feed_function)(digest, thing, seen)
    elif isinstance(thing, np.ndarray):
        digest.update(repr((thing.dtype, thing.shape)).encode())
        digest.update(np.ascontiguousarray(thing).tobytes())
    elif isinstance(thing, Mapping):
        _feed(digest, list(thing.items()), seen)
    elif isinstance(thing, set | frozenset):
        digest.update(repr(sorted(map(repr, thing))).encode())
    elif isinstance(thing, tuple | list):
        digest.update(f"{type(thing).__qualname__}{len(thing)}".encode())
        _feed(digest, type(thing), seen)
        for item in thing:
            _feed(digest, item, seen)
    elif isinstance(thing, pytypes.ModuleType):
        digest.update(thing.__name__.encode())
    elif isinstance(thing, partial):
        _feed(digest, (thing.func, thing.args, thing.keywords), seen)
    elif callable(thing) and not isinstance(thing, types.Type):
        name = getattr(thing, "__qualname__", getattr(thing, "__name__", type(thing).__qualname__))
        digest.update(f"{getattr(thing, '__module__', '')}.{name}".encode())
    elif is_dataclass(thing):
        _feed(digest, [type(thing), *(getattr(thing, f.name) for f in fields(thing))], seen)
    elif type(thing).__repr__ is object.__repr__:  # its own would hold its address
        if id(thing) not in seen:
            seen.add(id(thing))
            _feed(digest, (type(thing), getattr(thing, "__dict__", ())), seen)
    else:  # numbers, strings, None
        digest.update(f"{type(thing).__qualname__}{thing!r}".encode())


def _feed_class(digest, cls, seen: set) -> None:
    """Fields in their order, members of an enumeration, constants, methods."""
    hints = inspect.get_annotations(cls).items()
    digest.update(repr(getattr(cls, "_fields", ())).encode())
    digest.update(repr([(name, getattr(hint, "__name__", hint)) for name, hint in hints]).encode())
    digest.update(repr(list(getattr(cls, "__members__", {}).values())).encode())
    for name, value in sorted(vars(cls).items()):
        own = isinstance(value, pytypes.FunctionType) and value.__module__ == cls.__module__
        constant = isinstance(value, int | float | str | tuple | np.ndarray)
        if own or (constant and not name.startswith("__")):
            digest.update(name.encode())
            _feed(digest, value, seen)


def _feed_function(digest, function, seen: set) -> None:
    _feed_code(digest, function.__code__)
    _feed(digest, (function.__defaults__, function.__kwdefaults__), seen)
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # not bound yet
            _feed(digest, cell.cell_contents, seen)
    names = _names(function.__code__)
    for name in names:
        if name in function.__globals__:
            digest.update(name.encode())
            _feed_named(digest, function.__globals__[name], names, seen)


def _feed_named(digest, value, names: list[str], seen: set) -> None:
    """What a name stands for; of a module also what the function may read as its attributes."""
    _feed(digest, value, seen)
    if isinstance(value, pytypes.ModuleType) and not _foreign(value.__name__):
        key = (id(value), *names)
        if key not in seen:
            seen.add(key)
            for name in names:
                if hasattr(value, name):
                    digest.update(name.encode())
                    _feed_named(digest, getattr(value, name), names, seen)


def _feed_code(digest, code) -> None:
    digest.update(code.co_code)
    digest.update(repr((code.co_names, code.co_varnames, code.co_freevars)).encode())
    for constant in code.co_consts:
        if isinstance(constant, pytypes.CodeType):
            _feed_code(digest, constant)
        elif isinstance(constant, frozenset):
            digest.update(repr(sorted(map(repr, constant))).encode())
        else:
            digest.update(repr(constant).encode())


def _names(code) -> list[str]:
    inner = [c for c in code.co_consts if isinstance(c, pytypes.CodeType)]
    return sorted({*code.co_names, *(name for c in inner for name in _names(c))})
