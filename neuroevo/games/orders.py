"""The orders that players put cards in: by height, by what it costs to part with one, by its price.

No rule says which card is the cheapest: this is what the words `highest`, `cheapest` and `least` of
players mean (see `words.py`), in every game. `compiled.py` has the same numbers as tables. In each
order no two cards are equal.
"""

from __future__ import annotations

from neuroevo.cards import SUITS, Card
from neuroevo.games.sheet import RuleSheet

SUIT_STEP = 1
"""Suits come last: C, D, H, S of equal cards."""
STRENGTH_STEP = len(SUITS) * SUIT_STEP
"""A step of strength outweighs every suit."""
PLAIN_STEP = len(SUITS) * SUIT_STEP
HEIGHT_STEP = 2 * PLAIN_STEP
"""A step of strength outweighs being plain and the suit: among equally high cards trumps are the
lowest."""
TRUMPS_ABOVE = 1_000
"""More than the strength of any plain card: trumps cost more than all others."""
POINT_STEP = 64
"""A point of a card outweighs the strength of any card, 15 steps at most."""
TRUMP_IN_POINTS = 5
"""What throwing a trump away costs, in points."""


def height(sheet: RuleSheet, card: Card, trump: str | None) -> int:
    """How high the card ranks: by strength, whatever the suit; of equals trumps come last."""
    plain = sheet.suit_of(card, trump) != trump
    return HEIGHT_STEP * sheet.strength(card, trump) + PLAIN_STEP * plain + _suit(card)


def cost(sheet: RuleSheet, card: Card, trump: str | None) -> int:
    """What it costs to part with the card: trumps above all others, then strength, then suit."""
    above = TRUMPS_ABOVE if sheet.suit_of(card, trump) == trump else 0
    return above + STRENGTH_STEP * sheet.strength(card, trump) + _suit(card)


def price(sheet: RuleSheet, card: Card, trump: str | None) -> int:
    """What it costs to throw the card away: its points, and a trump's own worth in points; then its
    strength, then its suit."""
    points = sheet.points(card)
    if sheet.suit_of(card, trump) == trump:
        points += TRUMP_IN_POINTS
    return POINT_STEP * points + STRENGTH_STEP * sheet.strength(card, trump) + _suit(card)


def _suit(card: Card) -> int:
    return SUIT_STEP * SUITS.index(card.suit)
