"""Table 4.5: nine trumps in N's hand, by the one that he lacks, and other readings of it.

None of the readings meets the printed values. With the column heads exchanged the averages come
nearer; but who lacks only the two loses one trick at most, and no four cards are worth the 39
points that would then be lost in it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from neuroevo.cards import Card
from neuroevo.games import SUECA
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sueca.chapter4 import CUT, EXTREMES, FULL, QUICK, RANDOM, add_extreme
from neuroevo.reproduce.sueca.decks import Deals, N, S, hand_with_trumps
from neuroevo.reproduce.sueca.play import kept, play_under, printed_se, printed_table

OTHER_READINGS = (20_000, 100_000)
"""Games of each, quick and full."""
LACKS = {"T = / Two": "2", "T = / Ace": "A"}


def table_4_5(request: Request) -> Reproduction:
    """Nine trumps in N's hand: which one is missing."""
    table, found = printed_table("4.5")
    plain = {column: nine_trumps(request, rank) for column, rank in LACKS.items()}
    tried = {column: readings(request, column) for column in LACKS}
    for column in table.columns:
        result = plain[column]
        words: dict[str, Any] = {"tried": tried[column]}
        printed = partial(table.cell, column=column)
        add_extreme(found, "Highest", column, printed("Highest"), result, "max", **words)
        found.add(
            "Average",
            column,
            printed("Average"),
            result["mean"],
            result["se"],
            printed_se=printed_se(result),
            cut=True,
            misprint=certain_loss() if LACKS[column] == "A" else "",
            **words,
        )
        add_extreme(
            found,
            "Lowest",
            column,
            printed("Lowest"),
            result,
            "min",
            least_without_two() if LACKS[column] == "2" else 0,
            misprint=one_trick() if LACKS[column] == "2" else "",
            **words,
        )
    found.remarks += [
        CUT,
        EXTREMES,
        "who lacks the ace and loses 39 points has lost two tricks: no four cards make 39",
    ]
    return found


def certain_loss() -> str:
    """Why the average without the ace is impossible: what section 4.2.2 says is lost for certain,
    when two of the three others are opponents."""
    ace = max(SUECA.points(card) for card in SUECA.deck())
    most = 120 - 2 / 3 * ace
    return (
        f"section 4.2.2 says that at least {ace} points are lost when an opponent holds the ace, "
        f"as in two deals of three: on average at most {most:.2f} are left"
    )


def least_without_two() -> int:
    """What is left when one trick is lost with the four dearest cards that are no trumps."""
    trump = SUECA.deck()[0].suit
    side = sorted((SUECA.points(card) for card in SUECA.deck() if card.suit != trump), reverse=True)
    return 120 - sum(side[:4])


def one_trick() -> str:
    """Why the lowest score without the two is impossible."""
    least = least_without_two()
    return (
        "section 4.2.2 says that one trick is lost at most when the two is lacking, and a trick is "
        f"worth {120 - least} points at most: never less than {least} are left"
    )


def readings(request: Request, column: str) -> str:
    """What else was played, with the averages and lowest scores that it has."""
    other = next(name for name in LACKS if name != column)
    rank = LACKS[column]
    found = {"the column heads exchanged": nine_trumps(request, LACKS[other])}
    for name, partner in (("his partner", True), ("an opponent", False)):
        found[f"T held by {name}"] = nine_trumps(request, rank, partner=partner)
    for side in ("2", "A"):
        found[f"a plain {side} as the tenth card"] = nine_trumps(request, rank, side=side)
    return ", ".join(
        f"{name} ({result['mean']:.1f}, lowest {result['min']} in {result['games']:,} games)"
        for name, result in found.items()
    )


def nine_trumps(
    request: Request, lacking: str, partner: bool | None = None, side: str | None = None
) -> dict[str, Any]:
    """Games in which N holds nine trumps. partner: whether his partner holds the tenth, if that is
    fixed; side: the rank of his tenth card, if it is."""
    plain = partner is None and side is None
    games = request.number(QUICK, FULL) if plain else request.number(*OTHER_READINGS)
    make = partial(_deals, lacking, partner, side)
    name = f"4.5 without {lacking}, partner {partner}, side {side}"
    return kept(
        request, name, games, partial(play_under, RANDOM, make, games, request, f"table {name}")
    )


def _deals(
    lacking: str,
    partner: bool | None,
    side: str | None,
    generator: np.random.Generator,
    deals: int,
) -> Deals:
    """Deals of which only those that meet the conditions are kept, until there are enough."""
    hands = np.empty((0, 4, 10), dtype=np.int8)
    while len(hands) < deals:
        drawn = hand_with_trumps(generator, 9, max(100, deals), lacking)
        fits = np.ones(len(drawn.hands), dtype=bool)
        plain = drawn.hands // 13 != drawn.trumps[:, None, None]
        if partner is not None:
            fits &= (~plain[:, S]).any(axis=1) == partner
        if side is not None:
            rank = Card(side, "C").number % 13
            fits &= (plain[:, N] & (drawn.hands[:, N] % 13 == rank)).any(axis=1)
        hands = np.concatenate([hands, drawn.hands[fits]])
    return Deals(hands[:deals], np.zeros(deals, dtype=np.int8))
