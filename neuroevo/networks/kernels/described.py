"""A scorer's network for all legal cards of a decision at once.

Each card is a row of features, and the rows go through the layers together, so that a weight is
loaded once for several cards. The weights are laid out for that (`packing.py`): every layer's units
are padded with zeros to whole vectors, which change no sum. What the decision's own features add to
the first layer is the same for all cards, and is added up once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from neuroevo.arithmetic.fused import fused_code
from neuroevo.games.kernels.bits import lowest_bit
from neuroevo.kernel_cache import inner
from neuroevo.networks import packing
from neuroevo.networks.kernels.mind import Mind
from neuroevo.networks.kernels.signals import (
    LANES,
    VECTOR,
    added_by_halves,
    at,
    load_vector,
    tanh_code,
    zeros,
)
from neuroevo.networks.kernels.tiles import add_products, after

_WORD = ir.IntType(64)
_BYTES = 4 * LANES


def _make_tile(cards: int, hidden: bool) -> Any:
    """A tile of so many cards and one vector of units; hidden: whether tanh follows."""

    @intrinsic
    def tile(
        _context: Any,
        weights: Any,
        row: Any,
        inputs: Any,
        signals: Any,
        step: Any,
        start: Any,
        found: Any,
        found_step: Any,
    ) -> Any:
        """found[c] = start + signals[c, :inputs] @ weights[:inputs] for each card c.

        All are addresses and distances in bytes, as in `add_products`.
        """

        def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            weights, row, inputs, signals, step, start, found, found_step = arguments
            first = load_vector(builder, start)
            totals = [[cgutils.alloca_once_value(builder, first)] for _ in range(cards)]
            add_products(builder, totals, weights, row, inputs, signals, step)
            for card, (total,) in enumerate(totals):
                value = builder.load(total)
                value = tanh_code(builder, value) if hidden else value
                there = after(builder, found, found_step, card)
                builder.store(value, at(builder, there, VECTOR), align=4)
            return ir.Constant(_WORD, 0)

        return types.int64(*[types.int64] * 8), codegen

    return tile


_shared_tile = _make_tile(1, hidden=False)
_tile_of_2, _tile_of_4, _tile_of_8 = (_make_tile(cards, hidden=True) for cards in (2, 4, 8))


@intrinsic
def _score_at(
    _context: Any, _last: Any, _signal: Any, _units: Any, _direct: Any, _card: Any, _inputs: Any
) -> Any:
    """last . signal + direct . card: addresses, and numbers of floats that are whole vectors."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        total = cgutils.alloca_once_value(builder, zeros())
        for one, other, count in (arguments[:3], arguments[3:]):
            blocks = builder.ashr(count, ir.Constant(_WORD, LANES.bit_length() - 1))
            with cgutils.for_range(builder, blocks) as loop:
                skip = builder.mul(loop.index, ir.Constant(_WORD, _BYTES))
                a, b = (load_vector(builder, builder.add(by, skip)) for by in (one, other))
                builder.store(fused_code(builder, a, b, builder.load(total)), total)
        return added_by_halves(builder, builder.load(total))

    return types.float32(*[types.int64] * 6), codegen


padded = inner(packing.padded)


@inner
def clear_behind(features: np.ndarray, count: int) -> None:
    """Zeros from the last of `count` features to the end of its vector: another network's features
    may lie there, and need not be finite."""
    for at_feature in range(count, padded(count)):
        features[at_feature] = 0


@inner
def _through_layer(
    weights: int,
    width: int,
    inputs: int,
    signals: int,
    step: int,
    start: int,
    found: int,
    found_step: int,
    count: int,
) -> None:
    """A hidden layer for `count` cards; tiles may be fuller than there are cards."""
    row = 4 * width
    for strip in range(0, row, _BYTES):
        card = 0
        while card < count:
            left = count - card
            source, target = signals + card * step, found + card * found_step + strip
            if left > 4:
                _tile_of_8(
                    weights + strip, row, inputs, source, step, start + strip, target, found_step
                )
                card += 8
            elif left > 2:
                _tile_of_4(
                    weights + strip, row, inputs, source, step, start + strip, target, found_step
                )
                card += 4
            else:
                _tile_of_2(
                    weights + strip, row, inputs, source, step, start + strip, target, found_step
                )
                card += 2


@inner
def best_described(
    mind: Mind, shape: Any, brain: int, legal: int, shared: int, inputs: int, count: int
) -> int:
    """The bit of the legal card with the highest score, of equals the lowest.

    mind: its `shared` features, and those of `count` cards in `described`, in the order of the bits
    of `legal`. brain: the address of weights as `packing.py` lays them out. shared, inputs: how
    many features are the decision's, and all together.
    """
    score_described(mind, shape, brain, shared, inputs, count)
    best = mind.scores[0]
    chosen = lowest_bit(legal)
    for card in range(1, count):
        legal &= legal - 1
        if mind.scores[card] > best:
            best = mind.scores[card]
            chosen = lowest_bit(legal)
    return chosen


@inner
def score_described(
    mind: Mind, shape: Any, brain: int, shared: int, inputs: int, count: int
) -> None:
    """The scores of the cards that are described, in `mind.scores`."""
    of_card = inputs - shared
    described, step = mind.described.ctypes.data, 4 * mind.described.shape[1]
    into, out = mind.signals[0].ctypes.data, mind.signals[1].ctypes.data
    signal_step = 4 * mind.signals.shape[2]

    units = padded(shape.sizes[1])
    at_weights, at_bias = brain, brain + 4 * inputs * units
    base = mind.base.ctypes.data
    for strip in range(0, 4 * units, _BYTES):
        _shared_tile(
            at_weights + strip,
            4 * units,
            shared,
            mind.shared.ctypes.data,
            0,
            at_bias + strip,
            base + strip,
            0,
        )
    at_weights += 4 * shared * units
    _through_layer(at_weights, units, of_card, described, step, base, into, signal_step, count)
    at_weights = at_bias + 4 * units
    for layer in range(1, shape.layers - 1):
        before, units = units, padded(shape.sizes[layer + 1])
        at_bias = at_weights + 4 * before * units
        _through_layer(
            at_weights, units, before, into, signal_step, at_bias, out, signal_step, count
        )
        at_weights = at_bias + 4 * units
        into, out = out, into

    last, at_bias = at_weights, at_weights + 4 * units
    direct_shared = at_bias + _BYTES
    direct = direct_shared + 4 * padded(shared)
    same = _score_at(
        at_bias, mind.one.ctypes.data, LANES, direct_shared, mind.shared.ctypes.data, padded(shared)
    )
    for card in range(count):
        own = _score_at(
            last,
            into + card * signal_step,
            units,
            direct,
            described + card * step,
            padded(of_card),
        )
        mind.scores[card] = same + own
