"""
Planners: `smith`, `schemer` and `champion`.

What they think gems and orders are worth is in `planning`, how they place their dwarves in
`placing`, what they do then in `dealing` and `scheming`. Their knobs come from a search that is
kept in ``analyses/search``.
"""

from dataclasses import replace

from ...game import Knob, Strategy
from ...jit import kernel
from .dealing import buy_well, discard_well, fulfil_well, lead_well, sell_well, use_well
from .placing import Outlook, best_placement
from .planning import expected_diggers, worth_of_gem
from .scheming import act_shadily, cancel_what_hurts
from .view import (
    COLOURS,
    COLUMNS,
    GOAL,
    PLACED,
    SHADOW,
    SILVER,
    count,
    diggers,
    standing,
    talers_of,
    total,
)

SPITE, SHADY = 7, 8  # knobs of schemer after those of smith
RECALL, RACE, HASTE, SCARCE, WARY = 9, 10, 11, 12, 13  # and of champion
LAST_DIGGERS = 0  # its memory: the others' diggers of the last round, by seat and colour
SHADOWS, LEADERS = 16, 17  # and how many leaders of the others it has seen, shadow dwarves and all
NEAR = 60.0  # talers from the goal: it may be reached in this round

# ------------------------------------------------------------------------------ smith


@kernel
def smith_place(view, me):
    """Digs, sells, buys and fulfils as promises most."""
    outlook = Outlook(
        worth_of_gem(view, me),
        0.0,
        0.0,
        expected_diggers(view, me, 0),
        expected_diggers(view, me, 1),
        expected_diggers(view, me, 2),
        expected_diggers(view, me, 3),
    )
    return best_placement(view, me, outlook)


@kernel
def smith_buy(view, me):
    """What is worth more than it costs."""
    return buy_well(view, me, worth_of_gem(view, me))


@kernel
def smith_fulfil(view, me):
    """The order that gains most over its gems."""
    return fulfil_well(view, me, worth_of_gem(view, me))


@kernel
def smith_sell(view, me):
    """What brings more now than later."""
    return sell_well(view, me, worth_of_gem(view, me))


@kernel
def smith_discard(view, me):
    """The cheapest that it does not need."""
    return discard_well(view, me, worth_of_gem(view, me))


# ------------------------------------------------------------------------------ schemer


@kernel
def schemer_place(view, me):
    """As `smith`, with shadow dwarves where these are worth more."""
    outlook = Outlook(
        worth_of_gem(view, me),
        me.knobs[SHADY],
        0.0,
        expected_diggers(view, me, 0),
        expected_diggers(view, me, 1),
        expected_diggers(view, me, 2),
        expected_diggers(view, me, 3),
    )
    return best_placement(view, me, outlook)


@kernel
def schemer_shadow(view, me):
    """The shady deed that is worth most."""
    return act_shadily(view, me, worth_of_gem(view, me), me.knobs[SPITE])


# ------------------------------------------------------------------------------ champion


@kernel
def watch(event, me):
    """Remember where the others dug last, and how many of their leaders were shadow dwarves."""
    if event.what == PLACED and event.seat != me.seat:
        for colour in range(COLOURS):
            place = LAST_DIGGERS + event.seat * COLOURS + colour
            me.memory[place] = count(diggers(event.a), colour)
        for column in range(COLUMNS):
            shadows = standing(event.a, SHADOW, column)
            me.memory[SHADOWS] += shadows
            me.memory[LEADERS] += shadows + standing(event.a, SILVER, column)
    return 0


@kernel
def foreseen(view, me, colour):
    """
    Diggers of the others in a tunnel.

    Between what orders ask for and the last round's, fewer where few gems are left.
    """
    left = max(1, total(view.supply))
    scarce = 1.0 + me.knobs[SCARCE] * (1.0 * COLOURS * count(view.supply, colour) / left - 1.0)
    asked = expected_diggers(view, me, colour) * max(0.0, scarce)
    if view.round == 1:
        return asked
    last = 0.0
    for seat in range(view.players):
        last += me.memory[LAST_DIGGERS + seat * COLOURS + colour]
    return asked + me.knobs[RECALL] * (last - asked)


@kernel
def worth_in_a_race(view, me):
    """
    As `worth_of_gem`; less where an opponent may soon end the game, or draw it from the bag.

    The more of the others' leaders are shadow dwarves, the less is what lies in a bag worth.
    """
    most = 0
    for seat in range(view.players):
        if seat != me.seat:
            most = max(most, talers_of(view, seat))
    near = min(1.0, max(0.0, 1.0 - (GOAL - most) / (2.0 * NEAR)))
    shady = me.memory[SHADOWS] / max(1.0, me.memory[LEADERS])
    safe = max(0.0, 1.0 - me.knobs[WARY] * shady)
    return worth_of_gem(view, me) * safe * (1.0 - me.knobs[HASTE] * near)


@kernel
def champion_place(view, me):
    """As `schemer`; it foresees the others' diggers, and races for 600."""
    outlook = Outlook(
        worth_in_a_race(view, me),
        me.knobs[SHADY],
        me.knobs[RACE],
        foreseen(view, me, 0),
        foreseen(view, me, 1),
        foreseen(view, me, 2),
        foreseen(view, me, 3),
    )
    return best_placement(view, me, outlook)


@kernel
def champion_buy(view, me):
    """As `smith`."""
    return buy_well(view, me, worth_in_a_race(view, me))


@kernel
def champion_fulfil(view, me):
    """As `smith`."""
    return fulfil_well(view, me, worth_in_a_race(view, me))


@kernel
def champion_sell(view, me):
    """As `smith`."""
    return sell_well(view, me, worth_in_a_race(view, me))


@kernel
def champion_shadow(view, me):
    """As `schemer`."""
    return act_shadily(view, me, worth_in_a_race(view, me), me.knobs[SPITE])


def tuned(strategy, **defaults):
    """A strategy's knobs with defaults that a search found for one that inherits from it."""
    return {key: replace(strategy.knobs[key], default=value) for key, value in defaults.items()}


smith = Strategy(
    "smith",
    {
        "place": smith_place,
        "lead": lead_well,
        "buy": smith_buy,
        "fulfil": smith_fulfil,
        "sell": smith_sell,
        "use": use_well,
        "discard": smith_discard,
    },
    knobs={
        "hold": Knob(6.2, "talers that a gem in the bag is worth", 0, 12),
        "own": Knob(0.4, "share of the penalty that fulfilling an own order saves", 0, 3),
        "chance": Knob(0.68, "that an own order is fulfilled a round later", 0, 1),
        "shared": Knob(0.55, "that a public order is still there a round later", 0, 1),
        "noise": Knob(0.6, "uncertainty of prices, in talers", 0, 10),
        "demand": Knob(0, "how much the others dig what orders ask for", -2, 4),
        "last": Knob(0.5, "of a gem's worth that is left in the last round but one", 0, 1),
    },
    doc="Plans the round and the next order: digs, sells dear, buys cheap, fulfils what pays.",
)
schemer = Strategy(
    "schemer",
    {"place": schemer_place, "shadow": schemer_shadow, "cancel": cancel_what_hurts},
    knobs={
        **tuned(smith, hold=7.2, own=1.5, chance=0.34, shared=0, noise=4, demand=0.8, last=1),
        "spite": Knob(0.05, "talers that a taler is worth which an opponent loses", 0, 4),
        "shady": Knob(2.0, "gems that a gem drawn from a bag is worth", 0, 4),
    },
    inherits=smith,
    doc="As `smith`, and with shadow dwarves: it draws, takes, removes and turns where that pays.",
)
champion = Strategy(
    "champion",
    {
        "place": champion_place,
        "buy": champion_buy,
        "fulfil": champion_fulfil,
        "sell": champion_sell,
        "shadow": champion_shadow,
        "observe": watch,
    },
    knobs={
        **tuned(
            schemer,
            hold=4.7,
            own=1.8,
            chance=0.48,
            shared=0.1,
            noise=0.1,
            demand=0.5,
            spite=0.05,
            shady=0.75,
        ),
        "recall": Knob(0.0, "how much the others dig where they dug last", -1, 2),
        "race": Knob(140, "talers that reaching 600 in a round is worth", 0, 500),
        "haste": Knob(0.25, "of a gem's worth that is lost where the game may end", 0, 1),
        "scarce": Knob(0.8, "how much the others shun a tunnel with few gems", -2, 4),
        "wary": Knob(1.4, "of a gem's worth lost, if all the others' leaders are shadows", 0, 5),
    },
    memory=18,
    inherits=schemer,
    doc="As `schemer`; it foresees where the others dig, keeps fewer gems where they use shadow "
    "dwarves, and watches the 600 line.",
)
