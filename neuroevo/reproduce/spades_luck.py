"""What luck alone would have put into Table 1 of the Spades thesis.

Equal players, who play like random ones, stand in for its networks: how good the best of a run
looks, how many tricks it took, and when it was born. The thesis prints no population, so the
chances are given for a range of them; and its advanced fitness is given by three readings of its
table of values (see `neuroevo.tournament.fitness`).
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from neuroevo.analysis import chance, luckiest
from neuroevo.analysis.distribution import Distribution
from neuroevo.analysis.luck import CHUNK_DEALS
from neuroevo.analysis.significance import SURE
from neuroevo.cards import Purpose, generator_for, run_key
from neuroevo.games import SPADES
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.printed import load_printed, printed_number
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.verdicts import Reading
from neuroevo.tournament import find_entrant, play_tables
from neuroevo.tournament.fitness import SPADES_ELSEWHERE, UPSIDE_DOWN, trick_values

SOURCE = "spades"
POPULATION, ROUNDS, SEATS = 100, 60, 4
LEAST_GENERATIONS = EXTRA_GENERATIONS = 200
"""Section 2.5: at least so many generations, and so many more after every new best."""
POPULATIONS = (20, 40, 48, 60, 100, 200, 400)
BIRTH_RUNS, TRICK_RUNS, TRICK_DEALS = 5_000, 100, 100_000

NO_POPULATION = f"a population of {POPULATION}: the thesis prints none"

READINGS = {
    "advanced": "table as printed",
    UPSIDE_DOWN: "table upside down",
    SPADES_ELSEWHERE: "spades column at another suit",
}
"""How the thesis' table of values may have been used, by name of the fitness."""


def mean_error(fitness: str) -> float:
    """The error of a random player's simulated mean; a quarter of all tricks is no simulation."""
    return 0.0 if fitness == "simple" else chance(fitness=fitness).mean_error(ROUNDS)


def luckiest_in_run(fitness: str, generations: int) -> Reading:
    """The mean of the best fitness of a run of equal players, and that mean's own error."""
    one, best = chance(fitness=fitness), luckiest(POPULATION, generations, ROUNDS, fitness=fitness)
    total = one.in_rounds(ROUNDS)
    far = (best.mean - total.mean) / total.sd
    error = math.hypot(mean_error(fitness), far * total.sd / math.sqrt(2 * one.deals))
    return Reading(best.mean, error)


def chance_of_luck(value: float, population: int, generations: int, fitness: str) -> Reading:
    """How often the best of a run of equal players shows this value or more, with its error.

    The error is that of the simulated mean and spread of one player, carried to the maximum.
    """
    one = chance(fitness=fitness)
    total = one.in_rounds(ROUNDS)
    p = luckiest(population, generations, ROUNDS, fitness=fitness).at_least(value)
    tail, far = total.at_least(value), (value - total.mean) / total.sd
    relative = math.hypot(far**2 / math.sqrt(2 * one.deals), far * mean_error(fitness) / total.sd)
    results = population * generations
    return Reading(p, results * (1 - tail) ** (results - 1) * tail * relative)


def is_luck(value: float, generations: int, fitness: str) -> float | None:
    """The chance that equal players reach a printed maximum, None where it is too small; or where
    they would nearly always do better, so that the maximum is not theirs either."""
    best = luckiest(POPULATION, generations, ROUNDS, fitness=fitness)
    reached, undercut = best.at_least(value), 1 - best.at_least(value + 1)
    return reached if min(reached, undercut) > SURE else None


def fewest_members(value: float, generations: int, fitness: str) -> int | None:
    """The smallest population in which luck reaches a value in more than 5 % of runs; None where
    none of up to a million members does."""
    total = chance(fitness=fitness).in_rounds(ROUNDS)

    def often_enough(members: int) -> bool:
        return total.largest_of(members * generations).at_least(value) > SURE

    low, high = 1, 1_000_000
    if not often_enough(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if often_enough(middle) else (middle + 1, high)
    return low


@cache
def births(fitness: str) -> Distribution:
    """When the best of a run of equal players is born, under the thesis' rule for going on."""
    best_of_generation = chance(fitness=fitness).in_rounds(ROUNDS).largest_of(POPULATION)
    reached = np.cumsum(best_of_generation.chances)
    dice = generator_for(0, Purpose.SPADES_BIRTHS)
    best = np.full(BIRTH_RUNS, -1)
    born = np.zeros(BIRTH_RUNS, dtype=np.int64)
    generation = 0
    while generation < LEAST_GENERATIONS or (born + EXTRA_GENERATIONS > generation).any():
        goes_on = (generation < LEAST_GENERATIONS) | (born + EXTRA_GENERATIONS > generation)
        shown = np.searchsorted(reached, dice.random(BIRTH_RUNS))
        better = goes_on & (shown > best)
        best[better], born[better] = shown[better], generation
        generation += 1
    return Distribution.of_sample(born)


def birth_chance(born: int, fitness: str) -> float:
    """How often the birth of equal players' best lies as far out, to either side."""
    when = births(fitness)
    return min(1.0, 2 * min(when.at_least(born), 1 - when.at_least(born + 1)))


@cache
def lucky_tricks(fitness: str, generations: int) -> tuple[Reading, float]:
    """The tricks of the equal player who shows the best fitness of a run: mean, and the spread of
    one run. Rounds are drawn from random play, deal by deal."""
    tricks, values = deal_totals(fitness)
    dice = generator_for(0, Purpose.SPADES_LUCKY_TRICKS, generations)
    deals = ROUNDS // SEATS
    best = np.empty(TRICK_RUNS)
    for run in range(TRICK_RUNS):
        drawn = dice.integers(0, len(tricks), (POPULATION * generations, deals))
        winner = drawn[values[drawn].sum(axis=1).argmax()]
        best[run] = tricks[winner].sum()
    spread = float(best.std(ddof=1))
    return Reading(float(best.mean()), spread / math.sqrt(TRICK_RUNS)), spread


@cache
def deal_totals(fitness: str) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Tricks and fitness of random players in a deal of rotated hands: (deals * seats,) each."""
    key, values = run_key(0, Purpose.CHANCE), trick_values(SPADES, fitness)
    tricks: list[NDArray[np.int64]] = []
    fitness_totals: list[NDArray[np.int64]] = []
    for first in range(0, TRICK_DEALS, CHUNK_DEALS):
        deals = np.arange(first, min(first + CHUNK_DEALS, TRICK_DEALS))
        seats = np.zeros((len(deals), SEATS), dtype=np.int64)
        rounds = play_tables(
            SPADES, [find_entrant("random")], seats, deals, key, SEATS, trick_values=values
        )
        for kept, counts in ((tricks, rounds.tricks), (fitness_totals, rounds.values)):
            kept.append(counts.reshape(len(deals), SEATS, SEATS).sum(axis=1).ravel())
    return (
        np.concatenate(tricks).astype(np.int32),
        np.concatenate(fitness_totals).astype(np.int32),
    )


def luck(request: Request) -> Reproduction:
    """How often equal players reach what Table 1 prints, by population and reading."""
    table = load_printed(SOURCE).tables["1"]
    found = Reproduction(
        SOURCE, "luck", "How often equal players reach Table 1's best, by population", "3"
    )
    for row in table.rows:
        request.say(f"luck: {row}", 0)
        generations = int(table.cell(row, "Generation")) + EXTRA_GENERATIONS
        advanced = "advanced" in row
        printed = table.cell(row, "Fitness" if advanced else "Tricks")
        value = printed_number(printed)
        assert value is not None
        for fitness in READINGS if advanced else ("simple",):
            name = f"{row}, {READINGS[fitness]}" if advanced else row
            for members in POPULATIONS:
                p = chance_of_luck(value, members, generations, fitness)
                found.add(
                    name,
                    f"chance of {printed}, {members} members",
                    None,
                    p.value,
                    p.se,
                    note=f"over {generations} generations",
                )
            fewest = fewest_members(value, generations, fitness)
            # Chances this small grow in step with the members.
            p = chance_of_luck(value, fewest or 1, generations, fitness)
            found.add(
                name,
                "fewest members for luck",
                None,
                "over a million" if fewest is None else float(fewest),
                0.0 if fewest is None else fewest * p.se / p.value,
                note=f"from here on chance reaches {printed} in more than {100 * SURE:.0f} % of "
                "runs",
            )
    found.remarks.append(
        "the thesis prints no population: where these chances are 5 % or less, its best was more "
        f"than luck; Table 1's verdicts assume {POPULATION} members"
    )
    return found
