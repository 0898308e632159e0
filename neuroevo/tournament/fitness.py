"""What a generation is judged by: tricks, tricks by how they were taken, or the game's own points.

van Hus 2020, section 2.4: simple fitness is the number of tricks; advanced fitness values each
trick by the card that took it, after the tables of appendix B. Its printed results do not follow
from those tables as they stand, so two readings of how they may have been used stand beside them.
"""

from __future__ import annotations

import numpy as np

from neuroevo.cards import ALL_CARDS, RANKS, Card
from neuroevo.errors import BadInput
from neuroevo.games import Aim, RuleSheet
from neuroevo.tournament.sides import by_side, score_rounds
from neuroevo.tournament.statistics import IntArray
from neuroevo.tournament.work import NO_VALUES, Rounds

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
    "points": "what the game is won by: its points, fewest where they hurt",
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
    gained: IntArray = sheet.aim.gain(game_points(sheet, rounds), 0)
    return gained


def fitness_in_words(sheet: RuleSheet, fitness: str, total: float) -> str:
    """A fitness with its unit, as a person counts it: points that hurt are not below zero.

    >>> from neuroevo.games import CLUBS
    >>> fitness_in_words(CLUBS, "simple", 234), fitness_in_words(CLUBS, "points", -80)
    ('234 tricks', '80 points')
    """
    if fitness in ADVANCED:
        return f"{total:,.0f}"
    counted = fitness_aim(sheet, fitness)
    return counted.amount(counted.gain(total, 0), digits=0)


def fitness_aim(sheet: RuleSheet, fitness: str) -> Aim:
    """What a fitness counts: tricks (by the card that took them, too), or what the game does."""
    return sheet.aim if fitness == "points" else Aim("tricks")


def game_points(sheet: RuleSheet, rounds: Rounds) -> IntArray:
    """What the game is won by, for each seat, partners together: (n, seats) int64."""
    sides = sheet.sides(rounds.tricks.shape[1])
    match sheet.aim.counted:
        case "tricks":
            totals = by_side(sides, rounds.tricks)
        case "points":
            totals = by_side(sides, rounds.points)
        case "score":
            totals = score_rounds(sheet, rounds)
    result = np.zeros_like(rounds.tricks)
    for index, side in enumerate(sides):
        result[:, list(side)] = totals[:, [index]]
    return result
