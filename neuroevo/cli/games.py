"""`neuroevo games`: what there is to play, and who can play it."""

from __future__ import annotations

import click
from rich.console import Console
from rich.table import Table

from neuroevo.games import GAMES
from neuroevo.games.sheet import TRUMP_SOURCES
from neuroevo.players import ROSTER


@click.command()
def games() -> None:
    """List the games and the built-in players."""
    console = Console()
    table = Table(title="games", title_justify="left")
    for heading in ("name", "players", "cards", "tricks", "trumps", "rules from"):
        table.add_column(heading)
    for sheet in GAMES.values():
        most = max(sheet.players)
        table.add_row(
            sheet.name,
            ", ".join(map(str, sheet.players)) + (" in two teams" if sheet.partners else ""),
            str(len(sheet.deck(most))),
            str(sheet.cards_each(most)),
            TRUMP_SOURCES[sheet.trump].split(":")[0],
            sheet.source,
        )
    console.print(table)
    table = Table(title="players", title_justify="left")
    table.add_column("name")
    table.add_column("what it does")
    for entry in ROSTER.values():
        table.add_row(entry.name, entry.summary)
    console.print(table)
