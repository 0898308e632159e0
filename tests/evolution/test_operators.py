"""Recombination and mutation do what they say, counted over many draws."""

import itertools

import numpy as np
import pytest

from neuroevo.errors import BadInput
from neuroevo.evolution import make_experiment
from neuroevo.evolution.algorithms import ALGORITHMS, Antithetic, Cma, Genetic, Recombination
from neuroevo.evolution.algorithms.antithetic import uphill_direction
from neuroevo.evolution.algorithms.recombination import Mutation
from neuroevo.evolution.kernels.breeding import GAUSS, REPLACE, breed
from neuroevo.evolution.members import generation_members
from neuroevo.evolution.schedule import mutation_chance

WEIGHTS = 20_000


def bred(mothers, fathers, member=0.0, weight=0.0, kind=REPLACE, sigma=0.1, spared=0, key=1):
    """A generation from parents whose every weight is the parent's own number."""
    parents = np.repeat(np.linspace(-0.9, 0.9, 10, dtype=np.float32)[:, None], WEIGHTS, axis=1)
    count = len(mothers)
    offspring = np.full((count, WEIGHTS), np.nan, dtype=np.float32)
    mutated = np.zeros(count, dtype=np.bool_)
    breed(
        parents,
        np.array(mothers),
        np.array(fathers),
        member,
        weight,
        spared,
        kind,
        sigma,
        np.uint64(key),
        0,
        count,
        offspring,
        mutated,
    )
    return parents, offspring, mutated


def test_rare_steps_are_as_rare_as_they_should_be():
    counts = [
        (offspring != parents[5, 0]).sum()
        for key in range(20)
        for parents, offspring, _ in [
            bred([5] * 10, [5] * 10, member=1.0, weight=1e-4, kind=GAUSS, key=key)
        ]
    ]
    assert near(np.mean(counts) / (10 * WEIGHTS), 1e-4, 200 * WEIGHTS)
    _, offspring, _ = bred([5] * 10, [5] * 10, member=1.0, weight=1e-300, kind=GAUSS)
    assert (offspring == offspring[0, 0]).all()


def near(share, expected, draws):
    """Within five standard errors."""
    return abs(share - expected) < 5 * np.sqrt(expected * (1 - expected) / draws)


def test_a_child_has_half_of_its_weights_from_each_parent():
    parents, offspring, _ = bred([2] * 20, [7] * 20)
    from_mother = offspring == parents[2, 0]
    from_father = offspring == parents[7, 0]
    assert (from_mother | from_father).all()
    assert near(from_mother.mean(), 0.5, offspring.size)
    # And coins are tossed anew for every weight and child.
    assert near((from_mother[:, 1:] == from_mother[:, :-1]).mean(), 0.5, offspring.size)
    assert near((from_mother[1:] == from_mother[:-1]).mean(), 0.5, offspring.size)


def test_parents_are_kept_as_they_are():
    parents, offspring, mutated = bred(range(10), range(10))
    assert (offspring == parents).all()
    assert not mutated.any()


@pytest.mark.parametrize("chance", [0.8, 0.5, 0.2])
def test_the_shares_of_members_and_weights_that_mutate(chance):
    members = 2000
    parents = np.zeros((1, 500), dtype=np.float32)
    offspring = np.empty((members, 500), dtype=np.float32)
    mutated = np.zeros(members, dtype=np.bool_)
    zeros = np.zeros(members, dtype=np.int64)
    breed(
        parents,
        zeros,
        zeros,
        chance,
        chance / 2,
        0,
        REPLACE,
        0.1,
        np.uint64(3),
        0,
        members,
        offspring,
        mutated,
    )
    assert near(mutated.mean(), chance, members)
    changed = offspring != 0
    assert not changed[~mutated].any()
    assert near(changed[mutated].mean(), chance / 2, changed[mutated].size)


def test_replaced_weights_are_uniform_in_their_range():
    _, offspring, _ = bred([0] * 10, [0] * 10, member=1.0, weight=1.0)
    assert offspring.min() >= -1
    assert offspring.max() <= 1
    shares, _ = np.histogram(offspring, bins=20, range=(-1, 1))
    assert all(near(share / offspring.size, 0.05, offspring.size) for share in shares)


def test_gaussian_steps_have_their_spread_and_keep_the_range():
    parents, offspring, _ = bred([5] * 10, [5] * 10, member=1.0, weight=0.3, kind=GAUSS, sigma=0.1)
    changed = offspring != parents[5, 0]
    assert near(changed.mean(), 0.3, changed.size)
    steps = (offspring - parents[5, 0])[changed]
    assert steps.std() == pytest.approx(0.1, rel=0.02)
    assert abs(steps.mean()) < 0.002
    _, wide, _ = bred([9] * 10, [9] * 10, member=1.0, weight=1.0, kind=GAUSS, sigma=2.0)
    assert np.abs(wide).max() == 1


def test_the_spared_never_mutate():
    _, _, mutated = bred([0] * 10, [0] * 10, member=1.0, weight=0.5, spared=3)
    assert mutated.tolist() == [False] * 3 + [True] * 7


def test_rows_do_not_depend_on_who_makes_them():
    parents = np.random.default_rng(1).uniform(-1, 1, (8, 999)).astype(np.float32)
    mothers, fathers = np.arange(8), (np.arange(8) + 1) % 8
    results = []
    for cuts in ([0, 8], [0, 3, 8], [0, 1, 2, 7, 8]):
        offspring, mutated = np.empty_like(parents), np.zeros(8, dtype=np.bool_)
        for first, last in itertools.pairwise(cuts):
            breed(
                parents,
                mothers,
                fathers,
                0.5,
                0.5,
                0,
                REPLACE,
                0.1,
                np.uint64(9),
                first,
                last,
                offspring,
                mutated,
            )
        results.append(offspring.tobytes())
    assert len(set(results)) == 1


def next_generation(settings, fitness):
    algorithm = Recombination(settings, workers=1)
    generation = algorithm.first(300, seed=4)
    members = generation_members(
        generation.weights, generation.births, fitness, np.zeros(len(fitness))
    )
    return generation, algorithm.after(generation, members, seed=4)


def test_the_best_half_are_parents_and_each_has_one_child():
    settings = Recombination.Settings(population=20, mutation=Mutation(start=0.0, end=0.0))
    fitness = np.random.default_rng(3).permutation(20)
    old, new = next_generation(settings, fitness)
    best = np.argsort(-fitness)[:10]
    assert (new.weights[:10] == old.weights[best]).all()
    assert (new.births[:10] == old.births[best]).all()
    for place, mother in enumerate(best):
        child = new.weights[10 + place]
        from_mother = child == old.weights[mother]
        assert 0.35 < from_mother.mean() < 0.65
        others = [
            row for row in best if row != mother and (child == old.weights[row])[~from_mother].all()
        ]
        assert len(others) == 1
        assert tuple(new.births[10 + place]) == (1, 10 + place)


def test_identities_are_unique_and_survive_only_without_change():
    settings = Recombination.Settings(population=40, mutation=Mutation(start=0.5, end=0.5))
    old, new = next_generation(settings, np.arange(40))
    assert len({tuple(birth) for birth in new.births.tolist()}) == 40
    for row in range(40):
        if new.births[row, 0] == 0:
            assert (new.weights[row] == old.weights[new.births[row, 1]]).all()


def test_weights_stay_in_range_and_each_generation_is_a_new_array():
    settings = Recombination.Settings(population=20)
    old, new = next_generation(settings, np.arange(20))
    assert np.abs(new.weights).max() <= 1
    assert not np.shares_memory(old.weights, new.weights)


def test_the_share_of_parents_is_a_setting():
    for share, expected in ((0.25, 5), (1.0, 20), (0.01, 2)):
        settings = Recombination.Settings(
            population=20, parents=share, mutation=Mutation(start=0.0, end=0.0)
        )
        assert Recombination(settings, 1).parent_count == expected
        old, new = next_generation(settings, np.arange(20))
        best = np.arange(20)[::-1][:expected]
        assert (new.weights[:expected] == old.weights[best]).all()


def test_schedules():
    assert mutation_chance("constant", 0.8, 0.2, 150, 200) == 0.8
    linear = [mutation_chance("linear", 0.8, 0.2, g, 200) for g in range(300)]
    assert linear[0] == 0.8
    assert linear[199] == pytest.approx(0.2)
    assert linear[299] == pytest.approx(0.2)
    assert all(a >= b for a, b in itertools.pairwise(linear))
    falling = [mutation_chance("exponential", 0.8, 0.2, g, 200) for g in range(200)]
    assert falling[199] == pytest.approx(0.2)
    assert np.allclose(np.diff(np.log(falling)), np.log(0.25) / 199)
    assert [mutation_chance("exponential", 0.8, 0.0, g, 200) for g in (0, 1, 199)] == [0.8, 0, 0]


def settings_for(algorithm, **more):
    elite = {"elite": 2} if algorithm == "genetic" else {}
    return ALGORITHMS[algorithm].Settings(**{"population": 20} | elite | more)


def judged(generation, scores):
    return generation_members(
        generation.weights, generation.births, scores, np.zeros(len(scores), int)
    )


def quadratic(weights, target):
    """A fitness with one best point, which the strategies must find."""
    return -((weights.astype(float) - target) ** 2).sum(axis=1)


@pytest.mark.parametrize("name", ["genetic", "antithetic", "cma"])
def test_strategies_climb_a_hill_whose_top_is_known(name):
    parents = {"parents": 0.25} if name == "genetic" else {}
    settings = settings_for(name, population=40, generations=200, **parents)
    algorithm = ALGORITHMS[name](settings, 1)
    target = np.linspace(-1.5, 1.5, 12)
    generation = algorithm.first(12, seed=3)
    began = quadratic(generation.incumbent[None, :], target)[0]
    for _ in range(200):
        scores = quadratic(generation.weights, target)
        generation = algorithm.after(generation, judged(generation, scores), seed=3)
    ended = quadratic(generation.incumbent[None, :], target)[0]
    assert began < -5
    assert ended > -0.5


def test_antithetic_members_are_mirrored_pairs_about_the_centre():
    algorithm = Antithetic(settings_for("antithetic"), 1)
    generation = algorithm.first(50, seed=4)
    centre = (generation.weights[0::2] + generation.weights[1::2]) / 2
    np.testing.assert_allclose(centre, np.tile(generation.incumbent, (10, 1)), atol=1e-6)
    steps = (generation.weights[0::2] - generation.weights[1::2]) / 2
    assert steps.std() == pytest.approx(0.1, rel=0.1)
    assert abs(steps.mean()) < 0.02


def pairs_about(centre, steps):
    """Mirrored networks: (2 * pairs, weights) float32."""
    return np.stack([centre + steps, centre - steps], axis=1).reshape(-1, steps.shape[1])


def test_equal_fitness_moves_nothing():
    steps = np.random.default_rng(1).standard_normal((5, 7)).astype(np.float32)
    assert (uphill_direction(np.full(10, 3.0), pairs_about(0, steps), 1.0) == 0).all()


def test_uphill_is_the_way_of_the_better_of_each_pair():
    pairs = pairs_about(0.5, np.eye(3, dtype=np.float32))
    found = uphill_direction(np.array([9.0, 1.0, 2.0, 8.0, 5.0, 5.0]), pairs, 1.0)
    assert found[0] > 0 > found[1]
    assert found[2] == 0


def test_uphill_is_the_mean_of_the_steps_weighted_by_ranks():
    generator = np.random.default_rng(2)
    steps = generator.standard_normal((20, 3_000)).astype(np.float32)
    scores = generator.permutation(40).astype(float)
    found = uphill_direction(scores, pairs_about(np.float32(0), np.float32(0.25) * steps), 0.25)
    ranks = (scores + 1) / 40
    expected = ((ranks[0::2] - ranks[1::2])[:, None] * steps).mean(axis=0)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_number_of_threads_changes_no_generation(name):
    found = []
    for workers in (1, 2, 3):
        algorithm = ALGORITHMS[name](settings_for(name), workers)
        generation = algorithm.first(1_500, seed=4)
        for _ in range(2):
            scores = quadratic(generation.weights, 0.5)
            generation = algorithm.after(generation, judged(generation, scores), seed=4)
        found.append(generation.weights.tobytes())
    assert len(set(found)) == 1


@pytest.mark.parametrize("name", ["genetic", "antithetic"])
def test_no_two_networks_take_the_same_steps(name):
    weights = ALGORITHMS[name](settings_for(name), 1).first(400, seed=4).weights
    apart = np.corrcoef(weights - weights.mean(axis=0))
    np.fill_diagonal(apart, 0)
    mirrored = np.eye(20)[np.arange(20) ^ 1].astype(bool)
    assert np.abs(apart[~mirrored]).max() < 0.35


def test_the_elite_lives_on_unchanged_and_children_differ_by_normal_steps():
    algorithm = Genetic(settings_for("genetic", parents=0.5), 1)
    generation = algorithm.first(400, seed=5)
    scores = np.arange(20.0)
    after = algorithm.after(generation, judged(generation, scores), seed=5)
    assert (after.weights[0] == generation.weights[19]).all()
    assert (after.weights[1] == generation.weights[18]).all()
    for child in after.weights[2:]:
        gaps = ((child - generation.weights) ** 2).mean(axis=1) ** 0.5
        assert gaps.argmin() >= 10  # a parent of the better half
        assert gaps.min() == pytest.approx(algorithm.sigma(1), rel=0.15)


@pytest.mark.parametrize(
    ("name", "more", "message"),
    [
        ("antithetic", {"population": 21}, "evolution.population takes an even number"),
        ("genetic", {"elite": 0}, "evolution.elite takes 1 to population - 1"),
    ],
)
def test_what_an_algorithm_can_not_do_is_said(name, more, message):
    with pytest.raises(BadInput, match=message):
        make_experiment(
            {
                "name": "x",
                "evolution": {"algorithm": name} | more,
                "tournament": {"opponents": "random"},
            }
        )


def test_cma_refuses_large_networks():
    with pytest.raises(BadInput, match="at most 2,000 weights; this one has 56,784"):
        Cma(settings_for("cma"), 1).first(56_784, seed=1)
