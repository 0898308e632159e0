"""How often each card takes its trick, led and followed, in a player's hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import Purpose, run_key
from neuroevo.games import RuleSheet
from neuroevo.games.compiled import compile_rules
from neuroevo.tournament import Entrant, play_deals

CHUNK_DEALS = 5_000


@dataclass(frozen=True)
class CardShares:
    """By card number, for cards led (row 0) and followed (row 1): how often the player laid it, and
    how often it took the trick; played, won: (2, 52) int64."""

    player: str
    played: NDArray[np.int64]
    won: NDArray[np.int64]

    @property
    def shares(self) -> NDArray[np.float64]:
        """Share of tricks that each card took: (2, 52), NaN for a card never laid so."""
        with np.errstate(invalid="ignore"):
            share: NDArray[np.float64] = self.won / np.where(self.played, self.played, np.nan)
        return share

    @property
    def errors(self) -> NDArray[np.float64]:
        """The standard errors of the shares, as if rounds were independent: (2, 52)."""
        share = self.shares
        error: NDArray[np.float64] = np.sqrt(share * (1 - share) / np.maximum(self.played, 1))
        return error


def card_shares(
    sheet: RuleSheet, table: Sequence[Entrant], deals: int = 10_000, seed: int = 0
) -> CardShares:
    """Count the cards of the player in seat 0 over fresh deals with rotated hands.

    If all seats have the same player, all are counted.
    """
    from neuroevo.tournament.kernels.cards import PLAYED, WON, count_cards

    rules = compile_rules(sheet, len(table))
    counts = np.zeros((4, 2, 2, 52), dtype=np.int64)
    for first in range(0, deals, CHUNK_DEALS):
        number = min(CHUNK_DEALS, deals - first)
        rounds = play_deals(
            sheet,
            table,
            run_key(seed, Purpose.CARD_SHARES),
            first,
            number,
            len(table),
            keep_log=True,
        )
        assert rounds.log is not None
        count_cards(rules, rounds.log, rounds.calls, counts)
    alike = all(one == table[0] for one in table)
    counted = counts.sum(axis=0) if alike else counts[0]
    return CardShares(table[0].name, counted[:, PLAYED], counted[:, WON])
