"""Pictures, each a function that returns a matplotlib figure."""

from neuroevo.analysis.plots.curves import fitness_curve, mutation_schedule, runs_together
from neuroevo.analysis.plots.distributions import luck_distribution, tricks_distribution
from neuroevo.analysis.plots.players import weights_by_layer, win_share_by_card

__all__ = [
    "fitness_curve",
    "luck_distribution",
    "mutation_schedule",
    "runs_together",
    "tricks_distribution",
    "weights_by_layer",
    "win_share_by_card",
]
