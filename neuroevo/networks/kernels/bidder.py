"""`bidder.py`, compiled: a champion's network bids for it, where it has one.

A table knows the bidder of a place by the address of a block of float32: how many hidden units it
has; the first layer's rows by card number, then by place, then by trumps; its biases; the last
layer's rows by number of tricks, and their biases; and what each bid is worth with each number of
tricks.
"""

from __future__ import annotations

import numpy as np

from neuroevo.addresses import address_of
from neuroevo.arithmetic.functions import exp
from neuroevo.games import RuleSheet
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.deal import dealt_card
from neuroevo.kernel_cache import kernel
from neuroevo.networks.bidder import Bidder, Floats, payoffs
from neuroevo.networks.kernels.pointers import floats_at
from neuroevo.networks.kernels.signals import one_output, tanh_all
from neuroevo.players.bidding import COUNTING
from neuroevo.players.kernels.written import (
    BIDS,
    NETWORK_BLOCK,
    SAY,
    VoiceBlock,
    voice_block,
    voice_of,
)

PLACE_AT = 52
TRUMP_AT = PLACE_AT + 4
ROWS = TRUMP_AT + 5
"""Of the first layer: rows for whatever a game does not have are zeros."""


def bidder_block(bidder: Bidder, sheet: RuleSheet) -> Floats:
    """The bidder for a game that is played now, as kernels want it: one row of float32."""
    layers, players = bidder.layers, bidder.players
    deck = bidder.sheet.deck(players)
    rows = np.zeros((ROWS, bidder.units), dtype=np.float32)
    rows[[card.number for card in deck]] = layers.first[: len(deck)]
    rows[PLACE_AT : PLACE_AT + players] = layers.first[len(deck) : len(deck) + players]
    if bidder.sheet.trump_varies:
        rows[TRUMP_AT : TRUMP_AT + 4] = layers.first[len(deck) + players :]
    parts = ([bidder.units], rows, *layers[1:], payoffs(sheet, players))
    return np.concatenate([np.asarray(part, dtype=np.float32).ravel() for part in parts])


@kernel
def bid_by_network(rules: Rules, table: Table, place: int, asked: int) -> int:
    """`Bidder.bid` of a place that has a bidder."""
    address = voice_of(table, place)[NETWORK_BLOCK]
    units = np.int64(floats_at(address, 1)[0])
    outcomes = rules.tricks + 1
    first = 1
    first_bias = first + ROWS * units
    last = first_bias + units
    last_bias = last + outcomes * units
    worth = last_bias + outcomes
    block = floats_at(address, worth + outcomes * outcomes)

    signals = np.empty(units, dtype=np.float32)
    place_row = first + (PLACE_AT + place) * units
    trump_row = first + (TRUMP_AT + table.trump) * units
    for j in range(units):
        signals[j] = block[first_bias + j] + block[place_row + j] + block[trump_row + j]
    for slot in range(rules.tricks):
        row = first + dealt_card(rules, table, place, slot) * units
        for j in range(units):
            signals[j] += block[row + j]
    tanh_all(signals, units)

    chances = np.empty(outcomes, dtype=np.float32)
    for k in range(outcomes):
        row = last + k * units
        chances[k] = one_output(block[row : row + units], signals) + block[last_bias + k]
    highest = chances.max()
    for k in range(outcomes):
        # Up to a factor that all have in common: the best bid is the same.
        chances[k] = np.float32(exp(chances[k] - highest))

    best = np.float32(0)
    chosen = -1
    for bid in range(outcomes):
        row = worth + bid * outcomes
        expected = one_output(block[row : row + outcomes], chances)
        if chosen < 0 or expected > best:
            best = expected
            chosen = bid
    return chosen


def network_voice(bidder: Bidder, sheet: RuleSheet) -> tuple[VoiceBlock, Floats]:
    """The voice of a champion whose network bids, and the block of that network; both must outlive
    the play. It makes trumps and lays cards away by counting."""
    block = bidder_block(bidder, sheet)
    numbers = voice_block(COUNTING).numbers.copy()
    numbers[BIDS] = address_of(bid_by_network, SAY)
    numbers[NETWORK_BLOCK] = block.ctypes.data
    return VoiceBlock(numbers), block
