"""``dwarfsim show GAME``."""

import math

import click

from ..game import load_game
from ..grammar import format_value
from .options import game_argument
from .output import wrapped, write


@click.command("show")
@game_argument
@click.option("--json", "as_json", is_flag=True, help="Print one object.")
def command(game, as_json):
    """
    Show a game's parameters, strategies and outcomes.

    \b
    Example:
      dwarfsim show magic-dwarf
    """
    game = load_game(game)
    if as_json:
        import json

        write(json.dumps(_described(game), indent=1) + "\n")
        return
    write(f"{game.title} ({game.name}): {game.summary}\n\nParameters (--set NAME=VALUE)\n")
    for p in game.parameters:
        write(f"  {p.name}={p.show(p.default)}\n")
        facts = [p.help + "."]
        facts += [f"{p.low:g} to {p.high:g}."] if p.low is not None and p.high is not None else []
        facts += [f"One of {', '.join(p.choices)}."] if p.choices else []
        facts += [f"{p.id}, from: {p.source}."] if p.id else [f"From: {p.source}."]
        facts += [f"Try {p.sweep}."] if p.sweep else []
        write(wrapped(" ".join(facts), 6) + "\n")
    write("\nStrategies (--seats NAME:KNOB=VALUE), weakest first\n")
    for s in game.strategies.values():
        write(f"  {s.name}\n")
        write(wrapped(s.doc, 6) + "\n")
        for name, knob in s.knobs.items():
            text = f"{name}={format_value(knob.default)}"
            text += f": {knob.help}" if knob.help else ""
            if math.isfinite(knob.low) or math.isfinite(knob.high):
                text += f" ({format_value(knob.low)} to {format_value(knob.high)})"
            write(wrapped(text, 8) + "\n")
    write("\nOutcomes\n")
    for o in _outcomes(game):
        per = " (for each seat)" if o.seat else ""
        per += f" (by {o.index})" if o.index else ""
        write(wrapped(f"{o.name}{per}: {o.help}", 2) + "\n")
    if game.roles:
        write(f"\nRoles (--role ROLE=STRATEGY): {', '.join(game.roles)}\n")


def _outcomes(game):
    from ..totals import UNFINISHED

    return (*game.outcomes, UNFINISHED)


def _described(game) -> dict:
    return {
        "game": game.name,
        "title": game.title,
        "parameters": [
            {
                "name": p.name,
                "default": p.default,
                "help": p.help,
                "low": p.low,
                "high": p.high,
                "choices": p.choices,
                "id": p.id,
                "source": p.source,
                "sweep": p.sweep,
            }
            for p in game.parameters
        ],
        "strategies": [
            {
                "name": s.name,
                "doc": s.doc,
                "knobs": {name: knob.default for name, knob in s.knobs.items()},
            }
            for s in game.strategies.values()
        ],
        "outcomes": [
            {"name": o.name, "help": o.help, "seat": o.seat, "index": o.index or None}
            for o in _outcomes(game)
        ],
        "roles": list(game.roles),
    }
