"""`card`: three inputs for each card of the deck, and one output (van Hus 2020, section 2.3).

A card's nodes say that it is in my hand, on the table, or was played before; all three are off
while it has yet to appear. For Spades that is 156-156-156-52. Where trumps change from deal to deal
four more inputs name them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from neuroevo.cards import Card
from neuroevo.games.view import View
from neuroevo.networks.architecture import Inputs, trump_nodes
from neuroevo.networks.whole_table import TableArchitecture, TableSettings

IN_HAND, ON_TABLE, PLAYED = range(3)


@dataclass(frozen=True)
class CardArchitecture(TableArchitecture):
    """See the module."""

    class Settings(TableSettings):
        """The table `network` of an experiment."""

        architecture: str = "card"

    name = "card"
    kind = 0

    @property
    def table_inputs(self) -> int:
        return 3 * self.outputs + 4 * self.trump_varies

    @property
    def outputs(self) -> int:
        return len(self._places)

    def encode_table(self, view: View) -> Inputs:
        nodes = np.zeros((self.outputs, 3), dtype=np.float32)
        for where, cards in (
            (IN_HAND, view.hand),
            (ON_TABLE, view.trick_cards),
            (PLAYED, view.seen),
        ):
            for card in cards:
                nodes[self._places[card], where] = 1
        trump = [trump_nodes(view.trump)] if self.trump_varies else []
        return np.concatenate([nodes.ravel(), *trump])

    def output_of(self, view: View, card: Card) -> int:  # noqa: ARG002
        return self._places[card]

    @cached_property
    def _places(self) -> dict[Card, int]:
        return {card: place for place, card in enumerate(self.sheet.deck(self.players))}

    def encoder_record(self, record: Any) -> None:
        super().encoder_record(record)
        for card, place in self._places.items():
            record["place_of_card"][card.number] = place
        if self.trump_varies:
            record["trump_at"] = 3 * self.outputs
