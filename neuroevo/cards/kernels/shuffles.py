"""The shuffles of `neuroevo.cards.shuffles` for kernels, which draw the same numbers."""

from __future__ import annotations

import numpy as np

from neuroevo.addresses import make_room
from neuroevo.cards.kernels.streams import (
    VECTOR,
    k_below,
    k_child_seed,
    k_draw,
    k_pass_over,
    k_scaled,
    whole_vectors,
)
from neuroevo.cards.shuffles import RIFFLE, UNIFORM
from neuroevo.kernel_cache import inner

PACK = 52
"""The most cards that `k_shuffle_pack` can shuffle."""

_others_room = make_room(np.int64, PACK + VECTOR)
_ends_room = make_room(np.uint8, PACK)


@inner
def k_shuffle(order: np.ndarray, count: int, streams: np.ndarray, which: int) -> None:
    """The uniform shuffle for kernels: the first `count` of `order` in place, with one stream."""
    for last in range(count - 1, 0, -1):
        other = k_below(streams, which, last + 1)
        order[last], order[other] = order[other], order[last]


@inner
def k_shuffle_pack(
    pack: np.ndarray, count: int, order: np.ndarray, streams: np.ndarray, which: int
) -> None:
    """`k_shuffle` of the first `count` cards of a pack, at most PACK, into `order`: faster.

    `k_shuffle` swaps the cards of two places, `last` and some other up to it, for each `last` from
    the highest down, and every swap waits for the one before. Followed backwards, from the lowest
    `last` up, the same swaps tell where each card of the pack ends. Card `last` has then not been
    moved yet; it goes where the other card would have ended, and the other ends at `last`.
    """
    others, ends = _others_room(), _ends_room()
    state = streams[which]
    for last in range(whole_vectors(count)):
        others[last] = k_scaled(k_child_seed(state, count - 1 - last), last + 1)
    k_pass_over(streams, which, count - 1)
    ends[0] = 0
    # Unsigned numbers, here and below, as numba asks of signed ones whether they count from the
    # end.
    for last in range(1, count):
        other = np.uint64(others[last])
        ends[np.uint64(last)] = ends[other]
        ends[other] = last
    for card in range(count):
        order[np.uint64(ends[card])] = pack[card]


@inner
def k_riffle(
    order: np.ndarray,
    count: int,
    model: int,
    limits: np.ndarray,
    streams: np.ndarray,
    which: int,
    pile: np.ndarray,
) -> None:
    """One riffle for kernels, `riffle` or `thesis`, of the first `count` of `order` in place.

    limits: (count,) uint64, see `cut_limits`. pile: as long and of the same kind as `order`.
    """
    word = k_draw(streams, which)
    cut = 0
    while cut < count and word >= limits[cut]:
        cut += 1
    for place in range(count):  # a slice would bring along numba's words for slices that differ
        pile[place] = order[place]
    upper, lower = cut, count - cut
    if model == RIFFLE:
        while upper + lower > 0:
            place = upper + lower - 1
            if k_below(streams, which, upper + lower) < upper:
                upper -= 1
                order[place] = pile[upper]
            else:
                lower -= 1
                order[place] = pile[cut + lower]
        return
    from_upper = True
    while upper > 0 and lower > 0:
        fall = 1 + k_below(streams, which, 2)
        if from_upper:
            for _ in range(min(fall, upper)):
                upper -= 1
                order[upper + lower] = pile[upper]
        else:
            for _ in range(min(fall, lower)):
                lower -= 1
                order[upper + lower] = pile[cut + lower]
        from_upper = not from_upper
    # What is left of one packet stays on top, in its own order.
    start = 0 if upper > 0 else cut
    for place in range(upper + lower):
        order[place] = pile[start + place]


@inner
def k_shuffle_by(
    order: np.ndarray,
    count: int,
    model: int,
    times: int,
    limits: np.ndarray,
    streams: np.ndarray,
    which: int,
) -> None:
    """`shuffled` with any `Shuffle`, for kernels."""
    if model == UNIFORM:
        for _ in range(times):
            k_shuffle(order, count, streams, which)
    else:
        pile = np.empty_like(order)
        for _ in range(times):
            k_riffle(order, count, model, limits, streams, which, pile)
