"""`exp` of many values at once: the same bits as one by one, in loops that vectorise."""

from __future__ import annotations

import numpy as np

from neuroevo.arithmetic.functions import LN2, LN2_HIGH, LN2_LOW, exp_series
from neuroevo.kernel_cache import inner

LOWEST = -700.0
"""Further down all are taken for this: about 1e-304, which is nothing in float32."""


@inner
def exp_all(values: np.ndarray, count: int) -> None:
    """e to the power of the first `count` values, in place; float32, none of them above 0."""
    powers = np.empty(count, dtype=np.int64)
    series = np.empty(count, dtype=np.float64)
    for i in range(count):
        x = max(np.float64(values[i]), LOWEST)
        k = np.floor(x * (1.0 / LN2) + 0.5)
        series[i] = exp_series((x - k * LN2_HIGH) - k * LN2_LOW)
        powers[i] = (np.int64(k) + 1023) << 52  # the bits of 2.0**k
    scales = powers.view(np.float64)
    for i in range(count):
        values[i] = np.float32(series[i] * scales[i])
