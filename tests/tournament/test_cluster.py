"""A Dask cluster that has nobody to work, or goes away: what happened is said, nothing is lost."""

import socket
import subprocess
import sys
import time

import pytest

from neuroevo import evolve, resume
from neuroevo.errors import BadInput
from neuroevo.evolution import Run, make_experiment
from neuroevo.tournament import cluster
from neuroevo.tournament.cluster import ClusterLost, connect_to_dask

pytest.importorskip("distributed")

TINY = {
    "name": "tiny",
    "network": {"architecture": "scorer", "hidden": [3]},
    "tournament": {"games": 1},
    "evolution": {"population": 4, "generations": 60, "patience": 0},
    "run": {"yardstick_every": 0, "hall_of_fame": 2, "workers": 1},
}


@pytest.fixture
def start(monkeypatch):
    """Starts a scheduler and so many workers; gives its address and the processes."""
    monkeypatch.setattr(cluster, "PATIENCE", 3.0)
    processes = []

    def begin(workers):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        address = f"tcp://127.0.0.1:{port}"
        lines = [["dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]]
        lines += [
            ["dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"]
        ] * workers
        for module, *options in lines:
            processes.append(
                subprocess.Popen(
                    [sys.executable, "-m", f"distributed.cli.{module}", *options],
                    stderr=subprocess.DEVNULL,
                )
            )
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        return address, processes

    yield begin
    for process in processes:
        process.kill()
        process.wait()


def test_a_cluster_without_workers_is_named(start):
    address, _ = start(0)
    with pytest.raises(BadInput, match="has had no worker for 3 seconds"):
        connect_to_dask(address)


@pytest.mark.parametrize("killed", [0, 1])
def test_a_run_whose_scheduler_or_worker_dies_is_saved_and_goes_on_with_threads(
    start, tmp_path, monkeypatch, killed
):
    monkeypatch.setattr(cluster, "PATIENCE", 15.0)
    address, processes = start(1)

    def kill(progress):
        if len(progress.state.rows) == 2:
            monkeypatch.setattr(cluster, "PATIENCE", 3.0)
            processes[killed].kill()

    out = tmp_path / "run"
    changes = {"run.scheduler": address, "run.backend": "dask"}
    with pytest.raises(ClusterLost, match=r"saved after \d+ generations.* --backend threads"):
        evolve(make_experiment(TINY), out=out, changes=changes, watch=kill)
    assert 2 <= len(Run(out).load_checkpoint().rows) < 60
    whole = evolve(make_experiment(TINY), out=tmp_path / "whole")
    again = resume(out, backend="threads")
    assert (again.directory / "champion.npz").read_bytes() == (
        whole.directory / "champion.npz"
    ).read_bytes()
