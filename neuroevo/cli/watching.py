"""Watching a run: the progress line, what to say at its end, and what when it was stopped."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from neuroevo.cli.screen import print_text
from neuroevo.evolution import Experiment, Progress, Run, Stopped
from neuroevo.evolution.loop import Watcher
from neuroevo.extensions import split_own
from neuroevo.tournament.fitness import fitness_aim, fitness_in_words


def code_needed(run: Run) -> str:
    """What a command about a run must name of a user's code, such as ` --with my_players.py`."""
    files = {split_own(text)[0] for text in run.provenance["code"]}
    return "".join(f" --with {file}" for file in sorted(files))


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
            + (f", best fitness {fitness_text(stopped.run.experiment, best.score)}" if best else "")
            + f"; go on with: neuroevo resume {stopped.run.directory}{code_needed(stopped.run)}",
            err=True,
        )
        sys.exit(stopped.exit_code)


def _lines() -> Watcher:
    def watch(progress: Progress) -> None:
        row, experiment = progress.row, progress.experiment
        if "yardstick_points" in row and len(progress.state.rows) % 50 == 1:
            best, mean = fitness_text(experiment, row["best"]), counted(experiment, row["mean"])
            click.echo(
                f"generation {row['generation']}: best {best}, mean {mean:.1f}, "
                f"yardstick {yardstick_text(experiment, row)}",
                err=True,
            )

    return watch


def fitness_text(experiment: Experiment, fitness: float) -> str:
    """A fitness with its unit."""
    return fitness_in_words(experiment.sheet, experiment.tournament.fitness, fitness)


def counted(experiment: Experiment, fitness: float) -> float:
    """A fitness as a person counts it: points that hurt are not below zero."""
    counts = fitness_aim(experiment.sheet, experiment.tournament.fitness)
    return float(counts.gain(fitness, 0))


def yardstick_text(experiment: Experiment, row: Mapping[str, Any]) -> str:
    """The yardstick of a row of the log, in what the game is won by; tricks beside it."""
    aim = experiment.sheet.aim
    beside = "" if aim.is_tricks else f" ({row['yardstick_tricks']:.2f} tricks)"
    return f"{row['yardstick_points']:.2f} {aim.unit} a round{beside}"


@contextmanager
def _bar(title: str) -> Iterator[Watcher]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    with Bar(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        TextColumn("{task.completed}/{task.total}"),
        TextColumn("{task.fields[news]}", markup=False),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    ) as bar:
        task = bar.add_task(title, total=None, news="compiling the kernels")
        yardstick = ""

        def watch(progress: Progress) -> None:
            nonlocal yardstick
            row, experiment = progress.row, progress.experiment
            if "yardstick_points" in row:
                unit = experiment.sheet.aim.unit
                yardstick = f", yardstick {row['yardstick_points']:.2f} {unit}"
            best = progress.state.best
            bar.update(
                task,
                completed=len(progress.state.rows),
                total=progress.least_generations,
                news=f"best {counted(experiment, best.score if best else 0):g}, "
                f"mean {counted(experiment, row['mean']):.1f}{yardstick}",
            )

        yield watch


def finish(run: Run, as_json: bool) -> None:
    """Say what came out, and where it lies."""
    state, experiment = run.load_checkpoint(), run.experiment
    champion = run.champion
    measured = [row for row in state.rows if "yardstick_points" in row]
    last = measured[-1] if measured else None
    if as_json:
        click.echo(
            json.dumps(
                {
                    "run": str(run.directory),
                    "generations": len(state.rows),
                    "finished": state.finished,
                    "champion": champion.about,
                    **experiment.sheet.aim.as_dict(),
                    "yardstick_tricks": last and last["yardstick_tricks"],
                    "yardstick_points": last and last["yardstick_points"],
                }
            )
        )
        return
    about = champion.about
    print_text(f"{run.directory}: {len(state.rows)} generations")
    if "fitness" in about:
        taken = f"{about['tricks'] / about['rounds']:.2f} tricks a round"
        if experiment.tournament.fitness == "points":
            mean = counted(experiment, about["fitness"]) / about["rounds"]
            taken = f"{mean:.2f} {experiment.sheet.aim.unit} and {taken}"
        print_text(
            f"champion of generation {about['generation']}: fitness "
            f"{fitness_text(experiment, about['fitness'])} ({about['fitness_kind']}), {taken} in "
            f"the {about['rounds']} rounds that made it champion"
        )
    else:
        algorithm = experiment.evolution.algorithm
        print_text(
            f"champion of generation {about['generation']}: what {algorithm} settled on, not the "
            "luckiest member"
        )
    if last is not None:
        who = "best" if "fitness" in about else "champion"
        fewer = f"; {experiment.sheet.aim.direction}" if experiment.sheet.fewest_wins else ""
        print_text(
            f"yardstick: the {who} of generation {last['generation']} took "
            f"{yardstick_text(experiment, last)} on fresh deals against "
            f"{experiment.run.yardstick_against} players{fewer}"
        )
    print_text("best fitness is a maximum over many lucky draws; the yardstick is not")
