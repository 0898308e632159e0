"""The README's section "Bring your own" works as it is printed, a file for each thing."""

import re
from inspect import getmembers

import pytest
from pages import ROOT, files_and_programs, write_files

from neuroevo import evaluate, extensions, simulate
from neuroevo.evolution import evolve
from neuroevo.games.words import CardInPlay, CardSet
from neuroevo.networks.situation import Situation
from neuroevo.players.bidding_seat import BiddingSeat
from neuroevo.players.own import SlowPlayer
from neuroevo.players.seat import Seat

PAGE = "README.md"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_files(PAGE, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extensions, "_ALLOWED", {})
    return tmp_path


def test_there_is_a_file_for_each_thing_that_can_be_brought():
    files, _ = files_and_programs(PAGE)
    assert set(files) == {
        "my_players.py",
        "thinkers.py",
        "my_features.py",
        "whist.toml",
        "my_algorithms.py",
        "my_nets.py",
        "kings.toml",
        "linear.toml",
    }


@pytest.mark.usefixtures("folder")
def test_a_player_of_ones_own_plays_a_game_of_ones_own():
    players = ["my_players.py:patient:keep=3", "random"] * 2
    result = simulate("whist.toml", players, rounds=2_000, seed=1)
    patient, other = (team["tricks"].mean for team in result.teams)
    assert patient > other


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["thinkers.py:Careful", "thinkers.py:Model:steepness=0.5"])
def test_a_player_that_is_not_compiled_plays_and_is_called_slow(name):
    with pytest.warns(SlowPlayer, match="is asked in Python, which is slower"):
        (match,) = evaluate([name], against="random", deals=50)
    assert 0 < match.tricks_interval.mean < 13


@pytest.mark.parametrize(
    ("experiment", "code"),
    [
        ("kings.toml", {"my_features.py:lonely_king"}),
        ("linear.toml", {"my_nets.py:Linear", "my_algorithms.py:Climber"}),
    ],
)
def test_the_experiments_run_with_the_code_that_they_name(folder, experiment, code):
    run = evolve(folder / experiment, generations=3, out=folder / "run")
    assert len(run.log["best"]) == 3
    assert code <= run.provenance["code"].keys()


@pytest.mark.parametrize("kind", [Seat, Situation, CardInPlay, CardSet, BiddingSeat])
def test_every_word_is_in_the_tables_of_words(kind):
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    tables = text[text.index("### The words") : text.index("## A network that plays")]
    known = set(re.findall(r"`(\w+)", tables))
    members = {name for name, _ in getmembers(kind) if not name.startswith("_")}
    words = members - {"numba_type"}  # which is for the compiler
    assert words <= known
