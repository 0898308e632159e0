"""Mixing: exact distances against published and brute-force ones, bounds that stay below them."""

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest

from neuroevo.cards import Shuffle, Stream, shuffle_order
from neuroevo.cards.mixing import (
    card_distance,
    card_matrix,
    eulerian,
    measure_mixing,
    order_chance,
    reach_distance,
    reachable_orders,
    riffle_distance,
    rising_distances,
    rising_sequences,
    shuffle_entropy,
)
from neuroevo.errors import BadInput

RIFFLES = [
    Shuffle("riffle"),
    Shuffle("thesis"),
    Shuffle("thesis", mean=2.2, variance=1.7),
    Shuffle("thesis-rounded"),
]
RIFFLE_NAMES = ["riffle", "thesis", "thesis-askew", "thesis-rounded"]


def chances_after(shuffle, cards, times):
    """The chance of every order after so many shuffles, by adding up all of them."""
    one = {
        order: chance
        for order in itertools.permutations(range(cards))
        if (chance := order_chance(shuffle, order))
    }
    chances = {tuple(range(cards)): 1.0}
    for _ in range(times):
        following = defaultdict(float)
        for pack, chance in chances.items():
            for order, share in one.items():
                following[tuple(pack[place] for place in order)] += chance * share
        chances = following
    return chances


def true_distance(shuffle, cards, times):
    mixed = 1 / math.factorial(cards)
    chances = chances_after(shuffle, cards, times)
    unseen = math.factorial(cards) - len(chances)
    return (sum(abs(chance - mixed) for chance in chances.values()) + unseen * mixed) / 2


def test_riffle_distances_are_those_of_bayer_and_diaconis():
    """Their Table 1, for 52 cards."""
    printed = [1.000, 1.000, 1.000, 1.000, 0.924, 0.614, 0.334, 0.167, 0.085, 0.043]
    found = [float(riffle_distance(52, times)) for times in range(1, 11)]
    assert [round(distance, 3) for distance in found] == printed


def test_riffle_distances_of_a_euchre_pack():
    found = [round(float(riffle_distance(24, times)), 3) for times in (5, 6, 7)]
    assert found == [0.418, 0.211, 0.109]


@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_riffle_distances_are_those_of_all_orders_added_up(times):
    assert float(riffle_distance(5, times)) == pytest.approx(
        true_distance(Shuffle("riffle"), 5, times)
    )


@pytest.mark.parametrize("shuffle", RIFFLES, ids=RIFFLE_NAMES)
@pytest.mark.parametrize("times", [1, 2, 3])
def test_no_bound_is_above_the_true_distance(shuffle, times):
    true = true_distance(shuffle, 5, times)
    assert card_distance(shuffle, 5, times) <= true + 1e-12
    assert reach_distance(shuffle, 5, times) <= true + 1e-12
    assert rising_distances(shuffle, 5, times, samples=20_000)[times] <= true


@pytest.mark.parametrize("shuffle", RIFFLES, ids=RIFFLE_NAMES)
def test_where_a_card_ends_is_what_all_orders_say(shuffle):
    matrix = np.zeros((5, 5))
    for order, chance in chances_after(shuffle, 5, 1).items():
        for new, old in enumerate(order):
            matrix[old, new] += chance
    assert card_matrix(shuffle, 5) == pytest.approx(matrix)


@pytest.mark.parametrize("model", ["riffle", "thesis", "thesis-rounded"])
def test_where_a_card_ends_is_where_shuffled_cards_end(model):
    matrix, samples = np.zeros((24, 24)), 8_000
    for seed in range(samples):
        matrix[shuffle_order(Shuffle(model), 24, Stream(seed)), np.arange(24)] += 1 / samples
    assert card_matrix(Shuffle(model), 24) == pytest.approx(matrix, abs=5 * 0.5 / samples**0.5)


@pytest.mark.parametrize("shuffle", [*RIFFLES, Shuffle("uniform")])
@pytest.mark.parametrize("cards", [2, 3, 6])
def test_entropy_and_reach_are_those_of_all_orders(shuffle, cards):
    chances = chances_after(shuffle, cards, 1)
    entropy = -sum(chance * math.log2(chance) for chance in chances.values())
    assert shuffle_entropy(shuffle, cards) == pytest.approx(entropy)
    assert reachable_orders(shuffle, cards) == len(chances)


def test_eulerian_numbers_count_rising_sequences():
    counts = [0] * 6
    for order in itertools.permutations(range(6)):
        counts[rising_sequences(order) - 1] += 1
    assert tuple(counts) == eulerian(6)
    assert sum(eulerian(24)) == math.factorial(24)


def test_sampled_rising_sequences_come_close_to_the_exact_riffle_distance():
    """Rising sequences tell all about a riffle, so only the doubt of the samples is lost."""
    bounds = rising_distances(Shuffle("riffle"), 24, 8, samples=200_000)
    for times in (4, 5, 6, 7, 8):
        exact = float(riffle_distance(24, times))
        assert exact - 0.012 < bounds[times] <= exact


def test_the_summary_says_when_a_pack_is_mixed():
    riffle = measure_mixing(Shuffle("riffle"), 24, 4, samples=5_000)
    assert riffle.mixed_after == 9
    assert float(riffle_distance(24, 8)) > 0.05 > float(riffle_distance(24, 9))
    assert len(riffle.distances) == 5
    thesis = measure_mixing(Shuffle("thesis"), 24, 7, samples=50_000)
    assert not thesis.exact
    assert thesis.mixed_after == 7
    assert thesis.distances[4] > 0.999  # four of its shuffles reach few of all orders
    assert thesis.entropy < riffle.entropy < riffle.mixed_entropy
    uniform = measure_mixing(Shuffle("uniform"), 24, 1, samples=5_000)
    assert uniform.mixed_after == 1


def test_rounding_the_cut_leaves_half_a_card_more_and_is_symmetric_about_cards_10_to_15():
    cut_off = Shuffle("thesis").cut_chances(24)
    rounded = Shuffle("thesis-rounded").cut_chances(24)
    assert sum(cards * chance for cards, chance in enumerate(cut_off)) == pytest.approx(12.0)
    assert sum(cards * chance for cards, chance in enumerate(rounded)) == pytest.approx(12.5)
    for below, above in ((12, 13), (10, 15), (9, 16)):
        assert rounded[below] == pytest.approx(rounded[above])
        assert cut_off[below] > 1.15 * cut_off[above]


def test_orders_and_packs_that_can_not_be_are_refused():
    with pytest.raises(BadInput, match="each place from 0 to 2 once"):
        order_chance(Shuffle("thesis"), [0, 1, 1])
    with pytest.raises(BadInput, match="at most 208 cards"):
        measure_mixing(Shuffle("riffle"), 209, 1)
