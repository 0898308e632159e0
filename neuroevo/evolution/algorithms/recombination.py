"""`recombination`: van Hus 2020, section 2.4.

The best half of a generation are parents; each recombines with another parent, weight by weight,
into one child; parents and children are the next generation. Then each member mutates with a chance
m, in which case each of its weights is replaced with chance m / 2; m falls over the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from deap import base, tools
from pydantic import Field, ValidationInfo, field_validator

from neuroevo.cards import Purpose, generator_for, run_key
from neuroevo.evolution.algorithms.base import AlgorithmSettings, Generation
from neuroevo.evolution.kernels.breeding import GAUSS, REPLACE, breed
from neuroevo.evolution.members import Member
from neuroevo.evolution.schedule import mutation_chance
from neuroevo.limits import LARGEST_STEP
from neuroevo.networks import random_weights
from neuroevo.settings import Settings
from neuroevo.tournament.threads import share_rows


class Mutation(Settings):
    """How members change."""

    kind: Literal["replace", "gauss"] = "replace"
    start: float = Field(default=0.8, ge=0, le=1, strict=False)
    end: float = Field(default=0.2, ge=0, le=1, strict=False)
    schedule: Literal["linear", "exponential", "constant"] = "linear"
    weight_share: float = Field(default=0.5, ge=0, le=1, strict=False)
    """A weight of a mutating member changes with this share of the chance: half of it."""
    sigma: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """The spread of `gauss`."""


class Recombination:
    """See the module."""

    class Settings(AlgorithmSettings):
        """The table `evolution` of an experiment."""

        algorithm: str = "recombination"
        parents: float = Field(default=0.5, gt=0, le=1, strict=False)
        """The share of members who have offspring."""
        elite: int = Field(default=0, ge=0)
        """So many of the best are never mutated."""
        mutation: Mutation = Mutation()

        @field_validator("elite")
        @classmethod
        def _of_the_members(cls, elite: int, info: ValidationInfo) -> int:
            if elite > info.data.get("population", elite):
                raise ValueError("takes no more than evolution.population")
            return elite

    def __init__(self, settings: Settings, workers: int) -> None:
        self.settings = settings
        self.workers = workers
        self.toolbox = base.Toolbox()
        self.toolbox.register("select", tools.selBest, k=self.parent_count)

    @property
    def parent_count(self) -> int:
        """How many members have offspring: a share of them, but two at least."""
        return max(2, round(self.settings.parents * self.settings.population))

    def chance(self, generation: int) -> float:
        """The chance that a member of this generation was mutated when it was made."""
        mutation = self.settings.mutation
        return mutation_chance(
            mutation.schedule, mutation.start, mutation.end, generation, self.settings.generations
        )

    def first(self, weight_count: int, seed: int) -> Generation:
        """Random networks; nobody has been mutated yet, the log shows the chance at the start."""
        members = self.settings.population
        generator = generator_for(seed, Purpose.INITIAL)
        births = np.stack([np.zeros(members, dtype=np.int64), np.arange(members)], axis=1)
        weights = random_weights(weight_count, members, generator)
        return Generation(0, weights, births, about={"mutation": self.chance(0)})

    def after(self, generation: Generation, members: Sequence[Member], seed: int) -> Generation:
        """Parents, their children, and mutation."""
        number = generation.number + 1
        row_of = {id(member): row for row, member in enumerate(members)}
        parents = np.array([row_of[id(one)] for one in self.toolbox.select(list(members))])
        mothers, fathers = self.pair(parents, len(members), seed, number)
        chance = self.chance(generation.number)
        mutation = self.settings.mutation
        offspring = np.empty_like(generation.weights)
        mutated = np.zeros(len(members), dtype=np.bool_)
        key = np.uint64(run_key(seed, Purpose.BREEDING, number, 1))

        def breed_rows(first: int, last: int) -> None:
            breed(
                generation.weights,
                mothers,
                fathers,
                chance,
                chance * mutation.weight_share,
                self.settings.elite,
                GAUSS if mutation.kind == "gauss" else REPLACE,
                mutation.sigma,
                key,
                first,
                last,
                offspring,
                mutated,
            )

        share_rows(breed_rows, len(members), self.workers)
        births = generation.births[mothers]
        born = mutated | (mothers != fathers)
        births[born, 0] = number
        births[born, 1] = np.flatnonzero(born)
        return Generation(number, offspring, births, about={"mutation": self.chance(number)})

    def pair(
        self, parents: np.ndarray, members: int, seed: int, number: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """The mother and father of every new member: (members,) int64 each.

        First the parents themselves, best first, with themselves; then each parent with another
        one, drawn at random, until the generation is full.
        """
        generator = generator_for(seed, Purpose.BREEDING, number, 0)
        kept = parents[:members]
        places = np.arange(members - len(kept)) % len(parents)
        others = generator.integers(0, len(parents) - 1, len(places))
        others += others >= places
        mothers = np.concatenate([kept, parents[places]])
        fathers = np.concatenate([kept, parents[others]])
        return mothers, fathers
