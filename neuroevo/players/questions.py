"""Many views at once, for a player who answers all of them in one go with `choose_many`.

A network on a graphics card, say, wants arrays. Each is made when it is asked for; and each view is
there too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import SUITS, Card
from neuroevo.games.compiled import NO_TRUMP
from neuroevo.games.view import View

Cards = NDArray[np.int8]
"""Card numbers, -1 past the last: (questions, most) int8."""


class Questions(Sequence[View]):
    """Views that wait for an answer; in arrays a card is its number (`Card.number`)."""

    def __init__(self, views: Sequence[View]) -> None:
        self._views = views

    def __len__(self) -> int:
        return len(self._views)

    def __getitem__(self, index: Any) -> Any:
        return self._views[index]

    @cached_property
    def legal(self) -> Cards:
        """The cards that may be played, in the order of the hand: (n, cards) int8."""
        return self._rows([view.legal for view in self], self._size)

    @cached_property
    def hand(self) -> Cards:
        """The cards held, in the order in which they were dealt: (n, cards) int8."""
        return self._rows([view.hand for view in self], self._size)

    @cached_property
    def trick(self) -> Cards:
        """The cards that lie in the trick, the leader's first: (n, 4) int8."""
        return self._rows([view.trick_cards for view in self], 4)

    @cached_property
    def played(self) -> Cards:
        """The cards of earlier tricks in the order of play: (n, 52) int8."""
        laid = [[card for trick in view.tricks for card in trick.cards] for view in self]
        return self._rows(laid, 52)

    @cached_property
    def trump(self) -> NDArray[np.int8]:
        """The suit of trumps by its number (clubs 0 to spades 3), 4 for none: (n,) int8."""
        found = [NO_TRUMP if one.trump is None else SUITS.index(one.trump) for one in self]
        return np.array(found, dtype=np.int8)

    @cached_property
    def seat(self) -> NDArray[np.int8]:
        """Whose turn it is: (n,) int8."""
        return np.array([view.seat for view in self], dtype=np.int8)

    @property
    def _size(self) -> int:
        return self[0].sheet.cards_each(self[0].players) if len(self) else 0

    def _rows(self, cards: Sequence[Sequence[Card]], most: int) -> Cards:
        found = np.full((len(cards), most), -1, dtype=np.int8)
        for row, some in enumerate(cards):
            found[row, : len(some)] = [card.number for card in some]
        return found


def answers_of(found: Any, questions: Questions) -> list[Any]:
    """What `choose_many` returned, one answer a question: cards or card numbers."""
    answers = found.tolist() if isinstance(found, np.ndarray) else found
    if not isinstance(answers, Iterable):
        raise ValueError(f"choose_many answered {found!r}, not one card for each question")
    answers = list(answers)
    if len(answers) != len(questions):
        raise ValueError(
            f"choose_many answered {len(answers)} times to {len(questions)} questions: it returns "
            "a card, or its number, for each"
        )
    return answers
