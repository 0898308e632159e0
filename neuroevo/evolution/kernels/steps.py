"""Normal steps away from networks, and what mirrored steps say about the way uphill; compiled.

Every new network has a key of its own, so that rows can be made in any order and by anybody.
"""

from __future__ import annotations

import numpy as np

from neuroevo.cards.kernels.normals import k_fill_normals
from neuroevo.cards.kernels.streams import k_child_seed
from neuroevo.kernel_cache import kernel

_BLOCK = 1024
"""This many sums stay in the fastest cache while all pairs are added to them."""


@kernel
def step_away(
    weights: np.ndarray,
    parents: np.ndarray,
    sigma: float,
    key: np.uint64,
    first: int,
    last: int,
    into: np.ndarray,
) -> None:
    """Make children `first` to `last` - 1: each a parent, all of whose weights take normal steps.

    weights: (members, weights) float32. parents: (children,) int64, rows of it. sigma: the spread
    of the steps. into: (children, weights) float32, written.
    """
    steps = np.empty(weights.shape[1], dtype=np.float32)
    for row in range(first, last):
        k_fill_normals(k_child_seed(key, row), steps)
        parent, child = weights[parents[row]], into[row]
        for j in range(steps.shape[0]):
            child[j] = np.float32(parent[j] + sigma * steps[j])


@kernel
def step_both_ways(
    centre: np.ndarray, sigma: float, key: np.uint64, first: int, last: int, into: np.ndarray
) -> None:
    """Make pairs `first` to `last` - 1: the centre with a normal step forwards, and backwards.

    centre: (weights,) float64. sigma: the spread of the steps. into: (2 * pairs, weights) float32,
    written; rows 2 p and 2 p + 1 are pair p.
    """
    steps = np.empty(centre.shape[0], dtype=np.float32)
    for pair in range(first, last):
        k_fill_normals(k_child_seed(key, pair), steps)
        forwards, backwards = into[2 * pair], into[2 * pair + 1]
        for j in range(steps.shape[0]):
            forwards[j] = np.float32(centre[j] + sigma * steps[j])
            backwards[j] = np.float32(centre[j] - sigma * steps[j])


@kernel
def add_up_pairs(
    better: np.ndarray, weights: np.ndarray, first: int, last: int, into: np.ndarray
) -> None:
    """The way from backwards to forwards of each pair, times how much better it was, added up.

    For weights `first` to `last` - 1, each from the first pair to the last. better: (pairs,)
    float64. weights: (2 * pairs, weights) float32. into: (weights,) float64, written: memory is
    slower than this arithmetic anyway, and the difference of two float32 is exact in it.
    """
    for begin in range(first, last, _BLOCK):
        end = min(begin + _BLOCK, last)
        sums = into[begin:end]
        sums[:] = 0.0
        for pair in range(better.shape[0]):
            forwards, backwards = weights[2 * pair, begin:end], weights[2 * pair + 1, begin:end]
            for j in range(end - begin):
                way = np.float64(forwards[j]) - np.float64(backwards[j])
                sums[j] += better[pair] * way
