"""
Which knobs should `reader` have in Saboteur: Selfish Dwarf?

Run by ``make search``; ``python analyses/search/selfish_dwarf.py digger`` searches for one role.
All players of the role are candidates; the others are `plain`, `reader` with the knobs in use, and
half of each. The objective is the mean gold of a player of the role, at tables of seven and, in a
third of the games, of five and ten. Within an iteration all candidates play the same games; each
iteration plays new ones. CMA-ES searches around the knobs in use: what it finds, if it is better on
games of its own, goes into ``knobs.py``, rounded, and the search is run again, role after role.
What deeds tell about roles is sought with the gold-diggers' knobs. What is found is written to the
tables beside this file.
"""

import csv
import math
import sys
from pathlib import Path

import cma

from dwarfsim.engine import Match, Player, play_range
from dwarfsim.game import load_game

SEED = 20_261
GAMES = 600  # of a candidate against one kind of others
ITERATIONS = 30
CANDIDATES = 12
TABLES = (7, 7, 5, 7, 7, 10)  # players, one after another
ROLES = ("saboteur", "digger", "selfish")
PREFIX = {"saboteur": "sab_", "digger": "dig_", "selfish": "self_"}
OTHERS = (("plain", "plain"), ("reader", "reader"), ("plain", "reader"), ("reader", "plain"))


def names_of(game, role: str) -> list[str]:
    """The knobs that are sought with a role."""
    mine = [name for name in game.strategies["reader"].knobs if name.startswith(PREFIX[role])]
    if role == "digger":
        prefixes = tuple(PREFIX.values())
        mine += [n for n in game.strategies["reader"].knobs if not n.startswith(prefixes)]
    return mine


def gold(game, role: str, knobs: dict, others, players: int, seed: int, games: int) -> float:
    """The mean gold of a player of a role that plays `reader` with these knobs."""
    reader = game.strategies["reader"]
    cast = {role: Player(reader, tuple(knobs.items()))}
    for other, name in zip((r for r in ROLES if r != role), others, strict=True):
        cast[other] = Player(game.strategies[name])
    values = game.values({"players": players})
    seats = [Player(game.strategies["plain"])] * players
    match = Match(game, values, seats, seed, roles=cast)
    totals = play_range(match, 0, games).totals
    place = next(i for i, s in enumerate(match.slots) if s.outcome.name == f"gold_{role}")
    return totals.sums[place] / totals.games / match.slots[place].outcome.scale


def objective(game, role: str, knobs: dict, iteration: int, games: int = GAMES) -> float:
    """The mean gold over all kinds of others."""
    found = [
        gold(
            game,
            role,
            knobs,
            others,
            TABLES[(iteration + number) % len(TABLES)],
            SEED + 1000 * iteration + number,
            games,
        )
        for number, others in enumerate(OTHERS)
    ]
    return sum(found) / len(found)


def scale_of(knob) -> float:
    """A step of the search: a part of the knob in use, and more than nothing near 0."""
    width = min(knob.high - knob.low, 5)
    return 0.2 * abs(knob.default) + 0.02 * width


def within(game, names: list[str], point) -> dict:
    """The knobs that a point of the search stands for, inside their bounds."""
    found = {}
    for name, x in zip(names, point, strict=True):
        knob = game.strategies["reader"].knobs[name]
        value = knob.default + float(x) * scale_of(knob)
        found[name] = round(min(max(value, knob.low), knob.high), 3)
    return found


def search(game, role: str) -> list[dict]:
    """One row an iteration: the objective of the candidates, and the mean knobs."""
    names = names_of(game, role)
    options = {"popsize": CANDIDATES, "seed": SEED, "verbose": -9, "maxiter": ITERATIONS}
    strategy = cma.CMAEvolutionStrategy([0.0] * len(names), 1.0, options)
    rows = []
    for iteration in range(ITERATIONS):
        candidates = strategy.ask()
        found = [objective(game, role, within(game, names, c), 1 + iteration) for c in candidates]
        strategy.tell(candidates, [-value for value in found])
        row = {"iteration": iteration, "best": max(found), "mean": sum(found) / len(found)}
        rows.append({k: round(v, 4) for k, v in row.items()} | within(game, names, strategy.mean))
        print(rows[-1], flush=True)
    return rows


def check(game, role: str, found: dict) -> list[dict]:
    """What was found and the knobs in use, on the same new games."""
    rows = []
    for label, knobs in (("found", found), ("in use", {})):
        for players in (5, 7, 10):
            for number, others in enumerate(OTHERS):
                games = 12 * GAMES
                seed = SEED + 900_000 + number
                value = gold(game, role, knobs, others, players, seed, games)
                row = {"knobs": label, "players": players, "others": "+".join(others)}
                error = 2.0 / math.sqrt(games)  # gold lies between 0 and 4
                rows.append({**row, "gold": round(value, 4), "se_at_most": round(error, 4)})
        mean = sum(row["gold"] for row in rows[-12:]) / 12
        print(role, label, round(mean, 4), flush=True)
    return rows


def write(name: str, rows: list[dict]) -> None:
    """A table beside this file."""
    with open(Path(__file__).with_name(name), "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    """Search, check, write, for the roles named on the command line, or for all."""
    game = load_game("selfish-dwarf")
    for role in sys.argv[1:] or ROLES:
        rows = search(game, role)
        write(f"selfish_dwarf_{role}.csv", rows)
        found = {name: rows[-1][name] for name in names_of(game, role)}
        write(f"selfish_dwarf_{role}_check.csv", check(game, role, found))


if __name__ == "__main__":
    main()
