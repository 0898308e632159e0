"""What the Sueca thesis leaves to others: played, printed, and put into words by the figures."""

import numpy as np
import pytest

from neuroevo.reproduce import Request, reproduce
from neuroevo.reproduce.sueca import chapter8, predictors
from neuroevo.reproduce.sueca.decks import any_deals


def test_words_follow_the_figures():
    assert "gains 2.00" in chapter8.sentence("x", "R", {"gain": 2.0, "gain se": 0.1})
    assert "costs 2.00" in chapter8.sentence("x", "R", {"gain": -2.0, "gain se": 0.1})
    for gain in (-0.2, 0.2):
        assert "no difference" in chapter8.sentence("x", "R", {"gain": gain, "gain se": 0.1})


def test_gains_are_differences_on_the_same_decks():
    points = np.array([50, 70, 90, 30])
    result = chapter8.gains(points + 3, points)
    assert (result["gain"], result["gain se"]) == (3.0, 0.0)
    assert result["se"] > 5


def test_ideas_without_thinking_do_as_they_should():
    """Never trumping costs, combining gains, and keeping points out of lost tricks gains more."""
    request = Request(games=40_000)
    never, combined, thrifty, _ = chapter8.IDEAS
    gain = {
        idea.name: chapter8.compare(request, idea, True, "T") for idea in (never, combined, thrifty)
    }
    assert gain["never"]["gain"] < -3 * gain["never"]["gain se"]
    assert gain["combined"]["gain"] > 3 * gain["combined"]["gain se"]
    assert gain["thrifty"]["gain"] > gain["combined"]["gain"] + 1


def test_every_idea_meets_every_opponent_and_no_cell_is_printed():
    (found,) = reproduce("sueca", "8 strategies", Request(games=4))
    rows = {cell.row for cell in found.cells}
    assert len(rows) == len(chapter8.IDEAS) * (1 + len(chapter8.OPPONENTS))
    assert {cell.verdict for cell in found.cells} == {"not printed"}
    assert len(found.remarks) == len(chapter8.IDEAS) + 1


def test_the_dealers_card_helps_his_team_and_rows_name_who_remembers_it():
    (found,) = reproduce("sueca", "8 trump card", Request(games=300))
    rows = {cell.row for cell in found.cells}
    assert set(chapter8.VISIBLE_SEATS) < rows
    many = chapter8.with_dealers_card(Request(games=40_000), ("R", "R", "R", "R"))
    assert -4.5 < many["gain"] < -2.5  # the dealer is E; Table 4.3 prints three points


def test_a_team_of_others_has_their_points():
    points = np.array([[1, 2, 3, 4], [5, 6, 7, 8]])
    assert chapter8.team_points(points, 1).tolist() == [6, 14]
    assert chapter8.team_points(points, 2).tolist() == [4, 12]


def test_trumps_and_points_of_the_team_are_counted():
    deals = any_deals(np.random.default_rng(1), 200)
    trumps, points = predictors.held_by_team(deals)
    assert trumps.mean() == pytest.approx(5, abs=0.5)
    assert points.mean() == pytest.approx(60, abs=4)
    both = trumps[0], points[0]
    cards = [int(card) for seat in (0, 2) for card in deals.hands[0, seat]]
    values = {12: 11, 5: 10, 11: 4, 9: 3, 10: 2}
    assert both[0] == sum(card // 13 == deals.trumps[0] for card in cards)
    assert both[1] == sum(values.get(card % 13, 0) for card in cards)


def test_a_regression_finds_the_slopes_that_were_put_in():
    dice = np.random.default_rng(3)
    one, two = dice.normal(size=(2, 5_000))
    found, share = predictors.regress([one, two], 4 + 2 * one - 3 * two + dice.normal(size=5_000))
    assert found == pytest.approx([4, 2, -3], abs=0.1)
    assert share == pytest.approx(13 / 14, abs=0.01)


def test_trumps_and_points_together_say_more_than_either():
    (found,) = reproduce("sueca", "8 predictors", Request(games=20_000))
    share = {cell.row: cell.reproduced for cell in found.cells if cell.column == "R squared"}
    assert share["both together"] > share["trumps alone"] + 0.1
    assert share["both together"] > share["points alone"] + 0.1
    assert any("nearly the sum" in remark for remark in found.remarks)
    assert all(cell.se > 0 for cell in found.cells)
