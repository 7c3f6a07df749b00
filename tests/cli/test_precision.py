"""``--precision``: stops at the first look at which it is true, and nowhere else."""

import math
from dataclasses import replace

import pytest

from dwarfsim import stats
from dwarfsim.game import Outcome, load_game
from dwarfsim.totals import MOST_BINS, slots_of

DWARF = ("simulate", "magic-dwarf")


def half(interval) -> float:
    return (interval[1] - interval[0]) / 2


def sequence_of(row):
    return stats.binomial_sequence(round(row["mean"] * row["games"]), row["games"])


@pytest.mark.parametrize("seats", ["rush", "random"])
def test_a_rate_stops_at_the_first_look_that_is_narrow_enough(run, seats):
    row = run(*DWARF, "--seats", seats, "--precision", "1%", "--json").row("won")
    assert (row["low"], row["high"]) == sequence_of(row)
    assert half(sequence_of(row)) <= 0.01
    looks = stats.looks(10**8)
    assert row["games"] in looks
    for games in looks[: looks.index(row["games"])]:
        earlier = run(*DWARF, "--seats", seats, "--games", games, "--json").row("won")
        assert half(sequence_of(earlier)) > 0.01


def test_no_wins_are_no_certainty(run):
    """`random` hardly ever wins at level 7: a width of nothing would end the run at once."""
    options = ("--set", "level=7", "--seats", "random", "--precision", "0.05%", "--json")
    row = run(*DWARF, *options).row("won")
    assert row["games"] > 5000
    assert 0 < half((row["low"], row["high"])) <= 0.0005
    assert row["low"] <= row["mean"] <= row["high"]


def test_percent_and_plain_are_the_same(run):
    one, other = (run(*DWARF, "--precision", p, "--json").out for p in ("2%", "0.02"))
    assert one == other


def test_shares_of_every_seat_are_watched_by_the_bounded_sequence(run):
    options = ("simulate", "pig", "--seats", "hold:20,hold:1,flip:0.5", "--json")
    rows = run(*options, "--precision", "3%").json
    wins = [row for row in rows if row["outcome"] == "win"]
    assert len(wins) == 3
    assert all(half((row["low"], row["high"])) <= 0.03 for row in wins)
    fixed = run(*options, "--games", wins[0]["games"]).json
    for row, plain in zip(wins, (r for r in fixed if r["outcome"] == "win"), strict=True):
        assert row["mean"] == plain["mean"]
        assert row["low"] < plain["low"] < plain["high"] < row["high"]


def test_one_seat_that_is_less_precise_keeps_all_playing(run):
    """A share of nearly nothing is soon known; that of the others is not."""
    options = ("--seats", "hold:20,hold:20,hold:120", "--precision", "4%", "--json")
    rows = run("simulate", "pig", *options).json
    widths = [half((r["low"], r["high"])) for r in rows if r["outcome"] == "win"]
    assert min(widths) < 0.02 < max(widths) <= 0.04


@pytest.mark.parametrize(
    ("outcome", "precision"), [("students_home", "0.05"), ("turns", "5"), ("witch_gap", "0.3")]
)
def test_other_bounded_outcomes(run, outcome, precision):
    options = ("--outcome", outcome, "--json")
    row = run(*DWARF, "--precision", precision, *options).row(outcome)
    assert half((row["low"], row["high"])) <= float(precision)
    fixed = run(*DWARF, "--games", row["games"], "--json").row(outcome)
    assert row["low"] < fixed["low"] <= fixed["mean"] <= fixed["high"] < row["high"]


def test_a_real_outcome_with_bounds(run):
    options = ("simulate", "pig", "--precision", "0.2", "--outcome", "pace", "--json")
    row = run(*options).row("pace")
    assert half((row["low"], row["high"])) <= 0.2
    assert row["low"] < row["mean"] < row["high"]


def test_the_cap_is_reported(run):
    options = ("--precision", "0.1%", "--max-games", "3_000")
    ran = run(*DWARF, *options)
    assert "3,000 games, seed 1" in ran.out
    said = "within ±0.1 percentage points, by at most 3,000 games (NOT reached)"
    assert said in " ".join(ran.out.split())
    row = run(*DWARF, *options, "--json").row("won")
    assert (row["low"], row["high"]) == sequence_of(row)
    swept = run("sweep", "magic-dwarf", "--set", "level=1,7", *options, "--threads", 2)
    assert "3,000!" in swept.out and "! the precision was not reached" in swept.out


def test_what_was_reached_is_reported(run):
    ran = run(*DWARF, "--precision", "1%", "--outcome", "won")
    assert "won within ±1 percentage point, by at most 100,000,000 games (reached)" in " ".join(
        ran.out.split()
    )
    assert "valid at every look" in ran.out


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (["magic-dwarf", "--precision", "1", "--outcome", "reshuffles"], ["no known bound", "won"]),
        (["pig", "--precision", "1", "--outcome", "throws"], ["no known bound", "win"]),
        (["magic-dwarf", "--precision", "1%", "--outcome", "turns"], ["% is for outcomes from 0"]),
    ],
)
def test_what_no_interval_could_promise_is_refused(refused, args, parts):
    said = refused("simulate", *args)
    assert [part for part in parts if part not in said] == [], said


def test_a_bound_beyond_the_histogram_is_none():
    """What lies beyond the last bin is counted in it: as if it were less than it is."""
    ends = Outcome("turns", "", high=lambda values: values["most"])
    game = replace(load_game("magic-dwarf"), outcomes=(ends,))
    assert not slots_of(game, {"most": MOST_BINS - 1})[0].open
    assert slots_of(game, {"most": MOST_BINS})[0].open


@pytest.mark.parametrize("seats", [2, 3])
def test_looks_fall_on_whole_rotations(run, seats):
    table = ",".join(["hold:20", *["hold:1"] * (seats - 1)])
    for most in (1000, 5000):
        options = ("--seats", table, "--rotate", "--precision", "3%", "--max-games", most)
        games = run("simulate", "pig", *options, "--json").row("win", 0)["games"]
        assert games % seats == 0
        assert math.isclose(games, most, abs_tol=seats) or games < most


def test_a_sweep_goes_on_from_a_looser_precision(run, tmp_path):
    options = ("sweep", "magic-dwarf", "--set", "level=1,7")
    run(*options, "--precision", "3%", "--out", tmp_path / "out")
    tighter = run(*options, "--precision", "2%", "--out", tmp_path / "out", "--json").out
    assert tighter == run(*options, "--precision", "2%", "--json").out
