"""`neuroevo reproduce`."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from neuroevo.cli.options import json_option, seed_option, workers_option
from neuroevo.cli.screen import print_command, print_text
from neuroevo.cli.stages import stages
from neuroevo.cli.tables import Column, print_table

if TYPE_CHECKING:
    from neuroevo.reproduce import Reproduction


@click.command()
@click.argument("source", required=False)
@click.option("--table", help="One table; all by default.")
@click.option(
    "--budget",
    type=click.Choice(["quick", "full"]),
    default="quick",
    show_default=True,
    help="quick: a minute or two. full: small errors, several seeds; takes its time, and goes on "
    "where it was if it is stopped and called again.",
)
@click.option("--games", type=int, help="Games (or deals) a value, instead of the budget's number.")
@seed_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where CSV, Markdown and pictures go; reproduced/SOURCE by default.",
)
@workers_option
@json_option
def reproduce(
    source: str | None,
    table: str | None,
    budget: str,
    games: int | None,
    seed: int,
    out: Path | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Print published tables beside our own: printed, reproduced, standard error, verdict.

    Without SOURCE, list what can be reproduced.

    \b
    neuroevo reproduce spades --table 4
    """
    from neuroevo.reproduce import RULE, Request, Store, tables_of
    from neuroevo.reproduce import reproduce as run
    from neuroevo.reproduce.output import summary, write_files, write_index

    if source is None:
        list_sources(as_json)
        return
    folder = out if out is not None else Path("reproduced") / source
    command = " ".join(
        ["neuroevo reproduce", source, f"--budget {budget}", f"--seed {seed}"]
        + ([f"--games {games}"] if games is not None else [])
    )
    again = f"{command} --table {table}" if table is not None else command
    names = [table] if table is not None else list(tables_of(source))
    found: list[Reproduction] = []
    with stages() as say:

        def part_of(number: int, what: str, share: float) -> None:
            say(what, (number + share) / len(names))

        store = Store.open(folder / "parts.json")
        for number, name in enumerate(names):
            request = Request(budget, seed, workers, games, store, partial(part_of, number))
            (one,) = run(source, name, request)
            write_files(one, folder, f"{command} --table {name}")
            found.append(one)
            if not as_json:
                print_reproduction(one)
    if table is None:
        write_index(found, folder, command)
    if as_json:
        click.echo(json.dumps([cell.as_dict() for one in found for cell in one.cells]))
        return
    print_text(f"{summary(found)}.\nVerdicts: {RULE}")
    print_text(f"written to {folder}")
    print_command("again:", again)


COLOURS = {
    "differs": "red",
    "refuted": "red",
    "misprint": "yellow",
    "not told apart": "yellow",
    "can't be tested": "yellow",
    "luck": "magenta",
    "reproduced": "green",
}


def print_reproduction(found: Reproduction) -> None:
    """One table for people. A cell's error is that of both sides together; the files have each."""
    from neuroevo.reproduce.output import (
        could_see_text,
        format_value,
        heading,
        note_text,
        remarks_of,
    )

    print_text(f"\n{heading(found)}", style="bold")
    print_table(
        [
            Column("", "title"),
            Column("printed"),
            Column("ours"),
            Column("error"),
            Column("could see"),
            Column("verdict", "name"),
            Column("", "prose"),
        ],
        [
            [
                cell.row if cell.column == "value" else f"{cell.row}: {cell.column}",
                cell.printed or "",
                format_value(cell.reproduced, cell.printed, cell.se),
                f"{cell.error:.2g}" if cell.error else "exact",
                could_see_text(cell),
                Text(cell.verdict, COLOURS.get(cell.verdict, "")),
                note_text(cell),
            ]
            for cell in found.cells
        ],
    )
    for remark in remarks_of(found):
        print_text(f"· {remark}", hanging=2)


def list_sources(as_json: bool) -> None:
    """What there is."""
    from neuroevo.reproduce import SOURCES, tables_of

    if as_json:
        found = {
            name: {one.name: one.about for one in tables_of(name).values()} for name in SOURCES
        }
        click.echo(json.dumps(found))
        return
    for source, about in SOURCES.items():
        print_text(f"{source}: {about}", hanging=2)
        print_table(
            [Column("table", "key"), Column("what it shows", "prose")],
            [[entry.name, entry.about] for entry in tables_of(source).values()],
        )
