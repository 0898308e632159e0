"""A covariance matrix, its factor and what is drawn from it, against plain numpy."""

import numpy as np
import pytest

from neuroevo.evolution.kernels.covariance import adapt, cholesky, draw_about, normals_behind


def covariance(size, seed=1):
    points = np.random.default_rng(seed).normal(size=(2 * size, size))
    return points.T @ points / (2 * size)


@pytest.mark.parametrize("size", [1, 3, 4, 5, 40])
def test_a_factor_is_numpys_turned_round(size):
    matrix = covariance(size)
    factor = cholesky(matrix)
    np.testing.assert_allclose(factor, np.linalg.cholesky(matrix).T, atol=1e-12)
    assert (np.tril(factor, -1) == 0).all()


def test_networks_spread_as_the_matrix_says():
    matrix, centroid = covariance(4), np.array([1.0, -2.0, 0.5, 3.0])
    drawn = np.empty((50_000, 4), dtype=np.float32)
    draw_about(centroid, 0.5, cholesky(matrix), np.uint64(3), 0, len(drawn), drawn)
    np.testing.assert_allclose(drawn.mean(axis=0), centroid, atol=0.02)
    np.testing.assert_allclose(np.cov(drawn.T), 0.25 * matrix, atol=0.02)


def test_the_normal_numbers_behind_a_step_are_found_again():
    factor, normals = cholesky(covariance(30)), np.random.default_rng(2).normal(size=30)
    np.testing.assert_allclose(normals_behind(factor, factor.T @ normals), normals, atol=1e-10)


def test_a_matrix_learns_from_a_path_and_from_steps():
    generator = np.random.default_rng(3)
    matrix, path, steps = covariance(9), generator.normal(size=9), generator.normal(size=(5, 9))
    shares, found = generator.random(5), np.zeros((9, 9))
    for first, last in ((0, 4), (4, 9)):
        adapt(matrix, 0.9, 0.2, path, shares, steps, first, last, found)
    expected = 0.9 * matrix + 0.2 * np.outer(path, path) + (shares * steps.T) @ steps
    np.testing.assert_allclose(found, np.triu(expected), atol=1e-12)
