"""Control variates: what is known exactly about few opponents sharpens what is simulated for many.

In each run it is known how many of the n opponents are below the user. The share of them has the
chance against one opponent as its mean, and the share of pairs of them the chance against two, both
of which can be counted. So far as the simulated shares miss these, the simulated chance of winning
has probably missed in proportion, and regression says by how much (Hammersley and Handscomb, "Monte
Carlo Methods", 1964, section 5.5).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FEWEST_RUNS = 100
"""With fewer runs the regression itself would be noise: don't ask for it."""

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Chance:
    """An estimated chance, and its standard error (zero if it is exact)."""

    value: float
    se: float = 0.0


def opponents_below(tally: NDArray[np.int64]) -> tuple[FloatArray, FloatArray]:
    """By cell of a tally [below, equal]: how many opponents are below, and below or equal."""
    numbers: FloatArray = np.indices(tally.shape).astype(np.float64)
    return numbers[0], numbers[0] + numbers[1]


def share_of_groups(below: FloatArray, opponents: int, size: int) -> FloatArray:
    """The share of the groups of so many opponents that are below as a whole."""
    groups = np.ones_like(below)
    for number in range(size):
        groups *= (below - number) / (opponents - number)
    return groups


def plain_chance(tally: NDArray[np.int64], outcome: FloatArray) -> Chance:
    """The mean of an outcome that each cell of the tally has, and its standard error."""
    return controlled_chance(tally, outcome, [], [])


def controlled_chance(
    tally: NDArray[np.int64],
    outcome: FloatArray,
    controls: Sequence[FloatArray],
    means: Sequence[float],
) -> Chance:
    """The mean of an outcome, helped by controls whose means are known.

    tally: the number of runs by cell; outcome, controls: the value in each cell, same shape.
    """
    runs = int(tally.sum())
    weights = tally.ravel() / runs
    values = outcome.ravel()
    mean = float(tally.ravel() @ values) / runs
    spread = values - mean
    if controls:
        known = np.array([control.ravel() for control in controls])
        averages = known @ weights
        around = known - averages[:, None]
        slopes = np.linalg.lstsq((around * weights) @ around.T, (around * weights) @ spread)[0]
        mean -= float(slopes @ (averages - np.array(means)))
        spread = spread - slopes @ around
    freedom = runs - 1 - len(controls)
    if freedom < 1:
        return Chance(mean, math.nan)
    variance = float(weights @ spread**2) * runs / freedom
    return Chance(mean, math.sqrt(variance / runs))
