"""The toy game of the tests, with parameters of every kind, under the name ``pig``."""

from dataclasses import replace

from dwarfsim.game import Parameter
from tests import toy

GAME = replace(
    toy.GAME,
    name="pig",
    parameters=(
        *toy.GAME.parameters,
        Parameter("shift", int, 0, "changes nothing", low=-5, high=5, source="toy"),
        Parameter("mood", float, 0.5, "changes nothing", low=0, high=1, source="toy"),
        Parameter("cards", tuple, (1, 2), "change nothing", low=1, high=9, source="toy"),
        Parameter(
            "weather",
            str,
            "fair",
            "changes nothing",
            choices=("fair", "foul"),
            source="toy",
            sweep="fair,foul",
        ),
    ),
)
