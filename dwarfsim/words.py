"""
Findings in words, made from numbers: right whichever way the numbers fall.
"""

import math
from collections.abc import Iterable

NONE = "no difference seen"
DECIMALS = 4  # of a percentage, at most
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count(number: int) -> str:
    """A small whole number as a word."""
    return _SMALL[number] if 0 <= number < len(_SMALL) else f"{number:,}"


def listed(items: Iterable, last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    items = [str(item) for item in items]
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def spans(numbers: Iterable[int], noun: str = "") -> str:
    """Whole numbers with their runs joined: ``levels 1 to 3 and 6``."""
    numbers, runs = sorted(set(numbers)), []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = []
    for low, high in runs:
        parts += [f"{low} to {high}"] if high > low + 1 else map(str, range(low, high + 1))
    noun = f"{noun}{'s' if len(numbers) > 1 else ''} " if noun else ""
    return noun + listed(parts)


def capital(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


def percent(mean: float, low: float | None = None, high: float | None = None) -> str:
    """
    A probability in percent, with the digits that its interval allows.

    Without one, whole percents, but a decimal or more of what is near 0 or 100.
    """
    if low is None or high is None or not high > low:
        value = round(100 * mean, 9)
        end = min(value, 100 - value)
        digits = 0 if end >= 10 or value == round(value) else 1
        digits = digits if end >= 1 or not digits else -math.floor(math.log10(end))
        return f"{value:.{digits}f} %"
    return f"{_shown(mean, low, high)[0]} %"


def percent_interval(mean: float, low: float, high: float) -> str:
    """``22.2 % (21.9 to 22.5)``."""
    mean, low, high = _shown(mean, low, high)
    return f"{mean} % ({low} to {high})"


def points(mean: float, low: float, high: float) -> str:
    """A difference of probabilities in percentage points: ``+3.1 (2.8 to 3.4)``."""
    texts = _shown(mean, low, high)
    mean, low, high = (text.replace("-", "−") for text in texts)
    plus = "" if mean.startswith("−") or float(texts[0]) == 0 else "+"
    return f"{plus}{mean} ({low} to {high})"


def decimals(half: float) -> int:
    """
    The decimals for a number that is known to within plus or minus `half`.

    Two digits of `half` if it begins below 35, else one (as the Particle Data Group rounds).
    """
    mantissa, _, exponent = f"{half:.2e}".partition("e")
    return max(0, (1 if float(mantissa) < 3.55 else 0) - int(exponent))


def _shown(mean: float, low: float, high: float) -> tuple[str, str, str]:
    digits = min(decimals(50 * (high - low)), DECIMALS) if high > low else 2
    return tuple(f"{100 * x:z.{digits}f}" for x in (mean, low, high))


def odds(probability: float, games: int = 0) -> str:
    """A probability as people say it: ``about nine games in ten``, ``about one game in 45``."""
    if probability <= 0:
        return f"none of {games:,} games" if games else "no game"
    if probability >= 0.995:
        return "almost every game"
    if probability >= 0.195:
        tenths = round(10 * probability)
        if tenths == 10:
            return f"about {round(100 * probability)} games in 100"
        if tenths == 5:
            return "about half of the games"
        return f"about {count(tenths)} games in ten"
    number = 1 / probability
    step = 10 ** max(0, math.floor(math.log10(number)) - 1)
    return f"about one game in {count(int(round(number / step) * step))}"


def saved(gain: float) -> str:
    """What pairing saved, as a sentence."""
    if not math.isfinite(gain) or gain < 1.15:
        return "Pairing saved hardly any games here."
    shown = f"{gain:.1f}" if gain < 10 else f"{gain:.0f}"
    return f"Without pairing, as narrow intervals would have taken up to {shown} times the games."
