"""What a player who is written once sees: his `Seat`.

A seat shows what the place whose turn it is may know, and nothing else; it works on the kernel's
table, and on one made from a referee's `View` (`seat_from_view.py`).
"""

from __future__ import annotations

import numba
from numba import int64
from numba.extending import overload

from neuroevo.cards.kernels.streams import k_below
from neuroevo.games.compiled import NO_TRUMP, TABLE, Rules, Table
from neuroevo.games.kernels import bits as compiled_bits
from neuroevo.games.kernels.bits import TRUMP_MASK
from neuroevo.games.words import (
    LANE,
    RULES_TYPE,
    CardInPlay,
    CardSet,
    count_bits,
    lowest_bit,
    some,
)
from neuroevo.linked import LINK
from neuroevo.values import value

TABLE_TYPE = numba.from_dtype(TABLE)


def nth_bit(cards: int, n: int) -> int:
    """The number of the n-th lowest bit of a set, from 0."""
    for _ in range(n):
        cards &= cards - 1
    return lowest_bit(cards)


def roll(table: Table, place: int, limit: int) -> int:
    """A whole number from 0 to limit - 1 by the seat's own dice."""
    return int(table.dice.below(limit))


@overload(nth_bit, jit_options=LINK)  # type: ignore[untyped-decorator]
def _compiled_nth_bit(cards, n):  # type: ignore[no-untyped-def]
    return lambda cards, n: compiled_bits.nth_bit(cards, n)


@overload(roll, jit_options=LINK)  # type: ignore[untyped-decorator]
def _compiled_roll(table, place, limit):  # type: ignore[no-untyped-def]
    return lambda table, place, limit: k_below(table.streams, place, limit)


@value(_rules=RULES_TYPE, _table=TABLE_TYPE, _place=int64, _legal=int64)
class Seat:
    """What the player whose turn it is may know."""

    def __init__(self, rules: Rules, table: Table, place: int, legal: int) -> None:
        self._rules = rules
        self._table = table
        self._place = place
        self._legal = legal

    @property
    def legal(self) -> CardSet:
        """The cards that may be played."""
        return CardSet(self._rules, self._table.trump, self._legal)

    @property
    def hand(self) -> CardSet:
        """The cards held."""
        return CardSet(self._rules, self._table.trump, self._table.hands[self._place])

    @property
    def trick(self) -> CardSet:
        """The cards that lie in the trick."""
        return CardSet(self._rules, self._table.trump, self._table.in_trick)

    @property
    def unseen(self) -> CardSet:
        """The cards that are neither laid nor in the hand."""
        table = self._table
        gone = table.played | table.in_trick | table.hands[self._place]
        return CardSet(self._rules, table.trump, self._rules.whole[table.trump] & ~gone)

    @property
    def leading(self) -> bool:
        """Whether the trick is still empty."""
        return bool(self._table.led < 0)

    @property
    def following(self) -> CardSet:
        """The legal cards of the suit led; none when leading."""
        table = self._table
        suit = LANE << (table.led << 4) if table.led >= 0 else 0
        return CardSet(self._rules, table.trump, self._legal & suit)

    @property
    def to_come(self) -> int:
        """How many are still to play to the trick after this seat."""
        out = 1 if self._table.out >= 0 else 0
        return int(self._rules.players - 1 - out - count_bits(self._table.in_trick))

    @property
    def best(self) -> CardInPlay:
        """The card that takes the trick so far; only when not leading."""
        return CardInPlay(self._rules, self._table.trump, self._table.power >> 2)

    @property
    def winning(self) -> CardSet:
        """The legal cards that take the trick as it lies; all of them when leading."""
        table = self._table
        if table.led < 0:
            return self.legal
        # Trumps have the highest bits: what counts and lies above the best card wins.
        counting = LANE << (table.led << 4) | (TRUMP_MASK if table.trump != NO_TRUMP else 0)
        winning = self._legal & counting & ~((2 << (table.power >> 2)) - 1)
        return CardSet(self._rules, table.trump, winning)

    @property
    def partner_winning(self) -> bool:
        """Whether the trick so far is the partner's."""
        table = self._table
        return bool(
            self._rules.partners and table.led >= 0 and (table.power & 3) ^ self._place == 2
        )

    @property
    def partners(self) -> bool:
        """Whether the game is played in two teams."""
        return bool(self._rules.partners)

    @property
    def tricks_hurt(self) -> bool:
        """Whether the fewest points win."""
        return bool(self._rules.fewest_wins)

    @property
    def counts_points(self) -> bool:
        """Whether any card is worth anything."""
        return bool(self._rules.counts_points)

    def any_of(self, cards: CardSet) -> CardInPlay:
        """One of the cards, each with the same chance, by this seat's own dice."""
        number = roll(self._table, self._place, count_bits(some(cards._bits, "any")))
        return CardInPlay(self._rules, self._table.trump, nth_bit(cards._bits, number))
