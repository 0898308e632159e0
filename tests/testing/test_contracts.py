"""Everything of ours keeps the contract that users' things are checked by: listed is tested."""

import pytest

from neuroevo.evolution.algorithms import ALGORITHMS
from neuroevo.games import GAMES
from neuroevo.networks.features import FEATURES
from neuroevo.networks.registry import ARCHITECTURES
from neuroevo.players import ROSTER
from neuroevo.testing import (
    check_algorithm,
    check_architecture,
    check_features,
    check_game,
    check_player,
)

PEEKS = {"mc-peek"}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_the_contract(name):
    report = check_game(name)
    assert report["both engines agree"].passed
    assert report["sound rounds"].passed
    assert report["networks evolve"].passed


@pytest.mark.parametrize("name", ROSTER)
def test_every_player_keeps_the_contract(name):
    report = check_player(name)
    assert report["legal cards"].passed
    assert report["same cards compiled and plain"].passed
    assert report["honest"].passed is (None if name in PEEKS else True)
    assert report["bids and calls"].passed


@pytest.fixture(scope="module")
def reports_on_features():
    """They are compiled together, which is faster by far."""
    return dict(zip(FEATURES, check_features(FEATURES, deals=3, raises=False), strict=True))


@pytest.mark.parametrize("feature", FEATURES, ids=lambda one: one.name)
def test_every_feature_keeps_the_contract(feature, reports_on_features):
    report = reports_on_features[feature]
    assert not report.broken, str(report)
    assert report["honest"].passed
    assert "it varies at" in report["says"].said
    if feature.name != "bias":
        assert "no table" not in report["says"].said


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_keeps_the_contract(name):
    report = check_algorithm(name)
    assert report["state only in generations"].passed
    assert report["resuming doesn't matter"].passed


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_every_architecture_keeps_the_contract(name):
    report = check_architecture(name)
    assert report["same cards compiled and plain"].passed
    assert report["honest"].passed
    assert report["champions travel"].passed
