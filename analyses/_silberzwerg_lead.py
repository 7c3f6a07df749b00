"""Changes of the lead and runaway leaders, for the study of Silberzwerg's tables."""

import _silberzwerg_words as say
import numpy as np
import pandas as pd
from _seats import ratio

from dwarfsim import figures, stats, words
from dwarfsim.game import SHARE

CUTS = {2: (2, 4, 6), 3: (2, 4, 6, 8, 10), 4: (2, 4, 6, 8, 10)}  # rounds, by players
GAMES = 2_400
OVER = 0.05  # a point is left out where more games than that are over by then
CLOSE = 0.5  # a leader is looked at when about this part of a mean game is played
MOST = 0.5  # who leads at half-time and wins more often than this has run away


def tell(study, report, cells, names, looks, decks):
    """Second half of the study: the lead, after the rounds at which it is looked at."""
    cut = {}
    for looked in dict.fromkeys(CUTS.values()):
        counts = [k for k in CUTS if CUTS[k] == looked]
        settings = [f"players={','.join(map(str, counts))}", "start=0"]
        settings.append(f"max_rounds={','.join(map(str, looked))}")
        made = study.sweep(f"cut, {words.listed(counts)} players", say.GAME, settings, names, GAMES)
        cut |= dict.fromkeys(counts, made)
    tables = [(k, n) for k in decks for n in names]
    kept = [
        (k, n, r)
        for k, n in tables
        for r in CUTS[k]
        if over_by(cells(n, players=k, deck=decks[k]), r) <= OVER
    ]
    level = stats.sidak(0.95, len(kept))
    found = {
        (k, n, r): leads(
            cut[k](n, players=k, max_rounds=r), cells(n, players=k, deck=decks[k]), k, level
        )
        for k, n, r in kept
    }
    lines = [
        {"players": k, "who": n, "rounds": r, "mean": one.mean, "low": one.low, "high": one.high}
        for (k, n, r), one in found.items()
        if one.games
    ]
    frame = pd.DataFrame(lines)
    half = {
        (k, n): half_time(found, cells(n, players=k, deck=decks[k]), k, n)
        for k, n in tables
        if any((k, n, r) in found for r in CUTS[k])
    }
    sentence = lead_sentence(half, names)
    report.heading(lead_title(half))
    report.text(
        f"{sentence} {change_sentence(cells, names, decks)} [runaway] shows how often who leads "
        "after so many rounds wins in the end, [changes] how often the lead changes. To see who "
        "leads, the same games were cut on purpose after so many rounds; none of these players "
        "looks at that."
    )
    report.figure(
        "runaway",
        picture(frame, looks, decks),
        "Games won by the player who leads alone after so many rounds, tables of one kind of "
        "player with the deck of the rulebook. Thin line: an equal share. Points are left out "
        f"where more than {words.percent(OVER)} of the games are over by then. Bars: 95 % "
        f"intervals, simultaneous for the {len(frame)} points (Šidák). The games were cut on "
        "purpose.",
        f"Three line charts: games won by who leads, by rounds played. {sentence}",
        [cells, *dict.fromkeys(cut.values())],
        frame,
    )
    rows = []
    for k, d in decks.items():
        for deck in (d, *({"full", "short"} - {d})):
            row = [f"{k} players" + ("" if deck == d else f", {deck} deck")]
            for n in names:
                played = cells(n, players=k, deck=deck)
                one = played.estimate("lead_changes")
                row.append(f"{one['mean']:.1f} ({100 * steady(played)['mean']:.0f})")
            rows.append(row)
    whole = [one.estimate("lead_changes") for one in cells.played]
    widest = max((one["high"] - one["low"]) / 2 for one in whole)
    report.table(
        "changes",
        ["table", *(say.MANY[n] for n in names)],
        rows,
        "Mean number of changes of the lead in a game (95 % intervals: at most "
        f"±{widest:.2f}), and in brackets the games without any, in percent: who first leads "
        "alone leads to the end.",
        [cells],
    )
    return f"{sentence} {change_sentence(cells, names, decks)}"


def over_by(played, rounds: int) -> float:
    """The share of games that are over after so many rounds."""
    values, shares = played.distribution("rounds")
    return float(shares[values <= rounds].sum())


def leads(cut, whole, players: int, level: float):
    """How often the one who leads alone when the game is cut wins the whole game."""
    games = min(cut.totals.games, whole.totals.games)
    ahead = np.column_stack([cut.wins("win", s)[:games] for s in range(players)])
    wins = np.column_stack([whole.wins("win", s)[:games] for s in range(players)])
    return ratio(wins.astype(np.int64), ahead == SHARE, 1 / players, level)


def half_time(found, played, players, name):
    """Of the rounds looked at the one nearest to half a mean game, and what its leader wins."""
    middle = CLOSE * played.estimate("rounds")["mean"]
    rounds = [r for r in CUTS[players] if (players, name, r) in found]
    best = min(rounds, key=lambda r: abs(r - middle))
    return best, found[players, name, best]


def steady(played) -> dict:
    """The share of games without a change of the lead."""
    values, shares = played.distribution("lead_changes")
    games = played.totals.games
    none = round(float(shares[values == 0].sum()) * games)
    low, high = stats.wilson(none, games)[:2]
    return {"mean": none / games, "low": low, "high": high}


def picture(frame, looks, decks):
    """Games won by the leader, by rounds played and number of players."""
    figure = figures.new_figure(6.0)
    widths = [len(CUTS[k]) for k in decks]
    grid = figure.subplots(1, len(decks), sharey=True, width_ratios=widths)
    for axes, k in zip(grid, decks):
        part = frame[frame["players"] == k]
        figures.interval_plot(axes, part, "rounds", "who", looks=looks, labels="", dodge=0.12)
        say.fair_line(axes, 1 / k)
        axes.set_title(f"{words.count(k)} players")
        axes.set_xlabel("rounds played")
        axes.set_xticks(CUTS[k])
        axes.set_xlim(min(CUTS[k]) - 1, max(CUTS[k]) + 1)
    grid[0].set_ylim(0, 1)
    grid[0].set_ylabel("games won by who leads")
    figures.percent_axis(grid[0].yaxis)
    figures.legend(figure, looks, looks, loc="outside upper right", ncols=len(looks))
    return figure


def lead_title(half) -> str:
    """Where the leader at half-time stays ahead, as a heading."""
    four = {n: one for (k, n), (_, one) in half.items() if k == 4}
    away = [n for n, one in four.items() if one.low > MOST]
    ahead = [n for n, one in four.items() if one.low > 1 / 4 and n not in away]
    rest = [n for n in four if n not in away and n not in ahead]
    if len(away) == len(four):
        return "Leaders run away: of four, who leads at half-time wins most of the games"
    if len(rest) == len(four):
        return "No runaway leaders: to lead at half-time is not seen to help one of four"
    parts = [
        f"{text} among {words.listed(say.MANY[n] for n in some)}"
        for text, some in (
            ("runs away", away),
            ("is ahead", ahead),
            ("is not seen to be better off", rest),
        )
        if some
    ]
    return f"Who leads four players at half-time {words.listed(parts)}"


def lead_sentence(half, names) -> str:
    """What the leader at half-time wins at each table."""
    counts = sorted({k for k, _ in half}, reverse=True)
    texts = [
        f"{say.interval(half[counts[0], n][1])} among {say.MANY[n]}"
        for n in names
        if (counts[0], n) in half
    ]
    text = f"Of {words.count(counts[0])} players the one who leads alone after about half the "
    text += f"rounds wins {words.listed(texts)}"
    for k in counts[1:]:
        some = [half[k, n][1].mean for n in names if (k, n) in half]
        low, high = (f"{100 * end:.0f}" for end in (min(some), max(some)))
        text += f"; of {words.count(k)} {low} to {high} %, depending on who they are"
    return f"{text}."


def change_sentence(cells, names, decks) -> str:
    """How often the lead changes at tables of two and of four."""
    parts = []
    for k in (min(decks), max(decks)):
        means = {
            n: cells(n, players=k, deck=decks[k]).estimate("lead_changes")["mean"] for n in names
        }
        low, high = min(names, key=means.get), max(names, key=means.get)
        parts.append(
            f"{means[low]:.1f} ({say.MANY[low]}) to {means[high]:.1f} ({say.MANY[high]}) times in "
            f"a game of {words.count(k)}"
        )
    return f"The lead changes {words.listed(parts)}."
