"""
10 Dwarves: what does forgetting cost?

Players forget each card that they have seen, and each statement that they have heard, with a fixed
probability a turn: by players and by what they have agreed on; how much memory a convention needs;
one forgetful player among good ones; and what a forgetful table should do about it. Every sentence
that states a finding is chosen by the numbers.
"""

import _ten_dwarves_words as say
import pandas as pd

from dwarfsim import figures, words
from dwarfsim.game import load_game

QUICK = 25
PLAYERS = (2, 3, 4)
NAMES = ("silent", "chain", "higher", "lowest")  # what people can play, and so forget
GAMES = {"silent": 30_000, "chain": 20_000, "higher": 20_000, "lowest": 12_000}
FORGET = (0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)
NEVER, FEW, SOME = 0, 0.05, 0.1
SHOWN = (0.01, 0.05, 0.1, 0.5)  # in the table
ONE = (0.1, 1)  # of the one forgetful player
ONE_NAMES = ("chain", "higher", "lowest")
ALL, FIRST = "all", "the first"
DOUBTS = (0.02, 0.1, 0.2)
TRUST = (1, 0.99)
BOLD = (0.6, 0.8, 0.9, 1)
DOUBT_GAMES = 6_000


def make(study, report):
    """Play, and tell."""
    tables = {at(n, f): GAMES[n] for n in NAMES for f in FORGET}
    cells = study.sweep("memory", say.GAME, ["players=2..4"], list(tables), tables)
    played = {(n, k, f): cells(at(n, f), players=k) for n in NAMES for k in PLAYERS for f in FORGET}
    cost = tell_cost(report, played, cells)
    need = tell_need(report, played, cells)
    one = tell_one(study, report, played, cells)
    help_ = tell_doubt(study, report, played)
    report.assumptions(load_game(say.GAME))
    report.abstract = [cost, need, one, help_]


def at(name: str, forget: float, p: float = 1, trust: float = 1) -> str:
    """A strategy with how much it forgets; and how bold and how trusting it is."""
    text = name if forget == NEVER else f"{name}:forget={forget:g}"
    text += f":p={p:g}" if p != 1 else ""
    return text + (f":trust={trust:g}" if trust != 1 else "")


# -------------------------------------------------------------------------------------- cost


def tell_cost(report, played, cells):
    """Title, figure, and the table of what forgetting costs."""
    keys = [key for key in played if key[2] != NEVER]
    gaps = {(n, k, f): played[n, k, f].minus(played[n, k, NEVER]) for n, k, f in keys}
    signs = say.signs_of(gaps)
    point = say.simultaneous(len(played))
    frame = pd.DataFrame(
        {"strategy": n, "players": k, "forget": f, **one.estimate("won", level=point)}
        for (n, k, f), one in played.items()
    )
    report.title = say.unbroken(title(played, signs))
    sentence = cost_sentence(played, signs)
    report.figure(
        "memory",
        draw(frame),
        "Games won with ten dwarves by how forgetful all players are: the probability, for each "
        "card seen and each statement heard, to forget it from one turn to the next (turns of all "
        "players; a card in front of oneself, or face up, is never forgotten). 95 % intervals, "
        f"simultaneous for the {len(frame)} points (Šidák); one that is not seen is shorter than "
        "its marker.",
        f"Three line charts, for 2, 3 and 4 players: games won by forgetfulness. {sentence}",
        [cells],
        frame,
    )
    report.players(load_game(say.GAME), NAMES, say.WHO)
    tops = winners(played)
    report.heading(order_title(tops))
    report.text(order_sentence(tops) + " [cost] has the numbers.")
    columns = [(k, f) for k in (PLAYERS[0], PLAYERS[-1]) for f in SHOWN]
    report.table(
        "cost",
        ["", *(f"{k} pl., {f:g}" for k, f in columns)],
        [[n, *(cell(gaps[n, *c], signs[n, *c]) for c in columns)] for n in NAMES],
        "What forgetting costs: games won with ten dwarves if all forget with this probability a "
        "turn minus if nobody forgets, in points, paired, ± half of a single 95 % interval. "
        f"?: no difference seen, +: more are won (Holm, {len(gaps)} comparisons at 5 %).",
        [cells],
    )
    return sentence


def cell(gap, sign) -> str:
    """A difference in points for a table."""
    mark = {1: " +", 0: " ?", -1: ""}[sign]
    return say.plus_minus(gap.mean, gap.low, gap.high, sign=True) + mark


def draw(frame):
    """A panel for each number of players, a line for each strategy."""
    looks = figures.looks_of(NAMES)
    figure = figures.new_figure(7.6)
    grid = figure.subplots(1, len(PLAYERS), sharey=True)
    ticks = (0, 0.01, 0.1, 1)
    for axes, players in zip(grid, PLAYERS):
        part = frame[frame["players"] == players]
        figures.interval_plot(axes, part, "forget", "strategy", looks=looks, labels="")
        axes.set_title(f"{players} players")
        axes.set_xlabel("forgets, a turn")
        axes.set_xscale("symlog", linthresh=0.01, linscale=0.6)
        axes.set_xlim(-0.002, 1.3)
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.xaxis.minorticks_off()
    grid[0].set_ylim(-0.03, 1.03)
    grid[0].set_ylabel("games won")
    figures.percent_axis(grid[0].yaxis)
    figures.legend(figure, list(NAMES), looks, loc="outside upper center", ncols=len(NAMES))
    return figure


def won(played, *key) -> dict:
    """The share of games won."""
    return played[key].estimate("won")


def title(played, signs) -> str:
    """What a little forgetting leaves of the strongest convention."""
    ends = (PLAYERS[-1], PLAYERS[0])
    if not all(signs["lowest", k, SOME] < 0 for k in ends):
        return "Forgetting is not seen to cost a table with a convention its games"
    parts = [
        f"from {share(played, k, NEVER)} to {share(played, k, SOME)} with {words.count(k)} players"
        for k in ends
    ]
    return (
        "Forgetting one thing in ten each turn takes the strongest convention for people "
        f"{words.listed(parts)}"
    )


def share(played, players, forget) -> str:
    """What a table wins that names its lowest card."""
    mean = won(played, "lowest", players, forget)["mean"]
    return "all games" if mean == 1 else words.percent(mean)


def cost_sentence(played, signs) -> str:
    """What is won at a small forgetfulness, by convention."""
    many = PLAYERS[-1]
    parts = [
        f"{say.WHO[n]} wins {say.interval(won(played, n, many, FEW))} of the games of "
        f"{words.count(many)} instead of {say.odds(won(played, n, many, NEVER))}"
        for n in ("lowest", "higher", "chain")
        if signs[n, many, FEW] < 0
    ]
    if not parts:
        return f"No table of four is seen to lose by forgetting at a rate of {FEW:g} a turn."
    text = (
        "If all players forget one thing in twenty from each turn to the next, "
        f"{words.listed(parts)}."
    )
    free = [n for n in NAMES if all(signs[n, k, f] == 0 for k in PLAYERS for f in FORGET[1:])]
    if free:
        text += f" No cost is seen at any rate for {words.listed(free)} play."
    return text


def winners(played) -> dict:
    """The strategy that wins most, by players and rate, or "" where that is not seen."""
    found = {}
    level = say.simultaneous(len(PLAYERS) * len(FORGET) * (len(NAMES) - 1))
    for k in PLAYERS:
        for f in FORGET:
            top = max(NAMES, key=lambda n: won(played, n, k, f)["mean"])
            rest = [
                played[top, k, f].minus(played[n, k, f], level=level) for n in NAMES if n != top
            ]
            found[k, f] = top if all(gap.low > 0 for gap in rest) else ""
    return found


def order_title(tops) -> str:
    """Whether the best convention of perfect players is the best of forgetful ones."""
    changed = [
        (k, tops[k, f])
        for k in PLAYERS
        for f in FORGET[1:]
        if tops[k, f] and tops[k, NEVER] and tops[k, f] != tops[k, NEVER]
    ]
    if not changed:
        return "No other convention is seen to overtake the one that is best without forgetting"
    who = words.listed(dict.fromkeys(words.count(k) for k, _ in changed), "or")
    names = words.listed(dict.fromkeys(n for _, n in changed), "or")
    return (
        f"{words.capital(who)} forgetful players can win more by {names} than by what is best "
        "without forgetting"
    )


def order_sentence(tops) -> str:
    """By players, which strategy wins most as forgetting grows, if that is seen."""
    text = []
    for k in PLAYERS:
        at = {}
        for f in FORGET:
            at.setdefault(tops[k, f], []).append(f)
        parts = [f"by {name} at {span(rates)}" for name, rates in at.items() if name]
        open_ = f" (undecided at {span(at[''])})" if "" in at else ""
        who = words.listed(parts) or "by nobody for certain"
        text.append(f"with {words.count(k)} players {who}{open_}")
    return f"By the rate of forgetting, most games are won {'; '.join(text)}."


def span(rates) -> str:
    """Some rates of forgetting, runs of them by their ends."""
    places, runs = [FORGET.index(rate) for rate in rates], []
    for place in places:
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    ends = [[f"{FORGET[place]:g}" for place in (run[0], run[-1])] for run in runs]
    return words.listed(" to ".join(dict.fromkeys(end)) for end in ends)


def listing(numbers) -> str:
    """Some numbers."""
    return words.listed(f"{number:g}" for number in numbers)


# -------------------------------------------------------------------------------------- need


def tell_need(report, played, cells):
    """How much memory a convention needs."""
    bars = {
        "half": lambda n, k: won(played, n, k, NEVER)["mean"] / 2,
        "than chain": lambda n, k: won(played, "chain", k, NEVER)["high"],
        "than silent": lambda n, k: won(played, "silent", k, NEVER)["high"],
    }
    level = say.simultaneous(len(NAMES) * len(PLAYERS) * len(FORGET))
    limit = {
        (label, n, k): most(played, n, k, bar(n, k), level)
        for label, bar in bars.items()
        for n in NAMES[1:]
        for k in PLAYERS
        if label != f"than {n}"
    }
    turns = played["lowest", PLAYERS[-1], SOME].estimate("turns")["mean"]
    sentence = need_sentence(limit, list(bars), turns)
    report.heading(need_title(limit, list(bars)))
    report.text(sentence + " [need] has the rates.")
    report.table(
        "need",
        ["", *(f"{label}, {k} pl." for label in bars for k in PLAYERS)],
        [
            [n, *(shown(limit.get((label, n, k), "")) for label in bars for k in PLAYERS)]
            for n in NAMES[1:]
        ],
        "How forgetful all players may be and still win at least half of what they would without "
        "forgetting, or more than chain, or than silent players who forget nothing: the highest of "
        f"the rates tried ({listing(FORGET[1:])}) up to which the lower end of the interval for "
        "the games won (simultaneous for all points, 95 %) stays above that. –: at none of them.",
        [cells],
    )
    return sentence


def most(played, name, players, bar, level):
    """The highest rate up to which more than `bar` is seen to be won; 0 if at none."""
    found = 0
    for forget in FORGET[1:]:
        if played[name, players, forget].estimate("won", level=level)["low"] <= bar:
            break
        found = forget
    return found


def shown(limit) -> str:
    """A rate, or a dash."""
    return limit if limit == "" else f"{limit:g}" if limit else "–"


def need_title(limit, bars) -> str:
    """How long a convention's players must remember, as a heading."""
    halves = [limit[bars[0], "lowest", k] for k in PLAYERS]
    if not all(halves):
        return "The strongest convention for people needs a very good memory"
    spans = dict.fromkeys(f"{1 / rate:.0f}" for rate in (max(halves), min(halves)))
    return (
        f"Half of the convention's wins are left if things are remembered for {' to '.join(spans)} "
        "turns"
    )


def need_sentence(limit, bars, turns) -> str:
    """What the rates mean."""
    half, chain, silent = bars
    parts = [
        f"{limit[half, 'lowest', k]:g} with {words.count(k)} players"
        for k in PLAYERS
        if limit[half, "lowest", k]
    ]
    text = ""
    if parts:
        text = (
            "A table that names its lowest card still wins half of what it would without "
            f"forgetting up to a rate of {words.listed(parts)}. At a rate of {SOME:g} a thing is "
            f"remembered for {words.count(round(1 / SOME))} turns of all players on average, the "
            f"one in which it is learnt included; games of four then have {turns:.0f}. "
        )
    over = {k: limit[chain, "lowest", k] for k in PLAYERS if limit[chain, "lowest", k]}
    if over:
        parts = [f"{rate:g} with {words.count(k)} players" for k, rate in over.items()]
        text += (
            "The same table wins more than a chaining table that forgets nothing up to a rate of "
            f"{words.listed(parts)}. "
        )
    ends = [limit[silent, "chain", k] for k in PLAYERS]
    if all(ends):
        text += (
            "And a chaining table wins more than a silent one that forgets nothing up to a rate of "
            f"{min(ends):g} at least."
        )
    return text.strip()


# --------------------------------------------------------------------------------------- one


def tell_one(study, report, played, others):
    """One forgetful player among three who forget nothing."""
    many = PLAYERS[-1]
    tables = [",".join([at(n, f), *[n] * (many - 1)]) for n in ONE_NAMES for f in ONE]
    games = {table: GAMES[table.partition(":")[0]] for table in tables}
    cells = study.sweep("one", say.GAME, [], tables, games)
    found = {
        (n, f, who): cells(table) if who == FIRST else played[n, many, f]
        for table, (n, f) in zip(tables, [(n, f) for n in ONE_NAMES for f in ONE])
        for who in (FIRST, ALL)
    }
    gaps = {key: one.minus(played[key[0], many, NEVER]) for key, one in found.items()}
    signs = say.signs_of(gaps)
    sentence = one_sentence(found, gaps, signs)
    report.heading(one_title(gaps, signs))
    report.text(sentence + " [one] has the differences.")
    columns = [(f, who) for f in ONE for who in (FIRST, ALL)]
    report.table(
        "one",
        ["", *(f"{f:g}, {who}" for f, who in columns)],
        [[n, *(cell(gaps[n, *c], signs[n, *c]) for c in columns)] for n in ONE_NAMES],
        "What it costs that the first of four players, or that all of them, forget with this "
        "probability a turn: games won with ten dwarves minus if nobody forgets, in points, "
        "paired, ± half of a single 95 % interval. ?: no difference seen, +: more are won (Holm, "
        f"{len(gaps)} comparisons at 5 %).",
        [cells, others],
    )
    return sentence


def one_title(gaps, signs) -> str:
    """What share of the whole cost one player causes, as a heading."""
    down = [n for n in ONE_NAMES if signs[n, ONE[0], FIRST] < 0 and signs[n, ONE[0], ALL] < 0]
    if not down:
        return "One forgetful player of four is not seen to cost games"
    n = down[-1]
    part = gaps[n, ONE[0], FIRST].mean / gaps[n, ONE[0], ALL].mean
    return (
        f"One forgetful player of four causes about {words.percent(part)} of what four cause"
        if 0 < part < 1
        else "One forgetful player of four costs as much as four"
    )


def one_sentence(found, gaps, signs) -> str:
    """What one player costs who forgets one thing in ten a turn, or all at once."""
    some, every = ONE
    down = [n for n in ONE_NAMES if signs[n, some, FIRST] < 0]
    if not down:
        return "That one player of four forgets is not seen to cost any table games."
    n = down[-1]
    text = (
        f"If one of four players forgets one thing in ten each turn, {say.WHO[n]} loses "
        f"{say.points(gaps[n, some, FIRST])}, if all do {say.points(gaps[n, some, ALL])}."
    )
    if signs[n, every, FIRST] < 0:
        text += (
            " With one who forgets all at once, but for what lies before it, it still wins "
            f"{say.odds(found[n, every, FIRST].estimate('won'))}."
        )
    return text


# ------------------------------------------------------------------------------------- doubt


def tell_doubt(study, report, played):
    """Whether forgetful players should trust less what they infer, and be bolder."""
    tables = [at("lowest", f, p, t) for f in DOUBTS for t in TRUST for p in BOLD]
    cells = study.sweep("doubt", say.GAME, ["players=2..4"], tables, DOUBT_GAMES)
    found = {
        (k, f, t, p): cells(at("lowest", f, p, t), players=k)
        for k in PLAYERS
        for f in DOUBTS
        for t in TRUST
        for p in BOLD
    }
    keys = [key for key in found if key[2:] != (1, 1)]
    level = say.simultaneous(len(keys))
    gaps = {key: found[key].minus(found[*key[:2], 1, 1], level=level) for key in keys}
    signs = say.signs_of(gaps)
    tops = {
        (k, f): max(keys_of(gaps, k, f), key=lambda key: gaps[key].mean)
        for k in PLAYERS
        for f in DOUBTS
    }
    sentence = doubt_sentence(found, gaps, signs, tops)
    report.heading(doubt_title(signs, tops))
    report.text(sentence + " [doubt] has what wins most.")
    report.table(
        "doubt",
        ["", *(f"forgets {f:g}" for f in DOUBTS)],
        [[f"{k} players", *(choice(gaps, signs, tops[k, f]) for f in DOUBTS)] for k in PLAYERS],
        "Of the trusts "
        f"{listing(TRUST)} and the thresholds P {listing(BOLD)} those with which a table that "
        "names its lowest card wins most, and what they add to the games won with both at 1, in "
        f"points, paired; 95 % intervals, simultaneous for all {len(gaps)} comparisons (Šidák), so "
        "they hold for those picked among all. ?: no difference seen (Holm).",
        [cells],
    )
    return sentence


def keys_of(gaps, players, forget) -> list:
    """The ways to play at one kind of table."""
    return [key for key in gaps if key[:2] == (players, forget)]


def choice(gaps, signs, key) -> str:
    """What wins most, and what it adds."""
    gap, mark = gaps[key], "" if signs[key] > 0 else " ?"
    added = say.plus_minus(gap.mean, gap.low, gap.high, sign=True)
    return f"trust {key[2]:g}, P {key[3]:g}: {added}{mark}"


def doubt_title(signs, tops) -> str:
    """Whether a little distrust pays, as a heading."""
    pays = [key for key in tops.values() if signs[key] > 0 and key[2] < 1]
    if len(pays) == len(tops):
        return "Forgetful players should not take what a convention tells for certain"
    if pays:
        return "At some tables forgetful players should not take a convention's word for certain"
    return "Distrust is not seen to help forgetful players"


def doubt_sentence(found, gaps, signs, tops) -> str:
    """The largest gain by distrust, and why."""
    up = [key for key in tops.values() if signs[key] > 0 and key[2] < 1]
    if not up:
        return "To take what a convention tells for less than certain is not seen to help."
    top = max(up, key=lambda key: gaps[key].mean)
    ends = [found[key].estimate("won") for key in ((*top[:2], 1, 1), top)]
    text = (
        "Who has forgotten what was said may name another card than the others expect, and be "
        f"misread. To count with that helps: with trust at {top[2]:g} instead of 1, and P at "
        f"{top[3]:g}, {words.count(top[0])} players who forget at a rate of {top[1]:g} win "
        f"{say.interval(ends[1])} instead of {say.interval(ends[0])}."
    )
    alone = [key for key in gaps if key[2] == 1 and signs[key] > 0]
    if not alone:
        text += " Boldness without distrust is not seen to help."
    strict = [key for key in gaps if key[2] < 1 and key[3] == 1]
    if all(signs[key] < 0 for key in strict):
        worst = min(strict, key=lambda key: gaps[key].mean)
        text += (
            " Distrust without boldness hurts: then nothing that a partner means is sure, which "
            f"costs up to {say.points(gaps[worst])}."
        )
    return text
