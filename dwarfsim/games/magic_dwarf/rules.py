"""
The rules of Magic Dwarf, in the rulebook's order.

Positions (R1): 0 is Start, 1 to 20 are the coloured spaces, 21 is the finish. Sets of positions
are the bits of an int64. A card is a whole number: its kind in the high bits, its colour (or the
dwarf's number) in the low four. An answer to the decision "move" is built by `move_of`.
"""

from typing import NamedTuple

import numpy as np

from ...bits import highest, lowest
from ...game import Decision
from ...jit import IntGrid, Ints, kernel
from ...rng import CHANCE, SETUP, below, stream
from ...table import CAPPED, FINISHED, ILLEGAL, ask

START, FINISH = 0, 21
SPACES = (1 << 21) - 2  # the coloured spaces, positions 1 to 20
AT_FINISH = 1 << FINISH
TILES, TILE = 4, 5  # path tiles, and spaces on each

STUDENT, WITCH, DWARF = 0, 1, 2  # kinds of card
PASS = 31  # in place of an origin: use the dwarf card without moving anyone (R5)
WITCH_HOME = 22  # origin of a witch at the finish; a student's is FINISH
TILES_PATH, RANDOM_PATH, FIXED_PATH = 0, 1, 2
COIN, STUDENTS_START, WITCHES_START = 0, 1, 2

# R2: the witches' first positions by level
LEVELS = {1: (0, 3), 2: (0, 8), 3: (0, 13), 4: (3, 13), 5: (8, 13), 6: (3, 18), 7: (8, 18)}

_COLOUR_BITS = 21  # a colour's set of spaces; three in a word
_COLOUR_MASK = (1 << _COLOUR_BITS) - 1
COUNT_BITS = 6  # a count of cards; ten in a word
COUNT_MASK = (1 << COUNT_BITS) - 1


class Path(NamedTuple):
    """The coloured spaces: sets of positions, three colours a word."""

    a: int
    b: int
    c: int
    d: int


class Rules(NamedTuple):
    """The parameters as the kernel wants them."""

    duel: int
    students: int  # how many there are
    needed: int  # students that must come home
    students_start: int  # sets of first positions
    witches_start: int
    witches_at_start: int
    colours: int
    path_kind: int
    fixed_path: Path  # used if path_kind is FIXED_PATH
    may_pass: int
    from_finish: int
    duel_starts: int
    max_turns: int
    cards: Ints
    deck: Ints  # how many there are of each kind, by number: see `count_of`


class Board(NamedTuple):
    """Where everybody stands. The sets hold Start and the finish if anyone is there."""

    students: int
    witches: int
    students_at_start: int
    witches_at_start: int
    students_home: int
    witches_home: int


class Forest(NamedTuple):
    """The face-down cards and the discard pile (the cards themselves are in the workspace)."""

    key: np.uint64  # the stream that orders the cards since the last shuffle
    flipped: int  # of them
    size: int
    discarded: int
    reshuffles: int


class View(NamedTuple):
    """
    What a team sees when it moves.

    Everything lies open but the order of the forest and, in the duel, the other team's hand; so
    the unseen cards are known by number, not by place.
    """

    team: int  # 0 the students' (or everybody), 1 the witches'
    duel: int
    needed: int  # students that must come home to win
    older: int  # the two cards to choose from
    newer: int
    older_spaces: int  # the spaces of their colours (nothing sensible for a dwarf)
    newer_spaces: int
    students: int  # sets of positions
    witches: int
    students_at_start: int
    witches_at_start: int
    students_home: int
    witches_home: int
    path_a: int  # the spaces of each colour: see `spaces`
    path_b: int
    path_c: int
    path_d: int
    colours: int
    may_pass: int
    from_finish: int
    unseen_students: int  # cards not seen since the last shuffle, by colour: see `count_of`
    unseen_witches: int
    unseen_dwarves: int  # by number


class Outcomes(NamedTuple):
    """What a game writes down."""

    won: Ints
    turns: Ints
    students_home: Ints
    witch_gap: Ints
    witches_home: Ints
    reshuffles: Ints


class Workspace(NamedTuple):
    """Arrays of one thread; the log is of length 0 but for a transcript."""

    forest: Ints
    pile: Ints
    unseen: Ints  # face-down cards of each kind, counted by number: see `count_of`
    spaces: Ints  # the set of spaces of each colour
    colours: Ints
    tile: Ints
    path: Ints
    log: IntGrid


LOG = ("seat", "older", "newer", "answer", "destination", "students", "witches", "reshuffles")


# ------------------------------------------------------------------------------ reading a view


@kernel
def kind_of(card):
    """STUDENT, WITCH or DWARF."""
    return card >> 4


@kernel
def number_of(card):
    """A card's colour, or the number on a dwarf's."""
    return card & 15


@kernel
def card_of(view, choice):
    """The older card (0) or the newer (1)."""
    return view.newer if choice else view.older


@kernel
def spaces_of(view, choice):
    """The set of spaces of the older (0) or newer (1) card's colour."""
    return view.newer_spaces if choice else view.older_spaces


@kernel
def move_of(choice, origin):
    """The answer "use card `choice` to move the character at `origin`" (or PASS)."""
    return choice * 32 + origin


@kernel
def count_of(counts, number):
    """How many cards of a colour (or dwarf's number) a packed word of counts holds."""
    return (counts >> (COUNT_BITS * number)) & COUNT_MASK


@kernel
def one_of(card):
    """A packed word of counts that holds this card alone."""
    return 1 << (COUNT_BITS * number_of(card))


@kernel
def spaces(view, colour):
    """The set of spaces of a colour."""
    return spaces_on(Path(view.path_a, view.path_b, view.path_c, view.path_d), colour)


@kernel
def occupied(view):
    """The set of coloured spaces with a character on them."""
    return (view.students | view.witches) & SPACES


@kernel
def origins(view, card):
    """
    Whom a card can move: the set of origins.

    A student (witch) card moves one student (witch) that is not at the finish (R4); a dwarf any
    character on a coloured space, under `dwarf_from_finish` also one at the finish (R5).
    """
    kind = kind_of(card)
    if kind == STUDENT:
        return view.students & ~AT_FINISH
    if kind == WITCH:
        return view.witches & ~AT_FINISH
    movable = (view.students | view.witches) & SPACES
    if view.from_finish:
        movable |= (view.students & AT_FINISH) | ((view.witches & AT_FINISH) << 1)
    return movable


@kernel
def can_pass(view, card):
    """Whether a card may be used without moving anyone (R5)."""
    return kind_of(card) == DWARF and (view.may_pass != 0 or origins(view, card) == 0)


@kernel
def destination(view, choice, origin):
    """Where the older (0) or newer (1) card takes the character at `origin`."""
    card = card_of(view, choice)
    if kind_of(card) == DWARF:
        return behind(occupied(view), min(origin, FINISH), number_of(card))
    return ahead(spaces_of(view, choice), occupied(view), origin)


@kernel
def ahead(colour_spaces, taken, origin):
    """R4: the nearest empty space of the colour ahead of `origin`, else the finish."""
    return lowest((colour_spaces | AT_FINISH) & ~taken & (-2 << origin))


@kernel
def behind(taken, origin, steps):
    """R5: the `steps`-th empty space behind `origin`; Start is always empty and stops the move."""
    empty = (SPACES & ~taken | 1) & ((1 << origin) - 1)
    place = highest(empty)
    for _ in range(steps - 1):
        if place == START:
            break
        empty ^= 1 << place
        place = highest(empty)
    return place


@kernel
def spaces_on(path, colour):
    third = colour // 3  # no branch: colours come at random, so that a processor guesses badly
    word = path.a & -np.int64(third == 0) | path.b & -np.int64(third == 1)
    word |= path.c & -np.int64(third == 2) | path.d & -np.int64(third == 3)
    return (word >> (_COLOUR_BITS * (colour % 3))) & _COLOUR_MASK


# ------------------------------------------------------------------------------ setting up


@kernel(inline=False)
def lay_path(rules, workspace, key):
    """
    A2: connect the path tiles.

    "tiles": each tile holds every colour as often as fits, the rest of its spaces distinct random
    colours, in random order. "random": every space a random colour. Else the path is given.
    """
    tile, spaces = workspace.tile, workspace.spaces
    if rules.path_kind == FIXED_PATH:
        for colour in range(spaces.shape[0]):
            spaces[colour] = spaces_on(rules.fixed_path, colour)
        return rules.fixed_path
    for colour in range(spaces.shape[0]):
        spaces[colour] = 0
    draw = 0
    for first in range(1, TILES * TILE + 1, TILE):
        if rules.path_kind == TILES_PATH:
            draw = _fill_tile(rules.colours, workspace, key, draw)
        for place in range(TILE):
            if rules.path_kind == RANDOM_PATH:
                colour = below(key, draw, rules.colours)
            else:
                other = place + below(key, draw, TILE - place)
                colour = tile[other]
                tile[other] = tile[place]
            draw += 1
            spaces[colour] |= 1 << (first + place)
    return Path(
        _three(spaces[0], spaces[1], spaces[2]),
        _three(spaces[3], spaces[4], spaces[5]),
        _three(spaces[6], spaces[7], spaces[8]),
        spaces[9],
    )


@kernel
def _three(first, second, third):
    return first | second << _COLOUR_BITS | third << (2 * _COLOUR_BITS)


@kernel
def _fill_tile(n_colours, workspace, key, draw):
    """The colours of one tile, not yet in random order; the number of the next draw."""
    colours, tile = workspace.colours, workspace.tile
    filled = 0
    while filled + n_colours <= TILE:
        for colour in range(n_colours):
            tile[filled + colour] = colour
        filled += n_colours
    if filled < TILE:
        for colour in range(n_colours):
            colours[colour] = colour
        for i in range(TILE - filled):
            j = i + below(key, draw, n_colours - i)
            draw += 1
            colours[i], colours[j] = colours[j], colours[i]
            tile[filled + i] = colours[i]
    return draw


@kernel
def place_characters(rules):
    """R2: students at Start, witches by level; in the duel all at Start (R7)."""
    return Board(
        rules.students_start, rules.witches_start, rules.students, rules.witches_at_start, 0, 0
    )


@kernel(inline=False)
def spread_forest(rules, workspace, luck):
    """All the forest cards, face down."""
    for i in range(rules.cards.shape[0]):
        workspace.forest[i] = rules.cards[i]
    for kind in range(3):
        workspace.unseen[kind] = rules.deck[kind]
    return Forest(stream(luck, CHANCE, 0), 0, rules.cards.shape[0], 0, 0)


# ------------------------------------------------------------------------------ a turn


@kernel
def flip(workspace, luck, forest):
    """R3: flip a card; if the forest is empty, the discard pile is shuffled and becomes it."""
    if forest.flipped == forest.size:
        forest = _reshuffled(workspace, luck, forest)
    i = forest.flipped
    j = i + below(forest.key, i, forest.size - i)
    card = workspace.forest[j]
    workspace.forest[j] = workspace.forest[i]
    workspace.forest[i] = card
    workspace.unseen[kind_of(card)] -= one_of(card)
    return card, Forest(forest.key, i + 1, forest.size, forest.discarded, forest.reshuffles)


@kernel(inline=False)
def _reshuffled(workspace, luck, forest):
    for i in range(forest.discarded):
        card = workspace.pile[i]
        workspace.forest[i] = card
        workspace.unseen[kind_of(card)] += one_of(card)
    reshuffles = forest.reshuffles + 1
    return Forest(stream(luck, CHANCE, reshuffles), 0, forest.discarded, 0, reshuffles)


@kernel
def discard(workspace, forest, card):
    """Put the used card on the discard pile."""
    i = forest.discarded
    workspace.pile[i] = card
    return Forest(forest.key, forest.flipped, forest.size, i + 1, forest.reshuffles)


@kernel
def look(rules, workspace, path, board, team, older, newer, hidden_a, hidden_b):
    """What a team sees; the other team's hand (-1: none) is as unseen as the forest."""
    unseen = workspace.unseen
    students, witches, dwarves = unseen[STUDENT], unseen[WITCH], unseen[DWARF]
    if rules.duel:
        for card in (hidden_a, hidden_b):
            students += one_of(card) if kind_of(card) == STUDENT else 0
            witches += one_of(card) if kind_of(card) == WITCH else 0
            dwarves += one_of(card) if kind_of(card) == DWARF else 0
    return View(
        team,
        rules.duel,
        rules.needed,
        older,
        newer,
        workspace.spaces[number_of(older)],
        workspace.spaces[number_of(newer)],
        board.students,
        board.witches,
        board.students_at_start,
        board.witches_at_start,
        board.students_home,
        board.witches_home,
        path.a,
        path.b,
        path.c,
        path.d,
        rules.colours,
        rules.may_pass,
        rules.from_finish,
        students,
        witches,
        dwarves,
    )


@kernel
def board_of(view):
    """The board that a view shows."""
    return Board(
        view.students,
        view.witches,
        view.students_at_start,
        view.witches_at_start,
        view.students_home,
        view.witches_home,
    )


@kernel
def foresee(view, board, older, newer, students, witches, dwarves):
    """What the same team would see with another board, other cards and other cards unseen."""
    return View(
        view.team,
        view.duel,
        view.needed,
        older,
        newer,
        spaces(view, number_of(older)),
        spaces(view, number_of(newer)),
        board.students,
        board.witches,
        board.students_at_start,
        board.witches_at_start,
        board.students_home,
        board.witches_home,
        view.path_a,
        view.path_b,
        view.path_c,
        view.path_d,
        view.colours,
        view.may_pass,
        view.from_finish,
        students,
        witches,
        dwarves,
    )


@kernel
def is_legal(view, answer):
    """Whether an answer names one of the two cards and a character that it can move."""
    if answer < 0 or answer >= 64:
        return False
    card = card_of(view, answer >> 5)
    origin = answer & 31
    if origin == PASS:
        return can_pass(view, card)
    return (origins(view, card) >> origin) & 1 == 1


@kernel
def move(board, student, origin, place):
    """Take one character from `origin` and put it on `place`."""
    students, witches = board.students, board.witches
    start = np.int64(place == START) - np.int64(origin == START)
    finish = np.int64(place == FINISH) - np.int64(origin == FINISH)
    if student:
        at_start, home = board.students_at_start + start, board.students_home + finish
        students = _moved(students, origin, place, at_start, home)
        return Board(students, witches, at_start, board.witches_at_start, home, board.witches_home)
    at_start, home = board.witches_at_start + start, board.witches_home + finish
    witches = _moved(witches, origin, place, at_start, home)
    return Board(students, witches, board.students_at_start, at_start, board.students_home, home)


@kernel
def _moved(pawns, origin, place, at_start, home):
    """One side's set of positions after the move; `at_start` and `home` count what it leaves."""
    on_path = (pawns & ~(1 << origin) | 1 << place) & SPACES
    return on_path | np.int64(at_start > 0) | np.int64(home > 0) << FINISH


@kernel
def carry_out(view, board, answer):
    """Move as the answer says; the new board, and where the character came to."""
    choice, origin = answer >> 5, answer & 31
    if origin == PASS:
        return board, PASS
    place = destination(view, choice, origin)
    kind = kind_of(card_of(view, choice))
    student = kind == STUDENT or (kind == DWARF and (board.students >> origin) & 1 == 1)
    return move(board, student, min(origin, FINISH), place), place


@kernel
def note(workspace, turn, seat, view, answer, place, board, forest):
    """Write the turn into the log, for a transcript."""
    log, line = workspace.log, turn - 1
    log[line, 0], log[line, 1], log[line, 2], log[line, 3] = seat, view.older, view.newer, answer
    log[line, 4], log[line, 5], log[line, 6] = place, board.students, board.witches
    log[line, 7] = forest.reshuffles


# ------------------------------------------------------------------------------ the two games


@kernel(inline=False)
def race(rules, workspace, table, luck, path, board, forest, out):
    """The cooperative game (R3 to R6)."""
    status, turns, won = CAPPED, 0, 0
    older, forest = flip(workspace, luck, forest)
    while turns < rules.max_turns:
        turns += 1
        newer, forest = flip(workspace, luck, forest)
        view = look(rules, workspace, path, board, 0, older, newer, -1, -1)
        answer = ask(table, 0, turns, 0, luck, turns, view)
        if not is_legal(view, answer):
            return ILLEGAL
        card = card_of(view, answer >> 5)
        board, place = carry_out(view, board, answer)
        forest = discard(workspace, forest, card)
        older = older if answer >> 5 else newer
        if workspace.log.shape[0] > 0:
            note(workspace, turns, 0, view, answer, place, board, forest)
        if board.students_home >= rules.needed or board.witches_home > 0:
            won = np.int64(board.witches_home == 0)
            status = FINISHED
            break
    _write_down(out, board, forest, turns, won)
    return status


@kernel(inline=False)
def duel(rules, workspace, table, luck, path, board, forest, out):
    """Magic Duel (R7): each team holds two cards, plays one, draws one."""
    status, turns, won = CAPPED, 0, 0
    mine_a, forest = flip(workspace, luck, forest)
    mine_b, forest = flip(workspace, luck, forest)
    theirs_a, forest = flip(workspace, luck, forest)
    theirs_b, forest = flip(workspace, luck, forest)
    team = rules.duel_starts - 1
    if rules.duel_starts == COIN:  # A5
        team = below(stream(luck, SETUP, 1), 0, 2)
    if team == 1:
        mine_a, mine_b, theirs_a, theirs_b = theirs_a, theirs_b, mine_a, mine_b
    while turns < rules.max_turns:
        turns += 1
        view = look(rules, workspace, path, board, team, mine_a, mine_b, theirs_a, theirs_b)
        answer = ask(table, 0, turns, team, luck, turns, view)
        if not is_legal(view, answer):
            return ILLEGAL
        card = card_of(view, answer >> 5)
        board, place = carry_out(view, board, answer)
        forest = discard(workspace, forest, card)
        if workspace.log.shape[0] > 0:
            note(workspace, turns, team, view, answer, place, board, forest)
        if board.students_home >= rules.students or board.witches_home >= rules.witches_at_start:
            won = np.int64(board.students_home >= rules.students)
            status = FINISHED
            break
        drawn, forest = flip(workspace, luck, forest)
        kept = mine_a if answer >> 5 else mine_b
        mine_a, mine_b, theirs_a, theirs_b = theirs_a, theirs_b, kept, drawn
        team = 1 - team
    _write_down(out, board, forest, turns, won)
    return status


@kernel
def _write_down(out, board, forest, turns, won):
    out.won[0] = won
    out.turns[0] = turns
    out.students_home[0] = board.students_home
    out.witch_gap[0] = FINISH - highest(board.witches)
    out.witches_home[0] = board.witches_home
    out.reshuffles[0] = forest.reshuffles


@kernel
def play(rules, workspace, table, luck, out):
    """One game of Magic Dwarf."""
    path = lay_path(rules, workspace, stream(luck, SETUP, 0))
    board = place_characters(rules)
    forest = spread_forest(rules, workspace, luck)
    if workspace.log.shape[0] > 0:
        workspace.path[0], workspace.path[1] = path.a, path.b
        workspace.path[2], workspace.path[3] = path.c, path.d
    if rules.duel:
        return duel(rules, workspace, table, luck, path, board, forest, out)
    return race(rules, workspace, table, luck, path, board, forest, out)


# ------------------------------------------------------------------------------ from parameters


def even_cards(colours: int, total: int = 20) -> tuple[int, ...]:
    """A3: cards spread as evenly as possible, the first colours one more."""
    return tuple(total // colours + (c < total % colours) for c in range(colours))


def path_words(colours_along: list[int]) -> Path:
    """The path whose position p has colour ``colours_along[p - 1]``."""
    words = [0, 0, 0, 0]
    for position, colour in enumerate(colours_along, start=1):
        words[colour // 3] |= 1 << (_COLOUR_BITS * (colour % 3) + position)
    return Path(*words)


def rules(values) -> Rules:
    """The kernel's rules from the parameters' values (`Game.values`)."""
    duel = values["mode"] == "duel"
    witches = (0, 0, 0) if duel else LEVELS[values["level"]]
    colours = values["colours"]
    cards = []
    for kind, name in ((STUDENT, "student_cards"), (WITCH, "witch_cards")):
        counts = values[name] or even_cards(colours)
        cards += [kind * 16 + c for c, n in enumerate(counts) for _ in range(n)]
    cards += [DWARF * 16 + number for number in values["dwarf_cards"]]
    deck = [sum(1 << (COUNT_BITS * (c & 15)) for c in cards if c >> 4 == k) for k in range(3)]
    kinds = {"tiles": TILES_PATH, "random": RANDOM_PATH}
    kind = kinds.get(values["path"], FIXED_PATH)
    fixed = [int(c) for c in values["path"].replace("+", "")] if kind == FIXED_PATH else []
    return Rules(
        duel=int(duel),
        students=3 if duel else 4,
        needed=3 if duel else values["students_needed"],
        students_start=1,
        witches_start=sum({1 << p for p in witches}),
        witches_at_start=sum(p == START for p in witches),
        colours=colours,
        path_kind=kind,
        fixed_path=path_words(fixed),
        may_pass=int(values["dwarf_may_pass"]),
        from_finish=int(values["dwarf_from_finish"]),
        duel_starts={"coin": COIN, "students": STUDENTS_START, "witches": WITCHES_START}[
            values["duel_starts"]
        ],
        max_turns=values["max_turns"],
        cards=np.array(cards, np.int64),
        deck=np.array(deck, np.int64),
    )


def workspace(rules: Rules, log: int = 0) -> Workspace:
    """The arrays of one thread; `log` lines are kept for a transcript."""
    cards = len(rules.cards)
    return Workspace(
        forest=np.zeros(cards, np.int64),
        pile=np.zeros(cards, np.int64),
        unseen=np.zeros(3, np.int64),
        spaces=np.zeros(10, np.int64),
        colours=np.zeros(max(rules.colours, TILE), np.int64),
        tile=np.zeros(TILE, np.int64),
        path=np.zeros(4, np.int64),
        log=np.zeros((log, len(LOG)), np.int64),
    )


DECISIONS = (Decision("move", View),)
