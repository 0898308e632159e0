"""What a bidder learns from: rounds that were played, the hands in them, and the tricks they took.

Nobody's play depends on bids, so the tricks of a player can be counted before it has a bidder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from neuroevo.games import RuleSheet
from neuroevo.networks.bidder import encode_hands
from neuroevo.tournament import Entrant, Rounds
from neuroevo.tournament.sides import score_rounds
from neuroevo.tournament.simulation import chunk_rounds
from neuroevo.tournament.statistics import IntArray
from neuroevo.tournament.tables import deal_hands, play_tables

ROUND_FIELDS = ("tricks", "points", "bids", "values", "calls", "log")


@dataclass(frozen=True)
class Lesson:
    """Hands and what they took: inputs (n, inputs) uint8, tricks (n,) int64."""

    inputs: NDArray[np.uint8]
    tricks: IntArray


@dataclass(frozen=True)
class Bidding:
    """Rounds that were played, with counted bids, and what was held in them.

    own: the seats of the player who learns. hands: (n, seats, cards) int8. rotations: rounds a
    deal, one after another.
    """

    sheet: RuleSheet
    own: tuple[int, ...]
    rounds: Rounds
    hands: NDArray[np.int8]
    rotations: int

    def part(self, first: int, last: int) -> Bidding:
        """Deals `first` to `last` - 1."""
        rows = slice(first * self.rotations, last * self.rotations)
        rounds = Rounds(*(_rows(getattr(self.rounds, name), rows) for name in ROUND_FIELDS))
        return replace(self, rounds=rounds, hands=self.hands[rows])

    def lesson(self) -> Lesson:
        """Every own hand, seat by seat within each round."""
        rounds, seats, cards = self.hands.shape
        own = list(self.own)
        # In rotation r, place 0 is seat r.
        rotation = np.arange(rounds) % self.rotations
        places = (np.array(own) - rotation[:, None]) % seats
        trumps = np.repeat(self.rounds.calls["trump"], len(own)).astype(np.int64)
        hands = self.hands[:, own].reshape(-1, cards).astype(np.int64)
        inputs = encode_hands(self.sheet, seats, hands, places.reshape(-1), trumps)
        return Lesson(inputs, self.rounds.tricks[:, own].reshape(-1))

    def points(self, bids: IntArray | None = None) -> NDArray[np.float64]:
        """The own sides' mean score in each deal, with these bids of the own seats (n,), or with
        those that were made: (deals,)."""
        rounds = self.rounds
        if bids is not None:
            changed = rounds.bids.copy()
            changed[:, list(self.own)] = bids.reshape(-1, len(self.own))
            rounds = replace(rounds, bids=changed)
        sides = self.sheet.sides(self.hands.shape[1])
        mine = [index for index, side in enumerate(sides) if side[0] in self.own]
        scores = score_rounds(self.sheet, rounds)[:, mine]
        found: NDArray[np.float64] = scores.reshape(-1, self.rotations * len(mine)).mean(axis=1)
        return found


def _rows(values: NDArray[Any] | None, rows: slice) -> Any:
    return None if values is None else values[rows]


def play_bidding(
    sheet: RuleSheet,
    table: Sequence[Entrant],
    own: tuple[int, ...],
    key: int,
    deals: int,
    rotations: int,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda _deals: None,
) -> Bidding:
    """Play deals 0 to `deals` - 1 of the work with this key, and note what everybody held."""
    players = len(table)
    chunk = max(1, chunk_rounds(table) // rotations)

    def work(first: int) -> tuple[Rounds, NDArray[np.int8]]:
        which = np.arange(first, min(first + chunk, deals))
        seats = np.tile(np.arange(players), (len(which), 1))
        rounds = play_tables(sheet, table, seats, which, key, rotations)
        hands = deal_hands(sheet, table, which, key, rotations)
        return rounds, hands

    pool = Parallel(n_jobs=workers or os.cpu_count() or 1, prefer="threads", return_as="generator")
    parts = []
    for part in pool(delayed(work)(first) for first in range(0, deals, chunk)):
        parts.append(part)
        progress(len(part[1]) // rotations)
    joined = [
        None if name == "log" else np.concatenate([getattr(rounds, name) for rounds, _ in parts])
        for name in ROUND_FIELDS
    ]
    hands = np.concatenate([hands for _, hands in parts])
    return Bidding(sheet, own, Rounds(*joined), hands, rotations)  # type: ignore[arg-type]
