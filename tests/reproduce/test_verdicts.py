"""One rule for all verdicts, and files that hold what was shown."""

import csv

import numpy as np
import pytest

from neuroevo.errors import BadInput
from neuroevo.reproduce import Doubt, Reading, Reproduction, Request, judge, reproduce
from neuroevo.reproduce.output import errors_text, format_value, write_files, write_index
from neuroevo.reproduce.verdicts import critical_z


@pytest.mark.parametrize(
    ("printed", "value", "se", "verdict"),
    [
        ("3.9", 3.949, 0, "reproduced"),
        ("3.9", 3.951, 0, "differs"),
        ("60.1", 60.40, 0.13, "reproduced"),
        ("60.1", 60.45, 0.13, "differs"),
        ("12", 12.5, 0, "reproduced"),
        ("A", "A", 0, "reproduced"),
        ("A", "B", 0, "differs"),
        ("-", 3.0, 0, "differs"),
        (None, 3.0, 0.1, "not printed"),
    ],
)
def test_the_rule_for_a_single_cell(printed, value, se, verdict):
    assert judge(printed, value, se).word == verdict


def test_a_misprint_is_one_only_where_the_values_disagree():
    assert judge("0.0234", 0.02376, doubt=Doubt(misprint="formula")).word == "misprint"
    assert judge("0.0238", 0.02376, doubt=Doubt(misprint="formula")).word == "reproduced"


def test_a_claim_is_refuted_only_by_a_value_that_is_far_off():
    assert judge("12090", 8045, 3, Doubt(refuted="played")).word == "refuted"
    assert judge("12090", 12085, 3, Doubt(refuted="played")).word == "reproduced"


def test_luck_explains_a_printed_maximum():
    verdict = judge("234", 226, 1, Doubt(luck="equal players do it too"))
    assert (verdict.word, verdict.reason) == ("luck", "equal players do it too")


def test_what_was_not_said_can_not_be_reproduced_but_can_be_impossible():
    assert judge("65", 86.3, 16, Doubt(range=(50, 110))).word == "can't be tested"
    assert judge("65", 65.0, 0.1, Doubt(range=(50, 110))).word == "can't be tested"
    assert judge("30", 86.3, 16, Doubt(range=(50, 110))).word == "differs"


def test_what_nothing_can_be_computed_for_can_not_be_tested_and_says_why():
    verdict = judge("22", None, doubt=Doubt(untestable="hours of another machine"))
    assert (verdict.word, verdict.reason) == ("can't be tested", "hours of another machine")
    assert judge("22", None).word == "differs"
    found = Reproduction("spades", "9", "A title")
    found.add("row", "hours", "22", None, untestable="hours of another machine")
    assert errors_text(found.cells[0]) == ""


def test_a_printed_simulation_has_an_error_too():
    assert judge("0.170", 0.1687).word == "differs"
    assert judge("0.170", 0.1687, doubt=Doubt(se=0.0374)).word == "reproduced"
    assert judge("0.970", 0.1687, doubt=Doubt(se=0.0374)).word == "differs"


def test_a_budget_that_can_not_tell_two_readings_apart_says_so():
    rivals = {"honest": Reading(68.4, 0.5)}
    verdict = judge("69.4", 69.5, 0.5, Doubt(rivals=rivals))
    assert verdict.word == "not told apart"
    assert "honest (68.4 ± 0.5)" in verdict.reason
    assert judge("69.4", 69.5, 0.1, Doubt(rivals={"honest": Reading(68.4, 0.1)})).word == (
        "reproduced"
    )
    assert judge("69.4", 75.0, 0.5, Doubt(rivals=rivals)).word == "differs"


def test_words_that_errors_leave_open_are_not_told_apart():
    def word(printed, ours, **rivals):
        return judge(printed, ours, 0.1, Doubt(rivals={name: Reading(0) for name in rivals})).word

    assert word("A", "A", B=1) == "not told apart"
    assert word("A", "B", A=1) == "not told apart"
    assert word("A", "B", C=1) == "differs"
    assert judge("A", "A", 0.1).could_see > 0.1


def test_the_more_cells_a_document_has_the_further_off_a_cell_must_be():
    assert judge("60.0", 60.35, 0.1).word == "differs"
    assert judge("60.0", 60.35, 0.1, Doubt(cells=1000)).word == "reproduced"
    assert judge("60.0", 60.50, 0.1, Doubt(cells=1000)).word == "differs"


def test_chance_alone_makes_a_cell_of_a_document_differ_once_in_twenty_documents():
    dice = np.random.default_rng(3)
    cells, documents = 200, 2_000
    far = critical_z(cells)
    wrong = (np.abs(dice.standard_normal((documents, cells))) > far).any(axis=1).mean()
    assert wrong == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / documents))


def test_a_difference_of_the_size_that_could_be_seen_is_seen_in_eight_of_ten_tries():
    dice = np.random.default_rng(4)
    doubt = Doubt(se=0.03, cells=50)
    seen = judge("60.0", 60.0, 0.04, doubt).could_see
    tries = [
        judge("60.0", 60 + seen + 0.05 * noise, 0.04, doubt).word
        for noise in dice.standard_normal(2_000)
    ]
    share = tries.count("differs") / len(tries)
    assert share == pytest.approx(0.8, abs=4 * np.sqrt(0.8 * 0.2 / len(tries)))


def test_an_exact_cell_could_see_whatever_rounding_does_not_hide():
    assert judge("3.25", 3.25).could_see == pytest.approx(0.005)
    assert judge("A", "A").could_see is None


def test_the_line_below_a_table_counts_what_chance_would_give():
    found = Reproduction("spades", "9", "A title")
    for number in range(100):
        found.add(str(number), "x", "1.00", 1.0 + 0.025 * (number < 12), 0.01)
    assert found.tally.sentence.startswith(
        "0 of 100 comparisons lie beyond 2 standard errors; chance alone would give about 4.6"
    )
    for number in range(12):
        found.add(str(number), "y", "1.00", 1.03, 0.01)
    tally = found.tally
    assert (tally.tested, tally.beyond) == (112, 12)
    assert tally.surprise < 0.01
    assert "of reproductions" in tally.sentence


def test_an_unexplained_difference_says_what_was_tried():
    found = Reproduction("spades", "9", "A title")
    found.add("row", "x", "1.00", 2.0, tried="the other way round (3.1)")
    assert found.cells[0].note == "tried: the other way round (3.1)"


def test_the_index_counts_verdicts_and_lists_what_differs(tmp_path):
    found = Reproduction("spades", "9", "A title", "appendix X")
    found.add("row", "x", "1.50", 1.504, 0.01)
    found.add("other", "y", "1.50", 3.0, 0.01, tried="the other way round (3.1)")
    text = write_index([found], tmp_path, "neuroevo reproduce spades").read_text(encoding="utf-8")
    assert "| [9](table-9.md) | 1 | 1 |" in text
    assert "table 9, other, y: printed 1.50, ours 3.000; tried: the other way round (3.1)" in text
    assert "row, x" not in text


def test_files_hold_the_cells(tmp_path):
    found = Reproduction("spades", "9", "A title", "appendix X")
    found.add("row, with comma", "x", "1.50", 1.504, 0.01, assumes="a population of 100")
    found.add("other", "y", None, 2.0, note="ours")
    write_files(found, tmp_path / "deep" / "down", "neuroevo reproduce spades")
    with (tmp_path / "deep" / "down" / "table-9.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["verdict"] for row in rows] == ["reproduced", "not printed"]
    assert float(rows[0]["reproduced"]) == 1.504
    assert {row["section"] for row in rows} == {"appendix X"}
    assert all("Simon van Hus" in row["document"] for row in rows)
    page = (tmp_path / "deep" / "down" / "table-9.md").read_text(encoding="utf-8")
    assert "`neuroevo reproduce spades`" in page
    assert "assumes a population of 100" in page
    assert "spades, section appendix X, table 9: A title" in page
    assert "within the errors of both sides and half the last printed digit" in page


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
