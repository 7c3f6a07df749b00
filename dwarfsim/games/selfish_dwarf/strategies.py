"""Strategies for Saboteur: Selfish Dwarf, weakest first."""

from ...game import Strategy
from .beliefs import MEMORY, hear
from .caving import NOTES
from .knobs import KNOBS
from .plain import plain_turn, random_turn
from .reader import read_turn
from .weighing import worths

random = Strategy("random", {"turn": random_turn})
plain = Strategy(
    "plain",
    {"turn": plain_turn},
    memory=NOTES,
    doc="The rules page's rules of thumb for each role, by D: the path cards that are missing.",
)
reader = Strategy(
    "reader",
    {"turn": read_turn, "observe": hear},
    knobs=KNOBS,
    prepare=worths,
    memory=MEMORY,
    doc="Bayesian beliefs about roles and gold from all deeds; plays what they make worth most.",
)

STRATEGIES = (random, plain, reader)
