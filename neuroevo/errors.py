"""What goes wrong because of what a user gave us: one clear line, never a traceback."""

from __future__ import annotations


class BadInput(ValueError):
    """The user's input is wrong; the message names the culprit and what would be right.

    The command line prints the message as one line and exits with code 2.
    """


class IllegalPlay(BadInput):
    """A player broke a rule at the referee's table; the message names seat, card and rule."""
