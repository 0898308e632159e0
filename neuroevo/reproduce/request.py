"""What a user asks of a reproduction: how much work, from which seed, with what memory."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from neuroevo.errors import BadInput
from neuroevo.files import replace_file

QUICK, FULL = "quick", "full"
BUDGETS = (QUICK, FULL)


@dataclass
class Store:
    """Results that took long, kept in one JSON file as soon as they are there.

    A stopped reproduction goes on where it was. Keys name everything that a result depends on.
    """

    path: Path | None = None
    found: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path) -> Store:
        """Read what is there already."""
        if not path.is_file():
            return cls(path)
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            raise BadInput(f"{path} is damaged: delete it to begin anew") from None
        return cls(path, found)

    def keep(self, key: str, work: Callable[[], Any]) -> Any:
        """The result with this key, computed now if it was not before; plain JSON values."""
        if key not in self.found:
            self.found[key] = work()
            if self.path is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                replace_file(self.path, json.dumps(self.found, indent=1))
        return self.found[key]


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
