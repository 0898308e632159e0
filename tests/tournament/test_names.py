"""Players are told apart by what they do, and called by short names that stay apart."""

import numpy as np
import pytest

from neuroevo.errors import BadInput
from neuroevo.games import SPADES
from neuroevo.networks import Champion, make_architecture, random_weights
from neuroevo.tournament import find_entrant, network_entrant
from neuroevo.tournament.names import check_all_different, mark_of, short_name, short_names


def network(name, seed=1, hidden=(6,), about=None):
    architecture = make_architecture("card", SPADES, 4, hidden)
    weights = random_weights(architecture.weight_count, 1, np.random.default_rng(seed))[0]
    return network_entrant(Champion(architecture, weights, about or {}), name)


def test_a_networks_mark_is_that_of_its_weights_whatever_its_file():
    one = mark_of(network("one.npz"))
    assert one == mark_of(network("two.npz", about={"fitness": 9}))
    assert one != mark_of(network("one.npz", seed=2))
    other = network("one.npz")
    other.champion.weights[5] += 1
    assert mark_of(other) != one


def test_settings_that_are_the_defaults_make_no_other_player():
    assert mark_of(find_entrant("mc-extra")) == mark_of(find_entrant("MC-Extra:shuffles=50"))
    assert mark_of(find_entrant("mc-extra")) != mark_of(find_entrant("mc-extra:shuffles=51"))
    with pytest.raises(BadInput, match="mc-extra and mc-extra:shuffles=50 are the same player"):
        check_all_different([find_entrant("mc-extra"), find_entrant("mc-extra:shuffles=50")])
    with pytest.raises(BadInput, match="greedy is named twice"):
        check_all_different([find_entrant("greedy"), find_entrant("greedy")])


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("runs/demo", "demo"),
        ("runs/demo/", "demo"),
        ("runs/demo/champion.npz", "demo"),
        ("kept/best-of-3.npz", "best-of-3"),
        ("runs/v1.2", "v1.2"),
    ],
)
def test_a_network_is_called_by_the_last_name_that_says_something(name, short):
    assert short_name(network(name)) == short


def test_a_run_named_by_a_dot_is_called_by_its_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert short_name(network(".")) == tmp_path.name
    assert short_name(network("champion.npz")) == tmp_path.name


def test_names_that_would_be_the_same_are_left_whole():
    players = [network("a/demo", 1), network("b/demo", 2), network("c/other", 3)]
    assert short_names(players) == ["a/demo", "b/demo", "other"]
    players = [find_entrant("greedy"), network("greedy.npz")]
    assert short_names(players) == ["greedy", "greedy.npz"]
    # The whole name of one is the short name of another.
    players = [network("x", 1), network("a/x", 2), network("b/x.npz", 3), network("c/a/y", 4)]
    assert short_names(players) == ["x", "a/x", "b/x.npz", "y"]
    with pytest.raises(BadInput, match="two different players are called x"):
        short_names([network("x", 1), network("x", 2)])
