"""Locks: one process at a time, whoever it is is named, and a killed one locks nobody out."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from neuroevo.locks import InUse, hold, is_held

HOLD = """
import sys, time
from pathlib import Path
from neuroevo.locks import hold, is_held
with hold(Path(sys.argv[1]), "it"):
    print("held", flush=True)
    time.sleep(60)
"""


def holder(path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    return process


def test_a_lock_names_its_holder_and_goes_with_it(tmp_path):
    path = tmp_path / ".lock"
    process = holder(path)
    try:
        with (
            pytest.raises(InUse, match=rf"process {process.pid}\) is at work on the run"),
            hold(path, "the run"),
        ):
            pass
    finally:
        process.kill()
        process.wait()
    with hold(path, "the run"):
        assert path.read_text() == str(os.getpid())
    assert list(tmp_path.iterdir()) == []


ADD = """
import sys
from pathlib import Path
from neuroevo.store import Store
store = Store.open(Path(sys.argv[1]))
for number in range(int(sys.argv[2]), 40, int(sys.argv[3])):
    store.keep(f"key {number}", lambda: {"who": sys.argv[2], "number": number})
"""


@pytest.mark.parametrize("step", [1, 4])
def test_processes_that_share_a_store_lose_nothing(tmp_path, step):
    """step 4: each has keys of its own; step 1: all want the same."""
    path = tmp_path / "parts.json"
    processes = [
        subprocess.Popen([sys.executable, "-c", ADD, str(path), str(first), str(step)])
        for first in range(4)
    ]
    assert [process.wait() for process in processes] == [0] * 4
    found = json.loads(path.read_text())
    assert {key: value["number"] for key, value in found.items()} == {
        f"key {number}": number for number in range(40)
    }
    assert [entry.name for entry in tmp_path.iterdir()] == ["parts.json"]


def test_a_killed_holder_keeps_nobody_waiting(tmp_path):
    path = tmp_path / ".lock"
    process = holder(path)
    process.send_signal(signal.SIGKILL)
    process.wait()
    began = time.monotonic()
    with hold(path, "it", wait=True):
        assert time.monotonic() - began < 5


STUDY = """
experiment = "quick"
seeds = [1, 2]
rounds = 32
deals = 2
against = ["random"]
changes = { "evolution.population" = 4, "tournament.games" = 1, "run.yardstick_every" = 0 }
tables = [{ title = "sizes", rows = { a = { "network.hidden" = [2] }, b = {} } }]
"""


def test_leagues_and_studies_at_once_lose_nothing(tmp_path):
    (tmp_path / "s.toml").write_text(STUDY)
    main = [sys.executable, "-c", "from neuroevo.cli import main; main()"]
    lines = [
        ["study", "s.toml", "--workers", "1"],
        ["study", "s.toml", "--workers", "1"],
        ["league", "random", "greedy", "--deals", "2", "--out", "league"],
        ["league", "random", "heuristic", "--deals", "2", "--out", "league"],
    ]
    processes = [
        subprocess.Popen([*main, *line], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
        for line in lines
    ]
    for process in processes:
        _, said = process.communicate(timeout=300)
        assert process.returncode == 0, said
    assert len(json.loads((tmp_path / "studies" / "s" / "results.json").read_text())) == 4
    assert len(json.loads((tmp_path / "league" / "pairs.json").read_text())) == 4
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".lock", ".part")]


def test_a_lock_that_is_held_is_seen_from_outside(tmp_path):
    path = tmp_path / ".lock"
    assert not is_held(path)
    with hold(path, "this"):
        assert is_held(path)
    assert not is_held(path)
    path.write_text("12345")  # left behind by a process that was killed
    assert not is_held(path)
