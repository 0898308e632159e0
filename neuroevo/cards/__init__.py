"""Cards, their text, seeded random streams and shuffles."""

from neuroevo.cards.card import (
    ALL_CARDS,
    RANKS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    SUITS,
    Card,
    card_from_number,
    check_in_deck,
    first_repeated,
    format_hand,
    parse_card,
    parse_hand,
    parse_suit,
    sorted_hand,
)
from neuroevo.cards.shuffles import shuffled
from neuroevo.cards.streams import Stream, child_seed, run_key

__all__ = [
    "ALL_CARDS",
    "RANKS",
    "SUITS",
    "SUIT_NAMES",
    "SUIT_SYMBOLS",
    "Card",
    "Stream",
    "card_from_number",
    "check_in_deck",
    "child_seed",
    "first_repeated",
    "format_hand",
    "parse_card",
    "parse_hand",
    "parse_suit",
    "run_key",
    "shuffled",
    "sorted_hand",
]
