"""The run of an experiment, generation by generation, from its start or from where it stopped.

DEAP's Toolbox, Statistics, Logbook and HallOfFame keep the books; the evaluator plays; the
experiment's algorithm breeds. Everything random is keyed by the run's seed and the generation, so
neither workers nor interruptions change a byte of the result.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from deap import tools

from neuroevo.errors import BadInput
from neuroevo.evolution.algorithms import Generation
from neuroevo.evolution.checkpoint import COLUMNS, State
from neuroevo.evolution.experiment import (
    Experiment,
    allow_named,
    check_experiment,
    read_experiment,
    set_dotted,
)
from neuroevo.evolution.members import Member, generation_members, score_of
from neuroevo.evolution.past import add_to_past, first_past
from neuroevo.evolution.run import Run, new_hall_of_fame, new_run
from neuroevo.evolution.stopping import Stopping, stop_politely
from neuroevo.limits import count_workers
from neuroevo.networks import Champion
from neuroevo.networks.architecture import Population
from neuroevo.tournament.cluster import ClusterLost
from neuroevo.tournament.evaluator import PAST, yardstick

SAVE_SECONDS = 5.0
"""A run is saved about so often; what was not saved is repeated, to the same bytes, on resuming."""
SAVE_SHARE = 20
"""And never takes more than about one part in so many of the time."""


@dataclass(frozen=True)
class Progress:
    """What a watcher is told after every generation."""

    row: Mapping[str, Any]
    state: State
    least_generations: int
    """Generations that the run will have at least, as far as is known now."""
    experiment: Experiment


Watcher = Callable[[Progress], None]


def evolve(
    experiment: str | Path | Experiment,
    seed: int | None = None,
    generations: int | None = None,
    workers: int | None = None,
    backend: str | None = None,
    out: str | Path | None = None,
    changes: Mapping[str, Any] | None = None,
    watch: Watcher | None = None,
) -> Run:
    """Run an experiment, by name, file or settings, in a new directory.

    generations: exactly so many, whatever the experiment says. changes: other settings by dotted
    key, such as {"evolution.population": 40}. The rest is as on the command line.
    """
    changed = dict(changes or {})
    if seed is not None:
        changed["seed"] = seed
    if generations is not None:
        changed |= {"evolution.generations": generations, "evolution.patience": 0}
    if workers is not None:
        changed["run.workers"] = workers
    if backend is not None:
        changed["run.backend"] = backend
    if isinstance(experiment, Experiment):
        # What was not given is found anew, as it may depend on what is changed.
        settings = experiment.model_dump(mode="json", exclude_unset=True)
        named: dict[str, Any] = {}
        for key, value in changed.items():
            set_dotted(settings, key, value)
            set_dotted(named, key, value)
        allow_named(named, Path())
        sheet = experiment.sheet if "game" not in changed else None
        experiment = check_experiment(settings, sheet=sheet)
    else:
        experiment = read_experiment(experiment, changed)
    # These complain before anything is written.
    prepared = _Prepared(experiment)
    generation = prepared.algorithm.first(prepared.architecture.weight_count, experiment.seed)
    state = State(generation, [], [], past=first_past(experiment, generation))
    with prepared, new_run(experiment, Path(out) if out is not None else None) as run:
        run.save(state)
        return _go_on(run, prepared, state, watch)


def resume(
    directory: str | Path,
    workers: int | None = None,
    backend: str | None = None,
    scheduler: str | None = None,
    watch: Watcher | None = None,
) -> Run:
    """Go on with a run that was stopped or killed, as if it never had been.

    A finished one stays as it is; files of it that were lost or changed are written again.
    """
    run = Run(Path(directory))
    experiment = run.experiment
    settings = experiment.model_dump(mode="json")
    for key, value in (("workers", workers), ("backend", backend), ("scheduler", scheduler)):
        if value is not None:
            settings["run"][key] = value
    run.architecture()  # complains before anything is written
    with run.locked():
        state = run.load_checkpoint()
        if state.finished:
            run.save(state)
            return run
        prepared = _Prepared(check_experiment(settings, sheet=experiment.sheet))
        _check_code(prepared.experiment, run)
        _check_fits(prepared, state, run)
        with prepared:
            return _go_on(run, prepared, state, watch)


def _check_code(experiment: Experiment, run: Run) -> None:
    """`BadInput` unless users' code is still what the run was begun with."""
    now = experiment.code()
    for text, digest in run.provenance["code"].items():
        if now.get(text) != digest:
            raise BadInput(
                f"{text} has changed since the run {run.directory} was begun: it goes on only with "
                "the file as it was then"
            )


def _check_fits(prepared: _Prepared, state: State, run: Run) -> None:
    """`BadInput` unless a checkpoint has what its experiment goes on with."""
    experiment = prepared.experiment
    fresh = prepared.algorithm.first(prepared.architecture.weight_count, experiment.seed)

    def remembered(one: Generation) -> dict[str, Any]:
        return {name: (array.shape, array.dtype) for name, array in one.state.items()}

    same = (
        (PAST in experiment.tournament.opponents) == (state.past is not None)
        and (fresh.incumbent is None) == (state.generation.incumbent is None)
        and remembered(fresh) == remembered(state.generation)
    )
    if not same or (state.past is not None and not len(state.past)):
        raise BadInput(f"the checkpoint of {run.directory} does not fit its experiment")


class _Prepared:
    """An experiment with all that it takes to run it."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.workers = count_workers(experiment.run.workers or None, experiment.run.backend)
        self.architecture = experiment.architecture()
        self.architecture.choose_address()  # what can't be compiled is told before anything is made
        self.evaluator = experiment.evaluator(self.workers)
        if experiment.run.yardstick_every:
            self.rivals = experiment.yardstick_rivals()
            for rival in self.rivals:
                rival.check_plays(experiment.sheet, experiment.seats)
        breeders = min(self.workers, os.cpu_count() or 1)
        self.algorithm = experiment.algorithm(breeders)
        self.statistics = make_statistics()

    def __enter__(self) -> _Prepared:
        """Gather the workers; complains if the cluster is not there."""
        self.evaluator.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.evaluator.__exit__(*error)


def make_statistics() -> Any:
    """DEAP's Statistics of a generation's fitness."""
    statistics = tools.Statistics(score_of)
    statistics.register("best", np.max)
    statistics.register("mean", np.mean)
    statistics.register("sd", np.std)
    statistics.register("worst", np.min)
    statistics.register("median", np.median)
    for percent in (5, 25, 75, 95):
        statistics.register(f"q{percent:02}", np.percentile, q=percent)
    return statistics


def _go_on(run: Run, prepared: _Prepared, state: State, watch: Watcher | None) -> Run:
    experiment = prepared.experiment
    logbook = tools.Logbook()
    logbook.header = list(COLUMNS)
    for row in state.rows:
        logbook.record(**row)
    fame = new_hall_of_fame(experiment.run.hall_of_fame)
    for member in reversed(state.hall_of_fame):
        fame.insert(member)
    saved, pause = time.monotonic(), SAVE_SECONDS
    with stop_politely() as stopping:
        while not state.finished:
            began = time.perf_counter()
            try:
                judged = _judge(prepared, state, fame)
            except ClusterLost as lost:
                run.save(state)
                raise lost.saved(len(state.rows), run.directory) from None
            row = _log_row(prepared, state, judged)
            finished = _is_last(prepared, state, fame)
            generation = state.generation
            past = add_to_past(experiment, generation, state.past, judged)
            if not finished:
                generation = prepared.algorithm.after(generation, judged, experiment.seed)
            row["seconds"] = round(time.perf_counter() - began, 4)
            logbook.record(**row)
            state = State(generation, list(logbook), list(fame), finished, past)
            if watch is not None:
                least = _least_generations(prepared, fame)
                watch(Progress(row, state, least, prepared.experiment))
            if stopping.asked:
                break
            if time.monotonic() - saved > pause:
                before = time.monotonic()
                run.save(state)
                saved = time.monotonic()
                pause = max(SAVE_SECONDS, SAVE_SHARE * (saved - before))
        run.save(state)
    if stopping.asked and not state.finished:
        raise Stopped(run, state, stopping)
    return run


def _judge(prepared: _Prepared, state: State, fame: Any) -> list[Member]:
    """Play the generation's tournament, and let the best into the hall of fame."""
    generation = state.generation
    population = Population(prepared.architecture, generation.weights)
    scores = prepared.evaluator.evaluate(
        population, prepared.experiment.seed, generation.number, state.past
    )
    members = generation_members(
        generation.weights, generation.births, scores.fitness, scores.tricks
    )
    # DEAP keeps a network's first measurement for ever; a better one should replace it.
    score = {member.identity: member.score for member in members}
    for place in range(len(fame) - 1, -1, -1):
        if score.get(fame[place].identity, -np.inf) > fame[place].score:
            fame.remove(place)
    fame.update(members)
    return members


def _log_row(prepared: _Prepared, state: State, members: list[Member]) -> dict[str, Any]:
    experiment, number = prepared.experiment, state.generation.number
    best = max(members, key=score_of)
    measured = {name: float(value) for name, value in prepared.statistics.compile(members).items()}
    row: dict[str, Any] = {
        "generation": number,
        **measured,
        "best_tricks_per_round": best.tricks / prepared.evaluator.rounds_per_member,
        **state.generation.about,
    }
    every = experiment.run.yardstick_every
    if every and number % every == 0:
        weights = best.weights if state.generation.incumbent is None else state.generation.incumbent
        tricks, points = yardstick(
            experiment.sheet,
            Champion(prepared.architecture, np.ascontiguousarray(weights)),
            experiment.run.yardstick_deals,
            experiment.seed,
            number,
            prepared.rivals,
        )
        row |= {"yardstick_tricks": tricks, "yardstick_points": points}
    return row


def _least_generations(prepared: _Prepared, fame: Any) -> int:
    """How many generations there will be at least: the thesis searches on after every new best."""
    settings = prepared.experiment.evolution
    last_best = max(0, fame[0].identity[0]) if len(fame) else 0
    return max(settings.generations, last_best + settings.patience if settings.patience else 0)


def _is_last(prepared: _Prepared, state: State, fame: Any) -> bool:
    return state.generation.number + 1 >= _least_generations(prepared, fame)


class Stopped(Exception):
    """The run was asked to stop; it is saved and can be resumed.

    exit_code: what a command that was stopped so returns.
    """

    def __init__(self, run: Run, state: State, stopping: Stopping) -> None:
        super().__init__(f"stopped after generation {state.generation.number - 1}")
        self.run = run
        self.state = state
        self.exit_code = stopping.exit_code
