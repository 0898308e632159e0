"""A mapping that can't be changed, so that what holds it can be hashed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value", covariant=True)


class FrozenMapping(Mapping[Key, Value]):
    """Reads like a dictionary, and equals one with the same content.

    >>> points = FrozenMapping({"A": 11, "7": 10})
    >>> points["A"], points == {"7": 10, "A": 11}, hash(points) == hash(FrozenMapping(points))
    (11, True, True)
    """

    __slots__ = ("_content",)

    def __init__(self, content: Mapping[Key, Value]) -> None:
        self._content = dict(content)

    def __getitem__(self, key: Key) -> Value:
        return self._content[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._content)

    def __len__(self) -> int:
        return len(self._content)

    def __hash__(self) -> int:
        return hash(frozenset(self._content.items()))

    def __repr__(self) -> str:
        return repr(self._content)
