"""`neuroevo.cards.streams` for kernels: the same numbers from the same seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from neuroevo.cards.streams import GOLDEN, MIX_1, MIX_2
from neuroevo.kernel_cache import inner

K_GOLDEN = np.uint64(GOLDEN)
_K_MIX_1 = np.uint64(MIX_1)
_K_MIX_2 = np.uint64(MIX_2)
_K_27, _K_30, _K_31, _K_32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_K_1 = np.uint64(1)

VECTOR = 8
"""Words that a processor mixes at a time, if it can; a loop over a multiple leaves no remainder,
which would be mixed one by one."""


@inner
def k_mix(value: np.uint64) -> np.uint64:
    """`mix` for kernels."""
    value = (value ^ (value >> _K_30)) * _K_MIX_1
    value = (value ^ (value >> _K_27)) * _K_MIX_2
    return value ^ (value >> _K_31)


@inner
def whole_vectors(count: int) -> int:
    """The number itself, or the next multiple of VECTOR."""
    return (count + VECTOR - 1) & -VECTOR


@inner
def k_child_seed(seed: np.uint64, index: int) -> np.uint64:
    """`child_seed` for kernels."""
    return k_mix(seed + (np.uint64(index) + _K_1) * K_GOLDEN)


@inner
def k_draw(streams: np.ndarray, which: int) -> np.uint64:
    """`Stream.draw` for kernels: `streams` (uint64) holds one state a stream."""
    streams[which] += K_GOLDEN
    return k_mix(streams[which])


@inner
def k_upper_half(word: np.uint64) -> int:
    """The upper 32 bits, which `Stream.below` scales down."""
    return np.int64(word >> _K_32)


@inner
def k_scaled(word: np.uint64, limit: int) -> int:
    """A word scaled down to an integer from 0 to limit - 1, as `Stream.below` does."""
    return (k_upper_half(word) * limit) >> 32


@inner
def k_below(streams: np.ndarray, which: int, limit: int) -> int:
    """`Stream.below` for kernels."""
    return k_scaled(k_draw(streams, which), limit)


@inner
def k_pass_over(streams: np.ndarray, which: int, draws: int) -> None:
    """Leave a stream as if it had been drawn from so often.

    Any word of a stream can be had at once (`k_child_seed` of its state), so many of them can be
    worked out side by side, and the stream be moved on afterwards.
    """
    streams[which] += np.uint64(draws) * K_GOLDEN


@intrinsic  # type: ignore[untyped-decorator]
def _upper_half(_context: Any, _one: Any, _other: Any) -> Any:
    """The upper 64 bits of a product of 128."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(one, wide) for one in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.int64(types.uint64, types.uint64), codegen


@inner
def k_next_below(fraction: np.uint64, limit: int) -> tuple[int, np.uint64]:
    """`Handful.below` for kernels: the integer, and what is left of the fraction."""
    return _upper_half(fraction, np.uint64(limit)), fraction * np.uint64(limit)
