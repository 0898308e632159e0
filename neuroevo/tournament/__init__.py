"""Who meets whom on which deals in which seats."""

from neuroevo.tournament.entrants import (
    Entrant,
    Named,
    find_entrant,
    find_entrants,
    network_entrant,
)
from neuroevo.tournament.simulation import SimulationResult, first_round, simulate
from neuroevo.tournament.statistics import Estimate
from neuroevo.tournament.tables import play_deals, play_given, play_tables
from neuroevo.tournament.whole_games import GamesResult, first_game, simulate_games
from neuroevo.tournament.work import Rounds

__all__ = [
    "Entrant",
    "Estimate",
    "GamesResult",
    "Named",
    "Rounds",
    "SimulationResult",
    "find_entrant",
    "find_entrants",
    "first_game",
    "first_round",
    "network_entrant",
    "play_deals",
    "play_given",
    "play_tables",
    "simulate",
    "simulate_games",
]
