"""Judging players: average tricks per round, significance, luck, power, pictures, reports."""

from neuroevo.analysis.cards import CardShares, card_shares
from neuroevo.analysis.distribution import Distribution
from neuroevo.analysis.luck import chance, luckiest, simulate_luckiest
from neuroevo.analysis.matches import Interval, Match, evaluate, interval, play_match
from neuroevo.analysis.power import deals_needed, smallest_difference
from neuroevo.analysis.significance import (
    Difference,
    Finding,
    binomial_test,
    compare_by_deal,
    luck_test,
    mean_z_test,
    significance,
    thesis_z_test,
)

__all__ = [
    "CardShares",
    "Difference",
    "Distribution",
    "Finding",
    "Interval",
    "Match",
    "binomial_test",
    "card_shares",
    "chance",
    "compare_by_deal",
    "deals_needed",
    "evaluate",
    "interval",
    "luck_test",
    "luckiest",
    "mean_z_test",
    "play_match",
    "significance",
    "simulate_luckiest",
    "smallest_difference",
    "thesis_z_test",
]
