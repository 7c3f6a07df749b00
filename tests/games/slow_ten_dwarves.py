"""
10 Dwarves once more: lists, dicts and sets, written from the rulebook and the rules page alone.

It shares nothing with the compiled rules. A card is its place in the line, from 0. What a player
knows is found by looking for arrangements: dicts from card to number that fit all that is known.
"""

from functools import cache
from itertools import combinations, permutations
from math import factorial
from random import Random

DEFAULTS = {
    "players": 4,
    "dwarves": 10,
    "characters": "none",
    "start": 0,
    "statements": "optional",
    "about": "any",
    "dealt": 0,
    "line": (),
    "sight": "own",
    "max_turns": 100,
}


# ------------------------------------------------------------------------- what fits together


@cache
def _ways(size, known, said, placed) -> int:
    """In how many ways the numbers from ``len(placed)`` on can go to the cards not in `placed`."""
    number = len(placed)
    if number == size:
        return 1
    pinned = [card for card, its in known if its == number]
    cards = pinned or [c for c in range(size) if c not in placed and c not in dict(known)]
    free = [c for c in cards if c not in placed and all(x in placed for x, y in said if y == c)]
    return sum(_ways(size, known, said, placed | {card}) for card in free)


@cache
def _possible(size, known, said, placed=frozenset()) -> bool:
    """Whether there is any."""
    number = len(placed)
    if number == size:
        return True
    pinned = [card for card, its in known if its == number]
    cards = pinned or [c for c in range(size) if c not in placed and c not in dict(known)]
    free = [c for c in cards if c not in placed and all(x in placed for x, y in said if y == c)]
    return any(_possible(size, known, said, placed | {card}) for card in free)


def forget_all():
    """Empty the caches."""
    _ways.cache_clear()
    _possible.cache_clear()
    _certain.cache_clear()


class Knowledge:
    """
    What somebody knows.

    Parameters
    ----------
    size : int
        How many dwarves there are.
    known : dict
        From card to number.
    said : set of (int, int)
        Statements: the first card is lower than the second.
    """

    def __init__(self, size, known, said):
        self.size, self.said = size, frozenset(said)
        self.known = frozenset(known.items())

    def ways(self, **pins) -> int:
        """How many arrangements fit."""
        return _ways(self.size, self.known, self.said, frozenset())

    def chance(self, card, number) -> tuple[int, int]:
        """How many of all arrangements give this number to the card, and how many there are."""
        known = dict(self.known)
        all_ways = self.ways()
        if card in known:
            return (all_ways if known[card] == number else 0), all_ways
        if number in known.values():
            return 0, all_ways
        pinned = Knowledge(self.size, known | {card: number}, self.said)
        return pinned.ways(), all_ways

    def certain(self) -> frozenset:
        """All pairs (lower, higher) that hold in every arrangement."""
        return _certain(self.size, self.known, self.said)

    def numbers(self) -> dict:
        """The cards whose number is the same in every arrangement."""
        found = dict(self.known)
        certain = self.certain()
        for card in range(self.size):
            below = sum((other, card) in certain for other in range(self.size))
            above = sum((card, other) in certain for other in range(self.size))
            if below + above == self.size - 1:
                found[card] = below
        return found


@cache
def _certain(size, known, said) -> frozenset:
    pairs = permutations(range(size), 2)
    return frozenset((x, y) for x, y in pairs if not _possible(size, known, said | {(y, x)}))


# ------------------------------------------------------------------------------------- chance


class Luck:
    """Everything that chance decides; a test may put a script in the place of any of it."""

    def __init__(self, seed):
        self.random = Random(seed)

    def line(self, setup) -> list[int]:
        """The number of each card."""
        if setup["line"]:
            return list(setup["line"])
        return self.random.sample(range(setup["dwarves"]), setup["dwarves"])

    def start(self, setup) -> int:
        if setup["start"] == "random":
            return self.random.randrange(setup["players"])
        return setup["start"]

    def looks(self) -> bool:
        """Action 1 or Action 2?"""
        return self.random.random() < 0.5

    def goes_on(self) -> bool:
        """One more action?"""
        return self.random.random() < 0.5

    def pair(self, pairs):
        """What to look at."""
        return self.random.choice(pairs)

    def taken(self, two):
        """Which of the two to take."""
        return self.random.choice(two)

    def turned(self, cards):
        """Which card to turn over."""
        return self.random.choice(cards)

    def statement(self, pairs):
        """What a player says that must, and has nothing of its own to say."""
        return self.random.choice(sorted(pairs))


# ----------------------------------------------------------------------------------- the game


class SlowGame:
    """
    One game.

    Parameters
    ----------
    setup : mapping
        Parameters of the rules page; what is missing has its default.
    policies : list of (str, float)
        For each seat, such as ("chain", 1.0).
    luck : Luck
    """

    def __init__(self, setup, policies, luck):
        assert set(setup) <= set(DEFAULTS), setup
        self.setup = DEFAULTS | dict(setup)
        self.players, self.size = self.setup["players"], self.setup["dwarves"]
        self.policies, self.luck = policies, luck
        assert len(policies) == self.players
        self.number = luck.line(self.setup)
        self.seat = luck.start(self.setup)
        self.centre = set(range(self.size))
        self.fronts = [[] for _ in range(self.players)]
        self.taken = []  # face-down cards before players, the longest held first
        self.seen = [set() for _ in range(self.players)]
        self.face_up, self.shown = [], set()
        self.said = set()
        characters = self.setup["characters"]
        self.characters = characters.split("+") if characters != "none" else []
        self.characters += ["none"] * (self.players - len(self.characters))
        if self.setup["dealt"]:
            for seat in range(self.players):
                self.centre.remove(seat)
                self.get(seat, seat)
        self.turns = self.statements = self.forced = 0
        self.over = self.won = False
        self.told = []

    def get(self, seat, card):
        """A card is placed before a player, who may look at it."""
        self.fronts[seat].append(card)
        self.taken.append(card)
        self.seen[seat].add(card)

    # ------------------------------------------------------------------------------- knowledge

    def knowledge(self, seat) -> Knowledge:
        """What a player knows for certain (R5)."""
        cards = self.seen[seat] | self.shown | set(self.face_up)
        if self.setup["sight"] == "shared":
            cards = cards.union(*self.seen)
        if self.setup["sight"] == "open":
            cards = set(range(self.size))
        return Knowledge(self.size, {card: self.number[card] for card in cards}, self.said)

    def common(self) -> Knowledge:
        """What everybody knows."""
        cards = self.shown | set(self.face_up)
        if self.setup["sight"] == "shared":
            cards = cards.union(*self.seen)
        if self.setup["sight"] == "open":
            cards = set(range(self.size))
        return Knowledge(self.size, {card: self.number[card] for card in cards}, self.said)

    def others_cards(self, seat) -> list[int]:
        """The longest held first."""
        return [card for card in self.taken if card not in self.fronts[seat]]

    # ------------------------------------------------------------------------------- turns

    def play(self):
        while not self.over and self.turns < self.setup["max_turns"]:
            self.play_turn()
        return self

    def play_turn(self):
        self.turns += 1
        self.events = [(self.seat,)]
        self.told.append(self.events)
        name, threshold = self.policies[self.seat]
        if not self.centre and not self.others_cards(self.seat):
            self.events.append(("pass",))
        elif name == "random":
            self.random_actions()
        else:
            self.careful_actions(threshold)
        if not self.over:
            self.end_turn()
        self.seat = (self.seat + 1) % self.players

    def random_actions(self):
        while not self.over:
            others = self.others_cards(self.seat)
            if not self.centre and not others:
                return
            look = bool(self.centre)
            if self.centre and others:
                look = self.luck.looks()
            if look:
                pairs = list(combinations(sorted(self.centre), 2))
                two = self.luck.pair(pairs) if pairs else tuple(self.centre)
                self.action_1(two, self.luck.taken)
                return
            if not self.action_2(self.luck.turned(sorted(others))) or self.over:
                return
            if not self.luck.goes_on():
                return

    def careful_actions(self, threshold):
        first = True
        while not self.over:
            card, chance = self.best_flip()
            if card is None or chance < threshold:
                if not first:
                    return
                if self.centre:
                    self.lower_of_two()
                    return
                self.forced += 1
            first = False
            if not self.action_2(card):
                return

    def best_flip(self):
        """The other players' card that is likeliest to be the next, and how likely it is."""
        knowledge = self.knowledge(self.seat)
        best, chance = None, -1.0
        for card in self.others_cards(self.seat):
            some, every = knowledge.chance(card, len(self.face_up))
            if some / every > chance:
                best, chance = card, some / every
        return best, chance

    def lower_of_two(self):
        known = dict(self.knowledge(self.seat).known)
        places = sorted(self.centre, key=lambda card: (card in known, card))
        two = tuple(places[:2])
        self.action_1(two, lambda cards: min(cards, key=lambda card: self.number[card]))

    def action_1(self, cards, choose):
        self.seen[self.seat].update(cards)
        taken = choose(cards) if len(cards) > 1 else cards[0]
        self.events.append(("look", *sorted(cards), "take", taken))
        self.centre.remove(taken)
        self.get(self.seat, taken)

    def action_2(self, card) -> bool:
        """Turn a card over; whether the turn may go on."""
        owner = next(seat for seat in range(self.players) if card in self.fronts[seat])
        assert owner != self.seat
        number = self.number[card]
        self.events.append(("flip", card, number))
        if number == len(self.face_up):
            self.fronts[owner].remove(card)
            self.taken.remove(card)
            self.face_up.append(card)
            if len(self.face_up) == self.size:
                self.over = self.won = True
            return True
        if self.characters[self.seat] == "guardian":
            self.characters[self.seat] = "used"
            self.shown.add(card)
            self.events.append(("back", card, number))
            return False
        self.over = True
        return False

    # ------------------------------------------------------------------------------- statements

    def end_turn(self):
        kind = self.setup["statements"]
        if kind == "none":
            return
        pair = self.own_statement() if self.policies[self.seat][0] == "chain" else None
        if pair is None and kind == "compulsory":
            certain = self.sayable(self.knowledge(self.seat).certain())
            pair = self.luck.statement(certain) if certain else None
        if pair:
            assert self.number[pair[0]] < self.number[pair[1]]
            self.statements += 1
            self.said.add(pair)
            self.events.append(("say", *pair))

    def sayable(self, pairs) -> set:
        """Those that may be said: of any two cards, or of the two just looked at."""
        if self.setup["about"] == "any":
            return set(pairs)
        seen = [event[1:3] for event in self.events if event[0] == "look" and len(event) == 5]
        return {pair for pair in pairs if any(set(pair) == set(two) for two in seen)}

    def own_statement(self):
        """What `chain` says."""
        knowledge = self.knowledge(self.seat)
        news = self.sayable(knowledge.certain() - self.common().certain())
        numbers = knowledge.numbers()
        known = [(x, y) for x, y in news if x in numbers and y in numbers]
        if known:
            gaps = {(x, y): (numbers[y] - numbers[x], numbers[x]) for x, y in known}
            return min(known, key=gaps.get)
        return min(news, default=None)

    # ------------------------------------------------------------------------------- the end

    def outcomes(self) -> dict[str, int]:
        return {
            "won": int(self.won),
            "turns": self.turns,
            "flipped": len(self.face_up),
            "statements": self.statements,
            "forced": self.forced,
            "unfinished": int(not self.over),
        }


def play(setup, policies, seed) -> SlowGame:
    """A whole game; ``policies`` is such as ``"chain:0.5,silent"``, for each seat or for all."""
    seats = []
    for policy in policies.split(","):
        name, _, p = policy.partition(":")
        seats.append((name, float(p or 1)))
    seats *= (DEFAULTS | setup)["players"] // len(seats)
    return SlowGame(setup, seats, Luck(seed)).play()


def enumerated(setup, policy) -> int:
    """How many of all deals a deterministic policy wins."""
    size = setup["dwarves"]
    lines = permutations(range(size))
    wins = sum(play({**setup, "line": line}, policy, 0).won for line in lines)
    assert wins <= factorial(size)
    return wins
