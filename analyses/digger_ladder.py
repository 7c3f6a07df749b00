"""
Digger: how much does skill decide?

Each step of the ladder of strategies against three of the step below, everyone against everyone,
mixed tables, and whether the simulator keeps to what can be computed exactly. Every sentence that
states a finding is chosen by the numbers.
"""

from itertools import combinations, pairwise, permutations

import _digger_words as say
import numpy as np
import pandas as pd

from dwarfsim import figures, stats, words
from dwarfsim.game import SHARE, load_game
from dwarfsim.games.digger import exact, values_of
from dwarfsim.pairs import holm_signs
from dwarfsim.study import ladder

QUICK = 25
RUNGS = ("random", "casual", "stopper", "champion")
GUESTS = ("random", "throws", "robber")  # the fourth player of a mixed table
CROWDED = {"stopper": 16_000, "champion": 24_000}  # games of a cell by its three: the slow ones
GAMES = 40_000
STEPS = 100_000
MIXED = 6_000
EXACT = 400_000
ERROR = 0.01  # how often the exact odds may seem missed by chance
THROWS = (1, 2, 3, 5)  # of a turn, where games without haste are compared with the exact odds
RICH = "dry:60,robber:1"
FEWEST = 5  # games that a class of a chi-squared test expects, at least


def make(study, report):
    """Play, and tell."""
    names = ladder(load_game(say.GAME), tuple(say.WHO))
    rungs = [name for name in names if name in RUNGS]
    looks = figures.looks_of(names)
    steps = tell_steps(study, report, rungs, looks)
    order = tell_order(study, report, names, looks)
    mixed = tell_mixed(study, report, rungs, looks)
    agrees = tell_exact(study, report)
    report.abstract = [f"{steps} [players] says who they are.", f"{order} {mixed} {agrees}"]


# --------------------------------------------------------------------------------- the steps


def tell_steps(study, report, rungs, looks):
    """Title, first figure, and what a step up is worth wherever one sits."""
    steps = list(pairwise(rungs))
    tables = [say.alone(high, low) for low, high in steps]
    cells = study.sweep("steps", say.GAME, (), tables, STEPS, True)
    level = stats.sidak(0.95, len(steps) * 5)
    lines, over, worst = [], {}, {}
    for (low, high), table in zip(steps, tables):
        played = cells(table)
        key = f"{high} among {low}"
        over[low, high] = say.over_fair(played)
        found = played.estimate("win", 0, level)
        lines.append({"step": key, "place": "all", **_ends(found)})
        won = played.wins("win", 0)
        for turn, name in enumerate(say.ORDINALS[:4]):
            part = won[turn::4].astype(np.int64)
            ends = stats.share_interval(
                len(part), int(part.sum()), int((part * part).sum()), SHARE, level
            )
            mean = float(part.mean()) / SHARE
            line = {"step": key, "place": name, "mean": mean, "low": ends.low, "high": ends.high}
            lines.append(line)
            if mean < worst.get((low, high), line)["mean"] or turn == 0:
                worst[low, high] = line
    signs = dict(zip(over, holm_signs(list(over.values()))))
    shares = {step: cells(table).estimate("win", 0) for step, table in zip(steps, tables)}
    report.title = say.unbroken(steps_title(shares, signs))
    frame = pd.DataFrame(lines)
    keys = list(dict.fromkeys(frame["step"]))
    styles = {key: looks[high] for key, (_, high) in zip(keys, steps)}
    figure = figures.new_figure(6.4)
    axes = figure.subplots()
    figures.interval_plot(
        axes, frame, "place", "step", looks=styles, labels="", join=False, dodge=0.12
    )
    say.key(figure, styles)
    even(axes)
    axes.axvline(0.5, color="#bbbbbb", linewidth=0.6)
    axes.set_xlabel("turn in the first lap of the one who stands a step higher")
    report.figure(
        "steps",
        figure,
        "Games won by one player among three of the step below, by when its first turn comes; "
        "all: seats rotated. Grey line: an equal share. 95 % intervals, simultaneous for the "
        f"{len(frame)} points (Šidák); one that is not seen is shorter than its marker.",
        f"Dot plot: share of games won for each step of the ladder. {steps_sentence(shares)}",
        [cells],
        frame,
    )
    report.players(load_game(say.GAME), ladder(load_game(say.GAME), tuple(say.WHO)), say.WHO)
    return f"{steps_sentence(shares)} {worst_sentence(worst)}"


def _ends(found) -> dict:
    return {key: found[key] for key in ("mean", "low", "high")}


def even(axes) -> None:
    """The axis of win shares, and where all four win alike."""
    axes.axhline(0.25, color="#888888", linewidth=0.8, zorder=1)
    figures.percent_axis(axes.yaxis)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("games won")


def steps_title(shares, signs) -> str:
    """The finding: what each step up wins."""
    each = words.listed(f"{100 * found['mean']:.0f} %" for found in shares.values())
    down = [step for step, sign in signs.items() if sign < 0]
    level = [step for step, sign in signs.items() if sign == 0]
    if not down and not level:
        return f"Skill decides: a step up wins {each} of the games instead of a fair 25 %"
    if len(level) == len(signs):
        return "Skill is not seen to decide: no step up wins more than an equal share"
    parts = []
    parts += [f"{high} play beats {low} play" for (low, high), sign in signs.items() if sign > 0]
    parts += [f"{high} play does worse than {low} play" for low, high in down]
    parts += [f"{high} play is not seen to differ from {low} play" for low, high in level]
    return f"Not every step of skill pays: {words.listed(parts)}"


def steps_sentence(shares) -> str:
    """What each step wins, with intervals."""
    parts = [
        f"{say.WHO[high]} {'wins ' if not n else ''}{say.interval(found)} among three "
        f"{say.MANY[low]}"
        for n, ((low, high), found) in enumerate(shares.items())
    ]
    return f"At a table of four, where an equal share is 25 %, {words.listed(parts)}."


def worst_sentence(worst) -> str:
    """Whether the stronger one is ahead wherever it sits."""

    def at(line):
        share = words.percent_interval(line["mean"], line["low"], line["high"])
        high, _, low = line["step"].split()
        return f"{say.WHO[high]} among {say.MANY[low]} wins {share} as the {line['place']} to move"

    below = [line for line in worst.values() if line["high"] < 0.25]
    vague = [line for line in worst.values() if line["low"] <= 0.25 <= line["high"]]
    if not below and not vague:
        least = min(worst.values(), key=lambda line: line["mean"])
        return f"The stronger one is ahead wherever it sits; least so where {at(least)}."
    parts = []
    if below:
        parts.append(f"A bad seat undoes the step where {words.listed(map(at, below))}")
    if vague:
        parts.append(f"In the worst seat no lead is seen where {words.listed(map(at, vague))}")
    return f"{'. '.join(parts)}."


# ---------------------------------------------------------------------- everyone against everyone


def tell_order(study, report, names, looks):
    """The table of one among three others, and whether the ladder's order is one."""
    tables = {(x, y): say.alone(x, y) for y in names for x in names if x != y}
    games = {table: CROWDED.get(y, GAMES) for (_, y), table in tables.items()}
    cells = study.sweep("pairs", say.GAME, (), list(tables.values()), games, True)
    over = {pair: say.over_fair(cells(table)) for pair, table in tables.items()}
    signs = dict(zip(over, holm_signs(list(over.values()))))
    level = stats.sidak(0.95, len(tables))
    lines = [
        {"one": x, "three": f"three {y}", **_ends(cells(table).estimate("win", 0, level))}
        for (x, y), table in tables.items()
    ]
    frame = pd.DataFrame(lines)
    report.heading(order_title(names, signs))
    report.text(order_sentence(names, signs) + " [pairs] has the numbers, [among] shows them.")
    rows = []
    for x in names:
        row = [x]
        for y in names:
            if x == y:
                row.append("25")
                continue
            found = cells(tables[x, y]).estimate("win", 0)
            mark = "" if signs[x, y] else " ?"
            row.append(say.plus_minus(found["mean"], found["low"], found["high"]) + mark)
        rows.append(row)
    marked = "" if all(signs.values()) else " but those marked ?"
    report.table(
        "pairs",
        ["one", *(f"3 {name}" for name in names)],
        rows,
        "Games won by one (rows) among three others (columns), seats rotated, in percent, ± half "
        f"of a single 95 % interval. All{marked} differ from 25 % after Holm's correction for "
        f"{len(tables)} comparisons at 5 %.",
        [cells],
    )
    figure = figures.new_figure(6.0)
    axes = figure.subplots()
    figures.interval_plot(
        axes, frame, "three", "one", looks=looks, labels="", join=False, dodge=0.11
    )
    say.key(figure, {name: looks[name] for name in reversed(names)})
    even(axes)
    axes.set_xlabel("the three others")
    report.figure(
        "among",
        figure,
        "Games won by one player (markers) among three others of one kind, seats rotated. Grey "
        f"line: an equal share. 95 % intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Dot plot: share of games won by one among three. {order_sentence(names, signs)}",
        [cells],
        frame,
    )
    return f"{order_title(names, signs)}."


def _kinds(names, signs) -> dict[str, list]:
    """The pairs (weak, strong) by what they do to each other."""
    found = {"clear": [], "turned": [], "rare": [], "common": [], "open": []}
    for weak, strong in combinations(names, 2):
        seen = signs[strong, weak], signs[weak, strong]
        kind = {(1, -1): "clear", (-1, 1): "turned", (1, 1): "rare", (-1, -1): "common"}
        found[kind.get(seen, "open")].append((weak, strong))
    return found


def order_title(names, signs) -> str:
    """Whether the order of the ladder holds in all pairs, as a heading."""
    kinds = _kinds(names, signs)
    pairs = sum(map(len, kinds.values()))
    if len(kinds["clear"]) == pairs:
        return "The order of the ladder holds in every pair"
    text = f"The order of the ladder holds in {len(kinds['clear'])} of {pairs} pairs"
    beats = [f"{say.WHO[weak]} beats {say.WHO[strong]}" for weak, strong in kinds["turned"]]
    return text + (f"; {words.listed(beats)}" if beats else "")


def order_sentence(names, signs) -> str:
    """In which pairs the stronger one wins more, and in which not."""
    kinds = _kinds(names, signs)
    pairs, clear = sum(map(len, kinds.values())), len(kinds["clear"])
    text = "In every pair" if clear == pairs else f"In {clear} of the {pairs} pairs"
    text += " of strategies the later one in [players] wins more than an equal share among three "
    text += "of the other, and the other less among three of it."
    for kind, says in (
        ("turned", "It is the other way round for"),
        ("rare", "More than an equal share wins either as the only one among three others:"),
        ("common", "Less than an equal share wins either as the only one among three others:"),
        ("open", "One of the two is not seen to differ from an equal share:"),
    ):
        if kinds[kind]:
            pairs = (f"{say.WHO[weak]} and {say.WHO[strong]}" for weak, strong in kinds[kind])
            text += f" {says} {'; '.join(pairs)}."
    return text


# ------------------------------------------------------------------------------- mixed tables


def tell_mixed(study, report, rungs, looks):
    """Who has the edge where four different players sit."""
    strong = [name for name in rungs if name != "random"]
    guests = [name for name in GUESTS if name not in strong]
    tables = {g: [",".join((g, *order)) for order in permutations(strong)] for g in guests}
    every = [table for some in tables.values() for table in some]
    cells = study.sweep("mixed", say.GAME, (), every, MIXED, True)
    level = stats.sidak(0.95, len(guests) * (len(strong) + 1))
    lines, leads, shares = [], {}, {}
    for guest, some in tables.items():
        won = {
            name: say.sum_wins([cells(t) for t in some], [t.split(",").index(name) for t in some])
            for name in (guest, *strong)
        }
        for name, wins in won.items():
            found = say.pooled(wins, np.zeros_like(wins), len(some), level)
            ends = {"mean": found.mean, "low": found.low, "high": found.high}
            lines.append({"player": name, "guest": f"fourth: {guest}", **ends})
            shares[guest, name] = say.pooled(wins, np.zeros_like(wins), len(some), 0.95)
        first, second = sorted(won, key=lambda name: -int(won[name].sum()))[:2]
        sure = stats.sidak(0.95, len(guests))
        leads[guest] = first, second, say.pooled(won[first], won[second], len(some), sure)
    frame = pd.DataFrame(lines)
    frame["place"] = [(guests + strong).index(name) for name in frame["player"]]
    frame = frame.sort_values("place", kind="stable").drop(columns="place")
    report.heading(mixed_title(leads))
    sentence = mixed_sentence(leads, shares, strong)
    report.text(sentence)
    figure = figures.new_figure(4.9)
    axes = figure.subplots()
    styles = {f"fourth: {guest}": looks[guest] for guest in guests}
    frame["row"] = ["the fourth" if name in guests else name for name in frame["player"]]
    order = [*reversed(strong), "the fourth"]
    frame = frame.sort_values("row", key=lambda rows: rows.map(order.index), kind="stable")
    figures.dot_plot(axes, frame, "row", "guest", looks=styles, labels="")
    say.key(figure, styles)
    axes.axvline(0.25, color="#888888", linewidth=0.8, zorder=1)
    figures.percent_axis(axes.xaxis)
    axes.set_xlim(left=0)
    axes.set_xlabel("games won")
    report.figure(
        "mixed",
        figure,
        f"Games won at tables of one {words.listed(strong)} player each and a fourth, in all six "
        "orders around the table, seats rotated. Grey line: an equal share. 95 % intervals over "
        f"the numbers of the games, simultaneous for the {len(frame)} points (Šidák).",
        f"Dot plot: share of games won at mixed tables. {sentence}",
        [cells],
        frame,
    )
    return f"{mixed_title(leads)}."


def mixed_title(leads) -> str:
    """Who leads the mixed tables, as a heading."""
    sure = {guest: first for guest, (first, _, found) in leads.items() if found.sign > 0}
    if len(sure) == len(leads) and len(set(sure.values())) == 1:
        return f"At mixed tables {say.WHO[next(iter(sure.values()))]} wins most, whoever is fourth"
    if not sure:
        return "At mixed tables nobody is seen to win most"
    parts = [f"{first} with {say.WHO[guest]}" for guest, first in sure.items()]
    return f"Who wins most at mixed tables depends on the fourth: {words.listed(parts)}"


def mixed_sentence(leads, shares, strong) -> str:
    """The leader of each mixed table, and how far it is ahead."""
    parts = []
    for guest, (first, second, found) in leads.items():
        where = f"with {say.WHO[guest]} as the fourth"
        if found.sign > 0:
            parts.append(
                f"{where} {say.WHO[first]} wins {say.interval(shares[guest, first])}, "
                f"{say.points(found)} more than {say.WHO[second]}"
            )
        else:
            parts.append(f"{where} {first} and {second} play are not seen to differ")
    return f"At tables of one {words.listed(strong)} player each: {'; '.join(parts)}."


# ------------------------------------------------------------------------------ the exact side


def tell_exact(study, report):
    """Throws and turns of the simulator against the exact odds."""
    game = load_game(say.GAME)
    values = values_of(game.values({}))
    shown = "+".join(map(str, values))
    one = ["players=2", "hourglass=1000", "max_turns=1", f"white_values=1+1+1+1,{shown}"]
    throw = study.sweep("throw", say.GAME, one, ["throws:1"], EXACT)
    # the first takes all stones but water, the second may steal what one throw offers
    rich = ["players=2", "hourglass=100000", "max_turns=2", "stones_per_colour=1", "slip=0"]
    theft = study.sweep("theft", say.GAME, rich, [RICH], EXACT)
    tables = [f"throws:{k}" for k in THROWS]
    long = study.sweep("unhurried", say.GAME, ["players=2", "hourglass=100000"], tables, EXACT)
    count = throw("throws:1", white_values="1+1+1+1")
    worth = throw("throws:1", white_values=shown)
    offered, stolen = exact.stones_a_throw(water=False), exact.stones_a_throw(steal=True)
    usable = float(exact.usable())
    checks = [
        _mean("stones but water that a throw offers", count, "score", 0, _mean_of(offered)),
        _spread("their number, 0 to 4", count, "score", 0, offered),
        _mean("share of throws that offer white", count, "white", 0, usable),
        _mean(
            f"points that a throw offers ({shown})",
            worth,
            "score",
            0,
            float(exact.worth_of_throw(values)),
        ),
        _mean("stones that a throw lets steal", theft(RICH), "steals", None, _mean_of(stolen)),
        _spread("their number, 0 to 4", theft(RICH), "steals", None, stolen),
    ]
    for k in THROWS:
        played, name = long(f"throws:{k}"), f"turns of a game, {k} throw{'s' * (k > 1)} a turn"
        turns = dict(enumerate(exact.turns_of_game(k, most=120)))
        checks.append(_mean(f"{name}: mean", played, "turns", None, float(exact.mean_turns(k))))
        checks.append(_spread(f"{name}: distribution", played, "turns", None, turns))
    adjusted = stats.holm([check["p"] for check in checks])
    sentence = exact_sentence(checks, adjusted)
    report.heading(exact_title(adjusted))
    report.text(sentence)
    rows = [[c["what"], c["exact"], c["found"], c["test"], f"{c['p']:.2g}"] for c in checks]
    report.table(
        "exact",
        ["", "exact", "simulated (standard error)", "test", "p"],
        rows,
        "What can be computed without simulation, by enumeration of the 7,776 throws and of the "
        "water left. The throws are those of games that were cut on purpose after one turn (those "
        "for thefts after two, the first of which fills a box), the turns those of games whose "
        "sand never runs out.",
        [throw, theft, long],
    )
    return sentence


def _mean_of(shares) -> float:
    return float(sum(value * share for value, share in shares.items()))


def _mean(what, played, outcome, seat, expected) -> dict:
    """A mean against the exact one."""
    from scipy.special import ndtr

    found = played.estimate(outcome, seat)
    z = (found["mean"] - expected) / found["se"]
    digits = words.decimals(found["se"])
    shown = f"{found['mean']:.{digits}f} ({found['se']:.{digits}f})"
    test = f"z = {z:.2f}".replace("-", "−")
    p = 2 * float(ndtr(-abs(z)))
    return {
        "what": what,
        "exact": f"{expected:.{digits + 1}f}",
        "found": shown,
        "test": test,
        "p": p,
    }


def _spread(what, played, outcome, seat, expected) -> dict:
    """A distribution against the exact one; rare values are joined to their neighbours."""
    from scipy.stats import chi2

    values, shares = played.distribution(outcome, seat)
    games = played.estimate(outcome, seat)["games"]
    seen = {int(value): round(share * games) for value, share in zip(values, shares)}
    classes = [[0.0, 0]]
    for value in sorted({*expected, *seen}):
        classes[-1][0] += games * float(expected.get(value, 0))
        classes[-1][1] += seen.get(value, 0)
        if classes[-1][0] >= FEWEST:
            classes.append([0.0, 0])
    tail = classes.pop()
    classes[-1] = [a + b for a, b in zip(classes[-1], tail)]
    square = sum((number - mean) ** 2 / mean for mean, number in classes)
    free = len(classes) - 1
    p = float(chi2.sf(square, free))
    return {
        "what": what,
        "exact": "",
        "found": "",
        "test": f"χ² = {square:.1f} ({free} d.f.)",
        "p": p,
    }


def exact_title(adjusted) -> str:
    """Whether the simulator agrees with the exact side, as a heading."""
    wrong = sum(p <= ERROR for p in adjusted)
    if wrong:
        number = f"{words.count(wrong)} of {len(adjusted)} comparisons"
        return f"The simulator departs from the exact odds in {number}"
    return "The simulator agrees with what can be computed exactly"


def exact_sentence(checks, adjusted) -> str:
    """How many comparisons agree, and which do not."""
    wrong = [check["what"] for check, p in zip(checks, adjusted) if p <= ERROR]
    if wrong:
        listed = words.listed(wrong)
        return f"After Holm's correction the simulator departs from the exact odds in {listed}."
    least = min(check["p"] for check in checks)
    return (
        f"All {len(checks)} comparisons of throws and turns with their exact odds agree: the "
        f"smallest p is {least:.2g}, and none survives Holm's correction at {100 * ERROR:g} %."
    )
