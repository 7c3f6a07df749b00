"""``dwarfsim report``."""

import sys
import time
from pathlib import Path

import click

from ..errors import BadInput, CellFailed
from .options import read_threads, shared
from .output import Progress, write


@click.command("report")
@click.argument("studies", metavar="[STUDY.py]...", nargs=-1)
@click.option("--out", metavar="FOLDER", help="Where to (default: reports beside analyses).")
@click.option("--redraw", is_flag=True, help="Play nothing: draw from what was played before.")
@click.option("--quick", is_flag=True, help="Few games: a look at the report in a minute.")
@shared("threads")
def command(studies, out, redraw, quick, threads):
    """
    Make the reports of studies: a PDF, its figures as PNG, and their numbers.

    Without a name all studies in analyses/ are made, here or in a folder above. A report goes to
    a folder of the study's name; what was played is kept there in .stores, and the same command
    again plays only what is missing.

    \b
    Examples:
      dwarfsim report
      dwarfsim report analyses/magic_dwarf_levels.py --quick --out /tmp/reports
    """
    from ..store import writable
    from ..studyfile import StudyFile, find_studies, load_study

    threads = read_threads(threads)
    files: list[StudyFile] = [load_study(p) for p in studies or find_studies(Path.cwd())]
    for one in files:
        twin = next(other for other in files if other.name == one.name)
        if twin is not one:
            raise BadInput(f"{twin.path} and {one.path}: two studies of one name; rename one")
        writable(Path(out) if out else one.reports)
    failed = False
    for one in files:
        begun = time.monotonic()
        try:
            folder, fresh = _make(one, out, redraw, quick, threads)
        except CellFailed as failure:
            print(f"dwarfsim: {one.path}: {failure}", file=sys.stderr)
            failed = True
            continue
        seconds = time.monotonic() - begun
        write(f"{one.name}: {folder / 'report.pdf'} ({seconds:.0f} s, {fresh:,} games played)\n")
    if failed:
        raise click.exceptions.Exit(1)


def _make(one, out, redraw, quick, threads) -> tuple[Path, int]:
    from ..figures import theme
    from ..report import Report
    from ..study import Study
    from ..studyfile import fault_line
    from ..studystore import StudyStore

    root = Path(out) if out else one.reports
    place = root / ".stores" / (one.name + ("-quick" if quick else ""))
    if redraw and not (place / "store.sqlite").exists():
        raise BadInput(f"--redraw: {one.name} has not been played yet; leave --redraw out")
    progress = Progress(0)
    with StudyStore(place) as store:
        study = Study(store, one.quick if quick else 1, redraw, threads, progress)
        report = Report(one.question)
        try:
            with theme():
                one.make(study, report)
        except (BadInput, CellFailed, OSError):
            raise
        except Exception as error:
            where = f"{one.path}:{fault_line(error, one.path)}"
            raise BadInput(f"{where}: {type(error).__name__}: {error}") from error
        finally:
            progress.stop()
        words = f"dwarfsim report {one.place}{' --quick' if quick else ''}"
        report.method(study, words)
        report.write(root / one.name, study, one.name)
        if not redraw:
            study.tidy()
    return root / one.name, study.fresh
