"""A five-card hand as a user gives it: all of it, or a part (case study, extension 1).

`"KH KD"` is a hand with these two cards and three unknown ones; `"A"` one with an ace of any suit.
Whatever is not said is left to chance: the hand is one of all hands that hold what is given, each
as likely as any other. So `"A"` means *at least* one ace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from neuroevo.cards import (
    ALL_CARDS,
    RANKS,
    Card,
    Purpose,
    Stream,
    first_repeated,
    format_hand,
    parse_card,
    run_key,
    shuffled,
)
from neuroevo.errors import BadInput
from neuroevo.poker.kernels.ranks import RANK_BITS

HAND = 5


@dataclass(frozen=True)
class Given:
    """What is known of a hand: cards, and ranks of which it holds that many more."""

    cards: tuple[Card, ...]
    ranks: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether all five cards are known."""
        return len(self.cards) == HAND

    @property
    def unknown(self) -> int:
        """How many cards are not known for certain."""
        return HAND - len(self.cards)

    def rank_test(self) -> tuple[int, int]:
        """What to add to a hand's key, and the bits that must then be set, for it to match.

        A rank's three bits count to at most four; what is missing from the count to four is added,
        so that the highest of the three bits says whether there are enough.
        """
        held = Counter(card.rank for card in self.cards)
        bias = check = 0
        for rank, more in Counter(self.ranks).items():
            place = RANK_BITS * RANKS.index(rank)
            bias += (4 - held[rank] - more) << place
            check += 4 << place
        return bias, check

    def __str__(self) -> str:
        return " ".join([*map(str, self.cards), *self.ranks])


def parse_given(text: str) -> Given:
    """Read a hand or a part of one.

    >>> parse_given("KH KD").unknown, str(parse_given("10S a"))
    (3, 'TS A')
    >>> parse_given("AS AH AD AC A")
    Traceback (most recent call last):
    ...
    neuroevo.errors.BadInput: 'AS AH AD AC A' asks for 5 cards of rank A; there are four
    """
    cards: list[Card] = []
    ranks: list[str] = []
    for word in text.replace(",", " ").split():
        rank = "T" if word == "10" else word.upper()
        if len(rank) == 1 and rank in RANKS:
            ranks.append(rank)
        else:
            cards.append(parse_card(word))
    twice = first_repeated(cards)
    if twice is not None:
        raise BadInput(f"{twice} stands twice in {text!r}")
    if len(cards) + len(ranks) > HAND:
        raise BadInput(f"{text!r} has {len(cards) + len(ranks)} cards; a hand has {HAND}")
    for rank, count in Counter([card.rank for card in cards] + ranks).items():
        if count > 4:
            raise BadInput(f"{text!r} asks for {count} cards of rank {rank}; there are four")
    return Given(tuple(cards), tuple(ranks))


def find_hand(hand: str | Given | Iterable[Card] | None, seed: int) -> Given:
    """The hand that is meant; None has one dealt."""
    if hand is None:
        return Given(by_rank(deal_hand(seed)))
    if isinstance(hand, Given):
        return hand
    return parse_given(hand if isinstance(hand, str) else format_hand(hand))


def deal_hand(seed: int, cards: int = HAND) -> tuple[Card, ...]:
    """A hand from a shuffled pack."""
    return tuple(shuffled(ALL_CARDS, Stream(run_key(seed, Purpose.POKER_HAND)))[:cards])


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards from the lowest to the highest, as the spreadsheet sorts them."""
    return tuple(sorted(cards, key=lambda card: (RANKS.index(card.rank), -card.number)))


def cards_without(cards: Collection[Card]) -> list[Card]:
    """The rest of the pack."""
    return [card for card in ALL_CARDS if card not in cards]
