"""
Silberzwerg: which strategy should four players choose?

All tables of four out of the strategies, as the payoff table of a symmetric game: what each wins
against each three others, which strategies are dominated, and the mix that is a best reply to
itself. Every sentence that states a finding is chosen by the numbers.
"""

from itertools import combinations_with_replacement

import _silberzwerg_resampled as resampled
import _silberzwerg_words as say
import numpy as np
import pandas as pd
from _silberzwerg_equilibrium import profiles

from dwarfsim import figures, stats, words
from dwarfsim.game import SHARE, load_game
from dwarfsim.pairs import holm_signs
from dwarfsim.study import ladder

QUICK = 15
PLAYERS, OTHERS = 4, 3
FAIR = 1 / PLAYERS
GAMES = 2_800


def make(study, report):
    """Play, and tell."""
    game = load_game(say.GAME)
    names = [name for name in ladder(game, tuple(say.WHO)) if name != "random"]
    looks = figures.looks_of(names)
    tables = [t for t in combinations_with_replacement(names, PLAYERS) if len(set(t)) > 1]
    cells = study.sweep("tables", say.GAME, [], [",".join(t) for t in tables], GAMES, rotate=True)
    wins = by_profile(cells, names)
    found = resampled.Resampled(names, wins, study.seed)
    report.title = title(found)
    pairs = tell_pairs(report, cells, names)
    gone = tell_dominated(report, cells, found, wins)
    mix = tell_equilibrium(report, cells, found)
    tell_crowds(report, cells, found, looks, wins)
    report.abstract = [mix, f"{gone} {pairs}"]
    report.heading("Who plays")
    report.text(
        "Payoffs are shares of the win; those of a table add up to one, and four of a kind win a "
        "quarter each. The domination by mixes (linear programmes) and the equilibria (the "
        "algorithm of McLennan and Tourky) are computed by QuantEcon; intervals of them are those "
        f"of {resampled.SAMPLES} bootstrap samples of the game numbers, each drawn for all tables "
        "together, as they share their luck."
    )
    report.players(game, names, say.WHO)


def by_profile(cells, names) -> np.ndarray:
    """Win shares of one player, by game, its strategy and the others' (as `profiles`)."""
    many = profiles(len(names), OTHERS)
    games = min(one.totals.games for one in cells.played)
    found = np.full((games, len(names), len(many)), FAIR, np.float32)
    for table in {tuple(one.cell.seats.split(",")) for one in cells.played}:
        played = cells(",".join(table))
        for name in set(table):
            seats = [seat for seat, other in enumerate(table) if other == name]
            won = sum(played.wins("win", seat)[:games].astype(float) for seat in seats)
            others = list(table)
            others.remove(name)
            place = many.index(tuple(sorted(names.index(other) for other in others)))
            found[:, names.index(name), place] = won / SHARE / len(seats)
    return found


def title(found) -> str:
    """The equilibrium, and who is dominated."""
    sure = [n for n in found.names if found.gone(n) >= resampled.SURE]
    text = f"Best against itself: {resampled.mix_text(found)}"
    if sure:
        verb = "is" if len(sure) == 1 else "are"
        text += f"; {words.listed(say.WHO[n] for n in sure)} {verb} never the best choice"
    return say.unbroken(text)


# --------------------------------------------------------------------------- one among three


def tell_pairs(report, cells, names) -> str:
    """The corner of the payoff table: one among three of a kind."""
    tables = {
        (x, y): tuple(sorted((x, y, y, y), key=names.index)) for x in names for y in names if x != y
    }
    found, tests = {}, {}
    for (x, y), table in tables.items():
        seat = table.index(x)
        found[x, y] = cells(",".join(table)).estimate("win", seat)
        tests[x, y] = say.over_fair(cells(",".join(table)), seat)
    signs = dict(zip(tests, holm_signs(list(tests.values()))))
    proof = [y for y in names if all(signs[x, y] <= 0 for x in names if x != y)]
    sure = [y for y in proof if all(signs[x, y] < 0 for x in names if x != y)]
    report.heading(pairs_title(sure, proof))
    sentence = pairs_sentence(names, signs, found, sure)
    report.text(f"{sentence} [pairs] has the numbers.")
    mark = {1: " ↑", -1: " ↓", 0: ""}
    rows = []
    for x in names:
        row = [x]
        for y in names:
            if x == y:
                row.append("25")
                continue
            one = found[x, y]
            row.append(say.plus_minus(one["mean"], one["low"], one["high"]) + mark[signs[x, y]])
        rows.append(row)
    report.table(
        "pairs",
        ["one", *(f"3 {name}" for name in names)],
        rows,
        "Games won by one (rows) among three others of one kind (columns), seats rotated, in "
        "percent, ± half of a single 95 % interval; ↑, ↓: more or less than an equal share, after "
        f"Holm's correction for {len(tests)} comparisons at 5 %.",
        [cells],
    )
    return sentence


def pairs_title(sure, proof) -> str:
    """Which tables of a kind no single other can invade, as a heading."""
    if sure:
        return f"Among three {words.listed((say.MANY[n] for n in sure), 'or')} every other loses"
    if proof:
        return f"Among three {words.listed((say.MANY[n] for n in proof), 'or')} nobody gains"
    return "Every table of one kind can be bettered by one of another kind"


def pairs_sentence(names, signs, found, sure) -> str:
    """Who gains most among three of each kind that is not proof."""
    parts = []
    for y in names:
        up = [x for x in names if x != y and signs[x, y] > 0]
        if up:
            best = max(up, key=lambda x: found[x, y]["mean"])
            parts.append(
                f"{say.WHO[best]} {say.interval(found[best, y])} among three {say.MANY[y]}"
            )
    text = ""
    if parts:
        text = (
            f"An equal share is {words.percent(FAIR)}; more than that wins {words.listed(parts)}."
        )
    for y in sure:
        best = max((x for x in names if x != y), key=lambda x: found[x, y]["mean"])
        text += f" Among three {say.MANY[y]} every other wins less, at best {say.WHO[best]} with "
        text += f"{say.interval(found[best, y])}."
    return text.strip() or "Nobody is seen to win more than an equal share among three others."


# ---------------------------------------------------------------------------------- dominated


def tell_dominated(report, cells, found, wins) -> str:
    """How far each strategy is behind the one most used in equilibrium, and who is dominated."""
    names, top = found.names, found.top
    sentence = resampled.dominated_sentence(found)
    report.heading(resampled.dominated_title(found))
    rest = [n for n in names if n != top]
    gaps = {n: gaps_of(wins, names.index(n), names.index(top)) for n in rest}
    level = stats.sidak(0.95, sum(map(len, gaps.values())))
    frame = pd.DataFrame(
        [
            {
                "strategy": n,
                "others": ", ".join(names[k] for k in profile),
                **resampled.ends(*one, level),
            }
            for n in rest
            for profile, one in zip(found.game.profiles, gaps[n])
        ]
    )
    figure = figures.new_figure(1.6 + 0.95 * len(rest))
    axes = figure.subplots()
    spread_dots(axes, frame, rest)
    figures.percent_axis(axes.xaxis, points=True)
    axes.set_xlabel(f"games won, less those of {say.WHO[top]} in its place (points)")
    report.text(
        f"{sentence} {ahead_text(frame, rest, top)} [behind] shows all {len(found.game.profiles)} "
        "tables of three others, [gone] who dominates whom."
    )
    half = (frame["high"] - frame["low"]).max() / 2
    report.figure(
        "behind",
        figure,
        f"What a player wins less (left) or more (right) than {say.WHO[top]} would in its place, a "
        "dot for each three others. Filled: the difference is seen (95 % intervals, simultaneous "
        f"for the {len(frame)} dots, Šidák; at most ±{100 * half:.1f} points). Where all dots of a "
        f"row are left of zero, {say.WHO[top]} dominates.",
        f"Dot plot: differences in games won to {say.WHO[top]}, a row a strategy. {sentence}",
        [cells],
        frame,
    )
    report.table("gone", *resampled.dominated_table(found), [cells], left=3)
    return sentence


def gaps_of(wins, one: int, other: int) -> list[tuple[float, float]]:
    """Mean and standard error of the difference of two strategies against each three others."""
    gaps = wins[:, one].astype(float) - wins[:, other]
    se = gaps.std(0, ddof=1) / np.sqrt(len(gaps))
    return list(zip(gaps.mean(0), se))


def spread_dots(axes, frame, rows) -> None:
    """A row of dots for each strategy, those not seen to differ from zero hollow."""
    for at, name in enumerate(rows):
        part = frame[frame["strategy"] == name].sort_values("mean")
        seen = np.asarray((part["low"] > 0) | (part["high"] < 0))
        height = (
            at + 0.3 * (np.arange(len(part)) % 5 - 2) / 2
        )  # so that they do not hide each other
        x = np.asarray(part["mean"])
        for mask, fill in ((seen, figures.INK), (~seen, "white")):
            axes.plot(
                x[mask],
                height[mask],
                "o",
                markersize=3.4,
                color=figures.INK,
                markerfacecolor=fill,
                markeredgewidth=0.8,
            )
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.grid(False, axis="y")
    axes.grid(True, axis="x")
    figures.zero_line(axes)


def ahead_text(frame, rest, top) -> str:
    """Where another strategy is seen to win more than the one most used."""
    parts = []
    for n in rest:
        part = frame[(frame["strategy"] == n) & (frame["low"] > 0)]
        if len(part):
            best = part.loc[part["mean"].idxmax()]
            parts.append(
                f"{say.WHO[n]} against {words.count(len(part))}, most against {best['others']} "
                f"({words.points(best['mean'], best['low'], best['high'])} points)"
            )
    if not parts:
        return f"Against no three others is another strategy seen to win more than {say.WHO[top]}."
    return f"More than {say.WHO[top]} in its place wins {words.listed(parts)}."


# --------------------------------------------------------------------------------- equilibrium


def tell_equilibrium(report, cells, found) -> str:
    """The mix that is a best reply to itself, and what each strategy wins against it."""
    names = found.names
    sentence = resampled.equilibrium_sentence(found)
    report.heading(resampled.equilibrium_title(found))
    report.text(f"{sentence} {resampled.others_sentence(found)} [equilibrium] shows both.")
    frame = found.frame()
    figure = figures.new_figure(1.8 + 0.62 * len(names))
    grid = figure.subplots(1, 2, sharey=True)
    for axes, what in zip(grid, ("share", "wins")):
        part = frame[frame["what"] == what]
        figures.dot_plot(axes, part, "strategy")
        figures.percent_axis(axes.xaxis)
    grid[0].set_xlim(-0.04, 1.04)
    grid[0].set_xlabel("share of the mix")
    grid[1].set_xlabel("games won against three of the mix")
    grid[1].axvline(FAIR, color=figures.INK, linewidth=0.7, zorder=1)
    report.figure(
        "equilibrium",
        figure,
        "Left: the mix of strategies that is a best reply to itself. Right: what each strategy "
        "wins if the three others are drawn from that mix; thin line: an equal share. Bars: 95 % "
        f"percentile intervals of {resampled.SAMPLES} bootstrap samples (left: of the mix, right: "
        "against the mix shown).",
        f"Two dot plots: shares of the equilibrium mix and wins against it. {sentence}",
        [cells],
        frame,
    )
    return sentence


# ------------------------------------------------------------------------------------- crowds


def tell_crowds(report, cells, found, looks, wins) -> None:
    """What each wins by how many of the three others are of the kind most used."""
    names, top, second = found.names, found.top, found.second
    level = stats.sidak(0.95, len(names) * (OTHERS + 1))
    lines = []
    for number in range(OTHERS + 1):
        others = [top] * number + [second] * (OTHERS - number)
        place = found.game.profiles.index(tuple(sorted(map(names.index, others))))
        for n in names:
            won = wins[:, names.index(n), place].astype(float)
            se = won.std(ddof=1) / np.sqrt(len(won))
            ends = resampled.ends(won.mean(), se, level)
            lines.append({"strategy": n, "number": number, **ends})
    frame = pd.DataFrame(lines)
    figure = figures.new_figure(5.6)
    axes = figure.subplots()
    figures.interval_plot(axes, frame, "number", "strategy", looks=looks, dodge=0.04)
    say.fair_line(axes, FAIR)
    axes.set_ylim(0, None)
    axes.set_ylabel("games won")
    axes.set_xlabel(f"{say.MANY[top]} among the three others; the rest are {say.MANY[second]}")
    figures.percent_axis(axes.yaxis)
    text = resampled.crowd_text(frame, names, top, second)
    report.text(f"{text} [crowds] shows it.")
    report.figure(
        "crowds",
        figure,
        f"Games won by one player by how many of the three others are {say.MANY[top]}, the rest "
        f"{say.MANY[second]}. Thin line: an equal share; four of a kind win it exactly. Bars: "
        f"95 % intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Line chart: games won by the number of {say.MANY[top]} among the others. {text}",
        [cells],
        frame,
    )
