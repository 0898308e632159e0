"""This code against an older commit of it, checked out beside it, in one run and in turns.

    git clone . ../before && git -C ../before checkout COMMIT
    python benchmarks/before_and_after.py ../before

Each side plays in processes of its own, one after the other and several times, so that a noisy
machine is noisy for both; the best rate of each counts. What is asked of the old code is what both
have: `play_deals` with players by name, and the evaluator.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

TURNS, TRIES = 3, 6
PLAYERS = {"random": 30_000, "greedy": 20_000, "heuristic": 10_000, "champion": 3_000}
GAMES = ("spades", "clubs", "sueca", "euchre")
GENERATIONS = ("card", "hand")
HERE = Path(__file__).resolve().parents[1]


def rates() -> dict[str, float]:
    """Rounds a second of one thread, by game and player; and members' rounds a second."""
    from neuroevo.games import find_game
    from neuroevo.tournament import find_entrants, play_deals

    cases = {}
    for game in GAMES:
        for player, rounds in PLAYERS.items():
            name = f"{game}-champion" if player == "champion" else player
            others = "greedy" if player == "champion" else player
            table = find_entrants([name, others, others, others])
            cases[f"{game}, {player}"] = (find_game(game), table, rounds)
            play_deals(*cases[f"{game}, {player}"][:2], 5, 0, 2)  # compiles
    best = dict.fromkeys(cases, 0.0)
    for _ in range(TRIES):
        for name, (sheet, table, rounds) in cases.items():
            began = time.thread_time()
            play_deals(sheet, table, 5, 0, rounds)
            best[name] = max(best[name], rounds / (time.thread_time() - began))
    return best | {f"generation, {name}": generation_rate(name) for name in GENERATIONS}


def generation_rate(name: str) -> float:
    """Rounds a second of the thesis' generation, on all cores."""
    import numpy as np

    from neuroevo.games import SPADES
    from neuroevo.networks import make_architecture, random_weights
    from neuroevo.networks.architecture import Population
    from neuroevo.tournament.evaluator import Evaluator

    architecture = make_architecture(name, SPADES, 4)
    weights = random_weights(architecture.weight_count, 100, np.random.default_rng(1))
    evaluator = Evaluator(SPADES, 4, 15, workers=os.cpu_count() or 1)
    best = 0.0
    close = getattr(evaluator, "close", None)
    if close is None:
        evaluator.__enter__()
    for number in range(2 * TRIES + 1):
        began = time.perf_counter()
        evaluator.evaluate(Population(architecture, weights), 1, number)
        if number:  # the first compiles
            best = max(best, 15 * 100 / (time.perf_counter() - began))
    close() if close is not None else evaluator.__exit__(None, None, None)
    return best


def measure(checkout: Path) -> dict[str, float]:
    """`rates` of the code in a checkout, in a process of its own."""
    found = subprocess.run(
        [sys.executable, __file__, "--rates"],
        env=os.environ | {"PYTHONPATH": str(checkout)},
        cwd=checkout,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(found.stdout)


def main(before: Path) -> None:
    old: list[dict[str, float]] = []
    new: list[dict[str, float]] = []
    for _ in range(TURNS):
        old.append(measure(before))
        new.append(measure(HERE))
    print("\n### Rounds a second before and after, best of several turns\n")
    print("| game and players | before | after | after / before | in each turn |")
    print("|---|---:|---:|---:|---|")
    for name in old[0]:
        was, now = (max(turn[name] for turn in turns) for turns in (old, new))
        turns = " ".join(f"{b[name] / a[name]:.2f}" for a, b in zip(old, new, strict=True))
        print(f"| {name} | {was:,.0f} | {now:,.0f} | {now / was:.2f} | {turns} |")


if __name__ == "__main__":
    if sys.argv[1:] == ["--rates"]:
        print(json.dumps(rates()))
    elif len(sys.argv) == 2:
        main(Path(sys.argv[1]).resolve())
    else:
        sys.exit(__doc__)
