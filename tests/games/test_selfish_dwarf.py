"""Selfish Dwarf worked out by hand: tunnels, goals, tools, gold, and what is dealt."""

from collections import Counter

import numpy as np
import pytest

from dwarfsim.games.selfish_dwarf import DEALT, HANDS, grid, view, ways
from dwarfsim.games.selfish_dwarf import cards as sdc

from .selfish_dwarf_record import GAME, SLOW_NAMES, cell_at, events, match, path, play_script, rows

HIDDEN_GOLD = "gold,stone 0,stone 1"  # the gold is at the top, stone 0 straight ahead
SHAPES = ("NESW", "NES", "NEW", "NS", "EW", "SE", "SW")
PUT_AWAY = ("discard", "secret")


def distances(script) -> list:
    """D towards each goal at the end of a script; None: no way, or turned over."""
    found = [int(d) for d in script.position.space.goals[:, ways.DISTANCE]]
    hidden = [state == grid.HIDDEN for state in script.position.space.goals[:, grid.STATE]]
    return [d if h and d < ways.INFINITE else None for d, h in zip(found, hidden, strict=True)]


def fitting(script, column, row) -> set:
    """The path cards, `'` for turned, that may be laid at a place."""
    space = script.position.space
    edges, found = grid.edges_of(space, cell_at(column, row)), set()
    for shape in SHAPES:
        card = sdc.SHAPES.index(shape)
        for way in range(view.ways_to_lay(card)):
            if grid.fits(edges, view.lying(card, way)):
                found.add(shape + "'" * way)
    return found


def network(script) -> set:
    """The places of the cards that are joined with the entrance."""
    word = int(script.position.space.facts[grid.NETWORK])
    return {p for number, p in script.position.numbers().items() if word >> number & 1}


def lay(card, column, row):
    return path(card, row=row, first=column)[0]


# ------------------------------------------------------------------------------ what fits


def test_the_entrance_has_four_openings_and_nothing_else_is_joined():
    script = play_script([PUT_AWAY])
    assert network(script) == {(0, 0)}
    for column, row, side in ((0, -1, "S"), (1, 0, "W"), (0, 1, "N"), (-1, 0, "E")):
        found = fitting(script, column, row)
        every = {s + t for s in SHAPES for t in ("", "'")}
        sides = {f: sdc.openings_of(f.rstrip("'")) for f in every}
        sides = {f: sdc.turned(s) if f.endswith("'") else s for f, s in sides.items()}
        same = {"NESW'", "NS'", "EW'"}
        assert found == {f for f, s in sides.items() if s & sdc.openings_of(side)} - same
    assert not fitting(script, 1, 1) and not fitting(script, 2, 0)
    assert distances(script) == [9, 7, 9]


def test_a_card_fits_openings_to_openings_and_walls_to_walls():
    script = play_script([lay("NS", 0, -1), lay("NESW", 1, 0)])
    # at (1, -1): a wall to the west, an opening to the south, nothing to the north and east
    assert fitting(script, 1, -1) == {"NES", "NS", "SE"}
    assert fitting(script, 0, -2) == {"NESW", "NES", "NES'", "NEW'", "NS", "SE", "SW"}
    assert not fitting(script, -1, -1)  # beside a wall alone


def test_a_face_down_goal_asks_for_nothing():
    script = play_script([lay("NEW'", 0, -1)], goal_distance=1)
    # (1, -1): an opening to the west; the goals at (2, -2) and (2, 0) are not beside it
    assert fitting(script, 1, -1) == {"NESW", "NES'", "NEW", "NEW'", "EW", "SW", "SE'"}
    script = play_script([lay("NEW'", 0, -1), lay("NEW", 1, -1)], goal_distance=1)
    # (2, -1) lies between two goals: whether it opens to them is free
    assert fitting(script, 2, -1) == {"NESW", "NES'", "NEW", "NEW'", "EW", "SW", "SE'"}


# ------------------------------------------------------------------------------ tunnels, dead ends


def test_a_dead_end_joins_nothing_and_blocks():
    open_ = play_script(path("EW"), goal_distance=2)
    assert network(open_) == {(0, 0), (1, 0)} and distances(open_)[1] == 1
    assert fitting(open_, 2, 0)
    dead = play_script(path("dead-EW"), goal_distance=2)
    assert network(dead) == {(0, 0)} and not fitting(dead, 2, 0)
    # around it: (0, -1), (1, -1), (2, -1), (2, 0), and along the goal's column from (3, -1)
    assert distances(dead)[1] == 4
    assert dead.turns[0]["before"] == 2 and dead.turns[0]["after"] == 4


def test_a_dead_end_does_not_reach_a_goal():
    script = play_script(path("dead-EW"), goal_distance=1, goals="stone 0,gold,stone 1")
    assert script.turns[0]["turned over"] == {} and script.outcomes["winner_diggers"] == 0


def test_a_circle_in_the_tunnel_is_no_trouble():
    ring = [lay("SE", 0, -1), lay("SW", 1, -1)]
    # the last card needs openings to the north and to the west
    assert fitting(play_script(ring), 1, 0) == {"NESW", "NES'", "NEW", "SE'"}
    ring += [lay("NEW", 1, 0)]
    script = play_script(ring)
    assert network(script) == {(0, 0), (0, -1), (1, -1), (1, 0)}
    assert distances(script)[1] == 6
    cut = play_script([*ring, ("cave in", "cave-in", 0, -1)])
    assert network(cut) == {(0, 0), (1, -1), (1, 0)} and distances(cut)[1] == 6


# ------------------------------------------------------------------------------ cave-ins


def test_a_cave_in_cuts_the_tunnel_and_one_card_joins_it_again():
    tunnel = path("EW", "EW", "EW")
    before = play_script(tunnel, goal_distance=4)
    assert distances(before)[1] == 1 and "EW" in fitting(before, 4, 0)
    script = play_script([*tunnel, ("cave in", "cave-in", 1, 0)], goal_distance=4)
    assert network(script) == {(0, 0)}
    assert not fitting(script, 4, 0), "what is cut off does not lead to the entrance"
    assert distances(script)[1] == 2, "the gap, and the last card"
    assert view.suspicion(script.position.view(), 3) == 2
    joined = play_script([*tunnel, ("cave in", "cave-in", 1, 0), lay("EW", 1, 0)], goal_distance=4)
    assert network(joined) == {(0, 0), (1, 0), (2, 0), (3, 0)}
    assert distances(joined)[1] == 1 and "EW" in fitting(joined, 4, 0)


def test_a_cut_off_piece_is_entered_by_an_opening_alone():
    tunnel = path("EW", "EW", "NEW")
    script = play_script([*tunnel, ("cave in", "cave-in", 2, 0)], goal_distance=4)
    assert network(script) == {(0, 0), (1, 0)}
    # back at (2, 0), and on from (3, 0): to the goal straight ahead from (4, 0),
    # to the one above from (3, -1) or (4, 0) two cards on
    assert distances(script)[1] == 2 and distances(script)[0] == 4
    # from the south the piece has no opening: a way below it does not gain by it
    assert distances(script)[2] == 4


def test_cave_ins_are_suspicious_on_connected_cards_alone():
    def suspicion(*moves):
        script = play_script(moves, goal_distance=5)
        return view.suspicion(script.position.view(), (len(moves) - 1) % 5)

    cave = ("cave in", "cave-in", 1, 0)
    assert suspicion(*path("EW"), cave) == 2
    assert suspicion(*path("dead-EW"), cave) == 2, "a dead end joined by one opening"
    off = ("cave in", "cave-in", 2, 0)
    assert suspicion(*path("EW", "EW"), cave, off) == 0, "cut off before"
    # a dead end that was joined with a card that has gone
    assert suspicion(*path("EW", "dead-EW"), cave, off) == 0


def test_neither_the_entrance_nor_a_goal_caves_in():
    # the goal straight ahead is turned: a path card of its own, which stays
    script = play_script(path("EW"), filler="cave-in", goal_distance=1)
    assert script.turns[0]["turned over"] == {1: {"is": "stone", "openings": "SW"}}
    caves = {move for move in script.position.legal() if move[0] == "cave in"}
    assert caves == {("cave in", "cave-in", 1, 0)}


# ------------------------------------------------------------------------------ goals


def test_the_gold_ends_the_round_without_a_draw():
    script = play_script(path("EW"), goals="stone 0,gold,stone 1", goal_distance=1, capped=False)
    assert script.turns[-1]["turned over"] == {1: {"is": "gold", "openings": ""}}
    assert script.turns[-1]["drawn"] is None
    told = script.outcomes
    assert (told["turns"], told["paths_laid"], told["goals_turned"]) == (1, 1, 1)
    assert told["deck_left"] == len(script.setup["draw pile"])


def test_two_arms_reach_two_goals_at_once():
    arms = [lay("SW'", 0, 1), lay("EW", 1, 1), lay("NES'", 2, 1)]
    script = play_script(arms, goals=HIDDEN_GOLD, goal_distance=1)
    turned = script.turns[-1]["turned over"]
    assert turned == {
        1: {"is": "stone", "openings": "SW"},  # from the south: the curve N-E lies turned
        2: {"is": "stone", "openings": "NW"},  # from the north: the curve N-W lies unturned
    }
    assert script.outcomes["goals_turned"] == 2
    assert network(script) == {(0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (2, 2)}


def test_two_arms_reach_a_stone_and_the_gold():
    arms = [lay("SW'", 0, 1), lay("EW", 1, 1), lay("NES'", 2, 1)]
    script = play_script(arms, goals="stone 0,stone 1,gold", goal_distance=1, capped=False)
    assert set(script.turns[-1]["turned over"]) == {1, 2}, "all goals reached are turned"
    assert script.outcomes["goals_turned"] == 2 and script.outcomes["winner_diggers"] == 1


def test_a_second_arm_reaches_a_goal_by_its_other_side():
    # the goal straight ahead is turned by the first arm; the second one comes to the one below it
    first = path("EW")
    second = [PUT_AWAY] * 4 + [lay("NS", 0, 1), lay("SW'", 0, 2)]
    script = play_script([*first, *second], goal_distance=1)
    assert distances(script) == [3, None, 1]
    last = play_script([*first, *second, lay("EW", 1, 2)], goal_distance=1)
    assert last.turns[-1]["turned over"] == {2: {"is": "stone", "openings": "NW"}}


def test_a_turned_stone_goal_leads_on():
    script = play_script(path("EW"), goals="gold,stone 1,stone 0", goal_distance=1)
    assert script.turns[0]["turned over"] == {1: {"is": "stone", "openings": "NW"}}
    assert (2, 0) in network(script) and distances(script)[0] == 1
    assert "NS" in fitting(script, 2, -1)
    moves = [*path("EW"), *[PUT_AWAY] * 3, lay("NS", 2, -1)]
    end = play_script(moves, goals="gold,stone 1,stone 0", goal_distance=1, capped=False)
    assert end.outcomes["winner_selfish"] == 1


def test_a_turned_stone_goal_blocks():
    script = play_script(path("EW"), goals="gold,stone 0,stone 1", goal_distance=1)
    assert script.turns[0]["turned over"] == {1: {"is": "stone", "openings": "SW"}}
    # its wall to the north: (2, -1) is reached by (0, -1) and (1, -1), the gold from (1, -2) too
    assert distances(script)[0] == 3 and not fitting(script, 2, -1)
    assert distances(script)[2] == 1
    # straight from side to side leads on to the east
    script = play_script(path("EW"), stone_goals="EW+NS", goal_distance=1)
    assert fitting(script, 3, 0)
    # from north to south: it cannot connect; it lies unturned and is joined with nothing
    script = play_script(
        path("EW"), goals="gold,stone 1,stone 0", stone_goals="EW+NS", goal_distance=1
    )
    assert script.turns[0]["turned over"] == {1: {"is": "stone", "openings": "NS"}}
    assert (2, 0) not in network(script) and not fitting(script, 3, 0)


def test_a_turned_stone_goal_need_not_fit_its_other_neighbours():
    above = [lay("SE", 0, -1), lay("EW", 1, -1), lay("EW", 2, -1)]
    script = play_script([*above, lay("EW", 1, 0)], goals="gold,stone 1,stone 0", goal_distance=1)
    assert script.turns[-1]["turned over"] == {1: {"is": "stone", "openings": "NW"}}
    assert (2, 0) in network(script), "joined by its west, though its north meets a wall"
    assert distances(script)[0] == 2, "by (3, -1) and (3, -2)"


# ------------------------------------------------------------------------------ tools


def moves_of(script, kind) -> set:
    return {move for move in script.position.legal() if move[0] == kind}


def test_sabotage_stops_path_cards_alone():
    hit = ("sabotage", "sabotage-pick", 1)
    free = play_script([PUT_AWAY], filler="NESW")
    assert moves_of(free, "lay")
    moves = [hit, ("lay", "EW", 1, 0, False)]
    assert not moves_of(play_script(moves[:1], filler="NESW"), "lay")
    assert moves_of(play_script(moves[:1], filler="secret"), "look") == {
        ("look", "secret", goal) for goal in range(3)
    }
    assert moves_of(play_script(moves[:1], filler="NESW"), "discard") == {("discard", "NESW")}


def test_each_tool_breaks_once_and_nobody_hits_themselves():
    script = play_script([("sabotage", "sabotage-pick", 2)], filler="sabotage-pick")
    assert moves_of(script, "sabotage") == {("sabotage", "sabotage-pick", s) for s in (0, 3, 4)}
    script = play_script([("sabotage", "sabotage-pick", 2)], filler="sabotage-cart")
    assert moves_of(script, "sabotage") == {("sabotage", "sabotage-cart", s) for s in (0, 2, 3, 4)}


def test_a_repair_matches_its_tool():
    hits = [("sabotage", "sabotage-pick", 4), ("sabotage", "sabotage-cart", 4)]
    for card, tools in (
        ("repair-pick", {"pick"}),
        ("repair-lantern", set()),
        ("joker-pick-lantern", {"pick"}),
        ("joker-pick-cart", {"pick", "cart"}),
        ("joker-lantern-cart", {"cart"}),
    ):
        script = play_script(hits, filler=card)
        assert moves_of(script, "repair") == {("repair", card, 4, tool) for tool in tools}
    joker = ("repair", "joker-pick-cart", 4, "cart")
    script = play_script([*hits, joker], filler="repair-pick")
    assert script.position.space.seats[4, view.BROKEN] == 1, "one of the two is left"
    assert moves_of(script, "repair") == {("repair", "repair-pick", 4, "pick")}


def test_a_player_repairs_itself_and_builds_again():
    moves = [("sabotage", "sabotage-cart", 1), ("repair", "repair-cart", 1, "cart")]
    moves += [PUT_AWAY] * 4
    script = play_script([*moves, lay("EW", 1, 0)])
    assert not script.position.space.seats[:, view.BROKEN].any()
    assert (1, 0) in network(script)


# ------------------------------------------------------------------------------ gold


def end_by(role: str, **settings):
    """A round of five in which a player of this role lays the last card in the first turn."""
    others = ["saboteur", "digger", "digger", "digger", "selfish"]
    others.remove(role)
    return play_script(
        path("EW"),
        roles=" ".join([role, *others]),
        goals="stone 0,gold,stone 1",
        goal_distance=1,
        capped=False,
        **settings,
    )


def winners(script) -> dict:
    return {name[7:] for name, value in script.outcomes.items() if name[:7] == "winner_" and value}


@pytest.mark.parametrize(
    ("role", "winner", "gold", "means"),
    [
        ("digger", "diggers", [3, 0, 2, 2, 0], (0, 7 / 3, 0)),  # R7
        ("selfish", "selfish", [4, 0, 0, 0, 0], (0, 0, 4)),  # R7
        ("saboteur", "diggers", [0, 2, 2, 2, 0], (0, 2, 0)),  # R8
    ],
)
def test_gold_that_was_reached(role, winner, gold, means):
    script = end_by(role)
    assert winners(script) == {winner}
    assert script.outcomes["gold"] == gold
    told = [script.outcomes[f"gold_{r}"] for r in ("saboteur", "digger", "selfish")]
    assert told == pytest.approx(means, abs=1e-3)


@pytest.mark.parametrize("players", sorted(DEALT))
@pytest.mark.parametrize("gold", [(4, 3, 3), (4, 4, 4)])
def test_gold_that_was_not_reached(players, gold):
    """No card can be laid: the saboteurs win after as many turns as there are cards."""
    a_match = match(
        "random", players=players, saboteur_gold=gold, path_cards="none", sabotage=12, secret=40
    )
    cards = len(sdc.deck_of(a_match.values))
    for k in range(8):
        worker = a_match.worker()
        worker.play(k, 1)
        told = {
            (slot.outcome.name, slot.seat): int(v) / slot.outcome.scale
            for slot, v in zip(a_match.slots, worker.values, strict=True)
        }
        saboteurs = DEALT[players][0]
        roles = worker.workspace.roles.tolist()
        assert told["winner_saboteurs", None] == 1 and told["turns", None] == cards
        assert told["deck_left", None] == 0
        shares = [gold[saboteurs - 1] if role == 0 else 0 for role in roles]
        assert [told["gold", seat] for seat in range(players)] == shares
        assert told["gold_saboteur", None] == gold[saboteurs - 1]


def test_a_usual_round_without_gold_has_67_turns():
    table = rows(match("plain"), 500)
    lost = table["winner_saboteurs"] == 1
    assert 50 < lost.sum() < 450
    assert set(table["turns"][lost]) == {67} and not table["deck_left"][lost].any()
    assert table["turns"].max() == 67


# ------------------------------------------------------------------------------ what is dealt


def test_the_deck_by_default():
    deck = Counter(sdc.NAMES[card] for card in sdc.deck_of(GAME.values({})))
    paths = {shape: deck[shape] for shape in sdc.SHAPES}
    assert sum(deck.values()) == 67 and sum(paths.values()) == 40
    through = {"NESW": 5, "NES": 5, "NEW": 5, "NS": 4, "EW": 3, "SE": 4, "SW": 5}
    assert {s: n for s, n in paths.items() if not s.startswith("dead")} == through
    assert all(n == 1 for s, n in paths.items() if s.startswith("dead")) and len(paths) == 16
    for tool in sdc.TOOLS:
        assert (deck[f"sabotage {tool}"], deck[f"repair {tool}"]) == (3, 2)
    assert [n for name, n in deck.items() if name.startswith("joker")] == [1, 1, 1]
    assert (deck["secret"], deck["cave-in"]) == (6, 3)


@pytest.mark.parametrize(
    ("players", "dealt", "hand"),
    [
        (5, (1, 3, 1), 6),
        (6, (2, 3, 1), 5),
        (7, (2, 4, 1), 5),
        (8, (2, 5, 1), 4),
        (9, (3, 5, 1), 4),
        (10, (3, 6, 1), 4),
    ],
)
def test_role_tables_and_hands(players, dealt, hand):
    assert DEALT[players] == dealt and HANDS[players] == hand
    for selfish in (True, False):
        a_match = match("random", players=players, selfish=selfish, max_turns=1)
        worker = a_match.worker()
        worker.play(0, 1)
        roles = Counter(worker.workspace.roles.tolist())
        wanted = dealt if selfish else (dealt[0], dealt[1] + 1, 0)
        assert tuple(roles[role] for role in range(3)) == wanted
        assert worker.workspace.seats[:, view.HELD].tolist() == [hand] * players


def test_roles_are_equally_likely_at_each_seat_and_so_is_the_start():
    players, games = 7, 7000
    a_match = match("random", players=players, max_turns=1)
    worker, roles, starts = a_match.worker(), np.zeros((players, 3)), np.zeros(players)
    gold = np.zeros(3)
    together = 0
    for k in range(games):
        worker.play(k, 1)
        dealt = worker.workspace.roles
        roles[np.arange(players), dealt] += 1
        together += dealt[0] == dealt[1] == view.SABOTEUR
        gold[int(np.flatnonzero(worker.workspace.hidden == 0)[0])] += 1
        starts[int(worker.workspace.log[0, 0])] += 1
    shares = np.array(DEALT[players]) / players
    noise = np.sqrt(games * shares * (1 - shares))
    assert (np.abs(roles - games * shares) < 4.5 * noise).all()
    assert (np.abs(starts - games / 7) < 4.5 * np.sqrt(games * 6 / 49)).all()
    assert (np.abs(gold - games / 3) < 4.5 * np.sqrt(games * 2 / 9)).all()
    pair = 2 / 7 * 1 / 6  # seats are dealt without replacement
    assert abs(together - games * pair) < 4.5 * np.sqrt(games * pair * (1 - pair))


def test_cards_are_the_same_at_the_end_as_at_the_beginning():
    """Turn by turn this is in the comparison with the slow game; here for `reader`."""
    a_match = match("reader", players=6)
    for k in range(20):
        setup, *_ = events(a_match, k)
        dealt = Counter(card for hand in setup["hands"] for card in hand)
        dealt += Counter(setup["draw pile"])
        assert dealt == Counter(sdc.NAMES[card] for card in sdc.deck_of(a_match.values))


def test_names_of_cards_are_those_of_the_slow_game():
    assert len(set(SLOW_NAMES)) == sdc.TYPES
