"""Play tables with any entrants: the plain face of the table kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.errors import BadInput
from neuroevo.games import RuleSheet
from neuroevo.games.compiled import compile_rules, new_table
from neuroevo.networks.architecture import Population, Weights
from neuroevo.networks.kernels import SEATED, Brains, new_brains
from neuroevo.players.kinds import NETWORK, RANDOM
from neuroevo.tournament.entrants import Entrant
from neuroevo.tournament.statistics import IntArray

NO_VALUES = np.zeros((0, 52), dtype=np.int64)


@dataclass(frozen=True)
class Rounds:
    """Played rounds, by seat: (n, seats) int64, the rounds of a table one after another.

    values: the worth of the tricks taken, where `trick_values` were given. calls: (n, 3) int8,
    trump (suit number, 4 for none), the seat that made it (-1: nobody), whether alone. log: (n, 52)
    int8 card numbers in the order of play, or None.
    """

    tricks: IntArray
    points: IntArray
    bids: IntArray
    values: IntArray
    calls: NDArray[np.int8]
    log: NDArray[np.int8] | None


def play_tables(
    sheet: RuleSheet,
    entrants: Sequence[Entrant],
    seats: IntArray,
    deals: IntArray,
    key: int,
    rotations: int = 1,
    keep_log: bool = False,
    trick_values: IntArray = NO_VALUES,
    population: Population | None = None,
) -> Rounds:
    """Play every table in every rotation.

    seats: (tables, seats) int64, for each seat the number of an entrant; numbers past the last
    entrant are members of the population, in order. deals: (tables,) int64, each table's deal of
    the work with this key.
    """
    from neuroevo.tournament import table_kernels

    rules = compile_rules(sheet, seats.shape[1])
    rounds = len(seats) * rotations
    taken = np.zeros((4, rounds, seats.shape[1]), dtype=np.int64)
    calls = np.zeros((rounds, 3), dtype=np.int8)
    log = np.zeros((rounds if keep_log else 0, 52), dtype=np.int8)
    brains = seat_brains(entrants, population)
    kinds = brains.seated["kind"]
    kernel: Any = table_kernels.play_tables
    if not len(brains.architectures):
        kernel = table_kernels.play_rule_tables
        if not keep_log and not len(trick_values) and (kinds == RANDOM).all():
            kernel = table_kernels.play_random_tables
    if not kernel(
        rules,
        new_table(),
        np.ascontiguousarray(kinds),
        brains if len(brains.architectures) else None,
        np.ascontiguousarray(seats, dtype=np.int64),
        np.ascontiguousarray(deals, dtype=np.int64),
        np.uint64(key),
        rotations,
        trick_values,
        taken,
        calls,
        log,
    ):
        raise BadInput("everybody passed 1000 deals in a row: no player ever calls")
    return Rounds(
        taken[table_kernels.TRICKS],
        taken[table_kernels.POINTS],
        taken[table_kernels.BIDS],
        taken[table_kernels.VALUES],
        calls,
        log if keep_log else None,
    )


def seat_brains(entrants: Sequence[Entrant], population: Population | None) -> Brains:
    """Number the players, entrants first and then the population, and lay out their weights."""
    members = 0 if population is None else len(population.weights)
    seated = np.zeros(len(entrants) + members, dtype=SEATED)
    architectures: list[Any] = []
    guests: list[Weights] = [np.zeros(0, dtype=np.float32)]
    start = 0
    for number, entrant in enumerate(entrants):
        seated["kind"][number] = entrant.kind
        if entrant.champion is not None:
            seated["architecture"][number] = len(architectures)
            seated["guest"][number] = True
            seated["start"][number] = start
            architectures.append(entrant.champion.architecture.record())
            guests.append(entrant.champion.weights)
            start += len(entrant.champion.weights)
    weights = np.zeros((0, 0), dtype=np.float32)
    if population is not None:
        weights = population.weights
        seated["kind"][len(entrants) :] = NETWORK
        seated["architecture"][len(entrants) :] = len(architectures)
        seated["start"][len(entrants) :] = np.arange(members) * weights.shape[1]
        architectures.append(population.architecture.record())
    return new_brains(seated, architectures, weights, np.concatenate(guests))


def play_deals(
    sheet: RuleSheet,
    entrants: Sequence[Entrant],
    key: int,
    first_deal: int,
    deals: int,
    rotations: int = 1,
    keep_log: bool = False,
) -> Rounds:
    """Play deals number `first_deal` to `first_deal + deals - 1` of the work with this key, with
    the same entrants in the same seats.

    rotations: how often each deal is played; in rotation r every hand is r seats further on.
    """
    seats = np.tile(np.arange(len(entrants)), (deals, 1))
    which = np.arange(first_deal, first_deal + deals)
    return play_tables(sheet, entrants, seats, which, key, rotations, keep_log)
