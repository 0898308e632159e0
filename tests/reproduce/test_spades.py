"""The Spades thesis, cell by cell: what holds, and what its own formulas contradict."""

import pytest

from neuroevo.reproduce import Request, reproduce
from neuroevo.reproduce import spades as module


def cells(table, request=None):
    (found,) = reproduce("spades", table, request)
    return {(cell.row, cell.column): cell for cell in found.cells}, found


def test_table_4_has_one_misprint():
    found, whole = cells("4")
    wrong = [key for key, cell in found.items() if cell.verdict == "misprint"]
    assert wrong == [("0", "P(x)")]
    assert found["0", "P(x)"].reproduced == pytest.approx(0.75**13)
    differing = [key for key, cell in found.items() if cell.verdict == "differs"]
    assert differing == [("totals", "variance of random play")]
    assert "tricks" in whole.pictures


def test_table_2_prints_two_cards_a_rank_where_one_is_right():
    found, _ = cells("2", Request(games=500))
    assert found["K", "leading"].verdict == "reproduced"
    assert found["K", "leading, right formula"].verdict == "misprint"
    assert found["K", "leading, right formula"].reproduced == pytest.approx(100 * 37 / 51)
    assert ("A", "leading, right formula") not in found  # there the two agree
    assert found["2", "leading, right formula"].reproduced == pytest.approx(100 * 26 / 51)
    assert found["A", "following, simulated"].verdict == "differs"
    for rank in "AKQJT98765432":
        for column in ("leading", "following", "average", "fitness leading", "fitness following"):
            assert found[rank, column].verdict == "reproduced", (rank, column)


def test_table_3_follows_its_formula():
    found, _ = cells("3", Request(games=500))
    for (_, column), cell in found.items():
        assert cell.verdict == "reproduced" or "simulated" in column
    assert found["A", "leading, simulated"].reproduced == 100


def test_the_figures_of_the_text():
    found, _ = cells("text")
    assert found["hidden nodes, card-based", "value"].verdict == "reproduced"
    hand = found["hidden nodes, hand-based", "value"]
    assert (hand.reproduced, hand.verdict) == (226, "misprint")
    assert found["Phi(3.9)", "value"].verdict == "reproduced"
    fitness = "advanced fitness of an arbitrary player"
    assert found[fitness, "value"].verdict == "reproduced"
    simulated = found[fitness, "simulated"]
    assert simulated.verdict == "differs"
    assert simulated.reproduced == pytest.approx(8045, abs=15)


def test_table_1_calls_the_printed_maxima_luck(monkeypatch):
    monkeypatch.setattr(module, "QUICK_GENERATIONS", 3)
    monkeypatch.setattr(module, "FRESH_DEALS", 400)
    found, _ = cells("1")
    for row in ("card-based, simple fitness", "hand-based, simple fitness"):
        for column in ("Tricks", "ATpR", "Generation"):
            assert found[row, column].verdict == "luck"
        fresh = found[row, "ATpR on fresh deals"]
        assert fresh.verdict == "not printed"
        assert fresh.reproduced == pytest.approx(3.25, abs=0.2)
    assert found["card-based, advanced fitness", "Fitness"].verdict == "differs"
    assert "Fitness" not in {column for row, column in found if "simple" in row}
