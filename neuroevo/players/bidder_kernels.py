"""The bidders of `bidders.py`, compiled; `table.kind` says who bids how (see `kinds.py`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from neuroevo.cards.card import RANKS
from neuroevo.cards.streams import k_below
from neuroevo.games.bits import TRUMP_LANE, lane_of
from neuroevo.games.compiled import Rules, Table
from neuroevo.kernel_cache import inner
from neuroevo.players.bidders import ALONE_FROM, CALL_FROM, SAFE_TRUMPS
from neuroevo.players.kinds import RANDOM

ACE, KING = RANKS.index("A"), RANKS.index("K")


@inner
def dealt_card(rules: Rules, table: Table, place: int, slot: int) -> int:
    """The number of a card in a dealt hand; the dealer's slot after the last is the turn-up."""
    if slot == rules.tricks:
        return np.int64(table.turn_up)
    return np.int64(table.deck[rules.positions[place, slot]])


@inner
def cheapest_slot(rules: Rules, table: Table, place: int, slots: int, trump: int) -> int:
    """Which of the first `slots` cards of a hand costs least under these trumps."""
    best = 0
    least = np.int64(1 << 40)
    for slot in range(slots):
        bit = rules.bit_of_card[trump, dealt_card(rules, table, place, slot)]
        if rules.cost[trump, bit] < least:
            least = rules.cost[trump, bit]
            best = slot
    return best


@inner
def calling_strength(rules: Rules, table: Table, place: int, suit: int, takes_up: bool) -> int:
    """`bidders.calling_strength` of the cards that the place would play with."""
    slots = rules.tricks + 1 if takes_up else rules.tricks
    away = cheapest_slot(rules, table, place, slots, suit) if takes_up else -1
    strength = 0
    right_bower = False
    for slot in range(slots):
        if slot == away:
            continue
        card = dealt_card(rules, table, place, slot)
        bit = rules.bit_of_card[suit, card]
        if lane_of(bit) == TRUMP_LANE:
            strength += 1
            right_bower |= bit == rules.right_bower
        elif card % 13 == ACE:
            strength += 1
    return strength + right_bower


@inner
def name_trump(rules: Rules, table: Table, brains: Any, place: int, asked: int) -> int:
    """0 to pass, else 1 + 2 * suit + alone; `asked` is 1 for the turn-up's suit, 2 for others."""
    turned = table.turn_up // 13
    if table.kind[place] == RANDOM:
        said = k_below(table.streams, place, 3 if asked == 1 else 7)
        if said == 0:
            return 0
        suit = (said - 1) // 2
        if asked == 1:
            suit = turned
        elif suit >= turned:
            suit += 1
        return 1 + 2 * suit + (said - 1) % 2
    best = 0
    call = 0
    for suit in range(4):
        if (suit == turned) == (asked == 1):
            takes_up = asked == 1 and place == rules.players - 1
            strength = calling_strength(rules, table, place, suit, takes_up)
            if strength >= CALL_FROM and strength > best:
                best = strength
                call = 1 + 2 * suit + (1 if strength >= ALONE_FROM else 0)
    return call


@inner
def discard(rules: Rules, table: Table, brains: Any) -> int:
    """Which slot of the dealer's six cards he lays away; the last is the turn-up itself."""
    dealer = rules.players - 1
    if table.kind[dealer] == RANDOM:
        return k_below(table.streams, dealer, rules.tricks + 1)
    return cheapest_slot(rules, table, dealer, rules.tricks + 1, table.trump)


@inner
def bid_tricks(rules: Rules, table: Table, brains: Any, place: int) -> int:
    """How many tricks the place bids on its dealt hand."""
    if table.kind[place] == RANDOM:
        return k_below(table.streams, place, rules.tricks + 1)
    trump = table.trump
    in_suit = np.zeros(4, dtype=np.int64)
    for slot in range(rules.tricks):
        in_suit[dealt_card(rules, table, place, slot) // 13] += 1
    sure = 0
    trumps = 0
    for slot in range(rules.tricks):
        card = dealt_card(rules, table, place, slot)
        if card % 13 == ACE or (card % 13 == KING and in_suit[card // 13] > 1):
            sure += 1
        if trump < 4 and lane_of(rules.bit_of_card[trump, card]) == TRUMP_LANE:
            trumps += 1
    return min(rules.tricks, sure + max(0, trumps - SAFE_TRUMPS))
