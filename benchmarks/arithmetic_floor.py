"""The arithmetic that a generation of `card` networks can't do without, and how long that takes.

Counted for the very rounds that are played: for each decision with a choice, the rows of the first
layer whose inputs changed since the place decided before (a row is added or subtracted), the whole
second layer, and the outputs of the legal cards alone. Cards that are forced need no network. tanh,
the rules, and fetching the weights come on top; nobody can be faster than this without leaving
arithmetic out. The rate is what one core reaches with its sums in registers and nothing to fetch.
"""

from __future__ import annotations

import time
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from neuroevo.arithmetic.fused import fused_code
from neuroevo.cards import Card, card_from_number
from neuroevo.games import RuleSheet
from neuroevo.games.rules import legal_cards, trick_winner
from neuroevo.networks.architecture import LayeredArchitecture
from neuroevo.tournament.work import Rounds

CHAINS = 12
"""Sums that don't wait for each other: a core starts two products at once and each takes four or
five steps; two operands and a dozen sums are as many vectors as have room in sixteen registers."""
STEPS = 2_000_000


def _make_peak(lanes: int) -> Any:
    vector, word = ir.VectorType(ir.FloatType(), lanes), ir.IntType(32)

    @intrinsic
    def multiply_and_add(_context: Any, _steps: Any, _factor: Any) -> Any:
        def codegen(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            steps, factor = given
            nothing, first = ir.Constant(vector, ir.Undefined), ir.Constant(word, 0)
            lane = builder.insert_element(nothing, factor, first)
            spread = ir.Constant(ir.VectorType(word, lanes), [first] * lanes)
            factors = builder.shuffle_vector(lane, nothing, spread)
            sums = [cgutils.alloca_once_value(builder, factors) for _ in range(CHAINS)]
            with cgutils.for_range(builder, steps):
                for total in sums:
                    # Each sum is a factor itself, or the product would be worked out once.
                    now = builder.load(total)
                    builder.store(fused_code(builder, now, factors, factors), total)
            added = builder.load(sums[0])
            for total in sums[1:]:
                added = builder.fadd(added, builder.load(total))
            return builder.extract_element(added, first)

        return types.float32(types.int64, types.float32), codegen

    @numba.njit(nogil=True)
    def peak(steps: int, factor: float) -> float:
        return multiply_and_add(steps, factor)

    return peak


def peak_rate(turns: int) -> float:
    """Multiply-adds of float32 a second on one core: the best turn with the best width."""
    best = 0.0
    for lanes in (8, 16):
        peak, factor = _make_peak(lanes), np.float32(0.5)
        peak(1, factor)
        for _ in range(turns):
            began = time.perf_counter()
            peak(STEPS, factor)
            best = max(best, lanes * CHAINS * STEPS / (time.perf_counter() - began))
    return best


def seats_in_turn(sheet: RuleSheet, cards: list[Card], leader: int, players: int) -> list[int]:
    """Who played each card of a round, in a game whose trumps are always the same suit."""
    seats: list[int] = []
    for start in range(0, len(cards), players):
        seats += [(leader + place) % players for place in range(players)]
        winner = trick_winner(sheet, cards[start : start + players], sheet.trump)
        leader = (leader + winner) % players
    return seats


def multiply_adds(
    architecture: LayeredArchitecture, sheet: RuleSheet, rounds: Rounds
) -> dict[str, int]:
    """What the rounds played can't do without: decisions with a choice, and the multiply-adds of
    each layer; rounds: with their log, each decision a network's."""
    assert rounds.log is not None
    _, first, second, _ = architecture.sizes
    players = rounds.tricks.shape[1]
    rows = choices = outputs = 0
    for log, call in zip(rounds.log, rounds.calls, strict=True):
        cards = [card_from_number(int(number)) for number in log]
        seats = seats_in_turn(sheet, cards, int(call["leader"]), players)
        hands: list[list[Card]] = [[] for _ in range(players)]
        for seat, card in zip(seats, cards, strict=True):
            hands[seat].append(card)
        known: list[set[tuple[str, Card]]] = [set() for _ in range(players)]
        for at, (seat, card) in enumerate(zip(seats, cards, strict=True)):
            start = at - at % players
            legal = legal_cards(sheet, hands[seat], cards[start:at], sheet.trump)
            assert card in legal, "the round was played by other rules"
            if len(legal) > 1:
                now = {("hand", one) for one in hands[seat]}
                now |= {("table", one) for one in cards[start:at]}
                now |= {("played", one) for one in cards[:start]}
                rows += len(now ^ known[seat])
                known[seat] = now
                choices += 1
                outputs += len(legal)
            hands[seat].remove(card)
    return {
        "decisions with a choice": choices,
        "first layer": rows * first,
        "second layer": choices * first * second,
        "outputs": outputs * second,
    }
