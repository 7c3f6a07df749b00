"""
The only home of the compiler's options, signatures, cache folder and warnings.

`kernel` compiles a function on first use and keeps the result between runs. A cached result is
found by a fingerprint of the function *and of all that it uses* (the functions it calls, the
constants it reads), so an edit anywhere below it can never give old numbers. With the environment
variable ``NUMBA_DISABLE_JIT=1`` every kernel is the plain Python function that one reads.
"""

import contextlib
import hashlib
import inspect
import itertools
import os
import pickle
import secrets
import sys
import tempfile
import time
import types as pytypes
import uuid
import warnings
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import NewType, get_type_hints

import numba
import numpy as np
from llvmlite import ir
from numba.core import bytecode, caching, cgutils, compiler, config, types
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic
from numba.np import arrayobj

COMPILED = not config.DISABLE_JIT
USER_MODULE = "dwarfsim_user_"  # how the names of modules from users' files begin

# Machine code is found by a name and a number that counts from 1 in every process: two closures of
# one name, cached by two processes, would be taken for each other. So each counts from elsewhere.
bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(56))

if not COMPILED:
    # random words wrap around on purpose; numpy's own setting would not reach other threads
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)

Ints = NewType("Ints", np.ndarray)  # int64, one dimension
IntGrid = NewType("IntGrid", np.ndarray)  # int64, two dimensions
Reals = NewType("Reals", np.ndarray)  # float64, one dimension
RealGrid = NewType("RealGrid", np.ndarray)  # float64, two dimensions

_FIELD = {
    int: types.int64,
    float: types.float64,
    bool: types.boolean,
    np.uint64: types.uint64,
    Ints: types.Array(types.int64, 1, "C", readonly=True),
    IntGrid: types.Array(types.int64, 2, "C", readonly=True),
    Reals: types.Array(types.float64, 1, "C", readonly=True),
    RealGrid: types.Array(types.float64, 2, "C", readonly=True),
}
_MEMORY = types.Array(types.float64, 1, "C")


# ------------------------------------------------------------------------------ the cache


@cache
def cache_folder() -> Path | None:
    """
    The first folder that can really be written: ``$DWARFSIM_CACHE``, the user's cache, a temporary.

    Returns
    -------
    pathlib.Path or None
        None where nothing can be written: kernels are then compiled anew in every process.
    """
    user = f"dwarfsim-{os.getuid()}" if hasattr(os, "getuid") else "dwarfsim"
    candidates = []
    with contextlib.suppress(OSError):  # there may be no temporary folder either
        candidates.append(Path(tempfile.gettempdir()) / user)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if os.path.isabs(home):
        candidates.insert(0, Path(home) / "dwarfsim")
    if os.environ.get("DWARFSIM_CACHE"):
        candidates.insert(0, Path(os.environ["DWARFSIM_CACHE"]).absolute())
    for folder in candidates:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
                continue  # another user's folder in a shared temporary directory
            probe = folder / f"probe-{uuid.uuid4().hex}"
            probe.write_bytes(b"dwarf")
            probe.unlink()
        except OSError:
            continue
        _forget_old(folder)
        return folder
    return None


def _forget_old(folder: Path, days: int = 30) -> None:
    """Drop what no run has used for a month, so that edits do not fill the disk."""
    limit = time.time() - days * 86400
    for file in folder.glob("*.nbc*"):
        try:
            if file.stat().st_mtime < limit:
                file.unlink()
        except OSError:
            pass


_SELF = hashlib.blake2b(Path(__file__).read_bytes()).digest()


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


class _Cache(caching._Cache):
    """One file a function and signature, written beside and renamed; a bad file is a miss."""

    def __init__(self, py_func, wrapped: bool):
        self._function, self._wrapped = py_func, wrapped
        self._on = cache_folder() is not None

    @property
    def cache_path(self):
        return cache_folder()

    def enable(self):
        self._on = True

    def disable(self):
        self._on = False

    def flush(self):
        pass

    def _path(self, sig, codegen) -> Path:
        parts = (fingerprint(self._function), *map(_layout, sig), codegen.magic_tuple())
        parts += (numba.__version__, np.__version__, sys.version_info[:3])
        parts += (_boundscheck(self._function), self._wrapped)
        key = hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()
        return cache_folder() / f"{self._function.__name__}-{key}.nbc"

    def load_overload(self, sig, target_context):
        if not self._on:
            return None
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        try:
            content = path.read_bytes()
            if _checksum(content[_CHECK:]) != content[:_CHECK]:
                raise ValueError("the file is not what was written")
            payload = pickle.loads(content[_CHECK:])
            result = compiler.CompileResult._rebuild(target_context, *payload)
        except FileNotFoundError:
            return None
        except Exception:  # truncated or damaged: compiling anew puts it right
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return result

    def save_overload(self, sig, data):
        if not self._on or data.lifted or data.library.has_dynamic_globals:
            return
        path = self._path(sig, data.codegen)
        beside = path.with_suffix(f".nbc.{uuid.uuid4().hex[:12]}")
        try:
            content = pickle.dumps(data._reduce(), protocol=-1)
            beside.write_bytes(_checksum(content) + content)
            os.replace(beside, path)
        except OSError:  # a full disk costs the cache, not the work
            with contextlib.suppress(OSError):
                beside.unlink()


_CHECK = 16


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_CHECK).digest()


def _layout(kind: types.Type):
    """A type as text; of a record also its fields in order, which its own text lacks."""
    if isinstance(kind, types.BaseTuple):
        name = getattr(getattr(kind, "instance_class", None), "__qualname__", "")
        return name, getattr(kind, "fields", ()), [_layout(member) for member in kind]
    return str(kind)


class Kernel(CPUDispatcher):
    """
    A function compiled for calls from other kernels, and once more if Python calls it.

    Kernels are called by kernels a hundred times for once by Python. Without the wrappers that
    Python's call needs, and with one version for all constant arguments, a game compiles in two
    thirds of the time.
    """

    def __init__(self, function, checked: bool, inline: bool, wrapped: bool = False):
        options = {"nopython": True, "nogil": True, "boundscheck": checked, "_nrt": checked}
        options["forceinline"] = inline and not wrapped
        if not wrapped:
            options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions=options)
        self._cache = _Cache(function, wrapped)
        self._checked, self._inline, self._wrapped = checked, inline, wrapped

    @cached_property
    def _for_python(self):
        return Kernel(self.py_func, self._checked, self._inline, wrapped=True)

    def __call__(self, *args):
        return super().__call__(*args) if self._wrapped else self._for_python(*args)

    def get_call_template(self, args, kws):
        """One version for constant and other arguments."""
        return super().get_call_template(tuple(map(types.unliteral, args)), kws)


_CHECKED: set = set()


def _boundscheck(function) -> bool:
    return function in _CHECKED


def kernel(function=None, *, checked: bool = False, inline: bool = True):
    """
    Compile a function for the game core (the interpreter's lock is released, results are cached).

    Parameters
    ----------
    function : function
    checked : bool
        Check array bounds: for code that is not our own. So are all kernels of a user's file.
    inline : bool
        Let the compiler copy it into its callers. A call that is not inlined hands over its
        records field by field, which costs more than most of what is called; False suits what is
        large and called once a game, or rarely.

    Returns
    -------
    numba dispatcher, or the function itself where the compiler is off
    """
    if function is None:
        return lambda f: kernel(f, checked=checked, inline=inline)
    if not COMPILED:
        return function
    checked = checked or function.__module__.startswith(USER_MODULE)
    if checked:
        _CHECKED.add(function)
    return Kernel(function, checked, inline)


# --------------------------------------------------------------- what a seat is asked, by address


def record_type(cls) -> types.Type:
    """
    The compiled type of a NamedTuple class, from its annotations alone.

    Parameters
    ----------
    cls : type
        A ``NamedTuple`` whose fields are int, float, bool, `Ints`, `IntGrid`, `Reals`, `RealGrid`.

    Raises
    ------
    TypeError
        If a field has another annotation.
    """
    hints = get_type_hints(cls)
    members = []
    for name in cls._fields:
        if hints[name] not in _FIELD:
            raise TypeError(f"{cls.__qualname__}.{name}: a view's field cannot be {hints[name]!r}")
        members.append(_FIELD[hints[name]])
    if len(set(members)) == 1:
        return types.NamedUniTuple(members[0], len(members), cls)
    return types.NamedTuple(tuple(members), cls)


def me_type(cls) -> types.Type:
    """The type of a strategy's second argument: seat, luck, knobs, tables, and writable memory."""
    members = (types.int64, types.uint64, _FIELD[Reals], _FIELD[Reals], _MEMORY)
    return types.NamedTuple(members, cls)


def entry_point(dispatcher, arguments: tuple) -> int:
    """The machine address of a kernel compiled for these argument types."""
    dispatcher.compile(arguments)
    result = dispatcher.overloads[arguments]
    return result.library.get_pointer_to_function(result.fndesc.llvm_func_name)


_WORD = ir.IntType(64)
# a seat's row: what stays with it (memory's address and length, seat), its strategy's knobs and
# tables (address and length each), then the addresses of its functions
MEMORY, SEAT, KNOBS, TABLES, FUNCTIONS = 0, 2, 3, 5, 7

# address of a row, key of the game, index of the decision
_ENTRY = (types.int64, types.uint64, types.int64)


def entry_arguments(view: type) -> tuple:
    """The types of the arguments of the function that `ask` calls for a view's class."""
    return (record_type(view), *_ENTRY)


@intrinsic
def ask(typingctx, rows, kind, seat, luck, index, view):
    """
    Call the function of `seat` for one kind of decision, by the address in the seat's row.

    So one compiled game plays every strategy. The function gets the address of the row too, from
    which `lender`'s function makes what the strategy really looks at.
    """
    target = record_type(view.instance_class)
    for name, have, want in zip(view.fields, view.types, target.types, strict=True):
        if typingctx.can_convert(have, want) is None:
            raise TypeError(f"{view.instance_class.__qualname__}.{name}: {have}, not {want}")
    signature = types.int64(rows, types.int64, types.int64, *_ENTRY[1:], view)

    def codegen(context, builder, signature, args):
        rows, kind, seat, luck, index, view = args
        array = arrayobj.make_array(signature.args[0])(context, builder, rows)
        width = cgutils.unpack_tuple(builder, array.shape)[1]
        row = builder.gep(array.data, [builder.mul(seat, width)])
        place = builder.add(kind, ir.Constant(_WORD, FUNCTIONS))
        address = builder.load(builder.gep(row, [place]))
        fields = enumerate(zip(signature.args[5].types, target.types, strict=True))
        shown = [
            context.cast(builder, builder.extract_value(view, i), have, want)
            for i, (have, want) in fields
        ]
        shape = context.call_conv.get_function_type(types.int64, (target, *_ENTRY))
        status, answer = context.call_conv.call_function(
            builder,
            builder.inttoptr(address, shape.as_pointer()),
            types.int64,
            (target, *_ENTRY),
            [
                context.make_tuple(builder, target, shown),
                builder.ptrtoint(row, _WORD),
                luck,
                index,
            ],
        )
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return answer

    return signature, codegen


def lender(me_class):
    """
    Build ``lend(row, luck)``, which makes a strategy's second argument from its seat's row.

    The arrays are lent without counting references (counting costs ten times the call); what the
    strategy does not look at is not even read.

    Parameters
    ----------
    me_class : type
        The NamedTuple ``(seat, luck, knobs, tables, memory)``.
    """
    me = me_type(me_class)

    @intrinsic
    def lend(typingctx, row, luck):
        def codegen(context, builder, signature, args):
            row = builder.inttoptr(args[0], _WORD.as_pointer())

            def read(place):
                return builder.load(builder.gep(row, [ir.Constant(_WORD, place)]))

            lent = []
            for place, field in zip((KNOBS, TABLES, MEMORY), me.types[2:], strict=True):
                array = context.make_array(field)(context, builder)
                data = context.get_data_type(types.float64).as_pointer()
                arrayobj.populate_array(
                    array,
                    data=builder.inttoptr(read(place), data),
                    shape=[read(place + 1)],
                    strides=[ir.Constant(_WORD, 8)],
                    itemsize=ir.Constant(_WORD, 8),
                    meminfo=None,
                )
                lent.append(array._getvalue())
            return context.make_tuple(builder, me, [read(SEAT), args[1], *lent])

        return me(types.int64, types.uint64), codegen

    return lend


def where(function) -> str:
    """``file:line`` of a function, for messages."""
    function = getattr(function, "py_func", function)
    return f"{inspect.getsourcefile(function)}:{function.__code__.co_firstlineno}"
