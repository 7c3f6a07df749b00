"""
What a sweep leaves in its folder beside the store: cells.csv, cells.parquet, run.json, a figure.

Each is written beside and renamed; none holds a time of day, the number of threads or a path, so
that the same command gives the same bytes.
"""

import json
import platform
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from . import __version__, grammar
from .game import rules_hash
from .store import beside, write_text


def export(folder, sweep, rows: Sequence[Mapping], csv_text: str) -> None:
    """
    Write the exports of a sweep.

    Parameters
    ----------
    folder : path
    sweep : Sweep
    rows : sequence of dict
        Of its cells (see `results.rows`).
    csv_text : str
        The same rows as CSV.

    Raises
    ------
    OSError
        If the disk is full; what was there before is left whole.
    """
    folder = Path(folder)
    write_text(folder / "cells.csv", csv_text)
    write_parquet(folder / "cells.parquet", rows, sweep.game)
    write_text(folder / "run.json", json.dumps(about(sweep), indent=1) + "\n")
    from . import figures
    from .sweepfigure import sweep_figure

    with figures.theme():
        figure = sweep_figure(sweep, rows)
        for name in ("figure.pdf", "figure.png"):
            with beside(folder / name) as other:
                figures.save(figure, other)


def write_parquet(path: Path, rows: Sequence[Mapping], game) -> None:
    """The flat rows as a parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from .results import flat

    kinds = dict.fromkeys(("seat", "index", "games", "unfinished"), pa.int64())
    kinds |= dict.fromkeys(("mean", "se", "low", "high", "sd", "p10", "p50", "p90"), pa.float64())
    flats = [flat(row, game) for row in rows]
    names = list(dict.fromkeys(name for row in flats for name in row))
    columns = {
        name: pa.array([row.get(name) for row in flats], type=kinds.get(name)) for name in names
    }
    with beside(path) as other:
        pq.write_table(pa.table(columns), other, compression="zstd")


# ---------------------------------------------------------------------------- what was asked for


def command_line(sweep, verb: str = "sweep") -> str:
    """The command that plays this sweep, without threads and places to write to."""
    words = ["dwarfsim", verb, sweep.game.name]
    for name, values in sweep.settings.items():
        shown = [sweep.game.parameter(name).show(value) for value in values]
        words += ["--set", f"{name}={_joined(shown, values)}"]
    for table in sweep.tables:
        words += ["--seats", ",".join(seat.text for seat in table)]
    for role, seat in sweep.roles.items():
        words += ["--role", f"{role}={seat.text}"]
    words += ["--rotate"] if sweep.rotate else []
    if sweep.precision is None:
        words += ["--games", str(sweep.games)]
    else:
        points, half = sweep.precision.points, sweep.precision.half_width
        text = grammar.format_value(round(100 * half, 12)) + "%" if points else f"{half!r}"
        words += ["--precision", text]
        words += ["--outcome", sweep.precision.outcome] if sweep.precision.outcome else []
        words += ["--max-games", str(sweep.precision.max_games)]
    words += ["--seed", str(sweep.seed)]
    return shlex.join(words)


def folded(command: str, width: int) -> str:
    """A command in lines of `width` letters, for a shell to read; long values are cut, too."""
    parts: list[list[str]] = []
    for word in shlex.split(command):
        if not parts or word.startswith("--"):
            parts.append([])
        parts[-1].append(word)
    lines = [""]
    for part in map(shlex.join, parts):
        if lines[-1] and len(lines[-1]) + len(part) > width - 3:
            lines.append(" ")
        lines[-1] += f" {part}" if lines[-1] else part
    return " \\\n".join(_cut(line, width) for line in lines)


def _cut(line: str, width: int) -> str:
    """
    A line too long is cut behind commas, or plus signs if there are none.

    A shell joins what follows to what was before.
    """
    done = []
    while len(line) > width and "'" not in line:
        start = line[: width - 1]
        end = 1 + (start.rfind(",") if "," in start else start.rfind("+"))
        if not end:
            break
        done.append(line[:end])
        line = line[end:]
    return "\\\n".join([*done, line])


def _joined(shown: Sequence[str], values: Sequence) -> str:
    """The values, as a range where they are whole numbers one after the other."""
    whole = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    if whole and len(values) > 2 and list(values) == list(range(values[0], values[-1] + 1)):
        return f"{values[0]}..{values[-1]}"
    return ",".join(shown)


def versions() -> dict[str, str]:
    """The versions on which numbers may depend."""
    import numba

    found = {"dwarfsim": __version__, "python": platform.python_version()}
    return found | {"numpy": np.__version__, "numba": numba.__version__}


def about(sweep) -> dict:
    """What a run was: for run.json."""
    game = sweep.game
    return {
        "command": command_line(sweep),
        "game": game.name,
        "seed": sweep.seed,
        "versions": versions(),
        "rules_code": sweep.about()["rules code"],
        "cells": [
            {
                "seats": cell.seats,
                "roles": {role: player.name for role, player in cell.roles.items()},
                "set": {k: game.parameter(k).show(v) for k, v in cell.set.items()},
                "rules": rules_hash(game, cell.values),
            }
            for cell in sweep.cells
        ],
        "defaults": {p.name: p.show(p.default) for p in game.parameters},
    }
