"""Dealing poker hands at random, at full speed."""

from __future__ import annotations

import numpy as np

from neuroevo.cards.kernels.streams import k_below
from neuroevo.kernel_cache import inner, kernel
from neuroevo.poker.kernels.counting import k_next_choice
from neuroevo.poker.kernels.ranks import CARD_KEYS, CARD_MASKS, k_five


@inner
def k_swap(deck: np.ndarray, places: np.ndarray, one: int, other: int) -> None:
    """Let two places of the deck change cards; `places` says where each card lies."""
    deck[one], deck[other] = deck[other], deck[one]
    places[deck[one]] = one
    places[deck[other]] = other


@inner
def k_hand_value(table: np.ndarray, deck: np.ndarray, first: int) -> int:
    """The value of the five cards that lie from place `first` on."""
    key, mask = np.int64(0), np.int64(0)
    for place in range(first, first + 5):
        key += CARD_KEYS[deck[place]]
        mask |= CARD_MASKS[deck[place]]
    return k_five(table, key, mask)


@kernel
def deal_five(
    table: np.ndarray,
    hands: np.ndarray,
    opponents: int,
    runs: int,
    seed: np.uint64,
    tally: np.ndarray,
    deck: np.ndarray,
) -> None:
    """Deal to the opponents so many times, and count who is below the user and who equal.

    hands: (hands, 5) int8, of which the user holds one at random in each run. tally: how many runs
    had so many opponents [below, equal]. As in the case study (section CS24.1.1) the
    user's cards go to the front of the deck and the rest is shuffled, as far as it is dealt; `deck`
    (52) holds the last run's cards in the end.
    """
    streams = np.array([seed])
    places = np.empty(52, np.int64)
    for place in range(52):
        deck[place] = place
        places[place] = place
    for _ in range(runs):
        row = k_below(streams, 0, hands.shape[0]) if hands.shape[0] > 1 else 0
        for place in range(5):
            k_swap(deck, places, place, places[hands[row, place]])
        for place in range(5, 5 + 5 * opponents):
            k_swap(deck, places, place, place + k_below(streams, 0, 52 - place))
        mine = k_hand_value(table, deck, 0)
        below, equal = 0, 0
        for opponent in range(opponents):
            theirs = k_hand_value(table, deck, 5 + 5 * opponent)
            below += theirs < mine
            equal += theirs == mine
        tally[below, equal] += 1


@kernel
def list_hands(
    cards: np.ndarray,
    deck: np.ndarray,
    bias: int,
    check: int,
    hands: np.ndarray,
) -> int:
    """All hands with these cards and others from the deck that pass `Given.rank_test`.

    Fills `hands` (most, 5) int8, and returns how many there are.
    """
    known, missing = cards.size, 5 - cards.size
    chosen = np.zeros(5, np.int64)
    for place in range(missing):
        chosen[place] = place
    found = 0
    while True:
        key = np.int64(0)
        for place in range(known):
            hands[found, place] = cards[place]
            key += CARD_KEYS[cards[place]]
        for place in range(missing):
            card = deck[chosen[place]]
            hands[found, known + place] = card
            key += CARD_KEYS[card]
        if ((key + bias) & check) == check:
            found += 1
        if not k_next_choice(chosen, missing, deck.size):
            return found
