"""`neuroevo games`: what there is to play, and who can play it."""

from __future__ import annotations

import click

from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Column, print_table
from neuroevo.games import GAMES
from neuroevo.games.sheet import TRUMP_SOURCES
from neuroevo.networks import load_champion
from neuroevo.players import ROSTER
from neuroevo.tournament.entrants import shipped_champions


@click.command()
def games() -> None:
    """List the games and the built-in players."""
    print_text("games", style="bold")
    rows = []
    for sheet in GAMES.values():
        most = max(sheet.players)
        rows.append(
            [
                sheet.name,
                ", ".join(map(str, sheet.players)) + (" in two teams" if sheet.partners else ""),
                str(len(sheet.deck(most))),
                str(sheet.cards_each(most)),
                TRUMP_SOURCES[sheet.trump].split(":")[0],
                sheet.source,
            ]
        )
    print_table(
        [
            Column("name", "key"),
            Column("players", "name"),
            Column("cards"),
            Column("tricks"),
            Column("trumps", "name"),
            Column("rules from", "prose"),
        ],
        rows,
    )
    print_text("\nplayers", style="bold")
    print_text("a setting is written as in mc-extra:shuffles=20:playouts=3")
    rows = []
    for entry in ROSTER.values():
        settings = "\n".join(
            f"{key}={one.default}  {one.about}"
            + (f" ({', '.join(one.choices)})" if one.choices else "")
            for key, one in entry.settings.items()
        )
        rows.append([entry.name, entry.summary, settings])
    for name, path in shipped_champions().items():
        champion = load_champion(path)
        about = f"An evolved network, {champion.architecture.summary}, for {champion.sheet.name}"
        rows.append([name, about, ""])
    print_table(
        [
            Column("name", "key"),
            Column("what it does", "prose"),
            Column("settings", "prose"),
        ],
        rows,
    )
