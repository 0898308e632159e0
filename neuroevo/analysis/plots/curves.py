"""A run over its generations: fitness, yardstick, mutation; several runs on one pair of axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from neuroevo.analysis.plots.style import (
    BLUE,
    COLOURS,
    RED,
    Picture,
    chance_line,
    new_figure,
    tidy,
    title,
)
from neuroevo.errors import BadInput
from neuroevo.evolution import Run

FITNESS_COLUMNS = ("best", "mean", "sd", "q05", "q25", "median", "q75", "q95", "worst")
"""Of log.csv: totals of all the rounds that a member plays in a generation."""


def fitness_curve(run: Run) -> Figure:
    """Best, mean and the middle 90 % of fitness a round by generation, with the yardstick.

    Where fitness counts tricks, the yardstick (the current best on fresh deals against random
    players) has the same unit and lies on the same axes. Otherwise it has its own, below.
    """
    experiment, log = run.experiment, run.log
    rounds = experiment.tournament.games * experiment.seats
    generations = log["generation"]
    if experiment.tournament.fitness == "simple":
        figure, axes = new_figure()
        below = axes
    else:
        figure = Picture(height=5.2)
        axes, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
        tidy(axes)
        tidy(below)
        axes.set_ylabel("fitness a round")
    axes.fill_between(
        generations,
        log["q05"] / rounds,
        log["q95"] / rounds,
        color=BLUE,
        alpha=0.15,
        linewidth=0,
        label="fitness, middle 90 %",
    )
    axes.plot(generations, log["mean"] / rounds, color=BLUE, linewidth=0.8, alpha=0.5, label="mean")
    axes.plot(
        generations,
        log["best"] / rounds,
        color=BLUE,
        linewidth=0.8,
        label="best fitness of each generation",
    )
    measured = np.isfinite(log["yardstick_tricks"])
    below.plot(
        generations[measured],
        log["yardstick_tricks"][measured],
        color=RED,
        linewidth=1.2,
        label=yardstick_label(run),
    )
    chance_line(below, tricks_by_chance(run))
    below.set(xlabel="generation", ylabel="tricks a round", xlim=(0, max(1, generations[-1])))
    title(
        axes,
        f"{experiment.name}, seed {experiment.seed}: {experiment.evolution.population} networks, "
        f"{rounds} rounds each a generation",
    )
    for one in dict.fromkeys((axes, below)):
        legend_above(one)
    return figure


def yardstick_label(run: Run) -> str:
    """What the yardstick of a run measures."""
    experiment = run.experiment
    settles = run.load_checkpoint().generation.incumbent is not None
    who = "the network settled on so far" if settles else "that same network"
    return f"{who} on fresh deals against {experiment.run.yardstick_against} players"


def legend_above(axes: Any) -> None:
    """A legend over the curves, with room made for it."""
    low, high = axes.get_ylim()
    lines = len(axes.get_legend_handles_labels()[0])
    axes.set_ylim(low, high + (0.05 + 0.1 * lines) * (high - low))
    axes.legend(frameon=False, loc="upper left", fontsize=8)


def mutation_schedule(run: Run) -> Figure:
    """The chance of mutation by generation."""
    log = run.log
    figure, axes = new_figure(height=2.4)
    axes.plot(log["generation"], log["mutation"], color=BLUE)
    axes.set(xlabel="generation", ylabel="chance of mutation", ylim=(0, 1))
    axes.set_xlim(0, max(1, log["generation"][-1]))
    title(axes, f"{run.experiment.name}, seed {run.experiment.seed}")
    return figure


def runs_together(runs: Sequence[Run], column: str = "yardstick_tricks") -> Figure:
    """One column of the log for several runs, with the band and mean of those of one experiment.

    column: any of log.csv; fitness columns are shown a round.
    """
    if not runs:
        raise BadInput("name at least one run")
    figure, axes = new_figure()
    by_name: dict[str, list[Run]] = {}
    for run in runs:
        by_name.setdefault(run.experiment.name, []).append(run)
    for colour, (name, group) in zip(COLOURS * len(by_name), by_name.items(), strict=False):
        curves = [_curve(run, column) for run in group]
        shortest = min(len(generations) for generations, _ in curves)
        for generations, values in curves:
            axes.plot(generations, values, color=colour, linewidth=0.6, alpha=0.4)
        together = np.array([values[:shortest] for _, values in curves])
        at = curves[0][0][:shortest]
        seeds = f"{len(group)} seeds" if len(group) > 1 else f"seed {group[0].experiment.seed}"
        axes.plot(at, together.mean(axis=0), color=colour, label=f"{name}, {seeds}")
        if len(group) > 1:
            band = together.min(axis=0), together.max(axis=0)
            axes.fill_between(at, *band, color=colour, alpha=0.15, linewidth=0)
    if column == "yardstick_tricks":
        chance_line(axes, tricks_by_chance(runs[0]))
    a_round = ", a round" if column in FITNESS_COLUMNS else ""
    units = {"yardstick_tricks": "yardstick: tricks a round", "seconds": "seconds a generation"}
    axes.set(xlabel="generation", ylabel=units.get(column, column.replace("_", " ") + a_round))
    axes.legend(frameon=False, fontsize=8)
    return figure


def _curve(run: Run, column: str) -> tuple[Any, Any]:
    log = run.log
    if column not in log:
        raise BadInput(f"log.csv has no column {column!r}: choose from {', '.join(log)}")
    values = log[column]
    if column in FITNESS_COLUMNS:
        values = values / (run.experiment.tournament.games * run.experiment.seats)
    measured = np.isfinite(values)
    return log["generation"][measured], values[measured]


def tricks_by_chance(run: Run) -> float:
    """Tricks a round of one of several equal players."""
    experiment = run.experiment
    return experiment.sheet.cards_each(experiment.seats) / experiment.seats
