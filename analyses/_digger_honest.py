"""A strategy of the studies of stealing: a champion that never steals."""

import os
from pathlib import Path

from dwarfsim.game import Strategy
from dwarfsim.games.digger import rules as dg
from dwarfsim.games.digger.strategies import champion, champion_pick
from dwarfsim.jit import kernel

BLACK = dg.View._fields.index("black")
AFTER = BLACK + 1


@kernel
def honest_pick(view, me):
    """What the champion takes when it may not steal: as if no die were black."""
    return champion_pick(dg.View(*view[:BLACK], 0, *view[AFTER:]), me)


honest = Strategy(
    "honest", {"pick": honest_pick}, inherits=champion, doc="As `champion`, but never steals."
)


def honest_seat() -> str:
    """How the strategy above is named at a table, from the folder one is in."""
    return f"{os.path.relpath(Path(__file__).resolve())}::honest"
