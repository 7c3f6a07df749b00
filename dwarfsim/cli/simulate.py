"""``dwarfsim simulate GAME``."""

import click

from .. import stats
from .options import game_argument, once, read_sweep, read_threads, shared
from .output import Progress, check_output, csv_text, print_json, table, wrapped, write


@click.command("simulate")
@game_argument
@shared("set", "rules", "seats", "role", "rotate", "games", "seed")
@shared("precision", "outcome", "max_games", "threads", "by", "json", "csv")
@once(
    "--rows",
    metavar="FILE.parquet",
    type=click.Path(),
    help="Keep every game's values in a parquet file.",
)
def command(**options):
    """
    Play many games of one kind and print what comes out, with intervals.

    \b
    Examples:
      dwarfsim simulate magic-dwarf --set level=4 --seats careful --games 1e6
      dwarfsim simulate magic-dwarf --set mode=duel --seats random,careful
      dwarfsim simulate magic-dwarf --seats casual --precision 0.5% --json
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
        if keep and not result.failure:
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
    text = wrapped(f"{sweep.game.title}: {cell.label}", hang=2) + "\n"
    text += f"{counted(totals.games)}, seed {sweep.seed}"
    text += ", seats rotated" if sweep.rotate else ""
    text += "; interrupted" if result.interrupted else ""
    text += "\n"
    if sweep.precision:
        reached = {True: " (reached)", False: " (NOT reached)", None: ""}[result.reached]
        text += wrapped(goal(sweep) + reached, hang=2) + "\n"
    text += "\n"
    if not result.rows:
        return text + "no game was complete\n"
    rows = [row for row in result.rows if row["index"] is None]
    if by:
        indexed = {outcome.name for outcome in sweep.game.outcomes if outcome.index == by}
        rows = [row for row in result.rows if row["outcome"] in indexed]
    text += table(*outcome_table(sweep.game, rows, by)) + "\n"
    if sweep.game.seats(cell.values) > 1:
        text += wrapped(_who(sweep, cell), hang=2) + "\n"
    return text + notes(rows, sweep) + warning(totals.sums[-1])


def _who(sweep, cell) -> str:
    """Who plays at each seat, or stands at each place of the list where seats rotate."""
    names = sweep.game.names_of_seats(cell.values)
    players = cell.players * (len(names) // len(cell.players))
    seats = []
    for seat, (name, player) in enumerate(zip(names, players, strict=True)):
        known = "" if sweep.rotate or name == f"seat {seat}" else f" ({name})"
        seats.append(f"{seat}{known} {player.name}")
    return f"{'places in the list' if sweep.rotate else 'seats'}: {', '.join(seats)}"


def goal(sweep) -> str:
    """What ``--precision`` asked for."""
    asked = sweep.precision
    half = f"{100 * asked.half_width:.10g}" if asked.points else f"{asked.half_width:g}"
    unit = f" percentage point{'' if half == '1' else 's'}" if asked.points else ""
    of = asked.outcome or "every win outcome"
    return f"precision: {of} within ±{half}{unit}, by at most {asked.max_games:,} games"


def outcome_table(game, rows, by: str | None):
    """Header, lines and right-aligned columns: an outcome a line."""
    seats = any(row["seat"] is not None for row in rows)
    header = ["outcome", *(["seat"] if seats else []), *([by] if by else [])]
    columns = len(header)
    units = {outcome.name: outcome.unit for outcome in game.outcomes}
    lines = []
    for row in rows:
        name, unit = row["outcome"], units.get(row["outcome"])
        line = [f"{name} ({unit})" if unit and unit not in name else name]
        line += ["" if row["seat"] is None else str(row["seat"])] if seats else []
        line += [str(row["index"])] if by else []
        sd = "-" if row["sd"] is None else f"{row['sd']:.3g}"
        lines.append([*line, *shown(row), sd, f"{row['games']:,}"])
    header += ["mean", "95 % interval", "sd", "games"]
    return header, lines, set(range(columns - bool(by), columns + 4))


CONSTANT = "the same in all"


def shown(row: dict) -> tuple[str, str]:
    """Mean and interval as text, with the digits that the interval allows."""
    mean, low, high = row["mean"], row["low"], row["high"]
    if mean is None:
        return "-", "-"
    if low is None:
        return f"{mean:g}", "-"
    if low == high:
        return stats.show(mean, low, high)[0], CONSTANT
    mean, low, high = stats.show(mean, low, high)
    return mean, f"{low} to {high}"


def notes(rows, sweep) -> str:
    """What the intervals are."""
    text = "intervals: each by itself; Wilson's for rates, Student's t for other means"
    if sweep.precision:
        watched = sweep.precision.outcome or "win outcomes"
        text = f"intervals: {watched}: valid at every look; others: as if the games had been fixed"
    text = wrapped(text, hang=2) + "\n"
    constant = [
        row["games"] for row in rows if row["low"] is not None and row["low"] == row["high"]
    ]
    if constant:
        rare = 100 * stats.wilson(0, min(constant)).high
        text += wrapped(
            f"{CONSTANT}: games with another value are, with 95 % confidence, fewer than "
            f"{rare:.2g} %",
            hang=2,
        )
        text += "\n"
    return text


def warning(unfinished: int) -> str:
    """A line about games that reached the cap on turns, if there were any."""
    if not unfinished:
        return ""
    return f"UNFINISHED: {counted(unfinished)} reached the cap on turns and count as they stood\n"


def counted(games: int) -> str:
    """``1 game``, ``2,000 games``."""
    return f"{games:,} game{'' if games == 1 else 's'}"
