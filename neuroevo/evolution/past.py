"""A run's own past as opponents: a network of every few generations, and never too many of them.

Once there are more than `past_kept`, every second one goes, and from then on they join half as
often: the past stays spread evenly over the run, and neither memory, nor checkpoint, nor the time
of a generation grows with the number of generations.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from neuroevo.evolution.algorithms import Generation
from neuroevo.evolution.experiment import Experiment
from neuroevo.evolution.members import Member, score_of
from neuroevo.networks.architecture import Weights
from neuroevo.tournament.evaluator import PAST


def first_past(experiment: Experiment, generation: Generation) -> Weights | None:
    """What a run whose opponents are its past begins with: a network of its first generation."""
    if PAST not in experiment.tournament.opponents:
        return None
    network = generation.weights[0] if generation.incumbent is None else generation.incumbent
    return network[None, :].copy()


def past_stride(joined: int, kept: int) -> int:
    """Each how manieth of those that could have joined is kept, after so many: a power of two.

    The first network counts too, so that `joined` of them are 0 to `joined`.

    >>> [past_stride(joined, 4) for joined in (0, 3, 4, 7, 8)]
    [1, 1, 2, 2, 4]
    """
    stride = 1
    while joined // stride + 1 > kept:
        stride *= 2
    return stride


def add_to_past(
    experiment: Experiment,
    generation: Generation,
    past: Weights | None,
    members: Sequence[Member],
) -> Weights | None:
    """The past with this generation's incumbent or best member, if it is its turn."""
    settings = experiment.tournament
    turn, rest = divmod(generation.number + 1, settings.past_every)
    if past is None or rest:
        return past
    before = past_stride(turn - 1, settings.past_kept)
    after = past_stride(turn, settings.past_kept)
    if after > before:
        past = past[:: after // before].copy()
    if turn % after:
        return past
    best = max(members, key=score_of).weights
    network = best if generation.incumbent is None else generation.incumbent
    return np.concatenate([past, network[None, :]])
