"""Diggers that follow the last round's prices, for the study of prices."""

import os
from pathlib import Path

from dwarfsim.game import Knob, Strategy
from dwarfsim.games.silberzwerg import view as sz
from dwarfsim.games.silberzwerg.strategies import STRATEGIES
from dwarfsim.jit import kernel
from dwarfsim.rng import below

trader = next(one for one in STRATEGIES if one.name == "trader")
FOLLOW = 0  # knob
DIGGERS = 4
MANY = 1_000_000
SURE = 6  # a price from which on a gem is sold


@kernel
def dearest(view, me):
    """The colour that was dearest in the last round; of several, any."""
    best, colour, ties = -1, 0, 0
    for other in range(sz.COLOURS):
        price = sz.count(view.prices, other)
        ties = 1 if price > best else ties + (price == best)
        if price > best or (price == best and below(me.luck, 100 + other, ties) == 0):
            best, colour = price, other
    return colour


@kernel
def follow_place(view, me):
    """Some diggers to the colour that was dearest, the others anywhere; sells, and buys one."""
    colour, placed = dearest(view, me), 0
    for digger in range(DIGGERS):
        follows = below(me.luck, 2 * digger, MANY) < me.knobs[FOLLOW] * MANY
        if not follows or view.round == 1:
            placed += sz.dwarf(sz.DIGGER, below(me.luck, 2 * digger + 1, sz.COLOURS))
        else:
            placed += sz.dwarf(sz.DIGGER, colour)
    placed += sz.dwarf(sz.SILVER, sz.GEMS)
    return placed + sz.dwarf(sz.SILVER, below(me.luck, 200, sz.COLOURS))


follower = Strategy(
    "follower",
    {"place": follow_place},
    knobs={"follow": Knob(0.5, "share of the diggers that go where prices were highest", 0, 1)},
    inherits=trader,
    doc="As `trader`, but some of its diggers go where the price was highest in the last round, "
    "the others anywhere.",
)


def seat(share: float) -> str:
    """How such a player is named at a table, from the folder one is in."""
    return f"{os.path.relpath(Path(__file__).resolve())}::follower:follow={share:g}"
