"""A written player at the referee's table: its function, asked with a `View`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from neuroevo.cards import Card
from neuroevo.games.view import View
from neuroevo.players.bidders import Speaker
from neuroevo.players.bidding import COUNTING, Voice
from neuroevo.players.kinds import BY_ADDRESS
from neuroevo.players.seat_from_view import card_of, seat_of


class WrittenPlayer(Speaker):
    """Plays what its function of a seat says, and speaks with its voice."""

    kind = BY_ADDRESS

    def __init__(self, function: Callable[..., Any], voice: Voice = COUNTING) -> None:
        self.function = function
        self.voice = voice

    def choose(self, view: View) -> Card:
        """The card that its function chooses."""
        return card_of(self.function(seat_of(view)))
