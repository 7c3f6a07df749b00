"""
What of 10 Dwarves can be computed exactly: blind play, and play with all knowledge shared.

Nothing here uses the compiled rules: it is what the simulator is tested against.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import factorial

CENTRE, UNSEEN = -1, -2  # where a card lies; else a player, counted from the one to move


def blind_flips(dwarves: int) -> list[Fraction]:
    """
    The distribution of the right flips of a table that plays at random, 0 to `dwarves` of them.

    Whoever flips, each card that is hidden from all is equally likely to be the next.
    """
    reached = [Fraction(factorial(dwarves - k), factorial(dwarves)) for k in range(dwarves + 1)]
    return [here - more for here, more in zip(reached, [*reached[1:], Fraction()], strict=True)]


def blind_mean(dwarves: int) -> Fraction:
    """The mean number of right flips of a table that plays at random."""
    return sum((k * chance for k, chance in enumerate(blind_flips(dwarves))), Fraction())


# ------------------------------------------------------------------------ all knowledge shared

Where = tuple[int, ...]  # of the hidden numbers, the next one first, where each lies


def shared_win(players: int, dwarves: int, dealt: int = 0) -> Fraction:
    """
    The best probability of winning where everybody knows every card that anybody has looked at.

    No convention can do better with cards that are not open from the start: a player who may say
    all it knows needs no code.

    Parameters
    ----------
    players, dwarves, dealt : int
    """
    if dealt == 0:
        return _win(players, (UNSEEN,) * dwarves)
    whole, deals = Fraction(), 0
    for where in _deals(players, dwarves):
        whole += _win(players, where)
        deals += 1
    return whole / deals


def open_win(players: int, dwarves: int, dealt: int = 0) -> bool:
    """Whether a table always wins where all cards are known from the start."""
    if dealt == 0:
        return _win(players, (CENTRE,) * dwarves) == 1
    known = ((CENTRE if at == UNSEEN else at for at in w) for w in _deals(players, dwarves))
    return all(_win(players, tuple(where)) == 1 for where in known)


def _deals(players: int, dwarves: int, seat: int = 0, where: Where = ()) -> Iterator[Where]:
    """Every way to deal one card to each player."""
    where = where or (UNSEEN,) * dwarves
    if seat == players:
        yield where
        return
    for card, at in enumerate(where):
        if at == UNSEEN:
            yield from _deals(players, dwarves, seat + 1, _put(where, card, seat))


def _put(where: Where, card: int, at: int) -> Where:
    return (*where[:card], at, *where[card + 1 :])


@cache
def _win(players: int, where: Where) -> Fraction:
    """The best probability of winning for a table whose player 0 is to move."""
    best = Fraction()
    for after in _options(players, where):
        best = max(best, after)
        if best == 1:
            break
    return best


def _options(players: int, where: Where) -> Iterator[Fraction]:
    """What each way to go on is worth."""
    if not where or (where[0] > 0 and len(where) == 1):
        yield Fraction(1)
        return
    if all(at == 0 for at in where):  # nothing to do: a pass
        yield _win(players, _next_player(players, where))
    flips = 0
    while flips < len(where) and where[flips] > 0:
        flips += 1
    for turned in range(flips, -1, -1):
        rest = where[turned:]
        if not rest:
            yield Fraction(1)
            continue
        if turned > 0:
            yield _win(players, _next_player(players, rest))
        yield from _looks(players, rest)


def _next_player(players: int, where: Where) -> Where:
    return tuple((at - 1) % players if at >= 0 else at for at in where)


def _looks(players: int, where: Where) -> Iterator[Fraction]:
    """What each Action 1 is worth."""
    known = [card for card, at in enumerate(where) if at == CENTRE]
    unseen = [card for card, at in enumerate(where) if at == UNSEEN]
    if len(known) + len(unseen) == 1:
        (card,) = known + unseen
        yield _win(players, _next_player(players, _put(where, card, 0)))
        return
    for pair in combinations(known, 2):
        yield _taking(players, where, pair)
    for card in known if unseen else ():
        yield _mean(_taking(players, where, (card, other)) for other in unseen)
    if len(unseen) > 1:
        yield _mean(_taking(players, where, pair) for pair in combinations(unseen, 2))


def _mean(values: Iterator[Fraction]) -> Fraction:
    found = list(values)
    return sum(found, Fraction()) / len(found)


def _taking(players: int, where: Where, pair: tuple[int, int]) -> Fraction:
    """Two cards are seen: the better one of them is taken."""
    seen = _put(_put(where, pair[0], CENTRE), pair[1], CENTRE)
    return max(_win(players, _next_player(players, _put(seen, card, 0))) for card in pair)
