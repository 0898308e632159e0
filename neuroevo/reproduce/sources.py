"""What can be reproduced: a module a source, a function a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from neuroevo.errors import BadInput, choose_from
from neuroevo.limits import MOST_DEALS, check_range, check_seed, count_workers
from neuroevo.reproduce.cells import Reproduction
from neuroevo.reproduce.request import BUDGETS, Request

Reproduce = Callable[[Request], Reproduction]

SOURCES = {
    "spades": "van Hus 2020: neural networks for Spades",
    "sueca": "Lopes Carreiro 2016: strategies for Sueca",
    "euchre": "Wright 2001: shuffling and playing out a deal of Euchre",
    "clubs": "Rules for Clubs v1.1, 2015: the example round",
    "poker": "Case study 24: Poker Simulation",
}
"""Each has a module of its name here, with TABLES: by name, what it is and how to reproduce it."""


@dataclass(frozen=True)
class Entry:
    """A table that can be reproduced. about: one line for the list."""

    name: str
    about: str
    reproduce: Reproduce


def tables_of(source: str) -> dict[str, Entry]:
    """The tables of a source, in the document's order."""
    if source not in SOURCES:
        raise BadInput(f"there is no source {source!r}{choose_from(source, SOURCES)}")
    tables: dict[str, Entry] = import_module(f"neuroevo.reproduce.{source}").TABLES
    return tables


def reproduce(
    source: str, table: str | None = None, request: Request | None = None
) -> list[Reproduction]:
    """Reproduce one table of a source, or all."""
    asked = request or Request()
    if asked.budget not in BUDGETS:
        raise BadInput(f"budget must be one of {', '.join(BUDGETS)}, not {asked.budget!r}")
    check_seed(asked.seed)
    if asked.games is not None:
        check_range("games", asked.games, 2, MOST_DEALS)
    count_workers(asked.workers)
    tables = tables_of(source)
    if table is not None and table not in tables:
        raise BadInput(f"{source} has no table {table!r}{choose_from(table, tables)}")
    chosen = [tables[table]] if table is not None else list(tables.values())
    return [entry.reproduce(asked) for entry in chosen]


def listing(*entries: tuple[str, str, Reproduce]) -> dict[str, Entry]:
    """TABLES from (name, about, function)."""
    return {name: Entry(name, about, function) for name, about, function in entries}
