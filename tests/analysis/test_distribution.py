"""Sums and maxima of whole numbers, against enumeration and scipy."""

import numpy as np
import pytest
from scipy import stats

from neuroevo.analysis import Distribution


def binomial(n, p):
    return Distribution(0, stats.binom.pmf(np.arange(n + 1), n, p))


def test_a_sum_of_binomials_is_the_binomial_of_the_sum():
    total = binomial(13, 0.25).sum_of(60)
    assert total.first == 0
    assert total.chances == pytest.approx(stats.binom.pmf(np.arange(781), 780, 0.25), abs=1e-14)
    assert total.at_least(234) == pytest.approx(8.84e-4, rel=1e-3)


def test_the_sum_of_none_is_zero():
    nothing = binomial(13, 0.25).sum_of(0)
    assert (nothing.mean, nothing.sd) == (0, 0)


def test_the_largest_of_many_agrees_with_drawing_them():
    one = binomial(20, 0.3)
    drawn = np.random.default_rng(1).binomial(20, 0.3, size=(40_000, 50)).max(axis=1)
    largest = one.largest_of(50)
    assert largest.chances.sum() == pytest.approx(1)
    assert largest.mean == pytest.approx(drawn.mean(), abs=5 * drawn.std() / 200)
    for value in (10, 11, 12, 13):
        share = (drawn >= value).mean()
        assert largest.at_least(value) == pytest.approx(share, abs=0.012)


def test_the_largest_keeps_the_digits_of_tiny_chances():
    one = Distribution(0, np.array([1 - 1e-12, 1e-12]))
    assert one.largest_of(1000).at_least(1) == pytest.approx(1e-9, rel=1e-3)


def test_wide_distributions_add_up_too():
    wide = Distribution(-300, np.full(2000, 1 / 2000))
    total = wide.sum_of(4)
    assert total.mean == pytest.approx(4 * wide.mean)
    assert total.sd == pytest.approx(2 * wide.sd)


def test_quantiles_leave_at_most_the_rest_above():
    one = binomial(13, 0.25)
    assert one.quantile(0.5) == stats.binom.median(13, 0.25)
    assert one.quantile(1.0) == 13
