"""What a user asks of a reproduction: how much work, from which seed, with what memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from neuroevo.store import Store

QUICK, FULL = "quick", "full"
BUDGETS = (QUICK, FULL)


@dataclass
class Request:
    """games: deals or games a value, instead of the budget's own number. say: told what is being
    done, and how far it is (0 to 1)."""

    budget: str = QUICK
    seed: int = 0
    workers: int | None = None
    games: int | None = None
    store: Store = field(default_factory=Store)
    say: Callable[[str, float], None] = lambda _what, _share: None

    @property
    def full(self) -> bool:
        """Whether to take the time that small errors need."""
        return self.budget == FULL

    def number(self, quick: int, full: int) -> int:
        """The games to play: what was asked for, or what the budget allows."""
        if self.games is not None:
            return self.games
        return full if self.full else quick
