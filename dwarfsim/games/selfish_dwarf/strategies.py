"""Strategies for Saboteur: Selfish Dwarf, weakest first."""

from ...game import Strategy
from .caving import NOTES
from .plain import plain_turn, random_turn

random = Strategy("random", {"turn": random_turn})
plain = Strategy(
    "plain",
    {"turn": plain_turn},
    memory=NOTES,
    doc="The rules page's rules of thumb for each role, by D: the path cards that are missing.",
)

STRATEGIES = (random, plain)
