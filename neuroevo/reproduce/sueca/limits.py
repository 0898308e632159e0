"""What the rules of Sueca alone allow: bounds that the thesis states, counted from the rule sheet.

Deals that reach them are played card by card in `tests/reproduce/test_sueca_text.py`.
"""

from __future__ import annotations

from neuroevo.games import SUECA

PLAYERS = 4
DEAREST = sorted((SUECA.points(card) for card in SUECA.deck()), reverse=True)
"""The points of all cards, the dearest first."""

LEAST_LOSS = "the ace and three cards that are worth nothing"
GREATEST_LOSS = (
    "N can lose two tricks, the ace's and the one to which he plays his plain card, and all aces "
    "and sevens may lie in them; Table 4.4 itself prints 51 as the lowest score with nine trumps"
)
FEW_POINTS = (
    "a team whose ten points are the seven of trumps catches king and jack with it and loses the "
    "ace and the queen alone, in one trick"
)


def points_of(rank: str) -> int:
    """What a card of this rank is worth."""
    return SUECA.rank_points.get(rank, 0)


def points_of_a_suit() -> int:
    """All points of one suit."""
    return sum(map(points_of, SUECA.ranks))


def least_loss_to_the_ace() -> int:
    """Who lacks the ace of trumps alone, and does not find it with his partner, loses its trick."""
    return points_of("A") + sum(DEAREST[1 - PLAYERS :])


def greatest_loss_to_the_ace() -> int:
    """He loses that trick and the one to which he plays his plain card: eight cards, all of which
    may be the dearest there are. His other eight trumps win."""
    return sum(DEAREST[: 2 * PLAYERS])


def greatest_with_few_points() -> int:
    """The greatest score of a team with at most ten points in hand.

    The ace of trumps is not among them, so it wins a trick against them. Without the seven, that is
    lost too: only the ace beats it. With the seven, which makes ten points, king, jack and queen
    are the opponents', and only the seven beats them: it takes two of them in one trick at most,
    one of each opponent, and the cheapest of the three, the queen, is lost.
    """
    total = sum(DEAREST)
    with_the_seven = total - points_of("A") - min(map(points_of, "KJQ"))
    without = total - points_of("A") - points_of("7")
    return max(with_the_seven, without)


def cards_to_shuffle(trick: int, place: int) -> int:
    """How many cards the other three hold before a player's turn.

    trick: its number, from 1; place: how many have already played to it.
    """
    left = SUECA.cards_each(PLAYERS) - (trick - 1)
    return (PLAYERS - 1) * left - place
