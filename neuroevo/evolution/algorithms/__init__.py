"""Every algorithm by name; a new one is a new file and a line here."""

from neuroevo import extensions
from neuroevo.catalogue import Catalogue
from neuroevo.evolution.algorithms.antithetic import Antithetic
from neuroevo.evolution.algorithms.base import (
    Algorithm,
    AlgorithmSettings,
    Generation,
    UnreadAlgorithm,
    number_births,
)
from neuroevo.evolution.algorithms.cma_es import Cma
from neuroevo.evolution.algorithms.genetic import Genetic
from neuroevo.evolution.algorithms.own import OwnAlgorithm, check_algorithm
from neuroevo.evolution.algorithms.recombination import Recombination

ALGORITHMS: dict[str, type[Algorithm]] = {
    "recombination": Recombination,
    "genetic": Genetic,
    "antithetic": Antithetic,
    "cma": Cma,
}

CATALOGUE: Catalogue[Algorithm, AlgorithmSettings] = Catalogue(
    "algorithm",
    "evolution",
    "recombination",
    ALGORITHMS,
    extensions.ALGORITHMS,
    AlgorithmSettings,
    UnreadAlgorithm,
    check_algorithm,
)
find_algorithm = CATALOGUE.find
"""The class of an algorithm, ours, a package's or a user's own."""


def make_algorithm(
    settings: AlgorithmSettings, workers: int = 1, needed_by: str | None = None
) -> Algorithm:
    """The algorithm of these settings. workers: threads that may breed together. needed_by: see
    `Catalogue.find`."""
    kind = find_algorithm(settings.algorithm, needed_by)
    if settings.algorithm in ALGORITHMS:
        return kind(settings, workers)
    return OwnAlgorithm(kind, settings, workers)


__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "AlgorithmSettings",
    "Antithetic",
    "Cma",
    "Generation",
    "Genetic",
    "Recombination",
    "find_algorithm",
    "make_algorithm",
    "number_births",
]
