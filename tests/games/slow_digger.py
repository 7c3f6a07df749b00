"""
Digger once more: lists, dicts and seconds, written from the rulebook and the rules page alone.

It shares nothing with the compiled rules. A turn is told in seconds since the hourglass was turned;
a player's box, hand and the middle are dicts from colour to the number of stones.
"""

from collections import Counter
from itertools import permutations
from math import log
from random import Random

FACES = ("blue", "yellow", "red", "green", "white", "black")
STONES = FACES[:5]
GEMS = STONES[1:]
BY_WORTH = ("white", "green", "red", "yellow", "blue")
TOLERANCE = 1e-9

DEFAULTS = {
    "players": 4,
    "start": 0,
    "stones_per_colour": 10,
    "water_stones": "as many",
    "box": "white",
    "white_values": (3, 3, 4, 5),
    "black_values": (2, 3, 4, 6),
    "black_distinct": False,
    "hourglass": 30.0,
    "hourglass_sd": 0.0,
    "throw_time": 2.5,
    "throw_sd": 0.6,
    "take_time": 0.6,
    "take_sd": "quarter",
    "steal_time": 1.5,
    "steal_sd": "quarter",
    "stack_time": 0.8,
    "stack_sd": "quarter",
    "slip": 0.04,
    "clock_bias": 1.0,
    "clock_noise": 0.15,
    "water_at_once": False,
    "equal_turns": False,
    "max_turns": 1000,
}


class Luck:
    """Everything that chance decides; a test may put a script in the place of any of it."""

    def __init__(self, seed):
        self.random = Random(seed)

    def dice(self) -> list[str]:
        return self.random.choices(FACES, k=5)

    def seconds(self, mean, sd) -> float:
        """Gamma with this mean and sd; the mean itself without a spread."""
        if sd == 0 or mean == 0:
            return mean
        return self.random.gammavariate((mean / sd) ** 2, sd * sd / mean)

    def sand(self, mean, sd) -> float:
        return max(0.0, self.random.gauss(mean, sd)) if sd else mean

    def clock(self, bias, noise) -> float:
        """
        How fast a player's time passes to him, for one turn.

        A lognormal's mean is exp(mu + s²/2) and its variance over its mean squared exp(s²) - 1.
        """
        if noise == 0 or bias == 0:
            return bias
        return bias * self.unit_lognormal(noise)

    def unit_lognormal(self, noise) -> float:
        variance = log(1 + noise * noise)
        return self.random.lognormvariate(-variance / 2, variance**0.5)

    def slips(self, chance) -> bool:
        return self.random.random() < chance

    def boxes(self, setup) -> list[dict[str, int]]:
        """Each player's values."""
        players = setup["players"]
        if setup["box"] == "white":
            return [dict(zip(GEMS, setup["white_values"], strict=True)) for _ in range(players)]
        if setup["black_distinct"]:
            orders = self.random.sample(list(permutations(setup["black_values"])), players)
        else:
            orders = [self.random.sample(setup["black_values"], 4) for _ in range(players)]
        return [dict(zip(GEMS, order, strict=True)) for order in orders]

    def start(self, setup) -> int:
        if setup["start"] == "random":
            return self.random.randrange(setup["players"])
        return int(setup["start"])


class Turn:
    """A turn under way."""

    def __init__(self, seat, sand, clock):
        self.seat, self.sand, self.clock = seat, sand, clock
        self.time = 0.0
        self.throws = 0
        self.hand = Counter()
        self.water_away = 0
        self.kept, self.back = Counter(), Counter()
        self.night = self.slipped = self.bust = False
        self.actions = []

    def spend(self, seconds) -> bool:
        """Do something that takes so long; whether it was done before the sand ran out."""
        self.time += seconds
        return self.time <= self.sand + TOLERANCE


def once(dice) -> set[str]:
    """The faces that exactly one die shows (R1)."""
    return {face for face in dice if dice.count(face) == 1}


class SlowGame:
    """
    One game.

    Parameters
    ----------
    setup : mapping
        Parameters of the rules page; what is missing has its default.
    policies : list of (str, int)
        For each seat, such as ("throws", 5).
    luck : Luck
    """

    def __init__(self, setup, policies, luck):
        unknown = set(setup) - set(DEFAULTS)
        assert not unknown, unknown
        self.setup = DEFAULTS | dict(setup)
        self.luck = luck
        self.policies = policies
        self.players = self.setup["players"]
        assert len(policies) == self.players
        self.values = luck.boxes(self.setup)
        self.start = luck.start(self.setup)
        self.middle = Counter({colour: self.setup["stones_per_colour"] for colour in STONES})
        if self.setup["water_stones"] != "as many":
            self.middle["blue"] = self.setup["water_stones"]
        self.boxes = [Counter() for _ in range(self.players)]
        self.water_gone = 0
        self.turns = self.throws = self.busts = self.slips = self.steals = 0
        self.finished = False
        self.told = []

    # ------------------------------------------------------------------------------- time

    def seconds(self, what) -> float:
        mean = self.setup[what + "_time"]
        sd = self.setup[what + "_sd"]
        return self.luck.seconds(mean, mean / 4 if sd == "quarter" else sd)

    # ------------------------------------------------------------------------------- turns

    def play(self):
        while not self.finished and self.turns < self.setup["max_turns"]:
            self.told.append(self.play_turn())
        return self

    def play_turn(self) -> Turn:
        setup = self.setup
        turn = Turn(
            (self.start + self.turns) % self.players,
            self.luck.sand(setup["hourglass"], setup["hourglass_sd"]),
            self.luck.clock(setup["clock_bias"], setup["clock_noise"]),
        )
        while self.throw(turn):
            if self.has_enough(turn):
                self.stack(turn)
                break
        self.turns += 1
        dry = self.middle["blue"] == 0
        lap_over = not setup["equal_turns"] or self.turns % self.players == 0
        self.finished = dry and lap_over
        return turn

    def throw(self, turn) -> bool:
        """Throw and take; whether the player may go on."""
        self.throws += 1
        turn.throws += 1
        if not turn.spend(self.seconds("throw")):
            return self.nightfall(turn)
        turn.actions.append(("throw",))
        usable = once(self.luck.dice())
        kind, _ = self.policies[turn.seat]
        stolen = set()
        if kind == "robber" and "black" in usable:
            for colour in BY_WORTH[:4]:
                victim = self.victim(turn.seat, colour) if colour in usable else None
                if victim is None:
                    continue
                if not turn.spend(self.seconds("steal")):
                    return self.nightfall(turn)
                self.boxes[victim][colour] -= 1
                turn.hand[colour] += 1
                if self.luck.slips(self.setup["slip"]):
                    turn.actions.append(("slip", colour, victim))
                    return self.slip(turn)
                turn.actions.append(("steal", colour, victim))
                self.steals += 1
                stolen.add(colour)
        for colour in BY_WORTH:
            if colour not in usable or colour in stolen or self.middle[colour] == 0:
                continue
            if colour == "blue" and kind == "dry":
                continue
            if not turn.spend(self.seconds("take")):
                return self.nightfall(turn)
            turn.actions.append(("take", colour))
            self.middle[colour] -= 1
            if colour == "blue" and self.setup["water_at_once"]:
                turn.water_away += 1
            else:
                turn.hand[colour] += 1
        return True

    def nightfall(self, turn) -> bool:
        """Everything in hand goes back to the middle (R3); water that is away stays away."""
        turn.night = True
        turn.back = +turn.hand
        turn.bust = turn.back.total() > 0
        self.busts += turn.bust
        self.middle += turn.hand
        turn.hand = Counter()
        self.water_gone += turn.water_away
        return False

    def slip(self, turn) -> bool:
        """Everything goes to the middle (R4): what was stolen, and the water too."""
        self.slips += 1
        turn.slipped = True
        turn.back = turn.hand + Counter(blue=turn.water_away)
        self.middle += turn.back
        turn.hand = Counter()
        turn.water_away = 0
        return False

    def stack(self, turn):
        """Into the box, stone by stone (R3)."""
        for colour in BY_WORTH:
            while turn.hand[colour]:
                if not turn.spend(self.seconds("stack")):
                    self.nightfall(turn)
                    return
                turn.actions.append(("stack", colour))
                turn.hand[colour] -= 1
                turn.kept[colour] += 1
                if colour == "blue":
                    self.water_gone += 1
                else:
                    self.boxes[turn.seat][colour] += 1
        self.water_gone += turn.water_away

    # ------------------------------------------------------------------------------- players

    def points(self, seat) -> int:
        return sum(self.boxes[seat][colour] * self.values[seat][colour] for colour in GEMS)

    def victim(self, thief, colour) -> int | None:
        """The opponent with most points who has this colour; the next clockwise on a tie."""
        clockwise = [(thief + step) % self.players for step in range(1, self.players)]
        holders = [seat for seat in clockwise if self.boxes[seat][colour]]
        return max(holders, key=self.points, default=None)

    def has_enough(self, turn) -> bool:
        """After K throws, or when felt time and the stacking to come reach the hourglass."""
        _, k = self.policies[turn.seat]
        to_stack = turn.hand.total() * self.setup["stack_time"]
        felt = turn.time * turn.clock
        return turn.throws >= k or felt + to_stack >= self.setup["hourglass"] - TOLERANCE

    # ------------------------------------------------------------------------------- the end

    def stones(self) -> dict[str, int]:
        """Of each colour, between turns: all that there are."""
        everything = Counter(blue=self.water_gone) + self.middle
        for box in self.boxes:
            everything += box
        return dict(everything)

    def outcomes(self) -> dict[str, float]:
        """Those of seats are named as in ``score_0``."""
        points = [self.points(seat) for seat in range(self.players)]
        best = points.count(max(points))
        told = {}
        for seat in range(self.players):
            told[f"score_{seat}"] = points[seat]
            told[f"win_{seat}"] = 1 / best if points[seat] == max(points) else 0.0
            for colour in GEMS:
                told[f"{colour}_{seat}"] = self.boxes[seat][colour]
        return told | {
            "turns": self.turns,
            "throws": self.throws,
            "busts": self.busts,
            "slips": self.slips,
            "steals": self.steals,
            "unfinished": int(not self.finished),
        }


def play(setup, policies, seed) -> SlowGame:
    """A whole game; ``policies`` is such as ``"throws:5,robber:6"``, one for each seat."""
    seats = []
    for policy in policies.split(","):
        name, _, k = policy.partition(":")
        seats.append((name, int(k or 5)))
    if len(seats) == 1:
        seats *= setup.get("players", DEFAULTS["players"])
    return SlowGame(setup, seats, Luck(seed)).play()
