"""The program with the test game ``pig`` beside its own: ``python with_pig.py simulate pig``."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))  # for dwarfsim and tests.toy, from any folder


def add_games() -> None:
    """Let the program find the games in ``more_games/``."""
    from dwarfsim import game, games

    games.__path__.append(str(HERE / "more_games"))
    game.game_names.cache_clear()


def remove_games() -> None:
    """The program as it was."""
    from dwarfsim import game, games

    games.__path__.remove(str(HERE / "more_games"))
    game.game_names.cache_clear()


if __name__ == "__main__":
    add_games()
    from dwarfsim.cli import main

    main()
