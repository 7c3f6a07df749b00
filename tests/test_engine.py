"""Same sums for any threads and blocks; rotation, roles, faults of strategies; Ctrl-C."""

import os
import resource
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest

from dwarfsim import engine, jit
from dwarfsim.engine import Match, Player, Totals, play_range
from dwarfsim.errors import BadInput, CellFailed
from dwarfsim.game import NOT_REACHED, SHARE, Outcome, load_game, load_strategy
from dwarfsim.results import estimate
from dwarfsim.totals import HALF, MOST_BINS, slots_of

from .toy import GAME, POT
from .toy.strategies import CULPRITS, solve

ROOT = Path(__file__).parent.parent
DWARF = load_game("magic-dwarf")
compiled_only = pytest.mark.skipif(not jit.COMPILED, reason="the compiler is off")


def player(name, game=GAME, **knobs):
    strategy = CULPRITS.get(name) or game.strategies[name]
    return Player(strategy, tuple(knobs.items()))


def match(*names, seed=1, roles=None, rotate=False, game=GAME, **given):
    players = [name if isinstance(name, Player) else player(name, game) for name in names]
    cast = {role: player(name, game) for role, name in (roles or {}).items()}
    return Match(game, game.values(given), players, seed, cast, rotate)


def games_of(a_match, count, first=0):
    """Every game's values, as arrays by outcome, seat and index."""
    rows = np.zeros((count, len(a_match.slots)), np.int64)
    a_match.worker().play(first, count, rows)
    return {(s.outcome.name, s.seat, s.index): rows[:, i] for i, s in enumerate(a_match.slots)}


def sums(totals):
    """All that totals hold, to be compared."""
    parts = (totals.counts, totals.sums, totals.squares, totals.histogram)
    return (totals.games, *(part.tolist() for part in parts))


# ------------------------------------------------------------------- threads, blocks, totals


MATCHES = {
    "toy": lambda: match("flip", "attentive", "hold", players=3, target=30, keeper=True),
    "rotated": lambda: match("flip", "solved", "hold", players=3, rotate=True),
    "dwarf": lambda: match("random", "rush", game=DWARF, mode="duel"),
}


@pytest.fixture(scope="module", params=MATCHES)
def table(request):
    return MATCHES[request.param]()


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("block", [1, 7, 500])
def test_same_sums_and_rows_for_any_threads_and_blocks(table, threads, block, monkeypatch):
    whole = np.zeros((1000, len(table.slots)), np.int64)
    wanted = table.worker().play(0, 1000, whole)
    monkeypatch.setattr(engine, "FIRST_BLOCK", block)
    monkeypatch.setattr(engine, "BLOCK_SECONDS", block * 1e-5)
    kept, told = [], []
    played = play_range(
        table, 0, 1000, threads, told.append, lambda first, rows: kept.append((first, rows))
    )
    assert sums(played.totals) == sums(wanted)
    assert sum(told) == 1000 and not played.interrupted
    assert [first for first, _ in kept] == list(np.cumsum([0, *(len(r) for _, r in kept)])[:-1])
    assert (np.concatenate([rows for _, rows in kept]) == whole).all()


def test_parts_add_up(table):
    parts = Totals.empty(table.slots)
    for first, last in ((0, 1), (1, 123), (123, 600)):
        parts.add(play_range(table, first, last, 2).totals)
    assert sums(parts) == sums(play_range(table, 0, 600, 1).totals)
    assert sums(play_range(table, 5, 5).totals) == sums(Totals.empty(table.slots))


def test_a_worker_keeps_nothing_from_game_to_game(table):
    fresh = table.worker().play(37, 1)
    used = table.worker()
    used.play(0, 37)
    assert sums(used.play(37, 1)) == sums(fresh)


def test_seeds_and_games_differ(table):
    one, other = (
        Match(table.game, table.values, table.players, seed, rotate=table.rotate)
        for seed in (0, 2**64 - 1)
    )
    rows = [tuple(np.array(list(games_of(m, 300).values())).ravel()) for m in (one, other)]
    assert rows[0] != rows[1]


def test_totals_against_numpy(table):
    rows = np.zeros((3000, len(table.slots)), np.int64)
    totals = table.worker().play(0, 3000, rows)
    for i, slot in enumerate(table.slots):
        values = rows[:, i][rows[:, i] != NOT_REACHED]
        assert slot.outcome.index or len(values) == 3000
        exact = values.astype(object)
        assert totals.counts[i] == len(values)
        assert totals.sums[i] == exact.sum() and totals.squares[i] == (exact**2).sum()
        bins, counts = totals.of(i, slot)
        places = np.clip((values - slot.low) // slot.width, 0, slot.bins - 1)
        assert (counts == np.bincount(places, minlength=slot.bins)).all()
        found, scale = estimate(slot, i, totals), slot.outcome.scale
        assert found["games"] == len(values)
        assert found["mean"] == pytest.approx(values.mean() / scale)
        assert found["sd"] == pytest.approx(values.std(ddof=1) / scale)
        for name, q in (("p10", 0.1), ("p50", 0.5), ("p90", 0.9)):
            exactly = np.quantile(values / scale, q, method="inverted_cdf")
            if found[name] is not None:
                assert 0 <= exactly - found[name] < slot.width / scale
            else:
                assert exactly >= bins[-1] and slot.open


def test_rounds_not_reached():
    """With a low target games end after different rounds: only those that came there count."""
    rounds = match("hold", "hold", target=20, rounds=4)
    rows = games_of(rounds, 2000)
    came = [(rows["banked", None, r] != NOT_REACHED).sum() for r in range(4)]
    assert came[0] == 2000 and 2000 > came[1] > came[2] > came[3] > 0
    totals = rounds.worker().play(0, 2000)
    where = {(s.outcome.name, s.seat, s.index): i for i, s in enumerate(rounds.slots)}
    assert [totals.counts[where["banked", None, r]] for r in range(4)] == came
    together = rows["pots", 0, 0] + rows["pots", 1, 0]
    assert (rows["banked", None, 0] == together).all()


def test_a_quantile_beyond_the_histogram_is_unknown():
    """Nobody ever moves: each game is as long as the cap, which no bin reaches."""
    nothing = (0,) * 5
    cards = {"student_cards": nothing, "witch_cards": nothing, "dwarf_cards": (1, 1)}
    capped = match("rush", game=DWARF, max_turns=MOST_BINS + 9, **cards)
    totals = capped.worker().play(0, 3)
    number = next(i for i, s in enumerate(capped.slots) if s.outcome.name == "turns")
    found = estimate(capped.slots[number], number, totals)
    assert found["mean"] == MOST_BINS + 9
    assert found["p10"] is found["p50"] is found["p90"] is None


@pytest.mark.parametrize("size", [1, (1 << 31) + 5, (1 << HALF) - 1, (1 << 2 * HALF) - 1])
def test_squares_of_large_values_are_exact(size):
    """A real-valued outcome of a few thousand has units beyond 2**31."""
    from dwarfsim.match import _tally

    values = np.array([size, -size, size // 3], np.int64)
    out = np.zeros((5, 1), np.int64)
    limits = np.array([[0, 1, 1, 0]], np.int64)
    for value in values:
        _tally(np.array([value]), np.zeros((1, 1), np.int64), 0, limits, out, np.zeros(1, np.int64))
    _, _, low, cross, high = (int(x) for x in out[:, 0])
    assert low + (cross << (HALF + 1)) + (high << 2 * HALF) == sum(int(v) ** 2 for v in values)


def test_values_too_large_are_refused():
    from dataclasses import replace

    huge = replace(GAME, outcomes=(Outcome("gold", "", kind="real", high=1 << 30),))
    with pytest.raises(ValueError, match="gold"):
        slots_of(huge, huge.values({}))


# ---------------------------------------------------------------------------- the exact solution


def mean_and_se(rows):
    return rows.mean(), rows.std(ddof=1) / np.sqrt(len(rows))


@compiled_only
def test_optimal_stopping_earns_what_it_should():
    """`prepare` and `me.tables`: the expected pot is the solved one, of the better die."""
    best = max(solve(0)[0], solve(1)[0])
    rows = games_of(match("solved", players=1), 60_000)
    mean, se = mean_and_se(sum(rows["pots", 0, r] for r in range(3)) / 3)
    assert abs(mean - best) < 4 * se
    assert solve(0)[0] == pytest.approx(8.14, abs=0.01)  # Pig's known value of holding at 20


def value_of_holding(at):
    """The expected pot of the die of six faces."""
    value = np.arange(POT + 7, dtype=float)
    for pot in range(at - 1, -1, -1):
        value[pot] = value[pot + 2 : pot + 7].sum() / 6
    return value[0]


@compiled_only
@pytest.mark.parametrize("at", [1, 12, 20, 35])
def test_knobs_and_inherited_defaults(at):
    """Without a function of its own for the die, `hold` takes the game's default."""
    rows = games_of(match(player("hold", at=at), players=1), 40_000)
    mean, se = mean_and_se(rows["pots", 0, 0])
    assert abs(mean - value_of_holding(at)) < 4 * se


@compiled_only
def test_memory_is_worth_a_point():
    """The charm, seen by its owner alone and noted: claimed always, else one time in three."""
    rows = games_of(match("attentive", "solved"), 30_000)
    pots = [sum(rows["pots", seat, r] for r in range(3)) for seat in range(2)]
    assert (rows["score", 0, None] - pots[0] == 1).all()
    mean, se = mean_and_se(rows["score", 1, None] - pots[1])
    assert abs(mean - 1 / 3) < 4 * se
    assert all(
        abs(m - 3 * max(solve(0)[0], solve(1)[0])) < 4 * s for m, s in map(mean_and_se, pots)
    )


def test_memory_starts_afresh_and_is_each_seats_own():
    """`claim_noted` answers -1, which is illegal, unless its notes are those of this game."""
    for rotate in (False, True):
        game = match("attentive", "fidget", "attentive", players=3, rotate=rotate)
        assert game.worker().play(0, 300).games == 300
    totals = play_range(match("attentive", players=4), 0, 300, 3).totals
    assert totals.games == 300


def test_ties_are_shares():
    rows = games_of(match("hold", players=4, rounds=1), 2000)
    shares = np.array([rows["win", seat, None] for seat in range(4)])
    assert (shares.sum(axis=0) == SHARE).all()
    ties = (shares > 0).sum(axis=0)
    assert set(ties.tolist()) == {1, 2, 3, 4}
    assert (shares.max(axis=0) * ties == SHARE).all()


# ------------------------------------------------------------------------------ rotation, roles


def test_rotating_a_strategy_against_itself():
    """`seat` is then the place in the list: game k's place p sat at (p + k) mod n."""
    plain = games_of(match("hold", "hold", "hold", players=3), 30)
    turned = games_of(match("hold", "hold", "hold", players=3, rotate=True), 30)
    for k in range(30):
        for place in range(3):
            seat = (place + k) % 3
            assert turned["score", place, None][k] == plain["score", seat, None][k]
    assert (turned["throws", None, None] == plain["throws", None, None]).all()


def test_rotation_seats_the_list_turned():
    names = ("flip", "hold", "solved")
    turned = games_of(match(*names, players=3, rotate=True), 30)
    for turn in range(3):
        seated = [names[(seat - turn) % 3] for seat in range(3)]
        plain = games_of(match(*seated, players=3), 30)
        for place in range(3):
            for r in range(3):
                key, other = ("pots", place, r), ("pots", (place + turn) % 3, r)
                assert (turned[key][turn::3] == plain[other][turn::3]).all()


def test_a_role_plays_for_its_holder():
    """Whoever is the keeper in a game plays as the role's strategy, all others as seated."""
    given = {"players": 3, "keeper": True}
    rows = games_of(match("hold", roles={"keeper": "solved"}, **given), 300)
    hold, solved = (games_of(match(name, **given), 300) for name in ("hold", "solved"))
    for seat in range(3):
        keeper = rows["kept", seat, None] == 1
        assert 50 < keeper.sum() < 150
        for r in range(3):
            key = ("pots", seat, r)
            assert (rows[key][keeper] == solved[key][keeper]).all()
            assert (rows[key][~keeper] == hold[key][~keeper]).all()


# ------------------------------------------------------------------------------- nobody's luck


def test_drawing_more_changes_nobodys_dice():
    """`fidget` plays as `hold` but draws ten numbers at each decision."""
    for names in (("hold", "flip"), ("flip", "hold"), ("hold", "attentive")):
        fidgety = ["fidget" if name == "hold" else name for name in names]
        one, other = (games_of(match(*who), 500) for who in (names, fidgety))
        assert all((one[key] == other[key]).all() for key in one)


def test_another_nerve_changes_nobody_elses_dice():
    one, other = (games_of(match("hold", who, target=10**6), 500) for who in ("flip", "solved"))
    assert all((one["pots", 0, r] == other["pots", 0, r]).all() for r in range(3))
    assert any((one["pots", 1, r] != other["pots", 1, r]).any() for r in range(3))


FIDGETY = """
from dwarfsim.games.magic_dwarf.strategies import random_move, rush_move
from dwarfsim.jit import kernel
from dwarfsim.rng import below, uniform

@kernel
def calm(view, me):
    return random_move(view, me)

@kernel
def fidget(view, me):
    drawn = 0.0
    for draw in range(20):
        drawn += below(me.luck, draw, 6) + uniform(me.luck, draw)
    return random_move(view, me) if drawn >= 0 else -1
"""


@pytest.fixture
def file(tmp_path):
    """Writes a user's file of strategies; gives its path."""

    def write(text, name="mine.py"):
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return str(path)

    return write


def test_drawing_more_changes_no_card(file):
    path = file(FIDGETY)
    one, other = (
        games_of(
            match(
                Player(load_strategy(DWARF, f"{path}::{name}")),
                player("rush", DWARF),
                game=DWARF,
                mode="duel",
            ),
            300,
        )
        for name in ("calm", "fidget")
    )
    assert all((one[key] == other[key]).all() for key in one)


# ------------------------------------------------------------------------------ caps and faults


def test_a_capped_game_is_counted():
    capped = match("hold", "hold", max_turns=10)
    rows = games_of(capped, 300)
    unfinished = rows["unfinished", None, None]
    assert ((rows["throws", None, None] == 10) == (unfinished == 1)).all()
    assert unfinished.sum() > 0
    assert capped.worker().play(0, 300).sums[-1] == unfinished.sum()


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_an_illegal_move_is_named(threads):
    """The earliest one, for any threads: strategy, seed, game and turn."""
    bad = match("hold", player("cheat", at=60), seed=5)
    alone = next(k for k in range(100_000) if fails(bad, k))
    with pytest.raises(CellFailed) as caught:
        play_range(bad, 0, 1000, threads)
    text = str(caught.value)
    assert "toy: strategy cheat makes an illegal throw: 7" in text
    assert f"(seed 5, game {alone}, turn " in text and caught.value.game == alone


def fails(a_match, k):
    try:
        a_match.worker().play(k, 1)
    except CellFailed:
        return True
    return False


def test_the_culprit_is_named_when_seats_rotate():
    bad = match("hold", "cheat", "hold", players=3, rotate=True)
    turns = set()
    for k in range(100):
        try:
            bad.worker().play(k, 1)
        except CellFailed as failure:
            assert f"strategy cheat makes an illegal throw: 7 (seed 1, game {k}, " in str(failure)
            turns.add(k % 3)
    assert turns == {0, 1, 2}


def test_the_culprit_is_named_when_it_has_a_role():
    bad = match("hold", players=3, keeper=True, roles={"keeper": "cheat"})
    with pytest.raises(CellFailed, match="strategy cheat makes an illegal throw: 7"):
        bad.worker().play(0, 50)


def test_an_exception_in_a_strategy():
    with pytest.raises(CellFailed, match=r"strategy fall fails: ZeroDivisionError.*game \d+, turn"):
        play_range(match("hold", "fall"), 0, 100, 2)


def test_a_failing_prepare_fails_the_cell():
    from dwarfsim.game import Strategy

    def prepare(rules, knobs):
        return [1 / (rules["players"] - 2)]

    broken = Strategy("broken", GAME.strategies["hold"].decide, {"at": 5}, prepare=prepare)
    with pytest.raises(CellFailed, match="strategy broken: prepare fails: ZeroDivisionError"):
        match(Player(broken))
    assert match(Player(broken), players=3)


# --------------------------------------------------------------------------- a user's own file


def test_a_function_and_a_strategy_of_a_users_file(file):
    path = file(
        """
        from dwarfsim.game import Strategy
        from dwarfsim.games.magic_dwarf.strategies import rush_move

        def plain(view, me):
            return rush_move(view, me)

        fancy = Strategy("whatever", {"move": plain}, knobs={"nerve": 2})
        """
    )
    wanted = sums(match("rush", game=DWARF).worker().play(0, 200))
    for name in ("plain", "fancy"):
        strategy = load_strategy(DWARF, f"{path}::{name}")
        assert strategy.name == name and strategy.file == path
        assert sums(match(Player(strategy), game=DWARF).worker().play(0, 200)) == wanted
    with pytest.raises(BadInput, match="did you mean 'plain'"):
        load_strategy(DWARF, f"{path}::plane")


def ready(path, name, **given):
    return match(Player(load_strategy(DWARF, f"{path}::{name}")), game=DWARF, **given)


def test_an_illegal_move_of_a_users_file_has_its_line(file):
    path = file("\n\ndef mine(view, me):\n    return 99\n")
    with pytest.raises(CellFailed) as caught:
        ready(path, "mine", level=2).worker().play(0, 10)
    assert f"strategy mine ({path}:3) makes an illegal move" in str(caught.value)
    assert "(seed 1, game 0, turn 1)" in str(caught.value)


@compiled_only
@pytest.mark.parametrize(
    "body, line, words",
    [
        ("return view.nothing", 5, "does not compile"),
        ("return spam(view)", 4, "does not compile"),
        ("return 0.5", 4, "returns float64"),
        ("pass", 4, "returns none"),
        ("return 0 if view.team else None", 4, "returns"),
        ("me.knobs[0] = 1\n    return 0", 5, "does not compile"),
    ],
)
def test_what_does_not_compile_has_its_line(file, body, line, words):
    path = file(f"import math\n\n\ndef mine(view, me):\n    {body}\n")
    with pytest.raises(BadInput) as caught:
        ready(path, "mine")
    assert str(caught.value).startswith(f"{path}:{line}: mine {words}")
    assert "\n" not in str(caught.value)


@compiled_only
@pytest.mark.parametrize("where", ["me.knobs[3]", "me.tables[0]", "me.memory[99]", "helper(me)"])
def test_bounds_are_checked(file, where):
    """Also in the kernels that a user's file brings along."""
    path = file(
        f"""
        from dwarfsim.jit import kernel

        @kernel
        def helper(me):
            return me.memory[1234]

        def mine(view, me):
            return int({where})
        """
    )
    with pytest.raises(CellFailed, match=r"strategy mine.* fails: IndexError"):
        ready(path, "mine").worker().play(0, 1)


@compiled_only
def test_a_boolean_or_a_small_integer_is_an_answer(file):
    path = file(
        """
        import numpy as np

        def truth(view, me):
            return view.older < 0

        def small(view, me):
            return np.uint8(view.older < 0)
        """
    )
    for name in ("truth", "small"):
        with pytest.raises(CellFailed, match="illegal") as caught:
            ready(path, name, level=7).worker().play(0, 500)
        assert "fails" not in str(caught.value)


# ---------------------------------------------------------------------------- Ctrl-C, memory


@pytest.fixture
def start():
    """Start the program as a process of its own, which heeds Ctrl-C wherever the tests run."""
    running = []

    def call(*args, **env):
        running.append(
            subprocess.Popen(
                [sys.executable, "-m", "dwarfsim", *args],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT), **env},
                text=True,
                stdout=-1,
                stderr=-1,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            )
        )
        return running[-1]

    yield call
    for process in running:
        process.kill()
        process.communicate()


def playing(process, cpu=3.0):
    """Waits until the process is at work: until it has used so much processor time."""
    ticks = os.sysconf("SC_CLK_TCK")
    for _ in range(600):
        assert process.poll() is None, process.communicate()
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        threads = int(fields[17])
        if (int(fields[11]) + int(fields[12])) / ticks > cpu and threads > 1:
            return
        time.sleep(0.1)
    pytest.fail("it does not start")


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


@linux
@compiled_only
def test_ctrl_c_keeps_what_is_complete(start):
    match("rush", game=DWARF)  # compiled now, if it was not
    process = start("simulate", "magic-dwarf", "--games", "1e9", "--threads", "2")
    playing(process)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)  # on an idle machine a third of a second
    assert process.returncode == 130
    assert "interrupted" in out and "won" in out and "Traceback" not in out


@compiled_only
def test_ctrl_c_while_compiling(start, tmp_path):
    process = start("simulate", "magic-dwarf", "--games", "1e9", DWARFSIM_CACHE=str(tmp_path))
    while not any(tmp_path.glob("*.nbc")):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "interrupted" in out and "Traceback" not in err


@linux
@compiled_only
def test_the_second_ctrl_c_ends_an_endless_loop(start, file):
    path = file(
        """
        def mine(view, me):
            turn = 0
            while view.team == 0:
                turn += 1
                if turn > 5:
                    turn = 0
            return turn
        """
    )
    process = start("simulate", "magic-dwarf", "--seats", f"{path}::mine")
    playing(process)
    process.send_signal(signal.SIGINT)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130


def test_ctrl_c_between_two_sums_loses_no_game(monkeypatch):
    """It comes while a block is added: the sums hold every game once all the same."""
    add, calls = Totals.add, []

    def interrupted(self, other):
        calls.append(other.games)
        if len(calls) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        add(self, other)

    table = match("hold", "flip")
    monkeypatch.setattr(Totals, "add", interrupted)
    before = signal.default_int_handler  # ignored where the tests run in the background
    signal.signal(signal.SIGINT, before)
    played = play_range(table, 0, 10**9, 2)
    assert played.interrupted and played.totals.games == sum(calls)
    assert signal.getsignal(signal.SIGINT) is before
    monkeypatch.undo()
    assert sums(played.totals) == sums(play_range(table, 0, played.totals.games).totals)


@compiled_only
def test_memory_does_not_grow_with_the_games():
    table = match("random", game=DWARF)
    play_range(table, 0, 20_000, 2)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    play_range(table, 0, 300_000, 2)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # KiB
