"""Where commands print their tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PAGE = 160
"""Columns where there is no screen to fit: a file or a pipe."""


WIDEST = 10_000
"""A large table is wider than any screen, which may break its lines but must hide no number."""


def screen() -> Console:
    """The console: as wide as the screen, or wide enough for a table that goes to a file."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else PAGE)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], names: int = 1) -> None:
    """Names on the left, in the column of that number, and numbers on the right."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="underline")
    for number, name in enumerate(columns):
        table.add_column(name, justify="left" if number == names else "right", no_wrap=True)
    for row in rows:
        table.add_row(*map(escape, row))
    console = screen()
    console.width = WIDEST
    console.print(table)
