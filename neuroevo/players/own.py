"""Players that users bring: a function of a seat, a class, or any object that can choose a card.

A function is compiled and plays at the speed of ours. What can't be compiled is asked in Python: it
works in the same places, only slower, and a line says so.
"""

from __future__ import annotations

import hashlib
import inspect
import warnings
from collections.abc import Callable
from types import CodeType
from typing import Any

from neuroevo.errors import BadInput
from neuroevo.extensions import PLAYERS, Own, load_allowed, load_own, load_packaged, split_own
from neuroevo.players.bidding import COUNTING, Voice
from neuroevo.players.bidding_seat import BiddingSeat
from neuroevo.players.kinds import ASKED, BY_ADDRESS
from neuroevo.players.roster_entry import RosterEntry
from neuroevo.players.settings import settings_of
from neuroevo.written_errors import check_parameters, check_returns, check_words

WHAT = "player"


class SlowPlayer(UserWarning):
    """A player that is asked in Python, and why."""


def speaks(
    bids: Callable[[BiddingSeat], int] | None = None,
    calls: Callable[[BiddingSeat], int] | None = None,
    lays_away: Callable[[BiddingSeat], Any] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let a player who is a function of a seat bid in his own way: `@speaks(bids=my_bids)`.

    bids(seat) is a number of tricks, calls(seat) what `seat.call` returns or PASSING, and
    lays_away(seat) a card; for what is not given he counts. The functions see a `BiddingSeat`.
    """

    def decorate(player: Callable[..., Any]) -> Callable[..., Any]:
        player.voice = Voice(  # type: ignore[attr-defined]
            bids or COUNTING.bids, calls or COUNTING.calls, lays_away or COUNTING.lays_away
        )
        return player

    return decorate


def entry_in_file(text: str, needed_by: str | None = None) -> tuple[RosterEntry, str]:
    """The player that `file.py:name` names; and the settings behind it, unread.

    needed_by: who asks, where that is a file that was loaded and not the user: then the player's
    file must have been allowed (`neuroevo.extensions.allow`).
    """
    file, name, rest = split_own(text)
    if needed_by is None:
        own = load_own(f"{file}:{name}", WHAT)
    else:
        own = load_allowed(f"{file}:{name}", WHAT, needed_by)
    return entry_for(own.value, own.text, own), rest


def packaged_entry(name: str) -> RosterEntry:
    """The player that an installed package offers under a name."""
    return entry_for(load_packaged(PLAYERS, name), name)


def entry_for(player: Any, name: str | None = None, own: Own | None = None) -> RosterEntry:
    """Whatever somebody brings as an entry of the roster; `BadInput` if it is no player."""
    if inspect.isfunction(player):
        return _function_entry(player, name or player.__name__, own)
    called = name or getattr(player, "name", None) or _kind_of(player)
    if isinstance(player, type):
        _check_chooses(player, called)
        try:
            settings = settings_of(player.__init__)  # type: ignore[misc]
        except BadInput as error:
            raise BadInput(f"{called}: {error}") from None
        return RosterEntry(called, player, settings, own=own)
    _check_chooses(player, called)
    return RosterEntry(str(called), player, own=own)


def _function_entry(function: Callable[..., Any], name: str, own: Own | None) -> RosterEntry:
    check_parameters(function, "(seat)", what=WHAT, settings=True)
    voice = getattr(function, "voice", COUNTING)
    for one in (function, voice.bids, voice.calls, voice.lays_away):
        check_words(one)
        check_returns(one)
    digest = own.digest if own is not None else code_digest(function)
    return RosterEntry(name, function, settings_of(function), voice, own=own, digest=digest)


def _kind_of(player: Any) -> str:
    return player.__name__ if isinstance(player, type) else type(player).__name__


def _check_chooses(player: Any, name: str) -> None:
    if not any(callable(getattr(player, one, None)) for one in ("choose", "choose_many")):
        raise BadInput(
            f"{name} can't play: a player is a function of a seat, or has choose(view) or "
            "choose_many(questions)"
        )


def warn_if_slow(entry: RosterEntry) -> None:
    """Say that a player of a user's is asked in Python, and why; once for each."""
    if entry.kind == ASKED and not entry.is_ours:
        how = "choose_many" if hasattr(entry.made_of, "choose_many") else "choose(view)"
        why = entry.why_slow or f"it has {how}; a function of a seat would be compiled"
        warnings.warn(
            f"{entry.name} is asked in Python, which is slower: {why}", SlowPlayer, stacklevel=2
        )


def code_digest(function: Callable[..., Any]) -> str:
    """What a function of a notebook or a script is known by: its code, and that of the functions
    that it names."""
    digest = hashlib.sha256()
    known: set[int] = set()

    def take(one: Any) -> None:
        if id(one) in known:
            return
        known.add(id(one))
        if isinstance(one, CodeType):
            digest.update(one.co_code)
            digest.update(repr(one.co_names).encode())
            for constant in one.co_consts:
                take(constant)
        elif inspect.isfunction(one):
            take(one.__code__)
            digest.update(repr(one.__defaults__).encode())
            for name in one.__code__.co_names:
                take(one.__globals__.get(name))
        elif isinstance(one, (int, float, str, bytes, tuple, frozenset, type(None))):
            digest.update(repr(one).encode())

    take(function)
    return digest.hexdigest()[:16]


__all__ = [
    "ASKED",
    "BY_ADDRESS",
    "SlowPlayer",
    "code_digest",
    "entry_for",
    "entry_in_file",
    "packaged_entry",
    "speaks",
    "warn_if_slow",
]
