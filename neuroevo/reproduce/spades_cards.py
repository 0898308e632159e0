"""van Hus 2020, appendix B, Tables 2 and 3: the chance of each card, and what happens when played.

The thesis prints no formula for its chances. The one that gives its numbers is
`neuroevo.tournament.fitness.win_chance`; `right_chance` is the same idea carried through.
"""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from neuroevo.analysis import card_shares
from neuroevo.analysis.plots.style import BLUE, RED, new_figure, title
from neuroevo.cards import RANKS, Card
from neuroevo.games import SPADES
from neuroevo.reproduce.cells import Reproduction, open_table
from neuroevo.reproduce.printed import PrintedTable
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.spades_luck import SEATS, SOURCE
from neuroevo.tournament import find_entrants
from neuroevo.tournament.fitness import trick_values, win_chance

NO_FORMULA = "the formula: the thesis prints none, and this one gives its numbers"
IDEA = (
    "that a chance is the share of the 51 other cards that do not beat the card: the thesis prints "
    "no formula"
)
NOT_SO = (
    "three others play, and must follow suit: at a table of random players the card takes this "
    "share of its tricks"
)


def table_2(request: Request) -> Reproduction:
    """Clubs, hearts and diamonds."""
    return chances_of_cards(request, "2", spade=False)


def table_3(request: Request) -> Reproduction:
    """Spades."""
    return chances_of_cards(request, "3", spade=True)


def right_chance(rank: str, spade: bool, led: bool) -> float:
    """The thesis' idea of a chance, carried through: the share of the 51 other cards that do not
    beat the card, or (following, without trumps) that it beats."""
    higher = len(RANKS) - 1 - RANKS.index(rank)
    if spade:
        return (51 - higher) / 51
    return (51 - 13 - higher) / 51 if led else (12 - higher) / 51


def chances_of_cards(request: Request, name: str, spade: bool) -> Reproduction:
    """The printed formula, the right one, and what happens at a table of random players."""
    table, found = open_table(SOURCE, name)
    request.say(f"table {name}: simulating random play", 0)
    deals = request.number(20_000, 250_000)
    shares = card_shares(SPADES, find_entrants(["random"] * 4), deals, request.seed)
    values = trick_values(SPADES, "advanced")
    suits = "S" if spade else "CDH"
    measured: dict[str, list[float]] = {"leading": [], "following": []}
    for rank in table.rows:
        numbers = [Card(rank, suit).number for suit in suits]
        simulated = {}
        for place, column in enumerate(("leading", "following")):
            played, won = shares.played[place, numbers].sum(), shares.won[place, numbers].sum()
            share = won / played
            deals = played / SEATS  # as if a deal, whose hands go round, had been played once
            simulated[column] = 100 * share, 100 * np.sqrt(share * (1 - share) / deals)
            measured[column].append(100 * share)
        both = {}
        for place, column in enumerate(("leading", "following")):
            printed = table.cell(rank, column)
            as_printed = 100 * win_chance(rank, spade, led=place == 0)
            right = 100 * right_chance(rank, spade, led=place == 0)
            both[column] = as_printed
            found.add(rank, column, printed, as_printed, assumes=NO_FORMULA)
            if right != as_printed:
                found.add(
                    rank,
                    f"{column}, right formula",
                    printed,
                    right,
                    misprint="a rank less is one more card that beats it, not two",
                    assumes=IDEA,
                )
            share, error = simulated[column]
            found.add(
                rank,
                f"{column}, simulated",
                printed,
                float(share),
                float(error),
                refuted=NOT_SO,
            )
        found.add(rank, "average", table.cell(rank, "average"), sum(both.values()) / 2)
        for place, column in enumerate(("fitness leading", "fitness following")):
            found.add(rank, column, table.cell(rank, column), float(values[place, numbers[0]]))
    found.remarks.append(
        f"simulated: four random players, {4 * deals:,} rounds; the share of tricks that the card "
        "takes when it is led, and when it follows"
    )
    if not spade:
        found.remarks.append(
            "the leading column falls by 2/51 a rank where the table's own idea, the number of "
            "cards that beat it, gives 1/51; the fitness scores follow the printed column"
        )
    found.pictures["chances"] = plot_chances(table, measured)
    return found


def plot_chances(table: PrintedTable, measured: dict[str, list[float]]) -> Figure:
    """Printed and simulated chances by rank."""
    figure, axes = new_figure()
    ranks = list(table.rows)
    for column, colour in (("leading", BLUE), ("following", RED)):
        printed = [float(table.cell(rank, column)) for rank in ranks]
        axes.plot(ranks, printed, "--", color=colour, linewidth=0.9, label=f"{column}, printed")
        axes.plot(ranks, measured[column], color=colour, marker=".", label=f"{column}, simulated")
    axes.set(ylabel="chance to take the trick, %", ylim=(0, 102))
    axes.legend(frameon=False, fontsize=8)
    title(axes, f"Table {table.name}: {table.title}")
    return figure
