"""What an algorithm is: it makes the first generation, and from a judged one the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import ConfigDict, Field

from neuroevo.cards import Purpose, run_key
from neuroevo.cards.kernels.normals import fill_normals
from neuroevo.evolution.members import Member
from neuroevo.limits import MOST_GENERATIONS, MOST_POPULATION
from neuroevo.networks.architecture import Weights
from neuroevo.settings import Settings


class AlgorithmSettings(Settings):
    """The table `evolution` of an experiment: each algorithm adds its own, as `Settings`."""

    algorithm: str = ""
    population: int = Field(default=100, ge=2, le=MOST_POPULATION)
    generations: int = Field(default=200, ge=1, le=MOST_GENERATIONS)
    """At least so many."""
    patience: int = Field(default=200, ge=0, le=MOST_GENERATIONS)
    """And so many more after every new best."""


class UnreadAlgorithm(AlgorithmSettings):
    """Settings of an algorithm whose code is not at hand."""

    model_config = ConfigDict(extra="allow")


@dataclass(frozen=True)
class Generation:
    """A generation that waits to be judged.

    weights: (members, weights) float32, a new array for every generation. births: (members, 2)
    int64, each network's identity. state: whatever else the algorithm must remember; arrays, saved
    with the checkpoint. about: numbers for the log, such as the chance of mutation. incumbent:
    (weights,) float32, the network that the algorithm would bet on, which becomes the champion;
    None where that is the member with the highest fitness ever.
    """

    number: int
    weights: Weights
    births: NDArray[np.int64]
    state: dict[str, NDArray[Any]] = field(default_factory=dict)
    about: dict[str, float] = field(default_factory=dict)
    incumbent: Weights | None = None


def number_births(number: int, members: int) -> NDArray[np.int64]:
    """Identities of a generation all of whose members are new: (members, 2) int64."""
    return np.stack([np.full(members, number), np.arange(members)], axis=1)


def first_centre(weight_count: int, spread: float, seed: int) -> NDArray[np.float64]:
    """Where a strategy begins: (weights,) float64, normal with this spread."""
    centre = np.empty(weight_count)
    fill_normals(np.uint64(run_key(seed, Purpose.INITIAL)), centre)
    return spread * centre


class Algorithm(Protocol):
    """One file each, chosen by `algorithm = "…"` in the experiment.

    Randomness comes from the run's seed and the generation's number alone, never from a generator
    that lives through the run: so a resumed run goes on as if it had never stopped.
    """

    def __init__(self, settings: Any, workers: int) -> None:
        """settings: of the class' own `Settings`, a nested class derived from `AlgorithmSettings`,
        which complains about what does not fit. workers: threads that may breed together."""
        ...

    def first(self, weight_count: int, seed: int) -> Generation:
        """Generation 0."""
        ...

    def after(self, generation: Generation, members: Sequence[Member], seed: int) -> Generation:
        """The generation that follows a judged one; `members` are in the order of its rows."""
        ...
