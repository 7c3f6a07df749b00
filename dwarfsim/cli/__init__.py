"""
The command line: parse, call, print. A command's module is imported when it is called.
"""

import os
import sys
from importlib import import_module

import click

from .. import __version__
from ..errors import BadInput, CellFailed, nearest

COMMANDS = {
    "games": "List the games.",
    "show": "Show a game's parameters, strategies and outcomes.",
    "play": "Play one game and tell it move by move.",
    "simulate": "Play many games of one kind and print what comes out.",
    "sweep": "Play many kinds of a game: rules, seats and knobs varied.",
    "report": "Make the reports of studies.",
}


class Commands(click.Group):
    """Commands that cost nothing until they are called."""

    def list_commands(self, ctx):
        return list(COMMANDS)

    def get_command(self, ctx, name):
        if name not in COMMANDS:
            raise BadInput(f"no command {name!r}{nearest(name, COMMANDS)}")
        return import_module(f"{__name__}.{name}").command

    def format_commands(self, ctx, formatter):
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="dwarfsim")
def group():
    """
    Play tabletop games by the million under chosen strategies.

    \b
    Examples:
      dwarfsim games
      dwarfsim simulate magic-dwarf --set level=4 --seats careful
      dwarfsim sweep magic-dwarf --set level=1..7 --seats casual --seats careful --out levels

    Shell completion: eval "$(_DWARFSIM_COMPLETE=bash_source dwarfsim)" (or zsh_source,
    fish_source).
    """


def main(args: list[str] | None = None) -> None:
    """Run the command line; exits with 0, 1 (a cell failed), 2 (bad input) or 130 (interrupted)."""
    try:
        code = group.main(args, prog_name="dwarfsim", standalone_mode=False)
    except click.exceptions.Exit as done:
        code = done.exit_code
    except click.ClickException as error:
        code = _say(" ".join(error.format_message().split()), 2)
    except BadInput as error:
        code = _say(str(error), 2)
    except CellFailed as error:
        code = _say(str(error), 1)
    except (KeyboardInterrupt, click.Abort):
        code = _say("interrupted", 130)
    except BrokenPipeError:
        code = _silence()
    except OSError as error:
        code = _say(
            f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", 1
        )
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = _silence()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = _say(f"standard output: {error.strerror}", 1)
    sys.exit(code or 0)


def _say(sentence: str, code: int) -> int:
    print(f"dwarfsim: {sentence}", file=sys.stderr)
    return code


def _silence() -> int:
    """Whoever read the pipe has gone: no more to say, and nothing wrong."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0
