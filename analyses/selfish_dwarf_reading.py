"""
Saboteur: Selfish Dwarf: how much is hidden information worth?

What a role gains by a reader's planning and what by his reading of the others' deeds, among readers
at three tables; and what the odds are with no secret cards, and with four to eight. Every sentence
that states a finding is chosen by the numbers.
"""

import _selfish_dwarf_words as say
import pandas as pd

from dwarfsim import figures, words
from dwarfsim.game import load_game
from dwarfsim.games.selfish_dwarf.knobs import BELIEF

QUICK = 20
TABLES = (5, 7, 10)
STEPS = 10_000  # rounds of each table, role and player
SECRETS = (0, 4, 5, 6, 7, 8)
GAMES = {"plain": 30_000, "reader": STEPS}
CALLED = {"plain": "all plain", "reader": "all readers"}
AMONG = {"plain": "among plain players", "reader": "among readers"}
# as a reader, but no deed tells it anything about a role
DEAF = "reader:" + ":".join(f"{knob}=0" for knob in BELIEF)
LADDER = {"plain": "plain", DEAF: "deaf reader", "reader": "reader"}


def make(study, report):
    """Play, and tell."""
    base = study.sweep("readers", say.GAME, [f"players={_all(TABLES)}"], ["reader"], STEPS)
    lower = {
        (role, who): study.sweep(
            f"{role}-{number}",
            say.GAME,
            [f"players={_all(TABLES)}"],
            ["reader"],
            STEPS,
            roles={role: who},
        )
        for role in say.ROLES
        for number, who in enumerate(list(LADDER)[:-1])
    }
    secrets = study.sweep(
        "secrets", say.GAME, ["players=7", f"secret={_all(SECRETS)}"], list(GAMES), GAMES
    )
    deeds = tell_deeds(report, base, lower)
    cards = tell_secrets(report, secrets)
    report.abstract = [*deeds[1:], cards]
    report.title = say.unbroken(deeds[0])
    game = load_game(say.GAME)
    report.heading("Who plays")
    report.text(
        "A deaf reader is a reader to whom no deed tells anything about a role: its knobs of "
        f"belief ({', '.join(BELIEF)}) are 0. What it plans with is the same, and it learns from "
        "secret cards as before."
    )
    report.players(game, list(GAMES), say.WHO)
    report.assumptions(game)


def _all(numbers) -> str:
    return ",".join(map(str, numbers))


# -------------------------------------------------------------------------------------- deeds


def tell_deeds(report, base, lower):
    """First figure: a role's odds if its players are plain, deaf readers, or readers."""

    def cell(role, who, n):
        return base(players=n) if who == "reader" else lower[role, who](players=n)

    level = say.simultaneous(len(TABLES) * len(say.ROLES) * len(LADDER))
    lines = [
        {"players": n, "role": role, "who": who, **say.won(cell(role, key, n), role, level)}
        for n in TABLES
        for role in say.ROLES
        for key, who in LADDER.items()
    ]
    frame = pd.DataFrame(lines)
    looks = figures.looks_of(tuple(LADDER.values()))
    figure = figures.new_figure(5.6)
    grid = figure.subplots(1, len(TABLES), sharey=True)
    for axes, n in zip(grid, TABLES, strict=True):
        part = frame[frame["players"] == n]
        figures.interval_plot(
            axes, part, "role", "who", looks=looks, labels="", dodge=0.18, join=False
        )
        axes.set_title(f"{n} players")
    grid[0].set_ylim(0, None)
    grid[0].set_ylabel("rounds that the role wins")
    figures.percent_axis(grid[0].yaxis)
    figures.legend(figure, list(looks), _dots(looks), loc="outside upper center", ncols=len(looks))
    pairs = {"planning": (DEAF, "plain"), "deeds": ("reader", DEAF)}
    steps = {
        (kind, role, n): say.gain(cell(role, high, n), cell(role, low, n), role)
        for kind, (high, low) in pairs.items()
        for role in say.ROLES
        for n in TABLES
    }
    signs = say.signs_of(steps)
    sentences = [deeds_sentence(steps, signs), planning_sentence(steps, signs)]
    report.figure(
        "deeds",
        figure,
        "Rounds that a role wins if its players are plain players, deaf readers or readers; all "
        f"others are readers. 95 % intervals, simultaneous for the {len(frame)} points (Šidák).",
        "Three dot charts: rounds won by each role, by who plays it, with five, seven and ten "
        f"players. {' '.join(sentences)}",
        [base, *lower.values()],
        frame,
    )
    head = ["", *(f"{n} pl., {kind}" for kind in pairs for n in TABLES)]
    rows = [
        [
            say.ROLES[role],
            *(
                say.signed(steps[kind, role, n]) + ("" if signs[kind, role, n] else " ?")
                for kind in pairs
                for n in TABLES
            ),
        ]
        for role in say.ROLES
    ]
    report.table(
        "steps",
        head,
        rows,
        "What a role wins more often, in points: by a reader's planning (deaf readers instead of "
        "plain players) and by what deeds tell (readers instead of deaf ones). Paired, ± half of a "
        f"single 95 % interval. ?: no difference seen (Holm, {len(steps)} comparisons at 5 %).",
        [base, *lower.values()],
    )
    told = f"{sentences[1]} [deeds] and [steps] have the numbers."
    return [deeds_title(steps, signs), sentences[0], told]


def _dots(looks) -> dict:
    return {name: {**look, "linestyle": "none"} for name, look in looks.items()}


def deeds_title(steps, signs) -> str:
    """To whom reading of deeds is worth most at a table of seven."""
    found = {role: steps["deeds", role, 7] for role in say.ROLES if signs["deeds", role, 7] > 0}
    if not found:
        return "What deeds tell about roles is not seen to help any role of seven readers"
    best = max(found, key=lambda role: found[role].mean)
    size = f"{100 * found[best].mean:.0f}"
    if len(found) == 1:
        who = say.ROLES[best]
        verb = "win" if who.endswith("s") else "wins"
        return f"Of seven readers only {who} {verb} more by what deeds tell: {size} points"
    return f"What deeds tell is worth most to {say.ROLES[best]}: {size} points among seven readers"


def deeds_sentence(steps, signs) -> str:
    """What each role gains by reading deeds."""
    parts = []
    for role, who in say.ROLES.items():
        sizes = []
        for n in TABLES:
            one, sign = steps["deeds", role, n], signs["deeds", role, n]
            sizes.append(_size(one) if sign else "nothing seen")
        parts.append(f"{who} {words.listed(sizes)}")
    return (
        f"What the others' deeds tell about roles changes a role's wins, in points with "
        f"{words.listed(map(str, TABLES))} players: for {'; for '.join(parts)}."
    )


def _size(found) -> str:
    return f"{100 * found.mean:+.1f}".replace("-", "−")


def planning_sentence(steps, signs) -> str:
    """Whether planning or reading is worth more."""
    keys = [(role, n) for role in say.ROLES for n in TABLES]
    more = [key for key in keys if steps["planning", *key].mean > steps["deeds", *key].mean]
    clear = [
        key
        for key in more
        if steps["planning", *key].low > steps["deeds", *key].high and signs["planning", *key] > 0
    ]
    other = [
        key
        for key in keys
        if steps["deeds", *key].low > steps["planning", *key].high and signs["deeds", *key] > 0
    ]
    return (
        "The rest of what a reader is ahead of a plain player is planning: it weighs every card "
        f"by what it does to the tunnels. In {len(clear)} of {len(keys)} cases planning brings "
        f"clearly more than deeds, in {len(other)} clearly less."
    )


# ------------------------------------------------------------------------------------- secrets


def tell_secrets(report, cells):
    """Second figure: odds by the number of secret cards."""
    level = say.simultaneous(len(GAMES) * len(SECRETS) * len(say.ROLES))
    lines = [
        {"who": who, "secret": k, "role": role, **say.won(cells(who, secret=k), role, level)}
        for who in GAMES
        for k in SECRETS
        for role in say.ROLES
    ]
    frame, looks = pd.DataFrame(lines), say.looks()
    figure = figures.new_figure(5.4)
    grid = figure.subplots(1, len(GAMES), sharey=True)
    for axes, who in zip(grid, GAMES, strict=True):
        part = frame[frame["who"] == who]
        figures.interval_plot(axes, part, "secret", "role", looks=looks, labels="")
        axes.set_title(CALLED[who])
        axes.set_xlabel("secret cards")
        axes.set_xticks(range(0, 9, 2))
    grid[0].set_ylim(0, None)
    grid[0].set_ylabel("rounds won")
    figures.percent_axis(grid[0].yaxis)
    figures.legend(figure, list(looks), looks, loc="outside upper center", ncols=len(looks))
    spans = {"from none to four": (4, 0), "from four to eight": (8, 4)}
    steps = {
        (who, span, role): say.gain(cells(who, secret=high), cells(who, secret=low), role)
        for who in GAMES
        for span, (high, low) in spans.items()
        for role in say.ROLES
    }
    signs = say.signs_of(steps)
    sentence = secrets_sentence(steps, signs)
    report.heading(secrets_title(steps, signs))
    report.text(
        "A table of seven with other numbers of secret cards; the deck is longer or shorter by "
        f"them, and so is a round that the saboteurs win. {sentence} [secrets] shows all numbers."
    )
    report.figure(
        "secrets",
        figure,
        "Rounds won by role with none and with four to eight secret cards, seven players. 95 % "
        f"intervals, simultaneous for the {len(frame)} points (Šidák).",
        f"Two line charts: rounds won by role, by the number of secret cards. {sentence}",
        [cells],
        frame,
    )
    rows = [
        [
            CALLED[who],
            span,
            *(
                say.signed(steps[who, span, role]) + ("" if signs[who, span, role] else " ?")
                for role in say.ROLES
            ),
        ]
        for who in GAMES
        for span in spans
    ]
    report.table(
        "cards",
        ["", "secret cards", "saboteurs", "gold-diggers", "Selfish Dwarf"],
        rows,
        "What four more secret cards change of the rounds that each role wins, in points; paired, "
        f"± half of a single 95 % interval. ?: no difference seen (Holm, {len(steps)} comparisons "
        "at 5 %).",
        [cells],
        left=2,
    )
    return sentence


def secrets_title(steps, signs) -> str:
    """Whether the number of secret cards matters within the listings' range."""
    wide = [key for key in steps if key[1] == "from four to eight" and signs[key]]
    first = [key for key in steps if key[1] == "from none to four" and signs[key]]
    if not first and not wide:
        return "The number of secret cards is not seen to matter"
    size = max(abs(steps[key].mean) for key in first + wide)
    if not wide:
        return "The first secret cards matter, more of them do not"
    return f"Four secret cards more or less move a role by at most {100 * size:.0f} points"


def secrets_sentence(steps, signs) -> str:
    """Whom more secret cards help."""
    parts = []
    for who in GAMES:
        inner = []
        for span in dict.fromkeys(key[1] for key in steps):
            moved = [
                f"{say.ROLES[role]} {_size(steps[who, span, role])}"
                for role in say.ROLES
                if signs[who, span, role]
            ]
            inner.append(f"{span} {words.listed(moved) if moved else 'no role is seen to move'}")
        parts.append(f"{AMONG[who]} {'; '.join(inner)}")
    return f"Secret cards change the rounds won, in points: {'. '.join(map(words.capital, parts))}."
