"""Cells of a published table: printed, reproduced, and the verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from matplotlib.figure import Figure

from neuroevo.reproduce.printed import PrintedTable, load_printed, printed_number
from neuroevo.reproduce.verdicts import (
    DIFFERS,
    NOT_TOLD,
    REPRODUCED,
    USUAL,
    Doubt,
    Reading,
    Tally,
    judge,
)


@dataclass(frozen=True)
class Cell:
    """One value. printed: as text, None where the document has none. reproduced: a number, or text
    where the document prints text; None if it can't be computed. se: its standard error, 0 for an
    exact value; printed_se: that of the printed value. could_see: the difference that would have
    been noticed, None where any would. z: standard errors between the two, None where neither has
    an error. assumes: what is not in the document and was taken for granted."""

    source: str
    document: str
    section: str
    table: str
    row: str
    column: str
    printed: str | None
    reproduced: float | str | None
    se: float
    printed_se: float
    could_see: float | None
    z: float | None
    verdict: str
    note: str = ""
    assumes: str = ""

    @property
    def error(self) -> float:
        """The standard error of the difference between printed and reproduced."""
        return math.hypot(self.se, self.printed_se)

    def as_dict(self) -> dict[str, Any]:
        """The object that `neuroevo reproduce --json` prints."""
        found = dict(vars(self))
        number = printed_number(self.printed) if self.printed is not None else None
        if number is not None:
            found["printed"] = number
        return found


@dataclass
class Reproduction:
    """A table as reproduced. section: where it stands in the document, read from the printed tables
    if not given. remarks: what a reader should know; pictures: by file name."""

    source: str
    table: str
    title: str = ""
    section: str = ""
    cells: list[Cell] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    pictures: dict[str, Figure] = field(default_factory=dict)

    def __post_init__(self) -> None:
        printed = load_printed(self.source)
        table = printed.tables.get(self.table)
        if table is not None:
            self.title = self.title or table.title
            self.section = self.section or table.section
        self.document = printed.citation
        self._printed_cells = printed.cell_count

    def add(
        self,
        row: str,
        column: str,
        printed: str | None,
        reproduced: float | str | None,
        se: float = 0.0,
        *,
        printed_se: float = 0.0,
        note: str = "",
        assumes: str = "",
        section: str = "",
        cut: bool = False,
        misprint: str = "",
        refuted: str = "",
        luck: str = "",
        span: tuple[float, float] | None = None,
        untestable: str = "",
        rivals: Mapping[str, Reading] | None = None,
        tried: str = "",
    ) -> None:
        """Judge a value and keep it; what the words mean is said at `Doubt`."""
        verdict = judge(
            printed,
            reproduced,
            se,
            Doubt(
                se=printed_se,
                cells=self._printed_cells,
                cut=cut,
                misprint=misprint,
                refuted=refuted,
                luck=luck,
                range=span,
                untestable=untestable,
                rivals=rivals,
                tried=tried,
            ),
        )
        self.cells.append(
            Cell(
                source=self.source,
                document=self.document,
                section=section or self.section,
                table=self.table,
                row=row,
                column=column,
                printed=printed,
                reproduced=reproduced,
                se=se,
                printed_se=printed_se,
                could_see=verdict.could_see,
                z=verdict.z,
                verdict=verdict.word,
                note="; ".join(part for part in (verdict.reason, note) if part),
                assumes=assumes,
            )
        )

    @property
    def tally(self) -> Tally:
        """How many cells lie far off, and how many chance would put there."""
        tested = [
            cell.z
            for cell in self.cells
            if cell.z is not None and cell.verdict in (REPRODUCED, DIFFERS, NOT_TOLD)
        ]
        return Tally(len(tested), sum(z > USUAL for z in tested))


def open_table(source: str, name: str) -> tuple[PrintedTable, Reproduction]:
    """A printed table, and an empty reproduction of it."""
    return load_printed(source).tables[name], Reproduction(source, name)
