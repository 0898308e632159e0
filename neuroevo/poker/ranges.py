"""Ranges of hold'em hands as players write them: `AKs, TT+`.

AA, TT+, 77-99      pairs: one, that and all higher, from one to the other
AKs, AKo, AK        two ranks of one suit, of two suits, or either
ATs+, K9o+          the lower rank rises up to the higher: ATs, AJs, AQs, AKs
ATs-A7s             the lower rank from one to the other
AsKd, AS KD         these two cards
any                 every hand
"""

from __future__ import annotations

import re
from itertools import combinations

from neuroevo.cards import ALL_CARDS, RANKS, SUITS, Card, parse_card
from neuroevo.errors import BadInput

Combo = tuple[Card, Card]
ANY = "any"
_ITEM = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)(\+|-([2-9TJQKA])([2-9TJQKA])([so]?))?", re.I)
_TWO_CARDS = re.compile(r"([2-9TJQKA][CDHS])([2-9TJQKA][CDHS])", re.I)
_ONE_CARD = re.compile(r"[2-9TJQKA][CDHS]", re.I)


def parse_range(text: str) -> tuple[Combo, ...]:
    """All hands of a range, each once; the higher card first.

    >>> len(parse_range("AKs, TT+")), len(parse_range("any"))
    (34, 1326)
    >>> [str(one) + str(other) for one, other in parse_range("KS KD")]
    ['KSKD']
    >>> parse_range("AKx")
    Traceback (most recent call last):
    ...
    neuroevo.errors.BadInput: 'AKx' is not a range of hands: write AKs, AKo, AK, TT+, ATs+, 77-99, \
AsKd or any
    """
    found: dict[Combo, None] = {}
    for item in text.split(","):
        words = item.replace("10", "T").split()
        if not words:
            continue
        while words:
            if len(words) > 1 and all(_ONE_CARD.fullmatch(word) for word in words[:2]):
                words[:2] = ["".join(words[:2])]
            for combo in _hands_of(words.pop(0)):
                found[combo] = None
    if not found:
        raise BadInput(f"the range {text!r} is empty: write hands such as AKs, TT+ or any")
    return tuple(found)


def _hands_of(word: str) -> list[Combo]:
    if word.lower() == ANY:
        return [_ordered(*pair) for pair in combinations(ALL_CARDS, 2)]
    cards = _TWO_CARDS.fullmatch(word)
    if cards:
        one, other = parse_card(cards[1]), parse_card(cards[2])
        if one == other:
            raise BadInput(f"{one} stands twice in {word!r}")
        return [_ordered(one, other)]
    item = _ITEM.fullmatch(word)
    if not item:
        raise _not_a_range(word)
    high, low = sorted((RANKS.index(item[1].upper()), RANKS.index(item[2].upper())), reverse=True)
    kind, rest = item[3].lower(), item[4]
    if high == low and kind:
        raise BadInput(f"{word!r}: a pair is neither suited nor off-suit")
    if not rest:
        return _of_ranks(high, low, kind)
    if rest == "+":
        if high == low:
            steps = [(rank, rank) for rank in range(high, len(RANKS))]
        else:
            steps = [(high, rank) for rank in range(low, high)]
    else:
        ends = sorted((RANKS.index(item[5].upper()), RANKS.index(item[6].upper())), reverse=True)
        pairs = high == low and ends[0] == ends[1]
        if item[7].lower() != kind or not (pairs or (high == ends[0] and low < high > ends[1])):
            raise _not_a_range(word)
        span = range(min(low, ends[1]), max(low, ends[1]) + 1)
        steps = [(rank if pairs else high, rank) for rank in span]
    return [combo for step in steps for combo in _of_ranks(*step, kind)]


def _of_ranks(high: int, low: int, kind: str) -> list[Combo]:
    if high == low:
        return [
            (Card(RANKS[high], a), Card(RANKS[low], b)) for a, b in combinations(SUITS[::-1], 2)
        ]
    return [
        (Card(RANKS[high], a), Card(RANKS[low], b))
        for a in SUITS
        for b in SUITS
        if kind == "" or (kind == "s") == (a == b)
    ]


def _ordered(one: Card, other: Card) -> Combo:
    first, second = sorted(
        (one, other), key=lambda card: (RANKS.index(card.rank), card.number), reverse=True
    )
    return first, second


def _not_a_range(word: str) -> BadInput:
    return BadInput(
        f"{word!r} is not a range of hands: write AKs, AKo, AK, TT+, ATs+, 77-99, AsKd or any"
    )
