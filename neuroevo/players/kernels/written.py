"""Written players and bidders, compiled: called by address, or made part of a kernel.

A table's record holds the address of each place's function, so that one kernel plays with players
it did not know when it was compiled; and the address of its voice, the three functions by which it
bids, makes trumps and lays a card away.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import int64
from numba.core.errors import NumbaError
from numba.extending import register_jitable

from neuroevo.addresses import address_of, make_array_at, make_call_at
from neuroevo.errors import BadInput
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.deal import dealt_card
from neuroevo.games.words import NO_BIT, RULES_TYPE
from neuroevo.kernel_cache import inner, inner_for, kernel, unkept_kernel
from neuroevo.linked import LINK
from neuroevo.players.bidding import Voice, cheapest_away, counted_call
from neuroevo.players.bidding_seat import BiddingSeat
from neuroevo.players.seat import TABLE_TYPE, Seat
from neuroevo.players.written import greedy, heuristic, random
from neuroevo.written_errors import a_kind, explain, is_mistake, line_of

CHOOSE = int64(RULES_TYPE, TABLE_TYPE, int64, int64)
"""rules, table, place, legal cards -> the bit of the card to play."""
SAY = int64(RULES_TYPE, TABLE_TYPE, int64, int64)
"""rules, table, place, round of asking -> what is said, as a number."""

_choose_at, _say_at = make_call_at(CHOOSE), make_call_at(SAY)

VOICE = 4
"""What a voice is made of: the addresses of three functions, and of a network that bids, or 0."""
BIDS, CALLS, LAYS_AWAY, NETWORK_BLOCK = range(VOICE)


_numbers_at = make_array_at(np.int64)


@inner
def choose_by_address(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
    """The card of whoever sits there and decides by a function."""
    return _choose_at(table.choose[place], rules, table, place, legal)


@inner
def voice_of(table: Table, place: int) -> np.ndarray:
    """The addresses by which a place speaks: (VOICE,) int64."""
    return _numbers_at(table.voice[place], (VOICE,))


@inner
def bid_tricks(rules: Rules, table: Table, brains: Any, place: int) -> int:
    """How many tricks a place bids."""
    return _say_at(voice_of(table, place)[BIDS], rules, table, place, 0)


@inner
def name_trump(rules: Rules, table: Table, brains: Any, place: int, asked: int) -> int:
    """0 to pass, else 1 + 2 * suit + alone; `asked` is 1 for the turn-up's suit, 2 for others."""
    return _say_at(voice_of(table, place)[CALLS], rules, table, place, asked)


@inner
def discard(rules: Rules, table: Table, brains: Any) -> int:
    """Which slot of the dealer's cards he lays away; the last is the turn-up itself."""
    dealer = rules.players - 1
    return _say_at(voice_of(table, dealer)[LAYS_AWAY], rules, table, dealer, 0)


@inner
def slot_of(rules: Rules, table: Table, place: int, number: int) -> int:
    """Where in a dealt hand a card lies; the turn-up lies after the last."""
    found = rules.tricks
    for slot in range(rules.tricks):  # all of them: where to stop, chance decides
        if dealt_card(rules, table, place, slot) == number:
            found = slot
    return found


TEXTS = {
    "choose": """
def choose(rules, table, place, legal):
    return written(Seat(rules, table, place, legal))._bit
""",
    "choose_checked": """
def choose_checked(rules, table, place, legal):
    bit = written(Seat(rules, table, place, legal))._bit
    if bit > LAST_BIT or not (legal >> bit) & 1:
        raise ValueError("a card that may not be played")
    return bit
""",
    "say": """
def say(rules, table, place, asked):
    return written(BiddingSeat(rules, table, place, asked))
""",
    "lay_away": """
def lay_away(rules, table, place, asked):
    card = written(BiddingSeat(rules, table, place, asked))
    return slot_of(rules, table, place, rules.card_of_bit[card._trump, card._bit])
""",
}
"""How kernels ask: what stands around a written function. Text, because numba keeps a function on
disk by its name and file, and finds the written one among its globals. A user's function is checked
at every card, which costs a per cent or two; ours are tested instead."""

_COMPILED: dict[str, Any] = {}
"""By name, so that a function that is made anew with the same settings is compiled once."""


def compiled(
    text: str, function: Callable[..., Any], digest: str = "", on_disk: bool = True
) -> Any:
    """A written function for kernels, kept on disk as long as nothing it depends on changes.

    text: a name of TEXTS. digest: of the file that the function is from and of what that imports;
    the package's own are known anyway. on_disk: not for a function of a script or a notebook, whose
    digest can't tell all that it depends on.
    """
    name = f"{text}_{function.__module__}_{function.__qualname__}_{digest}"
    name = re.sub(r"\W", "_", name)
    if name in _COMPILED:
        return _COMPILED[name]
    make_helpers_callable(function)
    scope: dict[str, Any] = {
        "__name__": function.__module__,
        "written": inner(function),
        "Seat": Seat,
        "BiddingSeat": BiddingSeat,
        "slot_of": slot_of,
        "LAST_BIT": NO_BIT - 1,
    }
    file = inspect.getsourcefile(function)
    exec(compile(TEXTS[text], file or "<written>", "exec"), scope)
    made = scope[text]
    made.__name__ = made.__qualname__ = name
    _COMPILED[name] = (
        kernel(made) if on_disk and file and Path(file).is_file() else unkept_kernel(made)
    )
    return _COMPILED[name]


def make_helpers_callable(function: Callable[..., Any], _known: set[Any] = set()) -> None:  # noqa: B006
    """Let a compiled function call the plain ones that it names, and those the ones they name."""
    code = function.__code__
    for name in code.co_names:
        helper = function.__globals__.get(name)
        if inspect.isfunction(helper) and helper not in _known:
            _known.add(helper)
            register_jitable(**LINK)(helper)
            make_helpers_callable(helper)


class CantCompile(Exception):
    """A function that is right, as far as can be told, but can't be compiled; and why."""


def choose_address(function: Callable[..., Any], digest: str = "", on_disk: bool = True) -> int:
    """Where a written player's compiled function lies, in this process.

    digest: of a user's function, which is then checked at every card. `BadInput` names the line of
    a function that is wrong, `CantCompile` why one that may be right can't be compiled.
    """
    text = "choose_checked" if digest else "choose"
    try:
        return address_of(compiled(text, function, digest, on_disk), CHOOSE)
    except NumbaError as error:
        if not digest:
            raise
        raise _what_is_wrong(error, function, "player", "a card") from error
    except Exception as error:  # numba's own, where it gives up
        if not digest:
            raise
        why = " ".join(str(error).split())[:100] or type(error).__name__
        raise CantCompile(f"{line_of(function)}: numba can't compile it ({why})") from error


def _what_is_wrong(
    error: NumbaError, function: Callable[..., Any], what: str, wanted: str
) -> Exception:
    """`BadInput` for a mistake, `CantCompile` for what only a compiler minds."""
    words = explain(error, function)
    returned = re.search(r"Unknown attribute '_(?:bit|trump)' of type ([^\n]+)", str(error))
    if returned is not None:
        return BadInput(
            f"{line_of(function)}: the {what} {function.__name__} returns {a_kind(returned[1])}, "
            f"not {wanted}"
        )
    return words if is_mistake(error) else CantCompile(str(words))


@dataclass(frozen=True)
class VoiceBlock:
    """A voice as kernels want it: (VOICE,) int64, which must outlive the play."""

    numbers: np.ndarray[Any, Any]

    @property
    def address(self) -> int:
        """Where it lies."""
        return int(self.numbers.ctypes.data)


@cache
def voice_block(voice: Voice, digest: str = "", on_disk: bool = True) -> VoiceBlock:
    """The addresses of a voice's functions, in this process; digest: of a user's."""
    numbers = np.zeros(VOICE, dtype=np.int64)
    spoken = {
        BIDS: ("say", voice.bids, "a number of tricks"),
        CALLS: ("say", voice.calls, "what seat.call returns, or PASSING"),
        LAYS_AWAY: ("lay_away", voice.lays_away, "a card"),
    }
    for at, (text, function, wanted) in spoken.items():
        own = "" if (function.__module__ or "").startswith("neuroevo.players.") else digest
        try:
            numbers[at] = address_of(compiled(text, function, own, on_disk or not own), SAY)
        except NumbaError as error:
            if not own:
                raise
            wrong = _what_is_wrong(error, function, "bidder", wanted)
            raise BadInput(str(wrong)) from error
    return VoiceBlock(numbers)


def inner_player(function: Callable[..., Any]) -> Any:
    """A written player as part of a kernel, for play-outs: choose(rules, table, brains, place,
    legal) gives the bit of its card."""
    make_helpers_callable(function)
    player = inner(function)

    @inner_for(function)
    def choose(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
        return player(Seat(rules, table, place, legal))._bit

    return choose


choose_greedy = inner_player(greedy)
choose_heuristic = inner_player(heuristic)
choose_at_random = inner_player(random)

make_helpers_callable(counted_call)
_counted_call = inner(counted_call)
_cheapest_away = inner(cheapest_away)


@inner
def call_by_counting(rules: Rules, table: Table, place: int, asked: int) -> int:
    """`bidding.counted_call` as part of a kernel."""
    return _counted_call(BiddingSeat(rules, table, place, asked))


@inner
def cheapest_slot(rules: Rules, table: Table, place: int) -> int:
    """Which slot of the dealer's cards and the turn-up costs least under the trumps that hold."""
    card = _cheapest_away(BiddingSeat(rules, table, place, 0))
    return slot_of(rules, table, place, rules.card_of_bit[card._trump, card._bit])
