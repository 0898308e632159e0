"""Who meets whom on which deals in which seats."""

from neuroevo.tournament.simulation import SimulationResult, first_round, simulate
from neuroevo.tournament.statistics import Estimate

__all__ = ["Estimate", "SimulationResult", "first_round", "simulate"]
