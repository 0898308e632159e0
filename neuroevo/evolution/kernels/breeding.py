"""Recombination and mutation of whole generations, compiled: numpy takes longer than the play.

van Hus 2020, section 2.4. Every new member has a random stream of its own, so that rows can be made
in any order and by anybody.
"""

from __future__ import annotations

import numpy as np

from neuroevo.arithmetic.functions import log, log1p, normal_quantile
from neuroevo.cards.kernels.normals import k_chance
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

    All are int32, the bits of the weights: a choice by masks has no branch to guess wrong. A coin
    becomes a mask by being shifted up and down again. Loops of a known length, over 32 bits, turn
    into a few instructions: eight times as fast as one loop over 64.
    """
    count = child.shape[0]
    words = count // 64
    for word in range(words):
        at = 64 * word
        coins = np.int64(k_draw(streams, 0))
        lower, upper = np.int32(coins), np.int32(coins >> 32)
        for step in range(32):
            mask = np.int32(np.int32(lower << (31 - step)) >> 31)
            child[at + step] = father[at + step] ^ ((mother[at + step] ^ father[at + step]) & mask)
        at += 32
        for step in range(32):
            mask = np.int32(np.int32(upper << (31 - step)) >> 31)
            child[at + step] = father[at + step] ^ ((mother[at + step] ^ father[at + step]) & mask)
    coins = np.int64(k_draw(streams, 0))
    for at in range(64 * words, count):
        child[at] = mother[at] if coins >> (at % 64) & 1 else father[at]


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
def draw_chance(streams: np.ndarray) -> float:
    """`k_chance` from a stream: above 0 and below 1, so that it has a logarithm."""
    chance = k_chance(streams[0], 0)
    streams[0] += _GOLDEN
    return chance


@inner
def move_weights(weights: np.ndarray, chance: float, sigma: float, streams: np.ndarray) -> None:
    """Each weight, with this chance, moves by a normal step, but stays in [-1, 1].

    The gaps between moving weights are drawn, not the weights themselves: they are geometric.
    """
    if chance <= 0.0:
        return
    scale = 1.0 / log1p(-chance) if chance < 1.0 else 0.0
    count = weights.shape[0]
    at = min(log(draw_chance(streams)) * scale, count)
    while at < count:
        moved = weights[np.int64(at)] + sigma * normal_quantile(draw_chance(streams))
        weights[np.int64(at)] = np.float32(min(1.0, max(-1.0, moved)))
        at = np.floor(at) + 1.0 + log(draw_chance(streams)) * scale


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
