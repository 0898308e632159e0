"""Experiment files: the shipped ones work, and mistakes are named."""

from pathlib import Path

import pytest

from neuroevo.errors import BadInput
from neuroevo.evolution import Experiment, make_experiment, parse_change, read_experiment

FOLDER = Path(__file__).parents[2] / "experiments"


def test_the_thesis_experiments_and_one_for_each_other_game_are_there():
    names = {path.stem for path in FOLDER.glob("*.toml")}
    thesis = {f"spades-{net}-{fit}" for net in ("card", "hand") for fit in ("simple", "advanced")}
    assert thesis | {"quick"} <= names
    games = {read_experiment(path).game for path in FOLDER.glob("*.toml")}
    assert games == {"spades", "clubs", "sueca", "euchre"}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_experiment_is_valid_and_named_after_its_file(path):
    experiment = read_experiment(path)
    assert experiment.name == path.stem
    assert experiment.about
    experiment.architecture()
    experiment.evaluator(1)


def test_the_thesis_experiment_has_the_thesis_numbers():
    experiment = read_experiment("spades-card-simple")
    assert experiment.tournament.games == 15
    assert experiment.evolution.parents == 0.5
    assert experiment.evolution.generations == experiment.evolution.patience == 200
    assert experiment.architecture().summary == "156-156-156-52"
    assert read_experiment("spades-hand-advanced").tournament.fitness == "advanced"


def test_an_experiment_survives_its_file(tmp_path):
    for path in FOLDER.glob("*.toml"):
        experiment = read_experiment(path)
        copy = tmp_path / path.name
        copy.write_text(experiment.as_toml(), encoding="utf-8")
        assert read_experiment(copy) == experiment


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"evolution": {"populaton": 40}},
            "evolution.populaton is not a setting: did you mean 'evolution.population'?",
        ),
        ({"colour": 1}, "colour is not a setting: choose from name, about, game"),
        ({"evolution": {"population": "many"}}, "evolution.population takes a whole number"),
        (
            {"evolution": {"population": 42}},
            "evolution.population takes a multiple of 4, the seats of a table, such as 40 or 44",
        ),
        ({"evolution": {"population": 1}}, "evolution.population takes at least 2, not 1"),
        ({"evolution": {"parents": 1.5}}, "evolution.parents takes at most 1"),
        ({"evolution": {"algorithm": "magic"}}, "evolution.algorithm takes recombination"),
        (
            {"evolution": {"mutation": {"schedule": "cosine"}}},
            "evolution.mutation.schedule takes 'linear', 'exponential' or 'constant'",
        ),
        ({"evolution": {"mutation": {"kind": 3}}}, "evolution.mutation.kind takes"),
        ({"evolution": {"elite": 200}}, "evolution.elite takes no more than"),
        ({"tournament": {"games": 0}}, "tournament.games takes at least 1, not 0"),
        ({"tournament": {"games": 1.5}}, "tournament.games takes a whole number, not 1.5"),
        ({"tournament": {"fitness": "luck"}}, "tournament.fitness takes 'simple', 'advanced'"),
        ({"tournament": {"opponents": {"random": -1}}}, "tournament.opponents takes shares"),
        ({"network": {"architecture": "deep"}}, "network.architecture takes card or hand"),
        ({"network": {"biases": "yes"}}, "network.biases takes true or false, not 'yes'"),
        ({"game": "bridge"}, "there is no game 'bridge'"),
        ({"game": "clubs", "players": 5}, "players takes 2 or 3 or 4 in clubs, not 5"),
        ({"name": "a/b"}, "name takes letters, digits"),
        ({"seed": -1}, "seed takes at least 0, not -1"),
        ({"run": {"backend": "mpi"}}, "run.backend takes 'threads', 'loky' or 'dask'"),
    ],
)
def test_a_mistake_is_named_with_its_key_and_what_it_takes(settings, message):
    with pytest.raises(BadInput) as error:
        make_experiment({"name": "test"} | settings)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_opponents_may_be_a_name_a_list_or_shares():
    def opponents(given):
        return make_experiment({"name": "x", "tournament": {"opponents": given}}).tournament

    assert opponents("random").opponents == {"random": 1.0}
    assert opponents(["random", "greedy"]).opponents == {"random": 1.0, "greedy": 1.0}
    assert opponents({"population": 1, "greedy": 0.5}).opponents == {
        "population": 1.0,
        "greedy": 0.5,
    }


def test_settings_are_changed_by_dotted_keys():
    changes = dict(
        [
            parse_change("evolution.population=40"),
            parse_change("game=clubs"),
            parse_change("network.hidden=[8, 8]"),
        ]
    )
    experiment = read_experiment("quick", changes)
    assert (experiment.evolution.population, experiment.game) == (40, "clubs")
    assert experiment.network.hidden == (8, 8)
    assert isinstance(experiment, Experiment)
    for bad in ("evolution.population", "=3"):
        with pytest.raises(BadInput, match="--set takes key=value"):
            parse_change(bad)


def test_files_that_are_not_there_or_not_toml_are_named(tmp_path):
    with pytest.raises(BadInput, match=r"there is no experiment 'nothing': choose from .*quick"):
        read_experiment("nothing")
    with pytest.raises(BadInput, match=r"there is no experiment file .*none\.toml"):
        read_experiment(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("name = \n")
    with pytest.raises(BadInput, match=r"bad\.toml is not valid TOML"):
        read_experiment(tmp_path / "bad.toml")
