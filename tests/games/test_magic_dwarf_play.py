"""
``dwarfsim play magic-dwarf``: the transcript is the game that was played.

Both games of ``golden.txt`` were followed by hand against the rulebook: every tile holds the five
colours; each move goes to the nearest empty space of its colour, over students and witches, or to
the finish where none is left; dwarves count empty spaces only; `rush` chooses as the rules page
says; kept cards stay; of the duel's 23 cards each is seen once before the discard pile comes back,
which is when turn 20 wants a 24th; both end with the move that decides them.
"""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from dwarfsim.cli import group
from dwarfsim.errors import BadInput
from dwarfsim.games.magic_dwarf import transcript
from dwarfsim.match import Match

from .magic_dwarf_record import GAME, card, match, members, record


def play(*args):
    result = CliRunner().invoke(group, ["play", "magic-dwarf", *args])
    if result.exception:
        raise result.exception
    return result.output


VARIANTS = [
    ("rush", {}),
    ("random", {"level": 6, "dwarf_cards": (1, 2, 3) * 8}),
    ("random,rush", {"mode": "duel", "dwarf_from_finish": True, "dwarf_cards": (1, 2, 3) * 8}),
    ("random", {"mode": "duel", "student_cards": (1, 1, 0, 0, 0), "dwarf_cards": (9,) * 9}),
    ("random", {"dwarf_cards": (5,) * 60, "max_turns": 120}),
]


@pytest.mark.parametrize("seats, settings", VARIANTS, ids=str)
def test_events_are_what_the_kernel_did(seats, settings):
    for k in range(8):
        told = record(seats, k, **settings)
        setup, *turns, end = transcript.events(match(seats, **settings), k)
        assert setup["path"] == told.path
        assert end["outcomes"] == told.outcomes
        for turn, view, line in zip(turns, told.views, told.lines, strict=True):
            assert turn["seat"] == line["seat"]
            assert [tuple(turn["older"]), tuple(turn["newer"])] == [
                card(view.older),
                card(view.newer),
            ]
            assert sorted(set(turn["students"])) == members(line["students"])
            assert sorted(set(turn["witches"])) == members(line["witches"])


@pytest.mark.parametrize("seats, settings", VARIANTS, ids=str)
def test_it_is_the_game_that_simulate_plays(seats, settings):
    cell = match(seats, 77, **settings)
    rows = np.zeros((10, len(cell.slots)), np.int64)
    cell.worker().play(0, 10, rows)
    for k in (9, 3):
        outcomes = transcript.events(cell, k)[-1]["outcomes"]
        assert outcomes == {s.outcome.name: v for s, v in zip(cell.slots, rows[k], strict=True)}


@pytest.mark.parametrize("seats, settings", VARIANTS, ids=str)
def test_a_transcript_fits_80_ascii_columns(seats, settings):
    for k in range(8):
        text = transcript.tell(match(seats, **settings), k)
        assert text.isascii() and max(map(len, text.splitlines())) <= 80


def test_a_rotated_table_names_who_really_plays():
    players = match("random,rush", mode="duel").players
    turned = Match(GAME, GAME.values({"mode": "duel"}), players, 1, rotate=True)
    assert "students' team: random, witches' team: rush" in transcript.tell(turned, 0)
    assert "students' team: rush, witches' team: random" in transcript.tell(turned, 1)


def test_an_unfinished_game_says_so():
    assert "Unfinished: the cap of 3 turns is reached." in play("--set", "max_turns=3")


def test_json_is_an_array_of_events():
    events = json.loads(play("--json", "--game", "1", "--set", "level=3"))
    assert [e["event"] for e in events] == ["setup", *["turn"] * (len(events) - 2), "end"]
    assert events[0]["witches"] == [0, 13]
    assert events[-1]["outcomes"]["turns"] == len(events) - 2


@pytest.mark.parametrize("number", ["-1", "1.5", "x", "1e30"])
def test_a_game_that_is_none_is_refused(number):
    with pytest.raises(BadInput, match="--game"):
        play("--game", number)


def test_a_sweep_is_refused():
    with pytest.raises(BadInput, match="level"):
        play("--set", "level=1..3")


def test_help_has_an_example_that_works():
    text = play("--help")
    example = next(line for line in text.splitlines() if "dwarfsim play magic-dwarf" in line)
    assert "S: a student" in play(*example.split()[3:])
