"""Silberzwerg: gems, orders and shadow dwarves, with a hidden placement in every round."""

from ...errors import BadInput
from ...game import Game, Outcome, Parameter
from .cards import card_counts, cards_in_play, patterns, spaces

RULEBOOK = "rulebook"
NOT_PRINTED = "not printed"
ROUNDS = 40  # of outcomes by round; the cards do not last longer unless they are turned up

PARAMETERS = (
    Parameter(
        "players",
        int,
        4,
        "players at the table",
        low=2,
        high=4,
        id="R11",
        source="rulebook: 2 to 4",
        sweep="2..4",
    ),
    Parameter(
        "start",
        int,
        "random",
        "the seat that gets the yellow gem and begins, or random",
        low=0,
        high=3,
        also=("random",),
        id="R10",
        source="rulebook: gems dealt face down",
        sweep="0,1,random",
    ),
    Parameter(
        "orders",
        str,
        "8:4+62:12+44:6+422:12",
        "orders by category, as pattern : number of cards; 62 is six gems of a colour and two of "
        "another",
        id="A1",
        source="34 cards, four price categories, two known cards",
        sweep="8:4+62:12+44:6+422:12,8:4+44:6+422:12+332:12",
    ),
    Parameter(
        "order_values",
        tuple,
        (120, 100, 80, 60),
        "the first value of an order of each category",
        low=0,
        high=1000,
        id="A2",
        source="120 is printed",
        sweep="120+100+80+60,120+90+70+50",
    ),
    Parameter(
        "order_step",
        str,
        "quarter",
        "what an order loses at a step: a quarter of its first value, or as many talers",
        choices=("quarter", "20", "10"),
        id="A2",
        source="four values a card are printed",
    ),
    Parameter(
        "penalties",
        tuple,
        (40, 30, 20, 10),
        "the penalty of each category",
        low=0,
        high=1000,
        id="A3",
        source="the higher the value, the higher the penalty",
        sweep="40+30+20+10,0+0+0+0,20+15+10+5,60+45+30+15",
    ),
    Parameter(
        "price_floor",
        int,
        1,
        "the price of a gem with nine diggers and more",
        low=0,
        high=10,
        id="A4",
        source="the table ends at nine",
        sweep="1,0",
    ),
    Parameter(
        "symbols",
        tuple,
        (5, 5, 5, 5, 5, 5),
        "orders with an axe, a pick, a hammer, coins, crossed axes, a target; they are dealt to "
        "the cards of all categories but the first",
        low=0,
        high=1000,
        id="A5",
        source=NOT_PRINTED,
        sweep="5+5+5+5+5+5,6+6+6+4+4+4",
    ),
    Parameter(
        "start_gems",
        bool,
        True,
        "everyone keeps the gem that was drawn for the start player figure",
        id="A6",
        source="printed for four players",
    ),
    Parameter(
        "deck",
        str,
        "auto",
        "full: all orders; short: without those with two blue gems, or four and four with blue; "
        "auto: short with three players",
        choices=("auto", "short", "full"),
        id="R11",
        source=RULEBOOK,
    ),
    Parameter(
        "max_rounds",
        int,
        200,
        "cap on rounds; a game that reaches it counts as unfinished",
        low=1,
        high=100_000,
        id="R12",
        source="dwarfsim",
    ),
)

COLOURS = ("blue", "red", "yellow", "green")


def _most_talers(values) -> int:
    """No payment is made to whoever has 600; the largest is an order, or 21 gems at ten each."""
    return 599 + max(210, *values["order_values"])


def _rounds(values) -> int:
    return min(values["max_rounds"], ROUNDS)


def _seat(name, text, high=1 << 10, unit="talers", **more) -> Outcome:
    return Outcome(name, text, seat=True, high=high, bounded=False, unit=unit, **more)


OUTCOMES = (
    Outcome("talers", "talers at the end", seat=True, high=_most_talers, unit="talers"),
    Outcome("win", "share of the win", kind="share", seat=True, win=True),
    Outcome(
        "orders",
        "orders fulfilled",
        seat=True,
        high=lambda v: sum(card_counts(v)),
        unit="orders",
    ),
    _seat("income_orders", "talers from orders"),
    _seat("gems_sold", "talers from gems sold"),
    _seat("gems_bought", "talers paid for gems"),
    _seat("penalties", "penalties, as printed"),
    _seat("symbols", "talers from symbols, less those lost to coin stacks", low=-50, high=300),
    _seat("forgiven", "debt below 0 that was forgiven"),
    _seat("lapsed", "own orders that left unfulfilled", high=40, unit="orders"),
    Outcome("rounds", "rounds begun", high=lambda v: v["max_rounds"], unit="rounds"),
    Outcome("ending_600", "a player reached 600", kind="flag"),
    Outcome("ending_orders", "the last order left the board", kind="flag"),
    Outcome(
        "lead_changes",
        "rounds after which another player than before is alone in the lead",
        high=lambda v: v["max_rounds"],
        unit="changes",
    ),
    *(
        Outcome(f"price_mean_{colour}", f"mean price of {colour} gems", "real", high=10)
        for colour in COLOURS
    ),
    *(
        Outcome(f"price_sd_{colour}", f"spread of the price of {colour} gems", "real", high=5)
        for colour in COLOURS
    ),
    Outcome(
        "round_talers",
        f"talers after each of the first {ROUNDS} rounds",
        seat=True,
        index="round",
        high=_most_talers,
        size=_rounds,
        unit="talers",
    ),
    Outcome(
        "round_price",
        "mean price of the four colours in a round",
        "real",
        index="round",
        high=10,
        scale=4,
        size=_rounds,
        unit="talers",
    ),
    Outcome(
        "round_spread",
        "dearest less cheapest price of a round",
        index="round",
        high=10,
        size=_rounds,
        unit="talers",
    ),
    Outcome(
        "round_penalties",
        "penalties of a round, as printed, of all players",
        index="round",
        high=250,
        bounded=False,
        size=_rounds,
        unit="talers",
    ),
    Outcome(
        "round_orders",
        "orders fulfilled in a round",
        index="round",
        high=lambda v: 4 if v["players"] == 2 else v["players"],
        size=_rounds,
        unit="orders",
    ),
)


def _check(values) -> None:
    players, shown = values["players"], patterns(values["orders"])
    if values["start"] != "random" and values["start"] >= players:
        last = players - 1
        raise BadInput(f"start={values['start']}: the seats are 0 to {last}; the nearest is {last}")
    for name in ("order_values", "penalties"):
        given = values[name]
        if len(given) != len(shown):
            raise BadInput(
                f"{name}={'+'.join(map(str, given)) or 'none'}: {len(given)} values for "
                f"{len(shown)} categories of orders ({values['orders']}); give one for each"
            )
    symbols = values["symbols"]
    written = f"symbols={'+'.join(map(str, symbols)) or 'none'}"
    if len(symbols) != 6:
        raise BadInput(
            f"{written}: {len(symbols)} numbers; there are six symbols: axe, pick, hammer, coins, "
            "crossed axes, target"
        )
    marked = sum(number for _, number in shown[1:])
    if sum(symbols) > marked:
        raise BadInput(
            f"{written}: {sum(symbols)} symbols for the {marked} orders that are not of the first "
            f"category; give {marked} or fewer"
        )
    needed, there = spaces(players), len(cards_in_play(values))
    if there < needed:
        raise BadInput(
            f"orders={values['orders']}: {there} orders are in play, but {needed} are laid out "
            f"for {players} players"
        )


GAME = Game(
    name="silberzwerg",
    title="Silberzwerg",
    summary="gems, orders and shadow dwarves: buy low, sell high, or fulfil",
    module=__name__,
    parameters=PARAMETERS,
    outcomes=OUTCOMES,
    seats=lambda values: values["players"],
    check=_check,
    default_seats="miner",
    cap="max_rounds",
)
