"""The compiled rules against the slow game: turn for turn, and in distribution."""

import zlib
from collections import Counter

import pytest

from .slow_ten_dwarves import DEFAULTS, Luck, SlowGame, forget_all, play
from .ten_dwarves_record import GAME, events, rows, wins_of_all_deals

VARIANTS = {
    "basic": {"dwarves": 7},
    "two": {"players": 2, "dwarves": 6},
    "three": {"players": 3, "dwarves": 7, "start": 2},
    "random start": {"players": 4, "dwarves": 5, "start": "random"},
    "tiny": {"players": 2, "dwarves": 2},
    "four for four": {"dwarves": 4, "dealt": 1},
    "dealt": {"dwarves": 7, "dealt": 1, "start": 1},
    "dealt two": {"players": 2, "dwarves": 6, "dealt": 1},
    "silence": {"players": 3, "dwarves": 6, "statements": "none"},
    "compulsory": {"players": 3, "dwarves": 6, "statements": "compulsory"},
    "compulsory two": {"players": 2, "dwarves": 5, "statements": "compulsory", "dealt": 1},
    "seen": {"players": 3, "dwarves": 6, "about": "seen"},
    "seen compulsory": {"dwarves": 6, "about": "seen", "statements": "compulsory"},
    "guardian": {"players": 3, "dwarves": 6, "characters": "none+guardian+none"},
    "guardian two": {
        "players": 2,
        "dwarves": 6,
        "characters": "guardian+herald",
        "statements": "compulsory",
    },
    "guardian dealt": {"dwarves": 6, "characters": "none+none+seer+guardian", "dealt": 1},
    "shared": {"players": 3, "dwarves": 6, "sight": "shared", "statements": "compulsory"},
    "open": {"dwarves": 6, "sight": "open", "statements": "compulsory"},
    "cap": {"players": 3, "dwarves": 6, "max_turns": 4},
}
POLICIES = ("random", "silent", "silent:0.4", "chain", "chain:0.5", "chain:0", "silent:0")
MIXED = {2: "chain,random", 3: "chain:0.6,silent,random", 4: "random,chain,silent:0.5,chain:0.3"}


# ------------------------------------------------------------------------------ turn for turn


class Told(Luck):
    """Chance as it was in a game that was told."""

    def __init__(self, setup, turns):
        self.numbers, self.first = setup["numbers"], turns[0]["seat"]
        self.turns = turns
        self.turn = -1

    def next_turn(self):
        self.turn += 1
        self.left = list(self.turns[self.turn]["actions"])

    @property
    def coming(self):
        """The next action, if any is left."""
        return self.left[0] if self.left else {"action": "end"}

    def line(self, setup):
        return self.numbers

    def start(self, setup):
        return self.first

    def looks(self):
        return self.coming["action"] == "look"

    def goes_on(self):
        return self.coming["action"] in ("look", "flip", "turn back", "wrong")

    def pair(self, pairs):
        pair = tuple(self.left.pop(0)["cards"])
        assert pair in pairs
        return pair

    def taken(self, two):
        card = self.left.pop(0)["card"]
        assert card in two
        return card

    def turned(self, cards):
        card = self.left.pop(0)["card"]
        assert card in cards
        return card

    def statement(self, pairs):
        said = self.turns[self.turn]["actions"][-1]
        pair = (said["lower"], said["higher"])
        assert pair in pairs
        return pair


def in_words(turn):
    """A turn as the slow game writes it down."""
    found = [(turn["seat"],)]
    for action in turn["actions"]:
        kind = action["action"]
        if kind == "look":
            found.append(("look", *action["cards"]))
        elif kind == "take":
            found[-1] += ("take", action["card"])
        elif kind in ("flip", "wrong", "turn back"):
            found.append(("flip", action["card"], action["number"]))
            if kind == "turn back":
                found.append(("back", action["card"], action["number"]))
        elif kind == "say":
            found.append(("say", action["lower"], action["higher"]))
        else:
            found.append((kind,))
    return found


def policies_of(seats, settings):
    """A list of policies for the slow game."""
    found = [p.partition(":") for p in seats.split(",")]
    found = [(name, float(value or 1)) for name, _, value in found]
    return found * ((DEFAULTS | settings)["players"] // len(found))


def follow(seats, k, **settings):
    """Play a game again, slowly, comparing every turn."""
    setup, turns, outcomes = events(seats, k, **settings)
    luck = Told(setup, turns)
    game = SlowGame(settings, policies_of(seats, settings), luck)
    for turn in turns:
        assert not game.over
        luck.next_turn()
        game.play_turn()
        assert game.told[-1] == in_words(turn)
        assert sorted(game.centre) == turn["centre"]
        assert game.fronts == turn["fronts"]
    assert game.outcomes() == outcomes
    return Counter(event[0] for events in game.told for event in events[1:])


def follow_many(settings, games):
    seen = Counter()
    for seats in (*POLICIES, MIXED[settings.get("players", 4)]):
        for k in range(games):
            seen += follow(seats, k, **settings)
    forget_all()
    return seen


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_turn_is_as_in_the_slow_game(variant):
    seen = follow_many(VARIANTS[variant], 5)
    assert seen["flip"] and bool(seen["look"]) == (variant != "four for four")
    assert bool(seen["say"]) == (VARIANTS[variant].get("statements") != "none")
    assert not seen["back"] or "guardian" in variant


def test_every_turn_of_the_full_game_is_as_in_the_slow_game():
    for players, seats in MIXED.items():
        follow("chain", 1, players=players)
        follow(seats, 2, players=players, statements="compulsory")
    forget_all()


@pytest.mark.heavy
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_turn_of_many_games_is_as_in_the_slow_game(variant):
    seen = follow_many(VARIANTS[variant], 300)
    assert bool(seen["back"]) == ("guardian" in variant)


@pytest.mark.heavy
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_turn_of_many_full_games_is_as_in_the_slow_game(players):
    for k in range(40):
        for seats in ("chain", "chain:0.5", MIXED[players]):
            follow(seats, k, players=players)
            follow(seats, k, players=players, dealt=1, statements="compulsory")
    forget_all()


# --------------------------------------------------------------------------- in distribution


def agree(policy, games, slow_games, variant, sigmas=4.5):
    """Every outcome's mean."""
    settings = VARIANTS[variant]
    fast = rows(policy, games, **settings)
    first = zlib.crc32(f"{policy} {variant}".encode()) << 32
    slow = [play(settings, policy, first + k).outcomes() for k in range(slow_games)]
    forget_all()
    assert set(fast) == set(slow[0])
    for name, values in fast.items():
        mean, variance = values.mean(), values.var()
        other = sum(result[name] for result in slow) / slow_games
        noise = (variance / slow_games + variance / games) ** 0.5
        # a rare outcome that either did not meet
        assert abs(other - mean) <= sigmas * noise + 4 / slow_games, (name, other, mean, noise)


@pytest.mark.parametrize("policy", ["random", "silent:0.4", "chain", "chain:0.5"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_outcomes_are_distributed_as_in_the_slow_game(policy, variant):
    agree(policy, 20_000, 120 if "chain" not in policy else 50, variant)


@pytest.mark.heavy
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_outcomes_are_distributed_as_in_the_slow_game(policy, variant):
    agree(policy, 400_000, 4_000, variant, sigmas=5)


# ------------------------------------------------------------------------- all deals, exactly


@pytest.mark.parametrize(
    ("policy", "players", "won"),
    [
        ("silent", 2, 754),
        ("silent", 3, 204),
        ("silent", 4, 174),
        ("chain", 2, 4860),
        ("chain", 3, 2522),
        ("chain", 4, 1153),
    ],
)
def test_wins_among_all_deals_of_seven_dwarves(policy, players, won):
    """The rules page's 0.14960, 0.04048, 0.03452 and 0.96429, 0.50040, 0.22877."""
    assert wins_of_all_deals(policy, players=players, dwarves=7) == (won, 5040)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", ["silent", "chain"])
@pytest.mark.parametrize("dealt", [0, 1])
def test_wins_among_all_deals_of_five_dwarves_are_those_of_the_slow_game(policy, players, dealt):
    from .slow_ten_dwarves import enumerated

    settings = {"players": players, "dwarves": 5, "dealt": dealt}
    won, deals = wins_of_all_deals(policy, **settings)
    assert deals == 120 and won == enumerated(settings, policy)
    forget_all()


def test_two_players_with_five_dwarves_and_chain_always_win():
    assert wins_of_all_deals("chain", players=2, dwarves=5) == (120, 120)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("players", "silent", "chain"),
    [(2, 754, 4860), (3, 204, 2522), (4, 174, 1153)],
)
def test_the_slow_game_wins_the_same_deals_of_seven_dwarves(players, silent, chain):
    from .slow_ten_dwarves import enumerated

    settings = {"players": players, "dwarves": 7}
    assert (enumerated(settings, "silent"), enumerated(settings, "chain")) == (silent, chain)


def test_silence_is_one_policy_by_three_names():
    """`silent` with statements none and optional, and `chain` with none."""
    one = rows("silent", 2000, players=3, statements="none")
    for other in (
        rows("silent", 2000, players=3, statements="optional"),
        rows("chain", 2000, players=3, statements="none"),
    ):
        assert all((one[name] == other[name]).all() for name in one)


def test_the_table_of_settings_is_the_games():
    assert GAME.values({}) == DEFAULTS
