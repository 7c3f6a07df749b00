"""
Studies: files in ``analyses/``, one question each.

A study is a Python file. The first line of its docstring is the question; its function
``make(study, report)`` plays what it needs with `study.Study.sweep` and tells what it found to a
`report.Report`. ``QUICK = 20`` in the file says by how much ``--quick`` divides the games. A file
whose name begins with ``_`` is no study, but a helper that studies beside it may import.
"""

import ast
import importlib.util
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .errors import BadInput

QUICK = 20


@dataclass(frozen=True)
class StudyFile:
    """A study that was read: its file, its question, what ``make`` is, and its quick divisor."""

    path: Path
    question: str
    make: Callable
    quick: int

    @property
    def name(self) -> str:
        """What its folder is called."""
        return self.path.stem

    @property
    def place(self) -> str:
        """Its file, as it is called from the project's folder, or from its own."""
        name = self.path.name
        return f"analyses/{name}" if self.path.resolve().parent.name == "analyses" else name

    @property
    def reports(self) -> Path:
        """Where its report goes by default: ``reports`` beside ``analyses``, or beside the file."""
        folder = self.path.resolve().parent
        return (folder.parent if folder.name == "analyses" else folder) / "reports"


def load_study(path) -> StudyFile:
    """
    Read a study.

    Raises
    ------
    BadInput
        If there is no such file, it is not Python (with its line), or it is no study.
    """
    path = Path(path)
    try:
        source = path.read_bytes()
    except OSError as error:
        raise BadInput(f"study {path}: {error.strerror or error}") from None
    try:
        tree = ast.parse(source, filename=str(path))
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise BadInput(f"{path}:{line}: {getattr(error, 'msg', None) or error}") from None
    question = next(iter((ast.get_docstring(tree) or "").strip().splitlines()), "")
    if not question:
        raise BadInput(f"{path}: not a study; its docstring's first line must be the question")
    module = _import(path)
    make = getattr(module, "make", None)
    if not callable(make):
        raise BadInput(f"{path}: not a study; it lacks the function make(study, report)")
    return StudyFile(path, question, make, int(getattr(module, "QUICK", QUICK)))


def _import(path: Path):
    name, folder = f"dwarfsim_study_{path.stem}", str(path.resolve().parent)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise BadInput(f"{path}: not a study; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    before = set(sys.modules)
    sys.modules[name] = module
    sys.path.insert(0, folder)  # a study may have a helper beside it
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        where = f"{path}:{fault_line(error, path)}"
        raise BadInput(f"{where}: {type(error).__name__}: {error}") from None
    finally:
        sys.dont_write_bytecode = writes
        sys.path.remove(folder)
        for new in set(sys.modules) - before - {name}:  # nor may another study get this one's
            if str(getattr(sys.modules[new], "__file__", "")).startswith(folder + os.sep):
                del sys.modules[new]
    return module


def fault_line(error: BaseException, path: Path) -> int:
    """The line of the file at which an error came up."""
    line, trace = 1, error.__traceback__
    while trace:
        if Path(trace.tb_frame.f_code.co_filename) == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def find_studies(folder: Path) -> list[Path]:
    """
    The studies of the project that `folder` is in: all of ``analyses/`` there or further up.

    Raises
    ------
    BadInput
        If there are none.
    """
    folder = Path(folder).resolve()
    for place in (folder, *folder.parents):
        found = sorted(p for p in (place / "analyses").glob("*.py") if not p.name.startswith("_"))
        if found:
            return found
    raise BadInput(
        "no analyses/*.py here or in a folder above; name a study, "
        "as in: dwarfsim report analyses/magic_dwarf_levels.py"
    )
