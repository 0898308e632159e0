"""Who meets whom on which deals in which seats."""

from neuroevo.tournament.entrants import Entrant, find_entrant, find_entrants, network_entrant
from neuroevo.tournament.simulation import SimulationResult, first_round, simulate
from neuroevo.tournament.statistics import Estimate
from neuroevo.tournament.tables import Rounds, play_deals, play_given, play_tables

__all__ = [
    "Entrant",
    "Estimate",
    "Rounds",
    "SimulationResult",
    "find_entrant",
    "find_entrants",
    "first_round",
    "network_entrant",
    "play_deals",
    "play_given",
    "play_tables",
    "simulate",
]
