"""What the studies of stealing, of boxes and of the first seat in Digger share."""

from _digger_honest import honest_seat
from _seats import alone, between, crossing, fair_line, over_fair, ratio, tied
from _words import interval, points

from dwarfsim import words

__all__ = [
    "GAME",
    "ROBBER",
    "THROWS",
    "alone",
    "bare",
    "between",
    "column",
    "crossing",
    "fair_line",
    "honest_seat",
    "interval",
    "number",
    "over_fair",
    "points",
    "ratio",
    "tell_players",
    "tied",
]

GAME = "digger"
THROWS, ROBBER = "throws:k=5", "robber:k=5"


def tell_players(report, game, who: dict[str, str]) -> None:
    """Add the table of who plays, of tables' seats and what the report calls them."""
    called = {seat.partition(":")[0]: name for seat, name in who.items()}
    report.heading("Who plays")
    report.text("Throwers and robbers throw five times a turn at most (K = 5).")
    report.players(game, list(called), called)


def bare(found) -> str:
    """As `interval`, but for tables."""
    return interval(found).replace(" %", "").replace(" to ", "–")


def number(found) -> str:
    """A mean with the digits that its interval allows."""
    return column([found])[0]


def column(all_found) -> list[str]:
    """Means with the digits that the widest of their intervals allows."""
    half = max((found["high"] - found["low"]) / 2 for found in all_found)
    digits = min(words.decimals(half), 3) if half > 0 else 0
    return [f"{found['mean']:.{digits}f}" for found in all_found]
