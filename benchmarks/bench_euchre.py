"""A deal of Euchre: play-outs a second, exact chances, perfect play, and shuffles.

Play-outs run in two threads; the plain program, which is what the thesis' Visual Basic would be in
Python, in one. All take turns and count their best, so that a busy machine slows all or none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
from page import Table, fewer, figure, present

from neuroevo.cards import Shuffle, Stream, shuffled
from neuroevo.cards.mixing import riffle_distance, rising_distances
from neuroevo.games import EUCHRE
from neuroevo.playout import STRATEGIES, THESIS_HANDS, parse_hands, playout
from neuroevo.playout.appendix import play_out
from neuroevo.playout.chances import _Deal
from neuroevo.playout.strategies import described_options, trick_chances

TURNS = fewer(5)
ITERATIONS = fewer(500_000)
PLAIN = 200


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def best(*works: Callable[[], object]) -> list[float]:
    """The best turn of each; they take turns."""
    for work in works:
        work()
    turns = [[seconds(work) for work in works] for _ in range(TURNS)]
    return [min(turn) for turn in zip(*turns, strict=True)]


def plain_program() -> None:
    hands = parse_hands(THESIS_HANDS)
    for word in range(PLAIN):
        play_out(hands, "HSDC"[word % 4], 1 + word // 4 % 4, 5 * word)


def plain_described() -> None:
    hands = parse_hands(THESIS_HANDS)
    for trump in "HSDC":
        for leader in range(4):
            trick_chances(EUCHRE.with_trump(trump), hands, trump, leader, described_options)


def random_deals(count: int) -> list[_Deal]:
    deals = []
    for number in range(count):
        deck = shuffled(EUCHRE.deck(), Stream(number))
        hands = tuple(tuple(deck[5 * seat : 5 * seat + 5]) for seat in range(4))
        deals.append(_Deal(hands, "HSDC"[number % 4], "double-dummy", 0))
    return deals


def tables() -> Iterator[Table]:
    rows = []
    for name in STRATEGIES:
        drawn, exact = best(
            lambda name=name: playout(
                strategy=name, method="simulate", iterations=ITERATIONS, workers=2
            ),
            lambda name=name: playout(strategy=name),
        )
        rate = figure(4 * ITERATIONS / drawn)
        shown = "(solved once)" if name == "double-dummy" else rate
        rows.append((name, shown, figure(1000 * exact, ".1f", " ms")))
    columns = (
        "strategy",
        "play-outs a second, 2 threads",
        "exact, four suits and dealers",
    )
    yield Table("A deal of Euchre played out, four trump suits", columns, rows)
    yield plain_and_compiled()
    yield whole_deals_and_shuffles()


def plain_and_compiled() -> Table:
    program, kernel, described, fast = best(
        plain_program,
        lambda: playout(method="simulate", iterations=ITERATIONS, workers=1, trumps="S"),
        plain_described,
        lambda: playout(strategy="described"),
    )
    ours, theirs = ITERATIONS / kernel, PLAIN / program
    rows = [
        (
            "the appendix' program, play-outs a second",
            figure(theirs),
            figure(ours),
            figure(ours / theirs, ",.0f", "x"),
        ),
        (
            "exact chances of `described`, seconds",
            figure(described, ".2f"),
            figure(fast, ".5f"),
            figure(described / fast, ",.0f", "x"),
        ),
    ]
    return Table(
        "A deal of Euchre in plain Python and compiled, one thread",
        ("what", "plain Python", "kernel", "faster"),
        rows,
    )


def whole_deals_and_shuffles() -> Table:
    times = np.zeros(0)
    for _ in range(TURNS):
        one = np.array([seconds(lambda deal=deal: deal.solved(4)) for deal in random_deals(300)])
        times = one if not len(times) else np.minimum(times, one)
    sampled, exactly = best(
        lambda: rising_distances(Shuffle("thesis"), 24, 10, 50_000),
        lambda: [riffle_distance(24, times) for times in range(11)],
    )
    rows = [
        ("perfect play of a whole deal, mean of 300, ms", figure(1000 * times.mean(), ".2f")),
        ("perfect play of a whole deal, longest of 300, ms", figure(1000 * times.max(), ".2f")),
        (
            "thesis shuffles of 24 cards a second, rising sequences counted",
            figure(500_000 / sampled),
        ),
        ("ten exact riffle distances, ms", figure(1000 * exactly, ".1f")),
    ]
    return Table("Perfect play of Euchre, and shuffles", ("what", "figure"), rows)


if __name__ == "__main__":
    present(tables)
