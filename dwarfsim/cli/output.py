"""What commands print: tables for people, JSON and CSV for scripts, progress for who waits."""

import csv
import json
import os
import sys
from collections.abc import Sequence

import click

from ..errors import BadInput


def write(text: str) -> None:
    """Print to standard output; the user's own terminal may not know every letter."""
    stream = sys.stdout
    try:
        stream.write(text)
    except UnicodeEncodeError:
        stream.buffer.write(text.encode(stream.encoding or "ascii", "backslashreplace"))


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


def wrapped(text: str, indent: int = 0) -> str:
    """A paragraph for the terminal's width."""
    width = min(click.get_terminal_size()[0] if hasattr(click, "get_terminal_size") else 80, 100)
    pad = " " * indent
    return click.wrap_text(text, width=max(width, 40), initial_indent=pad, subsequent_indent=pad)


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
