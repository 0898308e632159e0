"""Runs that two processes want, that are stopped, damaged or short of space: nothing is lost."""

import csv
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from neuroevo import evolve, resume
from neuroevo.errors import BadInput
from neuroevo.evolution import Run, make_experiment
from neuroevo.evolution.past import past_stride
from neuroevo.locks import InUse
from neuroevo.networks import load_champion

TINY = {
    "name": "tiny",
    "seed": 3,
    "network": {"architecture": "scorer", "hidden": [3]},
    "tournament": {"games": 1},
    "evolution": {"population": 4, "generations": 3, "patience": 0},
    "run": {"yardstick_every": 0, "hall_of_fame": 2, "workers": 1},
}
MAIN = "from neuroevo.cli import main; main()"
EVOLVE = """
import json, sys
from neuroevo.errors import BadInput
from neuroevo.evolution import evolve, make_experiment
try:
    evolve(make_experiment(json.loads(sys.argv[1])), out=sys.argv[2])
except BadInput as error:
    print(error)
    sys.exit(2)
"""


def tiny(tournament=None, **evolution):
    return make_experiment(
        TINY
        | {"evolution": TINY["evolution"] | evolution}
        | {"tournament": TINY["tournament"] | (tournament or {})}
    )


def start(out, settings, **more):
    return subprocess.Popen(
        [sys.executable, "-c", EVOLVE, json.dumps(settings), str(out)],
        stdout=subprocess.PIPE,
        text=True,
        **more,
    )


def test_of_ten_pairs_that_want_one_directory_one_of_each_gets_it_whole(tmp_path):
    pairs = []
    for number in range(10):
        out = tmp_path / str(number)
        if number % 2:
            out.mkdir()
        pairs.append([start(out, TINY | {"seed": seed}) for seed in (1, 2)])
        if number % 2:  # four at a time are enough for this machine
            for process in (*pairs[-1], *pairs[-2]):
                process.wait()
    for number, pair in enumerate(pairs):
        assert sorted(process.returncode for process in pair) == [0, 2]
        run = Run(tmp_path / str(number))
        winner = [process.returncode for process in pair].index(0) + 1
        assert run.experiment.seed == run.provenance["seed"] == winner
        assert run.champion.about["seed"] == winner
        assert len(run.log["best"]) == 3
        assert not list(run.directory.rglob(".*"))


def test_a_run_that_goes_on_is_locked_against_resume(tmp_path):
    run = evolve(tiny(), out=tmp_path / "run")
    with (
        run.locked(),
        pytest.raises(InUse, match=rf"process {os.getpid()}\) is at work on the run"),
    ):
        resume(run.directory)
    assert not (run.directory / ".lock").exists()


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_every_polite_signal_saves_and_stops(tmp_path, which):
    (tmp_path / "long.toml").write_text(
        tiny(generations=100_000).as_toml().replace('name = "tiny"', 'name = "long"')
    )
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "evolve", "long.toml", "--out", "run"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (tmp_path / "run" / "checkpoint.npz").exists():
        time.sleep(0.02)
    time.sleep(1.0)
    process.send_signal(which)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + which
    assert "go on with: neuroevo resume run" in said
    rows = len(Run(tmp_path / "run").load_checkpoint().rows)
    assert rows >= 1
    assert f"stopped after {rows} generations" in said
    assert not list((tmp_path / "run").glob(".*"))


def test_the_past_stays_small_and_spread_over_the_run(tmp_path):
    few = {"opponents": {"past": 1.0}, "past_every": 1, "past_kept": 4}
    run = evolve(tiny(few, generations=40), out=tmp_path / "run")
    past = run.load_checkpoint().past
    assert 2 < len(past) <= 4
    assert past_stride(40, 4) == 16  # generations 0, 16 and 32
    assert len(past) == 3
    whole = evolve(
        tiny(few | {"past_kept": 1000}, generations=3), out=tmp_path / "whole"
    ).load_checkpoint()
    assert len(whole.past) == 4


def test_a_resumed_run_has_the_same_past(tmp_path, monkeypatch):
    monkeypatch.setattr("neuroevo.evolution.loop.SAVE_SECONDS", 0.0)
    monkeypatch.setattr("neuroevo.evolution.loop.SAVE_SHARE", 0)
    few = {"opponents": {"past": 1.0}, "past_every": 1, "past_kept": 4}
    copies = {}

    def keep(progress):
        number = len(progress.state.rows)
        if number in (5, 11, 18):
            copies[number] = shutil.copytree(tmp_path / "run", tmp_path / f"copy{number}")
            (copies[number] / ".lock").unlink()

    run = evolve(tiny(few, generations=20), out=tmp_path / "run", watch=keep)
    for copy in copies.values():
        again = resume(copy)
        assert (again.load_checkpoint().past == run.load_checkpoint().past).all()
        assert (again.directory / "champion.npz").read_bytes() == (
            run.directory / "champion.npz"
        ).read_bytes()


def test_a_champion_that_is_not_the_runs_own_is_noticed_and_resume_mends_it(tmp_path):
    run = evolve(tiny(), out=tmp_path / "run")
    other = evolve(tiny(), out=tmp_path / "other", seed=9)
    own = (run.directory / "champion.npz").read_bytes()
    shutil.copy(other.directory / "champion.npz", run.directory / "champion.npz")
    with pytest.raises(BadInput, match="is not the champion that the run made"):
        _ = run.champion
    load_champion(run.directory / "champion.npz")  # by its file it is a player like any other
    assert (resume(run.directory).directory / "champion.npz").read_bytes() == own
    assert run.champion.about["seed"] == 3


@pytest.mark.parametrize(
    "text", ["", "generation\n0\n", "no\nlog\n", "\x00", "generation,best\n0,x\n", "half,of\n1"]
)
def test_a_broken_log_is_one_line(tmp_path, text):
    run = evolve(tiny(), out=tmp_path / "run")
    (run.directory / "log.csv").write_text(text)
    with pytest.raises(BadInput, match=r"log\.csv"):
        _ = run.log


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000, '{"started": 3}', "\xff"])
def test_broken_provenance_is_one_line(tmp_path, text):
    run = evolve(tiny(), out=tmp_path / "run")
    (run.directory / "provenance.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(BadInput, match=r"provenance\.json"):
        _ = run.provenance


@pytest.mark.parametrize(
    "change",
    [
        {"rows": [{"generation": 0, "nonsense": 1}]},
        {"rows": 3},
        {"generation": -1},
        {"generation": 1e300},
        {"finished": "no"},
        {"hall_of_fame": [{"identity": [0], "fitness": 1.0, "tricks": 1}]},
        {"about": {"mutation": float("nan")}},
    ],
)
def test_a_checkpoint_that_says_something_odd_is_damaged(tmp_path, change):
    run = evolve(tiny(), out=tmp_path / "run")
    path = run.directory / "checkpoint.npz"
    with np.load(path) as found:
        arrays = dict(found)
    about = json.loads(arrays["about"].tobytes()) | change
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    np.savez(path, **arrays)
    with pytest.raises(BadInput, match=r"checkpoint\.npz is damaged"):
        run.load_checkpoint()


def test_enormous_weights_are_refused(tmp_path):
    run = evolve(tiny(), out=tmp_path / "run")
    champion = run.champion
    champion.weights[3] = 3e38
    champion.save(tmp_path / "large.npz")
    with pytest.raises(BadInput, match=r"large\.npz has weights up to 3e\+38, beyond the limit"):
        load_champion(tmp_path / "large.npz")


def full_disk():
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_full_disk_at_the_start_leaves_nothing_behind(tmp_path):
    process = start(tmp_path / "new" / "run", TINY, preexec_fn=full_disk)
    said, _ = process.communicate()
    assert process.returncode == 2
    assert "can't write" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"population": 20_000}, "evolution.population takes at most 10000"),
        ({"generations": 10**9}, "evolution.generations takes at most"),
    ],
)
def test_what_is_beyond_reason_is_refused_with_its_limit(change, message):
    with pytest.raises(BadInput, match=message):
        tiny(**change)


def test_shares_are_relative_and_enormous_ones_refused():
    shares = {"opponents": {"population": 1.0, "greedy": 1.0}, "games": 4}
    half = tiny(shares).evaluator(1).opponents_by_game()
    assert half == ["population"] * 2 + ["greedy"] * 2
    with pytest.raises(BadInput, match="takes shares from 0 to 1,000,000"):
        tiny({"opponents": {"population": 1e308, "greedy": 1e308}})


def test_too_many_weights_are_refused_before_they_are_made(tmp_path):
    large = TINY | {"network": {"architecture": "card", "hidden": [1024, 1024, 1024, 1024]}}
    large |= {"evolution": {"population": 10_000}}
    with pytest.raises(BadInput, match="weights are the limit"):
        evolve(make_experiment(large), out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_the_log_is_written_again_by_resume(tmp_path):
    run = evolve(tiny(), out=tmp_path / "run")
    before = (run.directory / "log.csv").read_text()
    (run.directory / "log.csv").write_text("lost")
    resume(run.directory)
    assert (run.directory / "log.csv").read_text() == before
    assert len(list(csv.reader(before.splitlines()))) == 4


def test_a_hall_of_fame_with_enormous_weights_is_refused_and_nothing_is_written(tmp_path):
    run = evolve(tiny(), out=tmp_path / "run", workers=1)
    path = run.directory / "checkpoint.npz"
    with np.load(path) as found:
        arrays = {key: found[key] for key in found.files}
    arrays["fame"] = arrays["fame"].copy()
    arrays["fame"].flat[0] = 1e30
    np.savez(path, **arrays)
    before = {one: one.read_bytes() for one in run.directory.rglob("*") if one.is_file()}
    with pytest.raises(BadInput, match="is damaged: it can't be resumed"):
        resume(run.directory)
    assert {one: one.read_bytes() for one in run.directory.rglob("*") if one.is_file()} == before
