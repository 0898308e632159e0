"""`neuroevo games`: what there is to play, and who can play it."""

from __future__ import annotations

import click
from rich.console import Console
from rich.table import Table

from neuroevo.games import GAMES
from neuroevo.games.sheet import TRUMP_SOURCES
from neuroevo.networks import load_champion
from neuroevo.players import ROSTER
from neuroevo.tournament.entrants import shipped_champions


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
    table.add_column("settings, as in name:key=value:key=value")
    for entry in ROSTER.values():
        settings = "\n".join(
            f"{key}={one.default}  {one.about}"
            + (f" ({', '.join(one.choices)})" if one.choices else "")
            for key, one in entry.settings.items()
        )
        table.add_row(entry.name, entry.summary, settings)
    for name, path in shipped_champions().items():
        champion = load_champion(path)
        about = f"An evolved network, {champion.architecture.summary}, for {champion.sheet.name}"
        table.add_row(name, about, "")
    console.print(table)
