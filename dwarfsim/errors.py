"""What a user is told when something is wrong: one sentence, and the nearest right thing."""

from collections.abc import Iterable
from difflib import get_close_matches


class BadInput(ValueError):
    """The user's input cannot be used; the message is one clear sentence (exit code 2)."""


class CellFailed(RuntimeError):
    """A game could not be played to its end through a fault found while playing (exit code 1)."""


def nearest(name: str, known: Iterable[str]) -> str:
    """
    A hint that names what was probably meant.

    Parameters
    ----------
    name : str
        What the user wrote.
    known : iterable of str
        What there is.

    Returns
    -------
    str
        ``"; did you mean 'x'?"``, or ``"; there are: a, b"`` where nothing is near.
    """
    known = list(known)
    folded = {item.lower().replace("_", "-"): item for item in known}
    close = get_close_matches(name.lower().replace("_", "-"), folded, n=1, cutoff=0.5)
    if close:
        return f"; did you mean {folded[close[0]]!r}?"
    return f"; there are: {', '.join(known)}" if known else "; there are none"
