"""What a user of Python meets first: the names of the package, its help, and `python -m`."""

import subprocess
import sys

import pytest

import neuroevo


def python(*arguments):
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=120, check=True
    ).stdout


@pytest.mark.parametrize("name", neuroevo.__all__)
def test_every_listed_name_is_there_and_dir_shows_it(name):
    assert getattr(neuroevo, name).__name__ == name
    assert name in dir(neuroevo)


def test_help_lists_the_functions_and_what_they_are_for():
    text = python("-c", "import neuroevo; help(neuroevo)")
    for shown in ("simulate(game", "evolve(experiment", "play_league(players", "load_champion("):
        assert text.count(shown) >= 2, shown  # in the overview, and with its own docstring
    assert "class Run(" in text


def test_importing_the_package_or_asking_for_help_loads_no_kernels():
    loaded = (
        "import sys, neuroevo; dir(neuroevo); import neuroevo.cli; print('numba' in sys.modules)"
    )
    assert python("-c", loaded) == "False\n"


def test_python_dash_m_is_the_command():
    assert python("-m", "neuroevo", "--version") == f"neuroevo, version {neuroevo.__version__}\n"
    assert python("-m", "neuroevo", "--help").startswith("Usage: neuroevo ")


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        neuroevo.simulat  # noqa: B018
