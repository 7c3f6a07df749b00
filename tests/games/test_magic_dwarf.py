"""Magic Dwarf, reading by reading (R1-R7): hand-worked positions and what every game must show."""

from collections import Counter

import numpy as np
import pytest

from dwarfsim.games.magic_dwarf import rules as md

from .magic_dwarf_record import (
    card,
    colours_along,
    counts,
    legal_moves,
    match,
    members,
    position,
    record,
)

PATH = [int(c) for c in "01234401233401223401"]
S, W, D = "student", "witch", "dwarf"
COLOURS_AT = {c: [p for p in range(1, 21) if PATH[p - 1] == c] for c in range(5)}
BLIND = (S, 4)  # a card that a test does not look at


def destinations(card, students, witches, **readings):
    """Where a card takes whom: ``{(side, origin): destination}``; a pass is ``(None, None)``."""
    view = position(students, witches, (card, BLIND), PATH, **readings)
    return {(m[1], m[2]): place for m, place in legal_moves(view).items() if m[0] == 0}


# ------------------------------------------------------------------ the rulebook's own examples


def test_example_1_a_student_jumps_over_the_witch_on_the_first_yellow_space():
    first, second = COLOURS_AT[3][:2]
    assert destinations((S, 3), [0] * 4, [0, first]) == {(S, 0): second}


def test_example_2_rupert_sends_the_witch_back_to_the_second_empty_space_behind_the_students():
    assert destinations((D, 2), [0, 0, 11, 12], [0, 13])[W, 13] == 9


def test_example_3_no_more_yellow_spaces_so_the_student_meets_rupert():
    assert destinations((S, 3), [18, 0, 0, 0], [0, 3])[S, 18] == 21


# ------------------------------------------------------------------------------ R1, R2: setting up


def test_r1_a_section_has_five_spaces_and_positions_are_start_20_spaces_finish():
    assert colours_along(md.path_words(PATH)) == PATH
    for level, spots in md.LEVELS.items():
        for spot in spots:
            assert spot == 0 or (spot - 3) % 5 == 0, level  # the middle of a section


STARTS = {1: (0, 3), 2: (0, 8), 3: (0, 13), 4: (3, 13), 5: (8, 13), 6: (3, 18), 7: (8, 18)}


@pytest.mark.parametrize("level", STARTS)
def test_r2_witches_start_by_level_and_students_at_start(level):
    first = record("random", 0, level=level).views[0]
    assert members(first.witches) == sorted(STARTS[level])
    assert first.witches_at_start == STARTS[level].count(0)
    assert (members(first.students), first.students_at_start) == ([0], 4)
    assert (first.students_home, first.witches_home) == (0, 0)


def test_r7_a_duel_starts_with_three_against_three():
    first = record("random", 0, mode="duel", level=7).views[0]
    assert members(first.students) == members(first.witches) == [0]
    assert (first.students_at_start, first.witches_at_start) == (3, 3)


# --------------------------------------------------------------------------------- R3: the cards


def test_r3_the_card_that_is_not_used_stays():
    told = record("random", 3)
    for before, after in zip(told.lines, told.lines[1:], strict=False):
        kept = before["older"] if before["answer"] >> 5 else before["newer"]
        assert after["older"] == kept


@pytest.mark.parametrize("mode, held", [("coop", 1), ("duel", 3)])
def test_r3_r7_the_discard_pile_comes_back_when_a_card_is_really_wanted(mode, held):
    """Whatever is face up or in the hands when the forest is empty stays out of the shuffle."""
    deck = {
        "student_cards": (1, 1, 0, 0, 1),
        "witch_cards": (0, 1, 1, 0, 0),
        "dwarf_cards": (1, 2),
    }
    for k in range(20):
        told = record("random", k, mode=mode, **deck)
        for turn, line in enumerate(told.lines):
            assert line["reshuffles"] == turn // (7 - held)


# -------------------------------------------------------------------------- R4: forwards


def test_r4_only_the_kind_on_the_card_moves_and_alike_characters_at_one_place_are_one_move():
    assert destinations((S, 0), [0, 0, 2, 7], [0, 3]) == {(S, 0): 1, (S, 2): 13, (S, 7): 13}
    assert destinations((W, 0), [0, 0, 2, 7], [0, 3]) == {(W, 0): 1, (W, 3): 13}


def test_r4_everybody_is_skipped_friend_and_foe_and_never_the_space_one_stands_on():
    assert destinations((S, 0), [1, 7, 13, 19], [0, 3]) == {
        (S, 1): 21,
        (S, 7): 21,
        (S, 13): 21,
        (S, 19): 21,
    }
    assert destinations((S, 0), [0, 0, 0, 1], [7, 13]) == {(S, 0): 19, (S, 1): 19}


def test_r4_those_at_the_finish_stay_and_do_not_block():
    assert destinations((S, 1), [0, 20, 21, 21], [0, 3]) == {(S, 0): 2, (S, 20): 21}


def test_r4_the_last_space_and_the_one_right_ahead_count():
    assert destinations((S, 1), [19, 0, 1, 0], [0, 3]) == {(S, 19): 20, (S, 1): 2, (S, 0): 2}


# -------------------------------------------------------------------------- R5: backwards


def test_r5_a_dwarf_moves_anyone_on_a_coloured_space_or_nobody():
    assert destinations((D, 1), [0, 0, 2, 21], [0, 3]) == {(S, 2): 1, (W, 3): 1, (None, None): None}


@pytest.mark.parametrize("n, places", [(1, (16, 0)), (2, (14, 0)), (3, (13, 0)), (9, (7, 0))])
def test_r5_occupied_spaces_are_skipped_and_start_stops_the_move(n, places):
    found = destinations((D, n), [1, 15, 17, 21], [0, 18])
    assert (found[W, 18], found[S, 1]) == places


def test_r5_start_is_always_empty_and_counts():
    assert destinations((D, 2), [0, 0, 0, 3], [1, 0]) == {
        (S, 3): 0,  # 2 is the first, Start the second
        (W, 1): 0,
        (None, None): None,
    }
    assert destinations((D, 1), [0, 1, 2, 3], [0, 4])[W, 4] == 0


def test_r5_dwarf_may_pass_false_passes_only_where_nobody_can_move():
    crowd, nobody = ([0, 0, 2, 21], [0, 3]), ([0, 0, 21, 21], [0, 0])
    assert (None, None) not in destinations((D, 1), *crowd, may_pass=False)
    assert destinations((D, 1), *nobody, may_pass=False) == {(None, None): None}
    assert destinations((D, 1), *nobody, may_pass=True) == {(None, None): None}


def test_r5_only_a_dwarf_passes():
    assert (None, None) not in destinations((S, 0), [0] * 4, [0, 0])


def test_r5_dwarf_from_finish_fetches_either_side_back():
    home = ([21, 21, 5], [20, 21, 0])
    assert destinations((D, 2), *home) == {(S, 5): 3, (W, 20): 18, (None, None): None}
    assert destinations((D, 2), *home, from_finish=True) == {
        (S, 5): 3,
        (W, 20): 18,
        (S, 21): 18,  # 20 is taken, 19 the first
        (W, 21): 18,
        (None, None): None,
    }


def test_both_cards_can_be_chosen_and_nothing_else_is_legal():
    view = position([0] * 4, [0, 3], ((S, 1), (W, 2)), PATH)
    assert legal_moves(view) == {(0, S, 0): 2, (1, W, 0): 9, (1, W, 3): 9}


@pytest.mark.parametrize(
    "origin, place", [(0, 3), (0, 21), (1, 3), (4, 0), (4, 3), (20, 21), (21, 18), (21, 0)]
)
@pytest.mark.parametrize("side", [S, W])
def test_one_character_moves_and_all_others_stay(side, origin, place):
    stand = {S: [0, 2, 21], W: [0, 2, 21], side: [0, 0, 1, 4, 20, 21]}
    view = position(stand[S], stand[W], (BLIND, BLIND), PATH)
    board = md.Board(*(getattr(view, name) for name in md.Board._fields))
    board = md.move(board, side == S, origin, place)
    stand[side][stand[side].index(origin)] = place
    after = position(stand[S], stand[W], (BLIND, BLIND), PATH)
    assert board == md.Board(*(getattr(after, name) for name in md.Board._fields))


# ------------------------------------------------------------------------- R6, R7: how it ends


@pytest.mark.parametrize("needed", [1, 2, 3, 4])
def test_r6_it_ends_as_soon_as_enough_students_or_one_witch_are_home(needed):
    won = 0
    for k in range(60):
        told = record("rush", k, students_needed=needed)
        assert all(v.students_home < needed and v.witches_home == 0 for v in told.views)
        end = told.outcomes
        assert (end["students_home"] == needed) + (end["witches_home"] == 1) == 1
        assert end["won"] == (end["students_home"] == needed)
        assert end["turns"] == len(told.views) and end["unfinished"] == 0
        assert (end["witch_gap"] == 0) == (end["witches_home"] == 1)
        won += end["won"]
    assert won > 0


def test_r7_a_duel_ends_with_three_of_a_team_at_home_and_needs_no_fourth():
    winners = Counter()
    for k in range(60):
        told = record("random", k, mode="duel", students_needed=1)
        assert all(v.students_home < 3 and v.witches_home < 3 for v in told.views)
        end = told.outcomes
        assert (end["students_home"] == 3) + (end["witches_home"] == 3) == 1
        assert end["won"] == (end["students_home"] == 3)
        winners[end["won"]] += 1
        assert [v.team for v in told.views[1:]] == [1 - v.team for v in told.views[:-1]]
    assert len(winners) == 2


def test_r7_a_hand_keeps_the_other_card_and_gets_the_next():
    told = record("random", 2, mode="duel")
    for before, after in zip(told.lines, told.lines[2:], strict=False):
        kept = before["older"] if before["answer"] >> 5 else before["newer"]
        assert after["older"] == kept


def test_r7_the_other_hand_is_as_unseen_as_the_forest():
    """What a team cannot see holds the other hand, before and after that plays."""
    told = record("random", 5, mode="duel")
    for before, after in zip(told.views, told.views[1:], strict=False):
        for shown in (after.older, after.newer):
            kind, n = card(shown)
            word = (before.unseen_students, before.unseen_witches, before.unseen_dwarves)
            assert counts(word[(S, W, D).index(kind)])[n] > 0


# ----------------------------------------------------------------------- every turn of any game


@pytest.mark.parametrize("mode", ["coop", "duel"])
def test_no_space_holds_two_and_nobody_is_lost(mode):
    crew = (3, 3) if mode == "duel" else (4, 2)
    for k in range(30):
        for view in record("random", k, mode=mode).views:
            assert view.students & view.witches & md.SPACES == 0
            students = view.students_at_start + view.students_home
            witches = view.witches_at_start + view.witches_home
            students += len(members(view.students & md.SPACES))
            witches += len(members(view.witches & md.SPACES))
            assert (students, witches) == crew


def test_the_cap_on_turns_is_reported():
    end = record("rush", 0, max_turns=5).outcomes
    assert (end["unfinished"], end["turns"], end["won"]) == (1, 5, 0)
    whole = record("rush", 0).outcomes
    assert record("rush", 0, max_turns=whole["turns"]).outcomes == whole


# -------------------------------------------------------------------------------- benchmarks


def test_random_takes_either_card_and_then_any_of_its_moves():
    """A card with k moves: each of them is taken as often as the others, within 4.5 sigma."""
    taken, choices = {}, Counter()
    for k in range(150):
        for mode in ("coop", "duel"):
            told = record("random", k, mode=mode)
            for view, line in zip(told.views, told.lines, strict=True):
                choice = line["answer"] >> 5
                mine = [m for m in legal_moves(view) if m[0] == choice]
                choices[choice] += 1
                origin = line["answer"] & 31
                ranks = sorted(31 if m[2] is None else m[2] for m in mine)
                taken.setdefault(len(mine), Counter())[ranks.index(min(origin, 31))] += 1
    taken[2] = taken.get(2, Counter()) + Counter()
    for n, found in [(2, choices), *taken.items()]:
        total = sum(found.values())
        for rank in range(n):
            sd = (total * (1 / n) * (1 - 1 / n)) ** 0.5
            assert abs(found[rank] - total / n) <= 4.5 * sd, (n, found)


def test_a_strategy_that_draws_more_moves_no_card():
    """Two policies see the same path and, for as long as they last, the same forest."""
    a, b = record("random", 9), record("rush", 9)
    assert a.path == b.path
    n = min(len(a.flips), len(b.flips))
    assert a.flips[:n] == b.flips[:n]


def test_games_of_a_match_do_not_depend_on_their_neighbours():
    cell = match("rush", 4)
    rows = np.zeros((20, len(cell.slots)), np.int64)
    cell.worker().play(0, 20, rows)
    alone = np.zeros((1, len(cell.slots)), np.int64)
    for k in (7, 0, 19):
        cell.worker().play(k, 1, alone)
        assert (alone[0] == rows[k]).all()
