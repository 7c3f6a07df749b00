"""The players of the studies of money and prices leave out what they are told to."""

import sys
from pathlib import Path

import pytest

from dwarfsim.engine import play_range
from dwarfsim.game import load_game
from dwarfsim.grammar import tables
from dwarfsim.results import estimate
from dwarfsim.sweep import Sweep

ANALYSES = Path(__file__).parents[2] / "analyses"


@pytest.fixture
def helpers(monkeypatch):
    """The studies' own modules."""
    monkeypatch.syspath_prepend(str(ANALYSES))
    monkeypatch.chdir(ANALYSES.parent)
    import _silberzwerg_herd
    import _silberzwerg_trades

    yield _silberzwerg_trades, _silberzwerg_herd
    for name in [name for name in sys.modules if name.startswith("_silberzwerg")]:
        del sys.modules[name]


def means(table: str, games: int = 24):
    """The mean of each outcome of the first seat and of the game."""
    sweep = Sweep(load_game("silberzwerg"), {}, tables([table], True), {}, False, games, 1)
    match = sweep.match(sweep.cells[0])
    totals = play_range(match, 0, games, 1).totals
    return {
        slot.outcome.name if slot.index is None else (slot.outcome.name, slot.index): estimate(
            slot, number, totals
        )["mean"]
        for number, slot in enumerate(match.slots)
        if slot.seat in (None, 0)
    }


def test_what_is_left_out_is_left_out(helpers):
    trades, _ = helpers
    style = trades.Style(6, 0.6)  # dear enough to buy some
    outcomes = {trades.FULFILS: "orders", trades.SELLS: "gems_sold", trades.BUYS: "gems_bought"}
    for what in (trades.FULFILS | trades.BUYS, trades.SELLS | trades.BUYS, trades.SELLS):
        found = means(f"{trades.seat(what, style)},miner,miner,miner")
        for deed, outcome in outcomes.items():
            assert (found[outcome] > 0) == bool(what & deed), (what, outcome)


def test_followers_crowd_from_the_second_round_on(helpers):
    _, herd = helpers
    spread = {
        share: [means(",".join([herd.seat(share)] * 4), 100)["round_spread", i] for i in (0, 1)]
        for share in (0, 1)
    }
    assert spread[0][0] == spread[1][0]
    assert spread[1][1] > spread[0][1] + 3
