"""Where commands print their tables."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PAGE = 160
"""Columns where there is no screen to fit: a file or a pipe."""


def screen() -> Console:
    """The console: as wide as the screen, or wide enough for a table that goes to a file."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else PAGE)
