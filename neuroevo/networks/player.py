"""A network at the referee's table, in plain numpy: the oracle of the compiled one."""

from __future__ import annotations

import numpy as np

from neuroevo.cards import Card
from neuroevo.games.rules import in_playing_order
from neuroevo.games.view import View
from neuroevo.networks.architecture import Architecture, Weights
from neuroevo.networks.bidder import Bidder
from neuroevo.players import CountingBidder


class NetworkPlayer(CountingBidder):
    """Plays the legal card with the highest output; of equals the first in playing order."""

    def __init__(
        self, architecture: Architecture, weights: Weights, bidder: Bidder | None = None
    ) -> None:
        self.architecture = architecture
        self.weights = weights
        self.bidder = bidder

    def bid_tricks(self, view: View) -> int:
        """As its bidder says; a network without one counts."""
        return super().bid_tricks(view) if self.bidder is None else self.bidder.bid(view)

    def choose(self, view: View) -> Card:
        """One legal card is played without thinking."""
        legal = in_playing_order(view.sheet, view.legal, view.trump)
        if len(legal) == 1:
            return legal[0]
        scores = self.architecture.scores(self.weights, view, legal)
        return legal[int(np.argmax(scores))]
