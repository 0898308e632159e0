"""`neuroevo games`: what there is to play, and who can play it."""

from __future__ import annotations

import click

from neuroevo.cli.screen import print_text
from neuroevo.cli.tables import Column, print_table
from neuroevo.errors import BadInput
from neuroevo.files import read_text
from neuroevo.games import GAMES, find_game, sheet_as_toml
from neuroevo.games.sheet import TRUMP_SOURCES
from neuroevo.networks import load_champion
from neuroevo.players import ROSTER
from neuroevo.tournament.entrants import shipped_champions


@click.command()
@click.argument("game", required=False)
def games(game: str | None) -> None:
    """List the games and the built-in players; or print GAME as a file.

    A game is a TOML file, named wherever a game is. To write one, begin with one that is like it:

    \b
    neuroevo games sueca > mine.toml
    neuroevo simulate mine.toml --players greedy,random,greedy,random
    """
    if game is not None:
        click.echo(file_text(game), nl=False)
        return
    print_games()
    print_players()


def file_text(game: str) -> str:
    """A game as a TOML file: its own, comments included, if it has one."""
    sheet = find_game(game)
    if game.strip().lower() in GAMES.files:
        return read_text(GAMES.files[sheet.name])
    return sheet_as_toml(sheet)


def print_games() -> None:
    """One row per game, and below them where they come from."""
    print_text("games", style="bold")
    rows = []
    origins: dict[str, list[str]] = {}
    for name in GAMES:
        origins.setdefault(GAMES.origin(name), []).append(name)
        try:
            sheet = GAMES[name]
        except BadInput as error:
            rows.append([name, "", "", "", "", str(error)])
            continue
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
    for origin, names in origins.items():
        print_text(f"from {origin}: {', '.join(names)}", hanging=4)
    print_text("neuroevo games NAME prints one as a file; your own TOML file is named like a game")


def print_players() -> None:
    """A row a player, champions that come with the toolkit last."""
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
