"""The compiled networks decide as the plain ones do, in every game and architecture."""

import numpy as np
import pytest

from neuroevo import evolve
from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.testing import compare_networks

ROUNDS = 1000

TABLES = {
    "spades": (SPADES, 4),
    "clubs": (CLUBS, 4),
    "clubs-3": (CLUBS, 3),
    "clubs-2": (CLUBS, 2),
    "sueca": (SUECA, 4),
    "euchre": (EUCHRE, 4),
}


def random_networks(sheet, players, name, hidden=(), biases=False, spread=1.0, **more):
    architecture = make_architecture(name, sheet, players, hidden, biases=biases, **more)
    weights = random_weights(architecture.weight_count, players, np.random.default_rng(5))
    return [Champion(architecture, (spread * row).astype(np.float32)) for row in weights]


@pytest.mark.parametrize("name", ["card", "hand", "scorer"])
@pytest.mark.parametrize("table", TABLES)
def test_kernel_and_plain_network_agree_on_every_decision(name, table):
    sheet, players = TABLES[table]
    compare_networks(sheet, random_networks(sheet, players, name), ROUNDS + players).check()


@pytest.mark.parametrize("name", ["card", "hand", "scorer"])
@pytest.mark.parametrize("game", ["spades", "clubs", "sueca", "euchre"])
def test_they_agree_with_evolved_weights_too(name, game, tmp_path):
    changes = {
        "game": game,
        "network.architecture": name,
        "network.hidden": [],
        "tournament.games": 2,
        "tournament.opponents": ["population"],
        "evolution.population": 12,
        "run.hall_of_fame": 4,
    }
    run = evolve("quick", generations=25, out=tmp_path / "run", changes=changes)
    compare_networks(run.experiment.sheet, run.hall_of_fame, ROUNDS).check()


@pytest.mark.parametrize("name", ["card", "hand"])
@pytest.mark.parametrize("hidden", [(20,), (33, 17, 9)])
def test_biases_and_other_depths_agree_too(name, hidden):
    compare_networks(SUECA, random_networks(SUECA, 4, name, hidden, biases=True), 200).check()
    compare_networks(EUCHRE, random_networks(EUCHRE, 4, name, hidden, spread=0.2), 200).check()


@pytest.mark.parametrize("name", ["card", "hand"])
@pytest.mark.parametrize(
    "ideas", [{"chances": True}, {"direct": True}, {"chances": True, "direct": True}]
)
@pytest.mark.parametrize("table", ["spades", "clubs-3", "euchre"])
def test_the_thesis_own_ideas_agree_too(name, ideas, table):
    sheet, players = TABLES[table]
    compare_networks(sheet, random_networks(sheet, players, name, (30, 20), **ideas), 120).check()


@pytest.mark.parametrize(
    "more",
    [
        {"hidden": (5,), "biases": True},
        {"hidden": (40,), "direct": False},
        {"hidden": (20, 12), "biases": True},
        {"hidden": (17, 33, 4), "features": ("chances", "price", "trick")},
        {"direct": False},
        {"features": ("card", "trick", "-follows")},
    ],
)
def test_scorers_of_other_shapes_agree_too(more):
    for sheet in (SPADES, SUECA):
        compare_networks(sheet, random_networks(sheet, 4, "scorer", **more), 100).check()
