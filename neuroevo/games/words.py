"""The words in which players and features are written: sets of cards, and a card in play.

Two small values (see `neuroevo.values`) on the tables of `compiled.py`, so that the same sentence,
such as `(seat.winning or seat.legal).cheapest`, runs compiled in a kernel and plain at the
referee's table. What begins with an underscore is not for players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numba
from numba import int64
from numba.extending import overload, register_jitable

from neuroevo.cards.card import RANKS
from neuroevo.games.compiled import NO_TRUMP, RULES, Rules
from neuroevo.games.kernels import bits as compiled_bits
from neuroevo.games.kernels.bits import LANE_BITS, LANE_MASK, TRUMP_LANE, TRUMP_MASK
from neuroevo.linked import LINK
from neuroevo.values import iterate_bits, value

ACE, KING = RANKS.index("A"), RANKS.index("K")
"""As `rank` of a card."""

RULES_TYPE = numba.from_dtype(RULES)
NO_BIT = 63
"""The bit of no card: the highest, best or cheapest of an empty set."""
LANE = LANE_MASK >> 1
"""The bits of a lane that cards can have: the last would be a whole number's sign."""


def count_bits(cards: int) -> int:
    """How many cards are in a set."""
    return cards.bit_count()


def lowest_bit(cards: int) -> int:
    """The number of the lowest bit of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def and_below(cards: int) -> int:
    """The set, and every bit below one of its own in the same lane."""
    below = 0
    for lane in range(4):
        mine = (cards >> LANE_BITS * lane) & LANE_MASK
        below |= ((1 << mine.bit_length()) - 1) << LANE_BITS * lane
    return below


def some(cards: int, word: str) -> int:
    """The set itself; plain Python complains of one that is empty. Compiled code does not ask: what
    it makes of no cards is `NO_BIT`, which no player may play, and then the referee plays the round
    again and says this."""
    if not cards:
        raise ValueError(f"there is no {word} of no cards: the set is empty")
    return cards


def one_number(key: Any) -> int:
    """A key of one whole number, or of two, as one number in the same order.

    The second must be less than 2 ** 15 away from 0.
    """
    return int(key[0] << 16) + int(key[1]) if isinstance(key, tuple) else int(key)


overload(some, jit_options=LINK)(lambda cards, word: lambda cards, word: cards)  # noqa: ARG005
overload(count_bits, jit_options=LINK)(lambda cards: lambda cards: compiled_bits.count_bits(cards))  # noqa: ARG005
overload(lowest_bit, jit_options=LINK)(lambda cards: lambda cards: compiled_bits.lowest_bit(cards))  # noqa: ARG005
overload(and_below, jit_options=LINK)(lambda cards: lambda cards: compiled_bits.and_below(cards))  # noqa: ARG005


@overload(one_number, jit_options=LINK)  # type: ignore[untyped-decorator]
def _compiled_one_number(key):  # type: ignore[no-untyped-def]
    if isinstance(key, numba.types.BaseTuple):
        return lambda key: (int64(key[0]) << 16) + int64(key[1])
    return lambda key: int64(key)


@register_jitable(**LINK)  # type: ignore[untyped-decorator]
def larger(one: int, other: int) -> int:
    """The larger of two numbers, by arithmetic: chance would mislead a branch half of the time."""
    gain = other - one
    return one + (gain & ~(gain >> 63))


@register_jitable(**LINK)  # type: ignore[untyped-decorator]
def extreme(order: Any, cards: int, sign: int) -> int:
    """The bit that is last (sign 1) or first (sign -1) by a row of the rules' tables."""
    chosen = (-1 << 40) | NO_BIT
    for _ in range(count_bits(cards)):
        bit = lowest_bit(cards)
        cards &= cards - 1
        chosen = larger(chosen, ((sign * int(order[bit])) << 6) | bit)
    return chosen & 63


@value(_rules=RULES_TYPE, _trump=int64, _bit=int64)
class CardInPlay:
    """One card, as it counts under the trumps that hold."""

    def __init__(self, rules: Rules, trump: int, bit: int) -> None:
        self._rules = rules
        self._trump = trump
        self._bit = bit

    @property
    def suit(self) -> int:
        """Its suit in play, a number from 0 to 3; trumps are 3."""
        return self._bit >> 4

    @property
    def is_trump(self) -> bool:
        """Whether it is a trump."""
        return self._bit >> 4 == TRUMP_LANE and self._trump != NO_TRUMP

    @property
    def strength(self) -> int:
        """Its place within its suit, from 0 for the lowest rank of the game."""
        return self._bit & 15

    @property
    def rank(self) -> int:
        """Its rank on its face, from 0 for a two to `ACE`."""
        return int(self._rules.card_of_bit[self._trump, self._bit]) % 13

    @property
    def is_right_bower(self) -> bool:
        """Whether it is the highest trump of a game with bowers."""
        return bool(self._bit == self._rules.right_bower)

    @property
    def points(self) -> int:
        """What it is worth to the side that takes it."""
        return int(self._rules.points[self._trump, self._bit])

    @property
    def cost(self) -> int:
        """What it costs to part with it: trumps above all others, then strength, then suit."""
        return int(self._rules.cost[self._trump, self._bit])

    @property
    def price(self) -> int:
        """What it costs to throw it away: points first, then strength; trumps are dearer."""
        return int(self._rules.price[self._trump, self._bit])

    @property
    def its_suit(self) -> CardSet:
        """All cards of its suit."""
        return CardSet(self._rules, self._trump, LANE << (self._bit >> 4 << 4))

    @property
    def higher(self) -> CardSet:
        """All cards of its suit that beat it."""
        suit = LANE << (self._bit >> 4 << 4)
        return CardSet(self._rules, self._trump, suit & ~((2 << self._bit) - 1))

    def __eq__(self, other: object) -> bool:
        return self._bit == other._bit  # type: ignore[attr-defined, no-any-return]

    def __ne__(self, other: object) -> bool:
        return self._bit != other._bit  # type: ignore[attr-defined, no-any-return]

    def __hash__(self) -> int:
        return self._bit

    def __repr__(self) -> str:
        from neuroevo.cards import card_from_number

        return str(card_from_number(int(self._rules.card_of_bit[self._trump, self._bit])))


@value(_rules=RULES_TYPE, _trump=int64, _bits=int64)
class CardSet:
    """A set of cards: `in`, `len`, `&`, `|`, `-`, `for card in cards`, and false if it is empty."""

    def __init__(self, rules: Rules, trump: int, bits: int) -> None:
        self._rules = rules
        self._trump = trump
        self._bits = bits

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self._rules, self._trump, self._bits & other._bits)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self._rules, self._trump, self._bits | other._bits)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self._rules, self._trump, self._bits & ~other._bits)

    def __eq__(self, other: object) -> bool:
        return self._bits == other._bits  # type: ignore[attr-defined, no-any-return]

    def __ne__(self, other: object) -> bool:
        return self._bits != other._bits  # type: ignore[attr-defined, no-any-return]

    def __hash__(self) -> int:
        return self._bits

    def __contains__(self, card: CardInPlay) -> bool:
        return (self._bits >> card._bit) & 1 != 0

    def __len__(self) -> int:
        return count_bits(self._bits)

    def __bool__(self) -> bool:
        return bool(self._bits != 0)

    def __iter__(self) -> Iterator[CardInPlay]:
        left = self._bits
        while left:
            yield CardInPlay(self._rules, self._trump, lowest_bit(left))
            left &= left - 1

    def __repr__(self) -> str:
        return "{" + " ".join(map(repr, self)) + "}"

    @property
    def trumps(self) -> CardSet:
        """Those that are trumps."""
        trumps = TRUMP_MASK if self._trump != NO_TRUMP else 0
        return CardSet(self._rules, self._trump, self._bits & trumps)

    @property
    def plain(self) -> CardSet:
        """Those that are no trumps."""
        trumps = TRUMP_MASK if self._trump != NO_TRUMP else 0
        return CardSet(self._rules, self._trump, self._bits & ~trumps)

    @property
    def points(self) -> int:
        """What they are worth together."""
        total = 0
        for card in self:
            total += card.points
        return total

    @property
    def highest(self) -> CardInPlay:
        """The one of the highest rank, whatever its suit; of equals the trump comes last."""
        order = self._rules.height[self._trump]
        bit = extreme(order, some(self._bits, "highest"), 1)
        return CardInPlay(self._rules, self._trump, bit)

    @property
    def lowest(self) -> CardInPlay:
        """The one of the lowest rank, whatever its suit."""
        order = self._rules.height[self._trump]
        bit = extreme(order, some(self._bits, "lowest"), -1)
        return CardInPlay(self._rules, self._trump, bit)

    @property
    def cheapest(self) -> CardInPlay:
        """The one that costs least to part with, trumps last."""
        order = self._rules.cost[self._trump]
        bit = extreme(order, some(self._bits, "cheapest"), -1)
        return CardInPlay(self._rules, self._trump, bit)

    @property
    def dearest(self) -> CardInPlay:
        """The one that costs most to part with, trumps first."""
        order = self._rules.cost[self._trump]
        bit = extreme(order, some(self._bits, "dearest"), 1)
        return CardInPlay(self._rules, self._trump, bit)

    @property
    def least(self) -> CardInPlay:
        """The one to throw away: fewest points, then lowest; trumps are dearer."""
        order = self._rules.price[self._trump]
        bit = extreme(order, some(self._bits, "least"), -1)
        return CardInPlay(self._rules, self._trump, bit)

    def without(self, card: CardInPlay) -> CardSet:
        """All of them but this one."""
        return CardSet(self._rules, self._trump, self._bits & ~(1 << card._bit))

    def unbeaten_by(self, others: CardSet) -> CardSet:
        """Those of these that none of the others beats within its suit."""
        return CardSet(self._rules, self._trump, self._bits & ~and_below(others._bits))

    def where(self, holds: Callable[[CardInPlay], bool]) -> CardSet:
        """Those of which holds(card) is true."""
        found = 0
        for card in self:
            found |= int(holds(card)) << card._bit
        return CardSet(self._rules, self._trump, found)

    def top(self, key: Callable[[CardInPlay], int]) -> CardSet:
        """All cards with the highest key(card), a whole number; the set must not be empty."""
        some(self._bits, "top")
        most = key(CardInPlay(self._rules, self._trump, lowest_bit(self._bits)))
        for card in self:
            most = max(most, key(card))
        found = 0
        for card in self:
            found |= int(key(card) == most) << card._bit
        return CardSet(self._rules, self._trump, found)

    def most(self, key: Callable[..., Any], *given: Any) -> CardInPlay:
        """The card with the highest key(card, *given), one whole number or two; of equals the
        strongest. A compiled function can't see the variables around it: `given` are its own."""
        some(self._bits, "most")
        chosen = (-1 << 60) | NO_BIT
        for card in self:
            chosen = larger(chosen, (one_number(key(card, *given)) << 6) | card._bit)
        return CardInPlay(self._rules, self._trump, chosen & 63)


def _card_of_set(cards: Any, card: Any, bit: Any) -> None:
    card.rules, card.trump, card.bit = cards.rules, cards.trump, bit


iterate_bits(CardSet, CardInPlay, "_bits", _card_of_set)
