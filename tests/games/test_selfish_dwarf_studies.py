"""What the studies of Selfish Dwarf compute from the rounds that were played."""

import math
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import ttest_ind

from dwarfsim.study import Study
from dwarfsim.studystore import StudyStore

ANALYSES = Path(__file__).parents[2] / "analyses"


@pytest.fixture(scope="module")
def helpers():
    """The modules of gold and of lengths."""
    sys.path.insert(0, str(ANALYSES))
    try:
        import _selfish_dwarf_gold
        import _selfish_dwarf_length

        yield _selfish_dwarf_gold, _selfish_dwarf_length
    finally:
        sys.path.remove(str(ANALYSES))


@pytest.fixture(scope="module")
def cells(tmp_path_factory, helpers):
    """Rounds of plain players at three tables, of both readings."""
    with StudyStore(tmp_path_factory.mktemp("study") / "store") as store:
        study = Study(store)
        settings = ["players=5,8,9", "saboteur_gold=4+3+3,4+4+4"]
        keep = helpers[1].KEPT
        yield study.sweep("tables", "selfish-dwarf", settings, ["plain"], 2_000, keep=keep)


@pytest.mark.parametrize("players", [5, 8, 9])
def test_gold_of_both_readings_from_the_rounds_of_one(helpers, cells, players):
    gold, _ = helpers
    rounds = gold.Rounds(cells(players=players, saboteur_gold="4+3+3"))
    assert rounds.shares.sum() == pytest.approx(1)
    for reading, setting in (("table", "4+3+3"), ("sentence", "4+4+4")):
        played = cells(players=players, saboteur_gold=setting)
        for role in ("saboteur", "digger", "selfish"):
            found = rounds.gold(role, rounds.printed(reading))
            expected = played.estimate(f"gold_{role}")
            assert found.mean == pytest.approx(expected["mean"])
            assert found.se == pytest.approx(expected["se"])
    assert rounds.differs(players) == (players > 5)


def test_fair_gold_makes_roles_equal(helpers, cells):
    gold, _ = helpers
    for players in (5, 8, 9):
        rounds = gold.Rounds(cells(players=players, saboteur_gold="4+3+3"))
        assert rounds.gap(rounds.even).mean == pytest.approx(0, abs=1e-12)
        assert rounds.gap(rounds.whole).mean < rounds.gap(rounds.printed("table")).mean
        wider = rounds.widening(rounds.printed("sentence"), rounds.printed("table"))
        apart = [rounds.gap(rounds.printed(reading)).mean for reading in ("sentence", "table")]
        assert wider.mean == pytest.approx(apart[0] - apart[1])


def test_interval_of_fair_gold_covers(helpers, cells):
    """The covariance of roles that exclude each other is what the formula says."""
    gold, _ = helpers
    rounds = gold.Rounds(cells(players=8, saboteur_gold="4+3+3"))
    truth = rounds.fair("selfish").mean
    samples = np.random.default_rng(5).multinomial(rounds.games, rounds.shares, 2_000)
    covered = 0
    for counts in samples:
        rounds.shares = counts / rounds.games
        found = rounds.fair("selfish")
        covered += found.low <= truth <= found.high
    assert covered / len(samples) == pytest.approx(0.95, abs=0.015)


def test_lengths_by_winner_add_up(helpers, cells):
    _, length = helpers
    played = cells(players=9, saboteur_gold="4+3+3")
    lengths = length.Lengths(played)
    for outcome in length.KEPT:
        assert lengths.mean(outcome)["mean"] == pytest.approx(played.estimate(outcome)["mean"])
        parts = [lengths.of(outcome, role).sum() for role in ("digger", "selfish", "saboteur")]
        assert sum(parts) == lengths.of(outcome).sum()
    assert set(lengths.of("turns", "saboteur")) == {67}
    assert set(lengths.of("deck_left", "saboteur")) == {0}
    assert lengths.of("goals_turned", length.GOLD).min() == 1
    assert lengths.of("goals_turned", "saboteur").max() <= 2
    low, high = lengths.quantiles("turns", length.GOLD)
    values = lengths.of("turns", length.GOLD)
    assert (values < low).mean() < 0.1 <= (values <= low).mean()
    assert (values < high).mean() < 0.9 <= (values <= high).mean()
    share = lengths.share("goals_turned", 1, length.GOLD)
    assert share["low"] < (lengths.of("goals_turned", length.GOLD) == 1).mean() < share["high"]


def test_welch(helpers):
    _, length = helpers
    luck = np.random.default_rng(7)
    first, second = luck.integers(0, 9, 40), luck.integers(0, 30, 25)
    found = length.welch(first, second)
    expected = ttest_ind(first, second, equal_var=False)
    ends = expected.confidence_interval(0.95)
    assert found.p == pytest.approx(expected.pvalue)
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high))
    assert math.isinf(length.welch(first, second[:1]).se)
