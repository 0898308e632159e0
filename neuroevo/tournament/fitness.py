"""What a generation is judged by: tricks, tricks by how they were taken, or the game's own points.

van Hus 2020, section 2.4: simple fitness is the number of tricks; advanced fitness values each
trick by the card that took it, after the tables of appendix B. Its printed results do not follow
from those tables as they stand, so two readings of how they may have been used stand beside them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from neuroevo.cards import ALL_CARDS, RANKS, Card
from neuroevo.errors import BadInput
from neuroevo.games import RuleSheet
from neuroevo.tournament.sides import by_side, score_rounds
from neuroevo.tournament.statistics import IntArray
from neuroevo.tournament.tables import NO_VALUES, Rounds

UPSIDE_DOWN, SPADES_ELSEWHERE = "advanced-upside-down", "advanced-spades-elsewhere"

ADVANCED = {
    "advanced": "tricks valued by the card that took them (Spades, appendix B of the thesis)",
    UPSIDE_DOWN: "the same with the ranks upside down: the two has the ace's value",
    SPADES_ELSEWHERE: "the same with the column for spades given to clubs, and theirs to spades",
}
"""The thesis' table of values, as printed and as it may have been used by mistake."""

FITNESS = {
    "simple": "tricks taken",
    **ADVANCED,
    "points": "the game's own points",
}


def win_chance(rank: str, spade: bool, led: bool) -> float:
    """The thesis' chance that a card takes its trick: appendix B, Tables 2 and 3.

    A spade loses to the higher spades among the 51 other cards. Any other card, when it follows,
    wins as often as it is the higher of its suit. When it leads, the thesis lets its chance fall by
    two cards a rank where one more card beats it; reproduced as printed.
    """
    higher = len(RANKS) - 1 - RANKS.index(rank)
    if spade:
        return (51 - higher) / 51
    if led:
        return (51 - 13 - 2 * higher) / 51
    return (12 - higher) / 51


def trick_values(sheet: RuleSheet, fitness: str) -> IntArray:
    """(2, 52) int64, what a trick is worth when a card took it that was led, or followed.

    Empty where tricks are not told apart.
    """
    if fitness not in ADVANCED:
        return NO_VALUES
    if not sheet.name.startswith("spades"):
        raise BadInput(
            f"fitness {fitness!r} is a table for spades; {sheet.name} takes 'simple' or 'points'"
        )
    values = [[_table_value(card, led, fitness) for card in ALL_CARDS] for led in (True, False)]
    return np.array(values, dtype=np.int64)


def _table_value(card: Card, led: bool, fitness: str) -> int:
    """What the table has for a card, under a reading of how it was used."""
    rank, column = card.rank, "S"
    if fitness == UPSIDE_DOWN:
        rank = RANKS[len(RANKS) - 1 - RANKS.index(rank)]
    elif fitness == SPADES_ELSEWHERE:
        column = "C"  # any of the three: random deals do not tell them apart
    return round(100 * (1 - win_chance(rank, card.suit == column, led)))


def fitness_of_rounds(sheet: RuleSheet, rounds: Rounds, fitness: str) -> IntArray:
    """Each seat's fitness in each round: (n, seats) int64; more is better, points that hurt too."""
    if fitness == "simple":
        return rounds.tricks
    if fitness in ADVANCED:
        return rounds.values
    points = game_points(sheet, rounds)
    return -points if sheet.fewest_wins else points


def game_points(sheet: RuleSheet, rounds: Rounds) -> NDArray[np.int64]:
    """Each seat's points by the game's own count, partners together: (n, seats) int64.

    Those of the cards taken, or the round's score where cards are worth nothing.
    """
    sides = sheet.sides(rounds.tricks.shape[1])
    totals = by_side(sides, rounds.points) if sheet.has_card_points else score_rounds(sheet, rounds)
    result = np.zeros_like(rounds.tricks)
    for index, side in enumerate(sides):
        result[:, list(side)] = totals[:, [index]]
    return result
