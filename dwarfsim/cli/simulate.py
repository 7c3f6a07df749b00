"""``dwarfsim simulate GAME``."""

import click

from .. import stats
from .options import game_argument, read_sweep, read_threads, shared
from .output import Progress, check_output, csv_text, print_json, table, write


@click.command("simulate")
@game_argument
@shared("set", "rules", "seats", "role", "rotate", "games", "seed")
@shared("precision", "outcome", "max_games", "threads", "by", "json", "csv")
@click.option("--rows", metavar="FILE.parquet", help="Keep every game's values in a parquet file.")
def command(**options):
    """
    Play many games of one kind and print what comes out, with intervals.

    \b
    Examples:
      dwarfsim simulate magic-dwarf --set level=4 --seats careful --games 1e6
      dwarfsim simulate magic-dwarf --set mode=duel --seats random,careful
      dwarfsim simulate magic-dwarf --seats casual --precision 0.2%
    """
    from ..sweep import run

    sweep = read_sweep(options, single=True)
    check_output(options["rows"], "--rows")
    threads = read_threads(options["threads"])
    keep = None
    if options["rows"]:
        from ..rowfile import RowFile

        keep = RowFile(options["rows"], sweep)
    progress = Progress(1)
    try:
        result = next(run(sweep, None, threads, progress, keep))
        if keep:
            keep.close()
    finally:
        progress.stop()
        if keep:
            keep.abandon()
    if result.failure:
        raise result.failure
    if options["as_json"]:
        print_json(result.rows)
    elif options["as_csv"]:
        write(csv_text(result.rows, sweep.game))
    else:
        write(_report(sweep, result, options["by"]))
    if result.interrupted:
        raise KeyboardInterrupt


def _report(sweep, result, by: str | None) -> str:
    """The table for people."""
    cell, totals = result.cell, result.totals
    text = f"{sweep.game.title}: {cell.label}\n"
    text += f"{totals.games:,} games, seed {sweep.seed}"
    text += ", seats rotated" if sweep.rotate else ""
    text += "; interrupted" if result.interrupted else ""
    if result.reached is not None:
        half = sweep.precision.half_width
        shown = f"{100 * half:g} percentage points" if sweep.precision.points else f"{half:g}"
        text += f"; within ±{shown}" if result.reached else f"; ±{shown} not reached: stopped"
        text += "" if result.reached else f" at {totals.games:,}"
    text += "\n\n"
    if not result.rows:
        return text + "no game was complete\n"
    text += table(*outcome_table(sweep.game, cell.values, result, by))
    names = sweep.game.names_of_seats(cell.values)
    if any(slot.seat is not None for slot in result.slots):
        text += (
            "\nseats: "
            + ", ".join(
                f"{i} {n} ({p.name})"
                for i, (n, p) in enumerate(zip(names, cell.players, strict=True))
            )
            + "\n"
        )
    watched = "; of the outcomes watched: at every look" if result.watched else ""
    text += f"\nintervals: 95 %{watched}\n"
    unfinished = totals.sums[-1]
    if unfinished:
        text += (
            f"UNFINISHED: {unfinished:,} games reached the cap on turns and count as they stood\n"
        )
    return text


def outcome_table(game, values, result, by: str | None):
    """Header, lines and right-aligned columns: an outcome a line."""
    rows = [r for r in result.rows if (r["index"] is None) or by]
    if by:
        indexed = {o.name for o in game.outcomes if o.index == by}
        rows = [r for r in rows if r["outcome"] in indexed]
    seats = any(row["seat"] is not None for row in rows)
    header = ["outcome", *(["seat"] if seats else []), *([by] if by else [])]
    columns = len(header)
    header += ["mean", "95 % interval", "sd", "games"]
    lines = []
    for row in rows:
        line = [row["outcome"]]
        line += [("" if row["seat"] is None else str(row["seat"]))] if seats else []
        line += [str(row["index"])] if by else []
        lines.append([*line, *shown(row), f"{row['games']:,}"])
    return header, lines, set(range(columns - bool(by), columns + 4))


def shown(row: dict) -> tuple[str, str, str]:
    """Mean, interval and standard deviation as text, with the digits that the interval allows."""
    if row["mean"] is None:
        return "-", "-", "-"
    if row["low"] is None:
        return f"{row['mean']:g}", "-", "-"
    mean, low, high = stats.show(row["mean"], row["low"], row["high"])
    sd = "-" if row["sd"] is None else f"{row['sd']:.3g}"
    return mean, f"{low} to {high}", sd
