"""Poker: hands ranked a second and chances found, against eval7 in the same run.

Hands are dealt before the clock starts, as lists of eval7's cards for eval7 and as rows of card
numbers for us. The two take many short turns, and each counts its best one, so that a busy machine
slows both or neither.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import eval7
import numpy as np
from page import Table, fewer, figure, present

from neuroevo.cards import ALL_CARDS
from neuroevo.poker import draw_odds, holdem_odds, odds
from neuroevo.poker.kernels.ranks import rank_rows
from neuroevo.poker.tables import class_table

TURNS = fewer(60)
HANDS = 10_000
DEALS = 500_000
SIXES = "4D 6D 6H 7H QC"


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def best_of(works: dict[str, Callable[[], object]], turns: int = TURNS) -> dict[str, float]:
    """The shortest time of each, taking turns; a first turn warms up and does not count."""
    for work in works.values():
        work()
    best = dict.fromkeys(works, float("inf"))
    for _ in range(turns):
        for name, work in works.items():
            best[name] = min(best[name], seconds(work))
    return best


def ranks_a_second() -> Table:
    deck = [eval7.Card(card.rank + card.suit.lower()) for card in ALL_CARDS]
    generator = np.random.default_rng(1)
    table, values = class_table(), np.empty(HANDS, dtype=np.uint16)
    found = []
    for cards, goal in ((5, 20), (7, 8)):
        rows = generator.random((HANDS, 52)).argpartition(cards, axis=1)[:, :cards]
        rows = np.ascontiguousarray(rows, dtype=np.int8)
        hands = [[deck[card] for card in row] for row in rows]
        best = best_of(
            {
                "theirs": lambda hands=hands: list(map(eval7.evaluate, hands)),
                "ours": lambda rows=rows: rank_rows(table, rows, values),
            }
        )
        theirs, ours = HANDS / best["theirs"], HANDS / best["ours"]
        ratio = figure(ours / theirs, ".0f", "x")
        found.append((str(cards), figure(theirs), figure(ours), ratio, f"{goal}x"))
    columns = ("cards", "eval7 from Python", "neuroevo", "ratio", "goal")
    return Table("Hands ranked a second, one core", columns, found)


def holdem_deals() -> Table:
    aces = [eval7.Card("As"), eval7.Card("Ad")]
    kings = eval7.HandRange("KsKd")
    best = best_of(
        {
            "theirs": lambda: eval7.py_hand_vs_range_monte_carlo(aces, kings, [], DEALS),
            "one": lambda: holdem_odds("AS AD", opponents=["KS KD"], runs=DEALS, workers=1),
            "two": lambda: holdem_odds("AS AD", opponents=["KS KD"], runs=DEALS, workers=2),
        }
    )
    rates = {name: DEALS / best[name] for name in best}
    columns = ("eval7's C, one core", "neuroevo, one core", "neuroevo, two cores", "ratio")
    ratio = figure(rates["two"] / rates["theirs"], ".1f", "x")
    row = [*(figure(rates[name]) for name in ("theirs", "one", "two")), ratio]
    return Table("Hold'em deals a second, AsAd against KsKd", columns, [row])


def exact_chances() -> Table:
    works: dict[str, Callable[[], object]] = {
        "five cards, two players (goal 50)": lambda: odds(SIXES, 2),
        "five cards, three players": lambda: odds(SIXES, 3),
        "five cards, four players": lambda: odds(SIXES, 4),
        "five cards, five players": lambda: odds(SIXES, 5),
        "two kings and three unknown cards, two players": lambda: odds("KH KD"),
        "best of 26 discards against one who stands": lambda: draw_odds(SIXES, opponents="stand"),
        "hold'em before the flop, two hands (goal 2,000)": lambda: holdem_odds(
            "AS AD", opponents=["KS KD"]
        ),
        "hold'em before the flop, aces against any hand": lambda: holdem_odds("AS AD"),
    }
    best = best_of(works, turns=fewer(3))
    rows = [(name, figure(1000 * took)) for name, took in best.items()]
    return Table("Exact chances, milliseconds once compiled", ("question", "ms"), rows)


def tables() -> Iterator[Table]:
    yield ranks_a_second()
    yield holdem_deals()
    yield exact_chances()


if __name__ == "__main__":
    present(tables)
