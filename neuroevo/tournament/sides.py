"""Played rounds by side, a team or a single player: what each took, scored and won."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from neuroevo.games import RuleSheet
from neuroevo.games.scoring import RoundTotals
from neuroevo.tournament.statistics import IntArray
from neuroevo.tournament.work import Rounds

WIN_UNIT = 12
"""Wins are counted in twelfths, so that one shared by two, three or four is a whole number."""


def score_rounds(sheet: RuleSheet, rounds: Rounds) -> IntArray:
    """The score of each side in each round: (n, sides) int64."""
    sides = sheet.sides(rounds.tricks.shape[1])
    side_of = np.zeros(5, dtype=np.int64)
    side_of[-1] = -1  # nobody called
    for index, side in enumerate(sides):
        side_of[list(side)] = index
    return sheet.scoring.scores(
        RoundTotals(
            tricks=by_side(sides, rounds.tricks),
            points=by_side(sides, rounds.points),
            tricks_in_round=sheet.cards_each(rounds.tricks.shape[1]),
            bids=by_side(sides, rounds.bids) if sheet.bids_tricks else None,
            caller=side_of[rounds.calls["caller"]],
            alone=rounds.calls["alone"] == 1,
        )
    )


def by_side(sides: Sequence[Sequence[int]], values: IntArray) -> IntArray:
    """Add up the columns of each side: (n, players) to (n, sides)."""
    if len(sides) == values.shape[1]:
        return values
    return np.stack([values[:, list(side)].sum(axis=1) for side in sides], axis=1)


def win_shares(sheet: RuleSheet, scores: IntArray) -> IntArray:
    """Each side's share of each round's win, in twelfths: the best score wins, equals share."""
    best = scores.min(axis=1) if sheet.fewest_wins else scores.max(axis=1)
    won = scores == best[:, None]
    shares: IntArray = won * (WIN_UNIT // won.sum(axis=1))[:, None]
    return shares
