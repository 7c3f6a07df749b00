"""Part of the study of prices: penalties by round, how they grow, and forgiven debt."""

from typing import NamedTuple

import _silberzwerg_money as money
import _silberzwerg_words as say
import pandas as pd

from dwarfsim import figures, stats, words

PRINTED, VALUES = (40, 30, 20, 10), (120, 100, 80, 60)
TOP, PLAIN = "champion", "miner"
SHOWN = ("random", PLAIN, TOP)
FACTORS = (0.5, 1, 2, 4)
GAMES = {"random": 16_000, PLAIN: 16_000, TOP: 8_000}
ROUNDS = 12
CYCLE = 4  # rounds after which an order leaves


class Scale(NamedTuple):
    """Penalties and order values, each so many times those assumed."""

    penalties: float
    values: float

    @property
    def label(self) -> str:
        """What it is called."""
        if self.penalties == self.values == 1:
            return "as assumed"
        if self.penalties == self.values:
            return f"both ×{self.values:g}"
        if self.values == 1:
            return f"penalties ×{self.penalties:g}"
        return f"order values ×{self.values:g}"

    @property
    def set(self) -> dict[str, str]:
        """The parameters."""
        return {
            "penalties": "+".join(f"{self.penalties * p:.0f}" for p in PRINTED),
            "order_values": "+".join(f"{self.values * v:.0f}" for v in VALUES),
        }


SCALES = (
    *(Scale(factor, 1) for factor in FACTORS),
    *(Scale(1, factor) for factor in (0.5, 1.5)),
    *(Scale(factor, factor) for factor in (0.5, 1.5)),
)
BASE = Scale(1, 1)


def tell(study, report, cells, names, by_round) -> tuple[str, str]:
    """Both figures and the table: what they say, and the end of the title."""
    tables = {table: GAMES[table] for table in SHOWN}
    played, sweeps = {}, []
    for number, scale in enumerate(SCALES):
        options = [f"{name}={value}" for name, value in scale.set.items()]
        sweep = study.sweep(f"scale-{number}", say.GAME, options, SHOWN, tables, rotate=True)
        sweeps.append(sweep)
        played |= {(scale, table): sweep(table) for table in SHOWN}
    due = tell_due(report, cells, played, by_round, sweeps)
    debt, end = tell_debt(report, cells, names, played, sweeps)
    return f"{due} {debt}", end


# ---------------------------------------------------------------------------------- when, how much


def paid(played, level: float = 0.95) -> dict:
    """A player's penalties in a game."""
    return played.estimate("penalties", 0, level)


def tell_due(report, cells, played, by_round, sweeps) -> str:
    """When penalties fall due, and how they grow with those printed."""
    level = stats.sidak(0.95, len(SHOWN) * ROUNDS)
    rounds = {
        name: [
            {
                key: x / money.PLAYERS if key in ("mean", "low", "high") else x
                for key, x in one.items()
            }
            for one in by_round(cells(name), "round_penalties", level)
        ]
        for name in SHOWN
    }
    lines = [{"players": n, **one} for n, some in rounds.items() for one in some]
    level = stats.sidak(0.95, len(SHOWN) * len(FACTORS))
    grown = [
        {"players": n, "factor": f, **paid(played[Scale(f, 1), n], level)}
        for n in SHOWN
        for f in FACTORS
    ]
    sentence = grow_sentence(played)
    report.heading(grow_title(played))
    report.text(
        f"{cycle_sentence(rounds)} [due] shows when penalties fall due and how they grow, [scales] "
        "what else changes."
    )
    looks = figures.looks_of(SHOWN)
    figure = figures.new_figure(6.2)
    left, right = figure.subplots(1, 2)
    figures.interval_plot(left, pd.DataFrame(lines), "round", "players", looks=looks, labels="")
    figures.interval_plot(right, pd.DataFrame(grown), "factor", "players", looks=looks, labels="")
    top = paid(played[BASE, TOP])["mean"]
    right.plot([0, FACTORS[-1]], [0, top * FACTORS[-1]], color=figures.INK, linewidth=0.7, zorder=1)
    figures.legend(figure, list(looks), looks, loc="outside upper right", ncols=len(looks))
    left.set_ylim(0, None)
    right.set_ylim(0, None)
    right.set_xlim(0, 4.2)
    left.set_xlabel("round")
    left.set_ylabel("penalties of a player, talers")
    left.set_title("in a round")
    right.set_xlabel("penalties, times those assumed")
    right.set_title("in a game")
    report.figure(
        "due",
        figure,
        "Penalties of a player, as printed, at tables of four alike. Left: by round, as far as "
        "half of the games come. Right: in a game, by how many times those assumed the penalties "
        f"are; thin line: what {say.MANY[TOP]} would pay if nothing else changed. Bars: 95 % "
        f"intervals, simultaneous for the points of each panel (Šidák).",
        f"Two line charts of penalties. {cycle_sentence(rounds)} {sentence}",
        [cells, *sweeps],
        pd.DataFrame(
            [{"panel": "round", **x} for x in lines] + [{"panel": "game", **x} for x in grown]
        ),
    )
    return sentence


def cycle_sentence(rounds) -> str:
    """In which rounds penalties fall due."""
    means = {one["round"]: one["mean"] for one in rounds[TOP]}
    due = [n for n in means if n > 1 and means[n] > 1.5 * sum(means.values()) / len(means)]
    whole = sum(means.values())
    if not due or whole == 0:
        return "Penalties fall due in all rounds alike."
    part = sum(means[n] for n in due) / whole
    text = f"Of the penalties of the first {max(means)} rounds {say.MANY[TOP]} pay "
    text += f"{words.percent(part)} in {words.spans(due, 'round')}"
    if all(n % CYCLE == 0 for n in due):
        text += (
            ": an order lasts four rounds, all begin in the first, and those that are renewed go "
            "on in step"
        )
    return f"{text}."


def grow_title(played) -> str:
    """Whether penalties grow as fast as those printed, as a heading."""
    top, base = played[Scale(FACTORS[-1], 1), TOP], played[BASE, TOP]
    times = paid(top)["mean"] / max(1e-9, paid(base)["mean"])
    fewer = money.apart(top.estimate("lapsed", 0), base.estimate("lapsed", 0)) < 0
    why = ", as fewer orders lapse" if fewer and times < FACTORS[-1] else ""
    return f"Penalties ×{FACTORS[-1]} cost {say.MANY[TOP]} {times:.1f} times as much{why}"


def grow_sentence(played) -> str:
    """How penalties and lapsed orders go with penalties and values."""
    parts = []
    for factor in (2, 4):
        texts = []
        for name in (TOP, PLAIN):
            one, base = played[Scale(factor, 1), name], played[BASE, name]
            times = paid(one)["mean"] / max(1e-9, paid(base)["mean"])
            texts.append(f"{say.MANY[name]} pay {times:.1f} times as much")
        parts.append(f"with penalties ×{factor} {words.listed(texts)}")
    base = played[BASE, TOP]
    values = [played[Scale(1, f), TOP] for f in (0.5, 1.5)]
    lapsed = [one.estimate("lapsed", 0) for one in (*values, base)]
    text = f"{words.capital('; '.join(parts))}. "
    sign = money.apart(lapsed[1], lapsed[0])
    if sign:
        text += f"Order values ×1.5 leave {lapsed[1]['mean']:.2f} orders of a player to lapse "
        text += f"among {say.MANY[TOP]}, values ×0.5 {lapsed[0]['mean']:.2f}, those assumed "
        text += f"{lapsed[2]['mean']:.2f}."
    else:
        text += f"How many orders lapse among {say.MANY[TOP]} is not seen to hang on their values."
    return text


# -------------------------------------------------------------------------------------------- debt


def forgiven(played, level: float = 0.95) -> dict:
    """To what share of the players some debt was forgiven."""
    values, shares = played.distribution("forgiven", 0)
    games = played.totals.games
    number = round(games * float(shares[values > 0].sum()))
    ends = stats.wilson(number, games, level)
    return {"mean": number / games, "low": ends.low, "high": ends.high, "number": number}


def tell_debt(report, cells, names, played, sweeps) -> tuple[str, str]:
    """How often debt is forgiven, and the table of all scales."""
    debts = {name: forgiven(cells(name)) for name in names}
    sentence = debt_sentence(debts, played)
    report.heading(debt_title(debts))
    report.text(sentence)
    rows = []
    for name in (PLAIN, TOP):
        for scale in SCALES:
            one = played[scale, name]
            debt = forgiven(one)
            rows.append(
                [
                    f"four {say.MANY[name]}",
                    scale.label,
                    money.cell(one.estimate("orders", 0), 2),
                    money.cell(one.estimate("lapsed", 0), 2),
                    money.cell(paid(one), 1),
                    money.cell(one.estimate("talers", 0)),
                    f"{100 * debt['mean']:.{2 if debt['mean'] < 0.1 else 0}f}",
                ]
            )
    report.table(
        "scales",
        ["table", "", "fulfilled", "lapsed", "penalties", "end", "forgiven (%)"],
        rows,
        "Of one of four alike, with half of the 95 % intervals: orders fulfilled, own orders that "
        "lapse, penalties as printed and talers at the end; and players to whom some debt was "
        "forgiven.",
        sweeps,
        2,
    )
    top = debts[TOP]
    return sentence, (
        f"debt is forgiven to {words.percent(top['mean'])} of them"
        if top["number"]
        else "debt is never forgiven to them"
    )


def some(found: dict) -> str:
    """A share of players, or none of so many."""
    return say.interval(found) if found["number"] else "none"


def debt_title(debts) -> str:
    """Who is forgiven debt, as a heading."""
    seen = [name for name, found in debts.items() if found["number"]]
    if not seen:
        return "Debt is never forgiven"
    rare = [name for name in seen if debts[name]["high"] < 0.01]
    if seen == ["random"]:
        return "Debt is forgiven to random players alone"
    if "random" in seen and len(rare) == len(seen) - 1:
        return "Debt is forgiven to random players, hardly ever to others"
    return f"Debt is forgiven to {words.listed(say.MANY[name] for name in seen)}"


def debt_sentence(debts, played) -> str:
    """To how many players debt is forgiven, as assumed and with higher penalties."""
    every = [f"{words.percent_interval(*money.ends(debts['random']))} of random players"]
    none = [name for name in debts if name != "random" and not debts[name]["number"]]
    every += [
        f"{say.interval(found)} of {say.MANY[name]}"
        for name, found in debts.items()
        if name != "random" and found["number"]
    ]
    text = f"Debt is forgiven to {words.listed(every)}"
    text += f", to no {words.listed((say.MANY[n] for n in none), 'or')}. " if none else ". "
    last = {name: forgiven(played[Scale(FACTORS[-1], 1), name]) for name in (PLAIN, TOP)}
    shown = words.listed(f"{some(found)} of {say.MANY[name]}" for name, found in last.items())
    return f"{text}With penalties ×{FACTORS[-1]} it is {shown}."
