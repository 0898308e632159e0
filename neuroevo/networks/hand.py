"""`hand`: the dealt hand slot by slot, the trick, and every earlier card in the order of play.

van Hus 2020, section 2.3: a card is five nodes, its rank (one for the lowest) and one of four
suits; a card that has left its slot, or is yet to come, is five zeros. Thirteen slots of the hand,
three of the trick and 48 of earlier tricks make 320 inputs for Spades, and each slot of the hand
has an output. Where trumps change from deal to deal four more inputs name them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from neuroevo.cards import ALL_CARDS, Card
from neuroevo.games.view import View
from neuroevo.networks.architecture import SUIT_NODES, Inputs, trump_nodes
from neuroevo.networks.whole_table import TableArchitecture, TableSettings

NODES = 5
"""A card's nodes: its rank and four suits."""


@dataclass(frozen=True)
class HandArchitecture(TableArchitecture):
    """See the module."""

    class Settings(TableSettings):
        """The table `network` of an experiment."""

        architecture: str = "hand"

    name = "hand"
    kind = 1

    @property
    def outputs(self) -> int:
        return self.sheet.cards_each(self.players)

    @property
    def table_slots(self) -> int:
        """Others' cards in the trick before one's own."""
        return self.players - 1

    @property
    def played_slots(self) -> int:
        """Cards of earlier tricks; those of the last never get there."""
        return self.players * (self.outputs - 1)

    @property
    def table_inputs(self) -> int:
        slots = self.outputs + self.table_slots + self.played_slots
        return NODES * slots + 4 * self.trump_varies

    def encode_table(self, view: View) -> Inputs:
        hand = [card if card in view.hand else None for card in view.dealt]
        played = [card for trick in view.tricks for card in trick.cards]
        parts = [
            self._nodes(hand, self.outputs),
            self._nodes(view.trick_cards, self.table_slots),
            self._nodes(played, self.played_slots),
        ]
        if self.trump_varies:
            parts.append(trump_nodes(view.trump))
        return np.concatenate(parts)

    def _nodes(self, cards: Sequence[Card | None], slots: int) -> Inputs:
        nodes = np.zeros((slots, NODES), dtype=np.float32)
        for slot, card in enumerate(cards):
            if card is not None:
                nodes[slot, 0] = self.rank_value(card)
                nodes[slot, 1 + SUIT_NODES.index(card.suit)] = 1
        return nodes.ravel()

    def rank_value(self, card: Card) -> int:
        """One for the game's lowest rank."""
        return 1 + self.sheet.ranks.index(card.rank)

    def output_of(self, view: View, card: Card) -> int:
        return view.dealt.index(card)

    def encoder_record(self, record: Any) -> None:
        super().encoder_record(record)
        record["table_at"] = NODES * self.outputs
        record["played_at"] = record["table_at"] + NODES * self.table_slots
        for card in ALL_CARDS:
            if card.rank in self.sheet.ranks:
                record["rank_of_card"][card.number] = self.rank_value(card)
            record["suit_of_card"][card.number] = SUIT_NODES.index(card.suit)
        if self.trump_varies:
            record["trump_at"] = self.table_inputs - 4
