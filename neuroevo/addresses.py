"""Compiled functions and records by address: a kernel calls a player that it did not know when it
was compiled.

The address of a jitted function lies in the table's record and is called with numba's own
convention, so that exceptions come through in words; no kernel is compiled anew for a new player.
Addresses hold in one process only, and as long as the function lives.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numba import carray, from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from neuroevo.linked import linked


def address_of(function: Any, signature: Any) -> int:
    """Where the machine code of a jitted function with this signature lies; compiled if need be."""
    function.compile(signature)
    made = function.overloads[signature.args]
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


def make_call_at(signature: Any) -> Any:
    """A function for kernels: call_at(address, *arguments) calls whatever lies at an address."""

    @intrinsic  # type: ignore[untyped-decorator]
    def call_at(_context: Any, _address: Any, *_arguments: Any) -> Any:
        def codegen(context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            address, packed = given
            arguments = cgutils.unpack_tuple(builder, packed, len(signature.args))
            shape = context.call_conv.get_function_type(signature.return_type, signature.args)
            function = builder.inttoptr(address, shape.as_pointer())
            status, result = context.call_conv.call_function(
                builder, function, signature.return_type, signature.args, arguments
            )
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return result

        star = types.StarArgTuple.from_types(signature.args)
        return signature.return_type(types.int64, star), codegen

    return call_at


def make_record_at(dtype: Any) -> Any:
    """A function for kernels: record_at(address) is the record of this dtype that lies there."""
    record = from_dtype(np.dtype(dtype))

    @intrinsic  # type: ignore[untyped-decorator]
    def record_at(_context: Any, _address: Any) -> Any:
        def codegen(context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            return builder.inttoptr(given[0], context.get_value_type(record))

        return record(types.int64), codegen

    return record_at


def make_array_at(dtype: Any) -> Any:
    """A function for kernels: array_at(address, shape) is the array of this dtype that lies there,
    in C's order; shape: a tuple. Nothing is counted: the array must outlive the kernel's work."""
    element = from_dtype(np.dtype(dtype))

    @intrinsic  # type: ignore[untyped-decorator]
    def pointer_at(_context: Any, _address: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return builder.inttoptr(given[0], context.get_value_type(signature.return_type))

        return types.CPointer(element)(types.int64), codegen

    @partial(linked, nogil=True)
    def array_at(address: int, shape: tuple[int, ...]) -> Any:
        return carray(pointer_at(address), shape)

    return array_at


def make_room(dtype: Any, length: int) -> Any:
    """A function for kernels: room() is an array of this dtype and length on the stack of whoever
    calls it, for as long as that function runs. Nothing is reserved, counted, or set to zero."""
    element = from_dtype(np.dtype(dtype))

    @intrinsic  # type: ignore[untyped-decorator]
    def room(_context: Any) -> Any:
        array_type = types.Array(element, 1, "C")

        def codegen(context: Any, builder: Any, _signature: Any, _given: Any) -> Any:
            size = context.get_constant(types.intp, length)
            item = context.get_constant(types.intp, np.dtype(dtype).itemsize)
            kind = context.get_data_type(element)
            array = context.make_array(array_type)(context, builder)
            populate_array(
                array,
                data=cgutils.alloca_once(builder, kind, size=size),
                shape=[size],
                strides=[item],
                itemsize=item,
                meminfo=None,
            )
            return array._getvalue()

        return array_type(), codegen

    return room
