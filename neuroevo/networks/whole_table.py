"""Networks that see the whole table at once and have an output for each card: `card` and `hand`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from neuroevo.cards import Card
from neuroevo.games.view import View
from neuroevo.networks.architecture import (
    Inputs,
    LayeredArchitecture,
    LayerSettings,
    Weights,
    forward,
)
from neuroevo.networks.situation import in_play, situation_of


class TableSettings(LayerSettings):
    """Of `card` and `hand`."""

    chances: bool = False
    """The chance of winning with each card among the inputs."""


@dataclass(frozen=True)
class TableArchitecture(LayeredArchitecture):
    """An architecture that sees the whole table at once and has an output for each card."""

    takes_chances: ClassVar[bool] = True

    @property
    def inputs(self) -> int:
        return self.table_inputs + (self.outputs if self.chances else 0)

    @property
    @abstractmethod
    def table_inputs(self) -> int:
        """How many nodes show the table; where chances are seen, a node for each output follows."""

    @abstractmethod
    def encode_table(self, view: View) -> Inputs:
        """What the network sees in this view, plainly, but for chances."""

    @abstractmethod
    def output_of(self, view: View, card: Card) -> int:
        """Which output stands for a card of the hand."""

    def encode(self, view: View) -> Inputs:
        """All inputs: (inputs,) float32. Only legal cards have a chance of winning."""
        table = self.encode_table(view)
        if not self.chances:
            return table
        chances = np.zeros(self.outputs, dtype=np.float32)
        now = situation_of(view)
        for card in view.legal:
            chances[self.output_of(view, card)] = now.chance(in_play(now, card))
        return np.concatenate([table, chances])

    def scores(self, weights: Weights, view: View, cards: Sequence[Card]) -> Inputs:
        outputs = forward(self, weights, self.encode(view))
        return outputs[[self.output_of(view, card) for card in cards]]

    def encoder_record(self, record: Any) -> None:
        if self.chances:
            record["chances_at"] = self.table_inputs
