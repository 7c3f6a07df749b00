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
        return import_module(f"{__name__}.{name}").command if name in COMMANDS else None

    def resolve_command(self, ctx, args):
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise BadInput(f"no command {args[0]!r}{nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx, formatter):
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="dwarfsim")
@click.pass_context
def group(ctx):
    """
    Play tabletop games by the million under chosen strategies.

    \b
    Examples:
      dwarfsim games
      dwarfsim show magic-dwarf
      dwarfsim simulate magic-dwarf --set level=5 --seats careful
      dwarfsim sweep magic-dwarf --set level=1..7 --seats casual --seats careful

    Each command has more: dwarfsim simulate --help. Shell completion, for bash (or zsh, fish):
    eval "$(_DWARFSIM_COMPLETE=bash_source dwarfsim)"
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(args: list[str] | None = None) -> None:
    """Run the command line; exits with 0, 1 (a cell failed), 2 (bad input) or 130 (interrupted)."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - a closed one is no fault
    try:
        code = _called(sys.argv[1:] if args is None else list(args))
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        code = done.exit_code
    except click.NoSuchOption as error:
        known = [name for p in error.ctx.command.get_params(error.ctx) for name in p.opts]
        code = _say(f"no option {error.option_name!r}{nearest(error.option_name, known)}", 2)
    except click.MissingParameter as error:
        code = _say(f"{error.param.human_readable_name} is missing{_usage(error.ctx)}", 2)
    except click.ClickException as error:
        message = " ".join(error.format_message().split()).removesuffix(".")
        code = _say(f"{message[:1].lower()}{message[1:]}{_usage(getattr(error, 'ctx', None))}", 2)
    except BadInput as error:
        code = _say(str(error), 2)
    except CellFailed as error:
        code = _say(str(error), 1)
    except KeyboardInterrupt:
        code = _say("interrupted", 130)
    except BrokenPipeError:
        code = 0  # whoever read the pipe has gone: nothing is wrong
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        code = _say(f"{error.strerror or error}{where}", 1)
    sys.exit(_end(code or 0))


def _called(args: list[str]) -> int | None:
    if "_DWARFSIM_COMPLETE" in os.environ:
        return group.main(args, prog_name="dwarfsim")  # the shell asks what TAB could mean
    with group.make_context("dwarfsim", args) as ctx:
        return group.invoke(ctx)


def _end(code: int) -> int:
    """The exit code, once nothing is left that the interpreter would stumble over at its end."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if code == 0 and not isinstance(error, BrokenPipeError):
            return _say(f"standard output: {error.strerror}", 1)
    return code


def _usage(ctx) -> str:
    """Where to read on."""
    return f"; see {ctx.command_path} --help" if ctx else ""


def _say(sentence: str, code: int) -> int:
    print("dwarfsim:", *map(str.strip, sentence.splitlines()), file=sys.stderr)
    return code
