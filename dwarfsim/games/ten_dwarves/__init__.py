"""10 Dwarves: together, turn over all dwarves in order, by memory and by what others say."""

from ...errors import BadInput, nearest
from ...game import Game, Outcome, Parameter

RULEBOOK = "rulebook"
MOST = 10  # dwarves in the box
CHARACTERS = ("none", "seer", "herald", "swapper", "guardian")  # A3; numbered in this order
_LAST = 3  # the seats are 0 to 3 at most

PARAMETERS = (
    Parameter(
        "players",
        int,
        4,
        "players at the table",
        low=2,
        high=4,
        id="A1",
        source="2 to 4 on the box",
        sweep="2..4",
    ),
    Parameter(
        "dwarves",
        int,
        MOST,
        "cards, numbered from 0: 10 in the full game, 7 in the basic one",
        low=2,
        high=MOST,
        id="A2",
        source=RULEBOOK,
        sweep="7..10",
    ),
    Parameter(
        "characters",
        str,
        "none",
        "none, or one a seat, as guardian+none+none+seer; of each there is one card",
        id="A3",
        source="stand-ins: the effects are not in the rulebook at hand",
        sweep="none,seer+none+none+none,herald+none+none+none,swapper+none+none+none,"
        "guardian+none+none+none,seer+herald+swapper+guardian",
    ),
    Parameter(
        "start",
        int,
        0,
        "the seat that begins, or random",
        low=0,
        high=_LAST,
        also=("random",),
        id="A4",
        source="rulebook: the youngest",
        sweep="0,1,random",
    ),
    Parameter(
        "statements",
        str,
        "optional",
        "what a player may say at the end of a turn: nothing; one statement or nothing; or, "
        "compulsory, one if it is certain of any",
        choices=("optional", "none", "compulsory"),
        id="R5",
        source="rulebook: 'you may'",
        sweep="none,optional,compulsory",
    ),
    Parameter(
        "about",
        str,
        "any",
        "what a statement is about: any two cards, or the two just looked at",
        choices=("any", "seen"),
        id="R5",
        source="rulebook: any; seen is dwarfsim's, to compare",
        sweep="any,seen",
    ),
    Parameter(
        "dealt",
        int,
        0,
        "cards dealt to each player at setup",
        low=0,
        high=1,
        id="R7",
        source="rulebook; 1 is its harder game",
        sweep="0,1",
    ),
    Parameter(
        "line",
        tuple,
        (),
        "the dwarves from place to place, as 3+0+2+1 for four; none: shuffled",
        low=0,
        high=MOST - 1,
        id="R1",
        source=RULEBOOK,
    ),
    Parameter(
        "sight",
        str,
        "own",
        "who knows a card: own, whoever looked at it; shared, all as soon as one did; open, all "
        "from the start",
        choices=("own", "shared", "open"),
        id="R5",
        source="rulebook: own; the others are dwarfsim's, as bounds",
        sweep="own,shared,open",
    ),
    Parameter(
        "max_turns",
        int,
        100,
        "cap on turns; no game is so long",
        low=1,
        high=1000,
        id="R4",
        source="dwarfsim",
    ),
)

OUTCOMES = (
    Outcome("won", "all dwarves are face up", kind="flag", win=True),
    Outcome(
        "turns",
        "turns of all players, passes and the last one too",
        high=lambda v: v["max_turns"],
        unit="turns",
    ),
    Outcome("flipped", "dwarves face up in the end", high=lambda v: v["dwarves"], unit="dwarves"),
    Outcome(
        "statements",
        "statements made",
        high=lambda v: 2 * v["max_turns"],
        unit="statements",
    ),
    Outcome(
        "forced",
        "first flips of a turn made unsurely, as no card was left in the centre",
        high=lambda v: v["max_turns"],
        unit="flips",
    ),
)


def characters_of(values) -> tuple[str, ...]:
    """The character of each seat, "none" where it has none."""
    if values["characters"] == "none":
        return ("none",) * values["players"]
    return tuple(values["characters"].split("+"))


def _check_characters(values) -> None:
    text, players = values["characters"], values["players"]
    names = characters_of(values)
    for name in names:
        if name not in CHARACTERS:
            raise BadInput(f"characters={text}: no character {name!r}{nearest(name, CHARACTERS)}")
    if len(names) != players:
        example = "+".join(["guardian", *["none"] * (players - 1)])
        raise BadInput(
            f"characters={text}: {len(names)} named for {players} players; write none, or one a "
            f"seat, as {example}"
        )
    for name in CHARACTERS[1:]:
        if names.count(name) > 1:
            raise BadInput(f"characters={text}: there is one card of each; {name} is named twice")


def _check(values) -> None:
    players, dwarves = values["players"], values["dwarves"]
    if values["dealt"] * players > dwarves:
        raise BadInput(
            f"dwarves={dwarves}: fewer than are dealt, one to each of {players} players; the "
            f"nearest is {players}"
        )
    if values["start"] != "random" and values["start"] >= players:
        last = players - 1
        raise BadInput(f"start={values['start']}: the seats are 0 to {last}; the nearest is {last}")
    line = values["line"]
    if line and sorted(line) != list(range(dwarves)):
        raise BadInput(
            f"line={'+'.join(map(str, line))}: must name each of 0 to {dwarves - 1} once, or none"
        )
    _check_characters(values)


GAME = Game(
    name="ten-dwarves",
    title="10 Dwarves",
    summary="turn all dwarves over in order: memory, statements, conventions",
    module=__name__,
    parameters=PARAMETERS,
    outcomes=OUTCOMES,
    seats=lambda values: values["players"],
    check=_check,
    default_seats="chain",
)
