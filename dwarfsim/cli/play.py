"""``dwarfsim play GAME``."""

from importlib import import_module
from textwrap import fill

import click

from ..grammar import game_number
from .options import game_argument, once, read_sweep, shared
from .output import print_json, write


@click.command("play")
@game_argument
@shared("set", "rules", "seats", "role", "rotate", "seed")
@once("--game", "number", metavar="K", default="0", help="The game's number, from 0 (default 0).")
@click.option("--json", "as_json", is_flag=True, help="Print an array of objects, one an event.")
def command(**options):
    """
    Play one game and tell it move by move.

    It is the very game that simulate plays as number K under the same rules, seats and seed.

    \b
    Examples:
      dwarfsim play magic-dwarf --set level=4 --seats rush --seed 1 --game 7
      dwarfsim play magic-dwarf --set mode=duel --seats random --json
    """
    from ..match import Match

    sweep = read_sweep(options, single=True)
    k = game_number(options["number"])
    cell = sweep.cells[0]
    game = sweep.game
    match = Match(game, cell.values, cell.players, sweep.seed, cell.roles, sweep.rotate)
    transcript = import_module(f"{game.module}.transcript")
    if options["as_json"]:
        print_json(transcript.events(match, k))
        return
    rotated = ", seats rotated" if sweep.rotate else ""
    title = fill(f"{game.title}: {cell.label}", 80, break_long_words=False, break_on_hyphens=False)
    write(f"{title}\nseed {sweep.seed}, game {k}{rotated}\n\n")
    write(transcript.tell(match, k))
