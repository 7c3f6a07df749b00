"""
Compiled games of Silberzwerg for the slow game: their decisions, their chance, and their state.

A game's log has everything in it that players and chance decided. `Told` takes both from it; what
the slow game tells in turn is compared with the log event by event.
"""

from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np

from dwarfsim.game import NOT_REACHED, load_game
from dwarfsim.games.silberzwerg import rules as sz
from dwarfsim.games.silberzwerg import state as st
from dwarfsim.games.silberzwerg import view as vw
from dwarfsim.games.silberzwerg.strategies import random_fulfil, random_sell, random_shadow
from dwarfsim.jit import kernel
from dwarfsim.match import Match
from dwarfsim.players import Player
from dwarfsim.rng import below, game_key
from dwarfsim.strategy import Strategy

from .silberzwerg_by_hand import Board
from .slow_silberzwerg import COLOURS, COLUMNS, SYMBOLS, Card, Luck, SlowGame, all_cards
from .slow_silberzwerg_players import Decider, Miner, Trader, play

GAME = load_game("silberzwerg")
KINDS = ("digger", "silver", "shadow")
NUMBERS = {  # what the slow game tells, as events
    "starts": vw.STARTS,
    "start gem": vw.START_GEM,
    "dealt": vw.DEALT,
    "placed": vw.PLACED,
    "prices": vw.PRICES,
    "leader": vw.LEADER,
    "announced": vw.ANNOUNCED,
    "cancelled": vw.CANCELLED,
    "removed": vw.REMOVED,
    "turned": vw.TURNED,
    "gone": vw.GONE,
    "drawn": vw.DRAWN,
    "dug": vw.DUG,
    "bought": vw.BOUGHT,
    "fulfilled": vw.FULFILLED,
    "sold": vw.SOLD,
    "used": vw.USED,
    "rotated": vw.ROTATED,
    "opened": vw.OPENED,
    "discarded": vw.DISCARDED,
    "over": vw.OVER,
}


# ------------------------------------------------------------------------------------- numbers


def packed(numbers, names=COLOURS) -> int:
    """Numbers by name, eight bits each."""
    return sum(numbers[name] << 8 * i for i, name in enumerate(names))


def unpacked(word, names=COLOURS) -> Counter:
    found = {name: word >> 8 * i & 255 for i, name in enumerate(names)}
    return Counter({name: number for name, number in found.items() if number})


def word_of(board) -> int:
    """A placement, from pairs of kind and column: four bits for each space."""
    word = 0
    for kind, column in board:
        word += 1 << 4 * (COLUMNS.index(column) + {"digger": 0, "silver": 4, "shadow": 10}[kind])
    return word


def board_of(word) -> list[tuple[str, str]]:
    spaces = [("digger", c) for c in COLOURS]
    spaces += [(kind, c) for kind in KINDS[1:] for c in COLUMNS]
    return [space for i, space in enumerate(spaces) for _ in range(word >> 4 * i & 15)]


def arguments(action) -> list[int]:
    """The four arguments of a shadow action."""
    return [action >> 3 + 4 * place & 15 for place in range(4)]


def action_of(game, act) -> int:
    """The number of a shadow action."""
    if act is None:
        return vw.PASS
    kind, *what = act
    if kind == "remove":
        number, given = vw.REMOVE, [1 + 3 * d.owner + KINDS.index(d.kind) for d in what[0]]
    elif kind == "take":
        number, given = vw.TAKE, []
    elif kind == "trade":
        number, given = vw.TRADE, [COLOURS.index(c) for c in [*what[0], *what[1]]]
    elif kind == "draw":
        number, given = vw.DRAW, what[0]
    else:
        number = vw.TURN_UP if kind == "up" else vw.TURN_BACK
        given = [game.spaces.index(what[0])]
    return number | sum(number << 3 + 4 * place for place, number in enumerate(given))


def act_of(game, seat, column, action):
    """A shadow action from its number."""
    a, b, c, d = arguments(action)
    kind = action & 7
    if kind == vw.PASS:
        return None
    if kind == vw.TAKE:
        return ("take",)
    if kind == vw.REMOVE:
        dwarves, there = [], game.strangers(seat, column)
        for code in (a, b):
            if code:
                wanted = ((code - 1) // 3, KINDS[(code - 1) % 3])
                dwarf = next(x for x in there if (x.owner, x.kind) == wanted)
                there.remove(dwarf)
                dwarves.append(dwarf)
        return "remove", dwarves
    if kind == vw.TRADE:
        return "trade", [COLOURS[a], COLOURS[b]], [COLOURS[c], COLOURS[d]]
    if kind == vw.DRAW:
        return "draw", [a, b]
    return "up" if kind == vw.TURN_UP else "back", game.spaces[a]


def order_of(game, card) -> int:
    """An order on the board."""
    if card is None:
        return 0
    symbol = 1 + SYMBOLS.index(card.symbol) if card.symbol else 0
    first = game.setup["order_values"][card.category]
    word = packed(card.need) | card.step << 32 | symbol << 35
    return word | first << 38 | game.penalty(card) << 48


def card_of(word, categories) -> Card:
    """The card of an order that has just been dealt; `categories` by the gems' numbers."""
    symbol = word >> 35 & 7
    need = unpacked(word & 0xFFFFFFFF)
    pattern = "".join(str(n) for n in sorted(need.values(), reverse=True))
    return Card(categories.index(pattern), need, SYMBOLS[symbol - 1] if symbol else None)


def event_of(game, what, *details) -> tuple:
    """Something that the slow game tells, as the log has it: what, seat, and three arguments."""
    spaces, colour = game.spaces, COLOURS.index
    match what, *details:
        case "starts", seat:
            found = seat, 0, 0, 0
        case "start gem", seat, c:
            found = seat, 0, colour(c), 0
        case "dealt", space:
            owner = game.owner(space)
            owner = -1 if owner is None else owner
            found = owner, spaces.index(space), order_of(game, space.card), 0
        case "placed", seat, diggers, leaders:
            found = seat, word_of([*(("digger", c) for c in diggers), *leaders]), 0, 0
        case ("prices",):
            found = -1, packed(game.prices), 0, 0
        case "leader", dwarf:
            found = dwarf.owner, KINDS.index(dwarf.kind), COLUMNS.index(dwarf.column), 0
        case "announced", seat, act:
            found = seat, action_of(game, act), 0, 0
        case "cancelled", seat, whose:
            found = seat, whose, 0, 0
        case "removed", dwarf:
            found = dwarf.owner, KINDS.index(dwarf.kind), COLUMNS.index(dwarf.column), 0
        case "turned", seat, space:
            found = seat, spaces.index(space), space.card.step, 0
        case "gone", space, owner, penalty:
            found = -1 if owner is None else owner, spaces.index(space), penalty, 0
        case "drawn", seat, victim, c:
            found = seat, victim, colour(c), 0
        case (("dug" | "discarded"), seat, gems):
            found = seat, packed(gems), 0, 0
        case (("bought" | "sold"), seat, c, number):
            found = seat, colour(c), number, game.prices[c]
        case "fulfilled", seat, space, value:
            found = seat, -1 if space is None else spaces.index(space), value, 0
        case "used", seat, (kind, whom):
            if kind == "set":
                found = seat, 1 + SYMBOLS.index(whom), 0, 0
            else:
                other = whom if kind == "coins" else colour(whom)
                found = seat, 1 + SYMBOLS.index(kind), other, 0
        case "over", seat:
            found = -1 if seat is None else seat, 0, 0, 0
        case _:
            found = -1, 0, 0, 0
    return NUMBERS[what], *found


# --------------------------------------------------------------------------------- strategies


@kernel
def _wild_use(view, me):
    """Anything that may be handed in, as often as not."""
    cards, chosen = vw.cards_of(view, me.seat), below(me.luck, 0, 4)
    if chosen == 0 and vw.count(cards, vw.TARGET) > 0:
        return vw.use_target(below(me.luck, 1, vw.COLOURS))
    if chosen == 1 and view.phase != 3 and vw.count(cards, vw.COINS) > 0:
        other = below(me.luck, 1, view.players - 1)
        return vw.use_coins(other + (other >= me.seat))
    return vw.hand_in(vw.full_set(cards)) if chosen == 2 and view.phase != 3 else vw.NO_SYMBOL


@kernel
def _wild_cancel(view, me):
    return below(me.luck, 0, 3) // 2


@kernel
def _wild_shadow(view, me):
    return random_shadow(view, me) if below(me.luck, 99, 8) > 0 else vw.PASS


@kernel
def _wild_fulfil(view, me):
    return random_fulfil(view, me) if below(me.luck, 99, 8) > 0 else vw.NONE


@kernel
def _wild_sell(view, me):
    return random_sell(view, me) if below(me.luck, 99, 4) > 0 else 0


_ASKED = {"use": _wild_use, "cancel": _wild_cancel}
_WILD = {"shadow": _wild_shadow, "fulfil": _wild_fulfil, "sell": _wild_sell, **_ASKED}
STRATEGIES = {
    **GAME.strategies,
    # does at random whatever the rules allow
    "wild": Strategy("wild", _WILD, inherits=GAME.strategies["random"]),
    # has many symbols
    "cunning": Strategy("cunning", _ASKED, inherits=GAME.strategies["smith"]),
}


# ------------------------------------------------------------------------------------- games


@cache
def match(seats: str, seed: int = 1, **settings) -> Match:
    """A cell made ready: ``"miner"`` at all seats or ``"miner,smith,random"``."""
    players = [Player(STRATEGIES[name], (), name) for name in seats.split(",")]
    return Match(GAME, GAME.values(settings), players, seed)


@cache
def _logger(cell: Match):
    worker = cell.worker()
    worker.workspace = sz.workspace(cell.rules, log=1 << 13)
    return worker


def copy(state) -> st.State:
    """The state as it is now; the log is not copied."""
    return state._replace(**{n: getattr(state, n).copy() for n in state._fields if n != "log"})


class Record:
    """
    A compiled game written down.

    Parameters
    ----------
    cell : Match
    k : int
        The game's number.

    Attributes
    ----------
    log : list of Event
    pile : list of int
        The orders from the top.
    outcomes : dict
        Those of seats are named as in ``talers_0``, those of rounds as in ``round_price@3``.
    """

    def __init__(self, cell, k):
        self.cell, self.k = cell, k
        self.worker = worker = _logger(cell)
        worker.play(k, 1)
        self.state = copy(worker.workspace)
        self.read(self.state.log, cell.rules)
        self.outcomes = {
            name(slot): value / slot.outcome.scale
            for slot, value in zip(cell.slots, map(int, worker.values), strict=True)
            if value != NOT_REACHED
        }

    def read(self, log, rules):
        used = int(self.state.now[st.LINES])
        assert used <= len(log)
        self.log = [vw.Event(*row) for row in log[:used].tolist()]
        self.pile = [int(word) for word in self.state.deck[: rules.in_play][::-1]]

    def after_round(self, number) -> st.State:
        """The state after a round, from the same game cut short."""
        rules = self.cell.rules
        self.cell.rules = rules._replace(max_rounds=number)
        try:
            self.worker.play(self.k, 1)
        finally:
            self.cell.rules = rules
        return self.worker.workspace


class PlainRecord(Record):
    """
    A game of the kernel's plain functions, with its state whenever anybody is asked anything.

    Only for strategies without knobs. `states` has the state by the number of events until then,
    and whether it was asked to cancel what is announced, and not yet done.
    """

    def __init__(self, seats, k, seed=1, **settings):
        names = seats.split(",")
        values = GAME.values(settings)
        names *= values["players"] // len(names)
        key = int(game_key(np.uint64(seed), np.uint64(k)))
        settings = {name: value for name, value in values.items() if name != "players"}
        board = Board(values["players"], empty=False, luck=key, **settings)
        self.states, self.cancels = {}, []
        board.watch = self.snap
        board.play(*names)
        self.state = board.state
        self.read(board.state.log, board.rules)

    def snap(self, board, kind, seat, seen):
        if kind == "cancel":
            self.cancels.append(seat)
        self.states[int(board.state.now[st.LINES]), kind == "cancel"] = copy(board.state)


def rows(seats: str, games: int, seed: int = 1, **settings) -> dict[str, np.ndarray]:
    """Every game's outcomes; those by round of the games that came so far."""
    cell = match(seats, seed, **settings)
    found = np.zeros((games, len(cell.slots)), np.int64)
    cell.worker().play(0, games, found)
    return {
        name(slot): column[column != NOT_REACHED] / slot.outcome.scale
        for slot, column in zip(cell.slots, found.T, strict=True)
    }


def name(slot) -> str:
    """An outcome's name with its round and its seat."""
    found = slot.outcome.name
    if slot.index is not None:
        found += f"@{slot.index}"
    return found if slot.seat is None else f"{found}_{slot.seat}"


# ------------------------------------------------------------------------------ played again


class Told(Luck, Decider):
    """Chance and decisions as they were in a game that was written down."""

    def __init__(self, record):
        self.log, self.cards = list(record.log), record.pile
        self.at = 0  # how many events have been told again

    @property
    def coming(self):
        return self.log[self.at]

    def next(self, what):
        event = self.coming
        assert event.what == what, event
        return event

    # chance

    def pile(self, setup):
        patterns = [item.split(":")[0] for item in setup["orders"].split("+")]
        return [card_of(word, patterns) for word in self.cards]

    def first_gems(self, setup):
        gems = {e.seat: COLOURS[e.b] for e in self.log if e.what == vw.START_GEM}
        start = self.next(vw.STARTS).seat
        others = iter(["blue", "red", "green"])
        drawn = ["yellow" if s == start else next(others) for s in range(setup["players"])]
        return [gems.get(seat, colour) for seat, colour in enumerate(drawn)]

    def unseen(self, bag):
        colour = COLOURS[self.next(vw.DRAWN).b]
        assert bag[colour] > 0
        return colour

    # decisions

    def place(self, game, seat):
        event = self.log[self.at + seat]
        assert (event.what, event.seat) == (vw.PLACED, seat)
        board = board_of(event.a)
        diggers = [column for kind, column in board if kind == "digger"]
        return diggers, [space for space in board if space[0] != "digger"]

    def lead(self, game, seat, idle):
        event = self.next(vw.LEADER)
        wanted = (KINDS[event.a], COLUMNS[event.b])
        return next(dwarf for dwarf in idle if (dwarf.kind, dwarf.column) == wanted)

    def shadow(self, game, seat, column):
        return act_of(game, seat, column, self.next(vw.ANNOUNCED).a)

    def cancel(self, game, seat, actor, column, act):
        return (self.coming.what, self.coming.seat) == (vw.CANCELLED, seat)

    def fulfil(self, game, seat):
        slot = self.next(vw.FULFILLED).a
        return None if slot < 0 else game.spaces[slot]

    def sell(self, game, seat):
        sold = Counter()
        for event in self.log[self.at :]:
            if event.what != vw.SOLD:
                break
            sold[COLOURS[event.a]] += event.b
        return sold

    def buy(self, game, seat, column):
        return self.next(vw.BOUGHT).b

    def use(self, game, seat):
        event = self.coming
        if (event.what, event.seat, event.phase) != (vw.USED, seat, game.phase):
            return None
        symbol = SYMBOLS[event.a - 1]
        if symbol == "coins":
            return symbol, event.b
        return (symbol, COLOURS[event.b]) if symbol == "target" else ("set", symbol)

    def discard(self, game, seat, excess):
        return unpacked(self.next(vw.DISCARDED).a)


class Asking(Decider):
    """A decider that has its game looked at whenever it is asked anything."""

    def __init__(self, decider, look):
        self.decider, self.look = decider, look

    def __getattribute__(self, name):
        own = object.__getattribute__(self, "__dict__")
        if name in own or name.startswith("__"):
            return object.__getattribute__(self, name)

        def ask(game, *details):
            own["look"](game, details[0], name == "cancel")
            return getattr(own["decider"], name)(game, *details)

        return ask


class Again:
    """
    A written game played again, slowly.

    The decisions of miners and traders are the slow game's own. Every event is compared, and the
    state wherever there is one to compare with.

    Parameters
    ----------
    record : Record
    seats : list of str
        The strategies' names.
    **settings
    """

    def __init__(self, record, seats, **settings):
        self.record, self.told = record, Told(record)
        self.looks = self.rounds = 0
        self.cancels = []  # who was asked to cancel
        self.states = getattr(record, "states", {})
        own = {"miner": Miner(), "trader": Trader()}
        deciders = [Asking(own.get(seat, self.told), self.look) for seat in seats]
        self.seen = Counter()
        self.game = SlowGame(settings, deciders, self.told, self.hear)
        self.check_pile()
        self.game.play()
        assert self.told.at == len(self.told.log)
        compare_state(self.game, record.state)

    def hear(self, game, what, *details):
        if what == "round":
            self.rounds += 1
            if hasattr(self.record, "cell"):
                compare_state(game, self.record.after_round(game.rounds))
            return
        event = self.told.coming
        found = event_of(game, what, *details)
        assert found == tuple(event)[2:], (found, event)
        assert (game.rounds, game.phase) == (event.round, event.phase) or what == "over"
        self.told.at += 1
        self.seen[what] += 1
        if what in ("announced", "used") and details[1]:
            self.seen[details[1][0]] += 1

    def look(self, game, seat, cancelling):
        if cancelling:
            self.cancels.append(seat)
        here = self.told.at, cancelling
        if here in self.states:
            self.looks += 1
            compare_state(game, self.states[here])

    def check_pile(self):
        """R11, A5: the cards that are dealt are those in play, with symbols as there are."""
        setup = self.game.setup
        cards = [order_of(self.game, card) for card in self.told.pile(setup)]
        assert cards == self.record.pile
        slow = Luck(1).pile(setup)
        bare = ~(7 << 35)
        assert Counter(w & bare for w in cards) == Counter(
            order_of(self.game, card) & bare for card in slow
        )
        marked = Counter(word >> 35 & 7 for word in cards)
        for symbol, number in enumerate(setup["symbols"], 1):
            assert marked[symbol] <= number
        unmarked = sum(card.category == 0 for card in slow)
        without = len(all_cards(setup["orders"])) - sum(setup["symbols"])
        assert unmarked <= marked[0] <= without


def compare_state(game, state):
    """Everything that the kernel keeps of a game, against the slow game."""
    now, bags = state.now, [player.bag for player in game.players]
    assert now[st.ROUND] == game.rounds
    assert now[st.START] == game.start
    assert now[st.OPEN] == game.all_public
    assert now[st.PILE] == len(game.pile)
    assert now[st.SUPPLY] == packed(game.supply)
    assert set(game.gems().values()) == {20}
    assert now[st.PRICES_NOW] == (packed(game.prices) if game.prices else 0)
    assert now[st.SIZES] == sum(bag.total() << 8 * seat for seat, bag in enumerate(bags))
    assert now[st.CHANGES] == game.lead_changes
    assert now[st.LEADING] == (-1 if game.leader is None else game.leader)
    assert [int(w) for w in state.orders] == [order_of(game, s.card) for s in game.spaces]
    for seat, player in enumerate(game.players):
        shown, own, books = state.seats[seat], state.own[seat], player.books
        assert shown[vw.SEAT_TALERS] == player.talers
        kept = Counter(player.kept)
        assert shown[vw.SEAT_CARDS] == packed(kept, ("", *SYMBOLS))
        assert own[st.BAG] == packed(player.bag)
        if game.dwarves:
            standing = [(d.kind, d.column) for d in game.dwarves if d.owner == seat]
            assert shown[vw.SEAT_PLACED] == word_of(standing)
            leaders = [d for d in game.dwarves if d.owner == seat and d.kind != "digger"]
            idle = [(d.kind, d.column) for d in leaders if not d.acted]
            assert shown[vw.SEAT_IDLE] == word_of(idle)
        assert own[st.FULFILLED_ORDERS] == books["orders"]
        assert own[st.INCOME] == books["income_orders"]
        assert own[st.SALES] == books["gems_sold"]
        assert own[st.PURCHASES] == books["gems_bought"]
        assert own[st.PENALTIES] == books["penalties"]
        assert own[st.SYMBOL_TALERS] == books["symbols"]
        assert own[st.FORGIVEN] == books["forgiven"]
        assert own[st.LAPSED] == books["lapsed"]
        paid = books["gems_bought"] + books["penalties"]
        income = books["income_orders"] + books["gems_sold"] + books["symbols"]
        assert player.talers == 50 + income + books["forgiven"] - paid


def follow(seats, k, seed=1, **settings) -> Counter:
    """Play a compiled game again; how often each kind of thing was seen."""
    cell = match(seats, seed, **settings)
    record = Record(cell, k)
    again = Again(record, [player.name for player in cell.players], **settings)
    slow = again.game.outcomes()
    assert set(slow) == set(record.outcomes)
    for name, value in record.outcomes.items():
        assert abs(slow[name] - value) < 1e-5, (name, slow[name], value)
    assert again.rounds == again.game.rounds
    return again.seen


def follow_plain(seats, k, seed=1, **settings) -> Again:
    """Play a plain game again, and look at its state at every decision."""
    record = PlainRecord(seats, k, seed, **settings)
    names = seats.split(",")
    players = settings.get("players", 4)
    again = Again(record, names * (players // len(names)), **settings)
    assert again.looks > 2 * players * again.game.rounds
    assert again.cancels == record.cancels
    return again


# --------------------------------------------------------------------------- what is chosen


def told_slowly(seats, seed, **settings) -> list[tuple]:
    """The events of a slow game, as those of a log."""
    found = []

    def hear(game, what, *details):
        if what != "round":
            found.append(vw.Event(game.rounds, game.phase, *event_of(game, what, *details)))

    play(settings, seats, seed, hear)
    return found


def choices(log) -> Counter:
    """How often what was chosen and drawn in a game, by players and by chance."""
    found = Counter()
    column = None
    for _round, phase, what, seat, a, b, _ in log:
        if what == vw.LEADER:
            column = COLUMNS[b]
            found["acts", KINDS[a], column] += 1
        elif what == vw.PLACED:
            found.update(("places", *space) for space in board_of(a))
            found.update(("places", *pair) for pair in pairwise(board_of(a)))
        elif what == vw.ANNOUNCED:
            kind, given = a & 7, arguments(a)
            found["announces", kind, column] += 1
            if kind == vw.REMOVE:
                found["removes", sum(code > 0 for code in given)] += 1
                found.update(("removes", code) for code in given if code)
            elif kind == vw.TRADE:
                found.update([("gives", given[0]), ("gives", given[1])])
                found.update([("takes", given[2]), ("takes", given[3]), ("takes", *given[2:])])
            elif kind in (vw.TURN_UP, vw.TURN_BACK):
                found["turns", kind, given[0]] += 1
            elif kind == vw.DRAW:
                found["draws from", given[0] == given[1]] += 1
                found.update([("draws from", given[0]), ("draws from", given[1])])
        elif what == vw.DRAWN:
            found.update([(what, "from", a), (what, "colour", b)])
        elif what in (vw.FULFILLED, vw.DUG):
            found[what, a] += 1
        elif what in (vw.BOUGHT, vw.SOLD):
            found.update([(what, a, b), (what, b)])
            found[what] += b
        elif what == vw.DISCARDED:
            found.update({(what, colour): n for colour, n in unpacked(a).items()})
        elif what == vw.USED:
            found[what, a] += 1
        elif phase == 0:
            if what == vw.DEALT:
                found["dealt", a, b & 0xFFFFFFFF] += 1
                found["symbol", a, b >> 35 & 7] += 1
                found["symbol", b & 0xFFFFFFFF, b >> 35 & 7] += 1
            else:
                found[what, seat, b] += 1
    return found
