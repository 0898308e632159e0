"""The case study's comparison, against its own program as printed."""

import numpy as np
import pytest

from neuroevo.cards import parse_hand
from neuroevo.poker.case_study import STATUSES, status_of_class, statuses
from neuroevo.poker.ranks import all_values, hand_class
from neuroevo.poker.rules import find_rules
from neuroevo.poker.tables import rank_hands


def find_status(ranks, suits):
    """Figures CS24.15 to CS24.19, line by line; ranks from 2 to 14."""
    order = sorted(range(5), key=lambda i: ranks[i])
    hand = [ranks[i] for i in order]
    count_value = {i: hand.count(i) for i in range(2, 15)}
    count_suit = [suits.count(suit) for suit in range(4)]
    status, high_card = "HighCard", None
    for i in range(2, 15):
        if count_value[i] == 4:
            status, high_card = "FourOfKind", i
            break
        if count_value[i] == 3:
            high_card = i
            if status == "OnePair":
                status = "FullHouse"
                break
            status = "ThreeOfKind"
        elif count_value[i] == 2:
            high_card = i
            if status == "ThreeOfKind":
                status = "FullHouse"
                break
            status = "TwoPair" if status == "OnePair" else "OnePair"
    if status == "HighCard":
        if 5 in count_suit:
            status = "Flush"
        straight = all(hand[i + 1] == hand[i] + 1 for i in range(4))
        if straight:
            status = "StraightFlush" if status == "Flush" else "Straight"
        high_card = hand[4]
    return status, high_card


def test_every_class_gets_the_status_that_the_printed_program_finds():
    generator = np.random.default_rng(24)
    random = generator.random((20_000, 52)).argpartition(5, axis=1)[:, :5]
    # Few random hands are flushes; one suit's hands and straights over all suits join them.
    one_suit = generator.random((3_000, 13)).argpartition(5, axis=1)[:, :5]
    runs = (np.arange(9)[:, None] + np.arange(5))[:, None, :] + 13 * generator.integers(
        0, 4, (9, 50, 5)
    )
    wheel = parse_hand("AS 2S 3S 4S 5S"), parse_hand("AS 2D 3S 4S 5S")
    hands = np.concatenate(
        [random, one_suit, runs.reshape(-1, 5), [[c.number for c in hand] for hand in wheel]]
    )
    found = status_of_class()[rank_hands(hands)]
    for hand, number in zip(hands.tolist(), found.tolist(), strict=True):
        status, high = statuses()[number]
        expected = find_status([card % 13 + 2 for card in hand], [card // 13 for card in hand])
        assert (STATUSES[status], high + 2) == expected, hand


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("4D 6D 6H 7H QC", "OnePair 6"),  # figure CS24.22
        ("4D 6C 6D JD JH", "TwoPair Jack"),
        ("5S 4D 3H 2C AD", "HighCard Ace"),  # no straight from the ace down
        ("5S 4S 3S 2S AS", "Flush Ace"),
        ("6S 6D 6H KC KD", "FullHouse King"),  # the full house's higher rank
        ("KS KD KH 6C 6D", "FullHouse King"),
        ("TS 9D 8H 7C 6D", "Straight 10"),
    ],
)
def test_quirks_show_in_the_status(hand, name):
    assert find_rules("case-study").describe(parse_hand(hand)) == name


def test_side_cards_do_not_count():
    rules = find_rules("case-study")
    assert rules.value(parse_hand("6D 6H 2C 3C 4C")) == rules.value(parse_hand("6S 6C AC KC QC"))


def test_a_flush_is_never_below_the_same_ranks_in_mixed_suits():
    # `matching_deals` relies on it.
    for name in ("standard", "case-study"):
        rules = find_rules(name)
        for hand in ("AS 2S 3S 4S 5S", "KS QS JS TS 9S", "AS KS 9S 5S 3S"):
            mixed = hand[:-1] + "D"
            assert rules.value(parse_hand(hand)) > rules.value(parse_hand(mixed))


def test_the_values_of_both_rule_sets_keep_the_order_of_categories():
    kinds = np.array([kind for kind, _ in all_values()])
    values = status_of_class().astype(int)
    wheels = {hand_class(parse_hand(h)) for h in ("5S 4D 3H 2C AD", "5S 4S 3S 2S AS")}
    others = [number for number in range(len(values)) if number not in wheels]
    highest = np.array([values[others][kinds[others] == kind].max() for kind in range(9)])
    lowest = np.array([values[others][kinds[others] == kind].min() for kind in range(9)])
    assert np.all(highest[:-1] < lowest[1:])
