"""`antithetic`: an evolution strategy that follows the fitness of mirrored pairs uphill.

Salimans, Ho, Chen, Sidor & Sutskever 2017, "Evolution strategies as a scalable alternative to
reinforcement learning": one network, the centre, is disturbed by normal steps, each once forwards
and once backwards; the ranks of what they score say which way is up, and Adam (Kingma & Ba 2015)
takes the step. The centre is what the run is about: it is the champion, not the luckiest of those
who were sent out around it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator

from neuroevo.cards import Purpose, run_key
from neuroevo.evolution.algorithms.base import (
    AlgorithmSettings,
    Generation,
    first_centre,
    number_births,
)
from neuroevo.evolution.kernels.adam import take_step
from neuroevo.evolution.kernels.steps import add_up_pairs, step_both_ways
from neuroevo.evolution.members import Member
from neuroevo.evolution.schedule import falling
from neuroevo.limits import LARGEST_STEP
from neuroevo.networks.architecture import Weights
from neuroevo.settings import Settings
from neuroevo.tournament.threads import share_rows


class Strategy(Settings):
    """How far it looks, and how far it goes."""

    sigma: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """The spread of the steps about the centre."""
    rate: float = Field(default=0.05, gt=0, le=LARGEST_STEP, strict=False)
    """The length of a step uphill at first; it falls in a line."""
    rate_end: float = Field(default=0.01, gt=0, le=LARGEST_STEP, strict=False)
    """And at last."""
    decay: float = Field(default=0.0, ge=0, le=1, strict=False)
    """Weights shrink by so many steps of their own size."""
    spread: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """Of the first centre's weights."""


class Antithetic:
    """See the module."""

    class Settings(AlgorithmSettings):
        """The table `evolution` of an experiment."""

        algorithm: str = "antithetic"
        strategy: Strategy = Strategy()

        @field_validator("population")
        @classmethod
        def _pairs(cls, population: int) -> int:
            if population % 2:
                raise ValueError(
                    "takes an even number for algorithm 'antithetic', whose members are pairs, "
                    f"not {population}"
                )
            return population

    def __init__(self, settings: Settings, workers: int) -> None:
        self.settings = settings
        self.workers = workers

    def rate(self, generation: int) -> float:
        """The length of a step in this generation."""
        strategy = self.settings.strategy
        return falling(strategy.rate, strategy.rate_end, generation, self.settings.generations)

    def first(self, weight_count: int, seed: int) -> Generation:
        """Pairs about a random centre."""
        centre = first_centre(weight_count, self.settings.strategy.spread, seed)
        nothing = np.zeros(weight_count)
        state = {"centre": centre, "slope": nothing, "square": nothing}
        return self._around(0, state, seed)

    def after(self, generation: Generation, members: Sequence[Member], seed: int) -> Generation:
        """A step uphill, and pairs about where it leads."""
        strategy, state = self.settings.strategy, generation.state
        scores = np.array([member.score for member in members])
        uphill = uphill_direction(scores, generation.weights, strategy.sigma, self.workers)
        number, rate = generation.number + 1, self.rate(generation.number)
        centre, slope, square = state["centre"], state["slope"].copy(), state["square"].copy()
        take_step(uphill, slope, square, number)
        centre = centre + rate * (uphill - strategy.decay * centre)
        return self._around(number, {"centre": centre, "slope": slope, "square": square}, seed)

    def _around(self, number: int, state: dict[str, NDArray[np.float64]], seed: int) -> Generation:
        """The generation of this number: the centre with each step forwards, then backwards."""
        centre, sigma = state["centre"], self.settings.strategy.sigma
        weights = np.empty((self.settings.population, len(centre)), dtype=np.float32)
        key = np.uint64(run_key(seed, Purpose.BREEDING, number))
        share_rows(
            lambda first, last: step_both_ways(centre, sigma, key, first, last, weights),
            len(weights) // 2,
            self.workers,
        )
        return Generation(
            number,
            weights,
            number_births(number, self.settings.population),
            state=dict(state),
            about={"mutation": sigma},
            incumbent=centre.astype(np.float32),
        )


def uphill_direction(
    scores: NDArray[np.float64], weights: Weights, sigma: float, workers: int = 1
) -> NDArray[np.float64]:
    """Which way fitness rises: the steps, weighted by how much better forwards was than backwards.

    scores: (2 * pairs,), forwards and backwards in turn, compared by rank, which no outlier can
    bend. weights: (2 * pairs, weights), the networks that scored; half of what lies between a pair
    is its step, so that nothing has to be drawn again. sigma: the spread of the steps. Returns
    (weights,) float64, for steps of spread 1.
    """
    from scipy import stats  # here, because it takes a third of a second to import

    ranks = stats.rankdata(scores) / len(scores)
    better = ranks[0::2] - ranks[1::2]
    found = np.empty(weights.shape[1])
    share_rows(
        lambda first, last: add_up_pairs(better, weights, first, last, found),
        len(found),
        workers,
    )
    return found / (2 * sigma * len(better))
