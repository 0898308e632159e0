"""`neuroevo check`: the contract that ours pass too, with a verdict a line."""

from __future__ import annotations

import json

import click
from rich.text import Text

from neuroevo.cli.options import json_option, number_between, seed_option
from neuroevo.cli.screen import print_text
from neuroevo.limits import MOST_CHECKED_DEALS

STYLES = {True: "green", False: "bold red", None: "dim"}
KINDS = ("player", "game", "feature", "algorithm", "architecture")
MARGIN = 6
"""Where the words of a verdict begin."""


@click.command()
@click.argument("thing")
@click.option("--as", "kind", type=click.Choice(KINDS), help="What it is, if that is not clear.")
@click.option("--games", help="Where it is checked, separated by commas.  [default: every game]")
@click.option(
    "--deals",
    type=int,
    callback=number_between(1, MOST_CHECKED_DEALS),
    help="At each table.  [default: a few, by what it is]",
)
@seed_option
@json_option
@click.pass_context
def check(
    context: click.Context,
    thing: str,
    kind: str | None,
    games: str | None,
    deals: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Check whether THING keeps the contract that ours pass too.

    THING is a player, a feature, an algorithm or an architecture in a file of your own, such as
    my_players.py:patient, a game's .toml file, or the name of anything that there is. Exit code 0
    if it does, 1 if the contract is broken, 2 if it could not be checked.
    """
    from neuroevo.testing import Verdict, what_it_is
    from neuroevo.testing import check as check_it
    from neuroevo.testing.verdicts import a

    kind = kind or what_it_is(thing)
    chosen = None if games is None else [one.strip() for one in games.split(",")]
    begun = False

    def show(verdict: Verdict) -> None:
        nonlocal begun
        if not begun:
            print_text(f"{thing}, {a(kind)}", style="bold")
            begun = True
        line = Text(f"  {verdict.word:{MARGIN - 2}}", STYLES[verdict.passed])
        line.append(f"{verdict.what}: ", "bold" if verdict.passed is False else "")
        line.append(verdict.said)
        print_text(line, hanging=MARGIN)

    report = check_it(
        thing, kind, chosen, deals, seed, raises=False, watch=None if as_json else show
    )
    if as_json:
        click.echo(json.dumps(report.as_dict(), indent=2))
    elif report.broken:
        print_text(f"the contract is broken, {len(report.broken)} of {len(report)} verdicts")
    else:
        print_text("the contract is kept")
    context.exit(0 if report.passed else 1)
