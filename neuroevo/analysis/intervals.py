"""A mean and how sure it is: the interval, and how one is written wherever it is shown."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from neuroevo.arithmetic import deviation, mean
from neuroevo.tournament.statistics import UNKNOWN, with_error

CONFIDENCE = 0.95

FEW = 10
"""With fewer deals than this a bootstrap draws hardly anything new, and values that are all equal
say nothing about how they spread: their error is not zero but unknown."""


@dataclass(frozen=True)
class Interval:
    """A mean, its standard error, and its confidence interval; NaN where these can't be known."""

    mean: float
    se: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        """Whether there is an interval at all."""
        return not math.isnan(self.low)

    def as_dict(self) -> dict[str, float | None]:
        """For JSON, which has no NaN."""
        return {
            "mean": self.mean,
            "se": known_or_none(self.se),
            "low": known_or_none(self.low),
            "high": known_or_none(self.high),
        }


def interval(values: NDArray[np.float64], confidence: float = CONFIDENCE) -> Interval:
    """The mean of independent values, one a deal, and how sure it is, by Student's t.

    Assumes nothing of the values but that they are independent and many enough for their mean to be
    nearly normal. One value has no error, nor have a few that are all equal. values: (deals,).
    """
    centre, count = mean(values), len(values)
    if count < 2 or (count < FEW and np.ptp(values) == 0):
        return Interval(centre, math.nan, math.nan, math.nan)
    se = deviation(values) / math.sqrt(count)
    reach = float(stats.t.ppf(0.5 + confidence / 2, count - 1)) * se
    return Interval(centre, se, centre - reach, centre + reach)


def known_or_none(value: float) -> float | None:
    """For JSON, which has no NaN."""
    return None if math.isnan(value) else value


def cell_text(found: Interval, digits: int = 3) -> str:
    """A mean and its standard error for people.

    >>> cell_text(Interval(3.4567, 0.0123, 3.43, 3.48))
    '3.457±.0123'
    >>> cell_text(Interval(3.4567, math.nan, math.nan, math.nan))
    '3.457±?'
    """
    return with_error(found.mean, found.se, digits, digits + 1)


def range_text(low: float, high: float, digits: int = 3, sign: str = "") -> str:
    """The ends of an interval for people.

    >>> range_text(3.43, 3.48), range_text(-12, 7.25, digits=1, sign="+"), range_text(math.nan, 1)
    ('3.430 to 3.480', '-12.0 to +7.2', '?')
    """
    if math.isnan(low) or math.isnan(high):
        return UNKNOWN
    return f"{low:{sign}.{digits}f} to {high:{sign}.{digits}f}"


def why_unknown(deals: int) -> str:
    """The sentence below a table that has a `?` in it."""
    if deals < 2:
        return f"{UNKNOWN}: an error needs two deals"
    return f"{UNKNOWN}: {deals} deals are too few to tell; play {FEW} or more"
