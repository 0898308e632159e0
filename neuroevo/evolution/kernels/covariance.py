"""Draw from a covariance matrix and adapt it, compiled; sums are added up in a fixed order.

Every inner loop runs along a row, one sum per column, so that it vectorises and nothing is
reordered. A factor is upper triangular here, its product with its transpose the other way round:
factor.T @ factor is the matrix.
"""

from __future__ import annotations

import math

import numpy as np

from neuroevo.cards.kernels.normals import k_fill_normals
from neuroevo.cards.kernels.streams import k_child_seed
from neuroevo.kernel_cache import inner, kernel

PANEL = 4
"""Rows whose part in the rest is subtracted in one go, so that the rest is fetched less often."""


@kernel
def cholesky(matrix: np.ndarray) -> np.ndarray:
    """The factor of a positive definite matrix, (n, n) float64, of which the upper half is read."""
    size = matrix.shape[0]
    factor = np.triu(matrix)
    for begin in range(0, size, PANEL):
        end = min(begin + PANEL, size)
        for row in range(begin, end):
            for above in range(begin, row):
                subtract_row(factor, row, above)
            root = math.sqrt(factor[row, row])
            for j in range(row, size):
                factor[row, j] /= root
        if end - begin == PANEL:
            for row in range(end, size):
                subtract_panel(factor, row, begin)
    return factor


@inner
def subtract_row(factor: np.ndarray, row: int, above: int) -> None:
    """What a finished row explains of another one."""
    part = factor[above, row]
    for j in range(row, factor.shape[0]):
        factor[row, j] -= part * factor[above, j]


@inner
def subtract_panel(factor: np.ndarray, row: int, begin: int) -> None:
    """`subtract_row` for the rows of a panel, one after the other."""
    a, b = factor[begin, row], factor[begin + 1, row]
    c, d = factor[begin + 2, row], factor[begin + 3, row]
    for j in range(row, factor.shape[0]):
        value = factor[row, j] - a * factor[begin, j]
        value -= b * factor[begin + 1, j]
        value -= c * factor[begin + 2, j]
        factor[row, j] = value - d * factor[begin + 3, j]


@kernel
def draw_about(
    centroid: np.ndarray,
    sigma: float,
    factor: np.ndarray,
    key: np.uint64,
    first: int,
    last: int,
    into: np.ndarray,
) -> None:
    """Draw networks `first` to `last` - 1: the centroid and sigma times factor.T @ normal numbers.

    centroid: (n,) float64. into: (members, n) float32, written.
    """
    size = centroid.shape[0]
    normals, step = np.empty(size), np.empty(size)
    for member in range(first, last):
        k_fill_normals(k_child_seed(key, member), normals)
        step[:] = 0.0
        for row in range(size):
            length = normals[row]
            for j in range(row, size):
                step[j] += length * factor[row, j]
        for j in range(size):
            into[member, j] = np.float32(centroid[j] + sigma * step[j])


@kernel
def normals_behind(factor: np.ndarray, step: np.ndarray) -> np.ndarray:
    """The normal numbers that a step was made of: x with factor.T @ x = step; all (n,) float64."""
    found = step.copy()
    size = found.shape[0]
    for row in range(size):
        found[row] /= factor[row, row]
        part = found[row]
        for j in range(row + 1, size):
            found[j] -= part * factor[row, j]
    return found


@kernel
def adapt(
    matrix: np.ndarray,
    keep: float,
    of_path: float,
    path: np.ndarray,
    shares: np.ndarray,
    steps: np.ndarray,
    first: int,
    last: int,
    into: np.ndarray,
) -> None:
    """Rows `first` to `last` - 1 of keep * matrix + of_path * path path' + sum of shares * s s'.

    matrix: (n, n) float64. path: (n,). shares: (parents,). steps: (parents, n), each an s. into:
    (n, n), of which only the upper half is written.
    """
    size = matrix.shape[0]
    for row in range(first, last):
        part = of_path * path[row]
        for j in range(row, size):
            into[row, j] = keep * matrix[row, j] + part * path[j]
        for parent in range(shares.shape[0]):
            part = shares[parent] * steps[parent, row]
            for j in range(row, size):
                into[row, j] += part * steps[parent, j]
