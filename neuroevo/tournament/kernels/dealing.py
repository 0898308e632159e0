"""What the seats hold when bids are made, dealt again by the kernel."""

from __future__ import annotations

import numpy as np

from neuroevo.cards.kernels.streams import k_child_seed
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.play import dealt_card
from neuroevo.kernel_cache import kernel
from neuroevo.tournament.kernels.tables import open_round, seat_table


@kernel
def deal_tables(
    rules: Rules,
    table: Table,
    seated: np.ndarray,
    seats: np.ndarray,
    deals: np.ndarray,
    key: np.uint64,
    rotations: int,
    hands: np.ndarray,
) -> bool:
    """The hands of the tables that others play with these arguments (see `play_network_tables`).

    hands: (rounds, seats, cards) int8, written: card numbers. False if a table never names trumps.
    """
    for row in range(hands.shape[0]):
        which = row // rotations
        deal_key = k_child_seed(key, deals[which])
        seat_table(rules, table, seated, seats[which], deal_key, row % rotations)
        if open_round(rules, table, None) < 0:
            return False
        for place in range(rules.players):
            for slot in range(rules.tricks):
                hands[row, table.seat[place], slot] = dealt_card(rules, table, place, slot)
    return True
