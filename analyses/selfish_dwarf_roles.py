"""
Saboteur: Selfish Dwarf: who wins at each table size?

How often each role wins and what gold a head of it expects, with five to ten players, when all are
plain players and when all are readers; and what a role gains if its players alone are readers.
Every sentence that states a finding is chosen by the numbers.
"""

import _selfish_dwarf_ranks as ranks
import _selfish_dwarf_words as say
import pandas as pd
from _selfish_dwarf_gold import Rounds

from dwarfsim import figures, words
from dwarfsim.game import load_game
from dwarfsim.games.selfish_dwarf import DEALT

QUICK = 20
GAMES = {"plain": 40_000, "reader": 20_000}
ALONE = 15_000  # games of one role's readers among plain players
WHOM = {"plain": "plain players", "reader": "readers"}
CALLED = {"plain": "all plain", "reader": "all readers"}


def make(study, report):
    """Play, and tell."""
    sizes = "players=5..10"
    cells = study.sweep("tables", say.GAME, [sizes], list(GAMES), GAMES)
    upgrades = {
        role: study.sweep(
            f"reading-{role}", say.GAME, [sizes], ["plain"], ALONE, roles={role: "reader"}
        )
        for role in say.ROLES
    }
    wins = tell_wins(report, cells)
    gold = tell_gold(report, cells)
    reading = tell_reading(report, cells, upgrades)
    report.title = say.unbroken(title(cells))
    report.abstract = [*wins, gold, reading]
    game = load_game(say.GAME)
    report.heading("Who plays")
    report.players(game, list(GAMES), say.WHO)
    report.assumptions(game)


def title(cells) -> str:
    """Who wins of seven readers."""
    shares = {role: say.won(cells("reader", players=7), role)["mean"] for role in say.ROLES}
    order = sorted(shares, key=shares.get, reverse=True)
    parts = [f"{say.ROLES[role]} {words.percent(shares[role])}" for role in order]
    parts[0] = parts[0].replace(f" {words.percent(shares[order[0]])}", "") + (
        f" win {words.percent(shares[order[0]])}"
    )
    return f"Among seven readers {words.listed(parts)} of the rounds"


# --------------------------------------------------------------------------------------- wins


def tell_wins(report, cells):
    """First figure: how often each role wins, by players."""
    level = say.simultaneous(len(GAMES) * len(say.PLAYERS) * len(say.ROLES))
    lines = [
        {"who": who, "players": n, "role": role, **say.won(cells(who, players=n), role, level)}
        for who in GAMES
        for n in say.PLAYERS
        for role in say.ROLES
    ]
    frame, looks = pd.DataFrame(lines), say.looks()
    figure = figures.new_figure(5.6)
    grid = figure.subplots(1, len(GAMES), sharey=True)
    for axes, who in zip(grid, GAMES, strict=True):
        part = frame[frame["who"] == who]
        figures.interval_plot(axes, part, "players", "role", looks=looks, labels="")
        axes.set_title(CALLED[who])
        axes.set_xlabel("players")
    grid[0].set_ylim(0, None)
    grid[0].set_ylabel("rounds won")
    figures.percent_axis(grid[0].yaxis)
    figures.legend(figure, list(looks), looks, loc="outside upper center", ncols=len(looks))
    sentence = wins_sentence(cells, best_roles(cells, gold=False))
    report.figure(
        "wins",
        figure,
        f"Rounds won by role and number of players. {dealt_words()} 95 % intervals, simultaneous "
        f"for the {len(frame)} points (Šidák). {ahead_words()}",
        f"Two line charts: rounds won by role, with five to ten players. {sentence}",
        [cells],
        frame,
    )
    return [sentence, f"{steps_sentence(cells)} [wins] shows all tables."]


def dealt_words() -> str:
    """How many saboteurs there are."""
    groups = {}
    for n, (saboteurs, _, _) in DEALT.items():
        groups.setdefault(saboteurs, []).append(n)
    parts = [f"{words.count(k)} {at(ns)}" for k, ns in groups.items()]
    return f"Saboteurs: {words.listed(parts)}."


def at(players) -> str:
    """``with 6 to 8``."""
    return f"with {words.spans(players)}"


def tables_of(cells) -> dict:
    """The cells by who plays and by the number of players."""
    return {(who, n): cells(who, players=n) for who in GAMES for n in say.PLAYERS}


def best_roles(cells, gold: bool) -> dict:
    """At which tables which role is ahead, by who plays."""
    tops = ranks.ahead(tables_of(cells), gold)
    return {who: ranks.grouped({n: tops[who, n] for n in say.PLAYERS}) for who in GAMES}


def wins_sentence(cells, bests) -> str:
    """Who wins most at which tables, by strategy."""
    parts = []
    for who, groups in bests.items():
        inner = []
        for role, players in groups.items():
            if role is None:
                inner.append(f"{ranks.tables(players)} no role is seen to be ahead")
                continue
            shares = {n: say.won(cells(who, players=n), role) for n in players}
            top = ranks.most(shares)
            more = "" if len(shares) == 1 else f", most of all with {words.count(top)}"
            inner.append(
                f"{say.ROLES[role]} win most often {ranks.tables(players)}{more}, "
                f"{say.interval(shares[top])}"
            )
        parts.append(f"Where {CALLED[who].replace('all', 'all are')}, {'; '.join(inner)}.")
    return " ".join(parts)


def ahead_words() -> str:
    """What the text calls most."""
    pairs = len(ranks.PAIRS) * len(GAMES) * len(say.PLAYERS)
    return (
        "The text calls a role ahead where it is ahead of both others, compared round by round "
        f"(Holm, {pairs} comparisons at 5 %)."
    )


def steps_sentence(cells) -> str:
    """What a player more does, with a saboteur more and without."""
    changes = {
        (who, n): say.apart(
            cells(who, players=n + 1), cells(who, players=n), say.WINNER["saboteur"]
        )
        for who in GAMES
        for n in say.PLAYERS[:-1]
    }
    signs = say.signs_of(changes)
    more = [key for key in changes if DEALT[key[1] + 1][0] > DEALT[key[1]][0]]
    same = [key for key in changes if key not in more]

    def text(keys, sign, verb):
        seen = {key: changes[key] for key in keys if signs[key] == sign}
        if len(seen) < len(keys):
            return f"{verb} wins at {len(seen)} of {len(keys)} steps"
        return f"{verb} at least {say.points(seen[ranks.least(seen)])} of the rounds"

    return (
        f"For the saboteurs, a player more who brings one more of them {text(more, 1, 'adds')}; "
        f"one who does not {text(same, -1, 'takes away')}."
    )


# --------------------------------------------------------------------------------------- gold


def tell_gold(report, cells):
    """What a head of each role expects."""
    found = {
        (who, n, role): say.gold(cells(who, players=n), role)
        for who in GAMES
        for n in say.PLAYERS
        for role in say.ROLES
    }
    level = say.simultaneous(len(found))
    lines = [
        {"who": w, "players": n, "role": r, **say.gold(cells(w, players=n), r, level)}
        for w, n, r in found
    ]
    frame, looks = pd.DataFrame(lines), say.looks()
    figure = figures.new_figure(5.4)
    grid = figure.subplots(1, len(GAMES), sharey=True)
    for axes, who in zip(grid, GAMES, strict=True):
        part = frame[frame["who"] == who]
        figures.interval_plot(axes, part, "players", "role", looks=looks, labels="")
        axes.set_title(CALLED[who])
        axes.set_xlabel("players")
    grid[0].set_ylim(0, None)
    grid[0].set_ylabel("gold of a head")
    figures.legend(figure, list(looks), looks, loc="outside upper center", ncols=len(looks))
    bests = best_roles(cells, gold=True)
    sentence = gold_sentence(found, bests)
    report.heading(gold_title(bests))
    report.text(
        "A head's gold is what it gets in the mean of a round, won or lost: a fair round would "
        f"give every role the same. {even_sentence(cells)} [gold] shows it, [odds] has the numbers."
    )
    report.figure(
        "gold",
        figure,
        "Mean gold of one head of each role in a round. 95 % intervals, simultaneous for the "
        f"{len(frame)} points (Šidák). {ahead_words()}",
        f"Two line charts: gold of a head by role, with five to ten players. {sentence}",
        [cells],
        frame,
    )
    rows = []
    for who in GAMES:
        for n in say.PLAYERS:
            one = cells(who, players=n)
            row = [CALLED[who], str(n), "+".join(map(str, DEALT[n]))]
            for role in say.ROLES:
                share = say.won(one, role)
                row.append(say.plus_minus(share["mean"], share["low"], share["high"]))
            for role in say.ROLES:
                mean = found[who, n, role]
                row.append(say.plus_minus(mean["mean"], mean["low"], mean["high"], 1, 2))
            rows.append(row)
    report.table(
        "odds",
        [
            "",
            "pl.",
            "dealt",
            *(f"{r} wins" for r in ("sab.", "dig.", "self.")),
            *(f"{r} gold" for r in ("sab.", "dig.", "self.")),
        ],
        rows,
        "Rounds won in percent, and gold of a head, by players; dealt: saboteurs, gold-diggers and "
        "the Selfish Dwarf. ± half of a single 95 % interval.",
        [cells],
        left=1,
    )
    return sentence


def gold_sentence(found, bests) -> str:
    """Which role one would like to be dealt."""
    parts = []
    for who, groups in bests.items():
        inner = []
        for role, players in groups.items():
            if role is None:
                inner.append(f"no role is seen to be the best {ranks.tables(players)}")
                continue
            means = {n: found[who, n, role] for n in players}
            top = ranks.most(means)
            more = "" if len(means) == 1 else f", most of all with {words.count(top)}"
            inner.append(
                f"{say.ONE[role]} {ranks.tables(players)}{more}, {say.mean_gold(means[top])}"
            )
        parts.append(f"Among {WHOM[who]} most gold is expected by {'; '.join(inner)}.")
    return " ".join(parts)


def gold_title(bests) -> str:
    """Whether the better role depends on the table, as a heading."""
    roles = [set(groups) - {None} for groups in bests.values()]
    if any(len(one) > 1 for one in roles):
        return "Which role is worth most depends on the number of players"
    if len(set.union(*roles)) != 1:
        return "Which role is worth most depends on who plays"
    return f"{words.capital(say.ONE[roles[0].pop()])} has the role that is worth most"


def even_sentence(cells) -> str:
    """The most and the least even table of readers."""
    rounds = {n: Rounds(cells("reader", players=n)) for n in say.PLAYERS}
    gaps = {n: one.gap(one.printed("table")) for n, one in rounds.items()}
    near, far = ranks.least(gaps), ranks.most(gaps)
    shown = {n: say.mean_gold(vars(gap)) for n, gap in gaps.items()}
    return (
        f"Among readers the roles are nearest to each other with {words.count(near)} players, "
        f"{shown[near]} gold between the best and the worst, and furthest apart with "
        f"{words.count(far)}, {shown[far]}."
    )


# ------------------------------------------------------------------------------------ reading


def tell_reading(report, cells, upgrades):
    """What a role gains by reading, the others being plain players."""
    gaps = {
        (role, n): say.gain(upgrades[role](players=n), cells("plain", players=n), role)
        for role in say.ROLES
        for n in say.PLAYERS
    }
    signs = say.signs_of(gaps)
    sentence = reading_sentence(gaps, signs)
    report.heading(reading_title(signs))
    report.text(
        f"{sentence} All players of the role are readers then, and all others plain players; "
        "[reading] has all tables."
    )
    rows = [
        [
            say.ROLES[role],
            *(say.signed(gaps[role, n]) + ("" if signs[role, n] else " ?") for n in say.PLAYERS),
        ]
        for role in say.ROLES
    ]
    report.table(
        "reading",
        ["readers are", *(f"{n} pl." for n in say.PLAYERS)],
        rows,
        "What a role's players win more often, in points, if they are readers among plain players "
        "instead of plain players; paired, ± half of a single 95 % interval. ?: no difference "
        f"seen (Holm, {len(gaps)} comparisons at 5 %).",
        [cells, *upgrades.values()],
    )
    return sentence


def reading_title(signs) -> str:
    """Whether reading pays, as a heading."""
    up = [key for key, sign in signs.items() if sign > 0]
    if len(up) == len(signs):
        return "Reading the others pays for every role at every table"
    down = [key for key, sign in signs.items() if sign < 0]
    return "Reading the others pays not everywhere" if down else "Reading pays at most tables"


def reading_sentence(gaps, signs) -> str:
    """By how much, role by role."""
    parts = []
    for role, who in say.ROLES.items():
        seen = {n: gaps[role, n] for n in say.PLAYERS if signs[role, n] > 0}
        if len(seen) == len(say.PLAYERS):
            parts.append(f"{who} at least {say.points(seen[ranks.least(seen)])}")
    if len(parts) < len(say.ROLES):
        return "Not every role is seen to win more by reading at every table."
    return (
        f"Who reads among plain players gains, at every table: {words.listed(parts)} of the rounds."
    )
