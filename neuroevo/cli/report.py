"""`neuroevo report`."""

from __future__ import annotations

from pathlib import Path

import click

from neuroevo.cli.options import seed_option, workers_option, writable_file
from neuroevo.cli.screen import print_text


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--open", "show", is_flag=True, help="Open it in the browser.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    callback=writable_file,
    help="The file; RUN/report.html by default.",
)
@click.option("--deals", default=25_000, show_default=True, help="Fresh deals for the champion.")
@seed_option
@workers_option
def report(
    run: Path, show: bool, out: Path | None, deals: int, seed: int, workers: int | None
) -> None:
    """Judge a run and write one HTML file that can be sent to anybody.

    The curves, the champion's score on fresh deals with its interval, the significance table, the
    experiment and how to repeat it. The pictures are inside; they also lie in RUN/pictures.
    """
    from neuroevo.analysis.report import write_report
    from neuroevo.evolution import Run
    from neuroevo.limits import MOST_DEALS, check_range

    check_range("deals", deals, 2, MOST_DEALS)
    path, judged = write_report(Run(run), out, deals, seed, workers)
    print_text(judged.verdict)
    print_text(f"written: {path}")
    if show:
        click.launch(str(path))
