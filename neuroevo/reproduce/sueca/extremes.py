"""Lowest and highest scores of a million games, estimated from games of our own.

The lowest of more games is lower, so extremes of different numbers of games are not compared as
they stand. From our games the number that a million of them would have at or below a score is
estimated: counted where there are games, and continued below the lowest of them by a tail. A
printed minimum is too high if too many of the million should lie below it, and too low if there
should be none so low.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from neuroevo.reproduce.verdicts import LEVEL, critical_z

MOST = 120
"""The points of a game."""
TAIL = 50
"""The tail is fitted to so many of the lowest games."""
ROOM = 0.25
"""Of a point, added on both sides: scores are whole, so this keeps an error from being zero and
decides no verdict."""


@dataclass(frozen=True)
class Extreme:
    """The extreme that a number of games would show. value: the median. low and high: the least and
    greatest that would not be called different. cells: of the document, as the rule corrects."""

    value: int
    low: int
    high: int
    cells: int

    def error(self, printed: float) -> float:
        """The standard error that makes the one rule for verdicts agree with these limits, on the
        side where the printed value lies: the luck of an extreme is not symmetric."""
        limit = self.low if printed < self.value else self.high
        return (abs(limit - self.value) + ROOM) / critical_z(self.cells)


def lowest(counts: Sequence[int], games: int, cells: int, least: int = 0) -> Extreme:
    """The lowest score of so many games. counts: our games by score, (121,). least: what the rules
    allow."""
    ours = np.asarray(counts)
    played = int(ours.sum())
    at_most = np.cumsum(ours)
    level = LEVEL / 2 / max(1, cells)
    start = int(np.searchsorted(at_most, min(TAIL, played)))
    value = max(least, median_lowest(at_most, start, games))
    # All games below a printed minimum would have to be ours by chance: (our share) ** number.
    passable = math.log(level) / math.log(played / (played + games))
    high = int(np.searchsorted(at_most, passable, side="right"))
    distance = float((ours[:start] * (start - np.arange(start))).sum() / at_most[start])
    scale = 1 / math.log1p(1 / distance) if distance else 0.0  # of a tail in whole points
    scale *= 1 + critical_z(cells) / math.sqrt(at_most[start])  # it is an estimate, too
    expected = at_most[start] * games / played
    low = max(least, round(start - scale * math.log(max(1.0, expected / level))))
    return Extreme(value, min(value, low), max(value, min(high, MOST)), cells)


def median_lowest(at_most: NDArray[np.int64], start: int, games: int) -> int:
    """The median of the lowest of so many games. at_most: our games up to each score, (121,).

    Where ours are fewer, the line from the tail's start to our own lowest is continued as on normal
    probability paper: scores fall off faster than the exponential tail that the limits allow for.
    """
    played = int(at_most[-1])
    half = math.log(2)  # the expected number of games so low, when half of all samples have any
    if games <= played:
        return int(np.searchsorted(at_most, half * played / games))
    lowest_seen = int(np.searchsorted(at_most, 1))
    shares = (at_most[start] / played, half / played, half / games)
    tail, seen, wanted = (float(norm.ppf(share)) for share in shares)
    if tail <= seen:
        return lowest_seen
    return round(lowest_seen - (start - lowest_seen) * (seen - wanted) / (tail - seen))


def highest(counts: Sequence[int], games: int, cells: int) -> Extreme:
    """The highest score of so many games: the lowest of the other team's, turned round."""
    other = lowest(counts[::-1], games, cells)
    return Extreme(MOST - other.value, MOST - other.high, MOST - other.low, cells)
