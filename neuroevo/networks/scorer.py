"""`scorer`: one small network for all cards, which are told apart by what is known about them.

Each legal card is described by features (`features.py`), goes through the same hidden layer, and
gets one score; the highest is played. Direct connections from the features to the score are on
unless they are turned off. With all features and 16 hidden units there are 628 weights, whatever
the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from neuroevo.cards import Card
from neuroevo.errors import BadInput
from neuroevo.games.view import View
from neuroevo.networks.architecture import (
    Inputs,
    LayeredArchitecture,
    LayerSettings,
    Weights,
    forward,
)
from neuroevo.networks.features import Feature, choose_features, describe_card, describe_decision
from neuroevo.networks.packing import pack
from neuroevo.networks.situation import in_play, situation_of
from neuroevo.players.kinds import BY_ADDRESS

USUAL_HIDDEN = (16,)
MOST_SCORER_UNITS = 256


@dataclass(frozen=True)
class ScorerArchitecture(LayeredArchitecture):
    """See the module."""

    class Settings(LayerSettings):
        """The table `network` of an experiment; it has direct connections unless told not to."""

        architecture: str = "scorer"
        features: tuple[str, ...] = Field(default=(), strict=False)
        """What it sees, by name or group, or with a - what it does not; all if not given."""

    name = "scorer"
    kind = 2
    player_kind: ClassVar[int] = BY_ADDRESS
    usual_direct: ClassVar[bool] = True
    takes_features: ClassVar[bool] = True

    features: tuple[Feature, ...] = ()
    """What it sees; names and groups of features will do, and none means all."""

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "features", choose_features(self.features))
        if max(self.hidden) > MOST_SCORER_UNITS:
            raise BadInput(
                f"a scorer's hidden layers have 1 to {MOST_SCORER_UNITS} units, "
                f"not {list(self.hidden)}"
            )

    @property
    def usual_hidden(self) -> tuple[int, ...]:
        return USUAL_HIDDEN

    @property
    def inputs(self) -> int:
        return len(self.features)

    @property
    def outputs(self) -> int:
        return 1

    def scores(self, weights: Weights, view: View, cards: Sequence[Card]) -> Inputs:
        # One card at a time: a product of matrices rounds equal rows differently.
        now = situation_of(view)
        shared = describe_decision(now, self.features)
        described = (
            np.array(shared + describe_card(now, in_play(now, card), self.features), np.float32)
            for card in cards
        )
        return np.concatenate([forward(self, weights, one) for one in described])

    def encoder_record(self, record: Any) -> None:
        """Kernels find its features in its compiled function."""

    def settings(self) -> dict[str, Any]:
        # By name, so that a champion's file still fits when the list has grown.
        found = super().settings() | {"features": [one.name for one in self.features]}
        code = {one.name: one.digest for one in self.features if one.digest}
        return found | ({"code": code} if code else {})

    def for_kernels(self, weights: Weights) -> Weights:
        return pack(self, weights)

    def choose_address(self) -> int:
        from neuroevo.networks.kernels.scorer import scorer_address

        return scorer_address(self.features)
