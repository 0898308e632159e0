"""Options that several commands share, checked before any work begins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from neuroevo.files import check_writable
from neuroevo.limits import MOST_WORKERS, check_range, check_seed

Check = Callable[[click.Context, click.Parameter, Any], Any]


def number_between(least: int, most: int) -> Check:
    """A callback of click that refuses numbers outside."""

    def check(_context: click.Context, option: click.Parameter, value: int | None) -> int | None:
        if value is not None:
            check_range(option.name or "the number", value, least, most)
        return value

    return check


def sound_seed(_context: click.Context, _option: click.Parameter, value: int | None) -> int | None:
    """A callback of click that refuses what is no seed."""
    if value is not None:
        check_seed(value)
    return value


def writable_file(
    _context: click.Context, _option: click.Parameter, value: Path | None
) -> Path | None:
    """A callback of click that refuses a file that could not be written at the end."""
    if value is not None:
        check_writable(value)
    return value


sound_workers = number_between(1, MOST_WORKERS)

seed_option = click.option(
    "--seed",
    default=0,
    show_default=True,
    callback=sound_seed,
    help="Same seed, same numbers.",
)
workers_option = click.option(
    "--workers",
    type=int,
    callback=sound_workers,
    help="Threads, at least 1; all cores by default. Never changes a result.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
PLAYERS_EPILOG = (
    "A player is a built-in name with its settings (mc-extra:shuffles=20; `neuroevo games` lists "
    "them), a player of your own (my_players.py:patient:keep=3), a champion file or a run."
)
"""What commands that take players say at the end of their help."""
OTHERS_HELP = (
    "Who sits in all other seats: one player for all of them, or one a seat, separated by commas."
)
BACKEND_HELP = (
    "How they work: threads, processes (loky), or a dask cluster, which carries pickles between "
    "its machines and must be trusted."
)
