"""Case study 24, "Poker Simulation": the hands that its figures show, and its running text.

The figures are pictures; where a hand as read can't be what it is called, every reading of a single
card that makes it so is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from neuroevo.cards import ALL_CARDS, RANKS, Card, parse_hand
from neuroevo.poker import find_rules
from neuroevo.poker.case_study import statuses
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request

SOURCE = "poker"


def hands(_request: Request) -> Reproduction:
    """What the case study's rules make of the hands shown."""
    table = load_printed(SOURCE).tables["hands"]
    found = Reproduction(SOURCE, "hands")
    rules = find_rules("case-study")
    by_row = {row: parse_hand(table.cell(row, "cards")) for row in table.rows}
    for row, hand in by_row.items():
        printed = table.cell(row, "status")
        found.add(
            row,
            "status",
            printed,
            rules.describe(hand),
            note=table.cell(row, "cards"),
            misprint=unsorted(hand) and f"{unsorted(hand)}; {read_otherwise(row, printed, by_row)}",
        )
    for figure in dict.fromkeys(row.partition(",")[0] for row in by_row):
        cards = Counter(
            str(card) for row, hand in by_row.items() if row.startswith(figure) for card in hand
        )
        repeated = [f"{card} {count} times" for card, count in cards.items() if count > 1]
        if repeated:
            found.remarks.append(
                f"{figure} as it can be read shows {', '.join(repeated)}, which one pack does not "
                "have: suits are not to be trusted"
            )
    return found


def unsorted(hand: tuple[Card, ...]) -> str:
    """Why the cards can't be as shown, if they can't: the spreadsheet sorts every hand."""
    return "" if is_sorted(hand) else "the spreadsheet sorts hands, and this one is not"


def is_sorted(hand: Sequence[Card]) -> bool:
    """Whether the ranks rise, as the procedure SortArray leaves them."""
    order = [RANKS.index(card.rank) for card in hand]
    return order == sorted(order)


@dataclass(frozen=True)
class ReadAs:
    """A hand in which one card was read wrongly."""

    card: Card
    instead: Card
    hand: tuple[Card, ...]


def other_readings(hand: tuple[Card, ...], printed: str) -> list[ReadAs]:
    """One rank read otherwise, so that the hand is sorted and has the printed status."""
    rules = find_rules("case-study")
    found = []
    for place, card in enumerate(hand):
        for rank in RANKS:
            other = Card(rank, card.suit)
            read = (*hand[:place], other, *hand[place + 1 :])
            if other in hand or not is_sorted(read):
                continue
            if rules.describe(read) == printed:
                found.append(ReadAs(card, other, read))
    return found


def read_otherwise(row: str, printed: str, by_row: Mapping[str, tuple[Card, ...]]) -> str:
    """Which single card, read otherwise, makes a hand what it is called; and whether the figure
    shows that card in another player's hand, which would be its second."""
    figure = row.partition(",")[0]
    others = [
        (other.partition(", ")[2], hand)
        for other, hand in by_row.items()
        if other != row and other.startswith(figure)
    ]
    found = []
    for read in other_readings(by_row[row], printed):
        holders = [name for name, hand in others if read.instead in hand]
        also = f" (though {' and '.join(holders)} shows {read.instead} too)" if holders else ""
        found.append(f"{read.card} read as {read.instead}{also}")
    return f"{', or '.join(found) or 'no single card read otherwise'} gives what is printed"


def text(_request: Request) -> Reproduction:
    """Figures of the running text that the rules decide."""
    found = Reproduction(SOURCE, "text", "Figures of the running text", "CS24.1.1")
    figures = load_printed(SOURCE).figures
    rules = find_rules("case-study")
    sixes, aces = parse_hand("6D 6H 2C 3S 4H"), parse_hand("AC AD 2D 3H 4S")
    computed = {
        "status values": float(len({status for status, _ in statuses()})),
        "pair of sixes against a pair of aces, percent": 100.0
        * (rules.value(sixes) >= rules.value(aces)),
        "cards of the deck": float(len(ALL_CARDS)),
    }
    for name, value in computed.items():
        figure = figures[name]
        found.add(name, "value", figure.value, value, note=figure.text, section=figure.section)
    return found
