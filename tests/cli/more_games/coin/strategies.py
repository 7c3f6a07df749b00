"""Strategies for Coin."""

from dwarfsim.game import Strategy
from dwarfsim.jit import kernel


@kernel
def heads(view, me):
    """Always heads."""
    return 1


STRATEGIES = (Strategy("heads", {"guess": heads}),)
