"""Reproductions as files: CSV and Markdown a table, and its pictures."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path

from neuroevo.files import make_folder, replace_file, replace_with
from neuroevo.reproduce.cells import Cell, Reproduction
from neuroevo.reproduce.verdicts import DIFFERS, NEW, RULE, UNTESTABLE

COLUMNS = (
    "row",
    "column",
    "printed",
    "reproduced",
    "standard error",
    "could see",
    "verdict",
    "note",
)


def cell_texts(cell: Cell) -> tuple[str, ...]:
    """A cell for people, in the order of COLUMNS."""
    return (
        cell.row,
        cell.column,
        cell.printed if cell.printed is not None else "",
        format_value(cell.reproduced, cell.printed, cell.se),
        errors_text(cell),
        could_see_text(cell),
        cell.verdict,
        note_text(cell),
    )


def note_text(cell: Cell) -> str:
    """Everything that is said of a cell, what it assumes included."""
    return "; ".join(filter(None, (cell.note, cell.assumes and f"assumes {cell.assumes}")))


def errors_text(cell: Cell) -> str:
    """Our standard error, and the printed value's where it has one."""
    if cell.reproduced is None:
        return ""
    ours = "exact" if cell.se == 0 else f"{cell.se:.2g}"
    return f"{ours}, printed {cell.printed_se:.2g}" if cell.printed_se else ours


def could_see_text(cell: Cell) -> str:
    """The difference that would have been noticed."""
    if cell.verdict in (NEW, UNTESTABLE):
        return ""
    return "any" if cell.could_see is None else f"{cell.could_see:.2g}"


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


def heading(found: Reproduction) -> str:
    """Which document, section and table, in one line."""
    name = found.table if found.table[:1].isalpha() else f"table {found.table}"
    return f"{found.source}, section {found.section}, {name}: {found.title}"


def as_markdown(found: Reproduction, command: str) -> str:
    """One page per table."""
    lines = [f"# {heading(found)}", "", f"{found.document}.", "", f"`{command}`", ""]
    lines += ["| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    lines += ["| " + " | ".join(cell_texts(cell)) + " |" for cell in found.cells]
    lines += ["", *(f"- {remark}" for remark in remarks_of(found)), "", f"Verdicts: {RULE}", ""]
    lines += [f"![{name}]({file_stem(found)}-{name}.png)" for name in found.pictures]
    return "\n".join(lines).rstrip() + "\n"


def remarks_of(found: Reproduction) -> list[str]:
    """What to know about a table: its own remarks, and how many cells are off by chance."""
    return [*found.remarks, found.tally.sentence]


def as_csv(found: Reproduction) -> str:
    """The cells, unrounded."""
    text = io.StringIO()
    names = [one.name for one in fields(Cell)]
    writer = csv.DictWriter(text, names, lineterminator="\n")
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


def write_index(found: Sequence[Reproduction], folder: Path, command: str) -> Path:
    """index.md: how many cells got which verdict in each table, and what was tried where it
    differs."""
    verdicts = list(dict.fromkeys(cell.verdict for one in found for cell in one.cells))
    lines = [f"# {found[0].source}: {found[0].document}", "", f"`{command}`", ""]
    lines += ["| table | " + " | ".join(verdicts) + " |", "|---" + "|---:" * len(verdicts) + "|"]
    for one in found:
        count = Counter(cell.verdict for cell in one.cells)
        numbers = " | ".join(str(count[verdict] or "") for verdict in verdicts)
        lines.append(f"| [{one.table}]({file_stem(one)}.md) | {numbers} |")
    total = Counter(cell.verdict for one in found for cell in one.cells)
    lines.append("| **all** | " + " | ".join(f"**{total[one]}**" for one in verdicts) + " |")
    lines += ["", *differences(found), "", f"Verdicts: {RULE}"]
    path = folder / "index.md"
    replace_file(path, "\n".join(lines) + "\n")
    return path


def differences(found: Sequence[Reproduction]) -> list[str]:
    """A line for each cell that differs, with all that is said of it."""
    return [
        f"- table {cell.table}, {cell.row}, {cell.column}: printed {cell.printed}, ours "
        f"{format_value(cell.reproduced, cell.printed, cell.se)}; {note_text(cell)}"
        for one in found
        for cell in one.cells
        if cell.verdict == DIFFERS
    ]
