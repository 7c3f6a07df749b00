"""
The rules of Saboteur: Selfish Dwarf, in the rulebook's order.

The grid is in `grid`, the ways to the goals in `ways`, what a player sees and may answer in `view`.
"""

from typing import NamedTuple

import numpy as np

from ...game import Decision
from ...jit import IntGrid, Ints, kernel
from ...rng import SETUP, below, shuffle, stream
from ...table import CAPPED, FINISHED, ILLEGAL, ask, give_role, tell
from . import HANDS, roles_dealt
from .cards import SABOTAGE, SECRET, deck_of, stone_openings
from .grid import (
    CARD_FACTS,
    CELL,
    FACTS,
    GOAL_COUNT,
    GOALS,
    GOLD,
    HIDDEN,
    MOST_CARDS,
    OPENINGS,
    STATE,
    WIDTH,
    cave_in,
    goals_reached,
    is_connected,
    put_down,
    set_up,
    turn_to_stone,
)
from .grid import lay as lay_card
from .view import (
    BROKEN,
    CARD_DEAD,
    CAVED,
    CAVED_IN,
    DIGGER,
    DISCARDED,
    HELD,
    LAID,
    LAST_LOWERED,
    LOOKED,
    LOWERED,
    RAISED,
    REPAIRED,
    SABOTAGED,
    SABOTEUR,
    SEAT_FACTS,
    SEEN_GOLD,
    SEEN_STONE,
    SELFISH,
    Event,
    View,
    card_at,
    is_legal,
    is_path,
    is_sabotage,
    lying,
    path_card_at,
    place_of,
    tools_of,
    use_of,
)
from .ways import DISTANCE, GOAL_FACTS, INFINITE, WAVES, distance_with, survey

TURN, OBSERVE = range(2)  # kinds of decision
SHARE = 2520  # in 1 of a mean of gold
TO_SELFISH, TO_HERO, TO_DIGGER = 4, 3, 2  # gold (R7)

_TOLD = 1 << 16  # streams of what a seat is told have numbers from here on

# of the log, a line a turn; `with` is D of the card that was laid, goals not yet turned over
LOG = ("seat", "place", "card", "use", "drawn", "turned", "before", "with")


class Rules(NamedTuple):
    """The parameters as the kernel wants them."""

    players: int
    start: int  # -1: random
    hand: int  # cards dealt to each
    saboteurs: int
    diggers: int
    selfish: int
    saboteur_gold: int
    goal_column: int
    max_turns: int
    deck: Ints  # types, in order
    roles: Ints  # in order
    stones: Ints  # openings of the stone goals, unturned


class Workspace(NamedTuple):
    """Arrays of one thread."""

    deck: Ints  # the hands first, seat by seat, then the draw pile
    roles: Ints  # by seat
    hands: Ints  # by seat: see `view`
    known: Ints  # by seat: what it knows of the goals that it looked at
    hidden: Ints  # by goal: 0 the gold, else 1 + the stone goal
    seats: IntGrid
    cells: Ints
    cards: IntGrid
    columns: IntGrid
    goals: IntGrid
    facts: Ints
    waves: IntGrid
    seen: Ints  # by column: cells that waves have reached
    log: IntGrid


class Outcomes(NamedTuple):
    """What a round writes down."""

    winner_diggers: Ints
    winner_selfish: Ints
    winner_saboteurs: Ints
    gold_saboteur: Ints
    gold_digger: Ints
    gold_selfish: Ints
    gold: Ints
    turns: Ints
    paths_laid: Ints
    goals_turned: Ints
    deck_left: Ints
    start: Ints


class Deed(NamedTuple):
    """What was done in a turn: see `view.Event`."""

    what: int
    card: int
    cell: int
    openings: int
    target: int
    tool: int
    turned: int
    before_0: int
    before_1: int
    before_2: int
    with_0: int
    with_1: int
    with_2: int


DECISIONS = (Decision("turn", View), Decision("observe", Event))


# ------------------------------------------------------------------------------ preparation


@kernel(inline=False)
def deal(rules, space, table, luck):
    """R1, R10: roles, hands, goals; the seat that begins."""
    for i in range(rules.deck.shape[0]):
        space.deck[i] = rules.deck[i]
    shuffle(space.deck, rules.deck.shape[0], stream(luck, SETUP, 0))
    for goal in range(GOAL_COUNT):
        space.hidden[goal] = goal
    shuffle(space.hidden, GOAL_COUNT, stream(luck, SETUP, 1))
    for seat in range(rules.players):
        space.roles[seat] = rules.roles[seat]
    shuffle(space.roles, rules.players, stream(luck, SETUP, 2))
    for seat in range(rules.players):
        hand = 0
        for place in range(rules.hand):
            hand |= space.deck[seat * rules.hand + place] << 5 * place
        space.hands[seat] = hand
        space.known[seat] = 0
        for fact in range(SEAT_FACTS):
            space.seats[seat, fact] = 0
        space.seats[seat, HELD] = rules.hand
        give_role(table, seat, space.roles[seat])
    set_up(space, rules.goal_column)
    survey(space)
    return below(stream(luck, SETUP, 3), 0, rules.players) if rules.start < 0 else rules.start


# ------------------------------------------------------------------------------ a turn


@kernel
def look(rules, space, turn, seat, start, deck):
    """What the player sees."""
    return View(
        rules.players,
        turn,
        space.roles[seat],
        space.hands[seat],
        space.seats[seat, HELD],
        deck,
        space.known[seat],
        start,
        rules.saboteurs,
        rules.diggers,
        rules.selfish,
        space.seats,
        space.cells,
        space.cards,
        space.columns,
        space.goals,
        space.facts,
        space.waves,
    )


@kernel
def distance_to(space, goal):
    """D towards a goal; infinite if it is turned over."""
    return space.goals[goal, DISTANCE] if space.goals[goal, STATE] == HIDDEN else INFINITE


@kernel
def judge(space, goal, cell, openings, dead):
    """D towards a goal with a card that is to be laid, the goal not yet turned over."""
    if space.goals[goal, STATE] != HIDDEN:
        return INFINITE
    return distance_with(space, goal, cell, openings, dead)


@kernel
def act(rules, space, turn, seat, view, answer):
    """R2 to R5: the card is played, or put away."""
    place, use = place_of(answer), use_of(answer)
    card = card_at(view.hand, place)
    take_from_hand(space, seat, place)
    nearest = (distance_to(space, 0), distance_to(space, 1), distance_to(space, 2))
    if use < 0:
        return Deed(DISCARDED, -1, -1, 0, -1, -1, 0, *nearest, *nearest)
    if is_path(card):
        cell, openings = use >> 1, lying(card, use & 1)
        dead = CARD_DEAD[card]
        then = (
            judge(space, 0, cell, openings, dead),
            judge(space, 1, cell, openings, dead),
            judge(space, 2, cell, openings, dead),
        )
        remember(space, turn, seat, min(nearest), min(then))
        lay_card(space, cell, openings, dead, card)
        shown = turn_over_goals(rules, space)
        return Deed(LAID, card, cell, openings, -1, -1, shown, *nearest, *then)
    if is_sabotage(card):
        space.seats[use, BROKEN] |= tools_of(card)
        tool = card - SABOTAGE
        return Deed(SABOTAGED, card, -1, 0, use, tool, 0, *nearest, *nearest)
    if card < SECRET:
        tool = use % 3
        space.seats[use // 3, BROKEN] &= ~(np.int64(1) << tool)
        return Deed(REPAIRED, card, -1, 0, use // 3, tool, 0, *nearest, *nearest)
    if card == SECRET:
        found = SEEN_GOLD if space.hidden[use] == 0 else SEEN_STONE
        space.known[seat] |= found << 2 * use
        return Deed(LOOKED, card, -1, 0, use, -1, 0, *nearest, *nearest)
    number = path_card_at(space, use)
    space.seats[seat, CAVED] += np.int64(is_connected(space, number))
    cave_in(space, number)
    return Deed(CAVED_IN, card, use, space.cards[number, OPENINGS], -1, -1, 0, *nearest, *nearest)


@kernel
def take_from_hand(space, seat, place):
    """The cards after it move up."""
    hand, low = space.hands[seat], 5 * place
    space.hands[seat] = hand >> (low + 5) << low | hand & ((np.int64(1) << low) - 1)
    space.seats[seat, HELD] -= 1


@kernel
def draw(space, seat, card):
    """A drawn card goes to the end of the hand."""
    space.hands[seat] |= card << 5 * space.seats[seat, HELD]
    space.seats[seat, HELD] += 1


@kernel
def remember(space, turn, seat, before, after):
    """What all know of a player: how its placements changed the public D."""
    if after > before:
        space.seats[seat, RAISED] += 1
    if after < before:
        space.seats[seat, LOWERED] += 1
        space.seats[seat, LAST_LOWERED] = turn


@kernel
def turn_over_goals(rules, space):
    """R3: goals that are reached are turned over; a stone goal may reach another. Their set."""
    shown = 0
    reached = goals_reached(space)
    while reached:
        shown |= reached
        for goal in range(GOAL_COUNT):
            if reached >> goal & 1:
                if space.hidden[goal] == 0:
                    space.goals[goal, STATE] = GOLD
                    cell = space.cards[GOALS + goal, CELL]
                    put_down(space, GOALS + goal, cell, 0, 0, -1)
                else:
                    turn_to_stone(space, goal, rules.stones[space.hidden[goal] - 1])
        reached = goals_reached(space)
    return shown


@kernel
def is_gold_found(space):
    """Whether the gold lies open."""
    goals = space.goals
    return goals[0, STATE] == GOLD or goals[1, STATE] == GOLD or goals[2, STATE] == GOLD


@kernel
def publish(rules, space, table, luck, turn, seat, deed):
    """Everybody sees what was done."""
    for other in range(rules.players):
        event = Event(
            rules.players,
            turn,
            space.roles[other],
            space.known[other],
            deed.what,
            seat,
            deed.card,
            deed.cell,
            deed.openings,
            deed.target,
            deed.tool,
            deed.turned,
            deed.before_0,
            deed.before_1,
            deed.before_2,
            deed.with_0,
            deed.with_1,
            deed.with_2,
            rules.saboteurs,
            rules.diggers,
            rules.selfish,
            space.seats,
            space.cells,
            space.cards,
            space.columns,
            space.goals,
            space.facts,
            space.waves,
        )
        tell(table, OBSERVE, turn, other, luck, _TOLD + turn, event)


@kernel
def note(space, turn, seat, answer, card, drawn, deed):
    """Write a line into the log, for a transcript."""
    log, line = space.log, turn - 1
    log[line, 0], log[line, 1] = seat, place_of(answer)
    log[line, 2], log[line, 3] = card, use_of(answer)
    log[line, 4], log[line, 5] = drawn, deed.turned
    log[line, 6] = min(deed.before_0, deed.before_1, deed.before_2)
    log[line, 7] = min(deed.with_0, deed.with_1, deed.with_2)


# ------------------------------------------------------------------------------ the round


@kernel
def share_gold(rules, space, out, winner, hero):
    """R7 to R9: who gets how much."""
    out.winner_saboteurs[0] = np.int64(winner == SABOTEUR)
    out.winner_diggers[0] = np.int64(winner == DIGGER)
    out.winner_selfish[0] = np.int64(winner == SELFISH)
    total = 0
    for seat in range(rules.players):
        if space.roles[seat] == winner:
            gold = rules.saboteur_gold
            if winner == SELFISH:
                gold = TO_SELFISH
            elif winner == DIGGER:
                gold = TO_HERO if seat == hero else TO_DIGGER
            out.gold[seat] = gold
            total += gold
    if winner == SABOTEUR:
        out.gold_saboteur[0] = total * SHARE // rules.saboteurs
    elif winner == DIGGER:
        out.gold_digger[0] = total * SHARE // rules.diggers
    else:
        out.gold_selfish[0] = total * SHARE


@kernel
def play(rules, space, table, luck, out):
    """One round of Saboteur: Selfish Dwarf."""
    start = deal(rules, space, table, luck)
    cards, dealt = rules.deck.shape[0], rules.hand * rules.players
    out.start[0] = start
    status, turn = CAPPED, 0
    while turn < rules.max_turns and status == CAPPED:
        seat = (start + turn) % rules.players
        turn += 1
        view = look(rules, space, turn, seat, start, cards - dealt)
        answer = ask(table, TURN, turn, seat, luck, turn, view)
        if not is_legal(view, seat, answer):
            return ILLEGAL
        card = card_at(view.hand, place_of(answer))
        deed = act(rules, space, turn, seat, view, answer)
        out.paths_laid[0] += np.int64(deed.what == LAID)
        drawn = -1
        if is_gold_found(space):
            role = space.roles[seat]
            share_gold(rules, space, out, SELFISH if role == SELFISH else DIGGER, seat)
            status = FINISHED
        else:
            if dealt < cards:
                drawn = space.deck[dealt]
                draw(space, seat, drawn)
                dealt += 1
            if turn == cards:  # R6: all hands are empty
                share_gold(rules, space, out, SABOTEUR, -1)
                status = FINISHED
            elif deed.what == LAID or deed.what == CAVED_IN:
                survey(space)
        note(space, turn, seat, answer, card, drawn, deed)
        publish(rules, space, table, luck, turn, seat, deed)
    out.turns[0] = turn
    out.deck_left[0] = cards - dealt
    for goal in range(GOAL_COUNT):
        out.goals_turned[0] += np.int64(space.goals[goal, STATE] != HIDDEN)
    return status


# ------------------------------------------------------------------------------ from parameters


def rules(values) -> Rules:
    """The kernel's rules from the parameters' values (`Game.values`)."""
    players, counts = values["players"], roles_dealt(values)
    roles = [role for role, count in enumerate(counts) for _ in range(count)]
    return Rules(
        players=players,
        start=-1 if values["start"] == "random" else values["start"],
        hand=HANDS[players],
        saboteurs=counts[SABOTEUR],
        diggers=counts[DIGGER],
        selfish=counts[SELFISH],
        saboteur_gold=values["saboteur_gold"][counts[SABOTEUR] - 1],
        goal_column=values["goal_distance"] + 1,
        max_turns=values["max_turns"],
        deck=np.array(deck_of(values), np.int64),
        roles=np.array(roles, np.int64),
        stones=np.array(stone_openings(values["stone_goals"]), np.int64),
    )


def workspace(rules: Rules) -> Workspace:
    """The arrays of one thread."""

    def ints(*shape):
        return np.zeros(shape, np.int64)

    return Workspace(
        deck=ints(rules.deck.shape[0]),
        roles=ints(rules.players),
        hands=ints(rules.players),
        known=ints(rules.players),
        hidden=ints(GOAL_COUNT),
        seats=ints(rules.players, SEAT_FACTS),
        cells=ints(WIDTH * WIDTH),
        cards=ints(MOST_CARDS, CARD_FACTS),
        columns=ints(2, WIDTH),
        goals=ints(GOAL_COUNT, GOAL_FACTS),
        facts=ints(FACTS),
        waves=ints(GOAL_COUNT * WAVES, WIDTH),
        seen=ints(WIDTH),
        log=ints(rules.deck.shape[0], len(LOG)),
    )
