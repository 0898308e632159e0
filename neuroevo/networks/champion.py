"""A champion on disk: one `.npz` file with the weights and what they are, and no pickle.

The file holds two arrays, `weights` (float32) and `about` (the bytes of a JSON text). Nothing in it
is ever executed.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from neuroevo.errors import BadInput
from neuroevo.files import replace_with
from neuroevo.games import RuleSheet, find_game
from neuroevo.networks.architecture import Architecture, Weights
from neuroevo.networks.player import NetworkPlayer
from neuroevo.networks.registry import make_architecture

FORMAT = "neuroevo champion 1"


@dataclass(frozen=True)
class Champion:
    """A network with its history.

    weights: (weights,) float32. about: run, generation, fitness, version and whatever else is worth
    knowing; plain JSON values.
    """

    architecture: Architecture
    weights: Weights
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def sheet(self) -> RuleSheet:
        """The game that it plays."""
        return self.architecture.sheet

    def seat(self) -> NetworkPlayer:
        """A player for the referee's table."""
        return NetworkPlayer(self.architecture, self.weights)

    def save(self, path: Path) -> None:
        """Write the file whole, or not at all."""
        text = json.dumps({"format": FORMAT, **self.architecture.settings(), **self.about})
        about = np.frombuffer(text.encode(), dtype=np.uint8)
        replace_with(path, lambda file: np.savez(file, weights=self.weights, about=about))


def load_champion(path: Path) -> Champion:
    """Read a champion; `BadInput` says what is wrong with the file."""
    if not path.is_file():
        raise BadInput(f"there is no file {path}")
    try:
        with np.load(path, allow_pickle=False) as found:
            weights = found["weights"]
            about = json.loads(bytes(found["about"]).decode())
        known = isinstance(about, dict) and about.get("format") == FORMAT
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise BadInput(f"{path} is not a champion file, or is damaged") from None
    if not known:
        raise BadInput(f"{path} is not a champion file: it lacks the mark {FORMAT!r}")
    sheet = find_game(about.pop("game"))
    if about["trump"] != sheet.trump:
        sheet = sheet.with_trump(about["trump"])
    architecture = make_architecture(
        about.pop("architecture"),
        sheet,
        about.pop("players"),
        tuple(about.pop("hidden")),
        about.pop("biases"),
        about.pop("direct", None),
        about.pop("chances", False),
        tuple(about.pop("features", ())),
    )
    for key in ("format", "trump"):
        about.pop(key)
    check_weights(weights, architecture, str(path))
    return Champion(architecture, weights.astype(np.float32), about)


def check_weights(weights: Weights, architecture: Architecture, where: str) -> None:
    """Raise `BadInput` unless these are finite weights of that shape."""
    if weights.shape != (architecture.weight_count,):
        raise BadInput(
            f"{where} has {weights.size} weights; its network, {architecture.summary}, "
            f"has {architecture.weight_count}"
        )
    if not np.isfinite(weights).all():
        raise BadInput(f"{where} has weights that are not numbers (NaN or infinite)")
