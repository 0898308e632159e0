"""Being asked to stop: Ctrl-C, and what a system sends before it ends a process or a terminal."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

POLITE = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@dataclass
class Stopping:
    """Whether somebody asked. signal: which one it was."""

    signal: int | None = None

    @property
    def asked(self) -> bool:
        """Whether to stop."""
        return self.signal is not None

    @property
    def exit_code(self) -> int:
        """As shells have it: 128 and the signal's number."""
        return 128 + (self.signal or signal.SIGINT)


@contextmanager
def stop_politely() -> Iterator[Stopping]:
    """The first signal is noted instead of breaking in; a second one breaks in as usual.

    A signal that is ignored, as SIGHUP under nohup, stays so.
    """
    stopping = Stopping()
    if threading.current_thread() is not threading.main_thread():
        yield stopping
        return
    before: dict[int, Any] = {}

    def ask(number: int, _frame: Any) -> None:
        stopping.signal = number
        for one, handler in before.items():
            signal.signal(one, handler)

    for one in POLITE:
        # None: not installed from Python, so that it could not be put back.
        if signal.getsignal(one) not in (signal.SIG_IGN, None):
            before[one] = signal.signal(one, ask)
    try:
        yield stopping
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
