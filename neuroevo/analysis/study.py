"""A study: many small evolutions at equal cost, to learn what mattered.

A study is a TOML file: a base experiment, and tables whose rows and columns are changes of its
settings. Every combination is run with every seed for the same number of rounds, added up over its
members, and its champion is judged on fresh deals. Results are kept as they come, so that a study
can be stopped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

import neuroevo
from neuroevo.analysis.intervals import Interval, interval
from neuroevo.analysis.matches import evaluate
from neuroevo.arithmetic import mean
from neuroevo.errors import BadInput, choose_from
from neuroevo.evolution import Experiment, Run, evolve, read_experiment, resume
from neuroevo.evolution.experiment import PLAIN_NAME, experiment_folders
from neuroevo.evolution.run import CHECKPOINT
from neuroevo.files import folder_for, is_file, read_toml, shown_path
from neuroevo.limits import LARGEST_SEED, LONGEST_NAME, MOST_DEALS, MOST_TRIALS, count_workers
from neuroevo.locks import InUse
from neuroevo.store import Store
from neuroevo.tournament import Entrant, find_entrants
from neuroevo.tournament.names import mark_of

Changes = dict[str, Any]
"""Settings of an experiment by dotted key."""
Say = Callable[[str, float], None]


class StudyTable(BaseModel):
    """Rows and columns, each a name and the changes that it stands for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    base: Changes = Field(default_factory=dict)
    """Changes for the whole table."""
    rows: dict[str, Changes]
    columns: dict[str, Changes] = Field(default={"": {}})


class Study(BaseModel):
    """A whole study."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=PLAIN_NAME, max_length=LONGEST_NAME)
    """The folder's name too: letters, digits, '-', '_' and '.'."""
    about: str = ""
    experiment: str
    """The base: an experiment by name or file."""
    changes: Changes = Field(default_factory=dict)
    """Changes for all tables."""
    seeds: list[Annotated[int, Field(ge=0, le=LARGEST_SEED)]] = Field(min_length=1, max_length=1000)
    rounds: int = Field(ge=1, le=MOST_TRIALS)
    """Of each evolution, added up over its members; the generations follow from it."""
    deals: int = Field(default=4000, ge=2, le=MOST_DEALS)
    against: list[str] = Field(default=["random", "greedy", "heuristic"], min_length=1)
    tables: list[StudyTable] = Field(min_length=1)

    @field_validator("seeds", "against")
    @classmethod
    def _once(cls, given: list[Any]) -> list[Any]:
        if len(set(given)) != len(given):
            raise ValueError("takes each only once")
        return given

    @field_validator("tables")
    @classmethod
    def _titles_differ(cls, tables: list[StudyTable]) -> list[StudyTable]:
        if len({table.title for table in tables}) != len(tables):
            raise ValueError("takes tables of different titles")
        return tables


@dataclass(frozen=True)
class Trial:
    """One combination with one seed."""

    table: str
    row: str
    column: str
    experiment: Experiment


@dataclass(frozen=True)
class LeftOut:
    """A combination that can't be made."""

    table: str
    row: str
    column: str
    why: str


@dataclass(frozen=True)
class Outcome:
    """What became of a trial: by opponent, a round, what the game is won by; and what it cost."""

    trial: Trial
    values: Mapping[str, float]
    rounds: int
    seconds: float


def read_study(source: str | Path) -> Study:
    """Read a study by name, from the folders `studies` beside the experiments, or from a file."""
    path = Path(source)
    if path.suffix != ".toml":
        known = [folder / "studies" / f"{source}.toml" for folder in experiment_folders()]
        found = [one for one in known if is_file(one)]
        if not found:
            names = {
                one.stem
                for folder in experiment_folders()
                for one in sorted((folder / "studies").glob("*.toml"))
            }
            raise BadInput(
                f"there is no study {shown_path(path)!r}{choose_from(str(source), sorted(names))}, "
                "or name a .toml file"
            )
        path = found[0]
    settings = read_toml(path)
    settings.setdefault("name", path.stem)
    try:
        return Study.model_validate(settings)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise BadInput(f"{path.name}: {where}: {first['msg']}") from None


def trials_of(study: Study) -> Iterator[Trial | LeftOut]:
    """Every combination and seed; or, once, a combination that can't be made, and why."""
    for table in study.tables:
        for row, row_changes in table.rows.items():
            for column, column_changes in table.columns.items():
                changes = {**study.changes, **table.base, **row_changes, **column_changes}
                try:
                    experiments = [
                        _equal_cost(study, {**changes, "seed": seed}) for seed in study.seeds
                    ]
                    check_possible(experiments[0])
                except BadInput as error:
                    yield LeftOut(table.title, row, column, str(error))
                    continue
                for experiment in experiments:
                    yield Trial(table.title, row, column, experiment)


def check_possible(experiment: Experiment) -> None:
    """`BadInput` if this network can't be made, or the algorithm can't evolve it."""
    experiment.algorithm().first(experiment.architecture().weight_count, 0)


def _equal_cost(study: Study, changes: Changes) -> Experiment:
    """The experiment with as many generations as the study's rounds allow."""
    experiment = read_experiment(study.experiment, changes)
    each = experiment.evolution.population * experiment.tournament.games * experiment.seats
    generations = max(1, round(study.rounds / each))
    return read_experiment(
        study.experiment,
        {**changes, "evolution.generations": generations, "evolution.patience": 0},
    )


@dataclass(frozen=True)
class StudyResult:
    """All outcomes, and the combinations that could not be, with the reason."""

    study: Study
    outcomes: list[Outcome]
    left_out: list[LeftOut]

    @property
    def heading(self) -> str:
        """What the values are: of each game, if the study has several."""
        aims = {
            one.trial.experiment.sheet.title: one.trial.experiment.sheet.aim.heading
            for one in self.outcomes
        }
        if len(set(aims.values())) == 1:
            return next(iter(aims.values()))
        return "; ".join(f"{title}: {heading}" for title, heading in aims.items())

    def cell(self, table: str, row: str, column: str, against: str) -> Interval | None:
        """The mean over seeds, and its standard error between seeds; None if left out."""
        values = [
            one.values[against]
            for one in self.outcomes
            if (one.trial.table, one.trial.row, one.trial.column) == (table, row, column)
        ]
        if not values:
            return None
        return interval(np.array(values))


def run_study(
    study: Study, out: Path, workers: int | None = None, say: Say = lambda _what, _share: None
) -> StudyResult:
    """Run what is missing, and gather everything; runs and results go to the folder `out`."""
    # A mistake in what all trials share is told before anything is played.
    base = read_experiment(study.experiment, study.changes)
    judges = [find_entrants(name) for name in study.against]
    for judge in judges:
        for entrant in judge:
            entrant.check_plays(base.sheet, base.seats)
    count_workers(workers)
    planned = list(trials_of(study))
    with folder_for(out):
        return _run_planned(study, planned, judges, out, workers, say)


def _run_planned(
    study: Study,
    planned: Sequence[Trial | LeftOut],
    judges: Sequence[Sequence[Entrant]],
    out: Path,
    workers: int | None,
    say: Say,
) -> StudyResult:
    store = Store.open(out / "results.json")
    marks = [[mark_of(entrant) for entrant in judge] for judge in judges]
    outcomes: list[Outcome] = []
    for number, trial in enumerate(planned):
        if isinstance(trial, LeftOut):
            continue
        label = " ".join(part for part in (trial.row, trial.column) if part)
        say(f"{label}, seed {trial.experiment.seed}", number / len(planned))
        fixed = trial.experiment.evaluator(1).entrants
        key = json.dumps(
            {
                "experiment": what_counts(trial.experiment),
                "opponents": [mark_of(entrant) for entrant in fixed],
                "counted": trial.experiment.sheet.aim.counted,
                "deals": study.deals,
                "against": marks,
                "version": neuroevo.__version__,
            },
            sort_keys=True,
        )
        folder = out / "runs" / f"{number:03}"
        found = store.keep(key, partial(_play, study, trial, folder, workers))
        outcomes.append(_outcome(study, trial, found, store.path))
    return StudyResult(study, outcomes, [one for one in planned if isinstance(one, LeftOut)])


def _outcome(study: Study, trial: Trial, found: Any, path: Path | None) -> Outcome:
    """What the store has of a trial; `BadInput` if that is no outcome."""
    try:
        values = {name: float(found["values"][name]) for name in study.against}
        return Outcome(trial, values, int(found["rounds"]), float(found["seconds"]))
    except (KeyError, TypeError, ValueError, OverflowError):
        raise BadInput(f"{path} is damaged: delete it to begin anew") from None


def what_counts(experiment: Experiment) -> dict[str, Any]:
    """The settings that a result depends on, and the rules: not how the run is done."""
    settings = experiment.model_dump(mode="json", exclude={"run", "about"})
    return settings | {"rules": experiment.sheet.fingerprint}


def _play(study: Study, trial: Trial, folder: Path, workers: int | None) -> dict[str, Any]:
    """Evolve, or go on where it was stopped, and judge the champion."""
    began = time.perf_counter()
    run = _evolved(trial.experiment, folder, workers)
    seconds = time.perf_counter() - began
    matches = evaluate(
        str(run.directory), study.against, trial.experiment.sheet, study.deals, 0, workers
    )
    experiment = trial.experiment
    rounds = experiment.evolution.population * experiment.tournament.games * experiment.seats
    return {
        "values": {
            name: mean(match.points) for name, match in zip(study.against, matches, strict=True)
        },
        "rounds": rounds * len(run.log["generation"]),
        "seconds": round(seconds, 2),
    }


def _evolved(experiment: Experiment, folder: Path, workers: int | None) -> Run:
    """A run of this experiment, from where it was stopped or from its start.

    It lies in a folder of this name, with a number behind where that is another trial's, or where
    another process is at work.
    """
    for place in sorted(folder.parent.glob(f"{folder.name}*")):
        run = Run(place)
        if (place / CHECKPOINT).is_file() and what_counts(run.experiment) == what_counts(
            experiment
        ):
            with suppress(InUse):
                return resume(place, workers=workers)
    number, place = 1, folder
    while True:
        if not place.exists():
            with suppress(InUse):
                return evolve(experiment, workers=workers, out=place)
        number += 1
        place = folder.with_name(f"{folder.name}-{number}")
