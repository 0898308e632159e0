"""Play tables with any entrants: the plain face of the table kernels."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import SUITS
from neuroevo.errors import BadInput
from neuroevo.games import RuleSheet, play_round
from neuroevo.games.compiled import NO_TRUMP, TABLE, compile_rules, new_table
from neuroevo.games.referee import MOST_REDEALS
from neuroevo.networks import Champion
from neuroevo.networks.architecture import Architecture, Population, Weights
from neuroevo.networks.kernels.mind import new_mind
from neuroevo.networks.kernels.whole_table import MEMORY, new_brains
from neuroevo.players import written
from neuroevo.players.bidding import COUNTING
from neuroevo.players.kinds import (
    MONTE_CARLO,
    NETWORK,
    REFEREE,
    SCORER,
)
from neuroevo.tournament.entrants import Entrant
from neuroevo.tournament.statistics import IntArray

NO_VALUES = np.zeros((0, 52), dtype=np.int64)
TABLES_TOGETHER = 64
"""Tables that a thread takes at a time, where no network waits for company."""

Threads = Callable[[Callable[[], bool]], list[bool]]
"""Runs a piece of work in several threads at once, and gives what each of them returned."""


def one_thread(work: Callable[[], bool]) -> list[bool]:
    """Work that is not divided."""
    return [work()]


@dataclass(frozen=True)
class Rounds:
    """Played rounds, by seat: (n, seats) int64, the rounds of a table one after another.

    values: the worth of the tricks taken, where `trick_values` were given. calls: (n, 4) int8,
    trump (suit number, 4 for none), the seat that made it (-1: nobody), whether alone, the seat
    that led first. log: (n, 52) int8 card numbers in the order of play, or None.
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
    threads: Threads = one_thread,
    count: Callable[[Any], None] | None = None,
) -> Rounds:
    """Play every table in every rotation.

    seats: (tables, seats) int64, for each seat the number of an entrant; numbers past the last
    entrant are members of the population, in order. deals: (tables,) int64, each table's deal of
    the work with this key. threads: runs a piece of work in as many threads as should play the
    tables together. count: is shown what Monte-Carlo players counted
    (THOUGHT), at tables without networks.
    """
    from neuroevo.tournament.kernels import network_tables as network_kernels
    from neuroevo.tournament.kernels import tables as table_kernels

    slow = [entrant.name for entrant in entrants if entrant.kind == REFEREE]
    if slow:
        if population is not None or len(trick_values):
            raise BadInput(f"{slow[0]} can't meet networks that evolve: it plays with a referee")
        return play_with_referee(sheet, entrants, seats, deals, key, rotations, keep_log)
    rules = compile_rules(sheet, seats.shape[1])
    rounds = len(seats) * rotations
    taken = np.zeros((4, rounds, seats.shape[1]), dtype=np.int64)
    calls = np.zeros((rounds, 4), dtype=np.int8)
    log = np.zeros((rounds if keep_log else 0, 52), dtype=np.int8)
    seated, architectures, manners = seat_players(entrants, population)
    voices = seat_voices(seated, sheet, entrants)  # kept here as long as kernels need them
    seats = np.ascontiguousarray(seats, dtype=np.int64)
    deals = np.ascontiguousarray(deals, dtype=np.int64)
    kinds = set(seated["kind"].tolist())
    all_random = all(one.function in (written.random, written.random_cards) for one in entrants)
    work = (seated, seats, deals, np.uint64(key), rotations, trick_values, taken, calls, log)
    if NETWORK in kinds:
        tables, memories = np.zeros(rounds, dtype=TABLE), np.zeros(rounds, dtype=MEMORY)
        units = max(shape.first_width for shape in architectures)
        sums = np.zeros((rounds, 4, units), np.float32)
        head, queue = np.full(len(seated), -1), np.zeros((3, rounds), dtype=np.int64)
        counts = np.zeros(3, dtype=np.int64)
        alone = not kinds & {MONTE_CARLO, SCORER}

        def join_in() -> bool:
            brains, mind = new_brains(architectures), new_mind(manners, architectures)
            while True:
                if alone:
                    state = network_kernels.play_network_tables(
                        rules, tables, memories, brains, sums, head, queue, counts, *work
                    )
                else:
                    state = network_kernels.play_thinking_network_tables(
                        rules, tables, memories, brains, mind, sums, head, queue, counts, *work
                    )
                if state != network_kernels.IDLE:
                    return bool(state == network_kernels.DONE)
                time.sleep(0)

        finished = all(threads(join_in))
    else:
        step = len(seats) if threads is one_thread else TABLES_TOGETHER
        starts = iter(range(0, len(seats), step))

        def play_some() -> bool:
            table, mind = new_table(), new_mind(manners, architectures)
            done = True
            for first in starts:  # shared by all threads: each takes what is next
                part: tuple[Any, ...] = (first, min(first + step, len(seats)), *work)
                if MONTE_CARLO in kinds:
                    done = table_kernels.play_thinking_tables(rules, table, mind, *part)
                elif SCORER in kinds:
                    done = table_kernels.play_scoring_tables(rules, table, mind, *part)
                elif keep_log or len(trick_values) or not all_random:
                    done = table_kernels.play_rule_tables(rules, table, *part)
                else:
                    done = table_kernels.play_random_tables(rules, table, *part)
                if not done:
                    break
            if count is not None:
                count(mind["thought"][0])
            return done

        finished = all(threads(play_some))
    del voices  # now nobody reads them any more
    if not finished:
        raise BadInput(f"everybody passed {MOST_REDEALS} deals in a row: no player ever calls")
    return Rounds(
        taken[table_kernels.TRICKS],
        taken[table_kernels.POINTS],
        taken[table_kernels.BIDS],
        taken[table_kernels.VALUES],
        calls,
        log if keep_log else None,
    )


def play_with_referee(
    sheet: RuleSheet,
    entrants: Sequence[Entrant],
    seats: IntArray,
    deals: IntArray,
    key: int,
    rotations: int,
    keep_log: bool,
) -> Rounds:
    """`play_tables` for entrants some of whom have no compiled twin: the same rounds, slower."""
    rounds, players = len(seats) * rotations, seats.shape[1]
    taken = np.zeros((4, rounds, players), dtype=np.int64)
    calls = np.full((rounds, 4), -1, dtype=np.int8)
    log = np.full((rounds if keep_log else 0, 52), -1, dtype=np.int8)
    for row in range(rounds):
        table = [entrants[number].seat() for number in seats[row // rotations]]
        deal = int(deals[row // rotations])
        record = play_round(sheet, table, key, deal, rotation=row % rotations)
        taken[0, row], taken[1, row] = record.tricks_taken, record.points_taken
        taken[2, row] = record.bids or 0
        calls[row] = (
            NO_TRUMP if record.trump is None else SUITS.index(record.trump),
            -1 if record.caller is None else record.caller,
            record.alone,
            record.tricks[0].leader,
        )
        if keep_log:
            log[row, : len(record.plays)] = [play.card.number for play in record.plays]
    return Rounds(taken[0], taken[1], taken[2], taken[3], calls, log if keep_log else None)


def seat_players(
    entrants: Sequence[Entrant], population: Population | None
) -> tuple[NDArray[Any], list[Architecture], list[tuple[int, ...]]]:
    """Number the players, entrants first and then the population: (players,) SEATED; and the
    different architectures and manners among them.

    The records hold addresses of weights, which the entrants and the population must outlive.
    """
    from neuroevo.players.kernels.written import choose_address
    from neuroevo.tournament.kernels.tables import SEATED

    members = 0 if population is None else len(population.weights)
    seated = np.zeros(len(entrants) + members, dtype=SEATED)
    architectures: list[Architecture] = []
    manners: list[tuple[int, ...]] = []
    for number, entrant in enumerate(entrants):
        seated["kind"][number] = entrant.kind
        if entrant.manner is not None:
            if entrant.manner not in manners:
                manners.append(entrant.manner)
            seated["manner"][number] = manners.index(entrant.manner)
        if entrant.champion is not None:
            seated["architecture"][number] = _number_in(architectures, entrant.champion)
            seated["brain"][number] = _address(entrant.champion.weights)
        elif entrant.function is not None:
            seated["brain"][number] = choose_address(entrant.function)
    if population is not None:
        first, size = _address(population.weights), population.weights[0].nbytes
        seated["kind"][len(entrants) :] = population.architecture.player_kind
        seated["architecture"][len(entrants) :] = _number_in(architectures, population)
        seated["brain"][len(entrants) :] = first + size * np.arange(members)
    return seated, architectures, manners


def seat_voices(seated: NDArray[Any], sheet: RuleSheet, entrants: Sequence[Entrant]) -> list[Any]:
    """Give everybody the address of the voice by which it bids; what the addresses point to, which
    must outlive the play. Members of a population bid by counting."""
    from neuroevo.networks.kernels.bidder import network_voice
    from neuroevo.players.kernels.written import voice_block

    if not (sheet.bids_tricks or sheet.trump == "named"):
        return []  # nobody is asked, and nothing need be compiled
    counting = voice_block(COUNTING)
    seated["voice"] = counting.address
    held: list[Any] = [counting]
    for number, entrant in enumerate(entrants):
        if entrant.champion is not None and entrant.champion.bidder is not None:
            if sheet.bids_tricks:
                held.append(network_voice(entrant.champion.bidder, sheet))
                seated["voice"][number] = held[-1][0].address
        elif entrant.voice != COUNTING:
            held.append(voice_block(entrant.voice))
            seated["voice"][number] = held[-1].address
    return held


def _number_in(architectures: list[Architecture], network: Champion | Population) -> int:
    if network.architecture not in architectures:
        architectures.append(network.architecture)
    return architectures.index(network.architecture)


def _address(weights: Weights) -> int:
    assert weights.dtype == np.float32
    assert weights.flags.c_contiguous
    return weights.ctypes.data


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


def play_given(
    sheet: RuleSheet,
    entrants: Sequence[Entrant],
    hands: NDArray[np.int8],
    trumps: NDArray[np.int8],
    key: int,
    keep_log: bool = False,
) -> Rounds:
    """Play deals that were chosen beforehand, with these entrants in these seats; seat 0 leads.

    hands: (deals, seats, cards) int8, the card numbers of each seat. trumps: (deals,) int8, a suit
    by number, or 4 for none. Networks can't play here; all built-in players can.
    """
    from neuroevo.tournament.kernels import tables as table_kernels

    deals, players, size = hands.shape
    if players != len(entrants) or size != sheet.cards_each(players):
        raise BadInput(
            f"{sheet.name} needs {sheet.cards_each(len(entrants))} cards for each of "
            f"{len(entrants)} seats, not {size} for {players}"
        )
    seated, architectures, manners = seat_players(entrants, None)
    if architectures:
        raise BadInput("networks can't play deals that were chosen beforehand")
    taken = np.zeros((4, deals, players), dtype=np.int64)
    calls = np.zeros((deals, 4), dtype=np.int8)
    log = np.zeros((deals if keep_log else 0, 52), dtype=np.int8)
    table_kernels.play_given_tables(
        compile_rules(sheet, players),
        new_table(),
        new_mind(manners, architectures),
        seated,
        np.arange(players),
        np.ascontiguousarray(hands, dtype=np.int8),
        np.ascontiguousarray(trumps, dtype=np.int8),
        np.uint64(key),
        taken,
        calls,
        log,
    )
    return Rounds(
        taken[table_kernels.TRICKS],
        taken[table_kernels.POINTS],
        taken[table_kernels.BIDS],
        taken[table_kernels.VALUES],
        calls,
        log if keep_log else None,
    )
