"""The benchmark policies of Silberzwerg for the slow game, as the rules page describes them."""

from collections import Counter
from random import Random

from .slow_silberzwerg import COLOURS, COLUMNS, MOST_GEMS, TOOLS, Luck, SlowGame


def sets(player) -> tuple | None:
    """Three alike, handed in."""
    full = [("set", tool) for tool in TOOLS if player.kept.count(tool) >= 3]
    return full[0] if full else None


def cheapest(game, gems, number) -> Counter:
    """So many of these, the cheapest first."""
    ordered = sorted(gems.elements(), key=lambda c: (game.prices[c], COLOURS.index(c)))
    return Counter(ordered[:number])


def in_order(idle, *columns):
    """The leader that stands first in a list of columns."""
    return min(idle, key=lambda dwarf: columns.index(dwarf.column))


class Decider:
    """What a player decides, as little as possible."""

    def place(self, game, seat):
        """The columns of the diggers; (kind, column) of the leaders."""
        raise NotImplementedError

    def lead(self, game, seat, idle):
        """Which leader acts next."""
        raise NotImplementedError

    def shadow(self, game, seat, column):
        return None

    def cancel(self, game, seat, actor, column, act):
        return False

    def fulfil(self, game, seat):
        return None

    def sell(self, game, seat):
        return Counter()

    def buy(self, game, seat, column):
        return 0

    def use(self, game, seat):
        return None

    def discard(self, game, seat, excess):
        return cheapest(game, game.players[seat].bag, excess)


class Randomly(Decider):
    """The policy `random`."""

    def __init__(self, seed):
        self.random = Random(seed)

    def place(self, game, seat):
        two = len(game.players) == 2
        diggers = []
        for _ in range(8 if two else 4):
            diggers.append(self.random.choice([c for c in COLOURS if diggers.count(c) < 4]))
        leaders = []
        for _ in range(4 if two else 2):
            room = [(kind, column) for kind in ("silver", "shadow") for column in COLUMNS]
            for space in leaders:
                if not two or space != ("silver", "orders") or leaders.count(space) == 2:
                    room = [other for other in room if other != space]
            leaders.append(self.random.choice(room))
        return diggers, leaders

    def lead(self, game, seat, idle):
        return self.random.choice(idle)

    def shadow(self, game, seat, column):
        if column == "orders":
            up = [space for space in game.usable(seat) if space.card.step > 0]
            back = game.foreign(seat)
            options = [("up", up)] * bool(up) + [("back", back)] * bool(back)
            if not options:
                return None
            kind, targets = self.random.choice(options)
            return kind, self.random.choice(targets)
        if column == "gems":
            return self.shadow_on_gems(game, seat)
        there = game.strangers(seat, column)
        options = ["remove"] * bool(there) + ["take"] * bool(game.supply[column])
        if not options:
            return None
        if self.random.choice(options) == "take":
            return ("take",)
        number = min(self.random.randint(1, 2), len(there))
        return "remove", self.random.sample(there, number)

    def shadow_on_gems(self, game, seat):
        bag = game.players[seat].bag
        holders = {o: game.players[o].bag.total() for o in game.clockwise(seat)}
        rich = [other for other, number in holders.items() if number >= 2]
        some = [other for other, number in holders.items() if number >= 1]
        ways = ["one"] * bool(rich) + ["two"] * (len(some) >= 2)
        options = ["draw"] * bool(ways)
        options += ["trade"] * (bag.total() >= 2 and game.supply.total() >= 2)
        if not options:
            return None
        if self.random.choice(options) == "trade":
            given = self.random.sample(sorted(bag.elements()), 2)
            left, taken = Counter(game.supply), []
            for _ in range(2):
                taken.append(self.random.choice([c for c in COLOURS if left[c]]))
                left[taken[-1]] -= 1
            return "trade", given, taken
        if self.random.choice(ways) == "one":
            return "draw", [self.random.choice(rich)] * 2
        return "draw", self.random.sample(some, 2)

    def fulfil(self, game, seat):
        spaces = [space for space in game.usable(seat) if game.can_pay(seat, space.card)]
        return self.random.choice(spaces) if spaces else None

    def sell(self, game, seat):
        bag = game.players[seat].bag
        return Counter(gem for gem in bag.elements() if self.random.random() < 0.5)

    def buy(self, game, seat, column):
        return self.random.randint(0, affordable(game, seat, column))

    def use(self, game, seat):
        return sets(game.players[seat]) if game.phase != 3 else None

    def discard(self, game, seat, excess):
        return Counter(self.random.sample(sorted(game.players[seat].bag.elements()), excess))


def affordable(game, seat, column) -> int:
    """How many gems of a colour supply and talers allow."""
    price, talers = game.prices[column], game.players[seat].talers
    return min(game.supply[column], talers // price) if price else game.supply[column]


class Miner(Decider):
    """The policy `miner`."""

    def target(self, game, seat):
        """The space of the order that it works for, if there is any."""

        def merit(space):
            missing = (space.card.need - game.players[seat].bag).total()
            return (
                missing,
                -game.value(space.card),
                game.owner(space) is None,
                game.spaces.index(space),
            )

        return min(game.usable(seat), key=merit, default=None)

    def need(self, game, seat) -> Counter:
        space = self.target(game, seat)
        return space.card.need if space else Counter()

    def unneeded(self, game, seat) -> Counter:
        return game.players[seat].bag - self.need(game, seat)

    def place(self, game, seat):
        two = len(game.players) == 2
        bag, need = game.players[seat].bag, self.need(game, seat)
        diggers = []
        for _ in range(8 if two else 4):
            room = [c for c in COLOURS if diggers.count(c) < 4]
            wanted = {c: need[c] - bag[c] - diggers.count(c) for c in room}
            if max(wanted.values()) > 0:
                diggers.append(max(room, key=wanted.get))
            else:
                diggers.append(min(room, key=lambda c: bag[c]))
        missing = {c: max(0, need[c] - bag[c] - diggers.count(c)) for c in COLOURS}
        tunnels = sorted(COLOURS, key=lambda c: -missing[c])
        places = []
        if need and not any(missing.values()):
            places.append("orders")
        if any(missing.values()):
            places.append(tunnels.pop(0))
        places += ["gems", *tunnels]
        return diggers, [("silver", column) for column in places[: 4 if two else 2]]

    def lead(self, game, seat, idle):
        return in_order(idle, "orders", "gems", *COLOURS)

    def fulfil(self, game, seat):
        space = self.target(game, seat)
        return space if space and game.can_pay(seat, space.card) else None

    def sell(self, game, seat):
        return self.unneeded(game, seat)

    def buy(self, game, seat, column):
        missing = self.need(game, seat)[column] - game.players[seat].bag[column]
        return max(0, min(missing, affordable(game, seat, column)))

    def use(self, game, seat):
        player = game.players[seat]
        if game.phase == 3:
            return None
        if "coins" in player.kept:
            richest = max(game.clockwise(seat), key=lambda other: game.players[other].talers)
            return "coins", richest
        return sets(player)

    def discard(self, game, seat, excess):
        return cheapest(game, self.unneeded(game, seat), excess)


class Trader(Decider):
    """The policy `trader`."""

    def place(self, game, seat):
        two = len(game.players) == 2
        held = sum((player.bag for player in game.players), Counter())
        wanted = sum((space.card.need for space in game.on_board()), Counter())
        diggers = []
        for colour in sorted(COLOURS, key=lambda c: held[c] + wanted[c]):
            diggers += [colour] * 4
        tunnels = sorted(COLOURS, key=lambda c: -game.supply[c])
        places = ["gems", *tunnels][: 4 if two else 2]
        return diggers[: 8 if two else 4], [("silver", column) for column in places]

    def lead(self, game, seat, idle):
        return in_order(idle, "gems", *COLOURS)

    def sell(self, game, seat):
        bag = game.players[seat].bag
        return Counter({c: bag[c] for c in COLOURS if game.prices[c] >= 6})

    def buy(self, game, seat, column):
        if game.prices[column] > 4:
            return 0
        room = MOST_GEMS - game.players[seat].bag.total()
        return max(0, min(room, affordable(game, seat, column)))


def decider(name, seed) -> Decider:
    """By name."""
    return {"random": lambda: Randomly(seed), "miner": Miner, "trader": Trader}[name]()


def play(setup, policies, seed, hear=lambda *_: None) -> SlowGame:
    """A whole game; `policies` is such as ``"miner"`` or ``"trader,miner,miner,miner"``."""
    names = policies.split(",")
    if len(names) == 1:
        names *= setup.get("players", 4)
    deciders = [decider(name, f"{seed} {seat}") for seat, name in enumerate(names)]
    return SlowGame(setup, deciders, Luck(seed), hear).play()
