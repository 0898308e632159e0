"""`neuroevo resume`: go on with a run that was stopped."""

from __future__ import annotations

from pathlib import Path

import click

from neuroevo.cli.options import BACKEND_HELP, sound_workers
from neuroevo.cli.watching import finish, watch_run
from neuroevo.evolution import Run
from neuroevo.evolution import resume as resume_run


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--workers",
    type=int,
    callback=sound_workers,
    help="Never changes a result.  [default: as before]",
)
@click.option("--backend", type=click.Choice(["threads", "loky", "dask"]), help=BACKEND_HELP)
@click.option("--scheduler", help="The address of a dask cluster.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end.")
def resume(
    run: Path, workers: int | None, backend: str | None, scheduler: str | None, as_json: bool
) -> None:
    """Go on with the run in the directory RUN, to the same bytes as if it had never stopped."""
    finished = Run(run).load_checkpoint().finished
    with watch_run(run.name, quiet=as_json) as watch:
        done = resume_run(run, workers, backend, scheduler, watch)
    if finished:
        click.echo(f"{run} is finished: there is nothing to resume", err=as_json)
    finish(done, as_json)
