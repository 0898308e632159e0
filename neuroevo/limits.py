"""How much may be asked for, in one place: what is beyond these can't be meant, or would never end.

Each limit has its reason beside it. They are far above what any experiment here has used, and below
what fills a machine's memory or hangs it.
"""

from __future__ import annotations

import os

from neuroevo.errors import BadInput, check_at_least

MOST_WORKERS = 512
"""Threads, or tasks on a cluster. Thousands of threads take minutes only to be started."""
MOST_PROCESSES_PER_CORE = 4
"""Of `loky`: each process is an interpreter of its own, with some 150 MB."""
MOST_DEALS = 10_000_000
"""Of a match, whose results are kept deal by deal: 24 bytes each, and as much again to add up."""
MOST_ROUNDS = 500_000_000
"""Of a simulation, which keeps nothing but sums: the standard error is .0001 tricks by then, and
it takes minutes to hours."""
MOST_TRIALS = 100_000_000
"""Of play-outs, poker runs and whole games, for the same reason."""
MOST_CHECKED_DEALS = 10_000
"""At each table of a check, where the referee plays them all in plain Python."""
MOST_SAMPLES = 10_000_000
"""Packs shuffled to measure mixing, all in one piece that can't be interrupted."""
MOST_JUDGED = 10**10
"""Rounds, members and generations that a test of significance is told of: nothing is played."""
MOST_SHUFFLES = 100_000
"""Worlds, tries and play-outs of a Monte-Carlo player, and shuffles of a pack: errors no longer
fall, and one decision can't be interrupted."""
MOST_POPULATION = 10_000
MOST_GAMES = 100_000
"""Of a generation."""
MOST_MEMBER_ROUNDS = 20_000_000
"""Members times games times seats of a generation: its tables are drawn together, 60 bytes a
round."""
MOST_WEIGHTS = 250_000_000
"""Of a whole generation: 1 GB, and as much again while the next one is bred."""
MOST_GENERATIONS = 1_000_000
"""The log is kept whole: a kilobyte a generation."""
MOST_FAME = 1_000
MOST_PAST = 1_000
"""Networks of a run that are kept beside its generation."""
MOST_SHARE = 1e6
"""Of opponents: beyond that the others would never play."""
LARGEST_WEIGHT = 1e9
"""Sums of weights of 1e38 are infinite in float32, and what is infinite plays nothing."""
LARGEST_STEP = 1e3
"""Spread and length of an algorithm's steps; weights begin between -1 and 1."""
LARGEST_SEED = 2**63 - 1
"""Seeds are stored in files that know 64 bits."""
LONGEST_NAME = 100
"""Characters of an experiment's, a study's or a game's name, which folders are named after."""
LONGEST_TITLE = 200
"""Characters of a game's title, and of what its rules come from."""
LARGEST_SHEET = 1 << 14
"""Bytes of a file of a game; those that we ship have a thousand or two."""
MOST_HAND = 26
"""Cards of a hand: two players share a pack of 52."""
MOST_CARD_POINTS = 500
"""Of one card: prices of cards, 64 a point, are kept in 16 bits."""
MOST_SCORE = 10_000
"""Of one round: the squares of the scores of all rounds that may be asked for still add up in 64
bits."""
MOST_TARGET = 1_000_000
"""The total, or the number of rounds, at which a game ends."""


def check_most(name: str, value: int, most: int) -> None:
    """Raise `BadInput` for a number that is too large.

    >>> check_most("deals", 11_000_000, 10_000_000)
    Traceback (most recent call last):
    ...
    neuroevo.errors.BadInput: deals must be at most 10,000,000, not 11,000,000
    """
    if value > most:
        raise BadInput(f"{name} must be at most {most:,}, not {shown(value)}")


def check_range(name: str, value: int, least: int, most: int) -> None:
    """Raise `BadInput` unless least <= value <= most."""
    check_at_least(name, value, least)
    check_most(name, value, most)


def shown(value: int) -> str:
    """A number for a message, and a huge one by its size: Python writes none of 5,000 digits.

    >>> shown(20_000), shown(10**5000)
    ('20,000', 'a number of 16610 bits')
    """
    return f"{value:,}" if abs(value) < 10**30 else f"a number of {value.bit_length()} bits"


def check_seed(seed: int) -> None:
    """Raise `BadInput` for what can't be a seed."""
    check_range("seed", seed, 0, LARGEST_SEED)


def count_workers(workers: int | None, backend: str = "threads") -> int:
    """The number of workers, all cores if it is not given; `BadInput` if it can't be meant."""
    cores = os.cpu_count() or 1
    if workers is None:
        return cores
    check_range("workers", workers, 1, MOST_WORKERS)
    if backend == "loky":
        check_most("workers with backend loky", workers, MOST_PROCESSES_PER_CORE * max(2, cores))
    return workers
