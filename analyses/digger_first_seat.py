"""
Digger: does the first seat decide it?

How often the player wins who begins, by strategy, number of players and number of stones; and which
small change of the rules makes the seats most alike: equal turns, more water, more stones of every
colour, a shorter hourglass. Every sentence that states a finding is chosen by the numbers.
"""

from math import sqrt

import _digger_seats as at
import pandas as pd
from scipy.special import ndtri

from dwarfsim import figures, stats, words
from dwarfsim.game import load_game
from dwarfsim.pairs import holm_signs

QUICK = 40
PLAYERS = 4
WHO = {
    at.THROWS: "throwers",
    at.ROBBER: "robbers",
    "casual": "casual players",
    "stopper": "stoppers",
    "champion": "champions",
}
GAMES = {at.THROWS: 50_000, at.ROBBER: 50_000, "casual": 50_000, "stopper": 6_000}
GAMES |= {"champion": 8_000}
STONES = (8, 10, 12, 20)
WATERS = (15, 20)
# Changes of the rules, the smallest first: a rule more, another hourglass, more stones, two changes
CHANGES = {
    "as printed": {},
    "equal turns": {"equal_turns": True},
    "hourglass of 20 s": {"hourglass": 20},
    **{f"{water} water": {"water_stones": water} for water in WATERS},
    "12 stones of a colour": {"stones_per_colour": 12},
    "20 stones of a colour": {"stones_per_colour": 20},
    "12 stones, equal turns": {"stones_per_colour": 12, "equal_turns": True},
    "20 stones, equal turns": {"stones_per_colour": 20, "equal_turns": True},
}
THIEVES = tuple(name for name in WHO if name != at.THROWS)
MUCH_WATER = f"{WATERS[-1]} water"
PRINTED, EQUAL = "as printed", "equal turns"
NOUN = {  # as the subject of a sentence, where it is another, and what it does
    "hourglass of 20 s": ("an hourglass of 20 seconds", "mends"),
    **{f"{water} water": (f"{water} stones of water", "mend") for water in WATERS},
    "12 stones, equal turns": ("12 stones of a colour and equal turns", "mend"),
    "20 stones, equal turns": ("20 stones of a colour and equal turns", "mend"),
}


def make(study, report):
    """Play, and tell."""
    game = load_game(at.GAME)
    looks = figures.looks_of(WHO)
    players = study.sweep("players", at.GAME, ["players=2..5"], list(WHO), GAMES)
    settings = [f"stones_per_colour={','.join(map(str, STONES))}", "equal_turns=false,true"]
    stones = study.sweep("stones", at.GAME, settings, list(WHO), GAMES)
    sand = study.sweep("sand", at.GAME, ["hourglass=20"], list(WHO), GAMES)
    settings = [f"water_stones={','.join(map(str, WATERS))}"]
    water = study.sweep("water", at.GAME, settings, list(WHO), GAMES)
    ways = by_change(game, stones, sand, water)
    best = recommended(ways)
    report.title = title(ways, best, alike(ways, best))
    first = tell_players(report, players, ways, looks)
    mend = tell_changes(report, ways, [stones, sand, water], best)
    after = tell_after(study, report, players, ways, [stones, sand, water], best)
    turns = tell_stones(report, stones, ways, looks)
    report.abstract = [first, f"{mend} {after}", f"{water_sentence(ways)} {turns}"]
    at.tell_players(report, game, WHO)


def by_change(game, stones, sand, water):
    """The cell of each change and strategy."""
    usual = {p: game.values({})[p] for p in ("stones_per_colour", "equal_turns")}

    def cell(name, change):
        if "hourglass" in change:
            return sand(name)
        return water(name, **change) if "water_stones" in change else stones(name, **usual | change)

    return {(label, name): cell(name, change) for label, change in CHANGES.items() for name in WHO}


def seats_of(played) -> range:
    """The seats of a cell, the one that begins first."""
    return range(played.cell.values["players"])


def shares(played) -> list[float]:
    """The win share of each seat."""
    return [played.estimate("win", seat)["mean"] for seat in seats_of(played)]


def furthest(played, level: float = 0.95):
    """The seat that is furthest from an equal share, and by how much."""
    found = {seat: at.over_fair(played, seat, level) for seat in seats_of(played)}
    seat = max(found, key=lambda s: abs(found[s].mean))
    return seat, found[seat]


class Edge(float):
    """How far the furthest seat is from an equal share, averaged over strategies; and its error."""

    half: float = 0.0


def edge(ways, label, level: float = 0.95, names=tuple(WHO)) -> Edge:
    """Of a change of the rules."""
    gaps = [furthest(ways[label, name])[1] for name in names]
    made = Edge(sum(abs(gap.mean) for gap in gaps) / len(gaps))
    made.half = float(ndtri((1 + level) / 2)) * sqrt(sum(gap.se**2 for gap in gaps)) / len(gaps)
    return made


def recommended(ways) -> str:
    """The smallest change that is not seen to leave the seats less alike than the best one does."""
    level = stats.sidak(0.95, len(CHANGES))
    edges = {label: edge(ways, label, level) for label in CHANGES}
    best = min(edges, key=edges.get)
    return next(
        label for label, one in edges.items() if one - one.half <= edges[best] + edges[best].half
    )  # CHANGES has the smallest first


def alike(ways, best) -> list[str]:
    """The other changes that are not seen to leave the seats less alike than the best one does."""
    level = stats.sidak(0.95, len(CHANGES))
    edges = {label: edge(ways, label, level) for label in CHANGES}
    least = min(one + one.half for one in edges.values())
    return [n for n, one in edges.items() if n != best and one - one.half <= least]


# --------------------------------------------------------------------------------- as printed


def title(ways, best, equal) -> str:
    """What the first seat wins, and what mends it."""
    found = [100 * shares(ways[PRINTED, name])[0] for name in WHO]
    low, high = f"{min(found):.0f}", f"{max(found):.0f} %"
    ends = high if low == high.removesuffix(" %") else f"{low} to {high}"
    text = f"Who begins wins {ends} of the games of {words.count(PLAYERS)}"
    if best == PRINTED:
        return f"{text}; no small change is seen to mend it"
    names = [NOUN.get(label, (label,))[0] for label in (best, *equal)]
    verb = "mend" if equal else NOUN.get(best, (best, "mend"))[1]
    return f"{text}; of the changes tried {words.listed(names, 'or')} {verb} it best"


def tell_players(report, players, ways, looks):
    """The start seat's share by strategy and number of players."""
    level = stats.sidak(0.95, len(players.played))
    frame = players.frame("win", level)
    frame = frame[frame["seat"] == 0]
    frame = frame.assign(who=[WHO[name] for name in frame["seats"]])
    named = {WHO[name]: look for name, look in looks.items()}
    counts = sorted({int(n) for n in frame["players"]})
    figure = figures.new_figure(5.2)
    axes = figure.subplots()
    for n in counts:
        axes.plot([n - 0.32, n + 0.32], [1 / n, 1 / n], color=figures.INK, linewidth=0.9, zorder=1)
    figures.interval_plot(axes, frame, "players", "who", looks=named, dodge=0.1)
    axes.annotate("an equal share", (counts[0] - 0.32, 1 / counts[0]), (0, -3),
                  textcoords="offset points", va="top", fontsize=6.5)  # fmt: skip
    axes.set_ylim(0, None)
    axes.set_xlabel("players")
    axes.set_ylabel("games won by who begins")
    figures.percent_axis(axes.yaxis)
    tests = {(n, p.cell.values["players"]): at.over_fair(p) for n in WHO for p in at_(players, n)}
    signs = dict(zip(tests, holm_signs(list(tests.values()))))
    sentence = first_sentence(ways, signs)
    report.heading(players_title(tests, signs))
    report.text(f"{players_sentence(tests, signs, counts)} [begins] shows all.")
    report.figure(
        "begins",
        figure,
        "Games won by the player who begins, at tables of one kind of player. Thin lines: an "
        f"equal share. Bars: 95 % intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Line chart: games won by who begins, by number of players. {sentence}",
        [players],
        frame,
    )
    return sentence


def at_(cells, name):
    """The cells of one strategy."""
    return [played for played in cells.played if played.cell.seats == name]


def first_sentence(ways, signs) -> str:
    """What the start seat wins at a table of four under each strategy."""
    by_name = {n: ways[PRINTED, n].estimate("win", 0) for n in WHO}
    order = sorted(by_name, key=lambda n: -by_name[n]["mean"])
    parts = [f"{at.interval(by_name[n])} among {WHO[n]}" for n in order]
    fair = [WHO[n] for n in order if signs[n, PLAYERS] <= 0]
    text = f"At a table of {words.count(PLAYERS)} the player who begins wins {words.listed(parts)}"
    if not fair:
        return text + f", everywhere more than an equal share of {words.percent(1 / PLAYERS)}."
    return text + f"; among {words.listed(fair)} that is not seen to be more than an equal share."


def players_title(tests, signs) -> str:
    """Whether the start seat is ahead everywhere, as a heading."""
    if all(sign > 0 for sign in signs.values()):
        return "It pays to begin, whoever plays and however many"
    if all(sign < 0 for sign in signs.values()):
        return "It does not pay to begin, whoever plays and however many"
    behind = [key for key, sign in signs.items() if sign < 0]
    if behind:
        return "It pays to begin, but not at every table"
    return (
        "It pays to begin at most tables"
        if any(signs.values())
        else "It is not seen to pay to begin"
    )


def players_sentence(tests, signs, counts) -> str:
    """The largest and the smallest edge, in points and in equal shares."""
    most = max(tests, key=lambda key: tests[key].mean * key[1])
    least = min(tests, key=lambda key: tests[key].mean * key[1])
    parts = []
    for name, n in (most, least):
        times = 1 + tests[name, n].mean * n
        parts.append(f"{times:.2g} times an equal share among {words.count(n)} {WHO[name]}")
    text = (
        f"Measured by an equal share the start seat wins most, {parts[0]}, and least, {parts[1]}."
    )
    none = [(n, k) for (n, k), sign in signs.items() if sign == 0]
    if none:
        listed = words.listed(f"{words.count(k)} {WHO[n]}" for n, k in none)
        text += f" No edge is seen among {listed} (Holm)."
    return text


# -------------------------------------------------------------------------------------- stones


def tell_stones(report, stones, ways, looks):
    """The shares of the first and the last seat, by stones and with equal turns."""
    level = stats.sidak(0.95, 2 * len(stones.played))
    frame = stones.frame("win", level)
    frame = frame[frame["seat"].isin([0, PLAYERS - 1])]
    frame = frame.assign(who=[WHO[name] for name in frame["seats"]])
    named = {WHO[name]: look for name, look in looks.items()}
    figure = figures.new_figure(9.2)
    grid = figure.subplots(2, 2, sharex=True, sharey=True)
    for row, seat in zip(grid, (0, PLAYERS - 1)):
        for axes, equal in zip(row, (False, True)):
            part = frame[(frame["seat"] == seat) & (frame["equal_turns"] == equal)]
            figures.interval_plot(
                axes, part, "stones_per_colour", "who", looks=named, labels="", dodge=0.18
            )
            at.fair_line(axes, 1 / PLAYERS)
            which = "the first seat" if seat == 0 else "the last seat"
            axes.set_title(f"{which}, {EQUAL if equal else PRINTED}")
        row[0].set_ylabel("games won")
        figures.percent_axis(row[0].yaxis)
    grid[0, 0].set_ylim(0, 1.04 * float(frame["high"].max()))
    figures.legend(figure, named, named, loc="outside upper right", ncols=len(named))
    for axes in grid[1]:
        axes.set_xlabel("stones of each colour")
    sentence = equal_sentence(ways)
    report.heading(equal_title(ways))
    report.text(
        f"{sentence} {stones_sentence(ways)} {theft_sentence(ways)} [stones] shows both seats."
    )
    report.figure(
        "stones",
        figure,
        f"Games won by the first seat (above) and by the last (below), tables of "
        f"{words.count(PLAYERS)}, by the number of stones of each colour: as printed (left), and "
        "when the lap in which the river dries up is played out (right). Thin line: an equal "
        f"share. Bars: 95 % intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Four line charts: games won by the first and the last seat. {sentence}",
        [stones],
        frame,
    )
    return sentence


def turned(ways) -> list[str]:
    """The strategies with which equal turns make the last seat the best, and the first too poor."""
    found = []
    for name in WHO:
        played = ways[EQUAL, name]
        first, last = (at.over_fair(played, seat) for seat in (0, PLAYERS - 1))
        if first.sign < 0 < last.sign and last.mean == max(
            at.over_fair(played, seat).mean for seat in seats_of(played)
        ):
            found.append(name)
    return found


def equal_title(ways) -> str:
    """What equal turns do, as a heading."""
    back = turned(ways)
    if len(back) == len(WHO):
        return "Equal turns turn the edge around: the last seat wins"
    if back:
        return f"Equal turns turn the edge around among {words.listed(WHO[n] for n in back)}"
    gaps = {
        n: abs(furthest(ways[EQUAL, n])[1].mean) - abs(furthest(ways[PRINTED, n])[1].mean)
        for n in WHO
    }
    less = [n for n in gaps if gaps[n] < 0]
    if len(less) == len(WHO):
        return "Equal turns bring the seats nearer to each other"
    return "Equal turns do not mend it for all"


def equal_sentence(ways) -> str:
    """What equal turns do to the first and to the last seat."""
    back, parts = turned(ways), []
    if back:
        ends = [100 * shares(ways[EQUAL, n])[-1] for n in back]
        low, high = f"{min(ends):.0f}", f"{max(ends):.0f}"
        span = low if low == high else f"{low} to {high}"
        parts.append(
            f"If the lap in which the river dries up is played out, the last seat wins {span} % "
            f"of the games among {words.listed(WHO[n] for n in back)}"
            + (": nobody is left to rob it" if at.THROWS not in back else "")
        )
    rest = [n for n in WHO if n not in back]
    for n in rest:
        change = ways[EQUAL, n].minus(ways[PRINTED, n], "win", 0)
        verb = {1: "gives the first seat", -1: "takes from the first seat", 0: ""}[change.sign]
        text = (
            f"{verb} {at.points(change)}"
            if verb
            else "changes the first seat's share by nothing that is seen"
        )
        parts.append(f"among {WHO[n]} {'it' if parts else 'equal turns'} {text}")
    return words.capital("; ".join(parts)) + "."


def stones_sentence(ways) -> str:
    """What twice the stones do to the first seat."""
    many = "20 stones of a colour"
    changes = {n: ways[many, n].minus(ways[PRINTED, n], "win", 0) for n in WHO}
    signs = dict(zip(changes, holm_signs(list(changes.values()))))
    seen = [n for n in WHO if signs[n]]
    if not seen:
        return "Twice the stones of every colour change the first seat's share by nothing seen."
    parts = [f"{words.points(*_ends(changes[n]))} among {WHO[n]}" for n in seen]
    text = "Twice the stones of every colour change the first seat's share, in points, by "
    text += words.listed(parts)
    none = [WHO[n] for n in WHO if not signs[n]]
    return text + (f"; among {words.listed(none)}: {words.NONE}." if none else ".")


def _ends(found):
    return found.mean, found.low, found.high


def theft_sentence(ways) -> str:
    """What stealing does to the first seat."""
    change = ways[PRINTED, at.ROBBER].minus(ways[PRINTED, at.THROWS], "win", 0)
    if change.sign == 0:
        return "Whether the players steal is not seen to change what the first seat wins."
    verb = "takes from" if change.sign < 0 else "gives"
    return (
        f"Stealing {verb} the first seat {at.points(change)}: as much lies between tables of "
        "throwers and of robbers, who differ in nothing else."
    )


# ------------------------------------------------------------------------------------- changes


FURTHEST = ("furthest", "of thieves")
MARK = {1: " ↑", -1: " ↓", 0: ""}


def tell_changes(report, ways, cells, best):
    """The table of the changes; which one is recommended."""
    tests = {
        (label, name): ways[label, name].minus(ways[PRINTED, name], "win", 0)
        for label in CHANGES
        if label != PRINTED
        for name in WHO
    }
    signs = dict(zip(tests, holm_signs(list(tests.values()))))
    level = stats.sidak(0.95, len(CHANGES))
    rows, halves = [], []
    for label in CHANGES:
        found = {n: ways[label, n].estimate("win", 0) for n in WHO}
        shown = [f"{100 * found[n]['mean']:.1f}" + MARK[signs.get((label, n), 0)] for n in WHO]
        halves += [(one["high"] - one["low"]) / 2 for one in found.values()]
        turns = ways[label, "casual"].estimate("turns")["mean"]
        reach = [reached(edge(ways, label, level, names)) for names in (tuple(WHO), THIEVES)]
        rows.append([label, *shown, *reach, f"{turns:.1f}"])
    sentence = change_sentence(ways, best)
    report.heading(change_title(ways, best))
    shown = "; [seats] shows the seats before and after" if best != PRINTED else ""
    report.text(f"{left_sentence(ways, best)} [changes] compares the changes{shown}.")
    report.table(
        "changes",
        ["change", *(name.removesuffix(" players") for name in WHO.values()), *FURTHEST, "turns"],
        rows,
        f"Games won by the first seat of {words.count(PLAYERS)}, in percent (95 % intervals: at "
        f"most ±{100 * max(halves):.1f}); ↑, ↓: above or below the rules as printed, paired, after "
        f"Holm's correction for {len(tests)} comparisons at 5 %. Furthest: how many points the "
        "seat that is furthest from an equal share is away from it, averaged over all strategies "
        "and over those that steal (95 %, simultaneous for the rows). Turns: mean length of a "
        "game of casual players. Stones of a colour: of each of the five; water: of blue alone.",
        cells,
    )
    return sentence


def reached(one: Edge) -> str:
    """A distance from an equal share, in points."""
    digits = min(words.decimals(100 * one.half), 1)
    return f"{100 * one:.{digits}f} ± {100 * one.half:.{digits}f}"


def change_title(ways, best) -> str:
    """The recommendation, as a heading."""
    if best == PRINTED:
        return "None of these changes is seen to make the seats more alike"
    before, after = (100 * edge(ways, label) for label in (PRINTED, best))
    name = words.capital(NOUN.get(best, (best,))[0])
    return f"{name}: the furthest seat comes from {before:.0f} to {after:.0f} points off"


def change_sentence(ways, best) -> str:
    """Which change is recommended, and what it leaves."""
    if best == PRINTED:
        return "No small change of the rules is seen to make the seats more alike."
    equal = [NOUN.get(label, (label,))[0] for label in alike(ways, best)]
    also = f" ({words.listed(equal)}: no difference seen)" if equal else ""
    before, after = (100 * edge(ways, label) for label in (PRINTED, best))
    return (
        "No change that was tried is seen to make the seats more alike than "
        f"{NOUN.get(best, (best,))[0]}{also}: on average over the strategies the furthest seat is "
        f"{after:.1f} points from an equal share instead of {before:.1f}."
    )


def water_sentence(ways) -> str:
    """What more water alone does to the furthest seat, and with whom it does not help."""
    level = stats.sidak(0.95, 2 * len(WHO))
    gaps = {n: [furthest(ways[label, n], level)[1] for label in (PRINTED, MUCH_WATER)] for n in WHO}
    nearer = [n for n, (before, after) in gaps.items() if far_apart(before, after)]
    start = f"{words.capital(NOUN[MUCH_WATER][0])} and no more of the other colours"
    if not nearer:
        return f"{start} are not seen to bring the furthest seat nearer to an equal share."
    most = [100 * max(abs(gaps[n][k].mean) for n in nearer) for k in (0, 1)]
    crowd = words.listed(WHO[n] for n in nearer)
    text = f"{start} bring the furthest seat among {crowd} from {most[0]:.1f} points or less off "
    text += f"an equal share to {most[1]:.1f} or less"
    rest = words.listed(f"{WHO[n]} ({100 * abs(gaps[n][1].mean):.0f} points)"
                        for n in WHO if n not in nearer)  # fmt: skip
    return text + (f"; among {rest} no seat is seen to come nearer." if rest else ".")


def far_apart(before, after) -> bool:
    """Whether a gap has become smaller for sure: the intervals of its size do not meet."""
    half = [(one.high - one.low) / 2 for one in (before, after)]
    return abs(after.mean) + half[1] < abs(before.mean) - half[0]


def left_sentence(ways, best) -> str:
    """What a change leaves of the edge, and what it does to the length of a game."""
    gaps = {n: furthest(ways[best, n]) for n in WHO}
    most = max(gaps, key=lambda n: abs(gaps[n][1].mean))
    seat, gap = gaps[most]
    which = (
        "first" if seat == 0 else "last" if seat == PLAYERS - 1 else f"{words.count(seat + 1)}th"
    )
    side = "above" if gap.mean > 0 else "below"
    before, after = (ways[label, "casual"].estimate("turns")["mean"] for label in (PRINTED, best))
    longer = after / before - 1
    length = f"{abs(longer):.0%} {'longer' if longer > 0 else 'shorter'}".replace("%", " %")
    change = f"; a game of casual players becomes {length}" if best != PRINTED else ""
    return (
        f"Most is left among {WHO[most]}, where the {which} seat is {at.points(gap)} {side} an "
        f"equal share{change}."
    )


# --------------------------------------------------------------------------------------- after


def tell_after(study, report, players, ways, cells, best):
    """Win shares by seat before and after the change; other numbers of players."""
    if best == PRINTED:
        return ""
    count = 2 * PLAYERS * len(WHO)
    level = stats.sidak(0.95, count)
    lines = [
        {
            "rules": label,
            "who": name,
            "seat": seat + 1,
            **ways[label, name].estimate("win", seat, level),
        }
        for label in (PRINTED, best)
        for name in WHO
        for seat in range(PLAYERS)
    ]
    frame = pd.DataFrame(lines)
    figure = figures.new_figure(5.2)
    grid = figure.subplots(1, len(WHO), sharey=True)
    looks = figures.looks_of([PRINTED, best])
    for axes, name in zip(grid, WHO):
        part = frame[frame["who"] == name]
        figures.interval_plot(axes, part, "seat", "rules", looks=looks, labels="", dodge=0.14)
        at.fair_line(axes, 1 / PLAYERS)
        axes.set_title(WHO[name])
        axes.set_xlabel("seat, from the start")
    grid[0].set_ylim(0, None)
    grid[0].set_ylabel("games won")
    figures.percent_axis(grid[0].yaxis)
    figures.legend(figure, looks, looks, loc="outside upper right", ncols=2)
    report.figure(
        "seats",
        figure,
        f"Games won by seat before and after the change ({best}), tables of "
        f"{words.count(PLAYERS)}. Thin line: an equal share. Bars: 95 % intervals, simultaneous "
        f"for the {count} points (Šidák).",
        "Five line charts, one a strategy: games won by seat before and after.",
        cells,
        frame,
    )
    shown = [f"{p}={str(v).lower()}" for p, v in CHANGES[best].items()]
    others = study.sweep("other tables", at.GAME, [*shown, "players=2,3,5"], list(WHO), GAMES)
    tests = {
        (n, k): others(n, players=k).minus(players(n, players=k), "win", 0)
        for n in WHO
        for k in (2, 3, 5)
    }
    signs = dict(zip(tests, holm_signs(list(tests.values()))))
    sentence = others_sentence(others, players, tests, signs)
    rows, halves = [], []
    for n in WHO:
        row = [WHO[n]]
        for k in (2, 3, 5):
            before, after = (c(n, players=k).estimate("win", 0) for c in (players, others))
            row.append(f"{100 * before['mean']:.1f} → {100 * after['mean']:.1f}{MARK[signs[n, k]]}")
            halves += [(one["high"] - one["low"]) / 2 for one in (before, after)]
        rows.append(row)
    report.text("[others] has the first seat at tables of two, three and five players.")
    report.table(
        "others",
        ["", *(f"{k} players" for k in (2, 3, 5))],
        rows,
        f"Games won by the first seat before and after the change ({best}), in percent "
        f"(95 % intervals: at most ±{100 * max(halves):.1f}); ↑, ↓: more or less than before, "
        f"paired, after Holm's correction for {len(tests)} comparisons at 5 %.",
        [players, others],
    )
    return sentence


def others_sentence(others, players, tests, signs) -> str:
    """Whether the change helps at tables of two, three and five."""
    nearer, further = [], []
    for (n, k), sign in signs.items():
        if sign:
            before, after = (abs(at.over_fair(c(n, players=k)).mean) for c in (players, others))
            (nearer if after < before else further).append((n, k))
    rest = len(signs) - len(nearer) - len(further)
    text = "At tables of two, three and five players the change brings the first seat nearer to an "
    text += f"equal share in {words.count(len(nearer))} of {len(signs)} cases"
    if further:
        text += f", and further away in {words.count(len(further))}: "
        text += words.listed(f"{words.count(k)} {WHO[n]}" for n, k in further)
    return text + (
        f"; in {words.count(rest)} no difference is seen (Holm)." if rest else " (Holm)."
    )
