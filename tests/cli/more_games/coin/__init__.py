"""The smallest game: guess a coin. It compiles in no time."""

from dwarfsim.game import Game, Outcome, Parameter

GAME = Game(
    name="coin",
    title="Coin",
    summary="guess a coin",
    module=__name__,
    parameters=(Parameter("bias", int, 50, "chance of heads in percent", 0, 100, source="toy"),),
    outcomes=(Outcome("won", "the guess was right", kind="flag", win=True),),
    seats=lambda values: 1,
    default_seats="heads",
)
