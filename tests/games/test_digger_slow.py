"""The compiled rules against the slow game: turn for turn, and in distribution."""

import zlib

import pytest

from .digger_record import EXACT, GAME, events, log, means
from .slow_digger import GEMS, STONES, Luck, SlowGame, play

VARIANTS = {
    "as it is": {},
    "two": {"players": 2},
    "five": {"players": 5, "slip": 0.3},
    "start": {"players": 3, "start": 2, "stones_per_colour": 6},
    "random start": {"start": "random", "slip": 0},
    "black": {"box": "black"},
    "other black": {"box": "black", "black_values": (8, 4, 2, 1), "players": 5},
    "distinct": {"box": "black", "black_distinct": True, "players": 3, "slip": 1},
    "few orders": {"box": "black", "black_values": (4, 4, 4, 3), "black_distinct": True},
    "water": {"water_at_once": True, "slip": 0.3},
    "much water": {"water_stones": 14, "stones_per_colour": 6, "slip": 0.1},
    "equal": {"equal_turns": True, "players": 5, "stones_per_colour": 5},
    "equal two": {"equal_turns": True, "players": 2, "water_at_once": True, "start": 1},
    "hasty": {"throw_time": 1.5, "take_time": 0.3, "steal_time": 0.75, "stack_time": 0.4},
    "slow": {"take_time": 1.2, "steal_time": 3, "stack_time": 1.6, "throw_sd": 2, "slip": 0.3},
    "no spread": {**EXACT, "players": 3},
    "wide": {"take_sd": 1, "steal_sd": 2, "stack_sd": 1, "throw_sd": 0},
    "no time": {"take_time": 0, "stack_time": 0, "steal_time": 0},
    "fast clock": {"clock_bias": 1.3, "clock_noise": 0.4},
    "slow clock": {"clock_bias": 0.7, "clock_noise": 0, "white_values": (2, 3, 4, 6)},
    "short": {"hourglass": 14, "box": "white", "white_values": (3, 2, 1, 1)},
}
# what a turn's events do not tell: when the sand ran out
SANDS = {
    "sand": {"hourglass_sd": 3},
    "wild sand": {"hourglass": 8, "hourglass_sd": 8, "water_at_once": True, "slip": 0.1},
}

POLICIES = ("throws:5", "robber:6", "dry:4")
TABLES = (*POLICIES, "robber:9", "throws:30")


def with_cap(policy, settings):
    """Who never takes water never ends."""
    return settings | ({"max_turns": 12} if "dry" in policy else {})


# ------------------------------------------------------------------------------ turn for turn


class Told(Luck):
    """Chance as it was in a game that was told."""

    def __init__(self, setup, turns):
        self.values, self.first = setup["values"], turns[0]["seat"]
        self.turns = iter(turns)

    def next_turn(self):
        turn = next(self.turns)
        self.actions = [*turn["actions"], {"action": "too late", "time": turn["time"]}]
        self.at = -1

    @property
    def coming(self):
        """What is done next."""
        return self.actions[self.at + 1]

    def seconds(self, mean, sd):
        spent = self.coming["time"] - (self.actions[self.at]["time"] if self.at >= 0 else 0)
        self.at += 1
        if sd == 0:
            assert abs(spent - mean) < 1e-9
            return mean
        return spent

    def sand(self, mean, sd):
        return mean

    def dice(self):
        return self.actions[self.at]["dice"]

    def slips(self, chance):
        return self.actions[self.at]["action"] == "slip"

    def boxes(self, setup):
        return self.values

    def start(self, setup):
        return self.first


class Followed(SlowGame):
    """The slow game, played again as it was told."""

    def play_turn(self):
        self.luck.next_turn()
        return super().play_turn()


def in_words(action):
    """An action as the slow game writes it down."""
    kind = (action["action"],)
    kind += (action["colour"],) if "colour" in action else ()
    return kind + ((action["from"],) if "from" in action else ())


def follow(seats, k, **settings):
    """Play a game again, slowly, comparing every turn."""
    setup, turns, outcomes = events(seats, k, **settings)
    times = iter(log(seats, k, **settings)["time"])
    for told in (told for turn in turns for told in (*turn["actions"], turn)):
        exact = next(times)
        assert abs(told["time"] - exact) <= 5e-5
        told["time"] = exact
    rules = GAME.values(settings)
    policies = [(n, int(x)) for n, x in (p.split(":") for p in seats.split(","))]
    policies *= rules["players"] // len(policies)
    game = Followed(settings, policies, Told(setup, turns))
    for turn in turns:
        assert not game.finished
        slow = game.play_turn()
        assert slow.seat == turn["seat"]
        assert slow.actions == [in_words(action) for action in turn["actions"]]
        end = "slip" if slow.slipped else "night" if slow.night else "stop"
        assert turn["end"] == end
        assert abs(slow.time - turn["time"]) < 1e-8
        assert {c: game.middle[c] for c in STONES} == turn["middle"]
        assert [{c: box[c] for c in GEMS} for box in game.boxes] == turn["boxes"]
    told = {}
    for name, value in outcomes.items():
        many = isinstance(value, list)
        told |= {f"{name}_{i}": v for i, v in enumerate(value)} if many else {name: value}
    assert game.outcomes() == told
    return game


def follow_many(settings, games):
    settings = settings | {"clock_noise": 0, "max_turns": 40}
    seen = {}
    tables = [*TABLES]
    if settings.get("players") == 2:
        tables += ["robber:9,dry:4", "throws:30,robber:6"]
    if settings.get("players", 4) == 4:
        tables += ["robber:9,throws:6,dry:5,robber:4"]
    for seats in tables:
        for k in range(games):
            game = follow(seats, k, **with_cap(seats, settings))
            for what in ("busts", "slips", "steals"):
                seen[what] = seen.get(what, 0) + getattr(game, what)
    return seen


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_turn_is_as_in_the_slow_game(variant):
    seen = follow_many(VARIANTS[variant], 3)
    assert seen["steals"] > 0 or VARIANTS[variant].get("slip") == 1


@pytest.mark.heavy
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_turn_of_many_games_is_as_in_the_slow_game(variant):
    follow_many(VARIANTS[variant], 400)


# --------------------------------------------------------------------------- in distribution


def agree(policy, games, slow_games, variant, sigmas=4.5):
    """Every outcome's mean, of each seat."""
    settings = with_cap(policy, (VARIANTS | SANDS)[variant])
    fast = means(policy, games, **settings)
    first = zlib.crc32(f"{policy} {variant}".encode()) << 32
    results = [play(settings, policy, first + k).outcomes() for k in range(slow_games)]
    assert set(fast) == set(results[0])
    for name, (mean, error) in fast.items():
        values = [r[name] for r in results]
        slow = sum(values) / slow_games
        variance = sum((v - slow) ** 2 for v in values) / slow_games
        # a rare outcome that the slow games did not meet has the fast ones' variance
        noise = (max(variance / slow_games, error**2 * games / slow_games) + error**2) ** 0.5
        assert abs(slow - mean) <= sigmas * noise + 1e-9, (name, slow, mean, noise)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", VARIANTS | SANDS)
def test_outcomes_are_distributed_as_in_the_slow_game(policy, variant):
    agree(policy, 6_000, 80 if policy == "robber:6" else 200, variant)


@pytest.mark.heavy
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", VARIANTS | SANDS)
def test_many_outcomes_are_distributed_as_in_the_slow_game(policy, variant):
    agree(policy, 200_000, 2_500, variant, sigmas=5)
