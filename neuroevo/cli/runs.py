"""`neuroevo runs`: what ran, how far it got, and its best so far."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from neuroevo.errors import BadInput
from neuroevo.evolution import Run, find_runs


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default="runs")
def runs(folder: Path) -> None:
    """List the runs in FOLDER (by default runs/)."""
    found = find_runs(folder)
    if not found:
        click.echo(f"no runs in {folder}: start one with 'neuroevo evolve quick'")
        return
    table = Table(box=None, header_style="underline", padding=(0, 2, 0, 0))
    for heading in ("run", "game", "network", "generations", "best fitness", "yardstick", "state"):
        table.add_column(heading, no_wrap=True)
    for run in found:
        table.add_row(run.directory.name, *describe(run))
    Console(width=max(120, Console().width), highlight=False).print(table)


def describe(run: Run) -> list[str]:
    """A run's line of the table."""
    try:
        experiment = run.experiment
        state = run.load_checkpoint()
    except BadInput as error:
        return ["", "", "", "", "", f"damaged: {error}"]
    best = f"{state.best.score:g} (born in {state.best.identity[0]})" if state.best else "-"
    measured = [row["yardstick_tricks"] for row in state.rows if "yardstick_tricks" in row]
    return [
        experiment.game,
        experiment.architecture().summary,
        str(len(state.rows)),
        best,
        f"{measured[-1]:.2f} tricks" if measured else "-",
        "finished" if state.finished else "can be resumed",
    ]
