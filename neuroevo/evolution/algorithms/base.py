"""What an algorithm is: it makes the first generation, and from a judged one the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from neuroevo.evolution.members import Member
from neuroevo.networks.architecture import Weights

if TYPE_CHECKING:
    from neuroevo.evolution.experiment import EvolutionSettings

INITIAL, BREEDING = 20, 21
"""The purposes that evolution's seeds are spawned for (see `run_key`)."""


@dataclass(frozen=True)
class Generation:
    """A generation that waits to be judged.

    weights: (members, weights) float32, a new array for every generation. births: (members, 2)
    int64, each network's identity. state: whatever else the algorithm must remember; arrays, saved
    with the checkpoint. about: numbers for the log, such as the chance of mutation.
    """

    number: int
    weights: Weights
    births: NDArray[np.int64]
    state: dict[str, NDArray[Any]] = field(default_factory=dict)
    about: dict[str, float] = field(default_factory=dict)


class Algorithm(Protocol):
    """One file each, chosen by `algorithm = "…"` in the experiment.

    Randomness comes from the run's seed and the generation's number alone, never from a generator
    that lives through the run: so a resumed run goes on as if it had never stopped.
    """

    settings: EvolutionSettings
    workers: int

    def first(self, weight_count: int, seed: int) -> Generation:
        """Generation 0."""
        ...

    def after(self, generation: Generation, members: Sequence[Member], seed: int) -> Generation:
        """The generation that follows a judged one; `members` are in the order of its rows."""
        ...
