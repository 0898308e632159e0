"""Weights laid out for the kernel: nothing is lost, and what is added are zeros."""

import numpy as np
import pytest

from neuroevo.games import SPADES
from neuroevo.networks import make_architecture, random_weights
from neuroevo.networks.packing import LANES, pack

SHAPES = [
    {},
    {"hidden": (5,), "biases": True},
    {"hidden": (40,), "direct": False},
    {"hidden": (20, 12), "biases": True},
    {"hidden": (17, 33, 4), "features": ("chances", "trick")},
]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_weight_stands_once_among_zeros(shape):
    architecture = make_architecture("scorer", SPADES, 4, **shape)
    weights = random_weights(architecture.weight_count, 3, np.random.default_rng(1))
    packed = pack(architecture, weights)
    assert packed.dtype == np.float32
    assert packed.flags.c_contiguous
    for before, after in zip(weights, packed, strict=True):
        assert sorted(after[after != 0]) == sorted(before)


def test_rows_are_whole_vectors():
    architecture = make_architecture("scorer", SPADES, 4, hidden=(20, 12), biases=True)
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(1))
    packed = pack(architecture, weights)[0]
    first, biases = weights[0, : 36 * 21].reshape(36, 21), weights[0, 36 * 21 : 36 * 21 + 20]
    assert len(packed) % LANES == 0
    assert (packed[: 36 * 32].reshape(36, 32)[:, :20] == first[:, :20]).all()
    assert (packed[36 * 32 :][:20] == biases).all()
