"""
Strategies for 10 Dwarves, weakest first.

A player is asked what to do ("act"), which of the two cards that it looked at it takes ("take"),
and what it says at the end of its turn ("state"); who has a character, when to use it
("character"), and the herald what to say besides ("herald").
"""

from ...bits import lowest, size
from ...game import Knob, Strategy
from ...jit import kernel
from ...rng import below
from .beliefs import FIRST, MINE, OURS, SCRATCH, count_first, members, relate, take_statements
from .conventions import LOWEST, hear_all, hear_takings, say_lowest
from .rules import take_lower
from .signals import MEMORY, count_worlds, follow, say_code
from .view import (
    END,
    NO_SPEECH,
    SILENT,
    flip,
    guess,
    look,
    lower,
    number_of,
    others_cards,
)
from .weights import weigh_first

# ------------------------------------------------------------------------------ random


@kernel
def any_of(cards, luck, draw):
    """A uniform card of a set."""
    for _ in range(below(luck, draw, size(cards))):
        cards &= cards - 1
    return lowest(cards)


@kernel
def random_act(view, me):
    """Any action that there is, by the fall of a coin; another one after a right flip, too."""
    others = others_cards(view, me.seat)
    if view.flips > 0 and below(me.luck, 0, 2) == 0:
        return END
    looks = view.centre != 0
    if looks and others:
        looks = below(me.luck, 1, 2) == 0
    if not looks:
        return flip(any_of(others, me.luck, 2))
    x = any_of(view.centre, me.luck, 3)
    rest = view.centre & ~(1 << x)
    return look(x, any_of(rest, me.luck, 4) if rest else x)


@kernel
def random_take(view, me):
    """Either card."""
    return view.second if below(me.luck, 0, 2) else view.first


# ------------------------------------------------------------------------------ silent


@kernel
def unseen_first(view):
    """Action 1 with the cards that this player does not know, those of the lowest places first."""
    news, olds = view.centre & ~view.known, view.centre & view.known
    if size(view.centre) == 1:
        return look(lowest(view.centre), lowest(view.centre))
    x = lowest(news if news else olds)
    news, olds = news & ~(1 << x), olds & ~(1 << x)
    return look(x, lowest(news if news else olds))


@kernel
def likeliest(view, scratch, seat):
    """The other players' card that is likeliest to be the next, by part FIRST (tie: oldest)."""
    best, chosen, oldest = -1.0, -1, 16
    cards = others_cards(view, seat)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        ways, since = scratch[FIRST + card], number_of(view.since, card)
        if ways > best or (ways == best and since < oldest):
            best, chosen, oldest = ways, card, since
    return chosen


@kernel
def count_facts(view, memory):
    """Counts what is certain, whatever others chose to do or to say."""
    take_statements(memory, view.below, view.dwarves)
    return count_first(memory, view.dwarves, view.known, view.numbers, view.next)


@kernel
def flip_or_look(view, me, threshold):
    """Flips what is likely enough to be the next, else looks; guesses if it must."""
    if others_cards(view, me.seat) == 0:
        return END if view.flips > 0 else unseen_first(view)
    take_statements(me.memory, view.below, view.dwarves)
    ways = count_first(me.memory, view.dwarves, view.known, view.numbers, view.next)
    card = likeliest(view, me.memory, me.seat)
    if me.memory[FIRST + card] / ways >= threshold:
        return flip(card)
    if view.flips > 0:
        return END
    return unseen_first(view) if view.centre else guess(card)


@kernel
def silent_act(view, me):
    """Flips at a probability of P and more, guesses only if it must, and else looks."""
    return flip_or_look(view, me, me.knobs[0])


# ------------------------------------------------------------------------------ chain


@kernel
def nearest_known(view, scratch, sure, row):
    """Of the known cards two whose order is news, next to each other if there are such."""
    place = 0  # row: the known cards by number
    numbers = 0
    cards = sure
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        place |= card << 4 * number_of(row, card)
        numbers |= 1 << number_of(row, card)
    for gap in range(1, view.dwarves):
        pairs = numbers & numbers >> gap
        while pairs:
            number = lowest(pairs)
            pairs &= pairs - 1
            x, y = number_of(place, number), number_of(place, number + gap)
            if members(scratch, OURS, y) >> x & 1 == 0:
                return lower(x, y)
    return SILENT


@kernel
def any_news(view, scratch):
    """Any relation that is certain to this player and news, by the places of the two cards."""
    for x in range(view.dwarves):
        for y in range(view.dwarves):
            news = members(scratch, MINE, y) & ~members(scratch, OURS, y)
            if news >> x & 1:
                return lower(x, y)
    return SILENT


@kernel
def chain_state(view, me):
    """Says what is news of cards that it knows, those next to each other first."""
    if view.statements == NO_SPEECH:
        return SILENT
    take_statements(me.memory, view.below, view.dwarves)
    relate(me.memory, view.dwarves, view.common, view.numbers, OURS)
    sure, row = relate(me.memory, view.dwarves, view.known, view.numbers, MINE)
    answer = nearest_known(view, me.memory, sure, row)
    return answer if answer != SILENT else any_news(view, me.memory)


# ------------------------------------------------------------------------------ higher


@kernel
def decide(view, me, ways, threshold):
    """With the counts in part FIRST: flips what is likely enough, else looks; guesses if it must."""
    card = likeliest(view, me.memory, me.seat)
    if me.memory[FIRST + card] / ways >= threshold:
        return flip(card)
    if view.flips > 0:
        return END
    return unseen_first(view) if view.centre else guess(card)


@kernel
def higher_act(view, me):
    """As `chain`, with what the takings tell."""
    if others_cards(view, me.seat) == 0:
        return END if view.flips > 0 else unseen_first(view)
    take_statements(me.memory, view.below, view.dwarves)
    hear_takings(me.memory, view)
    ways = count_first(me.memory, view.dwarves, view.known, view.numbers, view.next)
    if ways == 0:  # somebody does not keep to the convention
        ways = count_facts(view, me.memory)
    return decide(view, me, ways, me.knobs[0])


@kernel
def take_higher(view, me):
    """The higher one of the two."""
    return view.first + view.second - take_lower(view, me)


# ------------------------------------------------------------------------------ lowest

_P, _NEAR, _TRUST = range(3)


@kernel
def lowest_act(view, me):
    """Flips what is certain if all keep to the convention."""
    if others_cards(view, me.seat) == 0:
        return END if view.flips > 0 else unseen_first(view)
    hints = hear_all(me.memory, view, int(me.knobs[_NEAR]))
    take_statements(me.memory, view.below, view.dwarves)
    doubt = 1.0 - me.knobs[_TRUST]
    ways = weigh_first(me.memory, view.dwarves, view.known, view.numbers, view.next, hints, doubt)
    if ways == 0:
        ways = count_facts(view, me.memory)
    return decide(view, me, ways, me.knobs[_P])


@kernel
def take_near(view, me):
    """The lower one, if it is near the next number."""
    card = take_lower(view, me)
    near = number_of(view.numbers, card) <= view.next + me.knobs[_NEAR]
    return card if near else view.first + view.second - card


@kernel
def lowest_state(view, me):
    """Says which of the cards it has looked at is the lowest, and how low."""
    hear_all(me.memory, view, int(me.knobs[_NEAR]))
    return say_lowest(view, me.memory, me.seat)


# ------------------------------------------------------------------------------ signal


@kernel
def signal_act(view, me):
    """Hears what the convention tells."""
    others = others_cards(view, me.seat)
    if others == 0:
        return END if view.flips > 0 else unseen_first(view)
    clues = follow(me.memory, view, me.seat, 1)
    ways = count_worlds(me.memory, view, clues)
    if ways == 0:
        take_statements(me.memory, view.below, view.dwarves)
        ways = count_first(me.memory, view.dwarves, view.known, view.numbers, view.next)
    card = likeliest(view, me.memory, me.seat)
    if me.memory[FIRST + card] / ways >= me.knobs[0]:
        return flip(card)
    if view.flips > 0:
        return END
    return unseen_first(view) if view.centre else guess(card)


@kernel
def signal_state(view, me):
    """Says."""
    return say_code(me.memory, view, me.seat)


# ------------------------------------------------------------------------------ the ladder

_BOLD = {"p": Knob(1.0, "least probability of a flip that is not forced", 0, 1)}

random = Strategy(
    "random",
    {"act": random_act, "take": random_take},
    doc="Any action, any cards, and no statement of its own.",
)
silent = Strategy(
    "silent",
    {"act": silent_act},
    knobs=_BOLD,
    memory=SCRATCH,
    doc="Counts what is certain; flips at probability P, takes the lower card, says nothing.",
)
chain = Strategy(
    "chain",
    {"state": chain_state},
    inherits=silent,
    doc="As `silent`, and says what is news to all: of known cards those next to each other.",
)

higher = Strategy(
    "higher",
    {"act": higher_act, "take": take_higher},
    inherits=chain,
    doc="As `chain`, but takes the higher card, and all know that of two cards it was.",
)
lowest_card = Strategy(
    "lowest",
    {"act": lowest_act, "take": take_near, "state": lowest_state},
    knobs={
        **_BOLD,
        "near": Knob(9, "takes the lower card up to this far from the next", 0, 9, whole=True),
        "trust": Knob(1, "that a partner keeps to the convention; 1: takes it for certain", 0, 1),
    },
    memory=LOWEST,
    doc="Takes the lower card, and says which card is its lowest and how low; all know that.",
)

signal = Strategy(
    "signal",
    {"act": signal_act, "take": take_higher, "state": signal_state},
    knobs=_BOLD,
    memory=MEMORY,
    doc="Names the pair of cards whose number stands for all that it has seen; all know the code.",
)
STRATEGIES = (random, silent, chain, higher, lowest_card, signal)
