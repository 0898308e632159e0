"""What networks compute with, in an order that no processor changes: sums of rows, dot products and
tanh, in float32.

Loops over units go to whatever registers there are, since no unit depends on another. A dot product
is a sum, whose order counts: it has LANES partial sums, which are then added by halves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from neuroevo.arithmetic.fused import fused, fused_code
from neuroevo.kernel_cache import inner, inner_math

LANES = 16
"""Partial sums of a dot product: term i belongs to sum i modulo this, on every processor."""
_FLOAT, _BIT, _NUMBER, _WORD = ir.FloatType(), ir.IntType(1), ir.IntType(32), ir.IntType(64)
VECTOR = ir.VectorType(_FLOAT, LANES)


def at(builder: Any, address: Any, kind: Any) -> Any:
    """A pointer to what lies at an address."""
    return builder.inttoptr(address, kind.as_pointer())


def load_vector(builder: Any, address: Any) -> Any:
    """LANES floats from an address on."""
    return builder.load(at(builder, address, VECTOR), align=4)


def load_first(builder: Any, address: Any, count: Any) -> Any:
    """The first `count` of LANES floats, zeros behind them; what is not wanted is not touched."""
    mask_type = ir.VectorType(_BIT, LANES)
    pointer = at(builder, address, VECTOR)
    load = builder.module.declare_intrinsic(
        f"llvm.masked.load.v{LANES}f32.p0",
        fnty=ir.FunctionType(VECTOR, [pointer.type, _NUMBER, mask_type, VECTOR]),
    )
    lanes = ir.VectorType(_NUMBER, LANES)
    numbers = ir.Constant(lanes, list(range(LANES)))
    wanted = spread(builder, builder.trunc(count, _NUMBER), lanes)
    mask = builder.icmp_signed("<", numbers, wanted)
    return builder.call(load, [pointer, ir.Constant(_NUMBER, 4), mask, zeros()])


def spread(builder: Any, value: Any, kind: Any) -> Any:
    """A vector with one value in all lanes."""
    nothing, first = ir.Constant(kind, ir.Undefined), ir.Constant(_NUMBER, 0)
    lanes = ir.Constant(ir.VectorType(_NUMBER, kind.count), [first] * kind.count)
    return builder.shuffle_vector(builder.insert_element(nothing, value, first), nothing, lanes)


def zeros() -> Any:
    """A vector of zeros."""
    return ir.Constant(VECTOR, [0.0] * LANES)


def added_by_halves(builder: Any, vector: Any) -> Any:
    """The sum of the lanes: the upper half to the lower one, until one is left."""
    count = vector.type.count
    while count > 1:
        count //= 2
        nothing = ir.Constant(vector.type, ir.Undefined)
        lower, upper = (
            builder.shuffle_vector(vector, nothing, _lanes(first, count)) for first in (0, count)
        )
        vector = builder.fadd(lower, upper)
    return builder.extract_element(vector, ir.Constant(_NUMBER, 0))


def _lanes(first: int, count: int) -> Any:
    numbers = [ir.Constant(_NUMBER, lane) for lane in range(first, first + count)]
    return ir.Constant(ir.VectorType(_NUMBER, count), numbers)


@intrinsic
def _dot_at(_context: Any, _row: Any, _signal: Any, _count: Any) -> Any:
    """The dot product of `count` float32 at two addresses."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        row, signal, count = arguments
        total = cgutils.alloca_once_value(builder, zeros())
        shift = ir.Constant(_WORD, LANES.bit_length() - 1)
        blocks = builder.ashr(count, shift)
        size = ir.Constant(_WORD, 4 * LANES)
        with cgutils.for_range(builder, blocks) as loop:
            skip = builder.mul(loop.index, size)
            one, other = (load_vector(builder, builder.add(by, skip)) for by in (row, signal))
            builder.store(fused_code(builder, one, other, builder.load(total)), total)
        left = builder.sub(count, builder.shl(blocks, shift))
        with cgutils.if_likely(builder, builder.icmp_signed(">", left, ir.Constant(_WORD, 0))):
            skip = builder.mul(blocks, size)
            one, other = (load_first(builder, builder.add(by, skip), left) for by in (row, signal))
            builder.store(fused_code(builder, one, other, builder.load(total)), total)
        return added_by_halves(builder, builder.load(total))

    return types.float32(types.int64, types.int64, types.int64), codegen


@inner
def one_output(row: np.ndarray, signal: np.ndarray) -> np.float32:
    """row . signal; row: (n,) float32, signal: float32, n or more of them."""
    return _dot_at(row.ctypes.data, signal.ctypes.data, row.shape[0])


@inner
def add_rows(
    sums: np.ndarray, matrix: np.ndarray, rows: np.ndarray, factors: np.ndarray, count: int
) -> None:
    """sums += factors[k] * matrix[rows[k]], for the first `count` rows, one after another."""
    units = matrix.shape[1]
    pairs = count - count % 2
    for k in range(0, pairs, 2):
        a, b, row_a, row_b = factors[k], factors[k + 1], rows[k], rows[k + 1]
        for j in range(units):
            sums[j] = fused(b, matrix[row_b, j], fused(a, matrix[row_a, j], sums[j]))
    for k in range(pairs, count):
        a, row_a = factors[k], rows[k]
        for j in range(units):
            sums[j] = fused(a, matrix[row_a, j], sums[j])


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
        top = fused(y, fused(y, fused(y, fused(y, fused(y, _T5, _T4), _T3), _T2), _T1), _T0)
        bottom = fused(y, fused(y, fused(y, fused(y, fused(y, _B5, _B4), _B3), _B2), _B1), _B0)
        signal[i] = x * top / bottom
