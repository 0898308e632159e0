"""What a seat can tell about its cards before it plays one: who may beat them, and how likely.

Everything comes from the rule sheet and the seat's view alone: its hand, the cards laid, and who
has shown to lack what. The chances of winning that van Hus 2020, section 4, wishes for as inputs
are here. The compiled twin is in `kernels/situation.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

from neuroevo.cards import SUITS, Card
from neuroevo.games import RuleSheet
from neuroevo.games.rules import trick_winner
from neuroevo.games.view import View
from neuroevo.players.worlds import Knowledge, knowledge


def chance_of_none(room: int, held: int, cards: int) -> float:
    """The chance that a hand of `held` cards has none of `cards` that lie somewhere in `room`.

    room: places in which these cards may lie, the hand's among them.

    >>> chance_of_none(4, 2, 1), chance_of_none(4, 2, 3), chance_of_none(0, 0, 0)
    (0.5, 0.0, 1.0)
    """
    return comb(room - held, cards) / comb(room, cards)


@lru_cache(maxsize=64)
def places_in_play(
    sheet: RuleSheet, trump: str | None, players: int
) -> dict[Card, tuple[str, int]]:
    """Each card's suit in play under these trumps, and its place within it."""
    return {
        card: (sheet.suit_of(card, trump), sheet.strength(card, trump))
        for card in sheet.deck(players)
    }


@dataclass(frozen=True)
class Situation:
    """A view, and what follows from it."""

    view: View

    @cached_property
    def known(self) -> Knowledge:
        """The unseen cards, everybody's room, and who has shown to lack what."""
        return knowledge(self.view)

    @property
    def sheet(self) -> RuleSheet:
        """The rules."""
        return self.view.sheet

    @cached_property
    def _places(self) -> dict[Card, tuple[str, int]]:
        """Each card's suit in play, and its place within it."""
        return places_in_play(self.sheet, self.view.trump, self.view.players)

    def suit(self, card: Card) -> str:
        """The suit that a card belongs to in play."""
        return self._places[card][0]

    def strength(self, card: Card) -> int:
        """Its place within that suit."""
        return self._places[card][1]

    def is_trump(self, card: Card) -> bool:
        """Whether it is a trump."""
        return self.suit(card) == self.view.trump

    def of_suit(self, cards: Iterable[Card], suit: str) -> list[Card]:
        """Those of the cards that belong to a suit."""
        return [card for card in cards if self._places[card][0] == suit]

    @cached_property
    def _unseen_by_suit(self) -> dict[str, list[Card]]:
        return {suit: self.of_suit(self.known.unseen, suit) for suit in SUITS}

    def unseen(self, suit: str | None) -> list[Card]:
        """The unseen cards of a suit; none if there is no such suit, as without trumps."""
        return self._unseen_by_suit[suit] if suit is not None else []

    @cached_property
    def _held_by_suit(self) -> dict[str, list[Card]]:
        return {suit: self.of_suit(self.view.hand, suit) for suit in SUITS}

    def held(self, suit: str) -> list[Card]:
        """The cards of a suit in the hand."""
        return self._held_by_suit[suit]

    def higher_unseen(self, card: Card) -> int:
        """How many unseen cards of its suit are higher."""
        suit, strength = self._places[card]
        return sum(self._places[other][1] > strength for other in self.unseen(suit))

    def higher_held(self, card: Card) -> int:
        """How many cards of its suit in the hand are higher."""
        suit, strength = self._places[card]
        return sum(self._places[other][1] > strength for other in self.held(suit))

    @cached_property
    def plain_suits(self) -> list[str]:
        """All suits but trumps."""
        return [suit for suit in SUITS if suit != self.view.trump]

    def is_partner(self, seat: int) -> bool:
        """Whether a seat is the own partner's."""
        return self.sheet.partners and (seat - self.view.seat) % 4 == 2

    @cached_property
    def to_come(self) -> list[int]:
        """The others who are still to play to this trick, as places among `known.others`."""
        laid = {play.seat for play in self.view.trick}
        return [
            place
            for place, seat in enumerate(self.known.others)
            if seat not in laid and seat != self.view.out
        ]

    @cached_property
    def rivals(self) -> list[int]:
        """Everybody but the own partner and one who sits out, as places among `known.others`."""
        return [
            place
            for place, seat in enumerate(self.known.others)
            if not self.is_partner(seat) and seat != self.view.out
        ]

    @cached_property
    def partner_winning(self) -> bool:
        """Whether the trick so far is the partner's."""
        if not self.view.trick:
            return False
        best = trick_winner(self.sheet, self.view.trick_cards, self.view.trump)
        return self.is_partner(self.view.trick[best].seat)

    @cached_property
    def winners(self) -> list[Card]:
        """The legal cards that would take the trick as it lies; a card that is led does."""
        laid, trump = self.view.trick_cards, self.view.trump
        return [
            card
            for card in self.view.legal
            if trick_winner(self.sheet, (*laid, card), trump) == len(laid)
        ]

    def wins_now(self, card: Card) -> bool:
        """Whether a legal card would take the trick as it lies."""
        return card in self.winners

    @cached_property
    def _room_for(self) -> dict[str, int]:
        return {
            suit: self.known.room[-1]
            + sum(
                held
                for held, voids in zip(self.known.room, self.known.voids, strict=False)
                if suit not in voids
            )
            for suit in SUITS
        }

    def room_for(self, suit: str) -> int:
        """Places in which unseen cards of a suit may lie: hands that may have it, and the pack."""
        return self._room_for[suit]

    def has_none(self, other: int, suit: str, cards: int) -> float:
        """The chance that one of the others holds none of so many unseen cards of a suit."""
        if suit in self.known.voids[other]:
            return 1.0
        return chance_of_none(self.room_for(suit), self.known.room[other], cards)

    def can_ruff(self, other: int, suit: str, trumps: int) -> float:
        """The chance that he lacks the suit, and has one of so many unseen trumps."""
        trump = self.view.trump
        if trump is None or suit == trump:
            return 0.0
        lacks = self.has_none(other, suit, len(self.unseen(suit)))
        return lacks * (1 - self.has_none(other, trump, trumps))

    def can_beat(self, other: int, card: Card) -> float:
        """The chance that one of the others can beat a card that would take the trick so far."""
        led = self.suit(self.view.trick[0].card) if self.view.trick else self.suit(card)
        higher = self.higher_unseen(card)
        if self.suit(card) != led:
            return self.can_ruff(other, led, higher)
        trumps = len(self.unseen(self.view.trump))
        follows = 1 - self.has_none(other, led, higher)
        return follows + self.can_ruff(other, led, trumps)

    def holds_up(self, card: Card) -> float:
        """The chance that no rival who is still to play can beat a card that would take the trick
        so far; each of them is taken for himself."""
        chance = 1.0
        for other in self.to_come:
            if other in self.rivals:
                chance *= 1 - self.can_beat(other, card)
        return chance

    def chance(self, card: Card) -> float:
        """The chance that a card takes the trick: that it does now, and that it holds up."""
        return self.holds_up(card) if self.wins_now(card) else 0.0

    def side_chance(self, card: Card) -> float:
        """The chance that the own side takes the trick if this card is played."""
        if self.wins_now(card):
            return self.holds_up(card)
        if not self.partner_winning:
            return 0.0
        best = trick_winner(self.sheet, self.view.trick_cards, self.view.trump)
        return self.holds_up(self.view.trick[best].card)

    def partner_can_win(self, card: Card) -> float:
        """The chance that the partner, if he is still to play, can beat what lies there then."""
        best = card
        if not self.wins_now(card):
            laid = self.view.trick_cards
            best = laid[trick_winner(self.sheet, laid, self.view.trump)]
        for other in self.to_come:
            if other not in self.rivals:
                return self.can_beat(other, best)
        return 0.0

    def ruff_risk(self, card: Card) -> float:
        """The chance that some rival who is still to play can trump the suit that is led."""
        led = self.suit(self.view.trick[0].card) if self.view.trick else self.suit(card)
        trumps = len(self.unseen(self.view.trump))
        safe = 1.0
        for other in self.to_come:
            if other in self.rivals:
                safe *= 1 - self.can_ruff(other, led, trumps)
        return 1 - safe
