"""Judging players: average tricks per round, significance, luck, power, pictures, reports."""

from neuroevo.analysis.cards import CardShares, card_shares
from neuroevo.analysis.distribution import Distribution
from neuroevo.analysis.intervals import Interval, interval
from neuroevo.analysis.league import League, play_league
from neuroevo.analysis.luck import among_equals, chance, fair_share, luckiest, simulate_luckiest
from neuroevo.analysis.matches import Match, evaluate, play_match
from neuroevo.analysis.power import deals_needed, smallest_difference
from neuroevo.analysis.rating import Rating, rate, win_chance
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
    "League",
    "Match",
    "Rating",
    "among_equals",
    "binomial_test",
    "card_shares",
    "chance",
    "compare_by_deal",
    "deals_needed",
    "evaluate",
    "fair_share",
    "interval",
    "luck_test",
    "luckiest",
    "mean_z_test",
    "play_league",
    "play_match",
    "rate",
    "significance",
    "simulate_luckiest",
    "smallest_difference",
    "thesis_z_test",
    "win_chance",
]
