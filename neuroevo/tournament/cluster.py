"""Work on a Dask cluster, through joblib: connecting, handing work out, and noticing its loss.

Dask carries pickles, which can run any code, between the machines of a cluster: use one whose
machines and network you trust.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any, TypeVar

import cloudpickle
from joblib import Parallel, delayed, parallel_config

from neuroevo.errors import BadInput

PATIENCE = 10.0
"""Seconds that a cluster may be without a scheduler or a worker."""

Found = TypeVar("Found")


class ClusterLost(BadInput):
    """The cluster went away in the middle of the work."""

    def saved(self, generations: int, run: Path) -> ClusterLost:
        """The same for a run that was saved: what is there, and how to go on without a cluster."""
        return ClusterLost(
            f"{self}; the run is saved after {generations} generations, go on without the cluster: "
            f"neuroevo resume {run} --backend threads"
        )


def connect_to_dask(scheduler: str | None) -> Any:
    """A client of a running cluster that has workers."""
    try:
        from distributed import Client  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise BadInput("backend 'dask' needs dask: pip install 'neuroevo[dask]'") from None
    if not scheduler:
        raise BadInput("backend 'dask' needs scheduler = \"tcp://…\", a running cluster's address")
    log = logging.getLogger("distributed")
    if log.level == logging.NOTSET:
        log.setLevel(logging.CRITICAL)  # what goes wrong is said here, in one line
    make_client: Any = Client
    try:
        client = make_client(scheduler, timeout=f"{PATIENCE:g}s", set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(f"there is no dask scheduler at {scheduler}: {error}") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, TimeoutError):
        disconnect(client)
        raise BadInput(
            f"the dask cluster at {scheduler} has had no worker for {PATIENCE:g} seconds: start "
            "some with 'dask worker', or use --backend threads"
        ) from None
    return client


def disconnect(client: Any) -> None:
    """Let the cluster go, whatever is left of it."""
    with contextlib.suppress(Exception):
        client.close(timeout=2)


def run_on_cluster(
    client: Any, play: Callable[..., Found], work: Sequence[tuple[Any, ...]]
) -> list[Found]:
    """`play` of every piece of work, in order; `ClusterLost` if nobody is there to do it.

    A piece travels packed: joblib would scatter its arrays, and scattered data dies with the worker
    that holds it, where a packed task is simply given to another.
    """
    found: list[Found] = []
    failed: list[BaseException] = []
    done = threading.Event()

    def spread() -> None:
        try:
            with parallel_config(backend="dask", client=client):
                found.extend(
                    Parallel(n_jobs=len(work))(
                        delayed(_unpack)(play, cloudpickle.dumps(piece)) for piece in work
                    )
                )
        except BaseException as error:
            failed.append(error)
        finally:
            done.set()

    # Joblib would wait for ever for workers that are gone: somebody must keep looking.
    threading.Thread(target=spread, daemon=True).start()
    well = time.monotonic()
    while not done.wait(0.5):
        if _has_workers(client):
            well = time.monotonic()
        elif time.monotonic() - well > PATIENCE:
            raise ClusterLost(
                f"the dask cluster is lost: no scheduler or no worker for {PATIENCE:g} seconds"
            )
    if failed:
        from distributed import KilledWorker

        if isinstance(failed[0], (OSError, TimeoutError, CancelledError, KilledWorker)):
            raise ClusterLost(f"the dask cluster is lost: {_in_short(failed[0])}") from None
        raise failed[0]
    return found


def _unpack(play: Callable[..., Found], packed: bytes) -> Found:
    return play(*pickle.loads(packed))


def _has_workers(client: Any) -> bool:
    """Whether the scheduler answers, and has somebody to give work to."""
    if client.status != "running":
        return False
    try:
        return bool(client.ncores())
    except Exception:  # whatever a dying connection raises
        return False


def _in_short(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 160 else text[:160] + "…"
