"""``dwarfsim sweep GAME``."""

import sys

import click

from .options import game_argument, read_sweep, read_threads, shared
from .output import Progress, csv_text, print_json, table, write


@click.command("sweep")
@game_argument
@shared("set", "rules", "seats", "role", "rotate", "games", "seed")
@shared("precision", "outcome", "max_games", "threads", "by", "json", "csv")
@click.option("--out", metavar="FOLDER", help="Keep the cells there, resumable, with a figure.")
def command(**options):
    """
    Play many kinds of a game: every combination of the values and tables given.

    With --out the cells are kept in a folder (a store, cells.csv, cells.parquet, run.json and a
    figure); the same command again goes on where it stopped.

    \b
    Examples:
      dwarfsim sweep magic-dwarf --set level=1..7 --seats rush --seats careful --out levels
      dwarfsim sweep magic-dwarf --set dwarf_cards=1+1+2+3,1+2+2+3 --seats careful --precision 0.2%
    """
    from ..store import Store, writable
    from ..sweep import check_store, run

    sweep = read_sweep(options, single=False)
    threads = read_threads(options["threads"])
    store = None
    if options["out"]:
        writable(options["out"])
        store = Store(options["out"], sweep.about())
    progress = Progress(len(sweep.cells))
    results = []
    try:
        if store:
            check_store(sweep, store)
        for result in run(sweep, store, threads, progress):
            results.append(result)
            if result.failure:
                print(f"dwarfsim: {result.cell.label}: {result.failure}", file=sys.stderr)
        progress.stop()
        rows = [row for result in results for row in result.rows]
        if options["as_json"]:
            print_json(rows)
        elif options["as_csv"]:
            write(csv_text(rows, sweep.game))
        else:
            write(_report(sweep, results, options["by"]))
        sys.stdout.flush()
        if store and rows:
            from ..export import export

            export(store.folder, sweep, rows, csv_text(rows, sweep.game))
    finally:
        progress.stop()
        if store:
            store.close()
    if any(result.interrupted for result in results):
        raise KeyboardInterrupt
    if any(result.failure for result in results):
        raise click.exceptions.Exit(1)


def _report(sweep, results, by: str | None) -> str:
    """A line a cell and watched outcome (the win outcomes, or what --outcome or --by names)."""
    from .simulate import shown

    several = len({cell.seats for cell in sweep.cells}) > 1
    axes = sweep.swept
    lines = []
    name = sweep.precision.outcome if sweep.precision else ""
    for result in results:
        cell = result.cell
        wanted = {
            slot.outcome.name
            for slot in result.slots
            if (
                slot.outcome.index == by
                if by
                else slot.outcome.name == name
                if name
                else slot.outcome.win
            )
        }
        for row in result.rows:
            if row["outcome"] in wanted:
                line = [sweep.game.parameter(axis).show(cell.values[axis]) for axis in axes]
                line += [cell.seats] if several else []
                line += [row["outcome"], "" if row["seat"] is None else str(row["seat"])]
                line += [str(row["index"])] if by else []
                mean, interval, _ = shown(row)
                mark = "*" if result.interrupted else "!" if result.reached is False else ""
                lines.append([*line, mean, interval, f"{row['games']:,}{mark}"])
    header = [*axes, *(["seats"] if several else []), "outcome", "seat", *([by] if by else [])]
    header += ["mean", "95 % interval", "games"]
    if all(not line[header.index("seat")] for line in lines):
        place = header.index("seat")
        header.pop(place)
        for line in lines:
            line.pop(place)
    text = f"{sweep.game.title}: {len(results)} of {len(sweep.cells)} cells, seed {sweep.seed}\n\n"
    text += table(header, lines, {len(header) - 3, len(header) - 2, len(header) - 1})
    if any(result.interrupted for result in results):
        text += "\n* interrupted\n"
    if any(result.reached is False for result in results):
        text += (
            f"\n! the precision asked for was not reached within {sweep.precision.max_games:,}\n"
        )
    unfinished = sum(result.totals.sums[-1] for result in results)
    if unfinished:
        text += f"\nUNFINISHED: {unfinished:,} games reached the cap on turns\n"
    return text
