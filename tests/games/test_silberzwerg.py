"""
Silberzwerg, step by step: positions laid out and worked by hand from the rulebook (its step or
section in the test's name) and the rules page (R1 to R12, A1 to A6); what every game shows.
"""

from collections import Counter
from itertools import combinations_with_replacement, pairwise, product

import numpy as np
import pytest
from scipy.stats import chi2

from dwarfsim.errors import BadInput
from dwarfsim.game import Strategy
from dwarfsim.games.silberzwerg import cards, exact, rules, state, transcript, view
from dwarfsim.jit import kernel
from dwarfsim.match import Match
from dwarfsim.players import Player

from .silberzwerg_by_hand import (
    COLOURS,
    GAME,
    KINDS,
    PH,
    RU,
    ST,
    VW,
    Asked,
    Board,
    gems,
    order,
    placement,
    shown,
    where,
)

GOING, OVER, WRONG = state.GOING, state.OVER_600, state.WRONG
TWENTY = dict.fromkeys(COLOURS, 20)
FOUR = dict(blue=4)


def evenly(found: Counter, chances: dict) -> bool:
    """Whether counts fit their chances: chi-square, wrong once in a million."""
    number = sum(found.values())
    statistic = sum((found[k] - number * p) ** 2 / (number * p) for k, p in chances.items())
    return set(found) <= set(chances) and statistic <= chi2.isf(1e-6, max(1, len(chances) - 1))


# --------------------------------------------------------------------------------- A1: the cards


def test_a1_every_choice_of_colours_once():
    deck = cards.cards_in_play(GAME.values({}))
    assert len(deck) == 34 and len(set(deck)) == 34
    assert all(sum(gems) == 8 for _, gems in deck)
    by_category = Counter(category for category, _ in deck)
    assert by_category == {0: 4, 1: 12, 2: 6, 3: 12}
    patterns = {tuple(sorted(filter(None, g), reverse=True)) for c, g in deck if c == 3}
    assert patterns == {(4, 2, 2)}
    for colour in range(4):  # the colours are alike
        assert sum(gems[colour] for _, gems in deck) == 34 * 8 // 4


def test_r11_the_short_deck_lacks_two_blue_and_four_and_four_with_blue():
    whole = {gems for _, gems in cards.cards_in_play(GAME.values({"deck": "full"}))}
    short = {gems for _, gems in cards.cards_in_play(GAME.values({"deck": "short"}))}
    gone = whole - short
    assert len(short) == 22 and short < whole
    assert {(4, 4, 0, 0), (4, 0, 4, 0), (4, 0, 0, 4)} <= gone
    rest = gone - {(4, 4, 0, 0), (4, 0, 4, 0), (4, 0, 0, 4)}
    assert len(rest) == 9 and all(gems[0] == 2 for gems in rest)
    assert all(gems[0] != 2 for gems in short)


@pytest.mark.parametrize(
    ("players", "deck", "number"),
    [(2, "auto", 34), (3, "auto", 22), (4, "auto", 34), (3, "full", 34), (2, "short", 22)],
)
def test_r11_which_deck_is_played(players, deck, number):
    board = Board(players, empty=False, deck=deck)
    spaces = players + 2 if players > 2 else 6
    assert board.state.now[state.PILE] == number - spaces
    assert len(board.events("dealt")) == spaces


def test_a5_the_symbols_are_dealt_to_the_thirty_cheaper_cards():
    found, where_axes = Counter(), set()
    for luck in range(200):
        board = Board(luck=luck)
        deck = board.state.deck[:34]
        for word in map(int, deck):
            dear = VW.first_value(word) == 120
            assert (VW.symbol(word) == view.NO_SYMBOL) == dear
            found[int(VW.symbol(word))] += not dear
            if VW.symbol(word) == view.AXE:
                where_axes.add(int(VW.need(word)))
    assert all(found[symbol] == 5 * 200 for symbol in range(1, 7))
    assert len(where_axes) == 30


def test_a5_the_short_deck_keeps_a_share_of_the_symbols():
    """They are dealt before any card is set aside: of five axes 18 / 30 remain on average."""
    axes = []
    for luck in range(400):
        board = Board(luck=luck, deck="short")
        axes.append(sum(VW.symbol(int(w)) == view.AXE for w in board.state.deck[:22]))
    assert min(axes) < 3 < max(axes) <= 5
    assert abs(np.mean(axes) - 5 * 18 / 30) < 5 * np.std(axes) / 400**0.5


@pytest.mark.parametrize(
    ("step", "values"),
    [("quarter", [120, 90, 60, 30]), ("20", [120, 100, 80, 60]), ("10", [120, 110, 100, 90])],
)
def test_a2_what_an_order_is_worth_at_each_step(step, values):
    board = Board(order_step=step)
    word = order(120, 40, blue=8)
    found = [VW.value_at(VW.turned(word, s), s, board.rules.order_step) for s in range(4)]
    assert found == values


def test_a2_a_quarter_is_rounded_down_and_no_value_is_below_0():
    assert [VW.value_at(order(70), s, 0) for s in range(4)] == [70, 52, 35, 17]
    assert [VW.value_at(order(50), s, 20) for s in range(4)] == [50, 30, 10, 0]


# --------------------------------------------------------------------------------------- setup


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_r10(players):
    seen = set()
    for luck in range(300):
        board = Board(players, empty=False, luck=luck, start="random")
        start = int(board.state.now[state.START])
        bags = [board.bag_of(seat) for seat in range(players)]
        assert all(sum(bag.values()) == 1 for bag in bags)
        assert bags[start] == {"yellow": 1}  # whoever gets the yellow gem begins
        drawn = [next(iter(bag)) for bag in bags]
        assert len(set(drawn)) == players  # one of each colour
        assert board.supply == {c: 20 - (c in drawn) for c in COLOURS}
        assert board.purse == [50] * players
        seen.add(tuple(drawn))
        dealt = [(seat, slot) for _, seat, slot, _, _ in board.events("dealt")]
        around = [(start + i) % players for i in range(players)]
        if players == 2:  # R7: two spaces each, one's own before the next player's
            private = [(seat, 2 * seat + i) for seat in around for i in (0, 1)]
        else:
            private = [(seat, seat) for seat in around]
        spaces = len(private)
        assert dealt == [*private, (-1, spaces), (-1, spaces + 1)]
    assert len(seen) == {2: 6, 3: 18, 4: 24}[players]


def test_setup_a_fixed_start_and_no_gems():
    for start in range(4):
        board = Board(4, empty=False, start=start)
        assert board.bag_of(start) == {"yellow": 1}
    board = Board(4, empty=False, start_gems=False)
    assert board.supply == TWENTY and not any(map(board.bag_of, range(4)))


# ------------------------------------------------------------------------------- 1: placements

LEGAL = [
    placement(FOUR, silver=["orders", "gems"]),
    placement(dict(blue=1, red=1, yellow=1, green=1), shadow=["orders", "gems"]),
    placement(dict(red=2, green=2), silver=["red"], shadow=["red"]),  # R4: the same column
    placement(dict(red=3, green=1), silver=["gems"], shadow=["gems"]),
]
ILLEGAL = {
    "three diggers": placement(dict(blue=3), silver=["orders", "gems"]),
    "five diggers": placement(dict(blue=4, red=1), silver=["orders", "gems"]),
    "one leader": placement(FOUR, silver=["orders"]),
    "three leaders": placement(FOUR, silver=["orders", "gems"], shadow=["gems"]),
    "two silver dwarves on one space": placement(FOUR, silver=["orders", "orders"]),
    "two shadow dwarves on one space": placement(FOUR, shadow=["blue", "blue"]),
    "nothing": 0,
    "below 0": -1,
    "beyond the board": placement(FOUR, silver=["orders"]) + (1 << 62),
}


@pytest.mark.parametrize("word", LEGAL)
def test_1_all_six_dwarves_are_placed(word):
    assert PH.is_placement(4, word) and PH.is_placement(3, word)
    assert not PH.is_placement(2, word)


@pytest.mark.parametrize("word", ILLEGAL.values(), ids=list(ILLEGAL))
def test_1_what_may_not_be_placed(word):
    assert not PH.is_placement(4, word)


def test_r11_two_players_place_eight_diggers_and_four_leaders():
    eight = dict(blue=4, red=4)
    shared = placement(eight, silver=["orders", "orders", "gems"], shadow=["orders"])
    assert PH.is_placement(2, shared) and not PH.is_placement(4, shared)
    assert PH.is_placement(2, placement(dict(blue=4, red=2, green=2), shadow=COLOURS))
    for wrong in (
        placement(dict(blue=5, red=3), shadow=COLOURS),  # never more than four on a space
        placement(dict(blue=8), shadow=COLOURS),
        placement(eight, silver=["orders"] * 3 + ["gems"]),
        placement(eight, silver=["orders"] * 2, shadow=["orders"] * 2),
        placement(eight, silver=["gems", "gems"], shadow=["orders", "gems"]),
        placement(eight, silver=["orders", "orders", "gems"]),
    ):
        assert not PH.is_placement(2, wrong)


def test_1_nobody_sees_a_placement_before_the_screens_go():
    board = Board(4, empty=False)
    words = [placement({colour: 4}, silver=["orders", "gems"]) for colour in COLOURS]
    for seat in range(4):
        board.answer("place", seat, words[seat])
    seen = []
    board.watch = lambda b, kind, seat, shown_: seen.append(shown_.seats[:, view.SEAT_PLACED].sum())
    board.call(PH.place_dwarves)
    assert seen == [0, 0, 0, 0]
    board.call(PH.remove_screens)
    assert [board.placed(seat) for seat in range(4)] == words
    assert [kind for kind, _ in board.asked] == ["place"] * 4


def test_1_and_2_an_illegal_placement_is_refused():
    board = Board(4, empty=False)
    for seat in range(4):
        board.answer("place", seat, ILLEGAL["three diggers"])
    assert board.call(PH.place_dwarves) == WRONG


def test_place_has_no_default():
    with pytest.raises(Asked):
        Board(4, empty=False).call(PH.place_dwarves)


# ----------------------------------------------------------------------------------- 3: prices


def all_dig(board, *digs):
    for seat, dig in enumerate(digs):
        board.place(seat, dig)


@pytest.mark.parametrize("floor", [0, 1])
def test_3_the_price_table(floor):
    """No digger: 10 talers, nine: 1, as printed; beyond that A4."""
    for blue in range(17):
        board = Board(4, price_floor=floor)
        rest = 16 - blue
        digs = [dict(blue=min(4, max(0, blue - 4 * s)), red=0) for s in range(4)]
        for seat in range(4):
            digs[seat]["red"] = 4 - digs[seat]["blue"]
        all_dig(board, *digs)
        board.phase(3)
        board.call(PH.set_prices)
        table = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1] + [floor] * 7
        assert board.price == {
            c: p
            for c, p in dict(blue=table[blue], red=table[rest], yellow=10, green=10).items()
            if p
        }


def test_3_the_rulebooks_example_of_prices():
    """One digger in blue: 9 talers; two in red: 8; five in yellow: 5; eight in green: 2."""
    board = Board(4)
    one, two = dict(blue=1, red=2, yellow=1), dict(yellow=4)
    all_dig(board, one, two, dict(green=4), dict(green=4))
    board.phase(3)
    board.call(PH.set_prices)
    assert board.price == dict(blue=9, red=8, yellow=5, green=2)


def test_4_a_removal_after_the_prices_are_set_does_not_change_them():
    board = Board(4)
    board.place(0, dict(red=4), shadow=["blue", "red"])
    for seat in (1, 2, 3):
        board.place(seat, FOUR, silver=["gems", "orders"])
    board.phase(3)
    board.call(PH.set_prices)
    before = board.price
    assert before == dict(blue=1, red=6, yellow=10, green=10)
    board.answer("lead", 0, where("blue"))
    board.answer("shadow", 0, VW.remove_two(1, view.DIGGER, 2, view.DIGGER), VW.take())
    board.phase(4)
    assert board.call(PH.act_in_turn, view.SHADOW) == GOING
    assert board.price == before
    assert board.bag_of(0) == dict(red=1)
    board.phase(5)
    board.call(PH.distribute_gems)
    bags = [board.bag_of(seat) for seat in range(4)]
    assert bags == [dict(red=5), dict(blue=3), dict(blue=3), dict(blue=4)]


# --------------------------------------------------------------------------- 4: shadow dwarves


def shadow_board(column, action, players=4, **settings):
    """Seat 0 has one shadow dwarf, on this column, which does this."""
    board = Board(players, **settings)
    board.place(0, FOUR, shadow=[column])
    board.answer("shadow", 0, action)
    board.phase(4)
    return board


def act(board):
    return board.call(PH.act_in_turn, view.SHADOW)


def test_4_1_removes_up_to_two_of_any_kind_from_the_column():
    for first, second in combinations_with_replacement(range(3), 2):
        action = VW.remove_two(1, first, 2, second)
        board = shadow_board("red", action)
        for seat in (1, 2):
            board.place(seat, dict(red=4), silver=["red"], shadow=["red"])
        assert act(board) == GOING
        assert board.placed(1) == placement(dict(red=4), ["red"], ["red"]) - VW.dwarf(first, 1)
        assert board.placed(2) == placement(dict(red=4), ["red"], ["red"]) - VW.dwarf(second, 1)


def test_4_1_two_diggers_of_one_player_but_not_the_same_leader_twice():
    board = shadow_board("red", VW.remove_two(1, view.DIGGER, 1, view.DIGGER))
    board.place(1, dict(red=2, blue=2), silver=["red"])
    assert act(board) == GOING
    assert board.placed(1) == placement(dict(blue=2), silver=["red"])
    board = shadow_board("red", VW.remove_two(1, view.SILVER, 1, view.SILVER))
    board.place(1, dict(red=2, blue=2), silver=["red"])
    assert act(board) == WRONG


@pytest.mark.parametrize(
    "action",
    [
        VW.remove(0, view.DIGGER),  # one's own
        VW.remove_two(1, view.DIGGER, 0, view.DIGGER),
        VW.remove(1, view.SHADOW),  # none is there
        VW.remove_two(1, view.DIGGER, 2, view.SILVER),
        VW.remove(2, view.DIGGER),  # it stands in another tunnel
        VW.remove(3, view.DIGGER) + (1 << 20),
        VW.draw(1, 1),  # not in a tunnel
        VW.turn_up(0),
        VW.trade(0, 0, 1, 1),
        VW.take() + 8,
        -1,
        7,
    ],
)
def test_4_1_what_a_shadow_dwarf_in_a_tunnel_may_not_do(action):
    board = shadow_board("blue", action)
    board.place(1, FOUR, silver=["blue"])
    board.place(2, dict(red=4), silver=["red"])
    board.place(3, FOUR)
    assert act(board) == WRONG


def test_r4_a_leader_who_is_removed_does_not_act_and_one_who_has_acted_can_be_removed():
    board = Board(4)
    board.place(0, FOUR, shadow=["red", "blue"])
    board.place(1, dict(red=4), shadow=["red"], silver=["blue"])
    board.place(2, FOUR, shadow=["red"])
    board.place(3, FOUR)
    board.answer("lead", 0, where("red"))
    board.answer("shadow", 0, VW.remove(1, view.SHADOW), VW.remove(1, view.SILVER))
    board.answer("shadow", 2, VW.remove(0, view.SHADOW))  # it stands there still
    board.phase(4)
    assert act(board) == GOING
    assert [(e[1], e[3]) for e in board.events("leader")] == [(0, 1), (0, 0), (2, 1)]
    assert board.placed(0) == placement(FOUR, shadow=["blue"])
    board.talers(99, 99, 99, 99)
    board.prices(blue=1)
    board.phase(6)
    assert board.call(PH.act_in_turn, view.SILVER) == GOING
    assert not board.events("bought")  # the silver dwarf of seat 1 is gone


def test_4_1_takes_a_gem_if_there_is_one():
    board = shadow_board("red", VW.take())
    assert act(board) == GOING and board.bag_of(0) == dict(red=1)
    board = shadow_board("red", VW.take())
    board.bag(3, red=20)
    assert act(board) == WRONG


def test_4_2_turns_up_its_own_or_a_public_order_to_the_highest_value():
    for slot, whose in ((0, "own"), (4, "public"), (5, "public")):
        board = shadow_board("orders", VW.turn_up(slot))
        board.state.orders[slot] = order(step=2)
        assert act(board) == GOING, whose
        assert board.steps()[slot] == 1
    board = shadow_board("orders", VW.turn_up(0))
    board.state.orders[0] = order(step=0)
    assert act(board) == WRONG  # R9: it stands at its highest value
    board = shadow_board("orders", VW.turn_up(1))
    board.state.orders[1] = order(step=2)
    assert act(board) == WRONG  # another player's
    assert act(shadow_board("orders", VW.turn_up(0))) == WRONG  # an empty space
    assert act(shadow_board("orders", VW.turn_up(6))) == WRONG


def test_4_2_turns_back_anothers_or_a_public_order():
    for slot in (1, 2, 3, 4, 5):
        board = shadow_board("orders", VW.turn_back(slot))
        board.state.orders[slot] = order(step=1)
        assert act(board) == GOING
        assert board.steps()[slot] == 2
    board = shadow_board("orders", VW.turn_back(0))
    board.state.orders[0] = order(step=1)
    assert act(board) == WRONG  # one's own cannot be turned back


def test_4_2_r6_anothers_order_below_its_last_value_costs_its_owner_the_penalty():
    board = shadow_board("orders", VW.turn_back(2))
    board.state.orders[2] = order(100, 30, step=3)
    board.talers(50, 50, 50, 50)
    assert act(board) == GOING
    assert board.steps() == [None] * 6
    assert board.purse == [50, 50, 20, 50]
    assert board.book(state.PENALTIES) == [0, 0, 30, 0]
    assert board.book(state.LAPSED) == [0, 0, 1, 0]
    assert board.events("gone") == [("gone", 2, 2, 30, 0)]


def test_4_2_r6_a_public_order_below_its_last_value_is_simply_gone():
    board = shadow_board("orders", VW.turn_back(5))
    board.state.orders[5] = order(100, 30, step=3)
    assert act(board) == GOING
    assert board.steps() == [None] * 6 and board.purse == [50] * 4
    assert board.book(state.LAPSED) == [0] * 4


def test_r6_nobody_falls_below_0():
    board = shadow_board("orders", VW.turn_back(2))
    board.state.orders[2] = order(100, 30, step=3)
    board.talers(50, 50, 12, 50)
    act(board)
    assert board.purse == [50, 50, 0, 50]
    assert board.book(state.PENALTIES)[2] == 30 and board.book(state.FORGIVEN)[2] == 18


def test_4_3_trades_two_for_two_and_takes_before_it_returns():
    action = VW.trade(where("blue"), where("red"), where("green"), where("green"))
    board = shadow_board("gems", action)
    board.bag(0, blue=1, red=2)
    assert act(board) == GOING
    assert board.bag_of(0) == dict(red=1, green=2)
    assert board.supply == dict(blue=20, red=19, yellow=20, green=18)
    # what it gives back it cannot take at once: the supply has no blue
    board = shadow_board("gems", VW.trade(0, 0, 0, 1))
    board.bag(0, blue=2)
    board.bag(1, blue=18)
    assert act(board) == WRONG
    # nor more than the bag or the supply has
    for bag, wrong in ((dict(blue=1, red=1), VW.trade(0, 0, 1, 1)), ({}, VW.trade(0, 1, 2, 2))):
        board = shadow_board("gems", wrong)
        board.bag(0, **bag)
        assert act(board) == WRONG
    board = shadow_board("gems", VW.trade(0, 0, 3, 3))
    board.bag(0, blue=2)
    board.bag(1, green=19)
    assert act(board) == WRONG


def test_4_3_draws_two_from_one_or_one_each_from_two():
    board = shadow_board("gems", VW.draw(1, 1))
    board.bag(1, red=1, green=1)
    assert act(board) == GOING
    assert board.bag_of(0) == dict(red=1, green=1) and board.bag_of(1) == {}
    board = shadow_board("gems", VW.draw(3, 2))
    board.bag(3, red=1)
    board.bag(2, green=5)
    assert act(board) == GOING
    assert board.bag_of(0) == dict(red=1, green=1)
    assert board.bag_of(3) == {} and board.bag_of(2) == dict(green=4)
    for wrong in (VW.draw(1, 1), VW.draw(0, 0), VW.draw(1, 2), VW.draw(2, 4)):
        board = shadow_board("gems", wrong)
        board.bag(0, blue=5)
        board.bag(1, red=1)
        assert act(board) == WRONG


def test_r5_gems_are_drawn_unseen_each_as_likely():
    found, bag = Counter(), dict(blue=1, red=2, green=3)
    for luck in range(3000):
        board = shadow_board("gems", VW.draw(1, 1), luck=luck)
        board.bag(1, **bag)
        act(board)
        found[tuple(board.bag_of(0).get(c, 0) for c in COLOURS)] += 1
    chances = {k: float(p) for k, p in exact.drawn([1, 2, 0, 3]).items()}
    assert abs(sum(chances.values()) - 1) < 1e-12 and evenly(found, chances)


def test_any_leader_may_do_nothing():
    for column in ("red", "orders", "gems"):
        board = shadow_board(column, view.PASS)
        assert act(board) == GOING
        assert board.supply == TWENTY


def test_r7_once_all_are_public_any_order_may_be_turned_either_way():
    for slot, action in product(range(6), (VW.turn_up, VW.turn_back)):
        board = shadow_board("orders", action(slot))
        board.state.now[state.OPEN] = 1
        board.state.orders[slot] = order(step=2)
        assert act(board) == GOING
        assert board.steps()[slot] == (1 if action is VW.turn_up else 3)


# ------------------------------------------------------------------------- 4 and 6: who acts when


def test_4_both_actions_of_a_player_before_the_next_and_in_the_order_it_wants():
    board = Board(4, start=2)
    for seat in range(4):
        board.place(seat, FOUR, shadow=["red", "green"] if seat != 3 else ["red"])
        board.answer("shadow", seat, view.PASS, view.PASS)
    board.answer("lead", 2, where("green"))
    board.answer("lead", 0, where("red"))
    board.answer("lead", 1, where("green"))
    board.phase(4)
    act(board)
    acted = [(seat, column) for _, seat, _, column, _ in board.events("leader")]
    assert acted == [(2, 3), (2, 1), (3, 1), (0, 1), (0, 3), (1, 3), (1, 1)]


def test_4_a_leader_that_is_not_there_cannot_act():
    board = Board(4)
    board.place(0, FOUR, shadow=["red", "green"])
    board.answer("lead", 0, where("blue"))
    board.phase(4)
    assert act(board) == WRONG


def test_two_players_the_rulebooks_example_one_leader_at_a_time():
    """A has two shadow dwarves, B one: A, B, A."""
    board = Board(2)
    board.place(0, dict(blue=4, red=4), shadow=["red", "green"], silver=["gems", "orders"])
    board.place(1, dict(blue=4, red=4), shadow=["red"])
    board.answer("lead", 0, where("red"))
    board.answer("shadow", 0, view.PASS, view.PASS)
    board.answer("shadow", 1, view.PASS)
    board.phase(4)
    act(board)
    assert [e[1] for e in board.events("leader")] == [0, 1, 0]


def test_two_players_when_one_has_none_left_the_other_goes_on_alone():
    board = Board(2, start=1)
    board.place(0, dict(blue=4, red=4), silver=["red", "green", "gems", "orders"])
    board.place(1, dict(blue=4, red=4), silver=["red"])
    board.phase(6)
    board.prices(5, 5, 5, 5)
    assert board.call(PH.act_in_turn, view.SILVER) == GOING
    assert [e[1] for e in board.events("leader")] == [1, 0, 0, 0, 0]


def test_r11_two_silver_dwarves_may_fulfil_two_orders_in_one_round():
    board = Board(2)
    board.place(0, dict(blue=4, red=4), silver=["orders", "orders"])
    board.bag(0, blue=12, red=4)
    board.state.orders[:2] = order(100), order(80)
    board.phase(6)
    assert board.call(PH.act_in_turn, view.SILVER) == GOING
    assert board.book(state.FULFILLED_ORDERS) == [2, 0] and board.purse == [230, 50]
    assert ("lead", 0) not in board.asked  # there was no choice


# ------------------------------------------------------------------------- 5: distribution


def test_5_in_turn_order_as_far_as_the_supply_goes():
    board = Board(4, start=2)
    board.bag(0, blue=12)
    board.bag(1, blue=2, red=20)
    all_dig(board, FOUR, dict(blue=3, green=1), FOUR, dict(red=4))
    board.phase(5)
    board.call(PH.distribute_gems)  # six blue: four for seat 2, none for 3, two for 0, none for 1
    assert board.bag_of(2) == dict(blue=4) and board.bag_of(3) == {}
    assert board.bag_of(0) == dict(blue=14) and board.bag_of(1) == dict(blue=2, red=20, green=1)
    assert board.supply == dict(yellow=20, green=19)


# ------------------------------------------------------------------------- 6: silver dwarves


def silver_board(*columns, players=4, **settings):
    board = Board(players, **settings)
    board.place(0, FOUR, silver=columns)
    board.phase(6)
    return board


def act_silver(board):
    return board.call(PH.act_in_turn, view.SILVER)


@pytest.mark.parametrize(
    ("talers", "price", "supply", "most"),
    [(50, 9, 20, 5), (50, 10, 20, 5), (49, 10, 20, 4), (50, 1, 7, 7), (0, 0, 3, 3), (3, 4, 20, 0)],
)
def test_6_1_buys_what_it_can_pay_and_the_supply_has(talers, price, supply, most):
    for number in (0, most, most + 1):
        board = silver_board("red")
        board.bag(3, red=20 - supply)
        board.talers(talers, 0, 0, 0)
        board.prices(red=price)
        board.answer("buy", 0, number)
        status = act_silver(board)
        if most == 0:  # there is nothing to ask
            assert status == GOING and board.bag_of(0) == {}
        elif number > most:
            assert status == WRONG
        else:
            assert status == GOING
            assert board.bag_of(0) == (dict(red=number) if number else {})
            assert board.purse[0] == talers - number * price
            assert board.book(state.PURCHASES)[0] == number * price
    board = silver_board("red")
    board.prices(red=5)
    board.answer("buy", 0, -1)
    assert act_silver(board) == WRONG


def test_6_2_fulfils_its_own_or_a_public_order_with_exactly_its_gems():
    for slot in (0, 4, 5):
        board = silver_board("orders")
        board.bag(0, blue=7, red=3, green=1)
        board.state.orders[slot] = order(100, step=1, symbol="pick")
        board.answer("fulfil", 0, slot)
        assert act_silver(board) == GOING
        assert board.purse == [125, 50, 50, 50]
        assert board.bag_of(0) == dict(blue=1, red=1, green=1)
        assert board.supply == TWENTY | dict(blue=19, red=19, green=19)
        assert board.steps() == [None] * 6 and board.cards_of(0) == dict(pick=1)
        assert board.book(state.INCOME)[0] == 75 and board.book(state.FULFILLED_ORDERS)[0] == 1


def test_6_2_not_anothers_nor_one_it_cannot_pay():
    for slot, bag in ((1, dict(blue=6, red=2)), (4, dict(blue=6, red=1, green=9))):
        board = silver_board("orders")
        board.state.orders[0] = order(blue=8)
        board.state.orders[5] = order(green=8)
        board.state.orders[slot] = order()
        board.bag(0, green=bag.pop("green", 8), **bag)
        board.answer("fulfil", 0, slot)
        assert act_silver(board) == WRONG


def test_6_2_nothing_obliges_a_player_and_a_plain_card_is_not_kept():
    board = silver_board("orders")
    board.bag(0, blue=6, red=2)
    board.state.orders[0] = order()
    board.answer("fulfil", 0, view.NONE)
    assert act_silver(board) == GOING and board.steps()[0] == 0
    board = silver_board("orders")
    board.bag(0, blue=8)
    board.state.orders[0] = order(120, 40, blue=8)
    assert act_silver(board) == GOING and board.cards_of(0) == {}


def test_6_2_once_all_are_public_anyone_fulfils_any():
    board = silver_board("orders")
    board.state.now[state.OPEN] = 1
    board.bag(0, blue=6, red=2)
    board.state.orders[3] = order(80)
    assert act_silver(board) == GOING and board.purse[0] == 130


def test_6_3_sells_any_gems_at_the_rounds_price():
    board = silver_board("gems")
    board.bag(0, blue=3, red=5, green=1)
    board.prices(blue=9, red=2, yellow=10, green=4)
    board.answer("sell", 0, gems(blue=2, red=5))
    assert act_silver(board) == GOING
    assert board.purse[0] == 50 + 18 + 10 and board.book(state.SALES)[0] == 28
    assert board.bag_of(0) == dict(blue=1, green=1)
    assert board.supply == TWENTY | dict(blue=19, green=19)
    for wrong in (gems(blue=4), gems(yellow=1), -1, 1 << 40):
        board = silver_board("gems")
        board.bag(0, blue=3)
        board.answer("sell", 0, wrong)
        assert act_silver(board) == WRONG


# ------------------------------------------------------------------------- R8: 600 at once


def test_r8_a_sale_that_reaches_600_ends_the_game_after_that_colour():
    board = silver_board("gems")
    board.place(1, FOUR, silver=["gems"])
    board.talers(570, 0, 0, 0)
    board.bag(0, blue=2, red=3, yellow=4, green=1)
    board.bag(1, blue=1)
    board.prices(blue=6, red=6, yellow=6, green=6)
    board.answer("sell", 0, gems(blue=2, red=3, yellow=4, green=1))
    board.answer("sell", 1, gems(blue=1))
    assert act_silver(board) == OVER  # 582, then 600: the yellow ones stay in the bag
    assert board.purse == [600, 0, 0, 0]
    assert board.bag_of(0) == dict(yellow=4, green=1) and board.bag_of(1) == dict(blue=1)
    assert [e[1] for e in board.events("leader")] == [0]


def test_r8_599_is_not_enough():
    board = silver_board("gems")
    board.talers(593, 0, 0, 0)
    board.bag(0, blue=1)
    board.prices(blue=6)
    board.answer("sell", 0, gems(blue=1))
    assert act_silver(board) == GOING and board.purse[0] == 599


def test_r8_an_order_that_reaches_600_leaves_the_coin_stack_unused():
    board = silver_board("orders", "gems")
    board.talers(500, 300, 300, 300)
    board.bag(0, blue=6, red=2)
    board.state.orders[0] = order(100, symbol="coins")
    assert act_silver(board) == OVER
    assert board.purse == [600, 300, 300, 300] and board.cards_of(0) == dict(coins=1)


def test_r8_a_set_of_three_that_reaches_600_in_the_shadow_step():
    board = shadow_board("red", view.PASS)
    board.talers(560, 0, 0, 0)
    board.cards(0, axe=3)
    board.answer("use", 0, VW.hand_in(view.AXE))
    assert act(board) == OVER and board.purse[0] == 600
    assert not board.events("leader")


def test_r8_a_coin_stack_that_reaches_600_still_costs_the_opponent():
    board = silver_board("gems")
    board.talers(595, 40, 30, 20)
    board.cards(0, coins=1)
    assert act_silver(board) == OVER
    assert board.purse == [600, 35, 30, 20]


# ------------------------------------------------------------------------- R9: symbols


@pytest.mark.parametrize("tool", ["axe", "pick", "hammer"])
def test_r9_three_alike_tools_are_40_talers(tool):
    board = silver_board("gems")
    board.cards(0, **{tool: 4}, crossed=1)
    assert act_silver(board) == GOING
    assert board.purse == [90, 50, 50, 50]
    assert board.cards_of(0) == {tool: 1, "crossed": 1}
    assert board.book(state.SYMBOL_TALERS) == [40, 0, 0, 0]
    assert [kind for kind, _ in board.asked].count("use") == 1


def test_r9_three_different_tools_are_nothing():
    board = silver_board("gems")
    board.cards(0, axe=2, pick=2, hammer=1)
    assert act_silver(board) == GOING and board.purse[0] == 50
    assert ("use", 0) not in board.asked


def test_r9_the_third_tool_is_handed_in_right_after_the_order():
    board = silver_board("orders", "gems")
    board.cards(0, hammer=2)
    board.bag(0, blue=6, red=2)
    board.state.orders[5] = order(80, symbol="hammer")
    assert act_silver(board) == GOING
    told = [e[0] for e in board.events() if e[0] in ("leader", "fulfilled", "used")]
    assert told[:3] == ["leader", "fulfilled", "used"]
    assert board.purse[0] == 50 + 80 + 40


def test_r9_a_coin_stack_takes_five_from_an_opponent_but_none_below_0():
    board = silver_board("gems")
    board.talers(50, 3, 50, 0)
    board.cards(0, coins=2)
    board.answer("use", 0, VW.use_coins(1), VW.use_coins(3))
    assert act_silver(board) == GOING
    assert board.purse == [60, 0, 50, 0]
    assert board.book(state.SYMBOL_TALERS) == [10, -5, 0, -5]
    assert board.book(state.FORGIVEN) == [0, 2, 0, 5]


@pytest.mark.parametrize(
    ("cards_", "answer"),
    [
        (dict(coins=1), VW.use_coins(0)),  # oneself
        (dict(coins=1), VW.use_coins(4)),  # nobody
        (dict(coins=1), VW.use_target(0)),  # a card that one does not have
        (dict(axe=3), VW.hand_in(view.PICK)),
        (dict(axe=3), VW.hand_in(view.AXE) + 8),
        (dict(target=1), VW.use_target(4)),
        (dict(target=1, crossed=1), view.CROSSED),
        (dict(coins=1), 7),
        (dict(coins=1), -1),
    ],
)
def test_r9_what_cannot_be_handed_in(cards_, answer):
    board = silver_board("gems")
    board.cards(0, **cards_)
    board.answer("use", 0, answer)
    assert act_silver(board) == WRONG


def test_r9_a_target_lowers_a_price_by_three_for_the_rest_of_the_round():
    board = silver_board("red", "gems")
    board.cards(0, target=1)
    board.prices(blue=9, red=7, yellow=6, green=5)
    board.answer("lead", 0, where("red"))
    board.answer("use", 0, VW.use_target(where("red")))
    board.answer("buy", 0, 12)  # at 4 instead of 7 twelve are 48 talers
    assert act_silver(board) == GOING
    assert board.purse[0] == 2 and board.cards_of(0) == {}
    assert board.price == dict(blue=9, red=4, yellow=6, green=5)


@pytest.mark.parametrize(
    ("floor", "price", "lowered"), [(1, 3, 1), (1, 1, 1), (0, 2, 0), (1, 4, 1)]
)
def test_r9_a_target_stops_at_the_floor(floor, price, lowered):
    board = silver_board("gems", price_floor=floor)
    board.cards(0, target=1)
    board.prices(5, 5, 5, price)
    board.answer("use", 0, VW.use_target(where("green")))
    assert act_silver(board) == GOING
    assert board.price.get("green", 0) == lowered


def test_r9_a_target_just_after_the_prices_are_set_and_nothing_else_then():
    board = Board(4, start=1)
    for seat in range(4):
        board.place(seat, FOUR, silver=["gems", "orders"])
    board.cards(2, target=1, coins=1)
    board.cards(0, coins=1, axe=3)
    board.answer("use", 2, VW.use_target(where("red")))
    board.phase(3)
    assert board.call(PH.set_prices) == GOING
    assert board.asked == [("use", 2), ("use", 2)]  # the second time for the coins: not now
    assert board.price == dict(blue=1, red=7, yellow=10, green=10)
    assert board.cards_of(2) == dict(coins=1)
    assert board.state.now[state.PRICE_SUM + 1] == 10  # outcomes are of the prices as set
    for answer in (VW.use_coins(0), VW.hand_in(view.AXE)):
        board = Board(4)
        all_dig(board, FOUR, FOUR, FOUR, FOUR)
        board.cards(2, target=1, coins=1, axe=3)
        board.answer("use", 2, answer)
        board.phase(3)
        assert board.call(PH.set_prices) == WRONG


def test_r9_crossed_axes_cancel_a_shadow_action_as_it_is_announced():
    board = shadow_board("red", VW.take())
    board.cards(2, crossed=2)
    board.answer("cancel", 2, 1)
    assert act(board) == GOING
    assert board.bag_of(0) == {} and board.cards_of(2) == dict(crossed=1)
    told = [e[0] for e in board.events() if e[0] in ("leader", "announced", "cancelled")]
    assert told == ["leader", "announced", "cancelled"]
    assert board.state.seats[0, view.SEAT_IDLE] == 0  # the shadow dwarf counts as used


def test_r9_crossed_axes_are_asked_clockwise_after_the_targets_are_named():
    board = Board(4, start=2)
    board.place(2, FOUR, shadow=["gems"])
    board.bag(0, blue=2)
    board.answer("shadow", 2, VW.draw(0, 0))
    for seat in range(4):
        board.cards(seat, crossed=1)
    seen = []
    board.watch = lambda b, kind, seat, view_: (
        seen.append((seat, view_.action, view_.actor, view_.column)) if kind == "cancel" else None
    )
    board.answer("cancel", 3, 0)
    board.answer("cancel", 0, 1)
    board.phase(4)
    assert act(board) == GOING
    assert seen == [(3, VW.draw(0, 0), 2, 5), (0, VW.draw(0, 0), 2, 5)]
    assert board.bag_of(0) == dict(blue=2)
    assert [board.cards_of(s) for s in range(4)] == [{}] + [dict(crossed=1)] * 3


def test_r9_a_shadow_dwarf_that_does_nothing_cannot_be_cancelled():
    board = shadow_board("red", view.PASS)
    board.cards(2, crossed=1)
    act(board)
    assert ("cancel", 2) not in board.asked
    board = shadow_board("red", VW.take())
    board.cards(2, crossed=1)
    board.answer("cancel", 2, 2)
    assert act(board) == WRONG


# ------------------------------------------------------------------------- 7 to 11


def test_7_and_8_orders_rotate_and_the_last_step_costs_the_penalty():
    board = Board(4)
    board.talers(50, 50, 50, 5)
    board.state.orders[:] = [order(step=s) for s in (0, 2, 3, 3, 3, 1)]
    board.phase(7)
    board.call(PH.rotate_orders)
    board.call(PH.pay_penalties)
    assert board.steps() == [1, 3, None, None, None, 2]
    assert board.purse == [50, 50, 20, 0]
    assert board.book(state.PENALTIES) == [0, 0, 30, 30]
    assert board.book(state.FORGIVEN) == [0, 0, 0, 25]
    assert board.book(state.LAPSED) == [0, 0, 1, 1]
    assert board.state.now[state.PAID] == 60


def test_8_with_two_players_each_owns_two_spaces():
    board = Board(2)
    board.state.orders[:] = [order(80, 20, step=3) for _ in range(6)]
    board.call(PH.rotate_orders)
    board.call(PH.pay_penalties)
    assert board.purse == [10, 10] and board.book(state.LAPSED) == [2, 2]


def test_r7_once_all_are_public_nobody_pays_a_penalty():
    board = Board(4)
    board.state.now[state.OPEN] = 1
    board.state.orders[:] = [order(step=3) for _ in range(6)]
    board.call(PH.rotate_orders)
    board.call(PH.pay_penalties)
    assert board.purse == [50] * 4 and board.book(state.LAPSED) == [0] * 4
    assert board.steps() == [None] * 6


def test_9_r7_gaps_are_filled_from_the_start_player_and_all_become_public_when_none_is_left():
    board = Board(4, start=2)
    board.state.now[state.PILE] = 2
    board.state.orders[:] = [0, order(), 0, order(), 0, 0]
    used = len(board.events("dealt"))
    board.call(PH.deal_orders)
    dealt = [(seat, slot) for _, seat, slot, _, _ in board.events("dealt")[used:]]
    assert dealt == [(2, 2), (0, 0)]  # the public spaces are left out
    assert board.steps()[4:] == [None, None]
    assert board.state.now[state.OPEN] == 1 and len(board.events("opened")) == 1
    board.call(PH.deal_orders)
    assert len(board.events("opened")) == 1


def test_r7_an_empty_pile_alone_opens_nothing():
    board = Board(4)
    board.state.now[state.PILE] = 2
    board.state.orders[:] = [order(), order(), 0, 0, order(), order()]
    board.call(PH.deal_orders)
    assert board.state.now[state.PILE] == 0 and board.state.now[state.OPEN] == 0


def test_10_whoever_has_more_than_twelve_gives_back_the_rest():
    board = Board(4, start=3)
    board.bag(0, blue=7, red=6)
    board.bag(3, blue=12)
    board.bag(2, green=15)
    board.phase(10)
    board.answer("discard", 0, gems(red=1))
    board.answer("discard", 2, gems(green=3))
    assert board.call(PH.discard_gems) == GOING
    assert board.asked == [("discard", 0), ("discard", 2)]
    assert [board.bag_of(s) for s in (0, 2, 3)] == [
        dict(blue=7, red=5),
        dict(green=12),
        dict(blue=12),
    ]
    for wrong in (0, gems(blue=2), gems(yellow=1), -1, gems(blue=1) + (1 << 33)):
        board = Board(4)
        board.bag(0, blue=7, red=6)
        board.answer("discard", 0, wrong)
        assert board.call(PH.discard_gems) == WRONG


def test_11_the_start_player_figure_goes_to_the_left():
    for players in (2, 3, 4):
        board = Board(players, start=players - 1)
        board.call(PH.pass_start_figure)
        assert board.state.now[state.START] == 0


# ------------------------------------------------------------------------- the end


def test_the_round_is_played_out_when_the_last_order_leaves_the_board():
    board = Board(4, empty=False)
    board.state.now[state.PILE] = 0
    board.state.orders[:] = 0
    board.state.orders[4] = order(step=3)
    for seat in range(4):
        board.answer("place", seat, placement(FOUR, silver=["gems", "orders"]))
        board.answer("sell", seat, 0)
    assert board.call(RU.play_round) == 3
    assert board.events("starts")[-1][1] == 1
    # and if one is left, it goes on
    board = Board(4, empty=False)
    for seat in range(4):
        board.answer("place", seat, placement(FOUR, silver=["gems", "orders"]))
    assert board.call(RU.play_round) == GOING


MIXES = {
    2: [("random", "random"), ("random", "miner"), ("trader", "miner")],
    3: [("random",) * 3, ("random", "miner", "trader")],
    4: [("random",) * 4, ("random", "miner", "random", "trader"), ("miner",) * 4],
}
PHASES = {  # the steps of the rulebook (0: setup) in which a thing may happen
    "start_gem": {0},
    "placed": {2},
    "prices": {3},
    "announced": {4},
    "removed": {4},
    "turned": {4},
    "drawn": {4},
    "leader": {4, 6},
    "used": {3, 4, 6},
    "dug": {5},
    "bought": {6},
    "fulfilled": {6},
    "sold": {6},
    "rotated": {7},
    "gone": {4, 8},
    "dealt": {0, 9},
    "opened": {9},
    "discarded": {10},
    "starts": {0, 11},
}
GAMES = [(p, mix, luck) for p, mixes in MIXES.items() for mix in mixes for luck in range(3)]


@pytest.mark.parametrize(("players", "mix", "luck"), GAMES)
def test_what_holds_at_every_decision_of_every_game(players, mix, luck):
    """Gems and orders are neither lost nor made; nobody is below 0; twelve gems in a bag."""
    board = Board(players, empty=False, luck=luck, start="random", deck="full")
    seen, stepped = Counter(), []

    def check(board, kind, seat, shown_):
        now, own = board.state.now, board.state.own
        bags = own[:, state.BAG].tolist()
        for colour in range(4):
            held = [int(VW.count(bag, colour)) for bag in bags]
            assert sum(held) + VW.count(int(now[state.SUPPLY]), colour) == 20
        for other in range(players):
            assert VW.count(int(shown_.sizes), other) == VW.total(bags[other])
        assert min(board.purse) >= 0 and max(board.purse) < 600
        gone = [e for e in board.events("gone")]
        on_board = sum(step is not None for step in board.steps())
        assert all(step in (None, 0, 1, 2, 3) for step in board.steps())
        filled = sum(board.book(state.FULFILLED_ORDERS))
        assert now[state.PILE] + on_board + filled + len(gone) == 34
        assert sum(e[1] >= 0 for e in gone) == sum(board.book(state.LAPSED))
        if kind == "place":
            assert max(VW.total(bag) for bag in bags) <= 12
        if now[state.OPEN] == 0 and kind == "place":
            assert on_board == len(board.steps())
        stepped.append((int(now[state.ROUND]), int(now[state.PHASE])))
        seen[kind] += 1

    board.watch = check
    out = board.play(*mix)
    assert stepped == sorted(stepped)  # the steps in their order
    assert seen["place"] == players * out["rounds"][0]
    books = zip(
        *(out[name] for name in ("talers", "income_orders", "gems_sold", "gems_bought")),
        *(out[name] for name in ("penalties", "symbols", "forgiven")),
    )
    for talers, income, sold, bought, penalties, symbols, forgiven in books:
        assert talers == 50 + income + sold - bought - penalties + symbols + forgiven
    best = [t == max(out["talers"]) for t in out["talers"]]
    assert out["win"] == [2520 // sum(best) * b for b in best]
    assert out["ending_600"][0] + out["ending_orders"][0] == 1
    rich = [seat for seat in range(players) if out["talers"][seat] >= 600]
    assert len(rich) == out["ending_600"][0]  # R8: whoever has 600 wins alone
    rounds = out["rounds"][0]
    assert [row[rounds - 1] for row in out["round_talers"]] == out["talers"]
    assert sum(out["round_orders"]) == sum(out["orders"])
    assert sum(out["round_penalties"]) == sum(out["penalties"])
    by_round = [4 * out[f"price_mean_{c}"][0] for c in COLOURS]
    assert abs(sum(by_round) / 4 / (1 << 20) - sum(out["round_price"]) / rounds) < 1e-4
    for name, phases in PHASES.items():
        assert board.phases_of(name) <= phases
    starts = [e[1] for e in board.events("starts")]
    assert all((b - a) % players == 1 for a, b in pairwise(starts))
    leaders, leads, changes = [list(row[:rounds]) for row in out["round_talers"]], None, 0
    for standing in zip(*leaders):
        alone = [s for s, t in enumerate(standing) if t == max(standing)]
        if len(alone) == 1:
            changes += leads is not None and leads != alone[0]
            leads = alone[0]
    assert out["lead_changes"] == [changes]


def test_r12_a_game_is_cut_off_and_scored_as_it_stands():
    board = Board(4, empty=False, max_rounds=2)
    out = board.play("miner", "miner", "random", "trader")
    assert out["status"] == 1 and out["rounds"] == [2]
    assert out["ending_600"] == out["ending_orders"] == [0]
    assert sum(out["win"]) == 2520


# ------------------------------------------------------------------------- policies, by hand


def decided(strategy, kind, board, column=view.NONE):
    """What a strategy in seat 0 answers on this board."""
    board.policies = [GAME.strategies[strategy].decide] * board.players
    return board.call(ST.ask_seat, KINDS.index(kind), 0, column, 0)


def test_miner_digs_for_its_nearest_order_then_for_what_it_lacks_itself():
    board = Board(4)
    board.state.orders[:] = [order(100, blue=6, red=2), order(), order(), order(), 0, 0]
    board.bag(0, blue=4, red=1, yellow=3)
    # missing two blue and one red; the fourth digger goes to the smallest stock: green
    placed = decided("miner", "place", board)
    assert placed == placement(dict(blue=2, red=1, green=1), silver=["orders", "gems"])


def test_miner_buys_what_it_misses_most():
    board = Board(4)
    board.state.orders[0] = order(100, blue=6, red=2)
    board.state.orders[4] = order(100, green=6, red=2)
    board.bag(0, red=1)
    # both orders miss seven: the own one; after digging blue four, blue and red miss 2 and 1
    placed = decided("miner", "place", board)
    assert placed == placement(dict(blue=4), silver=["blue", "gems"])
    board.prices(blue=4)
    assert decided("miner", "buy", board, column=where("blue")) == 6
    board.talers(15, 0, 0, 0)
    assert decided("miner", "buy", board, column=where("blue")) == 3
    board.prices(red=15)
    assert decided("miner", "buy", board, column=where("red")) == 1


def test_miner_prefers_the_dearer_of_two_equally_near_orders():
    board = Board(4)
    board.state.orders[:] = [order(60, blue=4, red=4), 0, 0, 0, order(80, green=8), 0]
    board.bag(0, blue=4, red=3, green=7)
    assert decided("miner", "place", board) == placement(
        dict(yellow=3, green=1), silver=["orders", "gems"]
    )
    board.bag(0, blue=4, red=4, green=8)
    assert decided("miner", "fulfil", board) == 4
    assert decided("miner", "sell", board) == gems(blue=4, red=4)


def test_miner_gives_up_the_cheapest_that_it_does_not_need():
    board = Board(4)
    board.state.orders[0] = order(blue=6, red=2)
    board.bag(0, blue=7, red=2, yellow=3, green=2)
    board.prices(blue=1, red=1, yellow=2, green=2)
    assert shown(decided("miner", "discard", board)) == dict(blue=1, yellow=1)


def test_miner_of_two_skips_tunnels_that_are_full():
    board = Board(2)
    board.state.orders[0] = order(120, 40, blue=8)
    placed = decided("miner", "place", board)
    # four blue, then the smallest stocks, which are all 0: red until it is full
    assert placed == placement(dict(blue=4, red=4), silver=["blue", "gems", "red", "yellow"])


def test_trader_digs_what_is_scarce_in_bags_and_orders():
    board = Board(4)
    board.state.orders[:] = [order(blue=6, red=2), order(red=8), order(yellow=4, green=4), 0, 0, 0]
    board.bag(1, yellow=1, green=3)
    # blue 6, red 10, yellow 4 + 1, green 4 + 3; most supply: blue
    placed = decided("trader", "place", board)
    assert placed == placement(dict(yellow=4), silver=["gems", "blue"])
    board.bag(0, blue=2, red=3, yellow=4)
    board.prices(blue=6, red=5, yellow=10, green=4)
    assert shown(decided("trader", "sell", board)) == dict(blue=2, yellow=4)
    assert decided("trader", "buy", board, column=where("green")) == 3  # up to twelve in the bag
    assert decided("trader", "buy", board, column=where("red")) == 0


# ------------------------------------------------------------------------- by numbers


def test_prices_among_random_players_are_as_computed():
    """The first round's prices: mean and spread against all ways to place the diggers."""
    for players in (2, 3, 4):
        match = Match(
            GAME,
            GAME.values({"players": players, "max_rounds": 1}),
            [Player(GAME.strategies["random"])],
        )
        games = 20_000
        totals = match.worker().play(0, games)
        for i, slot in enumerate(match.slots):
            if slot.outcome.name == "round_price":
                mean = totals.sums[i] / games / 4
                sd = (totals.squares[i] / games / 16 - mean**2) ** 0.5
                assert abs(mean - float(exact.mean_price(players))) < 5 * sd / games**0.5 + 1e-9
            if slot.outcome.name == "round_spread":
                counts = totals.histogram[slot.offset : slot.offset + slot.bins]
                found = Counter({n: int(c) for n, c in enumerate(counts) if c})
                chances = {n: float(p) for n, p in exact.price_spread(players).items()}
                rare = {n for n, p in chances.items() if p * games < 5}
                few = sum(found.pop(n, 0) for n in rare)
                left = {n: p for n, p in chances.items() if n not in rare}
                left[-1] = 1 - sum(left.values())
                found[-1] = few
                if left[-1] * games < 1:  # too rare to be looked at
                    assert few < 10
                    found.pop(-1)
                    left.pop(-1)
                    left = {n: p / sum(left.values()) for n, p in left.items()}
                assert evenly(found, left)


def test_exact_chances_add_up():
    for players in (2, 3, 4):
        assert sum(exact.prices(players).values()) == 1
        assert sum(exact.price_spread(players, 0).values()) == 1
    assert exact.mean_price(4, 0) > 10 - 4  # a mean of four diggers a tunnel, cut off at ten
    assert exact.random_diggers(4)[(4, 0, 0, 0)] == exact.random_diggers(3)[(0, 4, 0, 0)]


def test_the_transcript_follows_the_game():
    """It tells bags, talers and orders from the events alone: they end where the kernel ends."""
    given = {"players": 2, "symbols": (6, 6, 6, 6, 3, 3)}
    for given_, seats in ((given, ("random", "miner")), ({}, ("random", "miner") * 2)):
        players = [Player(GAME.strategies[name]) for name in seats]
        match = Match(GAME, GAME.values(given_), players)
        for k in range(4):
            told = transcript.events(match, k)
            standing = [e for e in told if e["event"] == "standing"][-1]
            assert standing["talers"] == told[-1]["outcomes"]["talers"]
            worker = match.worker()
            worker.play(k, 1)
            bags = worker.workspace.own[:, state.BAG].tolist()
            assert [gems(**bag) for bag in standing["bags"]] == bags
            kept = worker.workspace.seats[:, view.SEAT_CARDS].tolist()
            assert [sum(cards_.values()) for cards_ in standing["cards"]] == [
                sum(word >> 8 * s & 255 for s in range(7)) for word in kept
            ]


@kernel
def take_note(seen, me):
    """Memory: how many events of each kind, then those whose secret is told, then a checksum."""
    me.memory[seen.what] += 1
    if seen.b >= 0 and (seen.what == view.START_GEM or seen.what == view.DRAWN):
        me.memory[30 + seen.what] += 1
    me.memory[60] += 1
    me.memory[61] += seen.round * 1000 + seen.phase * 100 + seen.seat * 10 + seen.c
    return 0


def test_everyone_observes_all_events_but_the_secret_ones():
    """What the seats are told is the log, but a gem drawn unseen is seen by two alone."""
    note = Strategy("note", {"observe": take_note}, memory=62, inherits=GAME.strategies["random"])
    match = Match(GAME, GAME.values({}), [Player(note)])
    drawn = 0
    for k in range(5):
        worker = match.worker()
        worker.workspace = rules.workspace(match.rules, log=5000)
        worker.play(k, 1)
        used = int(worker.workspace.now[state.LINES])
        log = worker.workspace.log[:used]
        kinds = Counter(log[:, 2].tolist())
        draws = log[log[:, 2] == view.DRAWN]
        drawn += len(draws)
        for seat, memory in enumerate(worker.memory):
            assert memory[60] == used < 5000
            assert {what: n for what, n in enumerate(memory[:21]) if n} == kinds
            assert memory[61] == (log[:, [0, 1, 3, 6]] @ [1000, 100, 10, 1]).sum()
            assert memory[30 + view.START_GEM] == 1  # its own
            mine = (draws[:, 3] == seat) | (draws[:, 4] == seat)
            assert memory[30 + view.DRAWN] == mine.sum()
        plain_rows, told_rows = np.zeros((2, 1, len(match.slots)), np.int64)
        match.worker().play(k, 1, told_rows)
        silent = Match(GAME, GAME.values({}), [Player(GAME.strategies["random"])])
        silent.worker().play(k, 1, plain_rows)
        assert (plain_rows == told_rows).all()  # to be watched changes nothing
    assert drawn > 20


# ------------------------------------------------------------------------- what is refused

WRONGS = [
    (dict(players=1), "from 2 to 4", "the nearest is 2"),
    (dict(players=5), "from 2 to 4", "the nearest is 4"),
    (dict(start=2, players=2), "0 to 1"),
    (dict(orders="8:4+62:12+43:6"), "43 has 7 gems", "has 8"),
    (dict(orders="8:4+522:12"), "522 has 9 gems"),
    (dict(orders="8:4+22211:12"), "5 colours"),
    (dict(orders="8:4+62"), "'62' is not a pattern and a number of cards"),
    (dict(orders="8:4+62:x"), "'62:x'"),
    (dict(orders="8:4+62:0"), "from 1 to 200"),
    (dict(orders="8:4+8:4"), "8 is there twice"),
    (dict(orders=""), "is not a pattern"),
    (dict(orders="8:4+62:12"), "4 values for 2 categories"),
    (dict(order_values=(120, 100, 80)), "3 values for 4 categories"),
    (dict(penalties=(40, 30, 20, -10)), "from 0 to 1000"),
    (dict(penalties=(40, 30, 20)), "3 values for 4 categories"),
    (dict(order_values=(1001, 100, 80, 60)), "from 0 to 1000"),
    (dict(symbols=(5, 5, 5, 5, 5, 6)), "31 symbols for the 30 orders", "30 or fewer"),
    (dict(symbols=(5, 5, 5)), "3 numbers", "six symbols"),
    (dict(symbols=(5, 5, 5, 5, 5, -1)), "from 0 to 1000"),
    (dict(price_floor=11), "the nearest is 10"),
    (dict(order_step="30"), "not a choice"),
    (dict(deck="tiny"), "not a choice"),
    (dict(max_rounds=0), "the nearest is 1"),
]
SMALL = dict(order_values=(120,), penalties=(40,), symbols=(0,) * 6)


@pytest.mark.parametrize(("given", "parts"), [(wrong[0], wrong[1:]) for wrong in WRONGS])
def test_bad_input(given, parts):
    with pytest.raises(BadInput) as refused:
        GAME.values(given)
    sentence = str(refused.value)
    assert [part for part in parts if part not in sentence] == [], sentence
    assert "\n" not in sentence and next(iter(given)) in sentence


@pytest.mark.parametrize(("players", "needed"), [(2, 6), (3, 5), (4, 6)])
def test_a_deck_too_small_to_deal(players, needed):
    given = {**SMALL, "players": players, "deck": "full"}
    with pytest.raises(BadInput, match=f"{needed - 1} orders are in play, but {needed}"):
        GAME.values({**given, "orders": f"8:{needed - 1}"})
    values = GAME.values({**given, "orders": f"8:{needed}"})
    assert len(cards.cards_in_play(values)) == needed
    out = Board(empty=False, **{k: v for k, v in values.items() if k != "start"}, start=0).play(
        *["miner"] * players
    )
    assert out["ending_orders"] == [1]


def test_a_list_of_fewer_symbols_leaves_orders_without():
    board = Board(symbols=(1, 0, 0, 0, 0, 0))
    found = Counter(int(VW.symbol(int(word))) for word in board.state.deck[:34])
    assert found == {0: 33, 1: 1}


def test_rules_of_a_kernel_hold_what_the_parameters_say():
    made = rules.rules(GAME.values({"players": 3, "start": 2, "order_step": "20"}))
    assert (made.players, made.start, made.order_step, made.spaces) == (3, 2, 20, 5)
    assert (made.in_play, made.unmarked, len(made.cards)) == (22, 4, 22 + 30)
