"""``dwarfsim simulate``: what it prints, and that the grammar means what it says."""

import csv
import json
import math
import re

import pytest

from dwarfsim import stats

KEYS = [
    *("game", "set", "seats", "outcome", "seat", "roles", "index", "games", "mean", "se"),
    *("low", "high", "sd", "p10", "p50", "p90", "unfinished"),
]
DWARF = ("simulate", "magic-dwarf", "--games", "400")
PIG = ("simulate", "pig", "--games", "400")


def test_json_has_exactly_these_keys_in_this_order(run):
    for row in run(*DWARF, "--json").json:
        assert list(row) == KEYS


def test_json_says_what_was_played(run):
    ran = run(*DWARF, "--set", "level=4", "--set", "dwarf_cards=1+3", "--seats", "rush", "--json")
    for row in ran.json:
        assert row["game"] == "magic-dwarf"
        assert row["set"] == {"level": 4, "dwarf_cards": [1, 3]}
        assert row["seats"] == "rush"
        assert (row["seat"], row["roles"], row["index"]) == (None, {}, None)
        assert row["games"] == 400


def test_json_names_only_what_was_set(run):
    assert all(row["set"] == {} for row in run(*DWARF, "--json").json)


def test_a_row_for_every_outcome_seat_and_index(run):
    rows = run(*PIG, "--set", "players=3", "--set", "rounds=2", "--json").json
    have = [(r["outcome"], r["seat"], r["index"]) for r in rows]
    seats, rounds = range(3), range(2)
    assert have == [
        *(("win", s, None) for s in seats),
        *(("score", s, None) for s in seats),
        *(("kept", s, None) for s in seats),
        *(("banked", None, i) for i in rounds),
        *(("pots", s, i) for s in seats for i in rounds),
        ("throws", None, None),
        ("pace", None, None),
        ("unfinished", None, None),
    ]


def test_the_shares_of_a_win_add_up(run):
    rows = run(*PIG, "--set", "players=3", "--json").json
    shares = [row["mean"] for row in rows if row["outcome"] == "win"]
    assert math.isclose(sum(shares), 1, rel_tol=1e-12)


def test_win_rates_have_a_wilson_interval_also_at_zero(run):
    for seats in ("rush", "random"):
        row = run(*DWARF, "--seats", seats, "--json").row("won")
        wins = round(row["mean"] * 400)
        assert (row["low"], row["high"]) == stats.wilson(wins, 400)
        assert row["low"] < row["high"]


def test_one_game_has_no_spread(run):
    row = run("simulate", "magic-dwarf", "--games", 1, "--json").row("turns")
    assert [row[k] for k in ("se", "low", "high", "sd")] == [None] * 4
    assert run("simulate", "magic-dwarf", "--games", 1).code == 0


def test_json_is_an_array_and_csv_holds_the_same_numbers(run):
    options = (*PIG, "--set", "cards=1+2", "--set", "keeper=true", "--role", "keeper=hold:3")
    rows = run(*options, "--json").json
    ran = run(*options, "--csv")
    table = list(csv.DictReader(ran.out.splitlines()))
    assert len(table) == len(rows)
    for flat, row in zip(table, rows, strict=True):
        assert flat["set.cards"] == "1+2"
        assert flat["set.keeper"] == "true"
        assert flat["role.keeper"] == row["roles"]["keeper"] == "hold:3"
        for key in KEYS:
            if key not in ("set", "roles"):
                text = "" if row[key] is None else str(row[key])
                assert flat[key] == text
                if isinstance(row[key], float):
                    assert float(flat[key]) == row[key]
    assert "\r" not in ran.out


@pytest.mark.parametrize("games", ["1000", "1_000", "1e3", "1E+3", "1000.0"])
def test_the_number_of_games_can_be_written_in_several_ways(run, games):
    assert run("simulate", "magic-dwarf", "--games", games, "--json").row("won")["games"] == 1000


def test_100_000_games_and_seed_1_unless_given_and_both_printed(run):
    ran = run("simulate", "magic-dwarf")
    assert "100,000 games, seed 1\n" in ran.out
    again = run("simulate", "magic-dwarf", "--games", "1e5", "--seed", "1")
    assert again.out == ran.out


def test_seeds(run):
    one, two, last = (run(*DWARF, "--seed", seed, "--json").out for seed in (1, 2, 2**64 - 1))
    assert len({one, two, last}) == 3
    assert run(*DWARF, "--seed", "1_0", "--json").out == run(*DWARF, "--seed", 10, "--json").out


def test_threads_change_no_byte(run):
    for form in ("--json", "--csv"):
        one, two, three = (run(*PIG, form, "--threads", n).out for n in (1, 2, 3))
        assert one == two == three


def test_hyphens_and_underscores_are_alike_in_names(run):
    one = run(*DWARF, "--set", "students_needed=2", "--json").out
    other = run("simulate", "magic_dwarf", "--set", "students-needed=2", "--games", 400, "--json")
    assert other.out == one


def test_a_legal_negative_value(run):
    row = run(*PIG, "--set", "shift=-1", "--json").row("throws")
    assert row["set"] == {"shift": -1}


# -------------------------------------------------------------------------------------- seats


def test_seats_as_given_and_one_for_all(run):
    named = run(*PIG, "--seats", "hold:at=5,hold:5", "--json").row("win", 0)
    for_all = run(*PIG, "--seats", "hold:5", "--json").row("win", 0)
    assert (named["seats"], for_all["seats"]) == ("hold:at=5,hold:5", "hold:5")
    assert named["mean"] == for_all["mean"]


def test_seats_set_the_number_of_players(run):
    row = run(*PIG, "--seats", "hold,flip,hold:5", "--json").row("win", 2)
    assert row["set"] == {"players": 3}
    assert "players=3" in run(*PIG, "--seats", "hold,flip,hold:5").out


def test_one_strategy_leaves_the_number_of_players(run):
    assert run(*PIG, "--seats", "hold", "--json").row("win", 1)["set"] == {}


def test_the_duel_takes_the_students_team_first(run, strategies):
    path = strategies(text="def nonsense(view, me):\n    return -1\n")
    duel = ("simulate", "magic-dwarf", "--games", 1, "--set", "mode=duel", "--set")
    students, witches = f"{path}::nonsense,rush", f"rush,{path}::nonsense"
    for seats, starts, turn in ((students, "students", 1), (witches, "students", 2)):
        ran = run(*duel, f"duel_starts={starts}", "--seats", seats)
        assert (ran.code, ran.out) == (1, "")
        assert f"turn {turn})" in ran.err
    ran = run(*duel, "duel_starts=coin", "--seats", "rush,random")
    assert "seats: 0 (students' team) rush, 1 (witches' team) random" in ran.out


def test_a_better_strategy_wins_at_any_place_when_seats_rotate(run):
    options = (*PIG, "--seats", "hold:20,hold:1,hold:1", "--rotate", "--json")
    first = run(*options).row("win", 0)
    assert first["games"] == 402  # a multiple of the three seats
    assert first["low"] > run(*options).row("win", 1)["high"]


def test_a_role_overrides_the_seat_of_who_holds_it(run):
    roles = ("--set", "keeper=true", "--role", "keeper=hold:1")
    seats = ("--seats", "hold:20", "--json")
    rows = run(*PIG, *roles, *seats).json
    assert all(row["roles"] == {"keeper": "hold:1"} for row in rows)
    score = {r["seat"]: r["mean"] for r in rows if r["outcome"] == "score"}
    without = run(*PIG, "--set", "keeper=true", *seats).json
    other = {r["seat"]: r["mean"] for r in without if r["outcome"] == "score"}
    assert score != other


# ------------------------------------------------------------------------------------- tables


def test_the_table_fits_80_columns(run):
    for options in ((*DWARF,), (*PIG, "--set", "players=4"), (*PIG, "--by", "round")):
        lines = run(*options).out.splitlines()
        assert max(map(len, lines)) <= 80


def test_the_table_says_what_was_played(run):
    out = run(*DWARF, "--set", "level=4", "--seats", "rush", "--seed", 7).out
    assert out.splitlines()[:2] == ["Magic Dwarf: level=4 seats=rush", "400 games, seed 7"]


def test_long_seats_are_wrapped(run, strategies):
    path = strategies("a folder with a long name/and a file with a long name.py")
    out = run(*DWARF, "--seats", f"{path}::mine").out
    assert max(len(line) for line in out.splitlines() if str(path) not in line) <= 80
    assert "::mine" in out


def test_digits_follow_the_width_of_the_interval(run):
    def decimals(games):
        out = run("simulate", "magic-dwarf", "--games", games).out
        mean = re.search(r"^won +(\S+)", out, re.MULTILINE)[1]
        return len(mean.partition(".")[2])

    assert decimals(100) == 2
    assert decimals(40_000) == 4


def test_seats_and_units_are_named(run):
    out = run(*DWARF).out
    assert "witch_gap (positions)" in out
    assert "seats: 0 hold, 1 flip" in run(*PIG, "--seats", "hold,flip").out
    rotated = run(*PIG, "--seats", "hold,flip", "--rotate").out
    assert "places in the list: 0 hold, 1 flip" in rotated
    assert "seats rotated" in rotated


def test_by_prints_the_outcomes_of_an_index(run):
    ran = run(*PIG, "--by", "round", "--set", "rounds=2")
    lines = [line.split() for line in ran.out.splitlines()]
    names = {(line[0], line[1]) for line in lines if line and line[0] in ("banked", "pots")}
    assert ("banked", "0") in names and ("banked", "1") in names
    assert not any(line and line[0] == "win" for line in lines)


def test_an_index_tells_how_many_games_reached_it(run):
    """Pig ends after the round in which a seat has the target."""
    options = (*PIG, "--set", "target=20", "--seats", "hold", "--json")
    games = [run(*options).row("banked", None, i)["games"] for i in range(3)]
    assert games[0] == 400 > games[1] > games[2] > 0


def test_an_outcome_that_never_varied_is_not_said_to_be_certain(run):
    """A t interval of no width is a fact about the sample alone."""
    ran = run(*PIG, "--set", "max_turns=1")
    line = re.search(r"^throws .*$", ran.out, re.MULTILINE)[0]
    assert "1 to 1" not in line and "the same in all" in line
    bound = re.search(r"with 95 % confidence, fewer than (\S+) %", " ".join(ran.out.split()))
    assert math.isclose(float(bound[1]), 100 * stats.wilson(0, 400).high, rel_tol=0.05)
    row = run(*PIG, "--set", "max_turns=1", "--json").row("throws")
    assert (row["mean"], row["low"], row["high"]) == (1, 1, 1)


def test_unfinished_games_are_counted_and_named(run):
    capped = (*DWARF, "--set", "max_turns=15")
    rows = run(*capped, "--json").json
    [unfinished] = {row["unfinished"] for row in rows}
    assert 0 < unfinished < 400
    assert unfinished == round(400 * run(*capped, "--json").row("unfinished")["mean"])
    assert f"UNFINISHED: {unfinished} games" in run(*capped).out
    assert "UNFINISHED" not in run(*DWARF).out


def test_json_of_an_unfinished_share_is_still_json(run):
    ran = run("simulate", "pig", "--games", 1, "--set", "max_turns=1", "--json")
    assert all(row["unfinished"] == 1 for row in ran.json)
    assert json.loads(ran.out)


# ------------------------------------------------------------------------- strategies in files


@pytest.mark.parametrize(
    "name",
    ["mine.py", "[bold]mine[/bold].py", "my plays/of the family.py", "NA.py", "None.py", "a,b.py"],
)
def test_strategies_from_files_of_any_name(run, strategies, name):
    path = strategies(name)
    text = f"'{path}'::mine" if "," in name else f"{path}::mine"
    row = run(*DWARF, "--seats", text, "--json").row("won")
    assert row["seats"] == text
    assert row["mean"] == run(*DWARF, "--seats", "rush", "--json").row("won")["mean"]
    table = run(*DWARF, "--seats", text).out
    assert text.rpartition("/")[2] in " ".join(table.split())


@pytest.mark.parametrize("name", ["NA", "None", "a b", "nan", "[red]x"])
def test_strategies_of_any_name(run, strategies, name):
    path = strategies(
        text="from dwarfsim.game import Strategy\n"
        "from dwarfsim.games.magic_dwarf.strategies import rush_move\n"
        f"globals()[{name!r}] = Strategy({name!r}, {{'move': rush_move}})\n"
    )
    text = f"{path}::{name}"
    assert run(*DWARF, "--seats", text, "--json").row("won")["seats"] == text
    flat = list(csv.DictReader(run(*DWARF, "--seats", text, "--csv").out.splitlines()))
    assert flat[0]["seats"] == text
