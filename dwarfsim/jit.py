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
import os
import pickle
import sys
import tempfile
import time
import types as pytypes
import uuid
from functools import cache
from pathlib import Path
from typing import NewType, get_type_hints

import numba
import numpy as np
from llvmlite import ir
from numba.core import caching, cgutils, compiler, config, types
from numba.extending import intrinsic
from numba.np import arrayobj

COMPILED = not config.DISABLE_JIT

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
    candidates = [Path(tempfile.gettempdir()) / user]
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if os.path.isabs(home):
        candidates.insert(0, Path(home) / "dwarfsim")
    if os.environ.get("DWARFSIM_CACHE"):
        candidates.insert(0, Path(os.environ["DWARFSIM_CACHE"]))
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


def fingerprint(function) -> str:
    """
    A hash of a function's code and of everything it reaches through names.

    Parameters
    ----------
    function : function or compiled kernel

    Returns
    -------
    str
        Equal for two functions only if they, all functions they call and all constants they
        read are equal.
    """
    digest = hashlib.blake2b(_SELF, digest_size=20)
    _feed(digest, function, set())
    return digest.hexdigest()


def _feed(digest, thing, seen: set) -> None:
    thing = getattr(thing, "py_func", thing)
    if isinstance(thing, pytypes.FunctionType):
        _feed_function(digest, thing, seen)
    elif isinstance(thing, np.ndarray):
        digest.update(repr((thing.dtype.str, thing.shape)).encode())
        digest.update(np.ascontiguousarray(thing).tobytes())
    elif isinstance(thing, tuple | list):
        digest.update(f"{type(thing).__qualname__}{len(thing)}".encode())
        for item in thing:
            _feed(digest, item, seen)
    elif isinstance(thing, type):
        names = [*getattr(thing, "_fields", ()), getattr(thing, "__annotations__", "")]
        digest.update(f"{thing.__module__}.{thing.__qualname__}{names}".encode())
    elif isinstance(thing, pytypes.ModuleType):
        digest.update(thing.__name__.encode())
    elif callable(thing):
        name = getattr(thing, "__qualname__", getattr(thing, "__name__", type(thing).__qualname__))
        digest.update(f"{getattr(thing, '__module__', '')}.{name}".encode())
    else:  # numbers, strings, None
        digest.update(f"{type(thing).__qualname__}{thing!r}".encode())


def _feed_function(digest, function, seen: set) -> None:
    digest.update(f"{function.__module__}.{function.__qualname__}".encode())
    if id(function) in seen:
        return
    seen.add(id(function))
    _feed_code(digest, function.__code__)
    _feed(digest, function.__defaults__ or (), seen)
    for cell in function.__closure__ or ():
        _feed(digest, cell.cell_contents, seen)
    names = _names(function.__code__)
    for name in names:
        if name in function.__globals__:
            value = function.__globals__[name]
            digest.update(name.encode())
            _feed(digest, value, seen)
            if isinstance(value, pytypes.ModuleType) and not _foreign(value):
                for attribute in names:
                    if hasattr(value, attribute):
                        digest.update(attribute.encode())
                        _feed(digest, getattr(value, attribute), seen)


def _feed_code(digest, code) -> None:
    digest.update(code.co_code)
    digest.update(repr((code.co_names, code.co_varnames, code.co_freevars)).encode())
    for constant in code.co_consts:
        if isinstance(constant, pytypes.CodeType):
            _feed_code(digest, constant)
        else:
            digest.update(repr(constant).encode())


def _names(code) -> list[str]:
    inner = [c for c in code.co_consts if isinstance(c, pytypes.CodeType)]
    return sorted({*code.co_names, *(name for c in inner for name in _names(c))})


def _foreign(module) -> bool:
    """Numpy, math and the like: fixed by the version in the key."""
    return module.__name__.split(".")[0] in ("numpy", "math", "numba") or not getattr(
        module, "__file__", None
    )


class _Cache(caching._Cache):
    """One file a function and signature, written beside and renamed; a bad file is a miss."""

    def __init__(self, py_func):
        self._function = py_func
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
        parts = (fingerprint(self._function), str(sig), codegen.magic_tuple(), numba.__version__)
        parts += (np.__version__, sys.version_info[:3], _boundscheck(self._function))
        key = hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()
        return cache_folder() / f"{self._function.__name__}-{key}.nbc"

    def load_overload(self, sig, target_context):
        if not self._on:
            return None
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        try:
            payload = pickle.loads(path.read_bytes())
            result = compiler.CompileResult._rebuild(target_context, *payload)
            os.utime(path)
            return result
        except FileNotFoundError:
            return None
        except Exception:  # truncated or foreign: compiling anew puts it right
            with contextlib.suppress(OSError):
                path.unlink()
            return None

    def save_overload(self, sig, data):
        if not self._on or data.lifted or data.library.has_dynamic_globals:
            return
        path = self._path(sig, data.codegen)
        beside = path.with_suffix(f".nbc.{uuid.uuid4().hex[:12]}")
        try:
            beside.write_bytes(pickle.dumps(data._reduce(), protocol=-1))
            os.replace(beside, path)
        except OSError:  # a full disk costs the cache, not the work
            with contextlib.suppress(OSError):
                beside.unlink()


_CHECKED: set = set()


def _boundscheck(function) -> bool:
    return function in _CHECKED


def kernel(function=None, *, checked: bool = False):
    """
    Compile a function for the game core (the interpreter's lock is released, results are cached).

    Parameters
    ----------
    function : function
    checked : bool
        Check array bounds: for code that is not our own.

    Returns
    -------
    numba dispatcher, or the function itself where the compiler is off
    """
    if function is None:
        return lambda f: kernel(f, checked=checked)
    if not COMPILED:
        return function
    if checked:
        _CHECKED.add(function)
    compiled = numba.njit(function, nogil=True, boundscheck=checked, _nrt=checked)
    compiled._cache = _Cache(function)
    return compiled


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
    fields = []
    for name in cls._fields:
        if hints[name] not in _FIELD:
            raise TypeError(f"{cls.__qualname__}.{name}: a view's field cannot be {hints[name]!r}")
        fields.append(_FIELD[hints[name]])
    if len(set(fields)) == 1:
        return types.NamedUniTuple(fields[0], len(fields), cls)
    return types.NamedTuple(tuple(fields), cls)


def me_type(cls) -> types.Type:
    """The type of a strategy's second argument: seat, luck, knobs, tables, and writable memory."""
    fields = (types.int64, types.uint64, _FIELD[Reals], _FIELD[Reals], _MEMORY)
    return types.NamedTuple(fields, cls)


def entry_point(dispatcher, arguments: tuple) -> int:
    """The machine address of a kernel compiled for these argument types."""
    dispatcher.compile(arguments)
    result = dispatcher.overloads[arguments]
    return result.library.get_pointer_to_function(result.fndesc.llvm_func_name)


def asker(me_class):
    """
    Build ``ask(rows, kind, seat, luck, view)``, which calls a seat's function for one decision.

    The function is called by its address, so that one compiled game plays every strategy, and
    the arrays of `me` are lent without counting references (counting costs ten times the call).

    Parameters
    ----------
    me_class : type
        The NamedTuple ``(seat, luck, knobs, tables, memory)``.
    """
    me = me_type(me_class)
    word = ir.IntType(64)

    @intrinsic
    def ask(typingctx, rows, kind, seat, luck, view):
        target = record_type(view.instance_class)
        signature = types.int64(rows, types.int64, types.int64, types.uint64, view)

        def codegen(context, builder, signature, args):
            rows, kind, seat, luck, view = args
            array = arrayobj.make_array(signature.args[0])(context, builder, rows)
            width = cgutils.unpack_tuple(builder, array.shape)[1]
            row = builder.gep(array.data, [builder.mul(seat, width)])

            def read(offset):
                return builder.load(builder.gep(row, [offset]))

            def constant(value):
                return ir.Constant(word, value)

            lent = []
            for place, field in enumerate(me.types[2:]):
                lend = context.make_array(field)(context, builder)
                data = context.get_data_type(types.float64).as_pointer()
                arrayobj.populate_array(
                    lend,
                    data=builder.inttoptr(read(constant(2 * place)), data),
                    shape=[read(constant(2 * place + 1))],
                    strides=[constant(8)],
                    itemsize=constant(8),
                    meminfo=None,
                )
                lent.append(lend._getvalue())
            self = context.make_tuple(builder, me, [seat, luck, *lent])
            shown = context.make_tuple(
                builder,
                target,
                [
                    context.cast(builder, builder.extract_value(view, i), have, want)
                    for i, (have, want) in enumerate(
                        zip(signature.args[4].types, target.types, strict=True)
                    )
                ],
            )
            address = read(builder.add(kind, constant(6)))
            shape = context.call_conv.get_function_type(types.int64, (target, me))
            status, answer = context.call_conv.call_function(
                builder,
                builder.inttoptr(address, shape.as_pointer()),
                types.int64,
                (target, me),
                [shown, self],
            )
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return answer

        return signature, codegen

    return ask


def where(function) -> str:
    """``file:line`` of a function, for messages."""
    function = getattr(function, "py_func", function)
    return f"{inspect.getsourcefile(function)}:{function.__code__.co_firstlineno}"
