"""The innermost piece of a layer: a few positions times a strip of its units, in registers.

Compilers don't find this shape in plain loops, so it is written down for LLVM, in vectors that it
fits to whatever machine it runs on. `plain_layer` says what it computes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from neuroevo.arithmetic.fused import fused, fused_code
from neuroevo.arithmetic.target import vector_lanes, vector_registers
from neuroevo.kernel_cache import inner
from neuroevo.networks.kernels.pointers import LINE, send_for
from neuroevo.networks.kernels.signals import at, spread

_LANES = vector_lanes()
LARGE, MIDDLE = (12, 8) if vector_registers() == 32 else (6, 6)
"""Positions in the larger tiles: as many as the processor has registers for."""
STRIP = 2 * _LANES
"""Units in a tile."""
_FLOAT = ir.FloatType()
_VECTOR = ir.VectorType(_FLOAT, _LANES)
_WORD = ir.IntType(64)


LINES_AHEAD = 3
"""Lines of the next network that are sent for with each input of a tile: as fast as main memory
hands them over, and enough for a `card` network while another one decides at two dozen tables."""


def _make_tile(positions: int) -> Any:
    """A tile of so many positions.

    A position's sums are added up input by input, whatever the size of the tile it goes through; so
    a decision does not depend, even in its last digit, on what else is decided at the time.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def tile(
        _context: Any,
        weights: Any,
        row: Any,
        inputs: Any,
        signals: Any,
        sums: Any,
        step: Any,
        ahead: Any,
    ) -> Any:
        """sums[p, :STRIP] = signals[p, :inputs] @ weights[:inputs, :STRIP] for each position p.

        All are addresses and distances in bytes: `row` from one row of weights to the next, `step`
        from one position to the next, of signals and of sums. Meanwhile memory is sent for what
        will be needed next, from `ahead` on.
        """
        return types.int64(*[types.int64] * 7), _tile_code(positions)

    return tile


def _tile_code(positions: int) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        weights, row, inputs, signals, sums, step, ahead = arguments
        parts = range(STRIP // _LANES)
        zero = ir.Constant(_VECTOR, [0.0] * _LANES)
        totals = [
            [cgutils.alloca_once_value(builder, zero) for _ in parts] for _ in range(positions)
        ]
        lines_bytes = ir.Constant(_WORD, LINE * LINES_AHEAD)

        def send_for_lines(index: Any) -> None:
            lines = builder.add(ahead, builder.mul(index, lines_bytes))
            for line in range(LINES_AHEAD):
                send_for(builder, builder.add(lines, ir.Constant(_WORD, LINE * line)))

        add_products(builder, totals, weights, row, inputs, signals, step, send_for_lines)
        for position in range(positions):
            target = after(builder, sums, step, position)
            for part in parts:
                there = builder.add(target, ir.Constant(_WORD, 4 * _LANES * part))
                value = builder.load(totals[position][part])
                builder.store(value, at(builder, there, _VECTOR), align=4)
        return ir.Constant(_WORD, 0)

    return codegen


def add_products(
    builder: Any,
    totals: list[list[Any]],
    weights: Any,
    row: Any,
    inputs: Any,
    signals: Any,
    step: Any,
    meanwhile: Callable[[Any], None] | None = None,
) -> None:
    """Code for totals[p] += signals[p, :inputs] @ weights[:inputs], input by input.

    totals: for each position, pointers to its vectors. weights, signals: addresses; `row` and
    `step` are the distances in bytes between rows of weights and between positions.
    meanwhile(index): code for each input.
    """
    vector = totals[0][0].type.pointee
    size = 4 * vector.count
    with cgutils.for_range(builder, inputs) as loop:
        if meanwhile is not None:
            meanwhile(loop.index)
        line = builder.add(weights, builder.mul(loop.index, row))
        strips = [
            builder.load(
                at(builder, builder.add(line, ir.Constant(_WORD, size * part)), vector), align=4
            )
            for part in range(len(totals[0]))
        ]
        here = builder.add(signals, builder.mul(loop.index, ir.Constant(_WORD, 4)))
        for position, its_totals in enumerate(totals):
            signal = builder.load(
                at(builder, after(builder, here, step, position), _FLOAT), align=4
            )
            everywhere = spread(builder, signal, vector)
            for total, strip in zip(its_totals, strips, strict=True):
                more = fused_code(builder, everywhere, strip, builder.load(total))
                builder.store(more, total)


def after(builder: Any, address: Any, distance: Any, times: int) -> Any:
    """The address so many distances further on."""
    return builder.add(address, builder.mul(distance, ir.Constant(_WORD, times)))


_large_tile, _middle_tile = _make_tile(LARGE), _make_tile(MIDDLE)
_tile_of_4, _tile_of_2 = _make_tile(4), _make_tile(2)


@inner
def plain_layer(matrix: np.ndarray, signals: np.ndarray, into: int, out: int, count: int) -> None:
    """signals[out + p] = signals[into + p] @ matrix, for `count` positions p, plainly."""
    inputs, units = matrix.shape
    for position in range(count):
        for j in range(units):
            total = np.float32(0)
            for i in range(inputs):
                total = fused(signals[into + position, i], matrix[i, j], total)
            signals[out + position, j] = total


@inner
def through_layer(
    matrix: np.ndarray,
    signals: np.ndarray,
    into: int,
    out: int,
    count: int,
    ahead: int = 0,
    ahead_end: int = 0,
) -> int:
    """`plain_layer`, tile by tile; the last strip overlaps the one before if need be.

    matrix: (inputs, units) float32. signals: float32, with rows for LARGE positions from the last
    of `into` and `out` on that is used, as tiles may be fuller than there are positions. Memory is
    sent for what lies between the addresses `ahead` and `ahead_end`; returns how far that went.
    """
    inputs, units = matrix.shape
    if units < STRIP:
        plain_layer(matrix, signals, into, out, count)
        return ahead
    row, step = 4 * units, 4 * signals.shape[1]
    most_ahead = LINES_AHEAD * LINE * inputs
    position = 0
    while position < count:
        source = signals.ctypes.data + (into + position) * step
        target = signals.ctypes.data + (out + position) * step
        left = count - position
        together = LARGE if left > MIDDLE else MIDDLE if left > 4 else 4 if left > 2 else 2
        start = 0
        while start < units:
            strip = min(start, units - STRIP)
            weights = matrix.ctypes.data + 4 * strip
            # Past the end there is nothing to send for: ask for what is at hand.
            wanted = ahead if ahead < ahead_end else weights
            ahead += most_ahead
            if together == LARGE:
                _large_tile(weights, row, inputs, source, target + 4 * strip, step, wanted)
            elif together == MIDDLE:
                _middle_tile(weights, row, inputs, source, target + 4 * strip, step, wanted)
            elif together == 4:
                _tile_of_4(weights, row, inputs, source, target + 4 * strip, step, wanted)
            else:
                _tile_of_2(weights, row, inputs, source, target + 4 * strip, step, wanted)
            start += STRIP
        position += together
    return ahead
