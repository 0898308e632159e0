"""How long judging takes: 100,000 rounds of a network, and the luckiest of 100 whole runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
from page import Table, fewer, figure, present

from neuroevo.analysis import evaluate, luckiest, simulate_luckiest
from neuroevo.games import SPADES
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.tournament import network_entrant


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def tables() -> Iterator[Table]:
    architecture = make_architecture("card", SPADES, 4)
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(1))[0]
    network = network_entrant(Champion(architecture, weights), "network")
    deals, runs = fewer(25_000), fewer(100)
    evaluate([network], deals=10)
    simulate_luckiest(8, 1, rounds=8, runs=1)
    works: dict[str, Callable[[], object]] = {
        f"a `card` network against three random players, {4 * deals:,} rounds, 2 cores": (
            lambda: evaluate([network], deals=deals, workers=2)
        ),
        f"the luckiest of 100 members x 300 generations, {runs} runs played, 2 cores": (
            lambda: simulate_luckiest(100, 300, runs=runs, workers=2)
        ),
        "the same, computed from a million random rounds": lambda: luckiest(100, 300),
    }
    rows = [(what, figure(seconds(work), ".1f")) for what, work in works.items()]
    yield Table("Judging", ("what", "seconds"), rows)


if __name__ == "__main__":
    present(tables)
