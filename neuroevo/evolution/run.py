"""A run on disk: one directory that says what was done and survives anything.

experiment.toml (as run), provenance.json, log.csv (a row a generation), hall-of-fame/ (the best
networks ever, best first), champion.npz (the first of them, or what the algorithm settled on),
checkpoint.npz. The checkpoint alone
decides where a run goes on: the others are written from it. Every file is replaced whole; nothing
is pickled.
"""

from __future__ import annotations

import csv
import io
import json
import os
import platform
import sys
import time
import zipfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from deap import tools

import neuroevo
from neuroevo.errors import BadInput
from neuroevo.evolution.algorithms import Generation
from neuroevo.evolution.experiment import Experiment, read_experiment
from neuroevo.evolution.members import Member
from neuroevo.files import replace_file, replace_with
from neuroevo.networks import Champion, load_champion
from neuroevo.networks.architecture import Weights

EXPERIMENT, PROVENANCE, LOG = "experiment.toml", "provenance.json", "log.csv"
CHECKPOINT, CHAMPION, FAME = "checkpoint.npz", "champion.npz", "hall-of-fame"
FORMAT = "neuroevo checkpoint 1"

COLUMNS = (
    "generation",
    "best",
    "mean",
    "sd",
    "q05",
    "q25",
    "median",
    "q75",
    "q95",
    "worst",
    "best_tricks_per_round",
    "mutation",
    "yardstick_tricks",
    "yardstick_points",
    "seconds",
)
"""Of log.csv. The yardstick is the tricks (and points) a round of the current best, or of what the
algorithm has settled on so far, on fresh deals against fixed players, random unless others are set;
seconds is all that two runs of one seed may differ in."""


@dataclass
class State:
    """Where a run is: the generation to judge next, and all that came before.

    rows: the log so far. hall_of_fame: the best members ever, best first. past: (networks, weights)
    float32, what earlier generations bet on, where they are opponents.
    """

    generation: Generation
    rows: list[dict[str, Any]]
    hall_of_fame: list[Member]
    finished: bool = False
    past: Weights | None = None

    @property
    def best(self) -> Member | None:
        """The member with the highest fitness ever."""
        return self.hall_of_fame[0] if self.hall_of_fame else None


@dataclass(frozen=True)
class Run:
    """A run directory, by its path."""

    directory: Path

    def __init__(self, directory: str | Path) -> None:
        object.__setattr__(self, "directory", Path(directory))

    @property
    def experiment(self) -> Experiment:
        """The experiment as run."""
        path = self.directory / EXPERIMENT
        if not path.is_file():
            raise BadInput(f"{self.directory} is not a run: it has no {EXPERIMENT}")
        return read_experiment(path)

    @property
    def champion(self) -> Champion:
        """The network with the highest fitness ever seen in the run, perhaps only the luckiest; or
        the one that an algorithm with an opinion of its own settled on (`Generation.incumbent`)."""
        path = self.directory / CHAMPION
        if not path.is_file():
            raise BadInput(f"the run {self.directory} has no {CHAMPION} yet")
        return load_champion(path)

    @property
    def hall_of_fame(self) -> list[Champion]:
        """The networks with the highest fitness ever seen in the run, best first."""
        return [load_champion(path) for path in sorted((self.directory / FAME).glob("*.npz"))]

    @property
    def best_fitness(self) -> float:
        """The highest fitness ever seen in the run, the champion's or not."""
        return float(load_champion(self.directory / FAME / "01.npz").about["fitness"])

    @property
    def log(self) -> dict[str, np.ndarray[Any, Any]]:
        """The log by column: (generations,) float64 each; NaN where nothing was measured."""
        path = self.directory / LOG
        if not path.is_file():
            raise BadInput(f"the run {self.directory} has no {LOG} yet")
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return {
            column: np.array([float(row[column] or "nan") for row in rows]) for column in COLUMNS
        }

    @property
    def provenance(self) -> dict[str, Any]:
        """Versions, seed, command and machine."""
        path = self.directory / PROVENANCE
        try:
            found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise BadInput(f"can't read {path}") from None
        return found

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
        folder.mkdir(exist_ok=True)
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
        return Champion(experiment.architecture(), np.ascontiguousarray(weights), about)

    def save_checkpoint(self, state: State) -> None:
        """checkpoint.npz."""
        about = {
            "format": FORMAT,
            "generation": state.generation.number,
            "about": state.generation.about,
            "finished": state.finished,
            "rows": state.rows,
            "hall_of_fame": [
                {"identity": list(one.identity), "fitness": one.score, "tricks": one.tricks}
                for one in state.hall_of_fame
            ],
        }
        arrays: dict[str, Any] = {
            "about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8),
            "weights": state.generation.weights,
            "births": state.generation.births,
            "fame": np.array([one.weights for one in state.hall_of_fame], dtype=np.float32),
            **{f"state_{name}": array for name, array in state.generation.state.items()},
        }
        if state.generation.incumbent is not None:
            arrays["incumbent"] = state.generation.incumbent
        if state.past is not None:
            arrays["past"] = state.past
        replace_with(self.directory / CHECKPOINT, lambda file: np.savez(file, **arrays))

    def load_checkpoint(self) -> State:
        """Where the run is."""
        path = self.directory / CHECKPOINT
        if not path.is_file():
            raise BadInput(f"{self.directory} has no {CHECKPOINT}: there is nothing to resume")
        try:
            with np.load(path, allow_pickle=False) as found:
                about = json.loads(bytes(found["about"]).decode())
                arrays = {name: found[name] for name in found.files if name != "about"}
            if about["format"] != FORMAT:
                raise ValueError("another format")
            return _state_from(about, arrays)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            raise BadInput(
                f"{path} is damaged: it can't be resumed; its log and champion are still there"
            ) from None


def _state_from(about: dict[str, Any], arrays: dict[str, np.ndarray[Any, Any]]) -> State:
    fame = []
    for entry, weights in zip(about["hall_of_fame"], arrays["fame"], strict=True):
        member = Member(weights, (entry["identity"][0], entry["identity"][1]), entry["tricks"])
        member.fitness.values = (entry["fitness"],)
        fame.append(member)
    generation = Generation(
        number=about["generation"],
        weights=arrays["weights"],
        births=arrays["births"],
        state={
            name.removeprefix("state_"): array
            for name, array in arrays.items()
            if name.startswith("state_")
        },
        about=about["about"],
        incumbent=arrays.get("incumbent"),
    )
    return State(generation, about["rows"], fame, about["finished"], arrays.get("past"))


def create_run(experiment: Experiment, out: Path | None) -> Run:
    """A new run directory; an existing one is never touched.

    Without `out` it is runs/NAME-sSEED, with a number behind if that is taken.
    """
    if out is None:
        stem = f"{experiment.name}-s{experiment.seed}"
        out = Path("runs") / stem
        number = 2
        while out.exists():
            out = Path("runs") / f"{stem}-{number}"
            number += 1
    elif out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadInput(f"{out} exists already and is never overwritten: choose another --out")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"can't make the directory {out}: {error.strerror}") from None
    run = Run(out)
    replace_file(out / EXPERIMENT, experiment.as_toml())
    replace_file(out / PROVENANCE, json.dumps(provenance(experiment), indent=2) + "\n")
    return run


def provenance(experiment: Experiment) -> dict[str, Any]:
    """What a reader needs to repeat the run: versions, seed, command, machine."""
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
    if not folder.is_dir():
        return []
    return [Run(path.parent) for path in sorted(folder.glob(f"*/{EXPERIMENT}"))]


def new_hall_of_fame(size: int) -> Any:
    """DEAP's, which keeps copies of members and counts a network once."""
    from neuroevo.evolution.members import same_network

    return tools.HallOfFame(size, similar=same_network)
