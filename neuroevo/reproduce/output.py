"""Reproductions as files: CSV and Markdown a table, and its pictures."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from neuroevo.files import make_folder, replace_file, replace_with
from neuroevo.reproduce.cells import RULE, Cell, Reproduction

COLUMNS = ("row", "column", "printed", "reproduced", "standard error", "verdict", "note")


def cell_texts(cell: Cell) -> tuple[str, ...]:
    """A cell for people, in the order of COLUMNS."""
    return (
        cell.row,
        cell.column,
        cell.printed if cell.printed is not None else "",
        format_value(cell.reproduced, cell.printed, cell.se),
        "exact" if cell.se == 0 else f"{cell.se:.2g}",
        cell.verdict,
        cell.note,
    )


def format_value(value: float | str | None, printed: str | None, se: float) -> str:
    """A number with one digit more than the document prints, or as its error deserves."""
    if value is None or isinstance(value, str):
        return value or ""
    if printed is not None and "e" in printed:
        return f"{value:.5g}"
    if printed is not None and "." in printed:
        digits = len(printed.partition(".")[2]) + 1
        return f"{value:.{digits}f}"
    if float(value).is_integer():
        return f"{value:.0f}"
    return f"{value:.{2 if abs(value) >= 100 else 4}f}" if se else f"{value:.6g}"


def summary(reproductions: Sequence[Reproduction]) -> str:
    """How many cells got which verdict."""
    count = Counter(cell.verdict for one in reproductions for cell in one.cells)
    return ", ".join(f"{number} {verdict}" for verdict, number in count.most_common())


def as_markdown(found: Reproduction, command: str) -> str:
    """A page a table."""
    lines = [f"# {found.source}, table {found.table}: {found.title}", "", f"`{command}`", ""]
    lines += ["| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    lines += ["| " + " | ".join(cell_texts(cell)) + " |" for cell in found.cells]
    lines += ["", *(f"- {remark}" for remark in found.remarks), "", f"Verdicts: {RULE}", ""]
    lines += [f"![{name}]({file_stem(found)}-{name}.png)" for name in found.pictures]
    return "\n".join(lines).rstrip() + "\n"


def as_csv(found: Reproduction) -> str:
    """The cells, unrounded."""
    text = io.StringIO()
    writer = csv.DictWriter(
        text,
        ["source", "table", "row", "column", "printed", "reproduced", "se", "verdict", "note"],
        lineterminator="\n",
    )
    writer.writeheader()
    writer.writerows(cell.as_dict() for cell in found.cells)
    return text.getvalue()


def file_stem(found: Reproduction) -> str:
    """The beginning of its files' names."""
    return "table-" + found.table.replace(" ", "-").replace("/", "-")


def write_files(found: Reproduction, folder: Path, command: str) -> list[Path]:
    """Write a reproduction's files; each is replaced whole."""
    make_folder(folder)
    stem = folder / file_stem(found)
    written = [stem.with_name(stem.name + ".csv"), stem.with_name(stem.name + ".md")]
    replace_file(written[0], as_csv(found))
    replace_file(written[1], as_markdown(found, command))
    for name, figure in found.pictures.items():
        path = stem.with_name(f"{stem.name}-{name}.png")
        replace_with(path, partial(figure.savefig, format="png", dpi=110))
        written.append(path)
    return written
