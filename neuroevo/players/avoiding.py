"""How the heuristic player plays where tricks hurt, as in Clubs.

Leading, it plays the card that is most likely to lose. Following, it takes a trick without points
with its highest card while that is safe, else ducks with its highest card that loses. Otherwise it
throws away what is most dangerous to keep. All choices are by whole numbers, so that the compiled
twin in `avoiding_kernels.py` plays the very same cards.
"""

from __future__ import annotations

from neuroevo.cards import Card
from neuroevo.games.rules import trick_winner
from neuroevo.games.view import View

POINT_RISK = 10
"""Leading a point is so many per cent more of a risk."""
PLENTY = 3
"""A suit is safe while it has so many unseen cards for everyone who is still to play."""
LOWER_DANGER, POINT_DANGER = 4, 6
"""What an unseen lower card, and a point, add to the danger of keeping a card."""


def choose_avoiding(view: View) -> Card:
    """The card to play."""
    sheet, trump = view.sheet, view.trump
    gone = {*view.seen, *view.trick_cards, *view.hand}
    unseen = [card for card in sheet.deck(view.players) if card not in gone]

    def cost(card: Card) -> int:
        return sheet.cost(card, trump)

    def unseen_in_suit(card: Card) -> list[Card]:
        return [
            other for other in unseen if sheet.suit_of(other, trump) == sheet.suit_of(card, trump)
        ]

    def lower_unseen(card: Card) -> int:
        strength = sheet.strength(card, trump)
        return sum(sheet.strength(other, trump) < strength for other in unseen_in_suit(card))

    def risk(card: Card) -> int:
        left = len(unseen_in_suit(card))
        share = 100 * lower_unseen(card) // left if left else 100
        return share + POINT_RISK * sheet.points(card)

    def danger(card: Card) -> int:
        return LOWER_DANGER * lower_unseen(card) + POINT_DANGER * sheet.points(card)

    if not view.trick:
        return min(view.legal, key=lambda card: (risk(card), cost(card)))
    led = sheet.suit_of(view.trick[0].card, trump)
    if all(sheet.suit_of(card, trump) != led for card in view.legal):
        return max(view.legal, key=lambda card: (danger(card), cost(card)))
    to_come = view.players - 1 - len(view.trick)
    worth = sum(map(sheet.points, (*view.trick_cards, *view.legal)))
    if not worth and len(unseen_in_suit(view.legal[0])) >= PLENTY * to_come:
        return max(view.legal, key=cost)
    losers = [
        card
        for card in view.legal
        if trick_winner(sheet, (*view.trick_cards, card), trump) != len(view.trick)
    ]
    if losers:
        return max(losers, key=cost)
    return min(view.legal, key=cost) if to_come else max(view.legal, key=cost)
