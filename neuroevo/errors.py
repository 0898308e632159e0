"""What goes wrong because of what a user gave us: one clear line, never a traceback."""

from __future__ import annotations


class BadInput(ValueError):
    """The user's input is wrong; the message names the culprit and what would be right.

    The command line prints the message as one line and exits with code 2.
    """


class IllegalPlay(BadInput):
    """A player broke a rule at the referee's table; the message names seat, card and rule."""


def check_at_least(name: str, value: int, least: int) -> None:
    """Raise `BadInput` for a number that is too small.

    >>> check_at_least("runs", 0, 1)
    Traceback (most recent call last):
    ...
    neuroevo.errors.BadInput: runs must be at least 1, not 0
    """
    if value < least:
        raise BadInput(f"{name} must be at least {least}, not {value}")
