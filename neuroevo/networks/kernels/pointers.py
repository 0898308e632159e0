"""Arrays that nobody counts, and memory that is sent for before it is needed.

Numba counts references to an array on every slice, with an atomic step. When two threads read one
population they fight over that counter, which costs more than the reading. So kernels get the
address of the weights, and look at it as an array without an owner; whoever calls the kernel holds
the real array until it returns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic

from neuroevo.kernel_cache import inner

LINE = 64
"""Bytes that memory hands over at once."""


def send_for(builder: Any, address: Any) -> None:
    """Code that has the line at an address brought near, without waiting for it.

    Any address will do: one that is not there is ignored.
    """
    byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
    prefetch = builder.module.declare_intrinsic(
        "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, number, number, number])
    )
    reading, second_cache, data = (ir.Constant(number, value) for value in (0, 2, 1))
    builder.call(prefetch, [builder.inttoptr(address, byte), reading, second_cache, data])


@intrinsic  # type: ignore[untyped-decorator]
def bring_line(_context: Any, address: Any) -> Any:
    """Have the line at an address brought near, without waiting for it."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        send_for(builder, arguments[0])
        return ir.Constant(ir.IntType(64), 0)

    return types.int64(types.int64), codegen


@inner
def bring(address: int, size: int) -> None:
    """Have `size` bytes at an address brought near, without waiting for them."""
    for line in range(address, address + size, LINE):
        bring_line(line)


@intrinsic  # type: ignore[untyped-decorator]
def _as_pointer(_context: Any, address: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.float32)(types.int64), codegen


@inner
def floats_at(address: int, count: int) -> np.ndarray:
    """The `count` float32 values at this address."""
    return carray(_as_pointer(address), (count,))
