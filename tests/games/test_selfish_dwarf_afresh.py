"""A round does not depend on what earlier ones left in the arrays."""

import numpy as np
import pytest

from dwarfsim.game import load_game
from dwarfsim.grammar import settings, tables
from dwarfsim.jit import COMPILED
from dwarfsim.sweep import Sweep

pytestmark = pytest.mark.skipif(not COMPILED, reason="too slow in plain Python")
GAMES = 60
LEFT_OVER = ("waves", "seen")  # written before they are read, if all is well


def played(match, spoil) -> np.ndarray:
    """The rounds of a match, each in arrays that were spoilt before."""
    worker = match.worker()
    rows = np.empty((GAMES, len(match.slots)), np.int64)
    for k in range(GAMES):
        for name in LEFT_OVER:
            array = getattr(worker.workspace, name)
            array[...] = spoil(array.shape)
        worker.play(k, 1, rows[k : k + 1])
    return rows


@pytest.mark.parametrize("strategy", ["random", "plain", "reader"])
@pytest.mark.parametrize("players", [5, 10])
def test_waves_of_earlier_rounds_are_not_read(strategy, players):
    game = load_game("selfish-dwarf")
    options = settings([f"players={players}"], game, False)
    sweep = Sweep(game, options, tables([strategy], False), {}, False, GAMES, 1)
    match = sweep.match(sweep.cells[0])
    luck = np.random.default_rng(3)
    clean = played(match, lambda shape: 0)
    assert (played(match, lambda shape: -1) == clean).all()
    assert (played(match, lambda shape: luck.integers(-(2**62), 2**62, shape)) == clean).all()
