"""Games of Digger written down, positions made by hand, and means of many games, for tests."""

from collections import Counter
from functools import cache

import numpy as np

from dwarfsim.game import load_game
from dwarfsim.games.digger import rules as dg
from dwarfsim.games.digger import transcript
from dwarfsim.jit import kernel
from dwarfsim.match import Match
from dwarfsim.players import Player
from dwarfsim.table import Me

GAME = load_game("digger")
FACES = ("blue", "yellow", "red", "green", "white", "black")
STONES, GEMS = FACES[:5], FACES[1:5]

# nothing but the dice is left to chance
EXACT = {"throw_sd": 0, "take_sd": 0, "steal_sd": 0, "stack_sd": 0, "slip": 0, "clock_noise": 0}


# ------------------------------------------------------------------------------------- games


def player(text: str) -> Player:
    """``throws:5``: a strategy with its first knob, or ``casual``."""
    name, _, value = text.partition(":")
    strategy = GAME.strategies[name]
    knobs = ((next(iter(strategy.knobs)), float(value)),) if value else ()
    return Player(strategy, knobs, text)


@cache
def match(seats: str, seed: int = 1, rotate: bool = False, **settings) -> Match:
    """A cell made ready: ``"throws:5"`` at all seats or ``"throws:5,robber:6"``."""
    players = [player(text) for text in seats.split(",")]
    return Match(GAME, GAME.values(settings), players, seed, rotate=rotate)


def events(seats: str, k: int, seed: int = 1, **settings) -> tuple[dict, list[dict], dict]:
    """Game `k` as the transcript has it: what is set up, the turns, the outcomes."""
    setup, *turns, end = transcript.events(match(seats, seed, **settings), k)
    return setup, turns, end["outcomes"]


def rows(seats: str, games: int, seed: int = 1, **settings) -> dict[str, np.ndarray]:
    """Every game's outcomes; those of seats are named as in ``score_0``; shares are of 1."""
    cell = match(seats, seed, **settings)
    found = np.zeros((games, len(cell.slots)), np.int64)
    cell.worker().play(0, games, found)
    return {name(s): found[:, i] / s.outcome.scale for i, s in enumerate(cell.slots)}


def name(slot) -> str:
    """An outcome's name with its seat."""
    return slot.outcome.name if slot.seat is None else f"{slot.outcome.name}_{slot.seat}"


def means(seats: str, games: int, seed: int = 1, **settings) -> dict[str, tuple[float, float]]:
    """Mean and standard error of every outcome."""
    cell = match(seats, seed, **settings)
    totals = cell.worker().play(0, games)
    found = {}
    for i, slot in enumerate(cell.slots):
        mean = totals.sums[i] / games
        variance = max(totals.squares[i] / games - mean**2, 0)
        scale = slot.outcome.scale
        found[name(slot)] = (mean / scale, (variance / games) ** 0.5 / scale)
    return found


def log(seats: str, k: int, seed: int = 1, lines: int = 10_000, **settings) -> dict:
    """The kernel's own lines of game `k`, by column; times as they were computed."""
    worker = _logger(match(seats, seed, **settings), lines)
    worker.play(k, 1)
    used = int(worker.workspace.lines[0])
    assert used < lines
    return dict(zip(dg.LOG, worker.workspace.log[:used].T.copy(), strict=True))


@cache
def _logger(cell: Match, lines: int):
    worker = cell.worker()
    worker.workspace = dg.workspace(cell.rules, log=lines)
    return worker


# --------------------------------------------------------------------------------- positions


def word(numbers) -> int:
    """Numbers packed eight bits each."""
    return sum(int(n) << 8 * place for place, n in enumerate(numbers))


def by_colour(stones: dict) -> int:
    """A packed word of stones by colour."""
    return word(stones.get(colour, 0) for colour in STONES)


def faces(names) -> int:
    """A set of colours."""
    return sum(1 << FACES.index(face) for face in names.split())


def view(dice="", boxes=({}, {}, {}, {}), values=None, hand=None, middle=None, **more) -> dg.View:
    """
    What a player sees; by default nothing is in a hand and all ten of each are in the middle.

    Parameters
    ----------
    dice : str
        The usable faces still to be had; with "black" among them one may steal.
    boxes, values : list of dict
        By seat.
    """
    values = values or [dict(yellow=3, red=3, green=4, white=5)] * len(boxes)
    middle = dict.fromkeys(STONES, 10) | (middle or {})
    usable = faces(dice)
    shown = {
        "players": len(boxes),
        "turn": 5,
        "throws": 1,
        "felt": 2.5,
        "usable": usable & 31,
        "black": usable >> 5,
        "hand": by_colour(hand or {}),
        "middle": by_colour(middle),
        **{c: word(box.get(c, 0) for box in boxes) for c in GEMS},
        **{f"{c}_value": word(own[c] for own in values) for c in GEMS},
        "hourglass": 30.0,
        "throw_time": 2.5,
        "take_time": 0.6,
        "steal_time": 1.5,
        "stack_time": 0.8,
        "slip": 0.04,
        "start": 0,
        "equal_turns": 0,
        "water_at_once": 0,
    }
    assert set(more) <= set(shown)
    return dg.View(**(shown | more))


def answer(strategy: str, kind: str, seen: dg.View, seat: int = 0, luck: int = 1, **settings):
    """What a strategy such as ``throws:5`` answers."""
    who = player(strategy)
    knobs = np.array(list(who.strategy.knob_values(dict(who.knobs)).values()))
    me = Me(seat, np.uint64(luck), knobs, tables(strategy, **settings), np.zeros(1))
    default = {d.name: d.default for d in dg.DECISIONS}[kind]
    return int(_asked(who.strategy.decide.get(kind, default))(seen, me))


@cache
def tables(strategy: str, **settings) -> np.ndarray:
    """What a strategy prepares."""
    who = player(strategy)
    if not who.strategy.prepare:
        return np.zeros(0)
    knobs = who.strategy.knob_values(dict(who.knobs))
    return np.ravel(who.strategy.prepare(GAME.values(settings), knobs))


@cache
def _asked(function):
    return kernel(getattr(function, "py_func", function))


def picked(number: int) -> tuple:
    """An answer to "pick": ``("take", colour)``, ``("steal", colour, victim)`` or ()."""
    if number == dg.NOTHING:
        return ()
    victim, colour = divmod(number - 1, 8)
    return ("take", FACES[colour]) if victim == 0 else ("steal", FACES[colour], victim - 1)


def pick(strategy: str, seen: dg.View, seat: int = 0, **more) -> tuple:
    """As `answer`, in words."""
    return picked(answer(strategy, "pick", seen, seat, **more))


@kernel
def _legal(seen, seat, found):
    for number in range(-20, 140):
        found[number + 20] = dg.is_legal(seen, seat, number)


def legal_picks(seen: dg.View, seat: int = 0) -> set[tuple]:
    """Everything that may be answered to "pick", and () for nothing."""
    found = np.zeros(160, np.int64)
    _legal(seen, seat, found)
    return {picked(i - 20) for i in np.flatnonzero(found)}


def dice_number(shown: str) -> int:
    """The throw's number: the dice as five digits to the base 6."""
    return sum(FACES.index(face) * 6**place for place, face in enumerate(shown.split()))


# ------------------------------------------------------------------------------ what must hold


def audit(setup: dict, turns: list[dict], outcomes: dict, **settings) -> Counter:
    """
    Follow a game stone by stone: nothing is lost or made, and only what R2 allows happens.

    Returns
    -------
    Counter
        How often each kind of thing was seen.
    """
    rules = GAME.values(settings)
    players, hourglass = rules["players"], rules["hourglass"]
    given = dict.fromkeys(STONES, rules["stones_per_colour"])
    if rules["water_stones"] != "auto":
        given["blue"] = rules["water_stones"]
    middle = dict(given)
    boxes = [dict.fromkeys(GEMS, 0) for _ in range(players)]
    gone, seen = 0, Counter()
    first = turns[0]["seat"]
    for number, turn in enumerate(turns):
        assert turn["turn"] == number + 1 and turn["seat"] == (first + number) % players  # R7
        seat, hand, stowed, usable, before = turn["seat"], Counter(), 0, set(), 0.0
        stacking = False
        for action in turn["actions"]:
            kind, colour = action["action"], action.get("colour")
            assert before - 1e-3 <= action["time"]
            if not rules["hourglass_sd"]:
                assert action["time"] <= hourglass + 1e-3
            before = action["time"]
            seen[kind] += 1
            if kind == "throw":
                assert not stacking
                usable = {f for f in action["dice"] if action["dice"].count(f) == 1}
                steals = "black" in usable
            elif kind == "stack":
                stacking = True
                assert hand[colour] > 0
                hand[colour] -= 1
                if colour == "blue":
                    gone += 1
                else:
                    boxes[seat][colour] += 1
            else:
                assert not stacking and colour in usable and colour != "black"
                usable.remove(colour)  # one stone for each usable colour
                if kind == "take":
                    assert middle[colour] > 0
                    middle[colour] -= 1
                else:
                    victim = action["from"]
                    assert steals and colour != "blue" and victim != seat
                    assert boxes[victim][colour] > 0
                    boxes[victim][colour] -= 1  # R5: and never back
                if kind == "take" and colour == "blue" and rules["water_at_once"]:
                    stowed += 1
                else:
                    hand[colour] += 1
        if turn["end"] == "slip":
            assert turn["actions"][-1]["action"] == "slip"
            seen["water back"] += stowed
            hand["blue"] += stowed
            stowed = 0
        else:
            assert turn["actions"] == [] or turn["actions"][-1]["action"] != "slip"
        if turn["end"] == "stop":
            assert hand.total() == 0
        if turn["end"] == "night":
            seen["bust"] += hand.total() > 0
            seen["partly stacked"] += hand.total() > 0 and stacking
            seen["water away at night"] += stowed
            if not rules["hourglass_sd"]:
                assert turn["time"] > hourglass - 1e-3
        for colour, back in hand.items():
            middle[colour] += back
        gone += stowed
        seen[turn["end"]] += 1
        assert turn["middle"] == middle and turn["boxes"] == boxes
        for colour in STONES:
            there = sum(box.get(colour, 0) for box in boxes) + middle[colour]
            there += gone if colour == "blue" else 0
            assert there == given[colour]
        lap_over = not rules["equal_turns"] or (number + 1) % players == 0
        assert (middle["blue"] == 0 and lap_over) <= (number + 1 == len(turns))
    dry = middle["blue"] == 0 and lap_over
    assert outcomes["unfinished"] == (not dry)
    assert dry or len(turns) == rules["max_turns"]
    points = [
        sum(box[c] * own[c] for c in GEMS) for box, own in zip(boxes, setup["values"], strict=True)
    ]
    best = [p == max(points) for p in points]
    assert outcomes["score"] == points
    assert outcomes["win"] == [b / sum(best) for b in best]
    for colour in GEMS:
        assert outcomes[colour] == [box[colour] for box in boxes]
    assert outcomes["turns"] == len(turns)
    nights = seen["throw"] + sum(t["end"] == "night" for t in turns)
    assert seen["throw"] <= outcomes["throws"] <= nights
    assert outcomes["busts"] == seen["bust"]
    assert outcomes["slips"] == seen["slip"] / 2  # counted as an action and as an end
    assert outcomes["steals"] == seen["steal"]
    return seen
