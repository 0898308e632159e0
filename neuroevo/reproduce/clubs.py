"""Rules for Clubs v1.1, 2015: the example round, replayed card by card."""

from __future__ import annotations

from collections.abc import Sequence

from neuroevo.cards import Card, parse_hand
from neuroevo.games import CLUBS, Play, check_play_sheet, trick_winner
from neuroevo.games.referee import game_winners
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
        printed = table.cell(row, "change in score")
        found.add(row, "change in score", printed, change_in_score(cards, leader))
        if "may not play" in wrong:
            found.add(row, "plays", " ".join(map(str, cards)), "illegal", misprint=named(wrong))
    found.remarks += [named(error) for error in errors]
    return found


def change_in_score(cards: Sequence[Card], winner: int) -> str:
    """What a trick brings its winner, in the document's words."""
    points = sum(map(CLUBS.points, cards))
    return f"{points} point{'s' if points > 1 else ''} for {NAMES[winner]}" if points else ""


def scores(_request: Request) -> Reproduction:
    """The points of the round."""
    table = load_printed(SOURCE).tables["scores"]
    found = Reproduction(SOURCE, "scores")
    _, points = check_play_sheet(CLUBS, example_hands(), example_rows())
    for name, value in zip(NAMES, points, strict=True):
        found.add(name, "score", table.cell(name, "score"), float(value))
    return found


def text(_request: Request) -> Reproduction:
    """The end of the example's game, and the examples of the rules."""
    found = Reproduction(
        SOURCE,
        "text",
        "The end of the game, and the rules' own examples",
        "rules, Notes and Example Round",
    )
    _, points = check_play_sheet(CLUBS, example_hands(), example_rows())
    threshold = CLUBS.game_target
    assert threshold is not None
    winners = [NAMES[seat] for seat in game_winners(CLUBS, points)]
    spades, hearts = parse_hand("TS KD 2S QS"), parse_hand("6H 8H 2C AC")
    left_out = set(CLUBS.deck(4)) - set(CLUBS.deck(3))
    computed: dict[str, float | str] = {
        "points threshold": float(threshold),
        "players at the threshold": float(sum(total >= threshold for total in points)),
        "winners": " and ".join(winners),
        "winner of TS KD 2S QS, led by A": NAMES[trick_winner(CLUBS, spades, None)],
        "6H 8H 2C AC, led by A": change_in_score(hearts, trick_winner(CLUBS, hearts, None)),
        "cards not dealt to three players": " ".join(map(str, sorted(left_out, key=str))),
    }
    for name, figure in load_printed(SOURCE).figures.items():
        found.add(
            name, "value", figure.value, computed[name], note=figure.text, section=figure.section
        )
    return found


def named(text: str) -> str:
    """Seats by the document's letters."""
    for seat, name in enumerate(NAMES):
        text = text.replace(f"seat {seat}", f"player {name}")
    return text


TABLES = listing(
    ("example", "the thirteen tricks: leaders and points", example),
    ("scores", "the scores at the end", scores),
    ("text", "the shared win, and the rules' own examples", text),
)
