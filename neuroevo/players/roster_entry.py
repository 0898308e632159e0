"""A player by name: what it is made of, its settings, its voice, and how kernels let it decide."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

from neuroevo.extensions import Own
from neuroevo.games import GAMES
from neuroevo.games.sheet import NOT_IN_PLAY, RuleSheet
from neuroevo.players.bidding import COUNTING, Voice
from neuroevo.players.kinds import ASKED, BY_ADDRESS
from neuroevo.players.settings import Setting, with_settings
from neuroevo.players.written_player import WrittenPlayer
from neuroevo.written_errors import reads_otherwise

BIDDING = ("bid_tricks", "name_trump", "discard")
"""The methods by which an object bids."""


@dataclass(frozen=True)
class RosterEntry:
    """A player by name: a function of a seat with its voice, a class, or an object.

    A class of ours says by `kind`, and a Monte-Carlo player by `manner`, how kernels let it decide.
    own: where it comes from, if from a user's file. digest: of a user's function. why_slow: of one
    that could not be compiled.
    """

    name: str
    made_of: Any
    settings: Mapping[str, Setting] = field(default_factory=dict)
    voice: Voice = COUNTING
    own: Own | None = None
    digest: str = ""
    why_slow: str = ""

    @property
    def is_written(self) -> bool:
        """Whether it is a function of a seat."""
        return inspect.isfunction(self.made_of)

    @property
    def is_ours(self) -> bool:
        """Whether it comes with the toolkit."""
        home = (
            self.made_of
            if self.is_written or isinstance(self.made_of, type)
            else type(self.made_of)
        )
        return self.own is None and (home.__module__ or "").startswith("neuroevo.players")

    @property
    def kind(self) -> int:
        """How kernels let it decide (see `neuroevo.players.kinds`)."""
        if self.is_written:
            return ASKED if self.why_slow else BY_ADDRESS
        return getattr(self.made_of, "kind", ASKED) if self.is_ours else ASKED

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        return (self.made_of.__doc__ or "").strip().partition("\n")[0]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it knows by name; none if it plays them all."""
        return tuple(getattr(self.made_of, "games", ()))

    def can_play(self, sheet: RuleSheet) -> bool:
        """Whether this is a game that it knows, by its name and its rules."""
        if not self.games:
            return True
        same = {"trump", *NOT_IN_PLAY} - {"name", "scoring", "bids_tricks"}
        return any(set(GAMES[name].differs_in(sheet)) <= same for name in self.games)

    @property
    def bids_in_python(self) -> bool:
        """Whether it bids by methods of its own, which no kernel can call."""
        return self.kind == ASKED and any(hasattr(self.made_of, one) for one in BIDDING)

    def seat(self, settings: Mapping[str, Any]) -> Any:
        """This player for the referee's table."""
        if self.is_written:
            return WrittenPlayer(with_settings(self.made_of, settings), self.voice)
        if isinstance(self.made_of, type):
            return self.made_of(**settings)
        return self.made_of

    def __reduce__(self) -> tuple[Any, ...]:
        if self.own is not None:
            return _entry_again, (self.own, self.name, self.why_slow)
        return RosterEntry, tuple(getattr(self, one.name) for one in fields(self))


def _entry_again(own: Own, name: str, why_slow: str) -> RosterEntry:
    """In another process: a user's player, which travels with its source."""
    from neuroevo.players.own import entry_for

    return replace(entry_for(own.value, name, own), why_slow=why_slow)


@dataclass(frozen=True)
class RosterPlayer:
    """A player of the roster with its settings; name: as it was written, with those given.

    manner: how a Monte-Carlo player thinks, None for all others.
    """

    name: str
    entry: RosterEntry
    settings: Mapping[str, Any] = field(default_factory=dict)
    manner: tuple[int, ...] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the function with its settings: that is made anew where it arrives.
        return RosterPlayer, (self.name, self.entry, self.settings, self.manner)

    def seat(self) -> Any:
        """This player for the referee's table."""
        return self.entry.seat(self.settings)

    @property
    def kind(self) -> int:
        """How kernels let it decide."""
        return self.entry.kind

    @cached_property
    def function(self) -> Callable[..., Any] | None:
        """A written player's function with its settings; None for all others."""
        return with_settings(self.entry.made_of, self.settings) if self.entry.is_written else None

    def choose_address(self) -> int:
        """Where the compiled function by which it decides lies, in this process."""
        if self.function is None:
            from neuroevo.players.kernels.monte_carlo import thinking_address

            return thinking_address()
        from neuroevo.players.kernels.written import choose_address

        kept = self.entry.own is not None or self.entry.is_ours
        return choose_address(self.function, self.entry.digest, on_disk=kept)

    def compiled_or_asked(self) -> RosterPlayer:
        """Itself; or, where its function is right but can't be compiled, itself asked in Python.

        `BadInput` names the line of a function that is wrong.
        """
        from neuroevo.players.kernels.written import CantCompile

        if self.function is None or self.entry.is_ours:
            return self
        why = reads_otherwise(self.entry.made_of)
        if why is None:
            try:
                self.choose_address()
            except CantCompile as error:
                why = str(error)
        return self if why is None else replace(self, entry=replace(self.entry, why_slow=why))
