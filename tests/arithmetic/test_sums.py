"""Sums and products in a fixed order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroevo.arithmetic import deviation, least_squares, mean, product, row_totals, total


def test_a_total_is_rounded_once_whatever_the_order():
    values = [1e16, 1.0, -1e16, 1.0]
    assert total(values) == total(values[::-1]) == 2.0
    assert mean(values) == 0.5


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6))
def test_a_product_is_numpys_for_whole_numbers(n, k, m):
    generator = np.random.default_rng(n + 7 * k + 49 * m)
    left, right = generator.integers(-9, 9, (n, k)), generator.integers(-9, 9, (k, m))
    assert (product(left, right) == left @ right).all()
    assert (product(left[0], right) == left[0] @ right).all()
    assert (product(left, right[:, 0]) == left @ right[:, 0]).all()


def test_a_product_adds_from_the_first_term_to_the_last():
    left = np.array([1e16, 1.0, -1e16])
    one_by_one = (1e16 + 1.0) - 1e16
    for columns in (1, 2):
        assert (product(left[None], np.ones((3, columns))) == one_by_one).all()
        assert (product(left, np.ones((3, columns))) == one_by_one).all()


def test_one_row_and_many_rows_have_the_same_bits():
    generator = np.random.default_rng(1)
    left, right = generator.standard_normal((20, 300)), generator.standard_normal((300, 7))
    together = product(left, right)
    for row, found in zip(left, together, strict=True):
        assert (product(row, right) == found).all()
        assert (product(row, np.asfortranarray(right)) == found).all()
        assert product(row, right[:, 0]) == found[0]


def test_a_deviation_is_numpys():
    values = np.random.default_rng(1).normal(5, 2, 1_000)
    assert deviation(values) == pytest.approx(values.std(ddof=1), rel=1e-13)
    assert deviation(values, 0) == pytest.approx(values.std(), rel=1e-13)


def test_row_totals_are_numpys_for_whole_numbers():
    values = np.random.default_rng(1).integers(-9, 9, (3, 4, 5))
    assert (row_totals(values) == values.sum(axis=-1)).all()


def test_row_totals_add_from_the_first_value_to_the_last():
    assert row_totals(np.array([[1e16, 1.0, -1e16]]))[0] == (1e16 + 1.0) - 1e16


@given(st.integers(1, 4), st.integers(0, 1_000))
def test_least_squares_are_numpys(count, seed):
    generator = np.random.default_rng(seed)
    columns = [np.ones(50), *generator.normal(3, 2, (count, 50))]
    values = generator.normal(size=50) + 2 * columns[-1]
    wanted = np.linalg.lstsq(np.stack(columns, axis=1), values, rcond=None)[0]
    assert least_squares(columns, values) == pytest.approx(wanted, rel=1e-9, abs=1e-9)
