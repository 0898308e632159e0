"""What a thread's scoring networks think with: one record, which a table knows by its address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from neuroevo.networks.architecture import ARCHITECTURE, MOST_FEATURES, Architecture
from neuroevo.networks.kernels.whole_table import MOST_ARCHITECTURES, knowing
from neuroevo.networks.scorer import MOST_SCORER_UNITS
from neuroevo.networks.situation import SITUATION

MIND = np.dtype(
    [
        ("architectures", ARCHITECTURE, MOST_ARCHITECTURES),
        ("now", SITUATION, 1),
        ("shared", np.float32, MOST_FEATURES),  # the decision's features
        ("card", np.float32, MOST_FEATURES),  # a card's
        ("base", np.float32, MOST_SCORER_UNITS + 1),  # sums of the shared features
        ("sums", np.float32, MOST_SCORER_UNITS + 1),  # and of a card's
    ],
    align=True,
)
"""Passed by pointer, never counted."""

Mind = Any
"""A record of dtype MIND."""


def new_mind(architectures: Sequence[Architecture]) -> Mind:
    """A thread's mind, for networks of these shapes."""
    return knowing(np.zeros(1, dtype=MIND)[0], architectures)
