"""Case study 24, "Poker Simulation": its chances and hands, beside the exact ones.

The spreadsheet's chances come from a number of runs that the document does not tell. So beside each
printed value stands with how many runs it is plausible.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import stats

from neuroevo.cards import RANKS, Card, parse_hand
from neuroevo.poker import find_rules, odds
from neuroevo.poker.matching import matching_deals
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.printed import half_last_digit, load_printed, printed_number
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sources import listing

SOURCE = "poker"
SURPRISE = 0.05
"""A printed value is implausible if fewer than so many simulations are as far off."""
MOST_RUNS = 32_767
"""`NRuns As Integer` (figure CS24.6) holds no more."""
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

    A number of runs will do if some number of wins among them is printed so, and if chance takes a
    simulation at least as far off, to that side, in at least 2.5 % of cases. None if none will do.

    >>> plausible_runs("0.580", 0.64605)
    RunsRange(fewest=50, most=219, numbers=24)
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
    found = runs[fits]
    return RunsRange(int(found[0]), int(found[-1]), len(found)) if len(found) else None


def chances(request: Request) -> Reproduction:
    """The printed chances, the exact ones by both rule sets, and the runs behind them."""
    table = load_printed(SOURCE).tables["chances"]
    found = Reproduction(SOURCE, "chances")
    hands = load_printed(SOURCE).tables["hands"]
    first = hands.cell("figure CS24.22, you", "cards")
    second = hands.cell("figure CS24.23, you", "cards")
    runs = request.number(QUICK_RUNS, FULL_RUNS)
    questions = (
        (FIRST, first, 2, FIRST),
        (f"{SECOND}, its hand", second, 5, SECOND),
        (f"{SECOND}, the same hand", first, 5, SECOND),
    )
    for number, (row, hand, players, printed_row) in enumerate(questions):
        request.say(f"{players} players", number / len(questions))
        add_chances(found, row, hand, players, table.cell(printed_row, "chance"), runs, request)
    add_text(found, table.cell(TEXT, "chance"), first)
    found.remarks += [
        "the printed chances are those of single simulations, and differ from the exact ones by "
        f"the luck of their runs; plausible: at least {100 * SURPRISE:.0f} % of simulations with "
        "so many runs are as far off",
        f"{SECOND.partition(',')[0]} says that the hand is the same as before, and shows another "
        "one; both are given",
        "standard rules count ties apart; the case study counts them as wins",
    ]
    return found


def add_chances(
    found: Reproduction,
    row: str,
    hand: str,
    players: int,
    printed: str,
    runs: int,
    request: Request,
) -> None:
    """The cells of one printed chance."""
    exact = odds(hand, players, "case-study")
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
    found.add(row, "case study's rules", printed, exact.win, note=f"one simulation of {hand}")
    found.add(row, f"case study's rules, {runs:,} runs", None, simulated.win, simulated.se)
    found.add(row, "standard rules, win", printed, standard.win)
    found.add(row, "standard rules, tie", None, standard.tie)
    add_runs(found, row, printed, exact.win, "case study's rules")
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


def add_text(found: Reproduction, printed: str, hand: str) -> None:
    """The sentence about "0.61 percent chance of winning": as it stands, and as it is meant."""
    chance = odds(hand, 2, "case-study").win
    found.add(
        TEXT,
        "case study's rules, percent",
        printed,
        100 * chance,
        misprint="0.61 percent would be one win in 164; 61 percent is meant",
    )
    row = f"{TEXT.partition(',')[0]}, as 0.61"
    found.add(row, "case study's rules", printed, chance, note=hand)
    low, high = side_card_range()
    found.add(row, "case study's rules, worst side cards", printed, low)
    found.add(row, "case study's rules, best side cards", printed, high)
    found.add(row, "standard rules, win", printed, odds(hand, 2).win)
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


def hands(_request: Request) -> Reproduction:
    """What the case study's rules make of the hands shown."""
    table = load_printed(SOURCE).tables["hands"]
    found = Reproduction(SOURCE, "hands")
    rules = find_rules("case-study")
    shown: dict[str, Counter[str]] = {}
    for row in table.rows:
        cards = table.cell(row, "cards")
        hand = parse_hand(cards)
        found.add(
            row,
            "status",
            table.cell(row, "status"),
            rules.describe(hand),
            note=cards,
            misprint=unsorted(hand),
        )
        shown.setdefault(row.partition(",")[0], Counter()).update(map(str, hand))
    for figure, cards_shown in shown.items():
        repeated = [f"{card} {count} times" for card, count in cards_shown.items() if count > 1]
        if repeated:
            found.remarks.append(
                f"{figure} as it can be read shows {', '.join(repeated)}, which one pack does not "
                "have: suits are not to be trusted"
            )
    return found


def unsorted(hand: tuple[Card, ...]) -> str:
    """Why the cards can't be as shown, if they can't: the spreadsheet sorts every hand."""
    order = [RANKS.index(card.rank) for card in hand]
    return "" if order == sorted(order) else "the spreadsheet sorts hands, and this one is not"


TABLES = listing(
    ("chances", "0.580, 0.170 and 0.61 percent beside the exact chances", chances),
    ("hands", "the hands shown and what they are", hands),
)
