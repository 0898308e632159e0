"""Five-card draw at full speed: opponents exchange by a rule, the user in every way at once."""

from __future__ import annotations

import numpy as np

from neuroevo.cards.kernels.streams import k_below
from neuroevo.kernel_cache import inner, kernel
from neuroevo.poker.kernels.dealing import k_hand_value, k_swap
from neuroevo.poker.kernels.ranks import CARD_KEYS, CARD_MASKS, k_five

MOST_BY_RULE = 3
"""No opponent exchanges more (case study, section CS24.7: "two or three cards")."""


@inner
def k_goes(deck: np.ndarray, first: int, place: int) -> bool:
    """Whether the rule exchanges this card of a hand that is no straight or better.

    The twin of `exchanged_by_rule`.
    """
    rank = deck[place] % 13
    higher, paired, pairs = 0, False, False
    for one in range(first, first + 5):
        other = deck[one] % 13
        higher += other > rank
        paired = paired or (one != place and other == rank)
        for two in range(first, one):
            pairs = pairs or deck[two] % 13 == other
    return not paired if pairs else higher >= 2


@kernel
def mark_exchanges(table: np.ndarray, hands: np.ndarray, pat_from: int, marks: np.ndarray) -> None:
    """By card of each hand, (hands, 5): whether the rule exchanges it."""
    for row in range(hands.shape[0]):
        pat = k_hand_value(table, hands[row], 0) >= pat_from
        for place in range(5):
            marks[row, place] = not pat and k_goes(hands[row], 0, place)


@kernel
def deal_and_draw(
    table: np.ndarray,
    hand: np.ndarray,
    keeps: np.ndarray,
    most: int,
    opponents: int,
    they_draw: bool,
    pat_from: int,
    runs: int,
    seed: np.uint64,
    tally: np.ndarray,
    deck: np.ndarray,
) -> None:
    """Deal, let everybody exchange, and count as `deal_five` does, for each way to keep cards.

    keeps: (ways, 5) bool. tally: (ways, opponents + 1, opponents + 1). All ways meet the same
    opponents with the same cards to come, so that they differ by what they are worth and not by
    luck. The deck in the end: the user's hand, the opponents' hands as exchanged, `most` cards for
    the user.
    """
    streams = np.array([seed])
    places = np.empty(52, np.int64)
    theirs, cards = np.zeros(opponents, np.int64), np.zeros(5, np.int64)
    for place in range(52):
        deck[place] = place
        places[place] = place
    for place in range(5):
        k_swap(deck, places, place, places[hand[place]])
    mine_from = 5 + 5 * opponents
    theirs_from = mine_from + most
    end = theirs_from + (MOST_BY_RULE * opponents if they_draw else 0)
    for _ in range(runs):
        for place in range(5, end):
            k_swap(deck, places, place, place + k_below(streams, 0, 52 - place))
        for opponent in range(opponents):
            first = 5 + 5 * opponent
            if they_draw and k_hand_value(table, deck, first) < pat_from:
                # Whether a card goes depends on all five, so none may be exchanged before.
                for place in range(5):
                    cards[place] = k_goes(deck, first, first + place)
                fresh = theirs_from + MOST_BY_RULE * opponent
                for place in range(5):
                    if cards[place]:
                        k_swap(deck, places, first + place, fresh)
                        fresh += 1
            theirs[opponent] = k_hand_value(table, deck, first)
        for way in range(keeps.shape[0]):
            key, mask = np.int64(0), np.int64(0)
            fresh = mine_from
            for place in range(5):
                card = deck[place]
                if not keeps[way, place]:
                    card = deck[fresh]
                    fresh += 1
                key += CARD_KEYS[card]
                mask |= CARD_MASKS[card]
            mine = k_five(table, key, mask)
            below, equal = 0, 0
            for opponent in range(opponents):
                below += theirs[opponent] < mine
                equal += theirs[opponent] == mine
            tally[way, below, equal] += 1
