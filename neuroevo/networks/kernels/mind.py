"""What a thread's players decide with, and players that decide by themselves when it is their turn.

A scoring network is small, so it needs no company to be fast (`whole_table.py` has those that do):
kernels call its function by address (`scorer.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from neuroevo.addresses import make_call_at
from neuroevo.errors import BadInput
from neuroevo.games.compiled import Rules, Table
from neuroevo.kernel_cache import inner
from neuroevo.networks.architecture import ARCHITECTURE, MOST_FEATURES, Architecture
from neuroevo.networks.kernels.whole_table import MOST_ARCHITECTURES
from neuroevo.networks.scorer import MOST_SCORER_UNITS
from neuroevo.networks.situation import SITUATION
from neuroevo.players.kernels.monte_carlo import new_thought, think
from neuroevo.players.kernels.worlds import THOUGHT
from neuroevo.players.kernels.written import CHOOSE, choose_by_rule
from neuroevo.players.kinds import MONTE_CARLO, SCORER

MIND = np.dtype(
    [
        ("thought", THOUGHT, 1),  # what Monte-Carlo players think with
        ("address", np.int64),  # where this record lies, for `table.mind`
        ("architectures", ARCHITECTURE, MOST_ARCHITECTURES),
        ("choose", np.int64, MOST_ARCHITECTURES),  # the addresses by which they decide, or 0
        ("now", SITUATION, 1),
        ("shared", np.float32, MOST_FEATURES),  # the decision's features
        ("card", np.float32, MOST_FEATURES),  # a card's
        ("base", np.float32, MOST_SCORER_UNITS + 1),  # sums of the shared features
        ("sums", np.float32, MOST_SCORER_UNITS + 1),  # and of a card's
    ],
    align=True,
)
"""What a thread's players decide with: passed by pointer, never counted."""

Mind = Any
"""A record of dtype MIND."""

_choose_at = make_call_at(CHOOSE)


def new_mind(manners: Sequence[tuple[int, ...]], architectures: Sequence[Architecture]) -> Mind:
    """A thread's mind, for Monte-Carlo players of these manners and networks of these shapes."""
    if len(architectures) > MOST_ARCHITECTURES:
        raise BadInput(
            f"{len(architectures)} networks of different shapes; at most {MOST_ARCHITECTURES}"
        )
    minds = np.zeros(1, dtype=MIND)
    mind = minds[0]
    mind["address"] = minds.ctypes.data
    mind["thought"][0] = new_thought(manners)
    for number, architecture in enumerate(architectures):
        mind["architectures"][number] = architecture.record()
        mind["choose"][number] = architecture.choose_address()
    return mind


@inner
def choose_by_score(rules: Rules, table: Table, mind: Mind, place: int, legal: int) -> int:
    """The legal card with the highest score, by the function of the place's architecture.

    Once the tables' kernels call everybody by `table.choose`, this is not needed any more.
    """
    table.mind = mind.address
    return _choose_at(mind.choose[table.architecture[place]], rules, table, place, legal)


@inner
def choose_by_score_or_rule(rules: Rules, table: Table, mind: Mind, place: int, legal: int) -> int:
    """For tables at which scoring networks and rule players sit."""
    if table.kind[place] == SCORER:
        return choose_by_score(rules, table, mind, place, legal)
    return choose_by_rule(rules, table, None, place, legal)


@inner
def choose_by_mind(rules: Rules, table: Table, mind: Mind, place: int, legal: int) -> int:
    """For tables at which anybody may sit who decides when it is his turn."""
    if table.kind[place] == MONTE_CARLO:
        return think(rules, table, mind.thought[0], place, legal)
    return choose_by_score_or_rule(rules, table, mind, place, legal)
