"""One rule for all verdicts, and files that hold what was shown."""

import csv

import pytest

from neuroevo.errors import BadInput
from neuroevo.reproduce import Reproduction, Request, judge, reproduce
from neuroevo.reproduce.output import format_value, write_files


@pytest.mark.parametrize(
    ("printed", "value", "se", "verdict"),
    [
        ("3.9", 3.949, 0, "reproduced"),
        ("3.9", 3.951, 0, "differs"),
        ("60.1", 60.44, 0.13, "reproduced"),
        ("60.1", 60.55, 0.13, "differs"),
        ("12", 12.5, 0, "reproduced"),
        ("A", "A", 0, "reproduced"),
        ("A", "B", 0, "differs"),
        ("-", 3.0, 0, "differs"),
        (None, 3.0, 0.1, "not printed"),
    ],
)
def test_the_rule(printed, value, se, verdict):
    assert judge(printed, value, se)[0] == verdict


def test_a_misprint_is_one_only_where_the_values_disagree():
    assert judge("0.0234", 0.02376, misprint="formula")[0] == "misprint"
    assert judge("0.0238", 0.02376, misprint="formula")[0] == "reproduced"


def test_luck_explains_a_printed_maximum():
    assert judge("234", 226, luck="equal players do it too") == ("luck", "equal players do it too")


def test_files_hold_the_cells(tmp_path):
    found = Reproduction("spades", "9", "A title")
    found.add("row, with comma", "x", "1.50", 1.504, 0.01)
    found.add("other", "y", None, 2.0, note="ours")
    write_files(found, tmp_path / "deep" / "down", "neuroevo reproduce spades")
    with (tmp_path / "deep" / "down" / "table-9.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["verdict"] for row in rows] == ["reproduced", "not printed"]
    assert float(rows[0]["reproduced"]) == 1.504
    page = (tmp_path / "deep" / "down" / "table-9.md").read_text(encoding="utf-8")
    assert "`neuroevo reproduce spades`" in page
    assert "within 3 standard errors plus half the last printed digit" in page


def test_values_are_shown_with_a_digit_more_than_printed():
    assert format_value(0.023757, "0.0234", 0) == "0.02376"
    assert format_value(226.0, "234", 2.8) == "226"


@pytest.mark.parametrize(
    ("source", "table", "request_", "message"),
    [
        ("whist", None, Request(), "there is no source 'whist': choose from spades"),
        ("spades", "9", Request(), "spades has no table '9': choose from 1, 2, 3, 4, text"),
        ("spades", "4", Request(budget="huge"), "budget must be one of quick, full"),
        ("spades", "4", Request(games=1), "games must be at least 2"),
        ("spades", "4", Request(seed=-1), "seed must be at least 0"),
    ],
)
def test_bad_requests_are_named(source, table, request_, message):
    with pytest.raises(BadInput, match=message):
        reproduce(source, table, request_)
