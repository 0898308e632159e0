"""The two rules that every trick turns on, in plain Python: what may be played, and what wins."""

from __future__ import annotations

from collections.abc import Sequence

from neuroevo.cards import SUIT_NAMES, Card
from neuroevo.games.sheet import RuleSheet


def legal_cards(
    sheet: RuleSheet, hand: Sequence[Card], trick: Sequence[Card], trump: str | None
) -> tuple[Card, ...]:
    """The cards of the hand that may be played to the trick so far, in the order of the hand."""
    if not trick:
        return tuple(hand)
    led = sheet.suit_of(trick[0], trump)
    following = tuple(card for card in hand if sheet.suit_of(card, trump) == led)
    if following:
        return following
    if sheet.follow == "suit-or-trump":
        trumps = tuple(card for card in hand if sheet.suit_of(card, trump) == trump)
        if trumps:
            return trumps
    return tuple(hand)


def trick_winner(sheet: RuleSheet, trick: Sequence[Card], trump: str | None) -> int:
    """Which card of the trick takes it: the highest trump, else the highest of the suit led.

    >>> from neuroevo.cards import parse_hand
    >>> from neuroevo.games import CLUBS
    >>> trick_winner(CLUBS, parse_hand("TS KD 2S QS"), None)
    3
    """
    led = sheet.suit_of(trick[0], trump)

    def power(index: int) -> tuple[bool, bool, int]:
        suit = sheet.suit_of(trick[index], trump)
        return (suit == trump, suit == led, sheet.strength(trick[index], trump))

    return max(range(len(trick)), key=power)


def broken_rule(
    sheet: RuleSheet, hand: Sequence[Card], trick: Sequence[Card], trump: str | None, card: Card
) -> str | None:
    """Why the card may not be played to the trick so far, in words; None if it may."""
    if card not in hand:
        return "it is not in that hand"
    legal = legal_cards(sheet, hand, trick, trump)
    if card in legal:
        return None
    led = sheet.suit_of(trick[0], trump)
    may = " ".join(map(str, legal))
    if sheet.suit_of(legal[0], trump) == led:
        return f"{SUIT_NAMES[led]} were led and must be followed with {may}"
    return f"without {SUIT_NAMES[led]} a trump must be played: {may}"


def in_playing_order(
    sheet: RuleSheet, cards: Sequence[Card], trump: str | None
) -> tuple[Card, ...]:
    """The cards as a player sorts them: suit by suit with trumps last, each from low to high."""

    def place(card: Card) -> tuple[bool, str, int]:
        suit = sheet.suit_of(card, trump)
        return (suit == trump, suit, sheet.strength(card, trump))

    return tuple(sorted(cards, key=place))
