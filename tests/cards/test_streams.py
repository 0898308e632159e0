"""The random streams, plain and compiled."""

import math

import numba
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from neuroevo.cards import Purpose, Stream, child_seed, run_key, shuffled
from neuroevo.cards.kernels.shuffles import k_shuffle
from neuroevo.cards.kernels.streams import k_below, k_child_seed, k_draw, k_next_below
from neuroevo.cards.streams import Handful

# The first outputs of SplitMix64 from seed 1234567, as published with Vigna's reference code.
PUBLISHED = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]

words = st.integers(0, 2**64 - 1)


@numba.njit
def draws(state, count):
    streams = np.array([state])
    result = np.zeros(count, np.uint64)
    for i in range(count):
        result[i] = k_draw(streams, 0)
    return result


@numba.njit
def child(seed, index):
    return k_child_seed(seed, index)


@numba.njit
def below(state, limit, count):
    streams = np.array([state])
    result = np.zeros(count, np.int64)
    for i in range(count):
        result[i] = k_below(streams, 0, limit)
    return result


@numba.njit
def handful(state, limits):
    fraction = k_draw(np.array([state]), 0)
    result = np.zeros(len(limits), np.int64)
    for i in range(len(limits)):
        result[i], fraction = k_next_below(fraction, limits[i])
    return result


@numba.njit
def shuffle(state, count):
    order = np.arange(count)
    k_shuffle(order, count, np.array([state]), 0)
    return order


def test_both_streams_give_splitmix64s_published_values():
    stream = Stream(1234567)
    assert [stream.draw() for _ in PUBLISHED] == PUBLISHED
    assert draws(np.uint64(1234567), len(PUBLISHED)).tolist() == PUBLISHED
    assert [child_seed(1234567, index) for index in range(5)] == PUBLISHED


@given(seed=words, index=st.integers(0, 2**40))
def test_child_seeds_agree(seed, index):
    assert int(child(np.uint64(seed), index)) == child_seed(seed, index)


@given(seed=words, limit=st.integers(1, 1000))
def test_bounded_draws_agree_and_stay_in_bounds(seed, limit):
    stream = Stream(seed)
    plain = [stream.below(limit) for _ in range(20)]
    assert below(np.uint64(seed), limit, 20).tolist() == plain
    assert all(0 <= value < limit for value in plain)


@given(seed=words, limits=st.lists(st.integers(1, 52), min_size=1, max_size=6))
def test_a_handful_agrees_and_is_the_whole_draw_scaled_by_all_limits(seed, limits):
    dice = Handful(Stream(seed))
    plain = [dice.below(limit) for limit in limits]
    assert handful(np.uint64(seed), np.array(limits)).tolist() == plain
    together = 0
    for value, limit in zip(plain, limits, strict=True):
        assert 0 <= value < limit
        together = together * limit + value
    assert together == (Stream(seed).draw() * math.prod(limits)) >> 64


def test_a_handful_costs_its_stream_one_draw_and_none_if_nothing_is_asked():
    stream, other = Stream(5), Stream(5)
    Handful(stream)
    dice = Handful(stream)
    assert [dice.below(1) for _ in range(4)] == [0] * 4
    assert other.draw() != stream.draw() == other.draw()


@given(seed=words, count=st.integers(1, 52))
def test_shuffles_agree_and_keep_every_card(seed, count):
    plain = shuffled(range(count), Stream(seed))
    assert shuffle(np.uint64(seed), count).tolist() == plain
    assert sorted(plain) == list(range(count))


def test_every_order_of_four_cards_is_equally_likely():
    stream = Stream(run_key(1, Purpose.SIMULATION))
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(24_000):
        order = tuple(shuffled(range(4), stream))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4
