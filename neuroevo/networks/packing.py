"""A scorer's weights as its kernel wants them: every layer padded with zeros to whole vectors.

One after another: the first layer (inputs, units) and its biases; each further hidden layer and its
biases; the last layer's row; a block for its bias; and the direct connections, those of the
decision's features and those of the card's, each padded by itself. Zeros add nothing to any sum.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from neuroevo.networks.architecture import Weights
    from neuroevo.networks.scorer import ScorerArchitecture

LANES = 16
"""Floats in a vector, on every processor: how sums are divided must not depend on it."""


def padded(count: int) -> int:
    """The next multiple of LANES.

    >>> padded(0), padded(1), padded(16), padded(17)
    (0, 16, 16, 32)
    """
    return -(-count // LANES) * LANES


def pack(architecture: ScorerArchitecture, weights: Weights) -> Weights:
    """Weights of networks for the kernel: (members, n) float32 from (members, weights)."""
    members, shared = len(weights), sum(not one.of_card for one in architecture.features)
    parts: list[Weights] = []

    def add(part: Weights, rows: int, columns: int) -> None:
        room = np.zeros((members, rows, columns), dtype=np.float32)
        room[:, : part.shape[1], : part.shape[2]] = part
        parts.append(room.reshape(members, -1))

    at = 0
    sizes, last = architecture.sizes, len(architecture.hidden)
    direct = np.zeros((members, architecture.inputs, 0), dtype=np.float32)
    for layer, (into, out) in enumerate(pairwise(sizes)):
        width = architecture.first_width if layer == 0 else out
        matrix = weights[:, at : at + into * width].reshape(members, into, width)
        at += into * width
        biases = weights[:, at : at + (out if architecture.biases else 0)].reshape(members, 1, -1)
        at += biases.shape[2]
        if layer == 0:
            matrix, direct = matrix[:, :, :out], matrix[:, :, out:]
        if layer == last:  # an output's row together, and there is one output
            add(matrix.reshape(members, 1, into), 1, padded(into))
        else:
            add(matrix, into if layer == 0 else padded(into), padded(out))
        add(biases, 1, padded(out))
    for part in (direct[:, :shared], direct[:, shared:]):
        add(part.transpose(0, 2, 1), 1, padded(part.shape[1]))
    return np.ascontiguousarray(np.concatenate(parts, axis=1))
