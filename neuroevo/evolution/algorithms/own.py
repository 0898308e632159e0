"""An algorithm of a user's own: what it lacks, raises or returns wrongly is told in one line.

A class with a nested `Settings`, derived from `AlgorithmSettings`, and with `first` and `after` as
`Algorithm` has them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from neuroevo.catalogue import blaming, check_parameters, place_of
from neuroevo.errors import BadInput
from neuroevo.evolution.algorithms.base import AlgorithmSettings, Generation
from neuroevo.evolution.members import Member

LOGGED = {"mutation"}
"""What a generation may say about itself: a column of the log."""


def check_algorithm(kind: type) -> None:
    """`BadInput` unless a class has what an algorithm must have."""
    check_parameters(kind, "__init__", ("settings", "workers"))
    check_parameters(kind, "first", ("weight_count", "seed"))
    check_parameters(kind, "after", ("generation", "members", "seed"))


class OwnAlgorithm:
    """A user's algorithm, as the run sees it."""

    def __init__(self, kind: type, settings: AlgorithmSettings, workers: int) -> None:
        self.kind = kind
        self.settings = settings
        with blaming(kind):
            self.made = kind(settings, workers)

    def first(self, weight_count: int, seed: int) -> Generation:
        """Generation 0."""
        return self._checked(lambda: self.made.first(weight_count, seed), "first", 0, weight_count)

    def after(self, generation: Generation, members: Sequence[Member], seed: int) -> Generation:
        """The generation that follows a judged one."""
        return self._checked(
            lambda: self.made.after(generation, members, seed),
            "after",
            generation.number + 1,
            generation.weights.shape[1],
        )

    def _checked(
        self, make: Callable[[], Any], method: str, number: int, weight_count: int
    ) -> Generation:
        with blaming(self.kind):
            found = make()
        wrong = what_is_wrong(found, number, (self.settings.population, weight_count))
        if wrong is not None:
            place = place_of(getattr(self.kind, method))
            raise BadInput(f"{place}: {self.kind.__name__}.{method} returned {wrong}")
        assert isinstance(found, Generation)
        return found


def what_is_wrong(found: Any, number: int, shape: tuple[int, int]) -> str | None:
    """What a run can't go on with; None if it can. shape: members and weights."""
    if not isinstance(found, Generation):
        return f"{type(found).__name__}, not a Generation"
    if found.number != number:
        return f"generation {found.number}, not {number}"
    arrays: list[tuple[str, Any, Any, tuple[int, ...]]] = [
        ("weights", found.weights, np.float32, shape),
        ("births", found.births, np.int64, (shape[0], 2)),
    ]
    if found.incumbent is not None:
        arrays.append(("incumbent", found.incumbent, np.float32, shape[1:]))
    for name, array, dtype, wanted in arrays:
        if not isinstance(array, np.ndarray) or array.shape != wanted or array.dtype != dtype:
            is_array = isinstance(array, np.ndarray)
            given = f"{array.shape} {array.dtype}" if is_array else type(array).__name__
            return f"{name} that are {given}, not {wanted} {np.dtype(dtype)}"
    if found.births[:, 0].max() > number:
        return "births of generations that are yet to come"
    for name, array in found.state.items():
        if not isinstance(array, np.ndarray) or array.dtype.hasobject:
            return f"a state whose {name!r} is not an array of numbers"
    if not found.about.keys() <= LOGGED:
        return f"an about with {sorted(found.about)}; it takes only {', '.join(LOGGED)}"
    return None
