"""
Pig: a push-your-luck dice game that is solved exactly, and that uses all that the core offers.

In each round every seat takes a turn: it picks a die, then throws as long as it dares. A low face
ends the turn with nothing; a seat that stops banks the pot. Before the first round each seat is
shown a charm, a number of its own; at the end it may claim it for a point.
"""

from dwarfsim.game import Game, Outcome, Parameter

SIDES = {0: 6, 1: 10}  # of the two dice
BUSTS = {0: 1, 1: 2}  # their faces from 1 to this end the turn with nothing
POT = 120  # a pot so large is banked at once

GAME = Game(
    name="toy",
    title="Pig",
    summary="push your luck",
    module=__name__,
    parameters=(
        Parameter("players", int, 2, "seats at the table", low=1, high=4, source="toy"),
        Parameter("rounds", int, 3, "turns of each seat", low=1, high=6, source="toy"),
        Parameter("target", int, 1000, "ends the game after the round", low=1, source="toy"),
        Parameter("charms", int, 3, "charms to draw from", low=1, high=9, source="toy", id="A1"),
        Parameter("keeper", bool, False, "one seat holds the role of the keeper", source="toy"),
        Parameter("max_turns", int, 1000, "cap on throws", low=1, source="toy"),
    ),
    outcomes=(
        Outcome("win", "share of the win", kind="share", seat=True, win=True),
        Outcome("score", "points", seat=True, high=lambda v: v["rounds"] * (POT + 9) + 1),
        Outcome("kept", "whether the seat was the keeper", kind="flag", seat=True),
        Outcome(
            "banked",
            "points banked in a round",
            index="round",
            high=lambda v: v["players"] * (POT + 9),
            size=lambda v: v["rounds"],
        ),
        Outcome(
            "pots",
            "points that a seat banked in a round",
            seat=True,
            index="round",
            high=POT + 9,
            size=lambda v: v["rounds"],
        ),
        Outcome("throws", "dice thrown", high=lambda v: min(v["max_turns"], 1000), bounded=False),
        Outcome("pace", "points a throw", kind="real", high=10),
    ),
    seats=lambda values: values["players"],
    default_seats="solved",
    roles=("keeper",),
)
