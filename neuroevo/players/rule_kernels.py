"""The players of `rule_players.py`, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from neuroevo.cards.streams import k_below
from neuroevo.games.bits import (
    TRUMP_LANE,
    TRUMP_MASK,
    count_bits,
    lane_mask,
    larger,
    lowest_bit,
    nth_bit,
)
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels import lane_of_trumps
from neuroevo.kernel_cache import inner
from neuroevo.players.kinds import HIGHEST, LOWEST, RANDOM


@inner
def choose_random(rules: Rules, table: Table, place: int, legal: int) -> int:
    """Any legal card, each with the same chance."""
    return nth_bit(legal, k_below(table.streams, place, count_bits(legal)))


@inner
def extreme_card(order: np.ndarray, cards: int, highest: bool) -> int:
    """The bit of the card that is last (or first) by `order` (64,) in a set that is not empty."""
    sign = 1 if highest else -1
    chosen = np.int64(-1) << 40
    for _ in range(count_bits(cards)):
        bit = lowest_bit(cards)
        cards &= cards - 1
        chosen = larger(chosen, ((sign * order[bit]) << 6) | bit)
    return chosen & 63


@inner
def winning_cards(cards: int, best: int, led: int, trump_lane: int) -> int:
    """Those cards of the set that would take the trick as it lies.

    Trumps have the highest bits, so they are the cards that count with a bit above the best one's.
    """
    counting = lane_mask(led) | (TRUMP_MASK if trump_lane == TRUMP_LANE else 0)
    return cards & counting & ~((2 << best) - 1)


@inner
def choose_greedy(rules: Rules, table: Table, place: int, legal: int) -> int:
    """`GreedyPlayer.choose`."""
    hurts = rules.fewest_wins
    if table.led < 0:
        return extreme_card(rules.height[table.trump], legal, not hurts)
    wanted = winning_cards(legal, table.best, table.led, lane_of_trumps(table.trump))
    if hurts:
        wanted = legal & ~wanted
    return extreme_card(rules.cost[table.trump], wanted if wanted else legal, hurts)


@inner
def choose_by_rule(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
    """The card of whichever rule player sits there."""
    kind = table.kind[place]
    if kind == RANDOM:
        return choose_random(rules, table, place, legal)
    if kind == HIGHEST:
        return extreme_card(rules.height[table.trump], legal, True)
    if kind == LOWEST:
        return extreme_card(rules.cost[table.trump], legal, False)
    return choose_greedy(rules, table, place, legal)


@inner
def choose_at_random(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
    """`choose_by_rule` for a table at which everybody plays at random."""
    return choose_random(rules, table, place, legal)
