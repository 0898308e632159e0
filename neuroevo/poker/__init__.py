"""Poker: hand ranks, and the chance to win with a hand, exact where it can be."""
