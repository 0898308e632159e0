"""Printed values: transcribed whole, and never anything but text."""

from pathlib import Path

import pytest

from neuroevo.errors import BadInput
from neuroevo.reproduce import SOURCES, load_printed
from neuroevo.reproduce.printed import half_last_digit, parse_printed, printed_number

DATA = Path(__file__).parents[2] / "data"


@pytest.mark.parametrize("path", sorted(DATA.glob("*.toml")), ids=lambda path: path.stem)
def test_every_file_reads_and_every_cell_is_text(path):
    source = load_printed(path.stem)
    assert source.tables
    for table in source.tables.values():
        assert table.rows
        assert all(isinstance(cell, str) for cells in table.rows.values() for cell in cells)


def test_every_source_has_its_file():
    assert set(SOURCES) <= {path.stem for path in DATA.glob("*.toml")}


def test_a_row_that_lacks_a_cell_is_named():
    text = """
source = {title = "t", author = "a", year = 2000}
[[table]]
name = "9"
title = "t"
section = "s"
columns = ["x", "y"]
rows = {first = ["1"]}
"""
    with pytest.raises(BadInput, match=r"here: table 9, row 'first' has 1 cells for 2 columns"):
        parse_printed(text, "here")


@pytest.mark.parametrize(
    ("text", "number", "half"),
    [("3.90", 3.9, 0.005), ("234", 234, 0.5), ("1.4901e-8", 1.4901e-8, 5e-13), ("0", 0, 0.5)],
)
def test_the_last_printed_digit_says_how_exact_a_value_is(text, number, half):
    assert printed_number(text) == number
    assert half_last_digit(text) == pytest.approx(half)


def test_a_missing_source_is_named():
    with pytest.raises(BadInput, match=r"data/whist\.toml"):
        load_printed("whist")
