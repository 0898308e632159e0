"""A champion on disk: one `.npz` file with the weights and what they are, and no pickle.

The file holds two arrays, `weights` (float32) and `about` (the bytes of a JSON text); and if a
network bids for it, that one's arrays, whose names begin with `bidder_`. Nothing in it is ever
executed.
"""

from __future__ import annotations

import hashlib
import json
import reprlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from neuroevo.arrays import ArrayFile, BadArrays, open_arrays, write_arrays
from neuroevo.errors import BadInput
from neuroevo.extensions import is_own, load_allowed
from neuroevo.files import is_file, is_folder, shown_path
from neuroevo.games import GAMES, RuleSheet
from neuroevo.games.sheet_files import sheet_from_table
from neuroevo.networks.architecture import (
    Architecture,
    ArchitectureSettings,
    Weights,
    check_sound,
)
from neuroevo.networks.bidder import Bidder, Layers, check_layers
from neuroevo.networks.player import NetworkPlayer
from neuroevo.networks.registry import ARCHITECTURES, CATALOGUE, make_architecture

FORMAT = "neuroevo champion 1"
CHAMPION_FILE, CHECKPOINT_FILE = "champion.npz", "checkpoint.npz"
"""Of a run."""
CHAMPION_MARKS = "champion_marks"
"""The part of a checkpoint that says which champion is the run's own."""
MOST_ABOUT = 1 << 20
"""Bytes of what a champion says of itself."""
MOST_BIDDER_WEIGHTS = 1 << 20
KNOWN: dict[str, tuple[type, ...]] = {
    "run": (str,),
    "seed": (int,),
    "generation": (int,),
    "rounds": (int,),
    "fitness": (int, float),
    "tricks": (int, float),
    "fitness_kind": (str,),
    "version": (str,),
}
"""What others read in a champion's `about`, where it is there."""


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
        write_arrays(path, arrays)


def load_champion(path: str | Path) -> Champion:
    """Read a champion; `BadInput` says what is wrong with the file."""
    path = Path(path)
    if is_folder(path):
        raise BadInput(f"{shown_path(path)} is a directory, not a champion file")
    if not is_file(path):
        raise BadInput(f"there is no file {shown_path(path)}")
    try:
        with open_arrays(path) as found:
            about = found.read_json("about", MOST_ABOUT)
            if not isinstance(about, dict) or about.get("format") != FORMAT:
                raise BadInput(f"{path} is not a champion file: it lacks the mark {FORMAT!r}")
            architecture = _architecture(about, path)
            weights = _weights(found, architecture, path)
            check_weights(weights, architecture, str(path))
            bidder = _bidder(found, architecture, about.pop("bidder", {}), path)
    except BadArrays as error:
        raise BadInput(f"{path} is not a champion file, or is damaged: {error}") from None
    for name, kind in KNOWN.items():
        if name in about and (not isinstance(about[name], kind) or isinstance(about[name], bool)):
            raise BadInput(f"{path} is damaged: its {name} is {reprlib.repr(about[name])}")
    return Champion(architecture, weights, about, bidder)


def load_run_champion(folder: Path) -> Champion:
    """The champion of a run; `BadInput` if it is not the one that the run's checkpoint knows."""
    path = folder / CHAMPION_FILE
    if not is_file(path):
        if not is_folder(folder):
            raise BadInput(f"there is no run {shown_path(folder)}")
        raise BadInput(f"the run {shown_path(folder)} has no {CHAMPION_FILE} yet")
    champion = load_champion(path)
    marks = _known_marks(folder / CHECKPOINT_FILE)
    if marks and mark_of_weights(champion.weights) not in marks:
        raise BadInput(
            f"{path} is not the champion that the run made: neuroevo resume {folder} writes its "
            "own again; another network can be named by its file"
        )
    return champion


def mark_of_weights(weights: Weights) -> str:
    """What no other network shares: a hash of the weights."""
    return hashlib.sha256(np.ascontiguousarray(weights).tobytes()).hexdigest()


def _known_marks(checkpoint: Path) -> list[str]:
    """The marks of the champion that a checkpoint knows; none if it does not say."""
    if not is_file(checkpoint):
        return []
    try:
        with open_arrays(checkpoint) as found:
            if CHAMPION_MARKS not in found.headers:
                return []
            marks = found.read_json(CHAMPION_MARKS, MOST_ABOUT)
    except BadArrays:
        return []  # whoever reads the checkpoint itself is told
    return [one for one in marks if isinstance(one, str)] if isinstance(marks, list) else []


def _architecture(about: dict[str, Any], path: Path) -> Architecture:
    """The network's shape, as the file says; what says it is taken out of `about`.

    Users' code that it needs is run only if the user has allowed it, and if it is what the network
    was made with.
    """
    code = about.pop("code", {})
    _check_code(about, code, path)
    try:
        sheet = _game(about.pop("game"), about.pop("sheet", None))
        if about["trump"] != sheet.trump:
            sheet = sheet.with_trump(about["trump"])
        name, players = about.pop("architecture"), about.pop("players")
        if not isinstance(players, int) or not isinstance(name, str):
            raise TypeError("numbers and names are mixed up")
        architecture = make_architecture(
            _network_settings(name, about, path), sheet, players, needed_by=str(path)
        )
        for key in ("format", "trump"):
            about.pop(key)
    except BadInput as error:
        raise BadInput(f"{path} is damaged: {error}") from None
    except (KeyError, TypeError, AttributeError, ValueError):
        raise BadInput(f"{path} is damaged: it does not say what network it holds") from None
    for named, digest in architecture.settings().get("code", {}).items():
        if code.get(named) != digest:
            raise BadInput(f"{path} was made with another {named.partition(':')[0]}")
    return architecture


def _network_settings(name: str, about: dict[str, Any], path: Path) -> ArchitectureSettings:
    """The architecture's settings, which are taken out of `about`.

    Files of ours name the settings of all architectures: those of others are empty or off.
    """
    settings: dict[str, Any] = {"architecture": name}
    own = CATALOGUE.model(name, str(path)).model_fields
    for key in dict.fromkeys(("hidden", "biases", "direct", "chances", "features", *own)):
        if key in about:
            value = about.pop(key)
            if key in own or value:
                settings[key] = value
    if name in ARCHITECTURES and not {"hidden", "biases"} <= settings.keys():
        raise KeyError("hidden")
    return CATALOGUE.read(settings, str(path))


def _check_code(about: dict[str, Any], code: Any, path: Path) -> None:
    """`BadInput` unless the users' code that the file names is allowed, and what it was then."""
    if not isinstance(code, dict):
        raise BadInput(f"{path} is damaged: it does not say what code it was made with")
    features = about.get("features", ())
    for what, names in (("architecture", [about.get("architecture")]), ("feature", features)):
        for name in names if isinstance(names, list) else ():
            if isinstance(name, str) and is_own(name):
                own = load_allowed(name, what, shown_path(path))
                if code.get(name) != own.digest:
                    raise BadInput(
                        f"{path} was made with another {own.file}: it needs {name} as it was then"
                    )


def _game(name: str, own: Any) -> RuleSheet:
    """The game by name, or by the file's own copy of its rules: that is what the network was made
    for, whatever has the name here. Neither files nor packages are asked for the name."""
    if own is None:
        return GAMES.at_hand(name)
    sheet = sheet_from_table(own, "its game")
    if sheet.name != name:
        raise BadInput(f"its game is {name!r} and {sheet.name!r} at once")
    return sheet


def _weights(found: ArrayFile, architecture: Architecture, path: Path) -> Weights:
    header = found.headers.get("weights")
    if header is not None and header.shape != (architecture.weight_count,):
        raise BadInput(_wrong_count(str(path), header.count, architecture))
    weights: Weights = found.read("weights", np.float32, (architecture.weight_count,))
    return weights


def _bidder(found: ArrayFile, architecture: Architecture, about: Any, path: Path) -> Bidder | None:
    """The network that bids for it, if there is one."""
    names = [f"bidder_{name}" for name in Layers._fields]
    if not any(name in found.headers for name in names):
        return None
    first, first_bias, last, last_bias = (
        found.read(name, np.float32, (None,) * axes, MOST_BIDDER_WEIGHTS)
        for name, axes in zip(names, (2, 1, 2, 1), strict=True)
    )
    layers = Layers(first, first_bias, last, last_bias)
    check_layers(layers, architecture.sheet, architecture.players, str(path))
    if not isinstance(about, dict):
        raise BadArrays("it does not say what its bidder is")
    layers = Layers(*(np.ascontiguousarray(one) for one in layers))
    return Bidder(architecture.sheet, architecture.players, layers, about)


def _wrong_count(where: str, count: int, architecture: Architecture) -> str:
    return (
        f"{where} has {count} weights; its network, {architecture.summary}, "
        f"has {architecture.weight_count}"
    )


def check_weights(weights: Weights, architecture: Architecture, where: str) -> None:
    """Raise `BadInput` unless these are sound weights of that shape."""
    if weights.shape != (architecture.weight_count,):
        raise BadInput(_wrong_count(where, weights.size, architecture))
    check_sound(weights, f"{where} has weights")
