"""A product that is added without being rounded first, in float32: `fused(a, b, c)` is a * b + c.

A single instruction on processors of the last ten years, and twice as fast as two. Others round the
product, and so reach other bytes; here they compute the same value in float64, rounded once.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from neuroevo.arithmetic.target import has_fused_add


def fused_code(builder: Any, a: Any, b: Any, c: Any) -> Any:
    """Code for a * b + c, for numbers or vectors of float32."""
    if has_fused_add():
        kind = a.type
        name = f"v{kind.count}f32" if isinstance(kind, ir.VectorType) else "f32"
        function = builder.module.declare_intrinsic(
            f"llvm.fma.{name}", fnty=ir.FunctionType(kind, [kind] * 3)
        )
        return builder.call(function, [a, b, c])
    return emulated_code(builder, a, b, c)


def emulated_code(builder: Any, a: Any, b: Any, c: Any) -> Any:
    """The same without such an instruction.

    The product of two float32 is exact in float64; the sum is not. What it lost (Knuth's two-sum)
    decides its last bit: rounded to odd, it can be rounded once more without harm (Boldo &
    Melquiond 2008, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding
    to odd").
    """
    single = a.type
    double, word = _like(single, ir.DoubleType()), _like(single, ir.IntType(64))
    product = builder.fmul(builder.fpext(a, double), builder.fpext(b, double))
    added = builder.fpext(c, double)
    total = builder.fadd(product, added)
    of_added = builder.fsub(total, product)
    of_product = builder.fsub(total, of_added)
    lost = builder.fadd(builder.fsub(product, of_product), builder.fsub(added, of_added))

    inexact = builder.zext(builder.fcmp_ordered("!=", lost, ir.Constant(double, None)), word)
    bits = builder.bitcast(total, word)
    signs_differ = builder.lshr(
        builder.xor(bits, builder.bitcast(lost, word)), ir.Constant(word, _filled(word, 63))
    )
    # Cut off instead of rounded, and then odd if anything was cut off.
    cut = builder.sub(bits, builder.and_(signs_differ, inexact))
    moved = builder.or_(cut, inexact)
    return builder.fptrunc(builder.bitcast(moved, double), single)


def _like(kind: Any, element: Any) -> Any:
    """The type of as many elements of another kind."""
    return ir.VectorType(element, kind.count) if isinstance(kind, ir.VectorType) else element


def _filled(kind: Any, value: float) -> Any:
    return [value] * kind.count if isinstance(kind, ir.VectorType) else value


def _make(code: Any) -> Any:
    @intrinsic
    def fused(_context: Any, _a: Any, _b: Any, _c: Any) -> Any:
        def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return code(builder, *arguments)

        return types.float32(types.float32, types.float32, types.float32), codegen

    return fused


fused, emulated = _make(fused_code), _make(emulated_code)
"""For kernels: fused(a, b, c) in float32, and the emulation for whoever wants to compare."""
