"""`neuroevo study`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from neuroevo.cli.options import workers_option
from neuroevo.cli.screen import print_text
from neuroevo.cli.stages import stages
from neuroevo.cli.tables import Column, print_table
from neuroevo.evolution import Stopped


@click.command()
@click.argument("name", metavar="NAME|FILE")
@workers_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where runs, results and tables go; studies/NAME by default.",
)
def study(name: str, workers: int | None, out: Path | None) -> None:
    """Run many small evolutions at equal cost, to learn what mattered.

    NAME is a study in experiments/studies, or a TOML file: a base experiment, and tables whose rows
    and columns change its settings. Every combination is run with every seed for the same number of
    rounds; its champion is judged on fresh deals. A study that was stopped goes on.

    \b
    neuroevo study what-mattered
    """
    from neuroevo.analysis.study import read_study, run_study
    from neuroevo.analysis.study_files import explanation, table_blocks, write_study

    asked = read_study(name)
    folder = out if out is not None else Path("studies") / asked.name
    again = shlex.join(
        ["neuroevo", "study", name] + (["--out", str(out)] if out is not None else [])
    )
    try:
        with stages() as say:
            found = run_study(asked, folder, workers, say)
    except Stopped as stopped:
        click.echo(f"stopped; go on with: {again}", err=True)
        sys.exit(stopped.exit_code)
    write_study(found, folder, again)
    for one in asked.tables:
        for caption, ((first, *others), *rows) in table_blocks(found, one):
            print_text(caption)
            print_table(
                [Column(first, "key"), *(Column(name, group=name) for name in others)], rows
            )
            print_text()
    for left in found.left_out:
        print_text(f"left out: {left.row} {left.column}: {left.why}")
    print_text(f"{explanation(found)}; written to {folder}")
