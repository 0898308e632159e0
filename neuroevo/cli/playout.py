"""`neuroevo playout`: the chance of each team to win a given deal, simulated or exact."""

from __future__ import annotations

import json
import reprlib
from typing import TYPE_CHECKING

import click

from neuroevo.cards import SUIT_NAMES, SUIT_SYMBOLS, parse_suit
from neuroevo.cli.options import json_option, seed_option, workers_option
from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Column, print_table
from neuroevo.errors import BadInput
from neuroevo.playout.appendix import MENDABLE, QUIRKS
from neuroevo.playout.chances import METHODS, STRATEGIES, TRUMPS
from neuroevo.playout.hands import (
    THESIS_HANDS,
    as_the_program_holds,
    is_thesis_deal_in_another_order,
    parse_hands,
)

if TYPE_CHECKING:
    from neuroevo.playout import PlayoutResult


@click.command(epilog="; ".join(f"{name}: {what}" for name, what in STRATEGIES.items()) + ".")
@click.argument("game")
@click.option(
    "--hands",
    default=THESIS_HANDS,
    help="The cards of players 1 to 4, separated by |; team 1 is players 1 and 3. The order within "
    "a hand matters to appendix only, which breaks ties by it; the thesis' deal as its text names "
    "it is held in its program's order.  [default: the thesis' deal]",
)
@click.option("--trump", default="all", show_default=True, help="H, S, D, C or all.")
@click.option("--dealer", default="random", show_default=True, help="random, or 1 to 4.")
@click.option("--strategy", default="appendix", show_default=True, help=f"{', '.join(STRATEGIES)}.")
@click.option("--method", default="exact", show_default=True, help=f"{' or '.join(METHODS)}.")
@click.option(
    "--iterations", type=int, default=100_000, show_default=True, help="Play-outs a trump suit."
)
@click.option(
    "--mend",
    default="",
    help=f"Quirks of the appendix' program to do without: {', '.join(MENDABLE)}, or all.",
)
@click.option("--quirks", is_flag=True, help="List the quirks of the appendix' program.")
@seed_option
@workers_option
@json_option
def playout(
    game: str,
    hands: str,
    trump: str,
    dealer: str,
    strategy: str,
    method: str,
    iterations: int,
    mend: str,
    quirks: bool,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play a given deal of GAME (euchre) out, and say how often each team wins it.

    Four hands, a trump suit, and a way to play; nobody names trumps or goes alone here. exact adds
    up every dealer and every coin with its chance; simulate draws them.
    """
    from neuroevo.playout import playout as play

    if game.strip().lower() != "euchre":
        raise BadInput(f"there is no play-out of {game!r}: a given deal is played out at euchre")
    if quirks:
        print_quirks(as_json)
        return
    result = play(
        as_the_program_holds(parse_hands(hands)),
        strategy.strip().lower(),
        method.strip().lower(),
        TRUMPS if trump.strip().lower() == "all" else parse_suit(trump),
        parse_dealer(dealer),
        iterations,
        seed,
        workers,
        parse_mended(mend),
    )
    if as_json:
        click.echo(json.dumps(result.as_dict()))
    else:
        print_result(result)


def parse_dealer(text: str) -> int | None:
    """A player's number, or None for a dealer drawn at random."""
    if text.strip().lower() == "random":
        return None
    if not text.strip().isdecimal() or len(text) > 20:
        raise BadInput(f"the dealer is random, or a player from 1 to 4, not {reprlib.repr(text)}")
    return int(text)


def parse_mended(text: str) -> tuple[str, ...]:
    """Names of quirks, separated by commas."""
    names = tuple(name.strip().lower() for name in text.split(",") if name.strip())
    return MENDABLE if names == ("all",) else names


def print_result(result: PlayoutResult) -> None:
    """The result as a table for people."""
    for player, hand in enumerate(result.hands, start=1):
        team = 1 if player % 2 else 2
        cards = " ".join(card.rank + SUIT_SYMBOLS[card.suit] for card in hand)
        print_text(f"  player {player} (team {team})  {cards}")
    dealt = f"player {result.dealer} deals" if result.dealer else "any dealer"
    how = "exact" if result.iterations is None else f"{result.iterations:,} play-outs a suit"
    print_text(f"\n{result.strategy}, {how}, {dealt}")
    last = "team 1 exactly" if how == "exact" else "standard error"
    rows = [(SUIT_NAMES[suit], chance) for suit, chance in result.trumps.items()]
    if len(rows) > 1:
        rows.append(("overall", result.overall))
    print_table(
        [Column("trumps", "key"), Column("team 1"), Column("team 2"), Column(last)],
        [
            [
                name,
                f"{100 * chance.team1:.2f} %",
                f"{100 * (1 - chance.team1):.2f} %",
                f"{100 * chance.se:.2f} %" if chance.fraction is None else str(chance.fraction),
            ]
            for name, chance in rows
        ],
    )
    if result.strategy == "appendix" and is_thesis_deal_in_another_order(result.hands):
        print_text(
            "the thesis' hands in another order than its program holds them, by which it breaks "
            "ties; leave --hands out for the printed figures"
        )


def print_quirks(as_json: bool) -> None:
    """The program's oddities, each with what mending it does."""
    if as_json:
        click.echo(json.dumps({name: quirk._asdict() for name, quirk in QUIRKS.items()}))
        return
    print_table(
        [
            Column("quirk", "key"),
            Column("what the program does", "prose"),
            Column("mended", "prose"),
        ],
        [[name, quirk.what, quirk.instead or "-"] for name, quirk in QUIRKS.items()],
    )
