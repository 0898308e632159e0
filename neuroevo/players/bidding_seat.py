"""What a bidder who is written once sees before the play: his `BiddingSeat`."""

from __future__ import annotations

from numba import int64
from numba.extending import overload

from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.deal import dealt_card as kernel_dealt_card
from neuroevo.games.words import RULES_TYPE, CardInPlay, CardSet
from neuroevo.linked import LINK
from neuroevo.players.seat import TABLE_TYPE, roll
from neuroevo.values import value

PASSING = 0
"""The answer of a seat that does not make trumps."""


def dealt_card(rules: Rules, table: Table, place: int, slot: int) -> int:
    """The number of a card of the hand as it was dealt; after the last slot lies the turn-up."""
    return int(table.turn_up if slot == rules.tricks else table.dealt[place][slot])


@overload(dealt_card, jit_options=LINK)
def _compiled_dealt_card(rules, table, place, slot):  # type: ignore[no-untyped-def]
    return lambda rules, table, place, slot: kernel_dealt_card(rules, table, place, slot)


@value(_rules=RULES_TYPE, _table=TABLE_TYPE, _place=int64, _asked=int64)
class BiddingSeat:
    """What a seat may know when it bids, is asked to make trumps, or lays a card away."""

    def __init__(self, rules: Rules, table: Table, place: int, asked: int) -> None:
        self._rules = rules
        self._table = table
        self._place = place
        self._asked = asked

    @property
    def tricks(self) -> int:
        """How many tricks the round has: as many as a hand has cards."""
        return int(self._rules.tricks)

    @property
    def is_dealer(self) -> bool:
        """Whether this seat deals, and takes the turn-up if that makes trumps."""
        return bool(self._place == self._rules.players - 1)

    @property
    def turned(self) -> int:
        """The suit of the card that is turned up, a number from 0 to 3: clubs to spades."""
        return int(self._table.turn_up // 13)

    @property
    def offered(self) -> bool:
        """Whether the turn-up's suit is what can be made trumps; later it is any other."""
        return bool(self._asked == 1)

    @property
    def hand(self) -> CardSet:
        """The cards held, under the trumps that hold."""
        return self.held_under(self._table.trump, self._rules.tricks)

    @property
    def hand_and_turn_up(self) -> CardSet:
        """What a dealer who took the turn-up holds, before he lays a card away."""
        return self.held_under(self._table.trump, self._rules.tricks + 1)

    def held_under(self, trump: int, slots: int) -> CardSet:
        """The first cards of the hand as dealt, as they count if this suit is trumps."""
        cards = 0
        for slot in range(slots):
            number = dealt_card(self._rules, self._table, self._place, slot)
            cards |= 1 << int(self._rules.bit_of_card[trump, number])
        return CardSet(self._rules, trump, cards)

    def may_name(self, suit: int) -> bool:
        """Whether this suit may be made trumps now."""
        return (suit == self.turned) == self.offered

    def if_trumps(self, suit: int) -> CardSet:
        """The cards to play with if this suit is trumps: a dealer's with the turn-up that he is
        offered, and without his cheapest."""
        if not (self.offered and self.is_dealer):
            return self.held_under(suit, self._rules.tricks)
        held = self.held_under(suit, self._rules.tricks + 1)
        return held.without(held.cheapest)

    def dealt(self, slot: int) -> CardInPlay:
        """A card of the hand as it was dealt, from 0; after the last one lies the turn-up."""
        number = dealt_card(self._rules, self._table, self._place, slot)
        trump = self._table.trump
        return CardInPlay(self._rules, trump, int(self._rules.bit_of_card[trump, number]))

    def call(self, suit: int, alone: bool) -> int:
        """The answer that makes this suit trumps, with the partner or alone."""
        return 1 + 2 * suit + (1 if alone else 0)

    def roll(self, limit: int) -> int:
        """A whole number from 0 to limit - 1 by this seat's own dice."""
        return roll(self._table, self._place, limit)
