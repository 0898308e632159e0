"""`neuroevo blackjack`: what each action is worth, and the basic strategy."""

from __future__ import annotations

import json
import reprlib
from dataclasses import asdict
from typing import TYPE_CHECKING

import click
from rich.text import Text

from neuroevo.cli.options import json_option
from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Column, print_table
from neuroevo.errors import BadInput

if TYPE_CHECKING:
    from neuroevo.poker.blackjack import Blackjack, BlackjackRules, StrategyRow

ENDS = ("17", "18", "19", "20", "21", "bust")
"""What the dealer ends with."""


@click.command(
    epilog="Blackjack pays 3 to 2; the dealer looks for blackjack under an ace or a ten, and "
    "chances are those of a round that goes on; equal cards may be split once, aces get one card "
    "each."
)
@click.argument("hand", required=False)
@click.option("--dealer", help="The dealer's card, such as T or AS.")
@click.option("--decks", default="infinite", show_default=True, help="1 to 16, or infinite.")
@click.option(
    "--soft17",
    type=click.Choice(["stand", "hit"]),
    default="stand",
    show_default=True,
    help="What the dealer does with a soft 17.",
)
@click.option(
    "--double-after-split/--no-double-after-split",
    default=True,
    help="Whether a split hand may be doubled.  [default: it may]",
)
@click.option("--surrender", is_flag=True, help="Allow giving up for half the bet.")
@json_option
def blackjack(
    hand: str | None,
    dealer: str | None,
    decks: str,
    soft17: str,
    double_after_split: bool,
    surrender: bool,
    as_json: bool,
) -> None:
    """What each action is worth with HAND, such as "T 6", against the dealer's card.

    Without HAND, the basic strategy: the best action with every two cards, worked out from the
    rules.
    """
    if hand is not None and dealer is None:
        raise BadInput("--dealer is missing: the card that the dealer shows, such as T")
    if hand is None and dealer is not None:
        raise BadInput("HAND is missing: your cards, such as 'T 6'")
    if decks.lower() != "infinite" and not (decks.isdecimal() and len(decks) <= 2):
        raise BadInput(f"decks must be from 1 to 16, or infinite, not {reprlib.repr(decks)}")

    from neuroevo.poker.blackjack import Blackjack, BlackjackRules, basic_strategy

    rules = BlackjackRules(
        decks=None if decks.lower() == "infinite" else int(decks),
        hit_soft_17=soft17 == "hit",
        double_after_split=double_after_split,
        surrender=surrender,
    )
    game = Blackjack(rules)
    if hand is not None and dealer is not None:
        report_hand(game, hand, dealer, as_json)
    else:
        report_strategy(game, basic_strategy(rules), as_json)


def report_hand(game: Blackjack, hand: str, dealer: str, as_json: bool) -> None:
    """What each action leads to."""
    from neuroevo.poker.blackjack import VALUES, add, format_values, parse_upcard, parse_values

    actions = game.actions(hand, dealer)
    cards, up = parse_values(hand), parse_upcard(dealer)
    chances = game.dealer(up, add(cards, up))
    if as_json:
        click.echo(
            json.dumps(
                {
                    "hand": format_values(cards),
                    "dealer": VALUES[up],
                    **_rules_as_dict(game.rules),
                    "best": next(iter(actions)),
                    "actions": {name: asdict(outcome) for name, outcome in actions.items()},
                    "dealer_ends": dict(zip(ENDS, chances[:6], strict=True)),
                }
            )
        )
        return
    print_text(f"{format_values(cards)} against {VALUES[up]}, {_rules_in_words(game.rules)}")
    rows = []
    for number, (name, outcome) in enumerate(actions.items()):
        chances_of = [f"{100 * part:.2f} %" for part in (outcome.win, outcome.tie, outcome.lose)]
        style = "bold" if number == 0 else ""
        rows.append([Text(cell, style) for cell in (name, *chances_of, f"{outcome.value:+.4f}")])
    headings = ("win", "tie", "lose", "expected gain")
    print_table([Column("action", "key"), *map(Column, headings)], rows)
    print_table(
        [Column("ends with", "key"), *(Column(end, group=end) for end in ENDS)],
        [["dealer", *(f"{100 * chance:.1f} %" for chance in chances[:6])]],
    )


def report_strategy(game: Blackjack, rows: list[StrategyRow], as_json: bool) -> None:
    """The table of the best actions."""
    from neuroevo.poker.blackjack import LETTERS, UPCARDS, VALUES

    upcards = [VALUES[up] for up in UPCARDS]
    bust = game.dealer_bust()
    if as_json:
        table_rows = [
            {
                "kind": row.kind,
                "hand": row.hand,
                "best": dict(zip(upcards, row.best, strict=True)),
                "value": dict(zip(upcards, row.values, strict=True)),
            }
            for row in rows
        ]
        click.echo(
            json.dumps({**_rules_as_dict(game.rules), "dealer_bust": bust, "strategy": table_rows})
        )
        return
    print_text(f"Basic strategy, {_rules_in_words(game.rules)}")
    colours = {"S": "yellow", "D": "green", "P": "cyan", "R": "red"}
    print_table(
        [Column("hand", "key"), *(Column(up, "name", group=up) for up in upcards)],
        [
            [f"{row.kind} {row.hand}", *(Text(one, colours.get(one[0], "")) for one in row.best)]
            for row in rows
        ],
    )
    used = {one[0] for row in rows for one in row.best}
    words = ", ".join(f"{letter} {name}" for name, letter in LETTERS.items() if letter in used)
    print_text(f"{words}; Dh and Ds: hit or stand where doubling is not allowed")
    print_text(f"the dealer goes bust with a chance of {100 * bust:.2f} %")


def _rules_in_words(rules: BlackjackRules) -> str:
    decks = {None: "infinite decks", 1: "one deck"}.get(rules.decks, f"{rules.decks} decks")
    soft = "hits" if rules.hit_soft_17 else "stands on"
    return f"{decks}, the dealer {soft} soft 17"


def _rules_as_dict(rules: BlackjackRules) -> dict[str, int | bool | None]:
    return asdict(rules)
