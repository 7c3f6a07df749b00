"""Part of the study of money: players with orders alone against players with trade alone."""

from typing import NamedTuple

import _silberzwerg_money as money
import _silberzwerg_trades as trades
import _silberzwerg_words as say
import numpy as np
import pandas as pd

from dwarfsim import figures, stats, words
from dwarfsim.game import SHARE
from dwarfsim.pairs import difference, holm_signs

ORDERS, TRADE = "orders alone", "trade alone"
MAY = {ORDERS: trades.FULFILS | trades.BUYS, TRADE: trades.SELLS | trades.BUYS}
STYLES = {
    ORDERS: (trades.Style(1, 0.6), trades.Style(2.5, 0.6), trades.Style(1, 4)),
    TRADE: (trades.Style(4.5, 0.6), trades.Style(4.5, 4), trades.Style(7, 4)),
}
SEATS = {  # by the number of players with orders alone, where they sit
    1: (0,),
    2: (0, 2),
    3: (1, 2, 3),
}
CHOOSE, GAMES = 600, 8_000
MOST = 4  # changes that a sentence lists
CATEGORIES = (120, 100, 80, 60)


class Rule(NamedTuple):
    """A change of the rules: of which assumption, what it is called, what is set."""

    id: str
    label: str
    name: str = ""
    value: str = ""


def times(factor: float) -> Rule:
    """Order values that are so many times as high."""
    values = "+".join(str(round(factor * value)) for value in CATEGORIES)
    return Rule("A2", f"order values ×{factor:g}", "order_values", values)


FACTORS = (0.5, 0.75, 1, 1.25, 1.5, 2)
ASSUMED = Rule("", "as assumed")
RULES = (
    ASSUMED,
    Rule("A1", "3 + 3 + 2 instead of 6 + 2", "orders", "8:4+44:6+422:12+332:12"),
    *(times(factor) for factor in FACTORS if factor != 1),
    Rule("A2", "order values 120 90 70 50", "order_values", "120+90+70+50"),
    Rule("A2", "order values all 120", "order_values", "120+120+120+120"),
    Rule("A2", "orders fall by 10 a step", "order_step", "10"),
    Rule("A2", "orders fall by 20 a step", "order_step", "20"),
    Rule("A3", "no penalties", "penalties", "0+0+0+0"),
    Rule("A3", "penalties ×2", "penalties", "80+60+40+20"),
    Rule("A3", "penalties ×4", "penalties", "160+120+80+40"),
    Rule("A4", "no price below 3", "price_floor", "3"),
    Rule("A4", "no price below 5", "price_floor", "5"),
    Rule("A4", "prices down to 0", "price_floor", "0"),
)
DEFAULTS = {"price_floor": "1", "order_step": "quarter"}


def table(number: int, orders: trades.Style, trade: trades.Style, turn: int = 0) -> str:
    """A table of four of whom so many fulfil orders alone, turned by so many seats."""
    styles = {ORDERS: orders, TRADE: trade}
    kinds = [ORDERS if seat in SEATS[number] else TRADE for seat in range(money.PLAYERS)]
    kinds = kinds[-turn:] + kinds[:-turn]
    return ",".join(trades.seat(MAY[kind], styles[kind]) for kind in kinds)


def grid(number: int) -> dict[tuple[trades.Style, trades.Style], str]:
    """All tables with so many players of orders alone, by how either kind judges."""
    return {(o, t): table(number, o, t) for o in STYLES[ORDERS] for t in STYLES[TRADE]}


def wins(played, number: int, turn: int = 0) -> np.ndarray:
    """The wins of all players with orders alone, game by game."""
    seats = [(seat + turn) % money.PLAYERS for seat in SEATS[number]]
    return np.sum([played.wins("win", seat).astype(np.int64) for seat in seats], axis=0)


class Duel(NamedTuple):
    """What came out under one set of rules: wins of orders alone in games not used to choose."""

    won: np.ndarray
    orders: trades.Style  # of a player with orders alone, and of one with trade alone
    trade: trades.Style


def fight(study, name: str, number: int, setting: str = ""):
    """
    Let each kind choose its style, then play.

    Each takes the style that wins most on average over those of the other kind.
    """
    options = [setting] if setting else []
    every = grid(number)
    tried = study.sweep(
        f"{name}-tried", say.GAME, options, list(every.values()), CHOOSE, True, False
    )
    means = {key: wins(tried(t), number).mean() for key, t in every.items()}
    best = max(STYLES[ORDERS], key=lambda o: sum(means[o, t] for t in STYLES[TRADE]))
    least = min(STYLES[TRADE], key=lambda t: sum(means[o, t] for o in STYLES[ORDERS]))
    chosen = table(number, best, least, 1)
    cells = study.sweep(name, say.GAME, options, [chosen], GAMES, True)
    won = money.fresh(wins(cells(chosen), number, 1), tried.played[0].totals.games)
    return Duel(won, best, least), [cells]


def over_fair(duel: Duel, number: int):
    """How far the wins of orders alone are above their fair share."""
    fair = np.full(len(duel.won), SHARE * number // money.PLAYERS)
    return difference(duel.won, fair, SHARE, False)


def tell(study, report) -> str:
    """Both figures; what they say."""
    mixes, sweeps = {}, []
    for number in SEATS:
        mixes[number], more = fight(study, f"mix-{number}", number)
        sweeps += more
    rules, played = {ASSUMED: mixes[2]}, [sweeps[1]]
    for k, rule in enumerate(RULES[1:]):
        rules[rule], more = fight(study, f"rule-{k + 1}", 2, f"{rule.name}={rule.value}")
        played += more
    found = [over_fair(duel, n) for n, duel in mixes.items()]
    found += [over_fair(duel, 2) for duel in rules.values()]
    signs = holm_signs(found)
    mixed = dict(zip(mixes, signs))
    turned = dict(zip(rules, signs[len(mixes) :]))
    sentence = tell_mixes(report, mixes, mixed, sweeps)
    return f"{sentence} {tell_rules(report, rules, turned, played)}"


# ------------------------------------------------------------------------------------- mixes


def each(duel: Duel, number: int, level: float = 0.95) -> dict[str, dict]:
    """The wins of one player of either kind."""
    found = money.share(duel.won, level=level)
    mean, low, high = money.ends(found)
    others = money.PLAYERS - number
    return {
        ORDERS: {"mean": mean / number, "low": low / number, "high": high / number},
        TRADE: {
            "mean": (1 - mean) / others,
            "low": (1 - high) / others,
            "high": (1 - low) / others,
        },
    }


def tell_mixes(report, mixes, signs, sweeps) -> str:
    """Wins by how many of the table do alike."""
    level = stats.sidak(0.95, 2 * len(mixes))
    lines = [
        {"number": n, "kind": kind, **ends}
        for n, duel in mixes.items()
        for kind, ends in each(duel, n, level).items()
    ]
    frame = pd.DataFrame(lines)
    sentence = mix_sentence(mixes)
    report.heading(mix_title(signs))
    report.text(
        "One kind fulfils orders and buys gems but sells none, the other sells and buys but "
        f"fulfils none; both use shadow dwarves. Each chose in {CHOOSE} games, which are not "
        "counted, what a gem in the bag is worth to it and how sure it is of prices. [mixes] shows "
        "what they win."
    )
    figure = figures.new_figure(5.2)
    axes = figure.subplots()
    looks = figures.looks_of((ORDERS, TRADE))
    figures.interval_plot(axes, frame, "number", "kind", looks=looks, dodge=0.03)
    say.fair_line(axes, 1 / money.PLAYERS, "an equal share", "left")
    axes.set_ylim(0, None)
    axes.set_xlim(0.8, 3.2)
    axes.set_xlabel("players with orders alone, of four; the others have trade alone")
    axes.set_ylabel("games won by each")
    figures.percent_axis(axes.yaxis)
    report.figure(
        "mixes",
        figure,
        "Games won by one player that fulfils orders and buys gems but sells none, and by one that "
        "sells and buys but fulfils none, by how many of the table are of the first kind. Bars: "
        f"95 % intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Line chart: games won by each kind by their number. {sentence}",
        sweeps,
        frame,
    )
    return sentence


def mix_title(signs) -> str:
    """Whether the rarer way is the better one, as a heading."""
    if signs[1] > 0 and signs[3] < 0:
        return "Whichever fewer do pays more: orders among traders, trade among those with orders"
    if all(sign > 0 for sign in signs.values()):
        return "Orders alone beat trade alone, however many do either"
    if all(sign < 0 for sign in signs.values()):
        return "Trade alone beats orders alone, however many do either"
    if signs[1] < 0 and signs[3] > 0:
        return "Whichever more do pays more"
    return "Orders alone against trade alone, by how many do either"


def mix_sentence(mixes) -> str:
    """What each kind wins where it is alone among three of the other."""
    parts = []
    for number, duel in mixes.items():
        ends = each(duel, number)
        if number == 3:
            text = "one with trade alone among three with orders alone wins "
            parts.append(text + say.interval(ends[TRADE]))
        elif number == 1:
            text = "one player with orders alone among three with trade alone wins "
            parts.append(text + say.interval(ends[ORDERS]))
    return f"{words.capital('; '.join(parts))}."


# ------------------------------------------------------------------------------------- rules


def tell_rules(report, rules, signs, sweeps) -> str:
    """Which rules make orders worth while."""
    level = stats.sidak(0.95, len(rules))
    lines = []
    for rule, duel in rules.items():
        mean, low, high = money.ends(money.share(duel.won, level=level))
        line = {"id": rule.id, "rule": rule.label, "mean": mean, "low": low, "high": high}
        line |= {f"trade_{k}": v for k, v in duel.trade._asdict().items()}
        lines.append(line | {f"orders_{k}": v for k, v in duel.orders._asdict().items()})
    frame = pd.DataFrame(lines)
    frame.insert(0, "row", (frame["id"] + "  " + frame["rule"]).str.strip())
    crossing, sentence = even(rules), rule_sentence(rules, signs)
    report.heading(rule_title(signs))
    report.text(
        f"{even_sentence(crossing, rules)} But for the 600 talers, the purse at the start and the "
        "penalties, that is as if all prices were divided by as much. [rules] shows all changes."
    )
    figure = figures.new_figure(8.2)
    axes = figure.subplots()
    figures.dot_plot(axes, frame, "row")
    axes.axvline(0.5, color=figures.INK, linewidth=0.7, zorder=1)
    base = rules[ASSUMED].won.mean() / SHARE
    axes.axvline(base, color=figures.INK, linewidth=0.7, linestyle=(0, (1, 2)), zorder=1)
    axes.set_xlim(0, 1)
    axes.set_xlabel("games won by the two with orders alone against two with trade alone")
    figures.percent_axis(axes.xaxis)
    report.figure(
        "rules",
        figure,
        "Games won by two players with orders alone against two with trade alone, by what is "
        "changed of the rules. Line: half; dotted: as assumed. Both kinds choose anew how they "
        f"judge. Bars: 95 % intervals, simultaneous for the {len(frame)} points "
        "(Šidák).",
        f"Dot plot: games won by orders alone for each change of the rules. {sentence}",
        sweeps,
        frame,
    )
    return f"{sentence} {even_sentence(crossing, rules)}"


def even(rules):
    """At how many times the order values both kinds win alike."""
    found = {}
    for factor in FACTORS:
        duel = rules[ASSUMED if factor == 1 else times(factor)]
        found[factor] = money.ends(money.share(duel.won, level=stats.sidak(0.95, len(FACTORS))))
    mean, low, high = zip(*found.values())
    return say.crossing(list(found), low, mean, high, 0.5)


def even_sentence(crossing, rules) -> str:
    """At how many times the order values both kinds win alike, in words."""
    if np.isnan(crossing.at):
        side = "more" if rules[times(FACTORS[0])].won.mean() > SHARE / 2 else "less"
        return (
            f"From {FACTORS[0]:g} to {FACTORS[-1]:g} times the order values, orders alone win "
            f"{side} than half."
        )
    return (
        f"Both win alike where the order values are {crossing.at:.2f} times those assumed "
        f"({crossing.low:.2f} to {crossing.high:.2f}); the higher, the more orders alone win."
        if crossing.begins < 0 < crossing.ends
        else f"Both win alike near {crossing.at:.2f} times the order values assumed."
    )


def listed_rules(rules, some, last: str = "and") -> str:
    """Some changes with what orders alone win then."""
    parts = []
    for rule in some:
        share = words.percent(rules[rule].won.mean() / SHARE)
        parts.append(f"“{rule.label}” ({rule.id}; {share})")
    return words.listed(parts, last)


def rule_title(signs) -> str:
    """Whether orders are worth while as assumed, and how many changes turn it."""
    base, others = signs[ASSUMED], len(signs) - 1
    if not base:
        up, down = (words.count(sum(sign == s for sign in signs.values())) for s in (1, -1))
        return f"As assumed neither is ahead; of {others} changes {up} favour orders, {down} trade"
    turned = sum(sign == -base for sign in signs.values())
    what = {1: "Orders alone beat trade alone", -1: "Trade alone beats orders alone"}
    number = {0: "none", 1: "one"}.get(turned, words.count(turned))
    return f"{what[base]}; of {others} changes {number} {'turn' if turned > 1 else 'turns'} it"


def rule_sentence(rules, signs) -> str:
    """Which changes turn the duel, which make it even, and which add most to the lead."""
    found = money.share(rules[ASSUMED].won)
    text = "Two players with orders alone against two with trade alone win "
    text += f"{say.interval(found)} of the games as assumed"
    base = signs[ASSUMED]
    some = {
        s: sorted(
            (r for r in rules if r is not ASSUMED and signs[r] == s),
            key=lambda r: -s * rules[r].won.mean(),
        )
        for s in (1, 0, -1)
    }
    if not base:
        text += ", not seen to differ from half. "
        parts = [
            f"{verb} {listed_rules(rules, some[s][:MOST])}"
            for s, verb in ((1, "they are ahead with"), (-1, "they are behind with"))
            if some[s]
        ]
        return text + f"{words.capital('; '.join(parts)) or 'No change is seen to turn it'}."
    text += ": orders are worth while. " if base > 0 else ": trade is the stronger. "
    if some[-base]:
        text += f"The other way round it is with {listed_rules(rules, some[-base][:MOST])}. "
    else:
        text += "No change turns it. "
    if some[0]:
        text += f"Neither is seen to be ahead with {listed_rules(rules, some[0][:MOST], 'or')}. "
    if some[base]:
        text += f"The lead is largest with {listed_rules(rules, some[base][:1])}."
    return text.strip()
