"""Tables played by the kernel: who sits where, on which deal, in how many rotations.

A kernel for tables of random players, of rule players, with scoring networks, and with Monte-Carlo
players; tables with large networks are played in `network_tables`. Each is compiled when it is
first needed, and not before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from neuroevo.cards.kernels.streams import k_child_seed
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.play import (
    make_open_round,
    make_play_deal,
    make_play_tricks,
    seed_streams,
)
from neuroevo.kernel_cache import inner, inner_for, kernel
from neuroevo.networks.kernels.mind import Mind, choose_by_mind, choose_by_score_or_rule
from neuroevo.players.kernels.written import (
    bid_tricks,
    choose_at_random,
    choose_by_rule,
    discard,
    name_trump,
)

TRICKS, POINTS, BIDS, VALUES = range(4)
"""What is written for each round and seat; VALUES are explained at `trick_values`."""

SEATED = np.dtype(
    [
        ("kind", np.int64),  # how the player decides (see neuroevo.players.kinds)
        ("manner", np.int64),  # if by Monte-Carlo: its row of `thought.manners`
        ("architecture", np.int64),  # if it is a network: its row of `brains.architectures`
        ("brain", np.int64),  # the address of its weights, or of a written player's function
        (
            "voice",
            np.int64,
        ),  # and that of its voice, by which it bids
    ],
    align=True,
)
"""A player, whom tables refer to by number."""

LED, FOLLOWED = 0, 1
"""The rows of `trick_values`."""


open_round = make_open_round(bid_tricks, name_trump, discard)


@inner
def seat_table(
    rules: Rules,
    table: Table,
    seated: np.ndarray,
    seats: np.ndarray,
    deal_key: np.uint64,
    rotation: int,
) -> None:
    """Give every place of a table its player and its stream; seats: (seats,) players by number."""
    seed_streams(table, rules, deal_key, rotation)
    for place in range(rules.players):
        sitting = seated[seats[table.seat[place]]]
        table.kind[place] = sitting.kind
        table.manner[place] = sitting.manner
        table.architecture[place] = sitting.architecture
        table.brain[place] = sitting.brain
        table.voice[place] = sitting.voice


@inner
def write_round(
    rules: Rules,
    table: Table,
    row: int,
    record: bool,
    trick_values: np.ndarray,
    taken: np.ndarray,
    calls: np.ndarray,
    log: np.ndarray,
) -> None:
    """Write a finished round down, by seat."""
    for place in range(rules.players):
        seat = table.seat[place]
        taken[TRICKS, row, seat] = table.tricks[place]
        taken[POINTS, row, seat] = table.points[place]
        taken[BIDS, row, seat] = table.bids[place]
    calls[row, 0] = table.trump
    calls[row, 1] = table.seat[table.caller] if table.caller >= 0 else -1
    calls[row, 2] = table.alone
    calls[row, 3] = table.seat[table.leaders[0]]
    if record and trick_values.shape[0] > 0:
        for trick in range(rules.tricks):
            winner = table.winners[trick]
            how = LED if winner == table.leaders[trick] else FOLLOWED
            card = rules.card_of_bit[table.trump, table.taken_with[trick]]
            taken[VALUES, row, table.seat[winner]] += trick_values[how, card]
    if record and log.shape[0] > 0:
        log[row, :] = -1
        for index in range(table.laid):
            log[row, index] = rules.card_of_bit[table.trump, table.log[index]]


def make_play_tables(play_deal: Callable[..., bool], record: bool) -> Callable[..., bool]:
    """The loop over tables and rotations, for tables that are played by `play_deal`."""

    @inner_for(play_deal, record)
    def play_tables(
        rules: Rules,
        table: Table,
        brains: Any,
        first: int,
        last: int,
        seated: np.ndarray,
        seats: np.ndarray,
        deals: np.ndarray,
        key: np.uint64,
        rotations: int,
        trick_values: np.ndarray,
        taken: np.ndarray,
        calls: np.ndarray,
        log: np.ndarray,
    ) -> bool:
        for row in range(first * rotations, last * rotations):
            which = row // rotations
            deal_key = k_child_seed(key, deals[which])
            seat_table(rules, table, seated, seats[which], deal_key, row % rotations)
            if not play_deal(rules, table, brains):
                return False
            write_round(rules, table, row, record, trick_values, taken, calls, log)
        return True

    return play_tables


_at_random = make_play_tables(make_play_deal(choose_at_random, open_round, False), record=False)
_by_rule = make_play_tables(make_play_deal(choose_by_rule, open_round), record=True)
_by_score = make_play_tables(make_play_deal(choose_by_score_or_rule, open_round), record=True)
_tricks_by_mind = make_play_tricks(choose_by_mind)
_by_mind = make_play_tables(make_play_deal(choose_by_mind, open_round), record=True)


@kernel
def play_thinking_tables(
    rules: Rules,
    table: Table,
    mind: Mind,
    first: int,
    last: int,
    seated: np.ndarray,
    seats: np.ndarray,
    deals: np.ndarray,
    key: np.uint64,
    rotations: int,
    trick_values: np.ndarray,
    taken: np.ndarray,
    calls: np.ndarray,
    log: np.ndarray,
) -> bool:
    """`play_rule_tables` with Monte-Carlo players, and scoring networks too; mind: MIND, whose
    thought also counts."""
    return _by_mind(
        rules,
        table,
        mind,
        first,
        last,
        seated,
        seats,
        deals,
        key,
        rotations,
        trick_values,
        taken,
        calls,
        log,
    )


@kernel
def play_given_tables(
    rules: Rules,
    table: Table,
    mind: Mind,
    seated: np.ndarray,
    seats: np.ndarray,
    hands: np.ndarray,
    trumps: np.ndarray,
    key: np.uint64,
    taken: np.ndarray,
    calls: np.ndarray,
    log: np.ndarray,
) -> None:
    """Play deals that were chosen beforehand; seat 0 leads.

    seats: (seats,) int64. hands: (deals, seats, cards) int8 card numbers. trumps: (deals,) int8, a
    suit or NO_TRUMP. The rest as in `network_tables.play_network_tables`.
    """
    no_values = np.zeros((0, 52), dtype=np.int64)
    for row in range(hands.shape[0]):
        seat_table(rules, table, seated, seats, k_child_seed(key, row), 0)
        table.trump = trumps[row]
        table.turn_up = -1
        table.caller = -1
        table.alone = 0
        table.out = -1
        bits = rules.bit_of_card[table.trump]
        for place in range(rules.players):
            hand = 0
            for slot in range(rules.tricks):
                hand |= 1 << np.int64(bits[hands[row, place, slot]])
            table.hands[place] = hand
        _tricks_by_mind(rules, table, mind, 0)
        write_round(rules, table, row, True, no_values, taken, calls, log)


@kernel
def play_rule_tables(
    rules: Rules,
    table: Table,
    first: int,
    last: int,
    seated: np.ndarray,
    seats: np.ndarray,
    deals: np.ndarray,
    key: np.uint64,
    rotations: int,
    trick_values: np.ndarray,
    taken: np.ndarray,
    calls: np.ndarray,
    log: np.ndarray,
) -> bool:
    """Tables `first` to `last` - 1, without networks: one table, used for one round after another.

    The rest as in `network_tables.play_network_tables`.
    """
    return _by_rule(
        rules,
        table,
        None,
        first,
        last,
        seated,
        seats,
        deals,
        key,
        rotations,
        trick_values,
        taken,
        calls,
        log,
    )


@kernel
def play_scoring_tables(
    rules: Rules,
    table: Table,
    mind: Mind,
    first: int,
    last: int,
    seated: np.ndarray,
    seats: np.ndarray,
    deals: np.ndarray,
    key: np.uint64,
    rotations: int,
    trick_values: np.ndarray,
    taken: np.ndarray,
    calls: np.ndarray,
    log: np.ndarray,
) -> bool:
    """`play_rule_tables` with scoring networks among the players."""
    return _by_score(
        rules,
        table,
        mind,
        first,
        last,
        seated,
        seats,
        deals,
        key,
        rotations,
        trick_values,
        taken,
        calls,
        log,
    )


@kernel
def play_random_tables(
    rules: Rules,
    table: Table,
    first: int,
    last: int,
    seated: np.ndarray,
    seats: np.ndarray,
    deals: np.ndarray,
    key: np.uint64,
    rotations: int,
    trick_values: np.ndarray,
    taken: np.ndarray,
    calls: np.ndarray,
    log: np.ndarray,
) -> bool:
    """`play_rule_tables` for random players whose cards nobody wants to see: faster."""
    return _at_random(
        rules,
        table,
        None,
        first,
        last,
        seated,
        seats,
        deals,
        key,
        rotations,
        trick_values,
        taken,
        calls,
        log,
    )
