"""``dwarfsim games``."""

import click

from ..game import game_names, load_game
from .options import shared
from .output import print_json, table, write


@click.command("games")
@shared("json")
def command(as_json):
    """
    List the games.

    \b
    Example:
      dwarfsim games
    """
    games = [load_game(name) for name in game_names()]
    if as_json:
        print_json([{"game": g.name, "title": g.title, "summary": g.summary} for g in games])
        return
    write(table(("game", "what it is"), [(g.name, g.summary) for g in games], set()))
