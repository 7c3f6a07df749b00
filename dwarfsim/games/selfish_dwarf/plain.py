"""
The benchmark policies of the rules page: `random` and `plain`.

`plain` plays each role by rules of thumb around D, the number of path cards that are still missing.
Whatever it compares, ties fall to the first in hand order, then to the smallest column, the
smallest row, the unturned card; of tools to the first of pick, lantern and cart; of players to the
first clockwise.
"""

import numpy as np

from ...bits import lowest, size
from ...jit import kernel
from ...rng import below
from .cards import CAVE_IN, SECRET
from .caving import raises_without
from .grid import (
    CARDS,
    CELL,
    FIRST_PATH,
    LEFT,
    OCCUPIED,
    RIGHT,
    at_bit,
    downwards,
)
from .placing import NONE, count_placements, first_placement, lowering, placement, raising
from .view import (
    BROKEN,
    CARD_DEAD,
    CARD_OPENINGS,
    LAST_LOWERED,
    SABOTEUR,
    SELFISH,
    TOOL_COUNT,
    UNKNOWN,
    believed,
    bring_down,
    can_look,
    can_repair,
    can_sabotage,
    card_at,
    discard,
    distance,
    is_broken,
    is_path,
    is_repair,
    is_repeated,
    is_sabotage,
    knowledge,
    look_at,
    path_card_at,
    repair,
    sabotage,
    suspicion,
    tools_of,
)
from .ways import INFINITE

# ------------------------------------------------------------------------------ random


@kernel
def count_uses(view, seat, card):
    """In how many ways a card may be played, putting it away not counted."""
    count = 0
    if is_path(card):
        return 0 if is_broken(view, seat) else count_placements(view, card)
    if is_sabotage(card):
        for other in range(view.players):
            count += np.int64(can_sabotage(view, seat, card, other))
    elif is_repair(card):
        for other in range(view.players):
            count += size(view.seats[other, BROKEN] & tools_of(card))
    elif card == SECRET:
        for goal in range(3):
            count += np.int64(can_look(view, goal))
    else:
        for other in range(FIRST_PATH, view.facts[CARDS]):
            count += np.int64(path_card_at(view, view.cards[other, CELL]) == other)
    return count


@kernel
def use_number(view, seat, place, number):
    """The answer that plays a card in the way of this number."""
    card = card_at(view.hand, place)
    if is_path(card):
        return placement(view, place, card, number)
    if is_sabotage(card):
        for other in range(view.players):
            number -= np.int64(can_sabotage(view, seat, card, other))
            if number < 0:
                return sabotage(place, other)
    elif is_repair(card):
        for other in range(view.players):
            for tool in range(TOOL_COUNT):
                number -= np.int64(can_repair(view, card, other, tool))
                if number < 0:
                    return repair(place, other, tool)
    elif card == SECRET:
        for goal in range(3):
            number -= np.int64(can_look(view, goal))
            if number < 0:
                return look_at(place, goal)
    else:
        for other in range(FIRST_PATH, view.facts[CARDS]):
            cell = view.cards[other, CELL]
            number -= np.int64(path_card_at(view, cell) == other)
            if number < 0:
                return bring_down(place, cell)
    return discard(place)


@kernel
def random_turn(view, me):
    """Any card in any way, or away with it; all that the rules allow are equally likely."""
    options = 0
    for place in range(view.held):
        if not is_repeated(view.hand, place):
            options += 1 + count_uses(view, me.seat, card_at(view.hand, place))
    number = below(me.luck, 0, options)
    for place in range(view.held):
        if not is_repeated(view.hand, place):
            if number == 0:
                return discard(place)
            uses = count_uses(view, me.seat, card_at(view.hand, place))
            if number <= uses:
                return use_number(view, me.seat, place, number - 1)
            number -= 1 + uses
    return NONE


# ------------------------------------------------------------------------------ action cards


@kernel
def repair_for(view, other):
    """The first card that repairs a tool of a player; none: NONE."""
    broken = view.seats[other, BROKEN]
    if broken:
        for place in range(view.held):
            card = card_at(view.hand, place)
            if is_repair(card) and tools_of(card) & broken:
                return repair(place, other, lowest(tools_of(card) & broken))
    return np.int64(NONE)


@kernel
def sabotage_against(view, seat, other):
    """The first card that can hit a player; none: NONE."""
    for place in range(view.held):
        card = card_at(view.hand, place)
        if is_sabotage(card) and can_sabotage(view, seat, card, other):
            return sabotage(place, other)
    return np.int64(NONE)


@kernel
def first_of(view, card):
    """The place of the first card of a type in the hand; none: NONE."""
    for place in range(view.held):
        if card_at(view.hand, place) == card:
            return place
    return NONE


# ------------------------------------------------------------------------------ gold-diggers


@kernel
def look_first(view):
    """A secret card on the first goal that the player has not seen; none: NONE."""
    place = first_of(view, SECRET)
    if place >= 0:
        for goal in range(3):
            if can_look(view, goal) and knowledge(view, goal) == UNKNOWN:
                return look_at(place, goal)
    return np.int64(NONE)


@kernel
def help_honest(view, seat):
    """A repair for the first other player who has done nothing suspicious; none: NONE."""
    for step in range(1, view.players):
        other = (seat + step) % view.players
        if is_broken(view, other) and suspicion(view, other) == 0:
            answer = repair_for(view, other)
            if answer != NONE:
                return answer
    return np.int64(NONE)


@kernel
def hit_suspect(view, seat):
    """Sabotage against the most suspicious player that can be hit, from 2 on; none: NONE."""
    most, answer = 1, np.int64(NONE)
    for step in range(1, view.players):
        other = (seat + step) % view.players
        if suspicion(view, other) > most:
            hit = sabotage_against(view, seat, other)
            if hit != NONE:
                most, answer = suspicion(view, other), hit
    return answer


@kernel
def rubbish(view):
    """A dead end, or the path card with the fewest openings, or the oldest card."""
    fewest, chosen = 5, 0
    for place in range(view.held):
        card = card_at(view.hand, place)
        if is_path(card):
            if CARD_DEAD[card]:
                return discard(place)
            if size(CARD_OPENINGS[card]) < fewest:
                fewest, chosen = size(CARD_OPENINGS[card]), place
    return discard(chosen)


@kernel
def plain_digger(view, me):
    """Builds; looks, repairs, sabotages where it cannot; else throws away."""
    answer = repair_for(view, me.seat)
    if answer == NONE and not is_broken(view, me.seat):
        answer = lowering(view, believed(view))
    if answer == NONE:
        answer = look_first(view)
    if answer == NONE:
        answer = help_honest(view, me.seat)
    if answer == NONE:
        answer = hit_suspect(view, me.seat)
    return rubbish(view) if answer == NONE else answer


# ------------------------------------------------------------------------------ selfish dwarf


@kernel
def plain_selfish(view, me):
    """Joins a goal if it can; never leaves the last step to others if it can wait."""
    goals = believed(view)
    now = distance(view, goals)
    if not is_broken(view, me.seat) and now <= 2:
        joins = lowering(view, goals)
        if now == 1 and joins != NONE:
            return joins
        near = joins if now == 2 else first_placement(view, goals, 1, 1)
        if near != NONE:
            wait = first_placement(view, goals, now, INFINITE)
            if wait != NONE:
                return wait
    return plain_digger(view, me)


# ------------------------------------------------------------------------------ saboteurs


@kernel
def hit_builder(view, seat):
    """Sabotage against the unbroken player who last brought the public D down; none: NONE."""
    latest, victim = 0, NONE
    for step in range(1, view.players):
        other = (seat + step) % view.players
        last = view.seats[other, LAST_LOWERED]
        if not is_broken(view, other) and last > latest:
            latest, victim = last, other
    return sabotage_against(view, seat, victim) if victim >= 0 else np.int64(NONE)


@kernel
def most_openings(view):
    """The card with the most printed openings is put away."""
    most, chosen = -1, 0
    for place in range(view.held):
        openings = size(CARD_OPENINGS[card_at(view.hand, place)])
        if openings > most:
            most, chosen = openings, place
    return discard(chosen)


@kernel
def cave_in_on(view, me, goals):
    """A cave-in on the first card without which D towards these goals is longer; none: NONE."""
    place, now = first_of(view, CAVE_IN), distance(view, goals)
    if place < 0 or now >= INFINITE:
        return np.int64(NONE)
    for column in range(view.facts[LEFT], view.facts[RIGHT] + 1):
        word = downwards(view, view.columns[OCCUPIED, column])
        while word:
            cell = at_bit(view, column, lowest(word))
            word &= word - 1
            card = path_card_at(view, cell)
            if card >= 0 and raises_without(view, me, goals, now, card):
                return bring_down(place, cell)
    return np.int64(NONE)


@kernel
def plain_saboteur(view, me):
    """Hits who built last; builds to block; lets the tunnel cave in; keeps the dull cards."""
    goals = believed(view)
    answer = repair_for(view, me.seat)
    if answer == NONE:
        answer = hit_builder(view, me.seat)
    if answer == NONE and not is_broken(view, me.seat):
        answer = raising(view, goals)
    if answer == NONE:
        answer = cave_in_on(view, me, goals)
    return most_openings(view) if answer == NONE else answer


@kernel
def plain_turn(view, me):
    """By the role."""
    if view.role == SABOTEUR:
        return plain_saboteur(view, me)
    return plain_selfish(view, me) if view.role == SELFISH else plain_digger(view, me)
