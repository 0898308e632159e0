"""`neuroevo compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from neuroevo.cli.options import json_option, seed_option, workers_option
from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Column, print_table

if TYPE_CHECKING:
    from neuroevo.analysis.comparison import Comparison


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--against", default="random", show_default=True, help="Who sits in all other seats.")
@click.option("--deals", default=10_000, show_default=True, help="The same ones for every run.")
@seed_option
@workers_option
@json_option
def compare(
    runs: tuple[Path, ...],
    against: str,
    deals: int,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Champions and settings of several runs side by side, on the same fresh deals.

    Differences to the first run are taken deal by deal, with a permutation test.
    """
    from neuroevo.analysis.comparison import compare_runs
    from neuroevo.evolution import Run

    found = compare_runs([Run(path) for path in runs], against, deals, seed, workers)
    if as_json:
        click.echo(json.dumps(found.as_list()))
    else:
        print_comparison(found)


def print_comparison(found: Comparison) -> None:
    """A row a run, and the settings that differ below."""
    first = found.scores[0]
    print_text(
        f"{first.game}: {first.deals:,} deals with rotated hands against {first.against}, "
        "the same for all"
    )
    columns = [
        Column("run", "key"),
        Column("best fitness", group="scores"),
        Column("tricks a round", group="scores"),
        Column("95 % interval", group="scores"),
        Column("less the first", group="differences"),
        Column("p", group="differences"),
    ]
    rows = []
    for run, score, difference in zip(found.runs, found.scores, found.differences, strict=True):
        mean = score.tricks_interval
        cells = [
            str(run.directory),
            f"{run.best_fitness:g}",
            f"{mean.mean:.3f}±{f'{mean.se:.4f}'.removeprefix('0')}",
            f"{mean.low:.3f} to {mean.high:.3f}",
        ]
        cells += (
            ["", ""]
            if difference is None
            else [
                f"{difference.mean:+.3f} ({difference.low:+.3f} to {difference.high:+.3f})",
                f"{difference.p:.2g}",
            ]
        )
        rows.append(cells)
    print_table(columns, rows)
    if found.settings:
        print_text("\nsettings that differ:")
        names = [str(run.directory) for run in found.runs]
        print_table(
            [Column("setting", "key"), *(Column(name, "name", name) for name in names)],
            [[name, *map(str, values)] for name, values in found.settings.items()],
        )
