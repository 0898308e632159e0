"""The page of all benchmarks, `docs/benchmarks.md`, and what it is made of: tables of figures.

    python benchmarks/page.py            # runs every bench_*.py, keeps the figures, writes the page
    python benchmarks/page.py --quick    # a tenth of the work: shows the page and keeps nothing

Every `bench_*.py` yields tables and hands them to `present`, which prints them if the script is run
alone. Figures are kept in `benchmarks/results.json`, one record a run, and each is compared with
that of the record before it: same table, same row, same column.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
PAGE = HERE.parent / "docs" / "benchmarks.md"
QUICK = "--quick" in sys.argv


def fewer(number: int) -> int:
    """The number of turns or rounds to take: all of them, or a tenth in a quick run."""
    return max(1, number // 10) if QUICK else number


@dataclass(frozen=True)
class Figure:
    """A measured number, and how it is written."""

    value: float
    shown: str


Cell = str | Figure


def figure(value: float, form: str = ",.0f", unit: str = "") -> Figure:
    """A number in the given format.

    >>> figure(1234.5), figure(2.345, ".1f", "x").shown
    (Figure(value=1234.5, shown='1,234'), '2.3x')
    """
    return Figure(float(value), f"{value:{form}}{unit}")


@dataclass(frozen=True)
class Table:
    """Figures under a title. A row is known by its cells that are text, a figure by its column."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        if len(set(self.columns)) < len(self.columns):
            raise ValueError(f"{self.title}: two columns have the same name")
        names = [row_name(row) for row in self.rows]
        if len(set(names)) < len(names):
            raise ValueError(f"{self.title}: two rows have the same name")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"{self.title}: a row has more or fewer cells than there are columns")


def row_name(row: Sequence[Cell]) -> str:
    """What a row is called: all of its cells that are no figures."""
    return " | ".join(cell for cell in row if isinstance(cell, str))


Figures = dict[tuple[str, str, str], float]
"""By table, row and column."""


def figures_of(tables: Iterable[Table]) -> Figures:
    """Every figure of these tables."""
    return {
        (table.title, row_name(row), column): cell.value
        for table in tables
        for row in table.rows
        for column, cell in zip(table.columns, row, strict=True)
        if isinstance(cell, Figure)
    }


def markdown(table: Table, before: Figures | None = None) -> str:
    """The table; in brackets behind a figure, how many times what it was before."""
    before = before or {}

    def shown(row: Sequence[Cell], column: str, cell: Cell) -> str:
        if isinstance(cell, str):
            return cell
        was = before.get((table.title, row_name(row), column))
        return f"{cell.shown} ({cell.value / was:.2f})" if was else cell.shown

    def is_figure(at: int) -> bool:
        return any(isinstance(row[at], Figure) for row in table.rows)

    lines = [
        f"### {table.title}",
        "",
        f"| {' | '.join(table.columns)} |",
        f"|{'|'.join('---:' if is_figure(at) else '---' for at in range(len(table.columns)))}|",
    ]
    for row in table.rows:
        cells = (shown(row, *pair) for pair in zip(table.columns, row, strict=True))
        lines.append(f"| {' | '.join(cells)} |")
    for note in table.notes:
        lines += ["", note]
    return "\n".join(lines) + "\n"


def as_json(table: Table) -> dict[str, Any]:
    """The table for files."""

    def plain(cell: Cell) -> Any:
        return cell if isinstance(cell, str) else {"value": cell.value, "shown": cell.shown}

    return {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [[plain(cell) for cell in row] for row in table.rows],
        "notes": list(table.notes),
    }


def from_json(kept: dict[str, Any]) -> Table:
    """A table of a file."""
    rows = [
        [cell if isinstance(cell, str) else Figure(cell["value"], cell["shown"]) for cell in row]
        for row in kept["rows"]
    ]
    return Table(kept["title"], kept["columns"], rows, kept["notes"])


def present(make: Callable[[], Iterable[Table]]) -> None:
    """What a benchmark does when it is run: print its tables as they come, or all as JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument("--json", action="store_true", help="for the page")
    if parser.parse_args().json:
        print(json.dumps([as_json(table) for table in make()]))
        return
    for table in make():
        print(markdown(table), flush=True)


MACHINE = ("processor", "cores", "memory", "system")
"""What makes it the same machine; versions of software may change on it."""


def machine() -> dict[str, str]:
    """What the benchmarks run on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "processor": processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{memory:.0f} GB",
        "system": f"{platform.system()} {platform.release()}",
        "Python": platform.python_version(),
        **{name: version(name) for name in ("numba", "numpy")},
    }


def processor() -> str:
    """Its model, as it calls itself."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def commit() -> str:
    """Which commit is measured; with a plus if files differ from it."""
    git = ["git", "-C", str(HERE)]
    try:
        name = subprocess.check_output([*git, "rev-parse", "--short", "HEAD"], text=True).strip()
        changed = subprocess.check_output([*git, "status", "--porcelain", "-uno"], text=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{name}+" if changed.strip() else name


def compared(record: dict[str, Any], before: dict[str, Any] | None) -> list[str]:
    """What the figures in brackets mean, and what to beware of: paragraphs."""
    if before is None:
        return ["This is the first page: there is nothing to compare it with."]
    said = [
        "A number in brackets is a ratio: now, divided by what the same figure was on the page "
        f"before this one, of {before['date']} at commit `{before['commit']}`. Figures that were "
        "not on it have none."
    ]
    here, there = record["machine"], before["machine"]
    if any(here.get(name) != there.get(name) for name in MACHINE):
        was = ", ".join(str(there.get(name)) for name in MACHINE)
        said.append(
            f"**That page was made on another machine ({was}): the ratios compare machines, not "
            "only code.** Ratios within a table hold on both."
        )
    changed = [
        f"{name} {there[name]} became {here[name]}"
        for name in here
        if name not in MACHINE and name in there and here[name] != there[name]
    ]
    if changed:
        said.append(f"Since then {', '.join(changed)}.")
    return said


def page(
    record: dict[str, Any], before: dict[str, Any] | None, about: dict[str, str] | None = None
) -> str:
    """The whole page of a record, compared with the one before it, if there is one.

    about: by script, what it measures.
    """
    was = figures_of(map(from_json, before["tables"])) if before is not None else {}
    lines = [
        "# Benchmarks",
        "",
        f"Made by `make bench` on {record['date']} at commit `{record['commit']}`; don't edit it. "
        "The numbers are in `benchmarks/results.json`.",
        "",
        f"| {' | '.join(record['machine'])} |",
        f"|{'---|' * len(record['machine'])}",
        f"| {' | '.join(record['machine'].values())} |",
    ]
    for paragraph in compared(record, before):
        lines += ["", paragraph]
    script = None
    for kept in record["tables"]:
        if kept.get("script") != script:
            script = kept.get("script")
            lines += ["", f"## `{script}`"]
            if about and about.get(script):
                lines += ["", about[script]]
        lines += ["", markdown(from_json(kept), was).rstrip()]
    return "\n".join(lines) + "\n"


def measured(script: Path) -> list[dict[str, Any]]:
    """The tables of a benchmark, which runs in a process of its own."""
    command = [sys.executable, str(script), "--json", *(["--quick"] if QUICK else [])]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    tables: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return [table | {"script": script.name} for table in tables]


def main() -> None:
    """Measure everything, keep it, and write the page."""
    scripts = sorted(HERE.glob("bench_*.py"))
    tables: list[dict[str, Any]] = []
    for script in scripts:
        print(script.name, file=sys.stderr, flush=True)
        tables += measured(script)
    record = {
        "machine": machine(),
        "date": date.today().isoformat(),
        "commit": commit(),
        "tables": tables,
    }
    records = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    about = {
        one.name: ast.get_docstring(ast.parse(one.read_text(encoding="utf-8"))) or ""
        for one in scripts
    }
    text = page(record, records[-1] if records else None, about)
    if QUICK:
        print(text)
        return
    kept = json.dumps([*records, record], indent=1, ensure_ascii=False)
    RESULTS.write_text(kept + "\n", encoding="utf-8")
    PAGE.write_text(text, encoding="utf-8")
    print(f"{PAGE.relative_to(HERE.parent)} is written")


if __name__ == "__main__":
    main()
