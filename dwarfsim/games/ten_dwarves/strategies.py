"""
Strategies for 10 Dwarves, weakest first.

A player is asked what to do ("act"), which of the two cards that it looked at it takes ("take"),
and what it says at the end of its turn ("state"); who has a character, when to use it
("character"), and the herald what to say besides ("herald").

`random`, `silent` and `chain` are the rules page's. Three conventions stand above them; a table has
to share one, since what a choice tells is part of it (`conventions`, `signals`):

`higher`: as `chain`, but of two cards the higher one is taken. So 0 stays in the centre to the end,
where it does not lie before the one player who may not turn it over; and all know of every card
that was put back that it is lower than the one taken.

`lowest`: people can play it. Look at the cards that the fewest have looked at; take the lower one.
At the end of the turn think of the cards that you have looked at and whose number not all can tell
yet: x, the lowest of them, has some place among the numbers that not all can tell yet, first,
second or so. Name x together with the first, second or so (from the left) of the other cards that
you have looked at, or with the last one if x is further up. So all learn which of your cards is
the lowest and, mostly, its number.

`signal`: a computer's convention. Cards are looked at and taken as with `lowest`, but which two
cards are named tells what the speaker has seen, by a code that uses every pair of cards that could
be named (`signals`). `best` is `signal` with the knobs that a search found: it takes the higher
card, as `higher` does.
"""

from dataclasses import replace

from ...bits import lowest, size
from ...game import Knob, Strategy
from ...jit import kernel
from ...rng import below
from .beliefs import MINE, OURS, count_first, members, relate
from .choices import decide, look_at_news, peek_likeliest, swap_news
from .conventions import LOWEST, hear_all, hear_takings, say_lowest
from .recall import RECALLING, recall, recall_statements
from .rules import take_lower
from .signals import SIGNALS, count_worlds, follow, say_code
from .view import (
    CARDS,
    END,
    NO_SPEECH,
    SAID,
    SILENT,
    SWAPPER,
    flip,
    hand_of,
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

_P, _FORGET, _NEAR, _TRUST = range(4)  # knobs of all that people play
_LATE = 3  # cards of the centre, when the swapper of a strong convention swaps


@kernel
def count_facts(view, me, forget):
    """Counts by what is certain, whatever others chose to do or to say."""
    recall_statements(me.memory, view, forget)
    return count_first(me.memory, view.dwarves, view.known, view.numbers, view.next)


@kernel
def silent_act(view, me):
    """Flips at a probability of P and more, guesses only if it must, and else looks."""
    forget = me.knobs[_FORGET]
    view = recall(view, me, forget)
    if others_cards(view, me.seat) == 0:
        return END if view.flips > 0 else look_at_news(view, False)
    return decide(view, me, count_facts(view, me, forget), me.knobs[_P], False)


# ------------------------------------------------------------------------------ chain


@kernel
def nearest_known(view, scratch, sure, row):
    """Of the known cards two whose order is news, next to each other if there are such."""
    place = numbers = 0  # a row of the known cards by their numbers; the set of these
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
            able = view.sayable >> x & view.sayable >> y & 1
            if able and members(scratch, OURS, y) >> x & 1 == 0:
                return lower(x, y)
    return SILENT


@kernel
def any_news(view, scratch):
    """Any relation that is certain to this player and news, by the places of the two cards."""
    for x in range(view.dwarves):
        for y in range(view.dwarves):
            news = members(scratch, MINE, y) & ~members(scratch, OURS, y)
            if news >> x & view.sayable >> x & view.sayable >> y & 1:
                return lower(x, y)
    return SILENT


@kernel
def chain_state(view, me):
    """Says what is news of cards that it knows, those next to each other first."""
    if view.statements == NO_SPEECH:
        return SILENT
    view = recall(view, me, me.knobs[_FORGET])
    recall_statements(me.memory, view, me.knobs[_FORGET])
    relate(me.memory, view.dwarves, view.common, view.numbers, OURS)
    sure, row = relate(me.memory, view.dwarves, view.known, view.numbers, MINE)
    answer = nearest_known(view, me.memory, sure, row)
    return answer if answer != SILENT else any_news(view, me.memory)


# ------------------------------------------------------------------------------ higher


@kernel
def count_higher(view, me, forget):
    """As `count_facts`, with what the takings tell."""
    recall_statements(me.memory, view, forget)
    hear_takings(me.memory, view)
    ways = count_first(me.memory, view.dwarves, view.known, view.numbers, view.next)
    if ways == 0:  # somebody does not keep to the convention
        ways = count_facts(view, me, forget)
    return ways


@kernel
def higher_act(view, me):
    """As `chain`, with what the takings tell."""
    forget = me.knobs[_FORGET]
    view = recall(view, me, forget)
    if others_cards(view, me.seat) == 0:
        return END if view.flips > 0 else look_at_news(view, False)
    return decide(view, me, count_higher(view, me, forget), me.knobs[_P], False)


@kernel
def higher_character(view, me):
    """The seer or the swapper."""
    view = recall(view, me, me.knobs[_FORGET])
    if number_of(view.characters, me.seat) == SWAPPER:
        return swap_news(view, me.seat, CARDS)
    return peek_likeliest(view, me, count_higher(view, me, me.knobs[_FORGET]), me.knobs[_P])


@kernel
def take_higher(view, me):
    """The higher one of the two."""
    return view.first + view.second - take_lower(view, me)


# ------------------------------------------------------------------------------ lowest


@kernel
def weigh_lowest(view, me, forget):
    """As `count_facts`, with what partners' choices tell, as far as they are trusted."""
    hints = hear_all(me.memory, view, int(me.knobs[_NEAR]), forget)
    recall_statements(me.memory, view, forget)
    doubt = 1.0 - me.knobs[_TRUST]
    ways = weigh_first(me.memory, view.dwarves, view.known, view.numbers, view.next, hints, doubt)
    if ways == 0:  # somebody does not keep to the convention
        ways = count_facts(view, me, forget)
    return ways


@kernel
def lowest_act(view, me):
    """Flips what is likely enough, as far as partners are trusted to keep to the convention."""
    forget = me.knobs[_FORGET]
    view = recall(view, me, forget)
    if others_cards(view, me.seat) == 0:
        return END if view.flips > 0 else look_at_news(view, True)
    return decide(view, me, weigh_lowest(view, me, forget), me.knobs[_P], True)


@kernel
def lowest_character(view, me):
    """The seer or the swapper."""
    view = recall(view, me, me.knobs[_FORGET])
    if number_of(view.characters, me.seat) == SWAPPER:
        return swap_news(view, me.seat, _LATE)
    return peek_likeliest(view, me, weigh_lowest(view, me, me.knobs[_FORGET]), me.knobs[_P])


@kernel
def take_near(view, me):
    """The lower one if it is near the next number, else the higher one."""
    card = take_lower(view, me)
    near = number_of(view.numbers, card) <= view.next + me.knobs[_NEAR]
    return card if near else view.first + view.second - card


@kernel
def lowest_state(view, me):
    """Says which of the cards it has looked at is the lowest, and how low."""
    if view.statements == NO_SPEECH:
        return SILENT
    view = recall(view, me, me.knobs[_FORGET])
    hear_all(me.memory, view, int(me.knobs[_NEAR]), me.knobs[_FORGET])
    return say_lowest(view, me.memory, me.seat)


# ------------------------------------------------------------------------------ signal

_FOCUS, _FEWEST = 1, 3  # knobs of signal; _P and _NEAR as above
_HERALD = 5  # how many cards the herald must have looked at to speak


@kernel
def count_signals(view, me):
    """As `count_facts`, with what all statements stand for."""
    clues = follow(me.memory, view, me.seat, int(me.knobs[_NEAR]), int(me.knobs[_FOCUS]))
    ways = count_worlds(me.memory, view, clues)
    if ways == 0:  # somebody does not keep to the convention
        ways = count_facts(view, me, 0.0)
    return ways


@kernel
def signal_act(view, me):
    """Flips what is likely enough among all that would have made the others say what they said."""
    fewest = me.knobs[_FEWEST] != 0
    if others_cards(view, me.seat) == 0:
        return END if view.flips > 0 else look_at_news(view, fewest)
    return decide(view, me, count_signals(view, me), me.knobs[_P], fewest)


@kernel
def signal_character(view, me):
    """The seer or the swapper."""
    if number_of(view.characters, me.seat) == SWAPPER:
        return swap_news(view, me.seat, _LATE)
    return peek_likeliest(view, me, count_signals(view, me), me.knobs[_P])


@kernel
def signal_state(view, me):
    """Names the pair of cards whose number stands for what it has seen."""
    if view.statements == NO_SPEECH:
        return SILENT
    return say_code(me.memory, view, me.seat, int(me.knobs[_FOCUS]), 0)


@kernel
def signal_herald(view, me):
    """The same once more, by another code, if it has spoken and can name many pairs."""
    last = view.lines - 1
    if view.events[last, 0] != view.turn or view.events[last, 2] != SAID:
        return SILENT
    if size(hand_of(view.looked, me.seat)) < min(view.dwarves, _HERALD):
        return SILENT
    return say_code(me.memory, view, me.seat, int(me.knobs[_FOCUS]), 1)


# ------------------------------------------------------------------------------ the ladder

_BOLD = {"p": Knob(1.0, "least probability of a flip that is not forced", 0, 1)}
_PEOPLE = {
    **_BOLD,
    "forget": Knob(0, "probability a turn to forget a card, or a statement", 0, 1),
}

random = Strategy(
    "random",
    {"act": random_act, "take": random_take},
    doc="Any action, any cards, and no statement of its own.",
)
silent = Strategy(
    "silent",
    {"act": silent_act},
    knobs=_PEOPLE,
    memory=RECALLING,
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
    {
        "act": higher_act,
        "take": take_higher,
        "character": higher_character,
        "herald": chain_state,
    },
    inherits=chain,
    doc="As `chain`, but takes the higher card, and all know that of two cards it was.",
)
lowest_card = Strategy(
    "lowest",
    {
        "act": lowest_act,
        "take": take_near,
        "state": lowest_state,
        "character": lowest_character,
        "herald": lowest_state,
    },
    knobs={
        **_PEOPLE,
        "near": Knob(9, "takes the lower card up to this far from the next", -1, 9, whole=True),
        "trust": Knob(1, "that a partner keeps to the convention; 1: takes it for certain", 0, 1),
    },
    memory=LOWEST,
    doc="Takes the lower card, and says which card is its lowest and how low; all know that.",
)
signal = Strategy(
    "signal",
    {
        "act": signal_act,
        "take": take_near,
        "state": signal_state,
        "character": signal_character,
        "herald": signal_herald,
    },
    knobs={
        **_BOLD,
        "focus": Knob(10, "how many of the lowest numbers the code tells", 1, 10, whole=True),
        "near": Knob(9, "takes the lower card up to this far from the next", -1, 9, whole=True),
        "fewest": Knob(1, "1: looks at what the fewest have looked at", 0, 1, whole=True),
    },
    memory=SIGNALS,
    doc="Names the pair of cards whose number stands for all that it has seen; all know the code.",
)
best = Strategy(
    "best",
    knobs={**signal.knobs, "near": replace(signal.knobs["near"], default=-1)},
    inherits=signal,
    doc="As `signal`, with the knobs that a search found: takes the higher card.",
)

STRATEGIES = (random, silent, chain, higher, lowest_card, signal, best)
