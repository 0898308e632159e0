"""`neuroevo evolve`: launch an experiment and watch it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from neuroevo.cli.options import BACKEND_HELP, sound_seed, sound_workers
from neuroevo.cli.watching import finish, watch_run
from neuroevo.evolution import evolve as run_evolution
from neuroevo.evolution import list_experiments, parse_change, read_experiment


def _epilog() -> str:
    return "Experiments: " + ", ".join(list_experiments()) + "."


@click.command(epilog=_epilog())
@click.argument("experiment", metavar="NAME|FILE")
@click.option(
    "--seed",
    type=int,
    callback=sound_seed,
    help="Same seed, same bytes.  [default: the experiment's]",
)
@click.option("--generations", type=int, help="Exactly this many, whatever the experiment says.")
@click.option(
    "--workers",
    type=int,
    callback=sound_workers,
    help="Never changes a result.  [default: all cores]",
)
@click.option("--backend", type=click.Choice(["threads", "loky", "dask"]), help=BACKEND_HELP)
@click.option("--out", type=click.Path(path_type=Path), help="The run's new directory.")
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change a setting, such as evolution.population=40, or a whole table, such as "
    "'evolution={algorithm=\"antithetic\", population=40}'.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end.")
def evolve(
    experiment: str,
    seed: int | None,
    generations: int | None,
    workers: int | None,
    backend: str | None,
    out: Path | None,
    changes: tuple[str, ...],
    as_json: bool,
) -> None:
    """Evolve networks as the experiment NAME, or the TOML file FILE, says.

    The run is a new directory, by default runs/NAME-sSEED. Ctrl-C finishes the generation, saves,
    and says how to go on; after a crash, `neuroevo resume` repeats a few seconds of work at most.

    An experiment may name what is your own: a game (whist.toml), opponents and yardsticks
    (my_players.py:patient), features, an algorithm, an architecture. These files are looked for
    beside the experiment, then in the current folder.
    """
    settings: dict[str, Any] = dict(parse_change(change) for change in changes)
    title = read_experiment(experiment, settings).name
    with watch_run(title, quiet=as_json) as watch:
        run = run_evolution(
            experiment,
            seed=seed,
            generations=generations,
            workers=workers,
            backend=backend,
            out=out,
            changes=settings,
            watch=watch,
        )
    finish(run, as_json)
