"""Extremes of a million games, from fewer or from as many."""

import numpy as np
import pytest

from neuroevo.reproduce import Doubt, judge
from neuroevo.reproduce.sueca.extremes import highest, lowest

SCORES = np.arange(121)
BELL = np.exp(-0.5 * ((SCORES - 100) / 9.0) ** 2)
LONG = np.exp(-np.abs(SCORES - 90) / 3.0)
MILLION = 1_000_000


def least(counts):
    return int(np.nonzero(counts)[0][0])


@pytest.mark.parametrize("shape", [BELL, LONG])
@pytest.mark.parametrize("games", [100_000, MILLION])
def test_limits_hold_the_lowest_of_a_million_games_as_often_as_they_say(shape, games):
    dice = np.random.default_rng(5)
    chance = shape / shape.sum()
    outside, values, true = 0, [], []
    for _ in range(200):
        true.append(least(dice.multinomial(MILLION, chance)))
        found = lowest(dice.multinomial(games, chance), MILLION, cells=1)
        values.append(found.value)
        outside += not found.low <= true[-1] <= found.high
    assert outside / 200 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 200)
    assert np.median(values) == pytest.approx(np.median(true), abs=4)


def test_an_extreme_that_is_always_the_same_is_not_exact():
    counts = np.zeros(121, dtype=int)
    counts[[0, 60]] = 5_000
    found = lowest(counts, MILLION, cells=1_000)
    assert (found.low, found.value, found.high) == (0, 0, 0)
    assert found.error(0.0) > 0
    assert judge("1", 0.0, found.error(1.0), Doubt(cells=1_000)).word == "differs"


@pytest.mark.parametrize("printed", range(30, 90))
def test_the_one_rule_agrees_with_the_limits(printed):
    dice = np.random.default_rng(6)
    found = lowest(dice.multinomial(MILLION, BELL / BELL.sum()), MILLION, cells=1_000)
    word = judge(str(printed), float(found.value), found.error(printed), Doubt(cells=1_000)).word
    assert (word == "reproduced") == (found.low <= printed <= found.high)


def test_nothing_lies_below_what_the_rules_allow():
    dice = np.random.default_rng(7)
    counts = dice.multinomial(1_000, BELL / BELL.sum())
    assert lowest(counts, MILLION, 1, least=70).low == 70
    assert lowest(counts, MILLION, 1).low < 70


def test_the_highest_is_the_lowest_turned_round():
    dice = np.random.default_rng(8)
    counts = dice.multinomial(MILLION, BELL / BELL.sum())
    down, up = lowest(counts, MILLION, 1), highest(counts[::-1], MILLION, 1)
    assert (120 - up.value, 120 - up.high, 120 - up.low) == (down.value, down.low, down.high)
