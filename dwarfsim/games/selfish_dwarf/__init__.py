"""Saboteur: Selfish Dwarf: roles, tunnels and suspicion, one round for gold points."""

from ...errors import BadInput
from ...game import Game, Outcome, Parameter
from .cards import NUMBERS, SHAPES, deck_of, path_counts, stone_openings

ROLES = ("saboteur", "digger", "selfish")
DEALT = {  # saboteurs, gold-diggers, selfish, by the number of players
    5: (1, 3, 1),
    6: (2, 3, 1),
    7: (2, 4, 1),
    8: (2, 5, 1),
    9: (3, 5, 1),
    10: (3, 6, 1),
}
HANDS = {5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
RULEBOOK = "rulebook"
LISTED = "three public listings"


class Texts(Parameter):
    """A list of texts: joined by ``+``, or an array in a rules file."""

    def check(self, value):
        """The list as one text, as it is written on the command line."""
        if isinstance(value, list | tuple):
            items = [str(item) for item in value]
            value = "none" if not items else "+".join(items)
        return super().check(value)


def _paths(**changed) -> str:
    counts = dict(zip(SHAPES, NUMBERS)) | changed
    return "+".join(f"{shape}:{count}" for shape, count in counts.items())


def _cards(name: str, default: int, text: str, sweep: str = "") -> Parameter:
    return Parameter(name, int, default, text, low=0, high=50, id="A2", source=LISTED, sweep=sweep)


PARAMETERS = (
    Parameter(
        "players",
        int,
        7,
        "players at the table",
        low=5,
        high=10,
        id="R10",
        source="rulebook: 5 to 10",
        sweep="5..10",
    ),
    Parameter(
        "start",
        int,
        "random",
        "the seat that begins, or random",
        low=0,
        high=9,
        also=("random",),
        id="R10",
        source="not printed",
        sweep="0,3,random",
    ),
    Parameter(
        "selfish",
        bool,
        True,
        "one gold-digger is replaced by the Selfish Dwarf; false: the base game",
        id="R7",
        source=RULEBOOK,
        sweep="true,false",
    ),
    Parameter(
        "saboteur_gold",
        tuple,
        (4, 3, 3),
        "gold of each saboteur when the round has one, two, three of them",
        low=0,
        high=99,
        id="R9",
        source="rulebook: the sheet's table",
        sweep="4+3+3,4+4+4",
    ),
    Texts(
        "path_cards",
        str,
        _paths(),
        "path cards by their openings, as shape : number of cards",
        id="A1",
        source="five public listings",
        sweep=f"{_paths()},{_paths(NS=3, EW=4)}",
    ),
    _cards("sabotage", 3, "sabotage cards of each of the three tools", "2..4"),
    _cards("repair", 2, "repair cards of each tool"),
    _cards("joker", 1, "repair cards of each pair of tools"),
    _cards("secret", 6, "cards to look at a goal with", "4..8"),
    _cards("cave_in", 3, "cards that remove a path card"),
    Texts(
        "stone_goals",
        str,
        "NE+NW",
        "the openings of the two stone goals, unturned",
        id="A3",
        source="a public listing",
        sweep="NE+NW,NESW+NESW",
    ),
    Parameter(
        "goal_distance",
        int,
        7,
        "empty columns between the entrance and the goals",
        low=1,
        high=20,
        id="A4",
        source="public listings",
        sweep="5..8",
    ),
    Parameter(
        "max_turns",
        int,
        1000,
        "cap on turns; a round that reaches it counts as unfinished",
        low=1,
        high=1_000_000,
        id="R6",
        source="dwarfsim",
    ),
)


def roles_dealt(values) -> tuple[int, int, int]:
    """How many saboteurs, gold-diggers and Selfish Dwarves the table has."""
    saboteurs, diggers, selfish = DEALT[values["players"]]
    return (saboteurs, diggers, selfish) if values["selfish"] else (saboteurs, diggers + selfish, 0)


def _cards_in_deck(values) -> int:
    return len(deck_of(values))


def _most_gold(values) -> int:
    return max(4, *values["saboteur_gold"])


def _mean_gold(role: str, most) -> Outcome:
    text = f"gold of a {role}, a mean over the round's; 0 where there is none"
    name = f"gold_{role}"
    return Outcome(name, text, kind="real", high=most, scale=2520, unit="gold")


OUTCOMES = (
    Outcome("winner_diggers", "the gold-diggers win", kind="flag", win=True),
    Outcome("winner_selfish", "the Selfish Dwarf wins", kind="flag", win=True),
    Outcome("winner_saboteurs", "the saboteurs win", kind="flag", win=True),
    _mean_gold("saboteur", _most_gold),
    _mean_gold("digger", 3),
    _mean_gold("selfish", 4),
    Outcome("gold", "gold", seat=True, high=_most_gold, unit="gold"),
    Outcome("turns", "turns of all players", high=_cards_in_deck, unit="turns"),
    Outcome(
        "paths_laid",
        "path cards laid",
        high=lambda v: sum(path_counts(v["path_cards"])),
        unit="cards",
    ),
    Outcome("goals_turned", "goals turned over", high=3, unit="goals"),
    Outcome("deck_left", "cards left to draw", high=_cards_in_deck, unit="cards"),
    Outcome("start", "the seat that began", high=lambda v: v["players"] - 1),
)


def _check(values) -> None:
    path_counts(values["path_cards"])
    stone_openings(values["stone_goals"])
    gold = values["saboteur_gold"]
    if len(gold) != 3:
        shown = "+".join(map(str, gold)) or "none"
        raise BadInput(
            f"saboteur_gold={shown}: {len(gold)} values; there are three, for one, two and three "
            "saboteurs"
        )
    players = values["players"]
    if values["start"] != "random" and values["start"] >= players:
        last = players - 1
        raise BadInput(f"start={values['start']}: the seats are 0 to {last}; the nearest is {last}")
    cards, dealt = _cards_in_deck(values), players * HANDS[players]
    if cards < dealt:
        raise BadInput(
            f"path_cards, sabotage, repair, joker, secret, cave_in: {cards} cards are too few: "
            f"{players} players are dealt {dealt}"
        )


GAME = Game(
    name="selfish-dwarf",
    title="Saboteur: Selfish Dwarf",
    summary="tunnels to hidden gold, with saboteurs and a dwarf who will not share",
    module=__name__,
    parameters=PARAMETERS,
    outcomes=OUTCOMES,
    seats=lambda values: values["players"],
    check=_check,
    default_seats="plain",
    roles=ROLES,
)
