"""Random numbers that belong to the work, not to the worker.

A stream is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
2014): output number n of seed s is mix(s + n * GOLDEN), so any output can be reached at once. That
makes a tree of seeds: a run's key gives each deal a key, and a deal's key gives each seat a stream.
No stream depends on who plays what where, so the number of workers never changes a result.

Every function here exists twice, plain and compiled; a test compares them with published values.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from neuroevo.kernel_cache import inner

GOLDEN = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB
_MASK = (1 << 64) - 1


def mix(value: int) -> int:
    """SplitMix64's finaliser: 64 bits in, 64 well-stirred bits out."""
    value = ((value ^ (value >> 30)) * _MIX_1) & _MASK
    value = ((value ^ (value >> 27)) * _MIX_2) & _MASK
    return value ^ (value >> 31)


def child_seed(seed: int, index: int) -> int:
    """Output number `index` (from 0) of the stream that starts at `seed`."""
    return mix((seed + (index + 1) * GOLDEN) & _MASK)


class Stream:
    """A seat's own dice for one round.

    >>> stream = Stream(1234567)
    >>> stream.draw(), stream.draw()
    (6457827717110365317, 3203168211198807973)
    """

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def draw(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + GOLDEN) & _MASK
        return mix(self.state)

    def below(self, limit: int) -> int:
        """A random integer from 0 to limit - 1.

        The upper 32 bits are scaled down, so the chance of each value is off by at most 2**-32.
        """
        return ((self.draw() >> 32) * limit) >> 32


class Handful(Stream):
    """Several small random integers out of one draw of a stream.

    The draw, thrown when the first of them is asked for, is a fraction of one with 64 binary
    places. Times a limit, its whole part is the integer, and what stands behind the point is the
    fraction for the next (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation",
    2024). Each combination has the same number of fractions, give or take one: for four cards of
    hands of 13 its chance is off by less than a part in 2**49.
    """

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.left: int | None = None

    def draw(self) -> int:
        """The next 64 bits of the stream, past this handful."""
        return self.stream.draw()

    def below(self, limit: int) -> int:
        """A random integer from 0 to limit - 1."""
        scaled = (self.stream.draw() if self.left is None else self.left) * limit
        self.left = scaled & _MASK
        return scaled >> 64


K_GOLDEN = np.uint64(GOLDEN)
_K_MIX_1 = np.uint64(_MIX_1)
_K_MIX_2 = np.uint64(_MIX_2)
_K_27, _K_30, _K_31, _K_32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_K_1 = np.uint64(1)


@inner
def k_mix(value: np.uint64) -> np.uint64:
    """`mix` for kernels."""
    value = (value ^ (value >> _K_30)) * _K_MIX_1
    value = (value ^ (value >> _K_27)) * _K_MIX_2
    return value ^ (value >> _K_31)


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
def k_below(streams: np.ndarray, which: int, limit: int) -> int:
    """`Stream.below` for kernels."""
    return np.int64(((k_draw(streams, which) >> _K_32) * np.uint64(limit)) >> _K_32)


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
