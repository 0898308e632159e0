"""An architecture of one's own: a class in a user's file, compiled and plain."""

import pickle

import numpy as np
import pytest

from neuroevo import extensions
from neuroevo.errors import BadInput
from neuroevo.evolution import evolve
from neuroevo.extensions import allow
from neuroevo.games import GAMES, SPADES
from neuroevo.networks import Champion, load_champion, make_architecture, random_weights
from neuroevo.testing import compare_networks

TEXT = '''from neuroevo.networks import CardScorer


class Linear(CardScorer):
    """A weighted sum."""

    weight_count = 4

    @staticmethod
    def score(now, card, weights):
        return (
            weights[0] * now.chance(card)
            + weights[1] * card.strength / 10
            + weights[2] * (card in now.cheapest_winner)
            + weights[3] * len(now.hand & card.its_suit) / 4
        )


class Wide(CardScorer):
    """A weight for each rank, by the game."""

    @property
    def weight_count(self):
        return 2 * len(self.sheet.ranks)

    @staticmethod
    def score(now, card, weights):
        return weights[card.strength % now.ranks] + (weights[now.ranks] if now.leading else 0)


class Method(Linear):
    def weight_count(self):
        return 3


class NoScore(CardScorer):
    weight_count = 1


class Bound(CardScorer):
    weight_count = 1

    def score(self, now, card):
        return 1


class Peeks(CardScorer):
    weight_count = 1

    @staticmethod
    def score(now, card, weights):
        return now._table.hands[0]


class Misspelt(CardScorer):
    weight_count = 1

    @staticmethod
    def score(now, card, weights):
        return now.chanse(card)


class Nothing(CardScorer):
    weight_count = 1

    @staticmethod
    def score(now, card, weights):
        return now.legal


def function(now, card):
    return 1
'''


@pytest.fixture(autouse=True)
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extensions, "_ALLOWED", {})
    path = tmp_path / "my_nets.py"
    path.write_text(TEXT)
    return path


def champions(name, sheet, players):
    architecture = make_architecture(f"my_nets.py:{name}", sheet, players)
    weights = random_weights(architecture.weight_count, players, np.random.default_rng(2))
    return [Champion(architecture, row) for row in weights]


@pytest.mark.parametrize("name", ["Linear", "Wide"])
@pytest.mark.parametrize("game", GAMES)
def test_kernel_and_referee_agree_on_it_in_every_game(name, game):
    sheet = GAMES[game]
    players = max(sheet.players)
    compare_networks(sheet, champions(name, sheet, players), 60).check()


def test_it_evolves_and_its_champion_needs_the_file(file):
    changes = {
        "network": {"architecture": "my_nets.py:Linear"},
        "tournament.games": 2,
        "evolution.population": 8,
        "run.yardstick_deals": 20,
    }
    run = evolve("quick", generations=3, out="run", changes=changes)
    path = run.directory / "champion.npz"
    extensions._ALLOWED.clear()  # as in a process that has not run the experiment
    with pytest.raises(BadInput, match=r"needs the architecture my_nets\.py:Linear: add --with my"):
        load_champion(path)
    allow(file)
    champion = load_champion(path)
    assert champion.architecture.summary == "my_nets.py:Linear with 4 weights"
    file.write_text(TEXT.replace("/ 10", "/ 9"))
    with pytest.raises(BadInput, match=r"was made with another my_nets\.py"):
        load_champion(path)


def test_it_is_picklable_and_equal_to_itself():
    one = make_architecture("my_nets.py:Linear", SPADES, 4)
    assert pickle.loads(pickle.dumps(one)) == one
    assert make_architecture("my_nets.py:Wide", SPADES, 4) != one


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "Method",
            "my_nets.py:Method: weight_count is a whole number, or a property that returns one",
        ),
        ("NoScore", "my_nets.py:36: NoScore lacks score"),
        ("Bound", "my_nets.py:Bound: write @staticmethod before score(now, card, weights)"),
        ("Peeks", "my_nets.py:52: '_table' begins with an underscore"),
        ("function", "my_nets.py:function is not an architecture: it is not a class"),
        ("Lineer", "my_nets.py has no architecture 'Lineer': did you mean 'Linear'?"),
    ],
)
def test_what_can_be_no_architecture_is_told(name, told):
    with pytest.raises(BadInput) as error:
        make_architecture(f"my_nets.py:{name}", SPADES, 4)
    assert str(error.value).startswith(told)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Misspelt", "my_nets.py:60: a Situation has no 'chanse': did you mean 'chance'?"),
        ("Nothing", "my_nets.py:66: score returns a CardSet, not a number"),
    ],
)
def test_a_score_that_does_not_compile_is_told(name, told):
    with pytest.raises(BadInput) as error:
        make_architecture(f"my_nets.py:{name}", SPADES, 4).choose_address()
    assert str(error.value) == told


def test_settings_of_layers_are_refused():
    told = r"network\.hidden is not a setting of architecture .my_nets\.py:Linear."
    with pytest.raises(BadInput, match=told):
        make_architecture("my_nets.py:Linear", SPADES, 4, hidden=(3,))
