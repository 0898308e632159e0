"""Control variates, against numpy's least squares."""

import math

import numpy as np
import pytest

from neuroevo.poker.controls import controlled_chance, plain_chance


def make_tally(seed=1):
    generator = np.random.default_rng(seed)
    tally = generator.integers(0, 50, (5, 5))
    outcome = generator.random((5, 5))
    control = 0.5 * outcome + generator.random((5, 5))
    return tally, outcome, control, control**2


def by_least_squares(tally, outcome, controls, means):
    """Every run written out, and the mean of the outcome where all controls are at their means."""
    times = tally.ravel()
    runs = np.repeat(outcome.ravel(), times)
    known = np.array([np.repeat(one.ravel(), times) for one in controls]) - np.array(means)[:, None]
    columns = np.vstack([np.ones(len(runs)), known]).T
    found, *_ = np.linalg.lstsq(columns, runs, rcond=None)
    left = runs - columns @ found
    return found[0], math.sqrt(left @ left / (len(runs) - 1 - len(controls)) / len(runs))


def test_a_chance_with_controls_is_that_of_least_squares():
    tally, outcome, *controls = make_tally()
    means = [0.7, 0.6]
    for count in (1, 2):
        found = controlled_chance(tally, outcome, controls[:count], means[:count])
        value, error = by_least_squares(tally, outcome, controls[:count], means[:count])
        assert found.value == pytest.approx(value, rel=1e-10)
        assert found.se == pytest.approx(error, rel=1e-10)


def test_a_control_that_says_nothing_new_changes_nothing():
    tally, outcome, control, _ = make_tally()
    once = controlled_chance(tally, outcome, [control], [0.7])
    twice = controlled_chance(tally, outcome, [control, 3 * control - 1], [0.7, 1.1])
    assert twice.value == pytest.approx(once.value, rel=1e-12)
    constant = controlled_chance(tally, outcome, [np.ones((5, 5))], [1.0])
    assert constant.value == plain_chance(tally, outcome).value
