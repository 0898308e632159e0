"""The Euchre thesis reproduced: its percentages, its iterations, its printed shuffle."""

import pytest

from neuroevo.cards import Shuffle, inverse_order, matrix_order
from neuroevo.cards.mixing import order_chance
from neuroevo.errors import BadInput
from neuroevo.reproduce import Request, load_printed, reproduce
from neuroevo.reproduce.euchre import in_words, median_and_error
from neuroevo.reproduce.euchre_shuffle import implied_order


def cells(table, **settings):
    (found,) = reproduce("euchre", table, Request(**settings))
    return {(cell.row, cell.column): cell for cell in found.cells}, found


def test_every_percentage_of_the_text_is_the_appendix_programs():
    by_place, found = cells("text")
    printed = [cell for cell in by_place.values() if cell.printed is not None]
    assert all(cell.verdict == "reproduced" for cell in printed if "appendix" in cell.column)
    assert by_place["overall", "team 1, appendix"].reproduced == 100 * 1625 / 2048
    assert by_place["clubs", "team 1, appendix"].reproduced == "a little over 50"
    assert "259/512 = 50.59 %" in by_place["clubs", "team 1, appendix"].note
    assert set(found.pictures) == {
        "iterations-1000",
        "iterations-10000",
        "iterations-100000",
        "strategies",
    }


def test_what_the_text_describes_is_not_what_it_prints():
    by_place, found = cells("text")
    for row in ("overall", "spades", "diamonds"):
        assert by_place[row, "team 1, described"].verdict == "refuted"
    assert any("diamonds would be 1, not 247/256" in remark for remark in found.remarks)
    assert any("clubs would be 37/128" in remark for remark in found.remarks)


def test_the_error_of_the_printed_iterations_is_the_printed_values_and_ours_are_exact():
    by_place, _ = cells("text")
    spades = by_place["spades", "team 1, appendix"]
    assert spades.se == 0
    assert spades.printed_se == pytest.approx(100 * (0.7 * 0.3 / 10_000) ** 0.5, rel=0.02)
    assert by_place["spades", "team 1, double-dummy"].verdict == "not printed"


def test_the_cut_is_given_with_its_fraction_dropped_and_rounded():
    by_place, found = cells("shuffle")
    row = "cards in the upper packet, mean"
    assert by_place[row, "thesis"].reproduced == pytest.approx(12.0)
    assert by_place[row, "thesis-rounded"].reproduced == pytest.approx(12.5)
    assert by_place["cuts between cards 10 and 15", "thesis"].verdict == "reproduced"
    assert any("The first is used" in remark for remark in found.remarks)


def test_one_percent_is_the_spread_of_the_overall_figure_and_not_of_clubs():
    by_place, found = cells("iterations", games=12)
    assert by_place["overall", "maximum difference"].printed == "a little more than 1"
    assert by_place["clubs", "maximum difference"].reproduced > 2
    assert by_place["hearts", "standard deviation, 100 iterations"].reproduced == 0
    for size, exact in (("100", 1.755), ("1,000", 0.555)):
        cell = by_place["overall", f"standard deviation, {size} iterations"]
        assert abs(cell.reproduced - exact) < 4 * cell.se
        assert f"exactly {exact}" in cell.note
    assert "overall" in found.remarks[0]
    assert "clubs" not in found.remarks[0].partition(";")[0]


def test_the_printed_shuffle_is_the_inverse_of_an_order_that_the_model_gives():
    by_place, found = cells("shuffle")
    assert by_place["rows of the shuffle matrix", "value"].verdict == "misprint"
    assert by_place["card 17 of the shuffled deck", "value"].reproduced == 3
    order, model = implied_order(), Shuffle("thesis")
    assert order_chance(model, order) == 0
    assert order_chance(model, inverse_order(order)) == pytest.approx(2.773e-5, rel=1e-3)
    # The falls, from the bottom: 2 1 1 2 1 2 2 1 2 2 2 1 2, then what is left of the lower packet.
    coins = 12  # the last two cards of the upper packet were two by a coin, too
    assert order_chance(model, inverse_order(order)) == pytest.approx(
        Shuffle("thesis").cut_chances(24)[12] / 2 ** (coins + 1)
    )
    assert any("cut after card 12" in remark for remark in found.remarks)


def test_the_printed_matrix_is_no_permutation():
    import numpy as np

    columns = load_printed("euchre").more["shuffle"]["matrix"]
    matrix = np.zeros((len(columns), 24), dtype=int)
    matrix[range(len(columns)), [column - 1 for column in columns]] = 1
    with pytest.raises(BadInput, match="a permutation matrix is square"):
        matrix_order(matrix)
    with pytest.raises(BadInput, match="a single 1 in each row and column"):
        matrix_order(matrix[:24])


def test_words_fit_a_little_above_their_number_only():
    assert in_words(50.6, "a little over 50") == "a little over 50"
    assert in_words(52.0, "a little over 50") == 52.0
    assert in_words(49.9, "a little over 50", error=0.5) == "a little over 50"


def test_a_median_has_an_error_that_shrinks():
    middle, error = median_and_error(range(101))
    assert middle == 50
    assert 4 < error < 7
    assert median_and_error(range(10_001))[1] < 100
