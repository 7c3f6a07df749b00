"""What the studies of Silberzwerg share: numbers and words."""

from _seats import alone, between, crossing, fair_line, over_fair
from _words import apart, interval, plus_minus, points, unbroken

__all__ = [
    "GAME",
    "MANY",
    "WHO",
    "alone",
    "apart",
    "between",
    "crossing",
    "fair_line",
    "interval",
    "over_fair",
    "plus_minus",
    "points",
    "unbroken",
]

GAME = "silberzwerg"
WHO = {
    "random": "a random player",
    "miner": "a miner",
    "trader": "a trader",
    "smith": "a smith",
    "schemer": "a schemer",
    "champion": "a champion",
}
MANY = {  # more than one of them
    "random": "random players",
    "miner": "miners",
    "trader": "traders",
    "smith": "smiths",
    "schemer": "schemers",
    "champion": "champions",
}
