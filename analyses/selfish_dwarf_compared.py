"""
Saboteur: Selfish Dwarf: what does the Selfish Dwarf do to the base game?

The same rounds with the Selfish Dwarf and with one more gold-digger in his place, with five to ten
players, when all are plain players and when all are readers: from whom his wins come, and what gold
a head of each role then expects. Every sentence that states a finding is chosen by the numbers.
"""

import _selfish_dwarf_words as say
import pandas as pd

from dwarfsim import figures, words
from dwarfsim.game import load_game
from dwarfsim.pairs import difference

QUICK = 20
GAMES = {"plain": 40_000, "reader": 18_000}
CALLED = {"plain": "all plain", "reader": "all readers"}
AMONG = {"plain": "among plain players", "reader": "among readers"}
OTHERS = ("digger", "saboteur")  # from whom wins may come
GOLD = tuple(f"gold_{role}" for role in say.ROLES)
SHOWN = 7  # players of the title


def make(study, report):
    """Play, and tell."""
    cells = study.sweep(
        "tables",
        say.GAME,
        ["players=5..10", "selfish=true,false"],
        list(GAMES),
        GAMES,
        keep=GOLD,
    )
    tables = {
        (who, n): (cells(who, players=n, selfish=True), cells(who, players=n, selfish=False))
        for who in GAMES
        for n in say.PLAYERS
    }
    wins = tell_wins(report, cells, tables)
    gold = tell_gold(report, cells, tables)
    report.title = say.unbroken(title(tables))
    report.abstract = [*wins, *gold]
    game = load_game(say.GAME)
    report.heading("Who plays")
    report.players(game, list(GAMES), say.WHO)
    report.assumptions(game)


def changes_of(tables, level: float = 0.95) -> dict:
    """How much more often the old roles win with the Selfish Dwarf, round by round."""
    return {
        (who, n, role): say.gain(*tables[who, n], role, level)
        for who, n in tables
        for role in OTHERS
    }


def title(tables) -> str:
    """What readers lose to him at the usual table."""
    with_, _ = tables["reader", SHOWN]
    share = words.percent(say.won(with_, "selfish")["mean"])
    change = changes_of(tables)["reader", SHOWN, "saboteur"]
    if change.sign == 0:
        return f"Among seven readers the Selfish Dwarf wins {share}, all from the gold-diggers"
    size = f"{100 * abs(change.mean):.0f}"
    if change.sign > 0:
        return (
            f"Among seven readers the Selfish Dwarf wins {share} of the rounds, and the saboteurs "
            f"{size} points more than without him"
        )
    return (
        f"Among seven readers the Selfish Dwarf wins {share} of the rounds, and the saboteurs lose "
        f"only {size} points by him"
    )


# --------------------------------------------------------------------------------------- wins


def tell_wins(report, cells, tables):
    """How much more often each role wins with him."""
    level = say.simultaneous(len(tables) * (len(OTHERS) + 1))
    wide = changes_of(tables, level)
    lines = [
        {"who": who, "players": n, "role": role, "mean": d.mean, "low": d.low, "high": d.high}
        for (who, n, role), d in wide.items()
    ]
    lines += [
        {"who": who, "players": n, "role": "selfish", **say.won(with_, "selfish", level)}
        for (who, n), (with_, _) in tables.items()
    ]
    frame, looks = pd.DataFrame(lines), say.looks()
    figure = figures.new_figure(5.8)
    grid = figure.subplots(1, len(GAMES), sharey=True)
    for axes, who in zip(grid, GAMES, strict=True):
        part = frame[frame["who"] == who].copy()
        part[["mean", "low", "high"]] *= 100
        figures.interval_plot(axes, part, "players", "role", looks=looks, labels="")
        axes.axhline(0, color=figures.INK, linewidth=0.7, zorder=1)
        axes.set_title(CALLED[who])
        axes.set_xlabel("players")
    grid[0].set_ylabel("change of the rounds won, points")
    figures.legend(figure, list(looks), looks, loc="outside upper center", ncols=len(looks))
    changes = changes_of(tables)
    signs = say.signs_of(changes)
    sentences = wins_sentences(tables, changes, signs)
    report.figure(
        "wins",
        figure,
        "How much more often each role wins with the Selfish Dwarf than without him, in points of "
        "the rounds; he himself wins none without. Positive: more. 95 % intervals, simultaneous "
        f"for the {len(frame)} points (Šidák).",
        "Two line charts: change of the rounds won by role, with five to ten players. "
        f"{' '.join(sentences)}",
        [cells],
        frame,
    )
    rows = []
    for (who, n), (with_, without) in tables.items():
        row = [CALLED[who], str(n)]
        for role in OTHERS:
            share = say.won(without, role)
            row.append(say.plus_minus(share["mean"], share["low"], share["high"]))
            known = "" if signs[who, n, role] else " ?"
            row.append(say.signed(changes[who, n, role]) + known)
        share = say.won(with_, "selfish")
        row.append(say.plus_minus(share["mean"], share["low"], share["high"]))
        rows.append(row)
    report.table(
        "odds",
        ["", "pl.", "dig., base", "with him", "sab., base", "with him", "Selfish Dwarf"],
        rows,
        "Rounds that the gold-diggers and the saboteurs win in the base game, in percent, how many "
        "points more with the Selfish Dwarf, paired, and what he wins. ± half of a single 95 % "
        f"interval. ?: no difference seen (Holm, {len(signs)} comparisons at 5 %).",
        [cells],
        left=1,
    )
    return sentences


def wins_sentences(tables, changes, signs) -> list[str]:
    """What he wins, and from whom."""
    shares = {
        who: [say.won(tables[who, n][0], "selfish")["mean"] for n in say.PLAYERS] for who in GAMES
    }
    parts = [
        f"{AMONG[who]} {ends([words.percent(x) for x in (min(found), max(found))])}"
        for who, found in shares.items()
    ]
    first = f"The Selfish Dwarf wins {words.listed(parts)} of the rounds, by the number of players."
    second = (
        f"{diggers_sentence(changes, signs)} {saboteurs_sentence(changes, signs)} [wins] shows all "
        "tables, [odds] has the numbers."
    )
    return [first, second]


def ends(texts) -> str:
    """``9 to 29 %``, or one of them if they are alike."""
    low, high = texts
    return low if low == high else f"{low.removesuffix(' %')} to {high}"


def diggers_sentence(changes, signs) -> str:
    """What the gold-diggers lose."""
    lost = {key: -d.mean for key, d in changes.items() if key[2] == "digger"}
    if all(signs[key] < 0 for key in lost):
        low, high = min(lost.values()), max(lost.values())
        return f"The gold-diggers lose {100 * low:.0f} to {100 * high:.0f} points by him."
    return "The gold-diggers are not seen to lose by him at every table."


def saboteurs_sentence(changes, signs) -> str:
    """What the saboteurs gain or lose, by strategy."""
    parts = []
    for who in GAMES:
        groups = {1: [], -1: [], 0: []}
        for n in say.PLAYERS:
            groups[signs[who, n, "saboteur"]].append(n)
        inner = []
        for sign, verb in ((1, "gain"), (-1, "lose")):
            if groups[sign]:
                sizes = [100 * abs(changes[who, n, "saboteur"].mean) for n in groups[sign]]
                size = ends([f"{min(sizes):.1f}", f"{max(sizes):.1f}"])
                at = say.at_tables(groups[sign])
                inner.append(f"{verb} {size} points {at}")
        if groups[0]:
            inner.append(f"are not seen to gain or lose {say.at_tables(groups[0])}")
        parts.append(f"{AMONG[who]} they {', '.join(inner)}")
    return f"The saboteurs: {'; '.join(parts)}."


# --------------------------------------------------------------------------------------- gold


def tell_gold(report, cells, tables):
    """What a head of each role expects, with him and without."""
    steps = {}
    for (who, n), (with_, without) in tables.items():
        for role in ("digger", "saboteur"):
            steps[who, n, role] = with_.minus(without, f"gold_{role}")
        scale = scale_of(with_, "gold_selfish")
        steps[who, n, "selfish"] = difference(
            with_.wins("gold_selfish"), without.wins("gold_digger"), scale, False
        )
    signs = say.signs_of(steps)
    fits = {key: steps[key] for key in steps if key[2] == "selfish"}
    report.heading(gold_title(fits, signs))
    sentences = gold_sentences(steps, signs)
    report.text(
        "A head's gold is what it gets in the mean of a round. The seat of the Selfish Dwarf is "
        f"compared with a gold-digger of the base game. {' '.join(sentences)} [gold] has the "
        "numbers."
    )
    rows = []
    for (who, n), (_, without) in tables.items():
        row = [CALLED[who], str(n)]
        for role in ("digger", "saboteur"):
            found = say.gold(without, role)
            row.append(say.plus_minus(found["mean"], found["low"], found["high"], 1, 2))
        for role in ("digger", "saboteur", "selfish"):
            known = "" if signs[who, n, role] else " ?"
            row.append(say.signed(steps[who, n, role], 1, 2) + known)
        rows.append(row)
    report.table(
        "gold",
        ["", "pl.", "dig., base", "sab., base", "dig. more", "sab. more", "he, over a digger"],
        rows,
        "Gold of a head in the base game, how much more a gold-digger and a saboteur get with the "
        "Selfish Dwarf, and how much more he gets than a gold-digger of the base game; paired. "
        f"± half of a single 95 % interval. ?: no difference seen (Holm, {len(signs)} comparisons "
        "at 5 %).",
        [cells],
        left=1,
    )
    return sentences


def scale_of(played, outcome: str) -> int:
    """The units that an outcome of every game is kept in, to one of gold."""
    return next(s.outcome.scale for s in played.slots if s.outcome.name == outcome)


def gold_title(fits, signs) -> str:
    """Whether one would like to be the Selfish Dwarf."""
    up = [key for key in fits if signs[key] > 0]
    down = [key for key in fits if signs[key] < 0]
    if len(up) == len(fits):
        return "At every table a gold-digger would like to be the Selfish Dwarf"
    if len(down) == len(fits):
        return "At no table does it pay to be the Selfish Dwarf and not one more gold-digger"
    if {key[0] for key in up} <= {"reader"} and up:
        return "To be the Selfish Dwarf pays for a reader, not for a plain player"
    return "Whether it pays to be the Selfish Dwarf depends on the table"


def gold_sentences(steps, signs) -> list[str]:
    """Whether he does better than a digger would in his place, and what the others lose."""
    parts = []
    for who in GAMES:
        groups = {1: [], -1: [], 0: []}
        for n in say.PLAYERS:
            groups[signs[who, n, "selfish"]].append(n)
        inner = []
        for sign, word in ((1, "more"), (-1, "less")):
            if groups[sign]:
                sizes = [abs(steps[who, n, "selfish"].mean) for n in groups[sign]]
                size = ends([f"{min(sizes):.2f}", f"{max(sizes):.2f}"])
                inner.append(f"{size} gold {word} {say.at_tables(groups[sign])}")
        if groups[0]:
            inner.append(f"no more or less that is seen {say.at_tables(groups[0])}")
        parts.append(f"{AMONG[who]} {words.listed(inner)}")
    first = f"Than a gold-digger in his seat he gets {'; '.join(parts)}."
    lost = {key: -d.mean for key, d in steps.items() if key[2] == "digger"}
    if all(signs[key] < 0 for key in lost):
        worst = max(lost, key=lost.get)
        first += (
            f" Every gold-digger loses by him, most {AMONG[worst[0]]} {say.at_tables([worst[1]])}, "
            f"{lost[worst]:.2f} gold a round."
        )
    return [first]
