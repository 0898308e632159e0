"""What a thread's scoring networks think with: one record, which a table knows by its address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from neuroevo.networks.architecture import ARCHITECTURE, MOST_FEATURES, Architecture
from neuroevo.networks.kernels.signals import LANES
from neuroevo.networks.kernels.whole_table import MOST_ARCHITECTURES, knowing
from neuroevo.networks.scorer import MOST_SCORER_UNITS
from neuroevo.networks.situation import SITUATION

MOST_LEGAL = 32
"""Cards that are described at once: a hand has at most 26, and tiles may be fuller than that."""

if MOST_FEATURES % LANES or MOST_SCORER_UNITS % LANES or MOST_LEGAL % 8:
    raise ValueError("the rows of a mind must be whole vectors, and there must be whole tiles")

MIND = np.dtype(
    [
        ("architectures", ARCHITECTURE, MOST_ARCHITECTURES),
        ("now", SITUATION, 1),
        ("shared", np.float32, MOST_FEATURES),  # the decision's features
        ("described", np.float32, (MOST_LEGAL, MOST_FEATURES)),  # and each legal card's
        ("base", np.float32, MOST_SCORER_UNITS),  # the first layer's sums of the shared features
        ("signals", np.float32, (2, MOST_LEGAL, MOST_SCORER_UNITS)),  # of two layers in turn
        ("scores", np.float32, MOST_LEGAL),
        ("one", np.float32, LANES),  # a 1 and zeros: a bias' input
    ],
    align=True,
)
"""Passed by pointer, never counted."""

Mind = Any
"""A record of dtype MIND."""


def new_mind(architectures: Sequence[Architecture]) -> Mind:
    """A thread's mind, for networks of these shapes."""
    mind = knowing(np.zeros(1, dtype=MIND)[0], architectures)
    mind["one"][0] = 1
    return mind
