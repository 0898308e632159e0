"""`cma`: evolution with an adapted covariance matrix, for small networks.

Hansen & Ostermeier 2001, "Completely derandomized self-adaptation in evolution strategies", with
the parameters of DEAP's strategy. That one draws by the eigenvectors of the matrix, from a library
that rounds as it suits the processor; here a Cholesky factor takes their place, as in Krause,
Arbonès & Igel 2016, "CMA-ES with optimal covariance update and storage complexity". The matrix has
as many rows as the network has weights, so this is for networks of some hundreds. The centroid is
the champion.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from deap import cma
from numpy.typing import NDArray
from pydantic import Field

from neuroevo.arithmetic import exp, log, product, total, whole_power
from neuroevo.cards import Purpose, run_key
from neuroevo.errors import BadInput
from neuroevo.evolution.algorithms.base import (
    AlgorithmSettings,
    Generation,
    first_centre,
    number_births,
)
from neuroevo.evolution.kernels.covariance import adapt, cholesky, draw_about, normals_behind
from neuroevo.evolution.members import Member
from neuroevo.limits import LARGEST_STEP
from neuroevo.networks.architecture import Weights
from neuroevo.settings import Settings
from neuroevo.tournament.threads import share_rows

MOST_WEIGHTS = 2_000
REMEMBERED = ("centroid", "C", "pc", "ps")


class Strategy(Settings):
    """Where it begins."""

    sigma: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """The spread of the first generation about the centroid; it adapts."""
    spread: float = Field(default=0.1, gt=0, le=LARGEST_STEP, strict=False)
    """Of the first centroid's weights."""


class CholeskyStrategy(cma.Strategy):  # type: ignore[misc]
    """DEAP's strategy with a Cholesky factor, and all of its sums in an order of their own.

    C: the covariance matrix, of which only the upper half counts. factor: see
    `kernels/covariance.py`. The other names are DEAP's.
    """

    def __init__(
        self, centroid: NDArray[np.float64], sigma: float, members: int, workers: int = 1
    ) -> None:
        # DEAP's own would look for eigenvectors.
        self.centroid = centroid
        self.dim = len(centroid)
        self.sigma = sigma
        self.pc, self.ps = np.zeros(self.dim), np.zeros(self.dim)
        self.chiN = math.sqrt(self.dim) * (1 - 1 / (4 * self.dim) + 1 / (21 * self.dim * self.dim))
        self.C = self.factor = np.identity(self.dim)
        self.lambda_ = members
        self.update_count = 0
        self.workers = workers
        self.computeParams({})

    def computeParams(self, params: dict[str, Any]) -> None:  # noqa: ARG002, N802
        """DEAP's defaults."""
        size = self.dim
        self.mu = self.lambda_ // 2
        places = [log(self.mu + 0.5) - log(float(place)) for place in range(1, self.mu + 1)]
        self.weights = np.array(places) / total(places)
        self.mueff = 1 / total(self.weights * self.weights)
        self.cc = 4 / (size + 4)
        self.cs = (self.mueff + 2) / (size + self.mueff + 3)
        self.ccov1 = 2 / ((size + 1.3) * (size + 1.3) + self.mueff)
        of_parents = 2 * (self.mueff - 2 + 1 / self.mueff) / ((size + 2) * (size + 2) + self.mueff)
        self.ccovmu = min(1 - self.ccov1, of_parents)
        self.damps = 1 + 2 * max(0.0, math.sqrt((self.mueff - 1) / (size + 1)) - 1) + self.cs

    def draw(self, key: int) -> Weights:
        """Networks about the centroid: (members, weights) float32."""
        weights = np.empty((self.lambda_, self.dim), dtype=np.float32)
        share_rows(
            lambda first, last: draw_about(
                self.centroid, self.sigma, self.factor, np.uint64(key), first, last, weights
            ),
            self.lambda_,
            self.workers,
        )
        return weights

    def update(self, population: Sequence[Member]) -> None:
        """Learn from judged networks."""
        parents = sorted(population, key=lambda member: member.fitness, reverse=True)[: self.mu]
        steps = np.array([member.weights for member in parents], dtype=np.float64) - self.centroid
        moved = product(self.weights, steps)
        self.centroid = self.centroid + moved

        # The paths of the centroid: one that shows whether its steps are too short or too long, and
        # one that the matrix learns from.
        ahead = math.sqrt(self.cs * (2 - self.cs) * self.mueff) / self.sigma
        self.ps = (1 - self.cs) * self.ps + ahead * normals_behind(self.factor, moved)
        length = math.sqrt(total(self.ps * self.ps)) / self.chiN
        self.update_count += 1
        seen = math.sqrt(1 - whole_power(1 - self.cs, 2 * self.update_count))
        steady = length / seen < 1.4 + 2 / (self.dim + 1)
        ahead = math.sqrt(self.cc * (2 - self.cc) * self.mueff) / self.sigma if steady else 0.0
        self.pc = (1 - self.cc) * self.pc + ahead * moved

        lost = 0.0 if steady else self.ccov1 * self.cc * (2 - self.cc)
        self._adapt(
            1 - self.ccov1 - self.ccovmu + lost,
            self.ccovmu * self.weights / (self.sigma * self.sigma),
            steps,
        )
        self.sigma *= exp((length - 1) * self.cs / self.damps)

    def _adapt(self, keep: float, shares: NDArray[np.float64], steps: NDArray[np.float64]) -> None:
        """Keep so much of the matrix, and add the path's part and the parents' shares."""
        before, adapted = self.C, np.zeros_like(self.C)
        share_rows(
            lambda first, last: adapt(
                before, keep, self.ccov1, self.pc, shares, steps, first, last, adapted
            ),
            self.dim,
            self.workers,
        )
        self.C = adapted
        self.factor = cholesky(adapted)


class Cma:
    """See the module."""

    class Settings(AlgorithmSettings):
        """The table `evolution` of an experiment."""

        algorithm: str = "cma"
        strategy: Strategy = Strategy()

    def __init__(self, settings: Settings, workers: int) -> None:
        self.settings = settings
        self.workers = workers
        self._living: tuple[int, CholeskyStrategy] | None = None

    def first(self, weight_count: int, seed: int) -> Generation:
        """Networks drawn about a random centroid."""
        if weight_count > MOST_WEIGHTS:
            raise BadInput(
                f"algorithm 'cma' is for networks of at most {MOST_WEIGHTS:,} weights; this one "
                f"has {weight_count:,}: take 'antithetic'"
            )
        strategy = self.settings.strategy
        centre = first_centre(weight_count, strategy.spread, seed)
        return self._draw(0, self._new(centre, strategy.sigma), seed)

    def after(self, generation: Generation, members: Sequence[Member], seed: int) -> Generation:
        """Let the strategy learn from the judged networks, and draw new ones."""
        strategy = self._strategy(generation)
        strategy.update(members)
        return self._draw(generation.number + 1, strategy, seed)

    def _new(self, centroid: NDArray[np.float64], sigma: float) -> CholeskyStrategy:
        return CholeskyStrategy(centroid, sigma, self.settings.population, self.workers)

    def _draw(self, number: int, strategy: CholeskyStrategy, seed: int) -> Generation:
        """The generation of this number."""
        weights = strategy.draw(run_key(seed, Purpose.BREEDING, number))
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

    def _strategy(self, generation: Generation) -> CholeskyStrategy:
        """The strategy that drew a generation: the living one, or one made again from its state."""
        if self._living is not None and self._living[0] == generation.number:
            return self._living[1]
        state = generation.state
        strategy = self._new(state["centroid"], float(state["sigma"]))
        for name in REMEMBERED:
            setattr(strategy, name, state[name])
        strategy.factor = cholesky(strategy.C)
        strategy.update_count = generation.number
        return strategy
