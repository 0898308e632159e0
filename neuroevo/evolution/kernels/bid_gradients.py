"""How the surprise of a bidder changes with its weights: back-propagation, compiled."""

from __future__ import annotations

import numpy as np

from neuroevo.arithmetic.functions import log
from neuroevo.kernel_cache import kernel
from neuroevo.networks.kernels.bidder_layers import BATCH, list_nodes, send_forward

TINIEST = float(np.finfo(np.float32).tiny)
"""No outcome is taken to be less likely: one that was impossible would be infinitely surprising."""


@kernel
def add_slopes(
    first: np.ndarray,
    first_bias: np.ndarray,
    last: np.ndarray,
    last_bias: np.ndarray,
    inputs: np.ndarray,
    tricks: np.ndarray,
    hands: np.ndarray,
    of_first: np.ndarray,
    of_first_bias: np.ndarray,
    of_last: np.ndarray,
    of_last_bias: np.ndarray,
) -> None:
    """Add how the mean surprise at what some hands took changes with each weight.

    inputs: (n, inputs) uint8. tricks: (n,). hands: up to BATCH rows of both. The others are shaped
    like the layers, float32, and added to, hand by hand.
    """
    count, units, outcomes = hands.shape[0], first_bias.shape[0], last_bias.shape[0]
    nodes = np.empty((BATCH, inputs.shape[1]), dtype=np.int64)
    on = np.empty(BATCH, dtype=np.int64)
    hidden = np.empty((BATCH, units), dtype=np.float32)
    across = np.empty((units, BATCH), dtype=np.float32)
    errors = np.empty((outcomes, BATCH), dtype=np.float32)
    list_nodes(inputs, hands, nodes, on)
    send_forward(first, first_bias, last, last_bias, nodes, on, count, hidden, across, errors)
    share = np.float32(1.0 / count)
    for h in range(count):
        errors[tricks[hands[h]], h] -= np.float32(1)
    for k in range(outcomes):
        for h in range(count):
            errors[k, h] *= share

    back = np.zeros((units, BATCH), dtype=np.float32)
    for j in range(units):
        for k in range(outcomes):
            weight = last[k, j]
            for h in range(count):
                back[j, h] += weight * errors[k, h]
        for h in range(count):
            back[j, h] *= np.float32(1) - across[j, h] * across[j, h]

    slope = np.empty(units, dtype=np.float32)
    for h in range(count):
        for k in range(outcomes):
            error = errors[k, h]
            of_last_bias[k] += error
            for j in range(units):
                of_last[k, j] += error * hidden[h, j]
        for j in range(units):
            slope[j] = back[j, h]
            of_first_bias[j] += slope[j]
        for which in range(on[h]):
            node = nodes[h, which]
            for j in range(units):
                of_first[node, j] += slope[j]


@kernel
def mean_surprise(chances: np.ndarray, tricks: np.ndarray) -> float:
    """The mean of -log of the chance of what was taken. chances: (n, outcomes). tricks: (n,)."""
    total = 0.0
    for hand in range(tricks.shape[0]):
        total -= log(max(np.float64(chances[hand, tricks[hand]]), TINIEST))
    return total / tricks.shape[0]
