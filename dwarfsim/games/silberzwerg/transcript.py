"""A game of Silberzwerg told step by step."""

from textwrap import fill
from types import FunctionType, SimpleNamespace

from ...totals import UNFINISHED
from . import COLOURS, view
from . import rules as sz
from .phases import BOUNTY, COIN_STACK, TARGET_CUT
from .state import LINES


def _plain(module) -> SimpleNamespace:
    """The module with its kernels as plain functions: to compile them would take longer."""
    names = dict(vars(module))
    for name, found in vars(module).items():
        if hasattr(found, "py_func"):
            names[name] = FunctionType(found.py_func.__code__, names)
    return SimpleNamespace(**names)


vw = _plain(view)

_COLUMNS = (*COLOURS, "orders", "gems")
_ROWS = ("digger", "silver", "shadow")
_SYMBOLS = ("", "axe", "pick", "hammer", "coins", "crossed axes", "target")
_WIDTH = 80


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
        One for each event of `view`, in order, with its round, its phase (the rulebook's step), the
        seat, and what belongs to it in words; after the last event of a round (or of the setup)
        its "standing": talers, bags, symbols, supply, prices, and the orders on the board. Last
        comes the "end" with the outcomes.
    """
    worker = match.worker()
    lines = 1 << 12
    while True:  # how long the log gets is known when it is written
        worker.workspace = sz.workspace(match.rules, log=lines)
        worker.play(k, 1)
        used = int(worker.workspace.now[LINES])
        if used <= lines:
            break
        lines = used
    board = _Board(match)
    told = []
    log = [vw.Event(*map(int, row)) for row in worker.workspace.log[:used]]
    for i, event in enumerate(log):
        told.append(board.follow(event))
        if i + 1 == used or log[i + 1].round > event.round:
            told.append({"event": "standing", "round": event.round, **board.standing()})
    return [*told, {"event": "end", "outcomes": _outcomes(match, worker)}]


def _outcomes(match, worker) -> dict:
    """All outcomes but those by round, which the standings tell."""
    values, found = [int(v) for v in worker.values], {}
    for slot, value in zip(match.slots, values, strict=True):
        outcome = slot.outcome
        if outcome.index:
            continue
        shown = value / outcome.scale if outcome.scale > 1 else value
        if slot.seat is None:
            found[outcome.name] = shown
        else:
            found.setdefault(outcome.name, []).append(shown)
    assert UNFINISHED.name in found
    return found


def _gems(word: int) -> dict[str, int]:
    """Of a packed word the colours that it has."""
    found = {name: vw.count(word, colour) for colour, name in enumerate(COLOURS)}
    return {name: number for name, number in found.items() if number}


class _Board:
    """Follows a game by its events alone: what each event means, and how things stand after it."""

    def __init__(self, match):
        values = match.values
        self.order_step, self.floor = match.rules.order_step, match.rules.price_floor
        self.players = values["players"]
        self.start = None
        self.talers = [sz.START_TALERS] * self.players
        self.bags = [dict.fromkeys(COLOURS, 0) for _ in range(self.players)]
        self.cards = [dict.fromkeys(_SYMBOLS[1:], 0) for _ in range(self.players)]
        self.supply = dict.fromkeys(COLOURS, sz.GEMS_OF_A_COLOUR - 1)
        self.prices = None
        self.orders = [0] * match.rules.spaces
        self.open = False
        self.placed = [0] * self.players
        self.column = self.undo = None  # of the leader that acts; what a cancelled action moved

    # ---------------------------------------------------------------------- how things change

    def move(self, seat: int, gems: dict, sign: int = 1) -> None:
        """Gems from the supply into a bag, or (-1) back."""
        for colour, number in gems.items():
            self.bags[seat][colour] += sign * number
            self.supply[colour] -= sign * number

    def order(self, slot: int) -> dict:
        """An order in words."""
        word = self.orders[slot]
        shown = {
            "space": slot,
            "owner": vw.owner_of(self.players, int(self.open), slot),
            "gems": _gems(vw.need(word)),
            "value": vw.value_at(word, vw.step(word), self.order_step),
            "penalty": vw.penalty(word),
        }
        if vw.symbol(word):
            shown["symbol"] = _SYMBOLS[vw.symbol(word)]
        return shown

    def standing(self) -> dict:
        """How things stand; empty order spaces are left out."""
        return {
            "start": self.start,
            "talers": list(self.talers),
            "bags": [{c: n for c, n in bag.items() if n} for bag in self.bags],
            "cards": [{s: n for s, n in cards.items() if n} for cards in self.cards],
            "supply": dict(self.supply),
            "prices": dict(self.prices) if self.prices else None,
            "orders": [self.order(slot) for slot, word in enumerate(self.orders) if word],
        }

    def follow(self, event) -> dict:
        """The event in words, after it has changed the board."""
        name = _NAMES[event.what]
        more = getattr(self, f"_{name}")(event) or {}
        seat = {"seat": event.seat} if event.seat >= 0 else {}
        return {"event": name, "round": event.round, "phase": event.phase, **seat, **more}

    def _starts(self, event):
        self.start = event.seat

    def _start_gem(self, event):
        colour = COLOURS[event.b]
        self.move(event.seat, {colour: 1})
        return {"colour": colour}

    def _dealt(self, event):
        self.orders[event.a] = event.b
        return {"order": self.order(event.a)}

    def _placed(self, event):
        self.placed[event.seat] = event.a
        found = {
            row: {
                c: vw.standing(event.a, i, j) for j, c in enumerate(_COLUMNS[: 4 if i == 0 else 6])
            }
            for i, row in enumerate(_ROWS)
        }
        return {row: {c: n for c, n in there.items() if n} for row, there in found.items()}

    def _prices(self, event):
        self.prices = {c: vw.count(event.a, i) for i, c in enumerate(COLOURS)}
        return {"prices": dict(self.prices)}

    def _leader(self, event):
        self.column = event.b
        return {"row": _ROWS[event.a], "column": _COLUMNS[event.b]}

    def _announced(self, event):
        action, kind = event.a, vw.kind_of(event.a)
        self.undo = None
        first, second = vw.argument(action, 0), vw.argument(action, 1)
        if kind == vw.PASS:
            return {"action": "nothing"}
        if kind == vw.REMOVE:
            victims = [place for place in (0, 1) if vw.victim_seat(action, place) >= 0]
            who = [[vw.victim_seat(action, p), _ROWS[vw.victim_row(action, p)]] for p in victims]
            return {"action": "remove", "dwarves": who}
        if kind == vw.DRAW:
            return {"action": "draw", "from": [first, second]}
        if kind in (vw.TURN_UP, vw.TURN_BACK):
            return {"action": "turn up" if kind == vw.TURN_UP else "turn back", "space": first}
        if kind == vw.TAKE:
            given, taken = {}, {COLOURS[self.column]: 1}
        else:
            given, taken = _gems(vw.given_of(action)), _gems(vw.taken_of(action))
        self.move(event.seat, taken)
        self.move(event.seat, given, -1)
        self.undo = (event.seat, taken, given)
        if kind == vw.TAKE:
            return {"action": "take", "colour": COLOURS[self.column]}
        return {"action": "trade", "gives": given, "takes": taken}

    def _cancelled(self, event):
        self.cards[event.seat]["crossed axes"] -= 1
        if self.undo:
            seat, taken, given = self.undo
            self.move(seat, taken, -1)
            self.move(seat, given)
        return {"whose": event.a}

    def _removed(self, event):
        self.placed[event.seat] -= vw.dwarf(event.a, event.b)
        return {"row": _ROWS[event.a], "column": _COLUMNS[event.b]}

    def _turned(self, event):
        order = self.orders[event.a]
        self.orders[event.a] = vw.turned(order, event.b - vw.step(order))
        return {"order": self.order(event.a)}

    def _gone(self, event):
        gone = self.order(event.a)
        self.orders[event.a] = 0
        if event.seat >= 0:
            self.talers[event.seat] = max(0, self.talers[event.seat] - event.b)
        return {"order": gone, "penalty": event.b}

    def _drawn(self, event):
        colour = COLOURS[event.b]
        self.bags[event.a][colour] -= 1
        self.bags[event.seat][colour] += 1
        return {"from": event.a, "colour": colour}

    def _dug(self, event):
        self.move(event.seat, _gems(event.a))
        return {"gems": _gems(event.a)}

    def _bought(self, event):
        colour = COLOURS[event.a]
        self.move(event.seat, {colour: event.b})
        self.talers[event.seat] -= event.b * event.c
        return {"colour": colour, "number": event.b, "price": event.c}

    def _fulfilled(self, event):
        if event.a == vw.NONE:
            return {"order": None}
        order = self.order(event.a)
        self.move(event.seat, order["gems"], -1)
        self.talers[event.seat] += event.b
        self.orders[event.a] = 0
        if "symbol" in order:
            self.cards[event.seat][order["symbol"]] += 1
        return {"order": order}

    def _sold(self, event):
        colour = COLOURS[event.a]
        self.move(event.seat, {colour: event.b}, -1)
        self.talers[event.seat] += event.b * event.c
        return {"colour": colour, "number": event.b, "price": event.c}

    def _used(self, event):
        name = _SYMBOLS[event.a]
        self.cards[event.seat][name] -= vw.PART if event.a <= vw.HAMMER else 1
        if event.a == vw.COINS:
            self.talers[event.seat] += COIN_STACK
            self.talers[event.b] = max(0, self.talers[event.b] - COIN_STACK)
            return {"symbol": name, "against": event.b}
        if event.a == vw.TARGET:
            colour = COLOURS[event.b]
            self.prices[colour] = max(self.floor, self.prices[colour] - TARGET_CUT)
            return {"symbol": name, "colour": colour}
        self.talers[event.seat] += BOUNTY
        return {"symbol": name}

    def _rotated(self, event):
        self.orders = [vw.turned(order, 1) if order else 0 for order in self.orders]

    def _opened(self, event):
        self.open = True

    def _discarded(self, event):
        self.move(event.seat, _gems(event.a), -1)
        return {"gems": _gems(event.a)}

    def _over(self, event):
        return None


_NAMES = (
    *("starts", "start_gem", "dealt", "placed", "prices", "leader", "announced", "cancelled"),
    *("removed", "turned", "gone", "drawn", "dug", "bought", "fulfilled", "sold", "used"),
    *("rotated", "opened", "discarded", "over"),
)


# ------------------------------------------------------------------------------------ telling


def tell(match, k: int) -> str:
    """Game `k` of a match as a text of at most 80 columns that a person can follow."""
    *told, end = events(match, k)
    players = match.values["players"]
    turned = k % players if match.rotate else 0
    text = ""
    for seat in range(players):
        text += f"seat {seat}: {match.players[(seat - turned) % players].name}\n"
    text += "Bags are shown in full; a player sees only its own.\n"
    now = (0, -1)
    for event in told:
        here = (event["round"], event.get("phase", 12))
        if here[0] != now[0] or now[1] < 0:
            text += f"\n{'Round ' + str(here[0]) if here[0] else 'Setup'}\n"
        line = _standing(event) if event["event"] == "standing" else _line(event, here != now)
        text += line
        now = here
    return text + "\n" + _end(match, end["outcomes"])


def _wrapped(text: str, lead: str, hang: int) -> str:
    return (
        fill(
            text,
            _WIDTH,
            initial_indent=lead,
            subsequent_indent=" " * hang,
            break_long_words=False,
            break_on_hyphens=False,
        )
        + "\n"
    )


def _line(event: dict, first: bool) -> str:
    """One event; the first of a step shows the step's number."""
    said = _WORDS[event["event"]](event)
    if not said:
        return ""
    step = f"{event['phase']:>4}. " if first and event["phase"] else "      "
    who = f"seat {event['seat']} " if "seat" in event else ""
    return _wrapped(who + said, step, 10)


def _some(gems: dict) -> str:
    return " ".join(f"{number} {colour}" for colour, number in gems.items()) or "none"


def _order(order: dict) -> str:
    whose = "public" if order["owner"] < 0 else f"seat {order['owner']}"
    symbol = f", {order['symbol']}" if "symbol" in order else ""
    text = f"{_some(order['gems'])}, value {order['value']}, penalty {order['penalty']}{symbol}"
    return f"space {order['space']} ({whose}): {text}"


def _where(event: dict) -> str:
    parts = []
    for row in _ROWS:
        spaces = event[row]
        if not spaces:
            continue
        if row == "digger":
            parts.append(f"digs {_some(spaces)}")
        else:
            on = [column for column, number in spaces.items() for _ in range(number)]
            parts.append(f"{row} on {', '.join(on)}")
    return "; ".join(parts)


def _announcement(event: dict) -> str:
    action = event["action"]
    if action == "remove":
        who = " and ".join(f"a {row} dwarf of seat {seat}" for seat, row in event["dwarves"])
        return f"will remove {who}"
    if action == "draw":
        one, other = event["from"]
        return f"will draw {'two gems' if one == other else 'a gem each'} from " + (
            f"seat {one}" if one == other else f"seat {one} and seat {other}"
        )
    if action == "take":
        return f"takes a {event['colour']} gem"
    if action == "trade":
        return f"trades {_some(event['gives'])} for {_some(event['takes'])}"
    if action == "nothing":
        return "does nothing"
    return f"{action.replace('turn', 'turns', 1)} the order of space {event['space']}"


def _used(event: dict) -> str:
    if "against" in event:
        return f"hands in a coin stack: 5 talers, 5 less for seat {event['against']}"
    if "colour" in event:
        return f"hands in a target: {event['colour']} is cheaper by 3 in this round"
    return f"hands in three orders with the {event['symbol']}: 40 talers"


_WORDS = {
    "starts": lambda e: "has the start player figure",
    "start_gem": lambda e: f"starts with a {e['colour']} gem",
    "dealt": lambda e: "gets " * ("seat" in e) + _order(e["order"]),
    "placed": _where,
    "prices": lambda e: "prices: " + ", ".join(f"{c} {p}" for c, p in e["prices"].items()),
    "leader": lambda e: f"acts with the {e['row']} dwarf on {e['column']}",
    "announced": _announcement,
    "cancelled": lambda e: f"cancels that of seat {e['whose']} with crossed axes",
    "removed": lambda e: f"loses a {e['row']} dwarf on {e['column']}",
    "turned": lambda e: f"turns {_order(e['order'])}",
    "gone": lambda e: (
        f"loses {_order(e['order'])}" if "seat" in e else f"gone: {_order(e['order'])}"
    ),
    "drawn": lambda e: f"draws {e['colour']} from seat {e['from']}",
    "dug": lambda e: f"gets {_some(e['gems'])}",
    "bought": lambda e: f"buys {e['number']} {e['colour']} at {e['price']}",
    "fulfilled": lambda e: f"fulfils {_order(e['order'])}" if e["order"] else "fulfils no order",
    "sold": lambda e: f"sells {e['number']} {e['colour']} at {e['price']}",
    "used": _used,
    "rotated": lambda e: "all orders turn clockwise",
    "opened": lambda e: "no order is left to deal: all are public from now on",
    "discarded": lambda e: f"gives back {_some(e['gems'])}",
    "over": lambda e: "reaches 600 and wins" if "seat" in e else "",
}


def _standing(event: dict) -> str:
    text = f"    supply: {_some(event['supply'])}\n"
    for seat, talers in enumerate(event["talers"]):
        cards = _some(event["cards"][seat]) if event["cards"][seat] else ""
        kept = f"; cards: {cards}" if cards else ""
        said = f"seat {seat}: {talers} talers; bag: {_some(event['bags'][seat])}{kept}"
        text += _wrapped(said, "    ", 8)
    return text + "".join(_wrapped(_order(order), "    ", 8) for order in event["orders"])


def _end(match, outcomes: dict) -> str:
    if outcomes["unfinished"]:
        text = "The cap on rounds is reached: the game is unfinished.\n"
    elif outcomes["ending_orders"]:
        text = "The last order has left the board.\n"
    else:
        text = "A player has reached 600 talers.\n"
    for name, value in outcomes.items():
        many = isinstance(value, list)
        shown = " ".join(f"{v:g}" for v in value) if many else f"{value:g}"
        text += fill(f"{name} {shown}", _WIDTH) + "\n"
    return text
