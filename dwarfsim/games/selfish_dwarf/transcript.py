"""A round of Saboteur: Selfish Dwarf told turn by turn, with the board drawn in text."""

from textwrap import fill

from ...totals import UNFINISHED
from . import ROLES
from . import rules as sd
from .cards import CAVE_IN, DEAD, NAMES, OPENINGS, PATHS, REPAIR, SABOTAGE, SECRET, TOOLS, turned
from .grid import GOALS, column_of, row_of
from .ways import INFINITE

GOAL_ROWS = (-2, 0, 2)
_NORTH, _EAST, _SOUTH, _WEST = (1, 2, 4, 8)
_WHO = {"saboteur": "a saboteur", "digger": "a gold-digger", "selfish": "the Selfish Dwarf"}


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
        The "setup" (by seat the "roles" and "hands"; the "draw pile" from its top; the "goals" from
        the topmost; the seat that begins), each "turn" with its "action" (lay, sabotage, repair,
        look, cave in, discard) and the "drawn" card, and the "end" with the outcomes. Of a card
        that is laid or caves in it tells the public D "before" (None: no way), of the former also
        "after", and which goals were turned over, with their openings.
    """
    worker = match.worker()
    worker.play(k, 1)
    space, rules = worker.workspace, match.rules
    deck = [NAMES[card] for card in space.deck]
    hands = [deck[rules.hand * s : rules.hand * (s + 1)] for s in range(rules.players)]
    hidden = [("gold", "stone", "stone")[int(which)] for which in space.hidden]
    shapes = [int(which) for which in space.hidden]
    outcomes = _outcomes(match, worker)
    told = [
        {
            "event": "setup",
            "roles": [ROLES[role] for role in space.roles],
            "hands": hands,
            "draw pile": deck[rules.hand * rules.players :],
            "goals": hidden,
            "stones": [which - 1 if which else None for which in shapes],
            "start": outcomes["start"],
        }
    ]
    for line in range(outcomes["turns"]):
        row = dict(zip(sd.LOG, map(int, space.log[line]), strict=True))
        openings = {g: int(space.cards[GOALS + g, 1]) for g in range(3) if row["turned"] >> g & 1}
        told.append(
            {
                "event": "turn",
                "turn": line + 1,
                "seat": row["seat"],
                "place": row["place"],
                "card": NAMES[row["card"]],
                **_action(row["card"], row["use"]),
                "before": _distance(row["before"]),
                "after": _distance(row["with"]),
                "turned over": {
                    g: {"is": hidden[g], "openings": _sides(openings[g])} for g in openings
                },
                "drawn": NAMES[row["drawn"]] if row["drawn"] >= 0 else None,
            }
        )
    return [*told, {"event": "end", "outcomes": outcomes}]


def _distance(number: int) -> int | None:
    return None if number >= INFINITE else number


def _sides(openings: int) -> str:
    return "".join(side for bit, side in enumerate("NESW") if openings >> bit & 1)


def _action(card: int, use: int) -> dict:
    if use < 0:
        return {"action": "discard"}
    if card < PATHS:
        where = {"column": column_of(use >> 1), "row": row_of(use >> 1)}
        return {"action": "lay", **where, "way": use & 1}
    if card < REPAIR:
        return {"action": "sabotage", "target": use, "tool": TOOLS[card - SABOTAGE]}
    if card < SECRET:
        return {"action": "repair", "target": use // 3, "tool": TOOLS[use % 3]}
    if card == SECRET:
        return {"action": "look", "goal": use}
    assert card == CAVE_IN
    return {"action": "cave in", "column": column_of(use), "row": row_of(use)}


def _outcomes(match, worker) -> dict:
    values, at, found = [int(v) for v in worker.values], 0, {}
    for outcome in (*match.game.outcomes, UNFINISHED):
        seats = match.values["players"] if outcome.seat else 1
        part = [v / outcome.scale if outcome.scale > 1 else v for v in values[at : at + seats]]
        found[outcome.name] = part if outcome.seat else part[0]
        at += seats
    return found


# ------------------------------------------------------------------------------ the board


class Board:
    """The grid as a person sees it: of each cell the card's openings and a letter."""

    def __init__(self, goal_column: int):
        self.goal_column = goal_column
        self.cells = {(0, 0): (15, "E")}
        for row in GOAL_ROWS:
            self.cells[goal_column, row] = (0, "?")

    def show(self, turn: dict) -> None:
        """What a turn changes."""
        place = turn.get("column"), turn.get("row")
        if turn["action"] == "lay":
            card = NAMES.index(turn["card"])
            openings = turned(OPENINGS[card]) if turn["way"] else OPENINGS[card]
            self.cells[place] = openings, "x" if DEAD[card] else "o"
        elif turn["action"] == "cave in":
            del self.cells[place]
        for goal, shown in turn["turned over"].items():
            sides = sum(1 << "NESW".index(side) for side in shown["openings"])
            letter = "G" if shown["is"] == "gold" else "S"
            self.cells[self.goal_column, GOAL_ROWS[goal]] = sides, letter

    def draw(self) -> str:
        """
        The cards as letters, their openings as lines.

        E is the entrance, o a through card, x a dead end, ? a goal that is face down, S a stone
        goal, G the gold. A line that ends at a free cell, or at a wall, is half as long.
        """
        columns = range(min(c for c, _ in self.cells), max(c for c, _ in self.cells) + 1)
        rows = range(min(r for _, r in self.cells), max(r for _, r in self.cells) + 1)
        lines = ["    " + "".join(f"{column:>2} " for column in columns)]
        for row in range(rows[0] - 1, rows[-1] + 1):
            if row >= rows[0]:
                lines.append(f"{row:>3} " + "".join(self._middle(c, row) for c in columns))
            lines.append("    " + "".join(f" {self._below(c, row)} " for c in columns))
        return "\n".join(line.rstrip() for line in lines if line.strip()) + "\n"

    def _middle(self, column: int, row: int) -> str:
        openings, letter = self.cells.get((column, row), (0, " "))
        return ("-" if openings & _WEST else " ") + letter + ("-" if openings & _EAST else " ")

    def _below(self, column: int, row: int) -> str:
        upper = self.cells.get((column, row), (0, ""))[0] & _SOUTH
        lower = self.cells.get((column, row + 1), (0, ""))[0] & _NORTH
        return "|" if upper and lower else "'" if upper else "." if lower else " "


# ------------------------------------------------------------------------------ the text


def tell(match, k: int) -> str:
    """Game `k` of a match as a text of at most 80 columns that a person can follow."""
    setup, *turns, end = events(match, k)
    board = Board(match.values["goal_distance"] + 1)
    text = ""
    moved = k % len(setup["roles"]) if match.rotate else 0
    for seat, role in enumerate(setup["roles"]):
        player = match.roles.get(role) or match.players[(seat - moved) % len(setup["roles"])]
        hand = ", ".join(setup["hands"][seat])
        text += _lines(f"seat {seat}: {player.name}, {_WHO[role]}: {hand}")
    where = GOAL_ROWS[setup["goals"].index("gold")]
    text += _lines(f"The gold is at column {board.goal_column}, row {where}.")
    text += "\n" + board.draw()
    for turn in turns:
        role = setup["roles"][turn["seat"]]
        text += "\n" + _lines(f"Turn {turn['turn']}, seat {turn['seat']} ({role}) {_words(turn)}")
        board.show(turn)
        if turn["action"] in ("lay", "cave in"):
            text += board.draw()
    outcomes = end["outcomes"]
    text += "\n" + _ending(outcomes)
    for name, value in outcomes.items():
        many = isinstance(value, list)
        text += _lines(f"{name} {' '.join(f'{v:g}' for v in value) if many else f'{value:g}'}")
    return text


def _lines(text: str) -> str:
    return fill(text, 80, subsequent_indent="  ", break_on_hyphens=False) + "\n"


def _words(turn: dict) -> str:
    kind, card = turn["action"], turn["card"]
    what = {
        "discard": f"puts away {card}",
        "lay": f"lays {card}{' turned' if turn.get('way') else ''}",
        "sabotage": f"breaks the {turn.get('tool')} of seat {turn.get('target')}",
        "repair": f"repairs the {turn.get('tool')} of seat {turn.get('target')} by {card}",
        "look": f"looks at the goal at row {GOAL_ROWS[turn.get('goal', 0)]}",
        "cave in": "lets the card cave in that lies",
    }[kind]
    if kind in ("lay", "cave in"):
        what += f" at column {turn['column']}, row {turn['row']}"
    if kind == "lay":
        before, after = ("none" if turn[key] is None else turn[key] for key in ("before", "after"))
        what += f"; D {before} to {after}" if before != after else f"; D stays {before}"
    for goal, shown in turn["turned over"].items():
        what += f"; the goal at row {GOAL_ROWS[goal]} is {shown['is']}"
    return f"{what}; draws {turn['drawn']}" if turn["drawn"] else what


def _ending(outcomes: dict) -> str:
    if outcomes["winner_diggers"]:
        return "The gold-diggers win.\n"
    if outcomes["winner_selfish"]:
        return "The Selfish Dwarf wins.\n"
    if outcomes["winner_saboteurs"]:
        return "All hands are empty: the saboteurs win.\n"
    return "The cap on turns is reached: the round is unfinished.\n"
