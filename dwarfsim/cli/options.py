"""The options that several commands share, and what is made of them."""

from pathlib import Path

import click

from .. import grammar
from ..errors import BadInput, nearest
from ..game import Game, game_names, load_game

# ---------------------------------------------------------------------------- completion, on TAB


def _complete_games(ctx, param, incomplete):
    return [name for name in game_names() if name.startswith(incomplete)]


def _of_game(names):
    """Complete the last of what commas separate from what `names` finds in the game."""

    def complete(ctx, param, incomplete):
        # while an option lacks its value, click leaves the game among the arguments
        typed = [word for word in (ctx.params.get("game"), *ctx.args) if isinstance(word, str)]
        try:
            known = names(load_game(typed[0]))
        except (BadInput, IndexError):
            return []
        before, comma, last = incomplete.rpartition(",")
        return [before + comma + name for name in known if name.startswith(last)]

    return complete


# --------------------------------------------------------------------------------- the options


def once(*declarations, **attributes):
    """A click option with a value that may be given once: a second one is refused, not dropped."""
    default = attributes.pop("default", None)

    def single(ctx, param, values):
        if len(values) > 1:
            raise BadInput(f"{param.opts[0]} is given {len(values)} times; give it once")
        if "" in values:
            raise BadInput(f"{param.opts[0]}: is empty; write {param.opts[0]} {param.metavar}")
        return values[0] if values else default

    return click.option(*declarations, multiple=True, callback=single, **attributes)


_FILE = click.Path()  # checks nothing here; the shell completes it
game_argument = click.argument("game", metavar="GAME", shell_complete=_complete_games)

_SHARED = {
    "set": click.option(
        "--set",
        "settings",
        metavar="NAME=VALUE",
        multiple=True,
        shell_complete=_of_game(lambda game: [p.name + "=" for p in game.parameters]),
        help="Set a parameter of the game ('dwarfsim show GAME' lists them). + joins the members "
        "of one list. In a sweep a comma separates values; 1..7 and 0.1..0.5:0.1 are ranges.",
    ),
    "rules": once(
        "--rules",
        metavar="FILE.toml",
        type=_FILE,
        help='A rule variant: game = "magic-dwarf" and a line for each parameter that differs, as '
        "level = 4. --set overrides it.",
    ),
    "seats": click.option(
        "--seats",
        metavar="STRATEGY,...",
        multiple=True,
        shell_complete=_of_game(lambda game: game.strategies),
        help="A strategy for every seat in order, or one for all: name, name:knob=value, or "
        "my.py::name from a file. In a sweep it may be repeated, and a knob may be a range.",
    ),
    "role": click.option(
        "--role",
        "roles",
        metavar="ROLE=STRATEGY",
        multiple=True,
        shell_complete=_of_game(lambda game: [role + "=" for role in game.roles]),
        help="Who plays for whoever holds the role, in games with roles.",
    ),
    "rotate": click.option(
        "--rotate",
        is_flag=True,
        help="Game k seats the table turned by k mod n; 'seat' is then the place in the list, "
        "and the games are rounded up to a multiple of n.",
    ),
    "games": once("--games", metavar="N", help="Games a cell, as 1e6 (default 100,000)."),
    "seed": once("--seed", metavar="S", default="1", help="0 to 2**64 - 1 (default 1)."),
    "precision": once(
        "--precision",
        metavar="P",
        help="Play until the 95 % interval of every win outcome is within plus or minus P (0.2% "
        "is 0.2 percentage points), by a rule that holds at every look.",
    ),
    "outcome": once(
        "--outcome",
        metavar="NAME",
        shell_complete=_of_game(lambda game: [outcome.name for outcome in game.outcomes]),
        help="The outcome for --precision, in place of the win outcomes.",
    ),
    "max_games": once(
        "--max-games",
        metavar="N",
        help="The most games a cell for --precision (default 100,000,000).",
    ),
    "threads": once(
        "--threads", metavar="N", help="Threads (default: one a processor); changes no number."
    ),
    "by": once(
        "--by",
        metavar="INDEX",
        shell_complete=_of_game(lambda game: {o.index for o in game.outcomes if o.index}),
        help="Print the outcomes that have a value for each INDEX, such as a round.",
    ),
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


# --------------------------------------------------------------------------- what they ask for


def read_sweep(options: dict, single: bool):
    """
    The sweep that a command's options ask for.

    Raises
    ------
    BadInput
        For anything that cannot be used; nothing has been written then.
    """
    from ..sweep import Sweep

    game = load_game(options["game"])
    settings = grammar.settings(options["settings"], game, single)
    if options.get("rules") is not None:
        settings = {**_variant(options["rules"], game, settings), **settings}
    games, by = options.get("games"), options.get("by")
    sweep = Sweep(
        game=game,
        settings=settings,
        tables=grammar.tables(options["seats"], single) if options["seats"] else (),
        roles=_roles(options.get("roles") or (), game),
        rotate=options.get("rotate", False),
        games=100_000 if games is None else grammar.games(games),
        seed=grammar.seed(options["seed"]),
        precision=_precision(options),
    )
    known = sorted({outcome.index for outcome in game.outcomes if outcome.index})
    if by is not None and by not in known:
        raise BadInput(f"--by {by}: {game.name} has no such index{nearest(by, known)}")
    if options.get("as_json") and options.get("as_csv"):
        raise BadInput("--json and --csv: give one of them")
    sweep.cells  # noqa: B018 - refuses what does not fit before anything is written
    return sweep


def read_threads(text: str | None) -> int | None:
    """The number of ``--threads``, or None."""
    return None if text is None else grammar.threads(text)


def _precision(options: dict):
    from ..sweep import MAX_GAMES, Precision

    text, most = options.get("precision"), options.get("max_games")
    if text is None:
        for name in ("outcome", "max_games"):
            if options.get(name) is not None:
                raise BadInput(f"--{name.replace('_', '-')}: takes effect with --precision only")
        return None
    if options.get("games") is not None:
        raise BadInput("--games and --precision: give one of them; --max-games is the cap")
    half_width, points = grammar.precision(text)
    most = MAX_GAMES if most is None else grammar.games(most, "--max-games")
    return Precision(half_width, points, options.get("outcome") or "", most)


def _roles(options, game: Game) -> dict:
    found = {}
    for option in options:
        role, _, text = option.partition("=")
        if not game.roles:
            raise BadInput(f"--role {option}: {game.name} has no roles")
        if role not in game.roles:
            raise BadInput(f"--role {option}: no role {role!r}{nearest(role, game.roles)}")
        if not text:
            raise BadInput(f"--role {option}: must be ROLE=STRATEGY, as in {role}=NAME")
        if role in found:
            raise BadInput(f"--role {option}: the role is named twice; name it once")
        table = grammar.tables([text], True, f"--role {role}=")[0]
        if len(table) != 1:
            raise BadInput(f"--role {option}: {len(table)} strategies are named; name one")
        found[role] = table[0]
    return found


def _variant(path: str, game: Game, settings: dict) -> dict[str, list]:
    """The parameters in a TOML file that were not set on the command line."""
    import tomllib

    try:
        content = tomllib.loads(Path(path).read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or f"not TOML: {error}"
        if isinstance(error, UnicodeDecodeError):
            why = f"not UTF-8 (byte {error.start})"
        raise BadInput(f"--rules {path}: {why}") from None
    named = content.pop("game", None)
    if named is None:
        raise BadInput(f'--rules {path}: lacks the game; write game = "{game.name}"')
    found = {}
    with grammar.at("--rules ", path):
        if not isinstance(named, str) or load_game(named) is not game:
            raise BadInput(f"is for the game {named!r}, not {game.name!r}")
        for name, value in content.items():
            parameter = game.parameter(name)
            if parameter.name in found:
                raise BadInput(f"{parameter.name} is set twice; set it once")
            found[parameter.name] = [_checked(parameter, value)]
    return {name: value for name, value in found.items() if name not in settings}


_TOML = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
    tuple: "an array of whole numbers, as [1, 2]",
}


def _checked(parameter, value):
    """A value from a TOML file, where nothing is converted but an array and a number's point."""
    if value in parameter.also:
        return value
    texts = isinstance(value, list) and all(isinstance(item, str) for item in value)
    if texts and parameter.type is str and not parameter.choices:  # as on the command line
        value = "+".join(value) or "none"
    kind = {list: tuple, int: parameter.type if parameter.type is float else int}
    if kind.get(type(value), type(value)) is not parameter.type:
        wanted = " or ".join([*map(repr, parameter.also), _TOML[parameter.type]])
        raise BadInput(f"{parameter.name} = {value!r}: must be {wanted}")
    return parameter.check(tuple(value) if isinstance(value, list) else value)
