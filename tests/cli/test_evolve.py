"""`evolve`, `resume` and `runs` as a user meets them."""

import json
import signal
import subprocess
import time

import pytest
from command import COMMAND, check_one_line_error, neuroevo

SMALL = (
    "--set",
    "evolution.population=8",
    "--set",
    "tournament.games=2",
    "--set",
    "network.hidden=[6]",
    "--set",
    "run.yardstick_deals=20",
    "--workers",
    "1",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("work")


@pytest.fixture(scope="module")
def finished(folder):
    done = neuroevo(
        "evolve", "quick", *SMALL, "--generations", 6, "--seed", 3, "--json", cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_json_says_what_came_out(finished):
    assert finished["run"] == "runs/quick-s3"
    assert finished["generations"] == 6
    assert finished["finished"]
    assert finished["champion"]["seed"] == 3
    assert 1 < finished["yardstick_tricks"] < 6


def test_a_run_can_be_watched_without_a_terminal(folder):
    done = neuroevo("evolve", "quick", *SMALL, "--generations", 2, "--out", "watched", cwd=folder)
    assert done.returncode == 0
    assert "generation 0: best" in done.stderr
    assert "champion of generation" in done.stdout


def test_a_champion_and_a_run_are_players(folder, finished):
    for name in ("runs/quick-s3", "runs/quick-s3/champion.npz"):
        done = neuroevo(
            "simulate",
            "spades",
            "--players",
            f"{name},random,random,random",
            "--rounds",
            400,
            "--rotate",
            "--json",
            cwd=folder,
        )
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout)
        assert result["seats"][0]["player"] == name
        assert sum(seat["tricks"]["mean"] for seat in result["seats"]) == pytest.approx(13)
    shown = neuroevo(
        "simulate",
        "spades",
        "--players",
        "runs/quick-s3,random,random,random",
        "--show",
        cwd=folder,
    )
    assert "runs/quick-s3" in shown.stdout


def test_runs_lists_what_ran(folder, finished):
    text = neuroevo("runs", cwd=folder).stdout
    assert "quick-s3" in text
    assert "finished" in text
    assert "no runs in" in neuroevo("runs", "nowhere", cwd=folder).stdout


def test_ctrl_c_finishes_the_generation_saves_and_says_how_to_go_on(folder):
    out = folder / "stopped"
    process = subprocess.Popen(
        [*COMMAND, "evolve", "quick", *SMALL, "--generations", "100000", "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (out / "champion.npz").exists() and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"go on with: neuroevo resume {out}" in errors
    assert "Traceback" not in errors
    assert "can be resumed" in neuroevo("runs", folder).stdout


def test_resume_finishes_a_run(folder, finished):
    done = neuroevo("resume", "runs/quick-s3", "--json", cwd=folder)
    assert json.loads(done.stdout)["generations"] == 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("evolve", "nothing"), "there is no experiment 'nothing'"),
        (
            ("evolve", "quick", "--set", "evolution.populaton=8"),
            "did you mean 'evolution.population'?",
        ),
        (("evolve", "quick", "--set", "evolution.population=9"), "takes a multiple of 4"),
        (("evolve", "quick", "--set", "population"), "--set takes key=value"),
        (("evolve", "quick", "--generations", "0"), "evolution.generations takes at least 1"),
        (("evolve", "quick", "--workers", "-1"), "workers must be at least 1"),
        (("evolve", "quick", "--backend", "mpi"), "'mpi' is not one of"),
        (("evolve", "quick", "--backend", "dask", "--out", "dasked"), "needs scheduler"),
        (("evolve", "quick", "--out", "runs"), "never overwritten"),
        (("evolve", "quick", "--seed", "x"), "'x' is not a valid integer"),
        (("resume", "nowhere"), "is not a run"),
        (
            ("simulate", "clubs", "--players", "runs/quick-s3,random,random,random"),
            "plays spades with 4 players, not clubs with 4",
        ),
        (("simulate", "spades", "--players", "none.npz,random,random,random"), "no file none.npz"),
        (("simulate", "spades", "--players", "runs,random,random,random"), "has no champion.npz"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(folder, finished, arguments, message):
    check_one_line_error(neuroevo(*arguments, cwd=folder), message)
    assert not (folder / "dasked").exists()
