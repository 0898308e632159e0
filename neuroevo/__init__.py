"""neuroevo: evolve, simulate and judge card players.

>>> from neuroevo import simulate
>>> result = simulate("sueca", ["random"] * 4, rounds=2000, seed=1)
>>> 55 < result.teams[0]["points"].mean < 65
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neuroevo.evolution.loop import evolve, resume
    from neuroevo.poker.odds import odds
    from neuroevo.tournament.simulation import simulate

__version__ = "0.1.0"

_HOMES = {
    "evolve": "neuroevo.evolution.loop",
    "odds": "neuroevo.poker.odds",
    "resume": "neuroevo.evolution.loop",
    "simulate": "neuroevo.tournament.simulation",
}
"""Where the short names live; imported on first use, so that `neuroevo --help` stays quick."""

__all__ = ["evolve", "odds", "resume", "simulate"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'neuroevo' has no attribute {name!r}")
