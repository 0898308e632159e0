"""log, exp, powers and the normal quantile: against exact decimals, scipy, and themselves."""

import math
from decimal import Decimal, localcontext

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from neuroevo.arithmetic import (
    exp,
    expm1,
    log,
    log1p,
    normal_below,
    normal_quantile,
    power,
    whole_power,
)
from neuroevo.arithmetic.kernels.many import exp_all
from neuroevo.cards.kernels.normals import fill_normals, k_normal


@numba.njit
def compiled_log(x):
    return log(x)


@numba.njit
def compiled_exp(x):
    return exp(x)


@numba.njit
def compiled_quantile(x):
    return normal_quantile(x)


positive = st.floats(5e-324, 1e308)


def exact(name, x):
    with localcontext() as context:
        context.prec = 40
        return getattr(Decimal(x), name)()


def units_off(found, wanted):
    """How many units in its last place a result is off."""
    return abs(Decimal(found) - wanted) / Decimal(math.ulp(float(wanted)))


@given(positive)
def test_log_is_good_to_two_units_in_the_last_place(x):
    wanted = exact("ln", x)
    assert units_off(log(x), wanted) < 2 or abs(Decimal(log(x)) - wanted) < Decimal("1e-16")


@given(st.floats(-700, 700))
def test_exp_is_good_to_two_units_in_the_last_place(x):
    assert units_off(exp(x), exact("exp", x)) < 2


@given(positive)
def test_compiled_and_plain_log_have_the_same_bits(x):
    assert compiled_log(x) == log(x)


@given(st.floats(-800, 800))
def test_compiled_and_plain_exp_have_the_same_bits(x):
    assert compiled_exp(x) == exp(x)


@given(st.floats(1e-300, 1 - 1e-16))
def test_the_normal_quantile_agrees_with_scipy_compiled_and_plain(chance):
    found = normal_quantile(chance)
    assert found == compiled_quantile(chance)
    assert found == pytest.approx(stats.norm.ppf(chance), rel=1e-14, abs=1e-15)


@given(st.floats(0.01, 100), st.floats(-20, 20))
def test_powers_agree_with_the_library_to_many_digits(base, exponent):
    assert power(base, exponent) == pytest.approx(base**exponent, rel=1e-13)


@given(st.floats(0.5, 1.5), st.integers(0, 200))
def test_whole_powers_agree_with_the_library_to_many_digits(base, exponent):
    assert whole_power(base, exponent) == pytest.approx(base**exponent, rel=1e-12)


def test_normal_numbers_of_keys_are_normal_and_belong_to_their_key():
    found, again = np.empty(200_000), np.empty(10)
    fill_normals(np.uint64(7), found)
    fill_normals(np.uint64(7), again)
    assert (found[:10] == again).all()
    assert stats.kstest(found, "norm").pvalue > 1e-4
    other = np.empty(200_000)
    fill_normals(np.uint64(8), other)
    assert abs(np.corrcoef(found, other)[0, 1]) < 0.01
    assert abs(np.corrcoef(found[1:], found[:-1])[0, 1]) < 0.01


def test_normal_numbers_one_by_one_are_those_that_fill_an_array():
    @numba.njit
    def one_by_one(key, into):
        for index in range(into.shape[0]):
            into[index] = k_normal(key, index)

    together, apart = np.empty(20_000), np.empty(20_000)
    fill_normals(np.uint64(7), together)
    one_by_one(np.uint64(7), apart)
    assert (together == apart).all()


@given(st.floats(-0.999, 1e6))
def test_logarithms_near_one_agree_with_the_library_to_many_digits(x):
    assert log1p(x) == pytest.approx(math.log1p(x), rel=1e-14)


@given(st.floats(-800, 700))
def test_powers_of_e_near_one_agree_with_the_library_to_many_digits(x):
    assert expm1(x) == pytest.approx(math.expm1(x), rel=1e-14)


def test_many_powers_of_e_are_those_of_one_by_one():
    values = np.linspace(-120, 0, 10_001).astype(np.float32)
    expected = [np.float32(exp(float(one))) for one in values]

    @numba.njit
    def fill(into):
        exp_all(into, into.shape[0])

    fill(values)
    assert (values == expected).all()


@given(st.floats(-37, 37))
def test_chances_of_normal_numbers_agree_with_scipy_to_many_digits(x):
    assert normal_below(x) == pytest.approx(stats.norm.cdf(x), rel=1e-13)
