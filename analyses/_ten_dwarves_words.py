"""What the studies of 10 Dwarves share: names, numbers and words."""

from _words import interval, key, plus_minus, points, signs_of, simultaneous, unbroken

from dwarfsim import words

__all__ = [
    "CONVENTIONS",
    "GAME",
    "NAMES",
    "STAND_INS",
    "WHO",
    "at",
    "interval",
    "key",
    "odds",
    "plus_minus",
    "points",
    "signs_of",
    "simultaneous",
    "unbroken",
]

GAME = "ten-dwarves"
WHO = {  # a table of them
    "random": "a random table",
    "silent": "a silent table",
    "chain": "a chaining table",
    "higher": "a table that takes the higher card",
    "lowest": "a table that names its lowest card",
    "signal": "a table with a code",
    "best": "a table with the best code",
}
NAMES = tuple(WHO)
STAND_INS = (
    "The effects of the characters are stand-ins of dwarfsim's (A3): the text of the rules at hand "
    "does not print them."
)
CONVENTIONS = ("higher", "lowest", "signal", "best")


def at(found) -> str:
    """A share in whole percents, or as exactly as it is known if it is near 0 or 100."""
    return words.percent(found["mean"])


def odds(found) -> str:
    """A share of games as it is in an estimate, or that there was none or all of them."""
    games = found["games"]
    if found["mean"] == 1:
        return f"all {games:,} games (at least {100 * found['low']:.2f} %)"
    if found["mean"] == 0:
        return f"none of {games:,} games (at most {100 * found['high']:.2g} %)"
    return interval(found)
