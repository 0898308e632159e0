"""Recombination and mutation of whole generations, compiled: numpy takes longer than the play.

van Hus 2020, section 2.4. Every new member has a random stream of its own, so that rows can be made
in any order and by anybody.
"""

from __future__ import annotations

import numpy as np

from neuroevo.cards.kernels.streams import k_child_seed, k_draw, k_mix
from neuroevo.cards.streams import GOLDEN
from neuroevo.kernel_cache import inner, kernel

REPLACE, GAUSS = 0, 1
_ONE, _HALF, _LOW = np.uint64(1), np.uint64(32), np.uint64(0xFFFFFFFF)
_GOLDEN = np.uint64(GOLDEN)


@inner
def uniform(streams: np.ndarray) -> float:
    """A random number from 0 up to 1."""
    return np.float64(k_draw(streams, 0) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@inner
def recombine(
    mother: np.ndarray, father: np.ndarray, child: np.ndarray, streams: np.ndarray
) -> None:
    """Each weight of the child is one of its parents', by the toss of a coin.

    All are int32, the bits of the weights: a choice by masks has no branch to guess wrong.
    """
    count = child.shape[0]
    for start in range(0, count, 64):
        coins = np.int64(k_draw(streams, 0))
        for step in range(min(64, count - start)):
            mask = np.int32(-((coins >> step) & 1))
            at = start + step
            child[at] = father[at] ^ ((mother[at] ^ father[at]) & mask)


@inner
def replace_weights(weights: np.ndarray, chance: float, streams: np.ndarray) -> None:
    """Each weight, with this chance, becomes any value in [-1, 1].

    The upper half of a random word says whether, the lower half to what; and the choice is made by
    arithmetic, as a branch would be guessed wrong too often. The words are the stream's next ones,
    reached by their number, so that several are computed at once.
    """
    limit = np.int64(chance * 4294967296.0)
    before = streams[0]
    count = weights.shape[0]
    streams[0] += np.uint64(count) * _GOLDEN
    for index in range(count):
        word = k_mix(before + (np.uint64(index) + _ONE) * _GOLDEN)
        upper, lower = np.int64(word >> _HALF), np.int64(word & _LOW)
        new = np.float32(lower * (2.0 / 4294967295.0) - 1.0)
        taken = np.float32((upper - limit) >> 63 & 1)
        weights[index] = weights[index] * (np.float32(1) - taken) + new * taken


@inner
def move_weights(weights: np.ndarray, chance: float, sigma: float, streams: np.ndarray) -> None:
    """Each weight, with this chance, moves by a normal step, but stays in [-1, 1].

    The gaps between moving weights are drawn, not the weights themselves: they are geometric.
    """
    if chance <= 0.0:
        return
    scale = 1.0 / np.log1p(-chance) if chance < 1.0 else 0.0
    at = np.int64(np.log1p(-uniform(streams)) * scale)
    while at < weights.shape[0]:
        radius = np.sqrt(-2.0 * np.log1p(-uniform(streams)))
        step = sigma * radius * np.cos(2.0 * np.pi * uniform(streams))
        moved = np.float64(weights[at]) + step
        weights[at] = np.float32(min(1.0, max(-1.0, moved)))
        at += 1 + np.int64(np.log1p(-uniform(streams)) * scale)


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
            parent = weights[mothers[row]]
            for at in range(child.shape[0]):
                child[at] = parent[at]
        else:
            recombine(
                weights[mothers[row]].view(np.int32),
                weights[fathers[row]].view(np.int32),
                child.view(np.int32),
                streams,
            )
        mutated[row] = uniform(streams) < member_chance and row >= spared
        if mutated[row] and kind == REPLACE:
            replace_weights(child, weight_chance, streams)
        elif mutated[row]:
            move_weights(child, weight_chance, sigma, streams)
