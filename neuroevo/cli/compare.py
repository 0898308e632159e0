"""`neuroevo compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from neuroevo.cli.options import (
    OTHERS_HELP,
    PLAYERS_EPILOG,
    json_option,
    seed_option,
    workers_option,
)
from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Column, print_table

if TYPE_CHECKING:
    from neuroevo.analysis import Difference
    from neuroevo.analysis.comparison import Comparison
    from neuroevo.games import Aim


@click.command(epilog=PLAYERS_EPILOG)
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--against", default="random", show_default=True, help=OTHERS_HELP)
@click.option("--deals", default=10_000, show_default=True, help="The same ones for every run.")
@seed_option
@workers_option
@json_option
def compare(
    runs: tuple[Path, ...],
    against: str,
    deals: int,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Champions and settings of several runs side by side, on the same fresh deals.

    Differences to the first run, in what the game is won by, are taken deal by deal, with a
    permutation test.
    """
    from neuroevo.analysis.comparison import compare_runs
    from neuroevo.evolution import Run

    found = compare_runs([Run(path) for path in runs], against, deals, seed, workers)
    if as_json:
        click.echo(json.dumps(found.as_list()))
    else:
        print_comparison(found)


def print_comparison(found: Comparison) -> None:
    """A row a run, and the settings that differ below."""
    from neuroevo.analysis.intervals import cell_text, range_text, why_unknown
    from neuroevo.tournament.fitness import fitness_in_words

    first = found.scores[0]
    aim = first.aim
    deals = f"{first.deals:,} {'deal' if first.deals == 1 else 'deals'}"
    print_text(
        f"{first.game}: {deals} with rotated hands against {first.against}, the same for all"
    )
    columns = [
        Column("run", "key"),
        Column("best fitness", group="scores"),
        Column(aim.heading, group="scores"),
        Column("95 % interval", group="scores"),
        *([] if aim.is_tricks else [Column("tricks a round", group="scores")]),
        Column("less the first", group="differences"),
        Column("p", group="differences"),
    ]
    rows = []
    for run, score, difference in zip(found.runs, found.scores, found.differences, strict=True):
        mean = score.points_interval
        cells = [
            str(run.directory),
            fitness_in_words(
                run.experiment.sheet, run.experiment.tournament.fitness, run.best_fitness
            ),
            cell_text(mean),
            range_text(mean.low, mean.high),
            *([] if aim.is_tricks else [cell_text(score.tricks_interval)]),
            *(["", ""] if difference is None else difference_cells(aim, difference)),
        ]
        rows.append(cells)
    print_table(columns, rows)
    differences = [one for one in found.differences if one is not None]
    if not (first.points_interval.known and all(one.known for one in differences)):
        print_text(why_unknown(first.deals))
    if found.settings:
        print_text("\nsettings that differ:")
        names = [str(run.directory) for run in found.runs]
        print_table(
            [Column("setting", "key"), *(Column(name, "name", name) for name in names)],
            [
                [name, *("-" if value is None else str(value) for value in values)]
                for name, values in found.settings.items()
            ],
        )


def difference_cells(aim: Aim, found: Difference) -> list[str]:
    """A difference with its interval and in words which of the two is better, and its p."""
    from neuroevo.analysis.intervals import range_text

    gain = aim.gain(found.mean, 0)
    word = "better" if gain > 0 else "worse" if gain < 0 else "alike"
    if not found.known:
        word = "can't be told"
    sure = range_text(found.low, found.high, sign="+")
    return [f"{found.mean:+.3f} ({sure}), {word}", f"{found.p:.2g}"]
