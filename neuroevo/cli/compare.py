"""`neuroevo compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from neuroevo.cli.options import json_option, seed_option, workers_option
from neuroevo.cli.screen import screen

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
    from rich.table import Table

    first = found.scores[0]
    console = screen()
    console.print(
        f"{first.game}: {first.deals:,} deals with rotated hands against {first.against}, "
        "the same for all"
    )
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="underline")
    table.add_column("run", no_wrap=True)
    for name in ("best fitness", "tricks a round", "95 % interval", "less the first", "p"):
        table.add_column(name, justify="right", no_wrap=True)
    for run, score, difference in zip(found.runs, found.scores, found.differences, strict=True):
        mean = score.tricks_interval
        cells = [
            str(run.directory),
            f"{run.best_fitness:g}",
            f"{mean.mean:.3f}±{f'{mean.se:.4f}'.removeprefix('0')}",
            f"{mean.low:.3f} to {mean.high:.3f}",
        ]
        if difference is not None:
            cells += [
                f"{difference.mean:+.3f} ({difference.low:+.3f} to {difference.high:+.3f})",
                f"{difference.p:.2g}",
            ]
        table.add_row(*cells)
    console.print(table)
    if found.settings:
        console.print("\nsettings that differ:")
        settings = Table(box=None, padding=(0, 2, 0, 0), header_style="underline")
        settings.add_column("setting", no_wrap=True)
        for run in found.runs:
            settings.add_column(str(run.directory), no_wrap=True)
        for name, values in found.settings.items():
            settings.add_row(name, *(str(value) for value in values))
        console.print(settings)
