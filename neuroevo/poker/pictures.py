"""Cards as pictures: SVG, which notebooks and browsers draw at any size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from neuroevo.cards import SUIT_SYMBOLS, Card
from neuroevo.poker.odds import LastRun

WIDTH, HEIGHT, GAP = 58, 82, 8
LABELS = 350
"""How wide the column of names beside the hands is."""
_FONT = "font-family='DejaVu Sans, Segoe UI Symbol, Arial, sans-serif'"
_COLOURS = {"C": "#1d1d1f", "D": "#c62828", "H": "#c62828", "S": "#1d1d1f"}


@dataclass(frozen=True)
class Picture:
    """An SVG picture; a notebook shows it by itself."""

    svg: str = field(repr=False)

    def _repr_svg_(self) -> str:
        return self.svg


def card_svg(card: Card, left: float, top: float) -> str:
    """One card with its upper left corner there."""
    colour, suit = _COLOURS[card.suit], SUIT_SYMBOLS[card.suit]
    rank, size = ("10", 14) if card.rank == "T" else (card.rank, 16)
    corner = f"text-anchor='middle' fill='{colour}' {_FONT}"
    return (
        f"<g transform='translate({left} {top})'>"
        f"<rect x='.5' y='.5' width='{WIDTH - 1}' height='{HEIGHT - 1}' rx='6' fill='white' "
        "stroke='#8a8a8e'/>"
        f"<text x='13' y='19' font-size='{size}' font-weight='bold' {corner}>{rank}</text>"
        f"<text x='13' y='34' font-size='14' {corner}>{suit}</text>"
        f"<text x='{WIDTH / 2 + 4}' y='{HEIGHT / 2 + 20}' font-size='36' {corner}>{suit}</text>"
        "</g>"
    )


def hand_picture(cards: Sequence[Card]) -> Picture:
    """A hand, card by card.

    >>> from neuroevo.cards import parse_hand
    >>> hand_picture(parse_hand("QS TD")).svg.count("<g ")
    2
    """
    width = len(cards) * (WIDTH + GAP) + GAP
    shapes = [card_svg(card, GAP + i * (WIDTH + GAP), GAP) for i, card in enumerate(cards)]
    return _picture(width, HEIGHT + 2 * GAP, shapes)


def table_picture(run: LastRun) -> Picture:
    """All hands of a deal, one below the other, with their names; the best are marked."""
    rows: list[tuple[str, str, Sequence[Card], bool]] = []
    if run.board:
        rows.append(("Board", "", run.board, False))
    for seat, (hand, name) in enumerate(zip(run.hands, run.descriptions, strict=True)):
        who = "You (player 1)" if seat == 0 else f"Player {seat + 1}"
        rows.append((who, name, hand, seat in run.winners))
    most = max(len(cards) for _, _, cards, _ in rows)
    width, step = LABELS + most * (WIDTH + GAP) + GAP, HEIGHT + 2 * GAP
    shapes = []
    for number, (who, name, cards, best) in enumerate(rows):
        top = number * step
        if best:
            shapes.append(
                f"<rect x='2' y='{top + 2}' width='{width - 4}' height='{step - 4}' rx='8' "
                "fill='#e6f4ea' stroke='#34a853'/>"
            )
        verb = "win" if len(run.winners) == 1 else "tie"
        mark = f": {verb}{'s' if who.startswith('Player') else ''}" if best else ""
        shapes.append(
            f"<text x='14' y='{top + step / 2 - 6}' font-size='16' font-weight='bold' {_FONT}>"
            f"{escape(who)}{mark}</text>"
            f"<text x='14' y='{top + step / 2 + 16}' font-size='13' fill='#444' {_FONT}>"
            f"{escape(name)}</text>"
        )
        shapes += [
            card_svg(card, LABELS + i * (WIDTH + GAP), top + GAP) for i, card in enumerate(cards)
        ]
    return _picture(width, len(rows) * step, shapes)


def _picture(width: float, height: float, shapes: Sequence[str]) -> Picture:
    return Picture(
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}'><rect width='100%' height='100%' fill='#fbfbfd'/>"
        + "".join(shapes)
        + "</svg>"
    )
