"""Adam, compiled: Kingma & Ba 2015, "Adam: a method for stochastic optimization", algorithm 1."""

from __future__ import annotations

import math

import numpy as np

from neuroevo.arithmetic.functions import whole_power
from neuroevo.kernel_cache import kernel

MEAN_DECAY, SQUARE_DECAY, TINY = 0.9, 0.999, 1e-8
"""As its authors have them."""


@kernel
def take_step(slopes: np.ndarray, means: np.ndarray, squares: np.ndarray, number: int) -> None:
    """Turn slopes into the step along them, of a length of about 1 for every weight.

    slopes: (n,) float32 or float64, overwritten by the step. means, squares: (n,), the running
    means of the slopes and of their squares, brought up to date; zeros at first. number: of this
    step, from 1.
    """
    of_means = 1.0 - whole_power(MEAN_DECAY, number)
    of_squares = 1.0 - whole_power(SQUARE_DECAY, number)
    for j in range(slopes.shape[0]):
        slope = np.float64(slopes[j])
        mean = MEAN_DECAY * means[j] + (1.0 - MEAN_DECAY) * slope
        square = SQUARE_DECAY * squares[j] + (1.0 - SQUARE_DECAY) * (slope * slope)
        means[j], squares[j] = mean, square
        slopes[j] = np.divide(mean / of_means, math.sqrt(square / of_squares) + TINY)
