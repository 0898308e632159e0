"""Rules for Clubs v1.1, 2015: the example round, replayed card by card."""

from __future__ import annotations

from neuroevo.cards import Card, parse_hand
from neuroevo.games import CLUBS, Play, check_play_sheet, trick_winner
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.printed import load_printed
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sources import listing

SOURCE = "clubs"
NAMES = "ABCD"


def example_rows() -> list[list[Play]]:
    """The plays of each row, from its printed leader on."""
    example = load_printed(SOURCE).more["example"]
    rows = []
    for leader, cards in zip(example["leaders"], example["plays"], strict=True):
        first = NAMES.index(leader)
        rows.append([Play((first + i) % 4, card) for i, card in enumerate(parse_hand(cards))])
    return rows


def example_hands() -> list[tuple[Card, ...]]:
    """The hands that the example starts from."""
    return [tuple(parse_hand(hand)) for hand in load_printed(SOURCE).more["example"]["hands"]]


def example(_request: Request) -> Reproduction:
    """Who leads each trick and what it brings, by the rules."""
    table = load_printed(SOURCE).tables["example"]
    found = Reproduction(SOURCE, "example")
    rows = example_rows()
    errors, _ = check_play_sheet(CLUBS, example_hands(), rows)
    leader = 0
    for number, (row, plays) in enumerate(zip(table.rows, rows, strict=True), start=1):
        wrong = "; ".join(
            error.partition(": ")[2] for error in errors if error.startswith(f"row {number}:")
        )
        found.add(row, "leader", table.cell(row, "leader"), NAMES[leader], misprint=named(wrong))
        cards = [play.card for play in plays]
        leader = plays[trick_winner(CLUBS, cards, None)].seat
        points = sum(map(CLUBS.points, cards))
        change = f"{points} point{'s' if points > 1 else ''} for {NAMES[leader]}" if points else ""
        found.add(row, "change in score", table.cell(row, "change in score"), change)
        if "may not play" in wrong:
            found.add(row, "plays", " ".join(map(str, cards)), "illegal", misprint=named(wrong))
    found.remarks += [named(error) for error in errors]
    return found


def scores(_request: Request) -> Reproduction:
    """The points of the round."""
    table = load_printed(SOURCE).tables["scores"]
    found = Reproduction(SOURCE, "scores")
    _, points = check_play_sheet(CLUBS, example_hands(), example_rows())
    for name, value in zip(NAMES, points, strict=True):
        found.add(name, "score", table.cell(name, "score"), float(value))
    return found


def named(text: str) -> str:
    """Seats by the document's letters."""
    for seat, name in enumerate(NAMES):
        text = text.replace(f"seat {seat}", f"player {name}")
    return text


TABLES = listing(
    ("example", "the thirteen tricks: leaders and points", example),
    ("scores", "the scores at the end", scores),
)
