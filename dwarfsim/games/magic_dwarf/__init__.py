"""Magic Dwarf: students and witches race along a coloured path."""

from ...errors import BadInput
from ...game import Game, Outcome, Parameter

RULEBOOK = "rulebook"

PARAMETERS = (
    Parameter(
        "mode",
        str,
        "coop",
        "coop: all play together against the witches; duel: two teams",
        choices=("coop", "duel"),
        id="R7",
        source=RULEBOOK,
        sweep="coop,duel",
    ),
    Parameter(
        "level",
        int,
        1,
        "the witches' head start (cooperative game)",
        low=1,
        high=7,
        id="R2",
        source=RULEBOOK,
        sweep="1..7",
    ),
    Parameter(
        "students_needed",
        int,
        4,
        "students that must come home (cooperative game)",
        low=1,
        high=4,
        id="R6",
        source="rulebook; 2 and 3 are its easier goals",
        sweep="2..4",
    ),
    Parameter(
        "dwarf_may_pass",
        bool,
        True,
        "a dwarf card may be used without moving anyone",
        id="R5",
        source="rulebook: 'can'",
        sweep="true,false",
    ),
    Parameter(
        "dwarf_from_finish",
        bool,
        False,
        "a dwarf card may fetch a character back from the finish",
        id="R5",
        source="reading of 'any character'",
        sweep="false,true",
    ),
    Parameter(
        "colours",
        int,
        5,
        "colours of spaces and cards",
        low=1,
        high=10,
        id="A1",
        source="five spaces a tile; 20 cards = 5 x 4",
        sweep="4,5,6",
    ),
    Parameter(
        "path",
        str,
        "tiles",
        "tiles: every tile holds the colours evenly, in random order; random: independent colours; "
        "or the 20 colours in order, as 01234+43210+01234+43210",
        id="A2",
        source="not printed",
        sweep="tiles,random",
    ),
    Parameter(
        "student_cards",
        tuple,
        (),
        "student cards of each colour; none: 20, spread evenly",
        low=0,
        high=60,
        id="A3",
        source="20 / colours",
        sweep="none,5+4+4+4+3",
    ),
    Parameter(
        "witch_cards",
        tuple,
        (),
        "witch cards of each colour; none: 20, spread evenly",
        low=0,
        high=60,
        id="A3",
        source="20 / colours",
        sweep="none,3+4+4+4+5",
    ),
    Parameter(
        "dwarf_cards",
        tuple,
        (1, 2, 2, 3),
        "the numbers on the magic dwarf cards",
        low=1,
        high=9,
        id="A4",
        source="four cards, numbers 1 to 3",
        sweep="1+1+2+3,1+2+2+3,1+2+3+3",
    ),
    Parameter(
        "duel_starts",
        str,
        "coin",
        "the team that starts the duel",
        choices=("coin", "students", "witches"),
        id="A5",
        source="'one team starts'",
        sweep="coin,students,witches",
    ),
    Parameter(
        "max_turns",
        int,
        1000,
        "cap on turns; a game that reaches it counts as unfinished",
        low=1,
        high=1_000_000,
        source="dwarfsim",
    ),
)

OUTCOMES = (
    Outcome("won", "the students' side won", kind="flag", win=True),
    Outcome("turns", "cards played", high=lambda v: v["max_turns"], unit="turns"),
    Outcome("students_home", "students at the finish", high=4, unit="students"),
    Outcome("witch_gap", "positions the foremost witch had still to go", high=21, unit="positions"),
    Outcome("witches_home", "witches at the finish", high=3, unit="witches"),
    Outcome("reshuffles", "times the forest ran out", high=1 << 10, bounded=False),
)


def _seats(values) -> int:
    return 2 if values["mode"] == "duel" else 1


def _seat_names(values) -> list[str]:
    if values["mode"] == "duel":
        return ["students' team", "witches' team"]
    return ["the family"]


def _check(values) -> None:
    colours = values["colours"]
    for name in ("student_cards", "witch_cards"):
        counts = values[name]
        if counts and len(counts) != colours:
            raise BadInput(
                f"{name}={'+'.join(map(str, counts))}: {len(counts)} colours are named, but "
                f"there are {colours}; name {colours}, or set colours={len(counts)}"
            )
    _check_path(values["path"], colours)
    total = sum(sum(values[n]) if values[n] else 20 for n in ("student_cards", "witch_cards"))
    total += len(values["dwarf_cards"])
    least = 4 if values["mode"] == "duel" else 2
    if total < least:
        raise BadInput(f"the forest has {total} cards; it takes at least {least} to start")
    if max((values["dwarf_cards"].count(n) for n in values["dwarf_cards"]), default=0) > 60:
        raise BadInput("dwarf_cards: more than 60 cards of one number; the most is 60")


def _check_path(path: str, colours: int) -> None:
    from ...errors import nearest

    if path in ("tiles", "random"):
        return
    spaces = path.replace("+", "")
    if not (spaces.isascii() and spaces.isdigit()):
        forms = ("tiles", "random", "01234+43210+01234+43210")
        raise BadInput(f"path={path}: not a path{nearest(path, forms)}")
    if len(spaces) != 20:
        raise BadInput(f"path={path}: names {len(spaces)} spaces; it takes 20, five a tile")
    if int(max(spaces)) >= colours:
        raise BadInput(
            f"path={path}: colour {max(spaces)} is not one of the {colours} colours "
            f"0 to {colours - 1}"
        )


GAME = Game(
    name="magic-dwarf",
    title="Magic Dwarf",
    summary="a cooperative race along a coloured path, and a duel of two teams",
    module=__name__,
    parameters=PARAMETERS,
    outcomes=OUTCOMES,
    seats=_seats,
    seat_names=_seat_names,
    check=_check,
    default_seats="rush",
)
