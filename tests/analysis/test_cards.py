"""What became of every card, against the referee's own record."""

import numpy as np
import pytest

from neuroevo.analysis import card_shares
from neuroevo.cards import Purpose, run_key
from neuroevo.games import CLUBS, EUCHRE, SPADES, SUECA, play_round
from neuroevo.tournament import find_entrants


@pytest.mark.parametrize(
    ("sheet", "names"),
    [
        (SPADES, "greedy,random,always-highest,random"),
        (CLUBS, "greedy,random,random"),
        (SUECA, "greedy,random,greedy,random"),
        (EUCHRE, "greedy,random,greedy,random"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_counts_are_those_of_the_referee(sheet, names):
    table = find_entrants(names)
    found = card_shares(sheet, table, deals=12, seed=3)
    played, won = np.zeros((2, 52), int), np.zeros((2, 52), int)
    for deal in range(12):
        for rotation in range(len(table)):
            record = play_round(
                sheet,
                [one.seat() for one in table],
                run_key(3, Purpose.CARD_SHARES),
                deal,
                rotation,
            )
            for trick in record.tricks:
                for number, (seat, card) in enumerate(trick.plays):
                    if seat == 0:
                        played[min(number, 1), card.number] += 1
                        won[min(number, 1), card.number] += trick.winner == 0
    assert found.played.tolist() == played.tolist()
    assert found.won.tolist() == won.tolist()


def test_equal_players_are_counted_together():
    found = card_shares(SPADES, find_entrants("random,random,random,random"), deals=50)
    assert found.played.sum() == 50 * 4 * 52
    assert found.won.sum() == 50 * 4 * 13
    assert (found.shares[:, -1] == 1).all()  # nothing beats the ace of spades
