"""
Which knobs should `careful` and `champion` have in Magic Dwarf?

Run by ``make search`` (some minutes on two cores). The six knobs of `careful` are found by CMA-ES
from a start at 0.5 each, on a weighted mean of win rates over levels and goals: within an
iteration all candidates play the same games, each iteration plays new ones. Then the three knobs of
`champion` are compared on a small grid. What is found is written to the tables beside this file;
the knobs in ``strategies.py`` are these, rounded to 0.05.
"""

import csv
import math
from pathlib import Path

import cma

from dwarfsim.engine import Match, Player, play_range
from dwarfsim.game import load_game

SEED = 20_260
GAMES = 1_500  # a candidate, of weight 1
ITERATIONS = 30
CANDIDATES = 10
# (level, students needed, weight): the levels as printed, and the easier goals where they matter
CELLS = [
    *((level, 4, 1.0) for level in range(1, 8)),
    *((level, 3, 0.4) for level in range(3, 8)),
    *((level, 2, 0.4) for level in range(5, 8)),
]


def win_rate(game, name: str, knobs: dict, level: int, needed: int, seed: int, games: int) -> float:
    """The share of games that are won."""
    values = game.values({"level": level, "students_needed": needed})
    player = Player(game.strategies[name], tuple(knobs.items()))
    totals = play_range(Match(game, values, [player], seed), 0, games).totals
    return totals.sums[0] / totals.games


def objective(game, knobs: dict, iteration: int, games: int = GAMES) -> float:
    """The weighted mean win rate of `careful` with these knobs."""
    total = weights = 0.0
    for number, (level, needed, weight) in enumerate(CELLS):
        seed = SEED + 1000 * iteration + number
        played = max(1, round(games * weight))
        total += weight * win_rate(game, "careful", knobs, level, needed, seed, played)
        weights += weight
    return total / weights


def search_careful(game) -> list[dict]:
    """One row an iteration: the mean knobs, and the objective of the candidates."""
    names = list(game.strategies["careful"].knobs)
    options = {"popsize": CANDIDATES, "seed": SEED, "verbose": -9, "maxiter": ITERATIONS}
    search = cma.CMAEvolutionStrategy([0.5] * len(names), 0.12, options)
    rows = []
    for iteration in range(ITERATIONS):
        candidates = search.ask()
        found = [objective(game, dict(zip(names, c, strict=True)), iteration) for c in candidates]
        search.tell(candidates, [-value for value in found])
        knobs = dict(zip(names, map(float, search.mean), strict=True))
        row = {"iteration": iteration, "best": max(found), "mean": sum(found) / len(found)}
        rows.append({k: round(v, 4) for k, v in {**row, **knobs}.items()})
        print(rows[-1], flush=True)
    return rows


def check_careful(game, found: dict) -> list[dict]:
    """The start, what was found, and the knobs in use, on the same games, with standard errors."""
    used = {name: knob.default for name, knob in game.strategies["careful"].knobs.items()}
    start = dict.fromkeys(used, 0.5)
    rows = []
    for label, knobs in (("start", start), ("found", found), ("in use", used)):
        games = 8 * GAMES
        value = objective(game, knobs, iteration=999, games=games)
        weights = sum(weight for *_, weight in CELLS)
        played = sum(games * weight for *_, weight in CELLS)
        error = 0.5 * math.sqrt(sum(w for *_, w in CELLS) / played / weights)  # at most
        rows.append({"knobs": label, "objective": round(value, 4), "se_at_most": round(error, 4)})
        print(rows[-1], knobs, flush=True)
    return rows


def grid_champion(game, games: int = 1_500) -> list[dict]:
    """Mean win rate of `champion` at levels 1, 4 and 7 over a grid of its knobs."""
    rows = []
    for moves in (2, 4, 8):
        for slope in (2.0, 3.0, 4.0):
            knobs = {"moves": moves, "slope": slope, "level": 3.8 * slope / 3.0}
            rates = [
                win_rate(game, "champion", knobs, level, 4, SEED + level, games)
                for level in (1, 4, 7)
            ]
            mean = sum(rates) / len(rates)
            error = math.sqrt(sum(r * (1 - r) for r in rates) / games) / len(rates)
            row = {**knobs, "level": round(knobs["level"], 3), "mean": mean, "se": error}
            rows.append({k: round(v, 4) for k, v in row.items()})
            print(rows[-1], flush=True)
    return rows


def write(name: str, rows: list[dict]) -> None:
    """A table beside this file."""
    with open(Path(__file__).with_name(name), "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    """Search, check, write."""
    game = load_game("magic-dwarf")
    rows = search_careful(game)
    write("magic_dwarf_careful.csv", rows)
    found = {name: rows[-1][name] for name in game.strategies["careful"].knobs}
    write("magic_dwarf_check.csv", check_careful(game, found))
    write("magic_dwarf_champion.csv", grid_champion(game))


if __name__ == "__main__":
    main()
