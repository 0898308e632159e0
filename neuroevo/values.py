"""`@value`: a small plain class that numba compiles as it stands, and that costs nothing.

In a kernel a value is a bundle of registers: nothing is allocated and nothing counted. Its
properties, methods and operators are the very functions of the class, so that one text runs
compiled and plain. numba's inner workings are used here, in `linked.py` and in `addresses.py`.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from typing import Any, TypeVar

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.core.typing.templates import AbstractTemplate, infer, signature
from numba.extending import (
    intrinsic,
    lower_builtin,
    make_attribute_wrapper,
    models,
    overload,
    overload_attribute,
    overload_method,
    register_model,
    type_callable,
    typeof_impl,
)

from neuroevo.linked import LINK

Plain = TypeVar("Plain", bound=type)

INLINE = {"forceinline": True, "nogil": True} | LINK
"""The compiler shall put these functions where they are used: a call costs more than they do."""

OPERATORS: dict[str, Callable[..., Any]] = {
    "__and__": operator.and_,
    "__or__": operator.or_,
    "__sub__": operator.sub,
    "__eq__": operator.eq,
    "__ne__": operator.ne,
    "__contains__": operator.contains,
    "__len__": len,
    "__bool__": bool,
}
"""What a value may define; everything else that begins with two underscores stays plain."""

_VALUES: dict[str, type] = {}
"""Every value class, by the name that numba knows it by."""


def value_named(name: str) -> type | None:
    """The value class that numba calls by a name, as its messages do; None if there is none."""
    return _VALUES.get(name)


def value(**fields: types.Type) -> Callable[[Plain], Plain]:
    """Make a class a value with these fields, each of a numba type.

    Its plain `__init__` takes the fields in the same order and keeps them.
    """

    def decorate(plain: Plain) -> Plain:
        kind = _new_type(plain, fields)
        plain.numba_type = kind  # type: ignore[attr-defined]
        _VALUES[kind.name] = plain
        _construct(plain, kind, fields)
        for name, held in fields.items():
            _read_field(type(kind), name, held)
        members: dict[str, Any] = {}
        for base in reversed(plain.__mro__[:-1]):
            members |= vars(base)
        for name, member in members.items():
            _compile_member(type(kind), name, member)
        return plain

    return decorate


def _new_type(plain: type, fields: dict[str, types.Type]) -> types.Type:
    """numba's type of the values, and how it lays them out."""

    class ValueType(types.Type):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(name=plain.__qualname__)

    @register_model(ValueType)  # type: ignore[untyped-decorator]
    class _Model(models.StructModel):  # type: ignore[misc]
        def __init__(self, manager: Any, of: Any) -> None:
            members = [(_inside(name), _stored(to)) for name, to in fields.items()]
            super().__init__(manager, of, members)

    kind = ValueType()
    typeof_impl.register(plain)(lambda _value, _context: kind)
    return kind


def _inside(name: str) -> str:
    """A field's name in numba's structure, which takes no leading underscore."""
    return name.lstrip("_")


def _stored(to: types.Type) -> types.Type:
    """Records are held by address; numba would put the whole record into the value."""
    return types.voidptr if isinstance(to, types.Record) else to


def _construct(plain: type, kind: types.Type, fields: dict[str, types.Type]) -> None:
    """Let kernels call the class."""

    @type_callable(plain)  # type: ignore[untyped-decorator]
    def _typer(_context: Any) -> Any:
        def typer(*_given: Any) -> Any:
            return kind

        typer.__signature__ = inspect.signature(plain)  # type: ignore[attr-defined]
        return typer

    @lower_builtin(plain, types.VarArg(types.Any))  # type: ignore[untyped-decorator]
    def _build(context: Any, builder: Any, called: Any, given: Any) -> Any:
        made = cgutils.create_struct_proxy(kind)(context, builder)
        for (name, to), of, one in zip(fields.items(), called.args, given, strict=True):
            if isinstance(to, types.Record):
                stored = builder.bitcast(one, context.get_value_type(types.voidptr))
            else:
                stored = context.cast(builder, one, of, to)
            setattr(made, _inside(name), stored)
        return made._getvalue()


def _read_field(kind: type, name: str, to: types.Type) -> None:
    if not isinstance(to, types.Record):
        make_attribute_wrapper(kind, _inside(name), name)
        return
    address = f"{name}_address"
    make_attribute_wrapper(kind, _inside(name), address)

    @intrinsic  # type: ignore[untyped-decorator]
    def record_at(_context: Any, _address: Any) -> Any:
        def codegen(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], context.get_value_type(to))

        return to(types.voidptr), codegen

    scope: dict[str, Any] = {"record_at": record_at}
    exec(f"def read(self):\n    return record_at(self.{address})", scope)
    overload_attribute(kind, name, jit_options=INLINE)(_always(scope["read"]))


def _compile_member(kind: type, name: str, member: Any) -> None:
    if isinstance(member, property):
        assert member.fget is not None
        overload_attribute(kind, name, jit_options=INLINE)(_always(member.fget))
    elif name in OPERATORS:
        _compile_operator(OPERATORS[name], kind, member)
        if name == "__bool__":
            _compile_operator(operator.not_, kind, lambda self: not bool(self))
    elif inspect.isfunction(member) and not name.startswith("__"):
        overload_method(kind, name, jit_options=INLINE)(_always(member))


def _always(function: Callable[..., Any]) -> Callable[..., Any]:
    """What numba asks for the text to compile, whatever the arguments' types; it compares the
    parameters of the two."""

    def overloaded(*_types: Any, **_named: Any) -> Any:
        return function

    overloaded.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    return overloaded


def _compile_operator(of: Callable[..., Any], kind: type, function: Callable[..., Any]) -> None:
    def overloaded(own: Any, *_more: Any) -> Any:
        return function if isinstance(own, kind) else None

    overloaded.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    overload(of, jit_options=INLINE)(overloaded)


def iterate_bits(plain: type, item: type, bits: str, make: Callable[..., Any]) -> None:
    """Let kernels run through a value bit by bit, the lowest first.

    bits: the field with the set. make(whole, made, bit) fills what numba has made for an `item`
    from the value and the number of a bit; its fields have no leading underscores.
    """
    of, to = plain.numba_type, item.numba_type  # type: ignore[attr-defined]

    class BitsIterator(types.SimpleIteratorType):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__(f"iterator({of})", to)

    kind = BitsIterator()

    @infer
    class _GetIterator(AbstractTemplate):  # type: ignore[misc]
        key = "getiter"

        def generic(self, args: Any, kws: Any) -> Any:
            return signature(kind, of) if len(args) == 1 and args[0] == of and not kws else None

    @register_model(BitsIterator)  # type: ignore[untyped-decorator]
    class _Model(models.StructModel):  # type: ignore[misc]
        def __init__(self, manager: Any, it: Any) -> None:
            left = types.EphemeralPointer(types.int64)
            super().__init__(manager, it, [("whole", of), ("left", left)])

    @lower_builtin("getiter", type(of))  # type: ignore[untyped-decorator]
    def _get_iterator(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        made = context.make_helper(builder, kind)
        whole = cgutils.create_struct_proxy(of)(context, builder, value=arguments[0])
        made.whole = arguments[0]
        made.left = cgutils.alloca_once_value(builder, getattr(whole, _inside(bits)))
        return made._getvalue()

    @lower_builtin("iternext", BitsIterator)  # type: ignore[untyped-decorator]
    @iternext_impl(RefType.UNTRACKED)  # type: ignore[untyped-decorator]
    def _next(context: Any, builder: Any, _signature: Any, arguments: Any, result: Any) -> None:
        iterator = context.make_helper(builder, kind, value=arguments[0])
        left = builder.load(iterator.left)
        valid = builder.icmp_signed("!=", left, ir.Constant(left.type, 0))
        result.set_valid(valid)
        with builder.if_then(valid):
            bit = builder.cttz(left, ir.Constant(ir.IntType(1), 1))
            without = builder.and_(left, builder.sub(left, ir.Constant(left.type, 1)))
            builder.store(without, iterator.left)
            whole = cgutils.create_struct_proxy(of)(context, builder, value=iterator.whole)
            made = cgutils.create_struct_proxy(to)(context, builder)
            make(whole, made, bit)
            result.yield_(made._getvalue())
