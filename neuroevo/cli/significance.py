"""`neuroevo significance`."""

from __future__ import annotations

import json

import click
from rich.text import Text

from neuroevo.cli.options import json_option
from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Column, print_table


@click.command()
@click.option("--tricks", type=int, required=True, help="Tricks taken in all rounds together.")
@click.option("--rounds", type=int, required=True, help="Rounds played, with rotated hands.")
@click.option("--population", type=int, help="If this is the best of a run: its members,")
@click.option("--generations", type=int, help="and its generations.")
@click.option("--game", default="spades", show_default=True)
@click.option("--players", type=int, help="At the table; as many as the game admits by default.")
@click.option(
    "--difference",
    default=0.1,
    show_default=True,
    help="Tricks a round for which to say how many deals it takes to see them.",
)
@json_option
def significance(
    tricks: int,
    rounds: int,
    population: int | None,
    generations: int | None,
    game: str,
    players: int | None,
    difference: float,
    as_json: bool,
) -> None:
    """Is a number of tricks skill or luck? All tests side by side.

    The thesis' Z-test, the exact binomial test, z with the standard error of the mean, and, for the
    best of a run, the luckiest of as many equal players.

    \b
    neuroevo significance --tricks 234 --rounds 60 --population 100 --generations 218
    """
    from neuroevo.analysis import chance, deals_needed
    from neuroevo.analysis import significance as test
    from neuroevo.games import find_game

    sheet = find_game(game)
    seats = players if players is not None else max(sheet.players)
    sheet.check_players(seats)
    findings = test(tricks, rounds, population, generations, sheet, seats)
    spread = chance(sheet, seats).in_deal.sd / seats
    needed = deals_needed(difference, spread)
    if as_json:
        click.echo(
            json.dumps(
                {
                    "tricks": tricks,
                    "rounds": rounds,
                    "tricks_per_round": tricks / rounds,
                    "population": population,
                    "generations": generations,
                    "tests": [finding.as_dict() for finding in findings],
                    "power": {"difference": difference, "deals": needed, "rounds": needed * seats},
                }
            )
        )
        return
    print_text(
        f"{sheet.title}: {tricks} tricks in {rounds} rounds, {tricks / rounds:.3f} a round; chance "
        f"is {sheet.cards_each(seats) / seats:g}\n"
    )
    print_table(
        [Column("test", "key"), Column("p"), Column("in words", "prose")],
        [
            [
                finding.test,
                f"{finding.p:.3g}",
                Text.assemble(finding.sentence, "\n", (f"assumes {finding.assumes}", "dim")),
            ]
            for finding in findings
        ],
    )
    print_text(
        f"\nTo see a true difference of {difference:g} tricks a round in 8 of 10 tries takes "
        f"{needed:,} deals with rotated hands, {needed * seats:,} rounds."
    )
