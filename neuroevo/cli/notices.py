"""Remarks beside a command's result, one line each on stderr: that it compiles, what is slower."""

from __future__ import annotations

import threading
import time
import warnings
from typing import Any, TextIO

import click

from neuroevo.compiling import WATCHERS

COMPILING = "compiling for this machine; it is kept, so this happens once"
PATIENCE = 1.0
"""Seconds of compiling, in all, after which a line says what the command is waiting for."""


def watch_compiling() -> None:
    """Say once, in one line, if kernels have to be compiled."""
    WATCHERS.append(_Notice())


class _Notice:
    """Told when a compilation begins and ends."""

    def __init__(self) -> None:
        self.said = False
        self.patience = PATIENCE
        self.began = 0.0
        self.timer: threading.Timer | None = None

    def begins(self) -> None:
        """Begin to wait."""
        if not self.said:
            self.began = time.perf_counter()
            self.timer = threading.Timer(max(self.patience, 0.0), self.say)
            self.timer.daemon = True
            self.timer.start()

    def ends(self) -> None:
        """It was quick enough, but the next one may be one too many."""
        if self.timer is not None:
            self.timer.cancel()
            self.patience -= time.perf_counter() - self.began

    def say(self) -> None:
        """Say it, and not again."""
        self.said = True
        click.echo(COMPILING, err=True)


def show_warnings_in_a_line() -> None:
    """A remark of the package's own, such as `SlowPlayer`, is one line without a place in code."""
    usual = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if category.__module__.startswith("neuroevo."):
            click.echo(str(message), err=True)
        else:
            usual(message, category, filename, lineno, file, line)

    replaced: Any = show
    warnings.showwarning = replaced
