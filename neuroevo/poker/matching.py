"""The exact chance that every one of several opponents holds a hand of a given sort.

Opponents' hands come from one pack, so their chances are not independent, and the deals to four
opponents (10^23 of them) are too many to go through. But whether a hand that is no flush beats the
user's depends on its ranks alone. So the ranks are dealt out one after another, ace first, and of
each hand only so much is remembered as still matters: a *state* of the smallest machine that tells
wanted hands from others. Some fifteen states will do, whatever the user holds, and since opponents
are alike, a few thousand combinations of states stand for all deals.

Flushes come in by inclusion and exclusion. A hand is wanted if its ranks are wanted, unless it is a
flush that is not; so the wanted deals are those with wanted ranks, less those where opponent 1 has
such a flush, and so on. A hand that must be a flush of a given suit is dealt rank by rank too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import RANKS, SUITS, Card
from neuroevo.poker.kernels.matching import count_rank_by_rank
from neuroevo.poker.kernels.ranks import RANK_BITS
from neuroevo.poker.ranks import class_numbers, rank_value
from neuroevo.poker.tables import five_card_classes, rank_keys, rank_sets

HAND = 5
HOPELESS = -1
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class Prefixes:
    """All ways to hold some of the higher ranks, at most five cards; a tree with a level a rank.

    children[level]: (ways, 5), the way on the next level after taking 0 to 4 cards of this level's
    rank, -1 where there are none. keys: the rank key of each way on the last level, where all ranks
    have been dealt; totals: its number of cards.
    """

    children: tuple[IntArray, ...]
    keys: IntArray
    totals: IntArray


@cache
def prefixes() -> Prefixes:
    """The tree, ace first."""
    totals, keys = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    children = []
    for rank in reversed(range(len(RANKS))):
        sums = totals[:, None] + np.arange(5)
        there = sums <= HAND
        children.append(np.where(there, np.cumsum(there).reshape(there.shape) - 1, HOPELESS))
        keys = (keys[:, None] + (np.arange(5) << (RANK_BITS * rank)))[there]
        totals = sums[there]
    return Prefixes(tuple(children), keys, totals)


@cache
def final_classes() -> tuple[IntArray, IntArray]:
    """The class of each way on the tree's last level, as no flush and as a flush.

    HOPELESS where there are not five cards, or where no flush has these ranks. Shapes (ways,).
    """
    tree, numbers = prefixes(), class_numbers()
    ranks = rank_sets(HAND)
    five = tree.totals == HAND
    order = np.argsort(rank_keys(ranks))
    place = order[np.searchsorted(rank_keys(ranks)[order], tree.keys[five])]
    plain = np.full(tree.keys.size, HOPELESS)
    plain[five] = five_card_classes(ranks)[place]
    flushes = [
        numbers[rank_value(row, flush=True)] if len(set(row)) == HAND else HOPELESS
        for row in ranks.tolist()
    ]
    flush = np.full(tree.keys.size, HOPELESS)
    flush[five] = np.array(flushes)[place]
    return plain, flush


def smallest_machine(wanted: BoolArray) -> list[IntArray]:
    """The smallest machine that deals a hand rank by rank and ends in state 0 if it is wanted.

    wanted: by way on the tree's last level. Returns, by rank from the ace down, the next state by
    state and number of cards taken, shape (states, 5); states that can't end well are HOPELESS.
    Two ways to begin are one state if the same continuations are wanted after both.
    """
    states = np.where(wanted, 0, HOPELESS)
    levels = []
    for children in reversed(prefixes().children):
        after = np.where(children >= 0, states[children], HOPELESS)
        codes = ((after + 1) << (8 * np.arange(5))).sum(axis=1)
        distinct, first, state = np.unique(codes, return_index=True, return_inverse=True)
        hopeless_first = int(distinct[0] == 0)
        states = state.reshape(-1) - hopeless_first
        levels.append(after[first[hopeless_first:]])
    return levels[::-1]


def matching_deals(wanted: BoolArray, known: Sequence[Card], opponents: int) -> float:
    """How many deals to the opponents, from a pack without `known`, give each a wanted hand.

    wanted: by class, shape (7462,). Whole numbers beyond 2^53 are rounded to 16 digits.

    >>> everything = np.ones(7462, dtype=bool)
    >>> matching_deals(everything, [], 2) == math.comb(52, 5) * math.comb(47, 5)
    True
    """
    plain, flush = final_classes()
    by_ranks = (plain >= 0) & wanted[plain]
    spoilt = by_ranks & (flush >= 0) & ~wanted[flush]
    machines = [smallest_machine(by_ranks), smallest_machine(spoilt)]
    radix = max(1, *(len(level) for machine in machines for level in machine))
    steps = np.full((2, len(RANKS), radix, 5), HOPELESS, dtype=np.int16)
    for kind, machine in enumerate(machines):
        for rank, level in enumerate(machine):
            steps[kind, rank, : len(level)] = level
    if not by_ranks.any():
        return 0.0
    total = 0.0
    for flushes in range(opponents + 1 if spoilt.any() else 1):
        for suits in combinations_with_replacement(range(len(SUITS)), flushes):
            who = math.perm(opponents, flushes)
            for suit in set(suits):
                who //= math.factorial(suits.count(suit))
            deals = _deals(steps, radix, known, opponents, suits)
            total += (-1) ** flushes * who * deals
    return total


def _deals(
    steps: NDArray[np.int16],
    radix: int,
    known: Sequence[Card],
    opponents: int,
    flush_suits: tuple[int, ...],
) -> float:
    """Deals where the last opponents hold unwanted flushes of these suits."""
    alike = opponents - len(flush_suits)
    choices, ways = [], []
    for rank in reversed(RANKS):
        there = tuple(Card(rank, suit) not in known for suit in SUITS)
        rank_choices, rank_ways = _choices_at_a_rank(there, alike, flush_suits)
        choices.append(rank_choices)
        ways.append(rank_ways)
    most = max(map(len, ways))
    all_choices = np.zeros((len(RANKS), most, opponents), dtype=np.int8)
    all_ways = np.zeros((len(RANKS), most))
    for level, (rank_choices, rank_ways) in enumerate(zip(choices, ways, strict=True)):
        all_choices[level, : len(rank_ways)] = rank_choices
        all_ways[level, : len(rank_ways)] = rank_ways
    sizes = np.array([len(rank_ways) for rank_ways in ways])
    return float(count_rank_by_rank(steps, radix, all_choices, all_ways, sizes, opponents, alike))


@lru_cache(maxsize=10_000)
def _choices_at_a_rank(
    there: tuple[bool, ...], alike: int, flush_suits: tuple[int, ...]
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """How many cards of a rank each hand may take, and in how many ways.

    there: whether the rank's card of each suit is in the pack. The last hands take the card of
    their own suit or none.
    """
    choices, ways = [], []
    for takers in product((0, 1), repeat=len(flush_suits)):
        suits = [suit for suit, takes in zip(flush_suits, takers, strict=True) if takes]
        if len(set(suits)) < len(suits) or not all(there[suit] for suit in suits):
            continue
        left = sum(there) - len(suits)
        for counts in _counts_up_to(left, alike):
            choices.append([*counts, *takers])
            ways.append(
                math.perm(left, sum(counts)) // math.prod(math.factorial(n) for n in counts)
            )
    shape = (len(ways), alike + len(flush_suits))
    return np.array(choices, dtype=np.int8).reshape(shape), np.array(ways, dtype=np.float64)


@cache
def _counts_up_to(most: int, hands: int) -> tuple[tuple[int, ...], ...]:
    if hands == 0:
        return ((),)
    return tuple(
        (first, *rest)
        for first in range(most + 1)
        for rest in _counts_up_to(most - first, hands - 1)
    )
