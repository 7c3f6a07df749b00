"""Silberzwerg's planners: what they do in positions made by hand, and who beats whom."""

from itertools import product

import pytest

from dwarfsim import stats
from dwarfsim.engine import play_range
from dwarfsim.games.silberzwerg import ladder, rules, state, transcript, view
from dwarfsim.match import Match
from dwarfsim.players import Player

from .silberzwerg_by_hand import (
    GAME,
    KINDS,
    ST,
    VW,
    Board,
    order,
    shown,
    where,
)

PLANNERS = ("smith", "schemer", "champion")
PLAIN = dict(hold=6, own=1, chance=0.7, shared=0.5, noise=1, demand=0, last=0.5)
SHADY = dict(spite=0, shady=1)
WATCHFUL = dict(recall=0, race=0, haste=0, scarce=0, wary=0)


def decided(name, kind, board, column=view.NONE, action=0, seat=0, **knobs):
    """What a strategy answers on this board; its knobs are set, so that no search moves a test."""
    strategy = GAME.strategies[name]
    values = {**PLAIN, **SHADY, **WATCHFUL, **knobs}
    assert set(strategy.knobs) <= set(values)
    policy = strategy.decide, [float(values[key]) for key in strategy.knobs]
    board.policies = [policy] * board.players
    return board.call(ST.ask_seat, KINDS.index(kind), seat, column, action)


def board_with(*orders, players=4, pile=10, **bag):
    """A board with orders from space 0 on and a bag for seat 0."""
    board = Board(players)
    board.state.orders[: len(orders)] = orders
    board.state.now[state.PILE] = pile
    board.bag(0, **bag)
    board.prices(blue=6, red=6, yellow=6, green=6)
    return board


# ------------------------------------------------------------------------- prices


@pytest.mark.parametrize("name", PLANNERS)
def test_it_sells_what_brings_more_now_than_later(name):
    board = board_with(blue=2, red=3, yellow=1)
    board.prices(blue=9, red=3, yellow=7, green=1)
    assert shown(decided(name, "sell", board)) == dict(blue=2, yellow=1)
    assert shown(decided(name, "sell", board, hold=8)) == dict(blue=2)
    assert shown(decided(name, "sell", board, hold=12)) == {}


@pytest.mark.parametrize("name", PLANNERS)
def test_it_sells_all_if_that_reaches_600(name):
    board = board_with(blue=2, red=3)
    board.prices(blue=5, red=4)
    board.talers(578, 0, 0, 0)  # 10 + 12 are 22
    assert shown(decided(name, "sell", board)) == dict(blue=2, red=3)
    board.talers(577, 0, 0, 0)
    assert shown(decided(name, "sell", board)) == {}


@pytest.mark.parametrize("name", PLANNERS)
def test_it_sells_what_the_bag_cannot_keep(name):
    board = board_with(blue=9, red=6)
    board.prices(blue=3, red=5)
    assert shown(decided(name, "sell", board)) == dict(red=3)


@pytest.mark.parametrize("name", PLANNERS)
def test_it_keeps_the_gems_of_an_order_that_is_worth_more(name):
    board = board_with(order(120, 40, blue=8), blue=8)
    board.prices(blue=7)
    # a sale brings 56; the order 90 in the next round, 40 of penalty saved, with a chance of 0.7
    assert shown(decided(name, "sell", board)) == {}
    # turned on twice it brings 30: 0.7 · (30 + 40) - 0.3 · 0 is less than 8 more in hand
    board = board_with(order(120, 40, step=2, blue=8), blue=8)
    board.prices(blue=9)
    assert shown(decided(name, "sell", board, own=0)) == dict(blue=8)


@pytest.mark.parametrize("name", PLANNERS)
def test_it_buys_what_is_cheap_as_far_as_bag_and_purse_go(name):
    board = board_with(blue=7)
    board.prices(green=3, red=8)
    assert decided(name, "buy", board, column=where("green")) == 5
    assert decided(name, "buy", board, column=where("red")) == 0
    board.talers(10, 0, 0, 0)
    assert decided(name, "buy", board, column=where("green")) == 3


@pytest.mark.parametrize("name", PLANNERS)
def test_it_buys_the_last_gem_of_an_order_at_any_price(name):
    board = board_with(order(120, 40, blue=8), blue=7)
    board.place(0, dict(blue=4), silver=["blue", "orders"])
    board.prices(blue=9)
    assert decided(name, "buy", board, column=where("blue")) == 1
    board.place(0, dict(blue=4), silver=["blue", "gems"])  # nobody there to fulfil it
    assert decided(name, "buy", board, column=where("blue"), chance=0) == 0


@pytest.mark.parametrize("name", PLANNERS)
def test_gems_are_worth_nothing_when_the_last_order_leaves(name):
    board = board_with(order(60, 10, step=3, blue=4, red=4), pile=0, green=5)
    board.prices(green=1)
    assert shown(decided(name, "sell", board)) == dict(green=5)
    assert decided(name, "buy", board, column=where("green")) == 0
    board.state.orders[1] = order(60, 10, step=2, blue=4, red=4)  # one round more: half of 6
    assert shown(decided(name, "sell", board)) == {}
    board.prices(green=4)
    assert shown(decided(name, "sell", board)) == dict(green=5)


# ------------------------------------------------------------------------- orders


@pytest.mark.parametrize("name", PLANNERS)
def test_it_fulfils_what_gains_most_over_its_gems(name):
    board = board_with(
        order(100, 30, blue=6, red=2), 0, 0, 0, order(120, 40, green=8), blue=6, red=2, green=8
    )
    assert decided(name, "fulfil", board) == 0  # 100 and 30 saved, against 120
    assert decided(name, "fulfil", board, own=0) == 4
    board = board_with(order(60, 10, step=2, blue=4, red=4), blue=4, red=4)
    assert decided(name, "fulfil", board) == view.NONE  # 30 and 10 for gems of 48
    board.talers(570, 0, 0, 0)
    assert decided(name, "fulfil", board) == 0  # it wins


@pytest.mark.parametrize("name", PLANNERS)
def test_it_places_a_dwarf_where_it_can_fulfil(name):
    board = board_with(order(120, 40, blue=8), blue=8)
    placed = decided(name, "place", board)
    assert VW.standing(placed, view.SILVER, view.ORDERS) == 1
    board = board_with(order(120, 40, blue=8), blue=2)
    # four are dug, two can be bought; but not without money
    assert VW.standing(decided(name, "place", board), view.SILVER, view.ORDERS) == 1
    board.talers(0, 0, 0, 0)
    assert VW.standing(decided(name, "place", board), view.SILVER, view.ORDERS) == 0


@pytest.mark.parametrize("name", PLANNERS)
def test_it_digs_for_the_order_that_it_can_end(name):
    board = board_with(order(120, 40, blue=8), blue=5)
    placed = decided(name, "place", board)
    assert VW.count(VW.diggers(placed), where("blue")) >= 3
    assert VW.standing(placed, view.SILVER, view.ORDERS) == 1


@pytest.mark.parametrize("name", PLANNERS)
def test_it_does_not_dig_where_nothing_is_left(name):
    board = board_with(blue=12)
    board.bag(1, blue=8)
    placed = decided(name, "place", board)
    assert VW.count(VW.diggers(placed), where("blue")) == 0


@pytest.mark.parametrize("name", PLANNERS)
def test_it_discards_the_cheapest_that_no_order_needs(name):
    board = board_with(order(120, 40, blue=8), blue=7, red=4, green=4)
    board.prices(blue=1, red=5, green=4)
    assert shown(decided(name, "discard", board)) == dict(green=3)


# ------------------------------------------------------------------------- shadow dwarves


def test_smith_places_no_shadow_dwarf():
    board = board_with(blue=3)
    placed = decided("smith", "place", board)
    assert VW.leaders(placed, view.SHADOW) == 0


@pytest.mark.parametrize("name", PLANNERS[1:])
def test_in_a_tunnel_it_takes_a_gem_or_with_spite_removes(name):
    board = board_with()
    board.place(0, dict(red=4), shadow=["blue", "red"])
    board.place(1, dict(blue=4), silver=["blue", "gems"])
    assert decided(name, "shadow", board, column=where("blue")) == VW.take()
    angry = decided(name, "shadow", board, column=where("blue"), spite=1)
    # its leader is worth more than a digger, and one of its four diggers as well
    assert angry == VW.remove_two(1, view.SILVER, 1, view.DIGGER)
    board.bag(1, blue=20)  # nothing to take
    assert decided(name, "shadow", board, column=where("blue")) == view.PASS


@pytest.mark.parametrize("name", PLANNERS[1:])
def test_it_turns_up_the_order_that_it_is_about_to_fulfil(name):
    board = board_with(order(120, 40, step=1, blue=8), blue=8)
    board.place(0, dict(red=4), shadow=["orders"], silver=["orders"])
    assert decided(name, "shadow", board, column=view.ORDERS) == VW.turn_up(0)


@pytest.mark.parametrize("name", PLANNERS[1:])
def test_it_turns_back_an_order_of_others_for_spite_alone(name):
    board = board_with(0, order(120, 40, step=3, blue=8))
    board.place(0, dict(red=4), shadow=["orders"], silver=["gems"])
    board.place(1, dict(red=4), silver=["orders", "gems"])
    assert decided(name, "shadow", board, column=view.ORDERS) == view.PASS
    assert decided(name, "shadow", board, column=view.ORDERS, spite=1) == VW.turn_back(1)


@pytest.mark.parametrize("name", PLANNERS[1:])
def test_it_draws_from_the_richest_who_has_two_gems(name):
    board = board_with()
    board.bag(1, red=2)
    board.bag(2, red=1)
    board.talers(50, 100, 300, 50)
    board.place(0, dict(red=4), shadow=["gems"], silver=["gems"])
    assert decided(name, "shadow", board, column=view.GEMS) == VW.draw(1, 1)
    board.bag(1, red=1)
    assert decided(name, "shadow", board, column=view.GEMS) == VW.draw(2, 1)
    board.bag(2)
    board.bag(1)
    assert decided(name, "shadow", board, column=view.GEMS) == view.PASS


@pytest.mark.parametrize("name", PLANNERS[1:])
def test_it_cancels_what_hurts_itself(name):
    board = board_with(order(120, 40, step=1, blue=8), order(60, 10, blue=8))
    mine = VW.draw(0, 0), VW.draw(2, 0), VW.turn_back(0), VW.remove_two(0, 0, 0, 1)
    others = VW.draw(2, 2), VW.turn_back(1), VW.remove_two(0, 0, 2, 1), VW.take(), VW.turn_up(1)
    assert [decided(name, "cancel", board, action=a) for a in mine] == [1] * 4
    assert [decided(name, "cancel", board, action=a) for a in others] == [0] * 5


# ------------------------------------------------------------------------- champion


def test_champion_expects_few_diggers_where_few_gems_are_left():
    board = board_with(blue=8)
    board.bag(1, blue=12)  # nothing is left
    board.talers(0, 0, 0, 0)  # so there is nothing to buy, but two gems to take
    # three diggers of the others: 7 talers; none: 10
    usual = decided("champion", "place", board, hold=8, noise=0)
    clever = decided("champion", "place", board, hold=8, noise=0, scarce=1)
    assert VW.standing(usual, view.SILVER, view.GEMS) == 0
    assert VW.standing(clever, view.SILVER, view.GEMS) == 1


def test_champion_places_for_600_where_it_can_be_reached():
    # all gems at the prices that it expects (10 - 3) bring 28: enough for 600 in this round alone
    board = board_with(blue=1, red=1, yellow=1, green=1)
    board.talers(578, 0, 0, 0)
    quick = decided("champion", "place", board, race=500, hold=9)
    slow = decided("champion", "place", board, race=0, hold=9)
    assert VW.standing(quick, view.SILVER, view.GEMS) == 1
    assert VW.standing(slow, view.SILVER, view.GEMS) == 0


def test_champion_holds_less_when_another_may_win():
    board = board_with(blue=2)
    board.prices(blue=5)
    board.talers(50, 595, 50, 50)
    assert shown(decided("champion", "sell", board)) == {}
    assert shown(decided("champion", "sell", board, haste=0.5)) == dict(blue=2)


def test_champion_keeps_less_where_the_others_use_shadow_dwarves():
    board = board_with(blue=2)
    board.prices(blue=4)
    board.memory[ladder.LEADERS] = 10
    assert shown(decided("champion", "sell", board, wary=1)) == {}
    board.memory[ladder.SHADOWS] = 5  # half of them: a gem is worth half of six
    assert shown(decided("champion", "sell", board, wary=1)) == dict(blue=2)
    assert shown(decided("champion", "sell", board, wary=0.5)) == {}


def test_champion_counts_the_leaders_of_the_others():
    seats = ["champion", "schemer", "schemer", "smith"]
    match = Match(GAME, GAME.values({}), [Player(GAME.strategies[name]) for name in seats], 3)
    worker = match.worker()
    worker.play(0, 1)
    memory, log = worker.memory[0], transcript.events(match, 0)
    rounds = sum(event["event"] == "prices" for event in log)
    assert memory[ladder.LEADERS] == 3 * 2 * rounds
    assert 0 < memory[ladder.SHADOWS] < memory[ladder.LEADERS]


# ------------------------------------------------------------------------- whole games

ODD = [
    dict(players=2),
    dict(players=3),
    dict(players=2, deck="short"),
    dict(deck="short", order_step="20", price_floor=0),
    dict(orders="8:4+62:12+44:6+332:12", penalties=(0, 0, 0, 0)),
    dict(order_values=(0, 0, 0, 0), penalties=(900, 900, 900, 900)),
    dict(order_values=(590, 590, 590, 590), price_floor=10, players=3),
    dict(symbols=(0, 0, 0, 15, 15, 0), players=2),
]


@pytest.mark.parametrize("given", ODD)
def test_planners_play_odd_games_to_the_end(given):
    """An answer that the rules do not allow would end the game with an error."""
    seats = [Player(GAME.strategies[name]) for name in ("champion", "schemer", "smith", "random")]
    values = GAME.values(given)
    match = Match(GAME, values, seats[: values["players"]], 5)
    totals = play_range(match, 0, 60).totals
    place = next(i for i, s in enumerate(match.slots) if s.outcome.name == "unfinished")
    assert totals.games == 60 and totals.sums[place] == 0


def share(one, rest, games, players=4):
    """The games won by one among others, seats rotated."""
    table = [Player(GAME.strategies[one])] + [Player(GAME.strategies[rest])] * (players - 1)
    match = Match(GAME, GAME.values({"players": players}), table, 11, rotate=True)
    totals = play_range(match, 0, games).totals
    place = next(i for i, s in enumerate(match.slots) if s.outcome.name == "win")
    return totals.sums[place] / totals.games / match.slots[place].outcome.scale


STEPS = [
    ("miner", "random", 0.9, 200),
    ("trader", "miner", 0.8, 400),
    ("smith", "miner", 0.9, 200),
    ("smith", "trader", 0.8, 200),
    ("schemer", "smith", 0.33, 800),
    ("champion", "schemer", 0.30, 1000),
]


@pytest.mark.parametrize(("above", "below", "least", "games"), STEPS)
def test_each_step_of_the_ladder_beats_three_of_the_step_below(above, below, least, games):
    found = share(above, below, games)
    low, _ = stats.wilson(round(found * games), games, 0.9999)
    assert low > 0.25 and found > least


@pytest.mark.parametrize(("players", "name"), list(product((2, 3), PLANNERS)))
def test_planners_beat_traders_at_small_tables_too(players, name):
    assert share(name, "trader", 200, players) > 0.6


def test_decisions_that_a_planner_takes_itself():
    """All but what the defaults do as well."""
    kinds = {decision.name for decision in rules.DECISIONS}
    assert set(GAME.strategies["smith"].decide) == kinds - {"shadow", "cancel", "observe"}
    assert set(GAME.strategies["schemer"].decide) == kinds - {"observe"}
    assert set(GAME.strategies["champion"].decide) == kinds
