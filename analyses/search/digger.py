"""
Which knobs should `stopper` and `champion` have in Digger?

Run by ``make search`` (some minutes on two cores). Each candidate sits with three of each of its
rivals, seats rotated; the objective is its mean win share. Within an iteration all candidates play
the same games, each iteration plays new ones. For `stopper` a grid is played. For `champion` CMA-ES
searches around the knobs in use, which are among the rivals: what it finds, if better, goes into
``strategies.py``, rounded, and the search is run again. From the best `stopper` it ends on a lower
hill. What is found is written to the tables beside this file.
"""

import csv
import math
from pathlib import Path

import cma

from dwarfsim.engine import Match, Player, play_range
from dwarfsim.game import load_game

SEED = 20_260
PLAYERS = 4
GAMES = 2_000  # of a candidate against one kind of rival
ITERATIONS = 25
CANDIDATES = 10
CROWD = (("casual", {}), ("throws", {"k": 6}), ("robber", {"k": 6}))
SCALES = {"water": 1.0, "end": 4.0, "spite": 0.5, "lead": 0.5, "behind": 0.5}


def win_share(game, name: str, knobs: dict, rival, seed: int, games: int) -> float:
    """The win share of one against all others of the rival's kind, seats rotated."""
    other, others_knobs = rival
    one = Player(game.strategies[name], tuple(knobs.items()))
    rest = [Player(game.strategies[other], tuple(others_knobs.items()))] * (PLAYERS - 1)
    match = Match(game, game.values({"players": PLAYERS}), [one, *rest], seed, rotate=True)
    totals = play_range(match, 0, games).totals
    place = next(i for i, slot in enumerate(match.slots) if slot.outcome.name == "win")
    return totals.sums[place] / totals.games / match.slots[place].outcome.scale


def objective(game, name: str, knobs: dict, rivals, iteration: int, games: int = GAMES) -> float:
    """The mean win share against tables of each rival."""
    shares = [
        win_share(game, name, knobs, rival, SEED + 1000 * iteration + number, games)
        for number, rival in enumerate(rivals)
    ]
    return sum(shares) / len(shares)


def grid_stopper(game) -> list[dict]:
    """The objective of `stopper` over a grid of its knobs."""
    rows = []
    for water in (-1, 0, 0.5, 1, 1.5, 2, 3, 4, 6):
        for end in (0, 5, 20):
            knobs = {"water": water, "end": end}
            value = objective(game, "stopper", knobs, CROWD, 0, 5 * GAMES)
            error = math.sqrt(0.25 / (5 * GAMES * len(CROWD)))
            rows.append({**knobs, "objective": round(value, 4), "se_at_most": round(error, 4)})
            print(rows[-1], flush=True)
    return rows


def search_champion(game, stopper: dict) -> list[dict]:
    """One row an iteration: the mean knobs, and the objective of the candidates."""
    names = list(SCALES)
    rivals = (*CROWD, ("stopper", stopper), ("champion", {}))
    first = [game.strategies["champion"].knobs[name].default / SCALES[name] for name in names]
    options = {"popsize": CANDIDATES, "seed": SEED, "verbose": -9, "maxiter": ITERATIONS}
    search = cma.CMAEvolutionStrategy(first, 1.0, options)
    rows = []
    for iteration in range(ITERATIONS):
        candidates = search.ask()
        found = [
            objective(game, "champion", _within(game, names, c), rivals, 1 + iteration)
            for c in candidates
        ]
        search.tell(candidates, [-value for value in found])
        row = {"iteration": iteration, "best": max(found), "mean": sum(found) / len(found)}
        knobs = _within(game, names, search.mean)
        rows.append({k: round(v, 4) for k, v in {**row, **knobs}.items()})
        print(rows[-1], flush=True)
    return rows


def _within(game, names, point) -> dict:
    """The knobs that a point of the search stands for, inside their bounds."""
    knobs = game.strategies["champion"].knobs
    values = {name: float(x) * SCALES[name] for name, x in zip(names, point, strict=True)}
    return {n: min(max(v, knobs[n].low), knobs[n].high) for n, v in values.items()}


def check_champion(game, found: dict, stopper: dict) -> list[dict]:
    """What was found and the knobs in use, on the same games against each rival."""
    used = {name: knob.default for name, knob in game.strategies["champion"].knobs.items()}
    rows = []
    for label, knobs in (("found", found), ("in use", used)):
        for rival in (*CROWD, ("stopper", stopper), ("champion", {})):
            value = win_share(game, "champion", knobs, rival, SEED, 10 * GAMES)
            error = math.sqrt(0.25 / (10 * GAMES))
            row = {"knobs": label, "rivals": rival[0], "share": round(value, 4)}
            rows.append({**row, "se_at_most": round(error, 4)})
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
    game = load_game("digger")
    grid = grid_stopper(game)
    write("digger_stopper.csv", grid)
    best = max(grid, key=lambda row: row["objective"])
    stopper = {"water": best["water"], "end": best["end"]}
    rows = search_champion(game, stopper)
    write("digger_champion.csv", rows)
    found = {name: rows[-1][name] for name in SCALES}
    write("digger_check.csv", check_champion(game, found, stopper))


if __name__ == "__main__":
    main()
