"""The chance to win a given deal of Euchre, simulated and exact."""

from neuroevo.playout.appendix import MENDABLE, QUIRKS
from neuroevo.playout.chances import (
    METHODS,
    STRATEGIES,
    TRUMPS,
    Chance,
    PlayoutResult,
    playout,
)
from neuroevo.playout.hands import THESIS_HANDS, Hands, parse_hands

__all__ = [
    "MENDABLE",
    "METHODS",
    "QUIRKS",
    "STRATEGIES",
    "THESIS_HANDS",
    "TRUMPS",
    "Chance",
    "Hands",
    "PlayoutResult",
    "parse_hands",
    "playout",
]
