"""Hand ranks at full speed: two small tables, and a few additions a hand.

Each card has a *key*: one in the three bits that count its rank and one in the four bits that count
its suit. Keys of cards add up, so a loop over hands changes one addition at a time, and a board's
sum serves every hand that is held with it. The counts of ranks, 39 bits, are found in a table by a
perfect hash (Belazzougui, Botelho and Dietzfelbinger, "Hash, displace, and compress", 2009): the
top bits of a product name a bucket, the next bits a slot, and the bucket says how far to move on.

A flush is seen in the suits' counts. It is rare, and only then the cards themselves matter: their
*mask* has a lane of 16 bits a suit, and a lane's ranks are looked up at once.

One uint16 array holds everything (`tables.py` builds it), so that kernels pass a single argument.
"""

from __future__ import annotations

import numpy as np

from neuroevo.cards.streams import mix
from neuroevo.kernel_cache import inner, inner_apart, kernel

RANK_BITS, SUIT_BITS = 3, 4
SUITS_FROM = 13 * RANK_BITS
RANK_PART = (1 << SUITS_FROM) - 1
LANE_BITS = 16
LANE_PART = (1 << LANE_BITS) - 1

CARD_KEYS = np.array(
    [
        (1 << (RANK_BITS * rank)) + (1 << (SUITS_FROM + SUIT_BITS * suit))
        for suit in range(4)
        for rank in range(13)
    ],
    dtype=np.int64,
)
"""By card number."""
CARD_MASKS = np.array(
    [1 << (LANE_BITS * suit + rank) for suit in range(4) for rank in range(13)], dtype=np.int64
)

_FIVE_TIMES = sum(3 << (SUITS_FROM + SUIT_BITS * suit) for suit in range(4))
_EIGHTS = sum(8 << (SUITS_FROM + SUIT_BITS * suit) for suit in range(4))
"""Three more than the count reaches eight, which is a bit of its own, from five cards on."""

MULTIPLIER = mix(1)
"""The first that was tried; building the tables fails if it ever stops being perfect."""
BUCKET_BITS = {5: 11, 7: 14}
SLOT_BITS = {5: 13, 7: 16}

FLUSHES_FROM = 0
BUCKETS_FROM = {5: 1 << 13, 7: (1 << 13) + (1 << 11) + (1 << 13)}
SLOTS_FROM = {count: BUCKETS_FROM[count] + (1 << BUCKET_BITS[count]) for count in (5, 7)}
TABLE_SIZE = SLOTS_FROM[7] + (1 << SLOT_BITS[7])

_BUCKETS_5, _SLOTS_5 = BUCKETS_FROM[5], SLOTS_FROM[5]
_BUCKETS_7, _SLOTS_7 = BUCKETS_FROM[7], SLOTS_FROM[7]


@inner
def k_top_bits(product: int, skip: int, count: int) -> int:
    """`count` bits of a 64-bit number, after the first `skip`."""
    return (product >> (64 - skip - count)) & ((1 << count) - 1)


@inner
def k_has_flush(key: int) -> bool:
    """Whether five cards or more are of one suit."""
    return ((key + _FIVE_TIMES) & _EIGHTS) != 0


@inner_apart
def k_flush_value(table: np.ndarray, mask: int) -> int:
    """The best flush among the cards."""
    best = 0
    for suit in range(4):
        value = np.int64(table[FLUSHES_FROM + ((mask >> (LANE_BITS * suit)) & LANE_PART)])
        best = max(best, value)
    return best


@inner_apart
def k_five_ranks(table: np.ndarray, key: int) -> int:
    """The value of five cards that are no flush."""
    product = (key & RANK_PART) * MULTIPLIER
    move = np.int64(table[_BUCKETS_5 + k_top_bits(product, 0, 11)])
    return np.int64(table[_SLOTS_5 + ((k_top_bits(product, 11, 13) + move) & 0x1FFF)])


@inner_apart
def k_seven_ranks(table: np.ndarray, key: int) -> int:
    """The value of seven cards without a flush among them."""
    product = (key & RANK_PART) * MULTIPLIER
    move = np.int64(table[_BUCKETS_7 + k_top_bits(product, 0, 14)])
    return np.int64(table[_SLOTS_7 + ((k_top_bits(product, 14, 16) + move) & 0xFFFF)])


@inner_apart
def k_five(table: np.ndarray, key: int, mask: int) -> int:
    """The value of five cards: their keys' sum and their masks' union."""
    if k_has_flush(key):
        return k_flush_value(table, mask)
    return k_five_ranks(table, key)


@inner_apart
def k_seven(table: np.ndarray, key: int, mask: int) -> int:
    """The value of the best five of seven cards."""
    if k_has_flush(key):
        return k_flush_value(table, mask)
    return k_seven_ranks(table, key)


@kernel
def rank_rows(table: np.ndarray, cards: np.ndarray, values: np.ndarray) -> None:
    """The value of each row of five or seven card numbers (int8), into `values` (uint16)."""
    five = cards.shape[1] == 5
    for row in range(cards.shape[0]):
        key = np.int64(0)
        if five:
            for column in range(5):
                key += CARD_KEYS[cards[row, column]]
        else:
            for column in range(7):
                key += CARD_KEYS[cards[row, column]]
        if k_has_flush(key):
            mask = np.int64(0)
            for column in range(cards.shape[1]):
                mask |= CARD_MASKS[cards[row, column]]
            values[row] = k_flush_value(table, mask)
        else:
            values[row] = k_five_ranks(table, key) if five else k_seven_ranks(table, key)


@kernel
def place_buckets(
    wishes: np.ndarray,
    slots: int,
    starts: np.ndarray,
    fullest_first: np.ndarray,
    moves: np.ndarray,
    places: np.ndarray,
) -> bool:
    """Move each bucket on to the first place where all of its keys find an empty slot.

    wishes: the slot, of `slots`, that each key would have without a move, ordered by bucket.
    starts: where each bucket's keys begin, and the end. Fills `moves` (by bucket) and `places` (by
    key); False if some bucket fits nowhere, such as when two of its keys have the same wish.
    """
    taken = np.zeros(slots, np.bool_)
    for bucket in fullest_first:
        first, after = starts[bucket], starts[bucket + 1]
        fits = False
        move = -1
        while not fits and move < slots:
            move += 1
            fits = True
            for key in range(first, after):
                places[key] = (wishes[key] + move) & (slots - 1)
                fits = fits and not taken[places[key]]
                for other in range(first, key):
                    fits = fits and places[other] != places[key]
        if not fits:
            return False
        moves[bucket] = move
        for key in range(first, after):
            taken[places[key]] = True
    return True
