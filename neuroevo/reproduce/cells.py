"""A cell of a published table: printed, reproduced, and the verdict, by one rule for all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from matplotlib.figure import Figure

from neuroevo.reproduce.printed import half_last_digit, printed_number

REPRODUCED, DIFFERS, MISPRINT, LUCK, NEW = (
    "reproduced",
    "differs",
    "misprint",
    "luck",
    "not printed",
)

RULE = (
    "reproduced: within 3 standard errors plus half the last printed digit; "
    "misprint: the document contradicts its own formula or rule; "
    "luck: a maximum that chance alone explains; differs: none of these; not printed: ours alone."
)


@dataclass(frozen=True)
class Cell:
    """One value. printed: as text, None where the document has none. reproduced: a number, or text
    where the document prints text; None if it can't be computed. se: its standard error, 0 for an
    exact value."""

    source: str
    table: str
    row: str
    column: str
    printed: str | None
    reproduced: float | str | None
    se: float
    verdict: str
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The object that `neuroevo reproduce --json` prints."""
        number = printed_number(self.printed) if self.printed is not None else None
        return {
            "source": self.source,
            "table": self.table,
            "row": self.row,
            "column": self.column,
            "printed": self.printed if number is None else number,
            "reproduced": self.reproduced,
            "se": self.se,
            "verdict": self.verdict,
            "note": self.note,
        }


@dataclass
class Reproduction:
    """A table as reproduced. remarks: what a reader should know; pictures: by file name."""

    source: str
    table: str
    title: str
    cells: list[Cell] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    pictures: dict[str, Figure] = field(default_factory=dict)

    def add(
        self,
        row: str,
        column: str,
        printed: str | None,
        reproduced: float | str | None,
        se: float = 0.0,
        note: str = "",
        misprint: str = "",
        luck: str = "",
        cut: bool = False,
    ) -> None:
        """Judge a value and keep it.

        cut: the document cuts its values to whole numbers instead of rounding them. misprint: why
        the document contradicts itself here, if it does and the values disagree. luck: why chance
        alone explains the printed maximum, if it does.
        """
        verdict, reason = judge(printed, reproduced, se, misprint, luck, cut)
        text = "; ".join(part for part in (reason, note) if part)
        self.cells.append(
            Cell(
                self.source,
                self.table,
                row,
                column,
                printed,
                reproduced,
                se,
                verdict,
                text,
            )
        )


def judge(
    printed: str | None,
    reproduced: float | str | None,
    se: float = 0.0,
    misprint: str = "",
    luck: str = "",
    cut: bool = False,
) -> tuple[str, str]:
    """The verdict on a cell and its reason; the arguments as in `Reproduction.add`.

    >>> judge("3.25", 3.2549)
    ('reproduced', '')
    >>> judge("0.0234", 0.02376, misprint="0.75 ** 13 is 0.0238")
    ('misprint', '0.75 ** 13 is 0.0238')
    """
    if printed is None:
        return NEW, ""
    if luck:
        return LUCK, luck
    if agrees(printed, reproduced, se, cut):
        return REPRODUCED, ""
    if misprint:
        return MISPRINT, misprint
    return DIFFERS, ""


def agrees(printed: str, reproduced: float | str | None, se: float, cut: bool = False) -> bool:
    """Whether a value is within 3 standard errors plus half the last printed digit.

    A value that was cut stands for those up to the next digit.
    """
    number = printed_number(printed)
    if number is None or reproduced is None or isinstance(reproduced, str):
        return printed == reproduced
    half = half_last_digit(printed)
    middle = number + half if cut else number
    return abs(middle - reproduced) <= (3 * se + half) * (1 + 1e-9) + 1e-12
