"""Outputs that are closed, full, or know few letters; files that must not be replaced."""

import os
import subprocess
import sys

import pytest
from command import COMMAND, check_one_line_error, neuroevo, without_notice

from neuroevo.evolution import evolve


def run(arguments, **more):
    return subprocess.run([*COMMAND, *arguments], check=False, timeout=300, **more)


@pytest.mark.parametrize(
    "arguments", [["games"], ["odds", "AS AD", "--game", "holdem", "--runs", "2"]]
)
def test_an_output_that_knows_ascii_alone_gets_ascii(arguments):
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = run(arguments, capture_output=True, env=environment)
    assert done.returncode == 0
    assert without_notice(done.stderr) == b""
    assert done.stdout.isascii()


def test_a_full_output_is_one_line():
    with open("/dev/full", "w") as full:
        done = run(["games"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "neuroevo: No space left on device\n"


def test_a_closed_output_is_no_traceback():
    for closed in (">&-", ">&- 2>&-"):
        done = subprocess.run(
            ["sh", "-c", f'exec "$@" {closed}', "sh", *COMMAND, "games"],
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_that_leaves_ends_the_command_quietly():
    done = subprocess.run(
        ["sh", "-c", '"$@" | head -1', "sh", *COMMAND, "games"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "spades", "--rounds", 10**9), "rounds must be at most 500,000,000"),
        (("simulate", "spades", "--game", "--games", 10**9), "games must be at most 100,000,000"),
        (("simulate", "spades", "--workers", 20_000), "workers must be at most 512, not 20,000"),
        (("simulate", "spades", "--workers", 0), "workers must be at least 1, not 0"),
        (("evolve", "quick", "--workers", 0), "workers must be at least 1, not 0"),
        (("evaluate", "random", "--deals", 10**9), "deals must be at most 10,000,000"),
        (("report", "nowhere", "--seed", -1), "seed must be at least 0, not -1"),
        (("evaluate", "mc-average:shuffles=1000000000"), "shuffles must be a whole number"),
    ],
)
def test_what_is_beyond_reason_is_told_its_limit(arguments, message):
    check_one_line_error(neuroevo(*arguments), message)


def test_a_report_goes_to_no_folder_and_no_pipe(tmp_path):
    settings = {"evolution.population": 4, "tournament.games": 1}
    made = evolve("quick", out=tmp_path / "run", generations=1, workers=1, changes=settings)
    os.mkfifo(tmp_path / "pipe")
    before = sorted(made.directory.rglob("*"))
    for name, kind in (("pipe", "a pipe"), ("run", "a directory")):
        done = neuroevo("report", made.directory, "--deals", 2, "--out", tmp_path / name)
        check_one_line_error(done, f"it is {kind}, not a file")
    assert sorted(made.directory.rglob("*")) == before
    assert (tmp_path / "pipe").is_fifo()
    done = neuroevo("resume", made.directory)
    assert "is finished: there is nothing to resume" in done.stdout


STUDY = """
name = "{}"
experiment = "quick"
seeds = [1]
rounds = 16
deals = 2
tables = [{{ title = "t", rows = {{ one = {{}} }} }}]
"""


def test_a_study_stays_in_its_folder_and_a_refused_one_leaves_none(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "s.toml").write_text(STUDY.format("../../x"))
    done = neuroevo("study", "s.toml", cwd=tmp_path / "in")
    check_one_line_error(done, "name")
    (tmp_path / "in" / "s.toml").write_text(STUDY.format("x"))
    done = neuroevo("study", "s.toml", "--workers", -1, cwd=tmp_path / "in")
    check_one_line_error(done, "workers must be at least 1")
    assert [path.name for path in tmp_path.rglob("*")] == ["in", "s.toml"]


def test_one_round_has_no_error_and_says_so():
    done = neuroevo("simulate", "spades", "--rounds", 1)
    assert "nan" not in done.stdout
    assert "a standard error needs two" in done.stdout


def test_many_rounds_are_judged_by_the_limit_law_in_little_memory():
    code = (
        "import sys; sys.argv = ['neuroevo', 'significance', '--tricks', '325000000', "
        "'--rounds', '100000000', '--population', '100', '--generations', '10']\n"
        "from neuroevo.cli import main\n"
        "try: main()\n"
        # Its own peak: what `resource` says begins with that of the process that forked it.
        "finally: print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "normal law" in " ".join(done.stdout.split())
    assert int(done.stdout.split()[-1]) < 1_000_000
