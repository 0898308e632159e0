"""The control of chapter 7: each deck played at random several times."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import SUITS, Purpose, Stream, child_seed, run_key
from neuroevo.games import SUECA, draw_deal
from neuroevo.reproduce.request import Request
from neuroevo.tournament import find_entrants, play_given


def mean_scores(request: Request, games: int, repeats: int) -> NDArray[np.float64]:
    """For each of the first decks, the mean score of N and S over random games: (games,)."""
    hands, trumps = decks(request.seed, games)
    players = find_entrants(["random"] * 4)
    total = np.zeros(games)
    for repeat in range(repeats):
        key = run_key(request.seed, Purpose.SUECA_DECKS, 1_000 + repeat)
        points = play_given(SUECA, players, hands, trumps, key).points
        total += points[:, 0] + points[:, 2]
    return total / repeats


def decks(seed: int, games: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """The decks that `play_any` deals, laid open: (games, 4, 10) and (games,) int8."""
    key = run_key(seed, Purpose.SUECA_DECKS)
    hands = np.empty((games, 4, 10), dtype=np.int8)
    trumps = np.empty(games, dtype=np.int8)
    for number in range(games):
        stream = Stream(child_seed(child_seed(key, number), 0))  # the dealer's
        deal = draw_deal(SUECA, 4, stream)
        hands[number] = [[card.number for card in hand] for hand in deal.hands]
        assert deal.trump is not None
        trumps[number] = SUITS.index(deal.trump)
    return hands, trumps
