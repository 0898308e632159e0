"""What a check found: a verdict a line, each with what it looked at, and a report of them all.

A verdict must be able to fail: it says how many rounds, decisions or swaps could have shown a
difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any


class ContractBroken(AssertionError):
    """What was checked does not keep what it must; the message has every verdict that says so."""


@dataclass(frozen=True)
class Verdict:
    """One line. passed: None for a fact, on which nothing hangs. said: what was looked at, and in
    how many cases; or what is wrong."""

    what: str
    said: str
    passed: bool | None = True

    def __str__(self) -> str:
        return f"{self.word:4}{self.what}: {self.said}"

    @property
    def word(self) -> str:
        """Before the line: `ok`, `NO`, or nothing for a fact."""
        return "" if self.passed is None else "ok" if self.passed else "NO"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"what": self.what, "passed": self.passed, "said": self.said}


Watch = Callable[[Verdict], None]
"""Is shown every verdict as soon as it is known."""


@dataclass(frozen=True)
class Report:
    """All verdicts on one thing. kind: `player`, `game` and so on."""

    name: str
    kind: str
    verdicts: tuple[Verdict, ...]

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts)

    def __len__(self) -> int:
        return len(self.verdicts)

    def __getitem__(self, what: str) -> Verdict:
        """The verdict on this: `report["honest"]`."""
        for one in self.verdicts:
            if one.what == what:
                return one
        raise KeyError(what)

    def __str__(self) -> str:
        return "\n".join([f"{self.name}, {a(self.kind)}", *(f"  {one}" for one in self.verdicts)])

    @property
    def passed(self) -> bool:
        """Whether no verdict says that the contract is broken."""
        return not self.broken

    @property
    def broken(self) -> tuple[Verdict, ...]:
        """The verdicts that say so."""
        return tuple(one for one in self.verdicts if one.passed is False)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "name": self.name,
            "kind": self.kind,
            "passed": self.passed,
            "verdicts": [one.as_dict() for one in self.verdicts],
        }


def make_report(
    name: str, kind: str, verdicts: Iterable[Verdict], raises: bool, watch: Watch | None = None
) -> Report:
    """Let a check run. raises: `ContractBroken` if the contract is broken."""
    found = []
    for verdict in verdicts:
        found.append(verdict)
        if watch is not None:
            watch(verdict)
    report = Report(name, kind, tuple(found))
    if raises and report.broken:
        told = "; ".join(f"{one.what}: {one.said}" for one in report.broken)
        raise ContractBroken(f"{name}: {told}")
    return report


def a(kind: str) -> str:
    """A word with its article.

    >>> a("player"), a("algorithm")
    ('a player', 'an algorithm')
    """
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def count(number: int, what: str) -> str:
    """So many of something.

    >>> count(1, "round"), count(1200, "round")
    ('1 round', '1,200 rounds')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"
