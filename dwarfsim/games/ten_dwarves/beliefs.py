"""
What can be known: counting the orders of the cards that fit what somebody knows.

An *order* gives the unknown cards the open numbers. It fits if every statement holds. Orders are
counted from the highest number down, by dynamic programming over the sets of cards that are already
placed (linear extensions of the statements' partial order, where known cards set bounds to what is
below or above them). Cards of which nothing is known are alike; they are placed in one order only.

All functions work in `scratch`, SCRATCH numbers that are zero at the start of a game: before a call
its part BELOW holds, for each card, the set of cards that statements make lower (transitively), and
the parts OVER and UNDER how many of the lowest and of the highest numbers it cannot have.
"""

from ...bits import highest, lowest, size
from ...jit import kernel
from .view import ALL, CARDS, nth_of, number_of

# parts of the scratch; the first two have a number for every set of cards and are left at zero
_WAYS, _VIABLE = 0, ALL + 1
BELOW = 2 * (ALL + 1)  # for each card: those that are lower by statements; given
OVER = BELOW + CARDS  # for each card: its least number; given
UNDER = OVER + CARDS  # for each card: how far its greatest number is below the highest; given
_AFTER = UNDER + CARDS  # for each card: unknown cards that must be placed before it, from the top
_FITS = _AFTER + CARDS  # for each open number, the lowest first: cards that may have it
FIRST = _FITS + CARDS  # for each card: in how many orders it is the next
MINE = FIRST + CARDS  # for each card: those that are certain to be lower; see `relate`
OURS = MINE + CARDS  # the same for what all know
_KEEP = OURS + CARDS
_PLACES = _KEEP + CARDS
SCRATCH = _PLACES + CARDS


@kernel
def members(scratch, part, i):
    """A set that is kept in the scratch."""
    return int(scratch[part + i])


@kernel
def take_statements(scratch, below, dwarves):
    """Copy the statements' relation into the scratch; nothing else is known."""
    for card in range(dwarves):
        scratch[BELOW + card] = below[card]
        scratch[OVER + card] = scratch[UNDER + card] = 0


@kernel
def add_lower(scratch, dwarves, x, y):
    """One more relation: the card x is lower than the card y."""
    down = members(scratch, BELOW, y) | members(scratch, BELOW, x) | 1 << x
    for card in range(dwarves):
        if card == y or members(scratch, BELOW, card) >> y & 1:
            scratch[BELOW + card] = members(scratch, BELOW, card) | down


@kernel
def open_numbers(dwarves, known, numbers):
    """The set of numbers that no known card has."""
    found = (1 << dwarves) - 1
    while known:
        card = lowest(known)
        known &= known - 1
        found &= ~(1 << number_of(numbers, card))
    return found


@kernel
def bounds(scratch, dwarves, known, numbers, card):
    """The least and the greatest number that an unknown card may have, by what binds it alone."""
    low = int(scratch[OVER + card])
    high = dwarves - 1 - int(scratch[UNDER + card])
    under = members(scratch, BELOW, card) & known
    while under:
        other = lowest(under)
        under &= under - 1
        low = max(low, number_of(numbers, other) + 1)
    while known:
        other = lowest(known)
        known &= known - 1
        if members(scratch, BELOW, other) >> card & 1:
            high = min(high, number_of(numbers, other) - 1)
    return low, high


@kernel(inline=False)
def frame(scratch, dwarves, known, numbers):
    """
    What the unknown cards must obey: parts _AFTER and _FITS of the scratch.

    Returns
    -------
    (int, int)
        The set of the unknown cards that have bounds, and of those that are free: in no relation
        that tells anything, and so all alike.
    """
    unknown = ((1 << dwarves) - 1) & ~known
    for card in range(dwarves):
        scratch[_AFTER + card] = 0
    related = 0
    cards = unknown
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        under = members(scratch, BELOW, card) & unknown
        if under:
            related |= under | 1 << card
        while under:
            other = lowest(under)
            under &= under - 1
            scratch[_AFTER + other] = members(scratch, _AFTER, other) | 1 << card
    free_numbers = open_numbers(dwarves, known, numbers)
    many = size(unknown)
    for i in range(many):
        scratch[_FITS + i] = unknown
    least, most = (lowest(free_numbers), highest(free_numbers)) if many else (0, 0)
    bounded = 0
    cards = unknown
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        low, high = bounds(scratch, dwarves, known, numbers, card)
        if low > least or high < most:
            bounded |= 1 << card
            rest = free_numbers
            for i in range(many):
                number = lowest(rest)
                rest &= rest - 1
                if number < low or number > high:
                    scratch[_FITS + i] = members(scratch, _FITS, i) & ~(1 << card)
    return bounded, unknown & ~related & ~bounded


@kernel
def order_alike(scratch, cards):
    """Of cards that are alike, let each be placed before those of a lower place."""
    one = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if one >= 0:
            scratch[_AFTER + one] = 1 << card
        one = card


@kernel
def share_alike(scratch, cards):
    """Give the count of the one that stands for all of these to each of them."""
    if cards:
        each = scratch[FIRST + lowest(cards)] / size(cards)
        while cards:
            scratch[FIRST + lowest(cards)] = each
            cards &= cards - 1


@kernel
def next_in(scratch, placed, unknown, many):
    """The cards that may be placed next, from the top, after those in `placed`."""
    found, fits = 0, members(scratch, _FITS, many - 1 - size(placed)) & unknown & ~placed
    while fits:
        card = lowest(fits)
        if members(scratch, _AFTER, card) & ~placed == 0:
            found |= fits & -fits
        fits &= fits - 1
    return found


@kernel(inline=False)
def count_first(scratch, dwarves, known, numbers, wanted):
    """
    In how many of all orders each unknown card has the lowest open number.

    Parameters
    ----------
    scratch : ndarray of float64
        Part BELOW is given; the counts go to part FIRST.
    known : int
        Cards whose number is known, and so is in the row `numbers`.
    wanted : int
        The number that is asked for.

    Returns
    -------
    float
        The number of all orders, in the unit of the counts: a whole number, so that one division
        gives a probability.
    """
    for card in range(dwarves):
        scratch[FIRST + card] = 0
    unknown = ((1 << dwarves) - 1) & ~known
    cards = known
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if number_of(numbers, card) == wanted:
            scratch[FIRST + card] = 1
            return 1.0
    _, free = frame(scratch, dwarves, known, numbers)
    order_alike(scratch, free)
    many, alike = size(unknown), max(1, size(free))
    scratch[_WAYS] = 1
    placed, whole = 0, 0.0
    for _ in range(1 << many):  # all subsets of the unknown cards, each after its own subsets
        ways = scratch[_WAYS + placed]
        if ways != 0:
            scratch[_WAYS + placed] = 0
            if placed == unknown:
                whole = ways
                break
            cards = next_in(scratch, placed, unknown, many)
            last = size(placed) == many - 1
            while cards:
                card = lowest(cards)
                cards &= cards - 1
                scratch[_WAYS + (placed | 1 << card)] += ways
                if last:
                    scratch[FIRST + card] = ways * alike
        placed = (placed - unknown) & unknown
    share_alike(scratch, free)
    return whole * alike


@kernel(inline=False)
def _viable(scratch, unknown, many):
    """What all orders have in common: parts _KEEP and _PLACES (sets of cards, and of numbers)."""
    scratch[_WAYS] = 1
    placed = 0
    for _ in range((1 << many) - 1):
        if scratch[_WAYS + placed] != 0:
            cards = next_in(scratch, placed, unknown, many)
            while cards:
                scratch[_WAYS + (placed | cards & -cards)] = 1
                cards &= cards - 1
        placed = (placed - unknown) & unknown
    for card in range(CARDS):
        scratch[_KEEP + card] = ALL
        scratch[_PLACES + card] = 0
    placed = unknown
    scratch[_VIABLE + unknown] = 1
    while True:
        if scratch[_WAYS + placed] != 0:
            scratch[_WAYS + placed] = 0
            place = 1 << (many - 1 - size(placed)) if placed != unknown else 0
            cards = next_in(scratch, placed, unknown, many) if placed != unknown else 0
            viable = placed == unknown
            while cards:
                card = lowest(cards)
                cards &= cards - 1
                if scratch[_VIABLE + (placed | 1 << card)] != 0:
                    viable = True
                    scratch[_PLACES + card] = members(scratch, _PLACES, card) | place
            if viable:
                scratch[_VIABLE + placed] = 1
                cards = placed
                while cards:
                    card = lowest(cards)
                    cards &= cards - 1
                    scratch[_KEEP + card] = members(scratch, _KEEP, card) & placed
        if placed == 0:
            break
        placed = (placed - 1) & unknown
    placed = unknown
    while True:
        scratch[_VIABLE + placed] = 0
        if placed == 0:
            break
        placed = (placed - 1) & unknown


@kernel
def _treat_alike(scratch, unknown, free):
    """Give the free cards back what one order among them hid."""
    keep, places = ALL, 0
    cards = free
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        keep &= members(scratch, _KEEP, card)
        places |= members(scratch, _PLACES, card)
    cards = unknown
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        above = members(scratch, _KEEP, card)
        if free >> card & 1:
            scratch[_KEEP + card] = keep & ~free
            scratch[_PLACES + card] = places
        elif above & free != free:
            scratch[_KEEP + card] = above & ~free


@kernel(inline=False)
def relate(scratch, dwarves, known, numbers, part):
    """
    What is certain: it holds in every order that fits (R5).

    Parameters
    ----------
    scratch : ndarray of float64
        Part BELOW is given. In part `part`, for each card, the set of cards that are certain to be
        lower is written.
    known : int
        Cards whose number is known, and so is in the row `numbers`.

    Returns
    -------
    (int, int)
        As `known` and `numbers`, with the numbers that follow.
    """
    unknown = ((1 << dwarves) - 1) & ~known
    many = size(unknown)
    bounded, free = frame(scratch, dwarves, known, numbers)
    order_alike(scratch, free)
    if bounded:
        _viable(scratch, unknown, many)
        if free & (free - 1):
            _treat_alike(scratch, unknown, free)
    else:  # only the statements bind: they tell all
        chained = free & (free - 1)
        cards = unknown
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            above = 0 if chained and free >> card & 1 else members(scratch, _AFTER, card)
            under = size(members(scratch, BELOW, card) & unknown)
            scratch[_KEEP + card] = above
            spots = (1 << (many - size(above))) - (1 << under)
            scratch[_PLACES + card] = spots
    for card in range(dwarves):
        scratch[part + card] = 0
    free_numbers = open_numbers(dwarves, known, numbers)
    cards = unknown
    sure, row = known, numbers
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        above = members(scratch, _KEEP, card) & unknown & ~(1 << card)
        while above:
            other = lowest(above)
            above &= above - 1
            scratch[part + other] = members(scratch, part, other) | 1 << card
        places = members(scratch, _PLACES, card)
        least = nth_of(free_numbers, lowest(places))
        most = nth_of(free_numbers, highest(places))
        others = known
        while others:
            other = lowest(others)
            others &= others - 1
            number = number_of(numbers, other)
            if number < least:
                scratch[part + card] = members(scratch, part, card) | 1 << other
            elif most < number:
                scratch[part + other] = members(scratch, part, other) | 1 << card
        if least == most:
            sure |= 1 << card
            row |= least << 4 * card
    cards = known
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        others = known
        while others:
            other = lowest(others)
            others &= others - 1
            if number_of(numbers, other) < number_of(numbers, card):
                scratch[part + card] = members(scratch, part, card) | 1 << other
    return sure, row
