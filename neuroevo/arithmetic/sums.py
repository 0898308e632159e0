"""Sums of floats for numpy arrays, in an order that no library and no processor chooses.

numpy's own elementwise operations are exact; its products of matrices, `einsum`, and sums along the
last axis are not: each adds up in an order, and with a rounding, that suits the machine.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def total(values: ArrayLike) -> float:
    """The sum of all values, rounded once at the end, so that no order matters."""
    return math.fsum(np.asarray(values, dtype=np.float64).ravel().tolist())


def mean(values: ArrayLike) -> float:
    """The mean of all values."""
    return total(values) / np.size(values)


def row_totals(values: NDArray[Any]) -> NDArray[Any]:
    """Sums along the last axis, each from the first value to the last: (...,) of (..., k)."""
    found = np.zeros(values.shape[:-1], dtype=values.dtype)
    for index in range(values.shape[-1]):
        found += values[..., index]
    return found


def deviation(values: ArrayLike, freedom: int = 1) -> float:
    """The standard deviation of a sample. freedom: how many values the mean has used up, 0 for that
    of a whole population."""
    apart = np.asarray(values, dtype=np.float64) - mean(values)
    return math.sqrt(total(apart * apart) / (np.size(values) - freedom))


def product(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """left @ right, with each sum added up from the first term to the last.

    left: (n, k) or (k,). right: (k, m) or (k,).
    """
    columns = right if right.ndim == 2 else right[:, None]
    if left.ndim == 1:
        terms = left[:, None] * columns
        # Along the first axis numpy adds row by row; a single column it would add in pairs.
        found = terms.sum(axis=0) if terms.shape[1] > 1 else np.add.accumulate(terms)[-1]
    else:
        found = np.zeros((len(left), columns.shape[1]), dtype=np.result_type(left, right))
        for index in range(len(columns)):
            found += left[:, index, None] * columns[index]
    result: NDArray[Any] = found.reshape((*left.shape[:-1], *right.shape[1:]))
    return result
