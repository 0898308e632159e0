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
from neuroevo.players.written_player import WrittenPlayer

__all__ = [
    "ROSTER",
    "Builtin",
    "CountingBidder",
    "MonteCarloEuchrePlayer",
    "RandomBidder",
    "RosterEntry",
    "WrittenPlayer",
    "find_player",
    "seat_all",
    "seated",
]
