"""Collects what the benchmarks measured and prints it as one plain table at the end."""

import json
from pathlib import Path

import pytest

FIGURES: list[dict] = []


def pytest_addoption(parser):
    parser.addoption(
        "--bench-out",
        metavar="FILE",
        help="write the measured ratios to FILE: JSON, or a Markdown table if it ends in .md",
    )


@pytest.fixture(scope="session")
def figure():
    """A function that notes one figure: what it is, its value, its unit, and the aim if any."""

    def note(what: str, value: float, unit: str, aim: str = "") -> None:
        FIGURES.append({"what": what, "value": value, "unit": unit, "aim": aim})

    return note


def _rows() -> list[tuple[str, str, str, str]]:
    return [(f["what"], _shown(f["value"]), f["unit"], f["aim"]) for f in FIGURES]


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def pytest_terminal_summary(terminalreporter, config):
    if not FIGURES:
        return
    terminalreporter.section("speed (reported, never asserted)")
    rows = _rows()
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    for what, value, unit, aim in rows:
        line = f"{what:{widths[0]}}  {value:>{widths[1]}} {unit:{widths[2]}}  {aim}"
        terminalreporter.write_line(line.rstrip())
    out = config.getoption("bench_out", None)
    if out:
        Path(out).write_text(_markdown() if out.endswith(".md") else json.dumps(FIGURES, indent=1))


def _markdown() -> str:
    lines = ["| what | value | unit | aim |", "|---|---:|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in _rows()]
    return "\n".join(lines) + "\n"
