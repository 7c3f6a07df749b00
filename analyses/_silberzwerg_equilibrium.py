"""The payoff table of a symmetric game: dominated strategies and symmetric equilibria."""

from functools import cached_property
from itertools import combinations_with_replacement, product
from math import factorial

import numpy as np

WEAK = 1e-12  # payoffs that differ by less are the same
PRECISE = 1e-7  # what a change of strategy gains in an equilibrium, at most
SAME = 1e-3  # two equilibria are one if no share differs by more
USED = 1e-4  # a strategy with a smaller share is not in use
STEPS = 2_000  # of the search for an equilibrium


class Symmetric:
    """
    A symmetric game of several players.

    Parameters
    ----------
    payoffs : array_like, (strategies, profiles)
        What each strategy gets against each multiset of the others' strategies, in the order of
        `profiles`.
    others : int
        How many opponents each player has.
    """

    def __init__(self, payoffs, others: int):
        self.payoffs, self.others = np.asarray(payoffs, float), others
        self.profiles = profiles(len(self.payoffs), others)

    @cached_property
    def tensor(self) -> np.ndarray:
        """Payoffs by one's own strategy and by that of each opponent."""
        many = len(self.payoffs)
        place = {profile: number for number, profile in enumerate(self.profiles)}
        found = np.empty((many,) * (self.others + 1))
        for seats in product(range(many), repeat=self.others):
            found[(slice(None), *seats)] = self.payoffs[:, place[tuple(sorted(seats))]]
        return found

    def only(self, kept) -> "Symmetric":
        """The game in which only some strategies are allowed."""
        kept = list(kept)
        rows = [n for n, profile in enumerate(self.profiles) if set(profile) <= set(kept)]
        return Symmetric(self.payoffs[np.ix_(kept, rows)], self.others)

    def against(self, mix) -> np.ndarray:
        """What each strategy gets if every opponent draws its own from a mix."""
        return self.payoffs @ np.array([chance(profile, mix) for profile in self.profiles])

    def dominated(self) -> list[int]:
        """The strategies that a mix of others strictly dominates (a linear programme each)."""
        from quantecon.game_theory import Player

        return [int(s) for s in Player(self.tensor).dominated_actions()]

    def dominators(self, strategy: int, weakly: bool = False) -> list[int]:
        """The strategies that dominate one, by themselves."""
        gaps = self.payoffs - self.payoffs[strategy]
        if weakly:
            better = (gaps > -WEAK).all(1) & (gaps > WEAK).any(1)
        else:
            better = (gaps > WEAK).all(1)
        return [int(s) for s in np.flatnonzero(better)]

    def eliminate(self) -> list[list[int]]:
        """Strictly dominated strategies, round by round, until none is left."""
        kept, rounds = list(range(len(self.payoffs))), []
        while len(kept) > 1 and (gone := self.only(kept).dominated()):
            rounds.append([kept[s] for s in gone])
            kept = [s for s in kept if s not in rounds[-1]]
        return rounds

    def equilibrium(self, start=None) -> np.ndarray:
        """
        A mix that is a best reply to itself, reached from a start (by default all alike).

        The algorithm of McLennan and Tourky; from a start in which all play alike it stays there,
        as ties of best replies are broken alike.
        """
        from quantecon.game_theory import NormalFormGame, Player, mclennan_tourky

        many = len(self.payoffs)
        if many == 1:
            return np.ones(1)
        start = np.full(many, 1 / many) if start is None else np.asarray(start, float)
        game = NormalFormGame([Player(self.tensor)] * (self.others + 1))
        seats = (start,) * (self.others + 1)
        found = mclennan_tourky(game, seats, epsilon=PRECISE, max_iter=STEPS)
        return np.mean(found, axis=0)

    def gain(self, mix) -> float:
        """What the best reply to a mix gets more than the mix itself."""
        found = self.against(mix)
        return float(found.max() - found @ mix)

    def equilibria(self) -> list[np.ndarray]:
        """Those reached from all alike and from each strategy alone; the first is from all."""
        gone = {s for some in self.eliminate() for s in some}
        kept = [s for s in range(len(self.payoffs)) if s not in gone]
        part, found = self.only(kept), []
        starts = [None, *np.eye(len(kept))] if len(kept) > 1 else [None]
        for start in starts:
            mix = np.zeros(len(self.payoffs))
            mix[kept] = part.equilibrium(start)
            if self.gain(mix) < 10 * PRECISE and not any(
                np.abs(mix - other).max() < SAME for other in found
            ):
                found.append(mix)
        return found


def profiles(strategies: int, others: int) -> list[tuple[int, ...]]:
    """All multisets of the opponents' strategies."""
    return list(combinations_with_replacement(range(strategies), others))


def chance(profile, mix) -> float:
    """That opponents who draw from a mix make up a multiset."""
    ways, product_ = factorial(len(profile)), 1.0
    for strategy in set(profile):
        ways //= factorial(profile.count(strategy))
    for strategy in profile:
        product_ *= mix[strategy]
    return ways * product_
