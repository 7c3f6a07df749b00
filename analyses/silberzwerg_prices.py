"""
Silberzwerg: how do prices and penalties move?

How far apart prices are, round by round and by colour; how diggers that follow the last round's
prices move them; when penalties fall due, how they grow with those printed and with the orders'
values, and how often debt is forgiven. Every sentence that states a finding is chosen by the
numbers.
"""

import _silberzwerg_herd as herd
import _silberzwerg_money as money
import _silberzwerg_penalties as dues
import _silberzwerg_words as say
import numpy as np
import pandas as pd

from dwarfsim import figures, results, stats, words
from dwarfsim.game import load_game
from dwarfsim.games.silberzwerg import exact
from dwarfsim.pairs import holm_signs
from dwarfsim.study import ladder

QUICK = 30
ALIKE = {name: 8_000 if name in money.STRONG else 20_000 for name in money.RUNGS}
SHOWN = ("random", "miner", "trader", "champion")
TOP = "champion"
ROUNDS = 12
COLOURS = ("blue", "red", "yellow", "green")
SHARES = (0, 0.25, 0.5, 0.75, 1)
FOLLOW, AMONG = 20_000, 40_000
ONES = {0: "one that follows with none", 1: "one that follows with all"}


def make(study, report):
    """Play, and tell."""
    names = ladder(load_game(say.GAME), money.RUNGS)
    cells = study.sweep("alike", say.GAME, [], names, ALIKE, rotate=True)
    looks = figures.looks_of(SHOWN)
    first, ends = tell_prices(report, cells, names, looks)
    second = tell_herd(study, report)
    third, last = dues.tell(study, report, cells, names, by_round)
    report.title = say.unbroken(title(ends, last))
    report.abstract = [first, second, third]
    report.heading("Who plays")
    report.text(
        "The players of [herd] dig one by one: each digger goes, with the chance given, where the "
        "price was highest in the last round, else to any tunnel. They sell, buy and discard as a "
        "trader does, and fulfil nothing."
    )
    report.players(load_game(say.GAME), names, say.WHO)


# ------------------------------------------------------------------------------------ rounds


def by_round(played, outcome: str, level: float = 0.95, least: float = 0.5):
    """The estimates of an outcome in the rounds that at least this part of the games reached."""
    found = []
    for number, slot in enumerate(played.slots):
        if slot.outcome.name != outcome or slot.index >= ROUNDS:
            continue
        if played.totals.counts[number] >= max(2, least * played.totals.games):
            one = results.estimate(slot, number, played.totals, level)
            found.append({"round": slot.index + 1, **one})
    return found


def pooled(played, outcome: str) -> tuple[np.ndarray, np.ndarray]:
    """Values and their share in all rounds shown, together."""
    values, counts = None, 0
    for number, slot in enumerate(played.slots):
        if slot.outcome.name == outcome and slot.index < ROUNDS:
            values, some = played.totals.of(number, slot)
            counts = counts + some
    return values, counts / max(1, counts.sum())


# ------------------------------------------------------------------------------------ prices


def tell_prices(report, cells, names, looks):
    """How far apart the prices of a round are, and what they are by colour."""
    level = stats.sidak(0.95, len(SHOWN) * ROUNDS)
    lines, spread = [], {}
    for name in names:
        rounds = by_round(cells(name), "round_spread", level)
        if name in SHOWN:
            lines += [{"players": name, **one} for one in rounds]
        values, shares = pooled(cells(name), "round_spread")
        spread[name] = float((values * shares).sum())
    frame = pd.DataFrame(lines)
    first = {name: by_round(cells(name), "round_spread")[0] for name in names}
    sentence = spread_sentence(spread, cells)
    report.heading(spread_title(spread))
    report.text(
        f"{exact_sentence(first['random'])} {mean_sentence(cells, names)} [spread] shows how far "
        "apart prices are, [colours] what they are by colour."
    )
    figure = figures.new_figure(6.4)
    left, right = figure.subplots(1, 2, width_ratios=(1.25, 1))
    figures.interval_plot(left, frame, "round", "players", looks=looks, labels="")
    figures.legend(figure, list(looks), looks, loc="outside upper right", ncols=len(looks))
    left.set_ylim(0, 9.6)
    left.set_xlabel("round")
    left.set_ylabel("dearest less cheapest, talers")
    left.set_title("mean by round")
    parts = []
    for name in SHOWN:
        values, shares = pooled(cells(name), "round_spread")
        parts.append(pd.DataFrame({"value": values, "share": shares, "players": name}))
    lasting = pd.concat(parts)
    figures.distribution(right, lasting, "value", "share", "players", looks=looks)
    right.set_xlim(-0.5, 9.9)
    right.set_xlabel("dearest less cheapest, talers")
    right.set_title(f"of the first {ROUNDS} rounds")
    report.figure(
        "spread",
        figure,
        "How far the dearest colour is above the cheapest, at tables of four alike. Left: means by "
        "round, as far as half of the games come; bars: 95 % intervals, simultaneous for "
        f"{len(SHOWN) * ROUNDS} points (Šidák), mostly shorter than their markers. Right: how "
        "often each difference occurs; markers: medians.",
        f"Line chart and distributions of the spread of prices. {sentence}",
        [cells],
        frame,
    )
    rows = []
    for name in names:
        row = [f"four {say.MANY[name]}"]
        for colour in COLOURS:
            mean = cells(name).estimate(f"price_mean_{colour}")
            sd = cells(name).estimate(f"price_sd_{colour}")
            row += [money.cell(mean, 2), f"{sd['mean']:.1f}"]
        rows.append(row)
    heads = [head for colour in COLOURS for head in (colour, "sd")]
    report.table(
        "colours",
        ["table", *heads],
        rows,
        "Mean price of each colour (with half of its 95 % interval), and its standard deviation "
        "over the rounds of a game.",
        [cells],
    )
    return sentence, spread


def exact_sentence(first) -> str:
    """The spread of the first round among random players, against the exact one."""
    spread = exact.price_spread(money.PLAYERS)
    sure = float(sum(value * chance for value, chance in spread.items()))
    text = "Diggers that go anywhere make the dearest colour "
    text += f"{sure:.2f} talers dearer than the cheapest (computed exactly"
    if first["low"] <= sure <= first["high"]:
        return f"{text}; played: {first['mean']:.2f})."
    return f"{text}; played, and not in agreement: {money.talers(first)})."


def mean_sentence(cells, names) -> str:
    """That the four prices of a round sum up to 24 but for the floor, and the colours' gaps."""
    means = {
        name: np.mean([cells(name).estimate(f"price_mean_{c}")["mean"] for c in COLOURS])
        for name in names
    }
    top = max(means, key=means.get)
    text = (
        "As sixteen diggers stand somewhere in each round, the four prices have a mean of 6, and "
    )
    text += "more only where ten and more crowd a tunnel whose price cannot fall further: "
    text += f"{means[top]:.2f} among {say.MANY[top]}, {means[TOP]:.2f} among {say.MANY[TOP]}."
    found = {c: cells(TOP).estimate(f"price_mean_{c}", None, 1 - 0.05 / 4) for c in COLOURS}
    dear, cheap = (pick(found, key=lambda c: found[c]["mean"]) for pick in (max, min))
    if money.apart(found[dear], found[cheap]) > 0:
        text += f" The colours are alike by the rules; that {dear} is dearest among "
        text += f"{say.MANY[TOP]} and {cheap} cheapest ({found[dear]['mean']:.2f} and "
        text += f"{found[cheap]['mean']:.2f} talers) is how they break ties."
    return text


def spread_sentence(spread, cells) -> str:
    """How far apart the prices are, of random diggers and of others."""
    parts = [f"{spread[n]:.1f} talers among {say.MANY[n]}" for n in SHOWN]
    games = {n: by_round(cells(n), "round_spread") for n in ("random", TOP)}
    worse = games[TOP][1]["low"] > games["random"][1]["high"]
    end = "players that plan crowd the same tunnels"
    text = f"The dearest colour is above the cheapest by {words.listed(parts)}"
    return f"{text}: {end}." if worse and spread[TOP] > spread["random"] else f"{text}."


def spread_title(spread) -> str:
    """By how many times the champions' prices are further apart, as a heading."""
    times = spread[TOP] / spread["random"]
    more = "further" if times >= 1.05 else "less far" if times <= 0.95 else ""
    if not more:
        return f"Prices are as far apart among {say.MANY[TOP]} as among random players"
    return (
        f"Prices are {times:.1f} times as far apart among {say.MANY[TOP]} as among random players"
    )


def title(spread, last: str) -> str:
    """The findings: how prices move, and penalties."""
    return (
        f"Prices of a round differ by {spread[TOP]:.1f} talers among {say.MANY[TOP]}, not "
        f"{spread['random']:.1f} as among random diggers; {last}"
    )


# ------------------------------------------------------------------------------------ herding


def tell_herd(study, report):
    """What diggers that follow the last prices do to prices, and to themselves."""
    tables = {s: herd.seat(s) for s in SHARES}
    ones = {
        (one, s): say.alone(herd.seat(one), herd.seat(s))
        for one in ONES
        for s in SHARES
        if s != one
    }
    cells = study.sweep("herd", say.GAME, [], list(tables.values()), FOLLOW, rotate=True)
    among = study.sweep("one", say.GAME, [], list(ones.values()), AMONG, rotate=True)
    level = stats.sidak(0.95, len(SHARES))
    lines = []
    for share, table in tables.items():
        found = by_round(cells(table), "round_spread", level)[1]  # the first that can follow
        lines.append({"panel": "second round", "share": share, **found})
        lines.append({"panel": "rounds", "share": share, **cells(table).estimate("rounds")})
    wins = {
        key: among(t).estimate("win", 0, stats.sidak(0.95, len(ones))) for key, t in ones.items()
    }
    lines += [{"panel": ONES[one], "share": s, **found} for (one, s), found in wins.items()]
    frame = pd.DataFrame(lines)
    figure = figures.new_figure(5.8)
    left, right = figure.subplots(1, 2)
    figures.interval_plot(left, frame[frame["panel"] == "second round"], "share", labels="")
    left.set_ylim(0, 9.6)
    left.set_ylabel("dearest less cheapest, talers")
    left.set_title("four alike, second round")
    looks = figures.looks_of(ONES.values())
    part = frame[frame["panel"].isin(ONES.values())]
    figures.interval_plot(right, part, "share", "panel", looks=looks, labels="", dodge=0.02)
    say.fair_line(right, 1 / money.PLAYERS, "", "left")
    right.set_title("one among three others")
    right.set_ylabel("games won by the one")
    right.set_ylim(0, 1.5 * part["high"].max())
    figures.percent_axis(right.yaxis)
    figures.legend(right, list(looks), looks, loc="upper left")
    for axes, what in ((left, "diggers"), (right, "the others' diggers")):
        axes.set_xlabel(f"{what} that follow the last prices")
        figures.percent_axis(axes.xaxis)
    signs = {
        key: sign
        for key, sign in zip(ones, holm_signs([say.over_fair(among(t)) for t in ones.values()]))
    }
    sentence = herd_sentence(cells, tables, wins, signs)
    report.heading(herd_title(cells, tables))
    report.text(f"{herd_rounds(cells, tables)} [herd] shows both.")
    report.figure(
        "herd",
        figure,
        "Left: how far prices are apart in the second round, by the share of the diggers that go "
        "where the price was highest in the first; four alike. Right: games won by one player "
        "whose diggers never or always follow, by how many of the three others' do. Thin line: an "
        "equal share. Bars: 95 % intervals, simultaneous for the points of each panel (Šidák); "
        "those that are not seen are shorter than their markers.",
        f"Two line charts on herding diggers. {sentence}",
        [cells, among],
        frame,
    )
    return sentence


def _ends(cells, tables, outcome: str) -> tuple[dict, dict]:
    """An outcome where no digger follows, and where all do."""
    made = []
    for share in (SHARES[0], SHARES[-1]):
        played = cells(tables[share])
        one = by_round(played, outcome)[1] if outcome.startswith("round_") else None
        made.append(one or played.estimate(outcome))
    return tuple(made)


def herd_title(cells, tables) -> str:
    """Whether following moves the prices apart, as a heading."""
    none, every = _ends(cells, tables, "round_spread")
    sign = money.apart(every, none)
    if not sign:
        return "Diggers that follow the last prices are not seen to move them"
    return (
        f"Diggers that follow the last prices drive them {'apart' if sign > 0 else 'together'}: "
        f"from {none['mean']:.1f} to {every['mean']:.1f} talers"
    )


def herd_rounds(cells, tables) -> str:
    """What herding does to the mean price and to the length of a game."""
    none, every = _ends(cells, tables, "rounds")
    price = _ends(cells, tables, "round_price")
    longer = money.apart(every, none)
    text = f"The mean price of the second round is {price[0]['mean']:.2f} talers if no digger "
    text += f"follows and {price[1]['mean']:.2f} if all do: a tunnel that all dig in costs no less "
    text += "than the floor, and nobody is left to press the other three."
    if longer:
        text += f" A game takes {every['mean']:.1f} rounds instead of {none['mean']:.1f}: "
        text += (
            "what was dug while it was cheap is sold dear, once the herd has moved on."
            if longer < 0
            else "herds earn less."
        )
    return text


def herd_sentence(cells, tables, wins, signs) -> str:
    """How herding moves the prices, and whether it pays."""
    none, every = _ends(cells, tables, "round_spread")
    text = "If all diggers go where the price was highest in the last round, prices differ by "
    text += f"{every['mean']:.1f} talers in the second round, by {none['mean']:.1f} if none do. "
    last, first = wins[0, SHARES[-1]], wins[1, SHARES[0]]
    parts = []
    for key, found, who in (
        ((0, SHARES[-1]), last, "one that never follows wins {} among three that always do"),
        ((1, SHARES[0]), first, "one that always follows {} among three that never do"),
    ):
        tells = {1: "more than", -1: "less than", 0: "not seen to differ from"}[signs[key]]
        parts.append(who.format(say.interval(found)) + f" ({tells} an equal share)")
    return f"{text}{words.capital(words.listed(parts))}."
