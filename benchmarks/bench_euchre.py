"""A deal of Euchre: play-outs a second, exact chances, perfect play, and shuffles.

Play-outs run in two threads; the plain program, which is what the thesis' Visual Basic would be in
Python, in one. All take turns and count their best, so that a busy machine slows all or none.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from neuroevo.cards import Shuffle, Stream, shuffled
from neuroevo.cards.mixing import riffle_distance, rising_distances
from neuroevo.games import EUCHRE
from neuroevo.playout import STRATEGIES, THESIS_HANDS, parse_hands, playout
from neuroevo.playout.appendix import play_out
from neuroevo.playout.chances import _Deal
from neuroevo.playout.strategies import described_options, trick_chances

TURNS = 5
ITERATIONS = 500_000
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


def main() -> None:
    print("### A deal of Euchre played out, four trump suits\n")
    print("| strategy | play-outs a second, 2 threads | exact, four suits and dealers |")
    print("|---|---:|---:|")
    for name in STRATEGIES:
        drawn, exact = best(
            lambda name=name: playout(
                strategy=name, method="simulate", iterations=ITERATIONS, workers=2
            ),
            lambda name=name: playout(strategy=name),
        )
        rate = 4 * ITERATIONS / drawn
        shown = "(solved once)" if name == "double-dummy" else f"{rate:,.0f}"
        print(f"| {name} | {shown} | {1000 * exact:.1f} ms |")
    program, kernel, described, fast = best(
        plain_program,
        lambda: playout(method="simulate", iterations=ITERATIONS, workers=1, trumps="S"),
        plain_described,
        lambda: playout(strategy="described"),
    )
    ratio = (ITERATIONS / kernel) / (PLAIN / program)
    print(
        f"\nThe appendix' program: {PLAIN / program:,.0f} play-outs a second in plain Python; ",
        end="",
    )
    print(f"the kernel is {ratio:,.0f}x faster on one thread.")
    print(f"Exact chances of `described`: {described / fast:.0f}x faster than in plain Python.")
    times = np.zeros(0)
    for _ in range(TURNS):
        one = np.array([seconds(lambda deal=deal: deal.solved(4)) for deal in random_deals(300)])
        times = one if not len(times) else np.minimum(times, one)
    print(
        f"Perfect play of a whole deal: {1000 * times.mean():.2f} ms on average, "
        f"{1000 * times.max():.2f} ms at most, of 300 deals."
    )
    sampled, exactly = best(
        lambda: rising_distances(Shuffle("thesis"), 24, 10, 50_000),
        lambda: [riffle_distance(24, times) for times in range(11)],
    )
    print(
        f"{500_000 / sampled:,.0f} thesis shuffles of 24 cards a second, each with its rising "
        f"sequences counted; ten exact riffle distances in {1000 * exactly:.1f} ms."
    )


if __name__ == "__main__":
    main()
