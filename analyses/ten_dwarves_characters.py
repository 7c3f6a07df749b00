"""
10 Dwarves: what do characters and dealt cards do?

One character at the table, or all four, with nothing dealt and with a card dealt to each; what the
dealt cards cost by players and dwarves; and who should have the character. The effects of the
characters are stand-ins. Every sentence that states a finding is chosen by the numbers.
"""

import _ten_dwarves_words as say
import pandas as pd

from dwarfsim import figures, words
from dwarfsim.game import load_game

QUICK = 25
PLAYERS = (2, 3, 4)
MOST = PLAYERS[-1]
DWARVES = (7, 10)
NAMES = ("silent", "chain", "higher", "lowest", "signal", "best")
USERS = ("higher", "lowest", "signal", "best")  # who use all characters
GAMES = {"silent": 30_000, "chain": 30_000, "higher": 20_000, "lowest": 20_000}
GAMES |= {"signal": 5_000, "best": 5_000}
SINGLE = ("seer", "herald", "swapper", "guardian")
DEALT = {0: "nothing dealt", 1: "a card dealt to each"}
SEATED = ("higher", "lowest")
SEAT_GAMES = 12_000


def held_by(seat: int, character: str) -> str:
    """One character at a table of four."""
    return "+".join(character if other == seat else "none" for other in range(MOST))


CARDS = {
    "none": "none",
    **{name: held_by(0, name) for name in SINGLE},
    "all four": "+".join(SINGLE),
}


def make(study, report):
    """Play, and tell."""
    cards = study.sweep(
        "characters",
        say.GAME,
        [f"characters={','.join(CARDS.values())}", "dealt=0,1"],
        NAMES[1:],
        GAMES,
    )
    played = {
        (n, label, d): cards(n, characters=card, dealt=d)
        for n in NAMES[1:]
        for label, card in CARDS.items()
        for d in DEALT
    }
    dealt = study.sweep(
        "dealt", say.GAME, ["players=2..4", "dwarves=7,10", "dealt=0,1"], NAMES, GAMES
    )
    given = {
        (n, k, w, d): dealt(n, players=k, dwarves=w, dealt=d)
        for n in NAMES
        for k in PLAYERS
        for w in DWARVES
        for d in DEALT
    }
    held = tell_characters(report, played, cards)
    hard = tell_dealt(report, given, played, [dealt, cards])
    seats = tell_seats(study, report, played)
    report.assumptions(load_game(say.GAME), ("dealt",))
    report.abstract = [hard, f"{held} {say.STAND_INS}", seats]


# -------------------------------------------------------------------------------- characters


def tell_characters(report, played, cards):
    """First figure and table: what a character adds."""
    gaps = {key: one.minus(played[key[0], "none", key[2]]) for key, one in played.items()}
    gaps = {key: gap for key, gap in gaps.items() if key[1] != "none"}
    signs = say.signs_of(gaps)
    point = say.simultaneous(len(played))
    frame = pd.DataFrame(
        {"strategy": n, "character": c, "dealt": d, **one.estimate("won", level=point)}
        for (n, c, d), one in played.items()
    )
    sentence = characters_sentence(gaps, signs)
    report.figure(
        "characters",
        draw(frame, "dealt", DEALT, "character", figures.looks_of(CARDS)),
        "Games won by four players with ten dwarves: without a character, with one that the first "
        "player has, and with all four, one each. chain does not use them but for the guardian, "
        f"which acts by itself. The effects are stand-ins (A3). 95 % intervals, simultaneous for "
        f"the {len(frame)} points (Šidák); one that is not seen is shorter than its marker.",
        f"Two dot plots: games won by strategy and character. {sentence}",
        [cards],
        frame,
    )
    report.players(load_game(say.GAME), NAMES, say.WHO)
    report.heading(characters_title(gaps, signs))
    report.text(
        f"{sentence} {none_sentence(signs)} {fewer_sentence(played)} {say.STAND_INS} [added] has "
        "the differences."
    )
    rows = [
        [f"{label}, {'dealt' if d else 'not dealt'}"]
        + [cell(gaps[n, label, d], signs[n, label, d]) for n in NAMES[1:]]
        for d in DEALT
        for label in (*SINGLE, "all four")
    ]
    report.table(
        "added",
        ["", *NAMES[1:]],
        rows,
        "What characters add to the games won by four players with ten dwarves, in points, paired, "
        "± half of a single 95 % interval; nothing dealt, or a card to each. "
        f"?: no difference seen, !: fewer games are won (Holm, {len(gaps)} comparisons at 5 %).",
        [cards],
    )
    return sentence


def cell(gap, sign) -> str:
    """A difference in points for a table."""
    mark = {1: "", 0: " ?", -1: " !"}[sign]
    return say.plus_minus(gap.mean, gap.low, gap.high, sign=True) + mark


def draw(frame, column, panels, series, looks):
    """A panel for each value of a column, a row for each strategy."""
    figure = figures.new_figure(8.6)
    grid = figure.subplots(1, len(panels), sharey=True)
    for axes, (value, label) in zip(grid, panels.items()):
        part = frame[frame[column] == value]
        figures.dot_plot(axes, part, "strategy", series, looks=looks, labels="")
        axes.set_title(label)
        axes.set_xlabel("games won")
        axes.set_xlim(-0.06, 1.06)
        figures.percent_axis(axes.xaxis, most=3 if len(panels) > 2 else 5)
    styles = {name: {**look, "linestyle": "none"} for name, look in looks.items()}
    figures.legend(figure, list(looks), styles, loc="outside upper center", ncols=len(looks))
    return figure


def strongest(gaps, name, dealt) -> str:
    """The single character that adds most."""
    return max(SINGLE, key=lambda label: gaps[name, label, dealt].mean)


def characters_title(gaps, signs) -> str:
    """The character that adds most, as a heading."""
    tops = {(n, d): strongest(gaps, n, d) for n in USERS[:2] for d in DEALT}
    tops = {key: top for key, top in tops.items() if signs[key[0], top, key[1]] > 0}
    if not tops:
        return "No character is seen to add anything"
    kinds = sorted(set(tops.values()), key=list(tops.values()).count)
    if len(kinds) == 1:
        return f"The {kinds[0]} adds most"
    return f"Which character adds most depends on the convention: {words.listed(kinds, 'or')}"


def characters_sentence(gaps, signs) -> str:
    """What single characters and all four add to two conventions."""
    parts = []
    for n in SEATED:
        d = max(DEALT, key=lambda d, n=n: gaps[n, strongest(gaps, n, d), d].mean)
        top = strongest(gaps, n, d)
        if signs[n, top, d] > 0:
            every = gaps[n, "all four", d]
            gain = say.points(gaps[n, top, d])
            text = f"With {DEALT[d]} {say.WHO[n]} gains most by the {top}, {gain}"
            if signs[n, "all four", d] > 0:
                text += f", and by all four characters {say.points(every)}"
            parts.append(text + ".")
    return " ".join(parts) or "No character is seen to help a table."


def none_sentence(signs) -> str:
    """Where a character is not seen to help, and where it hurts."""
    pairs = [(n, c) for n in USERS for c in SINGLE]
    idle = [p for p in pairs if all(signs[*p, d] == 0 for d in DEALT)]
    text = ""
    if idle:
        parts = [
            f"the {c} ({words.listed(n for n, k in idle if k == c)})"
            for c in SINGLE
            if any(k == c for _, k in idle)
        ]
        text = f"Not seen to add anything, dealt or not: {words.listed(parts)}."
    down = sorted({(n, c) for (n, c, _), sign in signs.items() if sign < 0})
    if down:
        parts = [f"{c} for {n} play" for n, c in down]
        text += f" Fewer games are won with {words.listed(parts)}."
    return text


def fewer_sentence(played) -> str:
    """Whether one character alone can be better than all four."""
    gaps = {
        (n, c, d): played[n, c, d].minus(played[n, "all four", d])
        for n in USERS
        for c in SINGLE
        for d in DEALT
    }
    up = [key for key, sign in say.signs_of(gaps).items() if sign > 0]
    if not up:
        return "No character alone is seen to win more than all four."
    top = max(up, key=lambda key: gaps[key].mean)
    return (
        f"Four are not always more than one: with {DEALT[top[2]]} {say.WHO[top[0]]} wins "
        f"{say.points(gaps[top])} more with the {top[1]} alone, in the first seat, than with all "
        "four in a row."
    )


# ------------------------------------------------------------------------------------- dealt


def tell_dealt(report, given, played, sweeps):
    """Title, second figure and table: what dealt cards cost."""
    gaps = {
        (n, k, w): given[n, k, w, 1].minus(given[n, k, w, 0])
        for n in NAMES
        for k in PLAYERS
        for w in DWARVES
    }
    signs = say.signs_of(gaps)
    back = {  # the best of the characters against no dealt cards at all
        (n, c): played[n, c, 1].minus(played[n, "none", 0])
        for n in NAMES[1:]
        for c in CARDS
        if c != "none"
    }
    back_signs = say.signs_of(back)
    full = {key: one for key, one in given.items() if key[2] == DWARVES[-1]}
    point = say.simultaneous(len(full))
    frame = pd.DataFrame(
        {"strategy": n, "players": k, "dealt": DEALT[d], **one.estimate("won", level=point)}
        for (n, k, _, d), one in full.items()
    )
    report.title = say.unbroken(title(gaps, signs, back_signs))
    sentence = dealt_sentence(given, gaps, signs)
    report.heading(dealt_title(signs))
    report.text(
        f"{sentence} {back_sentence(back, back_signs)} A dealt card is seen by its owner alone, "
        "who may not turn it over, and no choice has told anything of it. [dealt] and [cost] have "
        "the numbers."
    )
    panels = {k: f"{k} players" for k in PLAYERS}
    report.figure(
        "dealt",
        draw(frame, "players", panels, "dealt", figures.looks_of(DEALT.values())),
        "Games won with ten dwarves, with nothing dealt and with a card dealt to each player. "
        f"95 % intervals, simultaneous for the {len(frame)} points (Šidák); one that is not seen "
        "is shorter than its marker.",
        f"Three dot plots, for 2, 3 and 4 players: games won by strategy. {sentence}",
        sweeps[:1],
        frame,
    )
    columns = [(k, w) for w in DWARVES for k in PLAYERS]
    report.table(
        "cost",
        ["", *(f"{k} pl., {w} dw." for k, w in columns)],
        [[n, *(cell(gaps[n, *c], signs[n, *c]) for c in columns)] for n in NAMES],
        "Games won with a card dealt to each minus with nothing dealt, in points, paired, ± half "
        f"of a single 95 % interval. ?: no difference seen, !: fewer are won (Holm, {len(gaps)} "
        "comparisons at 5 %).",
        sweeps[:1],
    )
    return sentence


def title(gaps, signs, back_signs) -> str:
    """Whether dealt cards cost more than characters bring back."""
    most = DWARVES[-1]
    costs = [n for n in NAMES[1:] if signs[n, MOST, most] < 0]
    if len(costs) < len(NAMES) - 1:
        who = words.listed(costs)
        return (
            f"A dealt card makes the game of four harder for {who} play"
            if costs
            else "A dealt card is not seen to make the game of four harder"
        )
    worst = min(costs, key=lambda n: gaps[n, MOST, most].mean)
    share = words.percent(-gaps[worst, MOST, most].mean).removesuffix(" %")
    text = (
        f"With {words.count(most)} dwarves a card dealt to each of four players costs up to "
        f"{share} points of the games"
    )
    if all(back_signs[n, c] < 0 for n in costs for c in SINGLE):
        return f"{text}, more than any one character brings back"
    return text


def dealt_title(signs) -> str:
    """How often dealt cards cost games, as a heading."""
    down = sum(sign < 0 for sign in signs.values())
    up = sum(sign > 0 for sign in signs.values())
    if down == len(signs):
        return "A dealt card makes every table lose more"
    if up:
        return "A dealt card makes most tables lose more, but not all"
    return f"A dealt card makes {down} of {len(signs)} tables lose more, and none win more"


def dealt_sentence(given, gaps, signs) -> str:
    """What is won with dealt cards by three kinds of table of four."""
    most = DWARVES[-1]
    parts = [
        f"{say.WHO[n]} {say.interval(given[n, MOST, most, 1].estimate('won'))} instead of "
        f"{words.percent(given[n, MOST, most, 0].estimate('won')['mean'])}"
        for n in ("chain", "lowest", "best")
        if signs[n, MOST, most] < 0
    ]
    if not parts:
        return "Dealt cards are not seen to cost tables of four their games."
    text = f"With a card dealt to each of four players {words.listed(parts)}".replace(
        " table ", " table wins ", 1
    )
    same = [key for key, sign in signs.items() if sign == 0]
    text += "."
    if same and all(key[1] == 2 for key in same if key[0] in USERS):
        text += " Two players with a strong convention are not all seen to lose by it."
    few = min((key for key in gaps if key[2] == DWARVES[0]), key=lambda key: gaps[key].mean)
    if signs[few] < 0:
        text += (
            f" With {words.count(DWARVES[0])} dwarves it costs up to {say.points(gaps[few])} "
            f"({say.WHO[few[0]]}, {few[1]} players)."
        )
    return text


def back_sentence(back, signs) -> str:
    """Whether a character or all four make up for the dealt cards."""
    level = whose([key for key, sign in signs.items() if sign == 0])
    over = whose([key for key, sign in signs.items() if sign > 0])
    if not level and not over:
        return "Neither a character nor all four of them make up for the dealt cards."
    text = ""
    if over:
        text = f"More than what dealt cards cost is brought back by {over}. "
    if level:
        text += f"As much is won as without dealt cards, as far as is seen, with {level}. "
    return text + "With the others less is won."


def whose(pairs) -> str:
    """Characters with the strategies that use them so."""
    parts = [
        f"{'' if c == 'all four' else 'the '}{c} ({words.listed(n for n, k in pairs if k == c)})"
        for c in CARDS
        if any(k == c for _, k in pairs)
    ]
    return words.listed(parts)


# ------------------------------------------------------------------------------------- seats


def tell_seats(study, report, played):
    """Who should have the character."""
    settings = [held_by(seat, c) for c in SINGLE for seat in range(MOST)]
    cells = study.sweep(
        "seats",
        say.GAME,
        ["dealt=1", f"characters=none,{','.join(settings)}"],
        SEATED,
        SEAT_GAMES,
    )
    found = {
        (n, c, seat): cells(n, characters=held_by(seat, c))
        for n in SEATED
        for c in SINGLE
        for seat in range(MOST)
    }
    gaps = {key: one.minus(cells(key[0], characters="none")) for key, one in found.items()}
    signs = say.signs_of(gaps)
    apart = {
        (n, c, seat): found[n, c, seat].minus(found[n, c, 0]) for n, c, seat in found if seat > 0
    }
    apart_signs = say.signs_of(apart)
    sentence = seats_sentence(apart, apart_signs)
    report.heading(seats_title(apart_signs))
    report.text(sentence + " [seats] has what each adds.")
    report.table(
        "seats",
        ["", *(f"seat {seat + 1}" for seat in range(MOST))],
        [
            [f"{c}, {n}", *(cell(gaps[n, c, s], signs[n, c, s]) for s in range(MOST))]
            for n in SEATED
            for c in SINGLE
        ],
        "What a character adds to the games won by four players with ten dwarves and a card dealt "
        "to each, by the seat that has it, the first one begins; in points, paired, ± half of a "
        f"single 95 % interval. ?: no difference seen, !: fewer are won (Holm, {len(gaps)} "
        "comparisons at 5 %).",
        [cells],
    )
    return sentence


def seats_title(signs) -> str:
    """Whether it matters who has the character, as a heading."""
    seen = {c for (_, c, _), sign in signs.items() if sign != 0}
    if not seen:
        return "It is not seen to matter who has the character"
    names = [c for c in SINGLE if c in seen]
    return f"It matters who has the {words.listed(names, 'or')}"


def seats_sentence(gaps, signs) -> str:
    """The largest difference between seats."""
    seen = [key for key, sign in signs.items() if sign != 0]
    if not seen:
        return "No difference is seen between the seats that may have a character."
    top = max(seen, key=lambda key: abs(gaps[key].mean))
    n, c, seat = top
    verb = "adds" if gaps[top].mean > 0 else "takes"
    order = ("first", "second", "third", "fourth")
    return (
        f"Who has the character matters most for the {c} and {say.WHO[n]}: in the {order[seat]} "
        f"seat instead of the one that begins it {verb} {say.points(gaps[top])}. A difference to "
        f"the first seat is seen in {words.count(len(seen))} of {len(signs)} cases."
    )
