"""
Beliefs about roles and gold, from everything that was done: Bayes' rule, seat by seat.

For every seat, every goal that may be the gold and every role the notes hold the logarithm of how
likely the seat's deeds are. A path card is judged by the D of its player, who believes in the goals
that it has not looked at, or knows the gold; so deeds tell about the gold, too, all the more from
players who have looked. `judge_all` sums over all ways to deal the roles that there are.

The deeds of a seat are taken as independent, given roles and gold. Sabotage and repairs tell about
two seats; each is judged by what was believed of the other.
"""

import math

import numpy as np

from ...jit import kernel
from .caving import NOTES
from .grid import HIDDEN, STATE
from .knobs import (
    ASTRAY,
    AWAY,
    BLOCK,
    BUILD,
    CAVE,
    CLEAR,
    FOE,
    FRIEND,
    IDLE,
    PEEK,
    WAIT,
)
from .view import (
    BROKEN,
    CAVED_IN,
    DIGGER,
    DISCARDED,
    LAID,
    LOOKED,
    REPAIRED,
    SABOTAGED,
    SABOTEUR,
    SELFISH,
    believed,
)
from .ways import DISTANCE, INFINITE

SEATS, STATES = 10, 8  # states: saboteurs (0 to 3) times 2 + selfish (0 or 1) among some seats
EVIDENCE = NOTES  # of a seat, a goal, a role
LOOKS = EVIDENCE + SEATS * 9  # the goals that a seat has looked at
BEFORE = LOOKS + SEATS  # weights of the states of all seats before one
AFTER = BEFORE + (SEATS + 1) * STATES  # and of all from one on
ROLE = AFTER + (SEATS + 1) * STATES  # probability of a role of a seat
GOLD = ROLE + SEATS * 3  # and that a goal is the gold
MEMORY = GOLD + 3


@kernel
def evidence_at(seat, goal, role):
    """Where the notes hold how likely the deeds of a seat are."""
    return EVIDENCE + (seat * 3 + goal) * 3 + role


@kernel
def chance_of(me, seat, role):
    """The probability that a seat has a role, as `judge_all` left it."""
    return me.memory[ROLE + seat * 3 + role]


# ------------------------------------------------------------------------------ posterior


@kernel(inline=False)
def judge_all(board, me):
    """Note the probabilities of all roles and of the gold."""
    notes, possible = me.memory, believed(board)
    for i in range(ROLE, MEMORY):
        notes[i] = 0.0
    total = 0.0
    for goal in range(3):
        if possible >> goal & 1:
            total += sum_over_deals(board, me, goal)
    if total <= 0.0:
        return
    for i in range(ROLE, MEMORY):
        notes[i] /= total


@kernel
def weight(board, me, seat, goal, role):
    """How likely a seat's deeds are, up to a factor of the seat's own."""
    if seat == me.seat:
        return 1.0 if role == board.role else 0.0
    most = -1e300
    for i in range(9):
        most = max(most, me.memory[EVIDENCE + seat * 9 + i])
    return math.exp(me.memory[evidence_at(seat, goal, role)] - most)


@kernel
def sum_over_deals(board, me, goal):
    """Add the weights of all deals of the roles, if a goal is the gold; their sum."""
    notes, players = me.memory, board.players
    for i in range(STATES):
        notes[BEFORE + i] = notes[AFTER + players * STATES + i] = 0.0
    notes[BEFORE] = notes[AFTER + players * STATES] = 1.0
    for seat in range(players):
        spread(board, me, seat, goal, BEFORE + seat * STATES, BEFORE + (seat + 1) * STATES)
    for seat in range(players - 1, -1, -1):
        spread(board, me, seat, goal, AFTER + (seat + 1) * STATES, AFTER + seat * STATES)
    end = 2 * board.saboteurs + board.selfish
    for seat in range(players):
        for role in range(3):
            step = 2 if role == SABOTEUR else (1 if role == SELFISH else 0)
            ways = 0.0
            for state in range(STATES):
                rest = end - step - state
                fits = rest >= 0 and (state & 1) + (step & 1) + (rest & 1) == (end & 1)
                if fits:
                    before = notes[BEFORE + seat * STATES + state]
                    ways += before * notes[AFTER + (seat + 1) * STATES + rest]
            notes[ROLE + seat * 3 + role] += ways * weight(board, me, seat, goal, role)
    notes[GOLD + goal] = notes[BEFORE + players * STATES + end]
    return notes[GOLD + goal]


@kernel
def spread(board, me, seat, goal, old, new):
    """Weights of states with one more seat."""
    notes = me.memory
    saboteur = weight(board, me, seat, goal, SABOTEUR)
    digger = weight(board, me, seat, goal, DIGGER)
    selfish = weight(board, me, seat, goal, SELFISH)
    for state in range(STATES):
        sum_ = notes[old + state] * digger
        if state >= 2:
            sum_ += notes[old + state - 2] * saboteur
        if state & 1:
            sum_ += notes[old + state - 1] * selfish
        notes[new + state] = sum_


# ------------------------------------------------------------------------------ evidence


@kernel
def add_evidence(me, seat, goal, saboteur, digger, selfish):
    """Logarithms of how likely a deed is, by role, if a goal is the gold."""
    me.memory[evidence_at(seat, goal, SABOTEUR)] += saboteur
    me.memory[evidence_at(seat, goal, DIGGER)] += digger
    me.memory[evidence_at(seat, goal, SELFISH)] += selfish


@kernel
def add_odds(me, seat, odds):
    """Log odds of a saboteur against both others, whatever goal is the gold."""
    for goal in range(3):
        me.memory[evidence_at(seat, goal, SABOTEUR)] += odds


@kernel
def least(first, second, third, goals):
    """The least D towards a set of goals."""
    found = INFINITE
    if goals & 1:
        found = first
    if goals & 2:
        found = min(found, second)
    if goals & 4:
        found = min(found, third)
    return found


@kernel
def trusted_by(me, seat, goal, hidden):
    """The goals in which a seat believes, if this one is the gold."""
    looked = np.int64(me.memory[LOOKS + seat])
    return 1 << goal if looked >> goal & 1 else hidden & ~looked


@kernel
def hear_path(event, me):
    """A path card: what it did to its player's D."""
    hidden, knobs = event.turned, me.knobs
    for goal in range(3):
        if event.goals[goal, STATE] == HIDDEN:
            hidden |= 1 << goal
    for goal in range(3):
        goals = trusted_by(me, event.by, goal, hidden)
        now = least(event.before_0, event.before_1, event.before_2, goals)
        then = least(event.with_0, event.with_1, event.with_2, goals)
        near = knobs[WAIT] if now <= 2 else 0.0
        if then < now:
            near = near if then == 1 else 0.0
            add_evidence(me, event.by, goal, knobs[BUILD], 0.0, -near)
        else:
            odds = knobs[IDLE] if then == now else knobs[BLOCK]
            away = -knobs[ASTRAY]
            add_evidence(me, event.by, goal, odds + away, away, away + near)


@kernel
def hear_cave_in(event, me):
    """A cave-in: whether the way to each goal became longer or shorter."""
    knobs = me.knobs
    before = (event.before_0, event.before_1, event.before_2)
    for goal in range(3):
        if event.goals[goal, STATE] == HIDDEN:
            now = before[goal]
            then = event.goals[goal, DISTANCE]
            if then != now:
                odds = knobs[CAVE] if then > now else knobs[CLEAR]
                add_evidence(me, event.by, goal, odds, 0.0, 0.0)


@kernel
def odds_by_company(chance, strength):
    """Log odds of a saboteur, from a deed that saboteurs do to others with odds of `strength`."""
    rare = math.exp(-strength)
    return math.log((1.0 - chance + chance * rare) / ((1.0 - chance) * rare + chance))


@kernel
def hear_of_two(event, me, strength):
    """Sabotage (strength above 0) or a repair (below 0): about both seats."""
    if event.by in (event.target, me.seat):
        return
    judge_all(event, me)
    by, target = chance_of(me, event.by, SABOTEUR), chance_of(me, event.target, SABOTEUR)
    add_odds(me, event.by, odds_by_company(target, strength))
    add_odds(me, event.target, odds_by_company(by, strength))


@kernel
def hear(event, me):
    """What was done, and what it tells."""
    if event.what == LAID:
        hear_path(event, me)
    elif event.what == SABOTAGED:
        hear_of_two(event, me, me.knobs[FOE])
    elif event.what == REPAIRED:
        hear_of_two(event, me, -me.knobs[FRIEND])
    elif event.what == LOOKED:
        looked = np.int64(me.memory[LOOKS + event.by]) | 1 << event.target
        me.memory[LOOKS + event.by] = looked
        add_odds(me, event.by, me.knobs[PEEK])
    elif event.what == CAVED_IN:
        hear_cave_in(event, me)
    elif event.what == DISCARDED and event.seats[event.by, BROKEN] == 0:
        add_odds(me, event.by, me.knobs[AWAY])
    return 0
