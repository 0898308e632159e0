"""What equal players get by luck alone, and the luckiest of a whole run.

A run's best fitness is the largest of population x generations results. Under players who are all
equal (here: all play random cards, after bids and calls by counting, like those of networks) that
maximum is far above the mean, so it must be compared with its own
distribution, not with that of one player. Two ways: exact sums of the deal's distribution, and
whole generations simulated as the evaluator plays them.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from neuroevo.analysis.distribution import Distribution
from neuroevo.cards import Purpose, generator_for, run_key
from neuroevo.errors import BadInput, check_at_least
from neuroevo.games import SPADES, RuleSheet
from neuroevo.limits import MOST_JUDGED, check_range
from neuroevo.tournament import Rounds, find_entrant, play_tables
from neuroevo.tournament.fitness import fitness_of_rounds, trick_values

CHANCE_DEALS = 250_000
"""Deals from which the chances of one round and one deal are taken."""

CHUNK_DEALS = 12_500


@dataclass(frozen=True)
class Chance:
    """What one of several equal players gets in a round, and in a deal of rotated hands."""

    in_round: Distribution
    in_deal: Distribution
    rounds_per_deal: int
    deals: int

    @property
    def sd_error(self) -> float:
        """The standard error of the sd of a round, as if a deal had one round only."""
        return self.in_round.sd / math.sqrt(2 * self.deals)

    def mean_error(self, rounds: int) -> float:
        """The standard error of the mean total of so many rounds, as if a deal had one player."""
        return self.in_deal.sd / math.sqrt(self.deals) * rounds / self.rounds_per_deal

    def sd_of_rounds(self, rounds: int) -> float:
        """The standard deviation of the total of this many rounds."""
        deals, rest = divmod(rounds, self.rounds_per_deal)
        return math.sqrt(deals * self.in_deal.sd**2 + rest * self.in_round.sd**2)

    def in_rounds(self, rounds: int) -> Distribution:
        """The total of so many rounds: whole deals, and the rounds left over as if independent."""
        deals, rest = divmod(rounds, self.rounds_per_deal)
        return self.in_deal.sum_of(deals).plus(self.in_round.sum_of(rest))


_KNOWN: dict[tuple[RuleSheet, int, str, int], Chance] = {}


def chance(
    sheet: RuleSheet = SPADES, players: int = 4, fitness: str = "simple", deals: int = CHANCE_DEALS
) -> Chance:
    """What random cards bring; simulated once, and seeded, so the answer is always the same.

    Assumes that equal players are like those of random cards, who bid and name trumps as networks
    do. All seats are counted: they are equal.
    """
    asked = (sheet, players, fitness, deals)
    if asked not in _KNOWN:
        _KNOWN[asked] = simulate_chance(sheet, players, fitness, deals)
    return _KNOWN[asked]


def among_equals(sheet: RuleSheet, players: int = 4) -> float:
    """What a side takes a round of what the game is won by, when all play random cards.

    Sides are equal, so where a round always has the same to share out it is exact; elsewhere it is
    measured.

    >>> from neuroevo.games import CLUBS, SUECA
    >>> among_equals(CLUBS), among_equals(SUECA)
    (3.25, 60.0)
    """
    exact = fair_share(sheet, players)
    if exact is not None:
        return exact
    return float(sheet.aim.gain(chance(sheet, players, "points").in_round.mean, 0))


def fair_share(sheet: RuleSheet, players: int = 4) -> float | None:
    """What each side takes a round on average among equals, whoever they are; None where that
    depends on how they play."""
    total = sheet.aim_in_round(players)
    return None if total is None else total / len(sheet.sides(players))


def simulate_chance(sheet: RuleSheet, players: int, fitness: str, deals: int) -> Chance:
    """Play rounds of random cards and count."""
    key = run_key(0, Purpose.CHANCE)

    def work(first: int) -> NDArray[np.int64]:
        which = np.arange(first, min(first + CHUNK_DEALS, deals))
        return random_fitness(sheet, players, fitness, which, key)

    starts = range(0, deals, CHUNK_DEALS)
    by_round = np.concatenate(
        Parallel(n_jobs=os.cpu_count() or 1, prefer="threads")(delayed(work)(one) for one in starts)
    )  # (deals, rotations, seats)
    return Chance(
        in_round=Distribution.of_sample(by_round.ravel()),
        in_deal=Distribution.of_sample(by_round.sum(axis=1).ravel()),
        rounds_per_deal=players,
        deals=deals,
    )


def random_fitness(
    sheet: RuleSheet, players: int, fitness: str, deals: NDArray[np.int64], key: int
) -> NDArray[np.int64]:
    """The fitness of players of random cards: (deals, rotations, seats) int64."""
    seats = np.zeros((len(deals), players), dtype=np.int64)
    values = trick_values(sheet, fitness)
    rounds: Rounds = play_tables(
        sheet, [find_entrant("random-cards")], seats, deals, key, players, trick_values=values
    )
    return fitness_of_rounds(sheet, rounds, fitness).reshape(len(deals), players, players)


def luckiest(
    population: int,
    generations: int,
    rounds: int = 60,
    sheet: RuleSheet = SPADES,
    players: int = 4,
    fitness: str = "simple",
) -> Distribution:
    """The distribution of the best result of a whole run when all players are equal.

    Assumes equal players who play like random ones, and results independent of each other. Those
    of one table are not quite (its tricks are shared out, partners score together), which changes
    next to nothing: `simulate_luckiest` plays whole generations and agrees. Where a deal can be
    worth more to everybody (Euchre's score, bids), all members of a generation have its deals in
    common; that makes their best a little smaller than this, so luck is suspected too often there
    rather than too rarely.
    """
    check_range("population", population, 1, MOST_JUDGED)
    check_range("generations", generations, 1, MOST_JUDGED)
    check_range("rounds", rounds, 1, MOST_JUDGED)
    one = chance(sheet, players, fitness).in_rounds(rounds)
    return one.largest_of(population * generations)


def simulate_luckiest(
    population: int,
    generations: int,
    rounds: int = 60,
    runs: int = 100,
    sheet: RuleSheet = SPADES,
    players: int = 4,
    fitness: str = "simple",
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> NDArray[np.int64]:
    """The best result of each of many runs of equal players: (runs,) int64.

    Every generation is played: new groups in every game, rotated hands. The groups of a game do not
    share their deals here.
    """
    for name, value in (("population", population), ("generations", generations), ("runs", runs)):
        check_at_least(name, value, 1)
    if population % players:
        raise BadInput(f"population must fill tables of {players}, and {population} does not")
    if rounds < 1 or rounds % players:
        raise BadInput(f"rounds must be a multiple of {players}, not {rounds}")
    games, tables = rounds // players, population // players
    key = run_key(seed, Purpose.LUCKIEST)

    def best_of_generation(number: int) -> int:
        first = number * games * tables
        deals = np.arange(first, first + games * tables)
        totals = random_fitness(sheet, players, fitness, deals, key).sum(axis=1)
        groups = totals.reshape(games, population)  # a row a game, the tables one after another
        dice = generator_for(seed, Purpose.LUCKIEST, number)
        return int(dice.permuted(groups, axis=1).sum(axis=0).max())

    def best_of_run(run: int) -> int:
        return max(
            best_of_generation(number)
            for number in range(run * generations, (run + 1) * generations)
        )

    pool = Parallel(n_jobs=workers or os.cpu_count() or 1, prefer="threads", return_as="generator")
    best = []
    for one in pool(delayed(best_of_run)(run) for run in range(runs)):
        best.append(one)
        if progress is not None:
            progress(1)
    return np.array(best)
