"""Table 4.1: one random deck, which is not printed, by trump suit and leader.

Only the suits of each team are known (Table 4.2), so what can be said is the range of scores that
decks with such suits have.
"""

from __future__ import annotations

import os

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from neuroevo.cards import Purpose, generator_for, run_key
from neuroevo.games import SUECA
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.decks import team_with_suits
from neuroevo.reproduce.sueca.play import printed_table
from neuroevo.tournament import find_entrants, play_given

QUICK_DECKS, FULL_DECKS = 100, 500


def table_4_1(request: Request) -> Reproduction:
    """One random deck, by trump suit and leader."""
    table, found = printed_table("4.1")
    suits, _ = printed_table("4.2")
    clubs, diamonds, hearts, spades = (int(suits.rows[str(suit)][0]) for suit in range(4))
    decks = FULL_DECKS if request.full else QUICK_DECKS
    games = max(2, request.number(100_000, 1_000_000) // decks)
    dice = generator_for(request.seed, Purpose.SUECA_SUITS)
    hands = team_with_suits(dice, (clubs, diamonds, hearts, spades), decks)
    means = np.array(
        [
            [deck_means(request, hands, suit, leader, games) for leader in range(4)]
            for suit in range(4)
        ]
    )
    for suit in range(4):
        for leader, column in enumerate(table.columns):
            ours = means[suit, leader]
            found.add(
                str(suit),
                column,
                table.rows[str(suit)][leader],
                float(ours.mean()),
                float(ours.std(ddof=1) / np.sqrt(decks)),
                span=(float(ours.min()), float(ours.max())),
            )
    printed = np.array([[float(cell) for cell in row] for row in table.rows.values()])
    distance = np.abs(means - printed[:, :, None]).max(axis=(0, 1))
    nearest = ", ".join(f"{mean:.1f}" for mean in means[:, :, distance.argmin()].mean(axis=1))
    gained = means[:, 0::2].mean(axis=(0, 1)) - means[:, 1::2].mean(axis=(0, 1))
    error = gained.std(ddof=1) / np.sqrt(decks)
    found.remarks += [
        f"the deck is not printed: these are {decks} decks with the suits of Table 4.2, {games:,} "
        "games each; the standard error is that of the mean over decks, the range that of decks",
        f"the nearest of them to the printed deck scores {nearest} with the four trump suits",
        f"on the same deck N & S score {gained.mean():.2f} ± {error:.2f} more if one of them leads",
    ]
    return found


def deck_means(
    request: Request, hands: NDArray[np.int8], suit: int, leader: int, games: int
) -> list[float]:
    """The mean score of N and S with each deck: (decks,)."""
    # Whoever leads comes first in the order of play.
    turned = np.roll(hands, -leader, axis=1)
    own = leader % 2  # where N and S sit then
    players = find_entrants(["random"] * 4)
    trumps = np.full(games, suit, dtype=np.int8)

    def mean_score(deck: int) -> float:
        given = np.repeat(turned[deck : deck + 1], games, axis=0)
        key = run_key(request.seed, Purpose.SUECA_DECKS, deck, suit)
        points = play_given(SUECA, players, given, trumps, key).points
        return float((points[:, own] + points[:, own + 2]).mean())

    def work() -> list[float]:
        request.say(f"trump {suit}, leader {leader}", (4 * suit + leader) / 16)
        pool = Parallel(n_jobs=request.workers or os.cpu_count() or 1, prefer="threads")
        means: list[float] = pool(delayed(mean_score)(deck) for deck in range(len(hands)))
        return means

    key = (
        f"4.1 trump {suit} leader {leader}; {len(hands)} decks, {games} games; seed {request.seed}"
    )
    found: list[float] = request.store.keep(key, work)
    return found
