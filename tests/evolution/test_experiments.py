"""Experiment files: the shipped ones work, and mistakes are named."""

import os
import signal
import tomllib
from pathlib import Path

import pytest

from neuroevo.errors import BadInput
from neuroevo.evolution import (
    Experiment,
    Run,
    Stopped,
    evolve,
    make_experiment,
    parse_change,
    read_experiment,
    resume,
)
from neuroevo.evolution.algorithms import ALGORITHMS
from neuroevo.evolution.experiment import set_dotted, stored_experiment
from neuroevo.networks import ARCHITECTURES

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


@pytest.mark.parametrize(
    ("table", "name", "key", "value", "owners"),
    [
        ("evolution", "recombination", "strategy", {"sigma": 1}, "genetic, antithetic and cma"),
        ("evolution", "antithetic", "mutation", {"sigma": 0.1}, "recombination"),
        ("evolution", "antithetic", "parents", 0.5, "recombination and genetic"),
        ("evolution", "cma", "elite", 1, "recombination and genetic"),
        ("evolution", "cma", "strategy.rate", 0.1, "genetic and antithetic"),
        ("evolution", "genetic", "strategy.decay", 0.1, "antithetic"),
        ("network", "card", "features", ["boss"], "scorer"),
        ("network", "scorer", "chances", True, "card and hand"),
    ],
)
def test_a_setting_that_does_not_apply_is_an_error_that_says_whose_it_is(
    table, name, key, value, owners
):
    what = {"evolution": "algorithm", "network": "architecture"}[table]
    settings = {"name": "test", table: {what: name}}
    set_dotted(settings, f"{table}.{key}", value)
    with pytest.raises(BadInput) as error:
        make_experiment(settings)
    said = str(error.value)
    assert f"{table}.{key} is not a setting of {what} {name!r} (it is one of {owners})" in said
    assert f"choose from {table}.{what}, {table}." in said


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("recombination", {"parents", "elite", "mutation"}),
        ("genetic", {"parents", "elite", "strategy"}),
        ("antithetic", {"strategy"}),
        ("cma", {"strategy"}),
    ],
)
def test_an_algorithm_has_its_own_settings_and_no_others(name, own):
    experiment = make_experiment({"name": "x", "evolution": {"algorithm": name}})
    shared = {"algorithm", "population", "generations", "patience"}
    assert set(experiment.evolution.model_dump()) == shared | own
    assert isinstance(experiment.algorithm(), ALGORITHMS[name])


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_settings_of_every_algorithm_and_architecture_survive_their_file(
    name, architecture, tmp_path
):
    experiment = make_experiment(
        {
            "name": "x",
            "game": "clubs",
            "evolution": {"algorithm": name, "population": 24},
            "network": {"architecture": architecture, "biases": True},
        }
    )
    path = tmp_path / "experiment.toml"
    path.write_text(experiment.as_toml(), encoding="utf-8")
    assert stored_experiment(path) == read_experiment(path) == experiment
    assert read_experiment(path).architecture() == experiment.architecture()


def test_a_stored_experiment_shows_what_was_used():
    stored = tomllib.loads(read_experiment("spades-card-simple").as_toml())
    assert stored["players"] == 4
    assert stored["network"] == {
        "architecture": "card",
        "hidden": [156, 156],
        "biases": False,
        "direct": False,
        "chances": False,
    }
    assert "workers" not in stored["run"]
    assert "scheduler" not in stored["run"]
    assert "strategy" not in stored["evolution"]
    changes = {"network.features": ["card", "-points"], "run.workers": 3}
    stored = tomllib.loads(read_experiment("spades-scorer", changes).as_toml())
    assert stored["network"]["features"] == ["trump", "strength"]
    assert stored["network"]["direct"] is True
    assert stored["run"]["workers"] == 3


def test_what_was_not_given_is_found_anew_when_an_experiment_is_changed(tmp_path):
    experiment = read_experiment("spades-card-simple")
    few = {"evolution.population": 4, "tournament.games": 1, "run.yardstick_every": 0}
    run = evolve(
        experiment,
        generations=1,
        out=tmp_path / "run",
        changes={"network.architecture": "hand", **few},
    )
    assert run.experiment.network.hidden == (226, 226)
    given = read_experiment("spades-card-simple", {"network.hidden": [6]})
    run = evolve(
        given,
        generations=1,
        out=tmp_path / "given",
        changes={"network.architecture": "hand", **few},
    )
    assert run.experiment.network.hidden == (6,)


STORED_BEFORE = """\
name = "small"
about = ""
game = "spades"
players = 0
seed = 5

[network]
architecture = "scorer"
hidden = [
    4,
]
biases = false
chances = false
features = []

[tournament]
games = 4
fitness = "simple"
past_every = 3
past_kept = 64

[tournament.opponents]
greedy = 1.0
past = 1.0
population = 1.0

[evolution]
algorithm = "antithetic"
population = 16
generations = 8
patience = 0
parents = 0.5
elite = 0

[evolution.mutation]
kind = "replace"
start = 0.8
end = 0.2
schedule = "linear"
weight_share = 0.5
sigma = 0.1

[evolution.strategy]
sigma = 0.1
rate = 0.05
rate_end = 0.01
decay = 0.1
spread = 0.1

[run]
workers = 1
backend = "threads"
scheduler = ""
yardstick_every = 4
yardstick_deals = 20
yardstick_against = "random"
hall_of_fame = 3
"""
"""As runs stored it when every algorithm and architecture had all settings."""


def test_a_run_that_was_stored_with_settings_of_all_algorithms_is_still_read_and_resumed(tmp_path):
    settings = tomllib.loads(STORED_BEFORE)
    with pytest.raises(BadInput, match=r"network\.chances is not a setting of architecture"):
        make_experiment(settings)
    del settings["network"]["chances"]
    for key in ("parents", "elite", "mutation"):
        del settings["evolution"][key]
    whole = evolve(make_experiment(settings), out=tmp_path / "whole")
    stopped = []

    def stop(progress):
        if len(progress.state.rows) == 3:
            stopped.append(progress)
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(Stopped):
        evolve(make_experiment(settings), out=tmp_path / "run", watch=stop)
    (tmp_path / "run" / "experiment.toml").write_text(STORED_BEFORE, encoding="utf-8")
    run = Run(tmp_path / "run")
    assert run.experiment == whole.experiment
    assert run.load_checkpoint().generation.number == 3
    assert read_experiment(tmp_path / "run" / "experiment.toml") == whole.experiment
    assert (resume(run.directory).champion.weights == whole.champion.weights).all()
