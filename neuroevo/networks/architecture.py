"""What evolves: an architecture says how weights become a card, for one game and table.

`Architecture` is whatever has weights and scores cards by them. `LayeredArchitecture` is a network:
an encoder, fully connected tanh layers, and how their outputs become a card. van Hus 2020, sections
2.1.1 and 2.3: all weights lie in [-1, 1], every hidden layer has tanh, and the legal card whose
output is highest is played. Each kind is a file of its own and is chosen by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import ConfigDict, Field

from neuroevo.arithmetic import product
from neuroevo.cards import Card
from neuroevo.errors import BadInput
from neuroevo.extensions import Own
from neuroevo.games import GAMES, RuleSheet
from neuroevo.games.sheet_files import sheet_as_table
from neuroevo.games.view import View
from neuroevo.limits import LARGEST_WEIGHT
from neuroevo.networks.tanh import tanh
from neuroevo.players.kinds import IN_COMPANY
from neuroevo.settings import Settings as SettingsTable

Weights = NDArray[np.float32]
"""All weights of one network, or of a population: (weights,) or (members, weights) float32."""
Inputs = NDArray[np.float32]
"""What a network sees: (inputs,) float32."""

SUIT_NODES = "CHSD"
"""The order of a card's four suit nodes, as the thesis has it: clubs, hearts, spades, diamonds."""

MOST_HIDDEN_LAYERS = 4
MOST_UNITS = 1024
MOST_FEATURES = 64
"""Of a scoring network (see `features.py`)."""

ARCHITECTURE = np.dtype(
    [
        ("kind", np.int64),  # which encoder
        ("weights", np.int64),  # how many there are in all
        ("layers", np.int64),  # of weights: hidden layers and the output
        ("sizes", np.int64, MOST_HIDDEN_LAYERS + 2),  # inputs, hidden units, outputs
        ("first_width", np.int64),  # weights of an input: of the first layer, and direct ones
        ("starts", np.int64, MOST_HIDDEN_LAYERS + 1),  # where each layer's weights begin
        ("biases", np.int64, MOST_HIDDEN_LAYERS + 1),  # and its biases; -1 without
        ("table_at", np.int64),  # the first input about the trick
        ("played_at", np.int64),  # the first input about earlier tricks
        ("trump_at", np.int64),  # the first of four inputs for trumps, or -1
        ("place_of_card", np.int64, 52),  # card: its place in the deck
        ("rank_of_card", np.float32, 52),  # hand: the value of its rank node
        ("suit_of_card", np.int64, 52),  # hand: which suit node is on
        ("chances_at", np.int64),  # the first input about chances of winning, or -1
    ],
    align=True,
)
"""An architecture for the kernels, one record."""


class ArchitectureSettings(SettingsTable):
    """The table `network` of an experiment: each architecture adds its own, as `Settings`."""

    architecture: str = ""


class UnreadArchitecture(ArchitectureSettings):
    """Settings of an architecture whose code is not at hand."""

    model_config = ConfigDict(extra="allow")


class LayerSettings(ArchitectureSettings):
    """Of architectures with fully connected layers."""

    hidden: tuple[int, ...] = Field(default=(), strict=False)
    """Units of each hidden layer; as the architecture has it if not given."""
    biases: bool = False
    direct: bool | None = None
    """Connections from the inputs straight to the outputs; as the architecture has it if not
    given."""


@dataclass(frozen=True)
class Architecture(ABC):
    """Whatever scores cards by weights, for one game and number of players."""

    name: ClassVar[str]
    player_kind: ClassVar[int]
    """How kernels let it decide (see `neuroevo.players.kinds`)."""

    sheet: RuleSheet
    players: int

    def __post_init__(self) -> None:
        self.sheet.check_players(self.players)

    @property
    @abstractmethod
    def weight_count(self) -> int:
        """How many weights one of them has."""

    @property
    def summary(self) -> str:
        """The shape in a word."""
        return f"{self.weight_count} weights"

    @property
    def first_width(self) -> int:
        """How many sums kernels keep for it through a round."""
        return 0

    def layers(self, weights: Weights) -> list[tuple[Weights, Weights | None]]:
        """Its weights layer by layer, for pictures: a matrix and biases; here one column."""
        return [(weights.reshape(-1, 1), None)]

    @property
    def trump_varies(self) -> bool:
        """Whether it must be told what trumps are."""
        return self.sheet.trump_varies

    @abstractmethod
    def scores(self, weights: Weights, view: View, cards: Sequence[Card]) -> Inputs:
        """What it gives for each of these cards, plainly: (cards,) float32; the highest is
        played."""

    def record(self) -> Any:
        """The architecture for the kernels: a record of dtype ARCHITECTURE."""
        record = np.zeros(1, dtype=ARCHITECTURE)[0]
        record["weights"] = self.weight_count
        return record

    def for_kernels(self, weights: Weights) -> Weights:
        """Weights of networks as kernels want them: (members, n) float32 from (members, weights);
        a row stays a network's own."""
        return weights

    def choose_address(self) -> int:
        """Where the compiled function lies by which kernels let it decide, in this process; 0 if
        it is part of a kernel. Compiled when first needed."""
        return 0

    def settings(self) -> dict[str, Any]:
        """What it takes to make this architecture again, for files."""
        own = getattr(self, "own", None)
        known = GAMES.ships(self.sheet, any_trump=True)
        return {
            "architecture": self.name,
            "game": self.sheet.name,
            **({} if known else {"sheet": sheet_as_table(self.sheet)}),
            "trump": self.sheet.trump,
            "players": self.players,
            **({} if own is None else {"code": {self.name: own.digest}}),
        }

    def __reduce_ex__(self, protocol: Any) -> Any:
        own = getattr(self, "own", None)
        if own is None:
            return super().__reduce_ex__(protocol)
        return _remake, (own, dict(self.__dict__))


def _remake(own: Own, state: dict[str, Any]) -> Architecture:
    """In another process: an architecture of a user's class, which travels with its source."""
    made: Architecture = object.__new__(own.value)
    made.__dict__.update(state)
    return made


@dataclass(frozen=True)
class LayeredArchitecture(Architecture):
    """A network's shape for one game and number of players.

    Weights lie one layer after another. A hidden layer's are (inputs, units), an input's row
    together, since inputs are few and sparse; the output layer's are (outputs, units), an output's
    row together, since only the legal ones are computed. A layer's biases follow its weights. With
    `direct` connections a row of the first layer goes on with the weights that lead from its input
    straight to the outputs: (inputs, units + outputs).
    """

    kind: ClassVar[int]
    player_kind: ClassVar[int] = IN_COMPANY
    usual_direct: ClassVar[bool] = False
    takes_features: ClassVar[bool] = False
    takes_chances: ClassVar[bool] = False
    Settings: ClassVar[type[ArchitectureSettings]] = LayerSettings
    """What an experiment may set: its names are those of the fields below."""

    hidden: tuple[int, ...] = ()
    biases: bool = False
    direct: bool | None = None
    """Connections from the inputs straight to the outputs (van Hus 2020, section 4)."""
    chances: bool = False
    """The chances of winning with each card among the inputs (van Hus 2020, section 4)."""
    features: tuple[Any, ...] = ()
    """Which features a scoring network sees; all if not given."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.features and not self.takes_features:
            raise BadInput(f"architecture {self.name!r} has no features to choose")
        if self.chances and not self.takes_chances:
            raise BadInput(f"architecture {self.name!r} takes no chances: it has them as features")
        if self.direct is None:
            object.__setattr__(self, "direct", self.usual_direct)
        if not self.hidden:
            object.__setattr__(self, "hidden", self.usual_hidden)
        if len(self.hidden) > MOST_HIDDEN_LAYERS:
            raise BadInput(f"hidden has {len(self.hidden)} layers; at most {MOST_HIDDEN_LAYERS}")
        if min(self.hidden) < 1 or max(self.hidden) > MOST_UNITS:
            raise BadInput(f"hidden layers have 1 to {MOST_UNITS} units, not {list(self.hidden)}")

    @property
    @abstractmethod
    def inputs(self) -> int:
        """How many input nodes there are."""

    @property
    @abstractmethod
    def outputs(self) -> int:
        """How many output nodes there are."""

    @property
    def usual_hidden(self) -> tuple[int, ...]:
        """The hidden layers if none are given: two by the thesis' rule."""
        size = hidden_size(self.inputs, self.outputs)
        return (size, size)

    @abstractmethod
    def encoder_record(self, record: Any) -> None:
        """Fill in the encoder's part of the record for the kernels."""

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Inputs, hidden units, outputs."""
        return (self.inputs, *self.hidden, self.outputs)

    @property
    def first_width(self) -> int:
        """The weights of an input: to the first layer, and straight to the outputs."""
        return self.hidden[0] + (self.outputs if self.direct else 0)

    @property
    def weight_count(self) -> int:
        """How many weights one network has, biases included."""
        pairs = zip(self.sizes, self.sizes[1:], strict=False)
        count = sum(into * out + (out if self.biases else 0) for into, out in pairs)
        return count + self.inputs * (self.first_width - self.hidden[0])

    @property
    def summary(self) -> str:
        """The shape in a word, such as 156-156-156-52."""
        extras = [
            *(["biases"] if self.biases else []),
            *(["direct connections"] if self.direct else []),
        ]
        return "-".join(map(str, self.sizes)) + (f" with {' and '.join(extras)}" if extras else "")

    def layers(self, weights: Weights) -> list[tuple[Weights, Weights | None]]:
        """Each layer's matrix, (inputs, units), and its biases, (units,) or None."""
        found: list[tuple[Weights, Weights | None]] = []
        at = 0
        for layer, (into, out) in enumerate(zip(self.sizes, self.sizes[1:], strict=False)):
            width = self.first_width if layer == 0 else out
            matrix = weights[at : at + into * width]
            last = layer == len(self.hidden)
            matrix = matrix.reshape(out, into).T if last else matrix.reshape(into, width)[:, :out]
            at += into * width
            bias = weights[at : at + out] if self.biases else None
            at += out if self.biases else 0
            found.append((matrix, bias))
        return found

    def direct_layer(self, weights: Weights) -> Weights | None:
        """The direct connections, (inputs, outputs), if there are any."""
        if not self.direct:
            return None
        first = weights[: self.inputs * self.first_width].reshape(self.inputs, self.first_width)
        return first[:, self.hidden[0] :]

    def record(self) -> Any:
        """Where each layer's weights lie, and the encoder's part."""
        record = super().record()
        record["kind"] = self.kind
        record["layers"] = len(self.hidden) + 1
        record["sizes"][: len(self.sizes)] = self.sizes
        record["first_width"] = self.first_width
        record["biases"][:] = -1
        record["trump_at"] = -1
        record["chances_at"] = -1
        at = 0
        for layer, (into, out) in enumerate(zip(self.sizes, self.sizes[1:], strict=False)):
            record["starts"][layer] = at
            at += into * (self.first_width if layer == 0 else out)
            if self.biases:
                record["biases"][layer] = at
                at += out
        self.encoder_record(record)
        return record

    def settings(self) -> dict[str, Any]:
        """What it takes to make this architecture again, for files."""
        return super().settings() | {
            "hidden": list(self.hidden),
            "biases": self.biases,
            "direct": self.direct,
            "chances": self.chances,
            "features": [],
            **{
                name: getattr(self, name)
                for name in self.Settings.model_fields
                if name not in LayeredArchitecture.__dataclass_fields__
                and name not in ("architecture", "features")
            },
        }


def is_sound(weights: Weights) -> bool:
    """Whether these are numbers, and none too large to be added up in float32."""
    flat = weights.reshape(-1)
    with np.errstate(over="ignore", invalid="ignore"):
        if float(np.dot(flat, flat)) <= LARGEST_WEIGHT:  # by far the fastest look at all of them
            return True
    return bool(np.isfinite(flat).all() and np.abs(flat).max() <= LARGEST_WEIGHT)


def check_sound(weights: Weights, which: str) -> None:
    """Raise `BadInput` unless they are; which: whose weights, such as "x.npz has weights"."""
    if is_sound(weights):
        return
    if not np.isfinite(weights).all():
        raise BadInput(f"{which} that are not numbers (NaN or infinite)")
    largest = float(np.abs(weights).max())
    raise BadInput(f"{which} up to {largest:.2g}, beyond the limit of {LARGEST_WEIGHT:g}")


@dataclass(frozen=True)
class Population:
    """Networks of one architecture; weights: (members, weights) float32."""

    architecture: Architecture
    weights: Weights


def hidden_size(inputs: int, outputs: int) -> int:
    """The thesis' rule of thumb (section 2.3): two thirds of the inputs plus the outputs.

    >>> hidden_size(156, 52), hidden_size(320, 13)
    (156, 226)

    The thesis prints 266 for the second, which its own formula does not give.
    """
    return 2 * inputs // 3 + outputs


def trump_nodes(trump: str | None) -> Inputs:
    """Four nodes, one on: the trump suit."""
    nodes = np.zeros(4, dtype=np.float32)
    if trump is not None:
        nodes[SUIT_NODES.index(trump)] = 1
    return nodes


def random_weights(count: int, members: int, generator: np.random.Generator) -> Weights:
    """A population of fresh networks: (members, count) float32, uniform in [-1, 1]."""
    return generator.uniform(-1, 1, (members, count)).astype(np.float32)


def forward(architecture: LayeredArchitecture, weights: Weights, inputs: Inputs) -> Inputs:
    """The outputs before their tanh, plainly: (outputs,) float32, added up in float64.

    tanh keeps the order of the outputs, but in float32 it saturates to exactly 1 and ties them; so
    cards are chosen before it.
    """
    signal = inputs.astype(np.float64)
    layers: Sequence[tuple[Weights, Weights | None]] = architecture.layers(weights)
    direct = architecture.direct_layer(weights)
    straight = 0.0 if direct is None else product(signal, direct)
    for layer, (matrix, bias) in enumerate(layers):
        signal = product(signal, matrix)
        if bias is not None:
            signal = signal + bias
        if layer < len(layers) - 1:
            signal = tanh(signal)
    return np.asarray(signal + straight, dtype=np.float32)
