"""A run's checkpoint: all that it takes to go on, in one `.npz` file without pickles."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from neuroevo.arrays import ArrayFile, BadArrays, open_arrays, write_arrays
from neuroevo.errors import BadInput
from neuroevo.evolution.algorithms import Generation
from neuroevo.evolution.members import Member
from neuroevo.networks.architecture import Weights, is_sound
from neuroevo.networks.champion import CHAMPION_MARKS

FORMAT = "neuroevo checkpoint 1"
MOST_ABOUT = 1 << 29
"""Bytes of a checkpoint's JSON, which holds the log."""

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
    def champion(self) -> Weights | None:
        """The incumbent of an algorithm that has one, whose fitness nobody measured; else the first
        of the hall of fame."""
        if self.generation.incumbent is not None:
            return self.generation.incumbent
        return self.best.weights if self.best is not None else None

    @property
    def best(self) -> Member | None:
        """The member with the highest fitness ever."""
        return self.hall_of_fame[0] if self.hall_of_fame else None


class SavedPart(BaseModel):
    """A part of a run's JSON: what is read later must be of the right kind."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, allow_inf_nan=False)


class _Fame(SavedPart):
    """A member of the hall of fame."""

    identity: list[int] = Field(min_length=2, max_length=2)
    fitness: float
    tricks: int


class _Checkpoint(SavedPart):
    """What a checkpoint says beside its arrays."""

    format: str
    generation: int = Field(ge=0)
    about: dict[str, float]
    finished: bool
    rows: list[dict[str, int | float]]
    hall_of_fame: list[_Fame]


def _as_bytes(value: Any) -> np.ndarray[Any, Any]:
    """JSON as an array of bytes."""
    return np.frombuffer(json.dumps(value).encode(), dtype=np.uint8)


def write_checkpoint(path: Path, state: State, champion_marks: Sequence[str]) -> None:
    """Write the file; champion_marks: of the champions that are the run's own."""
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
        "about": _as_bytes(about),
        CHAMPION_MARKS: _as_bytes(champion_marks),
        "weights": state.generation.weights,
        "births": state.generation.births,
        "fame": np.array([one.weights for one in state.hall_of_fame], dtype=np.float32),
        **{f"state_{name}": array for name, array in state.generation.state.items()},
    }
    if state.generation.incumbent is not None:
        arrays["incumbent"] = state.generation.incumbent
    if state.past is not None:
        arrays["past"] = state.past
    write_arrays(path, arrays)


def read_checkpoint(path: Path, shape: tuple[int, int | None]) -> State:
    """Read the file; shape: members and weights of a generation, as the experiment has them, or
    None for as many weights as the file has."""
    try:
        with open_arrays(path) as found:
            about = _Checkpoint.model_validate(found.read_json("about", MOST_ABOUT))
            if about.format != FORMAT:
                raise BadArrays("another format")
            members, count = shape
            weights = found.headers.get("weights")
            if weights is not None:
                if count is None and len(weights.shape) == 2:
                    count = weights.shape[1]
                if weights.shape != (members, count):
                    raise BadInput(f"the checkpoint of {path.parent} does not fit its experiment")
            return _state_from(about, found, (members, count or 0))
    except (BadArrays, ValidationError):
        raise BadInput(
            f"{path} is damaged: it can't be resumed; its log and champion are still there"
        ) from None


def _state_from(about: _Checkpoint, found: ArrayFile, shape: tuple[int, int]) -> State:
    """shape: members and weights of a generation."""
    members, weights = shape
    # A hall of fame in which nobody is yet has no width either.
    famous = (len(about.hall_of_fame), weights) if about.hall_of_fame else (0,)
    matrix = found.read("fame", np.float32, famous)
    fame = []
    for entry, row in zip(about.hall_of_fame, matrix, strict=True):
        member = Member(row, (entry.identity[0], entry.identity[1]), entry.tricks)
        member.fitness.values = (entry.fitness,)
        fame.append(member)
    if not all(row.keys() <= set(COLUMNS) and "generation" in row for row in about.rows):
        raise BadArrays("its rows are no log")
    own = {
        name.removeprefix("state_"): found.read(name, header.dtype, header.shape)
        for name, header in found.headers.items()
        if name.startswith("state_")
    }
    incumbent = None
    if "incumbent" in found.headers:
        incumbent = found.read("incumbent", np.float32, (weights,))
    past = found.read("past", np.float32, (None, weights)) if "past" in found.headers else None
    births = found.read("births", np.int64, (members, 2))
    born = [*births[:, 0].tolist(), *(entry.identity[0] for entry in about.hall_of_fame)]
    if max(born) > about.generation:
        raise BadArrays("some of its networks are not born yet")
    generation = Generation(
        number=about.generation,
        weights=found.read("weights", np.float32, shape),
        births=births,
        state=own,
        about=about.about,
        incumbent=incumbent,
    )
    networks = (matrix, incumbent, past)  # the evaluator names a member of the generation
    if not all(one is None or is_sound(one) for one in networks):
        raise BadArrays("some of its weights are no numbers, or enormous")
    return State(generation, about.rows, fame, about.finished, past)
