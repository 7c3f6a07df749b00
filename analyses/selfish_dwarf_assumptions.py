"""
Saboteur: Selfish Dwarf: which answers hang on cards that the sheet does not print?

What each assumption moves at a table of seven, when all are plain players and when all are readers:
how often each role wins, and the length of a round; and how far the goals' distance shifts the odds
at every table. Every sentence that states a finding is chosen by the numbers.
"""

from typing import NamedTuple

import _selfish_dwarf_words as say
import pandas as pd

from dwarfsim import figures, words
from dwarfsim.game import load_game
from dwarfsim.games.selfish_dwarf.cards import NUMBERS, SHAPES

QUICK = 20
PLAYERS = 7
GAMES = {"reader": 14_000, "plain": 30_000}
FEWER = {"reader": 3_000, "plain": 10_000}  # of each table and distance
CALLED = {"plain": "all plain", "reader": "all readers"}
AMONG = {"plain": "among plain players", "reader": "among readers"}
DISTANCES = (5, 6, 7, 8)


def paths(**changed) -> str:
    """The list of path cards with other numbers of some."""
    counts = dict(zip(SHAPES, NUMBERS, strict=True)) | changed
    return "+".join(f"{shape}:{count}" for shape, count in counts.items())


class Variant(NamedTuple):
    """One number changed: its assumption, what that is, what it is called, what is set."""

    id: str
    what: str
    label: str
    set: str


def _cards(name: str, what: str, *numbers: int) -> list[Variant]:
    noun = what.removeprefix("the ").removesuffix(" cards").removesuffix("s")
    return [Variant("A2", what, f"{noun} {n}", f"{name}={n}") for n in numbers]


VARIANTS = (
    Variant("A1", "the straight cards", "straights 3 and 4", f"path_cards={paths(NS=3, EW=4)}"),
    *_cards("sabotage", "the sabotage cards", 2, 4),
    *_cards("repair", "the repair cards", 1, 3),
    *_cards("joker", "the joker repairs", 0, 2),
    *_cards("secret", "the secret cards", 4, 5, 7, 8),
    *_cards("cave_in", "the cave-ins", 2, 4),
    Variant("A3", "the stone goals", "stone goals crossings", "stone_goals=NESW+NESW"),
    *(
        Variant("A4", "the distance of the goals", f"distance {n}", f"goal_distance={n}")
        for n in DISTANCES
        if n != 7
    ),
)
TURNS = "turns"
TITLES = {
    "saboteur": "saboteurs win",
    "digger": "gold-diggers win",
    "selfish": "Selfish Dwarf wins",
    TURNS: "length",
}
MEASURES = tuple(TITLES)


def make(study, report):
    """Play, and tell."""
    base, cells, sweeps = play(study)
    frame = changes(base, cells)
    by_table = study.sweep(
        "distances",
        say.GAME,
        ["players=5..10", f"goal_distance={','.join(map(str, DISTANCES))}"],
        list(FEWER),
        FEWER,
    )
    report.title = say.unbroken(title(frame))
    moved = tell_changes(report, frame, sweeps)
    table(report, frame, base, cells, sweeps)
    far = tell_distances(report, by_table)
    report.abstract = [base_sentence(base), moved, f"{top_sentence(base, cells)} {far}"]
    game = load_game(say.GAME)
    report.heading("Who plays")
    report.players(game, ["plain", "reader"], say.WHO)
    report.assumptions(game)


def play(study):
    """The cells of seven players: as assumed, and with each change."""
    names = list(GAMES)
    joined = {}
    for variant in VARIANTS:
        name, _, value = variant.set.partition("=")
        joined.setdefault(name, []).append(value)
    base = study.sweep("as-assumed", say.GAME, [f"players={PLAYERS}"], names, GAMES, keep=[TURNS])
    sweeps, cells = [base], {}
    for name, values in joined.items():
        options = [f"players={PLAYERS}", f"{name}={','.join(values)}"]
        sweeps.append(study.sweep(name, say.GAME, options, names, GAMES, keep=[TURNS]))
        for variant in VARIANTS:
            if variant.set.startswith(f"{name}="):
                value = variant.set.partition("=")[2]
                for who in names:
                    cells[variant, who] = sweeps[-1](who, **{name: value})
    return {who: base(who) for who in names}, cells, sweeps


def changes(base, cells):
    """A row for each measure, strategy and variant: the change, and its sign after Holm."""
    level = say.simultaneous(len(MEASURES) * len(cells))
    found = {}
    for measure in MEASURES:
        for who in GAMES:
            for variant in VARIANTS:
                one = cells[variant, who]
                outcome = TURNS if measure == TURNS else say.WINNER[measure]
                found[measure, who, variant] = one.minus(base[who], outcome, None, level)
    signs = say.signs_of(found)
    return pd.DataFrame(
        {
            "measure": measure,
            "seats": who,
            "id": variant.id,
            "what": variant.what,
            "variant": variant.label,
            "mean": one.mean,
            "low": one.low,
            "high": one.high,
            "sign": signs[measure, who, variant],
        }
        for (measure, who, variant), one in found.items()
    )


# -------------------------------------------------------------------------------------- changes


def tell_changes(report, frame, sweeps) -> str:
    """First figure: tornadoes of the three roles' wins and of the turns."""
    looks = figures.looks_of(("plain", "reader"))
    order = ("reader", "plain")
    named = {name: looks[name] for name in order}
    figure = figures.new_figure(10.0)
    grid = figure.subplots(1, len(MEASURES), sharey=True)
    frame = frame.assign(row=frame["id"] + "  " + frame["variant"])
    wide = max(abs(frame[frame["measure"] != TURNS][["low", "high"]]).max()) * 1.05
    for axes, measure in zip(grid, MEASURES, strict=True):
        part = frame[frame["measure"] == measure]
        figures.tornado(axes, part, "row", "seats", named)
        axes.set_title(TITLES[measure], fontsize=7)
        if measure == TURNS:
            axes.set_xlabel("turns")
        else:
            axes.set_xlim(-wide, wide)
            figures.percent_axis(axes.xaxis, points=True, most=4)
            axes.set_xlabel("points")
        for above in borders(part):
            axes.axhline(above, color="#cccccc", linewidth=0.5, zorder=0)
    styles = {
        name: look | ({"bar": True} if name == order[0] else {"linestyle": "none"})
        for name, look in named.items()
    }
    figures.legend(figure, list(styles), styles, loc="outside upper right", ncols=len(styles))
    sentence = moved_sentence(frame)
    report.figure(
        "changes",
        figure,
        "Change in the rounds that each role wins, in points, and in the turns of a round, when "
        f"one number is changed; {PLAYERS} players, all readers (bars) or all plain (points). "
        "Straights 3 and 4: of vertical and of horizontal ones. "
        f"Paired; 95 % intervals, simultaneous for all {len(frame)} changes (Šidák).",
        f"Four tornado charts. {sentence}",
        sweeps,
        frame,
    )
    return f"{sentence} [changes] shows all of them."


def borders(part) -> list[float]:
    """Where one assumption's rows end and the next one's begin."""
    ids = part.drop_duplicates("row")["what"].tolist()
    return [n - 0.5 for n in range(1, len(ids)) if ids[n] != ids[n - 1]]


def seen(frame, measure: str, who: str) -> list:
    """The largest change of each assumption that is seen, largest first."""
    part = frame[(frame["measure"] == measure) & (frame["seats"] == who) & (frame["sign"] != 0)]
    tops = [some.loc[some["mean"].abs().idxmax()] for _, some in part.groupby("what", sort=False)]
    return sorted(tops, key=lambda row: -abs(row["mean"]))


def title(frame) -> str:
    """What moves the saboteurs most, among readers and among plain players."""
    tops = {who: seen(frame, "saboteur", who)[:1] for who in GAMES}
    if not all(tops.values()):
        return "Not every table's saboteurs are seen to hang on what the sheet does not print"
    (reader,), (plain,) = tops["reader"], tops["plain"]
    if reader["what"] == plain["what"]:
        sizes = [f"{100 * abs(row['mean']):.0f}" for row in (reader, plain)]
        return (
            f"The saboteurs' odds hang most on {reader['what']}: up to {sizes[0]} points among "
            f"readers, {sizes[1]} among plain players"
        )
    return (
        f"The saboteurs' odds hang most on {reader['what']} among readers, and on {plain['what']} "
        "among plain players"
    )


def base_sentence(base) -> str:
    """The odds before anything is changed."""
    parts = []
    for who, one in base.items():
        shares = (f"{say.ROLES[role]} {say.interval(say.won(one, role))}" for role in say.ROLES)
        turns = one.estimate(TURNS)["mean"]
        parts.append(f"{AMONG[who]} {words.listed(shares)}, in {turns:.1f} turns on average")
    return (
        f"As assumed, at a table of {words.count(PLAYERS)} the rounds are won so: "
        f"{'; '.join(parts)}."
    )


def moved_sentence(frame) -> str:
    """What moves each role's wins most."""
    texts = []
    for role, called in say.ROLES.items():
        parts = []
        for who in GAMES:
            tops = seen(frame, role, who)[: 2 if role == "saboteur" else 1]
            if tops:
                listed = words.listed(
                    f"{row['what']} ({row['variant']}: {points(row)})" for row in tops
                )
                parts.append(f"on {listed} {AMONG[who]}")
        if parts:
            texts.append(f"The odds of {called} hang most {words.listed(parts)}.")
    return " ".join(texts) or "No change of a number is seen to move what a role wins."


def points(row) -> str:
    """A change in points with its interval."""
    return words.points(row["mean"], row["low"], row["high"])


def top_sentence(base, cells) -> str:
    """Whether the role that wins most stays the same."""
    parts = []
    for who in GAMES:
        best = winner(base[who])
        if best is None:
            parts.append(f"{AMONG[who]} no role is clearly ahead as assumed")
            continue
        others = {v.label: winner(cells[v, who]) for v in VARIANTS}
        changed = {label: role for label, role in others.items() if role not in (best, None)}
        open_ = [label for label, role in others.items() if role is None]
        text = f"{AMONG[who]} {say.ROLES[best]} win most often, as assumed and with "
        same = len(others) - len(changed) - len(open_)
        text += f"{same} of the {len(others)} changes"
        if changed:
            listed = words.listed(f"{say.ROLES[role]} ({label})" for label, role in changed.items())
            text += f", but {listed}"
        if open_:
            text += f"; no role is clearly ahead with {words.listed(open_)}"
        parts.append(text)
    return f"{words.capital('; '.join(parts))}."


def winner(one) -> str | None:
    """The role that wins most often, if that is clear."""
    found = {role: say.won(one, role, say.simultaneous(len(say.ROLES))) for role in say.ROLES}
    order = sorted(found, key=lambda role: -found[role]["mean"])
    return order[0] if found[order[0]]["low"] > found[order[1]]["high"] else None


def table(report, frame, base, cells, sweeps) -> None:
    """All changes that are seen."""
    shown = [(m, who) for who in GAMES for m in ("saboteur", "selfish", TURNS)]
    rows, none = [], []
    for variant in VARIANTS:
        row = [variant.id, variant.label]
        for measure, who in shown:
            mine = frame[(frame["measure"] == measure) & (frame["seats"] == who)]
            one = mine[mine["variant"] == variant.label].iloc[0]
            scale = 1 if measure == TURNS else 100
            ends = one["mean"], one["low"], one["high"]
            row.append(say.plus_minus(*ends, scale, 1, sign=True) if one["sign"] else "–")
        if set(row[2:]) == {"–"}:
            none.append(variant.label)
        else:
            rows.append(row)
    called = {"saboteur": "sab.", "selfish": "self.", TURNS: TURNS}
    report.heading(heading(frame))
    report.text(
        "The strategies were not tuned anew for other decks. "
        f"{silent_sentence(frame)} {length_sentence(frame)} [variants] has what is seen."
    )
    report.table(
        "variants",
        ["", "changed to", *(f"{who}: {called[m]}" for m, who in shown)],
        rows,
        f"What one changed number does, with {PLAYERS} players, to the rounds that the saboteurs "
        "and the Selfish Dwarf win, in points, and to the turns; the gold-diggers have what is "
        "left. ± half of the intervals of [changes]. –: not seen, after Holm's correction for all "
        f"{len(frame)} comparisons at 5 %"
        + (f"; left out, as nothing is seen: {words.listed(none)}." if none else "."),
        sweeps,
        2,
    )


def heading(frame) -> str:
    """How many of the changes matter, as a heading."""
    wins = frame[frame["measure"] != TURNS]
    large = wins[(wins["sign"] != 0) & (wins["mean"].abs() >= 0.05)]
    whats = list(dict.fromkeys(large["what"]))
    if not whats:
        return "No change of a number is seen to move a role's wins by 5 points"
    return f"Only {words.listed(whats)} {'move' if len(whats) > 1 else 'moves'} a role by 5 points"


def silent_sentence(frame) -> str:
    """What is not seen to matter."""
    silent = [
        what
        for what, some in frame[frame["measure"] != TURNS].groupby("what", sort=False)
        if not some["sign"].any()
    ]
    if not silent:
        return "Each of the assumptions moves what some role wins."
    return f"For {words.listed(silent, 'or')} no change of any role's wins is seen."


def length_sentence(frame) -> str:
    """What moves the length of a round."""
    parts = []
    for who in GAMES:
        tops = seen(frame, TURNS, who)[:1]
        for row in tops:
            text = say.plus_minus(row["mean"], row["low"], row["high"], 1, 1, sign=True)
            parts.append(f"{row['variant']} ({text} turns) {AMONG[who]}")
    if not parts:
        return "The length of a round is not seen to change."
    return f"The length of a round changes most with {words.listed(parts)}."


# ------------------------------------------------------------------------------------ distances


def tell_distances(report, cells) -> str:
    """Second figure: the saboteurs' wins by the goals' distance at every table."""
    order = ("plain", "reader")
    level = say.simultaneous(len(order) * len(say.PLAYERS) * len(DISTANCES))
    found = {
        (who, n, d): say.won(cells(who, players=n, goal_distance=d), "saboteur", level)
        for who in order
        for n in say.PLAYERS
        for d in DISTANCES
    }
    frame = pd.DataFrame(
        {"who": who, "players": f"{n} players", "distance": d, **one}
        for (who, n, d), one in found.items()
    )
    looks = figures.looks_of([f"{n} players" for n in say.PLAYERS])
    figure = figures.new_figure(7.4)
    grid = figure.subplots(1, len(order), sharey=True)
    for axes, who in zip(grid, order, strict=True):
        part = frame[frame["who"] == who]
        labels = "direct" if who == order[-1] else ""
        figures.interval_plot(
            axes, part, "distance", "players", looks=looks, labels=labels, dodge=0.05
        )
        axes.set_title(CALLED[who])
        axes.set_xlabel("empty columns before the goals")
    grid[0].set_ylim(0, None)
    grid[0].set_ylabel("rounds that the saboteurs win")
    figures.percent_axis(grid[0].yaxis)
    sentence = distance_sentence(found)
    report.heading(distance_title(found))
    report.text(f"{nearest_sentence(found)} [distances] shows it.")
    report.figure(
        "distances",
        figure,
        "Rounds that the saboteurs win, by the distance of the goals and the number of players. "
        f"95 % intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Two line charts of the saboteurs' wins by distance. {sentence}",
        [cells],
        frame,
    )
    return sentence


def rising(found) -> bool:
    """Whether every table's saboteurs win clearly more from the nearest to the farthest goals."""
    near, far = min(DISTANCES), max(DISTANCES)
    return all(found[w, n, far]["low"] > found[w, n, near]["high"] for w, n, _ in found)


def distance_title(found) -> str:
    """Whether distance helps saboteurs everywhere, as a heading."""
    if rising(found):
        return "Farther goals help the saboteurs at every table"
    return "Farther goals do not help the saboteurs at every table"


def steps(found, who: str) -> list[float]:
    """What a column more gives the saboteurs, in the mean of the distances, at each table."""
    near, far = min(DISTANCES), max(DISTANCES)
    return [
        (found[who, n, far]["mean"] - found[who, n, near]["mean"]) / (far - near)
        for n in say.PLAYERS
    ]


def distance_sentence(found) -> str:
    """What a column more does."""
    parts = []
    for who in ("reader", "plain"):
        ends = dict.fromkeys(
            f"{100 * end:.0f}" for end in (min(steps(found, who)), max(steps(found, who)))
        )
        parts.append(f"{' to '.join(ends)} points {AMONG[who]}")
    return (
        "With five to ten players a column more before the goals gives the saboteurs, on average "
        f"between {min(DISTANCES)} and {max(DISTANCES)}, {words.listed(parts)}."
    )


def nearest_sentence(found) -> str:
    """With which distance the saboteurs win about a third."""
    parts = []
    for who in ("reader", "plain"):
        best = {}
        for n in say.PLAYERS:
            d = min(DISTANCES, key=lambda d, n=n: abs(found[who, n, d]["mean"] - 1 / 3))
            best.setdefault(d, []).append(n)
        listed = words.listed(
            f"at {d} columns {say.at_tables(ns)}" for d, ns in sorted(best.items())
        )
        parts.append(f"{AMONG[who]} {listed}")
    return (
        "Distance could balance the tables. Of the distances played, the saboteurs' odds are "
        f"nearest to a third {'; '.join(parts)}."
    )
