"""`neuroevo evaluate`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from neuroevo.cli.options import (
    OTHERS_HELP,
    PLAYERS_EPILOG,
    json_option,
    seed_option,
    workers_option,
)
from neuroevo.cli.progress import progress_bar
from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Cell, Column, print_table

if TYPE_CHECKING:
    from neuroevo.analysis import Match


@click.command(epilog=PLAYERS_EPILOG)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option(
    "--against",
    multiple=True,
    default=("random",),
    show_default=True,
    help=f"{OTHERS_HELP} May be given several times.",
)
@click.option("--deals", default=10_000, show_default=True, help="Each is played once a seat.")
@click.option("--game", help="A name or a TOML file; by default the networks' own, or spades.")
@seed_option
@workers_option
@json_option
def evaluate(
    players: tuple[str, ...],
    against: tuple[str, ...],
    deals: int,
    game: str | None,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """What players take a round, on fresh deals with rotated hands.

    That is what the game is won by: tricks, points or score, the fewest where they hurt.

    The deals are the same for all players and were never used in evolution. In a team game the
    player sits in both seats of its side.

    \b
    neuroevo evaluate runs/demo --against random --against greedy
    neuroevo evaluate greedy my_players.py:patient --game clubs --deals 50000
    """
    from neuroevo.analysis import evaluate as play
    from neuroevo.analysis.judgement import YARDSTICKS

    beside = [] if as_json else [name for name in YARDSTICKS if name not in players]
    named = [*players, *beside]
    rounds = 4 * deals * len(named) * len(against)
    with progress_bar("playing", rounds) as progress:
        matches = play(named, against, game, deals, seed, workers, progress)
    if as_json:
        click.echo(json.dumps([match.as_dict() for match in matches]))
    else:
        print_matches(matches, len(players), len(against), seed)


def print_matches(matches: list[Match], players: int, columns: int, seed: int) -> None:
    """One row per player, one column per opponent, in what the game is won by, with tricks beside
    where those are another thing; the yardsticks below a line."""
    from neuroevo.analysis.intervals import cell_text, range_text, why_unknown

    first = matches[0]
    aim = first.aim
    deals = f"{first.deals:,} {'deal' if first.deals == 1 else 'deals'}"
    print_text(
        f"{first.game}: {deals}, each played {first.rounds_per_deal} times with the "
        f"hands moved round, seed {seed}"
    )
    headings = [Column(aim.heading, "key")]
    for match in matches[:columns]:
        headings += [
            Column(f"against {match.against}", group=match.against),
            Column("95 % interval", group=match.against),
        ]
        if not aim.is_tricks:
            headings.append(Column("tricks", group=match.against))
    rows: list[list[Cell] | None] = []
    for start in range(0, len(matches), columns):
        cells: list[Cell] = [matches[start].player]
        for match in matches[start : start + columns]:
            found = match.points_interval
            cells += [cell_text(found), range_text(found.low, found.high)]
            if not aim.is_tricks:
                cells.append(cell_text(match.tricks_interval))
        if start == players * columns:
            rows.append(None)
        rows.append(cells)
    print_table(headings, rows)
    print_text(f"mean±standard error between deals, {aim.direction}; below the gap the yardsticks")
    if not all(one.points_interval.known and one.tricks_interval.known for one in matches):
        print_text(why_unknown(first.deals))
