"""
Which knobs should `smith`, `schemer` and `champion` have in Silberzwerg?

Run by ``make search`` (some ten minutes). CMA-ES searches around the knobs in use, for each
strategy in turn; a candidate sits with three of each of its rivals, seats rotated, and the
objective is its mean win share. Rivals are the steps below and the strategy itself as it is in use:
what is found, if better, goes into ``ladder.py``, rounded, and the search is run again. Against
schemers alone it leads to one that keeps its gems, which one that spends them beats, which smiths
beat: so `champion` meets all three. Within an iteration all candidates play the same games, each
iteration plays new ones. The rows of a search, and what was found against the knobs in use on the
same games, are written beside this file.
"""

import csv
import math
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cma

from dwarfsim.engine import Match, Player, play_range
from dwarfsim.game import load_game

SEED = 30_370
PLAYERS = 4
GAMES = 600  # of a candidate against one kind of rival
CHECK = 6_000
ITERATIONS, CANDIDATES = 16, 10
THREADS = 2
SPENDER = "schemer", {"hold": 1.5, "noise": 0.6}  # beats those that keep gems among schemers
RIVALS = {
    "smith": (("miner", {}), ("trader", {}), ("smith", {})),
    "schemer": (("trader", {}), ("smith", {}), ("schemer", {})),
    "champion": (("smith", {}), ("schemer", {}), SPENDER, ("champion", {})),
}
SCALES = {  # the first step of the search, knob by knob
    "hold": 0.8,
    "own": 0.3,
    "chance": 0.08,
    "shared": 0.15,
    "noise": 0.8,
    "demand": 0.5,
    "last": 0.2,
    "spite": 0.3,
    "shady": 0.3,
    "recall": 0.3,
    "race": 30.0,
    "haste": 0.2,
    "scarce": 0.4,
    "wary": 0.5,
}


def win_share(game, name: str, knobs: dict, rival, seed: int, games: int) -> float:
    """The win share of one against three rivals, seats rotated."""
    other, others_knobs = rival
    one = Player(game.strategies[name], tuple(knobs.items()))
    rest = [Player(game.strategies[other], tuple(others_knobs.items()))] * (PLAYERS - 1)
    match = Match(game, game.values({"players": PLAYERS}), [one, *rest], seed, rotate=True)
    totals = play_range(match, 0, games).totals
    place = next(i for i, slot in enumerate(match.slots) if slot.outcome.name == "win")
    return totals.sums[place] / totals.games / match.slots[place].outcome.scale


def objective(game, name: str, knobs: dict, iteration: int) -> float:
    """The mean win share against tables of each rival."""
    rivals = RIVALS[name]
    shares = [
        win_share(game, name, knobs, rival, SEED + 1000 * iteration + number, GAMES)
        for number, rival in enumerate(rivals)
    ]
    return sum(shares) / len(shares)


def search(game, name: str, pool) -> list[dict]:
    """One row an iteration: the mean knobs, and the objective of the candidates."""
    knobs = game.strategies[name].knobs
    first = [knob.default / SCALES[key] for key, knob in knobs.items()]
    options = {"popsize": CANDIDATES, "seed": SEED, "verbose": -9, "maxiter": ITERATIONS}
    strategy = cma.CMAEvolutionStrategy(first, 1.0, options)
    rows = []
    for iteration in range(ITERATIONS):
        candidates = strategy.ask()
        tries = [_within(knobs, c) for c in candidates]
        found = list(pool.map(lambda k, i=iteration: objective(game, name, k, 1 + i), tries))
        strategy.tell(candidates, [-value for value in found])
        row = {"iteration": iteration, "best": max(found), "mean": sum(found) / len(found)}
        rows.append({k: round(v, 4) for k, v in {**row, **_within(knobs, strategy.mean)}.items()})
        print(name, rows[-1], flush=True)
    return rows


def _within(knobs, point) -> dict:
    """The knobs that a point of the search stands for, inside their bounds."""
    values = {key: float(x) * SCALES[key] for key, x in zip(knobs, point, strict=True)}
    return {key: min(max(v, knobs[key].low), knobs[key].high) for key, v in values.items()}


def check(game, name: str, found: dict, pool) -> list[dict]:
    """What was found and the knobs in use, on the same games against each rival."""
    used = {key: knob.default for key, knob in game.strategies[name].knobs.items()}
    jobs = [
        (label, knobs, rival)
        for label, knobs in (("found", found), ("in use", used))
        for rival in RIVALS[name]
    ]
    shares = pool.map(lambda job: win_share(game, name, job[1], job[2], SEED, CHECK), jobs)
    error = math.sqrt(0.25 / CHECK)
    rows = []
    for (label, _, rival), share in zip(jobs, shares, strict=True):
        row = {"strategy": name, "knobs": label, "rivals": _named(rival), "share": round(share, 4)}
        rows.append({**row, "se_at_most": round(error, 4)})
        print(rows[-1], flush=True)
    return rows


def _named(rival) -> str:
    """A rival as it is written at the table."""
    return ":".join([rival[0], *(f"{key}={value:g}" for key, value in rival[1].items())])


def write(name: str, rows: list[dict]) -> None:
    """A table beside this file."""
    with open(Path(__file__).with_name(name), "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main(names) -> None:
    """Search, check, write: all strategies, or those that are named."""
    game = load_game("silberzwerg")
    with ThreadPoolExecutor(THREADS) as pool:
        for name in names or RIVALS:
            rows = search(game, name, pool)
            write(f"silberzwerg_{name}.csv", rows)
            found = {key: rows[-1][key] for key in game.strategies[name].knobs}
            write(f"silberzwerg_{name}_check.csv", check(game, name, found, pool))


if __name__ == "__main__":
    main(sys.argv[1:])
