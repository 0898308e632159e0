"""Tables played by the kernel: who sits where, on which deal, in how many rotations.

Three kernels of one text: for tables of random players, of rule players, and with networks among
them. Each is compiled when it is first needed, and not before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from neuroevo.cards.streams import k_child_seed
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels import make_play_deal, seed_streams
from neuroevo.kernel_cache import inner, inner_for, kernel
from neuroevo.networks.kernels import Brains, choose_by_network, forget_round
from neuroevo.players.bidder_kernels import bid_tricks, discard, name_trump
from neuroevo.players.kinds import NETWORK
from neuroevo.players.rule_kernels import choose_at_random, choose_by_rule

TRICKS, POINTS, BIDS, VALUES = range(4)
"""What is written for each round and seat; VALUES are explained at `trick_values`."""

LED, FOLLOWED = 0, 1
"""The rows of `trick_values`."""


@inner
def choose_by_any(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
    """The card of whoever sits there, rule player or network."""
    if table.kind[place] == NETWORK:
        return choose_by_network(rules, table, brains, place, legal)
    return choose_by_rule(rules, table, brains, place, legal)


@inner
def forget_nothing(brains: Any) -> None:
    """Rule players keep nothing from round to round."""


@inner
def value_tricks(rules: Rules, table: Table, trick_values: np.ndarray, values: np.ndarray) -> None:
    """Add to each player's `values` (players,) what his tricks were worth by how he took them."""
    for trick in range(rules.tricks):
        winner = table.winners[trick]
        how = LED if winner == table.leaders[trick] else FOLLOWED
        card = rules.card_of_bit[table.trump, table.taken_with[trick]]
        values[table.player[winner]] += trick_values[how, card]


def make_play_tables(
    play_deal: Callable[..., bool], forget: Callable[..., None], record: bool
) -> Callable[..., bool]:
    """The loop over tables and rotations, for tables that are played by `play_deal`."""

    @inner_for(play_deal, forget, record)
    def play_tables(
        rules: Rules,
        table: Table,
        kinds: np.ndarray,
        brains: Any,
        seats: np.ndarray,
        deals: np.ndarray,
        key: np.uint64,
        rotations: int,
        trick_values: np.ndarray,
        taken: np.ndarray,
        calls: np.ndarray,
        log: np.ndarray,
    ) -> bool:
        players = rules.players
        seat_of_place = np.zeros(4, dtype=np.int64)
        row = 0
        for which in range(seats.shape[0]):
            deal_key = k_child_seed(key, deals[which])
            for rotation in range(rotations):
                seed_streams(table, rules, deal_key, rotation)
                for place in range(players):
                    seat = table.player[place]
                    seat_of_place[place] = seat
                    table.player[place] = seats[which, seat]
                    table.kind[place] = kinds[table.player[place]]
                forget(brains)
                if not play_deal(rules, table, brains):
                    return False
                for place in range(players):
                    seat = seat_of_place[place]
                    taken[TRICKS, row, seat] = table.tricks[place]
                    taken[POINTS, row, seat] = table.points[place]
                    taken[BIDS, row, seat] = table.bids[place]
                    table.player[place] = seat
                calls[row, 0] = table.trump
                calls[row, 1] = seat_of_place[table.caller] if table.caller >= 0 else -1
                calls[row, 2] = table.alone
                if record and trick_values.shape[0] > 0:
                    value_tricks(rules, table, trick_values, taken[VALUES, row])
                if record and log.shape[0] > 0:
                    log[row, :] = -1
                    for index in range(table.laid):
                        log[row, index] = rules.card_of_bit[table.trump, table.log[index]]
                row += 1
        return True

    return play_tables


_bidding = (bid_tricks, name_trump, discard)
_at_random = make_play_tables(
    make_play_deal(choose_at_random, *_bidding, record=False), forget_nothing, record=False
)
_by_rule = make_play_tables(make_play_deal(choose_by_rule, *_bidding), forget_nothing, record=True)
_by_any = make_play_tables(make_play_deal(choose_by_any, *_bidding), forget_round, record=True)


@kernel
def play_tables(
    rules: Rules,
    table: Table,
    kinds: np.ndarray,
    brains: Brains,
    seats: np.ndarray,
    deals: np.ndarray,
    key: np.uint64,
    rotations: int,
    trick_values: np.ndarray,
    taken: np.ndarray,
    calls: np.ndarray,
    log: np.ndarray,
) -> bool:
    """Play every table in every rotation, with any players.

    kinds: (players,) int64, how each player decides. brains: for the networks among them. seats:
    (tables, seats) int64, which player sits where. deals: (tables,) int64, each table's deal of the
    work with this key. trick_values: (2, 52) int64, what a trick is worth to who took it, led or
    followed with that card; or no rows. taken: (4, rounds, seats) int64, written: tricks, points,
    bids and values; table t in rotation r is round `t * rotations + r`. calls: (rounds, 3) int8,
    written: trump, the seat that made it (-1: nobody), whether alone. log: (rounds, 52) int8,
    written: card numbers in the order of play, -1 past the end; or no rows. Returns False if a
    table never names trumps.
    """
    return _by_any(
        rules, table, kinds, brains, seats, deals, key, rotations, trick_values, taken, calls, log
    )


@kernel
def play_rule_tables(
    rules: Rules,
    table: Table,
    kinds: np.ndarray,
    brains: None,
    seats: np.ndarray,
    deals: np.ndarray,
    key: np.uint64,
    rotations: int,
    trick_values: np.ndarray,
    taken: np.ndarray,
    calls: np.ndarray,
    log: np.ndarray,
) -> bool:
    """`play_tables` without networks: quicker to compile."""
    return _by_rule(
        rules, table, kinds, brains, seats, deals, key, rotations, trick_values, taken, calls, log
    )


@kernel
def play_random_tables(
    rules: Rules,
    table: Table,
    kinds: np.ndarray,
    brains: None,
    seats: np.ndarray,
    deals: np.ndarray,
    key: np.uint64,
    rotations: int,
    trick_values: np.ndarray,
    taken: np.ndarray,
    calls: np.ndarray,
    log: np.ndarray,
) -> bool:
    """`play_tables` for random players whose cards nobody wants to see: faster."""
    return _at_random(
        rules, table, kinds, brains, seats, deals, key, rotations, trick_values, taken, calls, log
    )
