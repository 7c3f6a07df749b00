"""
Where compiled code is kept between runs: one file a function and signature.

There is no index that could be truncated or raced for. A file is written beside and renamed, and
one that cannot be read is compiled anew.
"""

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
import time
import uuid
from functools import cache
from pathlib import Path

import numba
import numpy as np
from numba.core import caching, compiler, types

from .fingerprint import fingerprint


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


class KernelCache(caching._Cache):
    """One file a function and signature, written beside and renamed; a bad file is a miss."""

    def __init__(self, py_func, options: dict):
        self._function, self._options = py_func, sorted(options.items())
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
        parts += (self._options,)
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
