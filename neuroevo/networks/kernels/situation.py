"""The situation of a place at a kernel's table."""

from __future__ import annotations

from neuroevo.games.compiled import Rules, Table
from neuroevo.kernel_cache import inner
from neuroevo.networks.situation import Known, Situation, look_around
from neuroevo.players.kernels.worlds import learn


@inner
def survey(rules: Rules, table: Table, known: Known, place: int, legal: int) -> Situation:
    """What the place knows and concludes; known: a record of dtype SITUATION, written."""
    learn(rules, table, known, place)
    return look_around(rules, table, known, place, legal)
