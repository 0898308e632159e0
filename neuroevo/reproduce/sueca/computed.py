"""Values of the tables, for what the running text says of them: looked up, averaged, subtracted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from neuroevo.reproduce.cells import Cell, Reproduction
from neuroevo.reproduce.request import Request
from neuroevo.reproduce.sources import tables_of
from neuroevo.reproduce.verdicts import Reading


@dataclass(frozen=True)
class Value:
    """A value of ours. rivals: what other readings give, such as an honest Monte-Carlo player.
    more: words for `Reproduction.add`, such as `misprint`, `note` or `cut`."""

    value: float | str | None
    se: float = 0.0
    printed_se: float = 0.0
    rivals: dict[str, Reading] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def number(self) -> float:
        """The value, where it is one."""
        assert isinstance(self.value, float)
        return self.value

    def but(self, **more: Any) -> Value:
        """The same with words for `Reproduction.add`."""
        return Value(self.value, self.se, self.printed_se, self.rivals, {**self.more, **more})

    def plus(self, constant: float, sign: int = 1) -> Value:
        """The value, or its opposite, moved by a constant."""
        return Value(
            constant + sign * self.number,
            self.se,
            self.printed_se,
            {
                name: Reading(constant + sign * one.value, one.se)
                for name, one in self.rivals.items()
            },
            self.more,
        )


class Computed:
    """The tables of the thesis as reproduced, each made when it is first asked for."""

    def __init__(self, source: str, request: Request) -> None:
        self.source = source
        self.request = request
        self._tables: dict[str, Reproduction] = {}

    def table(self, name: str) -> Reproduction:
        """A table; what took long in it comes from the request's store."""
        if name not in self._tables:
            self._tables[name] = tables_of(self.source)[name].reproduce(self.request)
        return self._tables[name]

    def at(self, table: str, row: str, column: str) -> Value:
        """One value of a table; columns of the same name with more words to it are its rivals."""
        cells = [cell for cell in self.table(table).cells if cell.row == row]
        (ours,) = (cell for cell in cells if cell.column == column)
        return Value(
            float(ours.reproduced or 0),
            ours.se,
            ours.printed_se,
            {
                cell.column.removeprefix(f"{column}, "): _reading(cell)
                for cell in cells
                if cell.printed is None and cell.column.startswith(f"{column}, ")
            },
        )

    def column(self, table: str, column: str) -> dict[str, Value]:
        """A printed column of a table, by row."""
        rows = [c.row for c in self.table(table).cells if c.column == column and c.printed]
        return {row: self.at(table, row, column) for row in rows}


def _reading(cell: Cell) -> Reading:
    return Reading(float(cell.reproduced or 0), cell.se)


def weighted(weights: Sequence[float], values: Sequence[Value], same_decks: bool = False) -> Value:
    """A weighted sum. same_decks: the values' errors go together, so they are added up as they are,
    which is the most that they can make; else they are independent."""

    def error(errors: Sequence[float]) -> float:
        parts = [abs(weight) * one for weight, one in zip(weights, errors, strict=True)]
        return sum(parts) if same_decks else math.hypot(*parts)

    def total(numbers: Sequence[float]) -> float:
        return sum(weight * one for weight, one in zip(weights, numbers, strict=True))

    names = dict.fromkeys(name for value in values for name in value.rivals)
    rivals = {}
    for name in names:
        # Where a value has no such rival, all readings agree on it.
        others = [one.rivals.get(name, Reading(one.number, one.se)) for one in values]
        rivals[name] = Reading(
            total([one.value for one in others]), error([one.se for one in others])
        )
    return Value(
        total([one.number for one in values]),
        error([one.se for one in values]),
        error([one.printed_se for one in values]),
        rivals,
    )


def mean_of(values: Sequence[Value]) -> Value:
    """The mean of values on the same decks."""
    return weighted([1 / len(values)] * len(values), values, same_decks=True)


def difference(one: Value, other: Value) -> Value:
    """One less the other, from decks of their own."""
    return weighted([1, -1], [one, other])
