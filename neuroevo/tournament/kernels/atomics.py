"""Numbers that several threads change: single steps that no other thread can come between."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def _place(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    """A pointer to array[index]; array: one-dimensional int64."""
    view = context.make_array(array_type)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, array_type, view, [index])


@intrinsic  # type: ignore[untyped-decorator]
def read_at(_context: Any, array: Any, index: Any) -> Any:
    """array[index] as it is now, whoever wrote it."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _place(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.load_atomic(pointer, "acquire", 8)

    return types.int64(array, types.intp), codegen


@intrinsic  # type: ignore[untyped-decorator]
def add_at(_context: Any, array: Any, index: Any, value: Any) -> Any:
    """array[index] += value; gives what it was before."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _place(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.atomic_rmw("add", pointer, arguments[2], "acq_rel")

    return types.int64(array, types.intp, types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def swap_at(_context: Any, array: Any, index: Any, value: Any) -> Any:
    """array[index] = value; gives what it was before."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _place(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.atomic_rmw("xchg", pointer, arguments[2], "acq_rel")

    return types.int64(array, types.intp, types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def replace_at(_context: Any, array: Any, index: Any, old: Any, new: Any) -> Any:
    """array[index] = new if it is still `old`; gives whether it was."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _place(context, builder, signature.args[0], arguments[0], arguments[1])
        result = builder.cmpxchg(pointer, arguments[2], arguments[3], "acq_rel", "acquire")
        return builder.extract_value(result, 1)

    return types.boolean(array, types.intp, types.int64, types.int64), codegen
