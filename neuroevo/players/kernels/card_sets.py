"""Choosing from sets of cards: what rule players' kernels are made of."""

from __future__ import annotations

import numpy as np

from neuroevo.games.kernels.bits import (
    TRUMP_LANE,
    TRUMP_MASK,
    count_bits,
    lane_mask,
    larger,
    lowest_bit,
)
from neuroevo.kernel_cache import inner


@inner
def extreme_card(order: np.ndarray, cards: int, highest: bool) -> int:
    """The bit of the card that is last (or first) by `order` (64,) in a set that is not empty."""
    sign = 1 if highest else -1
    chosen = np.int64(-1) << 40
    for _ in range(count_bits(cards)):
        bit = lowest_bit(cards)
        cards &= cards - 1
        chosen = larger(chosen, ((sign * order[bit]) << 6) | bit)
    return chosen & 63


@inner
def winning_cards(cards: int, best: int, led: int, trump_lane: int) -> int:
    """Those cards of the set that would take the trick as it lies.

    Trumps have the highest bits, so they are the cards that count with a bit above the best one's.
    """
    counting = lane_mask(led) | (TRUMP_MASK if trump_lane == TRUMP_LANE else 0)
    return cards & counting & ~((2 << best) - 1)
