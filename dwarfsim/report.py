"""
The report of a study: words, figures and tables in; PDF, PNG, CSV and JSON out.

Typst sets the PDF. Texts reach it as JSON, never as markup; ``[name]`` of a figure or table in a
text becomes a reference to it, and what stands between backquotes is set as code.
"""

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from . import __version__, export, figures
from .errors import BadInput
from .store import beside, write_text

WIDTH = 121  # letters of a line of a command
LONG = 40  # letters of a parameter's value that is broken into lines
_TEMPLATE = Path(__file__).parent / "templates" / "report.typ"
_MARKS = re.compile(r"\[([a-z][a-z0-9_-]*)\]|`([^`]+)`")


class Report:
    """
    What a study tells.

    Parameters
    ----------
    question : str

    Attributes
    ----------
    title : str
        The finding.
    abstract : list of str
        Paragraphs of the first page.
    """

    def __init__(self, question: str):
        self.question = question
        self.title = question
        self.abstract: list[str] = []
        self.blocks: list[dict] = []
        self.figures: dict[str, object] = {}
        self.frames: dict[str, object] = {}
        self.sources: list[tuple[str, list]] = []  # of each figure and table: name and its cells

    def heading(self, text: str) -> None:
        """Begin a section; its title is a finding, too."""
        self.blocks.append({"kind": "heading", "text": text})

    def text(self, *paragraphs: str) -> None:
        """Add paragraphs."""
        self.blocks += [{"kind": "text", "text": text} for text in paragraphs if text]

    def items(self, items: Iterable[str]) -> None:
        """Add a list."""
        self.blocks.append({"kind": "list", "items": list(items)})

    def figure(self, name: str, figure, caption: str, alt: str, cells: Sequence = (), data=None):
        """
        Add a figure.

        Parameters
        ----------
        name : str
            Of its PNG, and of ``[name]`` in texts.
        figure : matplotlib Figure
        caption, alt : str
            The alternative text says what is seen to who cannot see it.
        cells : sequence of `study.Cells`
            What it is drawn from.
        data : DataFrame, optional
            What it shows, for a CSV of the figure's name.
        """
        block = {"kind": "figure", "file": f"{name}.svg"}
        self._add(name, cells, block, caption)
        self.blocks[-1]["alt"] = alt
        self.figures[name] = figure
        if data is not None:
            self.frames[name] = data

    def table(
        self,
        name: str,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        caption: str,
        cells: Sequence = (),
        left: int = 1,
        wide: int | Sequence[int] | None = None,
    ) -> None:
        """
        Add a table; its first `left` columns are flush left, the others flush right.

        Column `wide`, if given, takes the room that the others leave, and breaks its lines; several
        share it.
        """
        wide = [] if wide is None else [wide] if isinstance(wide, int) else list(wide)
        align = ["left" if column < left else "right" for column in range(len(head))]
        block = {"kind": "table", "head": list(head), "rows": [list(row) for row in rows]}
        self._add(name, cells, block | {"align": align, "wide": wide}, caption)

    def _add(self, name, cells, block, caption):
        if not re.fullmatch("[a-z][a-z0-9_-]*", name):
            raise BadInput(f"report: {name!r} must be of the letters a-z, digits, - and _")
        if any(name == used for used, _ in self.sources):
            raise BadInput(f"report: two figures or tables are called {name!r}")
        unfinished, games = sum(c.unfinished for c in cells), sum(c.games for c in cells)
        if unfinished:
            caption += (
                f" Unfinished: {unfinished:,} of the {games:,} games reached the cap on turns and "
                "count as they stood."
            )
        self.sources.append((name, list(cells)))
        self.blocks.append(block | {"label": name, "caption": caption})

    def method(self, study, whole: str) -> None:
        """Add how it was made: seed, versions, and the command for each figure and table."""
        found = export.versions()
        unfinished = sum(cells.unfinished for cells in study.made)
        games = sum(cells.games for cells in _unique(study.made))
        capped = f"{unfinished:,} of them reached" if unfinished else "none of them reached"
        self.heading("How this was made")
        self.text(
            f"{games:,} games were simulated; {capped} the cap on turns and stayed unfinished. "
            f"Game number k of every cell is dealt from (seed {study.seed}, k) alone: all cells "
            "play with the same luck, and differences are taken game by game. Intervals are 95 % "
            "unless a caption says otherwise: Wilson's for win rates, Bonett and Price's for "
            "paired differences of win rates, Student's t for other means. In the text those of "
            "win rates are single, those of differences are simultaneous for all that the figure "
            "shows, or single where they are quoted from a table that says so. A sentence that "
            "compares win rates states a difference only where its interval, simultaneous for all "
            "comparisons of its figure, excludes zero, or where Holm's test does. Versions: "
            + ", ".join(f"{name} {version}" for name, version in found.items())
            + f"; code of the rules {', '.join(_rules(study.made))}.",
            f"The whole report: `{whole}`. The cells of each figure and table, whose numbers "
            "are in cells.csv:",
        )
        lines = {}
        for name, cells in self.sources:
            for one in cells:
                for sweep in one.sweeps:
                    command = export.folded(export.command_line(sweep), WIDTH)
                    names = lines.setdefault(command, [])
                    names += [] if name in names else [name]
        groups = {}
        for line, names in lines.items():
            groups.setdefault(", ".join(f"[{name}]" for name in names), []).append(line)
        items = [{"label": label, "commands": found} for label, found in groups.items()]
        if items:
            self.blocks.append({"kind": "commands", "items": items})

    def players(self, game, names: Sequence[str], called: Mapping[str, str]) -> None:
        """Add the table of the strategies: what each is called and what it does."""
        rows = [[name, called.get(name, ""), game.strategies[name].doc] for name in names]
        head = ["strategy", "called here", "what it does"]
        self.table("players", head, rows, "Who plays, weakest first.", left=3, wide=2)

    def assumptions(self, game, readings: Sequence[str] = ()) -> None:
        """
        Add the table of what the rulebook does not print: parameters with an id A...

        `readings` are names of other parameters whose reading was varied.
        """
        found = [p for p in game.parameters if p.id.startswith("A") or p.name in readings]
        shown = [p.show(p.default) for p in found]
        long = max(map(len, shown), default=0) > LONG
        rows = [
            [p.id, p.name, _breakable(value) if len(value) > LONG else value, p.help, p.source]
            for p, value in zip(found, shown, strict=True)
        ]
        head = ["id", "parameter", "here", "what it says", "from"]
        caption = "What the rulebook does not print or leaves open, and what was assumed."
        self.table("assumed", head, rows, caption, left=5, wide=(2, 3) if long else 3)

    # ------------------------------------------------------------------------------- writing

    def write(self, folder, study, name: str) -> None:
        """Write report.pdf, the PNGs, cells.csv and run.json, each whole or not at all."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        write_text(folder / "cells.csv", _csv(study.made))
        write_text(folder / "run.json", json.dumps(_about(study, name), indent=1) + "\n")
        for key, frame in self.frames.items():
            write_text(folder / f"{key}.csv", frame.to_csv(index=False, lineterminator="\n"))
        with tempfile.TemporaryDirectory() as work, figures.theme():
            work = Path(work)
            for key, figure in self.figures.items():
                figures.save(figure, work / f"{key}.svg")
                with beside(folder / f"{key}.png") as other:
                    figures.save(figure, other)
            (work / "data.json").write_text(json.dumps(self.data()), encoding="utf-8")
            shutil.copy(_TEMPLATE, work / "report.typ")
            pdf = typeset(work / "report.typ")
        with beside(folder / "report.pdf") as other:
            other.write_bytes(pdf)

    def data(self) -> dict:
        """What the template gets."""
        names = {name for name, _ in self.sources}

        def runs(text):
            return _runs(text, names)

        blocks = []
        for block in self.blocks:
            block = dict(block)
            for key in ("text", "caption"):
                if key in block:
                    block[key] = runs(block[key])
            if block["kind"] == "list":
                block["items"] = [runs(item) for item in block["items"]]
            if block["kind"] == "commands":
                block["items"] = [i | {"label": runs(i["label"])} for i in block["items"]]
            if block["kind"] == "table":
                block["head"] = [runs(cell) for cell in block["head"]]
                block["rows"] = [[runs(str(cell)) for cell in row] for row in block["rows"]]
            blocks.append(block)
        return {
            "question": self.question,
            "title": self.title,
            "abstract": [runs(text) for text in self.abstract],
            "footer": f"dwarfsim {__version__}",
            "blocks": blocks,
        }


def typeset(path: Path) -> bytes:
    """The PDF of a Typst file: tagged, accessible (PDF/UA-1), the same bytes every time."""
    import matplotlib
    import typst

    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    try:
        return typst.compile(
            str(path),
            root=str(path.parent),
            font_paths=[str(fonts)],
            ignore_system_fonts=True,
            timestamp=0,
            pdf_standards="ua-1",
        )
    except typst.TypstError as error:
        raise BadInput(f"report: it cannot be typeset: {error}") from None


def _breakable(value: str) -> str:
    """A list that may break behind its plus signs, and not at its hyphens."""
    return value.replace("+", "+\u200b").replace("-", "\u2011")


def _runs(text: str, names: set[str]) -> list:
    """A text as strings, references to known names, and code."""
    text = text.replace(" %", "\u00a0%")
    found, at = [], 0
    for match in _MARKS.finditer(text):
        name, code = match.groups()
        if name is not None and name not in names:
            continue
        found += [text[at : match.start()], {"ref": name} if name else {"code": code}]
        at = match.end()
    return [run for run in (*found, text[at:]) if run]


def _unique(made: Sequence) -> list:
    return list({id(cells): cells for cells in made}.values())


def _rules(made: Sequence) -> list[str]:
    return sorted({s.about()["rules code"] for cells in made for s in cells.sweeps})


def _csv(made: Sequence) -> str:
    """The cells of all sweeps that are listed, flat; the column ``sweep`` says which."""
    import csv
    from io import StringIO

    from .results import flat

    flats = []
    for cells in (one for one in made if one.listed):
        game = cells.sweeps[0].game
        flats += [{"sweep": cells.name, **flat(row, game)} for row in cells.rows]
    names = list(dict.fromkeys(name for row in flats for name in row))
    out = StringIO()
    writer = csv.DictWriter(out, names, lineterminator="\n", restval="")
    writer.writeheader()
    for row in flats:
        writer.writerow({k: str(v).lower() if isinstance(v, bool) else v for k, v in row.items()})
    return out.getvalue()


def _about(study, name: str) -> dict:
    return {
        "study": name,
        "seed": study.seed,
        "quick": study.quick if study.quick > 1 else None,
        "versions": export.versions(),
        "sweeps": [
            {"name": cells.name, **export.about(sweep)}
            for cells in study.made
            for sweep in cells.sweeps
        ],
    }
