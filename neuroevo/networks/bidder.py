"""A network that bids: it says how likely each number of tricks is, and bids what pays best.

van Hus 2020, section 2.2: "one can always make an AI afterwards - that predicts the number of
tricks made, using the player's hand as input - to do the bidding". It sees the dealt hand and the
place in the order of bidding, and trumps where they change. The bid is the one whose expected score
is highest by the game's own rule of scoring. Its layers are in `kernels/bidder_layers.py`; how it
bids at the kernels' tables, in `kernels/bidder.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroevo.arithmetic import product
from neuroevo.cards import SUITS
from neuroevo.errors import BadInput
from neuroevo.games import RuleSheet
from neuroevo.games.compiled import NO_TRUMP
from neuroevo.games.scoring import RoundTotals
from neuroevo.games.view import View
from neuroevo.networks.architecture import check_sound
from neuroevo.networks.kernels.bidder_layers import trick_chances

Floats = NDArray[Any]
"""float32."""
IntArray = NDArray[np.int64]

USUAL_UNITS = 32
MOST_BIDDER_UNITS = 256


class Layers(NamedTuple):
    """The weights: first (inputs, units), first_bias (units,), last (outcomes, units), last_bias
    (outcomes,). There is an outcome for each number of tricks, from none to all."""

    first: Floats
    first_bias: Floats
    last: Floats
    last_bias: Floats


def input_count(sheet: RuleSheet, players: int) -> int:
    """A node a card of the deck, a node a place, and four for trumps where they change.

    >>> from neuroevo.games import SPADES_WITH_BIDS
    >>> input_count(SPADES_WITH_BIDS, 4)
    56
    """
    return len(sheet.deck(players)) + players + (len(SUITS) if sheet.trump_varies else 0)


def encode_hands(
    sheet: RuleSheet, players: int, hands: IntArray, places: IntArray, trumps: IntArray
) -> NDArray[np.uint8]:
    """What the network sees of n hands: (n, inputs) uint8, a node that is on is 1.

    hands: (n, cards) card numbers. places: (n,), 0 leads. trumps: (n,), a suit by number, or
    NO_TRUMP.
    """
    deck = sheet.deck(players)
    node_of_card = np.zeros(52, dtype=np.int64)
    node_of_card[[card.number for card in deck]] = np.arange(len(deck))
    inputs = np.zeros((len(hands), input_count(sheet, players)), dtype=np.uint8)
    row = np.arange(len(hands))
    inputs[row[:, None], node_of_card[hands]] = 1
    inputs[row, len(deck) + places] = 1
    if sheet.trump_varies:
        given = trumps < NO_TRUMP
        inputs[row[given], len(deck) + players + trumps[given]] = 1
    return inputs


@lru_cache(maxsize=64)
def payoffs(sheet: RuleSheet, players: int) -> Floats:
    """What each bid brings with each number of tricks, by the sheet's scoring: (bids, tricks).

    Where tricks hurt, the sign is changed. Partners add up their bids; each is taken for himself.

    >>> from neuroevo.games import SPADES_WITH_BIDS
    >>> payoffs(SPADES_WITH_BIDS, 4)[3, 2:5].tolist()
    [-5.0, 25.0, -5.0]
    """
    outcomes = sheet.cards_each(players) + 1
    bids, tricks = (one.reshape(-1, 1) for one in np.indices((outcomes, outcomes)))
    totals = RoundTotals(tricks, np.zeros_like(tricks), outcomes - 1, bids)
    scores = sheet.scoring.scores(totals).reshape(outcomes, outcomes)
    return np.asarray(-scores if sheet.fewest_wins else scores, dtype=np.float32)


def best_bids(worth: Floats, chances: Floats) -> IntArray:
    """The bids with the highest expected score, of equals the lowest: (n,).

    worth: (bids, tricks), see `payoffs`. chances: (n, tricks).
    """
    return np.asarray(np.argmax(product(chances, worth.T), axis=1))


@dataclass(frozen=True, eq=False)
class Bidder:
    """A bidding network for one game and number of players. about: where it comes from."""

    sheet: RuleSheet
    players: int
    layers: Layers
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def units(self) -> int:
        """How many hidden units there are."""
        return len(self.layers.first_bias)

    @property
    def summary(self) -> str:
        """The shape in a word, such as 56-32-14."""
        return "-".join(map(str, (*self.layers.first.shape, len(self.layers.last_bias))))

    def chances(self, inputs: NDArray[np.uint8]) -> Floats:
        """The chance of each number of tricks with each hand: (n, outcomes) float32."""
        return trick_chances(*self.layers, inputs)

    def see(self, view: View) -> NDArray[np.uint8]:
        """What it sees of a seat's view before the play: (1, inputs)."""
        return encode_hands(
            self.sheet,
            self.players,
            np.array([[card.number for card in view.hand]]),
            np.array([(view.seat - view.dealer - 1) % view.players]),
            np.array([NO_TRUMP if view.trump is None else SUITS.index(view.trump)]),
        )

    def bid(self, view: View) -> int:
        """The bid that pays best by the scoring of the game that is played."""
        worth = payoffs(view.sheet, view.players)
        return int(best_bids(worth, self.chances(self.see(view)))[0])


def check_layers(layers: Layers, sheet: RuleSheet, players: int, where: str) -> None:
    """Raise `BadInput` unless these are finite weights of a bidder for that game."""
    inputs, outcomes = input_count(sheet, players), sheet.cards_each(players) + 1
    units = layers.first_bias.size
    shapes = ((inputs, units), (units,), (outcomes, units), (outcomes,))
    if [one.shape for one in layers] != list(shapes) or not 1 <= units <= MOST_BIDDER_UNITS:
        raise BadInput(
            f"{where} has a bidder that does not fit {sheet.name} with {players} players: that has "
            f"{inputs} inputs, 1 to {MOST_BIDDER_UNITS} hidden units and {outcomes} outputs"
        )
    for one in layers:
        check_sound(one, f"{where} has a bidder with weights")
