"""What players say before the play: how many tricks they bid, and whether they make trumps.

Their compiled twins are in `bidder_kernels.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from neuroevo.cards import Card
from neuroevo.games.sheet import RuleSheet
from neuroevo.games.view import PASS, Call, View

CALL_FROM = 4
"""The counting bidder makes trumps from this strength on."""
ALONE_FROM = 6
"""And plays alone from this one on."""
SAFE_TRUMPS = 3
"""Each trump beyond so many counts as a trick when tricks are bid."""


def calling_strength(sheet: RuleSheet, cards: Sequence[Card], suit: str) -> int:
    """Trumps held if this suit were trumps, plus aces outside, plus one for the right bower."""
    trumps = [card for card in cards if sheet.suit_of(card, suit) == suit]
    aces = sum(card.rank == "A" and card not in trumps for card in cards)
    right_bower = Card(sheet.bowers, suit) in trumps if sheet.bowers else False
    return len(trumps) + aces + right_bower


def counted_tricks(sheet: RuleSheet, cards: Sequence[Card], trump: str | None) -> int:
    """Aces, kings that are not alone in their suit, and trumps beyond the third."""
    by_suit = {card.suit: sum(other.suit == card.suit for other in cards) for card in cards}
    aces = sum(card.rank == "A" for card in cards)
    kings = sum(card.rank == "K" and by_suit[card.suit] > 1 for card in cards)
    trumps = sum(sheet.suit_of(card, trump) == trump for card in cards)
    return min(len(cards), aces + kings + max(0, trumps - SAFE_TRUMPS))


class CountingBidder:
    """Counts sure cards, bids them, and makes trumps with a strong enough hand."""

    def bid_tricks(self, view: View) -> int:
        return counted_tricks(view.sheet, view.hand, view.trump)

    def name_trump(self, view: View) -> Call:
        best, call = 0, PASS
        for suit in dict.fromkeys(call.suit for call in view.calls if call.suit):
            strength = calling_strength(view.sheet, self._cards_to_play(view, suit), suit)
            if strength >= CALL_FROM and strength > best:
                best, call = strength, Call(suit, alone=strength >= ALONE_FROM)
        return call

    def discard(self, view: View) -> Card:
        return cheapest(view.sheet, view.legal, view.trump)

    @staticmethod
    def _cards_to_play(view: View, suit: str) -> list[Card]:
        """The hand; the dealer's with the card that is offered to him and without his cheapest."""
        cards = list(view.hand)
        if view.turn_up is not None and view.turn_up.suit == suit and view.seat == view.dealer:
            cards.append(view.turn_up)
            cards.remove(cheapest(view.sheet, cards, suit))
        return cards


class RandomBidder:
    """Says anything that is allowed, each with the same chance."""

    def bid_tricks(self, view: View) -> int:
        return view.random.below(len(view.hand) + 1)

    def name_trump(self, view: View) -> Call:
        return view.calls[view.random.below(len(view.calls))]

    def discard(self, view: View) -> Card:
        return view.legal[view.random.below(len(view.legal))]


def cheapest(sheet: RuleSheet, cards: Sequence[Card], trump: str | None) -> Card:
    """The card that costs least."""
    return min(cards, key=lambda card: sheet.cost(card, trump))
