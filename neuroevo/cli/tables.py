"""Tables that fit the screen, whatever its width: no number and no name is ever cut off.

A table stands whole where there is room. Where there is less, its sentences move below their rows,
its spare columns go, groups of columns stand one below the other, and on the narrowest screens each
row becomes a record with a label before each value.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len
from rich.text import Text

from neuroevo.cli.screen import print_lines, screen, wrapped

Kind = Literal["key", "title", "name", "number", "prose"]
Cell = str | Text
HEADING = "underline"

LEAST_PROSE = 28
"""A sentence in a narrower column than this is no pleasure to read."""

LEAST_TITLE = 18
"""Nor a title."""

MOST_LINES = 4
"""Lines that a sentence may take beside the other cells of its row."""

MOST_HEADING = 3
"""Lines of a heading."""

WRAPPED: dict[str, int] = {"prose": LEAST_PROSE, "title": LEAST_TITLE}
"""The kinds that may be wrapped, and the least room that they should have."""
KEYS = ("key", "title")
"""The kinds that say whose row it is."""


@dataclass(frozen=True)
class Column:
    """A column of a table.

    kind: a `key` says whose row it is, stands in every block and opens a record; a `title` does the
    same in several words, and may be wrapped; a `key`, a `name` and a `number` are never broken,
    and numbers stand on the right; `prose` may be wrapped.
    group: columns that are read together. Columns of other groups may stand in a block below; those
    of one group only never part, and become records instead.
    spare: where there is no room the column with the highest number goes first; 0 never goes.
    """

    heading: str
    kind: Kind = "number"
    group: str = ""
    spare: int = 0


Row = tuple[Text, ...]


@dataclass(frozen=True)
class Grid:
    """Columns, and rows of as many cells; None for a gap between rows."""

    columns: tuple[Column, ...]
    rows: tuple[Row | None, ...]

    def only(self, wanted: Callable[[Column], bool]) -> Grid:
        """The same with some of its columns."""
        kept = [number for number, column in enumerate(self.columns) if wanted(column)]
        return Grid(
            tuple(self.columns[number] for number in kept),
            tuple(
                None if row is None else tuple(row[number] for number in kept) for row in self.rows
            ),
        )

    def cells(self, number: int) -> list[Text]:
        """A column's cells."""
        return [row[number] for row in self.rows if row is not None]


def print_table(columns: Sequence[Column], rows: Sequence[Sequence[Cell] | None]) -> None:
    """Print a table in the best layout that the screen has room for; None is a gap."""
    print_lines(lay_out(columns, rows, screen().width))


def lay_out(
    columns: Sequence[Column], rows: Sequence[Sequence[Cell] | None], width: int
) -> list[Text]:
    """The table's lines, none longer than the width.

    >>> columns = [Column("player", "key"), Column("tricks"), Column("points")]
    >>> for line in lay_out(columns, [["greedy", "4.638±.012", "5.01"]], 30): print(line)
    player      tricks  points
    greedy  4.638±.012    5.01
    >>> for line in lay_out(columns, [["greedy", "4.638±.012", "5.01"]], 20): print(line)
    player
    greedy
      tricks: 4.638±.012
      points: 5.01
    """
    grid = _without_empty_prose(
        Grid(
            tuple(columns),
            tuple(None if row is None else tuple(map(_as_text, row)) for row in rows),
        )
    )
    for fewer in _with_fewer_columns(grid):
        lines = _whole(fewer, width)
        if lines is not None:
            return lines
    blocks = _blocks(grid, width)
    return blocks if blocks is not None else list(_records(grid, width))


def _as_text(cell: Cell) -> Text:
    return Text(cell) if isinstance(cell, str) else cell


def _without_empty_prose(grid: Grid) -> Grid:
    said = {
        column
        for number, column in enumerate(grid.columns)
        if column.kind != "prose" or any(cell.plain for cell in grid.cells(number))
    }
    return grid.only(said.__contains__)


def _with_fewer_columns(grid: Grid) -> Iterator[Grid]:
    yield grid
    ranks = sorted({column.spare for column in grid.columns if column.spare}, reverse=True)
    for rank in ranks:
        yield grid.only(lambda column, rank=rank: column.spare < rank)  # type: ignore[misc]


def _whole(grid: Grid, width: int) -> list[Text] | None:
    """All columns side by side, the sentences in them or below their rows; None if too wide."""
    short = grid.only(lambda column: column.kind != "prose")
    for gap, roomy in ((2, True), (2, False), (1, False)):
        widths = _widths(grid, width, gap, roomy)
        if widths is not None and not _too_tall(grid, widths):
            return list(_lines(grid, widths, gap))
        if len(short.columns) == len(grid.columns) or gap == 1:
            continue
        widths = _widths(short, width, gap, roomy)
        if widths is not None:
            return list(_lines(short, widths, gap, _below(grid, width)))
    return None


def _widths(grid: Grid, width: int, gap: int, roomy: bool) -> list[int] | None:
    """The columns' widths, or None if they don't fit. roomy: headings stand in one line."""
    wanted = [_wanted(grid, number, roomy) for number in range(len(grid.columns))]
    least = [
        min(want, max(WRAPPED[column.kind], _longest_word(grid.cells(number))))
        if column.kind in WRAPPED
        else want
        for number, (want, column) in enumerate(zip(wanted, grid.columns, strict=True))
    ]
    room = width - gap * (len(wanted) - 1) - sum(least)
    if room < 0:
        return None
    missing = sum(wanted) - sum(least)
    if missing <= room:
        return wanted
    return [few + (many - few) * room // missing for few, many in zip(least, wanted, strict=True)]


def _wanted(grid: Grid, number: int, roomy: bool) -> int:
    heading = grid.columns[number].heading
    lines = [line for cell in grid.cells(number) for line in cell.plain.split("\n")]
    least = max(map(cell_len, lines), default=0)
    return max(least, cell_len(heading) if roomy else _folded(heading))


def _folded(heading: str) -> int:
    """The least width at which a heading takes few lines and no word is broken."""
    least = _longest_word([Text(heading)])
    return next(
        width
        for width in itertools.count(max(least, 1))
        if len(wrapped(Text(heading), width)) <= MOST_HEADING
    )


def _longest_word(cells: Sequence[Text]) -> int:
    return max((cell_len(word) for cell in cells for word in cell.plain.split()), default=0)


def _too_tall(grid: Grid, widths: Sequence[int]) -> bool:
    return any(
        len(wrapped(cell, width)) > cell.plain.count("\n") + MOST_LINES
        for number, (column, width) in enumerate(zip(grid.columns, widths, strict=True))
        if column.kind == "prose"
        for cell in grid.cells(number)
    )


def _lines(
    grid: Grid, widths: Sequence[int], gap: int, below: Sequence[list[Text]] = ()
) -> Iterator[Text]:
    """A table; below: lines to follow the heading and each row."""
    first, *others = below or [[]] * (len(grid.rows) + 1)
    headings = [Text(column.heading, HEADING) for column in grid.columns]
    yield from _row_lines(grid, headings, widths, gap, low=True)
    yield from (line for line in first if line.plain.strip())
    for row, sentences in zip(grid.rows, others, strict=True):
        yield from _row_lines(grid, row, widths, gap) if row is not None else [Text("")]
        yield from sentences


def _row_lines(
    grid: Grid, row: Sequence[Text], widths: Sequence[int], gap: int, low: bool = False
) -> Iterator[Text]:
    """A row, which may take several lines. low: short cells stand on the last of them."""
    parts = [wrapped(cell, max(width, 1)) for cell, width in zip(row, widths, strict=True)]
    height = max(map(len, parts))
    for number, part in enumerate(parts):
        blank = [Text("")] * (height - len(part))
        parts[number] = blank + part if low else part + blank
    for line in zip(*parts, strict=True):
        drawn = Text("")
        for column, part, width in zip(grid.columns, line, widths, strict=True):
            room = " " * (width - cell_len(part.plain))
            sides = (room, part) if column.kind == "number" else (part, room)
            drawn = Text.assemble(drawn, " " * gap if drawn.plain else "", *sides)
        drawn.rstrip()
        yield drawn


def _below(grid: Grid, width: int) -> list[list[Text]]:
    """Prose as lines to stand below the heading and each row: the first column's is known by its
    place, those of others have labels."""
    prose = grid.only(lambda column: column.kind == "prose")
    labels = ["", *(column.heading for column in prose.columns[1:])]
    heading = _indented(Text(prose.columns[0].heading, HEADING), width)
    return [heading, *(_sentences(labels, row, width) for row in prose.rows)]


def _sentences(labels: Sequence[str], row: Row | None, width: int) -> list[Text]:
    return [
        line
        for label, cell in zip(labels, row or (), strict=row is not None)
        if cell.plain
        for line in _sentence(label, cell, width)
    ]


def _sentence(label: str, cell: Text, width: int) -> list[Text]:
    """A label, if there is one, and what it is about; several lines stand below their label."""
    if not label:
        return _indented(cell, width)
    if "\n" in cell.plain:
        return [*_indented(Text(f"{label}:"), width), *_indented(cell, width, by=4)]
    return _indented(Text.assemble(f"{label}: ", cell), width)


def _indented(text: Text, width: int, by: int = 2) -> list[Text]:
    return [Text(" " * by).append_text(line) for line in wrapped(text, width - by, hanging=2)]


def _blocks(grid: Grid, width: int) -> list[Text] | None:
    """Groups of columns below one another, each beside the keys; None if a group is too wide."""
    groups = list(dict.fromkeys(column.group for column in grid.columns if column.kind not in KEYS))
    if len(groups) < 2:
        return None
    lines: list[Text] = []
    while groups:
        for many in range(len(groups), 0, -1):
            together = groups[:many]
            block = grid.only(
                lambda column, together=together: (  # type: ignore[misc]
                    column.kind in KEYS or column.group in together
                )
            )
            drawn = _whole(block, width)
            if drawn is not None:
                lines += [Text("")] * bool(lines) + drawn
                groups = groups[many:]
                break
        else:
            return None
    return lines


def _records(grid: Grid, width: int) -> Iterator[Text]:
    """Each row as a title, the keys, and a line for each other cell that says something."""
    short = [column for column in grid.columns if column.kind in ("name", "number")]
    labels = max((cell_len(column.heading) for column in short), default=0)
    keys = [Text(column.heading) for column in grid.columns if column.kind in KEYS]
    yield from _title(keys, HEADING, width)
    for row in grid.rows:
        if row is None:
            yield Text("")
            continue
        pairs = list(zip(grid.columns, row, strict=True))
        keys = [cell for column, cell in pairs if column.kind in KEYS and cell.plain]
        yield from _title(keys, "bold", width)
        for column, cell in pairs:
            if column.kind == "prose":
                yield from _sentences([column.heading], (cell,), width)
            elif column.kind not in KEYS and cell.plain:
                yield from _labelled(column.heading, cell, labels, width)


def _title(keys: Sequence[Text], style: str, width: int) -> list[Text]:
    title = Text("  ").join(key for key in keys if key.plain)
    title.stylize(style)
    return wrapped(title, width, hanging=2) if title.plain else []


def _labelled(heading: str, cell: Text, labels: int, width: int) -> list[Text]:
    """A label and its value: in the same line if there is room."""
    label = f"{heading}:" if heading else ""
    if 2 + labels + 2 + cell_len(cell.plain) <= width:
        return [Text.assemble("  ", label.ljust(labels + 2), cell)]
    if 2 + cell_len(label) + 1 + cell_len(cell.plain) <= width:
        return [Text.assemble("  ", label, " ", cell)]
    return [*_indented(Text(label), width), *_indented(cell, width, by=4)]
