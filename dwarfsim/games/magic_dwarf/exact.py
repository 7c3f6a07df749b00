"""
Exact odds of small cooperative races, as fractions, by going through all orders of the cards.

An oracle for the simulator: it shares no code with the compiled rules and is written for few
cards and short jumps, where the memory of positions (who stands where, the face-up card, the
forest, the discard pile) stays small. Cards are texts: ``s3`` and ``w3`` move a student or a witch
to colour 3, ``d2`` is a magic dwarf.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

START = 0
Positions = tuple[int, ...]


class Race(NamedTuple):
    """
    A cooperative race under a fixed path.

    Attributes
    ----------
    path : tuple of int
        The colours of the spaces after Start; the finish follows them.
    students, witches : tuple of int
        First positions; 0 is Start.
    cards : tuple of str
    needed : int
        Students that must come home.
    may_pass, from_finish : bool
        What a dwarf card may do: move nobody; fetch a character from the finish.
    """

    path: tuple[int, ...]
    students: Positions
    witches: Positions
    cards: tuple[str, ...]
    needed: int
    may_pass: bool = True
    from_finish: bool = False

    @property
    def finish(self) -> int:
        """The position behind the last space."""
        return len(self.path) + 1


class Turn(NamedTuple):
    """What lies open when a card is to be chosen."""

    race: Race
    students: Positions
    witches: Positions
    cards: tuple[str, str]  # the older, the newer


class Move(NamedTuple):
    """A card used: the older (0) or the newer (1), who moves ("s", "w" or "") and where."""

    choice: int
    side: str
    origin: int
    destination: int


class Odds(NamedTuple):
    """Chances of a race; what they lack to one is the chance that the turns run out."""

    won: Fraction
    lost: Fraction


Policy = Callable[[Turn], Iterable[tuple[Fraction, Move]]]


# ----------------------------------------------------------------------------------- the rules


def ahead(race: Race, taken: set[int], colour: int, origin: int) -> int:
    """The nearest empty space of a colour ahead, else the finish (R4)."""
    spaces = range(origin + 1, race.finish)
    good = (p for p in spaces if race.path[p - 1] == colour and p not in taken)
    return next(good, race.finish)


def behind(taken: set[int], number: int, origin: int) -> int:
    """The space that is the `number`-th empty one behind, or Start on the way there (R5)."""
    empty = [p for p in range(origin - 1, START, -1) if p not in taken]
    return empty[number - 1] if len(empty) >= number else START


def moves(turn: Turn, choice: int) -> list[Move]:
    """All moves of one of the two cards; alike characters at one place are one."""
    race, card = turn.race, turn.cards[choice]
    kind, number = card[0], int(card[1:])
    taken = {*turn.students, *turn.witches}
    everybody = [("s", p) for p in sorted({*turn.students})]
    everybody += [("w", p) for p in sorted({*turn.witches})]
    if kind != "d":
        return [
            Move(choice, side, p, ahead(race, taken, number, p))
            for side, p in everybody
            if side == kind and p < race.finish
        ]
    movable = [(side, p) for side, p in everybody if START < p < race.finish + race.from_finish]
    found = [Move(choice, side, p, behind(taken, number, p)) for side, p in movable]
    if race.may_pass or not found:
        found.append(Move(choice, "", START, START))
    return found


# -------------------------------------------------------------------------------- the policies


def uniform(turn: Turn) -> list[tuple[Fraction, Move]]:
    """The benchmark `random`: either card with equal chance, then any of its moves."""
    both = [moves(turn, 0), moves(turn, 1)]
    return [(Fraction(1, 2 * len(mine)), move) for mine in both for move in mine]


def rush(turn: Turn) -> list[tuple[Fraction, Move]]:
    """The benchmark `rush` of the rules page."""
    return [(Fraction(1), _rush(turn))]


def _rush(turn: Turn) -> Move:
    def of(kind):
        return [m for i in (0, 1) if turn.cards[i][0] == kind for m in moves(turn, i)]

    def length(move):
        return abs(move.destination - move.origin)

    students, dwarves = of("s"), of("d")
    if students:
        return max(students, key=lambda m: (length(m), -m.choice, m.origin))
    if not dwarves:
        return min(of("w"), key=lambda m: (m.destination, m.choice, m.origin))
    highest = max(int(turn.cards[m.choice][1:]) for m in dwarves)
    choice = min(m.choice for m in dwarves if int(turn.cards[m.choice][1:]) == highest)
    usable = [m for m in dwarves if m.choice == choice]
    witches = [m for m in usable if m.side == "w" and m.origin < turn.race.finish]
    if witches:
        return max(witches, key=lambda m: m.origin)
    passes = [m for m in usable if not m.side]
    return passes[0] if passes else min(usable, key=lambda m: (length(m), -m.origin))


# ------------------------------------------------------------------------------------ the odds


def odds(race: Race, policy: Policy, turns: int | None = None) -> Odds:
    """
    The exact odds of a race.

    Parameters
    ----------
    race : Race
    policy : function of a Turn
        Yields probabilities and moves.
    turns : int, optional
        The cap on turns, up to some hundreds. Without one the race must be acyclic: no position
        may come back with the same forest and discard pile. A deck without dwarf cards is
        always; one with them where it does not reshuffle, or where somebody is home by then.

    Raises
    ------
    ValueError
        If the race goes in circles and has no cap.
    """
    known = {}

    def flip(students, witches, older, forest, pile, left):
        """The odds before the next card is flipped."""
        if left == 0:
            return Odds(Fraction(0), Fraction(0))
        key = students, witches, older, forest, pile, left
        if key in known:
            if known[key] is None:
                raise ValueError("the race can go in circles: give it a cap on turns")
            return known[key]
        known[key] = None
        if not forest:
            forest, pile = pile, ()
        won = lost = Fraction(0)
        for newer in dict.fromkeys(forest):
            chance = Fraction(forest.count(newer), len(forest))
            turn = Turn(race, students, witches, (older, newer))
            for share, move in policy(turn):
                result = after(turn, move, _without(forest, newer), pile, left)
                won += chance * share * result.won
                lost += chance * share * result.lost
        known[key] = Odds(won, lost)
        return known[key]

    def after(turn, move, forest, pile, left):
        """The odds once a card is used."""
        students, witches = turn.students, turn.witches
        if move.side == "s":
            students = _moved(students, move)
        elif move.side == "w":
            witches = _moved(witches, move)
        if race.finish in witches:
            return Odds(Fraction(0), Fraction(1))
        if students.count(race.finish) >= race.needed:
            return Odds(Fraction(1), Fraction(0))
        used, kept = turn.cards[move.choice], turn.cards[1 - move.choice]
        left = None if left is None else left - 1
        return flip(students, witches, kept, forest, tuple(sorted((*pile, used))), left)

    won = lost = Fraction(0)
    cards = tuple(sorted(race.cards))
    for older in dict.fromkeys(cards):
        chance = Fraction(cards.count(older), len(cards))
        students, witches = tuple(sorted(race.students)), tuple(sorted(race.witches))
        result = flip(students, witches, older, _without(cards, older), (), turns)
        won += chance * result.won
        lost += chance * result.lost
    return Odds(won, lost)


def _without(items: tuple, item) -> tuple:
    at = items.index(item)
    return items[:at] + items[at + 1 :]


def _moved(positions: Positions, move: Move) -> Positions:
    return tuple(sorted((*_without(positions, move.origin), move.destination)))
