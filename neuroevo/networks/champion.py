"""A champion on disk: one `.npz` file with the weights and what they are, and no pickle.

The file holds two arrays, `weights` (float32) and `about` (the bytes of a JSON text); and if a
network bids for it, that one's arrays, whose names begin with `bidder_`. Nothing in it is ever
executed.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.errors import BadInput
from neuroevo.files import replace_with
from neuroevo.games import RuleSheet, find_game
from neuroevo.networks.architecture import Architecture, Weights
from neuroevo.networks.bidder import Bidder, Layers, check_layers
from neuroevo.networks.player import NetworkPlayer
from neuroevo.networks.registry import make_architecture

FORMAT = "neuroevo champion 1"


@dataclass(frozen=True)
class Champion:
    """A network with its history.

    weights: (weights,) float32. about: run, generation, fitness, version and whatever else is worth
    knowing; plain JSON values. bidder: the network that bids for it in games with bids; without
    one it counts.
    """

    architecture: Architecture
    weights: Weights
    about: dict[str, Any] = field(default_factory=dict)
    bidder: Bidder | None = None

    @property
    def sheet(self) -> RuleSheet:
        """The game that it plays."""
        return self.architecture.sheet

    def seat(self) -> NetworkPlayer:
        """A player for the referee's table."""
        return NetworkPlayer(self.architecture, self.weights, self.bidder)

    def save(self, path: str | Path) -> None:
        """Write the file whole, or not at all."""
        path = Path(path)
        known = {"format": FORMAT, **self.architecture.settings(), **self.about}
        arrays: dict[str, Any] = {"weights": self.weights}
        if self.bidder is not None:
            known["bidder"] = self.bidder.about
        arrays["about"] = np.frombuffer(json.dumps(known).encode(), dtype=np.uint8)
        if self.bidder is not None:
            arrays |= {f"bidder_{name}": one for name, one in self.bidder.layers._asdict().items()}
        replace_with(path, lambda file: np.savez(file, **arrays))


def load_champion(path: str | Path) -> Champion:
    """Read a champion; `BadInput` says what is wrong with the file."""
    path = Path(path)
    if not path.is_file():
        raise BadInput(f"there is no file {path}")
    try:
        with np.load(path, allow_pickle=False) as found:
            weights = found["weights"]
            about = json.loads(bytes(found["about"]).decode())
            layers = _bidder_layers(found)
        known = isinstance(about, dict) and about.get("format") == FORMAT
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise BadInput(f"{path} is not a champion file, or is damaged") from None
    if not known:
        raise BadInput(f"{path} is not a champion file: it lacks the mark {FORMAT!r}")
    try:
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
    except (KeyError, TypeError):
        raise BadInput(f"{path} is damaged: it does not say what network it holds") from None
    check_weights(weights, architecture, str(path))
    bidder = None
    if layers is not None:
        check_layers(layers, sheet, architecture.players, str(path))
        bidder = Bidder(sheet, architecture.players, layers, about.pop("bidder", {}))
    return Champion(architecture, weights.astype(np.float32), about, bidder)


def _bidder_layers(found: Mapping[str, NDArray[Any]]) -> Layers | None:
    """The arrays of a file's bidder, if it has one."""
    names = [f"bidder_{name}" for name in Layers._fields]
    if not any(name in found for name in names):
        return None
    return Layers(*(np.ascontiguousarray(found[name], dtype=np.float32) for name in names))


def check_weights(weights: Weights, architecture: Architecture, where: str) -> None:
    """Raise `BadInput` unless these are finite weights of that shape."""
    if weights.shape != (architecture.weight_count,):
        raise BadInput(
            f"{where} has {weights.size} weights; its network, {architecture.summary}, "
            f"has {architecture.weight_count}"
        )
    if not np.isfinite(weights).all():
        raise BadInput(f"{where} has weights that are not numbers (NaN or infinite)")
