"""Imports run one way, and what is heavy waits until it is needed."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "dwarfsim"
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}

# A module may import those before it, and those in its own folder. What is not named here (the
# command line, exports, studies, reports) comes after all of it.
ORDER = (
    {"errors"},
    {"grammar", "jit", "stats"},
    {"rng", "bits"},
    {"table"},
    {"parameter", "strategy"},
    {"game"},
    {"totals"},
    {"games"},
    {"players"},
    {"match"},
    {"engine"},
    {"results"},
    {"rowfile", "store"},
    {"sweep"},
    {"figures", "pairs"},
)
LEVEL = {name: level for level, names in enumerate(ORDER) for name in names}
HEAVY = ("matplotlib", "numba", "numpy", "pandas", "pyarrow", "pydantic", "rich", "scipy", "typst")


def imports(path: Path, module: str, top_only: bool = False) -> set[str]:
    """The full names of all modules that a file imports, wherever the import stands."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    tree = ast.parse(path.read_text("utf-8"))
    found = set()
    for node in tree.body if top_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1]
            name = ".".join([*(base if node.level else []), *filter(None, [node.module])])
            names = {f"{name}.{alias.name}" for alias in node.names}
            inner = {full for full in names if full in MODULES}
            found |= inner or {name}
    return found


def part(module: str) -> str:
    """The part of the house that a module belongs to: ``dwarfsim.games.digger.rules`` to games."""
    return (*module.split("."), "")[1]


def own(module: str) -> set[str]:
    return {name for name in imports(MODULES[module], module) if name.split(".")[0] == "dwarfsim"}


@pytest.mark.parametrize("module", [m for m in MODULES if part(m) in LEVEL])
def test_imports_run_one_way(module):
    level = LEVEL[part(module)]
    for name in own(module) - {"dwarfsim", "dwarfsim.games"}:  # these two are empty
        same = part(name) == part(module)
        assert same or LEVEL.get(part(name), 99) < level, f"{module} imports {name}"


def test_nothing_below_the_command_line_imports_it():
    for module in MODULES:
        if part(module) not in ("cli", "__main__"):
            assert not any(part(name) == "cli" for name in own(module)), module


@pytest.mark.parametrize("module", [m for m in MODULES if m.startswith("dwarfsim.games.")])
def test_games_know_no_other_game(module):
    folder = module.split(".")[2]
    for name in own(module):
        if part(name) == "games" and name != "dwarfsim.games":
            assert name.split(".")[2] == folder, f"{module} imports {name}"


def test_no_list_names_a_game():
    """A sixth game is one new folder: outside it no module knows its name."""
    games = {path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py")}
    for module in MODULES:
        inner = module.split(".")[2:3] if part(module) == "games" else []
        for name in own(module):
            if part(name) == "games" and name != "dwarfsim.games":
                assert inner and inner[0] in games, f"{module} imports {name}"


def test_statistics_and_figures_know_only_numbers():
    assert own("dwarfsim.stats") == set()
    assert own("dwarfsim.figures") <= {"dwarfsim.stats", "dwarfsim.grammar", "dwarfsim.errors"}


def test_the_compiler_has_one_home():
    """Only `jit` sets numba's options; intrinsics and the compiler's errors are few and known."""
    for module in MODULES:
        used = {n for n in imports(MODULES[module], module) if n.startswith("numba.")}
        assert not used or module.split(".")[1] in ("jit", "bits", "players", "table"), module


@pytest.mark.parametrize("module", ["errors", "grammar", "game", "cli", "cli.games", "cli.options"])
def test_light_modules_import_nothing_heavy_at_the_top(module):
    module = f"dwarfsim.{module}"
    if module in MODULES:
        heavy = imports(MODULES[module], module, top_only=True)
        assert not [name for name in heavy if name.split(".")[0] in HEAVY]


@pytest.mark.parametrize("args", [["--help"], ["games"], ["--version"]])
def test_nothing_heavy_is_loaded_to_list(args):
    code = (
        "import sys\nfrom dwarfsim.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as done:\n    assert not done.code\n"
        f"print(*[name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code, *args], env=env, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0 and done.stdout
    assert done.stderr.strip() == ""
