"""Tables whose players decide when it is their turn, played one round after another.

Every such player is a function whose address lies on the table, so that one kernel plays them all;
tables with large networks are played in `network_tables`, those with Python players in
`asked_tables`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.deal import dealt_card, make_open_round
from neuroevo.games.kernels.play import make_play_tricks
from neuroevo.kernel_cache import inner_for, kernel
from neuroevo.players.kernels.at_random import play_tricks_at_random
from neuroevo.players.kernels.written import (
    bid_tricks,
    choose_by_address,
    discard,
    name_trump,
)
from neuroevo.tournament.kernels.work import (
    Work,
    seat_players,
    seat_table,
    seat_voices,
    seed_table,
    write_round,
)

open_round = make_open_round(bid_tricks, name_trump, discard)


def make_play_tables(
    seat: Callable[..., None], play_tricks: Callable[..., None], logged: bool
) -> Callable[..., bool]:
    """The loop over tables and rotations; False if a table never names trumps.

    seat(rules, table, work, which) gives the places of a table what their players need.
    play_tricks: see `make_play_tricks`. logged: whether it keeps a record of the cards.
    """

    @inner_for(seat, play_tricks, logged)
    def play_tables(rules: Rules, table: Table, work: Work, first: int, last: int) -> bool:
        for which in range(first, last):
            for rotation in range(work.rotations):
                seed_table(rules, table, work, which, rotation)
                seat(rules, table, work, which)
                leader = open_round(rules, table, None)
                if leader < 0:
                    return False
                play_tricks(rules, table, None, leader)
                write_round(rules, table, work, logged)
        return True

    return play_tables


_tricks_by_address = make_play_tricks(choose_by_address)
_by_address = make_play_tables(seat_players, _tricks_by_address, logged=True)
_at_random = make_play_tables(seat_voices, play_tricks_at_random, logged=False)


@kernel
def play_turn_tables(rules: Rules, table: Table, work: Work, first: int, last: int) -> bool:
    """Tables `first` to `last` - 1: one table, used for one round after another.

    False if a table never names trumps.
    """
    return _by_address(rules, table, work, first, last)


@kernel
def play_random_tables(rules: Rules, table: Table, work: Work, first: int, last: int) -> bool:
    """`play_turn_tables` for random players whose cards nobody wants to see: faster."""
    return _at_random(rules, table, work, first, last)


@kernel
def play_given_tables(
    rules: Rules, table: Table, work: Work, hands: np.ndarray, trumps: np.ndarray
) -> None:
    """Play deals that were chosen beforehand; seat 0 leads.

    hands: (deals, seats, cards) int8 card numbers. trumps: (deals,) int8, a suit or NO_TRUMP.
    """
    for row in range(hands.shape[0]):
        seat_table(rules, table, work, row)
        table.trump = trumps[row]
        table.turn_up = -1
        table.caller = -1
        table.alone = 0
        table.laid_away = -1
        table.out = -1
        bits = rules.bit_of_card[table.trump]
        for place in range(rules.players):
            hand = 0
            for slot in range(rules.tricks):
                hand |= 1 << np.int64(bits[hands[row, place, slot]])
            table.hands[place] = hand
        _tricks_by_address(rules, table, None, 0)
        write_round(rules, table, work, True)


@kernel
def deal_tables(rules: Rules, table: Table, work: Work, hands: np.ndarray) -> bool:
    """What the seats hold when the play begins at the tables of a piece of work.

    hands: (rounds, seats, cards) int8, written: card numbers. False if a table never names trumps.
    """
    for row in range(hands.shape[0]):
        seat_table(rules, table, work, row)
        if open_round(rules, table, None) < 0:
            return False
        for place in range(rules.players):
            for slot in range(rules.tricks):
                hands[row, table.seat[place], slot] = dealt_card(rules, table, place, slot)
    return True
