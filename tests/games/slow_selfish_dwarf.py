"""
Saboteur: Selfish Dwarf once more: dicts, sets and names, written from the two texts alone.

It shares nothing with the compiled rules, and remembers nothing that it could search for: what is
joined, what fits and how far it is to a goal are found afresh, over the whole grid, whenever they
are asked for. A card is a text such as "NES" (a path card by its unturned openings), "dead-NS",
"sabotage-pick", "repair-cart", "joker-pick-lantern", "secret" or "cave-in". A move is a tuple:
``("lay", card, column, row, turned)``, ``("sabotage", card, seat)``, ``("repair", card, seat,
tool)``, ``("look", card, goal)``, ``("cave in", card, column, row)``, ``("discard", card)``.
"""

from dataclasses import dataclass, field, replace
from math import inf
from random import Random

SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
TOOLS = ("pick", "lantern", "cart")
JOKERS = ("joker-pick-lantern", "joker-pick-cart", "joker-lantern-cart")
ENTRANCE = (0, 0)
GOAL_ROWS = (-2, 0, 2)
ROLES = {  # saboteurs, gold-diggers, selfish
    5: (1, 3, 1),
    6: (2, 3, 1),
    7: (2, 4, 1),
    8: (2, 5, 1),
    9: (3, 5, 1),
    10: (3, 6, 1),
}
HANDS = {5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
DEFAULTS = {
    "players": 7,
    "start": "random",
    "path_cards": "NESW:5+NES:5+NEW:5+NS:4+EW:3+SE:4+SW:5+dead-NESW:1+dead-NES:1+dead-NEW:1+"
    "dead-NS:1+dead-EW:1+dead-SE:1+dead-SW:1+dead-N:1+dead-E:1",
    "sabotage": 3,
    "repair": 2,
    "joker": 1,
    "secret": 6,
    "cave_in": 3,
    "stone_goals": "NE+NW",
    "goal_distance": 7,
    "saboteur_gold": (4, 3, 3),
    "selfish": True,
    "max_turns": 1000,
}

SHAPES = tuple(item.partition(":")[0] for item in DEFAULTS["path_cards"].split("+"))


@dataclass(frozen=True)
class Laid:
    """A card on the grid; a face-down goal has no openings that anybody knows."""

    openings: frozenset
    dead: bool = False
    goal: int | None = None
    face_down: bool = False


@dataclass
class Player:
    """What lies before a player, in a hand and in a head."""

    role: str
    hand: list = field(default_factory=list)
    broken: set = field(default_factory=set)
    seen: dict = field(default_factory=dict)  # goal: whether it is the gold
    raised: int = 0
    lowered: int = 0
    caved: int = 0
    last_lowered: int = 0  # the turn, from 1

    @property
    def suspicion(self) -> int:
        return max(0, self.raised + 2 * self.caved - self.lowered)


@dataclass
class Deal:
    """What chance decides before the first turn."""

    roles: list
    deck: list  # the hands first, seat by seat, then the draw pile from its top
    goals: list  # of each goal: "gold", "stone 0" or "stone 1"
    start: int


def turned(openings) -> frozenset:
    """By 180°."""
    return frozenset(ACROSS[side] for side in openings)


def is_path(card) -> bool:
    return set(card.removeprefix("dead-")) <= set("NESW")


def laid(card, is_turned=False) -> Laid:
    openings = frozenset(card.removeprefix("dead-"))
    return Laid(turned(openings) if is_turned else openings, card.startswith("dead-"))


def ways_to_lay(card) -> tuple:
    """Unturned, and turned if that looks different."""
    one, other = laid(card), laid(card, True)
    return (False,) if one == other else (False, True)


def tools_of(card) -> tuple:
    """The tools that a repair card shows."""
    kind, *tools = card.split("-")
    return tuple(tools) if kind in ("repair", "joker") else ()


def beside(cell, side) -> tuple:
    return cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]


def whole_deck(setup) -> list:
    deck = []
    for item in setup["path_cards"].split("+"):
        card, count = item.split(":")
        deck += [card] * int(count)
    for tool in TOOLS:
        deck += [f"sabotage-{tool}"] * setup["sabotage"] + [f"repair-{tool}"] * setup["repair"]
    for card in JOKERS:
        deck += [card] * setup["joker"]
    return deck + ["secret"] * setup["secret"] + ["cave-in"] * setup["cave_in"]


def deal(setup, seed) -> Deal:
    """Everything shuffled."""
    luck = Random(seed)
    setup = DEFAULTS | setup
    players = setup["players"]
    saboteurs, diggers, selfish = ROLES[players]
    roles = ["saboteur"] * saboteurs + ["digger"] * diggers
    roles += ["selfish" if setup["selfish"] else "digger"] * selfish
    deck = whole_deck(setup)
    goals = ["gold", "stone 0", "stone 1"]
    for items in (roles, deck, goals):
        luck.shuffle(items)
    start = setup["start"]
    return Deal(roles, deck, goals, luck.randrange(players) if start == "random" else int(start))


# ------------------------------------------------------------------------------------ the grid


def joined(grid, cell) -> set:
    """All cells of cards that are joined with this one through unbroken openings."""
    reached, open_ = {cell}, [cell]
    while open_:
        here = open_.pop()
        for side in grid[here].openings:
            there = beside(here, side)
            card = grid.get(there)
            if card and not card.dead and ACROSS[side] in card.openings and there not in reached:
                reached.add(there)
                open_.append(there)
    return reached


def goals_joined(grid, cells) -> set:
    """The face-down goals to which an opening of these cards leads."""
    found = set()
    for cell in cells:
        for side in grid[cell].openings:
            card = grid.get(beside(cell, side))
            if card and card.face_down:
                found.add(card.goal)
    return found


def fits(grid, cell, card) -> bool:
    """R2: edge to edge with all neighbours, and with an opening that leads to the entrance."""
    if cell in grid:
        return False
    network, leads = joined(grid, ENTRANCE), False
    for side in SIDES:
        there = beside(cell, side)
        other = grid.get(there)
        if other is None or other.face_down:
            continue
        if (side in card.openings) != (ACROSS[side] in other.openings):
            return False
        leads |= side in card.openings and there in network
    return leads


def distance(grid, believed) -> float:
    """
    D: the fewest further path cards that would join the entrance to a believed goal.

    Wave by wave over the free cells. Ways that leave the smallest rectangle around all cards by
    more than one cell could run along its edge instead, and be no longer.
    """
    network = joined(grid, ENTRANCE)
    if goals_joined(grid, network) & believed:
        return 0
    columns, rows = {c for c, _ in grid}, {r for _, r in grid}
    low, high = (min(columns) - 1, min(rows) - 1), (max(columns) + 1, max(rows) + 1)

    def exits(cells):
        found = {beside(cell, side) for cell in cells for side in grid[cell].openings}
        return {cell for cell in found if cell not in grid}

    cost, wave = 1, exits(network)
    reached, entered = set(wave), set(network)
    while wave:
        coming = set()
        for cell in wave:
            for side in SIDES:
                there = beside(cell, side)
                other = grid.get(there)
                if other is None:
                    if low[0] <= there[0] <= high[0] and low[1] <= there[1] <= high[1]:
                        coming.add(there)
                elif other.face_down:
                    if other.goal in believed:
                        return cost
                elif not other.dead and ACROSS[side] in other.openings and there not in entered:
                    piece = joined(grid, there)
                    entered |= piece
                    if goals_joined(grid, piece) & believed:
                        return cost
                    coming |= exits(piece)
        wave = coming - reached
        reached |= wave
        cost += 1
    return inf


# ------------------------------------------------------------------------------------ the game


class SlowGame:
    """
    One round.

    Parameters
    ----------
    setup : mapping
        Parameters of the rules page; what is missing has its default.
    deal : Deal
    policy : str
        "plain" or "random", for all seats.
    luck : random.Random, optional
        For "random".
    """

    def __init__(self, setup, deal, policy="plain", luck=None):
        assert not set(setup) - set(DEFAULTS), setup
        self.setup = DEFAULTS | dict(setup)
        self.policy, self.luck = policy, luck
        self.start = deal.start
        self.goals = deal.goals
        deck = list(deal.deck)
        self.everything = sorted(deck)
        self.players = []
        for role in deal.roles:
            count = HANDS[self.setup["players"]]
            self.players.append(Player(role, deck[:count]))
            deck = deck[count:]
        self.deck = deck
        column = self.setup["goal_distance"] + 1
        self.grid = {ENTRANCE: Laid(frozenset("NESW"))}
        for goal, row in enumerate(GOAL_ROWS):
            self.grid[column, row] = Laid(frozenset(), goal=goal, face_down=True)
        self.goal_cells = [(column, row) for row in GOAL_ROWS]
        self.names = {}  # of the path cards on the grid
        self.away = []  # cards discarded, used up or caved in
        self.turns = self.paths_laid = 0
        self.turned_goals = []
        self.winner = None  # "diggers", "selfish", "saboteurs"
        self.hero = None  # the seat whose card reached the gold

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return (self.start + self.turns) % len(self.players)

    def face_down(self) -> set:
        return {goal for goal, cell in enumerate(self.goal_cells) if self.grid[cell].face_down}

    def believed(self, seat) -> set:
        """The goals that a player believes possible."""
        seen = self.players[seat].seen
        gold = {goal for goal, is_gold in seen.items() if is_gold}
        return gold or {goal for goal in self.face_down() if goal not in seen}

    def clockwise(self, seat) -> list:
        """The others."""
        return [(seat + step) % len(self.players) for step in range(1, len(self.players))]

    # -------------------------------------------------------------------------------- moves

    def placements(self, seat) -> list:
        """All legal placements, in the order of ties."""
        player = self.players[seat]
        if player.broken:
            return []
        cells = {beside(c, s) for c in self.grid for s in SIDES} - set(self.grid)
        found = []
        for card in dict.fromkeys(player.hand):
            if is_path(card):
                for column, row in sorted(cells):
                    for way in ways_to_lay(card):
                        if fits(self.grid, (column, row), laid(card, way)):
                            found.append(("lay", card, column, row, way))
        return found

    def moves(self, seat) -> list:
        """All that R2, R4 and R5 allow, each distinct card once."""
        found = self.placements(seat)
        for card in dict.fromkeys(self.players[seat].hand):
            if card.startswith("sabotage-"):
                tool = card.removeprefix("sabotage-")
                others = [o for o in self.clockwise(seat) if tool not in self.players[o].broken]
                found += [("sabotage", card, other) for other in others]
            for tool in tools_of(card):
                for other in range(len(self.players)):
                    if tool in self.players[other].broken:
                        found.append(("repair", card, other, tool))
            if card == "secret":
                found += [("look", card, goal) for goal in sorted(self.face_down())]
            if card == "cave-in":
                found += [("cave in", card, *cell) for cell in sorted(self.names)]
            found.append(("discard", card))
        return found

    def play_move(self, move):
        """One turn."""
        seat = self.seat
        player = self.players[seat]
        kind, card, *rest = move
        player.hand.remove(card)
        self.turns += 1
        if kind == "lay":
            *cell, way = rest
            self.lay(seat, card, tuple(cell), way)
        else:
            self.away.append(card)
        if kind == "sabotage":
            self.players[rest[0]].broken.add(card.removeprefix("sabotage-"))
        elif kind == "repair":
            self.players[rest[0]].broken.remove(rest[1])
        elif kind == "look":
            player.seen[rest[0]] = self.goals[rest[0]] == "gold"
        elif kind == "cave in":
            self.cave_in(seat, tuple(rest))
        if self.winner is None:
            if self.deck:
                player.hand.append(self.deck.pop(0))
            if not any(p.hand for p in self.players):
                self.winner = "saboteurs"

    def lay(self, seat, card, cell, way):
        player, shown = self.players[seat], self.face_down()
        before = distance(self.grid, shown)
        self.grid[cell] = laid(card, way)
        self.names[cell] = card
        self.paths_laid += 1
        after = distance(self.grid, shown)
        player.raised += after > before
        if after < before:
            player.lowered += 1
            player.last_lowered = self.turns
        while reached := goals_joined(self.grid, joined(self.grid, ENTRANCE)):
            for goal in sorted(reached):
                self.turn_over(goal, seat)

    def turn_over(self, goal, seat):
        """R3, A3."""
        cell = self.goal_cells[goal]
        self.turned_goals.append(goal)
        if self.goals[goal] == "gold":
            self.hero = seat
            role = self.players[seat].role
            self.winner = "selfish" if role == "selfish" else "diggers"
            self.grid[cell] = Laid(frozenset(), goal=goal)
            return
        shape = self.setup["stone_goals"].split("+")[int(self.goals[goal][-1])]
        network = joined(self.grid, ENTRANCE)
        openings = frozenset(shape)
        if not self.leads_back(cell, openings, network):
            openings = turned(openings)
        self.grid[cell] = Laid(openings, goal=goal)

    def leads_back(self, cell, openings, network) -> bool:
        return any(
            beside(cell, side) in network and ACROSS[side] in self.grid[beside(cell, side)].openings
            for side in openings
        )

    def cave_in(self, seat, cell):
        network = joined(self.grid, ENTRANCE)
        card = self.grid[cell]
        connected = cell in network
        if card.dead:
            connected = self.leads_back(cell, card.openings, network)
        self.players[seat].caved += connected
        del self.grid[cell]
        self.away.append(self.names.pop(cell))

    # -------------------------------------------------------------------------------- policies

    def decide(self, seat):
        if self.policy == "random":
            return self.luck.choice(self.moves(seat))
        role = self.players[seat].role
        move = {"saboteur": self.saboteur, "digger": self.digger, "selfish": self.selfish}[role]
        return move(seat)

    def judged(self, seat) -> list:
        """Each legal placement with the player's own D after it."""
        believed = self.believed(seat)
        found = []
        for move in self.placements(seat):
            _, card, column, row, way = move
            grid = {**self.grid, (column, row): laid(card, way)}
            found.append((move, distance(grid, believed)))
        return found

    def repair_by(self, seat, other):
        """The first card of `seat` that repairs a tool of `other`; None."""
        for card in self.players[seat].hand:
            for tool in tools_of(card):
                if tool in self.players[other].broken:
                    return ("repair", card, other, tool)
        return None

    def sabotage_by(self, seat, other):
        """The first card of `seat` that can hit `other`; None."""
        for card in self.players[seat].hand:
            kind, _, tool = card.partition("-")
            if kind == "sabotage" and tool not in self.players[other].broken:
                return ("sabotage", card, other)
        return None

    def digger(self, seat, judged=None):
        own_repair = self.repair_by(seat, seat)
        if own_repair:
            return own_repair
        judged = self.judged(seat) if judged is None else judged
        now = distance(self.grid, self.believed(seat))
        if judged:
            move, least = min(judged, key=lambda item: item[1])
            if least < now:
                return move
        player = self.players[seat]
        unseen = [goal for goal in sorted(self.face_down()) if goal not in player.seen]
        if "secret" in player.hand and unseen:
            return ("look", "secret", unseen[0])
        for other in self.clockwise(seat):
            if self.players[other].suspicion == 0 and self.repair_by(seat, other):
                return self.repair_by(seat, other)
        targets = [other for other in self.clockwise(seat) if self.sabotage_by(seat, other)]
        if targets:
            suspect = max(targets, key=lambda other: self.players[other].suspicion)
            if self.players[suspect].suspicion >= 2:
                return self.sabotage_by(seat, suspect)
        return ("discard", self.rubbish(player.hand))

    def rubbish(self, hand):
        """What a digger throws away."""
        paths = [card for card in hand if is_path(card)]
        dead = [card for card in paths if card.startswith("dead-")]
        return dead[0] if dead else min(paths, key=len) if paths else hand[0]

    def selfish(self, seat):
        judged = self.judged(seat)
        for move, after in judged:
            if after == 0:
                return move
        if judged and min(after for _, after in judged) == 1:
            now = distance(self.grid, self.believed(seat))
            for move, after in judged:
                if after >= now:
                    return move
        return self.digger(seat, judged)

    def saboteur(self, seat):
        own_repair = self.repair_by(seat, seat)
        if own_repair:
            return own_repair
        lowerers = [
            other
            for other in self.clockwise(seat)
            if not self.players[other].broken and self.players[other].last_lowered
        ]
        if lowerers:
            victim = max(lowerers, key=lambda other: self.players[other].last_lowered)
            if self.sabotage_by(seat, victim):
                return self.sabotage_by(seat, victim)
        believed = self.believed(seat)
        now = distance(self.grid, believed)
        judged = self.judged(seat)
        if judged:
            move, most = max(judged, key=lambda item: item[1])
            if most > now:
                return move
        hand = self.players[seat].hand
        if "cave-in" in hand and self.names:
            without = {
                cell: distance({c: x for c, x in self.grid.items() if c != cell}, believed)
                for cell in sorted(self.names)
            }
            cell = max(without, key=without.get)
            if without[cell] > now:
                return ("cave in", "cave-in", *cell)
        printed = [len(card.removeprefix("dead-")) if is_path(card) else 0 for card in hand]
        return ("discard", hand[printed.index(max(printed))])

    # -------------------------------------------------------------------------------- the end

    def play(self):
        while self.winner is None and self.turns < self.setup["max_turns"]:
            self.play_move(self.decide(self.seat))
        return self

    def gold(self) -> list:
        """R7, R8, R9: of each seat."""
        saboteurs = sum(player.role == "saboteur" for player in self.players)
        found = []
        for seat, player in enumerate(self.players):
            points = 0
            if self.winner == "selfish" and player.role == "selfish":
                points = 4
            if self.winner == "diggers" and player.role == "digger":
                points = 3 if seat == self.hero else 2
            if self.winner == "saboteurs" and player.role == "saboteur":
                points = self.setup["saboteur_gold"][saboteurs - 1]
            found.append(points)
        return found

    def outcomes(self) -> dict:
        gold = self.gold()
        told = {f"winner_{who}": int(self.winner == who) for who in ENDS}
        for role in ("saboteur", "digger", "selfish"):
            shares = [g for g, player in zip(gold, self.players) if player.role == role]
            told[f"gold_{role}"] = sum(shares) / len(shares) if shares else 0
        told |= {f"gold_{seat}": points for seat, points in enumerate(gold)}
        return told | {
            "turns": self.turns,
            "paths_laid": self.paths_laid,
            "goals_turned": len(self.turned_goals),
            "deck_left": len(self.deck),
            "start": self.start,
            "unfinished": int(self.winner is None),
        }

    def cards(self) -> list:
        """All cards, wherever they are."""
        hands = [card for player in self.players for card in player.hand]
        return sorted(hands + self.deck + self.away + list(self.names.values()))


ENDS = ("diggers", "selfish", "saboteurs")


def play(setup, policy, seed) -> SlowGame:
    """A whole round."""
    return SlowGame(setup, deal(setup, seed), policy, Random(seed + 1)).play()


def with_cards(game, cells) -> None:
    """Put path cards on the grid by hand: ``{(1, 0): "NES", (2, 0): "NES'"}``, ' for turned."""
    for cell, card in cells.items():
        name = card.removesuffix("'")
        game.grid[cell] = replace(laid(name, name != card))
        game.names[cell] = name
