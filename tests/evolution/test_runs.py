"""Runs: the same bytes whatever happens on the way."""

import csv
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import neuroevo.evolution.run as run_module
from neuroevo import evolve, resume
from neuroevo.errors import BadInput
from neuroevo.evolution import Run, find_runs, make_experiment
from neuroevo.evolution.algorithms import ALGORITHMS
from neuroevo.evolution.run import CHECKPOINT, provenance

SMALL = {
    "name": "small",
    "game": "spades",
    "seed": 5,
    "network": {"architecture": "card", "hidden": [24, 24]},
    "tournament": {"games": 3},
    "evolution": {"population": 16, "generations": 14, "patience": 0},
    "run": {"yardstick_every": 4, "yardstick_deals": 20, "hall_of_fame": 3, "workers": 1},
}
SCRIPT = """
import sys
from pathlib import Path
from neuroevo.evolution import evolve, make_experiment
import json
settings = json.loads(sys.argv[1])
evolve(make_experiment(settings), out=sys.argv[2])
"""


def small(**evolution):
    return make_experiment(SMALL | {"evolution": SMALL["evolution"] | evolution})


def result_of(run):
    """What must be the same: every column but the time, and the champion's file."""
    with (run.directory / "log.csv").open() as file:
        rows = list(csv.reader(file))
    assert rows[0][-1] == "seconds"
    return [row[:-1] for row in rows], (run.directory / "champion.npz").read_bytes()


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    return evolve(small(), out=tmp_path_factory.mktemp("reference") / "run")


def test_a_run_is_a_directory_with_everything(reference):
    names = {path.name for path in reference.directory.iterdir()}
    assert names == {
        "experiment.toml",
        "game.toml",
        "provenance.json",
        "log.csv",
        "checkpoint.npz",
        "champion.npz",
        "hall-of-fame",
    }
    log = reference.log
    assert log["generation"].tolist() == list(range(14))
    assert np.isfinite(log["yardstick_tricks"]).tolist() == [g % 4 == 0 for g in range(14)]
    assert (log["best"] >= log["q95"]).all()
    assert (log["worst"] <= log["q05"]).all()
    assert log["mutation"][0] == 0.8
    assert log["mutation"][-1] == pytest.approx(0.2)
    fame = [one.about["fitness"] for one in reference.hall_of_fame]
    assert len(fame) == 3
    assert fame == sorted(fame, reverse=True)
    about = reference.champion.about
    assert about == reference.hall_of_fame[0].about
    assert about["fitness"] == log["best"].max()
    assert reference.provenance["seed"] == 5
    assert "numba" in reference.provenance["versions"]
    assert reference.experiment.evolution.population == 16


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        (["/somewhere/bin/neuroevo", "evolve", "quick"], "neuroevo evolve quick"),
        (["/somewhere/ipykernel_launcher.py", "-f", "/secret"], "neuroevo.evolve, from Python"),
        ([""], "neuroevo.evolve, from Python"),
    ],
)
def test_provenance_keeps_only_a_command_line_of_our_own(monkeypatch, typed, command):
    monkeypatch.setattr(sys, "argv", typed)
    assert provenance(small())["command"] == command


def test_the_mean_of_every_generation_is_chance(reference):
    assert np.allclose(reference.log["mean"], 3 * 4 * 3.25)


@pytest.mark.parametrize(("backend", "workers"), [("threads", 2), ("threads", 5), ("loky", 2)])
def test_workers_and_backends_give_the_same_bytes(reference, tmp_path, backend, workers):
    run = evolve(small(), out=tmp_path / "run", backend=backend, workers=workers)
    assert result_of(run) == result_of(reference)


def test_the_same_experiment_twice_gives_the_same_bytes_and_another_seed_does_not(
    reference, tmp_path
):
    assert result_of(evolve(small(), out=tmp_path / "a")) == result_of(reference)
    assert result_of(evolve(small(), out=tmp_path / "b", seed=6)) != result_of(reference)


def copy_at(folder, number, checkpoint):
    """A copy of the run in `folder`/run as it was when it wrote this checkpoint."""
    copy = folder / f"copy{number}"
    copy.mkdir()
    for name in ("experiment.toml", "provenance.json"):
        (copy / name).write_bytes((folder / "run" / name).read_bytes())
    (copy / CHECKPOINT).write_bytes(checkpoint)
    return copy


# A new algorithm is tested by being listed; here stand settings worth a look.
OF_ALGORITHMS = {
    "recombination": {"elite": 2, "parents": 0.25, "mutation": {"kind": "gauss"}},
    "genetic": {"elite": 2, "strategy": {"rate_end": 0.02}},
    "antithetic": {"strategy": {"decay": 0.1}},
    "cma": {"strategy": {"sigma": 0.2}},
}


def other_algorithm(name, **evolution):
    """A small experiment with everything that is new to a run: an incumbent, and a past."""
    return SMALL | {
        "network": {"architecture": "scorer", "hidden": [4]},
        "tournament": {
            "games": 4,
            "opponents": {"greedy": 1.0, "past": 1.0, "population": 1.0},
            "past_every": 3,
        },
        "evolution": SMALL["evolution"]
        | {"algorithm": name}
        | OF_ALGORITHMS.get(name, {})
        | evolution,
    }


@pytest.fixture(scope="module", params=ALGORITHMS)
def algorithm_run(request, tmp_path_factory):
    settings = other_algorithm(request.param)
    out = tmp_path_factory.mktemp("algorithm") / "run"
    return settings, evolve(make_experiment(settings), out=out)


def test_every_algorithm_gives_the_same_bytes_with_any_workers(algorithm_run, tmp_path):
    settings, whole = algorithm_run
    for backend, workers in (("threads", 2), ("loky", 2)):
        run = evolve(
            make_experiment(settings), out=tmp_path / backend, backend=backend, workers=workers
        )
        assert result_of(run) == result_of(whole)


def test_every_checkpoint_of_every_algorithm_leads_to_the_same_end(
    algorithm_run, tmp_path, monkeypatch
):
    settings, whole = algorithm_run
    monkeypatch.setattr("neuroevo.evolution.loop.SAVE_SECONDS", 0.0)
    monkeypatch.setattr("neuroevo.evolution.loop.SAVE_SHARE", 0)
    kept = []

    def keep(progress):
        kept.append((tmp_path / "run" / CHECKPOINT).read_bytes())

    evolve(make_experiment(settings), out=tmp_path / "run", watch=keep)
    for number in (1, 4, 9):
        copy = copy_at(tmp_path, number, kept[number])
        assert result_of(resume(copy)) == result_of(whole)


@pytest.mark.parametrize("name", ["antithetic", "cma"])
def test_a_killed_strategy_goes_on_to_the_same_bytes(name, tmp_path):
    settings = other_algorithm(name, generations=120)
    whole = evolve(make_experiment(settings), out=tmp_path / "whole")
    out = tmp_path / "killed"
    process = start(out, settings)
    while not (out / CHECKPOINT).exists() and process.poll() is None:
        time.sleep(0.005)
    time.sleep(random.Random(name).uniform(0.0, 1.0))
    process.kill()
    process.wait()
    assert result_of(resume(out)) == result_of(whole)


def test_the_past_grows_and_is_kept(algorithm_run):
    _, run = algorithm_run
    state = run.load_checkpoint()
    assert state.past.shape == (1 + 14 // 3, state.generation.weights.shape[1])
    assert len({row.tobytes() for row in state.past}) > 2


def test_the_champion_is_what_the_algorithm_settled_on(algorithm_run):
    settings, run = algorithm_run
    incumbent = run.load_checkpoint().generation.incumbent
    if settings["evolution"]["algorithm"] == "recombination":
        assert incumbent is None
        assert run.champion.about == run.hall_of_fame[0].about
    else:
        assert (run.champion.weights == incumbent).all()
        assert "fitness" not in run.champion.about
    assert run.best_fitness == run.log["best"].max()


def test_a_dask_cluster_gives_the_same_bytes(reference, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        run = evolve(
            small(),
            out=tmp_path / "run",
            workers=2,
            backend="dask",
            changes={"run.scheduler": cluster.scheduler_address},
        )
        assert result_of(run) == result_of(reference)


def test_a_worker_killed_in_the_middle_of_a_run_changes_nothing(reference, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        killed = []

        def kill_one(progress):
            if len(progress.state.rows) == 4:
                os.kill(pids[0], signal.SIGKILL)
                killed.append(pids[0])

        run = evolve(
            small(),
            out=tmp_path / "run",
            workers=4,
            backend="dask",
            changes={"run.scheduler": cluster.scheduler_address},
            watch=kill_one,
        )
        assert killed
        assert result_of(run) == result_of(reference)


def start(out, settings=SMALL):
    import json

    return subprocess.Popen([sys.executable, "-c", SCRIPT, json.dumps(settings), str(out)])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_run_killed_at_any_moment_and_resumed_gives_the_same_bytes(tmp_path, seed):
    long = SMALL | {"evolution": SMALL["evolution"] | {"generations": 150}}
    whole = evolve(make_experiment(long), out=tmp_path / "whole")
    out = tmp_path / "killed"
    process = start(out, long)
    while not (out / CHECKPOINT).exists() and process.poll() is None:
        time.sleep(0.005)
    time.sleep(random.Random(seed).uniform(0.0, 1.5))
    process.kill()
    process.wait()
    for _ in range(2):
        again = start_resume(out)
        time.sleep(random.Random(seed + 10).uniform(1.0, 2.0))
        again.kill()
        again.wait()
    run = resume(out)
    assert run.load_checkpoint().finished
    assert result_of(run) == result_of(whole)


def start_resume(out):
    code = "import sys; from neuroevo import resume; resume(sys.argv[1])"
    return subprocess.Popen([sys.executable, "-c", code, str(out)])


def test_often_saved_runs_can_be_killed_between_any_two_generations(
    reference, tmp_path, monkeypatch
):
    """Every checkpoint of a run leads to the same end."""
    monkeypatch.setattr("neuroevo.evolution.loop.SAVE_SECONDS", 0.0)
    monkeypatch.setattr("neuroevo.evolution.loop.SAVE_SHARE", 0)
    kept = []

    def keep(progress):
        kept.append((tmp_path / "run" / CHECKPOINT).read_bytes())

    evolve(small(), out=tmp_path / "run", watch=keep)
    assert len({bytes(one) for one in kept}) > 10
    for number, checkpoint in enumerate(kept[::4]):
        copy = copy_at(tmp_path, number, checkpoint)
        assert result_of(resume(copy)) == result_of(reference)


def test_a_finished_run_resumes_to_itself(reference):
    before = result_of(reference)
    assert result_of(resume(reference.directory)) == before


def test_the_search_goes_on_after_every_new_best(tmp_path):
    run = evolve(small(generations=6, patience=6), out=tmp_path / "run")
    generations = len(run.log["best"])
    born = run.champion.about["generation"]
    assert generations == max(6, born + 6)


def test_an_existing_run_is_never_overwritten(reference, tmp_path, monkeypatch):
    before = result_of(reference)
    with pytest.raises(BadInput, match="never overwritten"):
        evolve(small(), out=reference.directory)
    assert result_of(reference) == before
    monkeypatch.chdir(tmp_path)
    first = evolve(small(generations=1))
    second = evolve(small(generations=1))
    assert [run.directory for run in (first, second)] == [
        Path("runs/small-s5"),
        Path("runs/small-s5-2"),
    ]
    assert [run.directory.name for run in find_runs(Path("runs"))] == ["small-s5", "small-s5-2"]


@pytest.mark.parametrize("share", [0.0, 0.3, 0.99])
def test_a_checkpoint_cut_in_half_is_named_and_the_rest_kept(tmp_path, share):
    run = evolve(small(generations=2), out=tmp_path / "run")
    before = result_of(run)
    path = run.directory / CHECKPOINT
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    with pytest.raises(BadInput, match=r"checkpoint\.npz is damaged"):
        resume(run.directory)
    assert result_of(run) == before


def test_an_empty_directory_is_no_run(tmp_path):
    for action in (resume, lambda path: Run(path).champion, lambda path: Run(path).log):
        with pytest.raises(BadInput, match=r"no experiment\.toml|has no"):
            action(tmp_path)
    (tmp_path / "experiment.toml").write_text('name = "x"\n')
    with pytest.raises(BadInput, match="nothing to resume"):
        resume(tmp_path)


def test_a_full_disk_is_named_and_the_last_good_state_kept(tmp_path, monkeypatch):
    run = evolve(small(generations=3), out=tmp_path / "run")
    kept = {path: path.read_bytes() for path in run.directory.rglob("*.*")}
    state = run.load_checkpoint()

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(BadInput, match="No space left on device; what was there before is kept"):
        run.save(state)
    monkeypatch.undo()
    assert {path: path.read_bytes() for path in run.directory.rglob("*.*")} == kept
    with pytest.raises(BadInput, match="can't make the directory"):
        evolve(small(generations=1), out=tmp_path / "run" / "log.csv" / "inside")


def test_nan_in_a_checkpoint_is_named(tmp_path):
    run = evolve(small(generations=3), out=tmp_path / "run")
    state = run.load_checkpoint()
    state.generation.weights[2, 5] = np.nan
    state.finished = False
    run.save_checkpoint(state)
    with pytest.raises(BadInput, match="member 2 of generation 2 has weights that are not numbers"):
        resume(run.directory)


@pytest.mark.parametrize(
    ("game", "players", "architecture"),
    [("clubs", 3, "hand"), ("clubs", 2, "card"), ("sueca", 4, "hand"), ("euchre", 4, "card")],
)
def test_every_game_evolves(tmp_path, game, players, architecture):
    experiment = make_experiment(
        {
            "name": "any",
            "game": game,
            "players": players,
            "network": {"architecture": architecture, "hidden": [12]},
            "tournament": {
                "games": 2,
                "fitness": "points",
                "opponents": {"population": 1, "greedy": 1},
            },
            "evolution": {"population": 12, "generations": 4, "patience": 0},
            "run": {"yardstick_deals": 10, "yardstick_every": 2},
        }
    )
    run = evolve(experiment, out=tmp_path / "run")
    assert len(run.log["best"]) == 4
    assert run.champion.sheet.name == game


def test_a_champion_can_be_the_opponent(tmp_path, reference):
    settings = {
        **SMALL,
        "tournament": {"games": 2, "opponents": [str(reference.directory / "champion.npz")]},
        "evolution": SMALL["evolution"] | {"generations": 2, "population": 6},
    }
    run = evolve(make_experiment(settings), out=tmp_path / "run")
    assert len(run.log["best"]) == 2


def test_a_run_reads_each_file_once_and_again_when_it_has_changed(tmp_path, monkeypatch):
    run = evolve(small(generations=2), out=tmp_path / "run")
    read = []
    for name in ("stored_experiment", "load_run_champion", "read_text"):
        real = getattr(run_module, name)

        def count(*given, name=name, real=real):
            read.append(name)
            return real(*given)

        monkeypatch.setattr(run_module, name, count)
    again = Run(run.directory)
    for _ in range(3):
        assert again.experiment.seed == 5
        assert again.champion.about["seed"] == 5
        assert len(again.log["best"]) == 2
        assert again.provenance["seed"] == 5
    assert sorted(read) == ["load_run_champion", "read_text", "read_text", "stored_experiment"]
    path = run.directory / "experiment.toml"
    path.write_text(path.read_text().replace("seed = 5", "seed = 77"))
    assert again.experiment.seed == 77
    assert read.count("stored_experiment") == 2


def test_saving_a_run_reads_its_experiment_once_for_all_champions(tmp_path, monkeypatch):
    run = Run(evolve(small(generations=2), out=tmp_path / "run").directory)
    state = run.load_checkpoint()
    read = []
    monkeypatch.setattr(run_module, "stored_experiment", read.append)
    for _ in range(3):
        run.save(state)
    assert read == []


def test_what_a_reader_changes_is_not_what_the_next_one_gets(tmp_path):
    run = evolve(small(generations=2), out=tmp_path / "run")
    run.champion.weights[:] = 0
    run.champion.about.clear()
    run.log["best"][:] = -1
    run.provenance["versions"].clear()
    assert run.champion.weights.any()
    assert run.champion.about["seed"] == 5
    assert run.log["best"].min() > 0
    assert run.provenance["versions"]


@pytest.mark.parametrize("backend", ["threads", "loky"])
@pytest.mark.parametrize(
    ("evolution", "message"),
    [
        ({"algorithm": "genetic", "elite": 0}, "elite takes 1 to population - 1"),
        ({"algorithm": "cma"}, "at most 2,000 weights"),
    ],
)
def test_what_can_not_run_leaves_no_workers_behind(tmp_path, backend, evolution, message):
    before = threading.active_count(), set(children())
    settings = SMALL | {"evolution": {"population": 16} | evolution}
    with pytest.raises(BadInput, match=message):
        evolve(make_experiment(settings), out=tmp_path / "run", workers=2, backend=backend)
    assert (threading.active_count(), set(children())) == before
    assert not (tmp_path / "run").exists()


def children():
    """The processes that this one has started, and that live."""
    task = Path(f"/proc/self/task/{os.getpid()}/children")
    return task.read_text().split() if task.exists() else []
