"""One's own: a game is one file, a player one function, a feature one function, an algorithm and an
architecture one class each; all of them together, in a folder and in a package."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from neuroevo import extensions

ROOT = Path(extensions.__file__).parents[1]
COMMAND = "from neuroevo.cli import main; main()"

PLAYER = '''
def patient(seat, keep: int = 0):
    """Keeps its trumps for last."""
    return (seat.legal.plain or seat.legal).cheapest
'''
FEATURE = '''
def lonely_king(now, card):
    """A king without company."""
    return card.rank == 11 and len(now.hand & card.its_suit) == 1
'''
ALGORITHM = '''
"""A hill climber: the best of a generation, and steps away from it."""

import numpy as np

from neuroevo.cards import Purpose, generator_for
from neuroevo.evolution.algorithms import AlgorithmSettings, Generation, number_births


class Climber:
    class Settings(AlgorithmSettings):
        step: float = 0.1

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
ARCHITECTURE = '''
from neuroevo.networks import CardScorer


class Linear(CardScorer):
    """A weighted sum of three numbers."""

    weight_count = 3

    @staticmethod
    def score(now, card, weights):
        return weights[0] * now.chance(card) + weights[1] * card.strength + weights[2] * now.to_come
'''
GAME = """
name = "whist"
title = "Whist"
source = "Hoyle"
partners = true
trump = "dealer-last"
game_target = 5

[scoring]
kind = "steps"
of = "tricks"
steps = [[7, 1], [8, 2], [9, 3], [10, 4], [11, 5], [12, 6], [13, 7]]
"""
EXPERIMENT = """
name = "mine"
game = "{game}"

[network]
{network}

[tournament]
games = 2
opponents = {opponents}

[evolution]
algorithm = "{algorithm}"
population = 8
generations = 3
patience = 0
step = 0.2

[run]
yardstick_every = 2
yardstick_deals = 8
yardstick_against = "{yardstick}"
hall_of_fame = 2
"""


def run(*arguments, cwd, path=()):
    """The command, as a user runs it in a folder; path: where packages are found."""
    places = os.pathsep.join(map(str, [*path, ROOT]))
    return subprocess.run(
        [sys.executable, "-c", COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": places},
    )


def succeed(*arguments, **more):
    done = run(*arguments, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("mine")
    for name, text in (
        ("my_players.py", PLAYER),
        ("my_features.py", FEATURE),
        ("my_algorithms.py", ALGORITHM),
        ("my_nets.py", ARCHITECTURE),
        ("whist.toml", GAME),
    ):
        (place / name).write_text(text)
    return place


THINGS = {
    "player": "my_players.py:patient",
    "feature": "my_features.py:lonely_king",
    "algorithm": "my_algorithms.py:Climber",
    "architecture": "my_nets.py:Linear",
    "game": "whist.toml",
}


@pytest.mark.parametrize("kind", THINGS)
def test_one_file_is_all_that_an_addition_takes(folder, kind):
    few = [] if kind in ("algorithm", "game") else ["--games", "spades,euchre"]
    done = succeed("check", THINGS[kind], *few, cwd=folder)
    assert done.stdout.startswith(f"{THINGS[kind]}, a")
    assert done.stdout.splitlines()[0].endswith(kind)
    assert done.stdout.splitlines()[-1] == "the contract is kept"


def test_an_experiment_takes_all_of_them_together(folder):
    """A scorer that sees a feature of one's own, and an architecture of one's own, are two runs."""
    networks = {
        "scorer": 'architecture = "scorer"\nfeatures = ["chances", "my_features.py:lonely_king"]',
        "linear": 'architecture = "my_nets.py:Linear"',
    }
    for name, network in networks.items():
        (folder / f"{name}.toml").write_text(
            EXPERIMENT.format(
                game="whist.toml",
                network=network,
                opponents='{ population = 0.5, "my_players.py:patient" = 0.5 }',
                algorithm="my_algorithms.py:Climber",
                yardstick="my_players.py:patient:keep=2",
            )
        )
        done = succeed("evolve", f"{name}.toml", "--out", f"runs/{name}", "--json", cwd=folder)
        assert json.loads(done.stdout)["generations"] == 3
        succeed("runs", cwd=folder)
        own = ["--with", "my_features.py", "--with", "my_nets.py"]
        players = f"runs/{name},my_players.py:patient,greedy,my_players.py:patient"
        simulate = ("simulate", "whist.toml", "--players", players, "--rounds", 400, "--json")
        found = json.loads(succeed(*simulate, *own, cwd=folder).stdout)
        assert found["seats"][1]["player"] == "my_players.py:patient"
        refused = run(*simulate, cwd=folder)
        assert refused.returncode == 2
        assert "add --with my_" in refused.stderr


OFFERS = """
[neuroevo.players]
patient = {module}:patient
chooser = {module}:Chooser
[neuroevo.features]
lonely-king = {module}:lonely_king
[neuroevo.algorithms]
climber = {module}:Climber
[neuroevo.architectures]
linear = {module}:Linear
[neuroevo.games]
whist = {module}:whist
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A package with all of them, as pip would have installed it."""
    place = tmp_path_factory.mktemp("site")
    chooser = "class Chooser:\n    def choose(self, view):\n        return view.legal[0]\n"
    whist = f"\n\ndef whist():\n    return {str(place / 'whist.toml')!r}\n"
    (place / "whist.toml").write_text(GAME)
    text = ALGORITHM + ARCHITECTURE + whist + PLAYER + FEATURE + "\n\n" + chooser
    (place / "card_things.py").write_text(text)
    about = place / "card_things-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: card-things\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(OFFERS.format(module="card_things"))
    return place


def test_players_of_a_package_are_named_like_ours(package, tmp_path):
    players = "patient:keep=2,chooser,greedy,patient"
    done = succeed(
        *("simulate", "spades", "--players", players, "--rounds", 400, "--json"),
        cwd=tmp_path,
        path=[package],
    )
    assert [one["player"] for one in json.loads(done.stdout)["seats"]] == players.split(",")
    assert "chooser is asked in Python, which is slower" in done.stderr
    league = ("league", "patient", "chooser", "greedy", "--deals", 20, "--json")
    succeed(*league, cwd=tmp_path, path=[package])
    unknown = run(
        *("simulate", "spades", "--players", "patint,greedy,greedy,greedy"),
        cwd=tmp_path,
        path=[package],
    )
    assert "there is no player 'patint': did you mean 'patient'?" in unknown.stderr


@pytest.mark.parametrize("name", ["patient", "lonely-king", "climber", "linear", "whist"])
def test_what_a_package_offers_is_checked_by_its_name(package, tmp_path, name):
    few = [] if name in ("climber", "whist") else ["--games", "spades"]
    done = succeed("check", name, *few, cwd=tmp_path, path=[package])
    assert done.stdout.splitlines()[-1] == "the contract is kept"


def test_an_experiment_names_what_a_package_offers_and_its_run_needs_no_allowance(
    package, tmp_path
):
    for name, network in (
        ("scorer", 'architecture = "scorer"\nfeatures = ["chances", "lonely-king"]'),
        ("linear", 'architecture = "linear"'),
    ):
        (tmp_path / f"{name}.toml").write_text(
            EXPERIMENT.format(
                game="whist",
                network=network,
                opponents="{ population = 0.5, patient = 0.25, chooser = 0.25 }",
                algorithm="climber",
                yardstick="patient",
            )
        )
        more = {"cwd": tmp_path, "path": [package]}
        succeed("evolve", f"{name}.toml", "--out", f"runs/{name}", **more)
        succeed("evaluate", f"runs/{name}", "--against", "patient", "--deals", 20, **more)
        without = run("runs", cwd=tmp_path)
        assert without.returncode == 0, without.stderr
        assert name in without.stdout


PYTHON = """
import numpy as np
import threading
import warnings

warnings.simplefilter("ignore")


class Patient:
    '''Keeps its trumps for last.'''

    def choose(self, view):
        plain = [card for card in view.legal if card.suit != view.trump]
        return min(plain or view.legal, key=lambda card: (card.suit == view.trump, card.number))


class Model:
    '''Like a network of some library: weights, and a lock that can't be pickled.'''

    def __init__(self, units: int = 4):
        dice = np.random.default_rng(units)
        self.weights = dice.standard_normal((52, 52)).astype(np.float32)
        self.lock = threading.Lock()

    def choose_many(self, questions):
        with self.lock:
            hands = np.zeros((len(questions), 52), np.float32)
            rows, at = np.nonzero(questions.hand >= 0)
            hands[rows, questions.hand[rows, at]] = 1
            scores = hands @ self.weights
        legal = questions.legal
        value = np.where(legal >= 0, np.take_along_axis(scores, np.maximum(legal, 0), 1), -np.inf)
        return np.take_along_axis(legal, value.argmax(axis=1)[:, None], 1)[:, 0]


class Tired:
    '''Raises in the middle of a round.'''

    def choose(self, view):
        if len(view.tricks) == 5:
            raise RuntimeError("no more")
        return view.legal[0]


def tired(seat):
    if len(seat.hand) == 5:
        raise ValueError("no more")
    return seat.legal.lowest
"""


def evolution(player, folder, name):
    path = folder / f"{name}.toml"
    path.write_text(
        textwrap.dedent(
            f"""
            name = "{name}"
            network = {{ architecture = "card", hidden = [4] }}
            evolution = {{ population = 8, generations = 2, patience = 0 }}

            [tournament]
            games = 2
            opponents = {{ population = 0.5, "{player}" = 0.5 }}

            [run]
            yardstick_every = 1
            yardstick_deals = 8
            yardstick_against = "{player}"
            hall_of_fame = 2
            """
        )
    )
    return "evolve", path.name, "--out", f"runs/{name}"


@pytest.fixture(scope="module")
def python_folder(tmp_path_factory):
    """Players in Python, and two runs to compare."""
    place = tmp_path_factory.mktemp("python")
    (place / "mine.py").write_text(PYTHON)
    for name in "ab":
        succeed(*evolution("greedy", place, name), cwd=place)
    return place


def commands(player):
    return {
        "simulate": (
            *("simulate", "spades", "--players", f"{player},greedy,random,random"),
            *("--rounds", 200, "--json"),
        ),
        "evaluate": ("evaluate", player, "--against", "greedy", "--deals", 20, "--json"),
        "league": ("league", player, "greedy", "random", "--deals", 20, "--json"),
        "compare": ("compare", "runs/a", "runs/b", "--against", player, "--deals", 9, "--json"),
    }


@pytest.mark.parametrize("command", commands("x"))
@pytest.mark.parametrize("player", ["mine.py:Patient", "mine.py:Model", "mine.py:Model:units=3"])
def test_python_players_work_wherever_a_player_is_named(python_folder, command, player):
    done = succeed(*commands(player)[command], cwd=python_folder)
    json.loads(done.stdout)


@pytest.mark.parametrize("command", commands("x"))
@pytest.mark.parametrize("player", ["Tired", "tired"])
def test_a_player_that_raises_in_mid_round_is_one_line_wherever_it_is_named(
    python_folder, command, player
):
    done = run(*commands(f"mine.py:{player}")[command], cwd=python_folder)
    told = [line for line in done.stderr.splitlines() if line.startswith("neuroevo: ")]
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = told
    assert "mine.py:" in line
    assert f"{player}: " in line
    assert "no more" in line
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("player", ["Patient", "Model"])
def test_networks_evolve_against_python_players_and_are_measured_by_them(python_folder, player):
    succeed(*evolution(f"mine.py:{player}", python_folder, player.lower()), cwd=python_folder)


@pytest.mark.parametrize("player", ["Tired", "tired"])
def test_a_run_against_a_player_that_raises_ends_in_one_line(python_folder, player):
    name = f"against-{player.lower()}-{player == 'tired'}"
    done = run(*evolution(f"mine.py:{player}", python_folder, name), cwd=python_folder)
    told = [line for line in done.stderr.splitlines() if line.startswith("neuroevo: ")]
    assert done.returncode == 2, done.stderr
    (line,) = told
    assert f"{player}: " in line
    assert "no more" in line


def test_in_python_too_the_object_the_class_and_the_name_will_do(python_folder):
    code = """
    import mine
    from neuroevo import BadInput, evaluate, play_league, simulate

    for player in (mine.Patient(), mine.Patient, "mine.py:Patient", mine.Model(), mine.Model):
        result = simulate("spades", [player, "greedy", "random", "random"], rounds=100, seed=1)
        assert round(sum(seat["tricks"].mean for seat in result.seats), 9) == 13
        (match,) = evaluate(player, "random", deals=20)
        assert len(match.tricks) == 20
        assert play_league([player, "greedy"], game="clubs", deals=10) is not None
    for player in (mine.Tired(), mine.Tired, mine.tired):
        for act in (
            lambda: simulate("spades", [player, "greedy", "random", "random"], rounds=100),
            lambda: evaluate(player, "random", deals=20),
            lambda: play_league([player, "greedy"], deals=10),
        ):
            try:
                act()
            except BadInput as error:
                assert "no more" in str(error) and "mine.py:" in str(error), error
            else:
                raise AssertionError("it did not raise")
    print("fine")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        check=False,
        cwd=python_folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(python_folder), str(ROOT)])},
    )
    assert done.stdout.strip() == "fine", done.stderr
