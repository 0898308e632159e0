"""Hand ranks: counts, order and names, against two other evaluators."""

import itertools
import math

import eval7
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from neuroevo.cards import ALL_CARDS, parse_hand
from neuroevo.errors import BadInput
from neuroevo.poker.ranks import (
    CATEGORIES,
    CLASSES,
    all_values,
    class_name,
    hand_class,
    hand_value,
)
from neuroevo.poker.tables import rank_hands

PAIRS = 100_000

# Textbook counts; each is a short product of binomials, such as 13 * C(4,2) * C(12,3) * 4**3 pairs.
COUNTS = {
    "straight flush": 40,
    "four of a kind": 13 * 48,
    "full house": 13 * 4 * 12 * 6,
    "flush": 4 * math.comb(13, 5) - 40,
    "straight": 10 * 4**5 - 40,
    "three of a kind": 13 * 4 * math.comb(12, 2) * 4**2,
    "two pair": math.comb(13, 2) * 6 * 6 * 44,
    "one pair": 13 * 6 * math.comb(12, 3) * 4**3,
    "high card": (math.comb(13, 5) - 10) * (4**5 - 4),
}


def all_hands():
    flat = itertools.chain.from_iterable(itertools.combinations(range(52), 5))
    return np.fromiter(flat, dtype=np.int8).reshape(-1, 5)


def random_rows(cards, rows, seed):
    return np.random.default_rng(seed).random((rows, 52)).argpartition(cards, axis=1)[:, :cards]


def test_all_hands_of_five_cards_are_counted_exactly_by_category():
    hands = all_hands()
    assert len(hands) == 2_598_960
    classes = rank_hands(hands)
    assert len(np.unique(classes)) == CLASSES == len(all_values())
    category = np.array([value[0] for value in all_values()])
    counts = np.bincount(category[classes], minlength=9)
    assert {name: int(count) for name, count in zip(CATEGORIES, counts, strict=True)} == COUNTS


@pytest.mark.parametrize("cards", [5, 7])
def test_the_order_of_hands_is_that_of_eval7_and_phevaluator(cards):
    rows = random_rows(cards, 2 * PAIRS, seed=cards)
    ours = rank_hands(rows).astype(np.int64)
    eval7_deck = [eval7.Card(str(card)[0] + str(card)[1].lower()) for card in ALL_CARDS]
    theirs = np.array([eval7.evaluate([eval7_deck[card] for card in row]) for row in rows])
    phe_number = [4 * (card % 13) + card // 13 for card in range(52)]
    others = np.array([-evaluate_cards(*(phe_number[card] for card in row)) for row in rows])
    first, second = slice(0, PAIRS), slice(PAIRS, None)
    order = np.sign(ours[first] - ours[second])
    assert set(np.unique(order)) == {-1, 0, 1}
    np.testing.assert_array_equal(order, np.sign(theirs[first] - theirs[second]))
    np.testing.assert_array_equal(order, np.sign(others[first] - others[second]))
    # Neighbours in our order are the closest pairs there are.
    by_rank = np.argsort(ours)
    order = np.sign(np.diff(ours[by_rank]))
    np.testing.assert_array_equal(order, np.sign(np.diff(theirs[by_rank])))
    np.testing.assert_array_equal(order, np.sign(np.diff(others[by_rank])))


def test_seven_card_counts_are_the_published_ones_in_a_sample():
    # The order alone would not notice a category that is counted under another's name.
    category = np.array([value[0] for value in all_values()])
    share = np.bincount(category[rank_hands(random_rows(7, 400_000, seed=3))], minlength=9)
    expected = np.array(
        [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
    )
    chance = expected / math.comb(52, 7)
    error = np.sqrt(chance * (1 - chance) * 400_000)
    assert np.all(np.abs(share - 400_000 * chance) < 4.5 * error)


@given(st.lists(st.sampled_from(ALL_CARDS), min_size=7, max_size=7, unique=True))
def test_plain_rules_and_tables_give_the_same_class(cards):
    numbers = np.array([[card.number for card in cards]])
    assert rank_hands(numbers)[0] == hand_class(cards)
    assert rank_hands(numbers[:, :5])[0] == hand_class(cards[:5])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AS KS QS JS TS", "KH QH JH TH 9H"),
        ("6C 5C 4C 3C 2C", "5C 4C 3C 2C AC"),
        ("2C 2D 2H 2S 3C", "AC AD AH KC KD"),
        ("2C 2D 2H AC AD", "AC KC QC JC 9C"),
        ("3C 3D 3H 2C 2D", "2C 2D 2H AC AD"),
        ("7C 5C 4C 3C 2C", "AC KD QC JC TC"),
        ("6C 5D 4C 3C 2C", "5C 4D 3C 2C AC"),
        ("5C 4D 3C 2C AC", "AC AD AH KC QD"),
        ("3C 3D 2C 2D AS", "3H 3S 2H 2S KS"),
        ("2C 2D 5C 4D 3H", "AC KD QH JS 9C"),
    ],
)
def test_a_better_hand_has_a_higher_value(better, worse):
    assert hand_value(parse_hand(better)) > hand_value(parse_hand(worse))


def test_suits_never_decide():
    assert hand_value(parse_hand("AS KD 9H 5C 3D")) == hand_value(parse_hand("AC KH 9S 5D 3H"))


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("4D 6C 6D JD JH", "two pair, jacks and sixes"),
        ("4D 6D 6H 7H QC", "pair of sixes"),
        ("AS KD 9H 5C 3D", "ace high"),
        ("KS KD KH 5C 3D", "three kings"),
        ("5S 4D 3H 2C AD", "straight to the five"),
        ("AD KD 9D 5D 3D", "flush, ace high"),
        ("6S 6D 6H KC KD", "full house, sixes over kings"),
        ("9S 9D 9H 9C KD", "four nines"),
        ("9S 8S 7S 6S 5S", "straight flush to the nine"),
        ("AS KS QS JS TS", "royal flush"),
    ],
)
def test_a_hand_has_its_usual_name(hand, name):
    assert class_name(hand_class(parse_hand(hand))) == name


def test_names_with_kickers_tell_all_classes_apart():
    assert len({class_name(number, kickers=True) for number in range(CLASSES)}) == CLASSES


def test_bad_hands_are_refused_in_one_line():
    with pytest.raises(BadInput, match="5 to 7 cards, not 4"):
        hand_value(parse_hand("AS KS QS JS"))
    with pytest.raises(BadInput, match="AS stands twice"):
        hand_value([*parse_hand("AS KS QS JS"), *parse_hand("AS")])
    with pytest.raises(BadInput, match=r"shape \(hands, 5\)"):
        rank_hands(np.zeros((3, 4), dtype=np.int8))
