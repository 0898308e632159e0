"""`neuroevo evaluate`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from neuroevo.cli.options import json_option, seed_option, workers_option
from neuroevo.cli.progress import progress_bar
from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Cell, Column, print_table

if TYPE_CHECKING:
    from neuroevo.analysis import Match


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option(
    "--against",
    multiple=True,
    default=("random",),
    show_default=True,
    help="Who sits in all other seats: a built-in name, a champion file or a run; or one a seat, "
    "separated by commas. May be given several times.",
)
@click.option("--deals", default=10_000, show_default=True, help="Each is played once a seat.")
@click.option("--game", help="By default the networks' own game, or spades.")
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
    """Average tricks per round of players on fresh deals with rotated hands.

    PLAYER is a champion file, a run or a built-in name. The deals are the same for all players and
    were never used in evolution. In a team game the player sits in both seats of its side.

    \b
    neuroevo evaluate runs/demo --against random --against greedy
    neuroevo evaluate greedy always-highest --game clubs --deals 50000
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
    """A row a player, a column an opponent; the yardsticks below a line."""
    first = matches[0]
    print_text(
        f"{first.game}: {first.deals:,} deals, each played {first.rounds_per_deal} times with the "
        f"hands moved round, seed {seed}"
    )
    with_points = any((one.points != one.tricks).any() for one in matches)
    headings = [Column("tricks a round", "key")]
    for match in matches[:columns]:
        headings += [
            Column(f"against {match.against}", group=match.against),
            Column("95 % interval", group=match.against),
        ]
        if with_points:
            headings.append(Column("points", group=match.against))
    rows: list[list[Cell] | None] = []
    for start in range(0, len(matches), columns):
        cells: list[Cell] = [matches[start].player]
        for match in matches[start : start + columns]:
            found = match.tricks_interval
            error = f"{found.se:.4f}".removeprefix("0")
            cells += [f"{found.mean:.3f}±{error}", f"{found.low:.3f} to {found.high:.3f}"]
            if with_points:
                points = match.points_interval
                cells.append(f"{points.mean:.3f}±{f'{points.se:.4f}'.removeprefix('0')}")
        if start == players * columns:
            rows.append(None)
        rows.append(cells)
    print_table(headings, rows)
    print_text("mean±standard error between deals; below the gap the yardsticks")
