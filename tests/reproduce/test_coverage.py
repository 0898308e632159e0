"""The page that says what covers each section of the sources, held against what there is."""

import re
from pathlib import Path

import pytest

from neuroevo.cli import cli
from neuroevo.reproduce import SOURCES, Request, load_printed, reproduce, tables_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
BY_SOURCE = {
    part.partition("\n")[0].strip(): part.partition("\n")[2] for part in PAGE.split("\n## ")[1:]
}


def lines_of(source):
    rows = [line for line in BY_SOURCE[source].splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1:]]


def tables_named(source):
    cells = " ".join(cover for _, _, cover in lines_of(source))
    return set(re.findall(r"`table ([^`]+)`", cells))


def test_every_source_has_its_part():
    assert set(BY_SOURCE) == set(SOURCES)


@pytest.mark.parametrize("source", SOURCES)
def test_no_line_is_empty_and_no_section_stands_twice(source):
    lines = lines_of(source)
    assert lines
    assert all(len(line) == 3 and all(line) for line in lines)
    sections = [section for section, _, _ in lines]
    assert len(sections) == len(set(sections))


@pytest.mark.parametrize("source", SOURCES)
def test_every_line_has_a_cover_or_a_reason(source):
    reasons = ("no figures", "nothing", "rules of", "an introduction", "results of other papers")
    for section, _, cover in lines_of(source):
        assert "`" in cover or any(word in cover for word in reasons), section


@pytest.mark.parametrize("source", SOURCES)
def test_every_table_that_can_be_reproduced_covers_a_section(source):
    assert set(tables_of(source)) <= tables_named(source)


@pytest.mark.parametrize("source", list(SOURCES))
def test_every_table_that_is_named_can_be_reproduced(source):
    assert tables_named(source) <= set(tables_of(source))


@pytest.mark.parametrize("source", SOURCES)
def test_every_section_with_a_printed_value_has_a_line(source):
    printed = load_printed(source)
    sections = {section for section, _, _ in lines_of(source)}
    named = {one.section for one in (*printed.tables.values(), *printed.figures.values())}
    missing = {
        section
        for section in named
        if section not in sections and not set(section.split(", ")) <= sections
    }
    assert not missing


@pytest.mark.parametrize("source", ["clubs", "poker", "euchre"])
def test_every_row_names_document_section_and_table_and_what_was_tried(source):
    for found in reproduce(source, request=Request(games=1_000 if source == "poker" else 6)):
        for cell in found.cells:
            assert cell.document == load_printed(source).citation
            assert cell.section
            assert cell.table == found.table
            assert cell.verdict != "differs" or "tried: " in cell.note


def test_every_command_and_file_that_is_named_exists():
    for command in re.findall(r"`neuroevo ([a-z-]+)", PAGE):
        assert command in cli.list_commands(None)
    for path in re.findall(r"`((?:experiments|notebooks|tests)/[^`]+)`", PAGE):
        assert (ROOT / path).is_file(), path
