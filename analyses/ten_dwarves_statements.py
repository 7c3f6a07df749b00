"""
10 Dwarves: what is a statement worth?

No statements, optional ones and compulsory ones; statements about any two cards against those about
the two just looked at; by players and by what they have agreed on. Every sentence that states a
finding is chosen by the numbers.
"""

import _ten_dwarves_words as say
import pandas as pd

from dwarfsim import figures, words
from dwarfsim.game import load_game

QUICK = 25
PLAYERS = (2, 3, 4)
NAMES = ("silent", "chain", "higher", "lowest", "signal", "best")
GAMES = {"silent": 60_000, "chain": 30_000, "higher": 30_000, "lowest": 30_000}
GAMES |= {"signal": 8_000, "best": 8_000}
KINDS = {  # what may be said
    "nothing": {"statements": "none", "about": "any"},
    "the two seen, optional": {"statements": "optional", "about": "seen"},
    "the two seen, compulsory": {"statements": "compulsory", "about": "seen"},
    "any two, optional": {"statements": "optional", "about": "any"},
    "any two, compulsory": {"statements": "compulsory", "about": "any"},
}
NOTHING, SEEN, SEEN_MUST, ANY, MUST = KINDS


def make(study, report):
    """Play, and tell."""
    none = study.sweep("none", say.GAME, ["players=2..4", "statements=none"], NAMES, GAMES)
    said = study.sweep(
        "said",
        say.GAME,
        ["players=2..4", "statements=optional,compulsory", "about=any,seen"],
        NAMES,
        GAMES,
    )
    cells = {
        (n, p, kind): none(n, players=p) if kind == NOTHING else said(n, players=p, **set)
        for n in NAMES
        for p in PLAYERS
        for kind, set in KINDS.items()
    }
    found = {key: one.estimate("won") for key, one in cells.items()}
    worth = tell_worth(report, cells, found, [none, said])
    must = tell_must(report, cells, found, [none, said])
    report.assumptions(load_game(say.GAME), ("statements", "about"))
    report.abstract = [worth, must]


# -------------------------------------------------------------------------------------- worth


def tell_worth(report, cells, found, sweeps):
    """Title, figure and table."""
    level = say.simultaneous(len(cells))
    lines = [
        {"strategy": n, "players": p, "said": kind, **one.estimate("won", level=level)}
        for (n, p, kind), one in cells.items()
    ]
    frame = pd.DataFrame(lines)
    looks = figures.looks_of(KINDS)
    figure = figures.new_figure(9.4)
    grid = figure.subplots(1, len(PLAYERS), sharey=True)
    for axes, players in zip(grid, PLAYERS):
        part = frame[frame["players"] == players]
        figures.dot_plot(axes, part, "strategy", "said", looks=looks, labels="")
        axes.set_title(f"{players} players")
        axes.set_xlabel("games won")
        axes.set_xlim(-0.1, 1.1)
        figures.percent_axis(axes.xaxis, most=3)
    styles = {name: {**look, "linestyle": "none"} for name, look in looks.items()}
    figures.legend(figure, list(looks), styles, loc="outside upper center", ncols=3)
    report.title = say.unbroken(title(found))
    sentence = worth_sentence(found)
    report.figure(
        "said",
        figure,
        "Games won with ten dwarves by what may be said at the end of a turn: nothing, the order "
        "of the two cards just looked at, or the order of any two cards; if one wishes, or always "
        f"if one can. 95 % intervals, simultaneous for the {len(frame)} points (Šidák); one that "
        "is not seen is shorter than its marker.",
        f"Three dot plots, for 2, 3 and 4 players: games won by strategy. {sentence}",
        sweeps,
        frame,
    )
    report.players(load_game(say.GAME), NAMES, say.WHO)
    report.heading(any_title(found))
    report.text(any_sentence(cells) + " [worth] has the numbers.")
    rows = [[kind, *(cell(found[n, PLAYERS[-1], kind]) for n in NAMES)] for kind in KINDS]
    report.table(
        "worth",
        ["what may be said", *NAMES],
        rows,
        f"Games won by {PLAYERS[-1]} players with ten dwarves, in percent, ± half of a single 95 % "
        "interval (Wilson).",
        sweeps,
    )
    return f"{sentence} {any_sentence(cells)}"


def cell(found) -> str:
    """A cell of the table."""
    return say.plus_minus(found["mean"], found["low"], found["high"])


def title(found) -> str:
    """What words are worth to a table that says what it knows."""
    ends = [found["chain", p, kind]["mean"] for p in PLAYERS for kind in (NOTHING, ANY)]
    two, four = ends[:2], ends[-2:]
    if not all(after > before for before, after in (two, four)):
        return "Statements are not seen to be worth anything"
    shares = [" to ".join(words.percent(share) for share in pair) for pair in (two, four)]
    lowest = found["lowest", PLAYERS[-1], ANY]
    agreed = lowest["low"] > found["chain", PLAYERS[-1], ANY]["high"]
    return (
        f"Statements lift a table from {shares[0]} of its games with two players and from "
        f"{shares[1]} with four"
        + (f"; agreed on what they mean, to {words.percent(lowest['mean'])}" if agreed else "")
    )


def worth_sentence(found) -> str:
    """What is won without and with statements, by those who say what they know."""
    parts = [
        f"{words.count(p)} players from {say.interval(found['chain', p, NOTHING])} to "
        f"{say.interval(found['chain', p, ANY])}"
        for p in PLAYERS
    ]
    silent = max(("lowest", "signal", "best", "higher"), key=lambda n: found[n, 4, NOTHING]["mean"])
    share = found[silent, PLAYERS[-1], NOTHING]
    return (
        f"One statement a turn lifts {words.listed(parts)} of the games, if all say what is news "
        f"of the cards they know. Without a word the choice of the card taken is all that tells "
        f"anything: no convention here wins more than {say.interval(share)} of the games of four."
    )


def any_title(found) -> str:
    """What the freedom to name any two cards is worth, as a heading."""
    gain = {n: found[n, 4, ANY]["mean"] - found[n, 4, SEEN]["mean"] for n in NAMES[1:]}
    if all(found[n, 4, ANY]["low"] > found[n, 4, SEEN]["high"] for n in gain):
        return "To name any two cards is worth much more than to name the two just seen"
    return "To name any two cards is not worth more than the two just seen to all"


def any_sentence(cells) -> str:
    """What it costs if only the two cards just seen may be named."""
    gaps = {(n, p): cells[n, p, ANY].minus(cells[n, p, SEEN]) for n in NAMES[1:] for p in PLAYERS}
    signs = say.signs_of(gaps)
    share = {key: cells[*key, SEEN].estimate("won") for key in gaps}
    parts = [
        f"{say.WHO[n]} wins {say.interval(share[n, PLAYERS[-1]])}"
        for n in ("chain", "lowest", "best")
    ]
    text = (
        f"If only the two cards just looked at may be named, {words.listed(parts)} of the games of "
        "four. "
    )
    if all(sign > 0 for sign in signs.values()):
        text += "Every table here loses by that."
    elif any(sign < 0 for sign in signs.values()):
        text += "Not every table loses by that."
    else:
        same = sorted({n for (n, _), sign in signs.items() if sign == 0})
        text += f"All tables lose by that, but for some of {words.listed(same)}."
    return text


# --------------------------------------------------------------------------------------- must


def tell_must(report, cells, found, sweeps):
    """Whether it matters that one must speak."""
    kinds = ((ANY, MUST), (SEEN, SEEN_MUST))
    gaps = {
        (n, p, may): cells[n, p, must].minus(cells[n, p, may])
        for n in NAMES
        for p in PLAYERS
        for may, must in kinds
    }
    signs = say.signs_of(gaps)
    sentence = must_sentence(gaps, signs)
    report.heading(must_title(signs))
    report.text(
        f"{sentence} {chatter_sentence(found)} A player that must speak and has nothing to say "
        "of its own says something that is certain to it, at random. [must] has the differences."
    )
    mark = {1: "", 0: " ?", -1: ""}
    rows = [
        [f"{n}, {may.split(',')[0]}"]
        + [
            say.plus_minus(g.mean, g.low, g.high, sign=True) + mark[signs[n, p, may]]
            for p in PLAYERS
            for g in [gaps[n, p, may]]
        ]
        for may, _ in kinds
        for n in NAMES
    ]
    report.table(
        "must",
        ["", *(f"{p} players" for p in PLAYERS)],
        rows,
        "Games won if statements are compulsory minus if they are optional, in points, paired, ± "
        "half of a single 95 % interval. ?: no difference seen, after Holm's correction for "
        f"{len(gaps)} comparisons at 5 %.",
        sweeps,
    )
    return sentence


def must_title(signs) -> str:
    """Who gains and who loses if one must speak, as a heading."""
    up = {n for (n, _, _), sign in signs.items() if sign > 0}
    down = {n for (n, _, _), sign in signs.items() if sign < 0}
    if up and down:
        return "That one must speak helps who would be silent, and takes from who speaks by silence"
    if up:
        return "That one must speak helps who would be silent"
    if down:
        return "That one must speak takes from who speaks by silence"
    return "That one must speak is not seen to matter"


def must_sentence(gaps, signs) -> str:
    """Where compulsory statements help most and hurt most."""
    up = [key for key, sign in signs.items() if sign > 0]
    down = [key for key, sign in signs.items() if sign < 0]
    text = ""
    if up:
        top = max(up, key=lambda key: gaps[key].mean)
        text += (
            f"Compulsory statements help {say.WHO[top[0]]} most, with {top[1]} players: by "
            f"{say.points(gaps[top])}."
        )
    if down:
        top = min(down, key=lambda key: gaps[key].mean)
        text += (
            f" They take most from {say.WHO[top[0]]} of {top[1]} where only the two cards just "
            f"seen may be named: {say.points(gaps[top])}; there silence is half of what can be "
            "said."
            if top[2] == SEEN
            else f" They take most from {say.WHO[top[0]]} of {top[1]}: {say.points(gaps[top])}."
        )
    free = [key for key, sign in signs.items() if sign == 0 and key[2] == ANY]
    if free:
        who = words.listed(sorted({n for n, _, _ in free}, key=NAMES.index))
        text += f" Where any two cards may be named no difference is seen for {who} play."
    return text.strip()


def chatter_sentence(found) -> str:
    """What random statements are worth against chosen ones."""
    share = [found["silent", PLAYERS[-1], MUST], found["chain", PLAYERS[-1], ANY]]
    return (
        f"True statements at random are worth little: with them a silent table of four wins "
        f"{say.interval(share[0])}, with chosen ones a chaining table {say.interval(share[1])}."
        if share[0]["high"] < share[1]["low"]
        else f"True statements at random win {say.interval(share[0])} of the games of four, chosen "
        f"ones {say.interval(share[1])}."
    )
