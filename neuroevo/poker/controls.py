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

from neuroevo.arithmetic import total

FEWEST_RUNS = 100
"""With fewer runs the regression itself would be noise: don't ask for it."""

NOTHING_LEFT = 1e-12
"""A control of whose variance others explain all but this share says nothing new."""

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
    shares = tally.ravel() / runs

    def average(values: FloatArray) -> float:
        return total(shares * values)

    mean = total(tally.ravel() * outcome.ravel()) / runs
    spread = outcome.ravel() - mean
    # One control after the other: what is left of a control, once those before it have explained
    # their part, explains its part of the outcome (Gram and Schmidt).
    done: list[tuple[FloatArray, float, float]] = []
    for control, known in zip(controls, means, strict=True):
        seen = average(control.ravel())
        missed, rest = seen - known, control.ravel() - seen
        variance = average(rest * rest)
        for before, off, its_variance in done:
            slope = average(before * rest) / its_variance
            missed, rest = missed - slope * off, rest - slope * before
        left = average(rest * rest)
        if left <= NOTHING_LEFT * variance:
            continue
        slope = average(rest * spread) / left
        mean, spread = mean - slope * missed, spread - slope * rest
        done.append((rest, missed, left))
    freedom = runs - 1 - len(controls)
    if freedom < 1:
        return Chance(mean, math.nan)
    return Chance(mean, math.sqrt(average(spread * spread) / freedom))
