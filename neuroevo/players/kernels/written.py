"""Written players and bidders, compiled: called by address, or made part of a kernel.

A table's record holds the address of each place's function, so that one kernel plays with players
it did not know when it was compiled; and the address of its voice, the three functions by which it
bids, makes trumps and lays a card away.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import carray, int64, types
from numba.extending import intrinsic, register_jitable

from neuroevo.addresses import address_of, make_call_at
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.play import dealt_card
from neuroevo.games.words import RULES_TYPE
from neuroevo.kernel_cache import inner, inner_for, kernel
from neuroevo.players.bidding import Voice, cheapest_away, counted_call
from neuroevo.players.bidding_seat import BiddingSeat
from neuroevo.players.seat import TABLE_TYPE, Seat
from neuroevo.players.written import greedy, heuristic, random

CHOOSE = int64(RULES_TYPE, TABLE_TYPE, int64, int64)
"""rules, table, place, legal cards -> the bit of the card to play."""
SAY = int64(RULES_TYPE, TABLE_TYPE, int64, int64)
"""rules, table, place, round of asking -> what is said, as a number."""

_choose_at, _say_at = make_call_at(CHOOSE), make_call_at(SAY)

VOICE = 4
"""What a voice is made of: the addresses of three functions, and of a network that bids, or 0."""
BIDS, CALLS, LAYS_AWAY, NETWORK_BLOCK = range(VOICE)


@inner
def choose_by_rule(rules: Rules, table: Table, brains: Any, place: int, legal: int) -> int:
    """The card of whichever written player sits there."""
    return _choose_at(table.brain[place], rules, table, place, legal)


@intrinsic  # type: ignore[untyped-decorator]
def _as_numbers(_context: Any, _address: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.int64)(types.int64), codegen


@inner
def voice_of(table: Table, place: int) -> np.ndarray:
    """The addresses by which a place speaks: (VOICE,) int64."""
    return carray(_as_numbers(table.voice[place]), (VOICE,))


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
    for slot in range(rules.tricks):
        if dealt_card(rules, table, place, slot) == number:
            return slot
    return rules.tricks


TEXTS = {
    "choose": """
def choose(rules, table, place, legal):
    return written(Seat(rules, table, place, legal))._bit
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
disk by its name and file, and finds the written one among its globals."""


@cache
def compiled(text: str, function: Callable[..., Any], digest: str = "") -> Any:
    """A written function for kernels, kept on disk as long as nothing it depends on changes.

    text: a name of TEXTS. digest: of the file that the function is from and of what that imports;
    the package's own are known anyway.
    """
    make_helpers_callable(function)
    name = f"{text}_{function.__module__}_{function.__qualname__}_{digest}".replace(".", "_")
    scope: dict[str, Any] = {
        "__name__": function.__module__,
        "written": numba.njit(nogil=True)(function),
        "Seat": Seat,
        "BiddingSeat": BiddingSeat,
        "slot_of": slot_of,
    }
    file = inspect.getsourcefile(function)
    exec(compile(TEXTS[text], file or "<written>", "exec"), scope)
    made = scope[text]
    made.__name__ = made.__qualname__ = name
    return kernel(made) if file and Path(file).is_file() else inner(made)


def make_helpers_callable(function: Callable[..., Any], _known: set[Any] = set()) -> None:  # noqa: B006
    """Let a compiled function call the plain ones that it names, and those the ones they name."""
    code = function.__code__
    for name in code.co_names:
        helper = function.__globals__.get(name)
        if inspect.isfunction(helper) and helper not in _known:
            _known.add(helper)
            register_jitable(helper)
            make_helpers_callable(helper)


@cache
def choose_address(function: Callable[..., Any], digest: str = "") -> int:
    """Where a written player's compiled function lies, in this process."""
    return address_of(compiled("choose", function, digest), CHOOSE)


@dataclass(frozen=True)
class VoiceBlock:
    """A voice as kernels want it: (VOICE,) int64, which must outlive the play."""

    numbers: np.ndarray[Any, Any]

    @property
    def address(self) -> int:
        """Where it lies."""
        return int(self.numbers.ctypes.data)


@cache
def voice_block(voice: Voice, digest: str = "") -> VoiceBlock:
    """The addresses of a voice's functions, in this process."""
    numbers = np.zeros(VOICE, dtype=np.int64)
    numbers[BIDS] = address_of(compiled("say", voice.bids, digest), SAY)
    numbers[CALLS] = address_of(compiled("say", voice.calls, digest), SAY)
    numbers[LAYS_AWAY] = address_of(compiled("lay_away", voice.lays_away, digest), SAY)
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
