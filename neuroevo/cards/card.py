"""Cards and their text: `QS`, `TD`, `9c`; ten is `T` or `10`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from neuroevo.errors import BadInput

SUITS = "CDHS"
RANKS = "23456789TJQKA"
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


class Card(NamedTuple):
    """One card of the standard pack.

    >>> parse_card("10d")
    Card(rank='T', suit='D')
    >>> str(Card("Q", "S")), Card("Q", "S").number
    ('QS', 49)
    """

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def number(self) -> int:
        """0 to 51: clubs, diamonds, hearts, spades; two to ace within each suit."""
        return SUITS.index(self.suit) * 13 + RANKS.index(self.rank)

    @property
    def symbol(self) -> str:
        """The card with its suit drawn, such as Q♠."""
        return self.rank + SUIT_SYMBOLS[self.suit]


ALL_CARDS = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)


def card_from_number(number: int) -> Card:
    """The card whose `number` this is."""
    return ALL_CARDS[number]


def parse_card(text: str) -> Card:
    """Read one card.

    >>> parse_card("1S")
    Traceback (most recent call last):
    ...
    neuroevo.errors.BadInput: '1S' is not a card: a rank (2-9, T or 10, J, Q, K, A) and a suit \
(C, D, H, S), such as QS or 10D
    """
    plain = text.strip().upper()
    rank, suit = plain[:-1], plain[-1:]
    if rank == "10":
        rank = "T"
    if len(rank) != 1 or rank not in RANKS or not suit or suit not in SUITS:
        raise BadInput(
            f"{text!r} is not a card: a rank (2-9, T or 10, J, Q, K, A) and a suit (C, D, H, S), "
            "such as QS or 10D"
        )
    return Card(rank, suit)


def parse_suit(text: str) -> str:
    """Read a suit: C, D, H, S or its name.

    >>> parse_suit("hearts"), parse_suit("s")
    ('H', 'S')
    """
    plain = text.strip().upper()
    for suit, name in SUIT_NAMES.items():
        if plain in (suit, name.upper(), name[:-1].upper()):
            return suit
    raise BadInput(f"{text!r} is not a suit: C, D, H or S")


def parse_hand(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas; a card may stand there only once.

    >>> format_hand(parse_hand("9C AC 9s as 10H"))
    '9C AC 9S AS TH'
    >>> parse_hand("9C 9C")
    Traceback (most recent call last):
    ...
    neuroevo.errors.BadInput: 9C stands twice in '9C 9C'
    """
    cards = tuple(parse_card(word) for word in text.replace(",", " ").split())
    twice = first_repeated(cards)
    if twice is not None:
        raise BadInput(f"{twice} stands twice in {text!r}")
    return cards


def format_hand(cards: Iterable[Card]) -> str:
    """The cards as text that `parse_hand` reads again."""
    return " ".join(map(str, cards))


def sorted_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by suit, and from low to high within each suit."""
    return tuple(sorted(cards, key=lambda card: card.number))


def first_repeated(cards: Iterable[Card]) -> Card | None:
    """The first card that has been there before, if any."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            return card
        seen.add(card)
    return None


def check_in_deck(cards: Iterable[Card], deck: Collection[Card], game: str) -> None:
    """Raise `BadInput` for the first card that the game's deck does not have."""
    for card in cards:
        if card not in deck:
            raise BadInput(f"{card} is not in the deck of {game} ({len(deck)} cards)")
