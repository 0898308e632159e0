"""Chances of sums and of maxima, compiled."""

from __future__ import annotations

import numpy as np

from neuroevo.arithmetic.functions import expm1, log1p
from neuroevo.kernel_cache import kernel


@kernel
def sum_chances(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The chances of each sum of two independent whole numbers: (k + m - 1,) of (k,) and (m,)."""
    if one.shape[0] > other.shape[0]:
        one, other = other, one  # the inner loop is the long one
    found = np.zeros(one.shape[0] + other.shape[0] - 1)
    for i in range(one.shape[0]):
        for j in range(other.shape[0]):
            found[i + j] += one[i] * other[j]
    return found


@kernel
def chances_of_any(chances: np.ndarray, count: int) -> np.ndarray:
    """The chance that any of `count` independent events happens, if each has this chance: (n,)."""
    found = np.empty_like(chances)
    for i in range(chances.shape[0]):
        found[i] = -expm1(count * log1p(-chances[i]))
    return found
