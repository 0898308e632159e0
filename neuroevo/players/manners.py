"""How a Monte-Carlo player thinks, as a record for the kernels."""

from __future__ import annotations

import numpy as np

EXACT, REJECTION, REJECTION_NEW, TRUTH = range(4)
WAYS = {"exact": EXACT, "rejection": REJECTION, "rejection-new": REJECTION_NEW, "truth": TRUTH}
"""Where a world comes from: `worlds.py` says how."""

REST_RANDOM, REST_GREEDY, REST_HEURISTIC = range(3)
RESTS = {"random": REST_RANDOM, "greedy": REST_GREEDY, "heuristic": REST_HEURISTIC}
"""Who plays a world out."""

MANNER = np.dtype(
    [
        ("by_mean", np.int64),  # judge a card by the mean of its play-outs, or by the best of them
        ("together", np.int64),  # all cards on the same worlds, or each on worlds of its own
        ("shuffles", np.int64),  # worlds
        ("playouts", np.int64),  # of each card in a world
        ("limit", np.int64),  # rejection: takes the truth instead of the try of this number
        ("way", np.int64),
        ("rest", np.int64),
        ("exploration", np.int64),  # UCB: how wide bounds are, per cent of a round; 0: no UCB
        ("visible", np.int64),  # whether the card that made trumps is left with the dealer
    ],
    align=True,
)
