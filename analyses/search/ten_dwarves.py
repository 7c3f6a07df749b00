"""
Which knobs should `best` have in 10 Dwarves?

Run by ``make search`` (some ten minutes on two cores). All players are candidates: a convention is
worth what a table wins that shares it. The objective is the mean share of games won with ten
dwarves at three tables where the convention does not win all: of four players, and of three and of
four with a card dealt to each. First a grid of the two whole knobs that matter together is played,
then each other knob alone is varied, and last the thresholds of a flip; all candidates play the
same games, and those of the check are new. What is found is written to the tables beside this file;
the best of the grid goes into ``strategies.py``.
"""

import csv
import math
from pathlib import Path

from dwarfsim.engine import Match, Player, play_range
from dwarfsim.game import load_game

SEED = 20_261
TABLES = ({"players": 4}, {"players": 3, "dealt": 1}, {"players": 4, "dealt": 1})
GAMES = 2_000  # of a candidate at a table
CHECK = 20_000
NEAR = (-1, 0, 1, 2, 3, 4, 5, 7, 9)
FOCUS = (2, 3, 4, 5, 6, 8, 10)
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1)


def won(game, name: str, knobs: dict, table: dict, seed: int, games: int) -> float:
    """The share of games won by a table of candidates."""
    player = Player(game.strategies[name], tuple(knobs.items()))
    totals = play_range(Match(game, game.values(table), [player], seed), 0, games).totals
    return totals.sums[0] / totals.games


def row_of(game, name: str, knobs: dict, seed: int = SEED, games: int = GAMES) -> dict:
    """A line of a table: the knobs, the objective, and what it is the mean of."""
    shares = [won(game, name, knobs, table, seed, games) for table in TABLES]
    mean = sum(shares) / len(shares)
    error = math.sqrt(sum(p * (1 - p) for p in shares) / games) / len(shares)
    names = ("_".join(f"{key}_{value}" for key, value in table.items()) for table in TABLES)
    row = {**knobs, "objective": mean, "se": error, **dict(zip(names, shares, strict=True))}
    row = {key: round(value, 5) for key, value in row.items()}
    print(name, row, flush=True)
    return row


def grid(game) -> list[dict]:
    """The objective over how near a card must be to be taken and what the code tells of."""
    knobs = {name: knob.default for name, knob in game.strategies["best"].knobs.items()}
    return [
        row_of(game, "best", {**knobs, "p": 1, "near": near, "focus": focus})
        for near in NEAR
        for focus in FOCUS
    ]


def lines(game, found: dict) -> list[dict]:
    """From the best of the grid, the other knobs one at a time."""
    rows = [row_of(game, "best", {**found, "fewest": fewest}) for fewest in (0, 1)]
    top = knobs_of(max(rows, key=lambda row: row["objective"]), found)
    return rows + [row_of(game, "best", {**top, "p": p}) for p in THRESHOLDS]


def knobs_of(row: dict, names) -> dict:
    """The knobs of a line."""
    return {name: row[name] for name in names}


def check(game, found: dict) -> list[dict]:
    """What was found, the knobs in use, and the strategies below, on new games."""
    used = {name: knob.default for name, knob in game.strategies["best"].knobs.items()}
    rows = []
    for label, name, knobs in (
        ("found", "best", found),
        ("in use", "best", used),
        ("signal", "signal", {}),
        ("lowest", "lowest", {}),
    ):
        row = row_of(game, name, knobs, SEED + 1, CHECK)
        rows.append({"knobs": label, **{key: row[key] for key in row if key not in used}})
    return rows


def write(name: str, rows: list[dict]) -> None:
    """A table beside this file."""
    with open(Path(__file__).with_name(name), "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    """Search, check, write."""
    game = load_game("ten-dwarves")
    names = list(game.strategies["best"].knobs)
    rows = grid(game)
    write("ten_dwarves_grid.csv", rows)
    found = knobs_of(max(rows, key=lambda row: row["objective"]), names)
    rows = lines(game, found)
    write("ten_dwarves_lines.csv", rows)
    found = knobs_of(max(rows, key=lambda row: row["objective"]), names)
    write("ten_dwarves_check.csv", check(game, found))


if __name__ == "__main__":
    main()
