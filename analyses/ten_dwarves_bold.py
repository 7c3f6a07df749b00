"""
10 Dwarves: how bold should one be?

The threshold P: a player turns a card over if it is the next number with a probability of at least
P, and else looks at more cards. By players and by what they have agreed on; and with a guardian at
the table, who forgives one wrong flip. Every sentence that states a finding is chosen by the
numbers.
"""

import _ten_dwarves_words as say
import pandas as pd

from dwarfsim import figures, words
from dwarfsim.game import load_game

QUICK = 25
PLAYERS = (2, 3, 4)
NAMES = ("silent", "chain", "higher", "lowest", "signal", "best")
AGREED = ("lowest", "signal", "best")  # what is said follows a convention
GAMES = {"silent": 50_000, "chain": 20_000, "higher": 20_000, "lowest": 20_000}
GAMES |= {"signal": 4_000, "best": 4_000}
BOLD = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)
SURE = BOLD[-1]
LOOSE = ("silent", "chain", "higher", "lowest")  # who plays with a guardian
FEW = (0.2, 0.4, 0.5, 0.6, 0.8, 1)
GUARDED = 10_000
GUARDIAN = "characters=guardian+none+none+none"
ALL, OWNER = "all players", "the guardian's owner alone"


def make(study, report):
    """Play, and tell."""
    tables = {at(n, p): GAMES[n] for n in NAMES for p in BOLD}
    cells = study.sweep("bold", say.GAME, ["players=2..4"], list(tables), tables)
    played = {
        (n, players, p): cells(at(n, p), players=players)
        for n in NAMES
        for players in PLAYERS
        for p in BOLD
    }
    bold = tell_bold(report, played, cells)
    game = tell_game(report, played, cells)
    guard = tell_guardian(study, report)
    report.assumptions(load_game(say.GAME))
    report.abstract = [bold, game, guard]


def at(name: str, p: float) -> str:
    """A strategy with its threshold."""
    return f"{name}:{p:g}"


# -------------------------------------------------------------------------------------- bold


def tell_bold(report, played, cells):
    """Title, figure, and the table of what boldness adds."""
    keys = [key for key in played if key[2] != SURE]
    level = say.simultaneous(len(keys))
    gaps = {(n, k, p): played[n, k, p].minus(played[n, k, SURE], level=level) for n, k, p in keys}
    signs = say.signs_of(gaps)
    tops = {(n, k): top_of(played, n, k) for n in NAMES for k in PLAYERS}
    point = say.simultaneous(len(played))
    lines = [
        {"strategy": n, "players": k, "P": p, **one.estimate("won", level=point)}
        for (n, k, p), one in played.items()
    ]
    frame = pd.DataFrame(lines)
    report.title = say.unbroken(title(gaps, signs, tops))
    sentence = bold_sentence(played, gaps, signs, tops)
    report.figure(
        "bold",
        draw(frame, "players", PLAYERS, lambda k: f"{k} players", NAMES),
        "Games won with ten dwarves by the threshold P, at which all players turn a card over that "
        "is not forced. 95 % intervals, simultaneous for the "
        f"{len(frame)} points (Šidák); one that is not seen is shorter than its marker.",
        f"Three line charts, for 2, 3 and 4 players: games won by P. {sentence}",
        [cells],
        frame,
    )
    report.players(load_game(say.GAME), NAMES, say.WHO)
    report.heading(gain_title(signs))
    report.text(gain_sentence(gaps, signs) + " [gains] has the thresholds that win most.")
    report.table(
        "gains",
        ["", *(f"{k} players" for k in PLAYERS)],
        [[n, *(cell(gaps, signs, tops, n, k) for k in PLAYERS)] for n in NAMES],
        "The threshold P that wins most, and what it adds to the games won with P at 1, in points, "
        "paired; 95 % intervals, simultaneous for all "
        f"{len(gaps)} comparisons (Šidák), so they hold for a threshold picked among all. ?: no "
        f"difference seen (Holm, {len(gaps)} comparisons at 5 %). 1: none wins more than P at 1.",
        [cells],
    )
    return sentence


def top_of(played, name: str, players: int) -> float:
    """The threshold that wins most; of equal ones the most careful."""
    mean = {p: played[name, players, p].estimate("won")["mean"] for p in BOLD}
    return max(reversed(BOLD), key=mean.get)


def draw(frame, column, panels, titled, names):
    """A panel for each value of a column, a line for each strategy."""
    looks = figures.looks_of(NAMES)
    figure = figures.new_figure(7.6)
    grid = figure.subplots(1, len(panels), sharey=True)
    for axes, panel in zip(grid, panels):
        part = frame[frame[column] == panel]
        figures.interval_plot(axes, part, "P", "strategy", looks=looks, labels="")
        axes.set_title(titled(panel))
        axes.set_xlabel("threshold P")
        axes.set_xlim(0.05, 1.05)
        axes.set_xticks([0.2, 0.4, 0.6, 0.8, 1])
    grid[0].set_ylim(-0.03, 1.03)
    grid[0].set_ylabel("games won")
    figures.percent_axis(grid[0].yaxis)
    figures.legend(figure, list(names), looks, loc="outside upper center", ncols=len(names))
    return figure


def cell(gaps, signs, tops, name, players) -> str:
    """The best threshold, and what it adds."""
    p = tops[name, players]
    if p == SURE:
        return "1"
    gap, mark = gaps[name, players, p], "" if signs[name, players, p] else " ?"
    return f"{p:g}: {say.plus_minus(gap.mean, gap.low, gap.high, sign=True)}{mark}"


def paying(signs, name=None) -> list:
    """The tables at which some boldness pays."""
    return sorted({key[:2] for key, sign in signs.items() if sign > 0 and name in (None, key[0])})


def title(gaps, signs, tops) -> str:
    """Who should be bold."""
    agreed = [key for n in AGREED for key in paying(signs, n)]
    silent = paying(signs, "silent")
    if silent and not agreed:
        ends = sorted({tops[key] for key in silent})
        share = " to ".join(words.percent(end) for end in (ends[0], ends[-1])[: len(ends)])
        return (
            f"Who plays in silence should turn over what is {share} likely; who says by a "
            "convention what it has seen, only what is sure"
        )
    if not paying(signs):
        return "Boldness is not seen to pay at any table"
    who = words.listed(dict.fromkeys(n for n in NAMES if paying(signs, n)))
    return f"Boldness pays for {who} play; others should turn over only what is sure"


def bold_sentence(played, gaps, signs, tops) -> str:
    """What the best threshold of a silent table wins, and what boldness costs the others."""
    parts = []
    for players in PLAYERS:
        p = tops["silent", players]
        ends = [played["silent", players, q].estimate("won") for q in (SURE, p)]
        if p != SURE and signs["silent", players, p] > 0:
            parts.append(
                f"{say.interval(ends[1])} instead of {say.interval(ends[0])} with {players} "
                f"players and P at {p:g}"
            )
    text = (
        f"A silent table wins most if it is bold: {words.listed(parts)}."
        if parts
        else "A silent table is not seen to win more if it is bold."
    )
    others = [key for key, sign in signs.items() if sign > 0 and key[0] != "silent"]
    if others:
        top = max(others, key=lambda key: (gaps[key].mean, key[2]))
        text += (
            f" Of the others {say.WHO[top[0]]} gains most: {say.points(gaps[top])} with {top[1]} "
            f"players and P at {top[2]:g}."
        )
    costs = {
        key: gap
        for key, gap in gaps.items()
        if signs[key] < 0 and key[2] == 0.5 and key[0] in AGREED
    }
    if costs:
        worst = min(costs, key=lambda key: costs[key].mean)
        text += (
            " Who hears by a convention what the others have seen should wait: to turn over what "
            f"is as likely as not costs {say.WHO[worst[0]]} "
            f"with {worst[1]} players {say.points(costs[worst])}, more than any other."
        )
    return text


def gain_title(signs) -> str:
    """At how many tables boldness pays, as a heading."""
    pays = paying(signs)
    if not pays:
        return "Nobody is seen to gain by boldness"
    return f"Boldness pays at {words.count(len(pays))} of {len(NAMES) * len(PLAYERS)} tables"


def gain_sentence(gaps, signs) -> str:
    """Where boldness pays, where it costs, and where it changes nothing."""
    pays = paying(signs)
    text = ""
    if pays:
        parts = [
            f"{n} with {words.listed(k for m, k in pays if m == n)}"
            for n in NAMES
            if any(m == n for m, _ in pays)
        ]
        text = f"Some threshold below 1 wins more for {words.listed(parts)} players. "
    flat = [
        (n, k)
        for n in NAMES
        for k in PLAYERS
        if all(sign == 0 for key, sign in signs.items() if key[:2] == (n, k))
    ]
    if flat:
        parts = [
            f"{n} with {words.listed(k for m, k in flat if m == n)}"
            for n in NAMES
            if any(m == n for m, _ in flat)
        ]
        text += f"No difference is seen at any threshold for {words.listed(parts)} players. "
    tens = [key for key, sign in signs.items() if key[2] == 0.9 and sign != 0]
    text += (
        "P at 0.9 is not seen to differ from P at 1 at any table."
        if not tens
        else f"Even P at 0.9 differs from P at 1 at {words.count(len(tens))} tables."
    )
    return text


# -------------------------------------------------------------------------------------- game


def tell_game(report, played, cells):
    """What boldness does to a game of four who say what they know."""
    shown = (0.1, 0.3, 0.5, 0.7, 1)
    facts = ("turns", "flipped", "forced")
    found = {p: {f: played["chain", 4, p].estimate(f) for f in facts} for p in shown}
    won = {p: played["chain", 4, p].estimate("won") for p in shown}
    sentence = game_sentence(found)
    report.heading("What boldness does to a game")
    report.text(sentence + " [game] has the means.")
    rows = [
        [f"{p:g}"]
        + [say.plus_minus(o["mean"], o["low"], o["high"], 1, 2) for o in found[p].values()]
        + [say.plus_minus(won[p]["mean"], won[p]["low"], won[p]["high"])]
        for p in shown
    ]
    report.table(
        "game",
        ["P", "turns", "right flips", "forced flips", "won"],
        rows,
        "A chaining table of four with ten dwarves: means of a game, ± half of a single 95 % "
        "interval; a forced flip is one made below P since the centre was empty. Won: in percent.",
        [cells],
    )
    return sentence


def game_sentence(found) -> str:
    """Whether the careful get further, or only guess later."""
    careful, bold = found[SURE], found[0.3]
    turns = [f"{one['turns']['mean']:.1f}" for one in (bold, careful)]
    flips = [f"{one['flipped']['mean']:.2f}" for one in (bold, careful)]
    further = careful["flipped"]["low"] > bold["flipped"]["high"]
    return (
        f"A chaining table of four with P at 0.3 is done after {turns[0]} turns and "
        f"{flips[0]} right flips, with P at 1 after {turns[1]} and {flips[1]}: "
        + (
            "care does not spare the guess, which is forced once the centre is empty, but makes "
            "it a better one."
            if further and careful["forced"]["mean"] > bold["forced"]["mean"]
            else "care is not seen to get it further."
        )
    )


# ---------------------------------------------------------------------------------- guardian


def tell_guardian(study, report):
    """Whether who has the guardian should be bolder."""
    every = [at(n, p) for n in LOOSE for p in FEW]
    one = [",".join([at(n, p), *[at(n, SURE)] * 3]) for n in LOOSE for p in FEW[:-1]]
    cells = study.sweep("guardian", say.GAME, [GUARDIAN], every + one, GUARDED)
    played = {}
    for n in LOOSE:
        for p in FEW:
            played[n, p, ALL] = cells(at(n, p))
            table = ",".join([at(n, p), *[at(n, SURE)] * 3]) if p != SURE else at(n, SURE)
            played[n, p, OWNER] = cells(table)
    gaps = {
        (n, p, who): found.minus(played[n, SURE, who])
        for (n, p, who), found in played.items()
        if p != SURE
    }
    signs = say.signs_of(gaps)
    point = say.simultaneous(len(played))
    frame = pd.DataFrame(
        {"strategy": n, "P": p, "bold": who, **found.estimate("won", level=point)}
        for (n, p, who), found in played.items()
    )
    sentence = guardian_sentence(played, gaps, signs)
    report.heading(guardian_title(signs))
    report.text(
        f"{sentence} {say.STAND_INS} The owner here stays as bold when the guardian is spent. "
        "[guardian] shows all."
    )
    report.figure(
        "guardian",
        draw(frame, "bold", (ALL, OWNER), lambda who: f"bold: {who}", LOOSE),
        "Games won by four players with ten dwarves, the first of whom has the guardian, which "
        "turns one wrong flip back: by the threshold P of all of them, or of the guardian's owner "
        f"alone, while that of the others is 1. 95 % intervals, simultaneous for the {len(frame)} "
        "points (Šidák).",
        f"Two line charts: games won by P. {sentence}",
        [cells],
        frame,
    )
    return sentence


def guardian_title(signs) -> str:
    """Whether the guardian's owner should be bold, as a heading."""
    owner = {key for key, sign in signs.items() if sign > 0 and key[2] == OWNER}
    every = {key for key, sign in signs.items() if sign > 0 and key[2] == ALL}
    if owner and not {n for n, _, _ in every} >= {n for n, _, _ in owner}:
        return "Who has the guardian may be bolder than the others"
    if owner:
        return "Who has the guardian may be bold, and so may the others"
    return "Not even who has the guardian is seen to gain by boldness"


def guardian_sentence(played, gaps, signs) -> str:
    """Where the owner's boldness pays, and the most that it adds or costs."""
    parts = []
    for n in LOOSE:
        mine = {key: gaps[key] for key in gaps if key[0] == n and key[2] == OWNER}
        up = [key for key in mine if signs[key] > 0]
        if up:
            top = max(up, key=lambda key: mine[key].mean)
            parts.append(f"{say.WHO[n]} gains {say.points(mine[top])} with P at {top[1]:g}")
    if parts:
        text = f"If only the guardian's owner is bold, {words.listed(parts)}."
    else:
        text = "If only the guardian's owner is bold, no table here is seen to gain."
    down = {key: gap for key, gap in gaps.items() if signs[key] < 0 and key[2] == OWNER}
    if down:
        low = min(down, key=lambda key: down[key].mean)
        text += (
            f" At the worst its boldness costs {say.points(down[low])} ({say.WHO[low[0]]}, P at "
            f"{low[1]:g})."
        )
    return text
