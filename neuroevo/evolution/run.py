"""A run on disk: one directory that says what was done and survives anything.

experiment.toml (as run), game.toml (the rules that it was played by), provenance.json, log.csv (a
row a generation), hall-of-fame/ (the best networks ever, best first), champion.npz (the first of
them, or what the algorithm settled on), checkpoint.npz. The checkpoint alone decides where a run
goes on: the others are written from it. Every file is replaced whole; nothing is pickled. While a
run goes on, a lock file says which process is at work on it.
"""

from __future__ import annotations

import csv
import io
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from deap import tools
from pydantic import Field

import neuroevo
from neuroevo.errors import BadInput
from neuroevo.evolution.checkpoint import (
    COLUMNS,
    SavedPart,
    State,
    read_checkpoint,
    write_checkpoint,
)
from neuroevo.evolution.experiment import (
    EXPERIMENT,
    GAME_FILE,
    PROVENANCE,
    Experiment,
    stored_experiment,
)
from neuroevo.files import (
    is_file,
    is_folder,
    make_folder,
    parse_json,
    read_text,
    replace_file,
    shown_path,
)
from neuroevo.games import RuleSheet, read_sheet, sheet_as_toml
from neuroevo.locks import InUse, hold, is_held
from neuroevo.networks import Champion, load_champion
from neuroevo.networks.architecture import Architecture, Weights
from neuroevo.networks.champion import (
    CHAMPION_FILE,
    CHECKPOINT_FILE,
    load_run_champion,
    mark_of_weights,
)

LOG = "log.csv"
CHECKPOINT, CHAMPION, FAME = CHECKPOINT_FILE, CHAMPION_FILE, "hall-of-fame"
LOCK = ".lock"

Found = TypeVar("Found")


@dataclass(frozen=True)
class Run:
    """A run directory, by its path. Each file is read once, and again when it has changed."""

    directory: Path
    _read: dict[str, tuple[Any, Any]] = field(compare=False, repr=False)
    """By name, what was read, and the stamps of the files that it was read from."""

    def __init__(self, directory: str | Path) -> None:
        object.__setattr__(self, "directory", Path(directory))
        object.__setattr__(self, "_read", {})

    def _once(self, what: str, read: Callable[[], Found], *names: str) -> Found:
        """What `read` returns, as long as the files of these names are the same."""
        stamps = [_stamp(self.directory / name) for name in names]
        if what not in self._read or self._read[what][0] != stamps:
            self._read[what] = (stamps, read())
        found: Found = self._read[what][1]
        return found

    @property
    def experiment(self) -> Experiment:
        """The experiment as run."""
        path = self.directory / EXPERIMENT
        if not is_file(path):
            raise BadInput(f"{shown_path(self.directory)} is not a run: it has no {EXPERIMENT}")
        return self._once(
            "experiment", lambda: stored_experiment(path, self.sheet), EXPERIMENT, GAME_FILE
        )

    @property
    def sheet(self) -> RuleSheet | None:
        """The run's own copy of its game, which counts whatever became of the game's file; None in
        runs that were made before there was one."""
        path = self.directory / GAME_FILE
        return read_sheet(path) if is_file(path) else None

    def architecture(self) -> Architecture:
        """The shape of the networks. `BadInput` says which code of a user's it needs."""
        experiment = self.experiment
        return self._once("architecture", experiment.architecture, EXPERIMENT, GAME_FILE)

    @property
    def champion(self) -> Champion:
        """The network with the highest fitness ever seen in the run, perhaps only the luckiest; or
        the one that an algorithm with an opinion of its own settled on (`Generation.incumbent`)."""
        found = self._once(
            "champion", lambda: load_run_champion(self.directory), CHAMPION, CHECKPOINT
        )
        return _copied(found)

    @property
    def hall_of_fame(self) -> list[Champion]:
        """The networks with the highest fitness ever seen in the run, best first."""
        paths = sorted((self.directory / FAME).glob("*.npz"))
        return [_copied(self._famous(path)) for path in paths]

    def _famous(self, path: Path) -> Champion:
        name = f"{FAME}/{path.name}"
        return self._once(name, lambda: load_champion(path), name)

    @property
    def best_fitness(self) -> float:
        """The highest fitness ever seen in the run, the champion's or not."""
        path = self.directory / FAME / "01.npz"
        about = self._famous(path).about
        if "fitness" not in about:
            raise BadInput(f"{path} is damaged: it does not say its fitness")
        return float(about["fitness"])

    @property
    def log(self) -> dict[str, np.ndarray[Any, Any]]:
        """The log by column: (generations,) float64 each; NaN where nothing was measured."""
        path = self.directory / LOG
        if not is_file(path):
            if not is_folder(self.directory):
                raise BadInput(f"there is no run {shown_path(self.directory)}")
            raise BadInput(f"the run {shown_path(self.directory)} has no {LOG} yet")
        found = self._once("log", self._read_log, LOG)
        return {column: values.copy() for column, values in found.items()}

    def _read_log(self) -> dict[str, np.ndarray[Any, Any]]:
        path = self.directory / LOG
        text = read_text(path)
        try:
            rows = list(csv.DictReader(io.StringIO(text, newline="")))
            found = {
                column: np.array([float(row[column] or "nan") for row in rows])
                for column in COLUMNS
            }
        except (csv.Error, KeyError, TypeError, ValueError):
            raise BadInput(f"{path} is damaged: neuroevo resume writes it again") from None
        if not np.array_equal(found["generation"], np.arange(len(rows))):
            raise BadInput(f"{path} is damaged: its generations are not 0, 1, 2 and on")
        if not rows:
            raise BadInput(f"the run {shown_path(self.directory)} has no generation in {LOG} yet")
        return found

    @property
    def provenance(self) -> dict[str, Any]:
        """Versions, seed, command and machine."""
        return self._once("provenance", self._read_provenance, PROVENANCE).model_dump()

    def _read_provenance(self) -> _Provenance:
        path = self.directory / PROVENANCE
        text = read_text(path)
        try:
            return _Provenance.model_validate(parse_json(text))
        except ValueError:
            raise BadInput(
                f"{path} is damaged: it does not say when and with what the run was made"
            ) from None

    @property
    def is_going_on(self) -> bool:
        """Whether a process is at work on it now."""
        return is_held(self.directory / LOCK)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else writes the run while the block goes on; `InUse` if somebody does already."""
        if not is_folder(self.directory):
            raise BadInput(f"there is no run {shown_path(self.directory)}")
        with hold(self.directory / LOCK, f"the run {self.directory}"):
            yield

    def save(self, state: State) -> None:
        """Write the checkpoint first, and what follows from it."""
        self.save_checkpoint(state)
        self.save_log(state.rows)
        if state.best is not None:
            self.save_champions(state)

    def save_log(self, rows: list[dict[str, Any]]) -> None:
        """log.csv."""
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n", restval="")
        writer.writeheader()
        writer.writerows(rows)
        replace_file(self.directory / LOG, text.getvalue())

    def save_champions(self, state: State) -> None:
        """champion.npz, and hall-of-fame/01.npz and on.

        The champion is the incumbent of an algorithm that has one, whose fitness nobody measured;
        else the first of the hall of fame.
        """
        folder = self.directory / FAME
        make_folder(folder)
        for place, member in enumerate(state.hall_of_fame, start=1):
            measured = {"fitness": member.score, "tricks": member.tricks}
            network = self._network(member.weights, member.identity[0], measured)
            network.save(folder / f"{place:02}.npz")
            if place == 1 and state.generation.incumbent is None:
                network.save(self.directory / CHAMPION)
        if state.generation.incumbent is not None:
            network = self._network(state.generation.incumbent, state.generation.number, {})
            network.save(self.directory / CHAMPION)

    def _network(self, weights: Weights, generation: int, measured: dict[str, float]) -> Champion:
        experiment = self.experiment
        about = {
            "run": experiment.name,
            "seed": experiment.seed,
            "generation": generation,
            **measured,
            "fitness_kind": experiment.tournament.fitness,
            "rounds": experiment.tournament.games * experiment.seats,
            "version": neuroevo.__version__,
        }
        return Champion(self.architecture(), np.ascontiguousarray(weights), about)

    def save_checkpoint(self, state: State) -> None:
        """checkpoint.npz."""
        write_checkpoint(self.directory / CHECKPOINT, state, self._champion_marks(state))

    def _champion_marks(self, state: State) -> list[str]:
        """The marks of the run's own champion: the one that is written next and, as a kill may come
        in between, the one that is still there."""
        marks = [] if state.champion is None else [mark_of_weights(state.champion)]
        if marks and not state.finished:
            with suppress(BadInput):
                marks.append(mark_of_weights(self.champion.weights))
        return marks

    def load_checkpoint(self) -> State:
        """Where the run is."""
        path = self.directory / CHECKPOINT
        experiment = self.experiment
        if not is_file(path):
            raise BadInput(
                f"{shown_path(self.directory)} has no {CHECKPOINT}: there is nothing to resume"
            )
        return read_checkpoint(path, (experiment.evolution.population, self.weight_count()))

    def weight_count(self) -> int | None:
        """How many weights a network has; None where that takes code that nobody allowed."""
        try:
            return self.architecture().weight_count
        except BadInput:
            if not self.experiment.network_takes_code:
                raise
            return None


class _Provenance(SavedPart):
    """provenance.json."""

    started: str
    command: str
    seed: int
    versions: dict[str, str]
    machine: dict[str, str | int | None]
    code: dict[str, str] = Field(default_factory=dict)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """What changes with a file; None if there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _copied(champion: Champion) -> Champion:
    """A champion that whoever gets it may change."""
    return replace(champion, weights=champion.weights.copy(), about=dict(champion.about))


@contextmanager
def new_run(experiment: Experiment, out: Path | None) -> Iterator[Run]:
    """A new run directory, locked while the block goes on; an existing one is never touched.

    Without `out` it is runs/NAME-sSEED, with a number behind if that is taken. If its first files
    can't be written, nothing of it is left.
    """
    game = sheet_as_toml(experiment.sheet)
    run, made = _make_directory(experiment, out)
    begun = False
    try:
        with run.locked():
            if any(path.name != LOCK for path in run.directory.iterdir()):
                raise InUse(_taken(run.directory))
            try:
                replace_file(run.directory / EXPERIMENT, experiment.as_toml())
                replace_file(run.directory / GAME_FILE, game)
                about = json.dumps(provenance(experiment), indent=2) + "\n"
                replace_file(run.directory / PROVENANCE, about)
                begun = True
            finally:
                if not begun:
                    for name in (EXPERIMENT, GAME_FILE, PROVENANCE):
                        (run.directory / name).unlink(missing_ok=True)
            yield run
    finally:
        if not begun:
            for folder in made:
                with suppress(OSError):
                    folder.rmdir()


def _make_directory(experiment: Experiment, out: Path | None) -> tuple[Run, list[Path]]:
    """The directory, made by nobody else or empty; and which folders are new, inner first."""
    stem = Path("runs") / f"{experiment.name}-s{experiment.seed}"
    place, number = (out if out is not None else stem), 2
    made = make_folder(place.parent)
    while True:
        try:
            place.mkdir()
            return Run(place), [place, *made]
        except FileExistsError:
            if out is not None:
                if not is_folder(out) or any(out.iterdir()):
                    raise InUse(_taken(out)) from None
                return Run(out), []
            place = stem.with_name(f"{stem.name}-{number}")
            number += 1
        except OSError as error:
            for folder in made:
                with suppress(OSError):
                    folder.rmdir()
            raise BadInput(
                f"can't make the directory {shown_path(place)}: {error.strerror}"
            ) from None


def _taken(out: Path) -> str:
    return f"{out} exists already and is never overwritten: choose another --out"


def provenance(experiment: Experiment) -> dict[str, Any]:
    """What a reader needs to repeat the run: versions, seed, command, machine, a digest of the
    user's own code."""
    return {
        "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "command": typed_command(),
        "seed": experiment.seed,
        "versions": {
            "neuroevo": neuroevo.__version__,
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "numba", "deap", "joblib", "scipy")},
        },
        "machine": {
            "system": platform.system(),
            "cpu": platform.machine(),
            "cores": os.cpu_count(),
        },
        "code": experiment.code(),
    }


def typed_command() -> str:
    """The command line that started this, if it was ours: a script's or a notebook's says nothing
    about the run, and may hold paths that are nobody's business."""
    if Path(sys.argv[0]).stem == "neuroevo":
        return " ".join(["neuroevo", *sys.argv[1:]])
    return "neuroevo.evolve, from Python"


def find_runs(folder: str | Path) -> list[Run]:
    """Every run in a folder, by name."""
    folder = Path(folder)
    if not is_folder(folder):
        return []
    return [Run(path.parent) for path in sorted(folder.glob(f"*/{EXPERIMENT}"))]


def new_hall_of_fame(size: int) -> Any:
    """DEAP's, which keeps copies of members and counts a network once."""
    from neuroevo.evolution.members import same_network

    return tools.HallOfFame(size, similar=same_network)
