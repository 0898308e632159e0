"""Figures of the text that name no threshold or no deck: the range that they may lie in."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroevo.cards import Purpose, generator_for, run_key
from neuroevo.games import SUECA
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.computed import Computed, Value
from neuroevo.reproduce.sueca.decks import team_with_suits
from neuroevo.reproduce.sueca.play import SOURCE, play_any
from neuroevo.tournament import find_entrants, play_given

DECKS = 60
FOOT, TOP = 0.75, 0.95
"""Shares of its greatest height between which a curve's peak may be said to begin and to end."""
WINDOW = 7
"""Scores over which a distribution is smoothed."""


def range_of_one_deck(pick: Callable[[list[float]], float], computed: Computed) -> Value:
    """The lowest (`min`) or highest average over the trump suits, for decks with the printed suits.

    The deck of Table 4.1 is not printed, only how many cards of each suit the teams hold.
    """
    request = computed.request
    games = request.number(500, 5_000)
    key = f"text one deck; {games} games; seed {request.seed}"
    scores: list[list[float]] = request.store.keep(key, lambda: scores_by_suit(request, games))
    picked = np.array([pick(by_suit) for by_suit in scores])
    return Value(
        float(picked.mean()),
        float(picked.std(ddof=1) / np.sqrt(len(picked))),
        more={
            "span": (float(picked.min()), float(picked.max())),
            "note": f"the deck is not printed: {len(picked)} decks with the suits of Table 4.2",
        },
    )


def scores_by_suit(request: Request, games: int) -> list[list[float]]:
    """The mean score of N & S in random games, for each of many decks and trump suits."""
    suits = load_printed(SOURCE).tables["4.2"]
    c, d, h, s = (int(suits.rows[str(suit)][0]) for suit in range(4))
    hands = team_with_suits(generator_for(request.seed, Purpose.SUECA_TEXT), (c, d, h, s), DECKS)
    players = find_entrants(["random"] * 4)
    found = []
    for deck in range(DECKS):
        request.say("text, one deck", deck / DECKS)
        given = np.repeat(hands[deck : deck + 1], games, axis=0)
        scores = []
        for suit in range(4):
            trumps = np.full(games, suit, dtype=np.int8)
            points = play_given(
                SUECA, players, given, trumps, run_key(request.seed, Purpose.SUECA_TEXT, deck, suit)
            ).points
            scores.append(float((points[:, 0] + points[:, 2]).mean()))
        found.append(scores)
    return found


def peak_of_average(end: int, computed: Computed) -> Value:
    """Figure 6.2: where the peak of Monte-Carlo Average begins (end 0) and where it ends (1)."""
    request = computed.request
    games = request.number(4_000, 40_000)
    players = ["mc-average:shuffles=100:way=rejection", "random", "random", "random"]

    def work() -> list[int]:
        counted: list[int] = np.bincount(
            play_any(players, games, request).points, minlength=121
        ).tolist()
        return counted

    key = f"text peak {' '.join(players)}; {games} games; seed {request.seed}"
    counts: list[int] = request.store.keep(key, work)
    foot, top = peak(counts, FOOT), peak(counts, TOP)
    # It may be said to begin anywhere between its foot and the far end of its top, and so to end.
    span = (foot[0], top[1]) if end == 0 else (top[0], foot[1])
    return Value(
        float(top[end]),
        more={
            "span": span,
            "note": "the text does not say what it calls a peak: its foot is where the curve has "
            f"{FOOT:.0%} of its greatest height, its top where it has {TOP:.0%}",
        },
    )


def peak(counts: list[int], share: float) -> tuple[int, int]:
    """The first and last score at which a smoothed distribution reaches a share of its height.

    >>> peak([0] * 20 + [1] * 20 + [0] * 20, 0.9)
    (23, 36)
    """
    smooth = np.convolve(counts, np.ones(WINDOW), mode="same")
    high = np.flatnonzero(smooth >= share * smooth.max())
    return int(high[0]), int(high[-1])
