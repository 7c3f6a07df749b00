"""
Silberzwerg: where does the money come from?

Income and penalties by strategy; what a player loses that leaves out orders, sales or purchases,
among weak and among strong players; orders against trade at one table, and which rules would turn
it; the ladder of strategies. Every sentence that states a finding is chosen by the numbers.
"""

import _silberzwerg_duel as duel
import _silberzwerg_ladder as rungs
import _silberzwerg_money as money
import _silberzwerg_trades as trades
import _silberzwerg_words as say
import numpy as np
import pandas as pd

from dwarfsim import figures, stats, words
from dwarfsim.game import SHARE, load_game
from dwarfsim.pairs import difference, holm_signs
from dwarfsim.study import ladder

QUICK = 30
ALIKE = {name: 8_000 if name in money.STRONG else 20_000 for name in money.RUNGS}
PARTS = {  # of the income: what it is called, the outcomes and their signs
    "orders": ("income_orders", 1),
    "gems sold": ("gems_sold", 1),
    "gems bought": ("gems_bought", -1),
    "penalties": ("penalties", -1),
}
DOES_ALL = trades.ALL
NO_ORDERS, NO_SALES = trades.SELLS | trades.BUYS, trades.FULFILS | trades.BUYS
NO_BUYING, SELLS_ONLY = trades.FULFILS | trades.SELLS, trades.SELLS
LAME = {  # what a player leaves out, as a row of a figure and in a sentence
    DOES_ALL: ("leaves out nothing", "one that leaves out nothing"),
    NO_BUYING: ("buys no gems", "one that buys no gems"),
    NO_SALES: ("sells no gems", "one that sells no gems"),
    NO_ORDERS: ("fulfils no orders", "one that fulfils no orders"),
    SELLS_ONLY: ("neither buys nor fulfils", "one that only sells what it digs"),
}
HOLDS, NOISES = (1.5, 3, 5, 7), (0.6, 4)  # how one that leaves something out may judge
STYLES = [trades.Style(hold, noise) for hold in HOLDS for noise in NOISES]
WEAK, STRONG = "smith", "champion"
CHOOSE, LAMES = 800, {WEAK: 8_000, STRONG: 8_000}


def make(study, report):
    """Play, and tell."""
    names = ladder(load_game(say.GAME), money.RUNGS)
    first = tell_income(study, report, names)
    second, lame = tell_lame(study, report)
    third = duel.tell(study, report)
    fourth = rungs.tell(study, report, names)
    report.title = say.unbroken(title(lame))
    report.abstract = [second, third, first, fourth]
    report.heading("Who plays")
    report.text(
        "The players that leave something out are schemers; to each a gem in the bag is worth "
        f"{words.listed((f'{hold:g}' for hold in HOLDS), 'or')} talers, and of prices it is unsure "
        f"by {words.listed((f'{noise:g}' for noise in NOISES), 'or')}, whichever won most of the "
        f"first {CHOOSE} games, which are not counted."
    )
    report.players(load_game(say.GAME), names, say.WHO)


# ------------------------------------------------------------------------------------- income


def tell_income(study, report, names):
    """Where each strategy's talers come from and where they go, at tables of four alike."""
    cells = study.sweep("alike", say.GAME, [], names, ALIKE, rotate=True)
    level = stats.sidak(0.95, len(names) * len(PARTS))
    lines = []
    for name in names:
        for part, (outcome, sign) in PARTS.items():
            found = cells(name).estimate(outcome, 0, level)
            mean, low, high = money.ends(found if sign > 0 else money.negative(found))
            line = {"players": f"four {say.MANY[name]}", "part": part}
            lines.append(line | {"mean": mean, "low": low, "high": high})
    frame = pd.DataFrame(lines)
    sentence = income_sentence(cells, names)
    report.heading(income_title(cells, names))
    report.text(
        f"{sentence} {near_sentence(cells)} [income] shows the parts, [purse] has the numbers."
    )
    figure = figures.new_figure(6.6)
    axes = figure.subplots()
    looks = figures.looks_of(PARTS)
    figures.dot_plot(axes, frame, "players", "part", looks=looks, labels="")
    styles = {part: {**style, "linestyle": "none"} for part, style in looks.items()}
    figures.legend(figure, list(styles), styles, loc="outside upper right", ncols=len(styles))
    figures.zero_line(axes)
    axes.set_xlabel("talers of a player in a game")
    report.figure(
        "income",
        figure,
        "What one of four alike earns and pays in a game, by strategy; what it pays is left of the "
        f"line. Bars: 95 % intervals, simultaneous for the {len(frame)} points (Šidák); those that "
        "are not seen are shorter than their markers.",
        f"Dot plot: talers from orders and gems sold, for gems bought and penalties. {sentence}",
        [cells],
        frame,
    )
    columns = ("orders", "income_orders", "gems_sold", "gems_bought", "penalties", "talers")
    rows = []
    for name in names:
        found = {c: cells(name).estimate(c, 0) for c in columns}
        row = [f"four {say.MANY[name]}", money.cell(found["orders"], 2)]
        row += [money.cell(found[c]) for c in columns[1:]]
        row.append(f"{cells(name).estimate('rounds')['mean']:.1f}")
        row.append(f"{100 * cells(name).estimate('ending_600')['mean']:.0f}")
        rows.append(row)
    report.table(
        "purse",
        ["table", "orders", "from orders", "sold", "bought", "penalties", "end", "rounds", "600"],
        rows,
        "Of one of four alike: orders fulfilled, talers from orders, from gems sold, for gems "
        "bought and in penalties, talers at the end; rounds; games that end by 600 (%). Means, "
        "with half of their 95 % intervals.",
        [cells],
    )
    return sentence


def from_orders(played) -> tuple[float, float]:
    """Talers from orders, and from gems less what was paid for gems."""
    means = {
        k: played.estimate(k, 0)["mean"] for k in ("income_orders", "gems_sold", "gems_bought")
    }
    return means["income_orders"], means["gems_sold"] - means["gems_bought"]


def order_share(played) -> float:
    """The share of a player's income that orders bring."""
    orders, gems = from_orders(played)
    return orders / max(1e-9, orders + max(0.0, gems))


def income_title(cells, names) -> str:
    """Of what the strongest live, as a heading."""
    part = order_share(cells(names[-1]))
    what = "orders" if part > 0.55 else "gems" if part < 0.45 else "both orders and gems"
    return say.unbroken(
        f"{words.capital(say.MANY[names[-1]])} live on {what}: {words.percent(part)} of what they "
        "earn comes from orders"
    )


def income_sentence(cells, names) -> str:
    """What part of their income orders bring to each strategy, and what penalties cost."""
    parts = [
        f"{say.MANY[n]} {words.percent(order_share(cells(n)))}" for n in names if n != "random"
    ]
    first = "At a table of four alike, orders bring of what a player earns, purchases subtracted: "
    first += f"{words.listed(parts)}."
    paid = {name: cells(name).estimate("penalties", 0)["mean"] for name in names}
    most, least = (pick(paid, key=paid.get) for pick in (max, min))
    last = f" Penalties cost from {paid[least]:.0f} talers a game ({say.MANY[least]}) to "
    return f"{first}{last}{paid[most]:.0f} ({say.MANY[most]})."


def near_sentence(cells) -> str:
    """How near the tables of planners come to what players tell."""
    low, high = money.REPORTED
    ends = {name: cells(name).estimate("talers", 0) for name in money.STRONG}
    inside = [n for n, e in ends.items() if low <= e["mean"] <= high]
    text = f"four competent players are told to end near {low} to {high} talers each: "
    shown = words.listed(f"{say.MANY[n]} with {money.talers(ends[n])}" for n in ends)
    if len(inside) == len(ends):
        return words.capital(f"{text}{shown} end there.")
    if not inside:
        return words.capital(f"{text}{shown} do not end there.")
    return words.capital(f"{text}{shown}; there end {words.listed(say.MANY[n] for n in inside)}.")


# --------------------------------------------------------------------------------- leaving out


def one_among(what: int, style: trades.Style, crowd: str, seat: int = 0) -> str:
    """A table of one that leaves something out, at a seat, among three others."""
    seats = [crowd] * money.PLAYERS
    seats[seat] = trades.seat(what, style)
    return ",".join(seats)


def play_lame(study):
    """By the others and what is left out: wins of the best style in games not used to choose."""
    every = {(c, w, h): one_among(w, h, c) for c in LAMES for w in LAME for h in STYLES}
    tried = study.sweep("tried", say.GAME, [], list(every.values()), CHOOSE, True, False)
    best = {}
    for crowd in LAMES:
        for what in LAME:
            means = {h: tried(every[crowd, what, h]).estimate("win", 0)["mean"] for h in STYLES}
            best[crowd, what] = max(means, key=means.get)
    tables = {(c, w): one_among(w, style, c, 1) for (c, w), style in best.items()}
    games = {table: LAMES[crowd] for (crowd, _), table in tables.items()}
    cells = study.sweep("lame", say.GAME, [], list(tables.values()), games, rotate=True)
    used = tried.played[0].totals.games
    won = {key: money.fresh(cells(t).wins("win", 1), used) for key, t in tables.items()}
    return won, best, [cells]


def tell_lame(study, report):
    """What a player loses that leaves something out."""
    won, best, sweeps = play_lame(study)
    level = stats.sidak(0.95, len(won))
    lines = [
        {"row": LAME[w][0], "crowd": f"among {say.MANY[c]}", **best[c, w]._asdict()}
        | dict(zip(("mean", "low", "high"), money.ends(money.share(x, level=level))))
        for (c, w), x in won.items()
    ]
    frame = pd.DataFrame(lines)
    gaps = {(c, w): gap(won[c, w], won[c, DOES_ALL]) for c, w in won if w != DOES_ALL}
    against = {c: gap(won[c, NO_SALES], won[c, NO_ORDERS]) for c in LAMES}
    signs = holm_signs([*gaps.values(), *against.values()])
    lost = dict(zip(gaps, signs))
    better = dict(zip(against, signs[len(gaps) :]))
    lame = {"won": won, "gaps": gaps, "lost": lost, "against": against, "better": better}
    sentence = lame_sentence(lame)
    report.heading(lame_title(lame))
    report.text(
        f"{loss_sentence(lame)} {reply_sentence(lame, best)} [lame] shows all.".replace("  ", " ")
    )
    figure = figures.new_figure(5.6)
    axes = figure.subplots()
    looks = figures.looks_of([f"among {say.MANY[c]}" for c in LAMES])
    figures.dot_plot(axes, frame, "row", "crowd", looks=looks, labels="")
    styles = {name: {**style, "linestyle": "none"} for name, style in looks.items()}
    figures.legend(figure, list(styles), styles, loc="outside upper right", ncols=len(styles))
    axes.axvline(1 / money.PLAYERS, color=figures.INK, linewidth=0.7, zorder=1)
    axes.set_xlim(0, None)
    axes.set_xlabel("games won by the one")
    figures.percent_axis(axes.xaxis)
    report.figure(
        "lame",
        figure,
        f"Games won by one player that leaves something out, among three {say.MANY[WEAK]} and "
        f"among three {say.MANY[STRONG]}; seats rotate. Line: an equal share. Bars: 95 % "
        f"intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Dot plot: games won by what a player leaves out. {sentence}",
        sweeps,
        frame,
    )
    return sentence, lame


def gap(first, second):
    """The paired difference of two players' wins."""
    return difference(first, second, SHARE, False)


def title(lame) -> str:
    """Whether trade is stronger than orders, for weak and for strong opponents."""
    words_of = {
        1: "orders alone win more than trade alone",
        -1: "trade alone wins more than orders",
    }
    words_of[0] = "orders alone and trade alone are not seen to differ"
    weak, strong = (lame["better"][c] for c in (WEAK, STRONG))

    def shares(crowd):
        ends = [money.share(lame["won"][crowd, w])["mean"] for w in (NO_SALES, NO_ORDERS)]
        ends = ends if lame["better"][crowd] >= 0 else ends[::-1]
        return f"{100 * ends[0]:.0f} % against {100 * ends[1]:.0f} %"

    if weak == strong:
        text = f"{words_of[strong]}: {shares(STRONG)} of the games among {say.MANY[STRONG]}, "
        return words.capital(f"{text}{shares(WEAK)} among {say.MANY[WEAK]}")
    parts = [f"among {say.MANY[c]} {words_of[s]} ({shares(c)})" for c, s in lame["better"].items()]
    return words.capital(", but ".join(parts))


def lame_title(lame) -> str:
    """What costs most to leave out among the strong, as a heading."""
    costs = {w: lame["gaps"][STRONG, w] for w in (NO_BUYING, NO_SALES, NO_ORDERS)}
    bad = [w for w in costs if lame["lost"][STRONG, w] < 0]
    if not bad:
        return "No one source of money is seen to be needed"
    worst = min(bad, key=lambda w: costs[w].mean)
    rest = [LAME[w][0] for w in costs if w not in bad]
    text = f"Who {LAME[worst][0]} loses most among {say.MANY[STRONG]}"
    return text + (f"; who {words.listed(rest, 'or')} is not seen to lose" if rest else "")


def lame_sentence(lame) -> str:
    """Orders alone and trade alone, among weak and strong players."""
    parts = []
    for crowd in LAMES:
        ends = {w: money.share(lame["won"][crowd, w]) for w in (NO_SALES, NO_ORDERS)}
        text = f"among three {say.MANY[crowd]} a player that sells no gems wins "
        text += f"{say.interval(ends[NO_SALES])} and one that fulfils no orders "
        text += say.interval(ends[NO_ORDERS])
        parts.append(text)
    verdicts = list(lame["better"].values())
    if all(v > 0 for v in verdicts):
        end = "Buying low and selling high is not stronger than fulfilling orders."
    elif all(v < 0 for v in verdicts):
        end = "Buying low and selling high is stronger than fulfilling orders, among all."
    else:
        tells = {1: "orders are stronger", -1: "trade is stronger", 0: "neither is seen to be"}
        end = words.listed(f"among {say.MANY[c]} {tells[v]}" for c, v in lame["better"].items())
        end = f"{words.capital(end)}."
    return f"{words.capital('; '.join(parts))}. {end}"


def reply_sentence(lame, best) -> str:
    """Which of these players win more than an equal share among the strong, if any."""
    won = {w: lame["won"][STRONG, w] for w in LAME}
    over = {w: gap(one, np.full(len(one), SHARE // money.PLAYERS)) for w, one in won.items()}
    ahead = [w for w, sign in zip(over, holm_signs(list(over.values()))) if sign > 0]
    if not ahead:
        return ""
    top = max(ahead, key=lambda w: over[w].mean)
    style = best[STRONG, top]
    return (
        f"{words.capital(LAME[top][1])} wins {say.interval(money.share(won[top]))} among "
        f"{say.MANY[STRONG]} if a gem in the bag is worth {style.hold:g} talers to it and it is "
        f"unsure of prices by {style.noise:g}: four {say.MANY[STRONG]} are no equilibrium."
    )


def loss_sentence(lame) -> str:
    """What each thing that is left out costs."""
    parts = []
    for crowd in LAMES:
        texts = []
        for what in list(LAME)[1:]:
            found, sign = lame["gaps"][crowd, what], lame["lost"][crowd, what]
            if sign:
                verb = "loses" if sign < 0 else "gains"
                texts.append(f"{LAME[what][1]} {verb} {say.points(found)}")
        if texts:
            parts.append(f"among {say.MANY[crowd]} {words.listed(texts)}")
        else:
            parts.append(f"among {say.MANY[crowd]} nothing is seen to be lost")
    return f"Against one that leaves out nothing, {'; '.join(parts)}."
