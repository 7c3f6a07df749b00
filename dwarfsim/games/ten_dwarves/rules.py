"""
The rules of 10 Dwarves, in the rulebook's order.

A card is its place in the line; sets of cards and rows of numbers are packed (`view`).
"""

from typing import NamedTuple

import numpy as np

from ...bits import lowest, size
from ...game import Decision
from ...jit import IntGrid, Ints, Reals, kernel
from ...rng import CHANCE, SETUP, below, shuffle, stream
from ...table import CAPPED, FINISHED, ILLEGAL, ask
from . import CHARACTERS, characters_of
from .beliefs import MINE, SCRATCH, members, relate, take_statements
from .view import (
    ALL,
    ANY,
    CARDS,
    COMPULSORY,
    DEALT,
    END,
    EVENTS,
    FLIPPED,
    GUARDIAN,
    HERALD,
    KEEP,
    LOOKED,
    NO_SPEECH,
    NONE,
    OPTIONAL,
    PASSED,
    PEEKED,
    SAID,
    SEEN,
    SEER,
    SILENT,
    SWAPPED,
    SWAPPER,
    TOOK,
    TURNED_BACK,
    WRONG,
    View,
    hand_of,
    is_flip,
    is_guess,
    is_swap,
    number_of,
)

OWN, SHARED, OPEN = range(3)  # sight
ACT, TAKE, STATE, HERALDS, CHARACTER = range(5)  # kinds of decision
GOING, DONE, WON, LOST, BAD = range(5)  # how a turn stands
_ROOM = 64  # decisions of a turn
_LINES = 512  # of events: a turn adds less than thirty, and there are no more than fifty


class Rules(NamedTuple):
    """The parameters as the kernel wants them."""

    players: int
    dwarves: int
    start: int  # -1: random
    statements: int
    dealt: int
    sight: int
    max_turns: int
    characters: int  # row by seat
    about: int
    line: Ints  # the numbers by place; empty: shuffled


class Workspace(NamedTuple):
    """Arrays of one thread."""

    numbers: Ints  # by card
    board: Ints  # see below
    below: Ints  # for each card those that are lower by the statements made
    events: IntGrid
    scratch: Reals


# places of the board
_CENTRE = 0  # the set of cards there
_FRONTS = 1  # hand: face-down cards before each player
_UP = 2  # the set of cards face up
_SHOWN = 3  # the set of cards that were shown and turned back
_LOOKED = 4  # hand: which cards each player has looked at
_SINCE = 5  # row: when a card came before a player
_COUNT = 6  # how often that has happened
_POWERS = 7  # row by seat: characters not used yet
_NEXT = 8  # the number to turn over next
_LINE = 9  # events written
BOARD = 10


class Outcomes(NamedTuple):
    """What a game writes down."""

    won: Ints
    turns: Ints
    flipped: Ints
    statements: Ints
    forced: Ints


class Turn(NamedTuple):
    """Where a turn stands."""

    status: int
    number: int  # of the game, from 1
    seat: int
    start: int
    flips: int
    asked: int  # decisions so far


# ------------------------------------------------------------------------------ the table


@kernel
def note(workspace, turn, event, x, y):
    """Write down what all can see."""
    line, events = workspace.board[_LINE], workspace.events
    events[line, 0], events[line, 1], events[line, 2] = turn.number, turn.seat, event
    events[line, 3], events[line, 4] = x, y
    workspace.board[_LINE] = line + 1


@kernel
def see(workspace, seat, card):
    """A player looks at a card."""
    workspace.board[_LOOKED] |= 1 << CARDS * seat + card


@kernel
def place_before(workspace, seat, card):
    """A card comes to lie before a player, who may check it at any time."""
    board = workspace.board
    board[_FRONTS] |= 1 << CARDS * seat + card
    board[_SINCE] = board[_SINCE] & ~(15 << 4 * card) | board[_COUNT] << 4 * card
    board[_COUNT] += 1
    see(workspace, seat, card)


@kernel
def everybody(hands):
    """The union of a hand's sets."""
    return (hands | hands >> CARDS | hands >> 2 * CARDS | hands >> 3 * CARDS) & ALL


@kernel
def others_of(workspace, seat):
    """The face-down cards before the other players."""
    return everybody(workspace.board[_FRONTS] & ~(ALL << CARDS * seat))


@kernel
def known_to_all(rules, workspace):
    """R5: cards whose number all know."""
    board = workspace.board
    if rules.sight == OPEN:
        return (1 << rules.dwarves) - 1
    common = board[_UP] | board[_SHOWN]
    return common | everybody(board[_LOOKED]) if rules.sight == SHARED else common


@kernel
def known_to(rules, workspace, seat):
    """R5: cards whose number a player has seen, or all know."""
    return known_to_all(rules, workspace) | hand_of(workspace.board[_LOOKED], seat)


@kernel
def numbers_of(workspace, cards):
    """The row of some cards' numbers."""
    row = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        row |= workspace.numbers[card] << 4 * card
    return row


@kernel
def sayable(rules, workspace, turn):
    """R5: the cards that a statement at the end of this turn may name, as far as it has gone."""
    everything = (1 << rules.dwarves) - 1
    if rules.about == ANY:
        return everything
    for line in range(workspace.board[_LINE] - 1, -1, -1):
        if workspace.events[line, 0] != turn.number:
            break
        if workspace.events[line, 2] == LOOKED:
            return 1 << workspace.events[line, 3] | 1 << workspace.events[line, 4]
    return 0


@kernel
def view_of(rules, workspace, turn, first, second):
    """What the player sees."""
    board = workspace.board
    known = known_to(rules, workspace, turn.seat)
    return View(
        rules.players,
        rules.dwarves,
        turn.number,
        turn.start,
        rules.statements,
        board[_NEXT],
        turn.flips,
        board[_CENTRE],
        board[_FRONTS],
        board[_UP],
        known_to_all(rules, workspace),
        known,
        numbers_of(workspace, known),
        board[_LOOKED],
        board[_SINCE],
        board[_POWERS],
        rules.about,
        sayable(rules, workspace, turn),
        first,
        second,
        workspace.below,
        workspace.events,
        board[_LINE],
    )


@kernel(inline=False)
def ask_for(rules, workspace, table, luck, kind, turn, first, second):
    """Ask the player; the decision's number is that of the turn and of the decision in it."""
    view = view_of(rules, workspace, turn, first, second)
    return ask(table, kind, turn.number, turn.seat, luck, turn.number * _ROOM + turn.asked, view)


@kernel
def now(turn, status):
    """The turn, after one more decision, as it stands now."""
    return Turn(status, turn.number, turn.seat, turn.start, turn.flips, turn.asked + 1)


def written(workspace: Workspace) -> int:
    """How many events the last game had."""
    return int(workspace.board[_LINE])


# ------------------------------------------------------------------------------ setup


@kernel(inline=False)
def set_up(rules, workspace, luck):
    """R1, R7, A4: the line, what is dealt, and who begins."""
    board = workspace.board
    for i in range(BOARD):
        board[i] = 0
    for place in range(rules.dwarves):
        workspace.numbers[place] = place
        workspace.below[place] = 0
    shuffle(workspace.numbers, rules.dwarves, stream(luck, SETUP, 0))
    for place in range(rules.line.shape[0]):
        workspace.numbers[place] = rules.line[place]
    board[_CENTRE] = (1 << rules.dwarves) - 1
    board[_POWERS] = rules.characters
    start = below(stream(luck, SETUP, 1), 0, rules.players) if rules.start < 0 else rules.start
    if rules.dealt:
        for seat in range(rules.players):
            board[_CENTRE] &= ~(1 << seat)
            place_before(workspace, seat, seat)
            note(workspace, Turn(GOING, 0, seat, start, 0, 0), DEALT, seat, -1)
    return start


# ------------------------------------------------------------------------------ characters


@kernel
def power_of(workspace, seat):
    """A3: the character that a player has not used yet."""
    return workspace.board[_POWERS] >> 4 * seat & 15


@kernel
def use_up(workspace, seat):
    """A3: each effect can be used only once."""
    workspace.board[_POWERS] &= ~(15 << 4 * seat)


@kernel
def can_use(workspace, turn):
    """A3: whether the seer or the swapper has something to do; the swapper before acting."""
    power, board = power_of(workspace, turn.seat), workspace.board
    if power == SEER:
        return others_of(workspace, turn.seat) != 0
    own = hand_of(board[_FRONTS], turn.seat)
    return power == SWAPPER and turn.flips == 0 and own != 0 and board[_CENTRE] != 0


@kernel(inline=False)
def use_character(rules, workspace, table, luck, turn):
    """A3: seer and swapper, which cost no action."""
    answer = ask_for(rules, workspace, table, luck, CHARACTER, turn, -1, -1)
    turn = now(turn, turn.status)
    if answer == KEEP:
        return turn
    seat, board = turn.seat, workspace.board
    if power_of(workspace, seat) == SEER:
        card = answer - 1
        if card < 0 or card >= rules.dwarves or others_of(workspace, seat) >> card & 1 == 0:
            return now(turn, BAD)
        see(workspace, seat, card)
        note(workspace, turn, PEEKED, card, -1)
    else:
        own, other = answer & 15, answer >> 4 & 63
        other &= 63
        if not is_swap(answer) or answer >> 8 != 4 or own >= CARDS or other >= CARDS:
            return now(turn, BAD)
        if hand_of(board[_FRONTS], seat) >> own & 1 == 0 or board[_CENTRE] >> other & 1 == 0:
            return now(turn, BAD)
        board[_FRONTS] &= ~(1 << CARDS * seat + own)
        board[_CENTRE] ^= 1 << own | 1 << other
        place_before(workspace, seat, other)
        note(workspace, turn, SWAPPED, own, other)
    use_up(workspace, seat)
    return turn


# ------------------------------------------------------------------------------ actions


@kernel(inline=False)
def action_1(rules, workspace, table, luck, turn, answer):
    """R2: look at two cards of the centre, place one before you, the other back."""
    board = workspace.board
    x, y = answer - 1 & 15, answer - 1 >> 4
    centre = board[_CENTRE]
    if x >= CARDS or y < 0 or y >= CARDS or centre >> x & 1 == 0 or centre >> y & 1 == 0:
        return now(turn, BAD)
    if (x == y) != (size(centre) == 1):
        return now(turn, BAD)
    see(workspace, turn.seat, x)
    see(workspace, turn.seat, y)
    note(workspace, turn, LOOKED, x, y)
    taken = x
    if x != y:
        taken = ask_for(rules, workspace, table, luck, TAKE, turn, x, y)
        turn = now(turn, turn.status)
        if taken != x and taken != y:
            return now(turn, BAD)
    board[_CENTRE] &= ~(1 << taken)
    place_before(workspace, turn.seat, taken)
    note(workspace, turn, TOOK, taken, -1)
    return now(turn, DONE)


@kernel(inline=False)
def action_2(rules, workspace, turn, card, out):
    """R3: turn over another player's card; A3: the guardian turns one wrong card back."""
    board, seat = workspace.board, turn.seat
    if card >= CARDS or others_of(workspace, seat) >> card & 1 == 0:
        return now(turn, BAD)
    number = workspace.numbers[card]
    if number == board[_NEXT]:
        note(workspace, turn, FLIPPED, card, number)
        for other in range(rules.players):
            board[_FRONTS] &= ~(1 << CARDS * other + card)
        board[_UP] |= 1 << card
        board[_NEXT] += 1
        out.flipped[0] += 1
        status = WON if board[_NEXT] == rules.dwarves else GOING
        return Turn(status, turn.number, seat, turn.start, turn.flips + 1, turn.asked)
    if power_of(workspace, seat) == GUARDIAN:
        use_up(workspace, seat)
        board[_SHOWN] |= 1 << card
        note(workspace, turn, TURNED_BACK, card, number)
        return now(turn, DONE)
    note(workspace, turn, WRONG, card, number)
    return now(turn, LOST)


@kernel(inline=False)
def act(rules, workspace, table, luck, turn, out):
    """One action, or the end of the turn."""
    centre, others = workspace.board[_CENTRE], others_of(workspace, turn.seat)
    if centre == 0 and others == 0:
        if turn.flips == 0:  # R4
            note(workspace, turn, PASSED, -1, -1)
        return now(turn, DONE)
    answer = ask_for(rules, workspace, table, luck, ACT, turn, -1, -1)
    turn = now(turn, turn.status)
    if answer == END:
        return now(turn, DONE if turn.flips > 0 else BAD)
    if is_flip(answer):
        if is_guess(answer) and turn.flips == 0 and centre == 0:
            out.forced[0] += 1
        return action_2(rules, workspace, turn, answer & 15, out)
    if answer < 0:
        return now(turn, BAD)
    return action_1(rules, workspace, table, luck, turn, answer)


# ------------------------------------------------------------------------------ statements


@kernel(inline=False)
def what_is_certain(rules, workspace, seat):
    """R5: for each card, in the scratch, those that are lower for certain to a player."""
    known = known_to(rules, workspace, seat)
    take_statements(workspace.scratch, workspace.below, rules.dwarves)
    relate(workspace.scratch, rules.dwarves, known, numbers_of(workspace, known), MINE)


@kernel
def is_certain(rules, workspace, seat, x, y):
    """R5: whether it is certain to a player that x is lower than y."""
    known = known_to(rules, workspace, seat)
    if known >> x & 1 and known >> y & 1:
        return workspace.numbers[x] < workspace.numbers[y]
    if workspace.below[y] >> x & 1:
        return True
    what_is_certain(rules, workspace, seat)
    return members(workspace.scratch, MINE, y) >> x & 1 == 1


@kernel(inline=False)
def any_statement(rules, workspace, luck, turn):
    """R5: one of all ordered pairs that are certain to a player, each equally likely; or none."""
    what_is_certain(rules, workspace, turn.seat)
    pairs, able = 0, sayable(rules, workspace, turn)
    for y in range(rules.dwarves):
        pairs += size(members(workspace.scratch, MINE, y) & able) * (able >> y & 1)
    if pairs == 0:
        return SILENT
    pick = below(stream(luck, CHANCE, turn.number), 0, pairs)
    for y in range(rules.dwarves):
        lower_ones = members(workspace.scratch, MINE, y) & able * (able >> y & 1)
        while lower_ones:
            x = lowest(lower_ones)
            lower_ones &= lower_ones - 1
            if pick == 0:
                return 1 + x + 16 * y
            pick -= 1
    return SILENT


@kernel
def heard(rules, workspace, x, y):
    """All know now that x is lower than y, and what follows from statements alone."""
    down = workspace.below[y] | workspace.below[x] | 1 << x
    for card in range(rules.dwarves):
        if card == y or workspace.below[card] >> y & 1:
            workspace.below[card] |= down


@kernel(inline=False)
def say(rules, workspace, turn, answer, out):
    """R5: a statement, which must be certain to the player."""
    if answer == SILENT:
        return turn
    x, y = answer - 1 & 15, answer - 1 >> 4
    if answer < 0 or x >= rules.dwarves or y >= rules.dwarves or x == y:
        return now(turn, BAD)
    able = sayable(rules, workspace, turn)
    if able >> x & able >> y & 1 == 0 or not is_certain(rules, workspace, turn.seat, x, y):
        return now(turn, BAD)
    heard(rules, workspace, x, y)
    note(workspace, turn, SAID, x, y)
    out.statements[0] += 1
    return turn


@kernel(inline=False)
def end_turn(rules, workspace, table, luck, turn, out):
    """R5, A3: the statement, and the herald's second one."""
    answer = ask_for(rules, workspace, table, luck, STATE, turn, -1, -1)
    turn = now(turn, turn.status)
    if answer == SILENT and rules.statements == COMPULSORY:
        answer = any_statement(rules, workspace, luck, turn)
    turn = say(rules, workspace, turn, answer, out)
    if turn.status != BAD and power_of(workspace, turn.seat) == HERALD:
        answer = ask_for(rules, workspace, table, luck, HERALDS, turn, -1, -1)
        turn = say(rules, workspace, now(turn, turn.status), answer, out)
        if answer != SILENT:
            use_up(workspace, turn.seat)
    return turn


# ------------------------------------------------------------------------------ the game


@kernel
def play(rules, workspace, table, luck, out):
    """One game of 10 Dwarves."""
    start = set_up(rules, workspace, luck)
    turns, status = 0, DONE
    while turns < rules.max_turns and status == DONE:
        seat = (start + turns) % rules.players
        turns += 1
        turn = Turn(GOING, turns, seat, start, 0, 0)
        while turn.status == GOING:
            if can_use(workspace, turn):
                turn = use_character(rules, workspace, table, luck, turn)
            if turn.status == GOING:
                turn = act(rules, workspace, table, luck, turn, out)
        if turn.status == DONE and rules.statements != NO_SPEECH:
            turn = end_turn(rules, workspace, table, luck, turn, out)
        status = turn.status
        if status == BAD:
            return ILLEGAL
    out.turns[0] = turns
    out.won[0] = np.int64(status == WON)
    return CAPPED if status == DONE else FINISHED


# ------------------------------------------------------------------------------ from parameters


def rules(values) -> Rules:
    """The kernel's rules from the parameters' values (`Game.values`)."""
    powers = {"none": NONE, "seer": SEER, "herald": HERALD, "swapper": SWAPPER}
    powers["guardian"] = GUARDIAN
    assert set(powers) == set(CHARACTERS)
    row = sum(powers[name] << 4 * seat for seat, name in enumerate(characters_of(values)))
    speech = {"none": NO_SPEECH, "optional": OPTIONAL, "compulsory": COMPULSORY}
    return Rules(
        players=values["players"],
        dwarves=values["dwarves"],
        start=-1 if values["start"] == "random" else values["start"],
        statements=speech[values["statements"]],
        dealt=values["dealt"],
        sight={"own": OWN, "shared": SHARED, "open": OPEN}[values["sight"]],
        max_turns=values["max_turns"],
        characters=row,
        about={"any": ANY, "seen": SEEN}[values["about"]],
        line=np.array(values["line"], np.int64),
    )


def workspace(rules: Rules) -> Workspace:
    """The arrays of one thread."""
    return Workspace(
        numbers=np.zeros(CARDS, np.int64),
        board=np.zeros(BOARD, np.int64),
        below=np.zeros(CARDS, np.int64),
        events=np.zeros((_LINES, len(EVENTS)), np.int64),
        scratch=np.zeros(SCRATCH),
    )


@kernel
def take_lower(view, me):
    """The default: the lower one of the two."""
    first, second = number_of(view.numbers, view.first), number_of(view.numbers, view.second)
    return view.first if first < second else view.second


@kernel
def say_nothing(view, me):
    """The default: no statement."""
    return SILENT


@kernel
def keep_character(view, me):
    """The default: the character is not used."""
    return KEEP


DECISIONS = (
    Decision("act", View),
    Decision("take", View, take_lower),
    Decision("state", View, say_nothing),
    Decision("herald", View, say_nothing),
    Decision("character", View, keep_character),
)
