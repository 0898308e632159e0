"""The fitness of a whole generation: groups, rotated hands, shared deals, spread over workers.

van Hus 2020, section 2.5: in each game the generation is divided into new random groups, all groups
play the same hands, and the hands move round so that everyone plays every hand. Fitness is relative
to who sits at the table, so work is divided by tables, not by individuals, and the weights of the
whole generation travel once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from neuroevo.cards import Purpose, generator_for, run_key
from neuroevo.errors import BadInput
from neuroevo.games import RuleSheet
from neuroevo.networks import Champion
from neuroevo.networks.architecture import (
    Architecture,
    Population,
    Weights,
    check_sound,
    is_sound,
)
from neuroevo.tournament.cluster import connect_to_dask, disconnect, run_on_cluster
from neuroevo.tournament.entrants import (
    Entrant,
    Named,
    find_entrant,
    find_entrants,
    network_entrant,
)
from neuroevo.tournament.fitness import fitness_of_rounds, game_points, trick_values
from neuroevo.tournament.seating import own_seats, seat_against
from neuroevo.tournament.sides import by_side
from neuroevo.tournament.statistics import IntArray
from neuroevo.tournament.tables import Threads, one_thread, play_deals, play_tables
from neuroevo.tournament.threads import THREADS

POPULATION, PAST = "population", "past"
"""Opponents that are no fixed player: the other members, and networks of earlier generations."""

YARDSTICK_CHUNK = 1 << 12
"""Deals played at once: networks need memory for every round."""

BACKENDS = {
    "threads": THREADS,
    "loky": "loky",
    "dask": "dask",
}
"""Our word for joblib's; the kernels release Python's lock, so threads do."""


@dataclass(frozen=True)
class Tables:
    """Who meets whom: (tables, seats) int64 of player numbers, and (tables,) int64 deals.

    Players are numbered as in `play_tables`: the fixed opponents, then the members.
    """

    seats: IntArray
    deals: IntArray


@dataclass(frozen=True)
class Scores:
    """A generation's result. fitness, tricks: (members,) int64; rounds: played by each member."""

    fitness: IntArray
    tricks: IntArray
    rounds: int


@dataclass
class Evaluator:
    """Plays a generation's tournament, in a `with` block: its workers live as long as that.

    opponents: shares of the games that are played among the population, or each member against
    three (in a team game, two) of a fixed player, or of one of the past; they need not add up to
    one. All members of a generation meet the same opponents on the same deals. backend: `threads`,
    `loky` or `dask`; scheduler: the address of a dask cluster, which carries pickles between its
    machines and so must be one that is trusted. needed_by: who names the opponents, where that is
    not the user (see `find_entrant`).
    """

    sheet: RuleSheet
    players: int
    games: int
    fitness: str = "simple"
    opponents: Mapping[str, float] = field(default_factory=lambda: {POPULATION: 1.0})
    workers: int = 1
    backend: str = "threads"
    scheduler: str | None = None
    needed_by: str | None = None

    def __post_init__(self) -> None:
        self.values = trick_values(self.sheet, self.fitness)
        self.fixed = [name for name in self.opponents if name not in (POPULATION, PAST)]
        self.entrants = [find_entrant(name, self.needed_by) for name in self.fixed]
        for entrant in self.entrants:
            entrant.check_plays(self.sheet, self.players)
        self._client: Any = None
        self._pool: Any = None
        if self.backend not in BACKENDS:
            raise BadInput(f"backend {self.backend!r} is not one of {', '.join(BACKENDS)}")

    @property
    def rounds_per_member(self) -> int:
        """How many rounds each member plays in a generation."""
        return self.games * self.players

    def draw_tables(self, members: int, seed: int, generation: int, past: int = 0) -> Tables:
        """The groups of every game of a generation, when the past has so many networks."""
        dice = generator_for(seed, Purpose.GROUPS, generation)
        first = len(self.entrants) + past
        seats: list[IntArray] = []
        deals: list[IntArray] = []
        for game, opponent in enumerate(self.opponents_by_game()):
            if opponent == POPULATION:
                groups = dice.permutation(members).reshape(-1, self.players) + first
            else:
                number = (
                    len(self.entrants) + int(dice.integers(past))
                    if opponent == PAST
                    else self.fixed.index(opponent)
                )
                groups = np.full((members, self.players), number)
                for seat in own_seats(self.sheet, self.players):
                    groups[:, seat] = np.arange(members) + first
            seats.append(groups)
            deals.append(np.full(len(groups), game))
        return Tables(np.concatenate(seats), np.concatenate(deals))

    def opponents_by_game(self) -> list[str]:
        """For each game the opponents' name; the shares are met as nearly as can be."""
        names = list(self.opponents)
        shares = np.array([self.opponents[name] for name in names], dtype=float)
        exact = self.games * shares / shares.sum()
        counts = np.floor(exact).astype(int)
        for place in np.argsort(counts - exact, kind="stable")[: self.games - counts.sum()]:
            counts[place] += 1
        return [name for name, count in zip(names, counts, strict=True) for _ in range(count)]

    def evaluate(
        self, population: Population, seed: int, generation: int, past: Weights | None = None
    ) -> Scores:
        """Play the tournament of one generation; past: (networks, weights) float32.

        Outside of a `with` block the workers are gathered for this one generation.
        """
        if self._pool is None and self._client is None:
            with self:
                return self.evaluate(population, seed, generation, past)
        weights = population.weights
        if not is_sound(weights):
            for member, row in enumerate(weights):
                check_sound(row, f"member {member} of generation {generation} has weights")
        members = len(weights)
        former = [
            network_entrant(Champion(population.architecture, row), "past")
            for row in (np.ascontiguousarray(past) if past is not None else [])
        ]
        if PAST in self.opponents and not former:
            raise BadInput("the past is an opponent, but there is none")
        entrants = [*self.entrants, *former]
        tables = self.draw_tables(members, seed, generation, len(former))
        key = run_key(seed, Purpose.DEALS, generation)
        # Threads share one set of tables (see `play_network_tables`); processes divide them.
        parts = 1 if self.backend == "threads" else min(self.workers, len(tables.seats))
        chunks = np.array_split(np.arange(len(tables.seats)), parts)
        work = [
            (
                self.sheet,
                entrants,
                tables.seats[chunk],
                tables.deals[chunk],
                key,
                self.fitness,
                self.values,
                population.architecture,
                weights,
            )
            for chunk in chunks
        ]
        results = self._spread(work)
        fitness, tricks = np.zeros(members, np.int64), np.zeros(members, np.int64)
        # Against fixed opponents a member that plays both of a team's seats counts with the first.
        counted = tables.seats.copy()
        fixed = tables.seats.min(axis=1) < len(entrants)
        counted[fixed, 1:] = -1
        counted -= len(entrants)
        here = counted >= 0
        played = np.concatenate([one for one, _ in results])
        taken = np.concatenate([two for _, two in results])
        np.add.at(fitness, counted[here], played[here])
        np.add.at(tricks, counted[here], taken[here])
        return Scores(fitness, tricks, self.rounds_per_member)

    def _spread(self, work: list[tuple[Any, ...]]) -> list[tuple[IntArray, IntArray]]:
        """Give each worker its chunk.

        Threads share tables and weights; loky's processes map the weights from one file.
        """
        results: list[tuple[IntArray, IntArray]]
        if self.backend == "dask":
            results = run_on_cluster(self._client, play_chunk, work)
        elif self.backend == "loky":
            results = self._pool(delayed(play_chunk)(*chunk) for chunk in work)
        else:
            play = partial(play_chunk, threads=self._in_threads)
            results = [play(*chunk) for chunk in work]
        return results

    def _in_threads(self, work: Callable[[], bool]) -> list[bool]:
        done: list[bool] = self._pool(delayed(work)() for _ in range(self.workers))
        return done

    def __enter__(self) -> Evaluator:
        """Gather the workers; complains if the cluster is not there."""
        if self.backend == "dask":
            self._client = connect_to_dask(self.scheduler)
        else:
            pool = Parallel(n_jobs=self.workers, backend=BACKENDS[self.backend])
            self._pool = pool.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        """Let the workers go."""
        if self._pool is not None:
            self._pool.__exit__(None, None, None)
            self._pool = None
        if self._client is not None:
            disconnect(self._client)
            self._client = None


def play_chunk(
    sheet: RuleSheet,
    entrants: Sequence[Entrant],
    seats: IntArray,
    deals: IntArray,
    key: int,
    fitness: str,
    values: IntArray,
    architecture: Architecture,
    weights: Weights,
    threads: Threads = one_thread,
) -> tuple[IntArray, IntArray]:
    """One worker's share: fitness and tricks of each seat, over all rotations, (tables, seats)."""
    players = seats.shape[1]
    population = Population(architecture, np.ascontiguousarray(weights))
    rounds = play_tables(
        sheet,
        entrants,
        seats,
        deals,
        key,
        players,
        trick_values=values,
        population=population,
        threads=threads,
    )
    shape = (len(seats), players, players)
    by_round = fitness_of_rounds(sheet, rounds, fitness)
    return by_round.reshape(shape).sum(axis=1), rounds.tricks.reshape(shape).sum(axis=1)


def yardstick(
    sheet: RuleSheet,
    network: Champion,
    deals: int,
    seed: int,
    generation: int,
    against: Named | Sequence[Named] = "random",
) -> tuple[float, float]:
    """Tricks and points a round of a network's side on fresh deals against fixed players.

    Fitness compares members with each other, on few rounds; this it can't inflate. The deals are
    drawn for this purpose alone, and rotated.
    """
    players = network.architecture.players
    player, rivals = network_entrant(network, "network"), find_entrants(against)
    table = seat_against(sheet, players, player, rivals)
    key = run_key(seed, Purpose.YARDSTICK, generation)
    tricks = points = 0
    for first in range(0, deals, YARDSTICK_CHUNK):
        some = min(YARDSTICK_CHUNK, deals - first)
        rounds = play_deals(sheet, table, key, first, some, players)
        tricks += int(by_side(sheet.sides(players), rounds.tricks)[:, 0].sum())
        points += int(game_points(sheet, rounds)[:, 0].sum())
    return tricks / (deals * players), points / (deals * players)


__all__ = [
    "BACKENDS",
    "PAST",
    "POPULATION",
    "Evaluator",
    "Scores",
    "Tables",
    "connect_to_dask",
    "play_chunk",
    "yardstick",
]
