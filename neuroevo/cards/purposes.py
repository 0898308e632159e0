"""What random numbers are drawn for: the one register of purposes.

A seed is spawned by purpose (see `run_key`), so that two pieces of work with one seed never share a
number: the deals that judge a champion are none of those that made it. A purpose has one number for
ever, because every published figure depends on it; a new one takes a number that is free.
"""

from __future__ import annotations

from enum import IntEnum, unique

import numpy as np


@unique
class Purpose(IntEnum):
    """Further numbers behind a purpose (a generation, a deck) keep its parts apart."""

    POKER_HAND = 0
    SIMULATION = 1
    POKER_RUNS = 2
    MIXING = 5
    SHUFFLING = 6
    PLAYOUT = 7
    WHOLE_GAMES = 8
    GROUPS = 10
    DEALS = 11
    YARDSTICK = 12
    INITIAL = 20
    BREEDING = 21
    LUCKIEST = 22
    CARD_SHARES = 23
    BOOTSTRAP = 24
    BIDDING = 25
    EVALUATION = 26
    CHANCE = 27
    PERMUTATION = 28
    SUECA_DECKS = 30
    SUECA_SUITS = 31
    EUCHRE_GAPS = 32
    SUECA_IDEAS = 33
    SUECA_PREDICTORS = 34
    SUECA_TEXT = 35
    CHECKS = 36
    SPADES_BIRTHS = 40
    SPADES_LUCKY_TRICKS = 41


def run_key(seed: int, purpose: Purpose, *parts: int) -> int:
    """The 64-bit key of a piece of work: numpy's SeedSequence of the seed, spawned by purpose."""
    words = _sequence(seed, purpose, parts).generate_state(1, np.uint64)
    return int(words[0])


def generator_for(seed: int, purpose: Purpose, *parts: int) -> np.random.Generator:
    """numpy's generator for a piece of work, keyed like `run_key`."""
    return np.random.default_rng(_sequence(seed, purpose, parts))


def _sequence(seed: int, purpose: Purpose, parts: tuple[int, ...]) -> np.random.SeedSequence:
    return np.random.SeedSequence(seed, spawn_key=(int(Purpose(purpose)), *parts))
