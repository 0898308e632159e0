"""Networks as players in the kernel: `NetworkPlayer`, fast.

What makes it fast: a forced card asks no network; the sums of the first layer are kept through a
round and changed only by the few inputs that changed; several positions of one network go through
its deeper layers together, so that each weight is fetched once for all of them; only the outputs of
legal cards are computed; tanh is a fraction of two polynomials, which vectorises.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from neuroevo.errors import BadInput
from neuroevo.games.compiled import NO_TRUMP, Rules, Table
from neuroevo.games.kernels.bits import lowest_bit
from neuroevo.games.kernels.play import legal_now
from neuroevo.kernel_cache import inner
from neuroevo.networks.architecture import ARCHITECTURE, MOST_UNITS, SUIT_NODES, Architecture
from neuroevo.networks.card import IN_HAND, ON_TABLE, PLAYED, CardArchitecture
from neuroevo.networks.hand import NODES
from neuroevo.networks.kernels.signals import add_rows, some_outputs, tanh_all
from neuroevo.networks.kernels.situation import survey
from neuroevo.networks.kernels.tiles import LARGE, through_layer
from neuroevo.networks.situation import SITUATION

CARD = CardArchitecture.kind
NODE_OF_SUIT = np.array([SUIT_NODES.index(suit) for suit in "CDHS"])

MOST_CHANGES = 256
"""Inputs that can change at once: a card has two, a hand leaves, and every card may be played."""
MOST_ARCHITECTURES = 16
"""Different networks' shapes at one set of tables."""
MOST_TOGETHER = 48
"""Positions of one network that are decided together."""
SIGNAL_STRIDE = MOST_UNITS + 80
"""Signals lie so far apart: a first layer's, and what goes straight to 52 outputs. Not a power of
two, or their beginnings would share a cache line."""

MEMORY = np.dtype(
    [
        ("synced", np.int64, 4),  # by place, the laid cards that the sums know of; -1 at first
        ("held", np.int64, 4),  # and the hand, as bits
        ("slots", np.int8, (4, 52)),  # by place and card, the slot of the dealt hand it lay in
    ],
    align=True,
)
"""What the networks at one table keep through a round, beside the sums of their first layers."""

BRAINS = np.dtype(
    [
        ("architectures", ARCHITECTURE, MOST_ARCHITECTURES),
        (
            "signals",
            np.float32,
            (2 * MOST_TOGETHER + LARGE, SIGNAL_STRIDE),
        ),  # of two layers in turn
        ("rows", np.int64, MOST_CHANGES),  # inputs that changed, noted before they are added up
        ("factors", np.float32, MOST_CHANGES),  # and by how much
        ("direct", np.float32, (MOST_TOGETHER, 52)),  # what inputs send straight to the outputs
        ("outputs", np.int64, 64),  # of the legal cards,
        ("values", np.float32, 64),  # and what they say
        ("now", SITUATION, 1),  # for chances of winning
        ("ahead", np.int64),  # the address of weights that will be needed next,
        ("ahead_end", np.int64),  # and of their end: sent for in good time
    ],
    align=True,
)
"""What a thread thinks with: passed by pointer, never counted."""

Memory = Any
"""A record of dtype MEMORY."""
Brains = Any
"""A record of dtype BRAINS."""


def new_brains(architectures: Sequence[Architecture]) -> Brains:
    """Brains for one thread."""
    return knowing(np.zeros(1, dtype=BRAINS)[0], architectures)


def knowing(record: Any, architectures: Sequence[Architecture]) -> Any:
    """A record with the field `architectures`, filled with those that sit at the tables."""
    if len(architectures) > MOST_ARCHITECTURES:
        raise BadInput(
            f"{len(architectures)} networks of different shapes; at most {MOST_ARCHITECTURES}"
        )
    for number, architecture in enumerate(architectures):
        record["architectures"][number] = architecture.record()
    return record


@inner
def note_card(
    brains: Brains, count: int, architecture: Any, card: int, where: int, slot: int, factor: float
) -> int:
    """Note which inputs a card switches on (factor 1) or off (-1); gives the new count of notes.

    where: IN_HAND, ON_TABLE or PLAYED. slot: its slot of the hand, its place in the trick, or its
    number among the cards of earlier tricks.
    """
    if architecture.kind == CARD:
        brains.rows[count] = 3 * architecture.place_of_card[card] + where
        brains.factors[count] = factor
        return count + 1
    at = NODES * slot
    if where == ON_TABLE:
        at += architecture.table_at
    elif where == PLAYED:
        at += architecture.played_at
    brains.rows[count] = at
    brains.factors[count] = factor * architecture.rank_of_card[card]
    brains.rows[count + 1] = at + 1 + architecture.suit_of_card[card]
    brains.factors[count + 1] = factor
    return count + 2


@inner
def note_deal(
    rules: Rules, table: Table, memory: Memory, brains: Brains, place: int, architecture: Any
) -> int:
    """Note the inputs of a place that is asked for the first time in this round: its dealt hand."""
    count = 0
    if architecture.trump_at >= 0 and table.trump != NO_TRUMP:
        brains.rows[0] = architecture.trump_at + NODE_OF_SUIT[table.trump]
        brains.factors[0] = 1
        count = 1
    held = 0
    for slot in range(rules.tricks):
        card = np.int64(table.deck[rules.positions[place, slot]])
        memory.slots[place, card] = slot
        count = note_card(brains, count, architecture, card, IN_HAND, slot, 1)
        held |= 1 << np.int64(rules.bit_of_card[table.trump, card])
    memory.held[place] = held
    memory.synced[place] = 0
    return count


@inner
def note_changes(
    rules: Rules,
    table: Table,
    memory: Memory,
    brains: Brains,
    place: int,
    architecture: Any,
    count: int,
) -> int:
    """Note the cards of tricks finished since, and those gone from the hand."""
    cards = rules.card_of_bit[table.trump]
    gone = memory.held[place] & ~table.hands[place]
    while gone:
        card = np.int64(cards[lowest_bit(gone)])
        slot = np.int64(memory.slots[place, card])
        count = note_card(brains, count, architecture, card, IN_HAND, slot, -1)
        gone &= gone - 1
    memory.held[place] = table.hands[place]
    for index in range(memory.synced[place], table.before):
        card = np.int64(cards[table.log[index]])
        count = note_card(brains, count, architecture, card, PLAYED, index, 1)
    memory.synced[place] = table.before
    return count


@inner
def note_trick(rules: Rules, table: Table, brains: Brains, architecture: Any) -> int:
    """Note the cards that lie in the trick."""
    cards = rules.card_of_bit[table.trump]
    count = 0
    for index in range(table.before, table.laid):
        card = np.int64(cards[table.log[index]])
        count = note_card(brains, count, architecture, card, ON_TABLE, index - table.before, 1)
    return count


@inner
def output_of(memory: Memory, architecture: Any, place: int, card: int) -> int:
    """Which output stands for a card of the hand."""
    if architecture.kind == CARD:
        return architecture.place_of_card[card]
    return np.int64(memory.slots[place, card])


@inner
def note_chances(
    rules: Rules, table: Table, memory: Memory, brains: Brains, architecture: Any, count: int
) -> int:
    """Note the chance of winning with each legal card that would take the trick as it lies."""
    now = survey(rules, table, brains.now[0], table.turn, legal_now(rules, table))
    cards = rules.card_of_bit[table.trump]
    for card in now.winning:
        output = output_of(memory, architecture, table.turn, np.int64(cards[card._bit]))
        brains.rows[count] = architecture.chances_at + output
        brains.factors[count] = now.holds_up(card)
        count += 1
    return count


@inner
def first_layer(
    rules: Rules,
    table: Table,
    memory: Memory,
    brains: Brains,
    architecture: Any,
    weights: np.ndarray,
    sums: np.ndarray,
    position: int,
) -> None:
    """The first hidden layer's signal for the place whose turn it is, as number `position`.

    sums: (width,) what the first layer's sums, and the direct ones, were when that place was asked
    before.
    """
    place = table.turn
    inputs, units = architecture.sizes[0], architecture.sizes[1]
    width = architecture.first_width
    matrix = weights[: inputs * width].reshape(inputs, width)
    count = 0
    if memory.synced[place] < 0:
        bias_at = architecture.biases[0]
        for j in range(units):
            sums[j] = weights[bias_at + j] if bias_at >= 0 else np.float32(0)
        for j in range(units, width):
            sums[j] = 0
        count = note_deal(rules, table, memory, brains, place, architecture)
    count = note_changes(rules, table, memory, brains, place, architecture, count)
    add_rows(sums, matrix, brains.rows, brains.factors, count)
    signal = brains.signals[position]
    for j in range(width):
        signal[j] = sums[j]
    count = note_trick(rules, table, brains, architecture)
    if architecture.chances_at >= 0:
        count = note_chances(rules, table, memory, brains, architecture, count)
    add_rows(signal, matrix, brains.rows, brains.factors, count)
    for j in range(units, width):
        brains.direct[position, j - units] = signal[j]
    tanh_all(signal, units)


@inner
def deeper_layers(brains: Brains, architecture: Any, weights: np.ndarray, count: int) -> int:
    """Take `count` signals from the first hidden layer to the last; gives where they are then."""
    into, out = 0, MOST_TOGETHER
    for layer in range(1, architecture.layers - 1):
        inputs, units = architecture.sizes[layer], architecture.sizes[layer + 1]
        start, bias_at = architecture.starts[layer], architecture.biases[layer]
        matrix = weights[start : start + inputs * units].reshape(inputs, units)
        brains.ahead = through_layer(
            matrix, brains.signals, into, out, count, brains.ahead, brains.ahead_end
        )
        for position in range(out, out + count):
            if bias_at >= 0:
                for j in range(units):
                    brains.signals[position, j] += weights[bias_at + j]
            tanh_all(brains.signals[position], units)
        into, out = out, into
    return into


@inner
def best_card(
    rules: Rules,
    table: Table,
    memory: Memory,
    brains: Brains,
    legal: int,
    architecture: Any,
    weights: np.ndarray,
    position: int,
) -> int:
    """The legal card with the highest output; of equals the lowest bit."""
    last = architecture.layers - 1
    units = architecture.sizes[last]
    start, bias_at = architecture.starts[last], architecture.biases[last]
    signal = brains.signals[position]
    has_direct = architecture.first_width > architecture.sizes[1]
    count = 0
    left = legal
    while left:
        card = np.int64(rules.card_of_bit[table.trump, lowest_bit(left)])
        left &= left - 1
        brains.outputs[count] = output_of(memory, architecture, table.turn, card)
        count += 1
    outputs = architecture.sizes[last + 1]
    matrix = weights[start : start + outputs * units].reshape(outputs, units)
    some_outputs(matrix, brains.outputs, count, signal, brains.values)
    best = np.float32(0)
    chosen = -1
    for number in range(count):
        value, output = brains.values[number], brains.outputs[number]
        if bias_at >= 0:
            value += weights[bias_at + output]
        if has_direct:
            value += brains.direct[position % MOST_TOGETHER, output]
        if chosen < 0 or value > best:
            best = value
            chosen = lowest_bit(legal)
        legal &= legal - 1
    return chosen
