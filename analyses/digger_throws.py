"""
Digger: how many throws should you dare?

One player who stops after K throws among three who stop after five, for quick and slow hands and
for good and bad clocks; what a single turn brings and how often the sand spoils it; and the
strategy that solves the turn, in the same seat. Every sentence that states a finding is chosen by
the numbers.
"""

from typing import NamedTuple

import _digger_words as say
import pandas as pd

from dwarfsim import figures, stats, words
from dwarfsim.game import load_game
from dwarfsim.pairs import holm_signs

QUICK = 40
CROWD, SOLVER = "throws:5", "stopper"
MOST = 12
THROWS = tuple(range(1, MOST + 1))
HANDS = {"quick": (1.5, 0.5), "usual": (2.5, 1), "slow": (4, 2)}  # a throw; the others, times
NOISES = {0: "perfect", 0.15: "usual", 0.4: "bad"}  # the clock's error, and what such a clock is
USUAL = "usual", 0.15
GAMES = 40_000
TURNS = 60_000


class Played(NamedTuple):
    """By hands and clock, and by throws."""

    won: dict  # cells of games among three others
    turn: dict  # cells of single turns
    solved: dict  # cells of games of the solver in the same seat
    games: list  # the sweeps behind `won` and `solved`
    turns: list


class Best(NamedTuple):
    """The best number of throws, and those that are not seen to be worse."""

    k: int
    alike: list


def make(study, report):
    """Play, and tell."""
    played = play(study)
    wins = best_of({key: shares(cells) for key, cells in played.won.items()}, fewer(played))
    earns = best_of({key: worths(cells) for key, cells in played.turn.items()}, poorer(played))
    looks = figures.looks_of(map(clock_name, NOISES))
    report.title = say.unbroken(title(wins))
    first = best_sentence(wins, played)
    tell_wins(report, played, wins, looks)
    beats = tell_solver(report, played, wins, earns)
    turn = tell_turn(report, played, wins, earns, looks)
    report.abstract = [first, f"{turn} {beats}"]


def clock_name(noise: float) -> str:
    """How the figures call a clock."""
    return f"clock error {100 * noise:.0f} %"


def play(study) -> Played:
    """All that is played."""
    game, made = load_game(say.GAME), Played({}, {}, {}, [], [])
    every = f"throws:1..{MOST}"
    for hand, (throw, scale) in HANDS.items():
        sets = [f"throw_time={throw:g}"]
        for name in ("take_time", "steal_time", "stack_time"):
            sets.append(f"{name}={game.parameter(name).default * scale:g}")
        sets.append("clock_noise=" + ",".join(f"{noise:g}" for noise in NOISES))
        fixed = study.sweep(f"{hand}", say.GAME, sets, [say.alone(every, CROWD)], GAMES, True)
        solved = study.sweep(
            f"{hand}-{SOLVER}", say.GAME, sets, [say.alone(SOLVER, CROWD)], GAMES, True
        )
        once = ["players=2", "max_turns=1", *sets]
        turns = study.sweep(f"{hand}-turn", say.GAME, once, [every], TURNS)
        made.games.extend([fixed, solved])
        made.turns.append(turns)
        for noise in NOISES:
            made.solved[hand, noise] = solved(clock_noise=noise)
            made.won[hand, noise] = {
                k: fixed(say.alone(f"throws:{k}", CROWD), clock_noise=noise) for k in THROWS
            }
            made.turn[hand, noise] = {k: turns(f"throws:{k}", clock_noise=noise) for k in THROWS}
    return made


def shares(cells) -> dict:
    """The win shares."""
    return {k: one.estimate("win", 0)["mean"] for k, one in cells.items()}


def worths(cells) -> dict:
    """The points of a turn."""
    return {k: one.estimate("score", 0)["mean"] for k, one in cells.items()}


def fewer(played):
    """The paired difference of win shares between two numbers of throws."""
    return lambda key, k, n: played.won[key][k].minus(played.won[key][n], "win", 0)


def poorer(played):
    """The difference of points a turn between two numbers of throws."""
    return lambda key, k, n: say.apart(played.turn[key][k], played.turn[key][n], "score", 0)


def best_of(means, difference) -> dict:
    """The best number of throws of each setting; Holm's correction is for all settings."""
    top = {key: max(found, key=found.get) for key, found in means.items()}
    rest = {(key, n): difference(key, k, n) for key, k in top.items() for n in THROWS if n != k}
    signs = dict(zip(rest, holm_signs(list(rest.values()))))
    return {
        key: Best(k, [n for n in THROWS if n == k or signs[key, n] <= 0]) for key, k in top.items()
    }


# ----------------------------------------------------------------------------------- in words


def span(best: Best) -> str:
    """The numbers that are not seen to be worse than the best: ``five``, ``six or more``."""
    low, high = min(best.alike), max(best.alike)
    if low == high:
        return words.count(low) if low < MOST else f"{words.count(low)} or more"
    if len(best.alike) <= high - low:
        return words.listed(map(words.count, best.alike), "or")
    if high == MOST:
        return f"{words.count(low)} or more"
    return f"{words.count(low)} {'or' if high == low + 1 else 'to'} {words.count(high)}"


def short_span(best: Best) -> str:
    """The same in figures, for a table."""
    low, high = min(best.alike), max(best.alike)
    if low == high:
        return f"{low}+" if low == MOST else str(low)
    if len(best.alike) <= high - low:
        return ", ".join(map(str, best.alike))
    return f"{low}+" if high == MOST else f"{low}–{high}"


def in_table(best: Best) -> str:
    """The best number and, if there are others, those that are not seen to be worse."""
    shown = short_span(best)
    return shown if shown == str(best.k) else f"{best.k} ({shown})"


def verb(best: Best) -> str:
    """One throw wins, more win."""
    return "throw wins" if best.alike == [1] else "throws win"


def title(wins) -> str:
    """The finding: the best number at the usual clock, by hands."""
    spans = {hand: span(wins[hand, USUAL[1]]) for hand in HANDS}
    usual = wins[USUAL]
    start = f"{words.capital(spans['usual'])} {verb(usual)} most"
    if len(set(spans.values())) == 1:
        return f"{start}, whatever the hands"
    others = [f"{spans[hand]} with {hand} ones" for hand in ("quick", "slow")]
    return f"{start} with the usual hands, {words.listed(others)}"


def best_sentence(wins, played) -> str:
    """The best number of throws, and how hands and clock move it."""
    usual = wins[USUAL]
    found = played.won[USUAL][usual.k].estimate("win", 0)
    text = f"Among three who stop after five throws, {span(usual)} {verb(usual)} most "
    text += f"with the usual hands and clock: {say.interval(found)} with {words.count(usual.k)}; "
    text += "an equal share is 25 %."
    return f"{text} {hands_sentence(wins)} {clock_sentence(wins)}"


def hands_sentence(wins) -> str:
    """How the best number moves with the hands, at the usual clock."""
    usual, parts = wins[USUAL], []
    for hand in ("quick", "slow"):
        other = wins[hand, USUAL[1]]
        moved = not set(other.alike) & set(usual.alike)
        parts.append(
            f"with {hand} hands it is {span(other)}"
            if moved
            else f"with {hand} hands ({span(other)}) it is not seen to differ"
        )
    return f"{words.capital(words.listed(parts, 'and'))}."


def clock_sentence(wins) -> str:
    """How the best number moves with the clock, for each hands."""
    good, bad = min(NOISES), max(NOISES)
    moved, still = [], []
    for hand in HANDS:
        first, last = wins[hand, good], wins[hand, bad]
        if set(first.alike) & set(last.alike):
            still.append(hand)
        else:
            moved.append(f"from {span(first)} to {span(last)} with {hand} hands")
    parts = [f"moves it {words.listed(moved)}"] if moved else []
    if still:
        hands = f" with {words.listed(still, 'or')} hands" if moved else ", whatever the hands"
        parts.append(f"is not seen to move it{hands}")
    return f"A {NOISES[bad]} clock instead of a {NOISES[good]} one {words.listed(parts)}."


# -------------------------------------------------------------------------------------- games


def panels(height: float, rows: int = 1):
    """A figure of a column for each hands, and its axes."""
    figure = figures.new_figure(height)
    grid = figure.subplots(rows, len(HANDS), sharey="row", sharex=True, squeeze=False)
    for axes, (hand, (throw, _)) in zip(grid[0], HANDS.items()):
        axes.set_title(f"{hand} hands: {throw:g} s a throw")
    for axes in grid[-1]:
        axes.set_xlabel("throws in a turn, at most")
    return figure, grid


def lines(cells, level: float, outcome: str):
    """A row of a figure's frame for each setting and number of throws."""
    made = []
    for (hand, noise), by_throws in cells.items():
        for k, one in by_throws.items():
            found = one.estimate(outcome, None if outcome == "busts" else 0, level)
            ends = {key: found[key] for key in ("mean", "low", "high")}
            if outcome == "busts":  # of a single turn: 0 or 1
                number = round(found["mean"] * found["games"])
                ends["low"], ends["high"] = stats.wilson(number, found["games"], level)
            made.append({"hands": hand, "clock": clock_name(noise), "throws": k, **ends})
    return pd.DataFrame(made)


def tell_wins(report, played, wins, looks):
    """The first figure: win shares by throws."""
    points = (len(THROWS) + 1) * len(played.won)
    level = stats.sidak(0.95, points)
    frame = lines(played.won, level, "win")
    solved = lines({key: {MOST + 1.5: one} for key, one in played.solved.items()}, level, "win")
    figure, grid = panels(6.6)
    for axes, hand in zip(grid[0], HANDS):
        mine = frame[frame["hands"] == hand]
        figures.interval_plot(axes, mine, "throws", "clock", looks=looks, labels="")
        other = solved[solved["hands"] == hand]
        figures.interval_plot(
            axes, other, "throws", "clock", looks=looks, labels="", join=False, dodge=0.35
        )
        axes.axhline(0.25, color="#888888", linewidth=0.8, zorder=1)
        axes.axvline(MOST + 0.65, color="#bbbbbb", linewidth=0.6)
        axes.set_xticks([*THROWS[1::2], MOST + 1.5], [*map(str, THROWS[1::2]), "S"])
        axes.set_xlim(0.5, MOST + 2.3)
    figures.percent_axis(grid[0, 0].yaxis)
    grid[0, 0].set_ylim(0, 1.05 * max(float(frame["high"].max()), float(solved["high"].max())))
    grid[0, 0].set_ylabel("games won")
    figures.legend(figure, list(looks), looks, loc="outside upper right", ncols=len(looks))
    report.figure(
        "wins",
        figure,
        f"Games won by one player who throws so often, or until late, among three of `{CROWD}`, "
        f"seats rotated; S: `{SOLVER}` in its place. All four have the same hands and clocks; "
        "the other times are "
        + words.listed(f"×{scale:g}" for _, scale in HANDS.values())
        + " the usual ones. Grey line: an equal share. 95 % intervals, simultaneous for the "
        f"{points} points (Šidák); one that is not seen is shorter than its marker.",
        "Three line charts, one for each speed of hands: share of games won by the number of "
        f"throws. {hands_sentence(wins)}",
        played.games,
        pd.concat([frame, solved.assign(throws=SOLVER)]),
    )


def tell_solver(report, played, wins, earns) -> str:
    """The table, and how the solver compares with the best fixed number."""
    gains = {
        key: one.minus(played.won[key][wins[key].k], "win", 0) for key, one in played.solved.items()
    }
    signs = dict(zip(gains, holm_signs(list(gains.values()))))
    sentence = solver_sentence(gains, signs)
    report.heading(solver_title(signs))
    report.text(
        f"{sentence} It decides anew after each throw, by what it holds and how late it feels; but "
        "unlike the others it also steals and leaves stones and water lying: the difference need "
        "not be owed to the stopping alone."
    )
    rows = []
    for (hand, noise), best in wins.items():
        key = hand, noise
        found = [played.won[key][best.k].estimate("win", 0), played.solved[key].estimate("win", 0)]
        spoiled = played.turn[key][best.k].estimate("busts")
        gain = gains[key]
        rows.append(
            [
                hand,
                f"{100 * noise:.0f} %",
                in_table(best),
                in_table(earns[key]),
                say.plus_minus(spoiled["mean"], spoiled["low"], spoiled["high"]),
                *(say.plus_minus(one["mean"], one["low"], one["high"]) for one in found),
                say.plus_minus(gain.mean, gain.low, gain.high, sign=True)
                + ("" if signs[key] else " ?"),
            ]
        )
    report.table(
        "best",
        [
            "hands",
            "clock error",
            "K: most wins",
            "K: most points",
            "turns spoiled",
            "games won",
            SOLVER,
            "difference",
        ],
        rows,
        "The number of throws K that wins most and the one that brings most points in a single "
        "turn (in brackets: those that are not seen to be worse, +: or more); how often the sand "
        "costs a stone in a turn of the former, its share of wins and that of the "
        f"{SOLVER} in the same seat, in percent, and their paired difference in points; ± half of "
        "a single 95 % interval"
        + ("." if all(signs.values()) else "; ?: no difference seen.")
        + " Both comparisons and the last column have Holm's correction at 5 %.",
        [*played.games, *played.turns],
        2,
    )
    return sentence


def solver_title(signs) -> str:
    """Whether solving the turn beats any fixed number, as a heading."""
    up, down = (sum(sign == way for sign in signs.values()) for way in (1, -1))
    if up == len(signs):
        return f"The {SOLVER} beats the best fixed number in all {words.count(up)} settings"
    if down == len(signs):
        return f"The {SOLVER} wins less than the best fixed number"
    if not up and not down:
        return f"Between the {SOLVER} and the best fixed number no difference is seen"
    settings = f"{words.count(up)} of {words.count(len(signs))} settings"
    return f"The {SOLVER} beats the best fixed number in {settings}"


def solver_sentence(gains, signs) -> str:
    """By how much the solver wins more, or less, than the best fixed number."""
    parts = []
    for way, does in ((1, "wins more"), (-1, "wins less")):
        some = {key: gains[key] for key, sign in signs.items() if sign == way}
        if some:
            least = min(some.values(), key=lambda one: abs(one.mean))
            most = max(some, key=lambda key: abs(some[key].mean))
            every = len(some) == len(signs)
            text = f"{does} than the best fixed number in "
            text += f"{'all ' if every else ''}{words.count(len(some))} "
            text += "settings, by " if len(some) > 1 else "setting, by "
            text += f"at least {say.points(least)} and at most " if len(some) > 1 else ""
            text += f"{say.points(some[most])} ({most[0]} hands, {NOISES[most[1]]} clock)"
            parts.append(text)
    level = sum(sign == 0 for sign in signs.values())
    if level:
        other = "it" if parts else "the best fixed number"
        where = f"{words.count(level)} setting{'s' if level > 1 else ''}"
        parts.append(f"is not seen to differ from {other} in {where}")
    return f"In the same seat the {SOLVER} {words.listed(parts)}."


# ---------------------------------------------------------------------------------- one turn


def tell_turn(report, played, wins, earns, looks) -> str:
    """What one turn brings, and how often the sand spoils it."""
    each = len(THROWS) * len(played.turn)
    level = stats.sidak(0.95, 2 * each)
    earned, spoiled = lines(played.turn, level, "score"), lines(played.turn, level, "busts")
    report.heading(turn_title(wins, earns))
    sentence = turn_sentence(wins, earns)
    report.text(f"{sentence} {spoiled_sentence(played, wins)}")
    figure, grid = panels(8.6, 2)
    for row, frame in zip(grid, (earned, spoiled)):
        for axes, hand in zip(row, HANDS):
            mine = frame[frame["hands"] == hand]
            figures.interval_plot(axes, mine, "throws", "clock", looks=looks, labels="")
            axes.set_xticks(THROWS[1::2])
    grid[0, 0].set_ylim(0, 1.05 * float(earned["high"].max()))
    grid[1, 0].set_ylim(0, 1.03)
    figures.percent_axis(grid[1, 0].yaxis)
    grid[0, 0].set_ylabel("points of a turn")
    grid[1, 0].set_ylabel("turns that cost a stone")
    figures.legend(figure, list(looks), looks, loc="outside upper right", ncols=len(looks))
    report.figure(
        "turn",
        figure,
        "One turn from a full middle: mean points, and how often the sand costs at least one "
        "stone (water, which is stacked last, included). The games are cut on purpose after this "
        f"turn. 95 % intervals, simultaneous for the {2 * each} points (Šidák; Student's t and "
        "Wilson's).",
        "Six line charts: points of a turn, and share of turns that the sand spoils, by the number "
        f"of throws, for three speeds of hands. {sentence}",
        played.turns,
        pd.concat([earned.assign(outcome="points"), spoiled.assign(outcome="spoiled")]),
    )
    return sentence


def _apart(wins, earns) -> tuple[list, list]:
    """The settings where wins ask for more throws than points do, and for fewer."""
    more = [key for key in wins if min(wins[key].alike) > max(earns[key].alike)]
    less = [key for key in wins if max(wins[key].alike) < min(earns[key].alike)]
    return more, less


def turn_title(wins, earns) -> str:
    """Whether the throws that bring most points win most, as a heading."""
    more, less = _apart(wins, earns)
    if not more and not less:
        return "What brings most points in a turn also wins most games"
    if len(more) == len(wins):
        return "To win, dare more throws than bring most points"
    if len(less) == len(wins):
        return "To win, dare fewer throws than bring most points"
    return "What brings most points in a turn does not always win most games"


def turn_sentence(wins, earns) -> str:
    """The number that brings most points, and where that differs from what wins most."""
    usual = earns[USUAL]
    does = "throw brings" if usual.alike == [1] else "throws bring"
    text = f"In a single turn from a full middle {span(usual)} {does} most points with the usual "
    text += "hands and clock."
    more, less = _apart(wins, earns)
    parts = []
    for some, how in ((more, "more"), (less, "fewer")):
        if some:
            where = "all" if len(some) == len(wins) else f"{words.count(len(some))} of the"
            listed = "; ".join(f"{hand} hands, {NOISES[noise]} clock" for hand, noise in some)
            where += f" {words.count(len(wins))} settings" + (
                f" ({listed})" if len(some) < 3 else ""
            )
            parts.append(f"in {where} {how} throws win most games than bring most points")
    if not parts:
        return f"{text} In no setting is the number that wins most games seen to be another."
    return f"{text} {words.capital(words.listed(parts))}."


def spoiled_sentence(played, wins) -> str:
    """How often the sand costs a stone with the usual hands, at the best number and beyond."""
    cells, best = played.turn[USUAL], wins[USUAL].k
    parts = []
    for k in dict.fromkeys((max(1, best - 1), best, min(MOST, best + 1))):
        found = cells[k].estimate("busts")
        parts.append(f"{say.interval(found)} of the turns with {words.count(k)} throws")
    return f"With the usual hands and clock the sand costs a stone in {words.listed(parts)}."
