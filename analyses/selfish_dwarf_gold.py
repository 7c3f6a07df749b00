"""
Saboteur: Selfish Dwarf: which reading of the gold is fairer?

The sheet's table gives a saboteur 4, 3, 3 gold if the round has one, two, three of them; the
printed sentence can be read as 4 in any case. What a head of each role expects by either, with five
to ten players, when all are plain players and when all are readers; and the numbers of gold that
would make the roles equal. Every sentence that states a finding is chosen by the numbers.
"""

import math

import _selfish_dwarf_words as say
import pandas as pd
from _selfish_dwarf_gold import READINGS, Rounds

from dwarfsim import figures, words
from dwarfsim.game import load_game
from dwarfsim.pairs import holm_signs

QUICK = 20
GAMES = {"plain": 60_000, "reader": 24_000}
CHECKED = {"plain": 4_000, "reader": 2_000}  # played with the other reading, too
AMONG = {"plain": "among plain players", "reader": "among readers"}
CALLED = {"plain": "all plain", "reader": "all readers"}
TWO = tuple(n for n in say.PLAYERS if Rounds.differs(n))  # tables where the readings differ


def make(study, report):
    """Play, and tell."""
    cells = study.sweep("tables", say.GAME, ["players=5..10"], list(GAMES), GAMES)
    other = study.sweep(
        "other", say.GAME, ["players=5..10", f"saboteur_gold={setting('sentence')}"], GAMES, CHECKED
    )
    rounds = {(w, n): Rounds(cells(w, players=n)) for w in GAMES for n in say.PLAYERS}
    gaps, signs = widened(rounds)
    report.title = say.unbroken(title(gaps, signs))
    gold = tell_gold(report, cells, rounds)
    fairer = tell_gaps(report, cells, other, rounds, gaps, signs)
    even = tell_even(report, cells, rounds)
    report.abstract = [f"{fairer} {gold}", even, same_sentence(cells, other)]
    game = load_game(say.GAME)
    report.heading("Who plays")
    report.players(game, list(GAMES), say.WHO)
    report.assumptions(game, ("saboteur_gold",))


def setting(reading: str) -> str:
    """A reading, as it is set."""
    return "+".join(map(str, READINGS[reading]))


def shown(reading: str) -> str:
    """A reading, as a sentence has it."""
    return ", ".join(map(str, READINGS[reading]))


TABLE, SENTENCE = shown("table"), shown("sentence")


def widened(rounds):
    """By how much the sentence's gap between the roles is wider than the table's; Holm's signs."""
    level = say.simultaneous(len(GAMES) * len(TWO))
    gaps = {
        (w, n): rounds[w, n].widening(
            rounds[w, n].printed("sentence"), rounds[w, n].printed("table"), level
        )
        for w in GAMES
        for n in TWO
    }
    return gaps, dict(zip(gaps, holm_signs(list(gaps.values())), strict=True))


def title(gaps, signs) -> str:
    """Which reading is fairer where, among readers."""
    parts = sides(signs, "reader")
    if not parts:
        return "Among readers neither reading of the saboteurs' gold is seen to be fairer"
    who = "among readers" if len(parts) > 1 else "among readers and wherever they differ"
    who = who if len(parts) > 1 or len(next(iter(parts.values()))) == len(TWO) else "among readers"
    listed = words.listed(
        f"{reading} gold {'is fairer ' if not number else ''}{say.at_tables(players)}"
        for number, (reading, players) in enumerate(parts.items())
    )
    return f"{words.capital(who)} {listed}"


def sides(signs, who: str) -> dict[str, list[int]]:
    """The tables at which each reading is fairer."""
    found = {
        TABLE: [n for n in TWO if signs[who, n] > 0],
        SENTENCE: [n for n in TWO if signs[who, n] < 0],
    }
    return {reading: players for reading, players in found.items() if players}


def same_sentence(cells, other) -> str:
    """That nobody's play looks at the gold, as played."""
    same, games = 0, 0
    for who in GAMES:
        for n in say.PLAYERS:
            one, two = cells(who, players=n), other(who, players=n)
            pairs = [[x.wins(outcome) for x in (one, two)] for outcome in say.WINNER.values()]
            count = min(len(a) for pair in pairs for a in pair)
            games += count
            equal = [(a[:count] == b[:count]) for a, b in pairs]
            same += int((equal[0] & equal[1] & equal[2]).sum())
    if same < games:
        return (
            f"Play depends on the gold: of {games:,} rounds played with both readings only "
            f"{same:,} had the same winner. What other numbers are worth holds for the play that "
            "the sheet's table leads to."
        )
    return (
        "No strategy here looks at the gold numbers: all "
        f"{games:,} rounds that were played with both readings had the same winner. So the odds "
        "of the roles stay as they are, and what other numbers of gold are worth follows from "
        "them without further games. People may play otherwise for more gold."
    )


# --------------------------------------------------------------------------------------- gold


def tell_gold(report, cells, rounds) -> str:
    """First figure: what a head of each role expects by both readings."""
    names = (
        "a gold-digger",
        "the Selfish Dwarf",
        f"a saboteur, {TABLE}",
        f"a saboteur, {SENTENCE}",
    )
    level = say.simultaneous(len(GAMES) * len(say.PLAYERS) * 3 + len(GAMES) * len(TWO))
    lines = []
    for (who, n), one in rounds.items():
        table, sentence = one.printed("table"), one.printed("sentence")
        kinds = [("digger", table), ("selfish", table), ("saboteur", table)]
        kinds += [("saboteur", sentence)] if n in TWO else []
        for name, (role, numbers) in zip(names, kinds, strict=False):
            found = one.gold(role, numbers, level)
            ends = {"mean": found.mean, "low": found.low, "high": found.high}
            lines.append({"who": who, "players": n, "role": name, **ends})
    frame, looks = pd.DataFrame(lines), figures.looks_of(names)
    figure = figures.new_figure(7.2)
    grid = figure.subplots(1, len(GAMES), sharey=True)
    for axes, who in zip(grid, GAMES, strict=True):
        part = frame[frame["who"] == who]
        figures.interval_plot(axes, part, "players", "role", looks=looks, labels="", dodge=0.08)
        axes.set_title(CALLED[who])
        axes.set_xlabel("players")
    grid[0].set_ylim(0, None)
    grid[0].set_ylabel("gold of a head in a round")
    figures.legend(figure, names, looks, loc="outside upper center", ncols=len(names))
    sentence = best_sentence(rounds)
    report.figure(
        "gold",
        figure,
        f"Mean gold of one head of each role in a round, won or lost; a saboteur's by the sheet's "
        f"table ({TABLE}) and by the sentence's widest reading ({SENTENCE}), which differ where "
        "there are two or three. 95 % intervals, simultaneous for the "
        f"{len(frame)} points (Šidák).",
        f"Two line charts of gold by role, with five to ten players. {sentence}",
        [cells],
        frame,
    )
    return sentence


def best_sentence(rounds) -> str:
    """How far 4 instead of 3 gold lifts the saboteurs."""
    parts = []
    for who in GAMES:
        lifted = []
        for n in TWO:
            one = rounds[who, n]
            top = [one.order(one.printed(reading))[0] for reading in READINGS]
            if top[0] != "saboteur" and top[1] == "saboteur":
                lifted.append(n)
        if lifted:
            parts.append(f"{AMONG[who]} {say.at_tables(lifted)}")
    lifts = [
        rounds[w, n].gold("saboteur", rounds[w, n].printed("sentence")).mean
        - rounds[w, n].gold("saboteur", rounds[w, n].printed("table")).mean
        for w in GAMES
        for n in TWO
    ]
    text = (
        f"The extra gold lifts what a saboteur expects by {min(lifts):.2f} to {max(lifts):.2f} "
        "gold a round"
    )
    if parts:
        text += f", and makes the role the best one {words.listed(parts)}"
    return f"{text}. [gold] shows what each role expects."


# --------------------------------------------------------------------------------------- gaps


def tell_gaps(report, cells, other, rounds, gaps, signs) -> str:
    """The table of the gaps between the best and the worst role."""
    sentence = fairer_sentence(rounds, gaps, signs)
    report.heading(gap_title(rounds))
    report.text(
        "A reading is called fairer here if the gap between what the best and the worst role "
        "expect is narrower: roles are dealt, and a narrow gap leaves less to that deal. "
        f"{equal_sentence(gaps, signs)} [gaps] has all tables."
    )
    rows = []
    for n in say.PLAYERS:
        row = [str(n)]
        for who in GAMES:
            one = rounds[who, n]
            found = [one.gap(one.printed(reading)) for reading in READINGS]
            row += [say.plus_minus(gap.mean, gap.low, gap.high, 1, 2) for gap in found]
            row.append(change(gaps[who, n], signs[who, n]) if n in TWO else "one rule")
        rows.append(row)
    heads = [f"{who}: {text}" for who in GAMES for text in (TABLE, SENTENCE, "wider by")]
    report.table(
        "gaps",
        ["players", *heads],
        rows,
        "Gap between the gold that a head of the best and of the worst role expects, by both "
        f"readings, and by how much it is wider with {SENTENCE}. ± half of a 95 % interval, single "
        "but for “wider by”, where it is simultaneous (Šidák); ?: no difference seen (Holm, "
        f"{len(gaps)} comparisons at 5 %); same: the saboteurs are neither best nor worst.",
        [cells, other],
        left=1,
    )
    return sentence


def change(found, sign) -> str:
    """A widening for the table."""
    if found.mean == 0 and found.high - found.low < 1e-9:
        return "same"
    return say.signed(found, 1, 2) + ("" if sign else " ?")


def gap_title(rounds) -> str:
    """How far apart the roles are by the sheet's table, as a heading."""
    found = {key: one.gap(one.printed("table")).mean for key, one in rounds.items()}
    low, high = min(found.values()), max(found.values())
    return (
        f"With the sheet's table the best role expects {low:.1f} to {high:.1f} gold more than the "
        "worst"
    )


def fairer_sentence(rounds, gaps, signs) -> str:
    """Which reading is fairer where, and how much."""
    parts = []
    for who in GAMES:
        found = sides(signs, who)
        inner = []
        for reading, players in found.items():
            sizes = [abs(gaps[who, n].mean) for n in players]
            ends = " to ".join(dict.fromkeys(f"{end:.2f}" for end in (min(sizes), max(sizes))))
            inner.append(f"{reading} {say.at_tables(players)} (by {ends} gold)")
        parts.append(f"{AMONG[who]} it is {words.listed(inner) if inner else 'neither, as seen'}")
    return (
        "The fairer reading leaves the narrower gap between what the best and the worst role "
        f"expect: {'; '.join(parts)}."
    )


def equal_sentence(gaps, signs) -> str:
    """Where the readings are as fair."""
    same = {who: [n for n in TWO if not signs[who, n]] for who in GAMES}
    parts = [f"{AMONG[w]} {say.at_tables(players)}" for w, players in same.items() if players]
    one = [n for n in say.PLAYERS if n not in TWO]
    text = f"Both readings are one rule {say.at_tables(one)}, where there is one saboteur. "
    if parts:
        text += f"No difference of the gap is seen {words.listed(parts)}."
    return text


# --------------------------------------------------------------------------------------- even


def tell_even(report, cells, rounds) -> str:
    """The numbers of gold with which all roles would expect the same."""
    looks = say.looks()
    roles = ("saboteur", "selfish")
    level = say.simultaneous(len(roles) * len(rounds))
    lines = []
    for (who, n), one in rounds.items():
        for role in roles:
            found = one.fair(role, level)
            ends = {k: math.exp(getattr(found, k)) for k in ("mean", "low", "high")}
            lines.append({"who": who, "players": n, "role": role, **ends})
    frame = pd.DataFrame(lines)
    figure = figures.new_figure(6.6)
    grid = figure.subplots(1, len(GAMES), sharey=True)
    ticks = (0.5, 0.7, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32)
    for axes, who in zip(grid, GAMES, strict=True):
        axes.set_yscale("log")
        part = frame[frame["who"] == who]
        figures.interval_plot(axes, part, "players", "role", looks=looks, labels="")
        for printed in (3, 4):
            axes.axhline(printed, color=figures.INK, linewidth=0.7, zorder=1)
        axes.set_title(CALLED[who])
        axes.set_xlabel("players")
    low, high = frame["low"].min() * 0.9, frame["high"].max() * 1.1
    kept = [tick for tick in ticks if low <= tick <= high]
    grid[0].set_ylim(low, high)
    grid[0].set_yticks(kept, [f"{tick:g}" for tick in kept])
    grid[0].minorticks_off()
    grid[0].set_ylabel("gold that would be fair")
    figures.legend(figure, roles, looks, loc="outside upper center", ncols=len(roles))
    sentence = even_sentence(rounds)
    report.heading(even_title(rounds))
    report.text(
        "Leave a gold-digger's 3 and 2 as they are, and give a saboteur and the Selfish Dwarf so "
        "much that a head of either expects what a gold-digger expects: that is a gold-digger's "
        f"mean gold over the odds of the role. {whole_sentence(rounds)} [even] shows these "
        "numbers, [numbers] has them."
    )
    report.figure(
        "even",
        figure,
        "Gold of a saboteur and of the Selfish Dwarf, if they win, with which their role expects "
        "what a gold-digger expects. Lines: 3 and 4, the printed numbers. Logarithmic axis. 95 % "
        f"intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Two line charts of gold by players. {sentence}",
        [cells],
        frame,
    )
    rows = []
    for (who, n), one in rounds.items():
        row = [CALLED[who], str(n)]
        for role in roles:
            row += [str(one.printed("table")[roles.index(role)]), fair_text(one.fair(role))]
        row += [
            f"{one.whole.saboteur} and {one.whole.selfish}",
            f"{one.gap(one.whole).mean:.2f}",
            f"{one.gap(one.printed('table')).mean:.2f}",
        ]
        rows.append(row)
    report.table(
        "numbers",
        ["", "pl.", "sab.", "fair", "self.", "fair", "whole", "gap", "gap now"],
        rows,
        "Gold of a saboteur and of the Selfish Dwarf by the sheet's table, and the fair one with "
        "its single 95 % interval; the fair numbers in whole gold, and the gap that then remains "
        "between the best and the worst role, beside that of the sheet's table.",
        [cells],
        left=1,
    )
    return sentence


def fair_text(found) -> str:
    """A fair number with its interval: ``5.47 (5.22 to 5.73)``."""
    mean, low, high = (math.exp(getattr(found, end)) for end in ("mean", "low", "high"))
    digits = min(2, max(1, words.decimals((high - low) / 2)))
    return f"{mean:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def even_title(rounds) -> str:
    """Whether one set of numbers would be fair everywhere, as a heading."""
    found = [one.even.saboteur for (who, n), one in rounds.items() if who == "reader" and n in TWO]
    if max(found) > 1.5 * min(found):
        return "No one number of gold makes saboteurs fair at all tables"
    return "About the same gold of a saboteur would be fair at all tables"


def even_sentence(rounds) -> str:
    """Where the fair numbers are among readers."""
    parts = []
    for who in GAMES:
        ends = {}
        for number, role in enumerate(("saboteur", "selfish")):
            found = {n: rounds[who, n].even[number] for n in say.PLAYERS}
            least, most = min(found, key=found.get), max(found, key=found.get)
            ends[role] = (
                f"{say.ONE[role]} from {found[least]:.1f} ({words.count(least)} players) to "
                f"{found[most]:.1f} ({words.count(most)})"
            )
        parts.append(f"{AMONG[who]} {words.listed(ends.values())}")
    return (
        "For all roles to expect the same, a winner would have to get this much gold, by the "
        f"number of players: {'; '.join(parts)}."
    )


def whole_sentence(rounds) -> str:
    """What whole numbers leave."""
    left = {key: one.gap(one.whole).mean for key, one in rounds.items()}
    now = {key: one.gap(one.printed("table")).mean for key, one in rounds.items()}
    better = sum(left[key] < now[key] for key in left)
    return (
        f"In whole gold the gap that remains is {min(left.values()):.2f} to "
        f"{max(left.values()):.2f} gold; it is narrower than that of the sheet's table at "
        f"{better} of {len(left)} tables."
    )
