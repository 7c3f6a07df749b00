"""
Silberzwerg: which answers hang on a number that the rulebook does not print?

What each assumption moves: whether orders or trade win, what the strongest player makes of weaker
ones, how rich four alike end and how long they play; and which assumptions fit worse to what
players tell. Every sentence that states a finding is chosen by the numbers.
"""

from collections import Counter
from typing import NamedTuple

import _silberzwerg_duel as duel
import _silberzwerg_money as money
import _silberzwerg_words as say
import numpy as np
import pandas as pd
from _silberzwerg_trades import Style

from dwarfsim import figures, stats, words
from dwarfsim.game import SHARE, load_game
from dwarfsim.pairs import difference, holm_signs

QUICK = 30
STRONG, PLAIN = "champion", "miner"
ALIKE = {STRONG: 6_000, PLAIN: 16_000}  # games of four alike
ONE = {  # of one among three others
    STRONG: (say.alone(STRONG, "smith"), 6_000),
    PLAIN: (say.alone("trader", PLAIN), 16_000),
}
STYLES = Style(1.5, 0.6), Style(4.5, 4)  # of players with orders alone, and with trade alone
DUELS = 10_000
WHAT = {
    "A1": "the gems on the orders",
    "A2": "the values of the orders",
    "A3": "the penalties",
    "A4": "the lowest price",
    "A5": "the symbols",
    "A6": "the gem at the start",
}


class Variant(NamedTuple):
    """One number changed: its assumption, what it is called, what is set."""

    id: str
    label: str
    name: str
    value: str


BASE = Variant("", "as assumed", "", "")
VARIANTS = (
    Variant("A1", "3 + 3 + 2 for 6 + 2", "orders", "8:4+44:6+422:12+332:12"),
    Variant("A2", "values 120 90 70 50", "order_values", "120+90+70+50"),
    Variant("A2", "20 less a step", "order_step", "20"),
    Variant("A2", "10 less a step", "order_step", "10"),
    Variant("A3", "no penalties", "penalties", "0+0+0+0"),
    Variant("A3", "penalties ×0.5", "penalties", "20+15+10+5"),
    Variant("A3", "penalties ×1.5", "penalties", "60+45+30+15"),
    Variant("A4", "prices down to 0", "price_floor", "0"),
    Variant("A5", "6 of each tool, 4 others", "symbols", "6+6+6+4+4+4"),
    Variant("A5", "no symbols", "symbols", "0+0+0+0+0+0"),
    Variant("A6", "no gem at the start", "start_gems", "false"),
)
DUEL, SKILL, END, LENGTH = "duel", "skill", "end", "length"
STRONGS, PLAINS = "strong players", "miners and traders"
MEASURES = {  # of each: who is measured, the bars first, and what it is
    DUEL: ((STRONGS,), "whether orders or trade win"),
    SKILL: ((STRONGS, PLAINS), "the edge of skill"),
    END: ((STRONGS, PLAINS), "the talers at the end"),
    LENGTH: ((STRONGS, PLAINS), "the length of a game"),
}
TESTS = len(VARIANTS) * sum(len(names) for names, _ in MEASURES.values())


def make(study, report):
    """Play, and tell."""
    cells, sweeps = play(study)
    frame = changes(cells)
    tops = {measure: ranking(frame, measure) for measure in MEASURES}
    level = f"95 % intervals, simultaneous for the {TESTS} changes (Šidák)"
    report.title = say.unbroken(title(tops))
    fit = fits(cells)
    report.abstract = [
        base_sentence(cells),
        " ".join(measure_sentence(tops, measure) for measure in MEASURES),
        f"{fit_sentence(fit)} {silent_sentence(tops)}",
    ]
    report.figure(
        "wins",
        draw(frame, (DUEL, SKILL)),
        "Change in win shares when one number is changed. Left: two players with orders alone "
        "against two with trade alone. Right: one champion among three smiths, and one trader "
        f"among three miners, seats rotated. Paired; {level}.",
        f"Two tornado charts. {measure_sentence(tops, DUEL)} {measure_sentence(tops, SKILL)}",
        sweeps,
        frame,
    )
    report.heading(length_title(tops))
    report.text("The strategies know all these numbers, but were not tuned anew.")
    report.figure(
        "purse",
        draw(frame, (END, LENGTH)),
        "Change of the talers of a player at the end (left) and of the rounds of a game (right); "
        f"four champions and four miners. {level}, from the sum of the standard errors of both "
        "means.",
        f"Two tornado charts. {measure_sentence(tops, END)} {measure_sentence(tops, LENGTH)}",
        sweeps,
    )
    tell_fit(report, fit, sweeps)
    report.assumptions(load_game(say.GAME))


# --------------------------------------------------------------------------------------- play


def play(study):
    """The cells by variant, kind of table and whose; and their sweeps."""
    cells, sweeps = {}, []
    values = {}
    for variant in VARIANTS:
        values.setdefault(variant.name, []).append(variant.value)
    one = {table: games for table, games in ONE.values()}
    tables = {**ALIKE, **one, duel.table(2, *STYLES): DUELS}
    for name, some in {"": [], **values}.items():
        options = [f"{name}={','.join(some)}"] if name else []
        sweep = study.sweep(name or "default", say.GAME, options, list(tables), tables, True)
        sweeps.append(sweep)
        for variant in (BASE, *VARIANTS):
            if variant.name == name:
                setting = {name: variant.value} if name else {}
                for table in tables:
                    cells[variant, table] = sweep(table, **setting)
    return cells, sweeps


def changes(cells):
    """A row for each measure, kind of player and variant: the change, and its sign after Holm."""
    lines, found = [], []
    level = stats.sidak(0.95, TESTS)
    for measure, (names, _) in MEASURES.items():
        for name in names:
            who = STRONG if name == STRONGS else PLAIN
            table = {DUEL: duel.table(2, *STYLES), SKILL: ONE[who][0]}.get(measure, who)
            for variant in VARIANTS:
                pair = cells[variant, table], cells[BASE, table]
                if measure == DUEL:
                    wins = [duel.wins(one, 2) for one in pair]
                    one = difference(*wins, SHARE, False, level)
                elif measure == SKILL:
                    one = pair[0].minus(pair[1], "win", 0, level)
                elif measure == END:
                    one = say.apart(*pair, "talers", 0, level)
                else:
                    one = say.apart(*pair, "rounds", None, level)
                found.append(one)
                line = {"measure": measure, "players": name, "id": variant.id}
                ends = dict(zip(("mean", "low", "high"), money.ends(one)))
                lines.append(line | {"variant": variant.label, **ends})
    for line, sign in zip(lines, holm_signs(found)):
        line["sign"] = sign
    return pd.DataFrame(lines)


# --------------------------------------------------------------------------------- the figures


def draw(frame, measures):
    """Two tornadoes that share their rows, in the order of the assumptions."""
    figure = figures.new_figure(7.2)
    grid = figure.subplots(1, 2, sharey=True)
    frame = frame.assign(row=frame["id"] + "  " + frame["variant"])
    looks = figures.looks_of((STRONGS, PLAINS))
    for axes, measure in zip(grid, measures):
        names, what = MEASURES[measure]
        part = frame[frame["measure"] == measure]
        figures.tornado(axes, part, "row", "players", {name: looks[name] for name in names})
        axes.set_title(what)
        if measure in (DUEL, SKILL):
            figures.percent_axis(axes.xaxis, points=True)
            axes.set_xlabel("change in games won (points)")
        else:
            axes.set_xlabel(f"change in {'talers' if measure == END else 'rounds'}")
        ids = part.drop_duplicates("row")["id"].tolist()
        for n in range(1, len(ids)):
            if ids[n] != ids[n - 1]:
                axes.axhline(n - 0.5, color="#cccccc", linewidth=0.5, zorder=0)
    styles = {
        STRONGS: looks[STRONGS] | {"bar": True},
        PLAINS: looks[PLAINS] | {"linestyle": "none"},
    }
    figures.legend(figure, list(styles), styles, loc="outside upper right", ncols=2)
    return figure


# ----------------------------------------------------------------------------------------- fit


def distance(played) -> dict:
    """How far from what players tell a player ends, on average: in talers, with an interval."""
    values, shares = played.distribution("talers", 0)
    low, high = money.REPORTED
    far = np.maximum(0, np.maximum(low - values, values - high))
    games = played.totals.games
    mean = float((far * shares).sum())
    se = float(np.sqrt(max(0.0, (far * far * shares).sum() - mean * mean) / games))
    return {"mean": mean, "low": mean - 1.96 * se, "high": mean + 1.96 * se, "se": se}


def fits(cells) -> dict:
    """For each variant: end, spread and distance at a table of champions."""
    found = {}
    for variant in (BASE, *VARIANTS):
        played = cells[variant, STRONG]
        values, shares = played.distribution("talers", 0)
        below = np.cumsum(shares)
        tenths = [int(values[np.searchsorted(below, q - 1e-12)]) for q in (0.1, 0.5, 0.9)]
        found[variant] = {
            "end": played.estimate("talers", 0),
            "tenths": tenths,
            "distance": distance(played),
            "by_600": played.estimate("ending_600"),
            "rounds": played.estimate("rounds"),
        }
    return found


def fit_signs(fit) -> dict:
    """1 where a variant fits worse than what is assumed, -1 where better, 0 where neither."""
    from scipy.special import ndtr

    base = fit[BASE]["distance"]
    names = [variant for variant in fit if variant is not BASE]
    tests = []
    for variant in names:
        one = fit[variant]["distance"]
        gap, se = one["mean"] - base["mean"], max(1e-9, one["se"] + base["se"])
        tests.append((gap, 2 * float(ndtr(-abs(gap) / se))))
    adjusted = stats.holm([p for _, p in tests])
    return {
        variant: (1 if gap > 0 else -1) if p <= 0.05 else 0
        for variant, (gap, _), p in zip(names, tests, adjusted)
    }


def tell_fit(report, fit, sweeps) -> None:
    """The table of champions against what players tell, under each assumption."""
    signs = fit_signs(fit)
    low, high = money.REPORTED
    report.heading(fit_title(fit, signs))
    report.text(f"{fit_sentence(fit)} [fit] has the numbers, [assumed] what was assumed.")
    marks = {1: " worse", -1: " better", 0: ""}
    rows = [
        [
            variant.id,
            variant.label,
            money.cell(one["end"]),
            " ".join(map(str, one["tenths"])),
            money.cell(one["distance"], 1) + marks[signs.get(variant, 0)],
            f"{one['rounds']['mean']:.1f}",
            f"{100 * one['by_600']['mean']:.0f} %",
        ]
        for variant, one in fit.items()
    ]
    report.table(
        "fit",
        ["", "", "end", "10, 50, 90 %", "off", "rounds", "by 600"],
        rows,
        "Tables of four champions: talers of a player at the end (mean, with half of its 95 % "
        f"interval, and quantiles); how far off the {low} to {high} talers it ends that players "
        "tell of, on average (worse, better: than as assumed, after Holm's correction for "
        f"{len(signs)} comparisons at 5 %); rounds; games that end by 600.",
        sweeps,
        2,
    )


def fit_title(fit, signs) -> str:
    """Whether champions end where players tell, and which assumptions fit worse, as a heading."""
    low, high = money.REPORTED
    inside = low <= fit[BASE]["end"]["mean"] <= high
    text = "Champions end where players do" if inside else "Champions do not end where players do"
    worse = dict.fromkeys(v.id for v, sign in signs.items() if sign > 0)
    better = dict.fromkeys(v.id for v, sign in signs.items() if sign < 0)
    if worse:
        text += f"; changes of {words.listed(worse)} fit worse"
    elif better:
        text += f"; changes of {words.listed(better)} fit better"
    return text + ("" if worse or better else ", whatever is assumed")


def fit_sentence(fit) -> str:
    """How near the champions come, and which assumptions fit worse or better."""
    low, high = money.REPORTED
    signs, base = fit_signs(fit), fit[BASE]
    text = f"Four competent players are told to end near {low} to {high} talers each. As assumed "
    text += f"a champion among champions ends with {money.talers(base['end'])} on average, and "
    text += f"{base['distance']['mean']:.1f} talers off that range (eight in ten from "
    text += f"{base['tenths'][0]} to {base['tenths'][2]}). "
    parts = []
    for sign, word in ((1, "worse"), (-1, "better")):
        some = [v for v, s in signs.items() if s == sign]
        some.sort(key=lambda v: -sign * fit[v]["distance"]["mean"])
        if some:
            each = (f"“{v.label}” ({v.id}; {fit[v]['distance']['mean']:.1f} off)" for v in some)
            parts.append(f"{words.listed(each)} {'fit' if len(some) > 1 else 'fits'} {word}")
    if not parts:
        return f"{text}No change is seen to fit better or worse."
    return f"{text}{words.capital('; '.join(parts))}."


# ------------------------------------------------------------------------------------ in words


class Ranking(NamedTuple):
    """The largest change of each assumption, largest first, and those without any that is seen."""

    seen: list
    silent: list


def ranking(frame, measure: str) -> Ranking:
    """The assumptions in the order of how far they move this measure."""
    mine, seen, silent = frame[frame["measure"] == measure], [], []
    for key in WHAT:
        some = mine[(mine["id"] == key) & (mine["sign"] != 0)]
        if some.empty:
            silent.append(key)
        else:
            seen.append(some.loc[some["mean"].abs().idxmax()])
    return Ranking(sorted(seen, key=lambda row: -abs(row["mean"])), silent)


def first(top: Ranking) -> list:
    """The assumption that moves a measure most, and those whose intervals meet its interval."""
    reach = [sorted((abs(row["low"]), abs(row["high"]))) for row in top.seen]
    return [row for row, (_, far) in zip(top.seen, reach) if not far < reach[0][0]]


def title(tops) -> str:
    """The finding: the assumption that moves most of the measures most."""
    often = Counter(row["id"] for measure in MEASURES for row in first(tops[measure]))
    if not often:
        return "What the rulebook does not print is not seen to matter"
    most = [WHAT[key] for key, count in often.items() if count == max(often.values())]
    return f"Of what the rulebook does not print, most hangs on {words.listed(most)}"


def base_sentence(cells) -> str:
    """The measures before anything is changed."""
    table = duel.table(2, *STYLES)
    fought = money.share(duel.wins(cells[BASE, table], 2))
    top, plain = (cells[BASE, ONE[who][0]].estimate("win", 0) for who in (STRONG, PLAIN))
    rounds = {who: cells[BASE, who].estimate("rounds")["mean"] for who in ALIKE}
    return (
        f"As assumed, two players with orders alone win {say.interval(fought)} of the games "
        f"against two with trade alone; a champion wins {say.interval(top)} among three smiths, a "
        f"trader {say.interval(plain)} among three miners; four champions play "
        f"{rounds[STRONG]:.1f} rounds, four miners {rounds[PLAIN]:.1f}."
    )


def size(row, measure: str) -> str:
    """A change with its interval."""
    if measure in (DUEL, SKILL):
        mean, _, rest = words.points(row["mean"], row["low"], row["high"]).partition(" ")
        return f"{mean} points {rest}"
    plus = "+" if row["mean"] > 0 else ""
    return f"{plus}{money.talers(row)} {'talers' if measure == END else 'rounds'}"


def measure_sentence(tops, measure: str, most: int = 2) -> str:
    """The assumptions that move a measure most."""
    top, what = tops[measure], words.capital(MEASURES[measure][1])
    if not top.seen:
        return f"{what}: nothing is seen to move it."
    parts = [
        f"{WHAT[row['id']]} ({row['id']}; {row['variant']}: {size(row, measure)}, {row['players']})"
        for row in top.seen[:most]
    ]
    alike = min(len(first(top)), most)
    verb = "hang" if measure == END else "hangs"
    text = f"{what} {verb} most on {words.listed(parts[:alike])}"
    text += f", then on {words.listed(parts[alike:])}" if parts[alike:] else ""
    return f"{text}."


def silent_sentence(tops) -> str:
    """The assumptions that are not seen to move anything."""
    silent = [key for key in WHAT if all(key in top.silent for top in tops.values())]
    if not silent:
        return "Each of the assumptions moves at least one of the four."
    listed = words.listed((f"{WHAT[key]} ({key})" for key in silent), "or")
    return f"For {listed} no change of any of the four is seen."


def length_title(tops) -> str:
    """What moves purse and length most, as a heading."""
    parts = []
    for measure, noun in ((END, "talers"), (LENGTH, "rounds")):
        if tops[measure].seen:
            row = tops[measure].seen[0]
            more = "more" if row["mean"] > 0 else "fewer"
            number = f"{abs(row['mean']):.{0 if measure == END else 1}f}"
            parts.append(f"“{row['variant']}” means {number} {noun} {more} ({row['players']})")
    if not parts:
        return "Nothing that is not printed is seen to move purses or length"
    return words.capital("; ".join(parts))
