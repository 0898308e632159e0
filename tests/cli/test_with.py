"""`--with`: code of the user's for what a command loads."""

import pytest
from command import check_one_line_error, neuroevo

from neuroevo.cli import COMMANDS, LOADING

NETS = """
from dataclasses import dataclass
from neuroevo.networks.card import CardArchitecture

@dataclass(frozen=True)
class Bare(CardArchitecture):
    pass
"""
EXPERIMENT = """
network = { architecture = "my_nets.py:Bare", hidden = [4] }
tournament = { games = 1 }
evolution = { population = 4, generations = 2, patience = 0 }
run = { yardstick_every = 0 }
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("work")
    (place / "code").mkdir()
    (place / "code" / "my_nets.py").write_text(NETS)
    (place / "code" / "mine.toml").write_text(EXPERIMENT)
    done = neuroevo("evolve", "code/mine.toml", "--workers", 1, cwd=place)
    assert done.returncode == 0, done.stderr
    return place


def test_a_run_is_listed_without_its_code(folder):
    done = neuroevo("runs", cwd=folder)
    assert done.returncode == 0
    assert "finished" in done.stdout
    assert "unreadable" not in done.stdout


@pytest.mark.parametrize(
    "command", ["evaluate runs/mine-s0 --deals 4", "resume runs/mine-s0", "compare runs/mine-s0 x"]
)
def test_what_needs_the_code_says_what_to_name(folder, command):
    done = neuroevo(*command.split(), cwd=folder)
    assert done.returncode == 2
    assert "needs the architecture my_nets.py:Bare: add --with my_nets.py" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["evaluate runs/mine-s0 --deals 4", "resume runs/mine-s0"])
def test_and_goes_on_with_it(folder, command):
    done = neuroevo(*command.split(), "--with", "code/my_nets.py", cwd=folder)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("file", ["none.py", "code/mine.toml"])
def test_a_missing_file_or_one_that_is_not_python_is_one_line(folder, file):
    done = neuroevo("evaluate", "runs/mine-s0", "--with", file, cwd=folder)
    check_one_line_error(done, f"--with {file}")


def test_every_command_that_loads_something_takes_it():
    assert set(COMMANDS) >= LOADING
    for name in ("train-bidder", "study"):
        done = neuroevo(name, "--help")
        assert "--with FILE" in done.stdout
    assert "--with" not in neuroevo("shuffle", "--help").stdout
