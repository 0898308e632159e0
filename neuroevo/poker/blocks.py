"""Many runs in blocks: each block has its own seed, so that workers never change a result."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import Purpose, child_seed, run_key
from neuroevo.limits import MOST_TRIALS, check_range, check_seed, count_workers

BLOCK_RUNS = 1 << 15

Tally = NDArray[np.int64]


Deal = Callable[[int, np.uint64, Tally, Tally], None]
"""Plays so many runs with a seed, adds to the tally, and leaves the last run's cards."""


def tally_runs(
    deal: Deal, shape: tuple[int, ...], runs: int, seed: int, workers: int | None = None
) -> tuple[Tally, Tally]:
    """Play all runs on so many threads; the sum of the tallies, and the last run's cards."""
    check_range("runs", runs, 1, MOST_TRIALS)
    check_seed(seed)
    workers = count_workers(workers)
    key = run_key(seed, Purpose.POKER_RUNS)

    def block(number: int) -> tuple[Tally, Tally]:
        tally, deck = np.zeros(shape, dtype=np.int64), np.zeros(52, dtype=np.int64)
        count = min(BLOCK_RUNS, runs - number * BLOCK_RUNS)
        deal(count, np.uint64(child_seed(key, number)), tally, deck)
        return tally, deck

    blocks = -(-runs // BLOCK_RUNS)
    total, last = block(0)
    if blocks > 1:
        with ThreadPoolExecutor(min(workers, blocks - 1)) as pool:
            for tally, deck in pool.map(block, range(1, blocks)):
                total += tally
                last = deck
    return total, last
