"""A generation of the Spades thesis: 100 networks, 1,500 rounds, 78,000 decisions.

Against numpy, in the same run: one matrix-vector product a layer and decision, and all tables in
lock-step with batched products. Both baselines count their arithmetic alone, no rules and no cards,
not even what it takes to set the inputs. Each takes turns with ours and counts its best turn. The
arithmetic floor (`arithmetic_floor.py`) is what no way of doing it can do without.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from arithmetic_floor import multiply_adds, peak_rate
from page import Figure, Table, fewer, figure, present

from neuroevo.cards import Purpose, run_key
from neuroevo.evolution.algorithms import Recombination
from neuroevo.evolution.members import generation_members
from neuroevo.games import SPADES
from neuroevo.networks import make_architecture, random_weights
from neuroevo.networks.architecture import Architecture, Population
from neuroevo.tournament.evaluator import Evaluator
from neuroevo.tournament.tables import play_tables

TURNS = fewer(25)
GAMES, MEMBERS = 15, 100
DECISIONS = GAMES * MEMBERS * 4 * 13
SAMPLE = 2_000


def best_of(turns: int, **works: Callable[[], object]) -> dict[str, float]:
    """The best time of each piece of work in seconds; they take turns."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(turns):
        for name, work in works.items():
            time.sleep(0.05)  # numpy's own threads go on spinning for a while
            began = time.perf_counter()
            work()
            best[name] = min(best[name], time.perf_counter() - began)
    return best


def one_by_one(architecture: Architecture, population: Population) -> Callable[[], None]:
    """One matrix-vector product a layer, for a sample of decisions."""
    layers = [[matrix for matrix, _ in architecture.layers(row)] for row in population.weights]
    inputs = (np.random.default_rng(1).random(architecture.inputs) < 0.2).astype(np.float32)

    def decide() -> None:
        for decision in range(SAMPLE):
            first, second, last = layers[decision % len(layers)]
            signal = np.tanh(inputs @ first)
            signal = np.tanh(signal @ second)
            (signal @ last).argmax()

    return decide


def lock_step(architecture: Architecture, population: Population) -> Callable[[], None]:
    """One batched product a layer for all positions of all members, 52 times a round."""
    layers = [
        np.stack([architecture.layers(row)[layer][0] for row in population.weights])
        for layer in range(3)
    ]
    shape = (len(population.weights), GAMES, architecture.inputs)
    inputs = (np.random.default_rng(1).random(shape) < 0.2).astype(np.float32)

    def step() -> None:
        signal = np.tanh(inputs @ layers[0])
        signal = np.tanh(signal @ layers[1])
        (signal @ layers[2]).argmax(axis=-1)

    return step


def measure(name: str) -> tuple[str | Figure, ...]:
    architecture = make_architecture(name, SPADES, 4)
    weights = random_weights(architecture.weight_count, MEMBERS, np.random.default_rng(1))
    population = Population(architecture, weights)
    algorithm = Recombination(Recombination.Settings(population=MEMBERS), workers=2)
    first = algorithm.first(architecture.weight_count, 1)
    with (
        Evaluator(SPADES, 4, GAMES, workers=1) as one,
        Evaluator(SPADES, 4, GAMES, workers=2) as two,
    ):
        scores = two.evaluate(population, 1, 0)
        members = generation_members(first.weights, first.births, scores.fitness, scores.tricks)
        algorithm.after(first, members, 1)
        took = best_of(
            TURNS,
            two=lambda: two.evaluate(population, 1, 0),
            one=lambda: one.evaluate(population, 1, 0),
            single=one_by_one(architecture, population),
            step=lock_step(architecture, population),
            breed=lambda: algorithm.after(first, members, 1),
        )
    single = took["single"] / SAMPLE * DECISIONS
    step = took["step"] * 52
    return (
        f"{name} {architecture.summary}",
        figure(1e3 * single),
        figure(1e3 * step),
        figure(1e3 * took["one"], ".1f"),
        figure(1e3 * took["two"], ".1f"),
        figure(single / took["two"], ".1f", "x"),
        figure(step / took["two"], ".1f", "x"),
        figure(1e3 * took["breed"], ".1f"),
        figure(took["breed"] / took["two"], ".2f"),
    )


def floor() -> Table:
    """What a generation of `card` can't do without, and how near one thread comes to it."""
    architecture = make_architecture("card", SPADES, 4)
    weights = random_weights(architecture.weight_count, MEMBERS, np.random.default_rng(1))
    population = Population(architecture, weights)
    with Evaluator(SPADES, 4, GAMES, workers=1) as one:
        seated = one.draw_tables(MEMBERS, 1, 0)
        key = run_key(1, Purpose.DEALS, 0)
        rounds = play_tables(
            SPADES, (), seated.seats, seated.deals, key, 4, keep_log=True, population=population
        )
        evaluate = partial(one.evaluate, population, 1, 0)
        rate = peak_rate(fewer(10))
        took = best_of(TURNS, evaluate=evaluate)["evaluate"]
        rate = max(rate, peak_rate(fewer(10)))  # the machine may have been busy before
    counted = multiply_adds(architecture, SPADES, rounds)
    decided = counted.pop("decisions with a choice")
    total = sum(counted.values())
    rows = [
        ("decisions", figure(DECISIONS)),
        ("decisions with a choice", figure(decided)),
        *(
            (f"multiply-adds of the {layer}, millions", figure(n / 1e6))
            for layer, n in counted.items()
        ),
        ("multiply-adds of one core a second, millions", figure(rate / 1e6)),
        ("arithmetic floor, ms", figure(1e3 * total / rate, ".1f")),
        ("evaluation on one thread, ms", figure(1e3 * took, ".1f")),
        ("evaluation as a multiple of the floor", figure(took * rate / total, ".2f")),
    ]
    title = "The arithmetic floor of a generation of `card`, one thread"
    return Table(title, ("what", "figure"), rows)


def exponent(sizes: list[int], costs: list[float]) -> float:
    """The slope of log cost against log size: 1 if the cost grows linearly."""
    return float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])


def growth() -> Table:
    """Time for more members, and for more rounds."""
    architecture = make_architecture("card", SPADES, 4)
    rows, notes = [], []
    cost: dict[tuple[int, int], float] = {}
    for members, games in (
        (50, 15),
        (100, 15),
        (200, 15),
        (400, 15),
        (800, 15),
        (100, 30),
        (100, 60),
    ):
        members += members % 4 and 4 - members % 4
        weights = random_weights(architecture.weight_count, members, np.random.default_rng(1))
        population = Population(architecture, weights)
        with Evaluator(SPADES, 4, games, workers=2) as evaluator:
            evaluate = partial(evaluator.evaluate, population, 1, 0)
            took = best_of(fewer(5), evaluate=evaluate)["evaluate"]
        cost[members, games] = took
        rounds = members * games
        rows.append(
            (
                str(members),
                str(games),
                figure(1e3 * took, ".1f"),
                figure(1e6 * took / rounds, ".1f"),
            )
        )
    by_members = {members: took for (members, games), took in cost.items() if games == GAMES}
    by_games = {games: took for (members, games), took in cost.items() if members == MEMBERS}
    for what, costs in (("members", by_members), ("games", by_games)):
        sizes = sorted(costs)
        slope = exponent(sizes, [costs[size] for size in sizes])
        notes.append(f"From {sizes[0]} to {sizes[-1]} {what} the cost grows as {what}^{slope:.2f}.")
    columns = ("members", "games", "ms a generation", "µs a member and game")
    return Table("Cost by members and games (`card`, 2 threads)", columns, rows, notes)


def peak_memory(members: int) -> float:
    """The most memory that two generations of so many networks take, in GB, in a process apart."""
    code = f"""

import pathlib, resource, tempfile
from neuroevo.evolution import evolve
with tempfile.TemporaryDirectory() as folder:
    evolve("spades-card-simple", generations=2, workers=2, out=pathlib.Path(folder) / "run",
           changes={{"evolution.population": {members}}})
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def tables() -> Iterator[Table]:
    columns = (
        "network",
        "numpy, a decision at a time",
        "numpy, lock-step",
        "ours, 1 thread",
        "ours, 2 threads",
        "against one at a time",
        "against lock-step",
        "breeding",
        "of evaluation",
    )
    title = "A generation: 100 networks, 1,500 rounds, 78,000 decisions (milliseconds)"
    yield Table(title, columns, [measure(name) for name in ("card", "hand")])
    yield floor()
    yield growth()
    rows = [("peak memory with 1,000 `card` networks, GB", figure(peak_memory(1000), ".2f"))]
    yield Table("Memory", ("what", "figure"), rows)


if __name__ == "__main__":
    present(tables)
