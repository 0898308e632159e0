"""Pictures, each a function that returns a matplotlib figure."""

from neuroevo.analysis.plots.curves import (
    fitness_curve,
    mutation_schedule,
    runs_together,
    yardstick_label,
)
from neuroevo.analysis.plots.distributions import (
    luck_distribution,
    rounds_distribution,
    tricks_distribution,
)
from neuroevo.analysis.plots.league import league_table
from neuroevo.analysis.plots.players import weights_by_layer, win_share_by_card
from neuroevo.analysis.plots.playouts import chances_by_strategy, winning_hands
from neuroevo.analysis.plots.shuffling import mixing_curves

__all__ = [
    "chances_by_strategy",
    "fitness_curve",
    "league_table",
    "luck_distribution",
    "mixing_curves",
    "mutation_schedule",
    "rounds_distribution",
    "runs_together",
    "tricks_distribution",
    "weights_by_layer",
    "win_share_by_card",
    "winning_hands",
    "yardstick_label",
]
