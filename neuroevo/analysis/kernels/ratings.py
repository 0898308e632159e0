"""What ratings are made of: logistic functions, and small systems of equations; compiled."""

from __future__ import annotations

import numpy as np

from neuroevo.arithmetic.functions import exp, log1p
from neuroevo.kernel_cache import kernel


@kernel
def logistic(log_odds: np.ndarray) -> np.ndarray:
    """The chances that have these log odds: (n,)."""
    found = np.empty_like(log_odds)
    for i in range(log_odds.shape[0]):
        found[i] = 1.0 / (1.0 + exp(-log_odds[i]))
    return found


@kernel
def log_of_odds_and_one(log_odds: np.ndarray) -> np.ndarray:
    """log(1 + odds) for these log odds, which neither overflows nor loses digits: (n,)."""
    found = np.empty_like(log_odds)
    for i in range(log_odds.shape[0]):
        found[i] = max(log_odds[i], 0.0) + log1p(exp(-abs(log_odds[i])))
    return found


@kernel
def solve_each(matrices: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The x with matrix @ x = right, for m systems of n equations each: (m, n).

    matrices: (m, n, n) float64, symmetric and positive definite, so that elimination needs no
    exchange of rows. right: (m, n) float64.
    """
    found = right.copy()
    size = right.shape[1]
    for system in range(right.shape[0]):
        rows, values = matrices[system].copy(), found[system]
        for done in range(size):
            for row in range(done + 1, size):
                part = rows[row, done] / rows[done, done]
                for j in range(done, size):
                    rows[row, j] -= part * rows[done, j]
                values[row] -= part * values[done]
        for back in range(size):
            row = size - 1 - back
            for j in range(row + 1, size):
                values[row] -= rows[row, j] * values[j]
            values[row] /= rows[row, row]
    return found
