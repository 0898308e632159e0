"""`neuroevo study`."""

from __future__ import annotations

from pathlib import Path

import click

from neuroevo.cli.options import workers_option
from neuroevo.cli.screen import screen
from neuroevo.cli.stages import stages


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
    from rich.table import Table

    from neuroevo.analysis.study import read_study, run_study
    from neuroevo.analysis.study_files import table_blocks, write_study

    asked = read_study(name)
    folder = out if out is not None else Path("studies") / asked.name
    with stages() as say:
        found = run_study(asked, folder, workers, say)
    write_study(found, folder, f"neuroevo study {name}")
    console = screen()
    seeds = len(asked.seeds)
    for one in asked.tables:
        for caption, (heading, *rows) in table_blocks(found, one):
            console.print(caption)
            table = Table(box=None, padding=(0, 2, 0, 0), header_style="underline")
            for number, title in enumerate(heading):
                table.add_column(title, justify="left" if number == 0 else "right", no_wrap=True)
            for cells in rows:
                table.add_row(*cells)
            console.print(table)
            console.print()
    for (_, row, column), why in found.left_out.items():
        console.print(f"left out: {row} {column}: {why}")
    console.print(
        f"{asked.rounds:,} rounds each, mean±standard error between {seeds} seeds, champions on "
        f"{asked.deals:,} fresh deals; written to {folder}"
    )
