"""The contract of an algorithm: sound generations, and nothing remembered outside of them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from neuroevo.errors import BadInput
from neuroevo.evolution import Run, evolve, make_experiment, resume
from neuroevo.evolution.algorithms import (
    CATALOGUE,
    AlgorithmSettings,
    Generation,
    make_algorithm,
)
from neuroevo.evolution.algorithms.own import what_is_wrong
from neuroevo.evolution.experiment import Experiment
from neuroevo.evolution.loop import Progress
from neuroevo.evolution.members import Member, generation_members
from neuroevo.networks.architecture import is_sound
from neuroevo.testing.naming import name_of_class
from neuroevo.testing.verdicts import Report, Verdict, Watch, count, make_report

KIND = "algorithm"
POPULATION, GENERATIONS, WEIGHTS = 12, 5, 30
PLAYED_GENERATIONS = 4
TARGET = 0.3
"""Of every weight, in the exercise that generations are bred with: the nearer, the fitter."""


def check_algorithm(
    which: str | type,
    settings: Mapping[str, Any] | None = None,
    seed: int = 0,
    raises: bool = True,
    watch: Watch | None = None,
) -> Report:
    """Check an algorithm: its name, `my_algorithms.py:Climber`, or the class.

    settings: of the table `evolution`, other than its defaults. raises: `ContractBroken` if the
    contract is broken. `BadInput` for a class that can be no algorithm. Runs are evolved in a
    folder of their own, which is gone afterwards.
    """
    name = name_of_class(CATALOGUE, which)
    CATALOGUE.find(name)  # complains
    given = {
        "algorithm": name,
        "population": POPULATION,
        "generations": GENERATIONS,
        "patience": 0,
        **(settings or {}),
    }
    try:
        read = CATALOGUE.read(given)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(
            f"{name}: its setting {'.'.join(map(str, first['loc']))}: {first['msg']}"
        ) from None
    return make_report(name, KIND, _verdicts(name, read, given, seed), raises, watch)


def _verdicts(
    name: str, settings: AlgorithmSettings, given: Mapping[str, Any], seed: int
) -> Iterator[Verdict]:
    own = [one for one in type(settings).model_fields if one not in AlgorithmSettings.model_fields]
    yield _settings(settings, own)
    try:
        bred = _bred(settings, seed, anew=False)
    except BadInput as error:
        yield Verdict("sound generations", str(error), False)
        return
    yield _sound(bred, settings)
    yield _kept(settings, seed)
    again = _bred(settings, seed, anew=True)
    apart = _first_apart(bred, again)
    told = f"{GENERATIONS} generations, each bred by a new object, are the same bytes"
    wrong = f"a new object breeds another generation {apart}: something is remembered outside of "
    yield Verdict(
        "state only in generations",
        told if apart is None else f"{wrong}Generation.state",
        apart is None,
    )
    other = _first_apart(bred, _bred(settings, seed + 1, anew=False))
    said = "another seed breeds the same generations" if other is None else None
    yield Verdict("seeds matter", said or f"generation {other} is another one", other is not None)
    yield from _runs(name, given, seed)


def _settings(settings: AlgorithmSettings, own: list[str]) -> Verdict:
    """What is stored with a run reads as what was used."""
    what = "settings"
    again = CATALOGUE.read(settings.model_dump(mode="json"))
    if again != settings:
        return Verdict(what, f"stored and read again they are {again!r}", False)
    return Verdict(what, f"{', '.join(own) or 'none of its own'}; the same when stored and read")


def _judged(generation: Generation) -> list[Member]:
    """Members with a fitness that is no game's: how near their weights are to the target."""
    weights = generation.weights.astype(np.float64)
    far = np.nan_to_num(1000 * ((weights - TARGET) ** 2).sum(axis=1), posinf=1e9)
    fitness = -np.round(far).astype(np.int64)
    return generation_members(generation.weights, generation.births, fitness, fitness * 0)


def _bred(settings: AlgorithmSettings, seed: int, anew: bool) -> list[Generation]:
    """The first generations. anew: by a new object each, from copies, as after a resume."""
    algorithm = make_algorithm(settings)
    found = [algorithm.first(WEIGHTS, seed)]
    for _ in range(GENERATIONS - 1):
        last = found[-1]
        if anew:
            algorithm, last = make_algorithm(settings), _copied(last)
        found.append(algorithm.after(last, _judged(last), seed))
    return found


def _copied(one: Generation) -> Generation:
    return replace(
        one,
        weights=one.weights.copy(),
        births=one.births.copy(),
        state={name: array.copy() for name, array in one.state.items()},
        incumbent=None if one.incumbent is None else one.incumbent.copy(),
    )


def _bytes_of(one: Generation) -> tuple[Any, ...]:
    held: dict[str, Any] = {"weights": one.weights, "births": one.births, **one.state}
    if one.incumbent is not None:
        held["the incumbent"] = one.incumbent
    return tuple((name, array.dtype, array.tobytes()) for name, array in sorted(held.items()))


def _first_apart(ones: list[Generation], others: list[Generation]) -> int | None:
    for one, other in zip(ones, others, strict=True):
        if _bytes_of(one) != _bytes_of(other):
            return one.number
    return None


def _sound(bred: list[Generation], settings: AlgorithmSettings) -> Verdict:
    what = "sound generations"
    for number, one in enumerate(bred):
        wrong = what_is_wrong(one, number, (settings.population, WEIGHTS))
        if wrong is None and not is_sound(one.weights):
            wrong = "weights that are not finite, or too large"
        if wrong is None and number and np.shares_memory(one.weights, bred[number - 1].weights):
            wrong = "the weights of the generation before: each needs an array of its own"
        if wrong is not None:
            return Verdict(what, f"generation {number} has {wrong}", False)
    shape = f"{settings.population} members of {WEIGHTS} weights"
    return Verdict(what, f"{count(len(bred), 'generation')} of {shape}, finite float32")


def _kept(settings: AlgorithmSettings, seed: int) -> Verdict:
    """A judged generation is left as it is: champions and the past still refer to it."""
    algorithm = make_algorithm(settings)
    generation = algorithm.first(WEIGHTS, seed)
    before = _bytes_of(generation)
    algorithm.after(generation, _judged(generation), seed)
    same = _bytes_of(generation) == before
    told = "after() leaves the generation before as it was" if same else "after() changes it"
    return Verdict("earlier generations", told, same)


class _Halt(Exception):
    """Stands for a kill in the middle of a run."""


def _runs(name: str, given: Mapping[str, Any], seed: int) -> Iterator[Verdict]:
    """Real runs: with one worker and two, and one that is killed half-way and resumed."""
    what = "evolves"
    settings = {
        "name": "check",
        "seed": seed,
        "network": {"architecture": "card", "hidden": [4]},
        "tournament": {"games": 2},
        "evolution": {**given, "generations": PLAYED_GENERATIONS},
        "run": {"yardstick_every": 0, "hall_of_fame": 2, "workers": 1},
    }
    experiment = make_experiment(settings, name)
    with tempfile.TemporaryDirectory(prefix="neuroevo-check-") as folder:
        place = Path(folder)
        try:
            whole = evolve(experiment, out=place / "whole")
            two = evolve(experiment, out=place / "two", workers=2)
            again = _resumed(experiment, place / "killed")
        except BadInput as error:
            yield Verdict(what, str(error), False)
            return
        best = float(whole.log["best"][-1])
        told = f"{count(len(whole.log['best']), 'generation')} at spades, best fitness {best:g}"
        yield Verdict(what, told)
        halves = f"a run killed after {PLAYED_GENERATIONS // 2} generations and resumed"
        for kind, other, how in (
            ("workers don't matter", two, "one worker and two"),
            ("resuming doesn't matter", again, halves),
        ):
            same = _run_bytes(whole) == _run_bytes(other)
            yield Verdict(kind, f"{how}: {'the same' if same else 'other'} bytes", same)


def _resumed(experiment: Experiment, out: Path) -> Run:
    """The run, killed half-way, and gone on with from its checkpoint."""

    def kill(progress: Progress) -> None:
        if len(progress.state.rows) == PLAYED_GENERATIONS // 2:
            Run(out).save(progress.state)
            raise _Halt

    with suppress(_Halt):
        evolve(experiment, out=out, watch=kill)
    return resume(out)


def _run_bytes(run: Run) -> tuple[bytes, ...]:
    """What a run made: its champion, hall of fame and last generation."""
    files = sorted([run.directory / "champion.npz", *run.directory.glob("hall-of-fame/*.npz")])
    last = run.load_checkpoint().generation
    return (*(path.read_bytes() for path in files), last.weights.tobytes())
