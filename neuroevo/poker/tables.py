"""Builds the table of hand ranks that the kernels use, in a fraction of a second.

Nothing is typed in: every entry comes from the plain rules in `ranks.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import Card
from neuroevo.errors import BadInput
from neuroevo.poker.kernels.ranks import (
    BUCKET_BITS,
    BUCKETS_FROM,
    FLUSHES_FROM,
    MULTIPLIER,
    RANK_BITS,
    SLOT_BITS,
    SLOTS_FROM,
    TABLE_SIZE,
    place_buckets,
    rank_rows,
)
from neuroevo.poker.ranks import class_numbers, rank_value

Cards = NDArray[np.int8]
"""Card numbers (see `Card.number`), shape (hands, 5) or (hands, 7)."""
Values = NDArray[np.uint16]
"""What compares as the hands do, shape (hands,)."""


def rank_sets(count: int) -> NDArray[np.int64]:
    """All ways to hold `count` cards by rank alone, at most four of each, shape (ways, count)."""
    ways = combinations_with_replacement(range(13), count)
    ranks = np.array(list(ways), dtype=np.int64)
    alike: NDArray[np.bool_] = np.any(ranks[:, 4:] == ranks[:, :-4], axis=1)
    possible: NDArray[np.int64] = ranks[~alike]
    return possible


def rank_keys(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum of the keys' rank parts, by row."""
    sums: NDArray[np.int64] = np.left_shift(1, RANK_BITS * ranks).sum(axis=1)
    return sums


def five_card_classes(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The class of each row of five ranks, not of one suit."""
    classes = class_numbers()
    return np.array([classes[rank_value(row, flush=False)] for row in ranks.tolist()])


def seven_card_classes(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The class of the best five in each row of seven ranks, without a flush."""
    fives = rank_sets(5)
    keys = rank_keys(fives)
    order = np.argsort(keys)
    keys, classes = keys[order], five_card_classes(fives)[order]
    single, whole = np.left_shift(1, RANK_BITS * ranks), rank_keys(ranks)
    best = np.zeros(len(ranks), dtype=np.int64)
    for first, second in combinations(range(7), 2):
        without = whole - single[:, first] - single[:, second]
        best = np.maximum(best, classes[np.searchsorted(keys, without)])
    return best


def flush_classes() -> NDArray[np.int64]:
    """The class of the best flush among the ranks of one suit, by their 13 bits; 0 for none."""
    classes = class_numbers()
    best = [0] * (1 << 13)
    for five in combinations(range(13), 5):
        best[sum(1 << rank for rank in five)] = classes[rank_value(five, flush=True)]
    for ranks in range(1 << 13):
        if ranks.bit_count() > 5:
            best[ranks] = max(best[ranks & ~(1 << rank)] for rank in range(13) if ranks >> rank & 1)
    return np.array(best)


def perfect_hash(
    keys: NDArray[np.int64], bucket_bits: int, slot_bits: int, moves: Values
) -> NDArray[np.int64]:
    """Each key's own slot; fills `moves`, which says how far each bucket of keys is moved on."""
    products = keys.astype(np.uint64) * np.uint64(MULTIPLIER)
    buckets = (products >> np.uint64(64 - bucket_bits)).astype(np.int64)
    wishes = (products << np.uint64(bucket_bits)) >> np.uint64(64 - slot_bits)
    order = np.argsort(buckets, kind="stable")
    sizes = np.bincount(buckets, minlength=1 << bucket_bits)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    fullest_first = np.argsort(-sizes, kind="stable")
    slots, placed = np.empty(len(keys), dtype=np.int64), np.empty(len(keys), dtype=np.int64)
    perfect = place_buckets(
        wishes.astype(np.int64)[order], 1 << slot_bits, starts, fullest_first, moves, placed
    )
    assert perfect, "this multiplier gives no perfect hash"
    slots[order] = placed
    return slots


@cache
def class_table() -> Values:
    """The table whose values are the classes, 0 to 7461."""
    table = np.zeros(TABLE_SIZE, dtype=np.uint16)
    table[FLUSHES_FROM : FLUSHES_FROM + (1 << 13)] = flush_classes()
    for count, classes_of in ((5, five_card_classes), (7, seven_card_classes)):
        ranks = rank_sets(count)
        moves = table[BUCKETS_FROM[count] : BUCKETS_FROM[count] + (1 << BUCKET_BITS[count])]
        slots = perfect_hash(rank_keys(ranks), BUCKET_BITS[count], SLOT_BITS[count], moves)
        table[SLOTS_FROM[count] + slots] = classes_of(ranks)
    table.setflags(write=False)
    return table


def table_of_values(value_of_class: Values) -> Values:
    """`class_table` with each class replaced by its value under other rules, shape (7462,)."""
    table = class_table().copy()
    for start, bits in (
        (FLUSHES_FROM, 13),
        (SLOTS_FROM[5], SLOT_BITS[5]),
        (SLOTS_FROM[7], SLOT_BITS[7]),
    ):
        part = slice(start, start + (1 << bits))
        table[part] = value_of_class[table[part]]
    table.setflags(write=False)
    return table


def rank_hands(hands: Cards) -> Values:
    """The class, 0 to 7461, of each row of card numbers, shape (hands, 5) or (hands, 7).

    >>> from neuroevo.cards import parse_hand
    >>> rows = [[card.number for card in parse_hand("AS KS QS JS TS")]]
    >>> rank_hands(np.array(rows))
    array([7461], dtype=uint16)
    """
    cards = np.ascontiguousarray(hands, dtype=np.int8)
    if cards.ndim != 2 or cards.shape[1] not in (5, 7):
        raise BadInput(f"hands must have shape (hands, 5) or (hands, 7), not {cards.shape}")
    values = np.empty(len(cards), dtype=np.uint16)
    rank_rows(class_table(), cards, values)
    return values


def card_numbers(cards: Sequence[Card]) -> NDArray[np.int64]:
    """The cards as numbers, shape (cards,)."""
    return np.array([card.number for card in cards], dtype=np.int64)
