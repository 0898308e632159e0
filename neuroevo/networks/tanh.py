"""tanh as a fraction of two polynomials: it vectorises, and no library decides its last digit."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def lambert_fraction(depth: int) -> tuple[list[float], list[float]]:
    """tanh(x) / x as a fraction of polynomials in x squared: Lambert's continued fraction (1761).

    tanh x = x / (1 + x^2 / (3 + x^2 / (5 + ...))), cut off after 2 * depth + 1.
    """
    above, below = [float(2 * depth + 1)], [1.0]
    for odd in range(2 * depth - 1, 0, -2):
        shifted = [0.0, *below]
        width = max(len(above), len(shifted))
        padded = [*above, *[0.0] * (width - len(above))]
        shifted += [0.0] * (width - len(shifted))
        above, below = [odd * a + b for a, b in zip(padded, shifted, strict=True)], above
    scale = above[0]
    return [value / scale for value in below], [value / scale for value in above]


TOP, BOTTOM = (np.array(part, dtype=np.float32).tolist() for part in lambert_fraction(10))
"""The coefficients, from that of 1 on, as kernels have them."""
FAR = float(np.float32(7.6))
"""Beyond this the fraction would leave [-1, 1]; its error up to here is below 5e-7."""


def tanh(values: NDArray[Any]) -> NDArray[Any]:
    """tanh of each value, plainly, in the precision of the values."""
    near = np.clip(values, -FAR, FAR)
    square = near * near
    top, bottom = (np.full_like(near, part[-1]) for part in (TOP, BOTTOM))
    for above, below in zip(TOP[-2::-1], BOTTOM[-2::-1], strict=True):
        top, bottom = top * square + above, bottom * square + below
    found: NDArray[Any] = near * top / bottom
    return found
