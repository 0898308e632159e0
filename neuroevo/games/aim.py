"""What a game is won by: the quantity that judges its players, its unit, and its direction.

Tricks win Spades, few points win Clubs, many win Sueca, and Euchre is won by what the scoring makes
of the tricks. Whoever judges players (fitness, yardsticks, reports, tables) asks the rule sheet for
its aim instead of looking at the rules again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from neuroevo.games.scoring import CountScoring, Scoring, StepScoring

Counted = Literal["tricks", "points", "score"]
"""Tricks taken, the points of the cards in them, or what the scoring makes of both."""


@dataclass(frozen=True)
class Aim:
    """What is counted, by side and round, and whether the fewest win.

    >>> Aim("points", fewest_wins=True).heading
    'points a round, fewest win'
    """

    counted: Counted
    fewest_wins: bool = False

    @property
    def unit(self) -> str:
        """The word for several: a score is counted in points, too."""
        return "tricks" if self.counted == "tricks" else "points"

    @property
    def is_tricks(self) -> bool:
        """Whether the count of tricks says all."""
        return self.counted == "tricks"

    @property
    def heading(self) -> str:
        """Above a column of means."""
        return f"{self.unit} a round" + (", fewest win" if self.fewest_wins else "")

    @property
    def direction(self) -> str:
        """Which way is up."""
        return f"{'fewer' if self.fewest_wins else 'more'} {self.unit} are better"

    def amount(self, value: float, digits: int = 2) -> str:
        """A number with its unit.

        >>> Aim("tricks").amount(1.0, digits=0), Aim("score").amount(0.5)
        ('1 trick', '0.50 points')
        """
        number = f"{value:,.{digits}f}"
        return f"{number} {self.unit[:-1] if number == '1' else self.unit}"

    def gain(self, value: Any, than: Any) -> Any:
        """By how much a value is better than another; below 0 if it is worse. Also of arrays.

        >>> Aim("points", fewest_wins=True).gain(1.5, 3.25)
        1.75
        """
        return than - value if self.fewest_wins else value - than

    def better(self, value: float, than: float) -> bool:
        """Whether a value is better than another."""
        return bool(self.gain(value, than) > 0)

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {"unit": self.unit, "counted": self.counted, "fewest_wins": self.fewest_wins}


def aim_of(scoring: Scoring, fewest_wins: bool) -> Aim:
    """The aim of a game with this scoring.

    Points that are counted, or reached in steps (Sueca: 61 of 120 win), are what its players try
    to take. Tricks in steps, bids and calls are another matter: there only the score tells.
    """
    if isinstance(scoring, CountScoring):
        return Aim(scoring.of, fewest_wins)
    if isinstance(scoring, StepScoring) and scoring.of == "points":
        return Aim("points", fewest_wins)
    return Aim("score", fewest_wins)
