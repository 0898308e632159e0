"""Table 2.1: what each card is worth, from the rule sheet that everything here is played with."""

from __future__ import annotations

from neuroevo.games import SUECA
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.play import printed_table

RANKS = {
    "Ace": "A",
    "Seven": "7",
    "King": "K",
    "Jack": "J",
    "Queen": "Q",
    "Six": "6",
    "Five": "5",
    "Four": "4",
    "Three": "3",
    "Two": "2",
}


def table_2_1(_request: Request) -> Reproduction:
    """Points by rank."""
    table, found = printed_table("2.1")
    for row in table.rows:
        worth = float(SUECA.rank_points.get(RANKS[row], 0))
        found.add(row, table.columns[0], table.rows[row][0], worth)
    strongest_first = [RANKS[row] for row in table.rows] == list(reversed(SUECA.ranks))
    found.remarks.append(
        f"the whole deck is worth {sum(map(SUECA.points, SUECA.deck()))} points; the rows are "
        + ("" if strongest_first else "not ")
        + "in the order in which cards beat each other"
    )
    return found
