"""Random play-outs from a dealt table: the innermost loop of Monte-Carlo players."""

from __future__ import annotations

from typing import Any

import numpy as np

from neuroevo.cards.streams import k_below
from neuroevo.games.bits import count_bits, nth_bit
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels import make_play_tricks, pick_up_hands, seed_streams, shuffle_deck
from neuroevo.kernel_cache import inner, kernel

PLAYOUT_STREAM = 0
"""All places draw from one stream here: nobody asks whose dice they were."""


@inner
def choose(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
    """Any legal card, each with the same chance."""
    return nth_bit(legal, k_below(table.streams, PLAYOUT_STREAM, count_bits(legal)))


play_tricks_at_random = make_play_tricks(choose, record=False)


@kernel
def deal_table(rules: Rules, table: Table, deal_key: np.uint64) -> None:
    """Lay a table out: the deal with this key, nothing played yet."""
    seed_streams(table, rules, deal_key, 0)
    shuffle_deck(table, rules)
    pick_up_hands(table, rules)


@kernel
def random_playouts(rules: Rules, table: Table, count: int, tricks: np.ndarray) -> None:
    """Play a dealt table out `count` times at random, from the first lead.

    tricks: (players,) int64; what each place takes is added to it. The hands stay as they were.
    """
    dealt = table.hands.copy()
    for _ in range(count):
        for place in range(rules.players):
            table.hands[place] = dealt[place]
        play_tricks_at_random(rules, table, None, 0)
        for place in range(rules.players):
            tricks[place] += table.tricks[place]
    for place in range(rules.players):
        table.hands[place] = dealt[place]
