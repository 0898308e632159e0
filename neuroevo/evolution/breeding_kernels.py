"""Recombination and mutation of whole generations, compiled: numpy takes longer than the play.

van Hus 2020, section 2.4. Every new member has a random stream of its own, so that rows can be made
in any order and by anybody.
"""

from __future__ import annotations

import numpy as np

from neuroevo.cards.streams import k_child_seed, k_draw
from neuroevo.kernel_cache import inner, kernel

REPLACE, GAUSS = 0, 1
_WORD = np.uint64(1)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@inner
def uniform(streams: np.ndarray) -> float:
    """A random number from 0 up to 1."""
    return np.float64(k_draw(streams, 0) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@inner
def recombine(mother: np.ndarray, father: np.ndarray, child: np.ndarray, streams: np.ndarray) -> None:
    """Each weight of the child is one of its parents', by the toss of a coin."""
    count = child.shape[0]
    index = 0
    while index < count:
        coins = k_draw(streams, 0)
        for _ in range(min(64, count - index)):
            child[index] = mother[index] if coins & _WORD else father[index]
            coins >>= _WORD
            index += 1


@inner
def mutate(
    weights: np.ndarray, chance: float, kind: int, sigma: float, streams: np.ndarray
) -> None:
    """Each weight, with this chance, is replaced by any value in [-1, 1], or moved by a normal one.

    The 32 bits that say whether a weight mutates are the upper half of a word; the lower half says
    to what.
    """
    limit = np.uint64(chance * 4294967296.0)
    for index in range(weights.shape[0]):
        word = k_draw(streams, 0)
        if (word >> _HALF) < limit:
            if kind == REPLACE:
                share = np.float64(word & _LOW) * (1.0 / 4294967296.0)
                weights[index] = np.float32(2.0 * share - 1.0)
            else:
                radius = np.sqrt(-2.0 * np.log(1.0 - uniform(streams)))
                step = sigma * radius * np.cos(2.0 * np.pi * uniform(streams))
                moved = np.float64(weights[index]) + step
                weights[index] = np.float32(min(1.0, max(-1.0, moved)))


@kernel
def breed(
    weights: np.ndarray,
    mothers: np.ndarray,
    fathers: np.ndarray,
    member_chance: float,
    weight_chance: float,
    spared: int,
    kind: int,
    sigma: float,
    key: np.uint64,
    first: int,
    last: int,
    offspring: np.ndarray,
    mutated: np.ndarray,
) -> None:
    """Make rows `first` to `last` - 1 of the next generation.

    weights: (members, weights) float32, this generation. mothers, fathers: (members,) int64, whose
    weights a new member takes; a member whose two parents are one is that parent, kept. spared: so
    many first rows never mutate. offspring: (members, weights) float32, written. mutated:
    (members,) bool, written.
    """
    streams = np.zeros(1, dtype=np.uint64)
    for row in range(first, last):
        streams[0] = k_child_seed(key, row)
        child = offspring[row]
        if mothers[row] == fathers[row]:
            child[:] = weights[mothers[row]]
        else:
            recombine(weights[mothers[row]], weights[fathers[row]], child, streams)
        mutated[row] = uniform(streams) < member_chance and row >= spared
        if mutated[row]:
            mutate(child, weight_chance, kind, sigma, streams)
