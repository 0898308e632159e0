"""What goes wrong because of what a user gave us: one clear line, never a traceback."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

NEAR = 0.7
"""How alike a name must be to be the one that was meant, from 0 to 1."""


class BadInput(ValueError):
    """The user's input is wrong; the message names the culprit and what would be right.

    The command line prints the message as one line and exits with code 2.
    """


class IllegalPlay(BadInput):
    """A player broke a rule at the referee's table; the message names seat, card and rule."""


def closest(name: str, known: Iterable[str]) -> str | None:
    """The name that was probably meant, if any is near."""
    by_lower = {one.lower(): one for one in known}
    near = difflib.get_close_matches(name.lower(), by_lower, 1, NEAR)
    return by_lower[near[0]] if near else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: which one it is like, if it is like any.

    >>> "there is no player 'gredy'" + did_you_mean("gredy", ["random", "greedy"])
    "there is no player 'gredy': did you mean 'greedy'?"
    """
    near = closest(name, known)
    return f": did you mean {near!r}?" if near is not None else ""


def choose_from(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: which one it is like, and all that there are.

    >>> "there is no player 'gredy'" + choose_from("gredy", ["random", "greedy"])
    "there is no player 'gredy': did you mean 'greedy'? choose from random, greedy"
    """
    names = list(known)
    return f"{did_you_mean(name, names) or ':'} choose from {', '.join(names) or 'none'}"


def check_at_least(name: str, value: int, least: int) -> None:
    """Raise `BadInput` for a number that is too small.

    >>> check_at_least("runs", 0, 1)
    Traceback (most recent call last):
    ...
    neuroevo.errors.BadInput: runs must be at least 1, not 0
    """
    if value < least:
        raise BadInput(f"{name} must be at least {least}, not {value}")
