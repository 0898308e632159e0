"""Threads for work that takes milliseconds: joblib's without its naps, and a plain pool for rows.

While joblib's own threading backend waits for results it looks for them every 10 ms, which is a
good part of a generation. This one waits for each result in turn and wakes up with it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from joblib import register_parallel_backend
from joblib._parallel_backends import ThreadingBackend

THREADS = "neuroevo-threads"


class PromptThreads(ThreadingBackend):  # type: ignore[misc]
    """Threads whose results are waited for, not polled."""

    supports_retrieve_callback = False

    def retrieve_result(self, out: Any, timeout: float | None = None) -> Any:
        """Block until the result is there; an exception of the work is raised here."""
        return self.retrieve_result_callback(out.get(timeout))


register_parallel_backend(THREADS, PromptThreads)


PIECES = 4
"""Of the rows a thread gets at a time: one in so many of its share, in case another is held up."""


def share_rows(work: Callable[[int, int], object], rows: int, workers: int) -> None:
    """Let threads call `work(first, last)` for pieces of so many rows, until all are done.

    For compiled work, which lets other threads run. It must not matter who does which row.
    """
    if workers == 1 or rows < 2:
        work(0, rows)
        return
    pieces = min(rows, PIECES * workers)
    cuts = [rows * piece // pieces for piece in range(pieces + 1)]
    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(work, *cut) for cut in pairwise(cuts)]:
            done.result()
