"""
10 Dwarves: how often does a table win?

By the number of players, of dwarves, and by what the players have agreed on, from random play to a
code; with the upper bounds of cards that all see and of knowledge that all share; with a card dealt
to each; and with a stranger at the table, who does not know the convention. Every sentence that
states a finding is chosen by the numbers.
"""

from itertools import pairwise

import _ten_dwarves_words as say
import pandas as pd

from dwarfsim import figures, words
from dwarfsim.game import load_game
from dwarfsim.games.ten_dwarves import exact

QUICK = 25
PLAYERS = (2, 3, 4)
DWARVES = (7, 8, 9, 10)
GAMES = {"random": 100_000, "silent": 50_000, "chain": 40_000, "higher": 40_000}
GAMES |= {"lowest": 40_000, "signal": 12_000, "best": 12_000}
BOUND = 5_000
BOUNDS = {"shared": "all knowledge shared", "open": "all cards seen by all"}
STRANGERS = ("silent", "chain")
MIXED = 6_000
CAREFUL = "lowest:trust=0.9"


def make(study, report):
    """Play, and tell."""
    names = [name for name in say.NAMES if name in load_game(say.GAME).strategies]
    looks = figures.looks_of(names)
    dwarves = f"dwarves={','.join(map(str, DWARVES))}"
    cells = study.sweep("tables", say.GAME, ["players=2..4", dwarves], names, GAMES)
    bounds = study.sweep(
        "bounds",
        say.GAME,
        ["players=2..4", dwarves, f"sight={','.join(BOUNDS)}"],
        ["higher"],
        BOUND,
    )
    few = {name: games // 2 for name, games in GAMES.items()}
    dealt = study.sweep("dealt", say.GAME, ["players=2..4", "dealt=1"], names[1:], few)
    wins = tell_wins(report, cells, bounds, names, looks)
    steps = tell_steps(report, cells, dealt, names)
    game = tell_game(report, cells, names)
    stranger = tell_strangers(study, report)
    report.assumptions(load_game(say.GAME))
    report.abstract = [wins, f"{steps} {game}", stranger]


# --------------------------------------------------------------------------------------- wins


def tell_wins(report, cells, bounds, names, looks):
    """Title, first figure, and the table."""
    found = {
        (n, p, d): cells(n, players=p, dwarves=d).estimate("won")
        for n in names
        for p in PLAYERS
        for d in DWARVES
    }
    report.title = say.unbroken(title(found))
    count = len(found)
    frame = cells.frame("won", say.simultaneous(count))
    figure = figures.new_figure(7.6)
    grid = figure.subplots(1, len(PLAYERS), sharey=True)
    for axes, players in zip(grid, PLAYERS):
        part = frame[frame["players"] == players]
        figures.interval_plot(axes, part, "dwarves", "seats", looks=looks, labels="")
        axes.set_title(f"{players} players")
        axes.set_xlabel("dwarves")
        axes.set_xlim(DWARVES[0] - 0.3, DWARVES[-1] + 0.3)
        for sight in BOUNDS:
            ends = [
                bounds(sight=sight, players=players, dwarves=d).estimate("won") for d in DWARVES
            ]
            axes.plot(DWARVES, [end["mean"] for end in ends], color="#888888", linewidth=0.8)
    grid[0].set_ylim(-0.03, 1.03)
    grid[0].set_ylabel("games won")
    figures.percent_axis(grid[0].yaxis)
    figures.legend(figure, names, looks, loc="outside upper center", ncols=len(names))
    lines = f"{wins_sentence(found)} {bound_sentence(bounds)}"
    report.figure(
        "tables",
        figure,
        "Games won by tables whose players all play one strategy, by players and dwarves. Grey "
        "lines, on top: all knowledge shared, and all cards seen by all. Bars: "
        f"95 % intervals, simultaneous for the {count} points (Šidák); one that is not seen is "
        "shorter than its marker.",
        f"Three line charts, for 2, 3 and 4 players: games won by the number of dwarves. {lines}",
        [cells, bounds],
        frame,
    )
    report.players(load_game(say.GAME), names, say.WHO)
    shown = [(p, d) for d in (DWARVES[0], DWARVES[-1]) for p in PLAYERS]
    rows = [[n, *(percents(found[n, p, d]) for p, d in shown)] for n in names]
    for sight, label in BOUNDS.items():
        ends = (bounds(sight=sight, players=p, dwarves=d).estimate("won") for p, d in shown)
        rows.append([label, *(percents(one) for one in ends)])
    games = ", ".join(f"{n} {GAMES[n] // 1000}k" for n in names)
    report.table(
        "odds",
        ["", *(f"{p} pl., {d} dw." for p, d in shown)],
        rows,
        "Games won, in percent, ± half of a single 95 % interval (Wilson); at the ends the bound. "
        f"Games of a cell (thousands): {games}; of the two bounds, which `higher` plays, "
        f"{BOUND // 1000}k.",
        [cells, bounds],
    )
    report.text(bound_text(bounds))
    return lines + " [players] says who they are."


def percents(found) -> str:
    """A cell of the table: percent, or the bound where all or none were won."""
    if found["mean"] in (0, 1):
        end = found["high"] if found["mean"] == 0 else found["low"]
        return (
            f"{'<' if found['mean'] == 0 else '>'} {100 * end:.2g}"
            if end < 0.9
            else (f"> {100 * end:.2f}")
        )
    return say.plus_minus(found["mean"], found["low"], found["high"])


def title(found) -> str:
    """From silence to the best convention, at the full game of four."""
    full = PLAYERS[-1], DWARVES[-1]
    silent, chain, best = (found[n, *full]["mean"] for n in ("silent", "chain", "best"))
    lowest = found["lowest", *full]["mean"]
    if best > 0.9 and lowest > 0.9 and silent < 0.01 and chain < lowest:
        shares = (words.percent(share) for share in (silent, chain, lowest))
        silent, chain, lowest = shares
        return (
            f"Ten dwarves are won by agreement: four players win {silent} of their games in "
            f"silence, {chain} with plain statements and {lowest} by a convention"
        )
    parts = [f"{words.percent(found[n, *full]['mean'])} as {n}" for n in ("silent", "chain")]
    return f"A table of four wins {words.listed(parts)}, and {words.percent(best)} with a code"


def wins_sentence(found) -> str:
    """What the tables win with ten dwarves, and how fast it falls with players."""
    most = DWARVES[-1]
    parts = []
    for name in ("silent", "chain", "higher", "lowest", "best"):
        shares = words.listed(words.percent(found[name, p, most]["mean"]) for p in PLAYERS)
        parts.append(f"{say.WHO[name]} {shares}")
    parts[0] = parts[0].replace(" table ", " table wins ", 1)
    text = (
        f"With all ten dwarves and two, three and four players {words.listed(parts)} of its games."
    )
    text = text.replace("players a ", "players a ", 1)
    fewer = found["chain", PLAYERS[-1], DWARVES[0]]
    return (
        f"{text} The basic game of {DWARVES[0]} dwarves is easier: there the chaining table of "
        f"{PLAYERS[-1]} wins {say.interval(fewer)}."
        if fewer["low"] > found["chain", PLAYERS[-1], most]["high"]
        else text
    )


def bound_sentence(bounds) -> str:
    """Whether anything is lost where all is known to all."""
    lost = [one for one in bounds.played if one.estimate("won")["mean"] < 1]
    games = sum(one.totals.games for one in bounds.played)
    if not lost:
        return (
            "Knowledge is all that is missing: if what one has seen is known to all, not one of "
            f"{games:,} games is lost."
        )
    worst = min((one.estimate("won") for one in lost), key=lambda one: one["mean"])
    return f"If what one has seen is known to all, as few as {say.interval(worst)} are won."


def bound_text(bounds) -> str:
    """What the bounds are, and what is exact about them."""
    small = [(p, d) for p in PLAYERS for d in (4, 5, 6) if exact.shared_win(p, d) == 1]
    tried = len(PLAYERS) * 3
    text = (
        "The two bounds give all players what one has looked at, or all cards from the start; no "
        "convention can tell more. "
    )
    if len(small) == tried:
        text += (
            "With 4 to 6 dwarves best play, found exactly, then always wins; with more, "
            f"{bound_sentence(bounds)[0].lower()}{bound_sentence(bounds)[1:]}"
        )
    else:
        text += bound_sentence(bounds)
    lost = any(one.estimate("won")["mean"] < 1 for one in bounds.played)
    return text + ("" if lost else " So games are lost for want of knowledge, not of luck.")


# --------------------------------------------------------------------------------------- steps


def tell_steps(report, cells, dealt, names):
    """What each step of the ladder adds with ten dwarves, nothing or a card dealt."""
    most = DWARVES[-1]
    of = {
        (n, p, d): dealt(n, players=p) if d else cells(n, players=p, dwarves=most)
        for n in names[1:]
        for p in PLAYERS
        for d in (0, 1)
    }
    columns = [(p, d) for d in (0, 1) for p in PLAYERS]
    gaps = {
        (low, high, *column): of[high, *column].minus(of[low, *column])
        for low, high in pairwise(names[1:])
        for column in columns
    }
    signs = say.signs_of(gaps)
    report.heading(steps_title(names, signs))
    report.text(steps_sentence(gaps, signs) + " [steps] has the numbers.")
    mark = {1: "", 0: " ?", -1: " !"}
    rows = [
        [f"{low} to {high}"]
        + [shown(gaps[low, high, *c]) + mark[signs[low, high, *c]] for c in columns]
        for low, high in pairwise(names[1:])
    ]
    report.table(
        "steps",
        ["step", *(f"{p} pl.{', dealt' if d else ''}" for p, d in columns)],
        rows,
        "What a step up the ladder adds to the games won with ten dwarves, in points, paired, ± "
        "half of a single 95 % interval; nothing dealt, or a card to each. "
        f"?: no difference seen, !: the lower step wins more (Holm, {len(gaps)} "
        "comparisons at 5 %).",
        [cells, dealt],
    )
    return steps_sentence(gaps, signs)


def shown(found) -> str:
    """A difference in points for a table."""
    return say.plus_minus(found.mean, found.low, found.high, sign=True)


def steps_title(names, signs) -> str:
    """Whether the ladder is one, as a heading."""
    down = [key for key, sign in signs.items() if sign < 0]
    if down:
        return "Not every step of the ladder leads up"
    always = [
        (low, high)
        for low, high in pairwise(names[1:])
        if all(sign > 0 for key, sign in signs.items() if key[:2] == (low, high))
    ]
    if len(always) == len(names) - 2:
        return "Every step of the ladder leads up, at every table"
    return "No step of the ladder leads down; where nearly all is won, no difference is seen"


def steps_sentence(gaps, signs) -> str:
    """The largest step, and where steps are not seen."""
    top = max(gaps, key=lambda key: gaps[key].mean)
    low, high, players, dealt = top
    card = " and a card dealt to each" if dealt else ""
    text = (
        f"The largest step is from {low} to {high} play with {players} players{card}: "
        f"{say.points(gaps[top])}."
    )
    down = [key for key, sign in signs.items() if sign < 0]
    level = [key for key, sign in signs.items() if sign == 0]
    if down:
        parts = [f"{a} to {b} with {p} players{', dealt' if d else ''}" for a, b, p, d in down]
        text += f" It leads down from {words.listed(parts)}."
    if level:
        text += f" No difference is seen in {words.count(len(level))} of {len(signs)} steps"
        both = {pair for a, b, *_ in level for pair in [f"{a} to {b}"]}
        text += f" ({words.listed(sorted(both))})."
    return text


# ---------------------------------------------------------------------------------- the game


FACTS = ("turns", "flipped", "statements", "forced")


def tell_game(report, cells, names):
    """What a game of four is like, and how it is lost."""
    played = {n: cells(n, players=PLAYERS[-1], dwarves=DWARVES[-1]) for n in names}
    found = {n: {f: played[n].estimate(f) for f in FACTS} for n in names}
    sentence = game_sentence(found, played)
    report.heading("How a game goes")
    report.text(sentence + " [game] has the means.")
    rows = [
        [n, *(mean_cell(found[n][f]) for f in FACTS), percents(played[n].estimate("won"))]
        for n in names
    ]
    report.table(
        "game",
        ["", "turns", "right flips", "statements", "forced flips", "won"],
        rows,
        "Means of a game of four players and ten dwarves, ± half of a 95 % interval; a forced flip "
        "is one made below the threshold since the centre was empty. The last column: games won, "
        "in percent.",
        [cells],
    )
    return sentence


def mean_cell(found) -> str:
    """A mean with its interval, for a table."""
    return say.plus_minus(found["mean"], found["low"], found["high"], 1, 2)


def game_sentence(found, played) -> str:
    """Who guesses, and how often it is right."""
    guessed = {n: one["forced"]["mean"] for n, one in found.items() if n not in ("random",)}
    most = max(guessed, key=guessed.get)
    least = min(guessed, key=guessed.get)
    return (
        f"A game of four is lost by guesses: {say.WHO[most]} has to make {guessed[most]:.2f} a "
        f"game, {say.WHO[least]} {guessed[least]:.2g}; with P at its default of 1 nobody flips "
        "unsurely unless it must."
    )


# -------------------------------------------------------------------------------- strangers


def tell_strangers(study, report):
    """One player who does not know the convention."""
    kinds = ("higher", "lowest", CAREFUL, "signal", "best")
    tables = {}
    for kind in kinds:
        tables[kind, "none"] = kind
        for stranger in STRANGERS:
            tables[kind, stranger] = ",".join([stranger, *[kind] * (PLAYERS[-1] - 1)])
    cells = study.sweep("strangers", say.GAME, [], list(tables.values()), MIXED, True)
    level = say.simultaneous(len(tables))
    label = {"none": "nobody", "silent": "one silent player", "chain": "one chain player"}
    lines = [
        {"table": kind, "stranger": label[s], **cells(t).estimate("won", level=level)}
        for (kind, s), t in tables.items()
    ]
    frame = pd.DataFrame(lines)
    gaps = {
        key: cells(table).minus(cells(tables[key[0], "none"]))
        for key, table in tables.items()
        if key[1] != "none"
    }
    signs = say.signs_of(gaps)
    found = {key: cells(table).estimate("won") for key, table in tables.items()}
    sentence = stranger_sentence(found, signs)
    report.heading(stranger_title(signs))
    report.text(
        f"{sentence} {doubt_sentence(found, cells, tables)} The partners take what they hear and "
        "see for what it would mean from one of them; where nothing at all fits, they go back to "
        "what is certain. [strangers] shows all."
    )
    looks = figures.looks_of(label.values())
    figure = figures.new_figure(5.6)
    axes = figure.subplots()
    figures.dot_plot(axes, frame, "table", "stranger", looks=looks, labels="")
    say.key(figure, looks)
    figures.percent_axis(axes.xaxis)
    axes.set_xlim(-0.02, 1.03)
    axes.set_xlabel("games won")
    report.figure(
        "strangers",
        figure,
        "Games won by four players with ten dwarves who share a convention, and with a stranger "
        f"in the place of one of them, seats rotated. `{CAREFUL}` doubts a little that its "
        "partners keep to the convention. 95 % intervals, simultaneous for the "
        f"{len(frame)} points (Šidák).",
        f"Dot plot: games won by convention and stranger. {sentence}",
        [cells],
        frame,
    )
    return sentence


def stranger_title(signs) -> str:
    """Whether a stranger hurts, as a heading."""
    down = {key for key, sign in signs.items() if sign < 0}
    up = {key for key, sign in signs.items() if sign > 0}
    if len(down) == len(signs):
        return "A stranger at the table undoes every convention"
    if not down:
        return "A stranger at the table is not seen to undo any convention"
    text = "A stranger who talks undoes most conventions"
    if any(key[0] == "higher" for key in up):
        return "A stranger undoes the conventions, but for the one of the higher card"
    return text


def stranger_sentence(found, signs) -> str:
    """What a silent and a talking stranger cost the strongest people's convention and the code."""
    parts = []
    for kind in ("lowest", "best"):
        alone = found[kind, "none"]
        costs = [f"{say.interval(found[kind, s])} with one {s} player" for s in STRANGERS]
        parts.append(
            f"{say.WHO[kind]} wins {words.percent(alone['mean'])} with four who know it, but "
            f"{words.listed(costs)}"
            if all(signs[kind, s] < 0 for s in STRANGERS)
            else f"{say.WHO[kind]} wins {words.percent(alone['mean'])}, and {words.listed(costs)}"
        )
    text = words.capital("; ".join(parts)) + "."
    better = [key for key, sign in signs.items() if sign > 0 and key[0] == "higher"]
    if better:
        top = max(better, key=lambda key: found[key]["mean"])
        text += (
            f" Of three that take the higher card and one {top[1]} player who takes the lower one "
            f"{say.interval(found[top])} are won, more than of four alike "
            f"({words.percent(found['higher', 'none']['mean'])}), though what is inferred from its "
            "choices is wrong."
        )
    return text


def doubt_sentence(found, cells, tables) -> str:
    """Whether a little doubt helps with strangers."""
    gaps = {
        s: cells(tables[CAREFUL, s]).minus(cells(tables["lowest", s])) for s in ("none", *STRANGERS)
    }
    signs = say.signs_of(gaps)
    verbs = {1: "wins more", 0: "is not seen to win more", -1: "wins less"}
    parts = []
    for s in STRANGERS:
        ends = [words.percent(found[kind, s]["mean"]) for kind in (CAREFUL, "lowest")]
        parts.append(f"{verbs[signs[s]]} with one {s} player ({ends[0]} instead of {ends[1]})")
    text = f"A table that doubts a little {words.listed(parts)}"
    if signs["none"] < 0:
        rest = words.percent(found[CAREFUL, "none"]["mean"])
        text += f", and among friends, where nothing is quite certain any more, only {rest}"
    return text + "."
