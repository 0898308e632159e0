"""The checks of an algorithm can fail; and so can those of an architecture."""

import textwrap

import pytest

from neuroevo import extensions
from neuroevo.errors import BadInput
from neuroevo.evolution.algorithms import Genetic
from neuroevo.networks.card import CardArchitecture
from neuroevo.testing import ContractBroken, check_algorithm, check_architecture

CLIMBER = """
import numpy as np
from pydantic import Field

from neuroevo.cards import Purpose, generator_for
from neuroevo.evolution.algorithms import AlgorithmSettings, Generation, number_births


class Climber:
    class Settings(AlgorithmSettings):
        step: float = Field(default=0.1, gt=0)

    def __init__(self, settings, workers):
        self.settings, self.calls, self.workers = settings, 0, workers

    def first(self, weight_count, seed):
        return self.around(0, np.zeros(weight_count, dtype=np.float32), seed)

    def after(self, generation, members, seed):
        best = max(members, key=lambda member: member.score)
        return self.around(generation.number + 1, best.weights, seed)

    def around(self, number, centre, seed):
        shape = (self.settings.population, len(centre))
        steps = generator_for(seed, Purpose.BREEDING, number).standard_normal(shape)
        weights = (centre + self.settings.step * steps).astype(np.float32)
        return Generation(number, weights, number_births(number, len(weights)))
"""


FORGETS = CLIMBER.replace("steps = ", "self.calls += 1; seed += self.calls; steps = ")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extensions, "_ALLOWED", {})
    return tmp_path


def check_text(folder, text, **more):
    (folder / "my_algorithms.py").write_text(text)
    return check_algorithm("my_algorithms.py:Climber", raises=False, **more)


def test_an_algorithm_of_ones_own_keeps_the_contract_and_leaves_nothing_behind(folder):
    report = check_text(folder, CLIMBER)
    assert report.passed, str(report)
    assert report["settings"].said == "step; the same when stored and read"
    assert [one.name for one in folder.iterdir()] == ["my_algorithms.py"]
    assert check_text(folder, CLIMBER, settings={"step": 0.5, "population": 16}).passed


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("centre + self", "centre + self.calls + self", None),  # it stays 0
        (CLIMBER, FORGETS, "state only in generations"),
        ("generator_for(seed,", "generator_for(1,", "seeds matter"),
        ("(centre + self", "(np.nan + self", "sound generations"),
        ("(number, weights,", "(number, weights.astype(float),", "sound generations"),
        ("best = max", "generation.weights[:] = 0; best = max", "earlier generations"),
        ("steps = ", "seed += self.workers; steps = ", "workers don't matter"),
    ],
)
def test_what_an_algorithm_breaks_is_told(folder, old, new, what):
    report = check_text(folder, CLIMBER.replace(old, new))
    assert (what is None) == report.passed, str(report)
    assert what is None or what in {one.what for one in report.broken}


def test_state_that_is_lost_shows_when_a_run_is_resumed(folder):
    report = check_text(
        folder, CLIMBER.replace("steps = ", "self.calls += 1; seed += self.calls; steps = ")
    )
    assert report["resuming doesn't matter"].passed is False
    with pytest.raises(ContractBroken, match=r"remembered outside of Generation\.state"):
        check_algorithm("my_algorithms.py:Climber")


def test_a_class_is_found_by_its_file_and_ours_by_their_names(folder):
    assert check_algorithm(Genetic).name == "genetic"

    class Inside:
        pass

    with pytest.raises(BadInput, match=r"put the class at the top of a file"):
        check_algorithm(Inside)
    with pytest.raises(BadInput, match="there is no algorithm 'climb'"):
        check_algorithm("climb")
    (folder / "mine.py").write_text("class Climber:\n    def first(self):\n        pass\n")
    with pytest.raises(BadInput, match=r"mine\.py:2: Climber takes first\(self, weight_count"):
        check_algorithm("mine.py:Climber")
    with pytest.raises(BadInput, match=r"genetic: its setting elite: .*takes 1 to population - 1"):
        check_algorithm("genetic", {"elite": 40})


LINEAR = """
from neuroevo.networks import CardScorer


class Linear(CardScorer):
    weight_count = 3

    @staticmethod
    def score(now, card, weights):
        return weights[0] * now.chance(card) + weights[1] * card.strength + weights[2] * now.to_come
"""


def check_net(folder, text, **more):
    (folder / "my_nets.py").write_text(text)
    return check_architecture("my_nets.py:Linear", ["spades", "clubs"], raises=False, **more)


def test_an_architecture_of_ones_own_keeps_the_contract(folder):
    report = check_net(folder, LINEAR)
    assert report.passed, str(report)
    assert report["a number of weights"].said == "3, at 6 tables"
    assert "6 champions saved" in report["champions travel"].said
    assert [one.name for one in folder.iterdir()] == ["my_nets.py"]


def test_weights_that_do_not_matter_are_told(folder):
    report = check_net(folder, LINEAR.replace("weights[0]", "0").replace("weights[1]", "1"))
    assert {one.what for one in report.broken} == {"weights matter"}


def test_a_score_that_peeks_is_refused_and_caught(folder, monkeypatch):
    text = LINEAR.replace("now.to_come", "(now._table.hands[(now._place + 1) % 2] & 15)")
    with pytest.raises(BadInput, match="begins with an underscore"):
        check_net(folder, text)
    monkeypatch.setattr("neuroevo.networks.card_scorer.check_words", lambda function: None)
    report = check_net(folder, text.replace("weights[2]", "card.strength * weights[2]"))
    assert {"honest", "same cards compiled and plain"} <= {one.what for one in report.broken}


def test_a_network_that_is_another_one_when_it_is_loaded_is_told(folder):
    text = textwrap.dedent(
        """
        from dataclasses import dataclass
        from neuroevo.networks.card import CardArchitecture

        @dataclass(frozen=True)
        class Linear(CardArchitecture):
            depth: int = 1

            class Settings(CardArchitecture.Settings):
                depth: int = 1

            def settings(self):
                return super().settings() | {"depth": 2}
        """
    )
    report = check_net(folder, text)
    assert "loaded it is" in report["champions travel"].said


def test_classes_of_ours_are_named():
    assert check_architecture(CardArchitecture, "euchre", settings={"hidden": (4,)}).name == "card"
