"""Poker: hand ranks, and the chance to win with a hand, exact where it can be.

`odds` is the case study's question; `draw_odds`, `holdem_odds` and `Blackjack` are its extensions.
"""

from neuroevo.poker.blackjack import Blackjack, BlackjackRules, basic_strategy
from neuroevo.poker.draw import DrawOdds, draw_odds
from neuroevo.poker.hands import parse_given
from neuroevo.poker.holdem import HoldemOdds, holdem_odds
from neuroevo.poker.odds import Odds, odds
from neuroevo.poker.ranges import parse_range
from neuroevo.poker.ranks import class_name, hand_class, hand_value
from neuroevo.poker.rules import find_rules
from neuroevo.poker.tables import rank_hands

__all__ = [
    "Blackjack",
    "BlackjackRules",
    "DrawOdds",
    "HoldemOdds",
    "Odds",
    "basic_strategy",
    "class_name",
    "draw_odds",
    "find_rules",
    "hand_class",
    "hand_value",
    "holdem_odds",
    "odds",
    "parse_given",
    "parse_range",
    "rank_hands",
]
