"""`genetic`: a Gaussian genetic algorithm with elitism.

Such, Madhavan, Conti, Lehman, Stanley & Clune 2017, "Deep neuroevolution": the best members are
parents; the very best live on as they are; every other place is filled by a parent, drawn at
random, all of whose weights move by normal steps. Nothing is recombined. The first member, who was
the best of the generation before, is the champion.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from deap import base, tools

from neuroevo.cards import Purpose, generator_for
from neuroevo.errors import BadInput
from neuroevo.evolution.algorithms.base import Generation, number_births
from neuroevo.evolution.members import Member
from neuroevo.evolution.schedule import falling

if TYPE_CHECKING:
    from neuroevo.evolution.experiment import EvolutionSettings


class Genetic:
    """See the module."""

    def __init__(self, settings: EvolutionSettings, workers: int) -> None:
        if not 1 <= settings.elite < settings.population:
            raise BadInput(
                "evolution.elite takes 1 to population - 1 for algorithm 'genetic', whose best "
                f"live on, not {settings.elite}"
            )
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
        generator = generator_for(seed, Purpose.INITIAL)
        weights = spread * generator.standard_normal((members, weight_count), dtype=np.float32)
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
        generator = generator_for(seed, Purpose.BREEDING, number)
        drawn = parents[generator.integers(0, len(parents), len(members) - elite)]
        shape = (len(drawn), generation.weights.shape[1])
        steps = generator.standard_normal(shape, dtype=np.float32)
        best = tools.selBest(list(members), elite)
        kept = np.array([row_of[id(one)] for one in best])
        children = generation.weights[drawn] + np.float32(self.sigma(number)) * steps
        weights = np.concatenate([generation.weights[kept], children])
        births = number_births(number, len(members))
        births[:elite] = generation.births[kept]
        return Generation(
            number,
            weights,
            births,
            about={"mutation": self.sigma(number)},
            incumbent=weights[0].copy(),
        )
