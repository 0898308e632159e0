"""The tests' known answers, the luckiest of a run, and the power that was promised."""

import numpy as np
import pytest
from scipy import stats

from neuroevo.analysis import (
    among_equals,
    binomial_test,
    chance,
    compare_by_deal,
    deals_needed,
    evaluate,
    luck_test,
    luckiest,
    mean_z_test,
    significance,
    simulate_luckiest,
    smallest_difference,
    thesis_z_test,
)
from neuroevo.errors import BadInput
from neuroevo.games import CLUBS, EUCHRE, SPADES_WITH_BIDS, SUECA
from neuroevo.networks import make_architecture, random_weights
from neuroevo.networks.architecture import Population
from neuroevo.tournament.evaluator import Evaluator


def test_the_thesis_z_test_gives_the_thesis_numbers():
    found = thesis_z_test(234, 60)
    assert 1 - found.p == pytest.approx(0.6614, abs=5e-5)
    assert found.p == pytest.approx(0.339, abs=5e-4)


def test_the_exact_binomial_of_234_in_780():
    assert binomial_test(234, 60).p == pytest.approx(8.84e-4, rel=1e-3)


def test_random_play_spreads_as_it_is_known_to():
    known = chance()
    assert known.in_round.mean == pytest.approx(3.25)
    assert known.in_round.sd == pytest.approx(1.79, abs=0.01)
    assert known.in_rounds(60).sd == pytest.approx(8.48, abs=0.03)


def test_rounds_left_over_count_as_single_rounds():
    known = chance()
    variance = 15 * known.in_deal.sd**2 + 2 * known.in_round.sd**2
    assert known.in_rounds(62).sd ** 2 == pytest.approx(variance)


def test_z_of_the_mean_uses_the_error_of_the_mean():
    assert mean_z_test(234, 60).statistic == pytest.approx((234 - 195) / 8.48, abs=0.02)
    alone = mean_z_test(234, 60, rotated=False)
    assert alone.statistic == pytest.approx((234 - 195) / (1.796 * 60**0.5), abs=0.02)


def test_the_luckiest_of_a_run_has_about_231_tricks():
    assert luckiest(100, 330).mean == pytest.approx(231, abs=0.5)


def test_the_luckiest_agrees_with_whole_generations_played():
    played = simulate_luckiest(100, 20, runs=60, seed=4)
    computed = luckiest(100, 20)
    error = computed.sd / np.sqrt(len(played))
    assert played.mean() == pytest.approx(computed.mean, abs=4 * error)


def test_no_worker_changes_the_luckiest():
    few = simulate_luckiest(8, 3, rounds=8, runs=5, seed=1, workers=1)
    assert few.tolist() == simulate_luckiest(8, 3, rounds=8, runs=5, seed=1, workers=3).tolist()


def test_the_thesis_best_network_is_luck():
    found = luck_test(234, 60, 100, 218)
    assert found.p > 0.05
    assert "luck" in found.sentence
    assert luck_test(260, 60, 100, 218).p < 1e-6


def test_luck_is_known_for_other_fitness_and_games():
    advanced = luckiest(100, 200, fitness="advanced")
    assert chance(fitness="advanced").in_rounds(60).mean == pytest.approx(8045, abs=15)
    assert advanced.mean > 9_000
    points = luckiest(100, 50, 60, CLUBS, 4, "points")
    assert -195 < points.mean < -100  # fewer points than the 195 of the average player


@pytest.mark.parametrize(
    ("sheet", "fitness"),
    [
        (CLUBS, "points"),
        (SUECA, "points"),
        (EUCHRE, "points"),
        (SPADES_WITH_BIDS, "points"),
        (SUECA, "simple"),
    ],
    ids=lambda one: one if isinstance(one, str) else one.name,
)
def test_the_luckiest_of_any_game_agrees_with_whole_generations_played(sheet, fitness):
    played = simulate_luckiest(40, 10, 40, 100, sheet, 4, fitness, seed=4)
    computed = luckiest(40, 10, 40, sheet, 4, fitness)
    assert played.mean() == pytest.approx(computed.mean, abs=4 * computed.sd / 10)
    assert played.std() == pytest.approx(computed.sd, rel=0.35)


@pytest.mark.parametrize("sheet", [CLUBS, SUECA, EUCHRE], ids=lambda one: one.name)
def test_untrained_networks_are_as_lucky_as_equal_players(sheet):
    """Generations as the evaluator plays them, all members on the same deals."""
    architecture = make_architecture("hand", sheet, 4, (8,))
    best = []
    with Evaluator(sheet, 4, 10, "points") as evaluator:
        for run in range(40):
            random = np.random.default_rng(run)
            generations = [
                Population(architecture, random_weights(architecture.weight_count, 40, random))
                for _ in range(5)
            ]
            scores = [evaluator.evaluate(one, run, at) for at, one in enumerate(generations)]
            best.append(max(one.fitness.max() for one in scores))
    computed = luckiest(40, 5, 40, sheet, 4, "points")
    assert np.mean(best) == pytest.approx(computed.mean, abs=computed.sd)


def test_few_points_are_good_luck_at_clubs():
    good, bad = (luck_test(-points, 60, 100, 30, CLUBS, 4, "points") for points in (110, 150))
    assert good.p < 0.01
    assert bad.p > 0.9
    assert "shows 110 or fewer" in good.sentence
    assert "95 % between 124 and 145" in good.assumes


def test_a_team_game_is_tested_by_what_its_side_scores():
    z, luck = significance(4_100, 60, 100, 30, SUECA)
    assert z.statistic > 3
    assert z.p < 0.01
    assert "4,100 points" in z.sentence
    assert luck.test == "luckiest of the run"


def test_many_points_are_never_skill_at_clubs():
    (many,) = significance(300, 60, sheet=CLUBS)
    assert many.p > 0.99
    assert "worse than chance" in many.sentence
    (few,) = significance(100, 60, sheet=CLUBS)
    assert few.p < 0.001
    with pytest.raises(BadInput, match="781 points are more than 60 rounds of 13 points"):
        significance(781, 60, sheet=CLUBS)


def test_equal_players_of_euchre_call_as_networks_do():
    """Who calls at random is euchred more often, and his opponents score two points for it."""
    sane = among_equals(EUCHRE)
    (at_random,) = evaluate("random", "random", "euchre", deals=2_000)
    assert sane < at_random.points_interval.low


def test_all_tests_stand_side_by_side():
    names = [finding.test for finding in significance(234, 60, 100, 218)]
    assert names == ["thesis' Z-test", "exact binomial", "z of the mean", "luckiest of the run"]
    assert len(significance(234, 60)) == 3
    for finding in significance(234, 60, 100, 218):
        assert finding.sentence.endswith(".")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: significance(-1, 60), "tricks must be at least 0"),
        (lambda: significance(781, 60), "781 tricks are more than 60 rounds of 13"),
        (lambda: significance(20, 0), "rounds must be at least 1"),
        (lambda: significance(20, -4), "rounds must be at least 1"),
        (lambda: significance(20, 10, population=5), "belong together"),
        (lambda: significance(20, 10, 0, 5), "population must be at least 1"),
        (lambda: simulate_luckiest(10, 5), "must fill tables of 4"),
        (lambda: simulate_luckiest(8, 5, rounds=7), "multiple of 4"),
        (lambda: deals_needed(0, 1), "difference must be"),
        (lambda: deals_needed(1, 1, power=1), "power must lie"),
    ],
)
def test_bad_numbers_are_named(call, message):
    with pytest.raises(BadInput, match=message):
        call()


def test_the_test_by_deal_is_scipys_permutation_test():
    generator = np.random.default_rng(3)
    first = generator.integers(0, 8, 60) / 4
    second = generator.integers(0, 7, 60) / 4
    ours = compare_by_deal(first, second, resamples=200_000)
    theirs = stats.permutation_test(
        (first - second,),
        np.mean,
        permutation_type="samples",
        n_resamples=50_000,
        rng=np.random.default_rng(1),
    )
    assert ours.p == pytest.approx(theirs.pvalue, abs=0.01)
    spread = stats.bootstrap((first - second,), np.mean, rng=1, method="percentile")
    assert ours.low == pytest.approx(spread.confidence_interval.low, abs=0.03)
    assert ours.high == pytest.approx(spread.confidence_interval.high, abs=0.03)


def test_equal_players_are_called_different_as_rarely_as_promised():
    generator = np.random.default_rng(2)
    found = [
        compare_by_deal(generator.normal(size=40), generator.normal(size=40), 1_000).p < 0.05
        for _ in range(400)
    ]
    assert np.mean(found) == pytest.approx(0.05, abs=3.5 * np.sqrt(0.05 * 0.95 / 400))


def test_a_player_does_not_differ_from_itself():
    values = np.array([1.0, 2.0, 5.0])
    assert compare_by_deal(values, values).p == 1
    with pytest.raises(BadInput, match="the same deals"):
        compare_by_deal(values, values[:2])


def test_so_many_deals_show_the_difference_as_often_as_promised():
    """greedy against always-highest, on as many deals as the formula asks for."""
    greedy, highest = evaluate(["greedy", "always-highest"], deals=40_000, seed=1)
    difference = greedy.tricks - highest.tricks
    needed = deals_needed(float(difference.mean()), float(difference.std()))
    groups = difference[: 40_000 // needed * needed].reshape(-1, needed)
    z = groups.mean(axis=1) / (difference.std() / np.sqrt(needed))
    assert (z > 1.96).mean() == pytest.approx(0.8, abs=0.03)
    seen = smallest_difference(needed, float(difference.std()))
    assert seen <= difference.mean() * 1.001
