"""`neuroevo runs`: what ran, how far it got, and its best so far."""

from __future__ import annotations

from pathlib import Path

import click

from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Cell, Column, print_table
from neuroevo.cli.watching import fitness_text
from neuroevo.errors import BadInput
from neuroevo.evolution import Experiment, Run, State, find_runs

COLUMNS = (
    Column("run", "key"),
    Column("game", "name"),
    Column("algorithm", "name"),
    Column("seed"),
    Column("network", "name", spare=4),
    Column("generations", spare=3),
    Column("best fitness", spare=2),
    Column("yardstick", spare=1),
    Column("state", "name"),
    Column("what is wrong", "prose"),
)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default="runs")
def runs(folder: Path) -> None:
    """List the runs in FOLDER (by default runs/).

    Where the screen is narrow, network, generations, best fitness and yardstick go first.
    """
    found = find_runs(folder)
    if not found:
        print_text(f"no runs in {folder}: start one with 'neuroevo evolve quick'")
        return
    print_table(COLUMNS, [[run.directory.name, *describe(run)] for run in found])


def describe(run: Run) -> list[Cell]:
    """A run's row of the table, behind its name; as much of it as can be read."""
    try:
        experiment = run.experiment
        network = network_text(run)
    except BadInput as error:
        return [*[""] * (len(COLUMNS) - 3), "unreadable", str(error)]
    known: list[Cell] = [
        experiment.sheet.name,
        experiment.evolution.algorithm,
        str(experiment.seed),
        network,
    ]
    try:
        return [*known, *how_far(run, experiment, run.load_checkpoint()), ""]
    except BadInput as error:
        return [*known, "", "", "", "unreadable", str(error)]


def network_text(run: Run) -> str:
    """The shape of a run's networks, or the name of what would say it."""
    try:
        return run.architecture().summary
    except BadInput:
        if not run.experiment.network_takes_code:
            raise
        return run.experiment.network.architecture


def how_far(run: Run, experiment: Experiment, state: State) -> list[Cell]:
    """Generations, best fitness, yardstick and state."""
    best = "-"
    if state.best is not None:
        best = (
            f"{fitness_text(experiment, state.best.score)} (of generation {state.best.identity[0]})"
        )
    measured = [row["yardstick_points"] for row in state.rows if "yardstick_points" in row]
    return [
        str(len(state.rows)),
        best,
        f"{measured[-1]:.2f} {experiment.sheet.aim.unit}" if measured else "-",
        "finished" if state.finished else "running" if run.is_going_on else "can be resumed",
    ]
