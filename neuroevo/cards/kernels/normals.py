"""Normal numbers from a key, the same on every processor; compiled."""

from __future__ import annotations

import numpy as np

from neuroevo.arithmetic.functions import normal_quantile
from neuroevo.cards.kernels.streams import k_child_seed
from neuroevo.kernel_cache import inner, kernel

_HALF_STEP = 1.0 / 9007199254740992.0
_SHIFT = np.uint64(12)


@inner
def k_normal(key: np.uint64, index: int) -> float:
    """Number `index` of the normal numbers that belong to a key.

    52 random bits choose one of as many chances, none of them 0 or 1.
    """
    word = np.int64(k_child_seed(key, index) >> _SHIFT)
    return normal_quantile((2 * word + 1) * _HALF_STEP)


@kernel
def fill_normals(key: np.uint64, into: np.ndarray) -> None:
    """The first normal numbers of a key; into: (n,) float32 or float64, written."""
    for index in range(into.shape[0]):
        into[index] = k_normal(key, index)
