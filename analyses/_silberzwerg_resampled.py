"""The payoff table of Silberzwerg with its bootstrap samples, and what they say in words."""

from functools import cached_property

import _silberzwerg_words as say
import numpy as np
import pandas as pd
from _silberzwerg_equilibrium import USED, Symmetric
from scipy.special import ndtri

from dwarfsim import words

OTHERS = 3
SAMPLES = 400
SURE = 0.95  # of the samples: what holds in so many is stated as seen


class Resampled:
    """
    A symmetric game whose payoffs were estimated, and bootstrap samples of it.

    Parameters
    ----------
    names : list of str
    wins : ndarray, (games, strategies, profiles)
        Of each game what one player won; the games of all tables have the same luck.
    seed : int
    """

    def __init__(self, names, wins, seed: int):
        self.names = names
        self.game = Symmetric(wins.mean(0, dtype=float), OTHERS)
        games = len(wins)
        counts = np.random.default_rng(seed).multinomial(games, np.full(games, 1 / games), SAMPLES)
        means = counts.astype(np.float32) @ wins.reshape(games, -1) / games
        shape = (SAMPLES, *wins.shape[1:])
        self.samples = [Symmetric(one, OTHERS) for one in means.reshape(shape)]

    @cached_property
    def rounds(self) -> list[list[str]]:
        """Strictly dominated strategies, round by round."""
        return [[self.names[s] for s in some] for some in self.game.eliminate()]

    @cached_property
    def _gone(self) -> list[set[int]]:
        return [{s for some in one.eliminate() for s in some} for one in self.samples]

    def gone(self, name: str) -> float:
        """In which share of the samples a strategy does not survive elimination."""
        return float(np.mean([self.names.index(name) in some for some in self._gone]))

    @cached_property
    def equilibria(self) -> list[np.ndarray]:
        """Of the payoffs as estimated; the first is told as the equilibrium."""
        return self.game.equilibria()

    @property
    def mix(self) -> np.ndarray:
        """The equilibrium."""
        return self.equilibria[0]

    @cached_property
    def mixes(self) -> np.ndarray:
        """The equilibrium of each sample."""
        found = np.zeros((SAMPLES, len(self.names)))
        for row, one, gone in zip(found, self.samples, self._gone):
            kept = [s for s in range(len(self.names)) if s not in gone]
            row[kept] = one.only(kept).equilibrium()
        return found

    @property
    def support(self) -> list[str]:
        """The strategies in use, the most used first."""
        order = sorted(range(len(self.names)), key=lambda s: -self.mix[s])
        return [self.names[s] for s in order if self.mix[s] > USED]

    @property
    def top(self) -> str:
        """The strategy that the equilibrium uses most."""
        return self.support[0]

    @property
    def second(self) -> str:
        """The next one in use, or else the one that wins most against the equilibrium."""
        if len(self.support) > 1:
            return self.support[1]
        found = self.game.against(self.mix)
        rest = [s for s in range(len(self.names)) if self.names[s] != self.top]
        return self.names[max(rest, key=lambda s: found[s])]

    def frame(self) -> pd.DataFrame:
        """Shares of the equilibrium and wins against it, with percentile intervals."""
        against = np.array([one.against(self.mix) for one in self.samples])
        lines = []
        for what, mean, drawn in (
            ("share", self.mix, self.mixes),
            ("wins", self.game.against(self.mix), against),
        ):
            low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
            for s, name in reversed(list(enumerate(self.names))):
                line = {"what": what, "strategy": name, "mean": mean[s]}
                lines.append(line | {"low": min(low[s], mean[s]), "high": max(high[s], mean[s])})
        return pd.DataFrame(lines)

    def smallest(self, name: str, other: str, kept) -> tuple[float, float, float]:
        """How far `other` is ahead of a strategy where it is so least, and its interval."""
        one, two = self.names.index(name), self.names.index(other)
        places = [
            n
            for n, profile in enumerate(self.game.profiles)
            if all(self.names[s] in kept for s in profile)
        ]

        def least(game):
            return (game.payoffs[two] - game.payoffs[one])[places].min()

        drawn = np.quantile([least(game) for game in self.samples], (0.025, 0.975))
        return least(self.game), *drawn


def ends(mean: float, se: float, level: float) -> dict:
    """Mean and interval of a mean."""
    half = float(ndtri((1 + level) / 2)) * se
    return {"mean": mean, "low": mean - half, "high": mean + half}


def mix_text(found) -> str:
    """The equilibrium in short."""
    if len(found.support) == 1:
        return f"only {say.MANY[found.top]}"
    parts = [f"{100 * found.mix[found.names.index(n)]:.0f} % {say.MANY[n]}" for n in found.support]
    return words.listed(parts)


# ---------------------------------------------------------------------------------- dominated


def dominated_title(found) -> str:
    """Who is dominated, as a heading."""
    sure = [n for n in found.names if found.gone(n) >= SURE]
    if not sure:
        return "No strategy is seen to be dominated"
    left = [n for n in found.names if n not in sure]
    text = words.capital(words.listed(say.WHO[n] for n in sure))
    verb = "is" if len(sure) == 1 else "are"
    if len(left) == 1:
        return f"{text} {verb} dominated: {say.WHO[left[0]]} is left"
    return f"{text} {verb} dominated"


def dominated_sentence(found) -> str:
    """The elimination of dominated strategies, in words."""
    sure = [n for n in found.names if found.gone(n) >= SURE]
    vague = [n for n in found.names if found.gone(n) < SURE and any(n in r for r in found.rounds)]
    parts = []
    for number, some in enumerate(found.rounds):
        some = [n for n in some if n in sure]
        if some:
            who = words.listed(say.WHO[n] for n in some)
            when = "at once" if number == 0 else "then" if number == 1 else "after that"
            parts.append(f"{when} {who}")
    if not parts:
        text = "No strategy is seen to be strictly dominated by others"
    else:
        text = "Whatever the others do, one does better with another strategy or mix than as "
        text += parts[0].removeprefix("at once ")
        if len(parts) > 1:
            text += f"; and if nobody plays so, {'; '.join(parts[1:])}"
    if vague:
        shares = [f"{say.WHO[n]} in {words.percent(found.gone(n))}" for n in vague]
        text += f". Dominated by the payoffs as estimated, but not for sure: {words.listed(shares)}"
        text += " of the bootstrap samples"
    return f"{text}."


def dominated_table(found):
    """Head, rows and caption of the table of dominated strategies."""
    rows, kept = [], list(found.names)
    for number, some in enumerate(found.rounds):
        now = list(kept)
        part = found.game.only([found.names.index(n) for n in now])
        for name in some:
            pure = [now[s] for s in part.dominators(now.index(name))]
            best = max(pure, key=lambda o: found.smallest(name, o, now)[0], default="")
            least = found.smallest(name, best, now) if best else None
            shown = words.points(*least) if least else ""
            share = words.percent(found.gone(name))
            rows.append([name, str(number + 1), best or "a mix", shown, share])
        kept = [n for n in kept if n not in some]
    for name in kept:
        weak = [found.names[s] for s in found.game.dominators(found.names.index(name), True)]
        what = f"weakly by {words.listed(weak)}" if weak else "–"
        rows.append([name, "–", what, "", words.percent(found.gone(name))])
    caption = (
        "Strictly dominated strategies, removed round by round; the strategy that dominates each "
        "by itself and has the largest smallest lead (a mix, if none does); that lead in points, "
        "over all tables of three others that are left, with a 95 % percentile interval; and in "
        f"which share of the {SAMPLES} bootstrap samples the strategy is removed."
    )
    return ["strategy", "round", "dominated by", "least lead", "removed in"], rows, caption


# -------------------------------------------------------------------------------- equilibrium


def equilibrium_title(found) -> str:
    """The kind of equilibrium, as a heading."""
    if len(found.support) == 1:
        return f"The best reply to {say.MANY[found.top]} is to be one more"
    return f"In equilibrium {words.count(len(found.support))} strategies live side by side"


def equilibrium_sentence(found) -> str:
    """The equilibrium with its intervals, and what it costs to leave it."""
    frame = found.frame()
    shares = frame[frame["what"] == "share"].set_index("strategy")
    wins = frame[frame["what"] == "wins"].set_index("strategy")
    alike = np.mean([same_support(found, mix) for mix in found.mixes])
    if len(found.support) == 1:
        text = f"Where all four are {say.MANY[found.top]} nobody gains by another strategy"
        text += f" (so in {words.percent(alike)} of the bootstrap samples)"
    else:
        parts = [
            f"{words.percent_interval(*shares.loc[n, ['mean', 'low', 'high']])} {say.MANY[n]}"
            for n in found.support
        ]
        text = f"The mix that is a best reply to itself has {words.listed(parts)}"
        text += f" (the same strategies in {words.percent(alike)} of the bootstrap samples)"
    rest = [n for n in found.names if n not in found.support]
    if rest:
        best = max(rest, key=lambda n: wins.loc[n, "mean"])
        one = words.percent_interval(*wins.loc[best, ["mean", "low", "high"]])
        text += f"; of the rest {say.WHO[best]} wins most against it, {one} of the games instead "
        text += f"of {words.percent(1 / (OTHERS + 1))}"
    return f"{text}."


def same_support(found, mix) -> bool:
    """Whether a mix uses the same strategies as the equilibrium."""
    return {n for n, share in zip(found.names, mix) if share > USED} == set(found.support)


def others_sentence(found) -> str:
    """Whether another symmetric equilibrium was met."""
    more = found.equilibria[1:]
    if not more:
        return "From whichever strategy the search starts, it ends there."
    texts = [
        words.listed(
            f"{100 * share:.0f} % {say.MANY[n]}"
            for n, share in zip(found.names, mix)
            if share > USED
        )
        for mix in more
    ]
    return f"It is not the only one: the search also ends at {'; '.join(texts)}."


def crowd_text(frame, names, top, second) -> str:
    """Whom the most used strategy suffers from, as its number grows."""
    found = {(r["strategy"], r["number"]): r for r in frame.to_dict("records")}
    first, last = found[top, 0], found[top, OTHERS]
    parts = []
    for n in names:
        if n == top:
            continue
        ends_ = found[n, 0], found[n, OTHERS]
        if ends_[1]["low"] > ends_[0]["high"]:
            parts.append((n, "more"))
        elif ends_[1]["high"] < ends_[0]["low"]:
            parts.append((n, "less"))
    kind = (
        "falls" if last["high"] < first["low"] else "rises" if last["low"] > first["high"] else ""
    )
    text = f"The more of the others are {say.MANY[top]} instead of {say.MANY[second]}, "
    text += f"the less {say.WHO[top]} gains" if kind == "falls" else ""
    text += f"the more {say.WHO[top]} gains" if kind == "rises" else ""
    text += f"{say.WHO[top]} is not seen to win more or less" if not kind else ""
    for word in ("more", "less"):
        some = [say.WHO[n] for n, which in parts if which == word]
        if some:
            text += f"; {words.listed(some)} then {'win' if len(some) > 1 else 'wins'} {word}"
    return f"{text}."
