"""The layers of a bidder for many hands at once, compiled; in play and while it learns.

Hands go through in batches. Sums run over the inputs or units in their order, and vectorise over
the units of a hand or over the hands of a batch: nothing is reordered.
"""

from __future__ import annotations

import numpy as np

from neuroevo.arithmetic.kernels.many import exp_all
from neuroevo.kernel_cache import inner, kernel
from neuroevo.networks.kernels.signals import tanh_all

BATCH = 128
"""Hands at a time."""


@inner
def list_nodes(inputs: np.ndarray, hands: np.ndarray, nodes: np.ndarray, on: np.ndarray) -> None:
    """List the inputs of a batch that are on, without a branch, which could not be foreseen.

    inputs: (n, inputs) uint8. hands: up to BATCH rows of it. Written: nodes (BATCH, inputs) int64,
    of which the first on[h] belong to a hand; on (BATCH,) int64.
    """
    for h in range(hands.shape[0]):
        found, hand = 0, hands[h]
        for node in range(inputs.shape[1]):
            nodes[h, found] = node
            found += np.int64(inputs[hand, node])
        on[h] = found


@inner
def send_forward(
    first: np.ndarray,
    first_bias: np.ndarray,
    last: np.ndarray,
    last_bias: np.ndarray,
    nodes: np.ndarray,
    on: np.ndarray,
    count: int,
    hidden: np.ndarray,
    across: np.ndarray,
    chances: np.ndarray,
) -> None:
    """What a bidder makes of a batch of so many hands.

    nodes, on: see `list_nodes`. Written, float32: hidden (BATCH, units); across (units, BATCH), the
    same by unit; chances (outcomes, BATCH).
    """
    units = first_bias.shape[0]
    for h in range(count):
        for j in range(units):
            hidden[h, j] = first_bias[j]
        for which in range(on[h]):
            node = nodes[h, which]
            for j in range(units):
                hidden[h, j] += first[node, j]
    tanh_all(hidden.reshape(-1), count * units)
    for h in range(count):
        for j in range(units):
            across[j, h] = hidden[h, j]

    for k in range(last_bias.shape[0]):
        for h in range(count):
            chances[k, h] = last_bias[k]
        for j in range(units):
            weight = last[k, j]
            for h in range(count):
                chances[k, h] += weight * across[j, h]
    softmax(chances, count)


@inner
def softmax(outputs: np.ndarray, count: int) -> None:
    """Outputs become chances, in place: (outcomes, BATCH), the first `count` columns."""
    highest = outputs[0, :count].copy()
    for k in range(1, outputs.shape[0]):
        for h in range(count):
            highest[h] = max(highest[h], outputs[k, h])
    sums = np.zeros(count, dtype=np.float32)
    for k in range(outputs.shape[0]):
        row = outputs[k]
        for h in range(count):
            row[h] -= highest[h]
        exp_all(row, count)
        for h in range(count):
            sums[h] += row[h]
    for k in range(outputs.shape[0]):
        for h in range(count):
            outputs[k, h] = np.divide(outputs[k, h], sums[h])


@kernel
def trick_chances(
    first: np.ndarray,
    first_bias: np.ndarray,
    last: np.ndarray,
    last_bias: np.ndarray,
    inputs: np.ndarray,
) -> np.ndarray:
    """The chance of each number of tricks with each hand: (n, outcomes) float32.

    inputs: (n, inputs) uint8.
    """
    hands, outcomes = inputs.shape[0], last_bias.shape[0]
    found = np.empty((hands, outcomes), dtype=np.float32)
    units = first_bias.shape[0]
    nodes = np.empty((BATCH, inputs.shape[1]), dtype=np.int64)
    on = np.empty(BATCH, dtype=np.int64)
    hidden = np.empty((BATCH, units), dtype=np.float32)
    across = np.empty((units, BATCH), dtype=np.float32)
    chances = np.empty((outcomes, BATCH), dtype=np.float32)
    for begin in range(0, hands, BATCH):
        batch = np.arange(begin, min(begin + BATCH, hands))
        count = batch.shape[0]
        list_nodes(inputs, batch, nodes, on)
        send_forward(first, first_bias, last, last_bias, nodes, on, count, hidden, across, chances)
        for h in range(count):
            for k in range(outcomes):
                found[begin + h, k] = chances[k, h]
    return found
