"""
Imperfect memory: what a player still knows of what it has seen and heard.

Whenever it looks at a card, and whenever something is said, it is settled for how many turns (of
all players) it will remember: in each it forgets with a fixed probability. What lies face up, what
all know, and its own cards, which it may check at any time, it cannot forget.
"""

import math

from ...bits import lowest
from ...jit import kernel
from ...rng import uniform
from .beliefs import BELOW, OVER, SCRATCH, UNDER, add_lower
from .view import CARDS, LOOKED, SAID, SWAPPED, View, hand_of, is_seen

_LINE = SCRATCH  # for each card: the line of the events, from 1, where it was last looked at
_UNTIL = _LINE + CARDS  # for each card: the turn from which on it is forgotten
_SAID = _UNTIL + CARDS  # the same for each statement, in their order
_STATEMENTS = 128
RECALLING = _SAID + _STATEMENTS  # the memory that is needed
_DRAWS = 64  # the first of the numbers drawn from a decision's stream


@kernel
def turns_kept(luck, draw, forget):
    """For how many turns something is remembered, at least one."""
    if forget >= 1.0:
        return 1
    return 1 + int(min(math.log(1.0 - uniform(luck, draw)) / math.log(1.0 - forget), 1e6))


@kernel
def nibbles(cards):
    """The bits of a row that belong to a set of cards."""
    row = 0
    while cards:
        row |= 15 << 4 * lowest(cards)
        cards &= cards - 1
    return row


@kernel
def keep_in_mind(memory, view, me, card, line, forget):
    """The player looks at a card, if it has not been told of this line yet."""
    if memory[_LINE + card] < line + 1:
        memory[_LINE + card] = line + 1
        kept = turns_kept(me.luck, _DRAWS + card, forget)
        memory[_UNTIL + card] = view.events[line, 0] + kept


@kernel(inline=False)
def recall(view, me, forget):
    """
    The view as the player remembers it.

    Parameters
    ----------
    view : View
    me : Me
        Its memory holds RECALLING numbers.
    forget : float
        The probability of forgetting, for each card and statement and turn.

    Returns
    -------
    View
        Without the forgotten cards' numbers; of statements see `remembers`.
    """
    if forget == 0:
        return view
    memory, events, said = me.memory, view.events, 0
    for line in range(view.lines):
        who, event, x, y = events[line, 1], events[line, 2], events[line, 3], events[line, 4]
        if event == SAID:
            if memory[_SAID + said] == 0:
                kept = turns_kept(me.luck, _DRAWS + CARDS + said, forget)
                memory[_SAID + said] = events[line, 0] + kept
            said += 1
        elif who == me.seat and is_seen(event):
            keep_in_mind(memory, view, me, x, line, forget)
        if who == me.seat and event in (LOOKED, SWAPPED):
            keep_in_mind(memory, view, me, y, line, forget)
    known = view.common | hand_of(view.fronts, me.seat)
    for card in range(view.dwarves):
        if memory[_LINE + card] > 0 and view.turn < memory[_UNTIL + card]:
            known |= 1 << card
    known &= view.known
    return View(
        view.players,
        view.dwarves,
        view.turn,
        view.start,
        view.statements,
        view.next,
        view.flips,
        view.centre,
        view.fronts,
        view.up,
        view.common,
        known,
        view.numbers & nibbles(known),
        view.looked,
        view.since,
        view.characters,
        view.about,
        view.sayable,
        view.first,
        view.second,
        view.below,
        view.events,
        view.lines,
    )


@kernel
def remembers(memory, view, statement, forget):
    """Whether the player remembers the statement of this number, from 0."""
    return forget == 0 or view.turn < memory[_SAID + statement]


@kernel
def recall_statements(memory, view, forget):
    """As `beliefs.take_statements`, those that are remembered."""
    for card in range(view.dwarves):
        memory[BELOW + card] = view.below[card] if forget == 0 else 0
        memory[OVER + card] = memory[UNDER + card] = 0
    said = 0
    for line in range(view.lines if forget > 0 else 0):
        if view.events[line, 2] == SAID:
            if remembers(memory, view, said, forget):
                add_lower(memory, view.dwarves, view.events[line, 3], view.events[line, 4])
            said += 1
