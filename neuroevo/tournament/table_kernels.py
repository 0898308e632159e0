"""Tables played by the kernel: who sits where, on which deal, in how many rotations.

Three kernels: for tables of random players, of rule players, and with networks among them. Each is
compiled when it is first needed, and not before.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroevo.cards.streams import k_child_seed
from neuroevo.games.bits import lowest_bit
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels import (
    lay_card,
    legal_now,
    make_open_round,
    make_play_deal,
    seed_streams,
    start_play,
)
from neuroevo.kernel_cache import inner, inner_for, kernel
from neuroevo.networks.kernels import (
    MOST_TOGETHER,
    Brains,
    best_card,
    deeper_layers,
    first_layer,
)
from neuroevo.networks.pointers import floats_at
from neuroevo.players.bidder_kernels import bid_tricks, discard, name_trump
from neuroevo.players.kinds import NETWORK
from neuroevo.players.rule_kernels import choose_at_random, choose_by_rule

TRICKS, POINTS, BIDS, VALUES = range(4)
"""What is written for each round and seat; VALUES are explained at `trick_values`."""

SEATED = np.dtype(
    [
        ("kind", np.int64),  # how the player decides (see neuroevo.players.kinds)
        ("architecture", np.int64),  # if it is a network: its row of `brains.architectures`
        ("weights", np.int64),  # and the address of its weights, float32
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
        table.architecture[place] = sitting.architecture
        table.weights[place] = sitting.weights


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
        for row in range(seats.shape[0] * rotations):
            which = row // rotations
            deal_key = k_child_seed(key, deals[which])
            seat_table(rules, table, seated, seats[which], deal_key, row % rotations)
            if not play_deal(rules, table, None):
                return False
            write_round(rules, table, row, record, trick_values, taken, calls, log)
        return True

    return play_tables


_at_random = make_play_tables(make_play_deal(choose_at_random, open_round, False), record=False)
_by_rule = make_play_tables(make_play_deal(choose_by_rule, open_round), record=True)


@inner
def play_until_asked(rules: Rules, table: Table) -> None:
    """Go on with a round until a network has a choice to make, or the round is over."""
    while table.turn >= 0:
        legal = legal_now(rules, table)
        if legal & (legal - 1) == 0:
            lay_card(rules, table, lowest_bit(legal))
        elif table.kind[table.turn] == NETWORK:
            return
        else:
            lay_card(rules, table, choose_by_rule(rules, table, None, table.turn, legal))


@inner
def decide_together(
    rules: Rules,
    tables: np.ndarray,
    memories: np.ndarray,
    brains: Brains,
    sums: np.ndarray,
    waiting: np.ndarray,
    count: int,
) -> None:
    """Let one network decide at the first `count` of the waiting tables, and play its cards.

    sums: (tables, 4, units), the first layers' sums. waiting: (MOST_TOGETHER,) tables by number.
    """
    first = tables[waiting[0]]
    architecture = brains.architectures[first.architecture[first.turn]]
    weights = floats_at(first.weights[first.turn], architecture.weights)
    for position in range(count):
        which = waiting[position]
        table = tables[which]
        first_layer(
            rules,
            table,
            memories[which],
            brains,
            architecture,
            weights,
            sums[which, table.turn],
            position,
        )
    last = deeper_layers(brains, architecture, weights, count)
    for position in range(count):
        which = waiting[position]
        table = tables[which]
        legal = legal_now(rules, table)
        bit = best_card(
            rules, table, memories[which], brains, legal, architecture, weights, last + position
        )
        lay_card(rules, table, bit)
        play_until_asked(rules, table)


@inner
def join_queue(
    player: int, row: int, head: np.ndarray, length: np.ndarray, following: np.ndarray
) -> None:
    """Let a table wait for a player."""
    following[row] = head[player]
    head[player] = row
    length[player] += 1


@kernel
def play_network_tables(
    rules: Rules,
    tables: np.ndarray,
    memories: np.ndarray,
    brains: Brains,
    sums: np.ndarray,
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
    """Play every table in every rotation, with networks among the players.

    All rounds are on the tables at once, each waiting for the network whose turn it is, so that a
    network decides at several of them together. tables, memories: (rounds,) TABLE and MEMORY. sums:
    (rounds, 4, units) float32. seated: (players,) SEATED. seats: (tables, seats) int64, which
    player sits where. deals: (tables,) int64, each table's deal of the work with this key.
    trick_values: (2, 52) int64, what a trick is worth to who took it, led or followed with that
    card; or no rows. taken: (4, rounds, seats) int64, written: tricks, points, bids and values;
    table t in rotation r is round `t * rotations + r`. calls: (rounds, 3) int8, written: trump, the
    seat that made it (-1: nobody), whether alone. log: (rounds, 52) int8, written: card numbers in
    the order of play, -1 past the end; or no rows. Returns False if a table never names trumps.
    """
    rounds = tables.shape[0]
    head = np.full(seated.shape[0], -1)  # by player, the first table that waits for him
    length = np.zeros(seated.shape[0], dtype=np.int64)  # and how many do
    following = np.full(rounds, -1)  # by table, the next one in that queue
    for row in range(rounds):
        table = tables[row]
        deal_key = k_child_seed(key, deals[row // rotations])
        seat_table(rules, table, seated, seats[row // rotations], deal_key, row % rotations)
        leader = open_round(rules, table, None)
        if leader < 0:
            return False
        for place in range(4):
            memories[row].synced[place] = -1
        start_play(rules, table, leader)
        play_until_asked(rules, table)
        if table.turn >= 0:
            join_queue(
                seats[row // rotations, table.seat[table.turn]], row, head, length, following
            )
    waiting = np.zeros(MOST_TOGETHER, dtype=np.int64)
    longest = length.max()
    while longest > 0:
        for player in range(seated.shape[0]):
            # To fetch a network's weights is what costs, so it waits until there is enough to do.
            if 2 * length[player] < longest or length[player] == 0:
                continue
            row = head[player]
            head[player] = -1
            length[player] = 0
            while row >= 0:
                count = 0
                while row >= 0 and count < MOST_TOGETHER:
                    waiting[count] = row
                    row = following[row]
                    count += 1
                decide_together(rules, tables, memories, brains, sums, waiting, count)
                for position in range(count):
                    done = waiting[position]
                    table = tables[done]
                    if table.turn >= 0:
                        asked = seats[done // rotations, table.seat[table.turn]]
                        join_queue(asked, done, head, length, following)
        longest = length.max()
    for row in range(rounds):
        write_round(rules, tables[row], row, True, trick_values, taken, calls, log)
    return True


@kernel
def play_rule_tables(
    rules: Rules,
    table: Table,
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
    """`play_network_tables` without networks: one table, used for one round after another."""
    return _by_rule(
        rules, table, seated, seats, deals, key, rotations, trick_values, taken, calls, log
    )


@kernel
def play_random_tables(
    rules: Rules,
    table: Table,
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
        rules, table, seated, seats, deals, key, rotations, trick_values, taken, calls, log
    )
