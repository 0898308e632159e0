"""The numbers by which kernels know how a player decides."""

from __future__ import annotations

(
    RANDOM,
    GREEDY,
    HIGHEST,
    LOWEST,
    NETWORK,
    OBLIGED,
    OBLIGED_LEADING,
    HIGH,
    THIRD_HIGH,
    HEURISTIC,
    MONTE_CARLO,
    SCORER,
    RANDOM_CARDS,
    NEVER_TRUMP,
    COMBINED,
    COMBINED_THRIFTY,
) = range(16)

REFEREE = -1
"""A player without a compiled twin, whose rounds the referee plays."""
