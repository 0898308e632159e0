"""The numbers by which kernels know the built-in players."""

from __future__ import annotations

RANDOM, GREEDY, HIGHEST, LOWEST = range(4)
