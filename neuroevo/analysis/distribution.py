"""Distributions of whole numbers, exact to rounding: sums of many and the largest of many."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import signal, stats

from neuroevo.analysis.kernels.distributions import chances_of_any, sum_chances
from neuroevo.arithmetic import total

MOST_COUNTED = 2_000_000
"""Different sums up to which all are counted: some seconds, and 100 MB."""
MOST_DIRECT = 10**9
"""Products of chances up to which all are added up, in a second; beyond it, by Fourier's way."""
NORMAL_REACH = 15.0
"""Standard deviations beyond which nothing lies: one in 10^50."""


@dataclass(frozen=True)
class Distribution:
    """Chances of the whole numbers first, first + 1, …; chances: (k,) float64 that add up to 1.

    >>> die = Distribution(1, np.full(6, 1 / 6))
    >>> round(die.sum_of(2).at_least(12) * 36, 6)
    1.0
    >>> round(die.largest_of(2).at_least(6) * 36, 6)
    11.0
    """

    first: int
    chances: NDArray[np.float64]
    limit_law: bool = False
    """Whether the normal law took the place of counting, for sums of too many numbers."""

    @classmethod
    def of_sample(cls, values: NDArray[np.int64]) -> Distribution:
        """The observed shares of whole numbers: (n,) int64."""
        first = int(values.min())
        return cls(first, np.bincount(values - first) / len(values))

    @property
    def values(self) -> NDArray[np.int64]:
        """The numbers themselves: (k,)."""
        return np.arange(self.first, self.first + len(self.chances))

    @property
    def mean(self) -> float:
        """The expected value."""
        return total(self.values * self.chances)

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return math.sqrt(total((self.values - self.mean) ** 2 * self.chances))

    def at_least(self, value: float) -> float:
        """The chance of this number or more."""
        return min(1.0, total(self.chances[self.values >= value]))

    def quantile(self, share: float) -> int:
        """The smallest number that is not exceeded with at least this chance."""
        reached = np.cumsum(self.chances) >= share - 1e-12
        return int(self.values[np.argmax(reached)]) if reached.any() else int(self.values[-1])

    def plus(self, other: Distribution) -> Distribution:
        """The sum of two independent numbers."""
        # The direct way adds only what is not negative: small chances keep their digits.
        if len(self.chances) * len(other.chances) <= MOST_DIRECT:
            chances = sum_chances(self.chances, other.chances)
        else:
            chances = np.clip(signal.fftconvolve(self.chances, other.chances), 0, None)
        limit_law = self.limit_law or other.limit_law
        return Distribution(self.first + other.first, chances / total(chances), limit_law)

    def sum_of(self, count: int) -> Distribution:
        """The sum of `count` independent numbers; by the normal law where counting is too long."""
        if count * (len(self.chances) - 1) > MOST_COUNTED and self.sd > 0:
            return self._normal_sum(count)
        added = Distribution(0, np.ones(1))
        doubled = self
        while count:
            if count % 2:
                added = added.plus(doubled)
            count //= 2
            if count:
                doubled = doubled.plus(doubled)
        return added

    def _normal_sum(self, count: int) -> Distribution:
        """The sum by its limit law: a normal number of the same mean and sd, rounded."""
        mean, sd = count * self.mean, math.sqrt(count) * self.sd
        lowest, highest = count * self.first, count * (self.first + len(self.chances) - 1)
        first = max(lowest, math.floor(mean - NORMAL_REACH * sd))
        last = min(highest, math.ceil(mean + NORMAL_REACH * sd))
        above = stats.norm.sf((np.arange(first, last + 2) - 0.5 - mean) / sd)
        chances = above[:-1] - above[1:]  # tails from above: small chances keep their digits there
        return Distribution(first, chances / total(chances), limit_law=True)

    def largest_of(self, count: int) -> Distribution:
        """The largest of `count` independent numbers."""
        above = np.cumsum(self.chances[::-1])[::-1]  # P(X >= value), precise where it is small
        reach = chances_of_any(np.minimum(above, 1 - 1e-16), count)
        reach[0] = 1.0
        return Distribution(self.first, reach - np.append(reach[1:], 0.0), self.limit_law)
