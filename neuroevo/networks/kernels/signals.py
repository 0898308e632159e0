"""What networks compute with, in an order that no processor changes: sums of rows, dot products and
tanh, in float32.

Loops over units go to whatever registers there are, since no unit depends on another. A dot product
is a sum, whose order counts: it has LANES partial sums, term i belongs to sum i modulo that, and
they are added by halves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from neuroevo.arithmetic.fused import fused_code
from neuroevo.kernel_cache import inner
from neuroevo.networks.packing import LANES
from neuroevo.networks.tanh import BOTTOM, FAR, TOP

_FLOAT, _NUMBER, _WORD = ir.FloatType(), ir.IntType(32), ir.IntType(64)
VECTOR = ir.VectorType(_FLOAT, LANES)
_BLOCK = 4 * LANES
"""Bytes of a vector."""


def at(builder: Any, address: Any, kind: Any) -> Any:
    """A pointer to what lies at an address."""
    return builder.inttoptr(address, kind.as_pointer())


def load_vector(builder: Any, address: Any) -> Any:
    """LANES floats from an address on."""
    return builder.load(at(builder, address, VECTOR), align=4)


def first_lanes(builder: Any, count: Any) -> Any:
    """A mask of the first `count` lanes."""
    lanes = ir.VectorType(_NUMBER, LANES)
    numbers = ir.Constant(lanes, list(range(LANES)))
    return builder.icmp_signed("<", numbers, spread(builder, builder.trunc(count, _NUMBER), lanes))


def load_first(builder: Any, address: Any, count: Any) -> Any:
    """The first `count` of LANES floats, zeros behind them; what is not wanted is not touched."""
    pointer, mask = at(builder, address, VECTOR), first_lanes(builder, count)
    load = builder.module.declare_intrinsic(
        f"llvm.masked.load.v{LANES}f32.p0",
        fnty=ir.FunctionType(VECTOR, [pointer.type, _NUMBER, mask.type, VECTOR]),
    )
    return builder.call(load, [pointer, ir.Constant(_NUMBER, 4), mask, zeros()])


def store_first(builder: Any, vector: Any, address: Any, count: Any) -> None:
    """Write the first `count` of LANES floats, and nothing behind them."""
    pointer, mask = at(builder, address, VECTOR), first_lanes(builder, count)
    store = builder.module.declare_intrinsic(
        f"llvm.masked.store.v{LANES}f32.p0",
        fnty=ir.FunctionType(ir.VoidType(), [VECTOR, pointer.type, _NUMBER, mask.type]),
    )
    builder.call(store, [vector, pointer, ir.Constant(_NUMBER, 4), mask])


def by_blocks(builder: Any, count: Any, whole: Any, rest: Any) -> None:
    """Code that goes through `count` floats in blocks of LANES: whole(skip) for each block, with
    its distance in bytes, and rest(skip, left) for what is left behind the last."""
    shift, size = ir.Constant(_WORD, LANES.bit_length() - 1), ir.Constant(_WORD, _BLOCK)
    blocks = builder.ashr(count, shift)
    with cgutils.for_range(builder, blocks) as loop:
        whole(builder.mul(loop.index, size))
    left = builder.sub(count, builder.shl(blocks, shift))
    with builder.if_then(builder.icmp_signed(">", left, ir.Constant(_WORD, 0))):
        rest(builder.mul(blocks, size), left)


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

        def add(one: Any, other: Any) -> None:
            builder.store(fused_code(builder, one, other, builder.load(total)), total)

        def whole(skip: Any) -> None:
            add(*(load_vector(builder, builder.add(by, skip)) for by in (row, signal)))

        def rest(skip: Any, left: Any) -> None:
            add(*(load_first(builder, builder.add(by, skip), left) for by in (row, signal)))

        by_blocks(builder, count, whole, rest)
        return added_by_halves(builder, builder.load(total))

    return types.float32(types.int64, types.int64, types.int64), codegen


@inner
def one_output(row: np.ndarray, signal: np.ndarray) -> np.float32:
    """row . signal; row: (n,) float32, signal: float32, n or more of them."""
    return _dot_at(row.ctypes.data, signal.ctypes.data, row.shape[0])


OUTPUTS_TOGETHER = 4


@intrinsic
def _dots_at(
    _context: Any, _matrix: Any, _size: Any, _rows: Any, _signal: Any, _count: Any, _found: Any
) -> Any:
    """OUTPUTS_TOGETHER dot products, as `_dot_at` has them, that do not wait for each other.

    The rows of a matrix with these numbers (int64) and this size in bytes, times a signal of
    `count` float32; written as float32. All but size and count are addresses.
    """

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        matrix, size, rows, signal, count, found = arguments
        numbers = range(OUTPUTS_TOGETHER)
        totals = [cgutils.alloca_once_value(builder, zeros()) for _ in numbers]
        starts = [
            builder.add(matrix, builder.mul(size, _number_at(builder, rows, number)))
            for number in numbers
        ]

        def add(load: Callable[[Any], Any]) -> None:
            here = load(signal)
            for start, total in zip(starts, totals, strict=True):
                builder.store(fused_code(builder, load(start), here, builder.load(total)), total)

        by_blocks(
            builder,
            count,
            lambda skip: add(lambda by: load_vector(builder, builder.add(by, skip))),
            lambda skip, left: add(lambda by: load_first(builder, builder.add(by, skip), left)),
        )
        for number, total in zip(numbers, totals, strict=True):
            there = builder.add(found, ir.Constant(_WORD, 4 * number))
            value = added_by_halves(builder, builder.load(total))
            builder.store(value, at(builder, there, _FLOAT), align=4)
        return ir.Constant(_WORD, 0)

    return types.int64(*[types.int64] * 6), codegen


def _number_at(builder: Any, numbers: Any, index: int) -> Any:
    """One of the int64 at an address."""
    there = builder.add(numbers, ir.Constant(_WORD, 8 * index))
    return builder.load(at(builder, there, _WORD), align=8)


@inner
def some_outputs(
    matrix: np.ndarray, rows: np.ndarray, count: int, signal: np.ndarray, found: np.ndarray
) -> None:
    """found[k] = matrix[rows[k]] . signal, for the first `count` rows.

    matrix: (outputs, units) float32. rows: int64, and found: float32, both with room for the next
    multiple of OUTPUTS_TOGETHER.
    """
    size = 4 * matrix.shape[1]
    for first in range(0, count, OUTPUTS_TOGETHER):
        for more in range(count, first + OUTPUTS_TOGETHER):
            rows[more] = rows[0]  # whatever is asked for must be there
        _dots_at(
            matrix.ctypes.data,
            size,
            rows.ctypes.data + 8 * first,
            signal.ctypes.data,
            matrix.shape[1],
            found.ctypes.data + 4 * first,
        )


BLOCKS_TOGETHER = 5


@intrinsic
def _add_rows_at(
    _context: Any,
    _sums: Any,
    _units: Any,
    _matrix: Any,
    _size: Any,
    _rows: Any,
    _factors: Any,
    _count: Any,
) -> Any:
    """`add_rows` by addresses; size: of a row, in bytes."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        sums, units, matrix, size, rows, factors, count = arguments

        def each_row(skip: Any, totals: list[Any], load: Callable[[Any], Any]) -> None:
            """Add the part of every row that begins so many bytes behind its start."""
            with cgutils.for_range(builder, count) as loop:
                row = builder.load(_item(builder, rows, loop.index, _WORD))
                factor = builder.load(_item(builder, factors, loop.index, _FLOAT))
                start = builder.add(matrix, builder.add(skip, builder.mul(row, size)))
                for block, total in enumerate(totals):
                    part = load(builder.add(start, ir.Constant(_WORD, _BLOCK * block)))
                    more = fused_code(
                        builder, spread(builder, factor, VECTOR), part, builder.load(total)
                    )
                    builder.store(more, total)

        def whole(blocks: int, skip: Any) -> None:
            places = [
                builder.add(sums, builder.add(skip, ir.Constant(_WORD, _BLOCK * block)))
                for block in range(blocks)
            ]
            totals = [cgutils.alloca_once(builder, VECTOR) for _ in places]
            for place, total in zip(places, totals, strict=True):
                builder.store(load_vector(builder, place), total)
            each_row(skip, totals, lambda address: load_vector(builder, address))
            for place, total in zip(places, totals, strict=True):
                builder.store(builder.load(total), at(builder, place, VECTOR), align=4)

        def rest(skip: Any, left: Any) -> None:
            place = builder.add(sums, skip)
            total = cgutils.alloca_once(builder, VECTOR)
            builder.store(load_first(builder, place, left), total)
            each_row(skip, [total], lambda address: load_first(builder, address, left))
            store_first(builder, builder.load(total), place, left)

        together = ir.Constant(_WORD, LANES * BLOCKS_TOGETHER)
        groups = builder.sdiv(units, together)
        with cgutils.for_range(builder, groups) as loop:
            whole(
                BLOCKS_TOGETHER,
                builder.mul(loop.index, ir.Constant(_WORD, _BLOCK * BLOCKS_TOGETHER)),
            )
        done = builder.mul(groups, together)
        before = builder.mul(done, ir.Constant(_WORD, 4))
        by_blocks(
            builder,
            builder.sub(units, done),
            lambda skip: whole(1, builder.add(before, skip)),
            lambda skip, left: rest(builder.add(before, skip), left),
        )
        return ir.Constant(_WORD, 0)

    return types.int64(*[types.int64] * 7), codegen


def _item(builder: Any, array: Any, index: Any, kind: Any) -> Any:
    """A pointer to an item of an array at an address."""
    size = 8 if kind is _WORD else 4
    return at(builder, builder.add(array, builder.mul(index, ir.Constant(_WORD, size))), kind)


@inner
def add_rows(
    sums: np.ndarray, matrix: np.ndarray, rows: np.ndarray, factors: np.ndarray, count: int
) -> None:
    """sums += factors[k] * matrix[rows[k]], for the first `count` rows, one after another.

    sums: float32. matrix: (n, units) float32. rows: int64, factors: float32.
    """
    _add_rows_at(
        sums.ctypes.data,
        matrix.shape[1],
        matrix.ctypes.data,
        4 * matrix.shape[1],
        rows.ctypes.data,
        factors.ctypes.data,
        count,
    )


def tanh_code(builder: Any, signal: Any) -> Any:
    """Code for tanh, of a vector of float32."""

    def all_lanes(value: Any) -> Any:
        return ir.Constant(signal.type, [float(value)] * signal.type.count)

    def polynomial(parts: Any, y: Any) -> Any:
        value = all_lanes(parts[-1])
        for part in parts[-2::-1]:
            value = fused_code(builder, value, y, all_lanes(part))
        return value

    for compare, limit in ((">", FAR), ("<", -FAR)):
        end = all_lanes(limit)
        signal = builder.select(builder.fcmp_ordered(compare, signal, end), end, signal)
    square = builder.fmul(signal, signal)
    top, bottom = polynomial(TOP, square), polynomial(BOTTOM, square)
    return builder.fdiv(builder.fmul(signal, top), bottom)


@intrinsic
def _tanh_at(_context: Any, _signal: Any, _count: Any) -> Any:
    """tanh of `count` float32 at an address, in place."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        signal, count = arguments

        def whole(skip: Any) -> None:
            here = builder.add(signal, skip)
            found = tanh_code(builder, load_vector(builder, here))
            builder.store(found, at(builder, here, VECTOR), align=4)

        def rest(skip: Any, left: Any) -> None:
            here = builder.add(signal, skip)
            store_first(builder, tanh_code(builder, load_first(builder, here, left)), here, left)

        by_blocks(builder, count, whole, rest)
        return ir.Constant(_WORD, 0)

    return types.int64(types.int64, types.int64), codegen


@inner
def tanh_all(signal: np.ndarray, count: int) -> None:
    """tanh of the first `count` values, in place; signal: float32."""
    _tanh_at(signal.ctypes.data, count)
