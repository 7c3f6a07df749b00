"""
Silberzwerg: is the shadow dwarf worth it?

A schemer with a fixed share of shadow dwarves among its leaders, from none to all, at tables with
no, one, two and three schemers; each of the shadow dwarf's deeds alone; and what a game is like if
all use as many. Every sentence that states a finding is chosen by the numbers.
"""

import _silberzwerg_seats as at
import _silberzwerg_words as say
import pandas as pd

from dwarfsim import figures, stats, words
from dwarfsim.game import load_game
from dwarfsim.pairs import holm_signs

QUICK = 15
PLAYERS = 4
RIVALS = 3
SHARES = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 1)
FEWER = (0, 0.1, 0.2, 0.35, 0.5)
HONEST, FREE = "smith", "schemer"
DEEDS = {  # alone: what it is called as the subject of a sentence, and on an axis
    at.DRAWS: ("drawing gems from the others' bags", "draw gems of the others"),
    at.TAKES: ("taking gems from the supply", "take a gem of the supply"),
    at.TURNS: ("turning orders", "turn an order"),
    at.REMOVES: ("removing dwarves", "remove two dwarves"),
}
CROWDS = {HONEST: "among smiths", FREE: "among schemers"}
GAMES, ALONE, ALIKE = 2_600, 1_400, 2_000
WHO = {HONEST: "smiths", FREE: "schemers"}


def make(study, report):
    """Play, and tell."""
    cells = study.sweep("shares", say.GAME, [], list(tables().values()), GAMES, rotate=True)
    free = study.sweep("free", say.GAME, [], list(free_tables().values()), GAMES, rotate=True)
    best = tell_shares(report, cells, free)
    deeds = tell_deeds(study, report, cells)
    whole = tell_game(study, report)
    report.abstract = [best, deeds, whole]
    report.heading("Who plays")
    report.text(
        "The player whose share of shadow dwarves is fixed is a schemer that places as many as it "
        "is told, over a game, but chooses the rounds, the spaces and the deeds (within a few "
        "leaders: at a half it may be two ahead or behind). Its diggers and silver dwarves are "
        "placed as is best with these; with none it plays as a smith does, with all of them it has "
        "nobody who sells, buys or fulfils."
    )
    report.players(load_game(say.GAME), list(WHO), WHO)


def among(schemers: int, one: str) -> str:
    """A table of one player, some schemers and smiths."""
    return ",".join([one, *[FREE] * schemers, *[HONEST] * (RIVALS - schemers)])


def tables() -> dict[tuple[int, float], str]:
    """By the number of schemers and the share of shadow dwarves."""
    return {(k, s): among(k, at.seat(s)) for k in range(RIVALS + 1) for s in SHARES}


def free_tables() -> dict[int, str]:
    """By the number of schemers: one more, who chooses freely."""
    return {k: among(k, FREE) for k in range(RIVALS + 1)}


def crowd(schemers: int) -> str:
    """Who else sits at the table."""
    smiths = RIVALS - schemers
    parts = [f"{words.count(schemers)} schemer{'s' if schemers > 1 else ''}"] if schemers else []
    parts += [f"{words.count(smiths)} smith{'s' if smiths > 1 else ''}"] if smiths else []
    return words.listed(parts)


# ------------------------------------------------------------------------------------- shares


def tell_shares(report, cells, free):
    """Title, first figure and table: wins by the share of shadow dwarves."""
    named = tables()
    level = stats.sidak(0.95, len(named))
    lines = [
        {"share": s, "others": crowd(k), **cells(t).estimate("win", 0, level)}
        for (k, s), t in named.items()
    ]
    frame = pd.DataFrame(lines)
    peaks = {k: peak(cells, k) for k in range(RIVALS + 1)}
    gains = {k: cells(named[k, s]).minus(cells(named[k, 0]), "win", 0) for k, s in peaks.items()}
    alls = {k: cells(named[k, 1]).minus(cells(named[k, 0]), "win", 0) for k in peaks}
    tests = [*gains.values(), *alls.values()]
    found = holm_signs(tests)
    up, down = dict(zip(gains, found)), dict(zip(alls, found[len(gains) :]))
    figure = figures.new_figure(7.2)
    axes = figure.subplots()
    looks = figures.looks_of(dict.fromkeys(frame["others"]))
    figures.interval_plot(axes, frame, "share", "others", looks=looks, labels="legend", dodge=0.007)
    say.fair_line(axes, 1 / PLAYERS, "an equal share")
    axes.get_legend().set_title("the other three", {"size": 7})
    axes.set_ylim(0, None)
    axes.set_xlabel("leaders that are shadow dwarves")
    axes.set_ylabel("games won by the one")
    figures.percent_axis(axes.xaxis, most=10)
    figures.percent_axis(axes.yaxis)
    report.title = title(cells, peaks, up)
    sentence = shares_sentence(cells, peaks, up, down)
    report.heading(shares_title(peaks, up))
    report.text(
        f"{break_sentence(frame, cells, peaks)} [shares] shows all, [peaks] the best shares."
    )
    report.figure(
        "shares",
        figure,
        "Games won by one player with a fixed share of shadow dwarves among its leaders, by who "
        "the other three are. Seats rotate. Thin line: an equal share. Bars: 95 % intervals, "
        f"simultaneous for the {len(frame)} points (Šidák).",
        f"Line chart: games won by the share of shadow dwarves. {sentence}",
        [cells],
        frame,
    )
    rows = []
    for k, s in peaks.items():
        row = [crowd(k), words.percent(s)]
        for played in (cells(named[k, 0]), cells(named[k, s]), free(free_tables()[k])):
            row.append(say.plus_minus(*_ends(played.estimate("win", 0))))
        row.append(points_cell(gains[k]) + {1: " ↑", -1: " ↓", 0: ""}[up[k]])
        rows.append(row)
    report.table(
        "peaks",
        ["the other three", "best share", "wins with none", "with the best", "free", "gain"],
        rows,
        "The share of shadow dwarves that won most of those that were played, what a player wins "
        "with none, with that share, and as a schemer that is free to choose, all in percent with "
        "95 % intervals; and what the best share gains over none in points, paired (↑, ↓: after "
        f"Holm's correction for {len(tests)} comparisons at 5 %). The best of several is chosen by "
        "the same games: its wins are a little too high.",
        [cells, free],
    )
    return f"{sentence} {free_sentence(cells, free, peaks)}"


def _ends(found):
    return found["mean"], found["low"], found["high"]


def points_cell(found) -> str:
    """A difference in points, for a table."""
    return say.plus_minus(found.mean, found.low, found.high, sign=True)


def peak(cells, schemers: int) -> float:
    """The share of shadow dwarves that won most."""
    named = tables()
    return max(SHARES, key=lambda s: cells(named[schemers, s]).estimate("win", 0)["mean"])


def near(cells, schemers: int) -> list[float]:
    """The shares that are not seen to win less than the best one, itself included."""
    named, top = tables(), peak(cells, schemers)
    rest = [s for s in SHARES if s != top]
    gaps = [cells(named[schemers, top]).minus(cells(named[schemers, s]), "win", 0) for s in rest]
    return sorted([top, *(s for s, sign in zip(rest, holm_signs(gaps)) if sign <= 0)])


def span(shares) -> str:
    """A range of shares in percent."""
    low, high = min(shares), max(shares)
    if low == high:
        return words.percent(low)
    return f"{100 * low:.0f} to {words.percent(high)}"


def title(cells, peaks, up) -> str:
    """Whether shadow dwarves are worth it."""
    named, parts = tables(), []
    for k in (0, RIVALS):
        ends = [cells(named[k, s]).estimate("win", 0)["mean"] for s in (peaks[k], 0)]
        best, none = (f"{100 * end:.0f} %" for end in ends)
        parts.append(f"{best} of the games among {WHO[FREE if k else HONEST]}, not {none}")
    if all(sign > 0 for sign in up.values()):
        text = f"With {span([peaks[0], peaks[RIVALS]])} of its leaders as shadow dwarves"
        text = f"{text} a player wins {words.listed(parts)}"
        return say.unbroken(text)
    if any(sign > 0 for sign in up.values()):
        where = words.listed((crowd(k) for k, sign in up.items() if sign > 0), "or")
        return f"Shadow dwarves are worth it only among {where}"
    return "Shadow dwarves are not seen to be worth it, however many"


def shares_title(peaks, up) -> str:
    """Where the best share moves with the number of schemers, as a heading."""
    if not all(sign > 0 for sign in up.values()):
        return "Wins by the share of shadow dwarves"
    first, last = peaks[0], peaks[RIVALS]
    if first == last:
        return "Some shadow dwarves are worth it, as many among schemers as among smiths"
    return (
        "Some shadow dwarves are worth it, "
        f"{'fewer' if last < first else 'more'} of them among schemers than among smiths"
    )


def shares_sentence(cells, peaks, up, down) -> str:
    """What the best share wins among smiths and among schemers, and what all of them win."""
    named, parts = tables(), []
    for k in (0, RIVALS):
        none, best = (cells(named[k, s]).estimate("win", 0) for s in (0, peaks[k]))
        if up[k] > 0:
            text = f"among {crowd(k)} one player wins {say.interval(best)} of its games if "
            text += f"{words.percent(peaks[k])} of its leaders are shadow dwarves, and "
            text += f"{say.interval(none)} with none"
            alike = near(cells, k)
            if len(alike) > 1:
                text += f" (any share of {span(alike)} is as good, as far as is seen)"
        else:
            text = f"among {crowd(k)} no share is seen to win more than none, which wins "
            text += say.interval(none)
        parts.append(text)
    text = words.capital("; ".join(parts)) + "."
    if all(sign < 0 for sign in down.values()):
        most = max(cells(named[k, 1]).estimate("win", 0)["mean"] for k in peaks)
        end = "not one game" if most == 0 else f"at most {words.percent(most)}"
        text += f" With shadow dwarves alone it wins {end}: nobody sells or fulfils."
    return text


def break_sentence(frame, cells, peaks) -> str:
    """Beyond which share a player wins less than with none."""
    found = {}
    for k, top in peaks.items():
        rows = frame[(frame["others"] == crowd(k)) & (frame["share"] >= top)]
        none = cells(tables()[k, 0]).estimate("win", 0)["mean"]
        one = say.crossing(rows["share"], rows["low"], rows["mean"], rows["high"], none)
        if one.begins > 0 and one.ends < 0:
            found[k] = one
    if not found:
        return "Beyond which share fewer games are won than with none is not seen."
    parts = [
        f"{words.percent(one.at)} ({100 * one.low:.0f} to {100 * one.high:.0f}) among {crowd(k)}"
        for k, one in found.items()
    ]
    return (
        f"Beyond a share of {words.listed(parts)} a player wins fewer games than with none at all "
        "(intervals: where the band of the curve, falling from its best point, holds what none "
        "wins)."
    )


def free_sentence(cells, free, peaks) -> str:
    """Whether the schemer that chooses freely keeps up with the best fixed share."""
    named = tables()
    gaps = {k: free(free_tables()[k]).minus(cells(named[k, s]), "win", 0) for k, s in peaks.items()}
    signs = dict(zip(gaps, holm_signs(list(gaps.values()))))
    below = [k for k, sign in signs.items() if sign < 0]
    above = [k for k, sign in signs.items() if sign > 0]
    if below:
        most = min(below, key=lambda k: gaps[k].mean)
        text = "A schemer that weighs each shadow dwarf by itself wins fewer games than one with "
        text += f"the best fixed share, by {say.points(gaps[most])} among {crowd(most)}"
        rest = [crowd(k) for k in below if k != most]
        return text + (f", by less among {words.listed(rest)}." if rest else ".")
    if above:
        most = max(above, key=lambda k: gaps[k].mean)
        return (
            "A schemer that weighs each shadow dwarf by itself does better than any fixed share, "
            f"by {say.points(gaps[most])} among {crowd(most)}."
        )
    return (
        "A schemer that weighs each shadow dwarf by itself is not seen to win more or fewer "
        "games than the best fixed share."
    )


# -------------------------------------------------------------------------------------- deeds


def deed_tables() -> dict[tuple[str, int, float], str]:
    """By the three others, the deed and the share of shadow dwarves."""
    return {
        (other, deed, share): say.alone(at.seat(share, deed), other)
        for other in CROWDS
        for deed in DEEDS
        for share in FEWER[1:]
    }


def tell_deeds(study, report, cells):
    """Second figure: one kind of deed alone."""
    named = deed_tables()
    alone = study.sweep("deeds", say.GAME, [], list(named.values()), ALONE, rotate=True)
    base = {other: cells(tables()[k, 0]) for other, k in zip(CROWDS, (0, RIVALS))}
    level = stats.sidak(0.95, len(named) + len(base))
    lines = [
        {"others": o, "deed": DEEDS[d][1], "share": s, **alone(t).estimate("win", 0, level)}
        for (o, d, s), t in named.items()
    ]
    for other, played in base.items():
        none = played.estimate("win", 0, level)
        lines += [{"others": other, "deed": DEEDS[d][1], "share": 0, **none} for d in DEEDS]
    frame = pd.DataFrame(lines)
    looks = figures.looks_of(text for _, text in DEEDS.values())
    figure = figures.new_figure(6.6)
    grid = figure.subplots(1, 2, sharey=True)
    for axes, (other, text) in zip(grid, CROWDS.items()):
        part = frame[frame["others"] == other]
        figures.interval_plot(axes, part, "share", "deed", looks=looks, labels="", dodge=0.006)
        say.fair_line(axes, 1 / PLAYERS)
        axes.set_title(text)
        axes.set_xlabel("leaders that are shadow dwarves")
        figures.percent_axis(axes.xaxis)
    grid[0].set_ylim(0, None)
    grid[0].set_ylabel("games won by the one")
    figures.percent_axis(grid[0].yaxis)
    figures.legend(figure, list(looks), looks, loc="outside upper right", ncols=len(looks))
    tests = {key: alone(t).minus(base[key[0]], "win", 0) for key, t in named.items()}
    signs = dict(zip(tests, holm_signs(list(tests.values()))))
    sentence = deeds_sentence(alone, named, tests, signs)
    report.heading(deeds_title(signs))
    report.text(
        f"{sentence} [deeds] shows all. A player that may only turn orders or draw gems has one "
        "such space: at most half of its leaders can be shadow dwarves."
    )
    report.figure(
        "deeds",
        figure,
        "Games won by one player whose shadow dwarves do one kind of deed alone, by their share "
        "among its leaders, among three smiths (left) and three schemers that are free to choose "
        "(right). Turning is both its own orders up and those of others back. Thin line: an equal "
        f"share. Bars: 95 % intervals, simultaneous for the {len(named) + len(base)} points "
        "(Šidák).",
        f"Two line charts: games won by the share of shadow dwarves and their deed. {sentence}",
        [alone, cells],
        frame,
    )
    return sentence


def verdicts(signs):
    """For each deed where some share of it gains, and where all lose."""
    gain = {d: [o for o in CROWDS if any(signs[o, d, s] > 0 for s in FEWER[1:])] for d in DEEDS}
    lose = {d: [o for o in CROWDS if signs[o, d, FEWER[-1]] < 0] for d in DEEDS}
    return gain, lose


def deeds_title(signs) -> str:
    """Which deeds pay, as a heading."""
    gain, _ = verdicts(signs)
    pays = [DEEDS[d][0] for d in DEEDS if len(gain[d]) == len(CROWDS)]
    rest = [d for d in DEEDS if not gain[d]]
    if pays and len(pays) + len(rest) == len(DEEDS):
        verb = "pay" if len(pays) > 1 else "pays"
        if rest:
            return f"Of the deeds of a shadow dwarf, only {words.listed(pays)} {verb} by itself"
        return "Every deed of a shadow dwarf pays"
    if not any(gain.values()):
        return "No deed of a shadow dwarf is seen to pay by itself"
    return "Which deed of a shadow dwarf pays depends on the others"


def deeds_sentence(alone, named, tests, signs) -> str:
    """What each deed alone gains at its best share, and costs at a half."""
    gain, lose = verdicts(signs)
    parts = []
    for d, (noun, _) in DEEDS.items():
        texts = []
        for o in gain[d]:
            top = max(FEWER[1:], key=lambda s: tests[o, d, s].mean)
            share = words.percent(top)
            texts.append(f"{say.points(tests[o, d, top])} {CROWDS[o]} (at a share of {share})")
        if texts:
            parts.append(f"{noun} alone gains {words.listed(texts)}")
    text = words.capital("; ".join(parts)) + "." if parts else ""
    half = words.percent(FEWER[-1])
    bad = [d for d in DEEDS if not gain[d] and len(lose[d]) == len(CROWDS)]
    if bad:
        costs = [
            f"{noun} {say.points(tests[o, d, FEWER[-1]])}"
            for d, (noun, _) in DEEDS.items()
            for o in [HONEST]
            if d in bad
        ]
        text += f" No share of the others is seen to gain; at a share of {half} among smiths "
        text += f"{words.listed(costs)} are lost." if len(costs) > 1 else f"{costs[0]} are lost."
    return text.strip() or "No deed is seen to gain or lose by itself."


# --------------------------------------------------------------------------------------- game


ALIKES = {  # tables of four that are told
    HONEST: "smiths (no shadow dwarf)",
    FREE: "schemers, free to choose",
    **{at.seat(s): f"schemers, a share of {100 * s:.0f} %" for s in (0.2, 0.4, 0.6)},
}
MEANS = ("rounds", "lead_changes", "orders", "income_orders", "gems_sold", "penalties", "talers")
HEADS = ("rounds", "lead changes", "orders", "from orders", "from sales", "penalties", "end")


def tell_game(study, report):
    """What a game is like where all use as many shadow dwarves."""
    cells = study.sweep("alike", say.GAME, [], list(ALIKES), ALIKE, rotate=True)
    found = {t: facts(cells(t)) for t in ALIKES}
    sentence = game_sentence(found)
    report.heading(game_title(found))
    report.text(f"{sentence} [alike] has the numbers.")
    rows = [
        [
            name,
            *(f"{found[t][n]['mean']:.1f}" for n in MEANS[:3]),
            *(f"{found[t][n]['mean']:.0f}" for n in MEANS[3:]),
            f"{100 * found[t]['ending_600']['mean']:.0f}",
        ]
        for t, name in ALIKES.items()
    ]
    report.table(
        "alike",
        ["table of four", *HEADS, "by 600 (%)"],
        rows,
        "What a game is like if all four do alike: rounds, lead changes and, of one player, orders "
        "fulfilled, talers from orders, from gems sold, penalties and talers at the end (means); "
        f"games that end by 600. {cells.played[0].totals.games:,} games of each; 95 % intervals "
        f"of the means are at most {widest(found)}.",
        [cells],
    )
    return sentence


def facts(played) -> dict:
    """The numbers of a table; those of a player are of the first place, whose seats rotate."""
    game = ("rounds", "lead_changes", "ending_600")
    return {n: played.estimate(n, None if n in game else 0) for n in (*MEANS, "ending_600")}


def widest(found) -> str:
    """Half the widest interval of small means and of talers."""
    halves = [
        max((f[n]["high"] - f[n]["low"]) / 2 for f in found.values() for n in names)
        for names in (MEANS[:3], MEANS[3:])
    ]
    return f"±{halves[0]:.2f} and of talers ±{halves[1]:.0f}"


def _apart(a, b) -> int:
    return int(b["low"] > a["high"]) - int(b["high"] < a["low"])


def game_title(found) -> str:
    """What shadow dwarves by all do to the length and to the purses, as a heading."""
    none, free = found[HONEST], found[FREE]
    longer, richer = (_apart(none[n], free[n]) for n in ("rounds", "talers"))
    length = {1: "longer", -1: "shorter", 0: "no longer"}[longer]
    purse = {1: "richer", -1: "poorer", 0: "no richer"}[richer]
    return f"A game of schemers is {length} and its players end {purse} than smiths"


def game_sentence(found) -> str:
    """Length, purse and orders of schemers and smiths."""
    none, free = found[HONEST], found[FREE]
    more = {1: "more", -1: "fewer", 0: "as many"}[_apart(none["orders"], free["orders"])]
    return (
        f"Four free schemers play {free['rounds']['mean']:.1f} rounds instead of "
        f"{none['rounds']['mean']:.1f}, end with {free['talers']['mean']:.0f} talers each instead "
        f"of {none['talers']['mean']:.0f}, fulfil {more} orders ({free['orders']['mean']:.1f} "
        f"instead of {none['orders']['mean']:.1f}) and change the lead "
        f"{free['lead_changes']['mean']:.1f} times instead of {none['lead_changes']['mean']:.1f}."
    )
