"""Players that decide by themselves when it is their turn: rules, Monte-Carlo, scoring networks.

A scoring network is small, so it needs no company to be fast (`whole_table.py` has those that do):
it describes its legal cards, the hidden sums of what they share are added up once, and each card
adds its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from neuroevo.errors import BadInput
from neuroevo.games.compiled import Rules, Table
from neuroevo.games.kernels.bits import lowest_bit, nth_bit
from neuroevo.kernel_cache import inner, inner_math
from neuroevo.networks.architecture import ARCHITECTURE, Architecture
from neuroevo.networks.kernels.features import FEATURE_COUNT, MOST_LEGAL, describe_cards
from neuroevo.networks.kernels.pointers import floats_at
from neuroevo.networks.kernels.situation import SITUATION
from neuroevo.networks.kernels.whole_table import MOST_ARCHITECTURES, one_output, tanh_all
from neuroevo.networks.scorer import MOST_SCORER_UNITS
from neuroevo.players.kernels.monte_carlo import new_thought, think
from neuroevo.players.kernels.worlds import THOUGHT
from neuroevo.players.kernels.written import choose_by_rule
from neuroevo.players.kinds import MONTE_CARLO, SCORER

MIND = np.dtype(
    [
        ("thought", THOUGHT, 1),  # what Monte-Carlo players think with
        ("architectures", ARCHITECTURE, MOST_ARCHITECTURES),
        ("now", SITUATION, 1),
        ("shared", np.float32, FEATURE_COUNT),  # the decision's features
        ("cards", np.float32, (MOST_LEGAL, FEATURE_COUNT)),  # each legal card's
        ("base", np.float32, MOST_SCORER_UNITS + 1),  # sums of the shared features
        ("sums", np.float32, MOST_SCORER_UNITS + 1),  # and of a card's
    ],
    align=True,
)
"""What a thread's players decide with: passed by pointer, never counted."""

Mind = Any
"""A record of dtype MIND."""


def new_mind(manners: Sequence[tuple[int, ...]], architectures: Sequence[Architecture]) -> Mind:
    """A thread's mind, for Monte-Carlo players of these manners and networks of these shapes."""
    if len(architectures) > MOST_ARCHITECTURES:
        raise BadInput(
            f"{len(architectures)} networks of different shapes; at most {MOST_ARCHITECTURES}"
        )
    mind = np.zeros(1, dtype=MIND)[0]
    mind["thought"][0] = new_thought(manners)
    for number, architecture in enumerate(architectures):
        mind["architectures"][number] = architecture.record()
    return mind


@inner_math
def add_features(
    sums: np.ndarray,
    weights: np.ndarray,
    width: int,
    features: np.ndarray,
    first: int,
    last: int,
    values: np.ndarray,
) -> None:
    """sums += values[features[i]] * row i of the first layer, for inputs `first` to `last` - 1."""
    for i in range(first, last):
        value = values[features[i]]
        if value != 0:
            row = weights[i * width : (i + 1) * width]
            for j in range(width):
                sums[j] += value * row[j]


@inner
def highest_score(mind: Mind, shape: Any, weights: np.ndarray, count: int) -> int:
    """Which of the described cards gets the highest score; of equals the first."""
    inputs, units, width = shape.sizes[0], shape.sizes[1], shape.first_width
    base, sums = mind.base, mind.sums
    for j in range(width):
        base[j] = 0
    if shape.biases[0] >= 0:
        for j in range(units):
            base[j] = weights[shape.biases[0] + j]
    add_features(base, weights, width, shape.features, 0, shape.shared, mind.shared)
    output = weights[shape.starts[1] : shape.starts[1] + units]
    best = np.float32(0)
    chosen = -1
    for number in range(count):
        for j in range(width):
            sums[j] = base[j]
        values = mind.cards[number]
        add_features(sums, weights, width, shape.features, shape.shared, inputs, values)
        direct = sums[units] if width > units else np.float32(0)
        tanh_all(sums, units)
        score = one_output(output, sums) + direct
        if chosen < 0 or score > best:
            best = score
            chosen = number
    return chosen


@inner
def choose_by_score(rules: Rules, table: Table, mind: Mind, place: int, legal: int) -> int:
    """The legal card with the highest score; of equals the lowest bit."""
    if legal & (legal - 1) == 0:
        return lowest_bit(legal)
    shape = mind.architectures[table.architecture[place]]
    weights = floats_at(table.brain[place], shape.weights)
    count = describe_cards(rules, table, mind.now[0], place, legal, mind.shared, mind.cards)
    return nth_bit(legal, highest_score(mind, shape, weights, count))


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
