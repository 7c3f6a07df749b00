"""A game of Digger told turn by turn."""

from textwrap import fill

from ...totals import UNFINISHED
from . import rules as dg

COLOURS = ("blue", "yellow", "red", "green", "white", "black")
_EVENTS = ("throw", "take", "steal", "slip", "stack", "over")
_ENDS = {dg.GOING: "stop", dg.SLIPPED: "slip", dg.NIGHT: "night", dg.BUST: "night"}


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
        The "setup" (each seat's values by colour), each "turn" with its "actions" (throw, take,
        steal, slip, stack; each with its time in seconds), its end ("stop", "slip" or "night"), and
        afterwards the stones of the middle and of the boxes; and the "end" with the outcomes.
    """
    worker = match.worker()
    lines = 1 << 10
    while True:  # how long the log gets is known when it is written
        worker.workspace = dg.workspace(match.rules, log=lines)
        worker.play(k, 1)
        used = int(worker.workspace.lines[0])
        if used < lines:
            break
        lines *= 4
    seats = range(match.values["players"])
    worths = [
        {c: dg.count(int(worker.workspace.values[i]), s) for i, c in enumerate(COLOURS[1:5], 1)}
        for s in seats
    ]
    boxes = [dict.fromkeys(COLOURS[1:5], 0) for _ in seats]
    told = [{"event": "setup", "values": worths}]
    actions = []
    for row in worker.workspace.log[:used]:
        line = dict(zip(dg.LOG, row, strict=True))
        now = {name: int(line[name]) for name in dg.LOG if name != "time"}
        seat, colour, victim = now["seat"], COLOURS[now["colour"]], now["victim"]
        kind = _EVENTS[now["event"]]
        time = round(float(line["time"]), 4)
        if kind == "throw":
            dice = sorted(now["dice"] // 6**place % 6 for place in range(5))
            actions.append({"action": kind, "time": time, "dice": [COLOURS[d] for d in dice]})
        elif kind == "over":
            middle = dict(zip(COLOURS, _numbers(now["middle"]), strict=False))
            told.append(
                {
                    "event": "turn",
                    "turn": now["turn"],
                    "seat": seat,
                    "actions": actions,
                    "end": _ENDS[now["colour"]],
                    "time": time,
                    "middle": middle,
                    "boxes": [dict(box) for box in boxes],
                }
            )
            actions = []
        else:
            action = {"action": kind, "time": time, "colour": colour}
            if kind in ("steal", "slip"):
                action["from"] = victim
                boxes[victim][colour] -= 1
            if kind == "stack" and colour != "blue":
                boxes[seat][colour] += 1
            actions.append(action)
    return [*told, {"event": "end", "outcomes": _outcomes(match, worker)}]


def _numbers(packed: int) -> list[int]:
    return [dg.count(packed, colour) for colour in range(dg.COLOURS)]


def _outcomes(match, worker) -> dict:
    values, at, found = [int(v) for v in worker.values], 0, {}
    for outcome in (*match.game.outcomes, UNFINISHED):
        seats = match.values["players"] if outcome.seat else 1
        part = [v / outcome.scale if outcome.scale > 1 else v for v in values[at : at + seats]]
        found[outcome.name] = part if outcome.seat else part[0]
        at += seats
    return found


def tell(match, k: int) -> str:
    """Game `k` of a match as a text of at most 80 columns that a person can follow."""
    setup, *turns, end = events(match, k)
    worths = setup["values"]
    text = ""
    turned = k % len(worths) if match.rotate else 0
    for seat, values in enumerate(worths):
        player = match.players[(seat - turned) % len(worths)]
        shown = ", ".join(f"{colour} {value}" for colour, value in values.items())
        text += f"seat {seat}: {player.name}; a stone is worth: {shown}\n"
    text += "Throws, takings and stackings end at the seconds before them.\n"
    for turn in turns:
        text += f"\n{_turn(turn, match.values)}"
        text += f"    middle: {_stones(turn['middle'])}\n"
        for seat, box in enumerate(turn["boxes"]):
            points = sum(number * worths[seat][colour] for colour, number in box.items())
            text += f"    seat {seat}: {_stones(box)}, {points} points\n"
    outcomes = end["outcomes"]
    text += "\n"
    if outcomes["unfinished"]:
        text += "The cap on turns is reached: the game is unfinished.\n"
    else:
        text += "The river is dry.\n"
    for name, value in outcomes.items():
        many = isinstance(value, list)
        text += fill(f"{name} {' '.join(f'{v:g}' for v in value) if many else value}", 80) + "\n"
    return text


def _stones(stones: dict) -> str:
    return " ".join(f"{number} {colour}" for colour, number in stones.items())


def _turn(turn: dict, values) -> str:
    text, throw, other = f"Turn {turn['turn']}, seat {turn['seat']}\n", "", []

    def line():
        return fill(throw + ", ".join(other), 80, initial_indent="  ", subsequent_indent=" " * 9)

    for action in turn["actions"]:
        at, what = f"{action['time']:5.2f}", action["action"]
        if what == "throw" or (what == "stack" and not throw.startswith("stacks")):
            text += f"{line()}\n" if throw else ""
            dice = " ".join(action.get("dice", ()))
            throw, other = (f"{at} {dice}: ", []) if what == "throw" else ("stacks ", [])
        if what == "take":
            other.append(f"{at.strip()} takes {action['colour']}")
        elif what == "steal":
            other.append(f"{at.strip()} steals {action['colour']} from seat {action['from']}")
        elif what == "slip":
            other.append(
                f"{at.strip()} slips, stealing {action['colour']} of seat {action['from']}"
            )
        elif what == "stack":
            other.append(f"{at.strip()} {action['colour']}")
    text += f"{line().rstrip(': ')}\n" if throw else ""
    if turn["end"] == "night":
        text += f"  {turn['time']:5.2f} would be too late: night has fallen, the rest is lost\n"
    elif turn["end"] == "slip":
        text += "        the turn is over, and all of it goes back\n"
    else:
        text += f"  {turn['time']:5.2f} STOP\n"
    return text
