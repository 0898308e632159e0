"""A run over its generations: fitness, yardstick, mutation; several runs on one pair of axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from neuroevo.analysis.luck import fair_share
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
from neuroevo.errors import BadInput, choose_from
from neuroevo.evolution import Run
from neuroevo.tournament.fitness import ADVANCED, fitness_aim

FITNESS_COLUMNS = ("best", "mean", "sd", "q05", "q25", "median", "q75", "q95", "worst")
"""Of log.csv: totals of all the rounds that a member plays in a generation."""

YARDSTICK = "yardstick_points"
"""Of log.csv: what the game is won by; the same as `yardstick_tricks` where that is tricks."""


def fitness_curve(run: Run) -> Figure:
    """Best, mean and the middle 90 % of fitness a round by generation, with the yardstick.

    The yardstick is what the current best takes on fresh deals, in what the game is won by. Where
    fitness counts the same, both lie on the same axes; otherwise the yardstick has its own, below.
    """
    experiment, log = run.experiment, run.log
    sheet, fitness = experiment.sheet, experiment.tournament.fitness
    rounds = experiment.tournament.games * experiment.seats
    generations = log["generation"]
    if counts_the_aim(run):
        figure, axes = new_figure()
        below = axes
    else:
        figure = Picture(height=5.2)
        axes, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
        tidy(axes)
        tidy(below)
        unit = "" if fitness in ADVANCED else f": {fitness_aim(sheet, fitness).unit}"
        axes.set_ylabel(f"fitness{unit} a round")

    def a_round(column: str) -> Any:
        return fitness_aim(sheet, fitness).gain(log[column], 0) / rounds

    axes.fill_between(
        generations,
        a_round("q05"),
        a_round("q95"),
        color=BLUE,
        alpha=0.15,
        linewidth=0,
        label="fitness, middle 90 %",
    )
    axes.plot(generations, a_round("mean"), color=BLUE, linewidth=0.8, alpha=0.5, label="mean")
    axes.plot(
        generations,
        a_round("best"),
        color=BLUE,
        linewidth=0.8,
        label="best fitness of each generation",
    )
    measured = np.isfinite(log[YARDSTICK])
    below.plot(
        generations[measured],
        log[YARDSTICK][measured],
        color=RED,
        linewidth=1.2,
        marker=".",
        markersize=4,
        label=yardstick_label(run),
    )
    chance = fair_share(sheet, experiment.seats)
    if chance is not None:
        chance_line(below, chance, fair_share_word([run]))
    below.set(xlabel="generation", ylabel=sheet.aim.heading, xlim=(0, max(1, generations[-1])))
    title(
        axes,
        f"{experiment.name}, seed {experiment.seed}: {experiment.evolution.population} networks, "
        f"{rounds} rounds each a generation",
    )
    for one in dict.fromkeys((axes, below)):
        legend_above(one)
    return figure


def counts_the_aim(run: Run) -> bool:
    """Whether fitness is what the game is won by; partners' tricks are each one's own in it."""
    sheet, fitness = run.experiment.sheet, run.experiment.tournament.fitness
    own_tricks = fitness == "simple" and sheet.aim.is_tricks and not sheet.partners
    return fitness == "points" or own_tricks


def fair_share_word(runs: Sequence[Run]) -> str:
    """What an equal share is to a yardstick: chance against random players; against better ones
    it takes skill to have as much."""
    against = {run.experiment.run.yardstick_against for run in runs}
    return "chance" if against == {"random"} else "equal players take"


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
    """The chance of mutation by generation, or how far the algorithm's steps reach."""
    log = run.log
    chance = run.experiment.evolution.algorithm == "recombination"
    figure, axes = new_figure(height=2.4)
    axes.plot(log["generation"], log["mutation"], color=BLUE)
    axes.set(xlabel="generation", ylabel="chance of mutation" if chance else "sigma")
    axes.set_ylim(0, 1 if chance else None)
    axes.set_xlim(0, max(1, log["generation"][-1]))
    title(axes, f"{run.experiment.name}, seed {run.experiment.seed}")
    return figure


def runs_together(runs: Sequence[Run], column: str = YARDSTICK) -> Figure:
    """One column of the log for several runs, with the band and mean of those of one experiment.

    column: any of log.csv, by default the yardstick in what the game is won by; fitness columns
    are shown a round.
    """
    if not runs:
        raise BadInput("name at least one run")
    games = {run.experiment.sheet.name: run.experiment.sheet.aim for run in runs}
    if column == YARDSTICK and len(set(games.values())) > 1:
        raise BadInput(f"{' and '.join(games)} are won by different things: name a column")
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
    first = runs[0].experiment
    units = {
        YARDSTICK: f"yardstick: {first.sheet.aim.heading}",
        "yardstick_tricks": "yardstick: tricks a round",
        "seconds": "seconds a generation",
    }
    by_chance = {
        YARDSTICK: fair_share(first.sheet, first.seats),
        "yardstick_tricks": first.sheet.cards_each(first.seats)
        / len(first.sheet.sides(first.seats)),
    }
    chance = by_chance.get(column)
    if chance is not None:
        chance_line(axes, chance, fair_share_word(runs))
    a_round = ", a round" if column in FITNESS_COLUMNS else ""
    axes.set(xlabel="generation", ylabel=units.get(column, column.replace("_", " ") + a_round))
    axes.legend(frameon=False, fontsize=8)
    return figure


def _curve(run: Run, column: str) -> tuple[Any, Any]:
    log = run.log
    if column not in log:
        raise BadInput(f"log.csv has no column {column!r}{choose_from(column, log)}")
    values = log[column]
    if column in FITNESS_COLUMNS:
        values = values / (run.experiment.tournament.games * run.experiment.seats)
    measured = np.isfinite(values)
    return log["generation"][measured], values[measured]
