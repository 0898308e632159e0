"""Who wants to know when code is compiled, and not merely loaded from disk. Imports no numba."""

from __future__ import annotations

from typing import Protocol


class Watcher(Protocol):
    """Told of the outermost compilation, which takes all others with it."""

    def begins(self) -> None:
        """A compilation begins."""

    def ends(self) -> None:
        """It is done, or failed."""


WATCHERS: list[Watcher] = []
"""All of them are told, in this process."""
