"""
Silberzwerg once more: dicts, lists and names, written from the rulebook and the rules page alone.

It shares nothing with the compiled rules. Gems are ``Counter``s from colour to number; a dwarf is
an object with an owner, a kind and a column; an order is a card with its symbol and its step.
Whatever chance decides comes from a `Luck`, whatever players decide from a `Decider` for each seat,
and a test may put a script in the place of both.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from statistics import fmean, pstdev

COLOURS = ("blue", "red", "yellow", "green")
COLUMNS = (*COLOURS, "orders", "gems")
TOOLS = ("axe", "pick", "hammer")
SYMBOLS = (*TOOLS, "coins", "crossed", "target")
GEMS_OF_A_COLOUR = 20  # one more marks the price
MOST_GEMS = 12
GOAL = 600
ROUNDS = 40

DEFAULTS = {
    "players": 4,
    "start": "random",
    "orders": "8:4+62:12+44:6+422:12",
    "order_values": (120, 100, 80, 60),
    "order_step": "quarter",
    "penalties": (40, 30, 20, 10),
    "price_floor": 1,
    "symbols": (5, 5, 5, 5, 5, 5),
    "start_gems": True,
    "deck": "auto",
    "max_rounds": 200,
}


@dataclass(eq=False)
class Card:
    """An order; `step` counts how often it has been turned back."""

    category: int
    need: Counter
    symbol: str | None = None
    step: int = 0


@dataclass(eq=False)
class Dwarf:
    """A figure on an action board."""

    owner: int
    kind: str  # "digger", "silver", "shadow"
    column: str
    acted: bool = False


@dataclass(eq=False)
class Space:
    """A place for an order; `owner` is None for a public one."""

    owner: int | None
    card: Card | None = None


@dataclass
class Player:
    """What a player has, and what has been booked."""

    talers: int = 50
    bag: Counter = field(default_factory=Counter)
    kept: list = field(default_factory=list)  # symbols of fulfilled orders
    books: Counter = field(default_factory=Counter)


class GameOver(Exception):
    """Somebody has 600."""


def all_cards(orders) -> list[Card]:
    """Every choice of colours for every pattern, as often as the number of cards asks for."""
    cards = []
    for category, item in enumerate(orders.split("+")):
        pattern, number = item.split(":")
        choices = []
        for colours in permutations(COLOURS, len(pattern)):
            need = Counter(dict(zip(colours, map(int, pattern), strict=True)))
            if need not in choices:
                choices.append(need)
        assert int(number) % len(choices) == 0, item
        for need in choices:
            cards += [Card(category, need) for _ in range(int(number) // len(choices))]
    return cards


def is_set_aside(card) -> bool:
    """Not in the short deck."""
    blue = card.need["blue"]
    return blue == 2 or (blue == 4 and sorted(card.need.values()) == [4, 4])


class Luck:
    """Everything that chance decides."""

    def __init__(self, seed):
        self.random = Random(seed)

    def pile(self, setup) -> list[Card]:
        """All orders in play, with symbols, from the top."""
        cards = all_cards(setup["orders"])
        marked = [card for card in cards if card.category > 0]
        self.random.shuffle(marked)
        symbols = [s for s, n in zip(SYMBOLS, setup["symbols"], strict=True) for _ in range(n)]
        for card, symbol in zip(marked, symbols, strict=False):
            card.symbol = symbol
        short = (setup["deck"], setup["players"]) == ("auto", 3) or setup["deck"] == "short"
        pile = [card for card in cards if not (short and is_set_aside(card))]
        self.random.shuffle(pile)
        return pile

    def first_gems(self, setup) -> list[str]:
        """The colour that each seat draws; yellow makes the start player."""
        players = setup["players"]
        drawn = ["yellow", *self.random.sample(["blue", "red", "green"], players - 1)]
        self.random.shuffle(drawn)
        if setup["start"] != "random":
            here, there = drawn.index("yellow"), int(setup["start"])
            drawn[here], drawn[there] = drawn[there], drawn[here]
        return drawn

    def unseen(self, bag) -> str:
        """A gem from a bag."""
        return self.random.choice(sorted(bag.elements()))


class SlowGame:
    """
    One game.

    Parameters
    ----------
    setup : mapping
        Parameters of the rules page; what is missing has its default.
    deciders : list
        One for each seat, with the methods of `Decider`.
    luck : Luck
    hear : callable, optional
        Called as ``hear(game, what, *details)`` of all that happens.
    """

    def __init__(self, setup, deciders, luck, hear=lambda *_: None):
        assert not set(setup) - set(DEFAULTS), setup
        self.setup = DEFAULTS | dict(setup)
        self.luck, self.deciders, self.hear = luck, deciders, hear
        count = self.setup["players"]
        assert len(deciders) == count
        self.players = [Player() for _ in range(count)]
        self.supply = Counter(dict.fromkeys(COLOURS, GEMS_OF_A_COLOUR))
        own = 2 if count == 2 else 1
        self.spaces = [Space(seat) for seat in range(count) for _ in range(own)]
        self.spaces += [Space(None), Space(None)]
        self.pile = luck.pile(self.setup)
        drawn = luck.first_gems(self.setup)
        self.start = drawn.index("yellow")
        self.phase = self.rounds = 0
        self.tell("starts", self.start)
        if self.setup["start_gems"]:
            for seat, colour in enumerate(drawn):
                self.gain(seat, colour)
                self.tell("start gem", seat, colour)
        self.all_public = False
        self.dwarves = []
        self.prices = {}
        self.finished = False
        self.winner = None
        self.leader, self.lead_changes = None, 0
        self.price_story = []  # of each round: the prices of phase 3
        self.round_talers, self.round_penalties, self.round_orders = [], [], []
        self.deal_orders()

    def tell(self, what, *details):
        self.hear(self, what, *details)

    # ------------------------------------------------------------------------------- looking

    def in_turn(self) -> list[int]:
        """The seats from the start player on."""
        count = len(self.players)
        return [(self.start + step) % count for step in range(count)]

    def clockwise(self, seat) -> list[int]:
        """The others, from the left neighbour on."""
        count = len(self.players)
        return [(seat + step) % count for step in range(1, count)]

    def value(self, card) -> int:
        """What an order pays now."""
        first = self.setup["order_values"][card.category]
        if self.setup["order_step"] == "quarter":
            return first * (4 - card.step) // 4
        return max(0, first - int(self.setup["order_step"]) * card.step)

    def penalty(self, card) -> int:
        return self.setup["penalties"][card.category]

    def owner(self, space) -> int | None:
        """Whose order it is; once all are public nobody's."""
        return None if self.all_public else space.owner

    def on_board(self) -> list[Space]:
        return [space for space in self.spaces if space.card]

    def usable(self, seat) -> list[Space]:
        """The orders that a player may fulfil: own and public ones."""
        return [space for space in self.on_board() if self.owner(space) in (None, seat)]

    def foreign(self, seat) -> list[Space]:
        """The orders that a player's shadow dwarf may turn back: the others' and public ones."""
        return [space for space in self.on_board() if self.owner(space) != seat]

    def can_pay(self, seat, card) -> bool:
        return all(self.players[seat].bag[colour] >= n for colour, n in card.need.items())

    def idle(self, seat, kind) -> list[Dwarf]:
        """A player's leaders that have not acted."""
        return [d for d in self.dwarves if (d.owner, d.kind, d.acted) == (seat, kind, False)]

    def strangers(self, seat, column) -> list[Dwarf]:
        """The others' dwarves in a column."""
        return [d for d in self.dwarves if d.column == column and d.owner != seat]

    # ------------------------------------------------------------------------------- moving

    def gain(self, seat, colour):
        """A gem from the supply."""
        assert self.supply[colour] > 0
        self.supply[colour] -= 1
        self.players[seat].bag[colour] += 1

    def give_back(self, seat, colour, number=1):
        assert 0 <= number <= self.players[seat].bag[colour]
        self.players[seat].bag[colour] -= number
        self.supply[colour] += number

    def pay(self, seat, talers, book):
        """A payment to a player; who has 600 has won."""
        player = self.players[seat]
        player.talers += talers
        player.books[book] += talers
        if player.talers >= GOAL:
            self.winner = seat
            raise GameOver

    def charge(self, seat, talers, book, sign=1):
        """Nobody falls below 0."""
        player = self.players[seat]
        forgiven = max(0, talers - player.talers)
        player.talers += forgiven - talers
        player.books[book] += sign * talers
        player.books["forgiven"] += forgiven

    def lapse(self, space):
        """An order below its lowest value leaves the board."""
        owner, penalty = self.owner(space), self.penalty(space.card)
        self.tell("gone", space, owner, penalty if owner is not None else 0)
        space.card = None
        if owner is not None:
            self.charge(owner, penalty, "penalties")
            self.players[owner].books["lapsed"] += 1
            self.round_penalties[-1] += penalty

    # ------------------------------------------------------------------------------- the round

    def play(self):
        """The whole game."""
        try:
            while not self.finished and self.rounds < self.setup["max_rounds"]:
                self.play_round()
        except GameOver:
            self.finished = True
            self.note_round()
        self.tell("over", self.winner)
        return self

    def play_round(self):
        self.rounds += 1
        self.round_penalties.append(0)
        self.round_orders.append(0)
        self.place_dwarves()
        self.set_prices()
        self.leaders_act(4, "shadow", self.shadow_action)
        self.dig()
        self.leaders_act(6, "silver", self.silver_action)
        self.rotate_orders()
        self.pay_penalties()
        self.phase = 9
        self.deal_orders()
        self.discard()
        self.phase = 11
        self.start = self.clockwise(self.start)[0]
        self.tell("starts", self.start)
        self.dwarves = []
        self.finished = not self.on_board()
        self.note_round()

    def note_round(self):
        self.look_for_leader()
        self.round_talers.append([player.talers for player in self.players])
        self.tell("round")

    def place_dwarves(self):
        """Phases 1 and 2: nobody sees what the others place."""
        self.phase = 1
        boards = [decider.place(self, seat) for seat, decider in enumerate(self.deciders)]
        self.phase = 2
        for seat, (diggers, leaders) in enumerate(boards):
            self.check_board(diggers, leaders)
            self.dwarves += [Dwarf(seat, "digger", colour) for colour in diggers]
            self.dwarves += [Dwarf(seat, kind, column) for kind, column in leaders]
            self.tell("placed", seat, diggers, leaders)

    def check_board(self, diggers, leaders):
        two = len(self.players) == 2
        assert (len(diggers), len(leaders)) == ((8, 4) if two else (4, 2))
        assert set(diggers) <= set(COLOURS)
        assert max(Counter(diggers).values()) <= 4
        for (kind, column), number in Counter(leaders).items():
            assert kind in ("silver", "shadow") and column in COLUMNS
            assert number <= (2 if two and (kind, column) == ("silver", "orders") else 1)

    def set_prices(self):
        """Phase 3, and the targets that players use when they see the prices."""
        self.phase = 3
        for colour in COLOURS:
            diggers = sum((d.kind, d.column) == ("digger", colour) for d in self.dwarves)
            self.prices[colour] = max(10 - diggers, self.setup["price_floor"])
        self.price_story.append(dict(self.prices))
        self.tell("prices")
        for seat in self.in_turn():
            self.use_symbols(seat)

    def leaders_act(self, phase, kind, action):
        """Phases 4 and 6: one after another, or one leader at a time with two players."""
        self.phase = phase
        if len(self.players) == 2:
            turn = list(self.in_turn())
            while any(self.idle(seat, kind) for seat in turn):
                if self.idle(turn[0], kind):
                    self.one_leader(turn[0], kind, action)
                turn.reverse()
        else:
            for seat in self.in_turn():
                while self.idle(seat, kind):
                    self.one_leader(seat, kind, action)

    def one_leader(self, seat, kind, action):
        """One leader acts; its player may use symbols before and after."""
        self.use_symbols(seat)
        dwarf = self.deciders[seat].lead(self, seat, self.idle(seat, kind))
        assert dwarf in self.idle(seat, kind)
        dwarf.acted = True
        self.tell("leader", dwarf)
        action(seat, dwarf.column)
        self.use_symbols(seat)

    # ------------------------------------------------------------------------------- shadow dwarves

    def shadow_action(self, seat, column):
        """
        Phase 4.

        The action is None or ("remove", dwarves), ("take",), ("up", space), ("back", space),
        ("trade", gems given, gems taken), ("draw", the players drawn from).
        """
        act = self.deciders[seat].shadow(self, seat, column)
        self.tell("announced", seat, act)
        if act is None:
            return
        self.check_shadow(seat, column, *act)
        for other in self.clockwise(seat):
            may = "crossed" in self.players[other].kept
            if may and self.deciders[other].cancel(self, other, seat, column, act):
                self.players[other].kept.remove("crossed")
                self.tell("cancelled", other, seat)
                return
        kind, *what = act
        bag = self.players[seat].bag
        if kind == "remove":
            for dwarf in what[0]:
                self.dwarves.remove(dwarf)
                self.tell("removed", dwarf)
        elif kind == "take":
            self.gain(seat, column)
        elif kind in ("up", "back"):
            card = what[0].card
            card.step += 1 if kind == "back" else -1
            self.tell("turned", seat, what[0])
            if card.step == 4:
                self.lapse(what[0])
        elif kind == "trade":
            given, taken = what
            for colour in taken:
                self.gain(seat, colour)
            for colour in given:
                self.give_back(seat, colour)
        elif kind == "draw":
            for victim in what[0]:
                colour = self.luck.unseen(self.players[victim].bag)
                self.players[victim].bag[colour] -= 1
                assert self.players[victim].bag[colour] >= 0
                bag[colour] += 1
                self.tell("drawn", seat, victim, colour)

    def check_shadow(self, seat, column, kind, *what):
        bag = self.players[seat].bag
        if kind == "remove":
            assert 1 <= len(what[0]) <= 2 and len(set(map(id, what[0]))) == len(what[0])
            assert all(dwarf in self.strangers(seat, column) for dwarf in what[0])
            assert column in COLOURS
        elif kind == "take":
            assert column in COLOURS and self.supply[column]
        elif kind == "up":
            assert column == "orders"
            assert what[0] in self.usable(seat) and what[0].card.step > 0
        elif kind == "back":
            assert column == "orders" and what[0] in self.foreign(seat)
        elif kind == "trade":
            assert column == "gems" and list(map(len, what)) == [2, 2]
            assert Counter(what[0]) <= bag and Counter(what[1]) <= self.supply
        else:
            assert (kind, column, len(what[0])) == ("draw", "gems", 2) and seat not in what[0]
            for victim, number in Counter(what[0]).items():
                assert self.players[victim].bag.total() >= number

    # ------------------------------------------------------------------------------- phases 5 and 6

    def dig(self):
        """Phase 5."""
        self.phase = 5
        for seat in self.in_turn():
            dug = Counter()
            for dwarf in self.dwarves:
                if (dwarf.owner, dwarf.kind) == (seat, "digger") and self.supply[dwarf.column]:
                    self.gain(seat, dwarf.column)
                    dug[dwarf.column] += 1
            self.tell("dug", seat, dug)

    def silver_action(self, seat, column):
        """Phase 6."""
        decider = self.deciders[seat]
        if column == "orders":
            space = decider.fulfil(self, seat)
            if space is None:
                self.tell("fulfilled", seat, None, 0)
            else:
                self.fulfil(seat, space)
        elif column == "gems":
            sold = decider.sell(self, seat)
            for colour in COLOURS:
                if sold[colour]:
                    self.give_back(seat, colour, sold[colour])
                    self.tell("sold", seat, colour, sold[colour])
                    self.pay(seat, sold[colour] * self.prices[colour], "gems_sold")
        else:
            number = decider.buy(self, seat, column)
            cost = number * self.prices[column]
            assert cost <= self.players[seat].talers
            self.players[seat].talers -= cost
            self.players[seat].books["gems_bought"] += cost
            for _ in range(number):
                self.gain(seat, column)
            self.tell("bought", seat, column, number)

    def fulfil(self, seat, space):
        assert space in self.usable(seat) and self.can_pay(seat, space.card)
        card, space.card = space.card, None
        for colour, number in card.need.items():
            self.give_back(seat, colour, number)
        if card.symbol:
            self.players[seat].kept.append(card.symbol)
        self.players[seat].books["orders"] += 1
        self.round_orders[-1] += 1
        self.tell("fulfilled", seat, space, self.value(card))
        self.pay(seat, self.value(card), "income_orders")

    def use_symbols(self, seat):
        """
        What a player hands in: ("set", tool), ("coins", opponent), ("target", colour).

        Just after the prices are set only a target. A coin stack is one payment: whoever reaches
        600 by it takes the opponent's five all the same.
        """
        while act := self.deciders[seat].use(self, seat):
            kind, what = act
            kept = self.players[seat].kept
            assert kind == "target" or self.phase in (4, 6)
            self.tell("used", seat, act)
            if kind == "set":
                for _ in range(3):
                    kept.remove(what)
                self.pay(seat, 40, "symbols")
            elif kind == "coins":
                assert what != seat
                kept.remove("coins")
                self.charge(what, 5, "symbols", sign=-1)
                self.pay(seat, 5, "symbols")
            else:
                kept.remove("target")
                self.prices[what] = max(self.prices[what] - 3, self.setup["price_floor"])

    # ------------------------------------------------------------------------------- phases 7 to 11

    def rotate_orders(self):
        """Phase 7."""
        self.phase = 7
        for space in self.on_board():
            space.card.step += 1
        self.tell("rotated")

    def pay_penalties(self):
        """Phase 8."""
        self.phase = 8
        for space in self.on_board():
            if space.card.step == 4:
                self.lapse(space)

    def deal_orders(self):
        """Phase 9, and the first orders: from the start player around, the public ones last."""
        for owner in [*self.in_turn(), None]:
            for space in self.spaces:
                if space.owner == owner and space.card is None:
                    if self.pile:
                        space.card = self.pile.pop(0)
                        self.tell("dealt", space)
                    elif not self.all_public:
                        self.all_public = True
                        self.tell("opened")

    def discard(self):
        """Phase 10."""
        self.phase = 10
        for seat in self.in_turn():
            excess = self.players[seat].bag.total() - MOST_GEMS
            if excess > 0:
                gems = self.deciders[seat].discard(self, seat, excess)
                assert gems.total() == excess
                for colour, number in gems.items():
                    self.give_back(seat, colour, number)
                self.tell("discarded", seat, gems)

    def look_for_leader(self):
        """A sole leader who differs from the last sole leader is a change."""
        talers = [player.talers for player in self.players]
        if talers.count(max(talers)) == 1:
            now = talers.index(max(talers))
            self.lead_changes += self.leader not in (None, now)
            self.leader = now

    # ------------------------------------------------------------------------------- the end

    def gems(self) -> Counter:
        """All that there are."""
        return sum((player.bag for player in self.players), Counter()) + self.supply

    def outcomes(self) -> dict[str, float]:
        """Those of seats are named as in ``talers_0``, those of rounds as in ``round_price@3``."""
        told = {}
        talers = [player.talers for player in self.players]
        best = [seat for seat, t in enumerate(talers) if t == max(talers)]
        if self.winner is not None:
            best = [self.winner]
        books = ("orders", "income_orders", "gems_sold", "gems_bought", "penalties", "symbols")
        for seat, player in enumerate(self.players):
            told[f"talers_{seat}"] = player.talers
            told[f"win_{seat}"] = (seat in best) / len(best)
            for book in (*books, "forgiven", "lapsed"):
                told[f"{book}_{seat}"] = player.books[book]
        told["rounds"] = self.rounds
        told["ending_600"] = int(self.winner is not None)
        told["ending_orders"] = int(self.finished and self.winner is None)
        told["unfinished"] = int(not self.finished)
        told["lead_changes"] = self.lead_changes
        for colour in COLOURS:
            prices = [prices[colour] for prices in self.price_story]
            told[f"price_mean_{colour}"] = fmean(prices)
            told[f"price_sd_{colour}"] = pstdev(prices)
        for number, prices in enumerate(self.price_story[:ROUNDS]):
            told[f"round_price@{number}"] = fmean(prices.values())
            told[f"round_spread@{number}"] = max(prices.values()) - min(prices.values())
            told[f"round_penalties@{number}"] = self.round_penalties[number]
            told[f"round_orders@{number}"] = self.round_orders[number]
            for seat, talers in enumerate(self.round_talers[number]):
                told[f"round_talers@{number}_{seat}"] = talers
        return told
