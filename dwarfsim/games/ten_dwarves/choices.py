"""
What all strategies of 10 Dwarves have in common: which cards to look at, which to turn over, and
when to use a character.
"""

from ...bits import lowest, size
from ...jit import kernel
from .beliefs import FIRST
from .view import (
    END,
    KEEP,
    flip,
    guess,
    hand_of,
    look,
    number_of,
    others_cards,
    peek,
    swap,
)

# ------------------------------------------------------------------------------ Action 1


@kernel
def lookers(view, card):
    """How many players have looked at a card."""
    found = 0
    for seat in range(view.players):
        found += hand_of(view.looked, seat) >> card & 1
    return found


@kernel
def look_at_news(view, fewest):
    """
    Action 1 with two cards that this player does not know, those of the lowest places first.

    If `fewest`, those that the fewest players have looked at come before.
    """
    if size(view.centre) == 1:
        return look(lowest(view.centre), lowest(view.centre))
    first = second = 1000  # how little each is worth looking at; the last digit is its place
    cards = view.centre
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        rank = 100 * (view.known >> card & 1) + card
        if fewest:
            rank += 10 * lookers(view, card)
        if rank < first:
            first, second = rank, first
        elif rank < second:
            second = rank
    return look(first % 10, second % 10)


# ------------------------------------------------------------------------------ Action 2


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
def decide(view, me, ways, threshold, fewest):
    """By the counts in part FIRST: flips what is likely enough, else looks; guesses if it must."""
    card = likeliest(view, me.memory, me.seat)
    if me.memory[FIRST + card] / ways >= threshold:
        return flip(card)
    if view.flips > 0:
        return END
    return look_at_news(view, fewest) if view.centre else guess(card)


# ------------------------------------------------------------------------------ characters (A3)


@kernel
def peek_likeliest(view, me, ways, threshold):
    """The seer, before a guess: at the card that is likeliest to be the next."""
    cards = others_cards(view, me.seat)
    if view.centre != 0 or view.flips > 0 or cards == 0:
        return KEEP
    card = likeliest(view, me.memory, me.seat)
    chance = me.memory[FIRST + card] / ways
    return peek(card) if 0 < chance < threshold else KEEP


@kernel
def swap_news(view, seat, most):
    """
    The swapper, for a card of the centre that it does not know, once there are at most so many.

    It gives back its highest card.
    """
    if size(view.centre) > most:
        return KEEP
    best, news = 1000, -1
    cards = view.centre & ~view.known
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if lookers(view, card) < best:
            best, news = lookers(view, card), card
    if news < 0:
        return KEEP
    own, number = -1, -1
    cards = hand_of(view.fronts, seat)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if number_of(view.numbers, card) > number:
            own, number = card, number_of(view.numbers, card)
    return swap(own, news)
