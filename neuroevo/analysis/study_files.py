"""A study as tables for people, and as CSV and Markdown files."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from neuroevo.analysis.intervals import cell_text
from neuroevo.analysis.study import StudyResult, StudyTable
from neuroevo.files import replace_file


def table_blocks(found: StudyResult, table: StudyTable) -> list[tuple[str, list[list[str]]]]:
    """A table as blocks of text: a caption, and rows of cells with the heading first.

    A table with one column has an opponent in each column; one with several is repeated for every
    opponent.
    """
    columns = list(table.columns)
    study = found.study

    def text(row: str, column: str, against: str) -> str:
        cell = found.cell(table.title, row, column, against)
        return "–" if cell is None else cell_text(cell)

    if columns == [""]:
        rows = [[row, *(text(row, "", against) for against in study.against)] for row in table.rows]
        heading = ["", *(f"against {against}" for against in study.against)]
        return [(table.title, [heading, *rows])]
    return [
        (
            f"{table.title}, against {against}",
            [
                ["", *columns],
                *([row, *(text(row, column, against) for column in columns)] for row in table.rows),
            ],
        )
        for against in study.against
    ]


def explanation(found: StudyResult) -> str:
    """How to read the tables."""
    study = found.study
    seeds = len(study.seeds)
    error = (
        f"mean±standard error between {seeds} seeds" if seeds > 1 else "one seed, so no error (?)"
    )
    return (
        f"{found.heading}; {error}; {study.rounds:,} rounds each, champions on {study.deals:,} "
        "fresh deals"
    )


def write_study(found: StudyResult, out: Path, command: str) -> None:
    """study.csv, a line an outcome and opponent; and study.md, the tables."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(["table", "row", "column", "seed", "against", "value", "rounds"])
    for one in found.outcomes:
        for against, value in one.values.items():
            trial = one.trial
            where = [trial.table, trial.row, trial.column, trial.experiment.seed]
            writer.writerow([*where, against, f"{value:.5f}", one.rounds])
    replace_file(out / "study.csv", lines.getvalue())
    text = [f"# {found.study.name}", "", found.study.about, "", f"`{command}`", ""]
    text += [f"{explanation(found)}.", ""]
    for table in found.study.tables:
        for caption, (heading, *rows) in table_blocks(found, table):
            text += [f"## {caption}", "", "| " + " | ".join(heading) + " |"]
            text.append("|---" + "|---:" * (len(heading) - 1) + "|")
            text += ["| " + " | ".join(row) + " |" for row in rows]
            text.append("")
    replace_file(out / "study.md", "\n".join(text))
