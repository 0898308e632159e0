"""What the documents print, read from `data/`, one file a source.

Cells are kept as they are printed, as text, because the last printed digit says how exact a value
claims to be. Nothing here is ever used as a result.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any

from neuroevo.errors import BadInput
from neuroevo.files import data_folders


@dataclass(frozen=True)
class PrintedTable:
    """A table of a document. rows: by heading, a cell a column, as printed."""

    name: str
    title: str
    section: str
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]

    def cell(self, row: str, column: str) -> str:
        """One printed cell."""
        return self.rows[row][self.columns.index(column)]


@dataclass(frozen=True)
class PrintedFigure:
    """A value in the running text. text: what it is said to be."""

    name: str
    section: str
    text: str
    value: str


@dataclass(frozen=True)
class PrintedSource:
    """A document. author, year: None where it names none. more: whatever else its file holds, such
    as a deal that it prints."""

    title: str
    author: str | None
    year: int | None
    tables: dict[str, PrintedTable]
    more: dict[str, Any]

    @property
    def citation(self) -> str:
        """The document in one line: what it says of author, title and year."""
        return ", ".join(str(one) for one in (self.author, self.title, self.year) if one)

    @property
    def figures(self) -> dict[str, PrintedFigure]:
        """The values of the running text, by name."""
        return {
            one["name"]: PrintedFigure(one["name"], one["section"], one["text"], str(one["value"]))
            for one in self.more.get("figure", [])
        }

    @property
    def cell_count(self) -> int:
        """How many numbers the document prints: as many chances to differ by chance."""
        rows = [row for table in self.tables.values() for row in table.rows.values()]
        numbers = [printed_number(cell) for row in rows for cell in row]
        return sum(number is not None for number in numbers) + len(self.figures)


@cache
def load_printed(source: str) -> PrintedSource:
    """Read data/SOURCE.toml."""
    for folder in data_folders():
        path = folder / f"{source}.toml"
        if path.is_file():
            return parse_printed(path.read_text(encoding="utf-8"), str(path))
    raise BadInput(f"the printed values of {source} are missing: there is no data/{source}.toml")


def parse_printed(text: str, where: str) -> PrintedSource:
    """Check and read the text of such a file."""
    found = tomllib.loads(text)
    about = found.pop("source")
    tables = {}
    for entry in found.pop("table", []):
        columns = tuple(entry["columns"])
        rows = {row: tuple(cells) for row, cells in entry["rows"].items()}
        for row, cells in rows.items():
            if len(cells) != len(columns):
                raise BadInput(
                    f"{where}: table {entry['name']}, row {row!r} has {len(cells)} cells for "
                    f"{len(columns)} columns"
                )
        tables[entry["name"]] = PrintedTable(
            entry["name"], entry["title"], entry["section"], columns, rows
        )
    return PrintedSource(about["title"], about.get("author"), about.get("year"), tables, found)


def printed_number(text: str) -> float | None:
    """The number that a cell shows, or None.

    >>> printed_number("8.6300e-4"), printed_number("-")
    (0.000863, None)
    """
    try:
        return float(Decimal(text.replace(",", "")))
    except InvalidOperation:
        return None


def half_last_digit(text: str) -> float:
    """Half a unit of the last printed digit: how far rounding alone may take a value.

    >>> half_last_digit("3.90"), half_last_digit("13487"), half_last_digit("8.63e-4")
    (0.005, 0.5, 5e-07)
    """
    exponent = Decimal(text.replace(",", "")).as_tuple().exponent
    assert isinstance(exponent, int)
    return float(Decimal(5).scaleb(exponent - 1))
