"""The options that several commands share, and what is made of them."""

from pathlib import Path

import click

from .. import grammar
from ..errors import BadInput, nearest
from ..game import Game, game_names, load_game


def _complete_games(ctx, param, incomplete):
    return [name for name in game_names() if name.startswith(incomplete)]


def _complete_settings(ctx, param, incomplete):
    game = ctx.params.get("game")
    if not game:
        return []
    names = [parameter.name + "=" for parameter in load_game(game).parameters]
    return [name for name in names if name.startswith(incomplete)]


game_argument = click.argument("game", metavar="GAME", shell_complete=_complete_games)

_SHARED = {
    "set": click.option(
        "--set",
        "settings",
        metavar="NAME=VALUE",
        multiple=True,
        shell_complete=_complete_settings,
        help="Set a parameter of the game. In a sweep a comma separates values, 1..7 and "
        "0.1..0.5:0.1 are ranges; + joins the members of one list.",
    ),
    "rules": click.option(
        "--rules",
        metavar="FILE.toml",
        help="A rule variant: the game, and the parameters that differ.",
    ),
    "seats": click.option(
        "--seats",
        metavar="STRATEGY,...",
        multiple=True,
        help="A strategy for every seat in order, or one for all: name, name:knob=value, "
        "my.py::name. In a sweep it may be repeated, and a knob may be a range.",
    ),
    "role": click.option(
        "--role",
        "roles",
        metavar="ROLE=STRATEGY",
        multiple=True,
        help="Who plays for whoever holds the role, in games with roles.",
    ),
    "rotate": click.option(
        "--rotate", is_flag=True, help="Game k is played with the table turned by k mod n seats."
    ),
    "games": click.option("--games", metavar="N", help="Games a cell (default 100,000)."),
    "seed": click.option("--seed", metavar="S", default="1", help="0 to 2**64 - 1 (default 1)."),
    "precision": click.option(
        "--precision",
        metavar="P",
        help="Play until the 95 % interval is within plus or minus P (0.2% is 0.002 of a rate), "
        "by a rule that holds at every look.",
    ),
    "outcome": click.option(
        "--outcome", metavar="NAME", help="The outcome that --precision looks at (default: wins)."
    ),
    "max_games": click.option(
        "--max-games", metavar="N", help="The most games for --precision (default 100,000,000)."
    ),
    "threads": click.option(
        "--threads", metavar="N", help="Threads (default: one a processor); changes no number."
    ),
    "by": click.option("--by", metavar="INDEX", help="Print the outcomes that have this index."),
    "json": click.option("--json", "as_json", is_flag=True, help="Print an array of objects."),
    "csv": click.option("--csv", "as_csv", is_flag=True, help="Print the same rows as CSV."),
}


def shared(*names: str):
    """Add shared options to a command, in this order."""

    def decorate(function):
        for name in reversed(names):
            function = _SHARED[name](function)
        return function

    return decorate


def read_sweep(options: dict, single: bool):
    """
    The sweep that a command's options ask for.

    Raises
    ------
    BadInput
        For anything that cannot be used; nothing has been written then.
    """
    from ..sweep import MAX_GAMES, Precision, Sweep

    game = load_game(options["game"])
    settings = grammar.settings(options["settings"], game, single)
    if options.get("rules"):
        settings = {**_variant(options["rules"], game, settings), **settings}
    games = grammar.games(options["games"]) if options.get("games") else 100_000
    precision = None
    if options.get("precision"):
        if options.get("games"):
            raise BadInput("--games and --precision: give one of them; --max-games is the cap")
        half_width, points = grammar.precision(options["precision"])
        most = options.get("max_games")
        precision = Precision(
            half_width,
            points,
            options.get("outcome") or "",
            _count("--max-games", most) if most else MAX_GAMES,
        )
    elif options.get("outcome") or options.get("max_games"):
        raise BadInput("--outcome and --max-games: only with --precision")
    sweep = Sweep(
        game=game,
        settings=settings,
        tables=grammar.tables(options["seats"], single) if options["seats"] else (),
        roles=_roles(options.get("roles") or (), game),
        rotate=options.get("rotate", False),
        games=games,
        seed=grammar.seed(options["seed"]),
        precision=precision,
    )
    _check_by(options.get("by"), game)
    if options.get("as_json") and options.get("as_csv"):
        raise BadInput("--json and --csv: give one of them")
    sweep.cells  # noqa: B018 - refuses what does not fit before anything is written
    return sweep


def read_threads(text: str | None) -> int | None:
    """The number of ``--threads``, or None."""
    if text is None:
        return None
    count = _count("--threads", text)
    if count > 1024:
        raise BadInput(f"--threads {text}: must be from 1 to 1024; the nearest is 1024")
    return count


def _count(option: str, text: str) -> int:
    try:
        return grammar.games(text)
    except BadInput as error:
        raise BadInput(str(error).replace("--games", option, 1)) from None


def _check_by(index: str | None, game: Game) -> None:
    if index is None:
        return
    known = sorted({outcome.index for outcome in game.outcomes if outcome.index})
    if index not in known:
        raise BadInput(f"--by {index}: {game.name} has no such index{nearest(index, known)}")


def _roles(options, game: Game) -> dict:
    found = {}
    for option in options:
        role, _, text = option.partition("=")
        if not role or not text:
            raise BadInput(f"--role {option}: must be ROLE=STRATEGY")
        if not game.roles:
            raise BadInput(f"--role {option}: {game.name} has no roles")
        if role not in game.roles:
            raise BadInput(f"--role {option}: no role {role!r}{nearest(role, game.roles)}")
        if role in found:
            raise BadInput(f"--role {option}: the role is named twice")
        table = grammar.tables([text], single=True)[0]
        if len(table) != 1:
            raise BadInput(f"--role {option}: one strategy, not {len(table)}")
        found[role] = table[0]
    return found


def _variant(path: str, game: Game, settings: dict) -> dict[str, list]:
    """The parameters in a TOML file that were not set on the command line."""
    import tomllib

    try:
        content = tomllib.loads(Path(path).read_bytes().decode("utf-8"))
    except OSError as error:
        raise BadInput(f"--rules {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"--rules {path}: not UTF-8 (byte {error.start})") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"--rules {path}: not TOML: {error}") from None
    named = content.pop("game", None)
    if named is None:
        raise BadInput(f'--rules {path}: lacks the game; write game = "{game.name}"')
    if not isinstance(named, str) or load_game(named) is not game:
        raise BadInput(f"--rules {path}: is for the game {named!r}, not {game.name!r}")
    found = {}
    for name, value in content.items():
        try:
            parameter = game.parameter(name)
            value = tuple(value) if isinstance(value, list) else value
            if parameter.name in found:
                raise BadInput(f"{parameter.name} is set twice")
            found[parameter.name] = [parameter.check(value)]
        except BadInput as error:
            raise BadInput(f"--rules {path}: {error}") from None
    return {name: value for name, value in found.items() if name not in settings}
