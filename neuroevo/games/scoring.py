"""How the tricks and points of a round become scores: a few kinds, each with its numbers as data.

Every kind scores many rounds at once from arrays, and so serves the referee and the kernel alike.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, is_dataclass
from itertools import pairwise
from typing import Any, ClassVar, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from neuroevo.errors import BadInput

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class RoundTotals:
    """What happened in n rounds, by side (a team, or a player where there are no teams).

    tricks, points: (n, sides) int64. bids: (n, sides) int64, what each side bid, or None.
    caller: (n,) int64, the side that made trumps, -1 where nobody did. alone: (n,) bool, whether
    the caller played without his partner. tricks_in_round: how many tricks a round has.
    """

    tricks: IntArray
    points: IntArray
    tricks_in_round: int
    bids: IntArray | None = None
    caller: IntArray | None = None
    alone: NDArray[np.bool_] | None = None


class Scoring(Protocol):
    """Turns rounds into scores."""

    def scores(self, rounds: RoundTotals) -> IntArray:
        """The score of each side in each round: (n, sides) int64."""
        ...


@dataclass(frozen=True)
class CountScoring:
    """A side scores what it took: its tricks, or the points of the cards in them."""

    kind: ClassVar[str] = "count"

    of: Literal["tricks", "points"] = "tricks"

    def scores(self, rounds: RoundTotals) -> IntArray:
        return rounds.tricks if self.of == "tricks" else rounds.points


@dataclass(frozen=True)
class StepScoring:
    """A side that took at least `least` scores `score`; the highest step reached counts.

    all_tricks: the score for taking every trick, whatever the points.
    """

    kind: ClassVar[str] = "steps"

    of: Literal["tricks", "points"]
    steps: tuple[tuple[int, int], ...]
    all_tricks: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(map(tuple, self.steps)))
        if any(later <= earlier for (earlier, _), (later, _) in pairwise(self.steps)):
            raise BadInput("steps must rise: each asks for more than the one before")

    def scores(self, rounds: RoundTotals) -> IntArray:
        taken = rounds.tricks if self.of == "tricks" else rounds.points
        result = np.zeros_like(taken)
        for least, score in self.steps:
            result = np.where(taken >= least, score, result)
        if self.all_tricks is not None:
            result = np.where(rounds.tricks == rounds.tricks_in_round, self.all_tricks, result)
        return result


@dataclass(frozen=True)
class BidScoring:
    """A bid met exactly earns `made` and `each_trick` a trick; a miss costs `each_off` a trick."""

    kind: ClassVar[str] = "bids"

    made: int
    each_trick: int
    each_off: int

    def scores(self, rounds: RoundTotals) -> IntArray:
        assert rounds.bids is not None, "these rounds were played without bids"
        off = np.abs(rounds.tricks - rounds.bids)
        met = self.made + self.each_trick * rounds.tricks
        return np.where(off == 0, met, -self.each_off * off)


@dataclass(frozen=True)
class CallScoring:
    """The side that made trumps must take `needed` tricks, or its opponents score `euchre`.

    Where nobody called (trump was given), the side with `needed` tricks scores as if it had.
    """

    kind: ClassVar[str] = "calls"

    needed: int
    made: int
    march: int
    lone_march: int
    euchre: int

    def scores(self, rounds: RoundTotals) -> IntArray:
        sides = np.arange(rounds.tricks.shape[1])
        n = len(rounds.tricks)
        caller = np.full(n, -1) if rounds.caller is None else rounds.caller
        alone = np.zeros(n, bool) if rounds.alone is None else rounds.alone
        won = rounds.tricks >= self.needed
        marched = rounds.tricks == rounds.tricks_in_round
        march = np.where(alone, self.lone_march, self.march)[:, None]
        as_caller = np.where(marched, march, self.made)
        called = (caller[:, None] == sides) | (caller == -1)[:, None]
        return np.where(won, np.where(called, as_caller, self.euchre), 0)


SCORINGS: dict[str, type[Any]] = {
    one.kind: one for one in (CountScoring, StepScoring, BidScoring, CallScoring)
}
"""The kinds of scoring that a file of a game can name."""


def scoring_as_table(scoring: Scoring) -> dict[str, Any]:
    """A scoring as plain values: its kind, and its numbers.

    >>> scoring_as_table(CountScoring("points"))
    {'kind': 'count', 'of': 'points'}
    """
    made = type(scoring)
    kind = getattr(scoring, "kind", f"{made.__module__}.{made.__qualname__}")
    numbers: dict[str, Any] = {}
    if is_dataclass(scoring) and not isinstance(scoring, type):
        numbers = asdict(scoring)
    if "steps" in numbers:
        numbers["steps"] = [list(step) for step in numbers["steps"]]
    return {"kind": kind} | {name: one for name, one in numbers.items() if one is not None}
