"""Means and their errors from whole numbers, added up so that the order of work can't matter."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]

UNKNOWN = "?"
"""In tables, where one value, or too few of them, can't say how sure they are."""


def with_error(
    mean: float, se: float, digits: int = 3, error_digits: int = 4, sign: str = ""
) -> str:
    """A mean and its standard error for people.

    >>> with_error(3.4567, 0.0123), with_error(60.1, math.nan, digits=1)
    ('3.457±.0123', '60.1±?')
    """
    error = UNKNOWN if math.isnan(se) else f"{se:.{error_digits}f}".removeprefix("0")
    return f"{mean:{sign}.{digits}f}±{error}"


@dataclass(frozen=True)
class Estimate:
    """A mean over rounds, the spread of single rounds, and the standard error of the mean."""

    mean: float
    sd: float
    se: float

    def as_dict(self) -> dict[str, float | None]:
        """For JSON, which has no NaN."""
        return {
            "mean": self.mean,
            "sd": None if math.isnan(self.sd) else self.sd,
            "se": None if math.isnan(self.se) else self.se,
        }


@dataclass
class Sums:
    """Sums of a whole number measured in every round, for k columns (seats, or teams).

    Rounds of one deal belong together: with rotated hands they share their luck, so the error of
    the mean comes from the spread between deals, not between rounds.
    """

    rounds: int
    deals: int
    total: IntArray
    of_squares: IntArray
    of_squared_deals: IntArray

    @classmethod
    def over(cls, values: IntArray, rounds_per_deal: int) -> Sums:
        """values: (rounds, k) int64, the rounds of a deal one after another."""
        of_squares = np.einsum("ij,ij->j", values, values)
        of_squared_deals = of_squares
        if rounds_per_deal > 1:
            by_deal = values.reshape(-1, rounds_per_deal, values.shape[1]).sum(axis=1)
            of_squared_deals = np.einsum("ij,ij->j", by_deal, by_deal)
        return cls(
            rounds=len(values),
            deals=len(values) // rounds_per_deal,
            total=np.einsum("ij->j", values),
            of_squares=of_squares,
            of_squared_deals=of_squared_deals,
        )

    def columns(self, which: list[int]) -> Sums:
        """The same sums for a choice of columns, which may repeat."""
        return Sums(
            self.rounds,
            self.deals,
            self.total[which],
            self.of_squares[which],
            self.of_squared_deals[which],
        )

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.rounds + other.rounds,
            self.deals + other.deals,
            self.total + other.total,
            self.of_squares + other.of_squares,
            self.of_squared_deals + other.of_squared_deals,
        )

    def estimate(self, column: int, unit: int = 1) -> Estimate:
        """The estimate for one column; the values counted in parts of `unit`."""
        total = int(self.total[column])
        per_deal = self.rounds / self.deals
        spread = _sd(total, int(self.of_squares[column]), self.rounds)
        between = _sd(total, int(self.of_squared_deals[column]), self.deals)
        error = between / per_deal / math.sqrt(self.deals)
        return Estimate(total / self.rounds / unit, spread / unit, error / unit)


def _sd(total: int, of_squares: int, count: int) -> float:
    """The sample standard deviation from exact sums; NaN for a single value."""
    if count < 2:
        return math.nan
    return math.sqrt((of_squares * count - total * total) / (count * (count - 1)))
