"""`neuroevo significance`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click
from rich.text import Text

from neuroevo.cli.options import json_option
from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Column, print_table
from neuroevo.errors import BadInput

if TYPE_CHECKING:
    from neuroevo.games import RuleSheet


@click.command()
@click.option("--tricks", type=int, help="Tricks taken in all rounds together,")
@click.option("--points", type=int, help="or points, where these win the game.")
@click.option("--rounds", type=int, required=True, help="Rounds played, with rotated hands.")
@click.option("--population", type=int, help="If this is the best of a run: its members,")
@click.option("--generations", type=int, help="and its generations.")
@click.option("--game", default="spades", show_default=True, help="A name or a TOML file.")
@click.option("--players", type=int, help="At the table; as many as the game admits by default.")
@click.option(
    "--difference",
    default=0.1,
    show_default=True,
    help="Tricks or points a round for which to say how many deals it takes to see them.",
)
@json_option
def significance(
    tricks: int | None,
    points: int | None,
    rounds: int,
    population: int | None,
    generations: int | None,
    game: str,
    players: int | None,
    difference: float,
    as_json: bool,
) -> None:
    """Is a number of tricks, or of points, skill or luck? All tests side by side.

    For tricks, the thesis' Z-test and the exact binomial test; z with the standard error of the
    mean; and, for the best of a run, the luckiest of as many equal players. In Clubs, Sueca, Euchre
    and Spades with bids name the points of the player's side: tricks don't win there.

    \b
    neuroevo significance --tricks 234 --rounds 60 --population 100 --generations 218
    neuroevo significance --game clubs --points 120 --rounds 60
    """
    from neuroevo.analysis import among_equals, chance, deals_needed
    from neuroevo.analysis import significance as test
    from neuroevo.games import find_game

    sheet = find_game(game)
    seats = players if players is not None else max(sheet.players)
    sheet.check_players(seats)
    aim = sheet.aim
    total = what_wins(sheet, tricks, points)
    findings = test(total, rounds, population, generations, sheet, seats)
    spread = chance(sheet, seats, "simple" if aim.is_tricks else "points").in_deal.sd / seats
    needed = deals_needed(difference, spread)
    if as_json:
        click.echo(
            json.dumps(
                {
                    **aim.as_dict(),
                    aim.unit: total,
                    "rounds": rounds,
                    f"{aim.unit}_per_round": total / rounds,
                    "chance": among_equals(sheet, seats),
                    "population": population,
                    "generations": generations,
                    "tests": [finding.as_dict() for finding in findings],
                    "power": {"difference": difference, "deals": needed, "rounds": needed * seats},
                }
            )
        )
        return
    print_text(
        f"{sheet.title}: {aim.amount(total, digits=0)} in {rounds} rounds, {total / rounds:.3f} a "
        f"round; chance is {among_equals(sheet, seats):.4g}, and {aim.direction}\n"
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
        f"\nTo see a true difference of {difference:g} {aim.unit} a round in 8 of 10 tries takes "
        f"{needed:,} deals with rotated hands, {needed * seats:,} rounds."
    )


def what_wins(sheet: RuleSheet, tricks: int | None, points: int | None) -> int:
    """The number that the game is won by; `BadInput` if it is the other one that was named."""
    unit = sheet.aim.unit
    right, wrong = (tricks, points) if sheet.aim.is_tricks else (points, tricks)
    if right is not None and wrong is None:
        return right
    other = "points" if sheet.aim.is_tricks else "tricks"
    fewest = ", and the fewest win" if sheet.aim.fewest_wins else ""
    raise BadInput(
        f"{sheet.name} is won by {unit}{fewest}: name them with --{unit}"
        + (f" instead of --{other}" if wrong is not None else "")
    )
