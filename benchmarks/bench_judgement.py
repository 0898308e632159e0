"""How long judging takes: 100,000 rounds of a network, and the luckiest of 100 whole runs."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from neuroevo.analysis import evaluate, luckiest, simulate_luckiest
from neuroevo.games import SPADES
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.tournament import network_entrant


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    architecture = make_architecture("card", SPADES, 4)
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(1))[0]
    network = network_entrant(Champion(architecture, weights), "network")
    evaluate([network], deals=10)
    took = seconds(lambda: evaluate([network], deals=25_000, workers=2))
    print("### Judging\n")
    print("| what | seconds |")
    print("|---|---:|")
    print(
        f"| a `card` network against three random players, 100,000 rounds, 2 cores | {took:.1f} |"
    )
    simulate_luckiest(8, 1, rounds=8, runs=1)
    took = seconds(lambda: simulate_luckiest(100, 300, runs=100, workers=2))
    print(
        f"| the luckiest of 100 members x 300 generations, 100 runs played, 2 cores | {took:.1f} |"
    )
    took = seconds(lambda: luckiest(100, 300))
    print(f"| the same, computed from a million random rounds | {took:.1f} |")


if __name__ == "__main__":
    main()
