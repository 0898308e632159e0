"""Intervals: what can't be known is not called zero, and nobody is shown a NaN."""

import math

import numpy as np
import pytest

from neuroevo.analysis import compare_by_deal, interval, rate
from neuroevo.analysis.intervals import FEW, cell_text, range_text, why_unknown


def test_one_deal_has_a_mean_and_no_error():
    found = interval(np.array([3.5]))
    assert (found.mean, found.known) == (3.5, False)
    assert found.as_dict() == {"mean": 3.5, "se": None, "low": None, "high": None}
    assert cell_text(found) == "3.500±?"
    assert range_text(found.low, found.high) == "?"
    assert why_unknown(1) == "?: an error needs two deals"


def test_two_deals_that_agree_are_not_sure():
    assert not interval(np.array([3.25, 3.25])).known
    assert interval(np.array([3.25, 3.5])).known
    assert interval(np.full(FEW, 3.25)).se == 0  # so many are worth believing


def test_a_rating_by_a_few_deals_has_no_interval():
    """Two deals that agree give the bootstrap the same league over and over: width zero."""
    wins = np.full((2, 2, 2), 12, dtype=np.uint8)
    wins[0, 1] = 36
    first, second = rate(wins, rounds_per_deal=4, rivals=3)
    assert first.rating > 0 > second.rating
    assert not first.known
    assert first.as_dict()["low"] is None
    assert rate(np.repeat(wins, 5, axis=-1), 4, 3)[0].known


def test_a_difference_on_a_few_deals_has_no_interval_but_a_p():
    first = np.array([1.0, 2.0, 3.0])
    found = compare_by_deal(first, first - 1)
    assert (found.mean, found.known) == (1.0, False)
    assert found.p == pytest.approx(0.25, abs=0.01)  # of eight signs two are as extreme
    assert math.isnan(compare_by_deal(first, first).low)
