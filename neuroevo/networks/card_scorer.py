"""An architecture of one's own: a class with a number of weights and a function that scores a card.

```python
# my_nets.py
from neuroevo.networks import CardScorer


class Linear(CardScorer):
    \"\"\"A weighted sum of three numbers.\"\"\"

    weight_count = 3

    @staticmethod
    def score(now, card, weights):
        return weights[0] * now.chance(card) + weights[1] * card.strength + weights[2] * now.to_come
```

`network.architecture = "my_nets.py:Linear"` evolves it: the same text is compiled for the kernels
and runs plain at the referee's table.
"""

from __future__ import annotations

import hashlib
import inspect
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from neuroevo.cards import Card
from neuroevo.errors import BadInput
from neuroevo.extensions import Own
from neuroevo.games.view import View
from neuroevo.games.words import CardInPlay
from neuroevo.limits import MOST_WEIGHTS
from neuroevo.networks.architecture import Architecture, ArchitectureSettings, Inputs, Weights
from neuroevo.networks.situation import Situation, in_play, situation_of
from neuroevo.players.kinds import BY_ADDRESS
from neuroevo.written_errors import check_parameters, check_returns, check_words


@dataclass(frozen=True)
class CardScorer(Architecture):
    """Plays the legal card with the highest score; of equals the first in playing order.

    A subclass says how many weights it has, `weight_count`, a number or a property that may use
    `self.sheet` and `self.players`; and what a card is worth to it, `score`.
    """

    name: ClassVar[str] = "card-scorer"
    player_kind: ClassVar[int] = BY_ADDRESS
    Settings: ClassVar[type[ArchitectureSettings]] = ArchitectureSettings

    named: str = ""
    """The name by which it was asked for, for files."""
    own: Own | None = field(default=None, repr=False)
    """The user's file that it is from."""
    options: Any = None
    """What an experiment set: an object of the class' own `Settings`, such as `self.options.units`;
    how many weights there are may depend on it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.named:
            object.__setattr__(self, "named", type(self).__name__)
        if self.options is None:
            object.__setattr__(self, "options", self.Settings())
        count: Any = self.weight_count
        if isinstance(count, bool) or not isinstance(count, int):
            raise BadInput(
                f"{self.named}: weight_count is a whole number, or a property that returns one, "
                f"not {count!r}"
            )
        if not 1 <= count <= MOST_WEIGHTS:
            raise BadInput(f"{self.named}: weight_count is from 1 to {MOST_WEIGHTS:,}, not {count}")
        if not isinstance(inspect.getattr_static(self, "score"), staticmethod):
            raise BadInput(f"{self.named}: write @staticmethod before score(now, card, weights)")
        check_parameters(self.score, "(now, card, weights)", what="method")
        check_words(self.score)
        check_returns(self.score)

    @staticmethod
    @abstractmethod
    def score(now: Situation, card: CardInPlay, weights: Weights) -> float:
        """A number for a legal card, compiled and plain; weights: (weight_count,) float32."""

    @property
    def digest(self) -> str:
        """Of the code: of the user's file, or of the module that the class is from."""
        if self.own is not None:
            return self.own.digest
        try:
            text = inspect.getsource(inspect.getmodule(type(self)) or type(self))
        except (OSError, TypeError):  # typed in, not written to a file
            text = repr(self.score.__code__.co_code) + repr(self.score.__code__.co_consts)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def summary(self) -> str:
        """Its name and how many weights it has."""
        return f"{self.named} with {self.weight_count} weights"

    def scores(self, weights: Weights, view: View, cards: Sequence[Card]) -> Inputs:
        """What `score` says of each of these cards, plainly: (cards,) float32."""
        now = situation_of(view)
        return np.array(
            [self.score(now, in_play(now, card), weights) for card in cards], np.float32
        )

    def choose_address(self) -> int:
        """Where its compiled function lies; `BadInput` names the line that can't be compiled."""
        from neuroevo.networks.kernels.scorer import own_address

        return own_address(self.score, self.digest)

    def settings(self) -> dict[str, Any]:
        """Its name and table, what was set, and which code it was."""
        chosen: dict[str, Any] = self.options.model_dump(mode="json", exclude={"architecture"})
        return (
            super().settings()
            | chosen
            | {"architecture": self.named, "code": {self.named: self.digest}}
        )
