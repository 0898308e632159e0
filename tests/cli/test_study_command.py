"""`neuroevo study` on the command line."""

import os
import signal
import subprocess
import time

import pytest
from command import COMMAND, check_one_line_error, neuroevo, without_notice

STUDY = """
experiment = "spades-scorer"
seeds = [1]
rounds = {rounds}
deals = 20
against = ["random"]

[changes]
"evolution.population" = 8
"tournament.games" = 1

[[tables]]
title = "Features"
[tables.rows]
"all" = {{}}
"a [few]" = {{ "network.features" = ["card"] }}
"""


def write(tmp_path, rounds):
    path = tmp_path / "small.toml"
    path.write_text(STUDY.format(rounds=rounds), encoding="utf-8")
    return path


def test_a_study_prints_its_tables_and_writes_them(tmp_path):
    done = neuroevo("study", write(tmp_path, 500), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "a [few]" in done.stdout
    assert "against random" in done.stdout
    folder = tmp_path / "studies" / "small"
    assert {"study.csv", "study.md", "results.json"} <= {one.name for one in folder.iterdir()}


def test_ctrl_c_says_how_to_go_on(tmp_path):
    path = write(tmp_path, 20_000_000)
    process = subprocess.Popen(
        [*COMMAND, "study", str(path)], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    log = tmp_path / "studies" / "small" / "runs" / "000" / "log.csv"
    while not log.exists() and process.poll() is None:
        time.sleep(0.05)
    time.sleep(1)
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert without_notice(said).strip() == f"stopped; go on with: neuroevo study {path}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "there is no study 'nothing'"),
        (["nothing.toml"], "can't read nothing.toml"),
    ],
)
def test_mistakes_are_one_line(arguments, message, tmp_path):
    check_one_line_error(neuroevo("study", *arguments, cwd=tmp_path), message)
