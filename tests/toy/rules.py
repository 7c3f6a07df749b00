"""The rules of Pig. Chance is indexed by turn and throw: nobody's luck hangs on another's nerve."""

from typing import NamedTuple

import numpy as np

from dwarfsim.game import SHARE, Decision
from dwarfsim.jit import Ints, kernel
from dwarfsim.rng import CHANCE, SETUP, below, stream
from dwarfsim.table import CAPPED, FINISHED, ILLEGAL, ask, give_role, tell

from . import BUSTS, POT, SIDES

PICK, THROW, CLAIM, OBSERVE = range(4)  # kinds of decision
CHARM, BANK = 0, 1  # what can be observed: a charm (by its owner alone), a pot that was banked
SCALE = 1 << 20


class Rules(NamedTuple):
    """The parameters."""

    players: int
    rounds: int
    target: int
    charms: int
    keeper: int
    max_turns: int
    sides: Ints
    busts: Ints


class Pick(NamedTuple):
    """Which die? 0 or 1."""

    score: int
    round: int


class Throw(NamedTuple):
    """Throw again (1), or bank the pot (0)?"""

    pot: int
    die: int
    score: int
    thrown: int
    lead: float  # over the mean of all seats


class Claim(NamedTuple):
    """Which charm was it?"""

    charms: int
    on_table: int  # points banked by all seats


class Event(NamedTuple):
    """What a seat sees happen."""

    what: int
    seat: int
    value: int


class Outcomes(NamedTuple):
    """What a game writes down."""

    win: Ints
    score: Ints
    kept: Ints
    banked: Ints
    pots: Ints
    throws: Ints
    pace: Ints


class Workspace(NamedTuple):
    """Arrays of one thread."""

    scores: Ints
    charms: Ints


@kernel
def plain_die(view, me):
    """The default: the six-sided die."""
    return 0


@kernel
def first_charm(view, me):
    """The default: claim that it was charm 0."""
    return 0


DECISIONS = (
    Decision("pick", Pick, plain_die),
    Decision("throw", Throw),
    Decision("claim", Claim, first_charm),
    Decision("observe", Event),
)


@kernel
def deal(rules, workspace, table, luck, out):
    """Show each seat its charm, and give somebody the role."""
    for seat in range(rules.players):
        workspace.scores[seat] = 0
        charm = below(stream(luck, SETUP, 0), seat, rules.charms)
        workspace.charms[seat] = charm
        tell(table, OBSERVE, 0, seat, luck, 0, Event(CHARM, seat, charm))
    if rules.keeper:
        seat = below(stream(luck, SETUP, 1), 0, rules.players)
        give_role(table, seat, 0)
        out.kept[seat] = 1


@kernel
def take_turn(rules, workspace, table, luck, seat, round_, throws):
    """One turn: points banked (-1: an illegal answer), and throws of the game so far."""
    turn = round_ * rules.players + seat
    score = workspace.scores[seat]
    mean = 0.0
    for other in range(rules.players):
        mean += workspace.scores[other] / rules.players
    first = 1000 * turn + 1
    die = ask(table, PICK, throws, seat, luck, first, Pick(score, round_))
    if die < 0 or die > 1:
        return -1, throws
    pot = thrown = 0
    while pot < POT and throws < rules.max_turns:
        view = Throw(pot, die, score, thrown, score - mean)
        answer = ask(table, THROW, throws, seat, luck, first + 1 + thrown, view)
        if answer != 0 and answer != 1:
            return -1, throws
        if answer == 0:
            break
        face = 1 + below(stream(luck, CHANCE, turn), thrown, rules.sides[die])
        thrown += 1
        throws += 1
        if face <= rules.busts[die]:
            return 0, throws
        pot += face
    return pot, throws


@kernel
def publish(rules, table, luck, turn, seat, pot):
    """Everybody sees what was banked."""
    for other in range(rules.players):
        tell(table, OBSERVE, turn, other, luck, 1 + turn, Event(BANK, seat, pot))


@kernel
def best_of(rules, workspace):
    """The highest score, and how many have it."""
    best, ties = -1, 0
    for seat in range(rules.players):
        score = workspace.scores[seat]
        ties = 1 if score > best else ties + (score == best)
        best = max(best, score)
    return best, ties


@kernel
def play(rules, workspace, table, luck, out):
    """One game of Pig."""
    deal(rules, workspace, table, luck, out)
    throws = total = 0
    for round_ in range(rules.rounds):
        banked = 0
        for seat in range(rules.players):
            pot, throws = take_turn(rules, workspace, table, luck, seat, round_, throws)
            if pot < 0:
                return ILLEGAL
            workspace.scores[seat] += pot
            banked += pot
            out.pots[seat, round_] = pot
            publish(rules, table, luck, round_ * rules.players + seat, seat, pot)
        total += banked
        out.banked[round_] = banked
        best, ties = best_of(rules, workspace)
        if best >= rules.target or throws >= rules.max_turns:
            break
    out.throws[0] = throws
    out.pace[0] = np.int64(SCALE * (total / max(throws, 1)) + 0.5)
    for seat in range(rules.players):
        charm = ask(table, CLAIM, throws, seat, luck, 999, Claim(rules.charms, total))
        if charm < 0 or charm >= rules.charms:
            return ILLEGAL
        workspace.scores[seat] += charm == workspace.charms[seat]
    best, ties = best_of(rules, workspace)
    for seat in range(rules.players):
        score = workspace.scores[seat]
        out.score[seat] = score
        out.win[seat] = SHARE // ties if score == best else 0
    return CAPPED if throws >= rules.max_turns else FINISHED


def rules(values) -> Rules:
    """The kernel's rules from the parameters."""
    names = ("players", "rounds", "target", "charms", "keeper", "max_turns")
    dice = [np.array([table[d] for d in (0, 1)], np.int64) for table in (SIDES, BUSTS)]
    return Rules(*(int(values[name]) for name in names), *dice)


def workspace(rules) -> Workspace:
    """The arrays of one thread."""
    return Workspace(np.zeros(rules.players, np.int64), np.zeros(rules.players, np.int64))
