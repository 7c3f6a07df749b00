"""
What is asked of every game: of each folder in ``games/``, found without a list, and of the toy.

A variant is the game with one parameter changed: to each of its choices, or to each of the
alternatives that it says are worth trying.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from dwarfsim import jit
from dwarfsim.errors import BadInput
from dwarfsim.game import NOT_REACHED, SHARE, Game, game_names, load_game
from dwarfsim.grammar import span
from dwarfsim.match import Match
from dwarfsim.players import Player
from dwarfsim.totals import slots_of

from .toy import GAME as TOY

ROOT = Path(__file__).parent.parent
GAMES = {**{name: load_game(name) for name in game_names()}, "toy": TOY}
REAL = [pytest.param(GAMES[name], id=name) for name in game_names()]

every_game = pytest.mark.parametrize("game", [pytest.param(g, id=n) for n, g in GAMES.items()])
compiled_only = pytest.mark.skipif(not jit.COMPILED, reason="the compiler is off")


def variants(game: Game) -> list[dict]:
    """The game as it is, then with one parameter changed."""
    found = [{}]
    for parameter in game.parameters:
        worth = span(parameter.sweep, parameter.read) if parameter.sweep else []
        truths = (True, False) if parameter.type is bool else ()
        for value in dict.fromkeys((*parameter.choices, *truths, *worth)):
            if value != parameter.default:
                found.append({parameter.name: value})
    return [given for given in found if fits(game, given)]


def fits(game, given):
    try:
        return game.values(given)
    except BadInput:  # it needs another parameter changed with it
        return False


def match(game, strategy, given, seed=1):
    return Match(game, game.values(given), [Player(strategy)], seed)


def rows_of(game, strategy, given, count):
    """Every game's values."""
    a_match = match(game, strategy, given)
    rows = np.zeros((count, len(a_match.slots)), np.int64)
    a_match.worker().play(0, count, rows)
    return a_match.slots, rows


# -------------------------------------------------------------------------------- descriptions


@every_game
def test_parameters(game):
    assert len({p.name for p in game.parameters}) == len(game.parameters)
    for parameter in game.parameters:
        assert parameter.name.isidentifier() and parameter.help and parameter.source
        assert parameter.check(parameter.default) == parameter.default
        assert parameter.read(parameter.show(parameter.default)) == parameter.default
        assert all(parameter.check(choice) for choice in parameter.choices)
        if parameter.sweep:
            values = span(parameter.sweep, parameter.read)
            assert [parameter.read(parameter.show(value)) for value in values] == values
    assert game.cap in {p.name for p in game.parameters}


@every_game
def test_defaults_are_a_game(game):
    values = game.values({})
    seats = game.seats(values)
    assert seats >= 1 and len(game.names_of_seats(values)) == seats
    assert game.default_seats in game.strategies
    assert game.title and game.summary and game.name == game.name.lower().replace("_", "-")


@every_game
def test_strategies(game):
    assert game.strategies
    for name, strategy in game.strategies.items():
        assert name == strategy.name and strategy.doc and not strategy.file
        assert ":" not in name and "," not in name
        kinds = {decision.name for decision in game.kernels.DECISIONS}
        assert set(strategy.decide) <= kinds
        for knob in strategy.knobs.values():
            assert knob.low <= knob.default <= knob.high
        assert strategy.knob_values({}) == {k: v.default for k, v in strategy.knobs.items()}


@every_game
def test_outcomes_are_those_of_the_kernel(game):
    assert [o.name for o in game.outcomes] == list(game.kernels.Outcomes._fields)
    assert all(o.kind in ("flag", "share", "count", "real") and o.help for o in game.outcomes)
    for given in variants(game):
        values = game.values(given)
        slots = slots_of(game, values)
        assert len({(s.outcome.name, s.seat, s.index) for s in slots}) == len(slots)
        assert all(slot.bins >= 1 for slot in slots)
    for decision in game.kernels.DECISIONS:
        jit.record_type(decision.view)  # raises for a field that no strategy could be shown
        assert decision.view.__doc__


# ------------------------------------------------------------------------------------- play


@compiled_only
@every_game
def test_every_strategy_plays_every_variant(game):
    """Within the bounds that the outcomes declare; shares of the win add up to one."""
    for given in variants(game):
        for strategy in game.strategies.values():
            slots, rows = rows_of(game, strategy, given, 40)
            for i, slot in enumerate(slots):
                values = rows[:, i][rows[:, i] != NOT_REACHED]
                assert slot.outcome.index or len(values) == 40
                if slot.outcome.bounded:
                    low, high, _ = slot.outcome.extent(game.values(given))
                    inside = values / slot.outcome.scale
                    assert ((inside >= low) & (inside <= high)).all(), (slot, given, strategy.name)
            for name in {s.outcome.name for s in slots if s.outcome.kind == "share"}:
                shares = rows[:, [i for i, s in enumerate(slots) if s.outcome.name == name]]
                assert (shares.sum(axis=1) == SHARE).all()


@compiled_only
@every_game
@pytest.mark.parametrize("cap", [1, 2, 3])
def test_the_cap_on_turns_is_kept(game, cap):
    """In one turn no game is over, so all are unfinished; and none goes on."""
    for strategy in game.strategies.values():
        slots, rows = rows_of(game, strategy, {game.cap: cap}, 40)
        column = {s.outcome.name: i for i, s in enumerate(slots) if s.index is None}
        unfinished = rows[:, column["unfinished"]]
        assert set(unfinished.tolist()) <= {0, 1} and (cap > 1 or unfinished.any())
        length = game.cap.removeprefix("max_")
        if length in column:
            assert (rows[:, column[length]] <= cap).all()
            assert (rows[unfinished == 1, column[length]] == cap).all()


@compiled_only
@every_game
def test_a_game_depends_on_its_seed_and_number_alone(game):
    for strategy in game.strategies.values():
        _, rows = rows_of(game, strategy, {}, 30)
        worker = match(game, strategy, {}).worker()
        for k in (29, 0, 17):
            one = np.zeros((1, rows.shape[1]), np.int64)
            worker.play(k, 1, one)
            assert (one[0] == rows[k]).all()


# ----------------------------------------------------------------- compiled or not, bit for bit

LEAST, MOST, SECONDS = 3, 30, 6.0


def cases(game):
    """Strategies and variants, the game as it is first."""
    return [(name, given) for given in variants(game) for name in game.strategies]


def plain_rows(game):
    """What plain Python plays in its time: for each case its rows."""
    played, begun = [], time.monotonic()
    for name, given in cases(game):
        late = time.monotonic() - begun > SECONDS
        if late and given:
            break
        worker = match(game, game.strategies[name], given).worker()
        rows = []
        for k in range(5 if given else MOST):
            if k >= LEAST and time.monotonic() - begun > SECONDS:
                break
            one = np.zeros((1, len(worker.match.slots)), np.int64)
            worker.play(k, 1, one)
            rows.append(one[0].tolist())
        played.append(rows)
    return played


@compiled_only
@every_game
def test_plain_python_plays_the_same_bit_for_bit(game):
    """The kernels with the compiler off are a second implementation: same games, same numbers."""
    code = (
        "import json; from tests.test_every_game import GAMES, plain_rows; "
        f"print(json.dumps(plain_rows(GAMES[{game.name!r}])))"
    )
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=env, cwd=ROOT, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()
    plain = json.loads(done.stdout)
    assert len(plain) >= len(game.strategies)
    for (name, given), wanted in zip(cases(game), plain, strict=False):
        assert len(wanted) >= LEAST
        _, rows = rows_of(game, game.strategies[name], given, len(wanted))
        assert rows.tolist() == wanted, f"{name} {given}"


# ------------------------------------------------------------------------- what a person is told


def dwarfsim(*args, **environment):
    """What the command prints."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", **environment}
    command = [sys.executable, "-m", "dwarfsim", *args]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_games_lists_all():
    listed = dwarfsim("games")
    assert game_names() and all(
        game.summary in listed for name, game in GAMES.items() if name != "toy"
    )


@pytest.mark.parametrize("game", REAL)
def test_show_names_all(game):
    shown = dwarfsim("show", game.name)
    names = [*(p.name for p in game.parameters), *game.strategies, *game.roles]
    names += [outcome.name for outcome in game.outcomes]
    names += [p.id for p in game.parameters if p.id]
    assert [name for name in names if name not in shown] == []


PLAIN_ASCII = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}


@pytest.mark.parametrize("game", REAL)
def test_the_golden_transcript(game):
    """``golden.txt``: commands, each with what it prints in any locale; changes must be meant."""
    text = (Path(sys.modules[game.module].__file__).parent / "golden.txt").read_text("utf-8")
    told = ""
    for part in re.split(r"^\$ dwarfsim ", text, flags=re.MULTILINE)[1:]:
        command = part.partition("\n")[0]
        assert command.startswith(f"play {game.name} ")
        told += f"$ dwarfsim {command}\n{dwarfsim(*shlex.split(command), **PLAIN_ASCII)}\n"
    assert told.strip() == text.strip()
