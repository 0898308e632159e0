"""The poker case study: what its printed chances may be, and what its figures show."""

import pytest
from scipy import stats

from neuroevo.reproduce import Request, reproduce
from neuroevo.reproduce.poker import MOST_RUNS, plausible_runs


@pytest.fixture(scope="module")
def tables():
    chances, hands = reproduce("poker", request=Request(games=100_000))
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
    shown = chances["figure CS24.23, 5 players, its hand", "case study's rules"]
    same = chances["figure CS24.23, 5 players, the same hand", "case study's rules"]
    assert (shown.printed, same.printed) == ("0.170", "0.170")
    assert f"{shown.reproduced:.4f} {same.reproduced:.4f}" == "0.1493 0.1687"


def test_a_percentage_that_is_none_is_a_misprint(tables):
    chances, _ = tables
    assert chances["section CS24.1.1, percent", "case study's rules, percent"].verdict == "misprint"
    row = "section CS24.1.1, as 0.61"
    worst = chances[row, "case study's rules, worst side cards"]
    best = chances[row, "case study's rules, best side cards"]
    assert worst.verdict == "reproduced"
    assert worst.reproduced < 0.64605 < best.reproduced


def test_one_hand_shown_is_not_what_it_is_called(tables):
    _, hands = tables
    wrong = {row for (row, _), cell in hands.items() if cell.verdict != "reproduced"}
    assert wrong == {"figure CS24.23, player 3"}


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
