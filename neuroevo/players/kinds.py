"""The numbers by which kernels know how a player decides."""

from __future__ import annotations

WRITTEN, NETWORK, MONTE_CARLO, SCORER = range(4)
"""A function of a seat; a network that sees the whole table; play-outs; a network that looks at one
card at a time."""

REFEREE = -1
"""A player without a compiled twin, whose rounds the referee plays."""
