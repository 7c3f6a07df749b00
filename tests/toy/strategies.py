"""Strategies for Pig, weakest first; the last ones are there to be caught."""

import numpy as np

from dwarfsim.game import Knob, Strategy
from dwarfsim.jit import kernel
from dwarfsim.rng import below, uniform

from . import BUSTS, POT, SIDES
from .rules import BANK, CHARM


@kernel
def flip(view, me):
    """Throws again with a fixed chance."""
    return 1 if uniform(me.luck, 0) < me.knobs[0] else 0


@kernel
def hold_at(view, me):
    """Throws until the pot is large enough."""
    return 1 if view.pot < me.knobs[0] else 0


@kernel
def fidget(view, me):
    """Plays as `hold` does, but draws numbers and scribbles first."""
    for draw in range(5):
        me.memory[draw % 2] += below(me.luck, draw, 100) + uniform(me.luck, 64 + draw)
    return 1 if view.pot < me.knobs[0] else 0


def solve(die: int) -> np.ndarray:
    """The value of each pot under optimal stopping (dynamic programming, from the largest)."""
    sides, busts = SIDES[die], BUSTS[die]
    value = np.arange(POT + sides + 1, dtype=float)
    for pot in range(POT - 1, -1, -1):
        value[pot] = max(pot, value[pot + busts + 1 : pot + sides + 1].sum() / sides)
    return value


def tables(rules, knobs) -> np.ndarray:
    """For each die and pot whether to throw again, then the better die."""
    values = [solve(die) for die in (0, 1)]
    again = [value[:POT] > np.arange(POT) for value in values]
    return np.array([*again[0], *again[1], values[1][0] > values[0][0]], float)


@kernel
def better_die(view, me):
    """The die of the higher expected pot."""
    return int(me.tables[2 * POT])


@kernel
def optimal(view, me):
    """Throws as long as that raises the expected pot: solved exactly beforehand."""
    return int(me.tables[view.die * POT + view.pot])


@kernel
def take_note(view, me):
    """Memory: the own charm, and the sum of all pots banked."""
    if view.what == CHARM:
        me.memory[0] = view.value
    if view.what == BANK:
        me.memory[1] += view.value
    return 0


@kernel
def claim_noted(view, me):
    """The charm that was shown; a number out of range if the notes are not this game's."""
    return int(me.memory[0]) if me.memory[1] == view.on_table else -1


@kernel
def cheat(view, me):
    """Answers 7 from a pot on."""
    return 7 if view.pot >= me.knobs[0] else 1


@kernel
def fall_over(view, me):
    """Divides by zero at a pot."""
    return 1 + 0 * (10 // (view.pot - int(me.knobs[0])))


HOLD = Strategy("hold", {"throw": hold_at}, knobs={"at": Knob(20, "pot to bank at", 1, POT)})
SOLVED = Strategy("solved", {"pick": better_die, "throw": optimal}, prepare=tables)

STRATEGIES = (
    Strategy("flip", {"throw": flip}, knobs={"chance": Knob(0.8, "of throwing again", 0, 1)}),
    HOLD,
    Strategy("fidget", {"throw": fidget}, inherits=HOLD, memory=2),
    SOLVED,
    Strategy(
        "attentive",
        {"claim": claim_noted, "observe": take_note},
        memory=2,
        doc="As `solved`, and remembers its charm.",
        inherits=SOLVED,
    ),
)
CULPRITS = {
    "cheat": Strategy("cheat", {"throw": cheat}, knobs={"at": 10}),
    "fall": Strategy("fall", {"throw": fall_over}, knobs={"at": 10}),
}
