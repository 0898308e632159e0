"""Algorithms and architectures of a user's own: as good as ours, run only where he named them."""

import os
import signal
import sys
import textwrap

import pytest

from neuroevo import extensions
from neuroevo.errors import BadInput
from neuroevo.evolution import Run, Stopped, evolve, make_experiment, read_experiment, resume
from neuroevo.evolution.algorithms import find_algorithm
from neuroevo.networks import find_architecture, load_champion

CLIMBER = '''
"""A hill climber: the best of a generation, and steps away from it."""

import numpy as np
from pydantic import Field

from neuroevo.cards import Purpose, generator_for
from neuroevo.evolution.algorithms import AlgorithmSettings, Generation, number_births


class Climber:
    class Settings(AlgorithmSettings):
        step: float = Field(default=0.1, gt=0)

    def __init__(self, settings, workers):
        self.settings = settings

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
'''
BARE = '''
from dataclasses import dataclass

from neuroevo.networks.card import CardArchitecture


@dataclass(frozen=True)
class Bare(CardArchitecture):
    """As `card`, with a setting that changes nothing."""

    class Settings(CardArchitecture.Settings):
        colour: str = "red"

    colour: str = "red"
'''
MINE = """
[network]
architecture = "my_nets.py:Bare"
hidden = [4]

[tournament]
games = 2

[evolution]
algorithm = "my_algorithms.py:Climber"
population = 8
generations = 6
patience = 0
step = 0.3

[run]
yardstick_every = 0
hall_of_fame = 2
workers = 1
"""


@pytest.fixture(autouse=True)
def nothing_is_allowed(monkeypatch):
    monkeypatch.setattr(extensions, "_ALLOWED", {})


@pytest.fixture
def folder(tmp_path):
    """An experiment and the code that it names, in a folder that is not the current one."""
    place = tmp_path / "experiments"
    place.mkdir()
    (place / "my_algorithms.py").write_text(CLIMBER)
    (place / "my_nets.py").write_text(BARE)
    (place / "mine.toml").write_text(MINE)
    return place


def forget():
    """As in a process that has not run the experiment."""
    extensions._ALLOWED.clear()


def test_an_experiment_runs_the_code_that_it_names_from_its_own_folder(folder, tmp_path):
    run = evolve(folder / "mine.toml", out=tmp_path / "run")
    assert len(run.log["best"]) == 6
    assert run.champion.architecture.colour == "red"
    assert run.experiment.evolution.model_dump()["step"] == 0.3
    stored = (run.directory / "experiment.toml").read_text()
    assert 'algorithm = "my_algorithms.py:Climber"' in stored
    code = run.provenance["code"]
    assert code.keys() == {"my_nets.py:Bare", "my_algorithms.py:Climber"}
    assert len(set(code.values())) == 2


def test_from_the_current_folder_too(folder, tmp_path, monkeypatch):
    (tmp_path / "mine.toml").write_text(MINE)
    monkeypatch.chdir(folder)
    assert read_experiment(tmp_path / "mine.toml").evolution.step == 0.3
    with pytest.raises(BadInput, match=r"evolution\.step takes more than 0"):
        read_experiment(tmp_path / "mine.toml", {"evolution.step": -1.0})


def test_workers_do_not_change_a_byte_and_a_stopped_run_goes_on(folder, tmp_path):
    whole = evolve(folder / "mine.toml", out=tmp_path / "whole")
    two = evolve(folder / "mine.toml", out=tmp_path / "two", workers=2)

    def stop(progress):
        if len(progress.state.rows) == 3:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(Stopped):
        evolve(folder / "mine.toml", out=tmp_path / "stopped", watch=stop)
    again = resume(tmp_path / "stopped")
    champions = {(run.directory / "champion.npz").read_bytes() for run in (whole, two, again)}
    assert len(champions) == 1


def test_reading_a_run_never_runs_its_code(folder, tmp_path):
    run = evolve(folder / "mine.toml", out=tmp_path / "run")
    forget()
    for name in ("my_algorithms.py", "my_nets.py"):
        (folder / name).write_text("raise SystemExit('it was run')")
    again = Run(run.directory)
    assert again.experiment.evolution.algorithm == "my_algorithms.py:Climber"
    assert again.experiment.evolution.population == 8
    assert len(again.log["best"]) == 6
    assert len(again.load_checkpoint().rows) == 6
    needed = r"needs the architecture my_nets\.py:Bare: add --with my_nets\.py"
    for action in (
        lambda: again.champion,
        lambda: again.experiment.architecture(),
        lambda: load_champion(run.directory / "champion.npz"),
        lambda: resume(run.directory),
        lambda: evolve(again.experiment, out=tmp_path / "repeated"),
    ):
        with pytest.raises(BadInput, match=needed) as error:
            action()
        assert "damaged" not in str(error.value)


def test_what_was_allowed_is_used_by_a_run_that_was_loaded(folder, tmp_path):
    run = evolve(folder / "mine.toml", out=tmp_path / "run")
    forget()
    extensions.allow(folder / "my_nets.py")
    again = Run(run.directory)
    assert again.champion.architecture.summary == "156-4-52"
    assert again.experiment.architecture() == again.champion.architecture
    with pytest.raises(
        BadInput, match=r"needs the algorithm my_algorithms\.py:Climber: add --with"
    ):
        again.experiment.algorithm()
    extensions.allow(folder / "my_algorithms.py")
    assert again.experiment.algorithm().settings.step == 0.3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("def after(", "def later(", "my_algorithms.py:11: Climber lacks after(self, generation"),
        ("first(self, weight_count, seed)", "first(self)", "my_algorithms.py:18: Climber takes"),
        ("(self, settings, workers)", "(self)", "Climber takes __init__(self, settings, workers)"),
        ("step: float", "step: flaot", "my_algorithms.py:13: NameError"),
        ("class Settings(AlgorithmSettings)", "class Settings", "derived from AlgorithmSettings"),
        ("best.weights", "best.nothing", "my_algorithms.py:23: AttributeError"),
        ("self.settings = settings", "settings.nothing", "my_algorithms.py:16: AttributeError"),
        (".astype(np.float32)", "", "weights that are (8, 832) float64, not (8, 832) float32"),
        (
            "return self.around(0,",
            "return (0,",
            "my_algorithms.py:18: Climber.first returned tuple",
        ),
        ("Generation(number, ", "Generation(number + 1, ", "returned generation 1, not 0"),
        ("class Climber", "class Walker", "has no algorithm 'Climber': it has"),
        ("import numpy", "import nonsense", "my_algorithms.py:4: ModuleNotFoundError"),
        ("def __init__", "def __init__(", ":15: invalid Python"),
    ],
)
def test_what_is_wrong_with_an_algorithm_is_one_line_with_its_place(
    folder, tmp_path, old, new, message
):
    file = folder / "my_algorithms.py"
    changed = CLIMBER.replace(old, new)
    assert changed != CLIMBER
    file.write_text(changed)
    with pytest.raises(BadInput) as error:
        evolve(folder / "mine.toml", out=tmp_path / "run")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 3", "has no architecture 'Bare'"),
        ("class Bare: pass", "my_nets.py:1: Bare is not derived from Architecture"),
        ("def Bare(): pass", "is not an architecture: it is not a class"),
        (
            "from neuroevo.networks import Architecture\nclass Bare(Architecture): pass",
            "my_nets.py:2: Bare lacks scores and weight_count",
        ),
        (
            BARE + "    def __post_init__(self):\n        raise KeyError(3)",
            "my_nets.py:16: KeyError",
        ),
    ],
)
def test_what_is_wrong_with_an_architecture_is_one_line_with_its_place(folder, text, message):
    (folder / "my_nets.py").write_text(text)
    with pytest.raises(BadInput) as error:
        read_experiment(folder / "mine.toml")
    assert message in str(error.value)


def test_settings_of_ones_own_are_checked_like_ours(folder):
    for change, message in (
        ({"evolution.stride": 3}, "evolution.stride is not a setting: choose from evolution.alg"),
        ({"evolution.stepp": 3}, "did you mean 'evolution.step'?"),
        ({"evolution.elite": 3}, "(it is one of recombination and genetic): choose from"),
        ({"evolution.step": -1.0}, "evolution.step takes more than 0"),
        ({"network.colour": 3}, "network.colour takes a text, not 3"),
    ):
        with pytest.raises(BadInput) as error:
            read_experiment(folder / "mine.toml", change)
        assert message in str(error.value)


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(BadInput, match=r"evolution\.algorithm is 'no\.py:X', but there is no file"):
        make_experiment({"name": "x", "evolution": {"algorithm": "no.py:X"}})


def test_what_a_package_offers_is_found_by_its_name(tmp_path, monkeypatch):
    (tmp_path / "climbing_package.py").write_text(CLIMBER + BARE)
    about = tmp_path / "climbing_package-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: climbing-package\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        textwrap.dedent(
            """
            [neuroevo.algorithms]
            climber = climbing_package:Climber
            broken = climbing_package:Nothing
            [neuroevo.architectures]
            bare = climbing_package:Bare
            """
        )
    )
    monkeypatch.syspath_prepend(tmp_path)
    extensions.packaged.cache_clear()
    extensions.load_packaged.cache_clear()
    try:
        assert find_algorithm("climber").__name__ == "Climber"
        assert find_architecture("bare").__name__ == "Bare"
        settings = {
            "name": "x",
            "tournament": {"games": 1},
            "network": {"architecture": "bare", "hidden": [3]},
            "evolution": {"algorithm": "climber", "population": 4, "step": 0.2},
        }
        run = evolve(make_experiment(settings), out=tmp_path / "run", generations=2, workers=1)
        assert run.champion.architecture.name == "bare"
        with pytest.raises(BadInput, match=r"takes recombination or .* or climber, not 'climbr'"):
            make_experiment({"name": "x", "evolution": {"algorithm": "climbr"}})
        with pytest.raises(BadInput, match="broken of climbing-package"):
            make_experiment({"name": "x", "evolution": {"algorithm": "broken"}})
    finally:
        monkeypatch.undo()
        sys.modules.pop("climbing_package", None)
        extensions.packaged.cache_clear()
        extensions.load_packaged.cache_clear()
    without = Run(tmp_path / "run")
    assert len(without.load_checkpoint().rows) == 2
    with pytest.raises(
        BadInput, match=r"evolution\.algorithm takes recombination or .*, not 'climber'"
    ):
        without.experiment.algorithm()


def test_a_run_whose_network_sees_a_feature_of_ones_own_is_read_without_it(tmp_path):
    path = tmp_path / "experiment.toml"
    path.write_text(
        'name = "x"\nnetwork = { architecture = "scorer", features = ["my_features.py:lonely"] }\n'
    )
    experiment = Run(tmp_path).experiment
    assert experiment.network.features == ("my_features.py:lonely",)
    assert experiment.network_takes_code
    with pytest.raises(BadInput, match="lonely"):
        experiment.architecture()


def stopped_run(folder, out):
    """A run that was stopped after two generations."""

    def stop(progress):
        if len(progress.state.rows) == 2:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(Stopped):
        evolve(folder / "mine.toml", out=out, watch=stop)
    return out


@pytest.fixture
def opponents(folder):
    """An experiment against a player in its own folder, who is the yardstick too."""
    (folder / "my_players.py").write_text("def low(seat):\n    return seat.legal.lowest\n")
    (folder / "mine.toml").write_text(
        '[tournament]\ngames = 2\nopponents = ["my_players.py:low", "population"]\n'
        "[evolution]\npopulation = 8\ngenerations = 6\npatience = 0\n"
        '[run]\nyardstick_against = "my_players.py:low"\nyardstick_deals = 5\nworkers = 1\n'
    )
    return folder


def test_opponents_of_ones_own_are_found_beside_the_experiment(opponents, tmp_path):
    run = evolve(opponents / "mine.toml", out=tmp_path / "run")
    assert set(run.provenance["code"]) == {"my_players.py:low"}
    assert Run(tmp_path / "run").experiment.tournament.opponents == {
        "my_players.py:low": 1.0,
        "population": 1.0,
    }


def test_resuming_never_runs_an_opponents_code_by_itself(opponents, tmp_path):
    out = stopped_run(opponents, tmp_path / "run")
    forget()
    with pytest.raises(BadInput, match=r"needs the player my_players\.py:low: add --with my_play"):
        resume(out)
    extensions.allow(opponents / "my_players.py")
    assert len(resume(out).log["best"]) == 6


def test_a_run_goes_on_only_with_the_code_that_it_was_begun_with(opponents, tmp_path):
    out = stopped_run(opponents, tmp_path / "run")
    (opponents / "my_players.py").write_text("def low(seat):\n    return seat.legal.highest\n")
    extensions.allow(opponents / "my_players.py")
    with pytest.raises(
        BadInput, match=r"my_players\.py:low has changed since the run .* was begun"
    ):
        resume(out)
