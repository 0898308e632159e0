"""Counting hands exactly: how many deals leave the user ahead.

Two hands dealt from one pack can't share a card. Counting pairs of hands that do not meet, with
some property each, needs no loop over all pairs: with N(S) and M(S) the numbers of hands of either
kind that contain all cards of S, the pairs that share no card number

    sum over all sets S of (-1)^|S| N(S) M(S),

since a pair with k cards in common is counted sum_j (-1)^j C(k, j) = 0 times, unless k = 0.
"""

from __future__ import annotations

import numpy as np

from neuroevo.kernel_cache import inner, kernel
from neuroevo.poker.kernels.ranks import k_five

FEW = 64
"""So many hands are compared one by one; more are counted by value."""


@inner
def k_next_choice(chosen: np.ndarray, size: int, count: int) -> bool:
    """The next `size` of `count` places in order; False after the last."""
    place = size - 1
    while place >= 0 and chosen[place] == count - size + place:
        place -= 1
    if place < 0:
        return False
    chosen[place] += 1
    for after in range(place + 1, size):
        chosen[after] = chosen[after - 1] + 1
    return True


@inner
def k_completions(
    table: np.ndarray,
    key: int,
    mask: int,
    keys: np.ndarray,
    masks: np.ndarray,
    count: int,
    missing: int,
    bias: int,
    check: int,
    chosen: np.ndarray,
    values: np.ndarray,
) -> int:
    """The values of all hands that `missing` of the first `count` cards complete; how many.

    Only hands that pass the test of `Given.rank_test` count. `chosen` is scratch paper.
    """
    if missing == 0:
        values[0] = k_five(table, key, mask)
        return 1 if ((key + bias) & check) == check else 0
    outer = missing - 1
    for place in range(outer):
        chosen[place] = place
    found = 0
    while True:
        sum_of_keys, union = key, mask
        for place in range(outer):
            sum_of_keys += keys[chosen[place]]
            union |= masks[chosen[place]]
        for last in range(chosen[outer - 1] + 1 if outer else 0, count):
            whole = sum_of_keys + keys[last]
            if ((whole + bias) & check) == check:
                values[found] = k_five(table, whole, union | masks[last])
                found += 1
        if not k_next_choice(chosen, outer, count - 1):
            return found


@inner
def k_without(from_: np.ndarray, chosen: np.ndarray, size: int, rest: np.ndarray) -> None:
    """Copy everything but the chosen places."""
    skipped = 0
    for place in range(from_.size):
        if skipped < size and chosen[skipped] == place:
            skipped += 1
        else:
            rest[place - skipped] = from_[place]


@kernel
def compare_pairs(
    table: np.ndarray,
    keys: np.ndarray,
    masks: np.ndarray,
    kept_keys: np.ndarray,
    kept_masks: np.ndarray,
    draws: np.ndarray,
    bias: int,
    check: int,
    counts: np.ndarray,
) -> None:
    """Deal one opponent five of the cards (`keys`, `masks`), and the user what is missing.

    For each way in which the user may start, with so many `draws` to what is kept, count the deals:
    `counts` (ways, 3) gets those where the opponent is below the user, equal, and the user's hands.
    """
    deck = keys.size
    most = 1
    for size in range(5):
        most = most * (deck - size) // (size + 1)
    theirs, ours = np.empty(most, np.uint16), np.empty(most, np.uint16)
    highest = 0
    for value in table:
        highest = max(highest, np.int64(value))
    of_value, below = np.zeros(highest + 1, np.int64), np.zeros(highest + 1, np.int64)
    rest_keys, rest_masks = np.empty(deck, np.int64), np.empty(deck, np.int64)
    shared, chosen = np.zeros(5, np.int64), np.zeros(5, np.int64)
    sign = 1
    for size in range(draws.max() + 1):
        for place in range(size):
            shared[place] = place
        while True:
            key, mask = np.int64(0), np.int64(0)
            for place in range(size):
                key += keys[shared[place]]
                mask |= masks[shared[place]]
            k_without(keys, shared, size, rest_keys)
            k_without(masks, shared, size, rest_masks)
            rest = deck - size
            found = k_completions(
                table, key, mask, rest_keys, rest_masks, rest, 5 - size, 0, 0, chosen, theirs
            )
            if found > FEW:
                of_value[:] = 0
                for index in range(found):
                    of_value[theirs[index]] += 1
                total = 0
                for value in range(highest + 1):
                    below[value] = total
                    total += of_value[value]
            for way in range(draws.size):
                if draws[way] < size:
                    continue
                held = k_completions(
                    table,
                    kept_keys[way] + key,
                    kept_masks[way] | mask,
                    rest_keys,
                    rest_masks,
                    rest,
                    draws[way] - size,
                    bias,
                    check,
                    chosen,
                    ours,
                )
                less, equal = np.int64(0), np.int64(0)
                for index in range(held):
                    value = ours[index]
                    if found > FEW:
                        less += below[value]
                        equal += of_value[value]
                    else:
                        for other in range(found):
                            less += theirs[other] < value
                            equal += theirs[other] == value
                counts[way, 0] += sign * less
                counts[way, 1] += sign * equal
                if size == 0:
                    counts[way, 2] = held
            if not k_next_choice(shared, size, deck):
                break
        sign = -sign
