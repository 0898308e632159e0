"""Whatever scores cards one by one, compiled: kernels call it by address.

A scorer's decision is made for its list of features, and only those are computed: the text of
`describe_decision` and `describe_card` is written for the list, compiled once, and kept on disk
under the list's digest. Around it stands what all have in common: a forced card is played at once,
the place looks around, and the card with the highest score is played.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaError
from numba.extending import overload

from neuroevo.addresses import address_of, make_record_at
from neuroevo.errors import BadInput
from neuroevo.games.kernels.bits import lowest_bit
from neuroevo.games.words import CardInPlay
from neuroevo.kernel_cache import inlined, inlined_math, inner_apart, kernel
from neuroevo.networks.features import Feature
from neuroevo.networks.kernels.described import best_described, clear_behind
from neuroevo.networks.kernels.mind import MIND
from neuroevo.networks.kernels.pointers import floats_at
from neuroevo.networks.kernels.situation import survey
from neuroevo.networks.situation import Situation
from neuroevo.players.kernels.written import CHOOSE, make_helpers_callable
from neuroevo.values import INLINE
from neuroevo.written_errors import a_kind, explain, line_of

mind_at = make_record_at(MIND)

SCORER_TEXT = """
def choose(rules, table, place, legal):
    if legal & (legal - 1) == 0:
        return lowest_bit(legal)
    mind = mind_at(table.mind)
    shape = mind.architectures[table.architecture[place]]
    now = survey(rules, table, mind.now[0], place, legal)
    describe_decision(now, mind.shared)
    clear_behind(mind.shared, SHARED)
    count = 0
    for card in now.legal:
        describe_card(now, card, mind.described[count])
        clear_behind(mind.described[count], INPUTS - SHARED)
        count += 1
    return best_described(mind, shape, table.brain[place], legal, SHARED, INPUTS, count)
"""
"""A scorer: SHARED features of the decision, INPUTS in all."""

OWN_TEXT = """
def choose(rules, table, place, legal):
    if legal & (legal - 1) == 0:
        return lowest_bit(legal)
    mind = mind_at(table.mind)
    shape = mind.architectures[table.architecture[place]]
    weights = floats_at(table.brain[place], shape.weights)
    now = survey(rules, table, mind.now[0], place, legal)
    best = float32(0)
    chosen = -1
    for card in now.legal:
        score = number(score_card(now, card, weights))
        if chosen < 0 or score > best:
            best = score
            chosen = card._bit
    return chosen
"""
"""An architecture of a user's own: the card with the highest score; of equals the lowest bit."""


def number(found: Any) -> np.float32:
    """What a feature found, for the network; only numbers and truth values will do."""
    return np.float32(found)


@overload(number, jit_options=INLINE)  # type: ignore[untyped-decorator]
def _compiled_number(found):  # type: ignore[no-untyped-def]
    return (lambda found: np.float32(found)) if _is_number(found) else None


def _is_number(found: types.Type) -> bool:
    return isinstance(found, types.Integer | types.Float | types.Boolean)


def list_digest(features: Sequence[Feature]) -> str:
    """What no other list of features shares, users' code included."""
    text = "\n".join(f"{one.name} {one.digest}" for one in features)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def make_describe(features: tuple[Feature, ...]) -> tuple[Any, Any]:
    """describe_decision(now, values) and describe_card(now, card, values) for kernels.

    Each writes its part of these features, the decision's or a card's, to values (MOST_FEATURES,)
    float32, from the first on. Every value lands in a register and all are written last, so that
    the compiler sees that nothing changes in between and works out common parts once.
    """
    scope: dict[str, Any] = {"number": number}
    made = []
    for name, given, of_card in (
        ("describe_decision", "now", False),
        ("describe_card", "now, card", True),
    ):
        part = [one for one in features if one.of_card == of_card]
        lines = [f"def {name}({given}, values):", "    pass"]
        for at, one in enumerate(part):
            scope[f"{name}_{at}"] = _compiled_feature(one.function, own=bool(one.digest))
            lines.append(f"    value_{at} = number({name}_{at}({given}))")
        lines += [f"    values[{at}] = value_{at}" for at in range(len(part))]
        made.append(_made(name, "\n".join(lines), scope, list_digest(features)))
    return made[0], made[1]


@cache
def _compiled_feature(function: Callable[..., Any], own: bool = True) -> Any:
    """A feature for kernels; own: a user's, who is told when he divides by zero."""
    make_helpers_callable(function)
    return inlined(function) if own else inlined_math(function)


def _made(name: str, text: str, scope: dict[str, Any], digest: str) -> Any:
    """A function of a generated text, for kernels; its name is its own (see `inner_for`)."""
    exec(text, scope)
    function = scope[name]
    function.__qualname__ = f"{name}_{digest}"
    return inner_apart(function)


def _chooser(text: str, scope: dict[str, Any], digest: str) -> Any:
    """The function that kernels call, kept on disk under the digest."""
    around: dict[str, Any] = scope | {
        "__name__": __name__,
        "lowest_bit": lowest_bit,
        "mind_at": mind_at,
        "survey": survey,
    }
    exec(compile(text, __file__, "exec"), around)
    choose = around["choose"]
    choose.__name__ = choose.__qualname__ = f"choose_{digest}"
    return kernel(choose)


_HELD: list[Any] = []
"""Functions whose addresses were given away: they must live as long as the process."""


@cache
def scorer_address(features: tuple[Feature, ...]) -> int:
    """Where the function lies by which a scorer with these features decides, in this process.

    `BadInput` names file and line of a user's feature that does not compile.
    """
    decision, card = make_describe(features)
    scope = {
        "describe_decision": decision,
        "describe_card": card,
        "best_described": best_described,
        "clear_behind": clear_behind,
        "SHARED": sum(not one.of_card for one in features),
        "INPUTS": len(features),
    }
    choose = _chooser(SCORER_TEXT, scope, f"scorer_{list_digest(features)}")
    try:
        return _address(choose)
    except NumbaError:
        for one in features:
            if one.digest:
                check_compiles(one.function, one.of_card)
        raise


@cache
def own_address(score: Callable[..., Any], digest: str) -> int:
    """Where the function lies by which an architecture of a user's own decides; score(now, card,
    weights) is his, and digest that of its file."""
    scope = {
        "score_card": _compiled_feature(score),
        "number": number,
        "floats_at": floats_at,
        "float32": numba.float32,
    }
    choose = _chooser(OWN_TEXT, scope, f"own_{score.__module__}_{score.__qualname__}_{digest}")
    try:
        return _address(choose)
    except NumbaError:
        check_compiles(score, True, types.Array(types.float32, 1, "C"))
        raise


def _address(choose: Any) -> int:
    address = address_of(choose, CHOOSE)
    _HELD.append(choose)
    return address


def check_compiles(function: Callable[..., Any], of_card: bool, *more: types.Type) -> None:
    """Raise `BadInput`, with file and line, unless a function of a situation (and a card) compiles
    and returns a number; more: the types of further parameters."""
    given = (Situation.numba_type, *((CardInPlay.numba_type,) if of_card else ()), *more)  # type: ignore[attr-defined]
    made = _compiled_feature(function)
    try:
        made.compile(given)
    except NumbaError as error:
        raise explain(error, function) from None
    found = made.overloads[given].signature.return_type
    if not _is_number(found):
        told = f"{function.__name__} returns {a_kind(found)}, not a number"
        raise BadInput(f"{line_of(function)}: {told}")
