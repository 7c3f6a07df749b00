"""
Digger: who wins with which box?

White boxes, whose stones are worth the same to all, against black ones, whose values each player
has in an order of its own: the odds by seat, by the colour that is dearest to a player, and by how
many others want the same; what other values do; and what a player should count water for, which is
worth nothing. Every sentence that states a finding is chosen by the numbers.
"""

import _digger_seats as at
import numpy as np
import pandas as pd

from dwarfsim import figures, stats, words
from dwarfsim.game import load_game
from dwarfsim.games.digger import rules as dg
from dwarfsim.jit import kernel
from dwarfsim.pairs import difference, holm_signs
from dwarfsim.rng import game_key
from dwarfsim.stats import holm

QUICK = 40
PLAYERS = 4
WHO = {
    at.THROWS: "throwers",
    at.ROBBER: "robbers",
    "casual": "casual players",
    "champion": "champions",
}
COLOURS = ("yellow", "red", "green", "white")
BLACK = ("2+3+4+6", "1+2+4+8", "3+3+4+5")
WHITE = ("3+3+4+5", "3+2+1+1", "2+3+4+6", "4+4+4+4")
WATERS = (-2, 0, 1, 2, 3, 4, 6, 8)
DEALS = {at.THROWS: 120_000, at.ROBBER: 120_000, "casual": 120_000, "champion": 30_000}
EVEN = {at.THROWS: 100_000, at.ROBBER: 100_000, "casual": 100_000, "champion": 30_000}
SKILL = {"casual": 60_000, at.alone("champion", "casual"): 20_000}
WATERED = 12_000
FAIR = 1 / PLAYERS


def make(study, report):
    """Play, and tell."""
    game = load_game(at.GAME)
    looks = figures.looks_of(WHO)
    white = study.sweep("white", at.GAME, ["box=white"], list(WHO), EVEN)
    settings = ["box=black", f"black_values={','.join(BLACK)}"]
    black = study.sweep("black", at.GAME, settings, list(WHO), DEALS)
    base = "+".join(map(str, game.values({})["black_values"]))
    dealt = by_deal(black)
    report.title = title(dealt, black, base)
    seats = tell_seats(report, white, black, base)
    values = tell_values(study, report)
    deal = tell_deals(report, black, dealt, base, looks)
    water = tell_water(study, report)
    report.abstract = [deal, f"{seats} {values} [values] has more.", water]
    at.tell_players(report, game, WHO)


# --------------------------------------------------------------------------------------- seats


def tell_seats(report, white, black, base):
    """Win shares by seat with white boxes and with black ones."""
    count = 2 * PLAYERS * len(WHO)
    level = stats.sidak(0.95, count)
    lines = []
    for name in WHO:
        for box, played in (("white", white(name)), ("black", black(name, black_values=base))):
            for seat in range(PLAYERS):
                found = played.estimate("win", seat, level)
                lines.append({"who": name, "box": f"{box} boxes", "seat": seat + 1, **found})
    frame = pd.DataFrame(lines)
    changes = {n: black(n, black_values=base).minus(white(n), "win", 0) for n in WHO}
    signs = dict(zip(changes, holm_signs(list(changes.values()))))
    figure = figures.new_figure(5.0)
    grid = figure.subplots(1, len(WHO), sharey=True)
    looks = figures.looks_of(dict.fromkeys(frame["box"]))
    for axes, name in zip(grid, WHO):
        part = frame[frame["who"] == name]
        last = "legend" if axes is grid[0] else ""
        figures.interval_plot(axes, part, "seat", "box", looks=looks, labels=last, dodge=0.12)
        axes.set_title(WHO[name])
        axes.set_xlabel("seat, from the start")
        at.fair_line(axes, FAIR)
    grid[0].set_ylim(0, None)
    grid[0].set_ylabel("games won")
    figures.percent_axis(grid[0].yaxis)
    sentence = seat_sentence(changes, signs, white)
    report.heading(seat_title(signs))
    report.text(f"{ends_sentence(white)} [seats] has all seats.")
    report.figure(
        "seats",
        figure,
        f"Games won by seat at tables of four of a kind, with white boxes and with black ones of "
        f"the values {base}. Thin line: an equal share. Bars: 95 % intervals, simultaneous for the "
        f"{count} points (Šidák).",
        f"Four line charts, one a strategy: games won by seat. {sentence}",
        [white, black],
        frame,
    )
    return sentence


def ends_sentence(white) -> str:
    """What the first and the last seat win with white boxes."""
    parts = []
    for name in WHO:
        first, last = (white(name).estimate("win", seat) for seat in (0, PLAYERS - 1))
        ends = f"{words.percent(first['mean'])} and {words.percent(last['mean'])}"
        parts.append(f"{ends} among {WHO[name]}")
    return f"With white boxes the first and the last seat win {words.listed(parts)}."


def seat_title(signs) -> str:
    """What black boxes do to the edge of the start seat, as a heading."""
    kinds = set(signs.values())
    if kinds == {0}:
        return "Black boxes are not seen to change the start seat's edge"
    if 1 not in kinds:
        return "Black boxes take a little from the start seat" + (
            "" if 0 not in kinds else f" under {who(signs, -1)}"
        )
    if -1 not in kinds:
        return f"Black boxes give to the start seat under {who(signs, 1)}"
    return f"Black boxes take from the start seat under {who(signs, -1)}, not under {who(signs, 1)}"


def who(signs, wanted) -> str:
    """Those whose sign is the one wanted."""
    return words.listed(WHO[name] for name, sign in signs.items() if sign == wanted)


def seat_sentence(changes, signs, white) -> str:
    """How the start seat's share changes, for whom it does most."""
    seen = [name for name, sign in signs.items() if sign]
    if not seen:
        return (
            "Black boxes instead of white ones change the start seat's share of the wins by "
            "nothing that is seen, whoever plays."
        )
    most = max(seen, key=lambda n: abs(changes[n].mean))
    takes = changes[most].mean < 0
    verb, of = ("takes from", "of its") if takes else ("gives", "beyond its")
    before = at.interval(white(most).estimate("win", 0))
    text = (
        f"A change from white to black boxes {verb} the start seat {at.points(changes[most])} {of} "
        f"{before} among {WHO[most]}"
    )
    others = [name for name in seen if name != most]
    if others:
        parts = (f"{changes[n].mean * 100:+.1f} among {WHO[n]}" for n in others)
        text += f", and changes its share by {words.listed(parts)}".replace("-", "−")
    none = who(signs, 0)
    return text + (f"; among {none}: {words.NONE}." if none else ".")


# ---------------------------------------------------------------------------------------- deals


@kernel
def deal_all(rules, workspace, seed, found):
    """The values that the players of every game are dealt, packed by seat."""
    for k in range(found.shape[0]):
        dg.deal_boxes(rules, workspace, game_key(seed, np.uint64(k)))
        for colour in range(dg.COLOURS):
            found[k, colour] = workspace.values[colour]


def deals(played, seed: int = 1) -> np.ndarray:
    """What each stone is worth to each player of each game: (games, colours, seats)."""
    values = played.cell.values
    rules = dg.rules(values)
    packed = np.zeros((played.totals.games, dg.COLOURS), np.int64)
    deal_all(rules, dg.workspace(rules), np.uint64(seed), packed)
    return packed[:, dg.YELLOW :, None] >> 8 * np.arange(values["players"]) & 255


def by_deal(black) -> dict:
    """For each strategy and values: win shares by dearest colour, by rivals, and by order."""
    level = stats.sidak(0.95, len(WHO) * len(BLACK) * (len(COLOURS) + PLAYERS - 1))
    found = {}
    for name in WHO:
        for values in BLACK:
            played = black(name, black_values=values)
            wins = np.stack([played.wins("win", seat) for seat in range(PLAYERS)], 1)
            worth = deals(played)
            dear = worth.argmax(1)
            rivals = (dear[:, :, None] == dear[:, None, :]).sum(2) - 1
            base = 10 ** np.arange(len(COLOURS))[::-1]
            codes = (worth.transpose(0, 2, 1) * base).sum(2)
            found[name, values] = {
                "colour": [at.ratio(wins, dear == k, FAIR, level) for k in range(len(COLOURS))],
                "rivals": [at.ratio(wins, rivals == k, FAIR, level) for k in range(PLAYERS - 1)],
                "order": {int(c): at.ratio(wins, codes == c, FAIR) for c in np.unique(codes)},
            }
    return found


def signs_of(found) -> list[int]:
    """For each share, after Holm's correction: above an equal one (1), below (-1), or neither."""
    adjusted = holm([one.p for one in found])
    return [
        (one.mean > FAIR) - (one.mean < FAIR) if p <= 0.05 else 0 for one, p in zip(found, adjusted)
    ]


def seen_deals(dealt, what, only=None) -> list:
    """Of all colours or numbers of rivals those that are surely not fair, furthest first."""
    places = [
        (name, values, k, one)
        for (name, values), parts in dealt.items()
        for k, one in enumerate(parts[what])
    ]
    signs = signs_of([one for *_, one in places])
    seen = [place for place, sign in zip(places, signs) if sign]
    seen = [place for place in seen if only in (None, place[1])]
    return sorted(seen, key=lambda place: -abs(place[3].mean - FAIR))


def title(dealt, black, base) -> str:
    """What the deal of the box and what the seat are worth."""
    seen = seen_deals(dealt, "colour", base) + seen_deals(dealt, "rivals", base)
    reach = []
    for name in WHO:
        played = black(name, black_values=base)
        shares = [played.estimate("win", seat)["mean"] for seat in range(PLAYERS)]
        reach.append(100 * max(abs(share - FAIR) for share in shares))
    low, high = f"{min(reach):.0f}", f"{max(reach):.0f}"
    seats = low if low == high else f"{low} to {high}"
    if not seen:
        return f"Black boxes are fair, as far as is seen; the seat moves the odds by {seats} points"
    most = 100 * max(abs(place[3].mean - FAIR) for place in seen)
    return (
        "Which colour is dearest in a black box moves the odds by up to "
        f"{most:.1f} points, the seat by {seats}"
    )


def tell_deals(report, black, dealt, base, looks):
    """Win shares by the dearest colour and by how many others want the same."""
    lines = []
    for (name, values), parts in dealt.items():
        for what in ("colour", "rivals"):
            for k, one in enumerate(parts[what]):
                x = COLOURS[k] if what == "colour" else k
                row = {"what": what, "who": name, "values": values, "x": x}
                lines.append(row | one._asdict())
    frame = pd.DataFrame(lines)
    figure = figures.new_figure(8.8)
    grid = figure.subplots(2, len(BLACK), sharey=True)
    for row, (what, label) in enumerate(
        (("colour", "dearest colour"), ("rivals", "others with the same dearest colour"))
    ):
        for axes, values in zip(grid[row], BLACK):
            part = frame[(frame["what"] == what) & (frame["values"] == values)]
            figures.interval_plot(
                axes, part, "x", "who", looks=looks, labels="", dodge=0.17, join=False
            )
            axes.set_xlabel(label)
            at.fair_line(axes, FAIR)
            if row == 0:
                axes.set_title(f"values {values}")
            else:
                axes.set_xlim(-0.5, PLAYERS - 1.5)
        grid[row, 0].set_ylabel("games won")
        figures.percent_axis(grid[row, 0].yaxis)
    plain = {n: looks[n] | {"linestyle": "none"} for n in WHO}
    handles = figures.legend(figure, list(WHO), plain, loc="outside upper right", ncols=len(WHO))
    for text, name in zip(handles.get_texts(), WHO):
        text.set_text(WHO[name])
    sentence = colour_sentence(dealt, base)
    more = rivals_sentence(dealt)
    report.heading(deal_title(dealt, base))
    report.text(
        f"{more} {order_sentence(dealt, base)} [deals] shows three sets of values. All but the "
        "champions take the stones of a throw in one order, white first, whatever is dear to them."
    )
    games = ", ".join(
        f"{WHO[n]} {black(n, black_values=base).totals.games:,}" for n in WHO
    )  # one number for all values
    report.figure(
        "deals",
        figure,
        "Games won with a black box, by the colour that is dearest to a player (above) and by how "
        "many of the three others have the same dearest colour (below; with all three the shares "
        "are equal), tables of four of a kind, all seats together. Thin line: an equal share. "
        f"Games: {games}. Bars: 95 % intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Six dot charts: games won by dearest colour and by rivals. {sentence} {more}",
        [black],
        frame,
    )
    return sentence


def deal_title(dealt, base) -> str:
    """Whether a black box is fair, as a heading."""
    names = [n for n in WHO if any(p[0] == n for p in seen_deals(dealt, "colour", base))]
    if not names:
        return f"No colour is better to be dear than another, with the values {base}"
    listed = words.listed(WHO[n] for n in names)
    rest = "" if len(names) == len(WHO) else "; to others no difference is seen"
    return f"Which colour is dear matters to {listed}{rest}"


def colour_sentence(dealt, base) -> str:
    """Which dearest colour wins most and least, for whom that is seen."""
    seen = seen_deals(dealt, "colour", base)
    if not seen:
        return (
            f"With black boxes of {base} no dearest colour is seen to win more or less than an "
            "equal share, whoever plays."
        )
    parts = []
    for name in WHO:
        mine = [place for place in seen if place[0] == name]
        texts = [
            f"{at.interval(one)} with {COLOURS[k]}"
            for *_, k, one in sorted(mine, key=lambda place: -place[3].mean)
        ]
        if texts:
            parts.append(f"{WHO[name]} win {words.listed(texts)}")
    none = [WHO[n] for n in WHO if not any(place[0] == n for place in seen)]
    text = f"With black boxes of {base} it matters which colour is dearest to a player: "
    text += "; ".join(parts)
    return text + (f"; among {words.listed(none)}: {words.NONE}." if none else ".")


def rivals_sentence(dealt) -> str:
    """Whether it helps to want what nobody else wants."""
    seen = seen_deals(dealt, "rivals")
    alone = [place for place in seen if place[2] == 0]
    if not alone:
        return "To be alone with one's dearest colour is not seen to help or to harm."
    top, parts = alone[0], []
    for sign, verb in ((-1, "less"), (1, "more")):
        group = [place for place in alone if (place[3].mean > FAIR) == (sign > 0)]
        if group:
            by_values = {}
            for n, v, *_ in group:
                by_values.setdefault(v, []).append(WHO[n])
            texts = (f"with {v} among {words.listed(who_)}" for v, who_ in by_values.items())
            parts.append(f"{verb} {words.listed(texts)}")
    name, values, _, one = top
    text = "A player whose dearest colour is nobody else's is seen to win "
    text += f"{', but '.join(parts)}; most of all it matters among {WHO[name]} with {values}, "
    return text + f"where such a player wins {at.interval(one)}."


def order_sentence(dealt, base) -> str:
    """How many of the orders are better or worse than an equal share."""
    places = [(name, code, one) for name in WHO for code, one in dealt[name, base]["order"].items()]
    signs = signs_of([one for *_, one in places])
    seen = [place for place, sign in zip(places, signs) if sign]
    orders = len(dealt[next(iter(WHO)), base]["order"])
    if not seen:
        return f"Of the {orders} orders of {base} none is seen to win more or less than another."
    most = max(seen, key=lambda place: abs(place[2].mean - FAIR))
    digits = " ".join(
        f"{colour} {value}" for colour, value in zip(COLOURS, f"{most[1]:0{len(COLOURS)}d}")
    )
    return (
        f"Of the {orders} orders of {base} under {words.count(len(WHO))} strategies, {len(seen)} "
        f"of {len(places)} {'is' if len(seen) == 1 else 'are'} seen to be better or worse (Holm); "
        f"the furthest is {digits}, with {at.interval(most[2])} of the games among "
        f"{WHO[most[0]]}."
    )


# --------------------------------------------------------------------------------------- values


def tell_values(study, report):
    """What other values do to the start seat, to ties, and to skill."""
    cells, sweeps = {}, []
    for table, rotate in (("casual", False), (at.alone("champion", "casual"), True)):
        for label, played, more in play_values(study, table, SKILL[table], rotate):
            cells.setdefault(label, []).append(played)
            sweeps += [] if more in sweeps else [more]
    first = next(iter(cells))
    tests = {}
    for label, (casual, skilled) in cells.items():
        if label != first:
            ties = [at.tied(one) for one in (casual, cells[first][0])]
            tests[label, "the start seat's share"] = casual.minus(cells[first][0], "win", 0)
            tests[label, "the share of games with several winners"] = difference(*ties)
            tests[label, "the champion's share"] = skilled.minus(cells[first][1], "win", 0)
    signs = dict(zip(tests, holm_signs(list(tests.values()))))
    rows, scores = [], {}
    for label, (casual, skilled) in cells.items():
        found = [casual.estimate("score", seat) for seat in range(PLAYERS)]
        mean = sum(f["mean"] for f in found) / PLAYERS
        square = sum(f["sd"] ** 2 + f["mean"] ** 2 for f in found) / PLAYERS
        scores[label] = (mean, (square - mean**2) ** 0.5)
        marks = [
            {1: " ↑", -1: " ↓", 0: ""}[signs.get((label, what), 0)]
            for what in dict.fromkeys(what for _, what in tests)
        ]
        rows.append(
            [
                label,
                at.bare(casual.estimate("win", 0)) + marks[0],
                f"{100 * at.tied(casual).mean():.1f}" + marks[1],
                f"{mean:.1f}",
                f"{scores[label][1]:.1f}",
                f"{scores[label][1] / mean:.2f}",
                at.bare(skilled.estimate("win", 0)) + marks[2],
            ]
        )
    sentence = values_sentence(tests, signs, first)
    report.heading(values_title(tests, signs))
    report.text(f"{sentence} {spread_sentence(scores)} [values] has the numbers.")
    heads = ["box", "start seat (%)", "ties (%)", "points", "sd", "sd / mean", "champion (%)"]
    report.table(
        "values",
        heads,
        rows,
        "What the values do, with single 95 % intervals: wins of the start seat, games with "
        "several winners, and a player's points (mean, standard deviation over games and seats), "
        "among casual players; and the wins of a champion among three casual players, seats "
        f"rotated. ↑, ↓: above or below the first row, paired, after Holm's correction for "
        f"{len(tests)} comparisons at 5 %.",
        sweeps,
    )
    return f"{values_title(tests, signs)}."


def play_values(study, table, games, rotate):
    """One table with all values: of each its name, its cell, and its sweep."""
    who = "casual" if table == "casual" else "champion"
    settings = ["box=white", f"white_values={','.join(WHITE)}"]
    white = study.sweep(f"white {who}", at.GAME, settings, [table], games, rotate)
    for v in WHITE:
        yield f"white {v}", white(white_values=v), white
    settings = ["box=black", f"black_values={','.join(BLACK)}"]
    black = study.sweep(f"black {who}", at.GAME, settings, [table], games, rotate)
    for v in BLACK:
        yield f"black {v}", black(black_values=v), black
    settings = ["box=black", "black_distinct=true"]
    apart = study.sweep(f"distinct {who}", at.GAME, settings, [table], games, rotate)
    yield "black 2+3+4+6, no two alike", apart(), apart


def values_title(tests, signs) -> str:
    """Which set of values changes the game most, as a heading."""
    seen = [key for key, sign in signs.items() if sign]
    if not seen:
        return "Other values are not seen to change the game"
    label, what = max(seen, key=lambda key: abs(tests[key].mean))
    moved = 100 * tests[label, what].mean
    verb = "raises" if moved > 0 else "lowers"
    return f"Of all boxes {label} changes most: it {verb} {what} by {abs(moved):.1f} points"


def values_sentence(tests, signs, first) -> str:
    """For each outcome the set of values that moves it most."""
    parts = []
    for what in dict.fromkeys(what for _, what in tests):
        seen = [key for key, sign in signs.items() if sign and key[1] == what]
        if not seen:
            parts.append(f"{what} is not seen to change with any values")
            continue
        most = max(seen, key=lambda key: abs(tests[key].mean))
        verb = "up" if tests[most].mean > 0 else "down"
        parts.append(f"{what} moves most with {most[0]}, {at.points(tests[most])} {verb}")
    return f"Compared to {first}, among casual players: {'; '.join(parts)}."


def spread_sentence(scores) -> str:
    """How far points spread, for the values where they do most and least."""
    ratio = {label: sd / mean for label, (mean, sd) in scores.items()}
    low, high = min(ratio, key=ratio.get), max(ratio, key=ratio.get)
    return (
        f"A player's points spread least about their mean with {low} (by {ratio[low]:.0%}) and "
        f"most with {high} ({ratio[high]:.0%})."
    ).replace("%", " %")


# ---------------------------------------------------------------------------------------- water


def tell_water(study, report):
    """How many points a champion should count a water for."""
    tables = {w: at.alone(f"champion:water={w:g}", "casual") for w in WATERS}
    boxes = ("white", "black")
    settings = ["box=white,black"]
    cells = study.sweep("water", at.GAME, settings, list(tables.values()), WATERED, rotate=True)
    count = len(WATERS) * len(boxes)
    level = stats.sidak(0.95, count)
    lines, best, gains = [], {}, {}
    for box in boxes:
        for w, table in tables.items():
            found = cells(table, box=box).estimate("win", 0, level)
            lines.append({"box": f"{box} boxes", "water": w, **found})
        best[box] = max(WATERS, key=lambda w: cells(tables[w], box=box).estimate("win", 0)["mean"])
        for w in WATERS:
            if w != best[box]:
                one, other = (cells(tables[k], box=box) for k in (best[box], w))
                gains[box, w] = one.minus(other, "win", 0)
    signs = dict(zip(gains, holm_signs(list(gains.values()))))
    frame = pd.DataFrame(lines)
    figure = figures.new_figure(5.2)
    axes = figure.subplots()
    figures.interval_plot(axes, frame, "water", "box", labels="direct", dodge=0.1)
    figures.percent_axis(axes.yaxis)
    axes.set_xlabel("points that a champion counts a water for")
    axes.set_ylabel("games won by the champion")
    sentence = water_sentence(best, gains, signs, cells, tables)
    report.heading(water_title(best, gains, signs))
    report.text(
        "Water scores nothing, but takes seconds and brings the end nearer. [water] shows what a "
        f"champion wins that counts it for more or less. {sentence}"
    )
    report.figure(
        "water",
        figure,
        "Games won by one champion among three casual players, by the worth that it gives to a "
        "water; seats rotate; all else as the champion plays. Bars: 95 % intervals, simultaneous "
        f"for the {count} points (Šidák).",
        f"Line chart: games won by what water counts for. {sentence}",
        [cells],
        frame,
    )
    return sentence


def water_title(best, gains, signs) -> str:
    """Whether it matters what water is counted for, as a heading."""
    plain = [box for box in best if best[box] != 0 and signs[box, 0] > 0]
    if len(plain) == len(best):
        low, high = sorted(100 * gains[box, 0].mean for box in best)
        ends = f"{low:.0f}" if round(low) == round(high) else f"{low:.0f} to {high:.0f}"
        return f"A champion that counts water for something gains {ends} points"
    if plain:
        return f"A champion gains by counting water for something with {words.listed(plain)} boxes"
    even = [w for w in WATERS if all(w == best[b] or signs[b, w] == 0 for b in best)]
    if 0 not in even:
        return "To count water for nothing is best"
    run = even[even.index(0) :]
    run = [w for k, w in enumerate(run) if w == WATERS[WATERS.index(0) + k]]
    if len(run) == 1:
        return "It is as well to count water for nothing"
    return f"It hardly matters whether a champion counts a water for {run[0]} or {run[-1]} points"


def water_sentence(best, gains, signs, cells, tables) -> str:
    """The best worth of water for each box, and what it gains."""
    parts = []
    for box, w in best.items():
        top = at.interval(cells(tables[w], box=box).estimate("win", 0))
        equal = [k for k in WATERS if k != w and signs[box, k] == 0]
        text = f"with {box} boxes the champion wins most, {top}, where it counts a water for {w}"
        if equal:
            text += f" (no difference is seen to {words.listed(map(str, equal), 'or')})"
        if w and signs[box, 0] > 0:
            text += f", {at.points(gains[box, 0])} more than where it counts it for nothing"
        parts.append(text.replace("-", "−"))
    return words.capital("; ".join(parts)) + "."
