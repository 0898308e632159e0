"""Watching a run: the progress line, what to say at its end, and what when it was stopped."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from neuroevo.evolution import Progress, Run, Stopped
from neuroevo.evolution.loop import Watcher


@contextmanager
def watch_run(title: str, quiet: bool) -> Iterator[Watcher | None]:
    """A progress bar with generation, best, mean, yardstick and time left, on a terminal.

    Elsewhere, unless quiet, a line every now and then. A polite stop ends the command.
    """
    try:
        if sys.stderr.isatty():
            with _bar(title) as watch:
                yield watch
        else:
            yield None if quiet else _lines()
    except Stopped as stopped:
        best = stopped.state.best
        click.echo(
            f"stopped after {len(stopped.state.rows)} generations"
            + (f", best fitness {best.score:g}" if best else "")
            + f"; go on with: neuroevo resume {stopped.run.directory}",
            err=True,
        )
        sys.exit(stopped.exit_code)


def _lines() -> Watcher:
    def watch(progress: Progress) -> None:
        row = progress.row
        if "yardstick_tricks" in row and len(progress.state.rows) % 50 == 1:
            click.echo(
                f"generation {row['generation']}: best {row['best']:g}, mean {row['mean']:.1f}, "
                f"yardstick {row['yardstick_tricks']:.2f} tricks a round",
                err=True,
            )

    return watch


@contextmanager
def _bar(title: str) -> Iterator[Watcher]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    with Bar(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TextColumn("{task.completed}/{task.total}"),
        TextColumn("{task.fields[news]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    ) as bar:
        task = bar.add_task(title, total=None, news="compiling the kernels")
        yardstick = ""

        def watch(progress: Progress) -> None:
            nonlocal yardstick
            row = progress.row
            if "yardstick_tricks" in row:
                yardstick = f", yardstick {row['yardstick_tricks']:.2f}"
            best = progress.state.best
            bar.update(
                task,
                completed=len(progress.state.rows),
                total=progress.least_generations,
                news=f"best {best.score if best else 0:g}, mean {row['mean']:.1f}{yardstick}",
            )

        yield watch


def finish(run: Run, as_json: bool) -> None:
    """Say what came out, and where it lies."""
    state = run.load_checkpoint()
    champion = run.champion
    measured = [row for row in state.rows if "yardstick_tricks" in row]
    if as_json:
        click.echo(
            json.dumps(
                {
                    "run": str(run.directory),
                    "generations": len(state.rows),
                    "finished": state.finished,
                    "champion": champion.about,
                    "yardstick_tricks": measured[-1]["yardstick_tricks"] if measured else None,
                }
            )
        )
        return
    about = champion.about
    click.echo(f"{run.directory}: {len(state.rows)} generations")
    if "fitness" in about:
        click.echo(
            f"champion of generation {about['generation']}: fitness {about['fitness']:g} "
            f"({about['fitness_kind']}), {about['tricks'] / about['rounds']:.2f} tricks a round in "
            f"the {about['rounds']} rounds that made it champion"
        )
    else:
        algorithm = run.experiment.evolution.algorithm
        click.echo(
            f"champion of generation {about['generation']}: what {algorithm} settled on, not the "
            "luckiest member"
        )
    if measured:
        against = run.experiment.run.yardstick_against
        last = "best" if "fitness" in about else "champion"
        click.echo(
            f"yardstick: the last {last} took {measured[-1]['yardstick_tricks']:.2f} tricks a "
            f"round on fresh deals against {against} players"
        )
    click.echo("best fitness is a maximum over many lucky draws; the yardstick is not")
