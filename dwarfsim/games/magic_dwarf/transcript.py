"""A game of Magic Dwarf told turn by turn."""

from textwrap import fill

from ...totals import UNFINISHED
from . import rules as md

_KINDS = {md.STUDENT: "student", md.WITCH: "witch", md.DWARF: "dwarf"}
_EMPTY_FOREST = "(The forest was empty: the discard pile is shuffled and becomes the forest.)"


def events(match, k: int) -> list[dict]:
    """
    What happens in game `k` of a match.

    Parameters
    ----------
    match : Match
    k : int
        The game's number, from 0.

    Returns
    -------
    list of dict
        The "setup" (path and positions), each "turn" (the two cards as kind and number, the one
        used, who moved from where to where, and the positions after it), and the "end" with the
        outcomes. Positions are 0 for Start, 1 to 20, and 21 for the finish.
    """
    worker = match.worker()
    worker.play(k, 1)  # a first time for its length: the log holds no line too few or too many
    turns = int(worker.outcomes.turns[0])
    worker.workspace = md.workspace(match.rules, log=turns)
    worker.play(k, 1)
    students, witches = _first_positions(match.values)
    path = _colours_along([int(word) for word in worker.workspace.path])
    told = [{"event": "setup", "path": path, "students": [*students], "witches": [*witches]}]
    for turn, line in enumerate(worker.workspace.log, start=1):
        now = dict(zip(md.LOG, map(int, line), strict=True))
        used, origin = divmod(now["answer"], 32)
        cards = [_card(now["older"]), _card(now["newer"])]
        side = _whom(cards[used][0], origin, students)
        origin = min(origin, md.FINISH)
        if side:
            crew = students if side == "student" else witches
            crew.remove(origin)
            crew.append(now["destination"])
        told.append(
            {
                "event": "turn",
                "turn": turn,
                "seat": now["seat"],
                "older": cards[0],
                "newer": cards[1],
                "used": ("older", "newer")[used],
                "moved": side,
                "from": origin if side else None,
                "to": now["destination"] if side else None,
                "students": sorted(students),
                "witches": sorted(witches),
                "reshuffles": now["reshuffles"],
            }
        )
    names = [outcome.name for outcome in (*match.game.outcomes, UNFINISHED)]
    values = map(int, worker.values)
    return [*told, {"event": "end", "outcomes": dict(zip(names, values, strict=True))}]


def tell(match, k: int) -> str:
    """Game `k` of a match as a text of at most 80 columns that a person can follow."""
    setup, *turns, end = events(match, k)
    text = _opening(match, k) + _ruler() + _board(setup, setup["path"]) + "\n"
    reshuffles = 0
    for turn in turns:
        if turn["reshuffles"] > reshuffles:
            text += f"    {_EMPTY_FOREST}\n"
        reshuffles = turn["reshuffles"]
        text += _turn(turn, match.values["mode"] == "duel") + _board(turn, setup["path"])
    outcomes = end["outcomes"]
    if outcomes["reshuffles"] > reshuffles:
        text += f"    {_EMPTY_FOREST}\n"
    text += f"\n{_ending(outcomes, match.values)}\n"
    return text + fill(", ".join(f"{name} {value}" for name, value in outcomes.items()), 80) + "\n"


# ------------------------------------------------------------------------------ reading the log


def _first_positions(values) -> tuple[list[int], list[int]]:
    if values["mode"] == "duel":
        return [md.START] * 3, [md.START] * 3
    return [md.START] * 4, list(md.LEVELS[values["level"]])


def _card(number: int) -> list:
    """Kind, and colour or dwarf's number."""
    return [_KINDS[number >> 4], number & 15]


def _whom(kind: str, origin: int, students: list[int]) -> str | None:
    """The side of the character that is moved from an answer's `origin`; None for a pass."""
    if origin == md.PASS:
        return None
    if kind != "dwarf":
        return kind
    return "student" if origin in students else "witch"


def _colours_along(words: list[int]) -> list[int]:
    """The colours of positions 1 to 20."""
    path = md.Path(*words)
    sets = [int(md.spaces_on(path, colour)) for colour in range(10)]
    return [
        next(colour for colour, spaces in enumerate(sets) if spaces >> position & 1)
        for position in range(1, md.FINISH)
    ]


# --------------------------------------------------------------------------------------- telling


def _opening(match, k: int) -> str:
    seats = match.game.names_of_seats(match.values)
    turned = k % len(seats) if match.rotate else 0
    players = [match.players[(seat - turned) % len(seats)] for seat in range(len(seats))]
    who = ", ".join(f"{seat}: {player.name}" for seat, player in zip(seats, players, strict=True))
    return f"{who}\nS: a student, W: a witch; an empty space shows the number of its colour\n\n"


def _ruler() -> str:
    tiles = (f" {i:<4}{i + 4:>5} " for i in range(1, md.FINISH, md.TILE))
    return f"{'':18}{' '.join(tiles)}".rstrip() + "\n"


def _board(now: dict, path: list[int]) -> str:
    """Start, the four path tiles, and the finish."""

    def crew(place):
        return "S" * now["students"].count(place) + "W" * now["witches"].count(place)

    spaces = [crew(p) or str(path[p - 1]) for p in range(1, md.FINISH)]
    tiles = [spaces[i : i + md.TILE] for i in range(0, len(spaces), md.TILE)]
    shown = " ".join(f"[{' '.join(tile)}]" for tile in tiles)
    return f"    Start {crew(md.START):6}  {shown}  home {crew(md.FINISH)}".rstrip() + "\n"


def _turn(turn: dict, duel: bool) -> str:
    older, newer = (" ".join(map(str, turn[card])) for card in ("older", "newer"))
    if duel:
        text = f"{('Students', 'Witches')[turn['seat']]} hold {older} and {newer}."
    else:
        text = f"Face up {older}, flipped {newer}."
    kind, number = turn[turn["used"]]
    text += f" {kind.capitalize()} {number}: "
    if turn["moved"] is None:
        return f"{turn['turn']:3} {text}nobody moves.\n"
    who = f"{turn['moved']} " if kind == "dwarf" else ""
    left = f", no {number} left" if kind != "dwarf" and turn["to"] == md.FINISH else ""
    return f"{turn['turn']:3} {text}{who}{_name(turn['from'])} to {_name(turn['to'])}{left}.\n"


def _name(place: int) -> str:
    return {md.START: "Start", md.FINISH: "finish"}.get(place, str(place))


def _ending(outcomes: dict, values) -> str:
    if outcomes["unfinished"]:
        return f"Unfinished: the cap of {values['max_turns']:,} turns is reached."
    if values["mode"] == "duel":
        team = "students'" if outcomes["won"] else "witches'"
        return f"The {team} team wins: its three characters are home."
    if outcomes["won"]:
        return f"Won: {outcomes['students_home']} of {values['students_needed']} students are home."
    return "Lost: a witch is home."
