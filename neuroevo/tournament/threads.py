"""Joblib's threads without its naps.

While joblib's own threading backend waits for results it looks for them every 10 ms, which is a
good part of a generation. This one waits for each result in turn and wakes up with it.
"""

from __future__ import annotations

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
