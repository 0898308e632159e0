"""Bidders at the referee's table: the voices of `bidding.py`, asked with a `View`."""

from __future__ import annotations

from types import SimpleNamespace

from neuroevo.cards import SUITS, Card
from neuroevo.games.compiled import NO_TRUMP, plain_rules
from neuroevo.games.view import PASS, Call, View
from neuroevo.players.bidding import AT_RANDOM, COUNTING, Voice
from neuroevo.players.bidding_seat import PASSING, BiddingSeat
from neuroevo.players.seat_from_view import card_of, place_of


def bidding_seat_of(view: View) -> BiddingSeat:
    """The seat whose view this is, before the play; of the others' cards it holds nothing."""
    place = place_of(view, view.seat)
    suits = {call.suit for call in view.calls}
    offered = view.turn_up is not None and view.turn_up.suit in suits
    table = SimpleNamespace(
        trump=NO_TRUMP if view.trump is None else SUITS.index(view.trump),
        turn_up=-1 if view.turn_up is None else view.turn_up.number,
        dealt={place: [card.number for card in view.hand]},
        dice=view.random,
    )
    return BiddingSeat(plain_rules(view.sheet, view.players), table, place, 1 if offered else 2)


class Speaker:
    """A player that speaks with a voice; the play is for others to add."""

    voice: Voice = COUNTING

    def bid_tricks(self, view: View) -> int:
        """How many tricks it bids."""
        return int(self.voice.bids(bidding_seat_of(view)))

    def name_trump(self, view: View) -> Call:
        """Whether it makes trumps."""
        said = int(self.voice.calls(bidding_seat_of(view)))
        return PASS if said == PASSING else Call(SUITS[(said - 1) // 2], bool((said - 1) % 2))

    def discard(self, view: View) -> Card:
        """What it lays away for the turn-up."""
        return card_of(self.voice.lays_away(bidding_seat_of(view)))


class CountingBidder(Speaker):
    """Counts sure cards, bids them, and makes trumps with a strong enough hand."""

    voice = COUNTING


class RandomBidder(Speaker):
    """Says anything that is allowed, each with the same chance."""

    voice = AT_RANDOM
