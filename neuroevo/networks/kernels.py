"""Networks as players in the kernel: `NetworkPlayer`, fast.

What makes it fast: a forced card asks no network; the sums of the first layer are kept through a
round and changed only by the few inputs that changed; only the outputs of legal cards are computed;
tanh is a fraction of two polynomials, which vectorises.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroevo.games.bits import lowest_bit
from neuroevo.games.compiled import NO_TRUMP, Rules, Table
from neuroevo.kernel_cache import inner, inner_math
from neuroevo.networks.architecture import ARCHITECTURE, MOST_UNITS, SUIT_NODES, Weights
from neuroevo.networks.card import IN_HAND, ON_TABLE, PLAYED, CardArchitecture
from neuroevo.networks.hand import NODES

CARD = CardArchitecture.kind
NODE_OF_SUIT = np.array([SUIT_NODES.index(suit) for suit in "CDHS"])

SEATED = np.dtype(
    [
        ("kind", np.int64),  # which rule player, or NETWORK (see neuroevo.players.kinds)
        ("architecture", np.int64),  # a row of Brains.architectures
        ("guest", np.bool_),  # its weights are among the guests'
        ("start", np.int64),  # where they begin there
    ],
    align=True,
)
"""A player that tables refer to by number."""


class Brains(NamedTuple):
    """What networks think with; one for each thread, but for the weights, which all share."""

    seated: NDArray[Any]
    """(players,) SEATED."""
    architectures: NDArray[Any]
    """(architectures,) ARCHITECTURE."""
    population: Weights
    """(members * weights,) the population, flat."""
    guests: Weights
    """The weights of other networks, one after another."""
    sums: NDArray[np.float32]
    """(4, units) first-layer sums of each place over its hand and the cards of earlier tricks."""
    synced: NDArray[np.int64]
    """(4,) how many laid cards the sums know of; -1 before a round's first decision."""
    held: NDArray[np.int64]
    """(4,) the hand, as bits, that the sums know of."""
    slots: NDArray[np.int64]
    """(4, 52) by card number, the slot of the dealt hand that it lay in."""
    signals: NDArray[np.float32]
    """(2, units) the layer that is computed and the one before."""


def new_brains(
    seated: NDArray[Any], architectures: list[Any], population: Weights, guests: Weights
) -> Brains:
    """Brains for one thread; the weights are not copied."""
    return Brains(
        seated=seated,
        architectures=np.array(architectures, dtype=ARCHITECTURE),
        population=population.reshape(-1),
        guests=guests.reshape(-1),
        sums=np.zeros((4, MOST_UNITS), dtype=np.float32),
        synced=np.full(4, -1, dtype=np.int64),
        held=np.zeros(4, dtype=np.int64),
        slots=np.zeros((4, 52), dtype=np.int64),
        signals=np.zeros((2, MOST_UNITS), dtype=np.float32),
    )


def _lambert_fraction(depth: int) -> tuple[list[float], list[float]]:
    """tanh(x) / x as a fraction of polynomials in x squared: Lambert's continued fraction (1761).

    tanh x = x / (1 + x^2 / (3 + x^2 / (5 + ...))), cut off after 2 * depth + 1.
    """
    above, below = [float(2 * depth + 1)], [1.0]
    for odd in range(2 * depth - 1, 0, -2):
        shifted = [0.0, *below]
        width = max(len(above), len(shifted))
        padded = [*above, *[0.0] * (width - len(above))]
        shifted += [0.0] * (width - len(shifted))
        above, below = [odd * a + b for a, b in zip(padded, shifted, strict=True)], above
    scale = above[0]
    return [value / scale for value in below], [value / scale for value in above]


_TOP, _BOTTOM = (np.array(part, dtype=np.float32) for part in _lambert_fraction(10))
_T0, _T1, _T2, _T3, _T4, _T5 = _TOP
_B0, _B1, _B2, _B3, _B4, _B5 = _BOTTOM
_FAR = np.float32(7.6)
"""Beyond this the fraction would leave [-1, 1]; its error up to here is below 5e-7."""


@inner_math
def tanh_all(signal: np.ndarray, count: int) -> None:
    """tanh of the first `count` values, in place."""
    for i in range(count):
        x = min(max(signal[i], -_FAR), _FAR)
        y = x * x
        top = _T0 + y * (_T1 + y * (_T2 + y * (_T3 + y * (_T4 + y * _T5))))
        bottom = _B0 + y * (_B1 + y * (_B2 + y * (_B3 + y * (_B4 + y * _B5))))
        signal[i] = x * top / bottom


@inner_math
def add_row(sums: np.ndarray, row: np.ndarray, factor: np.float32) -> None:
    """sums += factor * row."""
    for j in range(row.shape[0]):
        sums[j] += factor * row[j]


@inner_math
def through_layer(matrix: np.ndarray, signal: np.ndarray, sums: np.ndarray) -> None:
    """sums += signal @ matrix, for a matrix of (inputs, units); four inputs at a time."""
    inputs, units = matrix.shape
    fours = inputs - inputs % 4
    for i in range(0, fours, 4):
        a, b, c, d = signal[i], signal[i + 1], signal[i + 2], signal[i + 3]
        row_a, row_b, row_c, row_d = matrix[i], matrix[i + 1], matrix[i + 2], matrix[i + 3]
        for j in range(units):
            sums[j] += a * row_a[j] + b * row_b[j] + c * row_c[j] + d * row_d[j]
    for i in range(fours, inputs):
        add_row(sums, matrix[i], signal[i])


@inner_math
def one_output(row: np.ndarray, signal: np.ndarray) -> np.float32:
    """row . signal."""
    total = np.float32(0)
    for j in range(row.shape[0]):
        total += row[j] * signal[j]
    return total


@inner
def add_card(
    architecture: Any,
    first: np.ndarray,
    sums: np.ndarray,
    card: int,
    where: int,
    slot: int,
    factor: np.float32,
) -> None:
    """Switch the inputs of one card on (factor 1) or off (-1).

    first: (inputs, units), the first layer. where: IN_HAND, ON_TABLE or PLAYED. slot: its slot of
    the hand, its place in the trick, or its number among the cards of earlier tricks.
    """
    if architecture.kind == CARD:
        add_row(sums, first[3 * architecture.place_of_card[card] + where], factor)
        return
    at = NODES * slot
    if where == ON_TABLE:
        at += architecture.table_at
    elif where == PLAYED:
        at += architecture.played_at
    add_row(sums, first[at], factor * architecture.rank_of_card[card])
    add_row(sums, first[at + 1 + architecture.suit_of_card[card]], factor)


@inner
def begin_sums(
    rules: Rules,
    table: Table,
    brains: Brains,
    place: int,
    architecture: Any,
    first: np.ndarray,
    bias: np.ndarray,
) -> None:
    """The first-layer sums of a place that is asked for the first time in this round."""
    sums = brains.sums[place]
    for j in range(first.shape[1]):
        sums[j] = bias[j] if bias.shape[0] else np.float32(0)
    if architecture.trump_at >= 0 and table.trump != NO_TRUMP:
        add_row(sums, first[architecture.trump_at + NODE_OF_SUIT[table.trump]], np.float32(1))
    held = 0
    for slot in range(rules.tricks):
        card = np.int64(table.deck[rules.positions[place, slot]])
        brains.slots[place, card] = slot
        add_card(architecture, first, sums, card, IN_HAND, slot, np.float32(1))
        held |= 1 << np.int64(rules.bit_of_card[table.trump, card])
    brains.held[place] = held
    brains.synced[place] = 0


@inner
def sync_sums(
    rules: Rules, table: Table, brains: Brains, place: int, architecture: Any, first: np.ndarray
) -> None:
    """Tell the sums of the cards of finished tricks, and of those gone from the hand."""
    sums = brains.sums[place]
    cards = rules.card_of_bit[table.trump]
    gone = brains.held[place] & ~table.hands[place]
    while gone:
        card = np.int64(cards[lowest_bit(gone)])
        slot = brains.slots[place, card]
        add_card(architecture, first, sums, card, IN_HAND, slot, np.float32(-1))
        gone &= gone - 1
    brains.held[place] = table.hands[place]
    for index in range(brains.synced[place], table.before):
        card = np.int64(cards[table.log[index]])
        add_card(architecture, first, sums, card, PLAYED, index, np.float32(1))
    brains.synced[place] = table.before


@inner
def choose_by_network(rules: Rules, table: Table, brains: Brains, place: int, legal: int) -> int:
    """`NetworkPlayer.choose` for the network that sits there."""
    if legal & (legal - 1) == 0:
        return lowest_bit(legal)
    seated = brains.seated[table.player[place]]
    architecture = brains.architectures[seated.architecture]
    weights = brains.guests[seated.start :] if seated.guest else brains.population[seated.start :]
    units = architecture.sizes[1]
    first = weights[: architecture.sizes[0] * units].reshape(architecture.sizes[0], units)

    if brains.synced[place] < 0:
        bias_at = architecture.biases[0]
        bias = weights[bias_at : bias_at + units] if bias_at >= 0 else weights[:0]
        begin_sums(rules, table, brains, place, architecture, first, bias)
    sync_sums(rules, table, brains, place, architecture, first)

    signal = brains.signals[0]
    for j in range(units):
        signal[j] = brains.sums[place, j]
    for index in range(table.before, table.laid):
        card = np.int64(rules.card_of_bit[table.trump, table.log[index]])
        add_card(architecture, first, signal, card, ON_TABLE, index - table.before, np.float32(1))
    tanh_all(signal, units)

    last = architecture.layers - 1
    other = brains.signals[1]
    for layer in range(1, last):
        into, units = units, architecture.sizes[layer + 1]
        start, bias_at = architecture.starts[layer], architecture.biases[layer]
        for j in range(units):
            other[j] = weights[bias_at + j] if bias_at >= 0 else np.float32(0)
        matrix = weights[start : start + into * units].reshape(into, units)
        through_layer(matrix, signal, other[:units])
        tanh_all(other, units)
        signal, other = other, signal

    start, bias_at = architecture.starts[last], architecture.biases[last]
    best = np.float32(-np.inf)
    chosen = -1
    while legal:
        bit = lowest_bit(legal)
        legal &= legal - 1
        card = np.int64(rules.card_of_bit[table.trump, bit])
        if architecture.kind == CARD:
            output = architecture.place_of_card[card]
        else:
            output = brains.slots[place, card]
        at = start + output * units
        value = one_output(weights[at : at + units], signal)
        if bias_at >= 0:
            value += weights[bias_at + output]
        if chosen < 0 or value > best:
            best = value
            chosen = bit
    return chosen


@inner
def forget_round(brains: Brains) -> None:
    """Before a new round: no place has thought yet."""
    for place in range(4):
        brains.synced[place] = -1
