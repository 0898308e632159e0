"""`neuroevo league`."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from neuroevo.cli.options import PLAYERS_EPILOG, json_option, seed_option, workers_option
from neuroevo.cli.screen import print_command, print_text
from neuroevo.cli.stages import stages
from neuroevo.cli.tables import Column, print_table

if TYPE_CHECKING:
    from neuroevo.analysis import League


@click.command(epilog=PLAYERS_EPILOG)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option("--game", help="A name or a TOML file; by default the networks' own, or spades.")
@click.option("--deals", default=2_000, show_default=True, help="Each is played once a seat.")
@seed_option
@workers_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where tables, picture and the pairs played so far go; leagues/GAME by default.",
)
@json_option
def league(
    players: tuple[str, ...],
    game: str | None,
    deals: int,
    seed: int,
    workers: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Every player against every other on the same deals: a cross table, and ratings.

    The player of a row sits alone (in a team game in both seats of its side) among those of the
    column, as in `evaluate`. Ratings are on Elo's scale with mean 0, by maximum likelihood on the
    rounds won.

    Every pair is kept as soon as it is played: a league that was stopped goes on, and one with
    another player in it plays only the new pairs.

    \b
    neuroevo league random greedy my_players.py:patient runs/demo
    neuroevo league greedy mc-shared mc-average:shuffles=20 --game sueca --deals 400
    """
    from neuroevo.analysis.league import enter, play_league
    from neuroevo.analysis.league_files import STORE_FILE, write_league
    from neuroevo.store import Store

    entrants, sheet, _ = enter(players, game)
    folder = out if out is not None else Path("leagues") / sheet.name
    with stages() as say:
        found = play_league(
            entrants, sheet, deals, seed, workers, Store.open(folder / STORE_FILE), say
        )
    again = shlex.join(
        ["neuroevo", "league", *players]
        + (["--game", game] if game is not None else [])
        + ["--deals", str(deals), "--seed", str(seed)]
        + (["--out", str(out)] if out is not None else [])
    )
    write_league(found, folder, again)
    if as_json:
        click.echo(json.dumps(found.as_dict()))
        return
    print_league(found)
    print_text(f"written to {folder}")
    print_command("again:", again)


def print_league(found: League) -> None:
    """The cross table, the ratings, and how to read them."""
    from neuroevo.analysis.league_files import (
        RATING_COLUMNS,
        cross_table,
        explanation,
        heading,
        rating_table,
    )

    print_text(heading(found))
    opponents = [str(number + 1) for number in range(len(found.names))]
    numbered = [Column("", "key"), Column(found.aim.heading, "key")]
    print_table(
        [*numbered, *(Column(opponent, group=opponent) for opponent in opponents)],
        cross_table(found),
    )
    print_text()
    print_table(
        [Column(name, "key" if name in ("", "player") else "number") for name in RATING_COLUMNS],
        rating_table(found),
    )
    for remark in explanation(found):
        print_text(remark)
