"""What the studies of Selfish Dwarf share: names, numbers and words."""

from _words import (
    apart,
    factor,
    interval,
    key,
    plus_minus,
    points,
    signs_of,
    simultaneous,
    unbroken,
)

from dwarfsim import words
from dwarfsim.pairs import Difference

__all__ = [
    "GAME",
    "PLAYERS",
    "ROLES",
    "WHO",
    "apart",
    "factor",
    "gold",
    "interval",
    "key",
    "looks",
    "mean_gold",
    "plus_minus",
    "points",
    "signed",
    "signs_of",
    "simultaneous",
    "unbroken",
    "won",
]

GAME = "selfish-dwarf"
PLAYERS = tuple(range(5, 11))
ROLES = {  # how a sentence calls who has the role
    "saboteur": "the saboteurs",
    "digger": "the gold-diggers",
    "selfish": "the Selfish Dwarf",
}
ONE = {"saboteur": "a saboteur", "digger": "a gold-digger", "selfish": "the Selfish Dwarf"}
WINNER = {
    "saboteur": "winner_saboteurs",
    "digger": "winner_diggers",
    "selfish": "winner_selfish",
}
WHO = {"random": "a random player", "plain": "a plain player", "reader": "a reader"}


def looks(names=tuple(ROLES)) -> dict:
    """Of the roles, the same in all figures."""
    from dwarfsim import figures

    return figures.looks_of(names)


def won(played, role: str, level: float = 0.95) -> dict:
    """How often a role wins."""
    return played.estimate(WINNER[role], None, level)


def gold(played, role: str, level: float = 0.95) -> dict:
    """The mean gold of a head of a role."""
    return played.estimate(f"gold_{role}", None, level)


def gain(one, other, role: str, level: float = 0.95) -> Difference:
    """How much more often a role wins in the first of two cells, game by game."""
    return one.minus(other, WINNER[role], None, level)


def mean_gold(found) -> str:
    """A mean of gold with its interval: ``1.07 (1.05 to 1.09)``."""
    digits = max(2, words.decimals((found["high"] - found["low"]) / 2))
    low, high = (f"{found[end]:.{digits}f}" for end in ("low", "high"))
    return f"{found['mean']:.{digits}f} ({low} to {high})"


def signed(found, scale: float = 100, digits: int = 1) -> str:
    """A difference with its sign for a table."""
    return plus_minus(found.mean, found.low, found.high, scale, digits, sign=True)


def at_tables(players) -> str:
    """``with 5, 6 and 9 players``."""
    return f"with {words.spans(players)} players"
