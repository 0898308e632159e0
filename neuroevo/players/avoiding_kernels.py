"""`avoiding.py`, compiled."""

from __future__ import annotations

import numpy as np

from neuroevo.games.bits import count_bits, lane_mask, lane_of, lowest_bit
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels import lane_of_trumps
from neuroevo.kernel_cache import inner
from neuroevo.players.avoiding import LOWER_DANGER, PLENTY, POINT_DANGER, POINT_RISK
from neuroevo.players.card_sets import extreme_card, winning_cards


@inner
def lower_unseen(unseen: int, bit: int) -> int:
    """How many unseen cards of its suit a card beats."""
    return count_bits(unseen & lane_mask(lane_of(bit)) & ((1 << bit) - 1))


@inner
def safest_lead(rules: Rules, trump: int, legal: int, unseen: int) -> int:
    """The card that is least likely to take its trick; of equals the cheapest."""
    least = np.int64(1) << 40
    while legal:
        bit = lowest_bit(legal)
        legal &= legal - 1
        left = count_bits(unseen & lane_mask(lane_of(bit)))
        risk = 100 * lower_unseen(unseen, bit) // left if left > 0 else 100
        risk += POINT_RISK * np.int64(rules.points[trump, bit])
        least = min(least, (((risk << 16) + rules.cost[trump, bit]) << 6) | bit)
    return least & 63


@inner
def most_dangerous(rules: Rules, trump: int, legal: int, unseen: int) -> int:
    """The card that is worst to keep; of equals the dearest."""
    most = np.int64(-1) << 40
    while legal:
        bit = lowest_bit(legal)
        legal &= legal - 1
        danger = LOWER_DANGER * lower_unseen(unseen, bit)
        danger += POINT_DANGER * np.int64(rules.points[trump, bit])
        most = max(most, (((danger << 16) + rules.cost[trump, bit]) << 6) | bit)
    return most & 63


@inner
def choose_avoiding(rules: Rules, table: Table, place: int, legal: int) -> int:
    """`avoiding.choose_avoiding`."""
    trump = table.trump
    unseen = rules.whole[trump] & ~(table.played | table.in_trick | table.hands[place])
    if table.led < 0:
        return safest_lead(rules, trump, legal, unseen)
    suit = lane_mask(table.led)
    if legal & suit == 0:
        return most_dangerous(rules, trump, legal, unseen)
    to_come = rules.players - 1 - count_bits(table.in_trick)
    worth = np.int64(0)
    cards = table.in_trick | legal
    while cards:
        worth += rules.points[trump, lowest_bit(cards)]
        cards &= cards - 1
    cost = rules.cost[trump]
    if worth == 0 and count_bits(unseen & suit) >= PLENTY * to_come:
        return extreme_card(cost, legal, True)
    losers = legal & ~winning_cards(legal, table.best, table.led, lane_of_trumps(trump))
    if losers:
        return extreme_card(cost, losers, True)
    return extreme_card(cost, legal, to_come == 0)
