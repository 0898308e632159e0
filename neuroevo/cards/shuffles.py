"""Shuffles: uniform, riffle, and the thesis' riffle; `kernels/shuffles.py` has the compiled twins.

`uniform` is Fisher and Yates'. `riffle` is Gilbert, Shannon and Reeds': the pack is cut where n
fair coins say, and the next card falls from a packet with a chance in proportion to its size.
`thesis` is Wright's ("The Mathematics Behind Euchre", 2001, "Modeling the Shuffling of Euchre"):
the cut comes from a normal distribution, and one or two cards fall from either packet in turn, from
the bottom card of the upper packet on, until one of them is empty.

The thesis does not say how the number drawn, 12.5 on average, becomes a number of cards. `thesis`
cuts its fraction off, as an assignment to a whole number does in the thesis' C++: halves of 12
cards on average, "approximately split in half". `thesis-rounded` rounds it, which is symmetric
about "cards 10 through 15" and leaves 12.5 cards in the upper packet.

An order is a list of places: `order[i]` is where the card that is now i-th from the top lay before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

import numpy as np

from neuroevo.arithmetic import normal_below
from neuroevo.cards.streams import Stream
from neuroevo.errors import BadInput, choose_from
from neuroevo.limits import MOST_SHUFFLES, shown

Item = TypeVar("Item")

SHUFFLE_MODELS = {
    "uniform": "every order is equally likely",
    "riffle": "Gilbert, Shannon and Reeds: a fair cut, then cards fall by the packets' sizes",
    "thesis": "Wright: a cut from a normal distribution, its fraction dropped, then one or two "
    "cards from each in turn",
    "thesis-rounded": "the same with the cut rounded",
}
THESIS_MODELS = ("thesis", "thesis-rounded")
UNIFORM, RIFFLE, THESIS = range(3)
MODEL_CODES = {
    "uniform": UNIFORM,
    "riffle": RIFFLE,
    "thesis": THESIS,
    "thesis-rounded": THESIS,
}

MOST_CARDS = 1000
THESIS_CARDS, THESIS_VARIANCE = 24, 3.0
"""The thesis' own pack; its mean of 12.5 is the middle of cards 1 to 24."""
_WORD = 1 << 64


@dataclass(frozen=True)
class Shuffle:
    """How a pack is shuffled: by which model, how often, and where the thesis' model cuts.

    mean, variance: of the normal distribution that the thesis' cut is drawn from; by default 12.5
    and 3 for 24 cards, and in proportion for others. For `thesis`, cards that are numbered at most
    what is drawn make the upper packet, so a mean of 12.5 cuts into halves on average.

    >>> parse_shuffle("thesis:7")
    Shuffle(model='thesis', times=7, mean=None, variance=None)
    """

    model: str = "uniform"
    times: int = 1
    mean: float | None = None
    variance: float | None = None

    def __post_init__(self) -> None:
        if self.model not in SHUFFLE_MODELS:
            raise BadInput(
                f"there is no shuffle {self.model!r}{choose_from(self.model, SHUFFLE_MODELS)}"
            )
        if not 0 <= self.times <= MOST_SHUFFLES:
            raise BadInput(
                f"a pack is shuffled 0 times or more and at most {MOST_SHUFFLES:,} times, not "
                f"{shown(self.times)}"
            )
        for name, value in (("mean", self.mean), ("variance", self.variance)):
            if value is None:
                continue
            if not self.is_thesis:
                raise BadInput(f"only the thesis' shuffle has a {name}, not {self.model!r}")
            if not math.isfinite(value):
                raise BadInput(f"the cut's {name} must be a number, not {value}")
        if self.variance is not None and self.variance <= 0:
            raise BadInput(f"the cut's variance must be above 0, not {self.variance:g}")

    def __str__(self) -> str:
        return self.model if self.times == 1 else f"{self.model}:{self.times}"

    @property
    def is_thesis(self) -> bool:
        """Whether it is Wright's, whatever becomes of the fraction of its cut."""
        return self.model in THESIS_MODELS

    def cut_mean(self, cards: int) -> float:
        """The mean of the normal distribution for a pack of this size."""
        return (cards + 1) / 2 if self.mean is None else self.mean

    def cut_variance(self, cards: int) -> float:
        """The variance of the normal distribution for a pack of this size."""
        if self.variance is None:
            return THESIS_VARIANCE * cards / THESIS_CARDS
        return self.variance

    def cut_chances(self, cards: int) -> tuple[float, ...]:
        """The chance of 0, 1, … `cards` cards in the upper packet.

        >>> [round(chance, 3) for chance in Shuffle("thesis").cut_chances(24)[9:16]]
        [0.053, 0.119, 0.193, 0.227, 0.193, 0.119, 0.053]
        >>> [round(chance, 3) for chance in Shuffle("thesis-rounded").cut_chances(24)[10:16]]
        [0.082, 0.158, 0.218, 0.218, 0.158, 0.082]
        """
        below = [0.0, *self._cut_below(cards), 1.0]
        return tuple(after - before for before, after in pairwise(below))

    def _cut_below(self, cards: int) -> list[float]:
        """The chance that the upper packet has at most 0, 1, … `cards` - 1 cards."""
        if self.model == "riffle":
            sums, total = [], 0
            for count in range(cards):
                total += math.comb(cards, count)
                sums.append(total / 2**cards)
            return sums
        if self.is_thesis:
            mean, sd = self.cut_mean(cards), math.sqrt(self.cut_variance(cards))
            next_cut = 0.5 if self.model == "thesis-rounded" else 1.0
            return [normal_below((count + next_cut - mean) / sd) for count in range(cards)]
        return [1.0] * cards  # the uniform shuffle cuts nothing


def parse_shuffle(text: str) -> Shuffle:
    """Read `MODEL` or `MODEL:TIMES`, such as `riffle:7`."""
    model, colon, times = text.strip().lower().partition(":")
    if not colon:
        return Shuffle(model)
    if not times.isdecimal() or len(times) > 20:
        raise BadInput(f"shuffle {text!r}: after the colon comes how often, such as riffle:7")
    return Shuffle(model, int(times))


@lru_cache(maxsize=64)
def cut_limits(shuffle: Shuffle, cards: int) -> tuple[int, ...]:
    """The cut as whole numbers: a 64-bit draw that is not below the first m limits leaves m cards
    or more in the upper packet."""
    return tuple(min(int(below * _WORD), _WORD - 1) for below in shuffle._cut_below(cards))


def check_cards(cards: int) -> None:
    """Raise `BadInput` for a pack that can't be shuffled, or is too large to be a pack."""
    if not 2 <= cards <= MOST_CARDS:
        raise BadInput(f"a pack has 2 to {MOST_CARDS:,} cards, not {cards}")


def shuffled(items: Sequence[Item], stream: Stream, shuffle: Shuffle | None = None) -> list[Item]:
    """The items in a new order; uniformly random if no other shuffle is given.

    >>> shuffled("ABCD", Stream(1))
    ['A', 'B', 'D', 'C']
    >>> "".join(shuffled("ABCDEFGHIJKL", Stream(1), Shuffle("thesis")))
    'GAHIBCJDKLEF'
    """
    order = list(items)
    if shuffle is None:
        return _uniform(order, stream)
    for _ in range(shuffle.times):
        if shuffle.model == "uniform":
            order = _uniform(order, stream)
            continue
        word = stream.draw()
        cut = sum(word >= limit for limit in cut_limits(shuffle, len(order)))
        packets = order[:cut], order[cut:]
        order = (_thesis if shuffle.is_thesis else _riffle)(*packets, stream)
    return order


def _uniform(order: list[Item], stream: Stream) -> list[Item]:
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def _riffle(upper: list[Item], lower: list[Item], stream: Stream) -> list[Item]:
    pile: list[Item] = []  # from the bottom upwards, as the cards fall
    while upper or lower:
        from_upper = stream.below(len(upper) + len(lower)) < len(upper)
        pile.append((upper if from_upper else lower).pop())
    return pile[::-1]


def _thesis(upper: list[Item], lower: list[Item], stream: Stream) -> list[Item]:
    pile: list[Item] = []
    falling, waiting = upper, lower
    while upper and lower:
        for _ in range(min(1 + stream.below(2), len(falling))):
            pile.append(falling.pop())
        falling, waiting = waiting, falling
    return (upper or lower) + pile[::-1]


def shuffle_order(shuffle: Shuffle, cards: int, stream: Stream) -> list[int]:
    """A random order of a pack by this shuffle: `order[i]` is where the i-th card lay before."""
    check_cards(cards)
    return shuffled(range(cards), stream, shuffle)


def permutation_matrix(order: Sequence[int]) -> np.ndarray:
    """The order as a matrix (n, n) int8, so that `matrix @ pack` is the shuffled pack.

    Row i has its one in column `order[i]`.

    >>> permutation_matrix([2, 0, 1]) @ [7, 8, 9]
    array([9, 7, 8])
    """
    matrix = np.zeros((len(order), len(order)), dtype=np.int8)
    matrix[np.arange(len(order)), list(order)] = 1
    return matrix


def matrix_order(matrix: np.ndarray) -> list[int]:
    """The order that a permutation matrix stands for."""
    ones = np.asarray(matrix) == 1
    square = ones.ndim == 2 and ones.shape[0] == ones.shape[1]
    if not square or not (ones.sum(axis=0) == 1).all() or not (ones.sum(axis=1) == 1).all():
        raise BadInput("a permutation matrix is square with a single 1 in each row and column")
    return [int(column) for column in ones.argmax(axis=1)]


def inverse_order(order: Sequence[int]) -> list[int]:
    """The order that undoes this one; its matrix is the transpose.

    >>> inverse_order([2, 0, 1])
    [1, 2, 0]
    """
    back = [0] * len(order)
    for new, old in enumerate(order):
        back[old] = new
    return back
