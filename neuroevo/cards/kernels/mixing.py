"""Samples of a shuffle, compiled: how many rising sequences a pack has after each of many."""

from __future__ import annotations

import numpy as np

from neuroevo.cards.kernels.shuffles import k_shuffle_by
from neuroevo.cards.kernels.streams import k_child_seed
from neuroevo.kernel_cache import inner, kernel


@inner
def rising_sequences(order: np.ndarray, place: np.ndarray) -> int:
    """`mixing.rising_sequences`; place: as long as `order`, written."""
    for new in range(order.shape[0]):
        place[order[new]] = new
    count = 1
    for old in range(1, order.shape[0]):
        count += place[old] < place[old - 1]
    return count


@kernel
def count_rising_sequences(
    model: int,
    limits: np.ndarray,
    cards: int,
    samples: int,
    key: np.uint64,
    counts: np.ndarray,
) -> None:
    """Shuffle many packs and count.

    limits: see `cut_limits`. counts: (times + 1, cards) int64; one is added to `counts[k, r - 1]`
    for each sample that has r rising sequences after k shuffles.
    """
    order, place = np.zeros(cards, dtype=np.int64), np.zeros(cards, dtype=np.int64)
    stream = np.zeros(1, dtype=np.uint64)
    for sample in range(samples):
        stream[0] = k_child_seed(key, sample)
        for card in range(cards):
            order[card] = card
        counts[0, 0] += 1
        for after in range(1, counts.shape[0]):
            k_shuffle_by(order, cards, model, 1, limits, stream, 0)
            counts[after, rising_sequences(order, place) - 1] += 1
