"""a * b + c rounded once: by the processor's instruction or without it, the same bits."""

from fractions import Fraction

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroevo.arithmetic.fused import emulated, fused

floats = st.floats(-(2.0**60), 2.0**60, width=32)


@numba.njit
def both(a, b, c):
    return fused(a, b, c), emulated(a, b, c)


@numba.njit
def count_differences(a, b, c):
    differ, rounded_twice = 0, 0
    for i in range(a.shape[0]):
        one, other = fused(a[i], b[i], c[i]), emulated(a[i], b[i], c[i])
        differ += one != other
        rounded_twice += one != a[i] * b[i] + c[i]
    return differ, rounded_twice


def nearest(exact):
    """The float32 nearest to a fraction, of two equally near the one with an even last bit."""
    guess = np.float32(float(exact))
    near = {
        np.nextafter(guess, np.float32(-np.inf)),
        guess,
        np.nextafter(guess, np.float32(np.inf)),
    }
    return min(
        near,
        key=lambda one: (abs(Fraction(float(one)) - exact), int(one.view(np.int32)) & 1),
    )


@given(floats, floats, floats)
def test_the_result_is_the_float_nearest_to_the_exact_value(a, b, c):
    a, b, c = map(np.float32, (a, b, c))
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    for found in both(a, b, c):
        assert np.float32(found) == nearest(exact)


@pytest.mark.parametrize(
    ("a", "b", "c"), [(np.inf, 1, 1), (-np.inf, 2, 1), (1, 1, np.inf), (1e30, 1e30, 1)]
)
def test_what_is_infinite_stays_so_both_ways(a, b, c):
    one, other = both(*map(np.float32, (a, b, c)))
    assert one == other
    assert np.isinf(one)


@pytest.mark.parametrize("scale", [1, 2**-24, 2**-126, 2**20])
def test_a_million_numbers_have_the_same_bits_both_ways(scale):
    generator = np.random.default_rng(1)
    a, b, c = generator.standard_normal((3, 1_000_000)).astype(np.float32)
    # Sums that lie in the middle between two floats are where a second rounding shows.
    c *= np.float32(scale)
    a = (a * 4096).round() / np.float32(4096)
    differ, rounded_twice = count_differences(a, b, c)
    assert differ == 0
    assert scale < 2**-100 or rounded_twice > 0  # the test could have seen it
