"""Every algorithm by name; a new one is a new file and a line here."""

from neuroevo.evolution.algorithms.antithetic import Antithetic
from neuroevo.evolution.algorithms.base import Algorithm, Generation
from neuroevo.evolution.algorithms.cma_es import Cma
from neuroevo.evolution.algorithms.genetic import Genetic
from neuroevo.evolution.algorithms.recombination import Recombination

ALGORITHMS: dict[str, type[Algorithm]] = {
    "recombination": Recombination,
    "genetic": Genetic,
    "antithetic": Antithetic,
    "cma": Cma,
}

__all__ = ["ALGORITHMS", "Algorithm", "Antithetic", "Cma", "Generation", "Genetic", "Recombination"]
