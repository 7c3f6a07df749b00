"""The rules of Coin."""

from typing import NamedTuple

from dwarfsim.game import Decision
from dwarfsim.jit import Ints, kernel
from dwarfsim.rng import CHANCE, below, stream
from dwarfsim.table import FINISHED, ILLEGAL, ask


class Rules(NamedTuple):
    """The parameters."""

    bias: int


class View(NamedTuple):
    """All there is to see."""

    bias: int


class Outcomes(NamedTuple):
    """What a game writes down."""

    won: Ints


DECISIONS = (Decision("guess", View),)


@kernel
def play(rules, workspace, table, luck, out):
    """One game of Coin."""
    guess = ask(table, 0, 1, 0, luck, 0, View(rules.bias))
    if guess != 0 and guess != 1:
        return ILLEGAL
    out.won[0] = guess == (below(stream(luck, CHANCE, 0), 0, 100) < rules.bias)
    return FINISHED


def rules(values) -> Rules:
    """The kernel's rules from the parameters."""
    return Rules(values["bias"])


def workspace(rules) -> Rules:
    """Nothing is kept."""
    return rules
