"""The numbers by which kernels know how a player decides."""

from __future__ import annotations

BY_ADDRESS, IN_COMPANY, ASKED = range(3)
"""By a compiled function whose address lies on the table: written players, Monte-Carlo, scoring
networks. A large network that waits until it can decide at several tables together. An object that
is asked in Python, for many tables at a time."""
