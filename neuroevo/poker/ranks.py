"""The order of poker hands, in plain Python: what beats what, and what it is called.

A hand's *value* is its category and the ranks that decide among equals, so that plain tuples
compare as hands do. The 2,598,960 hands of five cards have 7,462 different values; numbered from
the worst (0) to the royal flush (7461) they are the *classes* that tables and kernels work with.
Categories from the case study, section CS24.1; the rules among equals are everybody's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from neuroevo.cards import RANKS, Card, first_repeated
from neuroevo.errors import BadInput

CATEGORIES = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)

CLASSES = 7462
"""How many different values hands of five cards have."""

RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_FIVE, _ACE = RANKS.index("5"), RANKS.index("A")
_WHEEL = (_ACE, _FIVE, _FIVE - 1, _FIVE - 2, _FIVE - 3)
_KINDS = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): THREE,
    (3, 2): FULL_HOUSE,
    (4, 1): FOUR,
}

Value = tuple[int, tuple[int, ...]]
"""A category, and ranks (0 for the two to 12 for the ace) from the most to the least important."""


def rank_value(ranks: Iterable[int], flush: bool) -> Value:
    """The value of five cards with these ranks, all of one suit or not.

    >>> rank_value([9, 9, 4, 9, 4], flush=False)
    (6, (9, 4))
    >>> rank_value([12, 0, 1, 2, 3], flush=True)
    (8, (3,))
    """
    counts = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    order = tuple(rank for rank, _ in counts)
    category = _KINDS[tuple(count for _, count in counts)]
    if category != HIGH_CARD:
        return category, order
    wheel = order == _WHEEL
    if wheel or order[0] - order[4] == 4:
        return (STRAIGHT_FLUSH if flush else STRAIGHT), (_FIVE if wheel else order[0],)
    return (FLUSH if flush else HIGH_CARD), order


def hand_value(cards: Sequence[Card]) -> Value:
    """The value of five cards, or of the best five among six or seven.

    >>> from neuroevo.cards import parse_hand
    >>> hand_value(parse_hand("4D 6D 6H 7H QC"))
    (1, (4, 10, 5, 2))
    >>> hand_value(parse_hand("4D 6D"))
    Traceback (most recent call last):
    ...
    neuroevo.errors.BadInput: a poker hand has 5 to 7 cards, not 2
    """
    if not 5 <= len(cards) <= 7:
        raise BadInput(f"a poker hand has 5 to 7 cards, not {len(cards)}")
    twice = first_repeated(cards)
    if twice is not None:
        raise BadInput(f"{twice} stands twice in one hand")
    return max(
        rank_value((RANKS.index(card.rank) for card in five), len({c.suit for c in five}) == 1)
        for five in combinations(cards, 5)
    )


@cache
def all_values() -> tuple[Value, ...]:
    """Every value there is, from the worst to the best; a value's place here is its class."""
    values = {
        rank_value(ranks, flush)
        for ranks in combinations_with_replacement(range(len(RANKS)), 5)
        if ranks[0] != ranks[4]
        for flush in ((False, True) if len(set(ranks)) == 5 else (False,))
    }
    return tuple(sorted(values))


@cache
def class_numbers() -> dict[Value, int]:
    """The class of every value."""
    return {value: number for number, value in enumerate(all_values())}


def hand_class(cards: Sequence[Card]) -> int:
    """The class, 0 to 7461, of the best five of five to seven cards; a higher one wins."""
    return class_numbers()[hand_value(cards)]


def class_name(number: int, kickers: bool = False) -> str:
    """What a class is called; with `kickers` also the cards that decide among equal names.

    >>> from neuroevo.cards import parse_hand
    >>> class_name(hand_class(parse_hand("4D 6C 6D JD JH")))
    'two pair, jacks and sixes'
    >>> class_name(hand_class(parse_hand("4D 6D 6H 7H QC")), kickers=True)
    'pair of sixes (queen, seven, four)'
    >>> class_name(7461), class_name(0)
    ('royal flush', 'seven high')
    """
    category, ranks = all_values()[number]
    first, used = RANK_NAMES[ranks[0]], 1
    if category == HIGH_CARD:
        name = f"{first} high"
    elif category == PAIR:
        name = f"pair of {_many(ranks[0])}"
    elif category in (TWO_PAIR, FULL_HOUSE):
        kind, word = ("two pair", "and") if category == TWO_PAIR else ("full house", "over")
        name, used = f"{kind}, {_many(ranks[0])} {word} {_many(ranks[1])}", 2
    elif category in (THREE, FOUR):
        name = f"{'three' if category == THREE else 'four'} {_many(ranks[0])}"
    elif category == FLUSH:
        name = f"flush, {first} high"
    elif category == STRAIGHT_FLUSH and ranks[0] == _ACE:
        name = "royal flush"
    else:
        name = f"{CATEGORIES[category]} to the {first}"
    rest = ", ".join(RANK_NAMES[rank] for rank in ranks[used:])
    return f"{name} ({rest})" if kickers and rest else name


def _many(rank: int) -> str:
    name = RANK_NAMES[rank]
    return name + ("es" if name == "six" else "s")
