"""Play tables with any entrants: the plain face of the table kernels."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.errors import BadInput
from neuroevo.games import RuleSheet
from neuroevo.games.compiled import TABLE
from neuroevo.games.referee import MOST_REDEALS
from neuroevo.networks.architecture import Population
from neuroevo.players import written
from neuroevo.players.kinds import ASKED, IN_COMPANY
from neuroevo.tournament.asking import play_asking
from neuroevo.tournament.entrants import Entrant
from neuroevo.tournament.faults import blame, round_at
from neuroevo.tournament.statistics import IntArray
from neuroevo.tournament.work import NO_VALUES, Rounds, TableWork

TABLES_TOGETHER = 64
"""Tables that a thread takes at a time, where no network waits for company."""

Threads = Callable[[Callable[[], bool]], list[bool]]
"""Runs a piece of work in several threads at once, and returns what each of them returned."""

Count = Callable[[Any], None]
"""Is shown what a thread's Monte-Carlo players counted (THOUGHT)."""


def one_thread(work: Callable[[], bool]) -> list[bool]:
    """Work that is not divided."""
    return [work()]


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
    count: Count | None = None,
) -> Rounds:
    """Play every table in every rotation.

    seats: (tables, seats) int64, for each seat the number of an entrant; numbers past the last
    entrant are members of the population, in order. deals: (tables,) int64, each table's deal of
    the work with this key. threads: runs a piece of work in as many threads as should play the
    tables together. count: is shown what Monte-Carlo players counted, at tables where everybody
    decides when it is his turn.
    """
    work = TableWork(
        sheet, entrants, seats, deals, key, rotations, keep_log, trick_values, population
    )
    if ASKED in work.kinds:
        named = play_asking(work)
    elif IN_COMPANY in work.kinds:
        named = _play_in_company(work, threads)
    else:
        named = _play_in_turn(work, threads, count)
    if not named:
        raise BadInput(f"everybody passed {MOST_REDEALS} deals in a row: no player ever calls")
    return work.rounds


def _play_in_turn(work: TableWork, threads: Threads, count: Count | None) -> bool:
    """Tables where everybody decides when it is his turn; False if nobody ever calls."""
    from neuroevo.tournament.kernels.tables import play_random_tables, play_turn_tables

    at_random = (written.random, written.random_cards)
    all_random = all(one.function in at_random for one in work.entrants)
    seen = work.rounds.log is not None or len(work.trick_values) or work.population is not None
    play = play_turn_tables if seen or not all_random else play_random_tables
    tables = len(work.seats)
    step = tables if threads is one_thread else TABLES_TOGETHER
    starts = iter(range(0, tables, step))

    def play_some() -> bool:
        thinking = work.think_with()
        table = thinking.new_table()
        done = True
        for first in starts:  # shared by all threads: each takes what is next
            with blame(work, round_at(table)):
                done = play(work.rules, table, work.record, first, min(first + step, tables))
            if not done:
                break
        if count is not None:
            count(thinking.thought)
        return done

    return all(threads(play_some))


def _play_in_company(work: TableWork, threads: Threads) -> bool:
    """Tables with large networks; False if nobody ever calls."""
    from neuroevo.networks.kernels.whole_table import MEMORY, new_brains
    from neuroevo.tournament.kernels.network_tables import DONE, IDLE, play_network_tables

    rounds = len(work.rounds.tricks)
    tables, memories = np.zeros(rounds, dtype=TABLE), np.zeros(rounds, dtype=MEMORY)
    units = max(shape.first_width for shape in work.architectures)
    sums = np.zeros((rounds, 4, units), np.float32)
    head, queue = np.full(len(work.seated), -1), np.zeros((3, rounds), dtype=np.int64)
    counts = np.zeros(3, dtype=np.int64)

    def join_in() -> bool:
        brains, thinking = new_brains(work.architectures), work.think_with()
        playing = np.zeros(1, dtype=np.int64)
        together = (work.rules, tables, memories, brains, sums, head, queue, counts, work.record)
        while True:
            with blame(work, playing):
                state = play_network_tables(*together, *thinking.addresses, playing)
            if state != IDLE:
                return bool(state == DONE)
            time.sleep(0)

    return all(threads(join_in))


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
    by number, or 4 for none. For players who decide when it is their turn, and need not be asked in
    Python: large networks can't play here.
    """
    from neuroevo.tournament.kernels.tables import play_given_tables

    deals, players, size = hands.shape
    if players != len(entrants) or size != sheet.cards_each(players):
        raise BadInput(
            f"{sheet.name} needs {sheet.cards_each(len(entrants))} cards for each of "
            f"{len(entrants)} seats, not {size} for {players}"
        )
    seats = np.tile(np.arange(players), (deals, 1))
    work = TableWork(sheet, entrants, seats, np.arange(deals), key, keep_log=keep_log)
    if work.kinds & {ASKED, IN_COMPANY}:
        raise BadInput(
            "deals that were chosen beforehand are not for large networks or Python players"
        )
    table = work.think_with().new_table()
    given = (np.ascontiguousarray(one, dtype=np.int8) for one in (hands, trumps))
    with blame(work, None):
        play_given_tables(work.rules, table, work.record, *given)
    return work.rounds


def deal_hands(
    sheet: RuleSheet, entrants: Sequence[Entrant], deals: IntArray, key: int, rotations: int = 1
) -> NDArray[np.int8]:
    """What everybody holds when the play of these deals begins: (rounds, seats, cards) int8, card
    numbers. As `play_tables` deals them, bids and calls of these entrants included."""
    from neuroevo.tournament.kernels.tables import deal_tables

    players = len(entrants)
    seats = np.tile(np.arange(players), (len(deals), 1))
    work = TableWork(sheet, entrants, seats, deals, key, rotations)
    hands = np.zeros((len(deals) * rotations, players, sheet.cards_each(players)), np.int8)
    deal_tables(work.rules, work.think_with().new_table(), work.record, hands)
    return hands
