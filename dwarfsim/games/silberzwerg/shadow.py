"""Step 4: what a shadow dwarf does, and crossed axes that cancel it."""

from ...jit import kernel
from ...rng import CHANCE, below, stream
from .state import (
    BAG,
    GOING,
    LAPSED,
    PAID,
    PENALTIES,
    ROUND,
    SIZES,
    SUPPLY,
    WRONG,
    across,
    after,
    ask_seat,
    charge,
    owner_now,
    publish,
    to_bag,
    to_supply,
    whisper,
)
from .view import (
    ACT,
    ANNOUNCED,
    CANCEL,
    CANCELLED,
    COLOURS,
    CROSSED,
    DIGGER,
    DRAW,
    DRAWN,
    GONE,
    ORDERS,
    PASS,
    PUBLIC,
    REMOVE,
    REMOVED,
    SEAT_CARDS,
    SEAT_IDLE,
    SEAT_PLACED,
    STEPS,
    TAKE,
    TRADE,
    TURN_BACK,
    TURN_UP,
    TURNED,
    argument,
    count,
    draw,
    dwarf,
    given_of,
    holds,
    kind_of,
    one,
    penalty,
    remove_two,
    standing,
    step,
    taken_of,
    total,
    trade,
    turned,
    victim_row,
    victim_seat,
)

# ------------------------------------------------------------------------------ what is allowed


@kernel
def can_turn_up(order, owner, seat):
    """R5, R9: one's own order or a public one, unless it stands at its highest value."""
    return order != 0 and owner in (seat, PUBLIC) and step(order) > 0


@kernel
def can_turn_back(order, owner, seat):
    """R5: another player's order, or a public one."""
    return order != 0 and owner != seat


@kernel
def can_trade(bag, supply):
    """R5: two gems for two, which are taken before the others go back."""
    return total(bag) >= 2 and total(supply) >= 2


@kernel
def can_draw(sizes, players, seat, victim, other):
    """R5: two gems from one opponent who holds two, or one each from two who hold one."""
    if victim >= players or other >= players or victim == seat or other == seat:
        return False
    return count(sizes, victim) >= 1 + (victim == other) and count(sizes, other) >= 1


@kernel
def _can_remove(state, rules, seat, column, action):
    """R5: one or two of the others' dwarves that stand in the tunnel."""
    first, second = victim_seat(action, 0), victim_seat(action, 1)
    row, other_row = victim_row(action, 0), victim_row(action, 1)
    if first < 0 or first >= rules.players or first == seat:
        return False
    if second < 0:
        canonical = action == REMOVE | (action & 15 << 3)
        return canonical and standing(state.seats[first, SEAT_PLACED], row, column) >= 1
    if second >= rules.players or second == seat:
        return False
    if action != remove_two(first, row, second, other_row):
        return False
    same = first == second and row == other_row
    there = standing(state.seats[first, SEAT_PLACED], row, column) >= 1 + same
    return there and standing(state.seats[second, SEAT_PLACED], other_row, column) >= 1


@kernel
def is_possible(rules, state, seat, column, action):
    """Whether an answer is a shadow action that `seat` may carry out with a dwarf in `column`."""
    kind = kind_of(action)
    if action < 0:
        return False
    if column < COLOURS:
        if kind == TAKE:
            return action == TAKE and count(state.now[SUPPLY], column) > 0
        return kind == REMOVE and _can_remove(state, rules, seat, column, action)
    first, second = argument(action, 0), argument(action, 1)
    if column == ORDERS:
        if action >> 7 != 0 or first >= rules.spaces:
            return False
        order, owner = state.orders[first], owner_now(rules, state, first)
        if kind == TURN_UP:
            return can_turn_up(order, owner, seat)
        return kind == TURN_BACK and can_turn_back(order, owner, seat)
    if kind == TRADE:
        third, fourth = argument(action, 2), argument(action, 3)
        if max(max(first, second), max(third, fourth)) >= COLOURS:
            return False
        enough = holds(state.own[seat, BAG], given_of(action))
        enough &= holds(state.now[SUPPLY], taken_of(action))
        return enough and action == trade(first, second, third, fourth)
    if kind == DRAW:
        return action == draw(first, second) and can_draw(
            state.now[SIZES], rules.players, seat, first, second
        )
    return False


# ------------------------------------------------------------------------------ what happens


@kernel(inline=False)
def shadow_action(rules, state, table, luck, seat, column):
    """4. One shadow dwarf acts, unless somebody cancels it; it may also do nothing."""
    action = ask_seat(rules, state, table, luck, ACT, seat, column, PASS)
    if action != PASS and not is_possible(rules, state, seat, column, action):
        return WRONG
    publish(rules, state, table, luck, ANNOUNCED, seat, action, 0, 0)
    if action == PASS:
        return GOING
    answer = _is_cancelled(rules, state, table, luck, seat, column, action)
    if answer == 0:
        _carry_out(rules, state, table, luck, seat, column, action)
    return WRONG if answer < 0 else GOING


@kernel
def _is_cancelled(rules, state, table, luck, seat, column, action):
    """R9: the others who hold crossed axes are asked clockwise; -1: an illegal answer."""
    other = after(rules, seat)
    while other != seat:
        if count(state.seats[other, SEAT_CARDS], CROSSED) > 0:
            answer = ask_seat(rules, state, table, luck, CANCEL, other, column, action)
            if answer != 0 and answer != 1:
                return -1
            if answer == 1:
                state.seats[other, SEAT_CARDS] -= one(CROSSED)
                publish(rules, state, table, luck, CANCELLED, other, seat, 0, 0)
                return 1
        other = after(rules, other)
    return 0


@kernel
def _carry_out(rules, state, table, luck, seat, column, action):
    kind = kind_of(action)
    if kind == REMOVE:
        for place in range(2):
            if victim_seat(action, place) >= 0:
                remove_dwarf(
                    rules,
                    state,
                    table,
                    luck,
                    victim_seat(action, place),
                    victim_row(action, place),
                    column,
                )
    elif kind == TAKE:
        to_bag(state, seat, one(column))
    elif kind == TRADE:
        to_bag(state, seat, taken_of(action))
        to_supply(state, seat, given_of(action))
    elif kind == DRAW:
        for place in range(2):
            draw_unseen(rules, state, table, luck, seat, argument(action, place), place)
    else:
        steps = -1 if kind == TURN_UP else 1
        turn_order(rules, state, table, luck, seat, argument(action, 0), steps)


@kernel
def remove_dwarf(rules, state, table, luck, victim, row, column):
    """4.1, R4: it stands there no more; a leader that has not yet acted will not."""
    state.seats[victim, SEAT_PLACED] -= dwarf(row, column)
    if row != DIGGER:
        state.seats[victim, SEAT_IDLE] &= ~(15 * dwarf(row, column))
    publish(rules, state, table, luck, REMOVED, victim, row, column, 0)


@kernel
def draw_unseen(rules, state, table, luck, seat, victim, place):
    """4.3, R5: one gem of an opponent's bag, each as likely."""
    bag = state.own[victim, BAG]
    key = stream(luck, CHANCE, state.now[ROUND] << 2 | seat)  # a seat has one such dwarf a round
    pick = below(key, place, total(bag))
    colour = 0
    while pick >= count(bag, colour):
        pick -= count(bag, colour)
        colour += 1
    across(state, victim, seat, colour)
    whisper(rules, state, table, luck, DRAWN, seat, victim, colour, seat, victim)


@kernel
def turn_order(rules, state, table, luck, seat, slot, steps):
    """4.2, R6: one step up or back; below its last value it is gone."""
    order = turned(state.orders[slot], steps)
    state.orders[slot] = order
    publish(rules, state, table, luck, TURNED, seat, slot, step(order), 0)
    if step(order) == STEPS:
        drop_order(rules, state, table, luck, slot)


@kernel(inline=False)
def drop_order(rules, state, table, luck, slot):
    """4.2, 8, R6: the order is out of the game; if it was somebody's, that player pays."""
    owner, due = owner_now(rules, state, slot), 0
    if owner != PUBLIC:
        due = penalty(state.orders[slot])
        charge(state, owner, due)
        state.own[owner, PENALTIES] += due
        state.own[owner, LAPSED] += 1
        state.now[PAID] += due
    state.orders[slot] = 0
    publish(rules, state, table, luck, GONE, owner, slot, due, 0)
