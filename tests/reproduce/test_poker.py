"""The poker case study: what its printed chances may be, and what its figures show."""

import pytest
from scipy import stats

from neuroevo.cards import parse_hand
from neuroevo.poker import find_rules
from neuroevo.reproduce import Request, reproduce
from neuroevo.reproduce.poker import MOST_RUNS, RUNS, plausible_runs, side_card_range
from neuroevo.reproduce.poker_hands import other_readings


@pytest.fixture(scope="module")
def tables():
    chances, hands, _ = reproduce("poker", request=Request(games=100_000))
    return tuple({(cell.row, cell.column): cell for cell in one.cells} for one in (chances, hands))


def test_the_printed_chances_stand_beside_both_exact_ones(tables):
    chances, _ = tables
    first = "figure CS24.22, 2 players"
    case_study = chances[first, "case study's rules"]
    assert case_study.printed == "0.580"
    assert f"{case_study.reproduced:.5f}" == "0.64605"
    assert f"{chances[first, 'standard rules, win'].reproduced:.5f}" == "0.64117"
    simulated = chances[first, "case study's rules, 100,000 runs"]
    assert abs(simulated.reproduced - case_study.reproduced) < 4.5 * simulated.se
    assert chances[first, "plausible runs, case study's rules"].reproduced == "50 to 219"


def test_five_players_are_judged_with_the_hand_shown_and_the_one_named(tables):
    chances, _ = tables
    shown = chances["figure CS24.23, 5 players, the hand shown", "case study's rules"]
    same = chances["figure CS24.23, 5 players, the same hand", "case study's rules"]
    assert (shown.printed, same.printed) == ("0.170", "0.170")
    assert f"{shown.reproduced:.4f} {same.reproduced:.4f}" == "0.1493 0.1687"
    assert same.verdict == "reproduced"
    assert shown.verdict == "not told apart"


def test_a_printed_chance_is_judged_as_the_simulation_that_it_is(tables):
    chances, _ = tables
    for (row, column), cell in chances.items():
        if column == "case study's rules" and row.startswith("figure"):
            exact = cell.reproduced
            assert cell.printed_se == pytest.approx((exact * (1 - exact) / 100) ** 0.5)
            assert "100 runs" in cell.assumes
            assert cell.verdict != "differs"


def test_a_hundred_runs_fit_every_printed_chance(tables):
    chances, _ = tables
    fitting = chances["all printed chances", "runs that fit"].reproduced.split(", ")
    assert str(RUNS) in fitting
    rounder = [runs for runs in map(int, fitting) if runs % 100 == 0 and runs < RUNS]
    assert not rounder
    for printed, chance in (("0.580", 0.64605), ("0.170", 0.1687), ("0.61", 0.64605)):
        for runs in map(int, fitting):
            digits = len(printed) - 2
            shown = [wins for wins in range(runs + 1) if f"{wins / runs:.{digits}f}" == printed]
            assert any(surprise(wins, runs, chance) >= 0.05 for wins in shown)


def test_standard_rules_are_no_reading_of_a_document_that_prints_its_program(tables):
    chances, _ = tables
    ours = [cell for (_, column), cell in chances.items() if column.startswith("standard")]
    assert {cell.verdict for cell in ours} == {"not printed"}


def test_a_percentage_that_is_none_is_a_misprint(tables):
    chances, _ = tables
    assert chances["section CS24.1.1, percent", "case study's rules, percent"].verdict == "misprint"
    row = "section CS24.1.1, as 0.61"
    meant = chances[row, "case study's rules"]
    assert meant.verdict == "can't be tested"
    low, high = side_card_range()
    assert low - 0.005 <= 0.61 <= high
    assert low < 0.64605 < high


def test_one_hand_shown_is_not_what_it_is_called(tables):
    _, hands = tables
    wrong = {row for (row, _), cell in hands.items() if cell.verdict != "reproduced"}
    assert wrong == {"figure CS24.23, player 3"}


def test_one_card_read_otherwise_makes_the_third_hand_what_it_is_called(tables):
    _, hands = tables
    row = "figure CS24.23, player 3"
    as_shown = hands[row, "status"]
    assert (as_shown.printed, as_shown.reproduced) == ("TwoPair King", "OnePair King")
    assert as_shown.verdict == "misprint"
    assert "7D read as 4D, or 4H read as 7H (though player 2 shows 7H too)" in as_shown.note
    cards = as_shown.note.rpartition("; ")[2]
    (read, *_) = other_readings(parse_hand(cards), as_shown.printed)
    assert find_rules("case-study").describe(read.hand) == as_shown.printed


def test_the_running_text_holds(tables):
    (text,) = reproduce("poker", "text")
    assert {cell.verdict for cell in text.cells} == {"reproduced"}
    assert {cell.document for cell in text.cells} == {"Case study 24: Poker Simulation"}


def surprise(wins, runs, chance):
    return 2 * min(stats.binom.cdf(wins, runs, chance), stats.binom.sf(wins - 1, runs, chance))


def test_plausible_runs_can_show_the_value_and_are_not_too_surprising():
    found = plausible_runs("0.580", 0.64605, most=400)
    by_hand = [
        runs
        for runs in range(1, 401)
        if any(
            f"{wins / runs:.3f}" == "0.580" and surprise(wins, runs, 0.64605) >= 0.05
            for wins in range(runs + 1)
        )
    ]
    assert (found.fewest, found.most, found.numbers) == (by_hand[0], by_hand[-1], len(by_hand))


def test_a_value_that_no_number_of_runs_explains_has_none():
    assert plausible_runs("0.999", 0.2) is None
    assert plausible_runs("0.646", 0.64605).most == MOST_RUNS
