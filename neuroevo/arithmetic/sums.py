"""Sums of floats for numpy arrays, in an order that no library and no processor chooses.

numpy's own elementwise operations are exact; its products of matrices, `einsum`, and sums along the
last axis are not: each adds up in an order, and with a rounding, that suits the machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
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
        terms = np.multiply(left[:, None], columns, order="C")
        # Along the first axis numpy adds row by row; a single column it would add in pairs.
        found = terms.sum(axis=0) if terms.shape[1] > 1 else np.add.accumulate(terms)[-1]
    else:
        found = np.zeros((len(left), columns.shape[1]), dtype=np.result_type(left, right))
        for index in range(len(columns)):
            found += left[:, index, None] * columns[index]
    result: NDArray[Any] = found.reshape((*left.shape[:-1], *right.shape[1:]))
    return result


def least_squares(columns: Sequence[NDArray[Any]], values: NDArray[Any]) -> NDArray[np.float64]:
    """The coefficients with which columns (n,) add up to values (n,) as nearly as can be.

    One column after the other: what those before it leave of a column explains its part of the
    values, and its coefficient is then shared out (Gram and Schmidt). No column may be made up of
    the others.

    >>> x = np.array([0.0, 1.0, 2.0])
    >>> least_squares([np.ones(3), x], 3 + 2 * x).tolist()
    [3.0, 2.0]
    """
    left = np.asarray(values, dtype=np.float64)
    found = np.zeros(len(columns))
    done: list[tuple[NDArray[np.float64], NDArray[np.float64], float]] = []
    for number, column in enumerate(columns):
        rest = np.asarray(column, dtype=np.float64)
        made_of = np.zeros(len(columns))
        made_of[number] = 1
        for before, its_parts, square in done:
            share = total(before * rest) / square
            rest, made_of = rest - share * before, made_of - share * its_parts
        square = total(rest * rest)
        slope = total(rest * left) / square
        left, found = left - slope * rest, found + slope * made_of
        done.append((rest, made_of, square))
    return found
