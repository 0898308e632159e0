"""Sets of cards as bits: each compiled operation against plain Python."""

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroevo.games.kernels import bits

sets = st.integers(1, 2**61 - 1)
small = st.integers(0, 2**60)


@numba.njit
def count(mask):
    return bits.count_bits(mask)


@numba.njit
def lowest(mask):
    return bits.lowest_bit(mask)


@numba.njit
def highest(mask):
    return bits.highest_bit(mask)


@numba.njit
def by_clearing(mask, n):
    return bits.nth_bit_by_clearing(mask, n)


@numba.njit
def by_the_fast_way(mask, n):
    return bits.nth_bit(mask, n)


@numba.njit
def cards_both_ways(mask, n):
    return bits.nth_card_by_clearing(mask, n), bits.nth_card(mask, n)


@numba.njit
def spread_both_ways(source, mask):
    return bits.spread_by_clearing(source, mask), bits.spread(source, mask)


@numba.njit
def choices(a, b):
    return bits.larger(a, b), bits.first_unless_empty(a, b), bits.all_ones_if_zero(a)


@numba.njit
def after(place, places):
    return bits.next_place(place, places)


@given(sets)
def test_counting_the_lowest_and_the_highest_bit_agree_with_python(mask):
    assert count(mask) == mask.bit_count()
    assert lowest(mask) == (mask & -mask).bit_length() - 1
    assert highest(mask) == mask.bit_length() - 1


@given(sets, st.data())
def test_both_ways_to_the_nth_bit_agree_with_python(mask, data):
    n = data.draw(st.integers(0, mask.bit_count() - 1))
    expected = [bit for bit in range(61) if mask >> bit & 1][n]
    assert by_clearing(mask, n) == expected
    assert by_the_fast_way(mask, n) == expected
    assert cards_both_ways(mask, n) == (1 << expected, 1 << expected)


@given(sets, st.data())
def test_both_ways_to_spread_numbers_over_a_set_agree_with_python(mask, data):
    cards = [bit for bit in range(61) if mask >> bit & 1]
    source = data.draw(st.integers(0, 2 ** len(cards) - 1))
    expected = sum(1 << card for n, card in enumerate(cards) if source >> n & 1)
    assert spread_both_ways(source, mask) == (expected, expected)


@given(small, small)
def test_choices_by_arithmetic_agree_with_python(a, b):
    assert choices(a, b) == (max(a, b), a or b, 0 if a else -1)


@pytest.mark.parametrize("places", [2, 3, 4])
def test_places_go_round(places):
    assert [after(place, places) for place in range(places)] == [*range(1, places), 0]


@numba.njit
def below(mask):
    return bits.and_below(mask)


@given(sets)
def test_every_bit_below_one_of_its_lane_joins_the_set_and_no_other(mask):
    lanes = [mask >> 16 * lane & 0xFFFF for lane in range(4)]
    expected = sum(((1 << lane.bit_length()) - 1) << 16 * n for n, lane in enumerate(lanes))
    assert below(mask) == expected
