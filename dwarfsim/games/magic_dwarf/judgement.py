"""
What a position is worth: the judgement of the strategies that think.

Two questions decide the race. How many witch cards can the witches still take before one must go
home (*bearable*)? And how many will come before the students are home (*coming*)? The worth of a
position is ln(bearable + 1) - ln(coming + 1).

Both are read off two tables that know only how paths are laid, with nobody on them:

- ``need[p]``: student cards that bring a student home from position p, each colour equally likely;
- ``bear[a, b]``: witch cards that witches at a and b can take, each time the better of the two
  moving.

The colours left in the forest, the characters in the way and the card that is kept correct them.
"""

import math
from functools import cache

import numpy as np

from ...bits import highest, lowest
from ...jit import kernel
from ...rng import SETUP, game_key, stream
from . import rules as game_rules
from .rules import (
    DWARF,
    FINISH,
    SPACES,
    START,
    STUDENT,
    WITCH,
    ahead,
    board_of,
    can_pass,
    card_of,
    carry_out,
    count_of,
    foresee,
    kind_of,
    move_of,
    number_of,
    origins,
    spaces,
)

PLACES = FINISH + 1
WON, LOST = 100.0, -100.0
PATHS = 300  # laid to make the tables: their error is far below what a strategy notices

# the knobs, in the order in which `careful` and then `champion` declare them
NEXT_WITCH, KEPT_STUDENT, KEPT_DWARF, DWARF_STEP, KEPT_WITCH, LEAP = range(6)
MOVES, SLOPE, LEVEL = range(6, 9)


# ------------------------------------------------------------------------------ the tables


def tables(values, knobs) -> np.ndarray:
    """
    ``need`` (22 numbers) and ``bear`` (22 x 22) as means over paths laid by these rules.

    Parameters
    ----------
    values : mapping
        The parameters of the game.
    knobs : mapping
        Not used.

    Returns
    -------
    ndarray of float64, shape (506,)
    """
    return _tables(values["colours"], values["path"])


@cache
def _tables(colours: int, path: str) -> np.ndarray:
    from . import GAME

    return _means(_landings(GAME.values({"colours": colours, "path": path})))


def _means(landing: np.ndarray) -> np.ndarray:
    paths = len(landing)
    need = np.zeros((paths, PLACES))
    bear = np.zeros((paths, PLACES, PLACES))
    each = np.arange(paths)[:, None]
    for a in range(FINISH - 1, -1, -1):
        to = landing[:, :, a]
        need[:, a] = 1 + need[each, to].mean(axis=1)
        for b in range(FINISH - 1, a - 1, -1):
            # the witch at a moves, or the one at b; at the finish nothing more can be borne
            first = np.where(to == FINISH, 0.0, 1 + bear[each, to, b])
            other = landing[:, :, b]
            second = np.where(other == FINISH, 0.0, 1 + bear[each, a, other])
            bear[:, a, b] = bear[:, b, a] = np.maximum(first, second).mean(axis=1)
    return np.concatenate([need.mean(axis=0), bear.mean(axis=0).ravel()])


def _landings(values) -> np.ndarray:
    """Where each colour takes a character from each position of an empty path."""
    rules = game_rules.rules(values)
    workspace = game_rules.workspace(rules)
    paths = 1 if rules.path_kind == game_rules.FIXED_PATH else PATHS
    landing = np.full((paths, rules.colours, PLACES), FINISH)
    for k in range(paths):
        _lay(rules, workspace, np.uint64(k))
        for colour in range(rules.colours):
            here = [p for p in range(1, FINISH) if int(workspace.spaces[colour]) >> p & 1]
            for position in range(FINISH):
                landing[k, colour, position] = min(
                    (p for p in here if p > position), default=FINISH
                )
    return landing


@kernel
def _lay(rules, workspace, k):
    game_rules.lay_path(rules, workspace, stream(game_key(np.uint64(0), k), SETUP, 0))


@kernel
def need_at(tables, position):
    """Student cards that bring a student home from here."""
    return tables[position]


@kernel
def bear_at(tables, one, other):
    """Witch cards that witches on these two positions can take; -1 if one is at the finish."""
    if one == FINISH or other == FINISH:
        return -1.0
    return tables[PLACES + one * PLACES + other]


# ------------------------------------------------------------------------------ the race


@kernel
def racers(pawns, wanted):
    """The positions of the `wanted` foremost characters that are not at the finish."""
    chosen = 0
    pawns &= SPACES
    while pawns and wanted > 0:
        front = highest(pawns)
        pawns ^= 1 << front
        chosen |= 1 << front
        wanted -= 1
    return chosen | np.int64(wanted > 0)


@kernel
def longest_leap(tables, colour_spaces, taken, runners):
    """The most cards that one card of a colour saves a runner."""
    best = 0.0
    while runners:
        origin = lowest(runners)
        runners &= runners - 1
        place = ahead(colour_spaces, taken, origin)
        best = max(best, need_at(tables, origin) - need_at(tables, place))
    return best


@kernel(inline=False)
def cards_to_come(view, taken, pawns, wanted, kind, unseen, kept, leap, tables):
    """
    Cards of their kind that a side needs until `wanted` of its characters are home.

    The kept card and an average one are counted as already used, as far as `leap` says.
    """
    runners = racers(pawns, wanted)
    total = 0.0
    on_path = runners & SPACES
    while on_path:
        total += need_at(tables, lowest(on_path))
        on_path &= on_path - 1
        wanted -= 1
    total += wanted * need_at(tables, START)
    saved, cards, kept_saves = 0.0, 0, 0.0
    for colour in range(view.colours):
        count = count_of(unseen, colour)
        mine = kept == kind * 16 + colour
        if count > 0 or mine:
            leaps = longest_leap(tables, spaces(view, colour), taken, runners)
            saved += count * leaps
            cards += count
            if mine:
                kept_saves = leaps
    if cards > 0:
        saved /= cards
    return total - leap * (saved + kept_saves)


@kernel
def _all_of(unseen, colours):
    cards = 0
    for colour in range(colours):
        cards += count_of(unseen, colour)
    return cards


@kernel(inline=False)
def cards_to_bear(view, board, taken, kept, unseen, knobs, tables):
    """Witch cards that the witches can still take before one of them is at the finish."""
    rear = START if board.witches_at_start > 0 else lowest(board.witches)
    front = START if board.witches_at_start > 1 else highest(board.witches)
    now = bear_at(tables, rear, front)
    after_all, cards, after_kept = 0.0, 0, 0.0
    for colour in range(view.colours):
        count = count_of(unseen, colour)
        mine = kept == WITCH * 16 + colour
        if count > 0 or mine:
            here = spaces(view, colour)
            after = max(
                bear_at(tables, ahead(here, taken, rear), front),
                bear_at(tables, rear, ahead(here, taken, front)),
            )
            after_all += count * after
            cards += count
            if mine:
                after_kept = after
    after_all = after_all / cards if cards > 0 else now - 1.0
    bearable = now + knobs[NEXT_WITCH] * (after_all - now)
    if kind_of(kept) == STUDENT:
        return bearable + knobs[KEPT_STUDENT]
    if kind_of(kept) == DWARF:
        return bearable + knobs[KEPT_DWARF] + knobs[DWARF_STEP] * number_of(kept)
    return bearable + knobs[KEPT_WITCH] * (after_kept - now)


@kernel
def log_of(cards):
    """ln(cards + 1), going on smoothly below no cards at all."""
    if cards < -0.95:
        return math.log(0.05) + cards + 0.95
    return math.log(cards + 1.0)


@kernel
def race_worth(view, board, kept, unseen_students, unseen_witches, knobs, tables):
    """The worth of a position after a move in the cooperative game, with one card kept."""
    if board.students_home >= view.needed:
        return WON
    if board.witches_home > 0:
        return LOST
    taken = (board.students | board.witches) & SPACES
    bearable = cards_to_bear(view, board, taken, kept, unseen_witches, knobs, tables)
    wanted = view.needed - board.students_home
    needed = cards_to_come(
        view, taken, board.students, wanted, STUDENT, unseen_students, kept, knobs[LEAP], tables
    )
    students = _all_of(unseen_students, view.colours)
    witches = _all_of(unseen_witches, view.colours)
    return log_of(bearable) - log_of(needed * (witches + 1) / (students + 1))


@kernel
def duel_worth(view, board, kept, unseen_students, unseen_witches, knobs, tables):
    """
    The worth of a position after a move in the duel, to the team that moved.

    Cards that the other side needs against cards that one's own side needs; a kept card of one's
    own, or a dwarf, counts as in the cooperative game.
    """
    my_home = board.students_home if view.team == 0 else board.witches_home
    their_home = board.witches_home if view.team == 0 else board.students_home
    if my_home >= view.needed:
        return WON
    if their_home >= view.needed:
        return LOST
    taken = (board.students | board.witches) & SPACES
    leap = knobs[LEAP]
    students = cards_to_come(
        view,
        taken,
        board.students,
        view.needed - board.students_home,
        STUDENT,
        unseen_students,
        kept if view.team == 0 else -1,
        leap,
        tables,
    )
    witches = cards_to_come(
        view,
        taken,
        board.witches,
        view.needed - board.witches_home,
        WITCH,
        unseen_witches,
        kept if view.team == 1 else -1,
        leap,
        tables,
    )
    mine, theirs = (students, witches) if view.team == 0 else (witches, students)
    if kind_of(kept) == view.team:  # STUDENT is 0 and WITCH is 1, like the teams
        theirs += knobs[KEPT_STUDENT]
    elif kind_of(kept) == DWARF:
        theirs += knobs[KEPT_DWARF] + knobs[DWARF_STEP] * number_of(kept)
    return log_of(theirs) - log_of(mine)


@kernel(inline=False)
def worth(view, answer, knobs, tables):
    """The worth of the position to which an answer leads."""
    board, _ = carry_out(view, board_of(view), answer)
    kept = card_of(view, 1 - (answer >> 5))
    if view.duel:
        return duel_worth(
            view, board, kept, view.unseen_students, view.unseen_witches, knobs, tables
        )
    return race_worth(view, board, kept, view.unseen_students, view.unseen_witches, knobs, tables)


@kernel(inline=False)
def best_worth(view, knobs, tables):
    """The best of all legal moves of both cards, and what it is worth (ties: the first)."""
    best, chosen = 2 * LOST, 0
    for choice in range(2):
        card = card_of(view, choice)
        movable = origins(view, card)
        if can_pass(view, card):
            movable |= 1 << game_rules.PASS
        while movable:
            answer = move_of(choice, lowest(movable))
            movable &= movable - 1
            value = worth(view, answer, knobs, tables)
            if value > best:
                best, chosen = value, answer
    return best, chosen


# ------------------------------------------------------------------------------ one turn ahead


@kernel(inline=False)
def odds_after(view, answer, knobs, tables):
    """The odds of a win after a move: for every card that may be flipped next the best reply."""
    board, _ = carry_out(view, board_of(view), answer)
    if board.students_home >= view.needed:
        return 1.0
    if board.witches_home > 0:
        return 0.0
    kept = card_of(view, 1 - (answer >> 5))
    total, cards = 0.0, 0
    for kind in range(3):
        unseen = view.unseen_students
        if kind == WITCH:
            unseen = view.unseen_witches
        elif kind == DWARF:
            unseen = view.unseen_dwarves
        for number in range(10):
            count = count_of(unseen, number)
            if count > 0:
                card = kind * 16 + number
                one = game_rules.one_of(card)
                ahead_view = foresee(
                    view,
                    board,
                    kept,
                    card,
                    view.unseen_students - (one if kind == STUDENT else 0),
                    view.unseen_witches - (one if kind == WITCH else 0),
                    view.unseen_dwarves - (one if kind == DWARF else 0),
                )
                value, _ = best_worth(ahead_view, knobs, tables)
                total += count * _odds(value, knobs)
                cards += count
    if cards == 0:  # the forest is empty: what the reshuffled pile holds is not worth guessing
        return _odds(worth(view, answer, knobs, tables), knobs)
    return total / cards


@kernel
def _odds(value, knobs):
    """The probability of a win that a worth stands for: a logistic curve."""
    x = knobs[SLOPE] * value + knobs[LEVEL]
    if x < -700.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-x))
