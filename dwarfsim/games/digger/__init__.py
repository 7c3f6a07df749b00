"""Digger: throws of five dice against a hidden hourglass, until the river is dry."""

from ...errors import BadInput
from ...game import Game, Outcome, Parameter

RULEBOOK = "rulebook"
ESTIMATE = "estimate"
BLACK_SUM = 15  # printed for the black side


def _seconds(name, default, text, id="", source=ESTIMATE, low=0.0, **more) -> Parameter:
    return Parameter(name, float, default, text, low=low, high=1e5, id=id, source=source, **more)


def _spread(action: str, sweep: str = "") -> Parameter:
    return Parameter(
        f"{action}_sd",
        float,
        "auto",
        f"its standard deviation; auto: a quarter of {action}_time",
        low=0.0,
        high=1e5,
        also=("auto",),
        id="A7",
        source=ESTIMATE,
        sweep=sweep,
    )


PARAMETERS = (
    Parameter(
        "players",
        int,
        4,
        "players at the table",
        low=2,
        high=5,
        id="A1",
        source="3 to 5 on the box; 2 can play",
        sweep="2..5",
    ),
    Parameter(
        "start",
        int,
        0,
        "the seat that begins, or random",
        low=0,
        high=4,
        also=("random",),
        id="R7",
        source="rulebook: the youngest",
        sweep="0,1,random",
    ),
    Parameter(
        "stones_per_colour",
        int,
        10,
        "stones of each of the five colours, water included",
        low=1,
        high=50,
        id="A2",
        source="50 stones, five colours",
        sweep="8,10,12,20",
    ),
    Parameter(
        "water_stones",
        int,
        "auto",
        "stones of water; auto: as many as of every other colour",
        low=1,
        high=50,
        also=("auto",),
        source="dwarfsim; for other rules",
        sweep="auto,15,20",
    ),
    Parameter(
        "box",
        str,
        "white",
        "white: a stone is worth the same to all; black: each player's values in an order of "
        "its own",
        choices=("white", "black"),
        id="A3",
        source=RULEBOOK,
        sweep="white,black",
    ),
    Parameter(
        "white_values",
        tuple,
        (3, 3, 4, 5),
        "what yellow, red, green and white stones are worth in a white box",
        low=0,
        high=99,
        id="A3",
        source="not printed; unsure",
        sweep="3+3+4+5,3+2+1+1,2+3+4+6,4+4+4+4",
    ),
    Parameter(
        "black_values",
        tuple,
        (2, 3, 4, 6),
        "the values of a black box, whose order is random",
        low=0,
        high=BLACK_SUM,
        id="A4",
        source="the sum 15 is printed",
        sweep="2+3+4+6,1+2+4+8,3+3+4+5",
    ),
    Parameter(
        "black_distinct",
        bool,
        False,
        "no two players have the same black box",
        id="A4",
        source="not printed",
        sweep="false,true",
    ),
    Parameter(
        "equal_turns",
        bool,
        False,
        "the lap in which the river dries up is played out",
        id="R9",
        source="dwarfsim; not in the rulebook",
        sweep="false,true",
    ),
    Parameter(
        "water_at_once",
        bool,
        False,
        "water goes to the game box when it is taken, not when stones are stacked",
        id="R3",
        source="the rulebook's example; elsewhere it says otherwise",
        sweep="false,true",
    ),
    _seconds("hourglass", 30.0, "seconds until the sand has run out", "A5", RULEBOOK),
    _seconds("hourglass_sd", 0.0, "its standard deviation, from turn to turn", "A5", sweep="0,1"),
    _seconds(
        "throw_time", 2.5, "mean seconds of a throw", "A6", low=0.05, sweep="1.5,2,2.5,3,3.5,4"
    ),
    _seconds("throw_sd", 0.6, "its standard deviation", "A6", sweep="0,0.6"),
    _seconds("take_time", 0.6, "mean seconds to take a stone", "A7", sweep="0.3,0.6,1.2"),
    _spread("take", "0,auto"),
    _seconds("steal_time", 1.5, "mean seconds to steal a stone", "A7", sweep="0.75,1.5,3"),
    _spread("steal", "0,auto"),
    _seconds("stack_time", 0.8, "mean seconds to stack a stone", "A7", sweep="0.4,0.8,1.6"),
    _spread("stack", "0,auto"),
    Parameter(
        "slip",
        float,
        0.04,
        "probability that a steal knocks something over",
        low=0.0,
        high=1.0,
        id="A8",
        source=ESTIMATE,
        sweep="0,0.02,0.04,0.08,0.15",
    ),
    Parameter(
        "clock_bias",
        float,
        1.0,
        "mean of felt time over true time",
        low=0.01,
        high=100.0,
        id="A9",
        source=ESTIMATE,
        sweep="0.8,1,1.2",
    ),
    Parameter(
        "clock_noise",
        float,
        0.15,
        "standard deviation of that factor, as a share of its mean",
        low=0.0,
        high=10.0,
        id="A9",
        source=ESTIMATE,
        sweep="0,0.15,0.3,0.4",
    ),
    Parameter(
        "max_turns",
        int,
        1000,
        "cap on turns; a game that reaches it counts as unfinished",
        low=1,
        high=1_000_000,
        id="R8",
        source="dwarfsim",
    ),
)


def values_of(values) -> tuple[int, ...]:
    """The values of the box in play (yellow, red, green, white, before a black one's order)."""
    return values["white_values" if values["box"] == "white" else "black_values"]


def _stones(values) -> int:
    return values["stones_per_colour"]


def _most(values) -> int:
    return _stones(values) * sum(values_of(values))


OUTCOMES = (
    Outcome("score", "points", seat=True, high=_most, unit="points"),
    Outcome("win", "share of the win", kind="share", seat=True, win=True),
    *(
        Outcome(colour, f"{colour} stones in the box", seat=True, high=_stones, unit="stones")
        for colour in ("yellow", "red", "green", "white")
    ),
    Outcome("turns", "turns of all players", high=lambda v: v["max_turns"], unit="turns"),
    Outcome("throws", "throws begun", high=1 << 10, bounded=False, unit="throws"),
    Outcome(
        "busts",
        "turns in which the sand cost a stone",
        high=lambda v: v["max_turns"],
        unit="turns",
    ),
    Outcome("slips", "turns that ended with a slip", high=lambda v: v["max_turns"], unit="turns"),
    Outcome("steals", "stones stolen", high=1 << 10, bounded=False, unit="stones"),
)


def _check(values) -> None:
    for name in ("white_values", "black_values"):
        given = values[name]
        if len(given) != 4:
            raise BadInput(
                f"{name}={'+'.join(map(str, given)) or 'none'}: {len(given)} values; a box has "
                "four, for yellow, red, green and white"
            )
    black = values["black_values"]
    if sum(black) != BLACK_SUM:
        raise BadInput(
            f"black_values={'+'.join(map(str, black))}: the sum is {sum(black)}; the values of a "
            f"black box have the sum {BLACK_SUM}, as 2+3+4+6 have"
        )
    if values["start"] != "random" and values["start"] >= values["players"]:
        last = values["players"] - 1
        raise BadInput(f"start={values['start']}: the seats are 0 to {last}; the nearest is {last}")
    for action in ("take", "steal", "stack"):
        time, spread = values[f"{action}_time"], values[f"{action}_sd"]
        if time == 0 and spread not in ("auto", 0):
            raise BadInput(
                f"{action}_sd={spread:g}: there is no spread about {action}_time=0; "
                f"leave {action}_sd out"
            )
    if values["box"] == "black" and values["black_distinct"]:
        orders = _orders(black)
        if orders < values["players"]:
            raise BadInput(
                f"black_values={'+'.join(map(str, black))}: has {orders} different orders, too "
                f"few for {values['players']} players; leave black_distinct out"
            )


def _orders(values: tuple[int, ...]) -> int:
    from itertools import permutations

    return len(set(permutations(values)))


GAME = Game(
    name="digger",
    title="Digger",
    summary="five dice against a hidden hourglass, and when to stop",
    module=__name__,
    parameters=PARAMETERS,
    outcomes=OUTCOMES,
    seats=lambda values: values["players"],
    check=_check,
    default_seats="throws",
)
