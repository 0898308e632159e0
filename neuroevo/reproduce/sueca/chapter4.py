"""Chapter 4: what a game of Sueca depends on when everybody plays at random."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from neuroevo.games import SUECA
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.decks import (
    Deals,
    any_deals,
    hand_with_trumps,
    team_with_points,
    team_with_trumps,
)
from neuroevo.reproduce.sueca.extremes import highest, lowest
from neuroevo.reproduce.sueca.play import (
    PRINTED_GAMES,
    SOURCE,
    MakeDeals,
    kept,
    play_under,
    printed_se,
    printed_table,
)

RANDOM = ["random"] * 4
QUICK, FULL = 100_000, 1_000_000
ROUNDING = "averages rounded instead of cut"
LEADERS = (
    "the three other leaders instead of N (averages fall below the printed ones, lowest scores do "
    "not rise)"
)
CUT = "averages are cut to whole points in the document"
EXTREMES = (
    f"lowest and highest: what {PRINTED_GAMES:,} games would show, estimated from our own games; "
    "the error is that of the side on which the printed value lies, and counts the luck of both"
)


def table_4_2(_request: Request) -> Reproduction:
    """The suits of the deck of Table 4.1: what the document gives, checked for sense."""
    table, found = printed_table("4.2")
    suit_size, team_size = len(SUECA.ranks), 2 * SUECA.cards_each(4)
    for row in table.rows:
        ours, theirs = table.rows[row]
        found.add(
            row,
            table.columns[0],
            ours,
            suit_size * team_size / len(SUECA.deck()),
            span=(0, suit_size),
            note="given, not a result: Table 4.1 is played with it; ours is the mean of all decks",
        )
        found.add(
            row,
            table.columns[1],
            theirs,
            float(suit_size - int(ours)),
            note=f"what the first column leaves of the suit's {suit_size} cards",
        )
    return found


def table_4_3(request: Request) -> Reproduction:
    """The dealer's first card makes trumps: what his team gains."""
    table, found = printed_table("4.3")
    games = request.number(QUICK, FULL)
    for column, dealer in zip(table.columns, (0, 1, 2, 3), strict=True):

        def make(generator: np.random.Generator, deals: int, seat: int = dealer) -> Deals:
            drawn = any_deals(generator, deals)
            return Deals(drawn.hands, drawn.hands[:, seat, 0] // 13)

        result = kept(
            request,
            f"4.3 dealer {column}",
            games,
            partial(play_under, RANDOM, make, games, request, f"dealer {column}"),
        )
        for_us = dealer % 2 == 0
        mean = result["mean"] if for_us else 120 - result["mean"]
        found.add(
            "Score",
            column,
            table.cell("Score", column),
            mean,
            result["se"],
            printed_se=printed_se(result),
            cut=True,
            assumes="" if for_us else "the score of the dealer's team, not of N & S",
            tried=f"the score of N & S ({result['mean']:.2f}), as section 4.2.1 says",
        )
    found.remarks += [
        "section 4.2.1 says that all scores are those of N & S, and that the dealer's team gains "
        "three points: both can't be so for W and E; N leads",
        CUT,
    ]
    return found


def add_extreme(
    found: Reproduction,
    row: str,
    column: str,
    printed: str | None,
    result: dict[str, Any],
    which: str,
    least: int = 0,
    **words: Any,
) -> None:
    """The lowest ("min") or highest ("max") score beside the printed one.

    least: the lowest score that the rules allow.
    """
    cells = load_printed(SOURCE).cell_count
    if which == "min":
        extreme = lowest(result["counts"], PRINTED_GAMES, cells, least)
    else:
        extreme = highest(result["counts"], PRINTED_GAMES, cells)
    found.add(
        row,
        column,
        printed,
        float(extreme.value),
        extreme.error(float(extreme.value if printed is None else printed)),
        note=f"{result[which]} in {result['games']:,} games here; {extreme.low} to {extreme.high} "
        "would not be called different",
        **words,
    )


def by_condition(
    request: Request,
    name: str,
    conditions: dict[str, MakeDeals],
    tried: str,
    assumes: str = "",
    least: dict[str, int] | None = None,
) -> Reproduction:
    """A table of lowest, average and highest scores under conditions.

    least: by row, the lowest score that the rules allow, where it is not 0.
    """
    table, found = printed_table(name)
    games = request.number(QUICK, FULL)
    low, mean, high = table.columns
    for row, make in conditions.items():
        result = kept(
            request,
            f"{name} {row}",
            games,
            partial(play_under, RANDOM, make, games, request, f"table {name}, {row}"),
        )
        words: dict[str, Any] = {"tried": tried, "assumes": assumes}
        bound = (least or {}).get(row, 0)
        add_extreme(found, row, low, table.cell(row, low), result, "min", bound, **words)
        found.add(
            row,
            mean,
            table.cell(row, mean),
            result["mean"],
            result["se"],
            printed_se=printed_se(result),
            cut=True,
            **words,
        )
        add_extreme(found, row, high, table.cell(row, high), result, "max", **words)
    found.remarks += [CUT, EXTREMES]
    return found


def table_4_4(request: Request) -> Reproduction:
    """Trumps in one hand."""
    table, _ = printed_table("4.4")
    conditions: dict[str, MakeDeals] = {
        row: partial(_hand_with_trumps, int(row)) for row in table.rows
    }
    return by_condition(request, "4.4", conditions, tried=LEADERS)


def table_4_6(request: Request) -> Reproduction:
    """Trumps in a team."""
    table, _ = printed_table("4.6")
    conditions: dict[str, MakeDeals] = {
        row: partial(_team_with_trumps, int(row)) for row in table.rows
    }
    coin = "that a coin gives each of a team's trumps to one of the two (found by trying)"
    tried = f"the trumps dealt to the team's twenty places at random; {ROUNDING}"
    points = sum(SUECA.points(card) for card in SUECA.deck()) // 4  # of a suit: trumps never lose
    return by_condition(request, "4.6", conditions, tried=tried, assumes=coin, least={"10": points})


def table_4_7(request: Request) -> Reproduction:
    """Points in a team."""
    table, _ = printed_table("4.7")
    conditions: dict[str, MakeDeals] = {row: partial(points_between, row) for row in table.rows}
    return by_condition(request, "4.7", conditions, tried=ROUNDING)


def points_between(row: str, generator: np.random.Generator, deals: int) -> Deals:
    """Deals for a row such as "60 - 70"."""
    low, high = (int(part) for part in row.split(" - "))
    return team_with_points(generator, low, high, deals)


def _hand_with_trumps(trumps: int, generator: np.random.Generator, deals: int) -> Deals:
    return hand_with_trumps(generator, trumps, deals)


def _team_with_trumps(trumps: int, generator: np.random.Generator, deals: int) -> Deals:
    return team_with_trumps(generator, trumps, deals)
