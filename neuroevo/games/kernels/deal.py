"""All that comes before the first lead, for kernels: dice, shuffle, trumps, bids, hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from neuroevo.cards.kernels.shuffles import k_shuffle_by
from neuroevo.cards.kernels.streams import k_below, k_child_seed
from neuroevo.games.compiled import (
    DEALER_FIRST,
    DEALER_LAST,
    NAMED,
    NO_TRUMP,
    RANDOM_TRUMP,
    Rules,
    Table,
)
from neuroevo.games.referee import MOST_REDEALS
from neuroevo.kernel_cache import inner, inner_for

DEAL_STREAM = 4
"""The dealer's place in `Table.streams`."""


@inner
def seed_streams(table: Table, rules: Rules, deal_key: np.uint64, rotation: int) -> None:
    """Give the dealer and every place its stream, and each place its seat, for one rotation."""
    table.streams[DEAL_STREAM] = k_child_seed(deal_key, 0)
    for place in range(rules.players):
        seat = (place + rotation) % rules.players
        table.seat[place] = seat
        table.streams[place] = k_child_seed(deal_key, 1 + rotation * rules.players + seat)


@inner
def shuffle_deck(table: Table, rules: Rules) -> None:
    """Shuffle a fresh deck with the dealer's stream, and see what is turned up."""
    for place in range(rules.deck.shape[0]):
        table.deck[place] = rules.deck[place]
    k_shuffle_by(
        table.deck,
        rules.cards,
        rules.shuffle,
        rules.shuffles,
        rules.cut_limits,
        table.streams,
        DEAL_STREAM,
    )
    table.turn_up = -1
    if rules.trump_code == RANDOM_TRUMP:
        table.trump = k_below(table.streams, DEAL_STREAM, 4)
    elif rules.trump_code <= NO_TRUMP:
        table.trump = rules.trump_code
    else:
        dealer = rules.players - 1
        if rules.trump_code == DEALER_FIRST:
            table.turn_up = table.deck[rules.positions[dealer, 0]]
        elif rules.trump_code == DEALER_LAST:
            table.turn_up = table.deck[rules.positions[dealer, rules.tricks - 1]]
        else:
            table.turn_up = table.deck[rules.players * rules.tricks]
        table.trump = table.turn_up // 13
    table.caller = -1
    table.alone = 0
    table.laid_away = -1
    table.out = -1


@inner
def pick_up_hands(table: Table, rules: Rules) -> None:
    """Turn the dealt card numbers into each place's set of bits, under the trumps that hold."""
    bits = rules.bit_of_card[table.trump]
    for place in range(rules.players):
        hand = 0
        for slot in range(rules.tricks):
            hand |= 1 << np.int64(bits[table.deck[rules.positions[place, slot]]])
        table.hands[place] = hand


@inner
def dealt_card(rules: Rules, table: Table, place: int, slot: int) -> int:
    """The number of a card in a dealt hand; the dealer's slot after the last is the turn-up."""
    if slot == rules.tricks:
        return np.int64(table.turn_up)
    return np.int64(table.deck[rules.positions[place, slot]])


@inner
def take_turn_up(rules: Rules, table: Table, slot: int) -> None:
    """Let the dealer have the turn-up for the card in a slot; after the last slot lies the turn-up
    itself."""
    dealer = rules.players - 1
    table.laid_away = dealt_card(rules, table, dealer, slot)
    if slot < rules.tricks:
        table.deck[rules.positions[dealer, slot]] = table.turn_up


def make_open_round(
    bid_tricks: Callable[..., int], name_trump: Callable[..., int], discard: Callable[..., int]
) -> Callable[..., int]:
    """All that comes before the first lead: shuffle, deal, name trumps, bid, pick up the hands.

    bid_tricks(rules, table, brains, place) -> tricks. name_trump(rules, table, brains, place,
    asked) -> 0 to pass, else 1 + 2 * suit + alone; `asked` is 1 or 2, the round of asking.
    discard(rules, table, brains) -> which of the dealer's slots goes for the turn-up card, or
    `rules.tricks` for the turn-up itself. Returns the place that leads, or -1 if nobody ever calls.
    """

    @inner_for(name_trump, discard)
    def call_trump(rules: Rules, table: Table, brains: Any) -> bool:
        for asked in range(1, 3):
            for place in range(rules.players):
                call = name_trump(rules, table, brains, place, asked)
                if call > 0:
                    table.trump = (call - 1) // 2
                    table.caller = place
                    table.alone = (call - 1) % 2
                    if table.alone:
                        table.out = (place + 2) % 4
                    if asked == 1:
                        take_turn_up(rules, table, discard(rules, table, brains))
                    return True
        return False

    @inner_for(bid_tricks, name_trump, discard)
    def open_round(rules: Rules, table: Table, brains: Any) -> int:
        shuffle_deck(table, rules)
        leader = 0
        if rules.trump_code == NAMED:
            redeals = 0
            while not call_trump(rules, table, brains):
                redeals += 1
                if redeals == MOST_REDEALS:
                    return -1
                shuffle_deck(table, rules)
            if table.alone:
                leader = (table.caller + 1) % rules.players
        if rules.bids_tricks:
            for place in range(rules.players):
                table.bids[place] = bid_tricks(rules, table, brains, place)
        pick_up_hands(table, rules)
        return leader

    return open_round
