"""The uniform shuffle: Fisher and Yates, plain and compiled, drawing the same numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from neuroevo.cards.streams import Stream, k_below
from neuroevo.kernel_cache import inner

Item = TypeVar("Item")


def shuffled(items: Sequence[Item], stream: Stream) -> list[Item]:
    """The items in a uniformly random order.

    >>> shuffled("ABCD", Stream(1))
    ['A', 'B', 'D', 'C']
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


@inner
def k_shuffle(order: np.ndarray, count: int, streams: np.ndarray, which: int) -> None:
    """`shuffled` for kernels: the first `count` of `order` in place, with stream number `which`."""
    for last in range(count - 1, 0, -1):
        other = k_below(streams, which, last + 1)
        order[last], order[other] = order[other], order[last]
