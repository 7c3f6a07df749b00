"""A game of 10 Dwarves told turn by turn."""

from textwrap import fill

from ...totals import UNFINISHED
from . import characters_of, view
from . import rules as td

_ENDS = {view.FLIPPED: "flip", view.TURNED_BACK: "turn back", view.WRONG: "wrong"}


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
        The "setup" (the number of each card by its place, and whose cards are dealt), each "turn"
        with its "actions", in the words of the rules page, then the face-down cards of the centre
        and before each player; and the "end" with the outcomes.
    """
    worker = match.worker()
    worker.play(k, 1)
    played, players = worker.workspace, match.values["players"]
    numbers = [int(n) for n in played.numbers[: match.values["dwarves"]]]
    centre, fronts = set(range(len(numbers))), [[] for _ in range(players)]
    told = [{"event": "setup", "numbers": numbers, "dealt": {}}]
    for line in played.events[: td.written(played)].tolist():
        now = dict(zip(view.EVENTS, line, strict=True))
        number, seat, x, y = now["turn"], now["seat"], now["x"], now["y"]
        if number > 0 and (told[-1]["event"] == "setup" or told[-1]["turn"] != number):
            told.append({"event": "turn", "turn": number, "seat": seat, "actions": []})
        action = _action(now)
        if now["event"] == view.DEALT:
            told[0]["dealt"][seat] = x
        else:
            told[-1]["actions"].append(action)
        if now["event"] in (view.DEALT, view.TOOK):
            centre.remove(x)
            fronts[seat].append(x)
        elif now["event"] == view.SWAPPED:
            fronts[seat] = [card for card in fronts[seat] if card != x] + [y]
            centre ^= {x, y}
        elif now["event"] == view.FLIPPED:
            fronts = [[card for card in front if card != x] for front in fronts]
        if number > 0:
            told[-1]["centre"] = sorted(centre)
            told[-1]["fronts"] = [list(front) for front in fronts]
    return [*told, {"event": "end", "outcomes": _outcomes(match, worker)}]


def _action(now: dict) -> dict:
    event, x, y = now["event"], now["x"], now["y"]
    if event == view.LOOKED:
        return {"action": "look", "cards": sorted({x, y})}
    if event == view.SAID:
        return {"action": "say", "lower": x, "higher": y}
    if event == view.SWAPPED:
        return {"action": "swap", "own": x, "centre": y}
    if event in _ENDS:
        return {"action": _ENDS[event], "card": x, "number": y}
    if event == view.PASSED:
        return {"action": "pass"}
    return {"action": {view.TOOK: "take", view.PEEKED: "peek"}.get(event, "deal"), "card": x}


def _outcomes(match, worker) -> dict:
    outcomes = (*match.game.outcomes, UNFINISHED)
    return {o.name: int(v) for o, v in zip(outcomes, worker.values, strict=True)}


def tell(match, k: int) -> str:
    """Game `k` of a match as a text of at most 80 columns that a person can follow."""
    setup, *turns, end = events(match, k)
    numbers, players = setup["numbers"], match.values["players"]
    turned = k % players if match.rotate else 0
    text = ""
    for seat, character in enumerate(characters_of(match.values)):
        player = match.players[(seat - turned) % players]
        text += f"seat {seat}: {player.name}"
        text += f"; {character}" if character != "none" else ""
        text += f"; is dealt {_card(setup['dealt'][seat], numbers)}" if setup["dealt"] else ""
        text += "\n"
    line = " ".join(_card(card, numbers) for card in range(len(numbers)))
    text += fill(f"A card is shown with its number: {line}", 80) + "\n"
    for turn in turns:
        text += f"\nTurn {turn['turn']}, seat {turn['seat']}\n"
        for action in turn["actions"]:
            text += fill(_sentence(action, numbers), 80, initial_indent="  ") + "\n"
        shown = " ".join(_card(card, numbers) for card in turn["centre"]) or "empty"
        text += f"    centre: {shown}\n"
        for seat, front in enumerate(turn["fronts"]):
            cards = " ".join(_card(card, numbers) for card in front) or "nothing"
            text += f"    seat {seat}: {cards}\n"
    outcomes = end["outcomes"]
    if outcomes["unfinished"]:
        text += "\nThe cap on turns is reached: the game is unfinished.\n"
    else:
        text += "\nAll win.\n" if outcomes["won"] else "\nSnow White is furious: all lose.\n"
    return text + "".join(f"{name} {value}\n" for name, value in outcomes.items())


def _card(card: int, numbers: list[int]) -> str:
    """A card by its place's letter, with its number."""
    return f"{chr(ord('a') + card)}{numbers[card]}"


def _sentence(action: dict, numbers: list[int]) -> str:
    kind = action["action"]

    def card(name):
        return _card(action[name], numbers)

    if kind == "look":
        return "looks at " + " and ".join(_card(x, numbers) for x in action["cards"])
    if kind == "say":
        return f"says that {card('lower')[0]} is lower than {card('higher')[0]}"
    if kind == "swap":
        return f"as the swapper, exchanges {card('own')} for {card('centre')} of the centre"
    if kind == "flip":
        return f"turns over {card('card')}: right"
    if kind == "turn back":
        return f"turns over {card('card')}: wrong; as the guardian, turns it back"
    if kind == "wrong":
        return f"turns over {card('card')}: wrong"
    if kind == "take":
        return f"takes {card('card')}"
    if kind == "peek":
        return f"as the seer, looks at {card('card')}"
    return "can do nothing and passes"
