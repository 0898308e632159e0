"""Chapter 4: what a game of Sueca depends on when everybody plays at random."""

from __future__ import annotations

from functools import partial

import numpy as np

from neuroevo.cards import Purpose, generator_for, run_key
from neuroevo.games import SUECA
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.decks import (
    Deals,
    any_deals,
    hand_with_trumps,
    team_with_points,
    team_with_suits,
    team_with_trumps,
)
from neuroevo.reproduce.sueca.play import (
    MakeDeals,
    kept,
    play_under,
    printed_table,
)
from neuroevo.tournament import find_entrants, play_given

RANDOM = ["random"] * 4
QUICK, FULL = 100_000, 1_000_000
CUT = "averages are cut to whole points in the document"
EXTREMES = (
    "lowest and highest are extremes of as many games as were played; the error given is the "
    "spread of the extremes of ten tenths of them"
)


def table_4_1(request: Request) -> Reproduction:
    """One random deck, by trump suit and leader."""
    table, found = printed_table("4.1")
    suits, _ = printed_table("4.2")
    counts = tuple(int(suits.rows[str(suit)][0]) for suit in range(4))
    decks = 60 if request.full else 20
    games = max(2, request.number(100_000, 1_000_000) // decks)
    dice = generator_for(request.seed, Purpose.SUECA_SUITS)
    hands = team_with_suits(dice, (counts[0], counts[1], counts[2], counts[3]), decks)
    players = find_entrants(RANDOM)
    for suit in range(4):
        for leader, column in enumerate(table.columns):
            request.say(f"trump {suit}, {column}", (4 * suit + leader) / 16)
            # Whoever leads comes first in the order of play.
            turned = np.roll(hands, -leader, axis=1)
            own = leader % 2  # where N and S sit then
            means = []
            for deck in range(decks):
                given = np.repeat(turned[deck : deck + 1], games, axis=0)
                trumps = np.full(games, suit, dtype=np.int8)
                key = run_key(request.seed, Purpose.SUECA_DECKS, deck, suit)
                points = play_given(SUECA, players, given, trumps, key).points
                means.append((points[:, own] + points[:, own + 2]).mean())
            found.add(
                str(suit),
                column,
                table.rows[str(suit)][leader],
                float(np.mean(means)),
                float(np.std(means, ddof=1)),
            )
    found.remarks.append(
        f"the deck is not printed: these are means over {decks} decks with the suits of Table 4.2, "
        "and the error is the spread between such decks; the leader makes no difference"
    )
    return found


def table_4_2(_request: Request) -> Reproduction:
    """The suits of the deck of Table 4.1: what the document gives, checked for sense."""
    table, found = printed_table("4.2")
    for row in table.rows:
        ours = int(table.rows[row][0])
        found.add(row, table.columns[0], table.rows[row][0], float(ours))
        found.add(
            row,
            table.columns[1],
            table.rows[row][1],
            float(len(SUECA.ranks) - ours),
            note="what is left of the suit's ten cards",
        )
    found.remarks.append("the first column is given, not a result: Table 4.1 is played with it")
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
        found.add("Score", column, table.cell("Score", column), mean, result["se"], cut=True)
    found.remarks.append(
        "the score is that of the dealer's team, not of N & S as section 4.2.1 says; N leads; "
        + CUT
    )
    return found


def by_condition(
    request: Request,
    name: str,
    conditions: dict[str, MakeDeals],
    remarks: list[str],
) -> Reproduction:
    """A table of lowest, average and highest scores under conditions."""
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
        found.add(row, low, table.cell(row, low), result["min"], result["min spread"])
        found.add(row, mean, table.cell(row, mean), result["mean"], result["se"], cut=True)
        found.add(row, high, table.cell(row, high), result["max"], result["max spread"])
    found.remarks += [CUT, EXTREMES, *remarks]
    return found


def table_4_4(request: Request) -> Reproduction:
    """Trumps in one hand."""
    table, _ = printed_table("4.4")
    conditions: dict[str, MakeDeals] = {
        row: partial(_hand_with_trumps, int(row)) for row in table.rows
    }
    return by_condition(request, "4.4", conditions, [])


def table_4_5(request: Request) -> Reproduction:
    """Nine trumps in N's hand: which one is missing."""
    table, found = printed_table("4.5")
    games = request.number(QUICK, FULL)
    results = {}
    for column, rank in zip(table.columns, ("2", "A"), strict=True):
        results[column] = kept(
            request,
            f"4.5 {column}",
            games,
            partial(
                play_under,
                RANDOM,
                partial(_hand_with_trumps, 9, lacking=rank),
                games,
                request,
                f"table 4.5, {column}",
            ),
        )
    swapped = (
        "the column heads are exchanged: who lacks only the two of trumps loses one trick at most, "
        "43 points; who lacks the ace may lose two"
    )
    for column in table.columns:
        result = results[column]
        add = partial(found.add, misprint=swapped)
        add("Highest", column, table.cell("Highest", column), result["max"], result["max spread"])
        add(
            "Average", column, table.cell("Average", column), result["mean"], result["se"], cut=True
        )
        add("Lowest", column, table.cell("Lowest", column), result["min"], result["min spread"])
    other = {table.columns[0]: table.columns[1], table.columns[1]: table.columns[0]}
    for column in table.columns:
        result = results[column]
        found.add(
            "Average, heads exchanged",
            column,
            table.cell("Average", other[column]),
            result["mean"],
            result["se"],
            cut=True,
        )
        found.add(
            "Lowest, heads exchanged",
            column,
            table.cell("Lowest", other[column]),
            result["min"],
            result["min spread"],
        )
    found.remarks += [CUT, EXTREMES]
    return found


def table_4_6(request: Request) -> Reproduction:
    """Trumps in a team."""
    table, _ = printed_table("4.6")
    conditions: dict[str, MakeDeals] = {
        row: partial(_team_with_trumps, int(row)) for row in table.rows
    }
    remark = "each of the team's trumps goes to one of the two by a coin: found by trying"
    return by_condition(request, "4.6", conditions, [remark])


def table_4_7(request: Request) -> Reproduction:
    """Points in a team."""
    table, _ = printed_table("4.7")
    conditions: dict[str, MakeDeals] = {row: partial(points_between, row) for row in table.rows}
    return by_condition(request, "4.7", conditions, [])


def points_between(row: str, generator: np.random.Generator, deals: int) -> Deals:
    """Deals for a row such as "60 - 70"."""
    low, high = (int(part) for part in row.split(" - "))
    return team_with_points(generator, low, high, deals)


def _hand_with_trumps(
    trumps: int, generator: np.random.Generator, deals: int, lacking: str | None = None
) -> Deals:
    return hand_with_trumps(generator, trumps, deals, lacking)


def _team_with_trumps(trumps: int, generator: np.random.Generator, deals: int) -> Deals:
    return team_with_trumps(generator, trumps, deals)
