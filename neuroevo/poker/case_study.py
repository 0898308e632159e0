"""The case study's own comparison of hands, as its spreadsheet makes it.

From the procedures `FindStatus` and `CalcChance` (section CS24.4, figures CS24.16 to CS24.19). It
differs from poker as it is played; each difference is named here once:

* **One high card.** Hands of the same status are compared by one rank alone; side cards never
  count. It is the rank of the pair, of the higher pair, of the three or the four; else the highest.
* **The full house's higher rank.** `FindStatus` walks up the ranks and remembers the last one that
  it met in a pair or three, so sixes full of kings count as kings.
* **No straight from the ace down.** The ace is 14 and nothing else; A 2 3 4 5 is ace high.
* **Ties are won by the user.** Only an opponent who is strictly better takes the win away.

`CalcChance` also keeps the user's high card when another player takes the lead, so the name of the
winner that it ends with can be wrong. It is never shown and does not touch the chance of winning;
we name the player whose hand is best.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from neuroevo.cards import RANKS
from neuroevo.poker.ranks import (
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    STRAIGHT,
    STRAIGHT_FLUSH,
    Value,
    all_values,
)
from neuroevo.poker.tables import Values

STATUSES = (
    *("HighCard", "OnePair", "TwoPair", "ThreeOfKind", "Straight"),
    *("Flush", "FullHouse", "FourOfKind", "StraightFlush"),
)
_FIVE, _ACE = RANKS.index("5"), RANKS.index("A")
_WORDS = {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}

Status = tuple[int, int]
"""A place in `STATUSES`, and the rank of the one high card."""


def status_of(value: Value) -> Status:
    """The status and high card that the spreadsheet finds in a hand of this value."""
    category, ranks = value
    if category in (STRAIGHT, STRAIGHT_FLUSH) and ranks == (_FIVE,):
        return (FLUSH if category == STRAIGHT_FLUSH else HIGH_CARD), _ACE
    if category == FULL_HOUSE:
        return category, max(ranks)
    return category, ranks[0]


@cache
def statuses() -> tuple[Status, ...]:
    """Every status with every high card, from the worst to the best."""
    return tuple(sorted({status_of(value) for value in all_values()}))


@cache
def status_of_class() -> Values:
    """The place in `statuses` of each of the 7,462 classes, shape (7462,)."""
    place = {status: number for number, status in enumerate(statuses())}
    return np.array([place[status_of(value)] for value in all_values()], dtype=np.uint16)


def status_name(number: int) -> str:
    """A status as the spreadsheet writes it.

    >>> from neuroevo.cards import parse_hand
    >>> from neuroevo.poker.ranks import hand_class
    >>> status_name(int(status_of_class()[hand_class(parse_hand("6C 6D 6H KD KS"))]))
    'FullHouse King'
    """
    status, high = statuses()[number]
    rank = RANKS[high]
    return f"{STATUSES[status]} {_WORDS.get(rank, rank)}"
