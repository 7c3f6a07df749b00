"""
The cards: path cards by their openings, action cards, and what the deck is made of.

A path card is named by the openings of its unturned side, in the order north, east, south, west;
the name of a dead end begins with ``dead-``. Every card has a type, a whole number.
"""

from ...errors import BadInput, nearest

SIDES = "NESW"
SHAPES = (
    *("NESW", "NES", "NEW", "NS", "EW", "SE", "SW"),
    *("dead-NESW", "dead-NES", "dead-NEW", "dead-NS", "dead-EW", "dead-SE", "dead-SW"),
    *("dead-N", "dead-E"),
)
NUMBERS = (5, 5, 5, 4, 3, 4, 5, *[1] * 9)  # A1, in the order of the shapes
TOOLS = ("pick", "lantern", "cart")
PAIRS = ((0, 1), (0, 2), (1, 2))  # the tools on each kind of joker

PATHS = len(SHAPES)  # types below this one are path cards
SABOTAGE = PATHS  # one type a tool, as of repairs
REPAIR = SABOTAGE + 3
JOKER = REPAIR + 3  # one type a pair of tools
SECRET = JOKER + 3
CAVE_IN = SECRET + 1
TYPES = CAVE_IN + 1

MOST_PATHS = 55  # path cards that the grid has room for
STONES = 2

NAMES = (
    *SHAPES,
    *(f"sabotage {tool}" for tool in TOOLS),
    *(f"repair {tool}" for tool in TOOLS),
    *(f"joker {TOOLS[a]}/{TOOLS[b]}" for a, b in PAIRS),
    "secret",
    "cave-in",
)


def openings_of(shape: str) -> int:
    """The set of a shape's openings: bit 0 north, 1 east, 2 south, 3 west."""
    return sum(1 << SIDES.index(side) for side in shape.removeprefix("dead-"))


def turned(openings: int) -> int:
    """A set of openings after a turn by 180 degrees."""
    return (openings << 2 | openings >> 2) & 15


OPENINGS = tuple(openings_of(shape) for shape in SHAPES) + (0,) * (TYPES - PATHS)
DEAD = tuple(int(name.startswith("dead-")) for name in NAMES)


def same_card(shape: str) -> str:
    """The name of the path card that a text means, turned or out of order; empty if none."""
    dead = "dead-" if shape.startswith("dead-") else ""
    sides = shape.removeprefix("dead-").upper()
    if not sides or len(set(sides)) < len(sides) or set(sides) - set(SIDES):
        return ""
    openings = openings_of(sides)
    alike = (name for name in SHAPES if name.startswith("dead-") == bool(dead))
    return next((n for n in alike if openings_of(n) in (openings, turned(openings))), "")


def path_counts(text: str) -> list[int]:
    """
    How many path cards of each shape ``NESW:5+NES:5+...`` names.

    Raises
    ------
    BadInput
        For an unknown shape, one that is named twice, or a number that is none.
    """
    counts = dict.fromkeys(SHAPES, 0)
    named = set()
    for item in text.split("+") if text != "none" else ():
        shape, colon, number = item.partition(":")
        if shape not in counts:
            hint = nearest(same_card(shape) or shape, SHAPES)
            raise BadInput(f"path_cards={text}: no shape {shape!r}{hint}")
        if shape in named:
            raise BadInput(f"path_cards={text}: {shape} is there twice; give it once")
        if not (colon and number.isascii() and number.isdigit() and len(number) < 4):
            raise BadInput(f"path_cards={text}: {item!r} must be a shape and a number, as in NS:4")
        named.add(shape)
        counts[shape] = int(number)
    if sum(counts.values()) > MOST_PATHS:
        raise BadInput(
            f"path_cards={text}: {sum(counts.values())} cards; the grid has room for {MOST_PATHS}"
        )
    return list(counts.values())


def stone_openings(text: str) -> list[int]:
    """
    The openings of the two stone goals that ``NE+NW`` names, as they are when unturned.

    Raises
    ------
    BadInput
        If it does not name two through cards.
    """
    items = text.split("+")
    for shape in items:
        if not shape or [side for side in SIDES if side in shape] != list(shape):
            upright = "".join(side for side in SIDES if side in shape.upper())
            example = upright if sorted(upright) == sorted(shape.upper()) else ""
            raise BadInput(
                f"stone_goals={text}: {shape!r} must be openings in the order NESW, as in "
                f"{example or 'NE or NSW'}"
            )
    if len(items) != STONES:
        raise BadInput(f"stone_goals={text}: goals named: {len(items)}; there are two of stone")
    return [openings_of(shape) for shape in items]


def deck_of(values) -> list[int]:
    """The types of all cards that are dealt and drawn, in the order of the types (A1, A2)."""
    counts = path_counts(values["path_cards"])
    counts += [values["sabotage"]] * 3 + [values["repair"]] * 3 + [values["joker"]] * 3
    counts += [values["secret"], values["cave_in"]]
    return [card for card, count in enumerate(counts) for _ in range(count)]
