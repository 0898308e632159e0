"""Normal numbers from a key, the same on every processor; compiled."""

from __future__ import annotations

import numpy as np

from neuroevo.arithmetic.functions import MIDDLE, middle_quantile, normal_quantile, outer_quantile
from neuroevo.cards.kernels.streams import k_child_seed
from neuroevo.kernel_cache import inner, kernel

_HALF_STEP = 1.0 / 9007199254740992.0
_SHIFT = np.uint64(12)
_BLOCK = 256


@inner
def k_chance(key: np.uint64, index: int) -> float:
    """A random chance: one of 2**52, none of them 0 or 1."""
    return (2 * np.int64(k_child_seed(key, index) >> _SHIFT) + 1) * _HALF_STEP


@inner
def k_normal(key: np.uint64, index: int) -> float:
    """Number `index` of the normal numbers that belong to a key."""
    return normal_quantile(k_chance(key, index))


@inner
def k_fill_normals(key: np.uint64, into: np.ndarray) -> None:
    """`fill_normals` for kernels.

    First as if all lay in the middle, as 17 in 20 do: without branches several are computed at
    once. Then those that lie outside, which were noted on the way.
    """
    chances = np.empty(_BLOCK, dtype=np.float64)
    outside = np.empty(_BLOCK, dtype=np.int64)
    for first in range(0, into.shape[0], _BLOCK):
        count = min(_BLOCK, into.shape[0] - first)
        for step in range(count):
            chances[step] = k_chance(key, first + step)
        for step in range(count):
            into[first + step] = middle_quantile(chances[step] - 0.5)
        found = 0
        for step in range(count):
            outside[found] = step
            found += np.int64(abs(chances[step] - 0.5) > MIDDLE)
        for one in range(found):
            step = outside[one]
            into[first + step] = outer_quantile(chances[step])


@kernel
def fill_normals(key: np.uint64, into: np.ndarray) -> None:
    """The first normal numbers of a key; into: (n,) float32 or float64, written."""
    k_fill_normals(key, into)
