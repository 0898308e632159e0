"""`neuroevo runs`: what ran, how far it got, and its best so far."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from neuroevo.cli.watching import fitness_text
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
    best = "-"
    if state.best is not None:
        best = f"{fitness_text(experiment, state.best.score)} (born in {state.best.identity[0]})"
    measured = [row["yardstick_points"] for row in state.rows if "yardstick_points" in row]
    return [
        experiment.game,
        experiment.architecture().summary,
        str(len(state.rows)),
        best,
        f"{measured[-1]:.2f} {experiment.sheet.aim.unit}" if measured else "-",
        "finished" if state.finished else "can be resumed",
    ]
