"""``dwarfsim play digger``: the transcript is the game that was played."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from dwarfsim.cli import group
from dwarfsim.errors import BadInput
from dwarfsim.games.digger import transcript

from .digger_record import FACES, GEMS, STONES, audit, events, match, name
from .test_digger_slow import follow

GOLDEN = Path(transcript.__file__).with_name("golden.txt")


def golden_games():
    """Command and transcript of each game in the file."""
    games = GOLDEN.read_text(encoding="ascii").split("$ dwarfsim ")[1:]
    return [game.split("\n", 1) for game in games]


def play(*args):
    result = CliRunner().invoke(group, ["play", "digger", *args])
    if result.exception:
        raise result.exception
    return result.output


def told_as(text):
    """
    A transcript read again, as a person would: its turns as `events` has them, without times.

    Each turn is ``(seat, actions, end, middle, boxes)``.
    """
    turns = []
    for part in text.split("\nTurn ")[1:]:
        head, *lines = part.split("\n\nThe ")[0].splitlines()
        seat, middle, boxes, body = int(head.split("seat ")[1]), None, [], []
        for line in lines:
            words = line.split()
            if line.startswith("    middle: "):
                middle = {colour: int(n) for n, colour in zip(words[1::2], words[2::2])}
            elif line.startswith("    seat "):
                stones = line.partition(": ")[2].partition(",")[0].split()
                boxes.append({colour: int(n) for n, colour in zip(stones[::2], stones[1::2])})
            elif line.startswith("         ") or not body:
                body.append(line.strip()) if not body else body.append(body.pop() + " " + line)
            elif line.strip():
                body.append(line.strip())
        turns.append((seat, body, middle, boxes))
    return turns


@pytest.mark.parametrize("game", golden_games(), ids=["robbers", "random"])
def test_golden_facts(game):
    """The stones that are printed after each turn are those that its printed actions leave."""
    _, text = game
    turns = told_as(text)
    assert len(turns) == int(text.split("\nturns ")[1].split()[0])
    players = len(turns[0][3])
    stones = 4 if players == 3 else 3
    boxes, middle = [dict.fromkeys(GEMS, 0) for _ in range(players)], dict.fromkeys(STONES, stones)
    at_once = "water_at_once" in text
    for number, (seat, body, shown_middle, shown_boxes) in enumerate(turns):
        assert seat == number % players
        hand, away = dict.fromkeys(STONES, 0), 0
        for line in body:
            words = line.replace(",", "").replace(":", "").split()
            usable = [w for w in FACES if line.partition(":")[0].split().count(w) == 1]
            if words[0] == "stacks":
                for colour in words[2::2]:
                    hand[colour] -= 1
                    boxes[seat][colour] = boxes[seat].get(colour, 0) + (colour != "blue")
            for i, word in enumerate(words):
                if word in ("takes", "steals", "slips"):
                    colour = words[i + 1 + (word == "slips")]
                    assert colour in usable and float(words[i - 1]) < 30
                if word == "takes":
                    middle[colour] -= 1
                    away += colour == "blue" and at_once
                    hand[colour] += colour != "blue" or not at_once
                elif word in ("steals", "slips"):
                    victim = int(words[i + 4 + (word == "slips")])
                    boxes[victim][colour] -= 1
                    hand[colour] += 1
                    assert "black" in usable and victim != seat
            if "all of it goes back" in line:
                hand["blue"] += away
        for colour, back in hand.items():
            middle[colour] += back
        boxes = [{c: box[c] for c in GEMS} for box in boxes]
        assert shown_middle == middle and shown_boxes == boxes


def test_golden_ends_are_as_told():
    robbers, plain = (text for _, text in golden_games())
    assert robbers.count("night has fallen") == 2 and robbers.count("STOP") == 2
    assert robbers.count("all of it goes back") == 1
    assert "score 9 33 9\nwin 0 1 0\n" in robbers
    assert plain.count("night has fallen") == 2 and plain.count("STOP") == 2
    assert "score 9 25\nwin 0 1\n" in plain


VARIANTS = [
    ("throws:5", {}),
    ("robber:6", {"players": 5, "slip": 0.3, "start": "random"}),
    ("robber:6,dry:3", {"players": 2, "box": "black", "max_turns": 15}),
    ("random", {"water_at_once": True, "equal_turns": True, "box": "black", "players": 3}),
    ("throws:1000", {"throw_time": 0.05, "take_time": 0, "stack_time": 0, "max_turns": 4}),
]


@pytest.mark.parametrize("seats, settings", VARIANTS, ids=str)
def test_events_are_a_game_by_the_rules(seats, settings):
    for k in range(6):
        audit(*events(seats, k, **settings), **settings)


@pytest.mark.parametrize("seats, settings", VARIANTS, ids=str)
def test_it_is_the_game_that_simulate_plays(seats, settings):
    cell = match(seats, 77, **settings)
    found = np.zeros((10, len(cell.slots)), np.int64)
    cell.worker().play(0, 10, found)
    for k in (9, 3):
        outcomes = events(seats, k, 77, **settings)[2]
        told = {}
        for what, value in outcomes.items():
            many = isinstance(value, list)
            told |= {f"{what}_{s}": v for s, v in enumerate(value)} if many else {what: value}
        rows = {name(s): v / s.outcome.scale for s, v in zip(cell.slots, found[k], strict=True)}
        assert told == rows


@pytest.mark.parametrize("seats, settings", VARIANTS, ids=str)
def test_a_transcript_fits_80_ascii_columns(seats, settings):
    for k in range(4):
        text = transcript.tell(match(seats, **settings), k)
        assert text.isascii() and max(map(len, text.splitlines())) <= 80


def test_the_slow_game_tells_the_same():
    follow("robber:6", 2, clock_noise=0, slip=0.2)


def test_a_rotated_table_names_who_really_plays():
    cell = match("throws:5,robber:6", rotate=True, players=2)
    for k, order in ((0, ("throws:5", "robber:6")), (1, ("robber:6", "throws:5"))):
        text = transcript.tell(cell, k)
        assert text.startswith(f"seat 0: {order[0]}; ") and f"\nseat 1: {order[1]}; " in text
        assert [line.split(";")[0] for line in text.splitlines()[:2]] == [
            f"seat {s}: {n}" for s, n in enumerate(order)
        ]


def test_an_unfinished_game_says_so():
    text = play("--set", "max_turns=2", "--seats", "dry")
    assert "The cap on turns is reached: the game is unfinished." in text
    assert "The river is dry." not in text and "The river is dry." in play()


def test_an_empty_turn_is_told():
    """Night in the first throw: no action at all."""
    text = play("--set", "hourglass=0", "--set", "max_turns=1")
    assert "Turn 1, seat 0\n" in text and "night has fallen" in text


def test_json_is_an_array_of_events():
    told = json.loads(play("--json", "--game", "1", "--set", "players=3"))
    assert [e["event"] for e in told] == ["setup", *["turn"] * (len(told) - 2), "end"]
    assert told[0]["values"] == [dict(yellow=3, red=3, green=4, white=5)] * 3
    assert told[-1]["outcomes"]["turns"] == len(told) - 2
    assert all(len(t["boxes"]) == 3 for t in told[1:-1])


@pytest.mark.parametrize("number", ["-1", "1.5", "x", "1e30"])
def test_a_game_that_is_none_is_refused(number):
    with pytest.raises(BadInput, match="--game"):
        play("--game", number)


def test_a_sweep_is_refused():
    with pytest.raises(BadInput, match="players"):
        play("--set", "players=2..5")
