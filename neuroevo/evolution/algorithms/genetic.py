"""`genetic`: a Gaussian genetic algorithm with elitism.

Such, Madhavan, Conti, Lehman, Stanley & Clune 2017, "Deep neuroevolution": the best members are
parents; the very best live on as they are; every other place is filled by a parent, drawn at
random, all of whose weights move by normal steps. Nothing is recombined. The first member, who was
the best of the generation before, is the champion.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from deap import base, tools
from numpy.typing import NDArray
from pydantic import Field, ValidationInfo, field_validator

from neuroevo.cards import Purpose, generator_for, run_key
from neuroevo.evolution.algorithms.base import AlgorithmSettings, Generation, number_births
from neuroevo.evolution.kernels.steps import step_away
from neuroevo.evolution.members import Member
from neuroevo.evolution.schedule import falling
from neuroevo.limits import LARGEST_STEP
from neuroevo.networks.architecture import Weights
from neuroevo.settings import Settings
from neuroevo.tournament.threads import share_rows


class Strategy(Settings):
    """How far children are from their parents."""

    sigma: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """The spread of the steps away from a parent, at first."""
    rate: float = Field(default=0.05, gt=0, le=LARGEST_STEP, strict=False)
    """Only its ratio to the next one counts."""
    rate_end: float = Field(default=0.01, gt=0, le=LARGEST_STEP, strict=False)
    """sigma falls in a line, to `rate_end / rate` of what it was."""
    spread: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """Of the first weights."""


class Genetic:
    """See the module."""

    class Settings(AlgorithmSettings):
        """The table `evolution` of an experiment."""

        algorithm: str = "genetic"
        parents: float = Field(default=0.5, gt=0, le=1, strict=False)
        """The share of members who have offspring."""
        elite: int = 1
        """So many of the best live on as they are."""
        strategy: Strategy = Strategy()

        @field_validator("elite")
        @classmethod
        def _some_live_on(cls, elite: int, info: ValidationInfo) -> int:
            if not 1 <= elite < info.data.get("population", elite + 1):
                raise ValueError(
                    "takes 1 to population - 1 for algorithm 'genetic', whose best live on, "
                    f"not {elite}"
                )
            return elite

    def __init__(self, settings: Settings, workers: int) -> None:
        self.settings = settings
        self.workers = workers
        self.parent_count = max(1, round(settings.parents * settings.population))
        self.toolbox = base.Toolbox()
        self.toolbox.register("select", tools.selBest, k=self.parent_count)

    def sigma(self, generation: int) -> float:
        """The spread of the steps that lead to this generation."""
        strategy = self.settings.strategy
        share = falling(
            1.0, strategy.rate_end / strategy.rate, generation, self.settings.generations
        )
        return strategy.sigma * share

    def first(self, weight_count: int, seed: int) -> Generation:
        """Random networks."""
        members, spread = self.settings.population, self.settings.strategy.spread
        nobody = np.zeros((1, weight_count), dtype=np.float32)
        weights = np.empty((members, weight_count), dtype=np.float32)
        key = run_key(seed, Purpose.INITIAL)
        self._fill(weights, nobody, np.zeros(members, dtype=np.int64), spread, key)
        return Generation(
            0,
            weights,
            number_births(0, members),
            about={"mutation": self.sigma(0)},
            incumbent=weights[0].copy(),
        )

    def after(self, generation: Generation, members: Sequence[Member], seed: int) -> Generation:
        """The elite, and children that differ from their parents by normal steps."""
        number, elite = generation.number + 1, self.settings.elite
        row_of = {id(member): row for row, member in enumerate(members)}
        parents = np.array([row_of[id(one)] for one in self.toolbox.select(list(members))])
        generator = generator_for(seed, Purpose.BREEDING, number, 0)
        drawn = parents[generator.integers(0, len(parents), len(members) - elite)]
        kept = np.array([row_of[id(one)] for one in tools.selBest(list(members), elite)])
        weights = np.empty_like(generation.weights)
        weights[:elite] = generation.weights[kept]
        key = run_key(seed, Purpose.BREEDING, number, 1)
        self._fill(weights[elite:], generation.weights, drawn, self.sigma(number), key)
        births = number_births(number, len(members))
        births[:elite] = generation.births[kept]
        return Generation(
            number,
            weights,
            births,
            about={"mutation": self.sigma(number)},
            incumbent=weights[0].copy(),
        )

    def _fill(
        self,
        children: Weights,
        weights: Weights,
        parents: NDArray[np.int64],
        sigma: float,
        key: int,
    ) -> None:
        """Write children of parents, which are rows of `weights`; each has a key of its own."""
        share_rows(
            lambda first, last: step_away(
                weights, parents, sigma, np.uint64(key), first, last, children
            ),
            len(children),
            self.workers,
        )
