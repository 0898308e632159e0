"""Players by name: all of them play at the referee's table, and most in the kernel too."""

from neuroevo.players.bidders import CountingBidder, RandomBidder
from neuroevo.players.mc_euchre import MonteCarloEuchrePlayer
from neuroevo.players.roster import (
    ROSTER,
    Builtin,
    RosterEntry,
    find_player,
    seat_all,
    seated,
)
from neuroevo.players.rule_players import (
    GreedyPlayer,
    HeuristicPlayer,
    HighestPlayer,
    LowestPlayer,
    RandomPlayer,
)

__all__ = [
    "ROSTER",
    "Builtin",
    "CountingBidder",
    "GreedyPlayer",
    "HeuristicPlayer",
    "HighestPlayer",
    "LowestPlayer",
    "MonteCarloEuchrePlayer",
    "RandomBidder",
    "RandomPlayer",
    "RosterEntry",
    "find_player",
    "seat_all",
    "seated",
]
