"""
`reader`: what each role does with what it believes (`beliefs`, `weighing`).

Every option is worth what it changes, less what its card is worth in the hand; the best one is
played (tie: the first found). A card put away changes nothing.

A gold-digger looks for the way to the likely gold, starves the Selfish Dwarf of the last card,
and sabotages whom it does not trust. A saboteur may build along while the goal is far. A Selfish
Dwarf likes some distances to the goal more than others: the last card should be missing when it is
its turn, not when it is another's.
"""

import numpy as np

from ...bits import size
from ...jit import kernel
from .beliefs import chance_of, judge_all
from .cards import CAVE_IN, SECRET
from .knobs import (
    DIG_DOUBT,
    DIG_HELP,
    DIG_HIT,
    DIG_KEEP,
    DIG_LOOK,
    DIG_MEND,
    DIG_RIVAL,
    DIG_STARVE,
    KEEP_CAVE,
    SAB_ALONG,
    SAB_CLOG,
    SAB_FAR,
    SAB_HELP,
    SAB_HIT,
    SAB_KEEP,
    SAB_LOOK,
    SAB_MEND,
    SAB_NEXT,
    SAB_PILE,
    SELF_FOE,
    SELF_HELP,
    SELF_HIT,
    SELF_KEEP,
    SELF_LOOK,
    SELF_MEND,
    SELF_NEXT,
)
from .view import (
    BROKEN,
    DIGGER,
    SABOTEUR,
    SELFISH,
    TOOL_COUNT,
    UNKNOWN,
    can_look,
    can_repair,
    can_sabotage,
    card_at,
    discard,
    is_broken,
    is_repair,
    is_repeated,
    is_sabotage,
    knowledge,
    look_at,
    repair,
    sabotage,
)
from .ways import DISTANCE
from .weighing import (
    Choice,
    belief,
    best_cave_in,
    best_path,
    better,
    keeping,
)


@kernel
def nearness(view, me):
    """How near the gold is believed to be: 1 with one card missing, less with more."""
    found = 0.0
    for goal in range(3):
        if belief(me, goal) > 0.0:
            found += belief(me, goal) / max(1, view.goals[goal, DISTANCE])
    return found


@kernel
def chance_near(view, me, most):
    """How likely at most so many cards are missing."""
    found = 0.0
    for goal in range(3):
        if view.goals[goal, DISTANCE] <= most:
            found += belief(me, goal)
    return found


@kernel
def risk_of_selfish(view, me):
    """
    How likely a Selfish Dwarf, not another, lays the last card.

    Each player who can lay a card is taken to have the right one every second time.
    """
    risk, alive = 0.0, 1.0
    for step in range(1, view.players):
        other = (me.seat + step) % view.players
        if not is_broken(view, other):
            risk += 0.5 * alive * chance_of(me, other, SELFISH)
            alive *= 0.5
    return risk


# ------------------------------------------------------------------------------ others


@kernel
def worth_of_hit(view, me, other, near, close):
    """What sabotage against a player is worth."""
    saboteur, selfish = chance_of(me, other, SABOTEUR), chance_of(me, other, SELFISH)
    knobs = me.knobs
    steps = (other - me.seat) % view.players
    if view.role == DIGGER:
        trusted = saboteur + knobs[DIG_RIVAL] * selfish * close - knobs[DIG_DOUBT]
        worth = knobs[DIG_HIT] * trusted
        return worth * 0.2 if is_broken(view, other) else worth
    if view.role == SABOTEUR:
        worth = knobs[SAB_HIT] * (1.0 - 2.0 * saboteur)
        worth += knobs[SAB_NEXT] * near / steps * (1.0 - 2.0 * saboteur)
        return worth * knobs[SAB_PILE] if is_broken(view, other) else worth
    worth = knobs[SELF_FOE] * saboteur * (1.0 - close)
    worth += close * knobs[SELF_HIT] * (1.0 + knobs[SELF_NEXT] / steps) * (1.0 - saboteur)
    return worth * 0.1 if is_broken(view, other) else worth


@kernel
def worth_of_help(view, me, other, tools):
    """What it is worth to repair one of so many broken tools."""
    knobs, role = me.knobs, view.role
    if other == me.seat:
        worth = knobs[SELF_MEND if role == SELFISH else DIG_MEND if role == DIGGER else SAB_MEND]
    elif role == SABOTEUR:
        worth = knobs[SAB_HELP] * (2.0 * chance_of(me, other, SABOTEUR) - 1.0)
    else:
        worth = knobs[DIG_HELP if role == DIGGER else SELF_HELP]
        worth *= chance_of(me, other, DIGGER) - 2.0 * chance_of(me, other, SABOTEUR)
    return worth / tools


@kernel
def best_hit(view, me, choice, place, kept):
    """The best sabotage with the card at this place, if it is better than a choice."""
    near, close = nearness(view, me), chance_near(view, me, 2)
    for step in range(1, view.players):
        other = (me.seat + step) % view.players
        if can_sabotage(view, me.seat, card_at(view.hand, place), other):
            worth = worth_of_hit(view, me, other, near, close) - kept
            choice = better(choice, sabotage(place, other), worth)
    return choice


@kernel
def best_help(view, me, choice, place, kept):
    """The best repair with the card at this place, if it is better than a choice."""
    for step in range(view.players):
        other = (me.seat + step) % view.players
        for tool in range(TOOL_COUNT):
            if can_repair(view, card_at(view.hand, place), other, tool):
                tools = size(view.seats[other, BROKEN])
                worth = worth_of_help(view, me, other, tools) - kept
                choice = better(choice, repair(place, other, tool), worth)
    return choice


@kernel
def best_look(view, me, choice, place):
    """The goal that is least certain."""
    look = SELF_LOOK if view.role == SELFISH else DIG_LOOK if view.role == DIGGER else SAB_LOOK
    for goal in range(3):
        if can_look(view, goal) and knowledge(view, goal) == UNKNOWN:
            chance = belief(me, goal)
            worth = me.knobs[look] * 4.5 * chance * (1.0 - chance)
            choice = better(choice, look_at(place, goal), worth)
    return choice


# ------------------------------------------------------------------------------ the turn


@kernel
def keep_of(view):
    """Where the knobs of what cards are worth in the hand begin."""
    return SELF_KEEP if view.role == SELFISH else DIG_KEEP if view.role == DIGGER else SAB_KEEP


@kernel
def lay_well(view, me, choice, keep):
    """The best path card, if it is better than a choice."""
    risk = me.knobs[DIG_STARVE] * risk_of_selfish(view, me) if view.role == DIGGER else 0.0
    clog = along = 0.0
    if view.role == SABOTEUR:
        clog = me.knobs[SAB_CLOG]
        if chance_near(view, me, np.int64(me.knobs[SAB_FAR]) - 1) == 0.0:
            along = me.knobs[SAB_ALONG]
    return best_path(view, me, choice, keep, risk, clog, along)


@kernel
def read_turn(view, me):
    """The option that is worth most."""
    judge_all(view, me)
    keep = keep_of(view)
    choice = Choice(np.int64(0), -1e9)
    if not is_broken(view, me.seat):
        choice = lay_well(view, me, choice, keep)
    for place in range(view.held):
        card = card_at(view.hand, place)
        if not is_repeated(view.hand, place):
            kept = keeping(view, me, keep, card)
            if is_sabotage(card):
                choice = best_hit(view, me, choice, place, kept)
            elif is_repair(card):
                choice = best_help(view, me, choice, place, kept)
            elif card == SECRET:
                choice = best_look(view, me, choice, place)
            elif card == CAVE_IN:
                kept = me.knobs[keep + KEEP_CAVE]
                choice = best_cave_in(view, me, choice, place, kept)
            choice = better(choice, discard(place), -kept)
    return choice.answer
