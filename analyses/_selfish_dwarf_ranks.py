"""Which role is ahead of the others, cell by cell, and the ends of findings over the tables."""

from collections.abc import Mapping

import _selfish_dwarf_words as say
import numpy as np
from _selfish_dwarf_gold import Rounds

from dwarfsim import words

PAIRS = (("saboteur", "digger"), ("saboteur", "selfish"), ("digger", "selfish"))
WINS = {  # by ending, as in `Rounds`
    "saboteur": np.array([1.0, 0.0, 0.0, 0.0]),
    "digger": np.array([0.0, 1.0, 1.0, 0.0]),
    "selfish": np.array([0.0, 0.0, 0.0, 1.0]),
}


def ahead(cells: Mapping, gold: bool) -> dict:
    """
    The role that is ahead of both others in each cell, None where none is seen to be.

    Roles are compared round by round; Holm's correction is for all pairs of roles of all cells.

    Parameters
    ----------
    cells : mapping to study.Played
        With the printed gold and the Selfish Dwarf.
    gold : bool
        Compare the gold of a head, not how often a role wins.
    """
    gaps = {}
    for name, played in cells.items():
        rounds = Rounds(played)
        values = rounds.payoffs(rounds.printed("table")) if gold else WINS
        for one, other in PAIRS:
            gaps[name, one, other] = rounds.mean(values[one] - values[other])
    signs = say.signs_of(gaps)
    signs |= {(name, other, one): -sign for (name, one, other), sign in signs.items()}
    tops = {}
    for name in cells:
        best = [r for r in say.ROLES if all(signs[name, r, s] > 0 for s in say.ROLES if s != r)]
        tops[name] = best[0] if best else None
    return tops


def grouped(tops: Mapping) -> dict:
    """The tables of each role, roles in the order in which they come first."""
    found = {}
    for players, role in tops.items():
        found.setdefault(role, []).append(players)
    return found


def least(found: Mapping):
    """The key of the smallest of some estimates or differences, whatever its sign."""
    return min(found, key=lambda key: abs(mean_of(found[key])))


def most(found: Mapping):
    """The key of the greatest."""
    return max(found, key=lambda key: abs(mean_of(found[key])))


def mean_of(found) -> float:
    """The mean of an estimate or of a difference."""
    return found["mean"] if isinstance(found, Mapping) else found.mean


def tables(players, every: int = 6) -> str:
    """``at every table`` or ``with 5, 6 and 9 players``."""
    players = list(players)
    return "at every table" if len(players) == every else f"with {words.spans(players)} players"
