"""How well a shuffle mixes: the distance from a perfectly mixed pack after so many shuffles.

The distance is total variation: the largest difference that any event's chance can show. For the
riffle it is exact (Bayer and Diaconis, "Trailing the dovetail shuffle to its lair", 1992): the
chance of an order depends on its number of rising sequences alone. For the thesis' model three
lower bounds are at hand: where a single card ends (exact, a Markov chain of one card), the number
of rising sequences (from samples, less what chance could feign), and how few of all orders so many
shuffles can reach at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from neuroevo.arithmetic import log, product, row_totals, total
from neuroevo.arithmetic.functions import LN2
from neuroevo.cards.purposes import Purpose, run_key
from neuroevo.cards.shuffles import MODEL_CODES, Shuffle, check_cards, cut_limits, inverse_order
from neuroevo.errors import BadInput
from neuroevo.limits import MOST_SAMPLES, check_range, check_seed

DOUBT = 1e-3
"""A bound from samples is too high with at most this chance."""
CLOSE = 0.05
"""A pack counts as mixed when its distance is under this."""
MOST_SHUFFLES = 1000

FloatArray = NDArray[np.float64]


def rising_sequences(order: Sequence[int]) -> int:
    """How many runs of neighbours in the old pack, laid one into another, make up the new one.

    >>> rising_sequences([0, 3, 1, 4, 2, 5])
    2
    """
    place = inverse_order(order)
    return 1 + sum(after < before for before, after in pairwise(place))


@cache
def eulerian(cards: int) -> tuple[int, ...]:
    """How many orders have 1, 2, … `cards` rising sequences.

    >>> eulerian(4)
    (1, 11, 11, 1)
    """
    if cards == 1:
        return (1,)
    before = (0, *eulerian(cards - 1), 0)
    return tuple(
        rising * before[rising] + (cards + 1 - rising) * before[rising - 1]
        for rising in range(1, cards + 1)
    )


def riffle_distance(cards: int, times: int) -> Fraction:
    """Total variation after so many Gilbert-Shannon-Reeds riffles, exactly.

    After k riffles an order with r rising sequences has the chance C(2^k + n - r, n) / 2^(kn).

    >>> [round(float(riffle_distance(52, times)), 3) for times in (5, 6, 7, 8)]
    [0.924, 0.614, 0.334, 0.167]
    """
    hands = 2**times
    orders = math.factorial(cards)
    total = sum(
        count * abs(orders * math.comb(hands + cards - rising, cards) - hands**cards)
        for rising, count in enumerate(eulerian(cards), start=1)
    )
    return Fraction(total, 2 * hands**cards * orders)


def card_matrix(shuffle: Shuffle, cards: int) -> FloatArray:
    """Where each card ends after one shuffle: (n, n), row i the chances of the card in place i."""
    if shuffle.model == "uniform":
        return np.full((cards, cards), 1 / cards)
    return (_thesis_card_matrix if shuffle.is_thesis else _riffle_card_matrix)(
        shuffle.cut_chances(cards)
    )


def _riffle_card_matrix(cuts: Sequence[float]) -> FloatArray:
    """Every way to lay two packets into one another is equally likely.

    Of the places above the card's new one, those that its own packet fills are a hypergeometric
    number.
    """
    cards = len(cuts) - 1
    matrix = np.zeros((cards, cards))
    for upper, chance in enumerate(cuts):
        ways = math.comb(cards, upper)
        for old in range(cards):
            own, above = (upper, old) if old < upper else (cards - upper, old - upper)
            for new in range(above, cards - own + above + 1):
                fits = math.comb(new, above) * math.comb(cards - 1 - new, own - 1 - above)
                matrix[old, new] += chance * (fits / ways)
    return matrix


def _thesis_card_matrix(cuts: Sequence[float]) -> FloatArray:
    """Walk through every way the packets can fall, and note which card falls where."""
    cards = len(cuts) - 1
    matrix = np.zeros((cards, cards))
    for cut, cut_chance in enumerate(cuts):
        for upper, lower, from_upper, chance in _thesis_states(cut, cards - cut, cut_chance):
            first = 0 if from_upper else cut  # where the packet whose turn it is began
            packet = upper if from_upper else lower
            if upper == 0 or lower == 0:
                for place in range(packet):  # the rest stays on top
                    matrix[first + place, place] += chance
            else:
                matrix[first + packet - 1, upper + lower - 1] += chance
                if packet > 1:
                    matrix[first + packet - 2, upper + lower - 2] += chance / 2
    return matrix


def _thesis_states(upper: int, lower: int, chance: float) -> Iterator[tuple[int, int, bool, float]]:
    """The states of one thesis shuffle after this cut: cards left in the upper and in the lower
    packet, whether the upper one's turn is next, and the chance to come there.

    When a packet is empty the other's turn is next, and that state is the last.
    """
    if chance == 0.0:
        return
    reached = {(upper, lower, upper > 0): chance}
    while reached:
        # Cards only leave the packets, so the state with the most cards left has no way back.
        state = max(reached, key=lambda one: one[0] + one[1])
        upper, lower, from_upper = state
        chance = reached.pop(state)
        yield upper, lower, from_upper, chance
        if upper == 0 or lower == 0:
            continue
        packet = upper if from_upper else lower
        for fall in (1, 2) if packet > 1 else (1,):
            after = (upper - fall, lower) if from_upper else (upper, lower - fall)
            following = (*after, not from_upper)
            share = chance / 2 if packet > 1 else chance
            reached[following] = reached.get(following, 0.0) + share


def card_distance(shuffle: Shuffle, cards: int, times: int) -> float:
    """A lower bound of the distance: the total variation of where the worst card ends.

    >>> round(card_distance(Shuffle("riffle"), 52, 3), 3)
    0.577
    """
    one, matrix = card_matrix(shuffle, cards), np.eye(cards)
    for _ in range(times):
        matrix = product(matrix, one)
    return _worst_card(matrix)


def _worst_card(matrix: NDArray[np.float64]) -> float:
    """The total variation of where the worst card ends; matrix: (cards, cards) float64, its chances
    by where it began and ends."""
    return float(row_totals(np.abs(matrix - 1 / len(matrix))).max() / 2)


def rising_distances(
    shuffle: Shuffle, cards: int, times: int, samples: int = 100_000, seed: int = 0
) -> list[float]:
    """Lower bounds of the distance after 0, 1, … `times` shuffles, from rising sequences.

    The largest difference between the chance of at most r rising sequences in samples and in a
    perfectly mixed pack, less what the samples could be off by (the inequality of Dvoretzky,
    Kiefer and Wolfowitz): each bound is too high with a chance of at most DOUBT.
    """
    from neuroevo.cards.kernels.mixing import count_rising_sequences

    check_range("samples", samples, 1, MOST_SAMPLES)
    counts = np.zeros((times + 1, cards), dtype=np.int64)
    limits = np.array(cut_limits(shuffle, cards), dtype=np.uint64)
    code, key = MODEL_CODES[shuffle.model], np.uint64(run_key(seed, Purpose.MIXING))
    count_rising_sequences(code, limits, cards, samples, key, counts)
    found = counts.cumsum(axis=1) / samples
    orders = math.factorial(cards)
    mixed = np.array([count / orders for count in eulerian(cards)]).cumsum()
    off = math.sqrt(log(2 / DOUBT) / (2 * samples))
    return [max(0.0, float(gap) - off) for gap in np.abs(found - mixed).max(axis=1)]


def reachable_orders(shuffle: Shuffle, cards: int) -> int:
    """How many orders one shuffle can give; a cut may fall anywhere, however unlikely.

    >>> reachable_orders(Shuffle("riffle"), 24), reachable_orders(Shuffle("thesis"), 24)
    (16777192, 121392)
    """
    if shuffle.model == "uniform":
        return math.factorial(cards)
    if shuffle.model == "riffle":
        return int(2**cards - cards)
    return 1 + sum(_falls(cut, cards - cut) for cut in range(1, cards))


@cache
def _falls(falling: int, waiting: int) -> int:
    """In how many ways the thesis' packets can fall, the first of them next."""
    if falling == 0 or waiting == 0:
        return 1
    return sum(_falls(waiting, falling - fall) for fall in (1, 2) if fall <= falling)


def reach_distance(shuffle: Shuffle, cards: int, times: int) -> float:
    """A lower bound of the distance: the share of all orders that are out of reach."""
    within = Fraction(reachable_orders(shuffle, cards) ** times, math.factorial(cards))
    return 0.0 if within >= 1 else float(1 - within)


def bits(number: float) -> float:
    """The logarithm to base 2."""
    return log(number) / LN2


def mixed_entropy(cards: int) -> float:
    """The entropy of a perfectly mixed pack in bits, log2(n!).

    >>> round(mixed_entropy(52), 3)
    225.581
    """
    return total([bits(float(number)) for number in range(1, cards + 1)])


def shuffle_entropy(shuffle: Shuffle, cards: int) -> float:
    """The entropy of one shuffle in bits; a perfectly mixed pack has log2(n!).

    Different cuts and falls give different orders, but for those that leave the pack as it was. So
    the thesis' shuffle has the entropy of its cut and one bit for each coin that is of account.

    >>> round(shuffle_entropy(Shuffle("riffle"), 24), 3)
    24.0
    """
    if shuffle.model == "uniform":
        return mixed_entropy(cards)
    if shuffle.model == "riffle":
        return cards - math.ldexp((cards + 1) * bits(cards + 1.0), -cards)
    cuts = shuffle.cut_chances(cards)
    unchanged = cuts[0] + cuts[-1]
    entropy = -total([chance * bits(chance) for chance in (unchanged, *cuts[1:-1]) if chance > 0])
    for cut, cut_chance in enumerate(cuts):
        for upper, lower, from_upper, chance in _thesis_states(cut, cards - cut, cut_chance):
            if upper and lower and (upper if from_upper else lower) > 1:
                entropy += chance
    return entropy


def order_chance(shuffle: Shuffle, order: Sequence[int]) -> float:
    """The chance that one shuffle gives exactly this order; 0 where it never does.

    >>> order_chance(Shuffle("riffle"), [2, 0, 1]), order_chance(Shuffle("thesis"), [2, 1, 0])
    (0.125, 0.0)
    """
    cards = len(order)
    check_cards(cards)
    if sorted(order) != list(range(cards)):
        raise BadInput(f"an order of {cards} cards has each place from 0 to {cards - 1} once")
    rising = rising_sequences(order)
    if shuffle.model == "uniform":
        return 1 / math.factorial(cards)
    if shuffle.model == "riffle":
        return math.ldexp(math.comb(2 + cards - rising, cards), -cards)
    cuts = shuffle.cut_chances(cards)
    if rising == 1:
        return cuts[0] + cuts[-1]
    place = inverse_order(order)
    cut = next((card for card in range(1, cards) if place[card] < place[card - 1]), 0)
    return cuts[cut] * _fall_chance(order, cut) if rising == 2 else 0.0


def _fall_chance(order: Sequence[int], cut: int) -> float:
    """The chance that the thesis' packets, cut like this, fall into this order."""
    upper, lower, from_upper, chance = cut, len(order) - cut, True, 1.0
    while upper and lower:
        packet = upper if from_upper else lower
        fallen = 0
        while fallen < packet and (order[upper + lower - 1 - fallen] < cut) == from_upper:
            fallen += 1
        if fallen not in (1, 2):
            return 0.0
        if packet > 1:
            chance /= 2
        upper, lower = (upper - fallen, lower) if from_upper else (upper, lower - fallen)
        from_upper = not from_upper
    return chance


@dataclass(frozen=True)
class Mixing:
    """How well a shuffle mixes a pack.

    distances: after 0, 1, … shuffles; exact, or the best of the three lower bounds. card, rising,
    reach: those bounds (see `card_distance`, `rising_distances`, `reach_distance`). entropy:
    of one shuffle, in bits. mixed_entropy: of a perfectly mixed pack. mixed_after: the first number
    of shuffles whose distance is under 5 %; where only bounds are known, at least so many are
    needed.
    """

    shuffle: Shuffle
    cards: int
    exact: bool
    distances: tuple[float, ...]
    card: tuple[float, ...]
    rising: tuple[float, ...]
    reach: tuple[float, ...]
    entropy: float
    mixed_entropy: float
    mixed_after: int


MOST_MIXED_CARDS = 208
"""Four packs together: above that the exact sums take minutes."""


def measure_mixing(
    shuffle: Shuffle, cards: int, times: int, samples: int = 100_000, seed: int = 0
) -> Mixing:
    """Distances after 0 to `times` shuffles, entropy, and when the pack is mixed."""
    check_cards(cards)
    if cards > MOST_MIXED_CARDS:
        raise BadInput(f"mixing is measured for at most {MOST_MIXED_CARDS} cards, not {cards}")
    check_range("times", times, 0, MOST_SHUFFLES)
    check_range("samples", samples, 1, MOST_SAMPLES)
    check_seed(seed)
    reach = max(times, 12)
    while True:
        bounds = _bounds(shuffle, cards, reach, samples, seed)
        distances = _distances(shuffle, cards, bounds)
        mixed_after = next((after for after, gap in enumerate(distances) if gap < CLOSE), None)
        if mixed_after is not None:
            break
        if reach > MOST_SHUFFLES:
            raise BadInput(f"{cards} cards are not mixed after {reach} such shuffles")
        reach *= 2
    shown = slice(times + 1)
    return Mixing(
        shuffle=shuffle,
        cards=cards,
        exact=not shuffle.is_thesis,
        distances=tuple(distances[shown]),
        card=tuple(bounds[0][shown]),
        rising=tuple(bounds[1][shown]),
        reach=tuple(bounds[2][shown]),
        entropy=shuffle_entropy(shuffle, cards),
        mixed_entropy=mixed_entropy(cards),
        mixed_after=mixed_after,
    )


Bounds = tuple[list[float], list[float], list[float]]
"""After 0, 1, … shuffles: the bounds by where a card ends, by rising sequences, by reach."""


def _bounds(shuffle: Shuffle, cards: int, times: int, samples: int, seed: int) -> Bounds:
    one, matrix = card_matrix(shuffle, cards), np.eye(cards)
    card = []
    for _ in range(times + 1):
        card.append(_worst_card(matrix))
        matrix = product(matrix, one)
    rising = rising_distances(shuffle, cards, times, samples, seed)
    return card, rising, [reach_distance(shuffle, cards, after) for after in range(times + 1)]


def _distances(shuffle: Shuffle, cards: int, bounds: Bounds) -> list[float]:
    """The distances themselves where they are known, else the best bounds."""
    times = len(bounds[0])
    if shuffle.model == "riffle":
        return [float(riffle_distance(cards, after)) for after in range(times)]
    if shuffle.model == "uniform":
        return [1 - 1 / math.factorial(cards)] + [0.0] * (times - 1)
    return [max(known) for known in zip(*bounds, strict=True)]
