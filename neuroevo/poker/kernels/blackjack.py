"""The dealer's hand in blackjack at full speed: all ways to draw, from any pack."""

from __future__ import annotations

import numpy as np

from neuroevo.kernel_cache import kernel


@kernel
def dealer_chances(
    pack: np.ndarray,
    removed: int,
    barred: int,
    draws: np.ndarray,
    orders: np.ndarray,
    finals: np.ndarray,
    chances: np.ndarray,
) -> None:
    """Add up the chances (7) that the dealer ends with 17 to 21, bust, or with blackjack.

    pack: cards by value (10). removed: what a drawn card takes from it, 0 for infinitely many.
    draws: (sets, 10), sets of cards that end the dealer's drawing, in so many `orders`, with the
    place in `chances` that they lead to. barred: the value that the first card can't have, or -1.
    """
    most = 22
    # ways[v, k]: to draw k cards of value v one after another, as a product of counts
    ways = np.ones((10, most))
    left = 0.0
    for value in range(10):
        left += pack[value]
        for count in range(1, most):
            ways[value, count] = ways[value, count - 1] * max(
                0.0, pack[value] - removed * (count - 1)
            )
    # all_ways[k]: to draw any k cards
    all_ways = np.ones(most)
    all_ways[1] = left - (pack[barred] if barred >= 0 else 0)
    for count in range(2, most):
        all_ways[count] = all_ways[count - 1] * max(1.0, left - removed * (count - 1))
    for row in range(draws.shape[0]):
        product = orders[row]
        cards = 0
        for value in range(10):
            count = draws[row, value]
            product *= ways[value, count]
            cards += count
        chances[finals[row]] += product / all_ways[cards]
