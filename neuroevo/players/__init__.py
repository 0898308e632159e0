"""Players for both engines: every name below plays in the kernel and at the referee's table."""

from neuroevo.players.bidders import CountingBidder, RandomBidder
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
    HighestPlayer,
    LowestPlayer,
    RandomPlayer,
)

__all__ = [
    "ROSTER",
    "Builtin",
    "CountingBidder",
    "GreedyPlayer",
    "HighestPlayer",
    "LowestPlayer",
    "RandomBidder",
    "RandomPlayer",
    "RosterEntry",
    "find_player",
    "seat_all",
    "seated",
]
