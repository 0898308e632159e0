"""A member of a generation as DEAP sees it: a row of the weight matrix, and a fitness.

Never an array itself: DEAP copies and pickles individuals, and the weights of a generation are one
matrix.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from deap import base

from neuroevo.networks.architecture import Weights


class MostFitness(base.Fitness):  # type: ignore[misc]
    """More is better; points that hurt are counted below zero."""

    weights = (1.0,)


class Member:
    """One network of a generation.

    identity: the generation it was born in (by recombination or mutation) and its row there; no two
    networks of a run share it. weights: its row of the generation's matrix; a copy of a member has
    a copy of it, so that the hall of fame keeps no generation alive.
    """

    def __init__(self, weights: Weights, identity: tuple[int, int], tricks: int = 0) -> None:
        self.weights = weights
        self.identity = identity
        self.tricks = tricks
        self.fitness: Any = MostFitness()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Member:
        copy = Member(self.weights.copy(), self.identity, self.tricks)
        copy.fitness.values = self.fitness.values
        return copy

    @property
    def score(self) -> float:
        """Its fitness as a number."""
        return float(self.fitness.values[0])


def score_of(member: Member) -> float:
    """The key of DEAP's Statistics; a function, since a lambda can't be pickled."""
    return member.score


def same_network(one: Member, other: Member) -> bool:
    """Whether two members are one network, for DEAP's HallOfFame."""
    return one.identity == other.identity


def generation_members(
    weights: Weights, births: np.ndarray[Any, Any], fitness: Any, tricks: Any
) -> list[Member]:
    """The members of an evaluated generation. births: (members, 2) int64, their identities."""
    members = []
    for row in range(len(weights)):
        identity = (int(births[row, 0]), int(births[row, 1]))
        member = Member(weights[row], identity, int(tricks[row]))
        member.fitness.values = (float(fitness[row]),)
        members.append(member)
    return members
