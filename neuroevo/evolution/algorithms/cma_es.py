"""`cma`: evolution with an adapted covariance matrix, DEAP's own strategy, for small networks.

Hansen & Ostermeier 2001, "Completely derandomized self-adaptation in evolution strategies". The
matrix has as many rows as the network has weights, so this is for networks of some hundreds. The
centroid is the champion.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from deap import cma
from numpy.typing import NDArray
from pydantic import Field
from threadpoolctl import threadpool_limits

from neuroevo.cards import Purpose, generator_for
from neuroevo.errors import BadInput
from neuroevo.evolution.algorithms.base import (
    AlgorithmSettings,
    Generation,
    first_centre,
    number_births,
)
from neuroevo.evolution.members import Member
from neuroevo.limits import LARGEST_STEP
from neuroevo.settings import Settings

MOST_WEIGHTS = 2_000
REMEMBERED = ("centroid", "C", "pc", "ps")


class Strategy(Settings):
    """Where it begins."""

    sigma: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """The spread of the first generation about the centroid; it adapts."""
    spread: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """Of the first centroid's weights."""


class Cma:
    """See the module."""

    class Settings(AlgorithmSettings):
        """The table `evolution` of an experiment."""

        algorithm: str = "cma"
        strategy: Strategy = Strategy()

    def __init__(self, settings: Settings, workers: int) -> None:
        self.settings = settings
        self.workers = workers
        self._living: tuple[int, Any] | None = None

    def first(self, weight_count: int, seed: int) -> Generation:
        """Networks drawn about a random centroid."""
        if weight_count > MOST_WEIGHTS:
            raise BadInput(
                f"algorithm 'cma' is for networks of at most {MOST_WEIGHTS:,} weights; this one "
                f"has {weight_count:,}: take 'antithetic'"
            )
        centre = first_centre(weight_count, self.settings.strategy.spread, seed)
        with threadpool_limits(1):
            sigma, members = self.settings.strategy.sigma, self.settings.population
            return self._draw(0, cma.Strategy(centre, sigma, lambda_=members), seed)

    def after(self, generation: Generation, members: Sequence[Member], seed: int) -> Generation:
        """Let DEAP's strategy learn from the judged networks, and draw new ones."""
        # One thread: several help little with so small a matrix, get into the players' way, and
        # may round differently on another machine.
        with threadpool_limits(1):
            strategy = self._strategy(generation)
            strategy.update([_Point(member) for member in members])
            return self._draw(generation.number + 1, strategy, seed)

    def _draw(self, number: int, strategy: Any, seed: int) -> Generation:
        """DEAP draws from numpy's global generator; a run's dice must be its own."""
        shape = (self.settings.population, strategy.dim)
        steps = generator_for(seed, Purpose.BREEDING, number).standard_normal(shape)
        weights = (strategy.centroid + strategy.sigma * steps @ strategy.BD.T).astype(np.float32)
        self._living = (number, strategy)
        state: dict[str, NDArray[Any]] = {
            name: np.array(getattr(strategy, name)) for name in REMEMBERED
        }
        state["sigma"] = np.array(strategy.sigma)
        return Generation(
            number,
            weights,
            number_births(number, self.settings.population),
            state=state,
            about={"mutation": float(strategy.sigma)},
            incumbent=np.asarray(strategy.centroid, dtype=np.float32),
        )

    def _strategy(self, generation: Generation) -> Any:
        """The strategy that drew a generation: the living one, or one made again from its state."""
        if self._living is not None and self._living[0] == generation.number:
            return self._living[1]
        state = generation.state
        strategy = cma.Strategy(
            state["centroid"],
            float(state["sigma"]),
            lambda_=self.settings.population,
            cmatrix=state["C"],
        )
        strategy.pc, strategy.ps = state["pc"], state["ps"]
        strategy.update_count = generation.number
        return strategy


class _Point:
    """A judged network as DEAP's strategy wants it: an array with a fitness."""

    def __init__(self, member: Member) -> None:
        self.fitness = member.fitness
        self.weights = member.weights.astype(np.float64)

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[np.float64]:
        return self.weights
