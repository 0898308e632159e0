"""What the processor that kernels are compiled for can do.

numba compiles for this machine, or for the one that NUMBA_CPU_NAME and NUMBA_CPU_FEATURES name.
LLVM knows what each processor has, but can't be asked; so it is given a few lines to compile, and
the instructions that it takes tell. What is chosen by this changes how fast a kernel is, and never
what it computes.
"""

from __future__ import annotations

import re
from functools import cache

import llvmlite.binding as llvm
from numba.core.registry import cpu_target

SLOW_DEPOSIT = ("znver1", "znver2", "bdver4")
"""AMD's first processors with PDEP, which is slower there than doing without."""


@cache
def target_name() -> str:
    """The processor, in LLVM's words."""
    return str(cpu_target.target_context.codegen().magic_tuple()[1])


@cache
def _assembly(code: str) -> str:
    """What LLVM makes of some lines for the target."""
    triple, name, features = cpu_target.target_context.codegen().magic_tuple()
    machine = llvm.Target.from_triple(triple).create_target_machine(name, features, opt=2)
    return str(machine.emit_assembly(llvm.parse_assembly(code)))


@cache
def has_fused_add() -> bool:
    """Whether it multiplies and adds float32 in one instruction; else LLVM calls a function."""
    code = """
        declare float @llvm.fma.f32(float, float, float)
        define float @probe(float %a, float %b, float %c) {
            %d = call float @llvm.fma.f32(float %a, float %b, float %c)
            ret float %d
        }"""
    return re.search(r"\b_?fmaf\b", _assembly(code)) is None


@cache
def has_deposit() -> bool:
    """Whether it has x86's PDEP, and a fast one. PDEP came with SHLX, which LLVM takes for a shift
    wherever it may."""
    code = "define i64 @probe(i64 %a, i64 %b) { %c = shl i64 %a, %b\n ret i64 %c }"
    return "shlx" in _assembly(code) and target_name() not in SLOW_DEPOSIT


@cache
def vector_lanes() -> int:
    """How many float32 its registers hold, as far as we use them: 16, 8 or 4."""
    code = """
        define <16 x float> @probe(<16 x float> %a, <16 x float> %b) {
            %c = fadd <16 x float> %a, %b
            ret <16 x float> %c
        }"""
    text = _assembly(code)
    return 16 if "zmm" in text else 8 if "ymm" in text else 4


@cache
def vector_registers() -> int:
    """How many such registers there are: x86 has 32 of the widest kind and 16 of the others, ARM
    has 32."""
    triple = cpu_target.target_context.codegen().magic_tuple()[0]
    return 16 if vector_lanes() < 16 and str(triple).startswith("x86") else 32
