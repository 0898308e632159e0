"""The compiled part of `matching.py`: ranks are dealt out one after another."""

from __future__ import annotations

import numpy as np

from neuroevo.kernel_cache import kernel


@kernel
def count_rank_by_rank(
    steps: np.ndarray,
    radix: int,
    choices: np.ndarray,
    ways: np.ndarray,
    counts_of_choices: np.ndarray,
    hands: int,
    alike: int,
) -> float:
    """In how many ways can all hands end in their wanted state?

    steps: (kinds, ranks, states, 5) int16, the state of a hand of that kind after it took so many
    cards of a rank, -1 for hopeless; hands from number `alike` on are of kind 1, those before of
    kind 0. choices: (ranks, most, hands) int8, how many cards of a rank each hand takes; ways:
    (ranks, most), how many ways there are to do so. Hands of kind 0 are alike, so their states are
    kept in order, and deals that differ by who is who are counted together.
    """
    size = radix**hands
    weights, after = np.zeros(size), np.zeros(size)
    states, moved = np.zeros(hands, np.int64), np.zeros(hands, np.int64)
    weights[0] = 1.0
    for rank in range(steps.shape[1]):
        after[:] = 0.0
        for code in range(size):
            weight = weights[code]
            if weight == 0.0:
                continue
            left = code
            for hand in range(hands):
                states[hand] = left % radix
                left //= radix
            for choice in range(counts_of_choices[rank]):
                hopeless = False
                for hand in range(hands):
                    kind = 0 if hand < alike else 1
                    state = np.int64(steps[kind, rank, states[hand], choices[rank, choice, hand]])
                    if state < 0:
                        hopeless = True
                        break
                    place = hand
                    if hand < alike:
                        while place > 0 and moved[place - 1] > state:
                            moved[place] = moved[place - 1]
                            place -= 1
                    moved[place] = state
                if hopeless:
                    continue
                target = 0
                for hand in range(hands - 1, -1, -1):
                    target = target * radix + moved[hand]
                after[target] += weight * ways[rank, choice]
        weights, after = after, weights
    return weights[0]
