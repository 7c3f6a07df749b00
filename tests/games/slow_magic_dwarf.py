"""
Magic Dwarf once more: lists and dicts, written from the rulebook and the rules page alone.

It shares nothing with the compiled rules. Cards are pairs such as ``("student", 3)``; a move is
``(choice, side, origin)``: the older card (0) or the newer (1), and whom it moves from where, or
``(choice, None, None)`` for a dwarf card that moves nobody.
"""

from collections import Counter
from random import Random

START, FINISH = 0, 21
HEAD_STARTS = {1: [0, 3], 2: [0, 8], 3: [0, 13], 4: [3, 13], 5: [8, 13], 6: [3, 18], 7: [8, 18]}
TEAMS = ("student", "witch")


def deck(setup) -> list[tuple[str, int]]:
    """All forest cards of a set-up (a mapping of the rules page's parameters)."""
    cards = []
    for side in TEAMS:
        counts = setup[side + "_cards"]
        for colour in range(setup["colours"]):
            even = 20 // setup["colours"] + (1 if colour < 20 % setup["colours"] else 0)
            cards += [(side, colour)] * (counts[colour] if counts else even)
    return cards + [("dwarf", number) for number in setup["dwarf_cards"]]


def lay_tiles(setup, luck: Random) -> list[int]:
    """The 20 colours along the path."""
    colours = range(setup["colours"])
    if setup["path"] == "random":
        return [luck.choice(colours) for _ in range(20)]
    if setup["path"] != "tiles":
        return [int(c) for c in setup["path"] if c != "+"]
    path = []
    for _ in range(4):
        tile = [c for c in colours for _ in range(5 // len(colours))]
        tile += luck.sample(colours, 5 % len(colours))
        luck.shuffle(tile)
        path += tile
    return path


class SlowGame:
    """
    One game.

    Parameters
    ----------
    setup : mapping
    path : list of int
    shuffle : function of a list of cards, returning it in the order in which they are flipped
    first : int
        The team that starts a duel.
    """

    def __init__(self, setup, path, shuffle, first=0):
        self.setup, self.path, self.shuffle, self.team = setup, path, shuffle, first
        self.duel = setup["mode"] == "duel"
        self.at = {"student": [START] * 4, "witch": list(HEAD_STARTS[setup["level"]])}
        if self.duel:
            self.at = {"student": [START] * 3, "witch": [START] * 3}
        self.forest, self.pile = shuffle(deck(setup)), []
        self.turns = self.reshuffles = 0
        self.winner = None
        if self.duel:
            self.hands = {first: [self.flip(), self.flip()]}
            self.hands[1 - first] = [self.flip(), self.flip()]
        else:
            self.hands = {0: [self.flip()]}
            self.team = 0

    def flip(self):
        if not self.forest:
            self.forest, self.pile = self.shuffle(self.pile), []
            self.reshuffles += 1
        return self.forest.pop(0)

    @property
    def choices(self):
        """The two cards of the team whose turn it is."""
        return self.hands[self.team]

    def unseen(self) -> Counter:
        """The cards that whoever is to move does not see, the discard pile aside."""
        hidden = [card for team, hand in self.hands.items() if team != self.team for card in hand]
        return Counter(self.forest + hidden)

    def all_cards(self) -> Counter:
        return Counter(self.forest + self.pile + [c for hand in self.hands.values() for c in hand])

    # ---------------------------------------------------------------------------- moving

    def is_empty(self, space) -> bool:
        return space not in self.at["student"] + self.at["witch"]

    def destination(self, card, origin) -> int:
        kind, number = card
        if kind != "dwarf":
            for space in range(origin + 1, FINISH):
                if self.path[space - 1] == number and self.is_empty(space):
                    return space
            return FINISH
        left = number
        for space in range(origin - 1, START, -1):
            if self.is_empty(space):
                left -= 1
                if left == 0:
                    return space
        return START

    def moves_of(self, choice) -> list:
        kind, _ = self.choices[choice]
        if kind != "dwarf":
            return [(choice, kind, o) for o in sorted(set(self.at[kind])) if o != FINISH]
        last = FINISH if self.setup["dwarf_from_finish"] else FINISH - 1
        moves = [
            (choice, side, o) for side in TEAMS for o in set(self.at[side]) if START < o <= last
        ]
        if self.setup["dwarf_may_pass"] or not moves:
            moves.append((choice, None, None))
        return moves

    def carry_out(self, move) -> int | None:
        """Move, discard, look who has won, draw (R7: in this order); returns the destination."""
        choice, side, origin = move
        assert move in self.moves_of(choice), move
        card = self.choices[choice]
        place = None
        if side:
            place = self.destination(card, origin)
            self.at[side][self.at[side].index(origin)] = place
        self.pile.append(self.hands[self.team].pop(choice))
        self.turns += 1
        self.winner = self.who_has_won()
        if self.duel and self.winner is None:
            self.hands[self.team].append(self.flip())
            self.team = 1 - self.team
        return place

    def who_has_won(self):
        home = {side: self.at[side].count(FINISH) for side in TEAMS}
        if self.duel:
            return next((side for side in TEAMS if home[side] == 3), None)
        if home["witch"]:
            return "witch"
        return "student" if home["student"] >= self.setup["students_needed"] else None

    def begin_turn(self):
        if not self.duel:
            self.hands[0].append(self.flip())

    def outcomes(self) -> dict[str, int]:
        return {
            "won": int(self.winner == "student"),
            "turns": self.turns,
            "students_home": self.at["student"].count(FINISH),
            "witch_gap": FINISH - max(self.at["witch"]),
            "witches_home": self.at["witch"].count(FINISH),
            "reshuffles": self.reshuffles,
            "unfinished": int(self.winner is None),
        }


# ---------------------------------------------------------------------- benchmark policies


def random_move(game: SlowGame, luck: Random):
    """Either of the two cards, then any of its moves."""
    return luck.choice(game.moves_of(luck.randrange(2)))


def rush_move(game: SlowGame, luck=None):
    """`rush` as the rules page has it; in the duel the witches' team does the same for its side."""
    cards = game.choices
    own, their = TEAMS[game.team], TEAMS[1 - game.team]

    def covered(move):
        choice, _, origin = move
        return abs(game.destination(cards[choice], origin) - origin)

    def of_kind(kind):
        return [m for i in (0, 1) if cards[i][0] == kind for m in game.moves_of(i)]

    ours = of_kind(own)
    if ours:
        return max(ours, key=lambda m: (covered(m), -m[0], m[2]))
    dwarves = [i for i in (0, 1) if cards[i][0] == "dwarf"]
    if dwarves:
        choice = max(dwarves, key=lambda i: (cards[i][1], -i))
        moves = game.moves_of(choice)
        foremost = [m for m in moves if m[1] == their and m[2] != FINISH]
        if foremost:
            return max(foremost, key=lambda m: m[2])
        if (choice, None, None) in moves:
            return (choice, None, None)
        # theirs at the finish is fetched back only where none of one's own can be moved instead
        return min(moves, key=lambda m: (m[1] == their, covered(m), -m[2]))
    return min(of_kind(their), key=lambda m: (m[2] + covered(m), m[0], m[2]))


POLICIES = {"random": random_move, "rush": rush_move}


def play(setup, policies, luck: Random) -> SlowGame:
    """A whole game with chance of its own."""

    def shuffle(cards):
        return luck.sample(cards, len(cards))

    first = {"coin": luck.randrange(2), "students": 0, "witches": 1}[setup["duel_starts"]]
    game = SlowGame(setup, lay_tiles(setup, luck), shuffle, first)
    while game.winner is None and game.turns < setup["max_turns"]:
        game.begin_turn()
        game.carry_out(policies[game.team](game, luck))
    return game
