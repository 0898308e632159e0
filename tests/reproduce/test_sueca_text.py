"""Figures of the Sueca thesis' running text: none without a row, and bounds that deals reach."""

import numpy as np
import pytest

from neuroevo.cards import Card, parse_hand
from neuroevo.games import SUECA, given_deal
from neuroevo.games.referee import play_deal
from neuroevo.reproduce import Reading, Request, load_printed, reproduce
from neuroevo.reproduce.sueca import limits, scenarios, times
from neuroevo.reproduce.sueca.computed import Value, difference, mean_of, weighted
from neuroevo.reproduce.sueca.text import AGAIN, ELSEWHERE, TEXT

FIGURES = load_printed("sueca").figures


def test_every_figure_of_the_text_has_a_row_and_one_only():
    elsewhere = [f"{table} {name}" for table, names in ELSEWHERE.items() for name in names]
    assert sorted([*TEXT, *elsewhere]) == sorted(FIGURES)
    assert set(AGAIN) <= set(TEXT)


@pytest.mark.parametrize("table", ELSEWHERE)
def test_figures_that_stand_elsewhere_do(table):
    (found,) = reproduce("sueca", table, Request(games=300))
    printed = [cell.printed for cell in found.cells if cell.printed is not None]
    for name in ELSEWHERE[table]:
        value = FIGURES[f"{table} {name}"].value
        assert any(value in one for one in printed), name


class Script:
    """Lays the cards it is told."""

    def __init__(self, cards):
        self.cards = list(parse_hand(cards))

    def choose(self, view):
        card = self.cards.pop(0)
        assert card in view.legal
        return card


def points_of_north_south(*scripts):
    """The points of N and S when N, W, S, E lay these cards, clubs being trumps."""
    hands = [parse_hand(script) for script in scripts]
    deal = given_deal(SUECA, hands, trump="C")
    record = play_deal(SUECA, [Script(script) for script in scripts], deal)
    return record.points_taken[0] + record.points_taken[2]


def test_with_nine_trumps_but_the_ace_all_aces_and_sevens_can_be_lost():
    lost = 120 - points_of_north_south(
        "7C 7D KC JC QC 6C 5C 4C 3C 2C",
        "AC AD KD JD QD 6D 5D 4D 3D 2D",
        "AH 7H KH JH QH 6H 5H 4H 3H 2H",
        "AS 7S KS JS QS 6S 5S 4S 3S 2S",
    )
    assert lost == limits.greatest_loss_to_the_ace() == 84


def test_with_nine_trumps_but_the_ace_eleven_points_may_be_all_that_is_lost():
    lost = 120 - points_of_north_south(
        "2C AD 7C KC JC QC 6C 5C 4C 3C",
        "AC 2D 3D 4D 5D 6D QD JD KD 7D",
        "2H 7H KH JH QH 6H 5H 4H 3H AH",
        "2S 7S KS JS QS 6S 5S 4S 3S AS",
    )
    assert lost == limits.least_loss_to_the_ace() == 11


def test_a_team_with_ten_points_can_score_107():
    north, south = "2C 3C 7C 4C 5C 6C 6H 5H 4H 3H", "2S 3S 4S 5S 6S 2D 3D 4D 5D 6D"
    held = sum(map(SUECA.points, parse_hand(f"{north} {south}")))
    assert held == 10
    score = points_of_north_south(
        north, "AC AS KC AH 7H KH 7S KS JS QS", south, "QC QD JC JH QH 2H AD 7D KD JD"
    )
    assert score == limits.greatest_with_few_points() == 107


def test_no_deal_of_ten_points_beats_the_bound_in_random_play():
    from neuroevo.reproduce.sueca.decks import team_with_points
    from neuroevo.tournament import find_entrants, play_given

    deals = team_with_points(np.random.default_rng(2), 0, 10, 20_000)
    points = play_given(SUECA, find_entrants(["random"] * 4), deals.hands, deals.trumps, 5).points
    assert (points[:, 0] + points[:, 2]).max() <= limits.greatest_with_few_points()


def test_errors_of_sums_are_those_of_independent_values_or_at_most_of_dependent_ones():
    values = [Value(60.0, 0.3, 0.03), Value(70.0, 0.4, 0.04)]
    assert difference(*values).value == -10
    assert difference(*values).se == pytest.approx(0.5)
    assert mean_of(values).value == 65
    assert mean_of(values).se == pytest.approx(0.35)
    assert mean_of(values).printed_se == pytest.approx(0.035)


def test_a_rival_of_one_part_is_a_rival_of_the_whole():
    values = [Value(60.0, 0.3, rivals={"honest": Reading(58.0, 0.2)}), Value(70.0, 0.4)]
    assert weighted([0.5, 0.5], values).rivals["honest"].value == 64
    assert values[0].plus(120, -1).rivals["honest"].value == 62


def test_the_counted_share_of_truths_is_that_of_shuffles_drawn():
    """The chance that shuffles fail, counted, against how often they do in the kernel."""
    from neuroevo.cards import Purpose, run_key
    from neuroevo.tournament import find_entrants, play_tables

    games, limit = 400, 20
    request = Request(seed=2)
    found = scenarios.scenarios(request, games)
    counted = {}

    def count(thought):
        counted["share"] = thought["truths"] / thought["worlds"]

    for way in (scenarios.REGULAR, scenarios.NEW):
        expected = sum(
            one.weight * scenarios.truth_chance(one.fitting[way], limit) for one in found
        ) / sum(one.weight for one in found)
        names = [f"mc-normal:shuffles=100:way={way}:limit={limit}", *["random"] * 3]
        seats, deals = np.tile(np.arange(4), (games, 1)), np.arange(games)
        key = run_key(2, Purpose.SUECA_TEXT)
        play_tables(SUECA, find_entrants(names), seats, deals, key, count=count)
        assert counted["share"] == pytest.approx(expected, rel=0.1)


def test_every_printed_time_has_a_player_and_a_base():
    tables = load_printed("sueca").tables
    printed = {
        (name, row, column)
        for name in times.BASES
        for row in tables[name].rows
        for column in tables[name].columns
        if "Time (m)" in column and tables[name].cell(row, column).isdigit()
    }
    assert set(times.players_timed()) == printed
    assert set(times.BASES.values()) <= printed
    timed = [name for name, table in tables.items() if any("Time (m)" in c for c in table.columns)]
    assert timed == list(times.BASES)


def test_times_are_ratios_with_errors_and_say_that_they_depend_on_the_machine():
    (found,) = reproduce("sueca", "times", Request(games=4))
    assert "depends on the machine" in found.title
    assert all(cell.se > 0 for cell in found.cells)
    assert {cell.verdict for cell in found.cells} <= {"reproduced", "differs", "can't be tested"}
    ratio = {(cell.row, cell.column): cell.reproduced for cell in found.cells}
    assert ratio["6.2, 500", "MC Normal / time against 100"] > 3


def test_cards_are_worth_what_table_2_1_prints():
    (found,) = reproduce("sueca", "2.1", Request())
    assert {cell.verdict for cell in found.cells} == {"reproduced"}
    assert SUECA.points(Card("7", "D")) == 10


def test_the_examples_of_figures_6_4_and_6_8_are_counted():
    cells = {}
    for table in ("figure 6.4", "figure 6.8"):
        (found,) = reproduce("sueca", table, Request())
        cells[table] = {cell.column: cell.reproduced for cell in found.cells}
        assert {cell.verdict for cell in found.cells} == {"reproduced", "not printed"}
    assert cells["figure 6.4"]["ways that fit"] == 1
    # E holds the five diamonds and one of thirteen cards; the rest falls at random to two players.
    assert cells["figure 6.8"]["ways that fit"] == 13 * 924
