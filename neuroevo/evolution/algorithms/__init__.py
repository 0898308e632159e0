"""Every algorithm by name; a new one is a new file and a line here."""

from neuroevo.evolution.algorithms.base import Algorithm, Generation
from neuroevo.evolution.algorithms.recombination import Recombination

ALGORITHMS = {"recombination": Recombination}

__all__ = ["ALGORITHMS", "Algorithm", "Generation", "Recombination"]
