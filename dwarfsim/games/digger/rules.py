"""
The rules of Digger, in the rulebook's order.

Numbers of stones are packed into one word, eight bits each (`count`, `one`): the hand and the
middle by colour; of each colour what the players have in their boxes, and what it is worth to each,
by seat. Time is in seconds since the hourglass was turned.
"""

import math
from itertools import permutations
from typing import NamedTuple

import numpy as np

from ...bits import lowest
from ...game import SHARE, Decision
from ...jit import Ints, RealGrid, kernel
from ...rng import CHANCE, SETUP, below, gamma, normal, stream, uniform
from ...table import CAPPED, FINISHED, ILLEGAL, ask
from . import values_of

BLUE, YELLOW, RED, GREEN, WHITE, BLACK = range(6)  # faces of a die; the stones' colours
COLOURS = 5
STONES = 0b11110  # the set of colours that fill a box
NOTHING = 0  # answer to "pick": leave what is left of this throw
IN_TIME = 1e-9  # an action that ends exactly with the sand counts (R3)

PICK, AGAIN, STACK = range(3)  # kinds of decision
GOING, SLIPPED, NIGHT, BUST, WRONG = range(5)  # how a turn stands; a bust costs a stone

# draws of a turn's streams: a gamma number may use 64 (`rng.gamma`)
_ROOM = 64
_THROW_ROOM = 16 * _ROOM  # dice, throwing time, then times by colour, then slips
_SLIPS = 13 * _ROOM

# lines of the log: see `note`
LOG = ("turn", "seat", "event", "colour", "victim", "time", "hand", "middle", "dice")
THROWN, TAKEN, STOLEN, SLIP, STACKED, OVER = range(6)


class Rules(NamedTuple):
    """The parameters as the kernel wants them."""

    players: int
    start: int  # -1: random
    stones: int  # of each colour but blue
    water: int
    black: int
    distinct: int
    equal_turns: int
    water_at_once: int
    max_turns: int
    hourglass: float
    hourglass_sd: float
    throw_time: float
    throw_sd: float
    take_time: float
    take_sd: float
    steal_time: float
    steal_sd: float
    stack_time: float
    stack_sd: float
    slip: float
    clock_scale: float  # felt over true time: median and sd of the logarithm
    clock_sd: float
    orders: Ints  # the different orders of the box's values, packed by colour
    threes: Ints  # of all throws of three dice and of two: see `usable`
    twos: Ints


class Workspace(NamedTuple):
    """Arrays of one thread."""

    boxes: Ints  # by colour: the players' stones
    values: Ints  # by colour: what one is worth to each player
    deal: Ints  # which order of the values each player gets
    log: RealGrid
    lines: Ints  # of the log, written so far


class View(NamedTuple):
    """What the player whose turn it is sees; boxes and hands are open, the hourglass is not."""

    players: int
    turn: int  # of the game, from 1
    throws: int  # of this turn
    felt: float  # seconds since the first throw, as the player feels them
    usable: int  # the set of colours still to be had from this throw
    black: int  # whether this throw lets steal
    hand: int  # stones taken in this turn, by colour
    middle: int  # by colour
    yellow: int  # stones in the players' boxes, by seat
    red: int
    green: int
    white: int
    yellow_value: int  # what a stone is worth to each player, by seat
    red_value: int
    green_value: int
    white_value: int
    hourglass: float  # as printed on it
    throw_time: float  # means
    take_time: float
    steal_time: float
    stack_time: float
    slip: float
    start: int  # the seat that began
    equal_turns: int
    water_at_once: int


class Outcomes(NamedTuple):
    """What a game writes down."""

    score: Ints
    win: Ints
    yellow: Ints
    red: Ints
    green: Ints
    white: Ints
    turns: Ints
    throws: Ints
    busts: Ints
    slips: Ints
    steals: Ints


class Sand(NamedTuple):
    """What is settled about a turn when the hourglass is turned, and whose turn it is."""

    seat: int
    turn: int
    runs_out: float
    clock: float  # felt over true time (A9)
    digging: np.uint64  # random stream of throws, takings and slips
    stacking: np.uint64


class Turn(NamedTuple):
    """Where a turn stands."""

    status: int
    time: float
    throws: int
    hand: int  # stones taken and not yet stacked, by colour
    stowed: int  # water that went to the game box at once
    middle: int
    asked: int  # decisions so far


# ------------------------------------------------------------------------------ packed numbers


@kernel
def count(packed, place):
    """One number of a word: of a colour, or of a seat."""
    return packed >> (8 * place) & 255


@kernel
def one(place):
    """The word that holds 1 at this place."""
    return 1 << (8 * place)


@kernel
def total(packed):
    """The sum of a word's numbers, where that is below 255."""
    return packed % 255


@kernel
def held(view, colour):
    """The players' stones of a colour, by seat."""
    if colour == YELLOW:
        return view.yellow
    if colour == RED:
        return view.red
    return view.green if colour == GREEN else view.white


@kernel
def worth(view, seat, colour):
    """What a stone is worth to a player; water is worth nothing."""
    if colour == BLUE:
        return 0
    if colour == YELLOW:
        return count(view.yellow_value, seat)
    if colour == RED:
        return count(view.red_value, seat)
    return count(view.green_value if colour == GREEN else view.white_value, seat)


@kernel
def points(view, seat):
    """What the stones in a player's box are worth to it."""
    return (
        count(view.yellow, seat) * count(view.yellow_value, seat)
        + count(view.red, seat) * count(view.red_value, seat)
        + count(view.green, seat) * count(view.green_value, seat)
        + count(view.white, seat) * count(view.white_value, seat)
    )


# ------------------------------------------------------------------------------ answers


@kernel
def take(colour):
    """The answer to "pick": a stone from the middle."""
    return 1 + colour


@kernel
def steal(colour, victim):
    """The answer to "pick": a stone from another player's box."""
    return 1 + colour + 8 * (1 + victim)


@kernel
def can_take(view, colour):
    """Whether the throw offers this colour and the middle has it."""
    return view.usable >> colour & 1 == 1 and count(view.middle, colour) > 0


@kernel
def can_steal(view, seat, colour, victim):
    """R2: whether `seat` may steal this colour from `victim`."""
    if view.black == 0 or (view.usable & STONES) >> colour & 1 == 0 or victim == seat:
        return False
    return count(held(view, colour), victim) > 0


@kernel
def is_legal(view, seat, answer):
    """Whether an answer to "pick" names something that may be had."""
    if answer == NOTHING:
        return True
    colour, victim = (answer - 1) & 7, (answer - 1 >> 3) - 1
    if answer < 0 or colour >= COLOURS or victim >= view.players:
        return False
    return can_take(view, colour) if victim < 0 else can_steal(view, seat, colour, victim)


@kernel
def dearest(view, seat, colours):
    """Of a set of colours the one that is worth most to `seat` (water last); -1 of none."""
    best, chosen = -1, -1
    while colours:
        colour = lowest(colours)
        colours &= colours - 1
        value = worth(view, seat, colour)
        if value > best or (value == best and chosen == BLUE):
            best, chosen = value, colour
    return chosen


@kernel
def in_hand(view):
    """The set of colours of which the hand holds a stone."""
    found = 0
    for colour in range(COLOURS):
        found |= np.int64(count(view.hand, colour) > 0) << colour
    return found


# ------------------------------------------------------------------------------ preparation


@kernel(inline=False)
def deal_boxes(rules, workspace, luck):
    """A3, A4: what the stones are worth to whom; no stone is in a box yet."""
    key = stream(luck, SETUP, 0)
    orders = rules.orders.shape[0]
    for colour in range(COLOURS):
        workspace.boxes[colour] = 0
        workspace.values[colour] = 0
    for i in range(workspace.deal.shape[0]):
        workspace.deal[i] = i
    for seat in range(rules.players):
        order = 0
        if rules.black:
            other = seat + below(key, seat, orders - seat) if rules.distinct else 0
            order = workspace.deal[other] if rules.distinct else below(key, seat, orders)
            workspace.deal[other] = workspace.deal[seat]
        for colour in range(YELLOW, COLOURS):
            workspace.values[colour] |= count(rules.orders[order], colour) << 8 * seat


@kernel
def who_begins(rules, luck):
    """R7."""
    return below(stream(luck, SETUP, 1), 0, rules.players) if rules.start < 0 else rules.start


# ------------------------------------------------------------------------------ a turn


@kernel(inline=False)
def turn_hourglass(rules, luck, turn, seat):
    """A5, A9: how long the sand runs, and how the player feels time."""
    digging, stacking = stream(luck, CHANCE, 2 * turn), stream(luck, CHANCE, 2 * turn + 1)
    runs_out, clock = rules.hourglass, rules.clock_scale
    if rules.hourglass_sd > 0:
        runs_out = max(0.0, runs_out + rules.hourglass_sd * normal(stacking, 0))
    if rules.clock_sd > 0:
        clock *= math.exp(rules.clock_sd * normal(stacking, 2))
    return Sand(seat, turn, runs_out, clock, digging, stacking)


@kernel
def is_night(sand, time):
    """R3: whether the sand had run out before this moment."""
    return time > sand.runs_out + IN_TIME


@kernel
def usable(rules, dice):
    """
    R1: the set of faces that exactly one of five dice shows.

    `dice` is the throw's number, 0 to 7775. The tables hold for all throws of three dice, and of
    two, the faces that show once and, six bits further on, those that show at all.
    """
    three, two = rules.threes[dice // 36], rules.twos[dice % 36]
    return (three & ~(two >> 6) | two & ~(three >> 6)) & 63


@kernel
def on_offer(workspace, sand, middle, faces):
    """The usable colours of which there is a stone to take or, with a black die, to steal."""
    found = 0
    for colour in range(COLOURS):
        if faces >> colour & 1:
            others = workspace.boxes[colour] & ~(255 << 8 * sand.seat)
            there = count(middle, colour) > 0 or (faces >> BLACK & 1 and others != 0)
            found |= np.int64(there) << colour
    return found


@kernel
def look(rules, workspace, sand, turn, offered, black):
    """What the player sees."""
    return View(
        rules.players,
        sand.turn,
        turn.throws,
        turn.time * sand.clock,
        offered,
        black,
        turn.hand,
        turn.middle,
        workspace.boxes[YELLOW],
        workspace.boxes[RED],
        workspace.boxes[GREEN],
        workspace.boxes[WHITE],
        workspace.values[YELLOW],
        workspace.values[RED],
        workspace.values[GREEN],
        workspace.values[WHITE],
        rules.hourglass,
        rules.throw_time,
        rules.take_time,
        rules.steal_time,
        rules.stack_time,
        rules.slip,
        (sand.seat - sand.turn + 1) % rules.players,
        rules.equal_turns,
        rules.water_at_once,
    )


@kernel
def ask_for(table, kind, luck, sand, asked, view):
    """Ask the player; its decision's number is that of the turn and of the decision in it."""
    return ask(table, kind, sand.turn, sand.seat, luck, sand.turn << 12 | asked & 4095, view)


@kernel
def lose_all(turn, time, status):
    """What is in the hand goes back to the middle (R3); none of it to a victim's box (R5)."""
    middle = turn.middle + turn.hand
    return Turn(status, time, turn.throws, 0, turn.stowed, middle, turn.asked)


@kernel
def sunset(turn, time):
    """R3: the sand has run out; what is not yet stacked is lost."""
    return lose_all(turn, time, BUST if turn.hand else NIGHT)


@kernel
def slip(turn, time):
    """R4: everything of this turn goes back, even water that is in the game box already."""
    hand = turn.hand + turn.stowed * one(BLUE)
    lost = Turn(GOING, time, turn.throws, hand, 0, turn.middle, turn.asked)
    return lose_all(lost, time, SLIPPED)


@kernel
def take_stone(rules, sand, turn, base, colour):
    """R2: one stone from the middle."""
    draw = base + (2 + colour) * _ROOM
    time = turn.time + gamma(sand.digging, draw, rules.take_time, rules.take_sd)
    if is_night(sand, time):
        return sunset(turn, time)
    hand, stowed = turn.hand, turn.stowed
    if rules.water_at_once and colour == BLUE:
        stowed += 1
    else:
        hand += one(colour)
    middle = turn.middle - one(colour)
    return Turn(GOING, time, turn.throws, hand, stowed, middle, turn.asked)


@kernel
def steal_stone(rules, workspace, sand, turn, base, colour, victim):
    """R2, R4, R5: one stone from another player's box, if the hand does not slip."""
    draw = base + (7 + colour) * _ROOM
    time = turn.time + gamma(sand.digging, draw, rules.steal_time, rules.steal_sd)
    if is_night(sand, time):
        return sunset(turn, time)
    workspace.boxes[colour] -= one(victim)
    hand = turn.hand + one(colour)
    turn = Turn(GOING, time, turn.throws, hand, turn.stowed, turn.middle, turn.asked)
    if uniform(sand.digging, base + _SLIPS + colour) < rules.slip:
        return slip(turn, time)
    return turn


@kernel
def gather(rules, workspace, table, luck, sand, turn, faces, out):
    """R2: take or steal what the throw offers, one stone after the other."""
    base = turn.throws * _THROW_ROOM
    black = faces >> BLACK & 1
    offered = on_offer(workspace, sand, turn.middle, faces)
    while offered and turn.status == GOING:
        view = look(rules, workspace, sand, turn, offered, black)
        answer = ask_for(table, PICK, luck, sand, turn.asked, view)
        turn = decided(turn, GOING)
        if answer == NOTHING:
            break
        if not is_legal(view, sand.seat, answer):
            return decided(turn, WRONG)
        colour, victim = (answer - 1) & 7, (answer - 1 >> 3) - 1
        offered &= ~(1 << colour)
        if victim < 0:
            turn = take_stone(rules, sand, turn, base, colour)
            if turn.status == GOING:
                note(workspace, sand, turn, TAKEN, colour, -1, 0)
        else:
            turn = steal_stone(rules, workspace, sand, turn, base, colour, victim)
            if turn.status == GOING:
                note(workspace, sand, turn, STOLEN, colour, victim, 0)
                out.steals[0] += 1
            elif turn.status == SLIPPED:
                note(workspace, sand, turn, SLIP, colour, victim, 0)
    return turn


@kernel
def decided(turn, status):
    """The turn after one more decision."""
    return Turn(status, turn.time, turn.throws, turn.hand, turn.stowed, turn.middle, turn.asked + 1)


@kernel
def dig(rules, workspace, table, luck, sand, middle, out):
    """Throw all five dice as often as the player dares, and take what they offer."""
    turn = Turn(GOING, 0.0, 0, 0, 0, middle, 0)
    again = 1
    while again == 1 and turn.status == GOING:
        out.throws[0] += 1
        throws = turn.throws + 1
        base = throws * _THROW_ROOM
        dice = below(sand.digging, base, 7776)
        time = turn.time + gamma(sand.digging, base + _ROOM, rules.throw_time, rules.throw_sd)
        if is_night(sand, time):
            return sunset(turn, time)
        turn = Turn(GOING, time, throws, turn.hand, turn.stowed, turn.middle, turn.asked)
        note(workspace, sand, turn, THROWN, 0, -1, dice)
        turn = gather(rules, workspace, table, luck, sand, turn, usable(rules, dice), out)
        if turn.status == GOING:
            view = look(rules, workspace, sand, turn, 0, 0)
            again = ask_for(table, AGAIN, luck, sand, turn.asked, view)
            turn = decided(turn, GOING if again == 0 or again == 1 else WRONG)
    return turn


@kernel
def stack(rules, workspace, table, luck, sand, turn):
    """R3: put the stones into the box, water into the game box, one after the other."""
    stacked = 0
    while turn.hand and turn.status == GOING:
        view = look(rules, workspace, sand, turn, 0, 0)
        colour = ask_for(table, STACK, luck, sand, turn.asked, view)
        if colour < 0 or colour >= COLOURS or count(turn.hand, colour) == 0:
            return decided(turn, WRONG)
        stacked += 1
        time = turn.time + gamma(sand.stacking, stacked * _ROOM, rules.stack_time, rules.stack_sd)
        if is_night(sand, time):
            return sunset(turn, time)
        if colour != BLUE:
            workspace.boxes[colour] += one(sand.seat)
        hand = turn.hand - one(colour)
        turn = Turn(GOING, time, turn.throws, hand, turn.stowed, turn.middle, turn.asked + 1)
        note(workspace, sand, turn, STACKED, colour, -1, 0)
    return turn


@kernel
def note(workspace, sand, turn, event, colour, victim, dice):
    """Write a line into the log, for a transcript."""
    line = workspace.lines[0]
    if line < workspace.log.shape[0]:
        log = workspace.log
        log[line, 0], log[line, 1], log[line, 2] = sand.turn, sand.seat, event
        log[line, 3], log[line, 4], log[line, 5] = colour, victim, turn.time
        log[line, 6], log[line, 7], log[line, 8] = turn.hand, turn.middle, dice
        workspace.lines[0] = line + 1


# ------------------------------------------------------------------------------ the game


@kernel
def score(rules, workspace, out):
    """R6: the most points win; ties share."""
    best, ties = -1, 0
    for seat in range(rules.players):
        points = 0
        for colour in range(YELLOW, COLOURS):
            stones = count(workspace.boxes[colour], seat)
            points += stones * count(workspace.values[colour], seat)
        out.score[seat] = points
        out.yellow[seat] = count(workspace.boxes[YELLOW], seat)
        out.red[seat] = count(workspace.boxes[RED], seat)
        out.green[seat] = count(workspace.boxes[GREEN], seat)
        out.white[seat] = count(workspace.boxes[WHITE], seat)
        ties = 1 if points > best else ties + (points == best)
        best = max(best, points)
    for seat in range(rules.players):
        out.win[seat] = SHARE // ties if out.score[seat] == best else 0


@kernel
def play(rules, workspace, table, luck, out):
    """One game of Digger."""
    deal_boxes(rules, workspace, luck)
    first = who_begins(rules, luck)
    middle = rules.stones * 0x0101010100 + rules.water * one(BLUE)
    status, turns = CAPPED, 0
    workspace.lines[0] = 0
    while turns < rules.max_turns and status == CAPPED:
        sand = turn_hourglass(rules, luck, turns + 1, (first + turns) % rules.players)
        turns += 1
        turn = dig(rules, workspace, table, luck, sand, middle, out)
        if turn.status == GOING:
            turn = stack(rules, workspace, table, luck, sand, turn)
        if turn.status == WRONG:
            return ILLEGAL
        note(workspace, sand, turn, OVER, turn.status, -1, 0)
        out.slips[0] += np.int64(turn.status == SLIPPED)
        out.busts[0] += np.int64(turn.status == BUST)
        middle = turn.middle
        dry = count(middle, BLUE) == 0  # R6, R9
        if dry and (not rules.equal_turns or turns % rules.players == 0):
            status = FINISHED
    out.turns[0] = turns
    score(rules, workspace, out)
    return status


# ------------------------------------------------------------------------------ from parameters


def faces_of(dice: int, number: int) -> int:
    """The faces that show once and, six bits further on, at all, of `number` dice."""
    faces = [dice // 6**place % 6 for place in range(number)]
    once = sum(1 << face for face in set(faces) if faces.count(face) == 1)
    return once | sum(1 << face for face in set(faces)) << 6


def _ints(items) -> np.ndarray:
    return np.array(list(items), np.int64)


def rules(values) -> Rules:
    """The kernel's rules from the parameters' values (`Game.values`)."""
    times = {}
    for action in ("throw", "take", "steal", "stack"):
        mean, spread = values[f"{action}_time"], values[f"{action}_sd"]
        times[f"{action}_time"] = float(mean)
        times[f"{action}_sd"] = mean / 4 if spread == "auto" else float(spread)
    worths, stones = values_of(values), values["stones_per_colour"]
    orders = sorted(set(permutations(worths))) if values["box"] == "black" else [worths]
    log_variance = math.log1p(values["clock_noise"] ** 2)
    return Rules(
        players=values["players"],
        start=-1 if values["start"] == "random" else values["start"],
        stones=stones,
        water=stones if values["water_stones"] == "auto" else values["water_stones"],
        black=int(values["box"] == "black"),
        distinct=int(values["black_distinct"]),
        equal_turns=int(values["equal_turns"]),
        water_at_once=int(values["water_at_once"]),
        max_turns=values["max_turns"],
        hourglass=float(values["hourglass"]),
        hourglass_sd=float(values["hourglass_sd"]),
        **times,
        slip=float(values["slip"]),
        clock_scale=values["clock_bias"] * math.exp(-log_variance / 2),
        clock_sd=math.sqrt(log_variance),
        orders=_ints(sum(v << 8 * c for c, v in enumerate(o, YELLOW)) for o in orders),
        threes=_ints(faces_of(dice, 3) for dice in range(216)),
        twos=_ints(faces_of(dice, 2) for dice in range(36)),
    )


def workspace(rules: Rules, log: int = 0) -> Workspace:
    """The arrays of one thread; up to `log` lines are kept for a transcript."""
    return Workspace(
        boxes=np.zeros(COLOURS, np.int64),
        values=np.zeros(COLOURS, np.int64),
        deal=np.zeros(len(rules.orders), np.int64),
        log=np.zeros((log, len(LOG))),
        lines=np.zeros(1, np.int64),
    )


@kernel
def pick_all(view, me):
    """The default: everything from the middle, the dearest first."""
    found = 0
    for colour in range(COLOURS):
        found |= np.int64(can_take(view, colour)) << colour
    return take(dearest(view, me.seat, found)) if found else NOTHING


@kernel
def stack_dearest(view, me):
    """The default: the dearest stone first, water last."""
    return dearest(view, me.seat, in_hand(view))


DECISIONS = (
    Decision("pick", View, pick_all),
    Decision("again", View),
    Decision("stack", View, stack_dearest),
)
