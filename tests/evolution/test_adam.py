"""Adam's steps, against the formulas of its authors."""

import numpy as np
import pytest

from neuroevo.evolution.kernels.adam import take_step


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_steps_are_those_of_algorithm_1(dtype):
    generator = np.random.default_rng(1)
    means, squares = np.zeros(7, dtype), np.zeros(7, dtype)
    mean, square = np.zeros(7), np.zeros(7)
    for number in range(1, 30):
        slopes = generator.normal(size=7).astype(dtype)
        mean = 0.9 * mean + 0.1 * slopes
        square = 0.999 * square + 0.001 * slopes.astype(float) ** 2
        expected = mean / (1 - 0.9**number) / (np.sqrt(square / (1 - 0.999**number)) + 1e-8)
        take_step(slopes, means, squares, number)
        np.testing.assert_allclose(slopes, expected, rtol=1e-4 if dtype == np.float32 else 1e-12)


def test_the_first_step_has_length_one_whatever_the_slope():
    slopes = np.array([1e-3, -5.0, 700.0])
    take_step(slopes, np.zeros(3), np.zeros(3), 1)
    np.testing.assert_allclose(slopes, [1, -1, 1], rtol=1e-4)
