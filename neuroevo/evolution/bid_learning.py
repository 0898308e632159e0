"""How a bidder learns: Adam on the cross-entropy of the tricks taken, in plain numpy.

Kingma and Ba, "Adam: a method for stochastic optimization" (2015).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neuroevo.evolution.bid_lessons import Lesson
from neuroevo.networks.bidder import Floats, Layers, forward
from neuroevo.tournament.statistics import IntArray

PATIENCE = 3
"""Epochs without progress after which it stops."""
BATCH = 128
"""Hands at a time: so few that numpy multiplies in one thread. For matrices as small as these,
several threads took 18 times as long on a busy machine, and they may round otherwise elsewhere."""
STEP = 3e-3
"""Adam's step at first; it falls to a tenth of it by the last epoch."""
MEAN_DECAY, SQUARE_DECAY, TINY = 0.9, 0.999, 1e-8
"""Adam's other numbers, as its authors have them."""


def first_layers(
    inputs: int, on: int, units: int, outcomes: int, generator: np.random.Generator
) -> Layers:
    """Small random weights: float32. on: how many inputs are on at a time."""
    return Layers(
        generator.normal(0, 1 / math.sqrt(on), (inputs, units)).astype(np.float32),
        np.zeros(units, dtype=np.float32),
        generator.normal(0, 1 / math.sqrt(units), (outcomes, units)).astype(np.float32),
        np.zeros(outcomes, dtype=np.float32),
    )


def cross_entropy(chances: Floats, tricks: IntArray) -> float:
    """The mean surprise, in nats, at the tricks that were taken; chances: (n, outcomes)."""
    found = chances[np.arange(len(tricks)), tricks]
    return float(-np.log(np.maximum(found, np.finfo(found.dtype).tiny)).mean())


def gradients(layers: Layers, inputs: Floats, tricks: IntArray) -> Layers:
    """How the mean cross-entropy of these hands changes with each weight."""
    signals, chances = forward(layers, inputs)
    error = chances.copy()
    error[np.arange(len(tricks)), tricks] -= 1
    error /= len(tricks)
    back = (error @ layers.last) * (1 - signals * signals)
    return Layers(inputs.T @ back, back.sum(axis=0), error.T @ signals, error.sum(axis=0))


@dataclass
class Adam:
    """Running means of the gradients and of their squares; Kingma and Ba 2015, algorithm 1."""

    means: Layers
    squares: Layers
    steps: int = 0

    @classmethod
    def at_rest(cls, layers: Layers) -> Adam:
        """Before the first step."""
        return cls(Layers(*map(np.zeros_like, layers)), Layers(*map(np.zeros_like, layers)))

    def move(self, layers: Layers, slopes: Layers, step: float) -> None:
        """One step against the gradients, in place."""
        self.steps += 1
        unbiased = math.sqrt(1 - SQUARE_DECAY**self.steps) / (1 - MEAN_DECAY**self.steps)
        for weights, slope, mean, square in zip(
            layers, slopes, self.means, self.squares, strict=True
        ):
            mean += (1 - MEAN_DECAY) * (slope - mean)
            square += (1 - SQUARE_DECAY) * (slope * slope - square)
            weights -= np.float32(step * unbiased) * mean / (np.sqrt(square) + np.float32(TINY))


def learn(
    layers: Layers,
    lesson: Lesson,
    stopping: Lesson,
    epochs: int,
    generator: np.random.Generator,
    progress: Callable[[int], None] = lambda _epoch: None,
) -> tuple[Layers, tuple[float, ...]]:
    """The layers after the epoch that was best on the deals to stop by, and all epochs' results."""
    adam = Adam.at_rest(layers)
    best, found = layers, [math.inf]
    for epoch in range(epochs):
        step = STEP * (1 - 0.9 * epoch / max(1, epochs - 1))
        order = generator.permutation(len(lesson.tricks))
        for first in range(0, len(order), BATCH):
            some = order[first : first + BATCH]
            inputs = lesson.inputs[some].astype(np.float32)
            adam.move(layers, gradients(layers, inputs, lesson.tricks[some]), step)
        surprise = cross_entropy(in_pieces(layers, stopping.inputs), stopping.tricks)
        if surprise < min(found):
            best = Layers(*(one.copy() for one in layers))
        found.append(surprise)
        progress(epoch + 1)
        if min(found[-PATIENCE:]) > min(found):
            break
    return best, tuple(found[1:])


def in_pieces(layers: Layers, inputs: NDArray[np.uint8]) -> Floats:
    """The chances of many hands, without a large copy of their inputs: (n, outcomes) float32."""
    pieces = [
        forward(layers, inputs[first : first + BATCH].astype(np.float32))[1]
        for first in range(0, len(inputs), BATCH)
    ]
    return np.concatenate(pieces)
