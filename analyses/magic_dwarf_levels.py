"""
Magic Dwarf: how hard is each level?

Win odds of the seven levels for the strategies of the ladder, from random play upwards, and what
moves them: skill, easier goals, the dwarf cards, and what the rulebook does not print. Every
sentence that states a finding is chosen by the numbers.
"""

from itertools import pairwise

import _magic_dwarf_assumptions as unprinted
import _magic_dwarf_words as say
import pandas as pd

from dwarfsim import figures, stats, words
from dwarfsim.game import load_game
from dwarfsim.pairs import holm_signs
from dwarfsim.study import ladder

QUICK = 40
GAME = "magic-dwarf"
NAMES = {
    1: ("A stroll through the forest", "Start and 3"),
    2: ("Brisk magic path", "Start and 8"),
    3: ("Shimmering sprint path", "Start and 13"),
    4: ("Hocus-pocus hijinks", "3 and 13"),
    5: ("Crazy catch-up chase", "8 and 13"),
    6: ("Prize-winning parkour", "3 and 18"),
    7: ("Magical mastery", "8 and 18"),
}
# Games of a cell, as many as each strategy's speed allows: for its own odds, for comparisons of
# variants, and for the duel (a second plays some 1,200,000 games of rush on two cores, 1,200 of
# champion).
GAMES = {"random": 400_000, "rush": 1_000_000, "casual": 1_000_000}
GAMES |= {"careful": 200_000, "champion": 20_000}
FEWER = {"random": 100_000, "rush": 200_000, "casual": 200_000, "careful": 100_000}
FEWER |= {"champion": 2_000}
DUELS = {"random": 200_000, "rush": 1_000_000, "casual": 1_000_000, "careful": 250_000}


def make(study, report):
    """Play, and tell."""
    names = ladder(load_game(GAME), tuple(say.WHO))
    families = [n for n in ("casual", "careful") if n in names]
    families = families if len(families) == 2 else names[-2:]
    looks = figures.looks_of(names)
    levels = study.sweep("levels", GAME, ["level=1..7"], names, GAMES)
    odds = tell_levels(report, levels, names, families, looks)
    skill = tell_skill(report, levels, names, families, looks)
    order = tell_order(report, levels, names, families)
    tell_goals(study, report, levels, families, looks)
    tell_length(report, levels, families, looks)
    dwarves = tell_dwarves(study, report, levels, names, families, looks)
    rests = unprinted.tell(study, report, levels, families, looks, FEWER)
    duel = tell_duel(study, report, names, looks)
    report.abstract = [odds, f"{skill} {order}", f"{dwarves} {duel}", rests]
    report.assumptions(load_game(GAME), unprinted.READINGS)


def by_level(frame, series, looks, label, height, points=False):
    """A figure of a line for each series over the levels, and its axes."""
    figure = figures.new_figure(height)
    axes = figure.subplots()
    figures.interval_plot(axes, frame, "level", series, looks=looks)
    figures.percent_axis(axes.yaxis, points=points)
    if points:
        figures.zero_line(axes, "y")
    axes.set_xlabel("level")
    axes.set_ylabel(label)
    return figure, axes


def line_of(found, **names):
    """A row of a figure's frame: a difference and what it is of."""
    ends = {key: getattr(found, key) for key in ("mean", "low", "high", "games", "gain")}
    return {**names, **ends}


# ----------------------------------------------------------------------------------- the levels


def tell_levels(report, levels, names, families, looks):
    """Title, first words, first figure, and the tables of win odds."""
    cells = len(names) * len(say.LEVELS)
    shown = levels.frame("won", stats.sidak(0.95, cells))
    odds = {n: {k: levels(n, level=k).estimate("won") for k in say.LEVELS} for n in names}
    report.title = say.title(odds, families)
    figure, axes = by_level(shown, "seats", looks, "games won", 8.4)
    axes.set_ylim(-0.02, max(0.1, 1.06 * float(shown["high"].max())))
    axes.set_xlabel("level, in the printed order")
    report.figure(
        "levels",
        figure,
        "Win odds of each level, for each strategy. Bars: 95 % intervals, simultaneous for the "
        f"{cells} points (Šidák); one that is not seen is shorter than its marker.",
        "Line chart: share of games won by level, a line for each strategy. "
        + " ".join(say.odds_sentence(n, odds[n]) for n in names),
        [levels],
        shown,
    )
    report.heading("Who plays, and the odds in numbers")
    report.players(load_game(GAME), names, say.WHO)
    rows = [[str(k), *NAMES[k], *(say.in_words(odds[n][k]) for n in families)] for k in say.LEVELS]
    heads = ["level", "printed name", "witches start at", *families]
    report.table(
        "said", heads, rows, "The levels, and how often two families win them.", [levels], 3
    )
    rows = [[str(k), *(say.short(odds[n][k]) for n in names)] for k in say.LEVELS]
    games = ", ".join(f"{n} {levels(n, level=1).totals.games:,}" for n in names)
    report.table(
        "table",
        ["level", *names],
        rows,
        f"Games won, in percent, with single 95 % intervals (Wilson). Games of a cell: {games}.",
        [levels],
    )
    sentences = " ".join(say.odds_sentence(n, odds[n]) for n in reversed(families))
    return f"{sentences} (In brackets: 95 % intervals.) [players] says who they are."


# ---------------------------------------------------------------------------------------- skill


def tell_skill(report, levels, names, families, looks):
    """What each rung of the ladder is worth, and what separates the two families."""
    steps = list(pairwise(names))
    level = stats.sidak(0.95, len(steps) * len(say.LEVELS))
    lines, gains, apart = [], [], {}
    for low, high in steps:
        for k in say.LEVELS:
            found = levels(high, level=k).minus(levels(low, level=k), level=level)
            lines.append(line_of(found, step=f"{low} to {high}", level=k))
            gains.append(found.gain)
            if [low, high] == families:
                apart[k] = found
    frame = pd.DataFrame(lines)
    weak, strong = families
    sentence = say.skill_sentence(weak, strong, apart)
    report.heading(say.skill_title(weak, strong, apart))
    report.text(
        f"{sentence} {say.gaps(apart)} [skill] shows each step of the ladder, and [players] what "
        "the stronger strategy does better; the games of both had the same luck. "
        + words.saved(max(gains))
    )
    keys = list(dict.fromkeys(frame["step"]))
    styles = {key: looks[high] for key, (_, high) in zip(keys, steps)}
    figure, _ = by_level(frame, "step", styles, "change in games won (points)", 4.9, True)
    report.figure(
        "skill",
        figure,
        "What a stronger strategy adds to the win odds of each level, in percentage points. "
        f"Paired differences; 95 % intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Line chart: gain in win odds by level for each step of the ladder. {sentence}",
        [levels],
        frame,
    )
    return sentence


# ---------------------------------------------------------------------------------------- order


def tell_order(report, levels, names, families):
    """Whether the printed order is the order of difficulty, and for whom."""
    pairs = list(pairwise(say.LEVELS))
    found = {
        (n, k): levels(n, level=k).minus(levels(n, level=after))
        for n in names
        for k, after in pairs
    }
    signs = dict(zip(found, holm_signs(list(found.values()))))
    by_name = {n: [signs[n, k] for k, _ in pairs] for n in names}
    report.heading(say.order_title(by_name, families))
    report.text(
        say.order_sentences({n: by_name[n] for n in reversed(names)}),
        " ".join(say.steps_sentence(n, {k: found[n, k] for k, _ in pairs}) for n in families)
        + " [order] has the differences behind this.",
    )
    mark = {1: "", 0: " ?", -1: " !"}
    rows = [
        [f"{k} − {after}", *(say.shorter(found[n, k]) + mark[signs[n, k]] for n in names)]
        for k, after in pairs
    ]
    report.table(
        "order",
        ["levels", *names],
        rows,
        "Win odds of a level minus those of the next, in points, paired, with single 95 % "
        "intervals. Unmarked: the next level is harder; !: it is easier; ?: no difference seen, "
        f"after Holm's correction for all {len(found)} comparisons at 5 %.",
        [levels],
    )
    return say.order_sentences({n: by_name[n] for n in reversed(names) if n != "random"})


# ---------------------------------------------------------------------------------------- goals


def tell_goals(study, report, levels, families, looks):
    """What the easier goals of 2 and 3 students change."""
    goals = study.sweep("goals", GAME, ["students_needed=2,3", "level=1..7"], families, FEWER)
    count = len(families) * 3 * len(say.LEVELS)
    level = stats.sidak(0.95, count)
    full = levels.frame("won", level).assign(students_needed=4)
    frame = pd.concat([goals.frame("won", level), full[full["seats"].isin(families)]])
    frame = frame.sort_values(["students_needed", "level"])
    frame["goal"] = [f"{n} students" for n in frame["students_needed"]]
    weak, strong = families
    sure = stats.sidak(0.95, len(families) * 2 * len(say.LEVELS))
    gain = {
        (n, need): {
            k: goals(n, students_needed=need, level=k).minus(levels(n, level=k), level=sure)
            for k in say.LEVELS
        }
        for n in families
        for need in (2, 3)
    }
    odds = {
        (n, need): {k: goals(n, students_needed=need, level=k).estimate("won") for k in say.LEVELS}
        for n in families
        for need in (2, 3)
    }
    report.heading(say.goals_title(gain))
    report.text(
        " ".join(say.goals_sentence(n, odds, levels) for n in reversed(families))
        + " [goals] has all levels and the intervals."
    )
    figure = figures.new_figure(6.2)
    grid = figure.subplots(1, len(families), sharey=True, squeeze=False)[0]
    goal_looks = figures.looks_of(dict.fromkeys(frame["goal"]))
    for axes, name in zip(grid, families):
        part = frame[frame["seats"] == name]
        last = "direct" if name == families[-1] else ""
        figures.interval_plot(axes, part, "level", "goal", looks=goal_looks, labels=last)
        axes.set_title(name)
        axes.set_xlabel("level")
    figures.percent_axis(grid[0].yaxis)
    grid[0].set_ylabel("games won")
    report.figure(
        "goals",
        figure,
        "Win odds when 2, 3 or all 4 students must come home. 95 % intervals, simultaneous for "
        f"the {count} points (Šidák).",
        f"Two line charts, {weak} and {strong} play: games won by level, a line for each goal.",
        [goals, levels],
        frame,
    )


# --------------------------------------------------------------------------------------- length


def tell_length(report, levels, families, looks):
    """How many cards a game takes."""
    found = {n: {k: levels(n, level=k).estimate("turns") for k in say.LEVELS} for n in families}
    report.heading(say.length_title(found))
    report.text(
        " ".join(say.length_sentence(n, found[n]) for n in reversed(families))
        + f" {say.length_intervals(found)} Each turn plays one card; a game ends with the last "
        "student or the first witch at the finish. [length] shows how the lengths spread."
    )
    figure = figures.new_figure(7.4)
    grid = figure.subplots(len(say.LEVELS), 1, sharex=True)
    most = 0
    bands = {n: looks[n] | {"linestyle": "-", "fill": n == families[0]} for n in families}
    for axes, k in zip(grid, say.LEVELS):
        lines = []
        for n in families:
            values, shares = levels(n, level=k).distribution("turns")
            lines += [{"seats": n, "turns": v, "share": s} for v, s in zip(values, shares)]
            quantile = values[(shares.cumsum() < 0.999).sum()]
            most = max(most, float(quantile))
        figures.distribution(axes, pd.DataFrame(lines), "turns", "share", "seats", bands)
        axes.set_ylabel(f"level {k}", rotation=0, ha="right", va="center")
        axes.grid(False, axis="y")
        axes.grid(True, axis="x")
        axes.tick_params(axis="x", length=2.5 if axes is grid[-1] else 0)
    grid[-1].set_xlim(0, most)
    grid[-1].set_xlabel("turns (cards played)")
    figures.legend(figure, families, bands, loc="outside upper right", ncols=2)
    report.figure(
        "length",
        figure,
        f"Length of a game, in turns: share of games of each length ({families[0]} play: area; "
        f"{families[1]} play: line; one scale for each level) and the median (markers). At most "
        "one game in a thousand is beyond the right edge.",
        "Seven small charts, one a level: distribution of the number of turns for two families.",
        [levels],
    )


# ------------------------------------------------------------------------------------ the dwarf


def tell_dwarves(study, report, levels, names, families, looks):
    """What the four dwarf cards are worth."""
    names = [n for n in names if n != "random" or n in families]
    without = study.sweep("dwarves", GAME, ["dwarf_cards=none", "level=1..7"], names, FEWER)
    level = stats.sidak(0.95, len(names) * len(say.LEVELS))
    lines, found = [], {}
    for n in names:
        for k in say.LEVELS:
            wide = levels(n, level=k).minus(without(n, level=k), level=level)
            found.setdefault(n, {})[k] = wide
            lines.append(line_of(wide, seats=n, level=k))
    report.heading(say.dwarf_title({n: found[n] for n in families}))
    report.text(
        " ".join(say.dwarf_sentence(n, found[n]) for n in reversed(families))
        + " [dwarves] compares games with the four cards to games without any; the strategies "
        "were not tuned anew for the latter."
    )
    frame = pd.DataFrame(lines)
    figure, _ = by_level(frame, "seats", looks, "change in games won (points)", 6.0, True)
    report.figure(
        "dwarves",
        figure,
        "What the four dwarf cards add to the win odds: with them (1, 2, 2, 3) minus without any, "
        f"paired. 95 % intervals, simultaneous for the {len(lines)} points (Šidák).",
        "Line chart: change in win odds through the dwarf cards by level, a line a strategy.",
        [without, levels],
        frame,
    )
    return say.dwarf_sentence(families[1], found[families[1]])


# ------------------------------------------------------------------------------------- the duel


def tell_duel(study, report, names, looks):
    """The edge of the team that starts the duel."""
    names = [n for n in names if n in DUELS]  # in the duel the champion plays as careful does
    cells = study.sweep("duel", GAME, ["mode=duel", "duel_starts=students,witches"], names, DUELS)
    level = stats.sidak(0.95, len(names))
    lines, found = [], {}
    for n in names:
        first, second = cells(n, duel_starts="students"), cells(n, duel_starts="witches")
        found[n] = first.minus(second, level=level)
        half = {key: 0.5 + getattr(found[n], key) / 2 for key in ("mean", "low", "high")}
        lines.append({"seats": n, **half})
    report.heading(say.duel_title(found))
    report.text(f"{say.duel_sentences(found)} [duel] shows it.")
    figure = figures.new_figure(1.6 + 0.6 * len(names))
    axes = figure.subplots()
    figures.dot_plot(axes, pd.DataFrame(lines), "seats")
    axes.axvline(0.5, color=figures.INK, linewidth=0.7, zorder=1)
    figures.percent_axis(axes.xaxis)
    axes.set_xlabel("duels won by the team that starts")
    report.figure(
        "duel",
        figure,
        "Magic Duel, both teams with the same strategy: how often the team that starts wins, each "
        "team starting in half of the games. 95 % intervals, simultaneous for the "
        f"{len(names)} strategies (Šidák).",
        "Dot plot: share of duels won by the starting team, by strategy. "
        + say.duel_sentences(found),
        [cells],
        pd.DataFrame(lines),
    )
    return say.duel_sentences({names[-1]: found[names[-1]]})
