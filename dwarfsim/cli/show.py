"""``dwarfsim show GAME``."""

import json
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

    Of each parameter: its default, what it may be, the id of the assumption (A) or reading of the
    rules (R) that it carries, where the default comes from, and values worth trying.

    \b
    Example:
      dwarfsim show magic-dwarf
    """
    game = load_game(game)
    if as_json:
        write(json.dumps(_described(game), indent=1) + "\n")
        return
    write(wrapped(f"{game.title} ({game.name}): {game.summary}", hang=2) + "\n")
    write("\nParameters, with their defaults: --set NAME=VALUE\n")
    for parameter in game.parameters:
        write(f"  {parameter.name}={parameter.show(parameter.default)}\n")
        write(wrapped("; ".join(_meaning(parameter)), 6) + "\n")
        write(wrapped("; ".join(_origin(parameter)), 6) + "\n")
    write("\nStrategies, weakest first: --seats NAME, or NAME:KNOB=VALUE\n")
    for strategy in game.strategies.values():
        default = " (unless another is named)" if strategy.name == game.default_seats else ""
        write(f"  {strategy.name}{default}\n{wrapped(strategy.doc, 6)}\n")
        for name, knob in strategy.knobs.items():
            write(wrapped("; ".join(_knob(name, knob)), 6, hang=2) + "\n")
    if game.roles:
        write(f"\nRoles: --role ROLE=STRATEGY\n  {', '.join(game.roles)}\n")
    write("\nOutcomes\n")
    for outcome in _outcomes(game):
        per = ["a seat"] if outcome.seat else []
        per += [f"a {outcome.index}: --by {outcome.index}"] if outcome.index else []
        each = f" (one {' and '.join(per)})" if per else ""
        write(wrapped(f"{outcome.name}: {outcome.help}{each}", 2, hang=4) + "\n")


def _meaning(parameter) -> list[str]:
    parts = [parameter.help]
    low, high = parameter.low, parameter.high
    if low is not None and high is not None:
        parts += [f"{format_value(low)} to {format_value(high)}"]
        parts[-1] += " each, joined by +" if parameter.type is tuple else ""
    elif low is not None:
        parts += [f"at least {format_value(low)}"]
    if parameter.also:
        parts[-1] += f", or {' or '.join(parameter.also)}"
    if parameter.type is bool:
        parts += ["true or false"]
    named = all(choice in parameter.help for choice in parameter.choices)
    return parts if named else [*parts, f"one of {', '.join(parameter.choices)}"]


def _origin(parameter) -> list[str]:
    parts = [f"{parameter.id}, " if parameter.id else ""]
    parts[0] += f"from: {parameter.source}"
    return [*parts, f"try {parameter.sweep}"] if parameter.sweep else parts


def _knob(name: str, knob) -> list[str]:
    parts = [f"{name}={format_value(knob.default)}" + (f": {knob.help}" if knob.help else "")]
    if math.isfinite(knob.low) and math.isfinite(knob.high):
        parts += [f"{format_value(knob.low)} to {format_value(knob.high)}"]
    elif math.isfinite(knob.low):
        parts += [f"at least {format_value(knob.low)}"]
    return parts


def _outcomes(game):
    from ..totals import UNFINISHED

    return (*game.outcomes, UNFINISHED)


def _described(game) -> dict:
    facts = ("name", "default", "help", "low", "high", "choices", "also", "id", "source", "sweep")
    return {
        "game": game.name,
        "title": game.title,
        "summary": game.summary,
        "parameters": [{fact: getattr(p, fact) for fact in facts} for p in game.parameters],
        "strategies": [
            {
                "name": s.name,
                "doc": s.doc,
                "knobs": {name: knob.default for name, knob in s.knobs.items()},
            }
            for s in game.strategies.values()
        ],
        "outcomes": [
            {
                "name": o.name,
                "help": o.help,
                "unit": o.unit,
                "seat": o.seat,
                "index": o.index or None,
            }
            for o in _outcomes(game)
        ],
        "roles": list(game.roles),
    }
