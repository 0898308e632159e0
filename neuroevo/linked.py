"""Compiled functions that only kernels call: half-finished code, which becomes part of a kernel's.

Left to itself, numba makes every function complete, as if Python were going to call it: two
wrappers around it that turn Python's objects into numbers, and machine code of its own, in which
whatever it calls is optimised and translated once more. A kernel that stands on a hundred small
functions takes twice as long to compile that way, for code that never runs. So these functions end
as LLVM's intermediate code, the only form in which a kernel takes them in. Called from Python, by a
test, such a function is compiled once more, complete.

numba's inner workings are used here, in `values.py` and in `addresses.py`, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numba
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering


class _Library(JITCodeLibrary):
    """Code for kernels to link, of which no machine code is made."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def _optimize_final_module(self) -> None:
        # Only what lets counts of references cancel out: a kernel optimises all that it consists of
        # anyway, and every function would be optimised again with each function that calls it.
        generator: Any = self._codegen
        passes, builder = generator._module_pass_manager(
            loop_vectorize=generator._loopvect,
            slp_vectorize=False,
            opt=generator._opt_level,
            cost="cheap",
        )
        passes.run(self._final_module, builder)


class _ApartLibrary(_Library):
    """The same, optimised to the end before a kernel takes it in."""

    def _optimize_final_module(self) -> None:
        JITCodeLibrary._optimize_final_module(self)  # type: ignore[no-untyped-call]


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class _Lowering(NativeLowering):
    """numba's, without the wrappers and the machine code."""

    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = state.pipeline.library_class(
            state.targetctx.codegen(), state.func_id.func_qualname
        )
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.flags.no_compile = True
        super().run_pass(state)  # type: ignore[no-untyped-call]
        lowered = state["cr"]
        # Never called, for its code is nowhere: numba finds the function by this object.
        name = lowered.fndesc.qualname.split(".")[-1]
        found = _dynfunc.make_function(
            lowered.fndesc.lookup_module(), name, "", 0, lowered.env, (state.library,)
        )
        state.targetctx.insert_user_function(found, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = lowered._replace(cfunc=found)
        return True


class LinkedCompiler(CompilerBase):
    """numba's compiler, up to the lowering."""

    library_class = _Library

    def define_pipelines(self) -> list[Any]:
        """The usual passes, the last but one replaced."""
        passes: Any = DefaultPassBuilder.define_nopython_pipeline(  # type: ignore[no-untyped-call]
            self.state
        )
        passes.passes = [
            (_Lowering if one is NativeLowering else one, about) for one, about in passes.passes
        ]
        passes._finalized = False
        passes.finalize()
        return [passes]


class ApartCompiler(LinkedCompiler):
    """For functions that are optimised apart."""

    library_class = _ApartLibrary


LINK: dict[str, Any] = {"pipeline_class": LinkedCompiler}
"""For `jit_options` of what `overload` and its like register: nothing else ever calls that."""


class _Linked(CPUDispatcher):
    """A function for kernels; Python gets another one, complete."""

    @cached_property
    def complete(self) -> Any:
        """The same function as Python may call it."""
        return numba.jit(**self.targetoptions)(self.py_func)

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.complete(*given, **named)


def linked(function: Callable[..., Any], apart: bool = False, **options: Any) -> Any:
    """Compile a function that only kernels call.

    apart: optimise it by itself first, which takes longer. options: those of `numba.njit`.
    """
    compiler = ApartCompiler if apart else LinkedCompiler
    made = numba.njit(pipeline_class=compiler, **options)(function)
    if isinstance(made, CPUDispatcher):  # numba may be told to compile nothing
        made.__class__ = _Linked
    return made
