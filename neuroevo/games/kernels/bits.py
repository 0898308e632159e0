"""Sets of cards as the bits of one integer, and the few operations on them that kernels need.

Bits 0-15 are the first suit, 16-31 the second, and so on (a lane a suit); within a lane a higher
bit is a stronger card. The fourth lane always holds trumps. Bit 63 is never used, so that a plain
int64 will do: numba turns mixtures of uint64 and int64 into floats.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from neuroevo.arithmetic.target import has_deposit
from neuroevo.kernel_cache import inner

LANE_BITS = 16
LANE_MASK = (1 << LANE_BITS) - 1
TRUMP_LANE = 3
TRUMP_MASK = (LANE_MASK >> 1) << (LANE_BITS * TRUMP_LANE)


@intrinsic  # type: ignore[untyped-decorator]
def count_bits(_context: Any, mask: Any) -> Any:
    """How many cards are in the set. LLVM has it for every machine."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def lowest_bit(_context: Any, mask: Any) -> Any:
    """The number of the lowest bit of a set that is not empty."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def highest_bit(_context: Any, mask: Any) -> Any:
    """The number of the highest bit of a set that is not empty."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def _deposit(_context: Any, source: Any, mask: Any) -> Any:
    """x86's PDEP: spread the low bits of `source` over the places set in `mask`."""

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        function = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(word, [word, word])
        )
        return builder.call(function, arguments)

    return types.int64(types.int64, types.int64), codegen


@inner
def nth_bit_by_deposit(mask: int, n: int) -> int:
    """The number of the n-th lowest bit of the set, from 0; with PDEP."""
    return lowest_bit(_deposit(1 << n, mask))


@inner
def nth_bit_by_clearing(mask: int, n: int) -> int:
    """The number of the n-th lowest bit of the set, from 0; on any machine."""
    for _ in range(n):
        mask &= mask - 1
    return lowest_bit(mask)


nth_bit = nth_bit_by_deposit if has_deposit() else nth_bit_by_clearing
"""The number of the n-th lowest bit of a set, the fastest way the processor has."""


@inner
def nth_card_by_deposit(mask: int, n: int) -> int:
    """The n-th lowest card of the set, from 0, as a set of its own; with PDEP."""
    return _deposit(1 << n, mask)  # type: ignore[no-any-return]


@inner
def nth_card_by_clearing(mask: int, n: int) -> int:
    """The n-th lowest card of the set, from 0, as a set of its own; on any machine."""
    return 1 << nth_bit_by_clearing(mask, n)


nth_card = nth_card_by_deposit if has_deposit() else nth_card_by_clearing
"""The n-th lowest card of a set, as a set of its own, the fastest way the processor has."""


@inner
def spread_by_clearing(source: int, mask: int) -> int:
    """The cards of the set whose numbers within it, from the lowest, are set in `source`."""
    found = 0
    while source:
        if source & 1:
            found |= mask & -mask
        mask &= mask - 1
        source >>= 1
    return found


spread = _deposit if has_deposit() else spread_by_clearing
"""The cards of a set by their numbers within it, the fastest way the processor has."""


@inner
def lane_of(bit: int) -> int:
    """The lane, which is the suit in play, of a card's bit number."""
    return bit >> 4


@inner
def lane_mask(lane: int) -> int:
    """All bits of a lane."""
    return LANE_MASK << (lane << 4)


_BELOW = tuple(
    sum((LANE_MASK >> reach) << (LANE_BITS * lane) for lane in range(4)) for reach in (1, 2, 4, 8)
)
"""For a shift to the right by 1, 2, 4 and 8: the bits that do not come from the lane above."""
_BELOW_1, _BELOW_2, _BELOW_4, _BELOW_8 = _BELOW


@inner
def and_below(cards: int) -> int:
    """The set, and every bit below one of its own in the same lane.

    Each step doubles how far down the bits reach, so four are enough for a lane and none of them
    asks a question that chance decides.
    """
    cards |= (cards >> 1) & _BELOW_1
    cards |= (cards >> 2) & _BELOW_2
    cards |= (cards >> 4) & _BELOW_4
    return cards | ((cards >> 8) & _BELOW_8)


# Chance decides most comparisons at a card table, so a processor guesses branches on them wrongly
# half the time, and that costs more than the work itself. The compiler likes to make such branches
# of `a if c else b`. These say it with arithmetic, which it leaves alone.


@inner
def all_ones_if_zero(value: int) -> int:
    """-1 (every bit set) for 0, and 0 for anything above."""
    return (value - 1) >> 63


@inner
def first_unless_empty(cards: int, otherwise: int) -> int:
    """The first set, or the second if the first is empty."""
    return cards | (otherwise & all_ones_if_zero(cards))


@inner
def larger(a: int, b: int) -> int:
    """The larger of two numbers."""
    gain = b - a
    return a + (gain & ~(gain >> 63))


@inner
def next_place(place: int, places: int) -> int:
    """The place after this one, going round."""
    after = place + 1
    return after & ((after - places) >> 63)
