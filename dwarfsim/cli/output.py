"""What commands print: tables for people, JSON and CSV for scripts, progress for who waits."""

import csv
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Sequence

from ..errors import BadInput


def write(text: str) -> None:
    """Print to standard output, whose encoding may not know every letter."""
    encoding = sys.stdout.encoding or "utf-8"
    known = text.replace("±", "+-") if "utf" not in encoding.lower() else text
    try:
        sys.stdout.write(known.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard output") from None


def print_json(rows: Sequence[dict]) -> None:
    """An array of objects, one a line."""
    lines = ",\n".join(json.dumps(row, allow_nan=False) for row in rows)
    write(f"[\n{lines}\n]\n" if rows else "[]\n")


def csv_text(rows: Sequence[dict], game) -> str:
    """The flat rows as CSV; what a row does not have is empty."""
    from io import StringIO

    from ..results import flat

    flats = [flat(row, game) for row in rows]
    names = list(dict.fromkeys(name for row in flats for name in row))
    out = StringIO()
    writer = csv.DictWriter(out, names, lineterminator="\n", restval="")
    writer.writeheader()
    for row in flats:
        writer.writerow({k: str(v).lower() if isinstance(v, bool) else v for k, v in row.items()})
    return out.getvalue()


def table(header: Sequence[str], lines: Sequence[Sequence[str]], right: set[int]) -> str:
    """
    Columns side by side, two spaces apart.

    Parameters
    ----------
    header, lines : sequences of str
    right : set of int
        Columns to set flush right.
    """
    widths = [max(len(str(line[i])) for line in (header, *lines)) for i in range(len(header))]
    rule = ["-" * width for width in widths]
    text = ""
    for line in (header, rule, *lines):
        cells = (
            str(cell).rjust(width) if i in right else str(cell).ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        text += "  ".join(cells).rstrip() + "\n"
    return text


def width() -> int:
    """The terminal's columns; 80 where there is none."""
    return max(40, shutil.get_terminal_size((80, 24)).columns)


def wrapped(text: str, indent: int = 0, hang: int = 0) -> str:
    """A paragraph for the terminal's width; all lines but the first are set `hang` further in."""
    first, rest = " " * indent, " " * (indent + hang)
    return textwrap.fill(
        text,
        min(width(), 100),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


class Progress:
    """
    A line on stderr, at a terminal only: games played, time gone, time left.

    Parameters
    ----------
    cells : int
        How many there are.
    """

    def __init__(self, cells: int):
        self.cells, self.cell, self.number = cells, None, 0
        self.bar = self.task = None
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )
            from rich.progress import Progress as Bar

            columns = (
                TextColumn("{task.description}"),
                BarColumn(bar_width=20),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TextColumn("left"),
                TimeRemainingColumn(),
            )
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self.bar.start()

    def __call__(self, cell, games: int, goal: int) -> None:
        if self.bar is None:
            return
        if cell is not self.cell:
            self.cell, self.number = cell, self.number + 1
            if self.task is not None:
                self.bar.remove_task(self.task)
            text = f"cell {self.number} of {self.cells}" if self.cells > 1 else "games"
            self.task = self.bar.add_task(text, total=goal)
        self.bar.update(self.task, advance=games)

    def stop(self) -> None:
        """Take the line away."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None


def check_output(path: str | None, option: str) -> None:
    """BadInput unless a file could be written at `path`."""
    if path is None:
        return
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path):
        raise BadInput(f"{option} {path}: is a folder; name a file")
    if not os.path.isdir(folder):
        raise BadInput(f"{option} {path}: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise BadInput(f"{option} {path}: the folder cannot be written")
