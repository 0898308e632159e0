"""How a bidder learns: Adam on the cross-entropy of the tricks taken.

Kingma and Ba, "Adam: a method for stochastic optimization" (2015). The arithmetic is compiled, in
an order of its own: see `kernels/bid_gradients.py` and `kernels/adam.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from neuroevo.cards import child_seed
from neuroevo.cards.kernels.normals import fill_normals
from neuroevo.evolution.bid_lessons import Lesson
from neuroevo.evolution.kernels.adam import take_step
from neuroevo.evolution.kernels.bid_gradients import add_slopes, mean_surprise
from neuroevo.networks.bidder import Floats, Layers
from neuroevo.networks.kernels.bidder_layers import BATCH, trick_chances
from neuroevo.tournament.statistics import IntArray

PATIENCE = 3
"""Epochs without progress after which it stops."""
STEP = 3e-3
"""Adam's step at first; it falls to a tenth of it by the last epoch."""


def first_layers(inputs: int, on: int, units: int, outcomes: int, key: int) -> Layers:
    """Small random weights: float32. on: how many inputs are on at a time. key: of the numbers."""
    layers = Layers(
        np.empty((inputs, units), dtype=np.float32),
        np.zeros(units, dtype=np.float32),
        np.empty((outcomes, units), dtype=np.float32),
        np.zeros(outcomes, dtype=np.float32),
    )
    for index, (weights, feeding) in enumerate(((layers.first, on), (layers.last, units))):
        fill_normals(np.uint64(child_seed(key, index)), weights.reshape(-1))
        weights *= np.float32(1 / math.sqrt(feeding))
    return layers


def cross_entropy(chances: Floats, tricks: IntArray) -> float:
    """The mean surprise, in nats, at the tricks that were taken; chances: (n, outcomes)."""
    return mean_surprise(chances, tricks)


def in_one_row(layers: Layers) -> tuple[Floats, Layers]:
    """A copy of all weights, (weights,) float32, and the layers as views of it."""
    row = np.concatenate([one.ravel() for one in layers])
    ends = np.cumsum([one.size for one in layers])
    parts = np.split(row, ends[:-1])
    return row, Layers(*(part.reshape(one.shape) for part, one in zip(parts, layers, strict=True)))


def gradients(layers: Layers, lesson: Lesson, hands: IntArray) -> Layers:
    """How the mean cross-entropy of up to BATCH hands of a lesson changes with each weight."""
    slopes = Layers(*map(np.zeros_like, layers))
    add_slopes(*layers, lesson.inputs, lesson.tricks, hands, *slopes)
    return slopes


def learn(
    layers: Layers,
    lesson: Lesson,
    stopping: Lesson,
    epochs: int,
    generator: np.random.Generator,
    progress: Callable[[int], None] = lambda _epoch: None,
) -> tuple[Layers, tuple[float, ...]]:
    """The layers after the epoch that was best on the deals to stop by, and all epochs' results."""
    weights, layers = in_one_row(layers)
    slope, slopes = in_one_row(layers)
    means, squares = np.zeros_like(weights), np.zeros_like(weights)
    steps = 0
    best, found = layers, [math.inf]
    for epoch in range(epochs):
        step = np.float32(STEP * (1 - 0.9 * epoch / max(1, epochs - 1)))
        order = generator.permutation(len(lesson.tricks))
        for begin in range(0, len(order), BATCH):
            slope[:] = 0
            hands = order[begin : begin + BATCH]
            add_slopes(*layers, lesson.inputs, lesson.tricks, hands, *slopes)
            steps += 1
            take_step(slope, means, squares, steps)
            weights -= step * slope
        surprise = cross_entropy(trick_chances(*layers, stopping.inputs), stopping.tricks)
        if surprise < min(found):
            best = Layers(*(one.copy() for one in layers))
        found.append(surprise)
        progress(epoch + 1)
        if min(found[-PATIENCE:]) > min(found):
            break
    return best, tuple(found[1:])
