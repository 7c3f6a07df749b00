"""
Silberzwerg played by hand: the kernel's own functions as plain Python, on boards made for a test.

The kernels are the same source with the compiler off (``test_every_game.py`` holds both equal), so
that a single step can be looked at: a test lays out bags, orders and dwarves, says what the seats
answer, and reads what has become of it.
"""

import sys
from types import FunctionType, SimpleNamespace

import numpy as np

from dwarfsim.game import load_game
from dwarfsim.games.silberzwerg import phases, rules, shadow, state, transcript, view
from dwarfsim.table import Me

GAME = load_game("silberzwerg")
COLOURS = ("blue", "red", "yellow", "green")
SYMBOLS = ("", "axe", "pick", "hammer", "coins", "crossed", "target")
KINDS = tuple(decision.name for decision in rules.DECISIONS)
EVENTS = transcript._NAMES


class Asked(Exception):
    """A seat was asked something for which the test has no answer."""


# ------------------------------------------------------------------------- kernels as functions

_SPACES = {}  # module name -> the names that its plain functions see


def _lowest(bits):
    return (int(bits) & -int(bits)).bit_length() - 1


_STUBS = {  # what only the compiler knows, and the table of seats
    "lowest": _lowest,
    "size": lambda bits: int(bits).bit_count(),
    "ask": lambda table, kind, turn, seat, luck, index, seen: table.ask(kind, seat, index, seen),
    "observes": lambda table, kind, seat: False,
    "tell": lambda *_: None,
}


def _names_of(module: str) -> dict:
    if module not in _SPACES:
        names = _SPACES[module] = dict(vars(sys.modules[module]))
        for name, found in list(names.items()):
            names[name] = _STUBS.get(name) or plain(found)
    return _SPACES[module]


def plain(function):
    """A kernel as a plain function whose calls are plain, too; anything else as it is."""
    kernel = getattr(function, "py_func", None)
    if kernel is None or not kernel.__module__.startswith("dwarfsim"):
        return function
    return FunctionType(kernel.__code__, _names_of(kernel.__module__), kernel.__name__)


def functions_of(module) -> SimpleNamespace:
    """A module with all its kernels as plain functions."""
    return SimpleNamespace(**_names_of(module.__name__))


VW, PH, SH, ST, RU = map(functions_of, (view, phases, shadow, state, rules))


# ------------------------------------------------------------------------------------- words


def gems(**numbers) -> int:
    """A packed word: ``gems(blue=2, red=6)``."""
    return sum(number << 8 * COLOURS.index(colour) for colour, number in numbers.items())


def shown(word: int) -> dict[str, int]:
    """Of a packed word the colours that it has."""
    found = {colour: int(word) >> 8 * i & 255 for i, colour in enumerate(COLOURS)}
    return {colour: number for colour, number in found.items() if number}


def order(value=100, penalty=30, step=0, symbol="", **need) -> int:
    """An order card; without gems named, six blue and two red."""
    word = rules.order_word(
        [need.get(c, 0) for c in COLOURS] if need else [6, 2, 0, 0], value, penalty
    )
    return word | step << 32 | SYMBOLS.index(symbol) << 35


def where(column: str) -> int:
    """The number of a column: a colour, "orders" or "gems"."""
    return (*COLOURS, "orders", "gems").index(column)


def placement(digs: dict | None = None, silver=(), shadow=()) -> int:
    """A placement: ``placement(dict(blue=4), silver=["orders", "gems"])``."""
    word = sum(n * VW.dwarf(view.DIGGER, where(c)) for c, n in (digs or {}).items())
    word += sum(VW.dwarf(view.SILVER, where(c)) for c in silver)
    return word + sum(VW.dwarf(view.SHADOW, where(c)) for c in shadow)


# -------------------------------------------------------------------------------------- a board


class Board:
    """
    A game of plain functions.

    Parameters
    ----------
    players : int
    empty : bool
        Take all gems and orders away after the setup, so that the test lays out what it needs.
    luck : int
        The game's key.
    **settings
        Parameters of the game.
    """

    def __init__(self, players=4, empty=True, luck=1, start=0, **settings):
        self.values = GAME.values({"players": players, "start": start, **settings})
        self.rules = rules.rules(self.values)
        self.state = rules.workspace(self.rules, log=20_000)
        self.players, self.luck = players, np.uint64(luck)
        self.answers, self.asked, self.watch = [], [], lambda board, kind, seat, seen: None
        self.policies, self.memory = None, np.zeros(99)
        self.call(RU.set_up)
        if empty:
            self.state.orders[:] = 0
            for seat in range(players):
                self.bag(seat)
            self.state.own[:, state.FULFILLED_ORDERS :] = 0
        self.state.now[state.WATCHED] = 1  # the log is on

    # what a test lays out

    def bag(self, seat, **numbers) -> None:
        """Let a bag hold exactly these gems; the rest lies in the supply."""
        word = gems(**numbers)
        now, own = self.state.now, self.state.own
        now[state.SUPPLY] += own[seat, state.BAG] - word
        own[seat, state.BAG] = word
        sizes = int(now[state.SIZES]) & ~(255 << 8 * seat)
        now[state.SIZES] = sizes | sum(numbers.values()) << 8 * seat

    def talers(self, *amounts) -> None:
        """Everyone's talers."""
        self.state.seats[:, view.SEAT_TALERS] = amounts

    def cards(self, seat, **numbers) -> None:
        """The symbols that a seat has kept."""
        word = sum(n << 8 * SYMBOLS.index(name) for name, n in numbers.items())
        self.state.seats[seat, view.SEAT_CARDS] = word

    def place(self, seat, *args, **more) -> None:
        """Stand dwarves on a seat's action board, the leaders not yet used."""
        word = placement(*args, **more)
        self.state.seats[seat, view.SEAT_PLACED] = word
        self.state.seats[seat, view.SEAT_IDLE] = word & ~0xFFFF

    def prices(self, blue=0, red=0, yellow=0, green=0) -> None:
        """The prices of this round."""
        word = gems(blue=blue, red=red, yellow=yellow, green=green)
        self.state.now[state.PRICES_NOW] = word

    def phase(self, number: int) -> None:
        """The step of the round."""
        self.state.now[state.PHASE] = number
        self.state.now[state.ROUND] = max(1, self.state.now[state.ROUND])

    # what happens

    def call(self, function, *args):
        """Call a kernel that takes rules, state, table and luck."""
        with np.errstate(over="ignore"):
            return function(self.rules, self.state, self, self.luck, *args)

    def ask(self, kind, seat, index, seen) -> int:
        """What a seat answers: the test's next answer, or the policy's."""
        name = KINDS[kind]
        self.asked.append((name, int(seat)))
        self.watch(self, name, int(seat), seen)
        if self.policies:
            return self._of_policy(self.policies[seat], kind, seat, index, seen)
        for i, (wanted, whose, answer) in enumerate(self.answers):
            if (wanted, whose) == (name, seat):
                del self.answers[i]
                return answer
        default = rules.DECISIONS[kind].default
        if default is None:
            raise Asked(f"{name} of seat {seat}")
        return self._of_policy({}, kind, seat, index, seen)

    def _of_policy(self, policy, kind, seat, index, seen):
        """A policy is what a strategy decides, or that with its knobs."""
        decide, knobs = policy if isinstance(policy, tuple) else (policy, ())
        decision = rules.DECISIONS[kind]
        function = plain(decide.get(decision.name, decision.default))
        own = _names_of("dwarfsim.rng")["stream"](self.luck, 2 + seat, index)
        me = Me(seat, np.uint64(own), np.array(knobs), np.zeros(0), self.memory)
        return int(function(seen, me))

    def answer(self, kind: str, seat: int, *answers) -> None:
        """What a seat will answer to one kind of decision, in this order."""
        self.answers += [(kind, seat, int(answer)) for answer in answers]

    # what has become of it

    def events(self, *names) -> list[tuple]:
        """The events so far of these kinds: name, seat, and the three arguments."""
        used = int(self.state.now[state.LINES])
        told = [view.Event(*map(int, row)) for row in self.state.log[:used]]
        found = [(EVENTS[e.what], e.seat, e.a, e.b, e.c) for e in told]
        return [event for event in found if not names or event[0] in names]

    def phases_of(self, name) -> set[int]:
        """The steps of the round in which an event of this kind has happened."""
        log = self.state.log[: int(self.state.now[state.LINES])]
        return {int(row[1]) for row in log if EVENTS[row[2]] == name}

    def bag_of(self, seat) -> dict:
        """A bag."""
        return shown(self.state.own[seat, state.BAG])

    @property
    def supply(self) -> dict:
        """The gems in the supply."""
        return shown(self.state.now[state.SUPPLY])

    @property
    def price(self) -> dict:
        """The prices."""
        return shown(self.state.now[state.PRICES_NOW])

    @property
    def purse(self) -> list[int]:
        """Everyone's talers."""
        return self.state.seats[:, view.SEAT_TALERS].tolist()

    def book(self, column) -> list[int]:
        """One column of everyone's books."""
        return self.state.own[:, column].tolist()

    def cards_of(self, seat) -> dict:
        """The symbols that a seat has kept."""
        word = int(self.state.seats[seat, view.SEAT_CARDS])
        found = {name: word >> 8 * i & 255 for i, name in enumerate(SYMBOLS)}
        return {name: number for name, number in found.items() if number}

    def placed(self, seat) -> int:
        """Where a seat's dwarves stand."""
        return int(self.state.seats[seat, view.SEAT_PLACED])

    def steps(self) -> list[int | None]:
        """The steps of the orders on the board."""
        return [int(VW.step(word)) if word else None for word in map(int, self.state.orders)]

    def play(self, *names) -> dict:
        """A whole game of these strategies (one for each seat); its outcomes."""
        self.policies = [GAME.strategies[name].decide for name in names]
        rounds = min(self.values["max_rounds"], 40)
        out = {}
        for outcome in GAME.outcomes:
            shape = [self.players] if outcome.seat else []
            shape += [rounds] if outcome.index else []
            out[outcome.name] = np.zeros(shape or 1, np.int64)
        status = self.call(RU.play, rules.Outcomes(**out))
        return {"status": int(status), **{name: array.tolist() for name, array in out.items()}}
