"""``dwarfsim sweep GAME``."""

import sys

import click

from .options import game_argument, once, read_sweep, read_threads, shared
from .output import Progress, csv_text, print_json, table, width, wrapped, write


@click.command("sweep")
@game_argument
@shared("set", "rules", "seats", "role", "rotate", "games", "seed")
@shared("precision", "outcome", "max_games", "threads", "by", "json", "csv")
@once(
    "--out",
    metavar="FOLDER",
    type=click.Path(),
    help="Keep the cells there, resumable, with a figure.",
)
def command(**options):
    """
    Play many kinds of a game: every combination of the values and tables given.

    With --out the cells are kept in a folder (a store, cells.csv, cells.parquet, run.json and a
    figure); the same command again goes on where it stopped.

    \b
    Examples:
      dwarfsim sweep magic-dwarf --set level=1..7 --seats rush --seats careful --out levels
      dwarfsim sweep magic-dwarf --set dwarf_cards=1+1+2+3,1+2+2+3 --precision 0.5%
    """
    from ..store import Store
    from ..sweep import check_store, run

    sweep = read_sweep(options, single=False)
    threads = read_threads(options["threads"])
    store = Store(options["out"], sweep.about()) if options["out"] is not None else None
    progress = Progress(len(sweep.cells))
    results, fault = [], None
    try:
        if store:
            check_store(sweep, store)
        try:
            for result in run(sweep, store, threads, progress):
                results.append(result)
                if result.failure:
                    print(f"dwarfsim: {result.cell.label}: {result.failure}", file=sys.stderr)
        except (KeyboardInterrupt, OSError) as error:
            fault = error  # what is complete is printed and exported all the same
        progress.stop()
        rows = [row for result in results for row in result.rows]
        if options["as_json"]:
            print_json(rows)
        elif options["as_csv"]:
            write(csv_text(rows, sweep.game))
        else:
            write(_report(sweep, results, options["by"]))
        if store and rows:
            _export(store.folder, sweep, rows)
    finally:
        progress.stop()
        if store:
            store.close()
    if fault:
        raise fault
    if any(result.interrupted for result in results):
        raise KeyboardInterrupt
    if any(result.failure for result in results):
        raise click.exceptions.Exit(1)


def _export(folder, sweep, rows) -> None:
    from ..export import export

    try:
        export(folder, sweep, rows, csv_text(rows, sweep.game))
    except OSError as error:
        where = error.filename or str(folder)
        raise OSError(error.errno, error.strerror or str(error), where) from None


def _report(sweep, results, by: str | None) -> str:
    """The table for people: a line a cell and watched outcome."""
    from .simulate import goal, notes, warning

    header, lines, rows = _lines(sweep, results, by)
    legend = _fold(header, lines, len(sweep.swept) + 1)
    fixed = {name: values[0] for name, values in sweep.settings.items() if len(values) == 1}
    facts = [f"{name}={sweep.game.parameter(name).show(value)}" for name, value in fixed.items()]
    facts += [f"seats={sweep.cells[0].seats}"] if "seats" not in header else []
    facts += [f"{role}={seat.text}" for role, seat in sweep.roles.items()]
    done = sum(not (result.failure or result.interrupted) for result in results)
    text = wrapped(": ".join(filter(None, [sweep.game.title, " ".join(facts)])), hang=2) + "\n"
    text += f"{done} of {len(sweep.cells)} cells, seed {sweep.seed}"
    text += ", seats rotated" if sweep.rotate else ""
    text += "\n" + wrapped(f"{goal(sweep)} a cell", hang=2) if sweep.precision else ""
    text += "\n\n"
    if not rows:
        return text + "no game was complete\n"
    text += table(header, lines, set(range(len(header) - (4 if by else 3), len(header)))) + "\n"
    text += "".join(wrapped(line, hang=2) + "\n" for line in legend)
    text += notes(rows, sweep)
    if any(result.interrupted for result in results):
        text += "* interrupted\n"
    if any(result.reached is False for result in results):
        text += f"! the precision was not reached with {sweep.precision.max_games:,} games\n"
    return text + warning(sum(result.totals.sums[-1] for result in results if result.rows))


def _lines(sweep, results, by: str | None):
    """Header and lines of the table, and the rows that it shows."""
    from .simulate import shown

    several = len({cell.seats for cell in sweep.cells}) > 1
    shown_rows = [
        (result, row) for result in results for row in result.rows if _wanted(sweep, row, by)
    ]
    seats = any(row["seat"] is not None for _, row in shown_rows)
    header = [*sweep.swept, *(["seats"] if several else []), "outcome"]
    header += [*(["seat"] if seats else []), *([by] if by else [])]
    header += ["mean", "95 % interval", "games"]
    capped = any(row["unfinished"] for _, row in shown_rows)
    header += ["unfinished"] if capped else []
    lines = []
    for result, row in shown_rows:
        cell = result.cell
        line = [sweep.game.parameter(axis).show(cell.values[axis]) for axis in sweep.swept]
        line += [cell.seats] if several else []
        line += [row["outcome"]]
        line += ["" if row["seat"] is None else str(row["seat"])] if seats else []
        line += [str(row["index"])] if by else []
        mark = "*" if result.interrupted else "!" if result.reached is False else ""
        line += [*shown(row), f"{row['games']:,}{mark}"]
        lines.append([*line, f"{row['unfinished']:,}"] if capped else line)
    return header, lines, [row for _, row in shown_rows]


def _wanted(sweep, row: dict, by: str | None) -> bool:
    """Whether the table shows a row: the outcomes with this index, or watched, or a win's."""
    name = sweep.precision.outcome if sweep.precision else ""
    if row["outcome"] == "unfinished":
        return False
    outcome = sweep.game.outcome(row["outcome"])
    if by:
        return outcome.index == by
    return outcome.name == name if name else outcome.win and not outcome.index


def _fold(header, lines, columns: int) -> list[str]:
    """Number the texts of the widest of the first columns until the table fits; the legend."""
    legend = []

    def length(column):
        return max([len(header[column]), *(len(line[column]) for line in lines)])

    def total():
        return sum(length(c) + 2 for c in range(len(header))) - 2

    while lines and total() > width():
        widest = max(range(columns), key=length)
        if length(widest) <= len(header[widest]) + 3:
            break
        texts = list(dict.fromkeys(line[widest] for line in lines))
        legend += [f"{header[widest]} #{i}: {text}" for i, text in enumerate(texts, start=1)]
        for line in lines:
            line[widest] = f"#{texts.index(line[widest]) + 1}"
    return legend
