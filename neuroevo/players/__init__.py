"""Players by name: all of them play at the referee's table, and most in the kernel too."""

from neuroevo.players.bidders import CountingBidder, RandomBidder
from neuroevo.players.mc_euchre import MonteCarloEuchrePlayer
from neuroevo.players.own import SlowPlayer, speaks
from neuroevo.players.questions import Questions
from neuroevo.players.roster import ROSTER, find_player, seat_all, seated
from neuroevo.players.roster_entry import RosterEntry, RosterPlayer
from neuroevo.players.written_player import WrittenPlayer

__all__ = [
    "ROSTER",
    "CountingBidder",
    "MonteCarloEuchrePlayer",
    "Questions",
    "RandomBidder",
    "RosterEntry",
    "RosterPlayer",
    "SlowPlayer",
    "WrittenPlayer",
    "find_player",
    "seat_all",
    "seated",
    "speaks",
]
