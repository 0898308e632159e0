"""Case study 24, "Poker Simulation": its chances and hands, beside the exact ones.

The spreadsheet's chances come from a number of runs that the document does not tell. So beside each
printed value stands with how many runs it is plausible, and all are judged as simulations of 100
runs: the roundest number that fits them all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from neuroevo.cards import RANKS, Card, parse_hand
from neuroevo.poker import find_rules, odds
from neuroevo.poker.matching import matching_deals
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.poker_hands import SOURCE, hands, text
from neuroevo.reproduce.printed import half_last_digit, load_printed, printed_number
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sources import listing
from neuroevo.reproduce.verdicts import Reading

SURPRISE = 0.05
"""A printed value is implausible if fewer than so many simulations are as far off."""
MOST_RUNS = 32_767
"""`NRuns As Integer` (figure CS24.6) holds no more."""
RUNS = 100
"""Taken for the printed simulations: the roundest number of runs that fits all of them."""
QUICK_RUNS, FULL_RUNS = 1_000_000, 100_000_000

FIRST, SECOND, TEXT = (
    "figure CS24.22, 2 players",
    "figure CS24.23, 5 players",
    "section CS24.1.1, percent",
)


@dataclass(frozen=True)
class RunsRange:
    """The numbers of runs with which a printed chance is plausible: fewest, most, how many."""

    fewest: int
    most: int
    numbers: int


def plausible_runs(printed: str, chance: float, most: int = MOST_RUNS) -> RunsRange | None:
    """With how many runs a simulation of a known chance may well show a printed value.

    None if no number of runs will do; see `runs_that_fit`.

    >>> plausible_runs("0.580", 0.64605)
    RunsRange(fewest=50, most=219, numbers=24)
    """
    found = runs_that_fit(printed, chance, most)
    return RunsRange(int(found[0]), int(found[-1]), len(found)) if len(found) else None


def runs_that_fit(printed: str, chance: float, most: int = MOST_RUNS) -> NDArray[np.int64]:
    """The numbers of runs with which a simulation of a known chance may well show this value.

    A number of runs will do if some number of wins among them is printed so, and if chance takes a
    simulation at least as far off, to that side, in at least 2.5 % of cases.
    """
    value, half = printed_number(printed), half_last_digit(printed)
    assert value is not None
    runs = np.arange(1, most + 1)
    fewest_wins = np.ceil(runs * (value - half) - 1e-9)
    most_wins = np.floor(runs * (value + half) - 1e-9)
    wins = np.clip(np.round(runs * chance), fewest_wins, most_wins)
    lower = stats.binom.cdf(wins, runs, chance)
    upper = stats.binom.sf(wins - 1, runs, chance)
    fits = (fewest_wins <= most_wins) & (2 * np.minimum(lower, upper) >= SURPRISE)
    fitting: NDArray[np.int64] = runs[fits]
    return fitting


def printed_error(chance: float) -> float:
    """The standard error of a printed chance, with the runs that are taken for granted.

    >>> round(printed_error(0.5), 6)
    0.05
    """
    return math.sqrt(chance * (1 - chance) / RUNS)


def chances(request: Request) -> Reproduction:
    """The printed chances, the exact ones by both rule sets, and the runs behind them."""
    table = load_printed(SOURCE).tables["chances"]
    found = Reproduction(SOURCE, "chances")
    hands = load_printed(SOURCE).tables["hands"]
    first = hands.cell("figure CS24.22, you", "cards")
    shown = hands.cell("figure CS24.23, you", "cards")
    two, five = table.cell(FIRST, "chance"), table.cell(SECOND, "chance")
    known = {
        (hand, players): odds(hand, players, "case-study").win
        for hand, players in ((first, 2), (first, 5), (shown, 5))
    }
    common = common_runs(
        [
            (two, known[first, 2]),
            (five, known[first, 5]),
            (table.cell(TEXT, "chance"), known[first, 2]),
        ]
    )
    assumes = (
        f"{RUNS} runs a simulation: of the {len(common)} numbers of runs that fit every printed "
        f"chance ({common[0]} to {common[-1]}) the roundest; the case study prints none"
    )
    same = Reading(known[first, 5], 0.0)
    questions: tuple[tuple[str, str, int, str, dict[str, Reading]], ...] = (
        (FIRST, first, 2, two, {}),
        (f"{SECOND}, the same hand", first, 5, five, {}),
        (f"{SECOND}, the hand shown", shown, 5, five, {"the same hand": same}),
    )
    for number, (row, hand, players, printed, rivals) in enumerate(questions):
        request.say(f"{players} players", number / len(questions))
        exact = known[hand, players]
        found.add(
            row,
            "case study's rules",
            printed,
            exact,
            printed_se=printed_error(exact),
            rivals=rivals,
            note=f"one simulation of {hand}",
            tried="the hand shown and the same hand, both rule sets",
            assumes=assumes,
            section="CS24.5",
        )
        add_ours(found, row, hand, players, printed, request)
    found.add(
        "all printed chances",
        "runs that fit",
        None,
        ", ".join(map(str, common)),
        note="numbers of runs with which each printed chance can be shown, and is plausible",
    )
    add_text(found, table.cell(TEXT, "chance"), first, assumes)
    found.remarks += [
        "the printed chances are those of single simulations, and differ from the exact ones by "
        f"the luck of their runs; plausible: at least {100 * SURPRISE:.0f} % of simulations with "
        "as many runs are as far off",
        f"{SECOND.partition(',')[0]} says that the hand is the same as before, and shows another "
        "one; both are given",
        "standard rules count ties apart; the case study, whose program is printed, counts them as "
        "wins",
    ]
    return found


def common_runs(simulations: Sequence[tuple[str, float]]) -> list[int]:
    """The numbers of runs that fit every printed value, given its exact chance."""
    fitting = [set(runs_that_fit(printed, chance).tolist()) for printed, chance in simulations]
    return sorted(set.intersection(*fitting))


def add_ours(
    found: Reproduction, row: str, hand: str, players: int, printed: str, request: Request
) -> None:
    """What the case study does not print about one of its questions."""
    runs = request.number(QUICK_RUNS, FULL_RUNS)
    standard = odds(hand, players, "standard")
    simulated = odds(
        hand,
        players,
        "case-study",
        "simulate",
        runs,
        request.seed,
        controls=False,
        workers=request.workers,
    )
    found.add(row, f"case study's rules, {runs:,} runs", None, simulated.win, simulated.se)
    found.add(row, "standard rules, win", None, standard.win)
    found.add(row, "standard rules, tie", None, standard.tie)
    add_runs(found, row, printed, odds(hand, players, "case-study").win, "case study's rules")
    add_runs(found, row, printed, standard.win, "standard rules")


def add_runs(found: Reproduction, row: str, printed: str, chance: float, rules: str) -> None:
    """With how many runs the printed value is plausible."""
    plausible = plausible_runs(printed, chance)
    column = f"plausible runs, {rules}"
    if plausible is None:
        found.add(row, column, None, "none")
        return
    limit = plausible.most == MOST_RUNS
    text = f"{plausible.fewest} to {plausible.most}"
    note = f"{plausible.numbers:,} numbers of runs"
    found.add(row, column, None, text, note=note + (", as many as an Integer holds" * limit))


def add_text(found: Reproduction, printed: str, hand: str, assumes: str) -> None:
    """The sentence about "0.61 percent chance of winning": as it stands, and as it is meant."""
    chance = odds(hand, 2, "case-study").win
    section = "CS24.1.1"
    found.add(
        TEXT,
        "case study's rules, percent",
        printed,
        100 * chance,
        printed_se=100 * printed_error(chance),
        misprint="0.61 percent would be one win in 164; 61 percent is meant",
        assumes=assumes,
        section=section,
    )
    row = f"{TEXT.partition(',')[0]}, as 0.61"
    low, high = side_card_range()
    found.add(
        row,
        "case study's rules",
        printed,
        chance,
        span=(low, high),
        note=f"a pair of sixes whose side cards are not told; the value is that of {hand}",
        section=section,
    )
    found.add(row, "standard rules, win", None, odds(hand, 2).win, section=section)
    add_runs(found, row, printed, chance, "case study's rules")


def side_card_range() -> tuple[float, float]:
    """The case study's chance of a pair of sixes against one opponent: the least and the most.

    Over all ranks of the side cards, which are of the suits C, D and H, one each.
    """
    rules = find_rules("case-study")
    sixes = parse_hand("6D 6H")
    found = []
    for ranks in combinations([rank for rank in RANKS if rank != "6"], 3):
        hand = [*sixes, *map(Card, ranks, "CDH")]
        beaten = rules.value_of_class <= rules.value(hand)
        found.append(matching_deals(beaten, hand, 1) / math.comb(47, 5))
    return min(found), max(found)


TABLES = listing(
    ("chances", "0.580, 0.170 and 0.61 percent beside the exact chances", chances),
    ("hands", "the hands shown and what they are", hands),
    ("text", "nine statuses, sixes against aces", text),
)
